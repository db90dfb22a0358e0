"""Books: which one is bought and where it is shelved (GOL-BOOK-01…17, -24)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from automarium.engine.choice.trace import Notes, Trace
from automarium.engine.question import Answer
from automarium.games.golem.position import BOOK_COLOURS, Book, BookColour, Desk, District
from automarium.games.golem.rules.books import Bought, buy_book, choose_book, choose_column
from automarium.games.golem.rules.effects import carry_out_whole
from automarium.games.golem.rules.synagogue import make
from tests.games.golem.kit import Told, book, card, carry, kept, pack, plain, plain_books, position, rulings
from tests.proof import scale
from tests.traces import thrown_out_by_name as thrown_out

Shelves = Sequence[Sequence[str]]
OWN = plain_books()
DISPLAY = ["red", "green", "blue", "yellow", "black"]
NO_STUDENT: dict[District, int] = {"red": 1, "yellow": 1, "blue": 1}
RED_ZONE: dict[str, Any] = {"level": 1, "marker": 0}  # so that a Research action makes no upgrade


def chosen(
    numbers: Sequence[int], display: Sequence[str | None], columns: Shelves, students: dict[District, int] | None = None
) -> tuple[Bought | None, Trace]:
    notes: Notes = []
    at: dict[District, int] = students or {"red": 3, "yellow": 1, "blue": 1}
    found = choose_book(numbers, display, columns, at, rulings(), notes)
    return found, notes[0]


def column(colour: str, *columns: Sequence[str]) -> tuple[int | None, Trace]:
    notes: Notes = []
    found = choose_column(colour, columns, rulings(), notes)
    (trace,) = notes
    return found, trace


def shelves(*columns: Sequence[BookColour]) -> list[list[Book]]:
    """Columns of books that bring nothing, from the bottom up."""
    number = iter(range(1, 30))
    return [[book(colour, next(number), []) for colour in colours] for colours in columns]


def bought(deed: Callable[[Desk], Any], answers: Sequence[Answer] = (DISPLAY,), **fields: Any) -> Told:
    return carry(position(**{"cards": [card()], **fields}), deed, answers, facts=OWN)


# ----------------------------------------------------------------------------------------------------------- which one


@pytest.mark.clause("GOL-BOOK-01")
@pytest.mark.parametrize(
    "source",
    [
        lambda desk: make(desk, "study", 1),
        lambda desk: carry_out_whole(desk, ("book-3",), "neighbourhood"),
        lambda desk: carry_out_whole(desk, ("book-card-free",), "rabbi"),
        lambda desk: carry_out_whole(desk, ("vp-4", "book-5"), "character"),
    ],
    ids=["research", "neighbourhood", "action tile", "character"],
)
@pytest.mark.parametrize(("numbers", "colour"), [((4, 1, 2), "yellow"), ((3, 5), "blue")])
def test_whatever_makes_her_buy_a_book_the_blue_column_decides(
    source: Any, numbers: Sequence[int], colour: str
) -> None:
    told = bought(source, cards=[card(books=numbers)], **RED_ZONE)
    assert (told.data("book")["place"], told.data("book")["colour"]) == (numbers[0], colour)
    assert [str(one) for one in told.trace("book").candidates] == [str(number) for number in numbers]
    assert told.one("book").clauses[0] == "GOL-BOOK-04"


@pytest.mark.clause("GOL-BOOK-02")
def test_the_last_card_revealed_is_used() -> None:
    cards = [card(books=(1, 2)), card(books=(2, 3)), card(books=(4, 1))]
    for number in (1, 2, 3):
        told = bought(lambda desk: buy_book(desk), cards=cards[:number])
        assert told.data("book")["place"] == cards[number - 1].books[0]


@pytest.mark.clause("GOL-BOOK-03")
@pytest.mark.parametrize("place", [1, 2, 3, 4, 5])
def test_the_numbers_are_places_of_the_display_from_the_left(place: int) -> None:
    told = bought(lambda desk: buy_book(desk), cards=[card(books=(place,))], students={"red": 2})
    assert told.data("book")["colour"] == DISPLAY[place - 1]


@pytest.mark.clause("GOL-BOOK-03")
def test_an_empty_place_is_passed_over() -> None:
    found, trace = chosen((2, 4), ["red", None, "blue", "yellow", "black"], [[], [], [], []])
    assert found == (4, 1)
    assert thrown_out(trace) == {"2": "GOL-BOOK-03"}


@pytest.mark.clause("GOL-BOOK-04")
def test_from_the_top_downward_the_first_that_is_not_refused() -> None:
    full: list[BookColour] = ["blue"] * 5
    found, trace = chosen((3, 5, 4, 1), DISPLAY, [full, ["red"], [], []], NO_STUDENT)
    assert found == (4, 3), "blue is full, no student pays for black; yellow before red"
    assert thrown_out(trace) == {"3": "GOL-BOOK-05", "5": "GOL-BOOK-06", "1": "GOL-BOOK-04"}


@pytest.mark.clause("GOL-BOOK-05")
@pytest.mark.parametrize(
    "full", [["blue"] * 5, ["blue", "black", "blue", "blue", "black"], ["black"] * 4 + ["blue"]], ids=str
)
def test_a_colour_whose_column_holds_five_cards_is_refused(full: list[str]) -> None:
    """Of whatever colour the five are; other columns are empty, and it goes to none of them."""
    found, trace = chosen((3, 1), DISPLAY, [["green"], full, [], []])
    assert found == (1, 3)
    assert thrown_out(trace) == {"3": "GOL-BOOK-05"}
    assert chosen((3, 1), DISPLAY, [["green"], full[1:], [], []])[0] == (3, 2), "with four it is bought"


@pytest.mark.clause("GOL-BOOK-06")
def test_a_black_book_is_refused_if_no_student_can_go_back() -> None:
    found, trace = chosen((5, 2), DISPLAY, [[], [], [], []], {"red": 1, "yellow": 1, "blue": 1})
    assert found == (2, 1)
    assert thrown_out(trace) == {"5": "GOL-BOOK-06"}
    assert chosen((5, 2), DISPLAY, [[], [], [], []], {"red": 1, "yellow": 1, "blue": 2})[0] == (5, 1)


@pytest.mark.clause("GOL-BOOK-07", "GOL-A16", "GOL-A17")
def test_a_book_without_a_column_is_refused() -> None:
    taken = [["red"], ["green"], ["blue"], ["black", "white"]]
    found, trace = chosen((4, 2), DISPLAY, taken)
    assert found == (2, 2), "yellow has no column, green has"
    assert thrown_out(trace) == {"4": "GOL-BOOK-07"}
    full = [[colour] * 5 for colour in ("red", "green", "blue", "yellow")]
    nothing, all_out = chosen((5,), DISPLAY, full)
    assert nothing is None
    assert thrown_out(all_out) == {"5": "GOL-BOOK-07"}, "black, and all columns are full"


# -------------------------------------------------------------------------------------------------------- which column


@pytest.mark.clause("GOL-BOOK-08")
def test_a_coloured_book_goes_to_the_column_of_its_colour() -> None:
    found, trace = column("blue", ["red"], [], ["black", "blue"], ["black"])
    assert found == 3
    assert set(thrown_out(trace).values()) == {"GOL-BOOK-08"}


@pytest.mark.clause("GOL-BOOK-09")
def test_a_new_colour_goes_to_the_leftmost_empty_column() -> None:
    found, trace = column("blue", ["black"], ["red"], [], [])
    assert found == 3
    assert kept(trace, "GOL-BOOK-09") == ("3", "4")
    assert thrown_out(trace) == {"1": "GOL-BOOK-09", "2": "GOL-BOOK-09", "4": "GOL-BOOK-09"}


@pytest.mark.clause("GOL-BOOK-10")
def test_without_an_empty_column_to_the_leftmost_one_of_black_books_only() -> None:
    found, trace = column("blue", ["red"], ["black", "red"], ["black", "black"], ["black"])
    assert found == 3
    assert thrown_out(trace) == {"1": "GOL-BOOK-10", "2": "GOL-BOOK-10", "4": "GOL-BOOK-10"}
    assert column("blue", ["red"], ["green"], ["yellow"], ["black", "red"])[0] is None


@pytest.mark.clause("GOL-BOOK-11")
def test_a_black_book_goes_to_the_leftmost_empty_column() -> None:
    found, trace = column("black", ["black", "black"], [], ["red"] * 4, [])
    assert found == 2
    assert kept(trace, "GOL-BOOK-11") == ("2", "4")


@pytest.mark.clause("GOL-BOOK-12")
@pytest.mark.parametrize(
    ("sizes", "expected"),
    [((5, 3, 3, 1), 2), ((1, 2, 5, 4), 4), ((4, 4, 5, 5), 1), ((1, 1, 1, 1), 1), ((5, 5, 5, 5), None)],
)
def test_without_one_to_the_fullest_with_room_then_the_leftmost(sizes: tuple[int, ...], expected: int | None) -> None:
    colours = ("red", "yellow", "blue", "black")
    found, trace = column("black", *([colour] * size for colour, size in zip(colours, sizes, strict=True)))
    assert found == expected
    full = {str(place) for place, size in enumerate(sizes, 1) if size == 5}
    out = thrown_out(trace)
    assert {place for place, clause in out.items() if clause == "GOL-BOOK-13"} == full
    assert set(out.values()) <= {"GOL-BOOK-12", "GOL-BOOK-13"}


@pytest.mark.clause("GOL-BOOK-13", "GOL-BOOK-15")
@settings(max_examples=scale(20, 100), deadline=None)
@given(
    offers=st.lists(st.lists(st.sampled_from(BOOK_COLOURS), min_size=5, max_size=5), min_size=20, max_size=30),
    numbers=st.permutations((1, 2, 3, 4, 5)),
)
def test_no_column_gets_more_than_five_cards_or_two_colours(offers: list[list[str]], numbers: list[int]) -> None:
    columns: list[list[str]] = [[], [], [], []]
    for display in offers:
        found, _ = chosen(numbers, display, columns)
        if found is not None:
            columns[found.column - 1].append(display[found.position - 1])
    assert all(len(books) <= 5 for books in columns)
    coloured = [set(books) - {"black"} for books in columns]
    assert all(len(colours) <= 1 for colours in coloured)
    assert len({colour for colours in coloured for colour in colours}) == sum(map(len, coloured)), "no colour twice"


@pytest.mark.clause("GOL-BOOK-14")
@pytest.mark.parametrize("track", [0, 1])
def test_the_research_track_does_not_limit_her_columns(track: int) -> None:
    told = bought(lambda desk: buy_book(desk), columns=shelves(["red"] * 4, [], [], []), study_track=track)
    assert told.data("book") == {"do": "book", "place": 1, "colour": "red", "column": 1}
    assert len(told.position.columns[0]) == 5


@pytest.mark.clause("GOL-BOOK-16")
def test_on_a_black_only_column_a_coloured_book_gives_it_its_colour() -> None:
    before = (["red"], ["green"], ["yellow"], ["black"] * 4)
    assert column("blue", *before)[0] == 4
    after = (*before[:3], [*before[3], "blue"])
    full, trace = column("blue", *after)
    assert full is None, "it holds five: its colour is refused now"
    assert thrown_out(trace) == {**dict.fromkeys("123", "GOL-BOOK-08"), "4": "GOL-BOOK-05"}
    assert thrown_out(chosen((3,), DISPLAY, after)[1]) == {"3": "GOL-BOOK-05"}
    coloured = (["red"], ["green"], ["black", "blue"], ["black"])
    assert column("blue", *coloured)[0] == 3, "the column of its colour"
    assert column("yellow", *coloured)[0] == 4, "which is black-only no more for another"


@pytest.mark.clause("GOL-BOOK-17", "GOL-STUDENT-03")
def test_a_black_book_costs_a_student_step_in_place_of_its_knowledge() -> None:
    """The fifth place costs 3, which are paid; the student is the rightmost, tied bottom-first."""
    fields: dict[str, Any] = {"students": {"red": 4, "yellow": 4, "blue": 2}, "marker": 10}
    told = bought(lambda desk: buy_book(desk), cards=[card(books=(5,))], **fields)
    assert told.position.students == {"red": 4, "yellow": 3, "blue": 2}
    assert "GOL-BOOK-17" in told.one("student").clauses
    assert thrown_out(told.trace("student-backward")) == {"red": "GOL-STUDENT-04", "blue": "GOL-STUDENT-03"}
    assert told.position.marker == 10 - 3
    red = bought(lambda desk: buy_book(desk), [["red"] * 5], cards=[card(books=(5,))], **fields)
    assert red.position.marker == 10 - 3 - 2, "a red one costs its knowledge too"
    assert red.all("student") == []


# ------------------------------------------------------------------------------------------------------ nothing to buy


@pytest.mark.clause("GOL-BOOK-24", "GOL-DISC-01")
@pytest.mark.parametrize(("discount", "marker", "vp"), [(0, 0, 2), (3, 3, 0)])
def test_if_every_number_is_refused_no_book_is_bought(discount: int, marker: int, vp: int) -> None:
    told = bought(lambda desk: carry_out_whole(desk, (f"book-{discount}",), "rabbi"), [["black"] * 5])
    assert told.tags[0] == "no-book"
    assert told.one("no-book").clauses == ("GOL-BOOK-24",)
    assert told.position.book_columns == 0
    assert (told.position.marker, told.vp) == (marker, vp), "the discount, or 2 VP for an effect without benefit"


@pytest.mark.clause("GOL-BOOK-24")
def test_as_a_part_of_the_research_action_it_brings_nothing() -> None:
    told = bought(lambda desk: make(desk, "study", 1), [["black"] * 5], **RED_ZONE)
    assert (told.position.marker, told.vp) == (1, 0)
    assert len(told.all("no-book")) == 1


def test_the_facts_of_a_book_come_from_the_pack() -> None:
    """Bought, its bonus comes at once and then the active ones of its column from the bottom up."""
    one = {f"red-{number}": {"cost": 1, "immediate": ["vp-5"], "left": ["vp-1"], "right": []} for number in range(1, 9)}
    table = position(cards=[card()], columns=[[book("red", 20, ["vp-3"])], [], [], []], marker=10)
    told = carry(table, lambda desk: buy_book(desk), [DISPLAY], facts=pack(book=one))
    assert [plain(step.event)["count"] for step in told.all("points")] == [5, 3, 1]
    assert told.position.marker == 9


def test_what_is_paid_for_a_book() -> None:
    """Of the card and of its place, the second of which costs 1; action tile 4 lets her pay for the place alone."""
    numbers = [card(books=(2,))]
    plain = bought(lambda desk: carry_out_whole(desk, ("book-0",), "rabbi"), cards=numbers, marker=10)
    free = bought(lambda desk: carry_out_whole(desk, ("book-card-free",), "rabbi"), cards=numbers, marker=10)
    assert (plain.position.marker, free.position.marker) == (10 - 3, 10 - 1)
    assert (plain.vp, free.vp) == (0, 0), "a book is a benefit, even one that brings nothing"


def test_of_the_house_books_none_comes_twice_and_her_columns_tell_their_colours() -> None:
    table = position(cards=[card()], marker=20)
    for display in ([colour] * 5 for colour in ("red", "green", "red", "green", "red", "green", "red", "green", "red")):
        carry(table, lambda desk: buy_book(desk), [display], facts=OWN)
    assert [[one.colour for one in column] for column in table.columns] == [["red"] * 5, ["green"] * 4, [], []]
    assert len(set(table.books_seen)) == 9
    table.books_seen = [f"blue-{number}" for number in range(1, 8)]
    carry(table, lambda desk: buy_book(desk), [["blue"] * 5], facts=OWN)
    assert table.columns[2][0].id == "blue-8", "the only one left"
