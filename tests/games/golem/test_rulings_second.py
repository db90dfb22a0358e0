"""Rulings about marbles, Work, books, golems and artifacts, each in all of its choices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import pytest

from automarium.games.golem.position import Colour, Criterion, District
from automarium.games.golem.room import ROOM
from automarium.games.golem.rules.books import Alternative, choose_book, choose_side, column_for
from automarium.games.golem.rules.carrying import whole
from automarium.games.golem.rules.golems import create
from automarium.games.golem.rules.synagogue import marble_turn
from automarium.games.golem.rules.upgrades import upgrade
from automarium.games.golem.rules.work import work
from automarium.kernel.choice import Notes
from automarium.kernel.saying import Refused
from automarium.voice import Voice
from tests.games.golem.kit import ORDER, book, card, carry, game, pack, plain, position, rulings
from tests.games.golem.marble_kit import Rows, take
from tests.traces import thrown_out_by_name as thrown_out

ENGLISH = Voice("en", [ROOM.folder])
SECOND = {
    "GOL-A02": ("rows-left", "all-rows"),
    "GOL-A03": ("skip", "next-tile"),
    "GOL-A04": ("counted", "not-counted"),
    "GOL-A05": ("lifted",),
    "GOL-A06": ("tiles-first", "black-first"),
    "GOL-A07": ("work", "mirror"),
    "GOL-A08": ("surplus", "no-surplus"),
    "GOL-A13": ("level-by-level", "column-by-column"),
    "GOL-A14": ("left", "right"),
    "GOL-A16": ("refused",),
    "GOL-A17": ("refused",),
    "GOL-A29": ("two-taken", "at-once"),
    "GOL-A31": ("stands", "lies-down"),
    "GOL-A35": ("whole", "mirror-half"),
    "GOL-A37": ("next-column", "refused"),
    "GOL-A39": ("grey-first", "special-first"),
    "GOL-A43": ("available", "unavailable"),
    "GOL-C04": ("ru", "ua"),
    "GOL-C05": ("ru", "ua"),
    "GOL-C07": ("ru", "ua"),
}


def choices(id_: str) -> pytest.MarkDecorator:
    """Every choice of a ruling, and nothing said at all, which is the default."""
    every = SECOND[f"GOL-{id_}"]
    told: list[tuple[dict[str, Any], str]] = [({}, every[0]), *(({id_: choice}, choice) for choice in every)]
    return pytest.mark.parametrize(("switches", "choice"), told, ids=["unsaid", *every])


@pytest.mark.parametrize("id_", SECOND)
def test_each_ruling_has_its_choices_default_first_and_its_words(id_: str) -> None:
    ruling = next(ruling for ruling in ROOM.rulings.rulings() if ruling.id == id_)
    assert ruling.choices == SECOND[id_]
    for choice in ruling.choices:
        assert ENGLISH.look_up(f"ruling.{id_}.{choice}")
    with pytest.raises(Refused) as refused:
        game(None, 1, **{id_.removeprefix("GOL-"): "otherwise"})
    assert refused.value.where == f"rulings.{id_}"


# ------------------------------------------------------------------------------------------------------------- marbles


@pytest.mark.clause("GOL-A02", "GOL-MARBLE-02")
@choices("A02")
def test_a02_k_most_among_the_rows_left_or_among_all(switches: dict[str, Any], choice: str) -> None:
    """The largest row of all has no black marble: among all rows K-MOST accepts nothing and is skipped."""
    rows: Rows = {"golem": ["red"] * 4, "artifact": ["black"], "study": ["black", "white"]}
    found = take(["black", "most"], rows, **switches)
    assert found.option == ("study black" if choice == "rows-left" else "artifact black")
    first = take(["most", "black"], rows, **switches)
    assert first.option == "golem red", "as the first criterion it is the same"


@pytest.mark.clause("GOL-A02")
def test_a02_the_switched_reading_is_named_where_it_narrows() -> None:
    rows: Rows = {"artifact": ["black"], "study": ["black", "white"]}
    assert take(["black", "most"], rows).out["artifact black"] == "GOL-MARBLE-01"
    assert take(["black", "most"], rows, A02="all-rows").out["artifact black"] == "GOL-A02"


@pytest.mark.clause("GOL-A03", "GOL-MARBLE-06")
@choices("A03")
def test_a03_k_strat_without_a_marble_of_the_top_tile(switches: dict[str, Any], choice: str) -> None:
    """Red is on top and the Golem row empty; a Mirror marble never stands for it."""
    rows: Rows = {"artifact": ["black"], "study": ["white"], "mirror": ["blue", "blue"]}
    found = take(["strategy", "white"], rows, **switches)
    assert found.option == ("study white" if choice == "skip" else "artifact black")
    excluded = take(["black", "strategy", "most"], {**rows, "golem": ["red"], "study": ["black", "white"]}, **switches)
    assert excluded.option == ("study black" if choice == "skip" else "artifact black"), "the row is excluded already"
    assert take(["strategy"], {"mirror": ["blue", "red"]}, **switches).active == []


@pytest.mark.clause("GOL-A04")
@choices("A04")
def test_a04_ignored_marbles_count_for_the_size_of_a_row(switches: dict[str, Any], choice: str) -> None:
    rows: Rows = {"golem": ["red", "red", "blue"], "artifact": ["red"] * 4, "study": ["black", "black"]}
    found = take(["most"], rows, taken=["red"], **switches)
    assert found.option == ("golem blue" if choice == "counted" else "study black")
    assert found.out["artifact red"] == "GOL-MARBLE-29", "a row of ignored marbles only is no option"


@pytest.mark.clause("GOL-A05")
@choices("A05")
def test_a05_with_ignored_marbles_only_the_rule_is_lifted(switches: dict[str, Any], choice: str) -> None:
    assert choice == "lifted"
    found = take(
        ["strategy"], {"golem": ["red"], "study": ["red"]}, taken=["red"], order=("blue", "red", "yellow"), **switches
    )
    assert found.option == "study red"
    assert found.trace.stages[0].clause == "GOL-A05"
    assert "GOL-MARBLE-29" not in found.out.values()
    assert take(["most"], {"golem": []}).option is None, "an empty synagogue"


@pytest.mark.clause("GOL-A06", "GOL-MARBLE-32")
@choices("A06")
@pytest.mark.parametrize("order", [ORDER, ("blue", "yellow", "red")], ids=str)
def test_a06_of_several_colours_in_the_row(order: Sequence[District], switches: dict[str, Any], choice: str) -> None:
    """The coloured tiles from the top, then black, then white; or black and white before them."""
    nobodys = cast(Colour, "green")  # no marble has it
    left: list[Colour] = ["white", "black", "yellow", "blue", "red"]
    wanted = [*order, "black", "white"] if choice == "tiles-first" else ["black", "white", *order]
    for colour in wanted:
        found = take([], {"golem": left}, order=order, pair=(nobodys, nobodys), **switches)
        assert found.option == f"golem {colour}"
        assert set(found.out.values()) <= {"GOL-A06"}
        left = [other for other in left if other != colour]


@pytest.mark.clause("GOL-A07", "GOL-MARBLE-28")
@choices("A07")
@pytest.mark.parametrize("standing", [0, 1, 2])
def test_a07_only_work_and_mirror_left(standing: int, switches: dict[str, Any], choice: str) -> None:
    found = take(["black"], {"work": ["black"], "mirror": ["black"]}, standing=standing, **switches)
    expected = "work" if standing == 2 else choice
    assert found.option == f"{expected} black"
    assert set(found.out.values()) == {"GOL-MARBLE-24" if standing == 2 else "GOL-MARBLE-28"}
    three: Rows = {"work": ["black"], "study": ["black"], "mirror": ["black"]}
    assert take(["black"], three, **switches).option == "study black", "beside another action nothing changes"


@pytest.mark.clause("GOL-A07")
@choices("A07")
def test_a07_on_the_table(switches: dict[str, Any], choice: str) -> None:
    played = card(["black"])
    rows: dict[str, list[str]] = {"work": ["black"], "mirror": ["black"], "golem": ["red"]}
    table = position("red 3", rows=rows, cards=[played], neighbourhoods={"red-3": 3}, order=("yellow", "red", "blue"))
    told = carry(table, lambda desk: marble_turn(desk, played), [[]], **switches)
    action = "work" if choice == "work" else "artifact"
    assert (told.data("marble")["row"], told.data("marble")["action"]) == (choice, action)


@pytest.mark.clause("GOL-A29", "GOL-MARBLE-29")
@choices("A29")
def test_a29_a_character_with_twice_the_same_colour(switches: dict[str, Any], choice: str) -> None:
    rows: Rows = {"golem": ["red", "blue"], "study": ["white"]}
    twice = take(["left", "white"], rows, pair=("red", "red"), taken=["red"], **switches)
    assert twice.option == ("golem red" if choice == "two-taken" else "study white")
    assert ("GOL-MARBLE-29" in twice.out.values()) is (choice == "at-once")
    both = take(["left", "white"], rows, pair=("red", "red"), taken=["red", "red"], **switches)
    assert both.out["golem red"] == "GOL-MARBLE-29"
    plain = take(["left", "white"], rows, pair=("red", "yellow"), taken=["red"], **switches)
    assert plain.out["golem red"] == "GOL-MARBLE-29", "with two colours it is ignored either way"


@pytest.mark.clause("GOL-A35", "GOL-MARBLE-04")
@choices("A35")
def test_a35_k_work_without_a_standing_golem(switches: dict[str, Any], choice: str) -> None:
    rows: Rows = {"work": ["black"], "study": ["white"], "mirror": ["black"]}
    found = take(["work", "white"], rows, **switches)
    assert found.option == ("study white" if choice == "whole" else "work black")
    if choice == "mirror-half":
        assert found.out["mirror black"] == "GOL-MARBLE-03"
    without: Rows = {"study": ["white"], "mirror": ["black"]}
    assert take(["work", "white"], without, **switches).option == "study white"
    assert take(["work", "black"], without, standing=1, **switches).option == "mirror black"


@pytest.mark.clause("GOL-A43", "GOL-MARBLE-34")
@choices("A43")
@pytest.mark.parametrize(
    "column", [["white", "black"], ["most", "black"], ["neither", "black"], ["left", "black"]], ids=str
)
def test_a43_work_without_a_standing_golem(column: list[Criterion], switches: dict[str, Any], choice: str) -> None:
    """Every criterion would take the Work marble; if it is unavailable the black one is taken."""
    colour: Colour = "red" if column[0] == "left" else "white"
    rows: Rows = {"work": [colour, colour], "study": ["black"]}
    pair: tuple[Colour, Colour] = ("red", "black") if column[0] == "neither" else ("red", "yellow")
    assert take(column, rows, pair=pair, **switches).option == (
        f"work {colour}" if choice == "available" else "study black"
    )
    assert take(column, rows, pair=pair, standing=1, **switches).option == f"work {colour}"


@pytest.mark.clause("GOL-A43")
@choices("A43")
def test_a43_if_nothing_else_lies_there_work_is_taken_all_the_same(switches: dict[str, Any], choice: str) -> None:
    assert choice in SECOND["GOL-A43"]
    assert take(["most", "white"], {"work": ["white"]}, **switches).option == "work white"


@pytest.mark.clause("GOL-C05", "GOL-MARBLE-10", "GOL-MARBLE-12")
@choices("C05")
@pytest.mark.parametrize(("criterion", "own", "other"), [("left", "red", "yellow"), ("right", "yellow", "red")])
def test_c05_the_colour_switches_when_she_took_it_or_when_none_is_left(
    criterion: Criterion, own: Colour, other: Colour, switches: dict[str, Any], choice: str
) -> None:
    missing = take([criterion, "white"], {"golem": [other, "white"]}, **switches)
    assert missing.option == ("golem white" if choice == "ru" else f"golem {other}")
    clause = "GOL-MARBLE-10" if criterion == "left" else "GOL-MARBLE-12"
    assert (missing.out.get("golem white") == clause) is (choice == "ua")
    taken = take([criterion, "white"], {"golem": [own, other, "white"]}, taken=[own], **switches)
    assert taken.option == (f"golem {other}" if choice == "ru" else "golem white"), "it is ignored, but still there"


# ---------------------------------------------------------------------------------------------------- work and failing


@pytest.mark.clause("GOL-A08", "GOL-WORK-09")
@choices("A08")
def test_a08_the_surplus_of_the_strength(switches: dict[str, Any], choice: str) -> None:
    table = position("red 3", neighbourhoods={"red-3": 3})
    own = pack(neighbourhood={"red-3": {"effects": ["vp-1"]}})
    told = carry(table, lambda desk: work(desk, 4), facts=own, **switches)
    assert table.marker == (3 if choice == "surplus" else 0)
    assert told.vp == 1
    nobody = carry(position(), lambda desk: work(desk, 4), **switches)
    assert (nobody.position.marker, nobody.vp) == (0, 2), "without golems 2 VP and no surplus"
    paid = carry(position("red 3", "blue 2", marker=5), lambda desk: work(desk, 1), [3, 3], facts=own, **switches)
    assert plain(paid.all("resources")[0].event)["marker"] == 3, "a price is paid either way"


@pytest.mark.clause("GOL-C04", "GOL-FAIL-03", "GOL-FAIL-04")
@choices("C04")
@pytest.mark.parametrize(
    ("named", "ru", "ua"), [(("red 9", "blue 9"), 4, 2), (("red 9",), 2, 2), (("red 9", "red 3"), 2, 0)]
)
def test_c04_two_vp_for_each_useless_golem_or_for_a_useless_work(
    named: tuple[str, ...], ru: int, ua: int, switches: dict[str, Any], choice: str
) -> None:
    """In VIII–X there is no tile; red III brings 3 resources."""
    table = position(*named, neighbourhoods={"red-3": 3})
    told = carry(table, lambda desk: work(desk, 2), **switches)
    assert told.vp == (ru if choice == "ru" else ua)
    assert all(golem.lying for golem in table.golems)


# --------------------------------------------------------------------------------------------------------------- books


@pytest.mark.clause("GOL-A13", "GOL-BOOK-19")
@choices("A13")
def test_a13_level_by_level_or_down_each_column(switches: dict[str, Any], choice: str) -> None:
    left = [book("red", 1, ["vp-1"]), book("red", 2, ["vp-2"])]
    right = [book("blue", 1, ["vp-3"]), book("blue", 2, ["vp-4"])]
    table = position(columns=[left, right, [], []])
    told = carry(table, lambda desk: whole(desk, ("books-3",), "rabbi"), **switches)
    order = [2, 4, 1] if choice == "level-by-level" else [2, 1, 4]
    assert [entry.vp for entry in table.ledger] == order
    assert all("GOL-BOOK-19" in [stage.clause for stage in step.traces[-1].stages] for step in told.all("book-bonus"))


@pytest.mark.clause("GOL-A14", "GOL-BOOK-22")
@choices("A14")
def test_a14_only_one_of_k_left_and_k_right_or_neither(switches: dict[str, Any], choice: str) -> None:
    yes = Alternative(possible=True, kills=False)

    def side(*column: str) -> tuple[str | None, set[str]]:
        notes: Notes = []
        found = choose_side(column, [], yes, yes, rulings(**switches), notes)
        return found, set(thrown_out(notes[0]).values())

    assert side("most", "right", "black") == ("right", {"GOL-A14"}), "the one that is shown"
    assert side("left", "white") == ("left", {"GOL-A14"})
    assert side("most", "black") == (choice, {"GOL-A14"})
    assert side("right", "left") == ("right", {"GOL-BOOK-22"}), "with both of them nothing is open"


@pytest.mark.clause("GOL-A16", "GOL-A17", "GOL-BOOK-07")
@pytest.mark.parametrize(
    ("colour", "columns"), [("yellow", [["red"], ["green"], ["blue"], ["black", "red"]]), ("black", [["red"] * 5] * 4)]
)
def test_a16_a17_a_book_that_fits_no_column_is_refused(colour: str, columns: list[list[str]]) -> None:
    notes: Notes = []
    students: Any = {"red": 5, "yellow": 5, "blue": 5}
    found = choose_book((1, 2), [colour, None, None, None, None], columns, students, rulings(), notes)
    assert found is None
    assert thrown_out(notes[0])["1"] == "GOL-BOOK-07"


@pytest.mark.clause("GOL-A37", "GOL-BOOK-10", "GOL-BOOK-13")
@choices("A37")
def test_a37_the_leftmost_black_only_column_is_full(switches: dict[str, Any], choice: str) -> None:
    columns = [["red"], ["black"] * 5, ["green"], ["black"]]
    assert column_for("blue", columns, rulings(**switches)) == (4 if choice == "next-column" else None)
    room = [["red"], ["black"] * 4, ["green"], ["black"]]
    assert column_for("blue", room, rulings(**switches)) == 2
    full = [["red"], ["black"] * 5, ["green"], ["black"] * 5]
    notes: Notes = []
    assert column_for("blue", full, rulings(**switches), notes) is None
    assert thrown_out(notes[0])["2"] == "GOL-BOOK-13"


@pytest.mark.clause("GOL-C07", "GOL-BOOK-10")
@choices("C07")
def test_c07_a_new_colour_without_an_empty_column(switches: dict[str, Any], choice: str) -> None:
    columns = [["red"], ["green"], ["black"], ["yellow"]]
    notes: Notes = []
    students: Any = {"red": 1, "yellow": 1, "blue": 1}
    found = choose_book((1, 2), ["blue", "red", None, None, None], columns, students, rulings(**switches), notes)
    assert found == ((1, 3) if choice == "ru" else (2, 1))
    empty = [["red"], ["green"], ["black"], []]
    assert column_for("blue", empty, rulings(**switches)) == 4, "an empty one is taken either way"


# ------------------------------------------------------------------------------------------------ golems and artifacts


@pytest.mark.clause("GOL-A31", "GOL-GOLEM-09", "GOL-GOLEM-11")
@choices("A31")
@pytest.mark.parametrize(("effects", "vp"), [(["vp-1"], 1), (["artifact"], 2)], ids=["useful", "useless"])
def test_a31_the_new_golem_stands_or_lies_in_section_one(
    effects: list[str], vp: int, switches: dict[str, Any], choice: str
) -> None:
    own = pack(neighbourhood={"red-1": {"effects": effects}})
    table = position(upgrades={"golem": ["leg-3"]}, neighbourhoods={"red-1": 1}, marker=9)
    told = carry(table, create, facts=own, **switches)
    (golem,) = table.golems
    assert (golem.section, golem.lying) == (1, choice == "lies-down")
    assert told.data("activate")["lies_down"] is (choice == "lies-down")
    assert "GOL-A31" in told.one("activate").clauses
    assert told.vp == vp, "2 VP if its tile is useless"


@pytest.mark.clause("GOL-A39", "GOL-ART-14")
@choices("A39")
def test_a39_a_grey_or_a_special_tile_where_both_fit(switches: dict[str, Any], choice: str) -> None:
    """Otherwise the kind that the cell is printed for; the large tile counts as above every cell."""
    own = pack(artifact_tile={"1": {"right_1": "either", "right_2": "special", "left_2": "grey"}})
    table = position()
    for _ in range(3):
        table.marker = 20
        carry(table, lambda desk: upgrade(desk, "artifact"), facts=own, **switches)
    either = "grey" if choice == "grey-first" else "special"
    assert table.cells == {"right-1": either, "right-2": "special", "left-2": "grey"}
    assert "large" not in table.upgrades["artifact"]


@pytest.mark.clause("GOL-A39")
@choices("A39")
def test_a39_when_one_kind_is_used_up_the_other_fits(switches: dict[str, Any], choice: str) -> None:
    own = pack(
        artifact_tile={"1": {f"{side}_{level}": "either" for level in (1, 2, 3, 4) for side in ("left", "right")}}
    )
    table = position()
    for _ in range(6):
        table.marker = 20
        carry(table, lambda desk: upgrade(desk, "artifact"), facts=own, **switches)
    kinds = ["grey"] * 3 + ["special"] * 2 if choice == "grey-first" else ["special"] * 2 + ["grey"] * 3
    assert list(table.cells.values()) == kinds
    assert list(table.cells) == ["right-1", "left-1", "right-2", "left-2", "right-3"]
    assert table.upgrades["artifact"][-1] == "large", "last of all, when no tile for a cell is left"
