"""How her golems step, one step after the other (GOL-MOVE)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Literal, NamedTuple, TypeAlias

import msgspec

from automarium.games.golem.effects import Effect
from automarium.games.golem.events import GolemMoves, NoStep
from automarium.games.golem.facts import fact
from automarium.games.golem.position import SECTIONS, TOLLS, Desk, District, Golem
from automarium.games.golem.rules.carrying import deed
from automarium.games.golem.rules.resources import pay
from automarium.games.golem.rules.strategy import Order, bottom_first, top_first
from automarium.games.golem.rulings import Rulings
from automarium.kernel.choice import Notes, Rule, choose, first, least, most, only, prefer

Direction: TypeAlias = Literal["forward", "backward", "either", "forward-or-stay"]
# How an effect words a step, and the clause that such a step follows.
MANNERS: dict[str, Direction] = {"either": "either", "forward": "forward", "stay": "forward-or-stay"}
CLAUSES = {"either": "GOL-MOVE-11", "forward": "GOL-MOVE-05", "forward-or-stay": "GOL-MOVE-15"}


class Step(NamedTuple):
    golem: Golem
    to: int


def one_of_each(golems: Iterable[Golem]) -> tuple[Golem, ...]:
    """Golems that nothing but the piece itself tells apart are one candidate."""
    return tuple({(golem.district, golem.section, golem.lying): golem for golem in reversed(list(golems))}.values())


# ------------------------------------------------------------------------------------------------------- which golem


def choose_step(
    golems: Sequence[Golem],
    order: Order,
    direction: Direction,
    rulings: Rulings,
    notes: Notes | None,
    *,
    optional: bool = False,
) -> Step | None:
    """Which golem makes a step, and where to. ``optional``: a step back or forth need not be made (GOL-A23)."""
    match direction:
        case "forward":
            return forward(golems, order, rulings, notes)
        case "backward":
            return backward(golems, order, rulings, notes)
        case "either":
            return either(golems, order, rulings, notes, optional=optional)
        case "forward-or-stay":
            return forward_or_stay(golems, order, rulings, notes)


def forward(golems: Sequence[Golem], order: Order, rulings: Rulings, notes: Notes | None) -> Step | None:
    found = choose(
        one_of_each(golems),
        *_lying_first("GOL-MOVE-05", only(_can_go_forward, "GOL-MOVE-20"), rulings),
        least(section_of, "GOL-MOVE-06"),
        first(in_order(top_first(order)), "GOL-MOVE-07"),
        notes=notes,
        about="step-forward",
    )
    return Step(found, found.section + 1) if found else None


def backward(golems: Sequence[Golem], order: Order, rulings: Rulings, notes: Notes | None) -> Step | None:
    found = choose(
        one_of_each(golems),
        *_lying_first("GOL-MOVE-08", only(_can_go_back, "GOL-MOVE-20"), rulings),
        most(section_of, "GOL-MOVE-09"),
        first(in_order(bottom_first(order)), "GOL-MOVE-10"),
        notes=notes,
        about="step-backward",
    )
    return Step(found, found.section - 1) if found else None


def _lying_first(clause: str, can: Rule[Golem], rulings: Rulings) -> tuple[Rule[Golem], ...]:
    """A lying golem before a standing one; one that cannot move is no candidate (GOL-A36)."""
    lying = prefer(lies, clause)
    return (can, lying) if rulings.a36 == "no-candidate" else (lying, can)


def either(
    golems: Sequence[Golem], order: Order, rulings: Rulings, notes: Notes | None, *, optional: bool = False
) -> Step | None:
    """Back, but a golem lying in section I is stood up forward (GOL-MOVE-11…14)."""
    lying_in_one = [golem for golem in golems if golem.lying and golem.section == 1]
    elsewhere = any(golem.lying and golem.section > 1 for golem in golems)
    if lying_in_one and not (elsewhere and rulings.a22 == "lying-right"):
        found = choose(
            one_of_each(golems),
            only(lambda golem: golem.lying and golem.section == 1, "GOL-MOVE-12"),
            first(in_order(top_first(order)), "GOL-MOVE-14"),
            notes=notes,
            about="step-either",
        )
        return Step(found, 2) if found else None
    back = backward(golems, order, rulings, notes)
    if back is not None or (optional and rulings.a23 == "not-made"):
        return back
    if notes:
        notes.pop()  # nobody can go back: what is told is how the step forward came about
    return forward(golems, order, rulings, notes)


def forward_or_stay(golems: Sequence[Golem], order: Order, rulings: Rulings, notes: Notes | None) -> Step | None:
    """Made only to stand a golem up (GOL-MOVE-15, GOL-MOVE-16); the other text would move a standing one too."""
    lying = only(lies, "GOL-MOVE-15") if rulings.c08 == "ru" else prefer(lies, "GOL-C08")
    found = choose(
        one_of_each(golems),
        only(_can_go_forward, "GOL-MOVE-20"),
        lying,
        least(section_of, "GOL-MOVE-06"),
        first(in_order(top_first(order)), "GOL-MOVE-07"),
        notes=notes,
        about="step-or-stay",
    )
    return Step(found, found.section + 1) if found else None


def _can_go_forward(golem: Golem) -> bool:
    return golem.section < SECTIONS


def _can_go_back(golem: Golem) -> bool:
    return golem.section > 1


def lies(golem: Golem) -> bool:
    return golem.lying


def section_of(golem: Golem) -> int:
    return golem.section


def in_order(ranks: dict[District, int]) -> Callable[[Golem], int]:
    """By district. Two golems that only their posture tells apart: the lying one, so that the other can still work."""
    return lambda golem: 2 * ranks[golem.district] + (not golem.lying)


# ---------------------------------------------------------------------------------------------------------- the step


def put(desk: Desk, old: Golem, new: Golem | None) -> None:
    """Replace a golem on the board, or take it away."""
    golems = desk.position.golems
    index = golems.index(old)
    golems[index : index + 1] = [] if new is None else [new]


def make_step(desk: Desk, direction: Direction, *, optional: bool = False, clause: str) -> Golem | None:
    """One step of the golem that is chosen for it; it stands afterwards (GOL-MOVE-04, GOL-MOVE-19)."""
    position = desk.position
    step = choose_step(position.golems, position.order, direction, desk.rulings, desk.notes, optional=optional)
    if step is None:
        return None
    golem, to = step
    moved = msgspec.structs.replace(golem, section=to, lying=False)
    put(desk, golem, moved)
    desk.tell(GolemMoves(golem.district, golem.section, to), clause, "GOL-MOVE-19")
    if to > golem.section and to in TOLLS:  # GOL-MOVE-17, GOL-MOVE-18, GOL-MOVE-21
        pay(desk, fact(desk, f"toll.{to}.knowledge"), "toll", "GOL-MOVE-17")
    return moved


def can_step(desk: Desk, direction: Direction) -> bool:
    position = desk.position
    return choose_step(position.golems, position.order, direction, desk.rulings, None, optional=True) is not None


@deed("step")
def _step(desk: Desk, part: Effect, _: str) -> bool:
    """Steps that an effect gives: back or forth, forward, or forward if she likes."""
    direction = MANNERS[part.which]
    made = 0
    for _number in range(part.amount):
        if make_step(desk, direction, optional=True, clause=CLAUSES[direction]) is None:
            break
        made += 1
    if made < part.amount:
        clause = "GOL-MOVE-16" if direction == "forward-or-stay" else "GOL-MOVE-20"
        desk.tell(NoStep(part.amount - made), clause)
    return made > 0
