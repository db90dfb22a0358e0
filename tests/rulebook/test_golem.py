"""The worked examples of the two Golem rulebooks (E1 to E7 of the catalogue), their fixtures and counter-tests."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from automarium import decide
from automarium.engine.play.chance import Chance
from automarium.engine.play.desk import Table
from automarium.games.golem.events import BuyBook
from automarium.games.golem.position import Desk, District, Position, TurnType
from automarium.games.golem.rules.books import buy_book
from automarium.games.golem.rules.effects import carry_out_whole
from automarium.games.golem.rules.rabbi import play_rabbi_turn
from automarium.games.golem.rules.starting_tiles import STARTING_TILES
from automarium.games.golem.rules.synagogue import play_marble_turn
from automarium.games.golem.rules.work import work
from automarium.games.golem.setup import GolemSetup
from tests.games.golem.kit import card, carry, character, pack, position, rulings
from tests.protocol.golem_requests import golems

Plain = dict[str, Any]
CHARACTER = {"left": "red", "right": "yellow"}


def golem_asked(ask: str, **facts: Any) -> Plain:
    """Return the oracle's whole answer; there must be one."""
    said = decide({"game": "golem", "ask": ask, "facts": facts})
    assert set(said) == {"answer", "trace", "text"}, said
    return said


def answer(ask: str, **facts: Any) -> Any:
    return golem_asked(ask, **facts)["answer"]


def clauses(ask: str, **facts: Any) -> list[str]:
    return [stage["clause"] for stage in golem_asked(ask, **facts)["trace"]]


# ------------------------------------------------------------------------------------------------------- E1, the set-up


def set_up(tile: list[str], seed: int) -> Position:
    """Return a game of level 1 in which all starting tiles are the same one."""
    facts = pack(starting_tile={str(number): {"effects": tile} for number in STARTING_TILES})
    table = Table(Chance(seed), stand_in=lambda question: "no")
    return GolemSetup().set_up({"level": 1}, facts, rulings(), table)


MIXES = (
    ["gain-3", "student-1"],
    ["student-1", "gain-3"],
    ["gain-1", "gain-2", "student-1"],
    ["gain-2", "student-1", "gain-1"],
    ["gain-1", "gain-1", "gain-1", "student-1"],
    ["gain-1", "yellow-student-1", "gain-2"],
)


@pytest.mark.clause("GOL-SETUP-07", "GOL-SETUP-16", "GOL-SETUP-18", "GOL-SETUP-19", "GOL-SETUP-20", "GOL-RES-02")
@pytest.mark.parametrize("mix", MIXES, ids=" ".join)
def test_e1_any_mix_of_three_resources_and_a_student_step(mix: list[str]) -> None:
    """Yellow and red on top: 3 on the track, golems there and none in blue, the yellow student forward."""
    seeds = [seed for seed in range(40) if set_up(mix, seed).order == ["yellow", "red", "blue"]]
    assert seeds
    for seed in seeds:
        built = set_up(mix, seed)
        assert built.marker == 3
        assert sorted((golem.district, golem.section, golem.lying) for golem in built.golems) == [
            ("red", 1, False),
            ("yellow", 1, False),
        ]
        assert built.students == {"red": 1, "yellow": 2, "blue": 1}
        assert built.ledger == []


# ----------------------------------------------------------------------------------- E2, movement with free direction


def both_ways(*named: str, order: tuple[District, ...]) -> list[str]:
    """Go two steps in a free direction, as by a rabbi's action; return where all golems are then."""
    told = carry(position(*named, order=order), lambda desk: carry_out_whole(desk, ("step-either-2",), "rabbi"))
    assert [step.clauses[0] for step in told.all("golem-moves")] == ["GOL-MOVE-11", "GOL-MOVE-11"]
    return [str(golem) for golem in told.position.golems]


@pytest.mark.clause("GOL-MOVE-08", "GOL-MOVE-09", "GOL-MOVE-10", "GOL-MOVE-11", "GOL-MOVE-19")
@pytest.mark.parametrize("order", [one for one in permutations(("red", "yellow", "blue")) if one.index("red") == 0])
def test_e2_the_lying_ones_go_back_the_lower_tile_first(order: tuple[District, ...]) -> None:
    there = golems("red 4 lying", "yellow 4 lying", "blue 1")
    first = {"golems": there, "order": list(order), "direction": "either"}
    assert answer("step", **first) == {"district": "yellow", "from": 4, "to": 3}
    assert clauses("step", **first) == ["GOL-MOVE-20", "GOL-MOVE-08", "GOL-MOVE-09", "GOL-MOVE-10"]
    there = golems("red 4 lying", "yellow 3", "blue 1")
    assert answer("step", golems=there, order=list(order), direction="either") == {
        "district": "red",
        "from": 4,
        "to": 3,
    }
    assert both_ways("red 4 lying", "yellow 4 lying", "blue 1", order=order) == ["red 3", "yellow 3", "blue 1"]


@pytest.mark.parametrize("order", list(permutations(("red", "yellow", "blue"))))
def test_e2_of_red_and_yellow_the_lower_tile_goes_first(order: tuple[District, ...]) -> None:
    """Blue may lie anywhere in the column; with yellow above red it is red that goes first."""
    there = golems("red 4 lying", "yellow 4 lying", "blue 1")
    first = "yellow" if order.index("red") < order.index("yellow") else "red"
    found = answer("step", golems=there, order=list(order), direction="either")
    assert found == {"district": first, "from": 4, "to": 3}
    assert both_ways("red 4 lying", "yellow 4 lying", "blue 1", order=order) == ["red 3", "yellow 3", "blue 1"]


@pytest.mark.clause("GOL-MOVE-12", "GOL-MOVE-13")
def test_e2_counter_test_a_golem_lying_in_the_first_section_stands_up_forward() -> None:
    there = golems("red 4 lying", "yellow 4 lying", "blue 1 lying")
    order = ["red", "yellow", "blue"]
    assert answer("step", golems=there, order=order, direction="either") == {"district": "blue", "from": 1, "to": 2}
    assert clauses("step", golems=there, order=order, direction="either")[0] == "GOL-MOVE-12"
    after = both_ways("red 4 lying", "yellow 4 lying", "blue 1 lying", order=("red", "yellow", "blue"))
    assert after == ["red 4 lying", "yellow 3", "blue 2"], "then backward by MOVE-08…10"


# ----------------------------------------------------------------------------------------------- E3, a marble, turn 1

E3: Plain = {
    "column": ["work", "most", "black", "white", "right"],
    "rows": {"work": ["blue", "blue"], "mirror": ["yellow", "blue"]},
    "order": ["red", "yellow", "blue"],
    "golems": golems("red 3"),
    "character": CHARACTER,
    "taken": [],
}


@pytest.mark.clause("GOL-MARBLE-03", "GOL-MARBLE-05", "GOL-MARBLE-19", "GOL-MARBLE-20", "GOL-MARBLE-22")
@pytest.mark.clause("GOL-MARBLE-27", "GOL-MIRROR-04")
@pytest.mark.parametrize("standing", [("red 3",), ("red 3", "blue 2")], ids=["one stands", "two stand"])
@pytest.mark.parametrize("order", list(permutations(("red", "yellow", "blue"))))
def test_e3_the_yellow_marble_of_the_mirror_for_work(standing: tuple[str, ...], order: tuple[District, ...]) -> None:
    said = golem_asked("marble", **{**E3, "golems": golems(*standing), "order": list(order)})
    assert said["answer"] == {"row": "mirror", "colour": "yellow", "performs": "work"}
    both_rows = ["work blue", "mirror yellow", "mirror blue"]
    assert [(stage["clause"], stage["kept"]) for stage in said["trace"]][:3] == [
        ("GOL-MARBLE-03", both_rows),
        ("GOL-MARBLE-01", both_rows),
        ("GOL-MARBLE-11", ["mirror yellow"]),
    ], "black and white are skipped, the mirror is not thrown out early"


@pytest.mark.clause("GOL-MIRROR-01", "GOL-MARBLE-33")
def test_e3_she_pays_a_coin_and_works() -> None:
    rows = {"work": ["blue", "blue"], "golem": [], "artifact": [], "study": [], "mirror": ["yellow", "blue"]}
    facts = pack(neighbourhood={"red-3": {"effects": ["vp-1"]}})
    table = position("red 3", rows=rows, marker=5)
    told = carry(table, lambda desk: play_marble_turn(desk, card(E3["column"])), [[], 3], facts=facts)
    assert told.data("marble") == {
        "do": "marble", "row": "mirror", "colour": "yellow", "action": "work", "strength": 2,
    }  # fmt: skip
    assert told.position.rows == {**rows, "mirror": ["blue"]}
    assert told.position.taken == ["yellow"]
    paid, surplus = told.all("resources")
    assert (paid.clauses, getattr(paid.event, "by", None)) == (("GOL-MIRROR-01",), -1)
    assert getattr(surplus.event, "by", None) == 1, "strength 2 for one golem: 1 left over"
    assert told.data("work") == {"do": "work", "golems": 1, "strength": 2}
    assert told.position.students["yellow"] == 2


def test_e3_with_no_golem_standing_the_criterion_is_skipped() -> None:
    said = golem_asked("marble", **{**E3, "golems": golems("red 3 lying")})
    assert said["answer"] == {"row": "mirror", "colour": "yellow", "performs": "golem"}, "the mirror takes the top tile"
    assert "GOL-MARBLE-03" not in [stage["clause"] for stage in said["trace"]]


# ------------------------------------------------------------------------------------------------ E4, a rabbi, turn 2


def edges(first: TurnType, *halves: str) -> Plain:
    return {"first": first, "left_half": "left" in halves, "right_half": "right" in halves}


NUMBERS = [2, 1, 3, 5, 4]


def tile(*occupied: int, kills: int = 0, far: bool = False) -> Any:
    tiles = [{"occupied": at in occupied, "kills": at == kills} for at in range(1, 6)]
    return answer("rabbi", numbers=NUMBERS, tiles=tiles, golems=golems("red 8" if far else "red 7"))


@pytest.mark.clause("GOL-TURN-04", "GOL-RABBI-05", "GOL-RABBI-06")
def test_e4_the_silhouette_makes_it_the_rabbi_and_two_is_the_second_tile() -> None:
    cards = [edges("marble", "right"), edges("marble", "left")]
    assert answer("turn-type", cards=cards) == "rabbi"
    assert clauses("turn-type", cards=cards) == ["GOL-TURN-04", "GOL-TURN-05"]
    assert tile() == {"tile": 2}
    told = carry(position("red 7"), lambda desk: play_rabbi_turn(desk, card(rabbi=NUMBERS)), [[], 1], stand_in=_zero)
    assert told.data("rabbi") == {"do": "rabbi", "tile": 2}
    assert told.one("tile-action").clauses == ("GOL-RABBI-10",)


def _zero(_: object) -> int:
    return 0


@pytest.mark.clause("GOL-RABBI-02", "GOL-RABBI-03", "GOL-RABBI-07", "GOL-RABBI-09", "GOL-TURN-05")
def test_e4_counter_tests() -> None:
    assert tile(2) == {"tile": 1}
    assert tile(2, 1) == {"tile": 3}
    for cards in (
        [edges("marble"), edges("marble", "left")],
        [edges("marble", "right"), edges("marble")],
        [edges("marble", "left"), edges("marble", "right")],
    ):
        assert answer("turn-type", cards=cards) == "marble", "no whole silhouette"
    assert tile(kills=3, far=True) == {"tile": 3}
    assert tile(3, kills=3, far=True) == {"tile": "lowest"}
    assert tile(1, 2, 3, 4, 5) is None, "and never the lowest space without a golem to kill"


# ----------------------------------------------------------------------------------------------- E5, a marble, turn 3

E5: Plain = {
    "column": ["most", "right", "black", "white", "neither"],
    "rows": {
        "work": ["white"],
        "golem": ["blue", "white"],
        "artifact": ["red", "blue"],
        "study": ["red", "black"],
        "mirror": ["blue"],
    },
    "order": ["red", "yellow", "blue"],
    "golems": golems("red 3", "blue 2"),
    "character": CHARACTER,
    "taken": ["yellow"],
}
YELLOW_ABOVE = [one for one in permutations(("red", "yellow", "blue")) if one.index("yellow") < one.index("blue")]


@pytest.mark.clause("GOL-MARBLE-12", "GOL-MARBLE-25")
@pytest.mark.parametrize("order", YELLOW_ABOVE)
def test_e5_right_means_left_when_yellow_is_taken_and_the_yellow_tile_decides(order: tuple[District, ...]) -> None:
    said = golem_asked("marble", **{**E5, "order": list(order)})
    assert said["answer"] == {"row": "artifact", "colour": "red", "performs": "artifact"}
    kept = {stage["clause"]: stage["kept"] for stage in said["trace"]}
    assert kept["GOL-MARBLE-12"] == ["artifact red", "study red"]
    assert kept["GOL-MARBLE-25"] == ["artifact red"]


@pytest.mark.clause("GOL-MARBLE-25")
@pytest.mark.parametrize("order", [order[::-1] for order in YELLOW_ABOVE])
def test_e5_counter_test_blue_above_yellow(order: tuple[District, ...]) -> None:
    found = answer("marble", **{**E5, "order": list(order)})
    assert found == {"row": "study", "colour": "red", "performs": "study"}


@pytest.mark.clause("GOL-MARBLE-29")
def test_e5_counter_test_another_yellow_marble_is_never_chosen() -> None:
    rows = {**E5["rows"], "golem": ["yellow", "white"]}
    for column in permutations(E5["column"]):
        said = golem_asked("marble", **{**E5, "rows": rows, "column": list(column)})
        assert said["answer"]["colour"] != "yellow"
        ignored = said["trace"][0]
        assert ignored["clause"] == "GOL-MARBLE-29"
        assert "golem yellow" not in ignored["kept"]


# --------------------------------------------------------------------------------------------------------- E6, Work

# Fixture a in any order of the tiles; the tie of fixture b needs red above yellow.
ORDERS = list(permutations(("red", "yellow", "blue")))
FIXTURES = [(("red 6", "yellow 5", "blue 3"), order) for order in ORDERS]
FIXTURES += [(("red 5", "yellow 5", "blue 3"), order) for order in ORDERS if order.index("red") < order.index("yellow")]


@pytest.mark.clause("GOL-WORK-01", "GOL-WORK-02", "GOL-WORK-04", "GOL-WORK-05", "GOL-WORK-06")
@pytest.mark.parametrize(("there", "order"), FIXTURES)
def test_e6_two_golems_work_for_one_knowledge(there: tuple[str, ...], order: tuple[District, ...]) -> None:
    found = answer("work", golems=golems(*there), order=list(order), strength=2)
    red, yellow, _ = there
    assert found == {
        "golems": [
            {"district": "red", "section": int(red[-1])},
            {"district": "yellow", "section": int(yellow[-1])},
        ],
        "paid": 1,
    }
    told = works(position(*there, order=order, marker=4), 2)
    assert [(step.event.district, step.event.section) for step in told.all("activate")] == [
        ("red", int(red[-1])),
        ("yellow", int(yellow[-1])),
    ]
    assert told.position.marker == 3
    assert [golem.lying for golem in told.position.golems] == [True, True, False], "the third is not activated"


def works(table: Position, strength: int) -> Any:
    """Return the answer for Work, with every neighbourhood tile worth 1 VP."""
    tiles = {f"{colour}-{at}": {"effects": ["vp-1"]} for colour in ("red", "yellow", "blue") for at in range(1, 11)}
    return carry(table, lambda desk: work(desk, strength), facts=pack(neighbourhood=tiles), stand_in=_lowest)


def _lowest(question: Any) -> Any:
    return question.options[0]


# -------------------------------------------------------------------------------------------------- E7, book columns


def shelved(columns: list[list[str]], colour: str) -> Any:
    display = [colour, None, None, None, None]
    facts: Plain = {"numbers": [1], "display": display, "columns": columns}
    return golem_asked("book", **facts, students={"red": 2, "yellow": 1, "blue": 1})


@pytest.mark.clause("GOL-BOOK-08", "GOL-BOOK-09", "GOL-BOOK-11")
def test_e7_the_first_blue_book_and_the_next_one() -> None:
    first = shelved([[], [], [], []], "blue")
    assert first["answer"] == {"position": 1, "column": 1}
    assert first["trace"][0] == {"clause": "GOL-BOOK-09", "kept": ["1", "2", "3", "4"], "scores": {}}
    for colour in ("green", "red", "yellow", "black"):
        assert shelved([["blue"], [], [], []], colour)["answer"]["column"] == 2, colour
    again = shelved([["blue"], [], [], []], "blue")
    assert again["answer"]["column"] == 1
    assert again["trace"][0] == {"clause": "GOL-BOOK-08", "kept": ["1"], "scores": {}}


@pytest.mark.clause("GOL-BOOK-08", "GOL-BOOK-09", "GOL-BOOK-11", "GOL-BOOK-17")
@pytest.mark.parametrize(("colour", "column"), [("green", 2), ("red", 2), ("yellow", 2), ("black", 2), ("blue", 1)])
def test_e7_on_her_own_shelves(colour: str, column: int) -> None:
    def two_books(desk: Desk) -> None:
        buy_book(desk)
        buy_book(desk)

    empty = {"cost": 0, "immediate": [], "left": [], "right": []}
    books = {f"{name}-{number}": empty for name in ("blue", colour) for number in range(1, 11)}
    table = position("red 1", cards=[card(books=(1, 2, 3, 4, 5))], students={"red": 3}, character=character())
    shown = [["blue", "none", "none", "none", "none"], [colour, "none", "none", "none", "none"]]
    told = carry(table, two_books, shown, facts=pack(book=books))
    assert [event.column for event in told.of(BuyBook)] == [1, column]
    assert [len(shelf) for shelf in told.position.columns[:2]] == ([2, 0] if column == 1 else [1, 1])
    assert told.position.students["red"] == (2 if colour == "black" else 3), "a black book is paid by a student"
