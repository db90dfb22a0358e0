"""Books: which one she buys, where it is shelved, and what books bring (GOL-BOOK)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from automarium.games.golem.choices import Rulings
from automarium.games.golem.position import COLUMN_LIMIT, District
from automarium.kernel.choice import Notes, choose, first, most, only


class Bought(NamedTuple):
    """A place of the display and a column, both counted from 1."""

    position: int
    column: int


def column_for(
    colour: str, columns: Sequence[Sequence[str]], rulings: Rulings, notes: Notes | None = None
) -> int | None:
    """Where a book is shelved, counted from 1; None if nowhere (GOL-BOOK-08…16)."""
    numbers = tuple(range(1, len(columns) + 1))

    def shelf(number: int) -> Sequence[str]:
        return columns[number - 1]

    if colour == "black":
        return choose(
            numbers,
            only(lambda number: len(shelf(number)) < COLUMN_LIMIT, "GOL-BOOK-13"),
            most(lambda number: -1 if shelf(number) else 0, "GOL-BOOK-11"),
            most(lambda number: len(shelf(number)), "GOL-BOOK-12"),
            first(int, "GOL-BOOK-12"),
            notes=notes,
            about="column",
        )
    if any(colour in books for books in columns):
        return choose(
            numbers,
            only(lambda number: colour in shelf(number), "GOL-BOOK-08"),
            only(lambda number: len(shelf(number)) < COLUMN_LIMIT, "GOL-BOOK-05"),
            first(int, "GOL-BOOK-08"),
            notes=notes,
            about="column",
        )
    if any(not books for books in columns):
        return choose(
            numbers,
            only(lambda number: not shelf(number), "GOL-BOOK-09"),
            first(int, "GOL-BOOK-09"),
            notes=notes,
            about="column",
        )
    black_only = [number for number in numbers if set(shelf(number)) == {"black"}]
    if rulings["GOL-A37"] == "refused":
        black_only = black_only[:1]
    return choose(
        numbers,
        only(lambda number: number in black_only and rulings["GOL-C07"] == "ru", "GOL-BOOK-10"),
        only(lambda number: len(shelf(number)) < COLUMN_LIMIT, "GOL-BOOK-13"),
        first(int, "GOL-BOOK-10"),
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
        first(numbers.index, "GOL-BOOK-04"),
        notes=notes,
        about="book",
    )
    if found is None:
        return None
    column = column_for(str(colour(found)), columns, rulings, notes)
    assert column is not None
    return Bought(found, column)
