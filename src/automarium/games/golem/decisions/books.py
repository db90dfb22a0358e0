"""Asks about books: which one she buys and where it goes, and which side of a "/" she takes."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec

from automarium.engine.choice.trace import Notes
from automarium.engine.content.pack import Pack
from automarium.engine.message import message, term
from automarium.engine.play.command import Given
from automarium.engine.play.decision import Facts, Verdict
from automarium.engine.play.desk import Table
from automarium.engine.question import Field, Pick, Several
from automarium.games.golem.decisions.shared import (
    Golems,
    Number,
    Students,
    criteria,
    far_golem,
    fill,
    golems_of,
    nothing,
    numbers,
    verdict,
    yes_no,
)
from automarium.games.golem.position import (
    BOOK_COLOURS,
    COLUMN_LIMIT,
    COLUMNS,
    DISPLAY,
    DISTRICTS,
    BookColour,
    Criterion,
)
from automarium.games.golem.rules.books import Alternative, choose_book, choose_side, display_question, display_told
from automarium.games.golem.rulings import Rulings

Shelf: TypeAlias = Annotated[list[BookColour], msgspec.Meta(max_length=COLUMN_LIMIT)]


class BookFacts(Facts, frozen=True):
    numbers: list[Number]
    display: Annotated[list[BookColour | None], msgspec.Meta(min_length=DISPLAY, max_length=DISPLAY)]
    columns: Annotated[list[Shelf], msgspec.Meta(min_length=COLUMNS, max_length=COLUMNS)]
    students: Students


def book(facts: BookFacts, rulings: Rulings, table: Table) -> Verdict:
    notes: Notes = []
    found = choose_book(facts.numbers, facts.display, facts.columns, facts.students.at(), rulings, notes)
    if found is None:
        return nothing(notes)
    colour = facts.display[found.position - 1]
    said = message("book", place=found.position, colour=term("book", colour), column=found.column)
    # The column is chosen after the book, but the trace ends with the book itself.
    return verdict({"position": found.position, "column": found.column}, [*notes[1:], notes[0]], said)


def ask_book(table: Table, pack: Pack, rulings: Rulings) -> BookFacts:
    """Her students matter only for a black book, and only whether one of them can go back (GOL-BOOK-06)."""
    shelves = [
        Field(
            f"column-{number}",
            Several(
                about="just.shelf",
                params={"number": number},
                options=BOOK_COLOURS,
                most=COLUMN_LIMIT,
                family="book",
                default=[],
            ),
        )
        for number in range(1, COLUMNS + 1)
    ]
    back = Field("back", Pick(about="just.can-go-back", options=("no", "yes"), family="answer", default="yes"))
    told = fill(table, "ask.book", numbers("just.books"), Field("display", display_question()), *shelves, back)
    at = 2 if told["back"] == "yes" else 1
    return BookFacts(
        numbers=told["numbers"],
        display=display_told(told["display"]),
        columns=[told[field.name] for field in shelves],
        students=Students(*(at for _ in DISTRICTS)),
    )


# ------------------------------------------------------------------------------------------------------------ a slash


class SideFact(Facts, frozen=True):
    possible: bool
    kills: bool


class SlashFacts(Facts, frozen=True):
    column: list[Criterion]
    golems: Golems
    left: SideFact
    right: SideFact


def slash(facts: SlashFacts, rulings: Rulings, table: Table) -> Verdict:
    notes: Notes = []
    left, right = (Alternative(one.possible, one.kills) for one in (facts.left, facts.right))
    side = choose_side(facts.column, golems_of(facts.golems), left, right, rulings, notes)
    return nothing(notes) if side is None else verdict(side, notes, message(f"oracle.slash.{side}"))


def ask_slash(table: Table, pack: Pack, rulings: Rulings) -> SlashFacts:
    """The yellow column is asked for only if the alternatives themselves do not settle it (GOL-BOOK-20…22)."""
    told = fill(
        table,
        "ask.slash",
        yes_no("left", "just.possible.left"),
        yes_no("right", "just.possible.right"),
        yes_no("far", "just.far"),
        yes_no("left-kills", "just.kills.left"),
        yes_no("right-kills", "just.kills.right"),
    )
    golems = far_golem(told)
    left, right = _side(told, "left"), _side(told, "right")
    settled = left.possible != right.possible or (bool(golems) and left.kills != right.kills)
    column = [] if settled or not left.possible else fill(table, "form.column", criteria())["column"]
    return SlashFacts(column, golems, left, right)


def _side(told: Given, side: str) -> SideFact:
    return SideFact(told[side] == "yes", told[f"{side}-kills"] == "yes")
