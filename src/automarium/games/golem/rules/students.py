"""The Automa's students in the streets, and the menorah tokens there (GOL-STUDENT)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, TypeAlias

from automarium.engine.choice.choose import choose, decision, first, least, most, only
from automarium.engine.choice.trace import Notes
from automarium.engine.message import term
from automarium.engine.play.decision import YES_NO
from automarium.engine.question import Pick
from automarium.games.golem.effects import Effect
from automarium.games.golem.events import Menorah, StudentMoves
from automarium.games.golem.position import (
    AREA_OF,
    DISTRICTS,
    MENORAH_SECTION,
    SECTIONS,
    Desk,
    District,
    name_place,
    one_of,
)
from automarium.games.golem.rules.effects import deed
from automarium.games.golem.rules.strategy import Order, rank_bottom_first, rank_top_first

StudentWay: TypeAlias = Literal["forward", "backward"]


def choose_student(
    students: Mapping[District, int],
    order: Order,
    direction: StudentWay,
    notes: Notes | None,
    but: Sequence[District] = (),
) -> District | None:
    """Return the student that moves: forward the leftmost, backward the rightmost of those that can
    (GOL-STUDENT-01…07)."""
    return _student(tuple(students.items()), tuple(order), direction, tuple(but), notes=notes)


@decision
def _student(
    there: tuple[tuple[District, int], ...],
    order: Order,
    direction: StudentWay,
    but: Sequence[District],
    *,
    notes: Notes | None = None,
) -> District | None:
    students = dict(there)
    candidates = [district for district in DISTRICTS if district not in but]
    if direction == "forward":
        return choose(
            candidates,
            only(lambda district: students[district] < SECTIONS, "GOL-STUDENT-07"),
            least(students.__getitem__, "GOL-STUDENT-01"),
            first(rank_top_first(order).__getitem__, "GOL-STUDENT-02"),
            notes=notes,
            about="student-forward",
            family="district",
        )
    return choose(
        candidates,
        only(lambda district: students[district] > 1, "GOL-STUDENT-07"),
        most(students.__getitem__, "GOL-STUDENT-03"),
        first(rank_bottom_first(order).__getitem__, "GOL-STUDENT-04"),
        notes=notes,
        about="student-backward",
        family="district",
    )


def move_student(desk: Desk, district: District, *clauses: str) -> bool:
    """Move a student one step forward if it can (GOL-STUDENT-07)."""
    position = desk.position
    reached = position.students[district] + 1
    if reached > SECTIONS:
        return False
    position.students[district] = reached
    desk.emit(StudentMoves, clauses, district, reached)
    if reached == MENORAH_SECTION and district not in (*position.menorahs, *position.menorahs_gone):
        take_menorah(desk, district)
    return True


def take_menorah(desk: Desk, district: District) -> None:
    """Take the district's menorah token with the first student of all sides in section VIII (base game)."""
    position = desk.position
    params, at = {"district": term("district", district)}, name_place(district, MENORAH_SECTION)
    asked = Pick(about="ask.menorah", params=params, place=at, options=YES_NO, family="answer")
    if desk.ask(asked) == "yes":
        position.menorahs.append(district)
        position.menorah_count[AREA_OF[district]] += 1
        desk.emit(Menorah, "GOL-GEN-02", district)
    else:
        with desk.observed():
            position.menorahs_gone.append(district)


def move_student_back(desk: Desk, district: District, *clauses: str) -> None:
    desk.position.students[district] -= 1
    desk.emit(StudentMoves, clauses, district, desk.position.students[district], back=True)


@deed("student")
def _step_of_student(desk: Desk, part: Effect, _: str) -> bool:
    """Move the student of a district, or of the Automa's choice, step by step (GOL-STUDENT-01, -02, -05)."""
    moved = False
    for _step in range(part.amount):
        if part.which:
            district: District | None = one_of(DISTRICTS, part.which)
        else:
            district = choose_student(desk.position.students, desk.position.order, "forward", desk.notes)
        if district is not None:
            clause = "GOL-STUDENT-05" if part.which else "GOL-STUDENT-01"
            moved = move_student(desk, district, clause) or moved
    return moved


@deed("student-back")
def _student_back(desk: Desk, part: Effect, _: str) -> bool:
    move_student_back(desk, one_of(DISTRICTS, part.which), "GOL-STUDENT-05", "GOL-GEN-08")
    return True
