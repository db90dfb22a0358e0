"""Books: which one she buys, where it is shelved, and which side of a "/" she takes (GOL-BOOK-03…23)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from automarium.games.golem.position import COLUMN_LIMIT, District, Golem, Side
from automarium.games.golem.rulings import Rulings
from automarium.kernel.choice import Notes, Rule, choose, decided, first, foremost, most, only, prefer


class Bought(NamedTuple):
    """A place of the display and a column, both counted from 1."""

    position: int
    column: int


def column_for(
    colour: str, columns: Sequence[Sequence[str]], rulings: Rulings, notes: Notes | None = None
) -> int | None:
    """Where a book is shelved, counted from 1; None if nowhere (GOL-BOOK-08…16)."""
    one_black, no_black = rulings.a37 == "refused", rulings.c07 == "ua"
    return decided(_column_for, colour, tuple(map(tuple, columns)), one_black, no_black, notes=notes)


def _column_for(
    colour: str, columns: Sequence[Sequence[str]], one_black: bool, no_black: bool, notes: Notes | None
) -> int | None:
    """A new colour without an empty column goes onto black books; switched, only onto the leftmost column of them
    (``one_black``, GOL-A37), or nowhere (``no_black``, GOL-C07)."""
    numbers = tuple(range(1, len(columns) + 1))

    def shelf(number: int) -> Sequence[str]:
        return columns[number - 1]

    if colour == "black":
        return choose(
            numbers,
            only(lambda number: len(shelf(number)) < COLUMN_LIMIT, "GOL-BOOK-13"),
            most(lambda number: -1 if shelf(number) else 0, "GOL-BOOK-11"),  # the trace has always had its scores
            most(lambda number: len(shelf(number)), "GOL-BOOK-12"),
            foremost(int, "GOL-BOOK-12"),
            notes=notes,
            about="column",
        )
    if any(colour in books for books in columns):
        return choose(
            numbers,
            only(lambda number: colour in shelf(number), "GOL-BOOK-08"),
            only(lambda number: len(shelf(number)) < COLUMN_LIMIT, "GOL-BOOK-05"),
            foremost(int, "GOL-BOOK-08"),
            notes=notes,
            about="column",
        )
    if any(not books for books in columns):
        return choose(
            numbers,
            only(lambda number: not shelf(number), "GOL-BOOK-09"),
            foremost(int, "GOL-BOOK-09"),
            notes=notes,
            about="column",
        )
    black_only = [number for number in numbers if set(shelf(number)) == {"black"}]
    if one_black:
        black_only = black_only[:1]
    return choose(
        numbers,
        only(lambda number: number in black_only and not no_black, "GOL-BOOK-10"),
        only(lambda number: len(shelf(number)) < COLUMN_LIMIT, "GOL-BOOK-13"),
        foremost(int, "GOL-BOOK-10"),
        notes=notes,
        about="column",
    )


def choose_book(
    numbers: Sequence[int],
    display: Sequence[str | None],
    columns: Sequence[Sequence[str]],
    students: Mapping[District, int],
    rulings: Rulings,
    notes: Notes | None,
) -> Bought | None:
    """The first number of the blue column whose book is not refused (GOL-BOOK-03…07)."""

    def colour(number: int) -> str | None:
        return display[number - 1] if number <= len(display) else None

    def full(number: int) -> bool:
        named = colour(number)
        own = [books for books in columns if named in books]
        return named != "black" and bool(own) and all(len(books) >= COLUMN_LIMIT for books in own)

    found = choose(
        tuple(dict.fromkeys(numbers)),
        only(lambda number: colour(number) is not None, "GOL-BOOK-03"),
        only(lambda number: not full(number), "GOL-BOOK-05"),
        only(lambda number: colour(number) != "black" or max(students.values()) > 1, "GOL-BOOK-06"),
        only(lambda number: column_for(str(colour(number)), columns, rulings) is not None, "GOL-BOOK-07"),
        foremost(numbers.index, "GOL-BOOK-04"),
        notes=notes,
        about="book",
    )
    if found is None:
        return None
    column = column_for(str(colour(found)), columns, rulings, notes)
    assert column is not None
    return Bought(found, column)


# ------------------------------------------------------------------------------------------------------------ a slash


class Alternative(NamedTuple):
    """One side of a "/": can it be applied, and does it kill a golem?"""

    possible: bool
    kills: bool


def choose_side(
    column: Sequence[str],
    golems: Sequence[Golem],
    left: Alternative,
    right: Alternative,
    rulings: Rulings,
    notes: Notes | None,
) -> Side | None:
    """The alternative of a "/" on a book (GOL-BOOK-20…23)."""
    sides: dict[Side, Alternative] = {"left": left, "right": right}
    rules: list[Rule[Side]] = [only(lambda side: sides[side].possible, "GOL-BOOK-21")]
    if any(golem.far for golem in golems):
        rules.insert(0, prefer(lambda side: sides[side].kills and sides[side].possible, "GOL-BOOK-20"))
    shown = [criterion for criterion in column if criterion in sides]
    preferred = shown[0] if shown else rulings.a14
    clause = "GOL-BOOK-22" if len(set(shown)) == 2 else "GOL-A14"
    rules.append(first(lambda side: side != preferred, clause))
    return choose(("left", "right"), *rules, notes=notes, about="slash", family="alternative")
