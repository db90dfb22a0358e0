"""The strategy column: it breaks ties, and what is used up goes to its bottom (GOL-STRAT, GOL-GOLEM-12, GOL-ART-12)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import product
from operator import attrgetter
from typing import TypeAlias

from automarium.engine.choice.choose import Ranking, Rule, first
from automarium.engine.choice.trace import Notes
from automarium.games.golem.events import Exhausted
from automarium.games.golem.position import ARTIFACTS, DISTRICTS, SECTIONS, UPGRADES, Desk, District, Golem

Order: TypeAlias = Sequence[District]


def rank_top_first(order: Order) -> Mapping[District, int]:
    """Rank by the strategy column: the highest coloured tile is 0."""
    return _ranks(tuple(order))


def rank_bottom_first(order: Order) -> Mapping[District, int]:
    """The other way round, where something moves backward (GOL-STRAT-07)."""
    return _ranks_from_below(tuple(order))


@cache
def _ranks(order: tuple[District, ...]) -> Mapping[District, int]:
    return {colour: rank for rank, colour in enumerate(order)}


@cache
def _ranks_from_below(order: tuple[District, ...]) -> Mapping[District, int]:
    return {colour: -rank for rank, colour in enumerate(order)}


# --------------------------------------------------------------------------------------------------------- exhaustion


def look_at_golems(desk: Desk) -> None:
    """All golem upgrades made and all golems created."""
    position = desk.position
    if position.supply == 0 and len(position.upgrades["golem"]) == UPGRADES:
        send_lowest(desk, "red", "GOL-GOLEM-12")


def look_at_artifacts(desk: Desk) -> None:
    """All artifact upgrades made and all artifacts completed."""
    if desk.position.artifacts == ARTIFACTS and len(desk.position.upgrades["artifact"]) == UPGRADES:
        send_lowest(desk, "yellow", "GOL-ART-12")


def send_lowest(desk: Desk, colour: District, clause: str) -> None:
    """Once, at the moment when it becomes true; the one sent later lies lowest (GOL-STRAT-08…10, GOL-A30)."""
    position = desk.position
    if colour not in position.exhausted:
        position.exhausted.append(colour)
        position.order.remove(colour)
        position.order.append(colour)
        desk.emit(Exhausted, (clause, "GOL-STRAT-09"), colour)


STANDS, LIES = False, True  # the postures of a golem
EVERY_GOLEM = [Golem(*one) for one in product(DISTRICTS, range(SECTIONS + 1), (STANDS, LIES))]
lies: Callable[[Golem], bool] = attrgetter("lying")
section_of: Callable[[Golem], int] = attrgetter("section")
Who: TypeAlias = Callable[[tuple[District, ...]], Ranking[Golem]]  # by the order of the strategy column


def make_who(*rules: Rule[Golem], tied: str, from_below: bool = False) -> Who:
    """Rules by section and posture; ``tied`` is the clause of the last one: by district, from the top tile of the
    strategy column or from the lowest one (GOL-STRAT-07)."""

    @cache
    def rank(order: tuple[District, ...]) -> Ranking[Golem]:
        districts = rank_bottom_first(order) if from_below else rank_top_first(order)
        # Of two golems that differ only in posture the lying one, so that the other can still work.
        last: Rule[Golem] = first(lambda golem: 2 * districts[golem.district] + (not golem.lying), tied)
        return Ranking(EVERY_GOLEM, *rules, last, alike=attrgetter("district", "section", "lying"))

    return rank


def choose_golem(golems: Sequence[Golem], order: Order, who: Who, notes: Notes | None, about: str) -> Golem | None:
    """The golem that the rules leave; of several that differ in nothing but their number the first."""
    return who(tuple(order)).choose(golems, notes, about)
