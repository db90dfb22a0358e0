"""Who plays, what a round is, and the table before the first round (GEN, SETUP)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import permutations
from typing import Any

import pytest

from automarium.engine.content.pack import Pack
from automarium.engine.message import Refused
from automarium.engine.play.chance import Chance
from automarium.engine.play.command import find_missing_field
from automarium.engine.play.desk import Table
from automarium.engine.play.event import Step
from automarium.engine.question import Answer, AnyQuestion, Pick, Series, Several
from automarium.games.golem.events import Column, StartingGolem, StartingTile
from automarium.games.golem.position import DISTRICTS, HIGH, LOW, PRINTED, District, Golem, Position
from automarium.games.golem.rules.effects import carry_out, carry_out_whole
from automarium.games.golem.rules.evening import settle_turn_order
from automarium.games.golem.rules.rabbi import look_at_tiles
from automarium.games.golem.rules.students import move_student
from automarium.games.golem.rules.synagogue import look_at_synagogue
from automarium.games.golem.setup import CARDS
from tests.games.golem.kit import (
    DEFINITION,
    carry,
    game,
    nobody_asked,
    pack,
    position,
    replies,
    rulings,
    shown,
    single,
    whole_game,
)


def set_up(
    facts: Pack = PRINTED, answers: Sequence[Answer] = (), seed: int = 1, **options: Any
) -> tuple[Position, list[Step]]:
    table = Table(Chance(seed), answers, stand_in=nobody_asked)
    return DEFINITION.setup.set_up({"level": 2, **options}, facts, rulings(), table), table.steps


def all_tiles(*effects: str) -> Pack:
    """Every starting tile has these bonuses."""
    tiles = PRINTED.printed["starting_tile"]
    return pack(starting_tile={id_: {"effects": list(effects)} for id_ in tiles})


def with_order(*order: str) -> int:
    """A seed that lays the coloured tiles in this order."""
    return next(seed for seed in range(200) if set_up(seed=seed)[0].order == list(order))


def option(name: str, **given: Any) -> Pick:
    given = {"own": "house", **given}
    field = find_missing_field(DEFINITION.setup.option_fields(given, rulings(), PRINTED), given)
    assert field is not None
    assert field.name == name
    assert isinstance(field.question, Pick)
    return field.question


# ------------------------------------------------------------------------------------------------------------- general


@pytest.mark.clause("GOL-GEN-01")
def test_one_automa_plays_with_one_to_three_humans() -> None:
    assert option("humans", level=1).options == (1, 2, 3)
    assert [set_up(humans=humans)[0].participants for humans in (1, 2, 3)] == [2, 3, 4]
    for humans in (0, 4):
        with pytest.raises(Refused) as refused:
            game({"humans": humans})
        assert refused.value.where == "options.humans"


@pytest.mark.clause("GOL-GEN-02", "GOL-SETUP-02")
def test_she_starts_as_a_player_of_the_base_game() -> None:
    table, _ = set_up(all_tiles("vp-1"), level=1)
    assert table.vp - 1 == 10
    assert (table.golem_track, table.study_track, table.supply) == (3, 0, 4)
    assert table.students == {"red": 1, "yellow": 1, "blue": 1}
    assert "as usual for 2 players" in shown("GOL-SETUP-02")


@pytest.mark.clause("GOL-GEN-02")
def test_the_first_student_in_viii_takes_the_menorah_as_any_players_would() -> None:
    def step(desk: Any) -> None:
        move_student(desk, "yellow", "GOL-STUDENT-05")

    told = carry(position(students={"yellow": 7}), step, ["yes"])
    assert told.one("menorah").clauses == ("GOL-GEN-02",)
    assert told.position.menorah_count == {"golem": 0, "artifact": 1, "study": 0}
    late = carry(position(students={"yellow": 7}), step, ["no"])
    assert late.tags == ["student"]
    assert not any(late.position.menorah_count.values())


@pytest.mark.parametrize(("humans", "marbles"), [(1, 10), (2, 12), (3, 14)])
@pytest.mark.clause("GOL-GEN-03", "GOL-A32")
def test_she_counts_as_a_full_player(humans: int, marbles: int) -> None:
    """For the marbles in the synagogue and the action tiles, at set-up and in what is asked later."""
    table = position("red 1", "yellow 1", humans=humans)
    text = shown("GOL-GEN-03", table)
    assert f"for {humans + 1} players" in text
    numbers = [int(word) for word in re.findall(r"(\d+) (?:white|black|red|yellow|blue)", text)]
    assert (len(numbers), sum(numbers)) == (5, marbles), "each colour is said"
    assert f"{humans + 2} action tiles, from the top" in text
    asked: list[AnyQuestion] = []

    def listen(question: AnyQuestion) -> Answer:
        asked.extend(single(question))
        return replies(action_tile=1)(question)

    carry(table, look_at_synagogue, stand_in=listen)
    assert isinstance(asked[0], Several)
    assert asked[0].most == sum(asked[0].limits.values()) == marbles
    asked.clear()
    carry(table, lambda desk: look_at_tiles(desk, (1, 2, 3, 4, 5)), stand_in=listen)
    assert isinstance(asked[0], Series)
    assert (asked[0].low, asked[0].high, asked[0].most) == (1, humans + 2, humans)


@pytest.mark.clause("GOL-GEN-04")
def test_her_components() -> None:
    assert sorted(CARDS) == list(range(1, 21))
    assert (LOW, HIGH) == (-5, 20)
    assert PRINTED.printed["artifact_upgrade"]["special"]["tiles"] == 2
    assert sorted(set_up()[0].order) == ["blue", "red", "yellow"]
    assert "two special tiles" in shown("GOL-GEN-04")


@pytest.mark.clause("GOL-GEN-05", "GOL-PHASE-01")
@pytest.mark.parametrize("seed", [3, 4])
def test_a_round_has_seven_phases_in_order(seed: int) -> None:
    """Refresh, movement, actions, turn order, character, income and upgrade, control; the first has no refresh."""
    signs = ("round", "refresh", "steps", "reveal", "influence", "income", "cards")
    rounds: list[list[str]] = []
    for _, steps in whole_game({}, seed):
        for step in steps:
            tag = str(step.event.__struct_config__.tag)
            if tag == "round":
                rounds.append([])
            if tag.startswith("order"):
                rounds[-1].append("order")
            elif tag in signs:
                rounds[-1].append(tag)
            elif rounds and tag in ("upgrade", "no-upgrade") and "GOL-INCOME-05" in step.clauses:
                rounds[-1].append("upgrade of phase 6")
            elif tag in ("control", "controlled") and rounds[-1][-1] != "control":
                rounds[-1].append("control")
    assert len(rounds) == 4
    for number, told in enumerate(rounds, 1):
        first = ["round"] if number == 1 else ["round", "refresh"]
        told = list(dict.fromkeys(told))
        if "upgrade of phase 6" in told:
            assert told.index("upgrade of phase 6") == told.index("income") + 1
            told.remove("upgrade of phase 6")
        assert told == [*first, "steps", "reveal", "order", "influence", "income", "control", "cards"]


@pytest.mark.clause("GOL-GEN-06", "GOL-SCORE-07")
def test_a_goal_card_is_taken_without_a_look_at_its_conditions() -> None:
    told = carry(position(), lambda desk: carry_out(desk, ("goal-1",), "neighbourhood"))
    assert told.position.goals == 4
    assert told.one("goal").clauses == ("GOL-SCORE-07", "GOL-GEN-06")
    assert "it doesn't have to fulfil them" in shown("GOL-GEN-06")


@pytest.mark.clause("GOL-GEN-07", "GOL-TURN-01")
@pytest.mark.parametrize("humans", [1, 2, 3])
def test_she_never_passes(humans: int) -> None:
    """Three turns a round, each with a marble or the rabbi, whatever lies on the table."""
    assert set(DEFINITION.commands) == {"next", "tally", "tie", "adjust"}
    for seed in range(5):
        kinds: list[str] = []
        for _, steps in whole_game({"humans": humans, "level": 1 + seed % 4}, seed):
            tags = [str(step.event.__struct_config__.tag) for step in steps]
            if "turn" in tags:
                kinds += [tag for tag in tags if tag in ("marble", "rabbi")]
        assert len(kinds) == 12
        for start in range(0, 12, 3):
            assert sorted(kinds[start : start + 3]) == ["marble", "marble", "rabbi"]


@pytest.mark.clause("GOL-GEN-08")
def test_what_is_optional_is_carried_out_as_far_as_it_goes() -> None:
    exchange = carry(position(marker=-5), lambda desk: carry_out_whole(desk, ("pay-3", "vp-6"), "neighbourhood"))
    assert [step.clauses[0] for step in exchange.steps] == ["GOL-GEN-08", "GOL-GEN-02"]
    assert exchange.vp == 6 - 3, "also where every coin costs a VP"
    up_to_two = carry(
        position("red 2", "blue 1"),
        lambda desk: carry_out_whole(desk, ("activate-2",), "character"),
        stand_in=replies(neighbourhood_red_2=3, neighbourhood_blue_1=1),
    )
    assert [golem.lying for golem in up_to_two.position.golems] == [True, True]
    assert up_to_two.position.marker == 5
    alone = carry(
        position("red 2"),
        lambda desk: carry_out_whole(desk, ("activate-2",), "character"),
        stand_in=replies(neighbourhood=3),
    )
    assert len(alone.all("activate")) == 1
    stays = carry(position("red 2"), lambda desk: carry_out(desk, ("step-stay-2",), "book"))
    assert stays.tags == ["no-step"], "an exception: GOL-MOVE-15"


# ------------------------------------------------------------------------------------------------------- what is chosen


@pytest.mark.clause("GOL-SETUP-01")
def test_a_level_from_1_to_4_is_chosen() -> None:
    assert option("level").options == (1, 2, 3, 4)
    assert [set_up(level=level)[0].level for level in (1, 2, 3, 4)] == [1, 2, 3, 4]
    for level in (0, 5):
        with pytest.raises(Refused) as refused:
            game({"level": level})
        assert refused.value.where == "options.level"


@pytest.mark.clause("GOL-SETUP-03", "GOL-SETUP-04")
def test_two_special_tiles_take_the_place_of_hers_and_of_nobody_elses() -> None:
    text = shown("GOL-SETUP-03")
    assert "the two special tiles instead of its two gold-coloured artifact developments" in text
    assert "yours stay as they are" in shown("GOL-SETUP-04")


@pytest.mark.clause("GOL-SETUP-05")
def test_she_is_the_first_player_of_round_1() -> None:
    assert set_up(humans=3)[0].order_place == 1
    assert "first space of the turn-order track" in shown("GOL-SETUP-05")


@pytest.mark.clause("GOL-SETUP-06", "GOL-ORDER-01")
def test_later_her_place_comes_from_the_turn_order_phase() -> None:
    told = carry(position(humans=3, rabbi=4, occupied=[2, 3, 5], order_place=1), settle_turn_order)
    assert told.position.order_place == 3
    assert told.one("order").clauses == ("GOL-ORDER-01",)


@pytest.mark.clause("GOL-SETUP-07")
@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_as_many_starting_tiles_as_her_level(level: int) -> None:
    seen: set[int] = set()
    for seed in range(40):
        _, steps = set_up(level=level, seed=seed)
        tiles = [step.event.number for step in steps if isinstance(step.event, StartingTile)]
        assert len(tiles) == len(set(tiles)) == level
        seen |= set(tiles)
    assert len(seen) > 12, "they are random"
    assert f"The Automa gets {level} starting tile" in shown("GOL-SETUP-07", position("red 1", "yellow 1", level=level))


@pytest.mark.clause("GOL-SETUP-07", "GOL-SETUP-11")
def test_with_your_own_board_you_name_her_tiles() -> None:
    options: dict[str, Any] = {"level": 2, "board": "printed"}
    live = game(options)
    assert live.question is not None
    assert live.question.about == "ask.artifact-tile"
    for wrong in ([3], [3, 3], [3, 4, 5]):
        with pytest.raises(Refused):
            set_up(answers=[1, wrong, *([[]] * 9)], **options)
    told = set_up(answers=[6, [3, 17], ["gain-1"], ["gain-2"]], **options)
    assert (told[0].artifact_tile, told[0].marker) == (6, 3)


@pytest.mark.clause("GOL-SETUP-08")
def test_three_goal_cards_face_down() -> None:
    assert {set_up(level=level)[0].goals for level in (1, 2, 3, 4)} == {3}
    assert "3 random goal cards, face down" in shown("GOL-SETUP-08")


@pytest.mark.clause("GOL-SETUP-09", "GOL-SETUP-10")
def test_goal_cards_of_the_humans() -> None:
    assert "Draw 6 for yourself, keep 3 and put 3 under the deck" in shown("GOL-SETUP-10")
    for humans in (2, 3):
        table = position("red 1", "yellow 1", humans=humans)
        assert "The players choose theirs as usual" in shown("GOL-SETUP-09", table)
        with pytest.raises(AssertionError):
            shown("GOL-SETUP-10", table)
    with pytest.raises(AssertionError):
        shown("GOL-SETUP-09")


@pytest.mark.clause("GOL-SETUP-11")
def test_she_gets_the_artifact_tile_that_is_left() -> None:
    assert "the Automa gets the one left over" in shown("GOL-SETUP-11")
    assert {set_up(seed=seed)[0].artifact_tile for seed in range(80)} == set(range(1, 9))


# ----------------------------------------------------------------------------------------------------- column, golems


@pytest.mark.clause("GOL-SETUP-12", "GOL-SETUP-13")
def test_the_strategy_column_is_laid_at_random_under_the_main_tile() -> None:
    orders = {tuple(set_up(seed=seed)[0].order) for seed in range(120)}
    assert orders == set(permutations(DISTRICTS))
    text = shown("GOL-SETUP-12", position("blue 1", "red 1", order=("blue", "red", "yellow")))
    assert text.index("main tile") < text.index("blue") < text.index("red") < text.index("yellow")


@pytest.mark.clause("GOL-SETUP-14", "GOL-SETUP-15", "GOL-SETUP-16")
@pytest.mark.parametrize("order", list(permutations(DISTRICTS)))
def test_two_golems_go_to_the_districts_of_the_two_upper_coloured_tiles(order: tuple[District, ...]) -> None:
    table, steps = set_up(all_tiles("vp-1"), seed=with_order(*order))
    assert table.golems == [Golem(order[0], 1, number=1), Golem(order[1], 1, number=2)]
    events = [step.event for step in steps]
    assert isinstance(events[0], Column)
    assert events[0].order == order
    assert events[1:3] == [StartingGolem(order[0]), StartingGolem(order[1])]
    assert steps[1].clauses == ("GOL-SETUP-16",)
    text = shown("GOL-SETUP-15", table).partition("starting golems")[2]
    assert order[0] in text
    assert order[1] in text
    assert order[2] not in text


# -------------------------------------------------------------------------------------------- marker, tiles, the deck


@pytest.mark.clause("GOL-SETUP-17", "GOL-SETUP-18")
def test_the_track_of_her_level_with_the_marker_on_0() -> None:
    texts = {shown("GOL-SETUP-17", position("red 1", "yellow 1", level=level)) for level in (1, 2, 3, 4)}
    assert len(texts) == 4, "each names its level"
    assert all("put the marker on 0" in text for text in texts)
    assert set_up(all_tiles("vp-1"), level=3)[0].marker == 0


@pytest.mark.clause("GOL-SETUP-19")
@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_all_bonuses_of_all_her_starting_tiles_come_from_0(level: int) -> None:
    table, steps = set_up(all_tiles("gain-2", "vp-3", "gain-1"), level=level)
    assert (table.marker, table.vp) == (3 * level, 10 + 3 * level)
    tags = [str(step.event.__struct_config__.tag) for step in steps]
    assert tags[:3] == ["column", "starting-golem", "starting-golem"]
    assert tags[3:] == ["starting-tile", "resources", "points", "resources"] * level
    assert steps[3].clauses == ("GOL-SETUP-19", "GOL-SETUP-20")


@pytest.mark.clause("GOL-SETUP-20", "GOL-A28")
def test_starting_tiles_are_taken_by_her_own_rules() -> None:
    seed = with_order("yellow", "blue", "red")
    student, _ = set_up(all_tiles("student-1"), level=2, seed=seed)
    assert student.students == {"red": 1, "yellow": 2, "blue": 2}, "the leftmost, top-first"
    named, _ = set_up(all_tiles("red-student-1"), level=2, seed=seed)
    assert named.students == {"red": 3, "yellow": 1, "blue": 1}, "as printed"
    created, _ = set_up(all_tiles("create-2"), level=1, seed=seed)
    assert [golem.district for golem in created.golems] == ["yellow", "blue", "red"]
    assert (created.marker, created.golem_track) == (-1, 5)
    upgraded, _ = set_up(all_tiles("upgrade-any-1"), level=1, seed=seed)
    assert upgraded.upgrades_made == 1
    assert upgraded.upgrades["artifact"] == ["right-1"], "tied counts: top-first"


@pytest.mark.clause("GOL-SETUP-21")
def test_all_twenty_cards_are_shuffled_into_one_deck() -> None:
    first, second = (set_up(seed=seed)[0].deck for seed in (1, 2))
    assert sorted(first.pile) == sorted(second.pile) == list(CARDS)
    assert first.pile != second.pile
    assert (first.drawn, first.aside) == ([], [])
    mine, _ = set_up(deck="mine")
    assert mine.deck.physical
    assert "Shuffle the Automa's 20 cards face down" in shown("GOL-SETUP-21", mine)


@pytest.mark.clause("GOL-SETUP-07", "GOL-SETUP-16", "GOL-SETUP-18", "GOL-SETUP-19", "GOL-RES-02")
@pytest.mark.parametrize("mix", [("gain-3",), ("gain-1", "gain-2"), ("gain-1", "gain-1", "gain-1")])
def test_the_example_of_the_set_up(mix: tuple[str, ...]) -> None:
    """E1: level 1, yellow and red on top, a tile with 3 resources of whatever mix and a student."""
    table, _ = set_up(all_tiles(*mix, "student-1"), level=1, seed=with_order("yellow", "red", "blue"))
    assert table.marker == 3
    assert [str(golem) for golem in table.golems] == ["yellow 1", "red 1"]
    assert table.students == {"red": 1, "yellow": 2, "blue": 1}
