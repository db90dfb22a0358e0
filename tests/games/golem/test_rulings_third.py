"""Open points A30 to A42 and the contradictions C03, C08, C12: what is done by default, and what when switched."""

from __future__ import annotations

from typing import Any

import pytest

from automarium.games.golem.events import Activate, GolemMoves
from automarium.games.golem.position import DISTRICTS
from automarium.games.golem.rules.carrying import carry_out, whole
from automarium.games.golem.rules.evening import income, influence_character
from automarium.games.golem.rules.movement import Direction, choose_step
from automarium.games.golem.rules.rabbi import ActionSpot, choose_tile, rabbi_turn, seeks_kill
from automarium.games.golem.rules.round import move_golems
from automarium.games.golem.rules.strategy import look_at_artifacts, look_at_golems
from automarium.games.golem.rules.work import work
from automarium.games.golem.score import automa_lines
from automarium.kernel.choice import Notes, Trace
from tests.games.golem.kit import Told, card, carry, character, golems, pack, plain, position, replies, rulings, shown
from tests.traces import thrown_out_by_name as thrown_out

GOLEM_UPGRADES = ["leg-2", "leg-3", "control", "cemetery", "work", "plain"]


def moves(told: Told) -> list[tuple[int, int]]:
    return [(event.from_, event.to) for event in told.of(GolemMoves)]


def activated(told: Told) -> list[tuple[str, int]]:
    return [(event.district, event.section) for event in told.of(Activate)]


@pytest.mark.clause("GOL-A30")
def test_a30_a_tile_is_sent_lowest_once() -> None:
    made: Any = {"golem": list(GOLEM_UPGRADES), "artifact": list("abcdef")}
    table = position(supply=0, artifacts=4, upgrades=made)
    carry(table, look_at_golems)
    carry(table, look_at_artifacts)
    assert table.order == ["blue", "red", "yellow"]
    again = carry(table, look_at_golems)
    assert (again.tags, table.order) == ([], ["blue", "red", "yellow"]), "the red tile does not go under the yellow one"


@pytest.mark.clause("GOL-A32")
@pytest.mark.parametrize("participants", [2, 3, 4])
def test_a32_the_action_tiles_are_the_top_positions(participants: int) -> None:
    table = position("red 1", "blue 1", humans=participants - 1)
    assert f"{participants + 1} action tiles, from the top" in shown("GOL-A32", table)
    told = carry(
        table,
        lambda desk: rabbi_turn(desk, card(rabbi=(5, 4, 3, 2, 1))),
        stand_in=replies(occupied=[], action_tile=11),
    )
    assert told.data("rabbi")["tile"] == participants + 1


@pytest.mark.clause("GOL-A33", "GOL-FAIL-10")
@pytest.mark.parametrize("effect", ["create-2", "upgrade-golem-2", "book-2"])
def test_a33_a_failed_effect_with_a_discount(effect: str) -> None:
    made: Any = {"golem": list(GOLEM_UPGRADES)}

    def failed(**switched: Any) -> Told:
        table = position(supply=0, upgrades=made)
        return carry(
            table,
            lambda desk: whole(desk, (effect,), "neighbourhood"),
            stand_in=replies(display=["none"] * 5),
            **switched,
        )

    resources = failed()
    assert (resources.position.marker, resources.vp) == (2, 0)
    both = failed(A33="both")
    assert (both.position.marker, both.vp) == (2, 2)


@pytest.mark.clause("GOL-A34", "GOL-SCORE-04")
def test_a34_leftover_resources_score_once() -> None:
    rich, poor = (automa_lines(position(marker=marker)) for marker in (20, 0))
    assert sum(line.points for line in rich) - sum(line.points for line in poor) == 4
    assert [line.what for line in rich].count("resources") == 1


# ---------------------------------------------------------------------------------------------------- steps and incomes


def step(direction: Direction, *named: str, **switched: str) -> tuple[str | None, Trace]:
    notes: Notes = []
    found = choose_step(golems(*named), DISTRICTS, direction, rulings(**switched), notes)
    return (f"{found.golem} to {found.to}" if found else None), notes[0]


@pytest.mark.clause("GOL-A36")
@pytest.mark.parametrize(
    ("direction", "stuck", "free"), [("forward", 10, "blue 4 to 5"), ("backward", 1, "blue 4 to 3")]
)
def test_a36_a_lying_golem_that_cannot_make_the_step(direction: Direction, stuck: int, free: str) -> None:
    assert step(direction, f"red {stuck} lying", "blue 4")[0] == free
    lost, trace = step(direction, f"red {stuck} lying", "blue 4", A36="step-lost")
    assert lost is None
    assert thrown_out(trace) == {"blue 4": f"GOL-MOVE-0{5 if stuck == 10 else 8}", f"red {stuck} lying": "GOL-MOVE-20"}


@pytest.mark.clause("GOL-A36", "GOL-MOVE-22")
def test_a36_steps_that_are_lost_in_this_way_cost_no_vp() -> None:
    """The penalty is for golems that are all in X."""

    def morning(*named: str, **switched: Any) -> Told:
        return carry(position(*named, golem_track=6, character=character(steps=0)), move_golems, **switched)

    assert moves(morning("red 10 lying", "blue 2")) == [(2, 3), (3, 4), (4, 5), (5, 6)]
    lost = morning("red 10 lying", "blue 2", A36="step-lost")
    assert (moves(lost), lost.vp) == ([], 0)
    assert lost.one("no-step").clauses == ("GOL-A36",)
    assert lost.data("no-step")["steps"] == 4
    assert morning("red 10 lying", "blue 10", A36="step-lost").vp == -10


@pytest.mark.clause("GOL-A38", "GOL-INCOME-07")
def test_a38_the_order_of_the_incomes_after_the_artifacts() -> None:
    """It matters where an income moves a student: here the golem track's, and the street of that student gives VP."""
    facts = pack(
        red_zone={"2": {"spaces": list(range(-5, 21))}},
        golem_space={"3": {"income": ["red-student-1"]}},
        street={"red-1": {"income": []}, "red-2": {"income": ["vp-4"]}},
        study_space={"2": {"income": ["gain-1"]}},
    )

    def incomes(**switched: Any) -> tuple[list[str], int]:
        told = carry(position(study_track=2), income, facts=facts, **switched)
        return [step.event.key() for step in told.all("income")], told.vp

    assert incomes() == (["income.students", "income.study", "income.golem"], 0)
    assert incomes(A38="golem-track-first") == (["income.golem", "income.study", "income.students"], 4)


# ------------------------------------------------------------------------------------------------------ work, exchanges


@pytest.mark.clause("GOL-A40", "GOL-WORK-11")
def test_a40_a_golem_created_on_the_way_neither_works_nor_counts() -> None:
    """Red II creates one in yellow I; the next is blue I, though yellow is above it."""
    table = position("red 2", "blue 1", marker=9)
    told = carry(table, lambda desk: work(desk, 3), stand_in=replies(neighbourhood_red_2=2, neighbourhood_blue_1=1))
    assert told.data("work")["golems"] == 2, "three could be paid for, two stood"
    assert activated(told) == [("red", 2), ("blue", 1)]
    assert [str(golem) for golem in table.golems] == ["red 2 lying", "blue 1 lying", "yellow 1"]


@pytest.mark.clause("GOL-A40")
def test_a40_too_few_left_is_no_refund() -> None:
    """Red VII makes the upgrade that activates a golem at once: blue III works for that and not for the action."""
    table = position("red 7", "blue 3", marker=9, upgrades={"golem": GOLEM_UPGRADES[:4]})
    told = carry(table, lambda desk: work(desk, 1), stand_in=replies(neighbourhood_red_7=7, neighbourhood_blue_3=3))
    assert table.upgrades["golem"][-1] == "work"
    assert activated(told) == [("red", 7), ("blue", 3)]
    assert [step.clauses[0] for step in told.all("activate")] == ["GOL-WORK-05", "GOL-WORK-13"]
    assert plain(told.all("resources")[0].event)["count"] == 2, "the price of two golems"
    assert table.marker == 9 - 2 + 3


@pytest.mark.clause("GOL-A41", "GOL-GEN-08")
def test_a41_exchanges_are_made_even_in_the_red_zone() -> None:
    def exchange(marker: int, *effects: str, **switched: Any) -> Told:
        table = position(marker=marker, students={"red": 3}, study_track=1)
        return carry(table, lambda desk: whole(desk, effects, "neighbourhood"), **switched)

    assert exchange(-5, "pay-3", "vp-6").vp == 6 - 3
    assert exchange(0, "red-student-back", "vp-4").position.students["red"] == 2
    assert exchange(0, "study-back", "vp-3").position.study_track == 0
    switched = exchange(0, "pay-3", "vp-6", A41="not-in-red")
    assert (switched.position.marker, switched.vp) == (0, 2), "not made: an effect without benefit"
    assert exchange(9, "pay-3", "vp-6", A41="not-in-red").vp == 6
    plain = exchange(0, "vp-3", A41="not-in-red")
    assert plain.vp == 3, "nothing is exchanged"


@pytest.mark.clause("GOL-A41")
@pytest.mark.parametrize("price", ["blue-student-back", "study-back"])
def test_a41_not_if_the_price_cannot_be_moved(price: str) -> None:
    told = carry(position(), lambda desk: whole(desk, (price, "vp-5", "gain-4"), "neighbourhood"))
    assert told.tags == ["exchange", "useless", "points"]
    assert told.one("exchange").clauses == ("GOL-A41",)
    assert (told.vp, told.position.marker) == (2, 0)


@pytest.mark.clause("GOL-A42", "GOL-WORK-13")
def test_a42_an_effect_activates_the_rightmost_standing_golem() -> None:
    table = position("red 2", "yellow 3", "blue 3", "red 6 lying", order=("blue", "yellow", "red"))
    told = carry(
        table, lambda desk: carry_out(desk, ("activate-1",), "character"), stand_in=replies(neighbourhood_blue_3=3)
    )
    assert activated(told) == [("blue", 3)]
    assert thrown_out(told.trace("worker")) == {
        "red 6 lying": "GOL-WORK-07",
        "red 2": "GOL-WORK-05",
        "yellow 3": "GOL-WORK-06",
    }


@pytest.mark.clause("GOL-A42")
def test_a42_a_tile_alone_beside_the_rightmost_golem_of_any_posture() -> None:
    table = position("red 2", "yellow 3", "blue 6 lying")
    told = carry(table, lambda desk: carry_out(desk, ("tile",), "rabbi"), stand_in=replies(neighbourhood_blue_6=6))
    assert told.data("neighbourhood")["section"] == 6
    assert (told.data("neighbourhood")["district"], "activate" in told.tags) == ("blue", False)
    assert set(thrown_out(told.trace("neighbour")).values()) == {"GOL-A42"}
    assert [golem.lying for golem in table.golems] == [False, False, True]
    tied = position("red 4", "yellow 4 lying", order=("yellow", "red", "blue"))
    beside = carry(tied, lambda desk: carry_out(desk, ("tile",), "rabbi"), stand_in=replies(neighbourhood=5))
    assert beside.data("neighbourhood")["district"] == "yellow", "top-first"


@pytest.mark.clause("GOL-A42", "GOL-MOVE-16")
def test_a42_forward_up_to_four_is_one_step_of_a_lying_golem() -> None:
    def rush(*named: str) -> Told:
        return carry(
            position(*named),
            lambda desk: carry_out(desk, ("rush-4",), "rabbi"),
            stand_in=replies(neighbourhood_red_3=3, neighbourhood_blue_3=3, neighbourhood_yellow_6=6),
        )

    lying = rush("red 2 lying", "blue 5 lying", "yellow 6")
    assert (moves(lying), activated(lying)) == ([(2, 3)], [("red", 3)])
    assert str(lying.position.golems[0]) == "red 3 lying"
    standing = rush("red 3", "yellow 6")
    assert (moves(standing), activated(standing)) == ([], [("yellow", 6)])


@pytest.mark.clause("GOL-A42")
def test_a42_the_highest_completed_artifact() -> None:
    facts = pack(artifact_tile={"1": {f"benefit_{n}": [f"vp-{n}"] for n in range(1, 5)}})
    told = carry(position(artifacts=3), lambda desk: carry_out(desk, ("artifact",), "neighbourhood"), facts=facts)
    assert (told.data("artifact-yields")["artifact"], told.vp) == (3, 3)
    assert carry(position(), lambda desk: whole(desk, ("artifact",), "neighbourhood")).vp == 2


# ------------------------------------------------------------------------------------------- where the two texts differ


@pytest.mark.clause("GOL-C03", "GOL-CHAR-02")
def test_c03_a_match_in_the_red_zone() -> None:
    def matched(marker: int, **switched: Any) -> Told:
        card_ = character("red", "yellow", 1, 5, "vp-6")
        return carry(position(marker=marker, taken=["red", "yellow"], character=card_), influence_character, **switched)

    russian = matched(0)
    assert (russian.position.marker, russian.vp) == (3, 0)
    ukrainian = matched(0, C03="ua")
    assert (ukrainian.position.marker, ukrainian.vp) == (-3, 6), "3 coins are paid for the bonus"
    assert ukrainian.one("influence").clauses == ("GOL-C03",)
    assert matched(9, C03="ua").position.marker == 4, "outside the red zone the texts agree"


@pytest.mark.clause("GOL-C08", "GOL-MOVE-15")
def test_c08_forward_or_stay() -> None:
    assert step("forward-or-stay", "red 1", "blue 5")[0] is None
    moved, trace = step("forward-or-stay", "red 1", "blue 5", C08="ua")
    assert moved == "red 1 to 2"
    assert thrown_out(trace) == {"blue 5": "GOL-MOVE-06"}
    lying, trace = step("forward-or-stay", "red 1", "blue 5 lying", C08="ua")
    assert lying == "blue 5 lying to 6"
    assert thrown_out(trace) == {"red 1": "GOL-C08"}


@pytest.mark.clause("GOL-C12", "GOL-RABBI-02")
def test_c12_two_golems_in_viii_to_x() -> None:
    tiles = [ActionSpot(occupied=False, kills=number == 3) for number in range(1, 6)]

    def tile(*named: str, **switched: str) -> int | str | None:
        return choose_tile((2, 1, 3, 4, 5), tiles, golems(*named), rulings(**switched), None)

    assert (tile("red 8"), tile("red 8", "blue 9")) == (3, 3)
    assert (tile("red 8", C12="ua"), tile("red 8", "blue 9", C12="ua")) == (3, 2)
    assert not seeks_kill(golems("red 7"), rulings(C12="ua"))
