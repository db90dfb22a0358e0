"""How her golems step, one step after the other (GOL-MOVE)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from operator import attrgetter
from typing import Literal, TypeAlias

import msgspec

from automarium.games.golem.effects import Effect
from automarium.games.golem.events import GolemMoves, NoStep
from automarium.games.golem.facts import fact
from automarium.games.golem.position import SECTIONS, TOLLS, Desk, District, Golem
from automarium.games.golem.rules.carrying import deed
from automarium.games.golem.rules.resources import pay
from automarium.games.golem.rules.strategy import Order, bottom_first, top_first
from automarium.games.golem.rulings import Rulings, Text
from automarium.kernel.choice import Notes, Rule, choose, decided, first, least, most, only, prefer

Direction: TypeAlias = Literal["forward", "backward", "either", "forward-or-stay"]
# How an effect words a step, and the clause that such a step follows.
MANNERS: dict[str, Direction] = {"either": "either", "forward": "forward", "stay": "forward-or-stay"}
CLAUSES: dict[Direction, str] = {
    "either": "GOL-MOVE-11",
    "forward": "GOL-MOVE-05",
    "forward-or-stay": "GOL-MOVE-15",
}


STANDS, LIES = False, True  # the postures of a golem


class GolemStep(msgspec.Struct, frozen=True, gc=False):
    golem: Golem
    to: int


def one_of_each(golems: Sequence[Golem], notes: Notes | None) -> Sequence[Golem]:
    """Golems that differ in nothing but the piece itself are one candidate, the first of them. Where nobody listens
    all may stay: the last word of a choice takes the first as well."""
    if notes is None:
        return golems
    return tuple({(golem.district, golem.section, golem.lying): golem for golem in reversed(golems)}.values())


# ------------------------------------------------------------------------------------------------------- which golem


def _can_go_forward(golem: Golem) -> bool:
    return golem.section < SECTIONS


def _can_go_back(golem: Golem) -> bool:
    return golem.section > 1


lies: Callable[[Golem], bool] = attrgetter("lying")
section_of: Callable[[Golem], int] = attrgetter("section")

ABLE_FORWARD = only(_can_go_forward, "GOL-MOVE-20")
ABLE_BACK = only(_can_go_back, "GOL-MOVE-20")
LEFTMOST = least(section_of, "GOL-MOVE-06")
RIGHTMOST = most(section_of, "GOL-MOVE-09")


@cache
def from_top(order: tuple[District, ...], clause: str) -> Rule[Golem]:
    """By district, top-first. Of two golems that differ only in posture the lying one, so that the other can still
    work."""
    ranks = top_first(order)
    return first(lambda golem: 2 * ranks[golem.district] + (not golem.lying), clause)


@cache
def from_below(order: tuple[District, ...], clause: str) -> Rule[Golem]:
    """The same from the lowest tile (GOL-STRAT-07)."""
    ranks = bottom_first(order)
    return first(lambda golem: 2 * ranks[golem.district] + (not golem.lying), clause)


def choose_rightmost(
    golems: Sequence[Golem], order: Order, notes: Notes | None, about: str, clause: str, tied: str
) -> Golem | None:
    """Her rightmost golem, whatever its posture, then top-first."""
    return choose(
        one_of_each(golems, notes),
        most(section_of, clause),
        from_top(tuple(order), tied),
        notes=notes,
        about=about,
    )


def choose_step(
    golems: Sequence[Golem],
    order: Order,
    direction: Direction,
    rulings: Rulings,
    notes: Notes | None,
    optional: bool = False,
) -> GolemStep | None:
    """Which golem makes a step, and where to. ``optional``: a step forward or back need not be made (GOL-A23)."""
    match direction:
        case "forward":
            return forward(golems, order, rulings, notes)
        case "backward":
            return backward(golems, order, rulings, notes)
        case "either":
            return either(golems, order, rulings, notes, optional=optional)
        case "forward-or-stay":
            return forward_or_stay(golems, order, rulings, notes)


# A lying golem before a standing one. One that cannot move is not a candidate; switched, it loses the step (GOL-A36).
WHO_GOES_FORWARD: dict[bool, Sequence[Rule[Golem]]] = {
    False: (ABLE_FORWARD, prefer(lies, "GOL-MOVE-05")),
    True: (prefer(lies, "GOL-MOVE-05"), ABLE_FORWARD),
}
WHO_GOES_BACK: dict[bool, Sequence[Rule[Golem]]] = {
    False: (ABLE_BACK, prefer(lies, "GOL-MOVE-08")),
    True: (prefer(lies, "GOL-MOVE-08"), ABLE_BACK),
}


def forward(golems: Sequence[Golem], order: Order, rulings: Rulings, notes: Notes | None) -> GolemStep | None:
    return decided(_forward, tuple(golems), tuple(order), rulings.a36 == "step-lost", notes=notes)


def _forward(
    golems: Sequence[Golem], order: tuple[District, ...], loses_step: bool, notes: Notes | None
) -> GolemStep | None:
    found = choose(
        one_of_each(golems, notes),
        *WHO_GOES_FORWARD[loses_step],
        LEFTMOST,
        from_top(order, "GOL-MOVE-07"),
        notes=notes,
        about="step-forward",
    )
    return GolemStep(found, found.section + 1) if found else None


def backward(golems: Sequence[Golem], order: Order, rulings: Rulings, notes: Notes | None) -> GolemStep | None:
    return decided(_backward, tuple(golems), tuple(order), rulings.a36 == "step-lost", notes=notes)


def _backward(
    golems: Sequence[Golem], order: tuple[District, ...], loses_step: bool, notes: Notes | None
) -> GolemStep | None:
    found = choose(
        one_of_each(golems, notes),
        *WHO_GOES_BACK[loses_step],
        RIGHTMOST,
        from_below(order, "GOL-MOVE-10"),
        notes=notes,
        about="step-backward",
    )
    return GolemStep(found, found.section - 1) if found else None


LYING_IN_ONE: Rule[Golem] = only(lambda golem: golem.lying and golem.section == 1, "GOL-MOVE-12")


def either(
    golems: Sequence[Golem], order: Order, rulings: Rulings, notes: Notes | None, *, optional: bool = False
) -> GolemStep | None:
    """Back, but a golem lying in section I is stood up forward (GOL-MOVE-11…14)."""
    lying = [golem.section for golem in golems if golem.lying]
    elsewhere = len(lying) > lying.count(1)
    if 1 in lying and not (elsewhere and rulings.a22 == "lying-right"):
        found = choose(
            one_of_each(golems, notes),
            LYING_IN_ONE,
            from_top(tuple(order), "GOL-MOVE-14"),
            notes=notes,
            about="step-either",
        )
        return GolemStep(found, 2) if found else None
    back = backward(golems, order, rulings, notes)
    if back is not None or (optional and rulings.a23 == "not-made"):
        return back
    if notes:
        notes.pop()  # nobody can go back: what is told is how the step forward came about
    return forward(golems, order, rulings, notes)


# Made only to stand a golem up; the other text would move a standing one too (GOL-MOVE-15, GOL-MOVE-16, GOL-C08).
WHO_STANDS_UP: dict[Text, Rule[Golem]] = {"ru": only(lies, "GOL-MOVE-15"), "ua": prefer(lies, "GOL-C08")}


def forward_or_stay(golems: Sequence[Golem], order: Order, rulings: Rulings, notes: Notes | None) -> GolemStep | None:
    found = choose(
        one_of_each(golems, notes),
        ABLE_FORWARD,
        WHO_STANDS_UP[rulings.c08],
        LEFTMOST,
        from_top(tuple(order), "GOL-MOVE-07"),
        notes=notes,
        about="step-or-stay",
    )
    return GolemStep(found, found.section + 1) if found else None


# ---------------------------------------------------------------------------------------------------------- the step


def put(desk: Desk, old: Golem, new: Golem | None) -> None:
    """Replace a golem on the board, or take it away."""
    golems = desk.position.golems
    index = golems.index(old)
    golems[index : index + 1] = [] if new is None else [new]


def make_step(desk: Desk, direction: Direction, clause: str, optional: bool = False) -> Golem | None:
    """One step of the golem that is chosen for it; it stands afterwards (GOL-MOVE-04, GOL-MOVE-19)."""
    position = desk.position
    step = choose_step(position.golems, position.order, direction, desk.rulings, desk.notes, optional)
    if step is None:
        return None
    golem, to = step.golem, step.to
    moved = Golem(golem.district, to, STANDS, golem.number)
    position.golems[position.golems.index(golem)] = moved
    if desk.heard:
        desk.tell(GolemMoves(golem.district, golem.section, to, golem.lying), clause, "GOL-MOVE-19")
    if to > golem.section and to in TOLLS:  # GOL-MOVE-17, GOL-MOVE-18, GOL-MOVE-21
        pay(desk, fact(desk, "toll.knowledge", to), "toll", "GOL-MOVE-17")
    return moved


def can_step(desk: Desk, direction: Direction) -> bool:
    position = desk.position
    return choose_step(position.golems, position.order, direction, desk.rulings, None, optional=True) is not None


@deed("step")
def _step(desk: Desk, part: Effect, _: str) -> bool:
    """Steps that an effect gives: forward or back, forward, or forward if she likes."""
    direction = MANNERS[part.which]
    made = 0
    for _number in range(part.amount):
        if make_step(desk, direction, CLAUSES[direction], optional=True) is None:
            break
        made += 1
    if made < part.amount:
        clause = "GOL-MOVE-16" if direction == "forward-or-stay" else "GOL-MOVE-20"
        if desk.heard:
            desk.tell(NoStep(part.amount - made), clause)
    return made > 0
