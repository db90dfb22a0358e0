"""Books in use: which of hers are activated, and the side of a "/" (GOL-BOOK-18…23)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from automarium.engine.choice.trace import Notes, Trace
from automarium.games.golem.events import BookBonus
from automarium.games.golem.position import Book, Colour
from automarium.games.golem.rules.books import Alternative, choose_side, use_book
from automarium.games.golem.rules.effects import carry_out_whole
from tests.games.golem.kit import book, card, carry, golems, position, rulings
from tests.traces import thrown_out_by_name as thrown_out

# -------------------------------------------------------------------------------------------------- books that are used


def used(*columns: Sequence[Book], count: int = 1, **fields: Any) -> list[str]:
    """Which books are activated by a tile: each brings a different number of VP."""
    table = position(columns=[list(books) for books in columns], **fields)
    told = carry(table, lambda desk: carry_out_whole(desk, (f"books-{count}",), "rabbi"))
    return [event.effects[0] for event in told.of(BookBonus)]


@pytest.mark.clause("GOL-BOOK-18")
@pytest.mark.parametrize("count", [1, 2, 3])
def test_black_books_are_activated_first(count: int) -> None:
    """A black one at the bottom of the last column goes before red ones on the top of the first."""
    red = [book("red", 1, ["vp-1"]), book("red", 2, ["vp-2"]), book("red", 3, ["vp-3"])]
    black = [book("black", 1, ["vp-4"]), book("blue", 1, ["vp-5"])]
    assert used(red, black, [], [], count=count) == ["vp-4", "vp-3", "vp-2"][:count]


@pytest.mark.clause("GOL-BOOK-19")
def test_among_equals_from_top_to_bottom_then_from_left_to_right() -> None:
    left = [book("red", 1, ["vp-1"]), book("red", 2, ["vp-2"])]
    right = [book("blue", 1, ["vp-3"]), book("blue", 2, ["vp-4"])]
    assert used(left, right, [], [], count=3) == ["vp-2", "vp-4", "vp-1"]
    black = [book("black", 1, ["vp-5"]), book("black", 2, ["vp-6"])]
    assert used(left, black, [], [], count=3) == ["vp-6", "vp-5", "vp-2"], "among the black ones too"


# ------------------------------------------------------------------------------------------------------------ the slash

YES, NO, KILLS, CANNOT_KILL = (
    Alternative(True, False),
    Alternative(False, False),
    Alternative(True, True),
    Alternative(False, True),
)


def side(
    left: Alternative, right: Alternative, *named: str, marble: Sequence[str] = ("left", "right"), **switched: str
) -> tuple[str | None, Trace]:
    notes: Notes = []
    found = choose_side(marble, golems(*named), left, right, rulings(**switched), notes)
    (trace,) = notes
    return found, trace


@pytest.mark.clause("GOL-BOOK-20")
@pytest.mark.parametrize("section", [8, 9, 10])
def test_with_a_golem_far_away_the_side_that_kills(section: int) -> None:
    found, trace = side(YES, KILLS, f"red {section}")
    assert found == "right", "although left stands above right"
    assert thrown_out(trace) == {"left": "GOL-BOOK-20"}
    assert side(YES, KILLS, "red 7")[0] == "left"
    assert side(YES, CANNOT_KILL, f"red {section}")[0] == "left", "it must be usable"


@pytest.mark.clause("GOL-BOOK-20")
@pytest.mark.parametrize(("golem", "kills"), [("red 8", True), ("red 7", False)])
def test_the_book_itself_kills_then(golem: str, kills: bool) -> None:
    played = book("black", 1, ["vp-1"], ["kill"])
    table = position(golem, cards=[card(["left", "right"])])
    told = carry(table, lambda desk: use_book(desk, played), [0] if kills else [])
    assert ("kill" in told.tags) is kills


@pytest.mark.clause("GOL-BOOK-21")
def test_if_one_side_cannot_be_applied_the_other_is_taken() -> None:
    found, trace = side(NO, YES)
    assert found == "right"
    assert thrown_out(trace) == {"left": "GOL-BOOK-21"}
    assert side(YES, NO, marble=("right", "left"))[0] == "left"


@pytest.mark.clause("GOL-BOOK-21")
@pytest.mark.parametrize(
    ("left", "fields"),
    [
        (["kill"], {}),
        (["create-2"], {"supply": 0}),
        (["activate-1"], {}),
        (["step-either-1"], {}),
        (["gold-1"], {"artifacts": 4}),
        (["study-1"], {"study_track": 10}),
        (["track-1"], {"golem_track": 12}),
        (["student-1"], {"students": dict.fromkeys(("red", "yellow", "blue"), 10)}),
        (["vp-2-per-buried"], {"buried": 0}),
        (["study-back", "vp-3"], {"study_track": 0}),
        (["red-student-back", "vp-4"], {"students": {"red": 1, "blue": 5}}),
        (["pay-3", "gold-1"], {"artifacts": 4}),
    ],
    ids=str,
)
def test_what_cannot_be_applied_is_seen_on_the_table(left: list[str], fields: dict[str, Any]) -> None:
    played = book("black", 1, left, ["vp-5"])
    told = carry(position(cards=[card(["left", "right"])], **fields), lambda desk: use_book(desk, played))
    assert told.data("book-bonus")["effects"] == ("vp-5",)
    assert told.vp == 5
    assert thrown_out(told.trace("slash")) == {"left": "GOL-BOOK-21"}


@pytest.mark.clause("GOL-BOOK-22", "GOL-BOOK-23")
@pytest.mark.parametrize(
    ("marble", "expected"),
    [
        (("left", "right"), "left"),
        (("right", "left"), "right"),
        (("most", "right", "white", "left", "black"), "right"),
        (("work", "left", "right", "most"), "left"),
    ],
    ids=str,
)
def test_the_higher_of_k_left_and_k_right_decides(marble: Sequence[str], expected: str) -> None:
    found, trace = side(YES, YES, marble=marble)
    assert found == expected
    assert set(thrown_out(trace).values()) == {"GOL-BOOK-22"}


@pytest.mark.clause("GOL-BOOK-22", "GOL-BOOK-23")
@pytest.mark.parametrize("taken", [[], ["red"], ["red", "yellow"]])
def test_only_the_last_card_matters_not_marbles_or_colours(taken: list[Colour]) -> None:
    played = book("black", 1, ["vp-1"], ["vp-5"])
    cards = [card(["left", "right"]), card(["black", "right", "left"])]
    told = carry(position(cards=cards, taken=taken, rows={"golem": ["red"]}), lambda desk: use_book(desk, played))
    assert told.vp == 5
