"""VP at the end of the game (SCORE)."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from automarium.engine.message import Refused
from automarium.engine.play.score import ScoreSheet
from automarium.games.golem.commands import Tally, TieBreak
from automarium.games.golem.position import Desk, Entry, Position
from automarium.games.golem.rules.evening import play_evening
from automarium.games.golem.rules.resources import score as gain_vp
from automarium.games.golem.score import count_level_vp, count_resource_vp
from tests.games.golem.kit import DEFINITION, book, carry, game, pack, perform, position, rulings, tell


def sheet(table: Position, **switched: str) -> ScoreSheet:
    return DEFINITION.scoring.score(table, rulings(**switched))


def lines(table: Position, side: str = "automa") -> dict[str, tuple[int, int]]:
    return {line.what: (line.amount, line.each) for line in sheet(table).lines if line.side == side}


def clauses(table: Position) -> dict[str, str]:
    return {line.what: line.clause for line in sheet(table).lines}


def shelves(count: int) -> list[Any]:
    return [[book("red", n), book("black", n)] if n <= count else [] for n in range(1, 5)]


def ended(**fields: Any) -> Position:
    return position(stage="over", round=4, **fields)


# ------------------------------------------------------------------------------------------------------------ base game


@pytest.mark.clause("GOL-SCORE-01")
def test_the_base_scoring_of_golems_artifacts_columns_and_research_track() -> None:
    """Different numbers everywhere, so that no two can be mixed up unnoticed."""
    table = position("red 1", "yellow 1", supply=1, buried=2, artifacts=2, columns=shelves(4), study_vp=10, marker=2)
    table.menorah_count = {"golem": 5, "artifact": 7, "study": 1}
    assert lines(table) == {
        "start": (10, 1),
        "golems": (3, 5),
        "artifacts": (2, 7),
        "columns": (4, 1),
        "study-space": (10, 1),
        "goals": (3, 3),
        "resources": (0, 1),
    }
    assert sheet(table).totals == {"automa": 10 + 15 + 14 + 4 + 10 + 9}
    assert {clauses(table)[what] for what in ("golems", "artifacts", "columns", "study-space")} == {"GOL-SCORE-01"}


@pytest.mark.clause("GOL-SCORE-01", "GOL-A24")
def test_the_starting_golems_are_not_scored_and_built_ones_that_died_are() -> None:
    alive, dead = position("red 1", "blue 3", supply=4), position(supply=2, buried=4)
    for table in (alive, dead):
        table.menorah_count["golem"] = 3
    assert lines(alive)["golems"] == (0, 3)
    assert lines(dead)["golems"] == (2, 3)


@pytest.mark.clause("GOL-SCORE-01")
def test_what_she_gained_in_play_stands_on_the_sheet_by_its_reason() -> None:
    def play(desk: Desk) -> None:
        gain_vp(desk, 2, "useless", "GOL-FAIL-07")
        gain_vp(desk, 4, "book", "GOL-GEN-02")
        gain_vp(desk, 2, "useless", "GOL-FAIL-06")
        gain_vp(desk, -5, "unused-steps", "GOL-MOVE-22")

    told = carry(position(), play)
    table = told.position
    assert {what: lines(table)[what][0] for what in ("useless", "book", "unused-steps")} == {
        "useless": 4,
        "book": 4,
        "unused-steps": -5,
    }
    assert clauses(table)["unused-steps"] == "GOL-MOVE-22"
    assert sheet(table).totals["automa"] == table.vp + 9 == 10 + 3 + 9


@pytest.mark.clause("GOL-SCORE-01")
def test_the_research_tracks_vp_are_those_of_the_space_reached() -> None:
    facts = pack(study_space={"8": {"vp": "?"}}, red_zone={"2": {"spaces": list(range(-5, 21))}})
    table = position(study_track=8, rabbi=1, round=4, stage="evening")
    carry(table, play_evening, [7], facts=facts)
    assert lines(table)["study-space"] == (7, 1), "what nobody knew is asked at the end"
    earlier = position(study_track=8, rabbi=1, round=3, stage="evening")
    carry(earlier, play_evening, facts=facts)
    assert earlier.study_vp == 0, "and not before"


# ------------------------------------------------------------------------------------------------- goals and resources


@pytest.mark.clause("GOL-SCORE-02", "GOL-SCORE-03", "GOL-GEN-06")
@pytest.mark.parametrize(("level", "each", "three"), [(1, 1, 3), (2, 3, 9), (3, 5, 15), (4, 7, 21)])
def test_a_goal_card_scores_by_the_level_whatever_it_wants(level: int, each: int, three: int) -> None:
    bare = position(level=level)
    rich = position("red 5", level=level, artifacts=4, columns=shelves(4), study_track=10, ingots=8)
    for table in (bare, rich):
        assert lines(table)["goals"] == (3, each)
        assert clauses(table)["goals"] == "GOL-SCORE-02"
    assert count_level_vp(level, 0, 3) == three


@pytest.mark.clause("GOL-SCORE-04", "GOL-SCORE-05", "GOL-SCORE-06")
@pytest.mark.parametrize("marker", range(-5, 21))
def test_a_vp_for_every_full_5_resources_and_minus_one_on_the_last_space(marker: int) -> None:
    expected = {-5: -1, **dict.fromkeys(range(-4, 5), 0), **dict.fromkeys(range(5, 10), 1)}
    expected |= {**dict.fromkeys(range(10, 15), 2), **dict.fromkeys(range(15, 20), 3), 20: 4}
    assert count_resource_vp(marker) == expected[marker]
    table = position(marker=marker)
    assert lines(table)["resources"] == (expected[marker], 1)
    assert clauses(table)["resources"] == ("GOL-SCORE-05" if marker == -5 else "GOL-SCORE-04")


@pytest.mark.clause("GOL-SCORE-02", "GOL-SCORE-04", "GOL-SCORE-05", "GOL-SCORE-06", "GOL-SCORE-07")
@pytest.mark.parametrize(
    ("level", "goals", "marker", "vp"), [(2, 4, 0, 12), (3, 3, 14, 15 + 2), (1, 3, -5, 3 - 1), (2, 3, -3, 9)]
)
def test_goal_cards_and_resources_together(level: int, goals: int, marker: int, vp: int) -> None:
    assert sheet(position(level=level, goals=goals, marker=marker)).totals["automa"] - 10 == vp


@pytest.mark.clause("GOL-SCORE-07")
@pytest.mark.parametrize("goals", [3, 4, 6])
def test_goal_cards_of_the_game_score_too(goals: int) -> None:
    assert lines(position(level=4, goals=goals))["goals"] == (goals, 7)


@pytest.mark.clause("GOL-SCORE-08")
def test_nothing_is_scored_for_different_types_of_goal_cards() -> None:
    """Nine goal cards: nothing but nine times the level's VP."""
    few, many = position(level=2, goals=0), position(level=2, goals=9)
    assert sheet(many).totals["automa"] - sheet(few).totals["automa"] == 27
    assert set(lines(many)) == set(lines(few))


# ---------------------------------------------------------------------------------------------------------- who has won


@pytest.mark.clause("GOL-SCORE-01")
def test_the_humans_tell_their_vp_at_the_end() -> None:
    with pytest.raises(Refused, match=r"tell\.end"):
        tell(game(), Tally("human", 40))
    with pytest.raises(Refused, match=r"tell\.end"):
        tell(game(), TieBreak("automa"))
    table = ended(humans=2)
    carry(table, lambda desk: perform(desk, Tally("human", 40)))
    assert sheet(table).verdict is None, "the other one has not told yet"
    carry(table, lambda desk: perform(desk, Tally("human-2", 12)))
    assert sheet(table).totals == {"automa": 19, "human": 40, "human-2": 12}
    with pytest.raises(Refused):
        carry(table, lambda desk: perform(desk, Tally("human-3", 12)))


@pytest.mark.clause("GOL-SCORE-01")
@pytest.mark.parametrize(("vp", "verdict"), [(18, "verdict.automa"), (20, "verdict.human"), (19, "verdict.tie-asked")])
def test_the_most_vp_win(vp: int, verdict: str) -> None:
    table = ended(human_vp={"human": vp}, order_place=None)
    assert table.ledger == []
    found = sheet(table).verdict
    assert found is not None
    assert found.key == verdict
    assert sheet(position(human_vp={"human": vp})).verdict is None, "not before the game is over"


@pytest.mark.clause("GOL-SCORE-01")
def test_tied_the_rabbi_in_the_uppermost_space() -> None:
    for side, verdict in (("automa", "verdict.tie.automa"), ("human", "verdict.tie.human")):
        table = ended(humans=2, human_vp={"human": 19, "human-2": 3}, order_place=2)
        carry(table, partial(perform, command=TieBreak(side)))
        found = sheet(table).verdict
        assert found is not None
        assert found.key == verdict
    elsewhere = ended(humans=2, human_vp={"human": 19, "human-2": 3}, order_place=2, tie="human-2")
    asked = sheet(elsewhere).verdict
    assert asked is not None
    assert asked.key == "verdict.tie-asked", "one who is not tied breaks no tie"


@pytest.mark.clause("GOL-SCORE-01", "GOL-GEN-02")
def test_a_ledger_line_is_a_vp() -> None:
    table = position(ledger=[Entry(1, "book", 6, "GOL-GEN-02"), Entry(2, "book", 5, "GOL-GEN-02")])
    assert table.vp == 21
    assert lines(table)["book"] == (11, 1)


@pytest.mark.clause("GOL-SCORE-01", "GOL-ORDER-01")
@pytest.mark.parametrize(
    ("humans", "place", "verdict"),
    [
        (1, 1, "verdict.tie.automa"),
        (1, 2, "verdict.tie.human"),
        (1, None, "verdict.tie-asked"),
        (2, 1, "verdict.tie.automa"),
        (2, 2, "verdict.tie-asked"),
        (2, 3, "verdict.tie.human"),
    ],
)
def test_a_tie_is_hers_if_her_rabbi_is_first_in_round_iv(humans: int, place: int | None, verdict: str) -> None:
    """As far as her own place says who of the tied ones is higher; told otherwise, it is refused."""
    vp = {"human": 19, **({"human-2": 3} if humans == 2 else {})}
    table = ended(humans=humans, human_vp=vp, order_place=place)
    found = sheet(table).verdict
    assert found is not None
    assert found.key == verdict
    if verdict == "verdict.tie-asked":
        carry(table, partial(perform, command=TieBreak("human")))
        told = sheet(table).verdict
        assert told is not None
        assert told.key == "verdict.tie.human"
    else:
        with pytest.raises(Refused, match=r"tie\.settled"):
            carry(table, partial(perform, command=TieBreak("human")))


@pytest.mark.parametrize(
    ("told", "asked"),
    [({}, False), ({"human": 19}, False), ({"human": 19, "human-2": 3}, True), ({"human": 18, "human-2": 3}, False)],
)
def test_the_rabbis_matter_once_a_tie_is_known(told: dict[str, int], asked: bool) -> None:
    assert TieBreak.matters(ended(humans=2, human_vp=told, order_place=2)) == asked


@pytest.mark.clause("GOL-SCORE-01")
def test_her_place_breaks_no_tie_of_others() -> None:
    table = ended(humans=2, human_vp={"human": 30, "human-2": 30}, order_place=1)
    carry(table, partial(perform, command=TieBreak("human-2")))
    found = sheet(table).verdict
    assert found is not None
    assert found.key == "verdict.tie.human"
