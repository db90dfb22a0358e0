"""The strategy column: it breaks ties, and what is used up goes to its bottom (GOL-STRAT, GOL-GOLEM-12, GOL-ART-12)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from operator import attrgetter
from typing import TypeAlias

import msgspec

from automarium.engine.choice.choose import Rule, choose, first, passes, ranks
from automarium.engine.choice.trace import Notes, Trace, written_later
from automarium.games.golem.events import Exhausted
from automarium.games.golem.position import ARTIFACTS, DISTRICTS, SECTIONS, UPGRADES, Desk, District, Golem

Order: TypeAlias = Sequence[District]


def top_first(order: Order) -> Mapping[District, int]:
    """Rank by the strategy column: the highest coloured tile is 0."""
    return _ranks(tuple(order))


def bottom_first(order: Order) -> Mapping[District, int]:
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
APART = 4 * len(DISTRICTS)  # between two ranks by section and posture: more than all districts make
NOBODY = APART * 4 * SECTIONS
lies: Callable[[Golem], bool] = attrgetter("lying")
section_of: Callable[[Golem], int] = attrgetter("section")


class Who(msgspec.Struct, frozen=True, eq=False, gc=False):
    """Rules by section and posture, and the clause of the last word: by district, from the top tile of the strategy
    column or from the lowest one (GOL-STRAT-07). ``ranks`` and ``allowed`` are what the rules make of a golem by its
    section and posture."""

    rules: tuple[Rule[Golem], ...]
    tied: str
    from_below: bool
    ranks: tuple[tuple[int, int], ...]
    allowed: tuple[tuple[bool, bool], ...]


def who(*rules: Rule[Golem], tied: str, from_below: bool = False) -> Who:
    anywhere = [
        tuple(Golem(DISTRICTS[0], section, lying) for lying in (STANDS, LIES)) for section in range(SECTIONS + 1)
    ]
    rank = ranks([golem for both in anywhere for golem in both], *rules)
    return Who(
        rules,
        tied,
        from_below,
        # Of two golems that differ only in posture the lying one, so that the other can still work.
        tuple((APART * rank[standing] + 1, APART * rank[lying]) for standing, lying in anywhere),
        tuple((passes(standing, *rules), passes(lying, *rules)) for standing, lying in anywhere),
    )


def choose_golem(golems: Sequence[Golem], order: Order, who: Who, notes: Notes | None, about: str) -> Golem | None:
    """The golem that the rules leave; of several that differ in nothing but the piece itself the first."""
    districts = bottom_first(order) if who.from_below else top_first(order)
    ranks, lowest, found = who.ranks, NOBODY, None
    for golem in golems:
        rank = ranks[golem.section][golem.lying] + 2 * districts[golem.district]
        if rank < lowest:
            lowest, found = rank, golem
    if found is not None and not who.allowed[found.section][found.lying]:
        found = None
    if notes is not None:
        notes.append(written_later(about, found, "", _narrowing, tuple(golems), tuple(order), who, about))
    return found


@lru_cache(1 << 8)  # whoever looks at a trace looks at all of it
def _narrowing(golems: tuple[Golem, ...], order: tuple[District, ...], who: Who, about: str) -> Trace:
    """Golems that differ in nothing but the piece itself are one candidate, the first of them."""
    candidates = {(golem.district, golem.section, golem.lying): golem for golem in reversed(golems)}.values()
    districts = bottom_first(order) if who.from_below else top_first(order)
    last: Rule[Golem] = first(lambda golem: 2 * districts[golem.district] + (not golem.lying), who.tied)
    notes: Notes = []
    choose(candidates, *who.rules, last, notes=notes, about=about)
    return notes[0]
