"""Which of her golems: by section and posture, then by district (GOL-MOVE, GOL-WORK, GOL-KILL).

The rules before the last look at nothing but section and posture. So what they make of every golem is worked out once,
and whichever golems are on the board, the one with the lowest rank is it; the strategy column has the last word.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from operator import attrgetter

import msgspec

from automarium.games.golem.position import DISTRICTS, SECTIONS, District, Golem
from automarium.games.golem.rules.strategy import Order, bottom_first, top_first
from automarium.kernel.choice import Notes, Rule, Trace, choose, first
from automarium.kernel.later import written_later
from automarium.kernel.ranking import passes, ranks

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
