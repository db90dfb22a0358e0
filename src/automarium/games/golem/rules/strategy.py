"""The strategy column, which breaks ties; a used-up tile goes to its bottom (GOL-STRAT, GOL-GOLEM-12, GOL-ART-12)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import product
from operator import attrgetter
from typing import TypeAlias

from automarium.engine.choice.choose import Ranking, Rule, first
from automarium.engine.choice.trace import Notes
from automarium.games.golem.events import Exhausted
from automarium.games.golem.position import (
    AREA_OF,
    ARTIFACTS,
    DISTRICTS,
    SECTIONS,
    UPGRADES,
    Desk,
    District,
    Golem,
    Position,
)

Order: TypeAlias = Sequence[District]


def rank_top_first(order: Order) -> Mapping[District, int]:
    """Return the rank of each colour in the strategy column; the highest tile is 0."""
    return _ranks(tuple(order))


def rank_bottom_first(order: Order) -> Mapping[District, int]:
    """Return the reverse ranks, for moves backward (GOL-STRAT-07)."""
    return _ranks_from_below(tuple(order))


@cache
def _ranks(order: tuple[District, ...]) -> Mapping[District, int]:
    return {colour: rank for rank, colour in enumerate(order)}


@cache
def _ranks_from_below(order: tuple[District, ...]) -> Mapping[District, int]:
    return {colour: -rank for rank, colour in enumerate(order)}


# --------------------------------------------------------------------------------------------------------- exhaustion


USED_UP: dict[District, str] = {"red": "GOL-GOLEM-12", "yellow": "GOL-ART-12"}


def is_used_up(position: Position, colour: District) -> bool:
    """Return whether all upgrades of a colour are made and all its golems created or artifacts completed."""
    nothing_left = {"red": position.supply == 0, "yellow": position.artifacts == ARTIFACTS}
    return nothing_left.get(colour, False) and len(position.upgrades[AREA_OF[colour]]) == UPGRADES


def look_at_strategy(desk: Desk, colour: District) -> None:
    """Send the tile of a used-up colour lowest, once; the one sent later lies lowest (GOL-STRAT-08…10, GOL-A30)."""
    position = desk.position
    if colour not in position.exhausted and is_used_up(position, colour):
        position.exhausted.append(colour)
        position.order.remove(colour)
        position.order.append(colour)
        desk.emit(Exhausted, (USED_UP[colour], "GOL-STRAT-09"), colour)


STANDS, LIES = False, True  # the postures of a golem
EVERY_GOLEM = [Golem(*one) for one in product(DISTRICTS, range(SECTIONS + 1), (STANDS, LIES))]
lies: Callable[[Golem], bool] = attrgetter("lying")
section_of: Callable[[Golem], int] = attrgetter("section")
Who: TypeAlias = Callable[[tuple[District, ...]], Ranking[Golem]]  # by the order of the strategy column


def make_who(*rules: Rule[Golem], tied: str, from_below: bool = False) -> Who:
    """Return a ranking of golems by rules of section and posture. ``tied`` is the clause of the last rule: by district,
    from the top tile of the strategy column or from the lowest one (GOL-STRAT-07)."""

    @cache
    def rank(order: tuple[District, ...]) -> Ranking[Golem]:
        districts = rank_bottom_first(order) if from_below else rank_top_first(order)
        # Of two golems that differ only in posture the lying one, so that the other can still work.
        last: Rule[Golem] = first(lambda golem: 2 * districts[golem.district] + (not golem.lying), tied)
        return Ranking(EVERY_GOLEM, *rules, last, alike=attrgetter("district", "section", "lying"))

    return rank


def choose_golem(golems: Sequence[Golem], order: Order, who: Who, notes: Notes | None, about: str) -> Golem | None:
    """Return the golem that the rules leave; of several that differ only in their number the first."""
    return who(tuple(order)).choose(golems, notes, about)
