"""How the Automa's golems step, one step after the other (GOL-MOVE)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

import msgspec

from automarium.engine.choice.choose import least, most, only, prefer
from automarium.engine.choice.trace import Notes
from automarium.games.golem.effects import Effect
from automarium.games.golem.events import GolemMoves, NoStep
from automarium.games.golem.position import SECTIONS, TOLLS, Desk, Golem
from automarium.games.golem.printed_facts import get_fact
from automarium.games.golem.rules.effects import deed
from automarium.games.golem.rules.resources import pay
from automarium.games.golem.rules.strategy import STANDS, Order, Who, choose_golem, lies, make_who, section_of
from automarium.games.golem.rulings import Rulings, Text

Direction: TypeAlias = Literal["forward", "backward", "either", "forward-or-stay"]
# How an effect words a step, and the clause that such a step follows.
MANNERS: dict[str, Direction] = {"either": "either", "forward": "forward", "stay": "forward-or-stay"}
CLAUSES: dict[Direction, str] = {
    "either": "GOL-MOVE-11",
    "forward": "GOL-MOVE-05",
    "forward-or-stay": "GOL-MOVE-15",
}


class GolemStep(msgspec.Struct, frozen=True, gc=False):
    golem: Golem
    to: int


# ------------------------------------------------------------------------------------------------------- which golem


def _can_go_forward(golem: Golem) -> bool:
    return golem.section < SECTIONS


def _can_go_back(golem: Golem) -> bool:
    return golem.section > 1


ABLE_FORWARD = only(_can_go_forward, "GOL-MOVE-20")
ABLE_BACK = only(_can_go_back, "GOL-MOVE-20")
LEFTMOST = least(section_of, "GOL-MOVE-06")
RIGHTMOST = most(section_of, "GOL-MOVE-09")


def choose_step(
    golems: Sequence[Golem],
    order: Order,
    direction: Direction,
    rulings: Rulings,
    notes: Notes | None,
    optional: bool = False,
) -> GolemStep | None:
    """Return which golem makes a step, and where to. ``optional``: a step forward or back need not be made
    (GOL-A23)."""
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
WHO_GOES_FORWARD = {
    "no-candidate": make_who(ABLE_FORWARD, prefer(lies, "GOL-MOVE-05"), LEFTMOST, tied="GOL-MOVE-07"),
    "step-lost": make_who(prefer(lies, "GOL-MOVE-05"), ABLE_FORWARD, LEFTMOST, tied="GOL-MOVE-07"),
}
WHO_GOES_BACK = {
    "no-candidate": make_who(ABLE_BACK, prefer(lies, "GOL-MOVE-08"), RIGHTMOST, tied="GOL-MOVE-10", from_below=True),
    "step-lost": make_who(prefer(lies, "GOL-MOVE-08"), ABLE_BACK, RIGHTMOST, tied="GOL-MOVE-10", from_below=True),
}


def forward(golems: Sequence[Golem], order: Order, rulings: Rulings, notes: Notes | None) -> GolemStep | None:
    found = choose_golem(golems, order, WHO_GOES_FORWARD[rulings.a36], notes, "step-forward")
    return GolemStep(found, found.section + 1) if found else None


def backward(golems: Sequence[Golem], order: Order, rulings: Rulings, notes: Notes | None) -> GolemStep | None:
    found = choose_golem(golems, order, WHO_GOES_BACK[rulings.a36], notes, "step-backward")
    return GolemStep(found, found.section - 1) if found else None


LYING_IN_ONE = make_who(only(lambda golem: golem.lying and golem.section == 1, "GOL-MOVE-12"), tied="GOL-MOVE-14")


def either(
    golems: Sequence[Golem], order: Order, rulings: Rulings, notes: Notes | None, *, optional: bool = False
) -> GolemStep | None:
    """Return a step back; a golem lying in section I stands up by a step forward (GOL-MOVE-11…14)."""
    lying = [golem.section for golem in golems if golem.lying]
    elsewhere = len(lying) > lying.count(1)
    if 1 in lying and not (elsewhere and rulings.a22 == "lying-right"):
        found = choose_golem(golems, order, LYING_IN_ONE, notes, "step-either")
        return GolemStep(found, 2) if found else None
    back = backward(golems, order, rulings, notes)
    if back is not None or (optional and rulings.a23 == "not-made"):
        return back
    if notes:
        notes.pop()  # no golem can go back: the trace says how the step forward was chosen
    return forward(golems, order, rulings, notes)


# Made only to stand a golem up; the other text would move a standing one too (GOL-MOVE-15, GOL-MOVE-16, GOL-C08).
WHO_STANDS_UP: dict[Text, Who] = {
    "ru": make_who(ABLE_FORWARD, only(lies, "GOL-MOVE-15"), LEFTMOST, tied="GOL-MOVE-07"),
    "ua": make_who(ABLE_FORWARD, prefer(lies, "GOL-C08"), LEFTMOST, tied="GOL-MOVE-07"),
}


def forward_or_stay(golems: Sequence[Golem], order: Order, rulings: Rulings, notes: Notes | None) -> GolemStep | None:
    found = choose_golem(golems, order, WHO_STANDS_UP[rulings.c08], notes, "step-or-stay")
    return GolemStep(found, found.section + 1) if found else None


# ---------------------------------------------------------------------------------------------------------- the step


def put(desk: Desk, old: Golem, new: Golem | None) -> None:
    """Replace a golem on the board, or remove it."""
    golems = desk.position.golems
    index = golems.index(old)
    golems[index : index + 1] = [] if new is None else [new]


def make_step(desk: Desk, direction: Direction, clause: str, optional: bool = False) -> Golem | None:
    """Make one step with the chosen golem; it stands afterwards (GOL-MOVE-04, GOL-MOVE-19)."""
    position = desk.position
    step = choose_step(position.golems, position.order, direction, desk.rulings, desk.notes, optional)
    if step is None:
        return None
    golem, to = step.golem, step.to
    moved = Golem(golem.district, to, STANDS, golem.number)
    position.golems[position.golems.index(golem)] = moved
    desk.emit(GolemMoves, (clause, "GOL-MOVE-19"), golem.district, golem.section, to, golem.lying)
    if to > golem.section and to in TOLLS:  # GOL-MOVE-17, GOL-MOVE-18, GOL-MOVE-21
        pay(desk, get_fact(desk, "toll.knowledge", to), "toll", "GOL-MOVE-17")
    return moved


def can_step(desk: Desk, direction: Direction) -> bool:
    position = desk.position
    return choose_step(position.golems, position.order, direction, desk.rulings, None, optional=True) is not None


@deed("step")
def _step(desk: Desk, part: Effect, _: str) -> bool:
    """Make the steps of an effect: forward or back, forward, or forward if the Automa likes."""
    direction = MANNERS[part.which]
    made = 0
    for _number in range(part.amount):
        if make_step(desk, direction, CLAUSES[direction], optional=True) is None:
            break
        made += 1
    if made < part.amount:
        clause = "GOL-MOVE-16" if direction == "forward-or-stay" else "GOL-MOVE-20"
        desk.emit(NoStep, clause, part.amount - made)
    return made > 0
