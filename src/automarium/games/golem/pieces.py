"""Students and the two tracks (GOL-STUDENT, GOL-TRACK)."""

from __future__ import annotations

from automarium.games.golem.carrying import deed
from automarium.games.golem.choices import choose_student
from automarium.games.golem.effects import Effect
from automarium.games.golem.events import Menorah, StudentMoves, TrackMoves
from automarium.games.golem.facts import YES_NO, Desk, known
from automarium.games.golem.position import AREA_OF, SECTIONS, TOLLS, District
from automarium.games.golem.rewards import ControlFree, Goal
from automarium.kernel.pack import HOLE
from automarium.kernel.table import Pick

MENORAH_SECTION = TOLLS[0]


def move_student(desk: Desk, district: District, *clauses: str) -> bool:
    """One step forward, if the street has one more (GOL-STUDENT-07)."""
    position = desk.position
    if position.students[district] >= SECTIONS:
        return False
    position.students[district] += 1
    desk.table.tell(StudentMoves(district, position.students[district]), *clauses)
    if position.students[district] == MENORAH_SECTION and district not in position.menorahs:
        take_menorah(desk, district)
    return True


def take_menorah(desk: Desk, district: District) -> None:
    """The first student of anybody in section VIII takes the district's menorah token (base game)."""
    about = Pick(about="ask.menorah", params={"district": district}, options=YES_NO, family="answer")
    if desk.table.ask(about) == "yes":
        desk.position.menorahs.append(district)
        desk.position.menorah_count[AREA_OF[district]] += 1
        desk.table.tell(Menorah(district), "GOL-GEN-02")


def move_student_back(desk: Desk, district: District, *clauses: str) -> None:
    desk.position.students[district] -= 1
    desk.table.tell(StudentMoves(district, desk.position.students[district], back=True), *clauses)


@deed("student")
def _student(desk: Desk, part: Effect, _: str) -> bool:
    """Named by its district, or of her choice, step by step (GOL-STUDENT-01, -02, -05)."""
    moved = False
    for _step in range(part.amount):
        if part.which:
            district: District | None = part.which  # type: ignore[assignment]
        else:
            district = choose_student(desk.position.students, desk.position.order, "forward", desk.table.notes)
        if district is not None:
            clause = "GOL-STUDENT-05" if part.which else "GOL-STUDENT-01"
            moved = move_student(desk, district, clause) or moved
    return moved


@deed("student-back")
def _student_back(desk: Desk, part: Effect, _: str) -> bool:
    move_student_back(desk, part.which, "GOL-STUDENT-05", "GOL-GEN-08")  # type: ignore[arg-type]
    return True


# --------------------------------------------------------------------------------------------------------- the tracks


def move_golem_track(desk: Desk, by: int, *clauses: str) -> bool:
    position = desk.position
    reached = min(max(position.golem_track + by, 1), desk.fact("golem_track.whole.spaces"))
    if reached == position.golem_track:
        return False
    position.golem_track = reached
    desk.table.tell(TrackMoves("golem", reached, by > 0), *clauses)
    return True


def move_study_track(desk: Desk, by: int, *clauses: str) -> bool:
    position = desk.position
    reached = min(max(position.study_track + by, 0), desk.fact("study_track.whole.spaces"))
    if reached == position.study_track:
        return False
    position.study_track = reached
    value_study_track(desk)
    desk.table.tell(TrackMoves("study", reached, by > 0), *clauses)
    return True


def value_study_track(desk: Desk) -> None:
    """What her space is worth at the end; what is unknown is asked then."""
    position = desk.position
    path = f"study_space.{position.study_track}.vp"
    worth: int | str = 0
    if position.study_track:
        worth = desk.fact(path) if position.over else known(position, desk.pack, path)
    position.study_vp = 0 if worth == HOLE else int(worth)


@deed("track")
def _track(desk: Desk, part: Effect, _: str) -> bool:
    """Up or down as she likes: up (GOL-TRACK-01)."""
    return move_golem_track(desk, part.amount, "GOL-TRACK-01")


@deed("study")
def _study(desk: Desk, part: Effect, _: str) -> bool:
    return move_study_track(desk, part.amount, "GOL-GEN-02")


@deed("study-back")
def _study_back(desk: Desk, _: Effect, __: str) -> bool:
    return move_study_track(desk, -1, "GOL-GEN-08")


@deed("goal")
def _goal(desk: Desk, part: Effect, _: str) -> bool:
    """Which of the drawn cards she keeps does not matter (GOL-SCORE-07)."""
    desk.position.goals += part.amount
    desk.table.tell(Goal(desk.position.goals), "GOL-SCORE-07", "GOL-GEN-06")
    return True


@deed("control-free")
def _control_free(desk: Desk, _: Effect, __: str) -> bool:
    desk.position.control_free = True
    desk.table.tell(ControlFree(), "GOL-GEN-02")
    return bool(desk.position.golems)
