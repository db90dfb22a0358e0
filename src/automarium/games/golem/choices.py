"""Her decisions about golems, students and districts: each a narrowing over plain facts (GOL-MOVE, WORK, KILL, …)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Literal, NamedTuple, TypeAlias

from automarium.games.golem.position import DISTRICTS, SECTIONS, District, Golem, top_first
from automarium.kernel.choice import Notes, Rule, choose, first, least, most, only, prefer

Direction: TypeAlias = Literal["forward", "backward", "either", "forward-or-stay"]
Order: TypeAlias = Sequence[District]
Rulings: TypeAlias = Mapping[str, str]

WORK_PRICES = (0, 1, 3, 5, 8)  # GOL-WORK-02: for 0 to 4 golems
WORK_LIMIT = 2  # GOL-WORK-01


class Step(NamedTuple):
    golem: Golem
    to: int


def by_district(order: Order, *, bottom_first: bool = False) -> dict[District, int]:
    """Top-first, or bottom-first where something moves backward (GOL-STRAT-07)."""
    ranks = top_first(order)
    return {district: -rank for district, rank in ranks.items()} if bottom_first else ranks


def one_of_each(golems: Iterable[Golem]) -> tuple[Golem, ...]:
    """Golems that nothing but the piece itself tells apart are one candidate."""
    return tuple({(golem.district, golem.section, golem.lying): golem for golem in reversed(list(golems))}.values())


# ----------------------------------------------------------------------------------------------------------- movement


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
        least(_section, "GOL-MOVE-06"),
        first(_in_order(order), "GOL-MOVE-07"),
        notes=notes,
        about="step-forward",
    )
    return Step(found, found.section + 1) if found else None


def backward(golems: Sequence[Golem], order: Order, rulings: Rulings, notes: Notes | None) -> Step | None:
    found = choose(
        one_of_each(golems),
        *_lying_first("GOL-MOVE-08", only(_can_go_back, "GOL-MOVE-20"), rulings),
        most(_section, "GOL-MOVE-09"),
        first(_in_order(order, bottom_first=True), "GOL-MOVE-10"),
        notes=notes,
        about="step-backward",
    )
    return Step(found, found.section - 1) if found else None


def _lying_first(clause: str, can: Rule[Golem], rulings: Rulings) -> tuple[Rule[Golem], ...]:
    """A lying golem before a standing one; one that cannot move is no candidate (GOL-A36)."""
    lying = prefer(_lies, clause)
    return (can, lying) if rulings["GOL-A36"] == "no-candidate" else (lying, can)


def either(
    golems: Sequence[Golem], order: Order, rulings: Rulings, notes: Notes | None, *, optional: bool = False
) -> Step | None:
    """Back, but a golem lying in section I is stood up forward (GOL-MOVE-11…14)."""
    lying_in_one = [golem for golem in golems if golem.lying and golem.section == 1]
    elsewhere = any(golem.lying and golem.section > 1 for golem in golems)
    if lying_in_one and not (elsewhere and rulings["GOL-A22"] == "lying-right"):
        found = choose(
            one_of_each(golems),
            only(lambda golem: golem.lying and golem.section == 1, "GOL-MOVE-12"),
            first(_in_order(order), "GOL-MOVE-14"),
            notes=notes,
            about="step-either",
        )
        return Step(found, 2) if found else None
    back = backward(golems, order, rulings, notes)
    if back is not None or (optional and rulings["GOL-A23"] == "not-made"):
        return back
    if notes:
        notes.pop()  # nobody can go back: what is told is how the step forward came about
    return forward(golems, order, rulings, notes)


def forward_or_stay(golems: Sequence[Golem], order: Order, rulings: Rulings, notes: Notes | None) -> Step | None:
    """Made only to stand a golem up (GOL-MOVE-15, GOL-MOVE-16); the other text would move a standing one too."""
    lying = only(_lies, "GOL-MOVE-15") if rulings["GOL-C08"] == "ru" else prefer(_lies, "GOL-C08")
    found = choose(
        one_of_each(golems),
        only(_can_go_forward, "GOL-MOVE-20"),
        lying,
        least(_section, "GOL-MOVE-06"),
        first(_in_order(order), "GOL-MOVE-07"),
        notes=notes,
        about="step-or-stay",
    )
    return Step(found, found.section + 1) if found else None


def _can_go_forward(golem: Golem) -> bool:
    return golem.section < SECTIONS


def _can_go_back(golem: Golem) -> bool:
    return golem.section > 1


def _lies(golem: Golem) -> bool:
    return golem.lying


def _stands(golem: Golem) -> bool:
    return not golem.lying


def _section(golem: Golem) -> int:
    return golem.section


def _in_order(order: Order, *, bottom_first: bool = False) -> Callable[[Golem], int]:
    """By district. Two golems that only their posture tells apart: the lying one, so that the other can still work."""
    ranks = by_district(order, bottom_first=bottom_first)
    return lambda golem: 2 * ranks[golem.district] + (not golem.lying)


# ------------------------------------------------------------------------------------------------ work, kill, creation


def golems_to_pay_for(standing: int, strength: int, notes: Notes | None = None) -> int:
    """How many golems work: as many as cost her no more than 2 knowledge (GOL-WORK-01…04, GOL-WORK-08)."""
    found = choose(
        range(1, len(WORK_PRICES)),
        only(lambda number: number <= standing, "GOL-WORK-08"),
        only(lambda number: WORK_PRICES[number] - strength <= WORK_LIMIT, "GOL-WORK-04"),
        most(int, "GOL-WORK-01"),
        notes=notes,
        about="work-number",
    )
    return found or 0


def choose_worker(golems: Iterable[Golem], order: Order, notes: Notes | None) -> Golem | None:
    """The next golem to be activated: the rightmost one that stands (GOL-WORK-05…07)."""
    return choose(
        one_of_each(golems),
        only(_stands, "GOL-WORK-07"),
        most(_section, "GOL-WORK-05"),
        first(_in_order(order), "GOL-WORK-06"),
        notes=notes,
        about="worker",
    )


def choose_neighbour(golems: Iterable[Golem], order: Order, notes: Notes | None) -> Golem | None:
    """Next to which golem a tile is resolved without activation: the rightmost of any posture (GOL-A42)."""
    return choose(
        one_of_each(golems),
        most(_section, "GOL-A42"),
        first(_in_order(order), "GOL-A42"),
        notes=notes,
        about="neighbour",
    )


def choose_victim(golems: Iterable[Golem], order: Order, notes: Notes | None) -> Golem | None:
    """The golem that dies: the rightmost, whatever its posture (GOL-KILL-01…03)."""
    return choose(
        one_of_each(golems),
        most(_section, "GOL-KILL-01"),
        first(_in_order(order), "GOL-KILL-02"),
        notes=notes,
        about="victim",
    )


def choose_district(golems: Iterable[Golem], order: Order, notes: Notes | None) -> District:
    """Where a golem is cheapest to create: the fewest of hers, then top-first (GOL-GOLEM-05…07)."""
    there = [golem.district for golem in golems]
    found = choose(
        DISTRICTS,
        least(there.count, "GOL-GOLEM-05"),
        first(top_first(order).__getitem__, "GOL-GOLEM-06"),
        notes=notes,
        about="create",
    )
    assert found is not None
    return found


# ------------------------------------------------------------------------------------------------------------ students


def choose_student(
    students: Mapping[District, int],
    order: Order,
    direction: Literal["forward", "backward"],
    notes: Notes | None,
    but: Sequence[District] = (),
) -> District | None:
    """Forward the leftmost, backward the rightmost; one that cannot move is no candidate (GOL-STUDENT-01…07)."""
    candidates = [district for district in DISTRICTS if district not in but]
    if direction == "forward":
        return choose(
            candidates,
            only(lambda district: students[district] < SECTIONS, "GOL-STUDENT-07"),
            least(students.__getitem__, "GOL-STUDENT-01"),
            first(by_district(order).__getitem__, "GOL-STUDENT-02"),
            notes=notes,
            about="student-forward",
        )
    return choose(
        candidates,
        only(lambda district: students[district] > 1, "GOL-STUDENT-07"),
        most(students.__getitem__, "GOL-STUDENT-03"),
        first(by_district(order, bottom_first=True).__getitem__, "GOL-STUDENT-04"),
        notes=notes,
        about="student-backward",
    )
