"""Students on their streets and the marker of the golem track (GOL-STUDENT, GOL-TRACK)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import pytest

from automarium.engine.choice.trace import Notes, Trace
from automarium.games.golem.position import District
from automarium.games.golem.rules.effects import carry_out, carry_out_whole
from automarium.games.golem.rules.golems import create, kill
from automarium.games.golem.rules.students import choose_student
from automarium.games.golem.rules.synagogue import play_marble_turn
from tests.games.golem.kit import ORDER, Told, card, carry, kept, pack, plain, position
from tests.traces import thrown_out_by_name as thrown_out

BLUE_FIRST: Sequence[District] = ("blue", "yellow", "red")


def choice(
    red: int, yellow: int, blue: int, direction: Literal["forward", "backward"], order: Sequence[District] = ORDER
) -> tuple[str | None, Trace]:
    notes: Notes = []
    students: dict[District, int] = {"red": red, "yellow": yellow, "blue": blue}
    found = choose_student(students, order, direction, notes)
    (trace,) = notes
    return found, trace


def by_effect(*effects: str, source: str = "rabbi", **fields: Any) -> Told:
    return carry(position(**fields), lambda desk: carry_out_whole(desk, effects, source))


def black_marble(**fields: Any) -> Told:
    """A marble turn with a black marble in the Artifact row, after which nothing more is asked."""
    played = card(["black"])
    table = position(rows={"artifact": ["black"]}, cards=[played], exhausted=["yellow"], **fields)
    return carry(table, lambda desk: play_marble_turn(desk, played), [[]])


def moved(told: Told) -> list[tuple[str, int]]:
    return [
        (plain(step.event)["district"], told.position.students[plain(step.event)["district"]])
        for step in told.all("student")
    ]


# ------------------------------------------------------------------------------------------------------------ students


@pytest.mark.clause("GOL-STUDENT-01")
@pytest.mark.parametrize("order", [ORDER, BLUE_FIRST], ids=str)
def test_of_her_choice_the_leftmost_student_goes_forward(order: Sequence[District]) -> None:
    found, trace = choice(3, 2, 4, "forward", order)
    assert found == "yellow"
    assert thrown_out(trace) == {"red": "GOL-STUDENT-01", "blue": "GOL-STUDENT-01"}


@pytest.mark.clause("GOL-STUDENT-01")
def test_each_step_of_an_effect_is_a_choice_of_its_own() -> None:
    told = by_effect("student-3", students={"red": 1, "yellow": 2, "blue": 5})
    assert [plain(step.event)["district"] for step in told.all("student")] == ["red", "red", "yellow"]
    assert {step.clauses for step in told.all("student")} == {("GOL-STUDENT-01",)}
    assert told.position.students == {"red": 3, "yellow": 3, "blue": 5}


@pytest.mark.clause("GOL-STUDENT-02")
@pytest.mark.parametrize(
    ("order", "found"), [(ORDER, "red"), (BLUE_FIRST, "blue"), (("yellow", "blue", "red"), "blue")]
)
def test_tied_students_go_forward_top_first(order: Sequence[District], found: str) -> None:
    chosen, trace = choice(2, 5, 2, "forward", order)
    assert chosen == found
    assert kept(trace, "GOL-STUDENT-01") == ("red", "blue")
    assert set(thrown_out(trace).values()) == {"GOL-STUDENT-01", "GOL-STUDENT-02"}


@pytest.mark.clause("GOL-STUDENT-03")
@pytest.mark.parametrize("order", [ORDER, BLUE_FIRST], ids=str)
def test_of_her_choice_the_rightmost_student_goes_back(order: Sequence[District]) -> None:
    found, trace = choice(3, 6, 4, "backward", order)
    assert found == "yellow"
    assert thrown_out(trace) == {"red": "GOL-STUDENT-03", "blue": "GOL-STUDENT-03"}


@pytest.mark.clause("GOL-STUDENT-04")
@pytest.mark.parametrize(("order", "found"), [(ORDER, "blue"), (BLUE_FIRST, "red"), (("yellow", "blue", "red"), "red")])
def test_tied_students_go_back_bottom_first(order: Sequence[District], found: str) -> None:
    chosen, trace = choice(5, 2, 5, "backward", order)
    assert chosen == found
    assert kept(trace, "GOL-STUDENT-03") == ("red", "blue")
    assert set(thrown_out(trace).values()) == {"GOL-STUDENT-03", "GOL-STUDENT-04"}


@pytest.mark.clause("GOL-STUDENT-05")
def test_an_effect_that_names_a_district_moves_that_student() -> None:
    """Red is the leftmost and the highest; it is blue all the same, without any choice."""
    told = by_effect("blue-student-1", students={"red": 1, "yellow": 3, "blue": 6})
    assert told.position.students == {"red": 1, "yellow": 3, "blue": 7}
    assert told.one("student").clauses == ("GOL-STUDENT-05",)
    assert told.one("student").traces == ()


@pytest.mark.clause("GOL-STUDENT-05")
def test_a_coloured_marble_moves_the_student_of_its_colour() -> None:
    played = card(["most"])
    table = position(rows={"artifact": ["blue"]}, cards=[played], exhausted=["yellow"], students={"red": 1, "blue": 6})
    told = carry(table, lambda desk: play_marble_turn(desk, played), [[]])
    assert moved(told) == [("blue", 7)]
    assert "GOL-STUDENT-05" in told.one("student").clauses


@pytest.mark.clause("GOL-STUDENT-06")
@pytest.mark.parametrize(
    ("students", "order", "expected"),
    [
        ({"red": 1, "yellow": 4, "blue": 3}, ORDER, ["red", "blue"]),
        ({"red": 1, "yellow": 4, "blue": 4}, ORDER, ["red", "yellow"]),
        ({"red": 1, "yellow": 4, "blue": 4}, BLUE_FIRST, ["red", "blue"]),
        ({"red": 2, "yellow": 2, "blue": 2}, BLUE_FIRST, ["blue", "yellow"]),
    ],
)
def test_a_black_marble_moves_two_different_students(
    students: dict[str, int], order: Sequence[District], expected: list[str]
) -> None:
    """The first by 01 and 02, then without that one the second: red stays leftmost after its step."""
    told = black_marble(students=students, order=order)
    assert [plain(step.event)["district"] for step in told.all("student")] == expected
    assert {step.clauses for step in told.all("student")} == {("GOL-STUDENT-06",)}
    second = told.all("student")[1].traces[-1]
    assert expected[0] not in second.candidates


@pytest.mark.clause("GOL-STUDENT-07")
def test_a_student_on_the_first_space_cannot_go_back() -> None:
    found, trace = choice(1, 2, 1, "backward")
    assert found == "yellow"
    assert thrown_out(trace) == {"red": "GOL-STUDENT-07", "blue": "GOL-STUDENT-07"}
    nobody, nothing = choice(1, 1, 1, "backward")
    assert nobody is None
    assert set(thrown_out(nothing).values()) == {"GOL-STUDENT-07"}


@pytest.mark.clause("GOL-STUDENT-07")
def test_a_student_at_the_end_of_its_street_is_no_candidate() -> None:
    found, trace = choice(10, 10, 10, "forward")
    assert found is None
    assert set(thrown_out(trace).values()) == {"GOL-STUDENT-07"}
    told = black_marble(students={"red": 10, "yellow": 10, "blue": 9})
    assert moved(told) == [("blue", 10)], "the other step of the black marble is lost"
    assert told.vp == 0, "and gives nothing"


# ------------------------------------------------------------------------------------------------------ the golem track


@pytest.mark.clause("GOL-TRACK-01")
@pytest.mark.parametrize("at", [1, 5, 11])
def test_up_or_down_is_up(at: int) -> None:
    told = by_effect("track-1", golem_track=at)
    assert told.position.golem_track == at + 1
    assert told.data("track") == {"do": "track", "track": "golem", "to": at + 1, "up": True}
    assert told.one("track").clauses == ("GOL-TRACK-01",)


@pytest.mark.clause("GOL-TRACK-01")
def test_at_the_top_it_is_not_moved_down_instead() -> None:
    told = by_effect("track-1", golem_track=12)
    assert told.position.golem_track == 12
    assert told.all("track") == []


@pytest.mark.clause("GOL-TRACK-02", "GOL-GOLEM-08")
def test_a_creation_moves_the_marker_two_up() -> None:
    told = carry(position("red 3", golem_track=4, marker=10), create)
    assert told.position.golem_track == 6
    assert told.one("track").clauses == ("GOL-TRACK-02", "GOL-GOLEM-08")


@pytest.mark.clause("GOL-TRACK-02")
def test_at_the_end_of_the_track_it_goes_as_far_as_it_can() -> None:
    assert carry(position(golem_track=11, marker=10), create).position.golem_track == 12


@pytest.mark.clause("GOL-TRACK-03", "GOL-KILL-06")
def test_a_death_moves_the_marker_one_down() -> None:
    told = carry(position("red 3", "blue 5", golem_track=4), kill, [0])
    assert told.position.golem_track == 3
    assert told.data("track")["up"] is False
    assert told.one("track").clauses == ("GOL-TRACK-03", "GOL-KILL-06")


@pytest.mark.clause("GOL-TRACK-02", "GOL-TRACK-03")
def test_every_creation_and_every_death_counts() -> None:
    told = carry(position(golem_track=3, marker=20), lambda desk: (create(desk), create(desk), kill(desk)), [0])
    assert told.position.golem_track == 6


def test_the_multiplier_follows_the_track() -> None:
    """The tile moves the track first, then counts its level: parts are applied from left to right."""
    own = pack(golem_space={"4": {"level": 3}})
    table = position(golem_track=3, marker=0)
    told = carry(table, lambda desk: carry_out(desk, ("track-1", "vp-1-per-level"), "rabbi"), facts=own)
    assert told.vp == 3
