"""Where the rabbi goes (RABBI)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from automarium.engine.choice.trace import Notes, Trace
from automarium.engine.question import Answer, AnyQuestion, Series
from automarium.games.golem.rules.rabbi import LOWEST, ActionSpot, choose_tile, play_rabbi_turn
from tests.games.golem.kit import Told, card, carry, golems, kept, position, replies, rulings, single
from tests.traces import thrown_out_by_name as thrown_out


def place(
    numbers: tuple[int, ...], *named: str, occupied: tuple[int, ...] = (), kills: tuple[int, ...] = (), tiles: int = 5
) -> tuple[int | str | None, Trace]:
    spots = [ActionSpot(number in occupied, number in kills) for number in range(1, tiles + 1)]
    notes: Notes = []
    return choose_tile(numbers, spots, golems(*named), rulings(), notes), notes[0]


def rabbi(*named: str, numbers: tuple[int, ...] = (2, 1, 3, 5, 4), stand_in: Any, **fields: Any) -> Told:
    """A whole rabbi turn with this grey column."""
    return carry(
        position(*named, **{"humans": 3, **fields}),
        lambda desk: play_rabbi_turn(desk, card(rabbi=numbers)),
        stand_in=stand_in,
    )


@pytest.mark.clause("GOL-RABBI-01", "GOL-RABBI-05", "GOL-RABBI-06")
@pytest.mark.parametrize("top", [1, 2, 3, 4, 5])
def test_the_topmost_number_of_the_grey_column_counted_from_the_top(top: int) -> None:
    numbers = (top, *(number for number in (5, 4, 3, 2, 1) if number != top))
    found, trace = place(numbers, "red 7")
    assert found == top
    assert set(thrown_out(trace).values()) == {"GOL-RABBI-05"}
    told = rabbi("red 7", numbers=numbers, stand_in=replies(occupied=[], action_tile=11))
    assert told.data("rabbi") == {"do": "rabbi", "tile": top}
    assert told.one("rabbi").clauses == ("GOL-RABBI-05",)
    assert told.position.rabbi == top


@pytest.mark.clause("GOL-RABBI-07")
def test_an_occupied_tile_is_passed_over_for_the_next_number_down() -> None:
    assert place((2, 1, 3, 5, 4), occupied=(2,))[0] == 1
    found, trace = place((2, 1, 3, 5, 4), occupied=(1, 2))
    assert found == 3
    assert thrown_out(trace) == {"2": "GOL-RABBI-07", "1": "GOL-RABBI-07", "5": "GOL-RABBI-05", "4": "GOL-RABBI-05"}


@pytest.mark.clause("GOL-RABBI-08", "GOL-A32")
@pytest.mark.parametrize(("tiles", "expected"), [(5, 5), (4, 4), (3, 3)])
def test_a_position_without_a_tile_is_like_an_occupied_one(tiles: int, expected: int) -> None:
    """The tiles there are lie on the top positions."""
    found, trace = place((5, 4, 3, 2, 1), tiles=tiles)
    assert found == expected
    assert [spot for spot, clause in thrown_out(trace).items() if clause == "GOL-RABBI-08"] == [
        str(number) for number in range(5, tiles, -1)
    ]
    asked: list[AnyQuestion] = []

    def answer(question: AnyQuestion) -> Answer:
        asked.extend(single(question))
        return replies(action_tile=11)(question)

    told = rabbi(numbers=(5, 4, 3, 2, 1), humans=tiles - 2, stand_in=answer)
    assert told.data("rabbi")["tile"] == expected
    assert isinstance(asked[0], Series)
    assert (asked[0].low, asked[0].high) == (1, tiles)


# ----------------------------------------------------------------------------------------------------- a kill is sought


@pytest.mark.clause("GOL-RABBI-02")
@pytest.mark.parametrize("far", [("blue 8",), ("red 9 lying",), ("yellow 10", "red 1"), ("blue 8", "red 10")])
def test_with_a_golem_in_viii_to_x_the_numbers_are_ignored_for_the_kill_tile(far: tuple[str, ...]) -> None:
    found, trace = place((2, 1, 3, 5, 4), *far, kills=(4,))
    assert found == 4
    assert thrown_out(trace) == {str(spot): "GOL-RABBI-02" for spot in (1, 2, 3, 5, LOWEST)}
    assert place((2, 1, 3, 5, 4), "red 7", kills=(4,))[0] == 2, "not for a golem in VII"


@pytest.mark.clause("GOL-RABBI-02", "GOL-RABBI-04")
def test_on_the_kill_tile_she_kills() -> None:
    known = replies(occupied=[1], kill_tile=3, cemetery=0)
    told = rabbi("blue 8", "red 9", stand_in=known, golem_track=5)
    assert told.data("rabbi")["tile"] == 3
    assert told.one("rabbi").clauses == ("GOL-RABBI-02",)
    assert told.data("tile-action")["action_tile"] == 5, "where it lies was told, what it is need not be asked"
    assert told.data("kill") == {"do": "kill", "district": "red", "section": 9}
    assert [str(golem) for golem in told.position.golems] == ["blue 8"]
    assert (told.vp, told.position.marker) == (1, 1), "the rest of its action, for one buried golem"


@pytest.mark.clause("GOL-RABBI-03", "GOL-RABBI-04")
@pytest.mark.parametrize(("kill_tile", "occupied"), [(0, []), (3, [3])])
def test_without_one_she_goes_to_the_lowest_space_and_kills_there(kill_tile: int, occupied: list[int]) -> None:
    known = replies(occupied=occupied, kill_tile=kill_tile, cemetery=0)
    told = rabbi("blue 8", "red 1", stand_in=known)
    assert told.data("rabbi") == {"do": "rabbi", "tile": LOWEST}
    assert told.one("rabbi").clauses == ("GOL-RABBI-03",)
    assert told.data("kill") == {"do": "kill", "district": "blue", "section": 8}
    assert told.position.rabbi == LOWEST
    assert "tile-action" not in told.tags


@pytest.mark.clause("GOL-RABBI-11")
def test_a_kill_tile_with_a_rabbi_on_it_is_not_available() -> None:
    found, trace = place((2, 1, 3, 5, 4), "blue 8", occupied=(3, 4), kills=(3,))
    assert found == LOWEST
    assert kept(trace, "GOL-RABBI-11") == ("1", "2", "5", LOWEST)
    assert kept(trace, "GOL-RABBI-02") == (LOWEST,)
    assert place((2, 1, 3, 5, 4), "blue 8", occupied=(4,), kills=(3,))[0] == 3


@pytest.mark.clause("GOL-RABBI-02", "GOL-KILL-07")
def test_only_if_she_seeks_a_kill_is_it_asked_where_the_tile_lies() -> None:
    asked: list[list[str]] = []

    def answer(question: AnyQuestion) -> Answer:
        asked.append([one.about for one in single(question)])
        return replies(action_tile=11, kill_tile=0, cemetery=0)(question)

    rabbi("blue 7", stand_in=answer)
    assert asked == [["ask.occupied", "ask.first-free"]], "on one screen"
    asked.clear()
    rabbi("blue 8", stand_in=answer)
    assert asked == [["ask.occupied", "ask.kill-tile", "ask.cemetery"]]


# -------------------------------------------------------------------------------------------- the lowest space, actions


@pytest.mark.clause("GOL-RABBI-09", "GOL-RABBI-12")
def test_a_grey_column_without_a_free_tile_is_reported_and_no_tile_chosen() -> None:
    found, trace = place((2, 1), "red 3", occupied=(1, 2))
    assert found is None
    assert thrown_out(trace) == {"2": "GOL-RABBI-07", "1": "GOL-RABBI-07"}
    told = rabbi("red 3", numbers=(2, 1), stand_in=replies(occupied=[1, 2]))
    assert told.tags == ["rabbi.none"]
    assert told.one("rabbi.none").clauses == ("GOL-RABBI-12",)
    assert (told.position.rabbi, told.vp) == (None, 0)


@pytest.mark.clause("GOL-RABBI-09", "GOL-RABBI-12")
@given(
    numbers=st.permutations([1, 2, 3, 4, 5]),
    humans=st.integers(1, 3),
    data=st.data(),
    sections=st.lists(st.integers(1, 7), max_size=4),
)
def test_a_column_of_all_positions_always_finds_a_free_tile(
    numbers: list[int], humans: int, data: st.DataObject, sections: list[int]
) -> None:
    """One tile more than participants, one rabbi each; the lowest space is no way out."""
    tiles = humans + 2
    occupied = data.draw(st.lists(st.integers(1, tiles), unique=True, max_size=humans))
    found, _ = place(tuple(numbers), *(f"red {at}" for at in sections), occupied=tuple(occupied), tiles=tiles)
    assert isinstance(found, int)
    assert 1 <= found <= tiles
    assert found not in occupied
    before = numbers[: numbers.index(found)]
    assert all(number in occupied or number > tiles for number in before)


@pytest.mark.clause("GOL-RABBI-10")
def test_the_action_of_the_tile_is_carried_out_by_her_rules() -> None:
    """Tile 12: any student a step forward, then VP of the leftmost; tile 8: two steps, one activation."""
    student = rabbi(stand_in=replies(occupied=[], action_tile=12), students={"red": 3, "yellow": 3, "blue": 2})
    assert student.position.students == {"red": 3, "yellow": 3, "blue": 3}
    assert student.vp == 3
    steps = rabbi("red 4", "blue 3", stand_in=replies(occupied=[], action_tile=8, neighbourhood=3))
    assert [step.event.__struct_config__.tag for step in steps.steps[2:5]] == ["golem-moves", "golem-moves", "activate"]
    assert sorted(map(str, steps.position.golems)) == ["blue 2", "red 3 lying"]
    assert "GOL-RABBI-10" in steps.one("tile-action").clauses


@pytest.mark.clause("GOL-RABBI-10", "GOL-FAIL-06")
def test_a_tile_without_benefit_gives_2_vp() -> None:
    told = rabbi(stand_in=replies(occupied=[], action_tile=10))
    assert told.one("useless").clauses == ("GOL-FAIL-06",)
    assert told.vp == 2


@pytest.mark.clause("GOL-RABBI-10")
def test_an_action_tile_is_told_once_a_round() -> None:
    table = position(humans=3, actions={1: 1, 2: 11, 3: 3, 4: 4, 5: 6})
    told = carry(table, lambda desk: play_rabbi_turn(desk, card(rabbi=(2, 1, 3, 4, 5))), [[]])
    assert told.data("tile-action")["action_tile"] == 11


@pytest.mark.clause("GOL-TURN-04", "GOL-RABBI-02", "GOL-RABBI-03", "GOL-RABBI-05", "GOL-RABBI-06", "GOL-RABBI-07")
@pytest.mark.parametrize(
    ("named", "occupied", "kills", "expected"),
    [
        ((), (), (), 2),
        ((), (2,), (), 1),
        ((), (1, 2), (), 3),
        (("red 8",), (), (3,), 3),
        (("red 8",), (3,), (3,), LOWEST),
    ],
)
def test_the_example_of_the_rabbi(
    named: tuple[str, ...], occupied: tuple[int, ...], kills: tuple[int, ...], expected: int | str
) -> None:
    """E4 and its counter-tests: the numbers are 2, 1, 3, 5, 4."""
    assert place((2, 1, 3, 5, 4), *named, occupied=occupied, kills=kills)[0] == expected
