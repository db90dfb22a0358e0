"""The further test vectors and the Work table of the Golem catalogue, row by row."""

from __future__ import annotations

from typing import Any

import pytest

from automarium.games.golem.position import GOLEMS, STARTING_GOLEMS, Bonus, Criterion
from automarium.games.golem.rules.cards import take_bonus
from automarium.games.golem.rules.evening import influence_character
from automarium.games.golem.rules.golems import create
from automarium.games.golem.rules.turn import move_golems
from automarium.games.golem.rules.upgrades import choose_type
from automarium.games.golem.rules.work import WORK_PRICES, work
from tests.games.golem.kit import WORK_TABLE, book, card, carry, character, pack, position
from tests.protocol.golem_requests import golems
from tests.rulebook.test_golem import CHARACTER, answer, edges, golem_asked

ORDER = ["red", "yellow", "blue"]

# ------------------------------------------------------------------------------------------- the track and discounts


@pytest.mark.parametrize(
    ("marker", "amount", "after", "vp"),
    [
        pytest.param(-5, -1, -5, -1, marks=pytest.mark.clause("GOL-RES-06")),
        pytest.param(-4, -3, -5, -2, marks=pytest.mark.clause("GOL-RES-06", "GOL-RES-08")),
        pytest.param(20, 1, 20, 1, marks=pytest.mark.clause("GOL-RES-07")),
        pytest.param(18, 5, 20, 3, marks=pytest.mark.clause("GOL-RES-07", "GOL-RES-08")),
    ],
)
def test_the_ends_of_the_track(marker: int, amount: int, after: int, vp: int) -> None:
    assert answer("pay", marker=marker, amount=amount) == {"marker": after, "vp": vp}


@pytest.mark.clause("GOL-DISC-01", "GOL-DISC-02")
def test_no_golem_left_to_create_with_a_discount_of_two() -> None:
    told = carry(position("red 1", "yellow 1", supply=0, marker=3), lambda desk: create(desk, 2))
    assert told.position.marker == 5
    assert told.one("resources").clauses == ("GOL-DISC-01",)
    assert "create" not in told.tags
    assert told.vp == 0


@pytest.mark.clause("GOL-DISC-03")
def test_a_discount_of_five_on_a_price_of_three() -> None:
    told = carry(position("red 1", "yellow 1", marker=3), lambda desk: create(desk, 5))
    assert told.data("create")["district"] == "blue"
    assert told.position.marker == 5
    assert told.one("resources").clauses == ("GOL-DISC-03",)


# -------------------------------------------------------------------------------------------------------- the bonuses


@pytest.mark.clause("GOL-BONUS-01")
@pytest.mark.parametrize(("level", "gained"), [(2, False), (3, True), (4, True)])
def test_a_bonus_with_the_number_three(level: int, gained: bool) -> None:
    told = carry(position("red 1", level=level), lambda desk: take_bonus(desk, card(bonus="gold", level=3)))
    assert told.position.ingots == gained
    assert told.data("bonus")["due"] is gained


@pytest.mark.parametrize(
    ("bonus", "there", "created"),
    [
        pytest.param("golem-1", 0, True, marks=pytest.mark.clause("GOL-BONUS-06")),
        pytest.param("golem-1", 1, True, marks=pytest.mark.clause("GOL-BONUS-06")),
        pytest.param("golem-1", 2, False, marks=pytest.mark.clause("GOL-BONUS-06", "GOL-BONUS-10")),
        pytest.param("golem-2", 2, True, marks=pytest.mark.clause("GOL-BONUS-07")),
        pytest.param("golem-2", 3, False, marks=pytest.mark.clause("GOL-BONUS-07", "GOL-BONUS-10")),
    ],
)
def test_the_bonuses_for_few_golems(bonus: Bonus, there: int, created: bool) -> None:
    table = position(*("red 1", "yellow 2 lying", "blue 3")[:there], marker=10)
    told = carry(table, lambda desk: take_bonus(desk, card(bonus=bonus, level=1)))
    assert len(told.position.golems) == there + created
    assert ("create" in told.tags) is created
    assert told.position.marker == (7 if created else 10), "the full price of the first golem in a district"
    assert told.vp == 0, "and no compensation"


# ----------------------------------------------------------------------------------------------------- rabbi or marble


@pytest.mark.parametrize(
    ("cards", "types"),
    [
        pytest.param(
            [edges("rabbi"), edges("rabbi"), edges("rabbi")],
            "RMM",
            marks=pytest.mark.clause("GOL-TURN-02", "GOL-TURN-03"),
        ),
        pytest.param(
            [edges("rabbi", "right"), edges("marble", "left"), edges("rabbi")],
            "RMM",
            marks=pytest.mark.clause("GOL-TURN-03", "GOL-TURN-06"),
        ),
        pytest.param(
            [edges("marble", "right"), edges("marble", "left"), edges("rabbi")],
            "MRM",
            marks=pytest.mark.clause("GOL-TURN-04", "GOL-TURN-07"),
        ),
        pytest.param(
            [edges("marble"), edges("rabbi"), edges("rabbi")],
            "MRM",
            marks=pytest.mark.clause("GOL-TURN-05", "GOL-TURN-07"),
        ),
        pytest.param(
            [edges("marble"), edges("marble"), edges("marble")],
            "MMR",
            marks=pytest.mark.clause("GOL-TURN-05", "GOL-TURN-07"),
        ),
        pytest.param(
            [edges("marble"), edges("marble", "right"), edges("marble", "left")],
            "MMR",
            marks=pytest.mark.clause("GOL-TURN-08"),
        ),
    ],
)
def test_the_types_of_a_round(cards: list[dict[str, Any]], types: str) -> None:
    found = [answer("turn-type", cards=cards[:number]) for number in (1, 2, 3)]
    assert "".join(kind[0].upper() for kind in found) == types


# -------------------------------------------------------------------------------------------------------- the marbles


def marble(rows: dict[str, list[str]], column: list[Criterion], *there: str, taken: tuple[str, ...] = ()) -> Any:
    return golem_asked(
        "marble",
        column=column,
        rows=rows,
        order=ORDER,
        golems=golems(*there),
        character=CHARACTER,
        taken=list(taken),
    )


@pytest.mark.clause("GOL-MARBLE-10")
def test_left_means_the_right_colour_when_red_is_taken() -> None:
    rows = {"golem": ["blue"], "study": ["yellow"], "artifact": ["red"]}
    said = marble(rows, ["left"], taken=("red",))
    assert said["answer"] == {"row": "study", "colour": "yellow", "performs": "study"}
    assert [stage["clause"] for stage in said["trace"]][:2] == ["GOL-MARBLE-29", "GOL-MARBLE-10"]


@pytest.mark.clause("GOL-MARBLE-19")
def test_a_left_colour_that_is_not_there_and_not_taken_is_skipped() -> None:
    rows = {"golem": ["blue"], "study": ["yellow"]}
    said = marble(rows, ["left", "neither"])
    assert said["answer"]["colour"] == "blue", "not the right colour, as the other text has it"
    assert said["trace"][0] == {"clause": "GOL-MARBLE-13", "kept": ["golem blue"], "scores": {}}


@pytest.mark.clause("GOL-MARBLE-24")
@pytest.mark.parametrize(("there", "row"), [(("red 1", "blue 2"), "work"), (("red 1", "blue 2 lying"), "golem")])
def test_work_or_golem_by_the_standing_golems(there: tuple[str, ...], row: str) -> None:
    said = marble({"work": ["blue"], "golem": ["blue"]}, [], *there)
    assert said["answer"] == {"row": row, "colour": "blue", "performs": row}


@pytest.mark.clause("GOL-MARBLE-26")
def test_never_the_mirror_beside_golem() -> None:
    said = marble({"mirror": ["blue"], "golem": ["white"]}, [], "red 1", "blue 1")
    assert said["answer"] == {"row": "golem", "colour": "white", "performs": "golem"}


@pytest.mark.clause("GOL-MARBLE-04")
def test_the_criterion_of_work_without_a_standing_golem_is_skipped() -> None:
    rows = {"work": ["blue"], "mirror": ["black"], "study": ["white"]}
    said = marble(rows, ["work", "white"], "red 4 lying")
    assert said["answer"]["row"] == "study"
    assert said["trace"][0]["clause"] == "GOL-MARBLE-08"
    assert marble(rows, ["work", "white"], "red 4")["answer"]["row"] in ("work", "mirror")


# ------------------------------------------------------------------------------------------------ golems and their work


@pytest.mark.clause("GOL-MOVE-05")
def test_a_lying_golem_in_five_before_a_standing_one_in_one() -> None:
    found = answer("step", golems=golems("red 1", "blue 5 lying"), order=ORDER, direction="forward")
    assert found == {"district": "blue", "from": 5, "to": 6}


@pytest.mark.clause("GOL-MOVE-15")
def test_forward_or_stay_with_standing_golems_only() -> None:
    assert answer("step", golems=golems("red 1", "blue 5"), order=ORDER, direction="forward-or-stay") is None


@pytest.mark.clause("GOL-FAIL-03", "GOL-FAIL-04")
def test_two_useless_golems_give_two_vp_each_and_lie() -> None:
    tiles = {f"{colour}-{number}": {"effects": ["artifact"]} for colour in ORDER for number in range(1, 11)}
    table = position("red 4", "blue 2")  # and no artifact, so that activating one is no use
    told = carry(table, lambda desk: work(desk, 3), [4, 2], facts=pack(neighbourhood=tiles))
    assert told.vp == 4
    assert [golem.lying for golem in told.position.golems] == [True, True]
    assert [step.clauses for step in told.all("useless")] == [("GOL-FAIL-03",)] * 2


@pytest.mark.clause("GOL-FAIL-05")
def test_work_without_a_golem() -> None:
    told = carry(position(marker=4), lambda desk: work(desk, 3))
    assert told.vp == 2
    assert told.position.marker == 4, "nothing paid, nothing gained"
    assert told.one("no-work").clauses == ("GOL-FAIL-05",)


@pytest.mark.clause("GOL-GOLEM-05", "GOL-GOLEM-06")
def test_a_golem_is_created_where_she_has_the_fewest() -> None:
    assert answer("create", golems=golems("red 4"), order=["red", "yellow", "blue"]) == "yellow"
    assert answer("create", golems=golems("red 4"), order=["red", "blue", "yellow"]) == "blue"


@pytest.mark.clause("GOL-MOVE-22")
def test_three_steps_left_and_both_golems_in_ten() -> None:
    facts = pack(golem_space={"3": {"steps": 2}})
    told = carry(position("red 10", "yellow 10", character=character(steps=1)), move_golems, facts=facts)
    assert told.data("no-step")["steps"] == 3
    assert told.vp == -10
    assert told.one("points").clauses == ("GOL-MOVE-22",)


# --------------------------------------------------------------------------------------------------------------- books


def bought(columns: list[list[str]], *display: str, numbers: tuple[int, ...] = (1, 2, 3, 4, 5)) -> Any:
    shown = [*display, *[None] * (5 - len(display))]
    students = {"red": 2, "yellow": 1, "blue": 1}
    return answer("book", numbers=list(numbers), display=shown, columns=columns, students=students)


@pytest.mark.clause("GOL-BOOK-05")
def test_a_blue_column_of_four_and_a_black_one_is_full() -> None:
    full = [["blue", "black", "blue", "blue", "blue"], [], [], []]
    assert bought(full, "blue", "red") == {"position": 2, "column": 2}
    assert bought(full, "blue", "blue") is None
    assert bought([full[0][:4], [], [], []], "blue", "red") == {"position": 1, "column": 1}


@pytest.mark.clause("GOL-BOOK-10")
def test_a_new_colour_on_the_black_column() -> None:
    columns = [["red"], ["yellow", "black"], ["black", "black"], ["green"]]
    assert bought(columns, "blue") == {"position": 1, "column": 3}


@pytest.mark.clause("GOL-BOOK-12")
def test_a_black_book_where_most_are_but_for_a_full_column() -> None:
    columns = [["red"] * 5, ["yellow"] * 3, ["blue"] * 3, ["green"]]
    assert bought(columns, "black") == {"position": 1, "column": 2}


# ------------------------------------------------------------------------------------------------ the evening, the end


@pytest.mark.clause("GOL-CHAR-02")
@pytest.mark.parametrize("marker", range(-5, 2))
def test_a_match_in_the_red_zone_is_three_coins(marker: int) -> None:
    table = position("red 1", taken=["red", "yellow"], marker=marker)
    told = carry(table, influence_character)
    assert told.position.marker == marker + 3
    assert told.data("influence") == {"do": "influence", "what": "coins"}
    assert told.position.ingots == 0, "no bonus"


@pytest.mark.clause("GOL-CHAR-01")
@pytest.mark.parametrize(
    ("marbles", "matches"),
    [
        (["yellow", "red"], True),
        (["white", "yellow"], True),
        (["white", "blue"], False),
        (["red", "red"], False),
    ],
)
def test_which_marbles_match_red_and_yellow(marbles: list[str], matches: bool) -> None:
    for red_zone, got in ((True, "coins"), (False, "bonus")):
        found = answer("character", marbles=marbles, character=CHARACTER, red_zone=red_zone)
        assert found == (got if matches else "nothing")


LEFT = {"golem": 6, "artifact": 6, "study": 6}


@pytest.mark.clause("GOL-UPGRADE-02", "GOL-UPGRADE-03")
def test_tied_counts_go_by_the_tiles() -> None:
    counts: dict[str, Any] = {"created": 2, "columns": 2, "artifacts": 1, "left": LEFT}
    assert answer("upgrade-type", **counts, order=["blue", "red", "yellow"]) == "study"
    assert answer("upgrade-type", **counts, order=["red", "blue", "yellow"]) == "golem"
    assert answer("upgrade-type", **counts, order=["yellow", "blue", "red"]) == "study"


@pytest.mark.clause("GOL-UPGRADE-02")
def test_a_golem_that_was_built_and_killed_counts_and_the_starting_two_do_not() -> None:
    """Counts 1, 1, 0 with blue above red."""
    supply = GOLEMS - STARTING_GOLEMS - 1
    table = position("red 4", "yellow 1", order=["blue", "red", "yellow"], supply=supply, buried=1)
    table.columns[0] = [book("green")]
    told = carry(table, choose_type)
    trace = told.trace("upgrade-type")
    assert trace.chosen == "study"
    assert next(stage.scores for stage in trace.stages if stage.clause == "GOL-UPGRADE-02") == {
        "study": 1,
        "golem": 1,
        "artifact": 0,
    }


@pytest.mark.parametrize(
    ("level", "marker", "goals", "vp"),
    [
        pytest.param(2, 0, 4, 12, marks=pytest.mark.clause("GOL-SCORE-07")),
        pytest.param(3, 14, 3, 15 + 2, marks=pytest.mark.clause("GOL-SCORE-03", "GOL-SCORE-04")),
        pytest.param(1, -5, 3, 3 - 1, marks=pytest.mark.clause("GOL-SCORE-03", "GOL-SCORE-05")),
        pytest.param(2, -3, 3, 9 + 0, marks=pytest.mark.clause("GOL-SCORE-03", "GOL-SCORE-06")),
    ],
)
def test_the_score(level: int, marker: int, goals: int, vp: int) -> None:
    assert answer("score", level=level, marker=marker, goals=goals) == vp


# ------------------------------------------------------------------------------------------------------ the Work table


@pytest.mark.clause("GOL-WORK-01", "GOL-WORK-02", "GOL-WORK-03", "GOL-WORK-08", "GOL-WORK-09", "GOL-WORK-10")
@pytest.mark.parametrize("strength", WORK_TABLE)
@pytest.mark.parametrize("standing", range(1, 7))
def test_the_work_table(strength: int, standing: int) -> None:
    prices, most = WORK_TABLE[strength]
    there = golems(*(f"red {section}" for section in range(1, standing + 1)), "blue 7 lying")
    found = answer("work", golems=there, order=ORDER, strength=strength)
    number = min(standing, most)
    assert [one["section"] for one in found["golems"]] == list(range(standing, standing - number, -1))
    assert found["paid"] == prices[number - 1]
    assert all(price > 2 for price in prices[most:]), "the next golem would cost more than 2"


@pytest.mark.clause("GOL-WORK-02", "GOL-WORK-03")
def test_every_price_of_the_table() -> None:
    for strength, (prices, _) in WORK_TABLE.items():
        assert tuple(price - strength for price in WORK_PRICES[1:]) == prices
