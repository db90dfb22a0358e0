"""The morning of a round: refresh, and how golems move (PHASE, MOVE)."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from automarium.engine.choice.trace import Notes, Trace
from automarium.engine.question import AnyQuestion, Pick
from automarium.games.golem.events import GolemMoves
from automarium.games.golem.position import DISTRICTS, Desk, District, Golem
from automarium.games.golem.rules.effects import carry_out
from automarium.games.golem.rules.movement import Direction, choose_step, make_step
from automarium.games.golem.rules.turn import move_golems, play_morning
from tests.games.golem.kit import Told, carry, character, golems, kept, pack, plain, position, rulings
from tests.traces import thrown_out_by_name as thrown_out

every_order = pytest.mark.parametrize("order", list(permutations(DISTRICTS)))


def step(
    direction: Direction, *named: str, order: tuple[District, ...] = DISTRICTS, **switched: str
) -> tuple[str | None, Trace]:
    """Which golem is moved where, and how that came about."""
    notes: Notes = []
    found = choose_step(golems(*named), order, direction, rulings(**switched), notes)
    assert len(notes) == 1
    return (f"{found.golem} to {found.to}" if found else None), notes[0]


def moves(told: Told) -> list[str]:
    return [f"{event.district} {event.from_} to {event.to}" for event in told.events if isinstance(event, GolemMoves)]


def steps_of(effect: str) -> Any:
    return lambda desk: carry_out(desk, (effect,), "rabbi")


# ------------------------------------------------------------------------------------------------------------ a morning


@pytest.mark.clause("GOL-PHASE-01")
def test_refresh_is_told_from_the_second_round_on() -> None:
    first = carry(position("red 1", round=0), play_morning, [1])
    assert "refresh" not in first.tags
    second = carry(position("red 1", round=1, taken=["red"], rows={}, rabbi=2), play_morning, [1])
    assert second.one("refresh").clauses == ("GOL-PHASE-01",)
    assert second.tags.index("refresh") < second.tags.index("steps")
    table = second.position
    assert (table.taken, table.rows, table.rabbi, table.occupied) == ([], None, None, []), "all is new"


@pytest.mark.clause("GOL-PHASE-02", "GOL-MOVE-01")
def test_golem_movement_is_the_base_phase() -> None:
    """The round's character is looked at: one of I–III, in the fourth round one of IV, none twice."""
    asked: list[AnyQuestion] = []

    def pick(question: AnyQuestion) -> int:
        asked.append(question)
        assert isinstance(question, Pick)
        return int(question.options[0])

    for round_, offered in ((0, tuple(range(1, 8))), (2, (1, 3, 4, 5, 6, 7)), (3, (8, 9, 10, 11, 12))):
        table = position("red 1", round=round_, characters=[2] if round_ else [])
        told = carry(table, play_morning, stand_in=pick)
        last = asked[-1]
        assert isinstance(last, Pick)
        assert last.options == offered
        assert told.one("character").clauses == ("GOL-PHASE-02",)
        assert table.character is not None
        assert told.data("steps")["card"] == table.character.steps
        assert table.stage == "turns"


@pytest.mark.clause("GOL-MOVE-01", "GOL-MOVE-03")
@pytest.mark.parametrize(("track", "card"), [(3, 1), (5, 2), (1, 0)])
def test_all_steps_of_the_golem_track_and_of_the_character_are_made_forward(track: int, card: int) -> None:
    """Even with upgrades, other than the leg for 2 clay."""
    of_track = {1: 1, 3: 2, 5: 3}[track]
    table = position("red 1", golem_track=track, character=character(steps=card), upgrades={"golem": ["leg-3"]})
    told = carry(table, move_golems)
    assert told.data("steps") == {"do": "steps", "track": of_track, "card": card}
    assert told.one("steps").clauses == ("GOL-MOVE-01",)
    assert moves(told) == [f"red {n} to {n + 1}" for n in range(1, of_track + card + 1)]


@pytest.mark.clause("GOL-MOVE-02")
def test_with_the_leg_for_2_clay_the_characters_steps_are_never_added() -> None:
    table = position("red 1", golem_track=5, character=character(steps=2), upgrades={"golem": ["leg-2"]})
    told = carry(table, move_golems)
    assert told.data("steps") == {"do": "steps", "track": 3, "card": 0}
    assert told.one("steps").clauses == ("GOL-MOVE-02",)
    assert len(moves(told)) == 3


@pytest.mark.clause("GOL-MOVE-04")
def test_the_golem_is_chosen_again_for_every_step() -> None:
    table = position("red 2", "yellow 1 lying", "blue 3", golem_track=6, character=character(steps=0))
    told = carry(table, move_golems)
    assert moves(told) == ["yellow 1 to 2", "red 2 to 3", "yellow 2 to 3", "red 3 to 4"]
    assert [[trace.about for trace in one.traces] for one in told.all("golem-moves")] == [["step-forward"]] * 4


# -------------------------------------------------------------------------------------------------------------- forward


@pytest.mark.clause("GOL-MOVE-05")
def test_forward_a_lying_golem_goes_first() -> None:
    found, trace = step("forward", "red 1", "blue 5 lying")
    assert found == "blue 5 lying to 6"
    assert thrown_out(trace) == {"red 1": "GOL-MOVE-05"}
    assert step("forward", "red 1", "blue 5")[0] == "red 1 to 2", "only if none lies a standing one"


@pytest.mark.clause("GOL-MOVE-06")
@pytest.mark.parametrize("posture", ["", " lying"])
def test_forward_the_lowest_section_over_all_districts(posture: str) -> None:
    found, trace = step("forward", f"red 6{posture}", f"yellow 4{posture}", f"blue 2{posture}", "red 1")
    if posture:
        assert found == "blue 2 lying to 3"
        assert thrown_out(trace)["red 6 lying"] == thrown_out(trace)["yellow 4 lying"] == "GOL-MOVE-06"
        assert thrown_out(trace)["red 1"] == "GOL-MOVE-05"
    else:
        assert found == "red 1 to 2"
        assert kept(trace, "GOL-MOVE-06") == ("red 1",)


@pytest.mark.clause("GOL-MOVE-07")
@every_order
def test_forward_tied_top_first(order: tuple[District, ...]) -> None:
    found, trace = step("forward", "red 3", "yellow 3", "blue 3", order=order)
    assert found == f"{order[0]} 3 to 4"
    assert set(thrown_out(trace).values()) == {"GOL-MOVE-07"}
    lower = step("forward", f"{order[0]} 4", f"{order[2]} 3", order=order)[0]
    assert lower == f"{order[2]} 3 to 4", "the section goes before the tile"


# ------------------------------------------------------------------------------------------------------------- backward


@pytest.mark.clause("GOL-MOVE-08")
def test_backward_a_lying_golem_goes_first() -> None:
    found, trace = step("backward", "red 9", "blue 2 lying")
    assert found == "blue 2 lying to 1"
    assert thrown_out(trace) == {"red 9": "GOL-MOVE-08"}
    assert step("backward", "red 9", "blue 2")[0] == "red 9 to 8"


@pytest.mark.clause("GOL-MOVE-09")
def test_backward_the_highest_section_over_all_districts() -> None:
    found, trace = step("backward", "red 6 lying", "yellow 7 lying", "blue 2 lying", "red 9")
    assert found == "yellow 7 lying to 6"
    assert thrown_out(trace)["red 6 lying"] == thrown_out(trace)["blue 2 lying"] == "GOL-MOVE-09"


@pytest.mark.clause("GOL-MOVE-10")
@every_order
def test_backward_tied_bottom_first(order: tuple[District, ...]) -> None:
    found, trace = step("backward", "red 3", "yellow 3", "blue 3", order=order)
    assert found == f"{order[2]} 3 to 2"
    assert set(thrown_out(trace).values()) == {"GOL-MOVE-10"}


# --------------------------------------------------------------------------------------------------- either, or nothing


@pytest.mark.clause("GOL-MOVE-11")
def test_where_both_ways_are_open_she_goes_back() -> None:
    found, trace = step("either", "red 4", "yellow 2")
    assert (found, trace.about) == ("red 4 to 3", "step-backward")
    told = carry(position("red 4", "yellow 2"), steps_of("step-either-1"))
    assert moves(told) == ["red 4 to 3"]
    assert "GOL-MOVE-11" in told.one("golem-moves").clauses


@pytest.mark.clause("GOL-MOVE-12")
def test_but_a_golem_lying_in_i_is_stood_up_forward() -> None:
    found, trace = step("either", "red 4", "yellow 1 lying", "blue 1")
    assert found == "yellow 1 lying to 2"
    assert thrown_out(trace) == {"red 4": "GOL-MOVE-12", "blue 1": "GOL-MOVE-12"}
    assert step("either", "red 4", "yellow 1")[0] == "red 4 to 3", "one that stands in I changes nothing"


@pytest.mark.clause("GOL-MOVE-13")
def test_it_goes_first_even_if_others_lie_further_right() -> None:
    found, trace = step("either", "red 7 lying", "blue 1 lying")
    assert found == "blue 1 lying to 2"
    assert thrown_out(trace) == {"red 7 lying": "GOL-MOVE-12"}


@pytest.mark.clause("GOL-MOVE-14")
@every_order
def test_several_lying_in_i_top_first(order: tuple[District, ...]) -> None:
    found, trace = step("either", "red 1 lying", "yellow 1 lying", "blue 1 lying", order=order)
    assert found == f"{order[0]} 1 lying to 2"
    assert set(thrown_out(trace).values()) == {"GOL-MOVE-14"}


@pytest.mark.clause("GOL-MOVE-15")
def test_a_step_that_need_not_be_made_is_made_with_a_lying_golem_only() -> None:
    found, trace = step("forward-or-stay", "red 1", "blue 5 lying")
    assert found == "blue 5 lying to 6"
    assert thrown_out(trace) == {"red 1": "GOL-MOVE-15"}
    stays, trace = step("forward-or-stay", "red 1", "blue 5")
    assert stays is None
    assert thrown_out(trace) == {"red 1": "GOL-MOVE-15", "blue 5": "GOL-MOVE-15"}


@pytest.mark.clause("GOL-MOVE-16")
def test_several_lying_ones_and_the_steps_that_are_left() -> None:
    found, trace = step("forward-or-stay", "red 5 lying", "yellow 3 lying", "blue 3 lying", "red 1")
    assert found == "yellow 3 lying to 4"
    assert thrown_out(trace) == {"red 1": "GOL-MOVE-15", "red 5 lying": "GOL-MOVE-06", "blue 3 lying": "GOL-MOVE-07"}
    told = carry(position("red 5 lying", "yellow 3 lying", "blue 2"), steps_of("step-stay-4"))
    assert moves(told) == ["yellow 3 to 4", "red 5 to 6"]
    assert told.data("no-step")["steps"] == 2
    assert told.one("no-step").clauses == ("GOL-MOVE-16",)


# -------------------------------------------------------------------------------------------------- prices, standing up


@pytest.mark.clause("GOL-MOVE-17")
def test_each_step_into_viii_ix_and_x_costs_knowledge_never_vp() -> None:
    facts = pack(toll={"8": {"knowledge": 2}, "9": {"knowledge": 3}, "10": {"knowledge": 5}})
    table = position("red 6", marker=12, golem_track=6, character=character(steps=0))
    told = carry(table, move_golems, facts=facts)
    assert moves(told) == ["red 6 to 7", "red 7 to 8", "red 8 to 9", "red 9 to 10"]
    assert [(step.clauses, plain(step.event)["count"]) for step in told.all("resources")] == [
        (("GOL-MOVE-17",), 2),
        (("GOL-MOVE-17",), 3),
        (("GOL-MOVE-17",), 5),
    ]
    assert (table.marker, told.vp) == (2, 0)


@pytest.mark.clause("GOL-MOVE-18", "GOL-RES-06")
def test_below_minus_5_the_price_turns_into_vp() -> None:
    table = position("red 9", marker=-4)
    told = carry(table, lambda desk: make_step(desk, "forward", clause="GOL-MOVE-05"))
    assert told.one("resources").clauses == ("GOL-MOVE-17", "GOL-RES-06")
    assert (table.marker, told.vp, str(table.golems[0])) == (-5, -2, "red 10")


@pytest.mark.clause("GOL-MOVE-19")
@pytest.mark.parametrize(("direction", "to"), [("forward", 5), ("backward", 3), ("either", 3), ("forward-or-stay", 5)])
def test_a_lying_golem_stands_after_a_step(direction: Direction, to: int) -> None:
    told = carry(position("red 4 lying"), lambda desk: make_step(desk, direction, clause="GOL-MOVE-05"))
    assert told.position.golems == [Golem("red", to, lying=False, number=1)]
    assert "GOL-MOVE-19" in told.one("golem-moves").clauses


@pytest.mark.clause("GOL-MOVE-20", "GOL-A36")
def test_a_golem_that_cannot_make_the_step_is_no_candidate() -> None:
    found, trace = step("forward", "red 10 lying", "blue 4")
    assert found == "blue 4 to 5"
    assert thrown_out(trace) == {"red 10 lying": "GOL-MOVE-20"}
    back, trace = step("backward", "red 1 lying", "blue 4")
    assert back == "blue 4 to 3"
    assert thrown_out(trace) == {"red 1 lying": "GOL-MOVE-20"}
    assert step("forward-or-stay", "red 10 lying", "blue 4")[0] is None
    assert step("forward", "red 10", "blue 10 lying")[0] is None
    assert step("backward", "red 1", "blue 1")[0] is None


@pytest.mark.clause("GOL-MOVE-21")
@pytest.mark.parametrize("section", [10, 9])
def test_a_step_back_costs_nothing(section: int) -> None:
    told = carry(position(f"red {section}", marker=3), steps_of("step-either-1"))
    assert moves(told) == [f"red {section} to {section - 1}"]
    assert (told.position.marker, told.tags) == (3, ["golem-moves"])


@pytest.mark.parametrize(
    ("named", "made", "unused", "vp"),
    [
        (("red 10", "blue 10"), 0, 4, -10),
        (("red 10", "blue 10 lying", "yellow 10", "red 10", "blue 10"), 0, 4, -20),
        (("red 10",), 0, 4, -5),
        (("red 9", "blue 10"), 1, 3, -10),
        (("red 7", "blue 10"), 3, 1, -5),
        ((), 0, 4, 0),
        (("red 6", "blue 10"), 4, 0, 0),
    ],
)
@pytest.mark.clause("GOL-MOVE-22")
def test_unused_steps_cost_5_vp_each_at_most_once_a_golem(
    named: tuple[str, ...], made: int, unused: int, vp: int
) -> None:
    table = position(*named, marker=20, golem_track=6, character=character(steps=0))
    told = carry(table, move_golems)
    assert (len(moves(told)), told.vp) == (made, vp)
    if unused:
        assert told.data("no-step")["steps"] == unused
        assert told.one("no-step").clauses == ("GOL-MOVE-22",)
    else:
        assert "no-step" not in told.tags
    assert [entry.clause for entry in table.ledger] == (["GOL-MOVE-22"] if vp else [])


# ------------------------------------------------------------------------------------------------------------- examples


@pytest.mark.clause("GOL-MOVE-08", "GOL-MOVE-10", "GOL-MOVE-11", "GOL-MOVE-12", "GOL-MOVE-19")
@pytest.mark.parametrize(
    ("order", "blue", "expected"),
    [
        (("red", "yellow", "blue"), "blue 1", ["yellow 4 to 3", "red 4 to 3"]),
        (("blue", "red", "yellow"), "blue 1", ["yellow 4 to 3", "red 4 to 3"]),
        (("red", "blue", "yellow"), "blue 1", ["yellow 4 to 3", "red 4 to 3"]),
        (("yellow", "red", "blue"), "blue 1", ["red 4 to 3", "yellow 4 to 3"]),
        (("red", "yellow", "blue"), "blue 1 lying", ["blue 1 to 2", "yellow 4 to 3"]),
    ],
)
def test_the_example_of_the_movement(order: tuple[District, ...], blue: str, expected: list[str]) -> None:
    """E2: two steps of the rabbi, forward or back; red IV and yellow IV lie."""
    table = position("red 4 lying", "yellow 4 lying", blue, order=order)
    told = carry(table, steps_of("step-either-2"))
    assert moves(told) == expected
    if blue == "blue 1":
        assert sorted(map(str, table.golems)) == ["blue 1", "red 3", "yellow 3"], "both stand"


@given(
    named=st.lists(st.tuples(st.sampled_from(DISTRICTS), st.integers(1, 10), st.booleans()), max_size=6),
    direction=st.sampled_from(["forward", "backward", "either", "forward-or-stay"]),
    order=st.permutations(DISTRICTS),
)
@pytest.mark.clause("GOL-MOVE-19", "GOL-MOVE-20")
def test_every_step_is_one_section_on_the_board(named: list[Any], direction: Any, order: list[Any]) -> None:
    table = position(order=order, marker=20)
    table.golems = [Golem(district, at, lying, number) for number, (district, at, lying) in enumerate(named, 1)]
    before = list(table.golems)

    def deed(desk: Desk) -> None:
        make_step(desk, direction, clause="GOL-MOVE-05")

    carry(table, deed)
    changed = [(old, new) for old, new in zip(before, table.golems, strict=True) if old != new]
    assert len(changed) <= 1
    for old, new in changed:
        assert abs(new.section - old.section) == 1
        assert 1 <= new.section <= 10
        assert not new.lying
        assert direction != "forward-or-stay" or old.lying
        assert old.lying or not any(golem.lying and 1 < golem.section < 10 for golem in before)
