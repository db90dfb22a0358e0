"""Decisions about books: which one the Automa buys and where it goes, and which side of a "/" it takes."""

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
    ask_form,
    ask_with_card,
    build_criteria_field,
    build_numbers_field,
    build_yes_no_field,
    make_empty_verdict,
    make_far_golem,
    make_golems,
    make_verdict,
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
from automarium.games.golem.rules.books import (
    Alternative,
    build_display_question,
    choose_book,
    choose_side,
    read_display,
)
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
        return make_empty_verdict(notes)
    colour = facts.display[found.position - 1]
    said = message("book", place=found.position, colour=term("book", colour), column=found.column)
    # The column is chosen after the book, but the trace ends with the book itself.
    return make_verdict({"position": found.position, "column": found.column}, [*notes[1:], notes[0]], said)


def ask_book(table: Table, pack: Pack, rulings: Rulings) -> BookFacts:
    """Ask for the facts. Its students matter only for a black book, and only whether one can go back (GOL-BOOK-06)."""
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
    display, numbers = Field("display", build_display_question()), build_numbers_field("just.books")
    answers = ask_with_card(table, pack, "ask.book", "books", numbers, display, *shelves, back)
    at = 2 if answers["back"] == "yes" else 1
    return BookFacts(
        numbers=answers["numbers"],
        display=read_display(answers["display"]),
        columns=[answers[field.name] for field in shelves],
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
    side = choose_side(facts.column, make_golems(facts.golems), left, right, rulings, notes)
    return make_empty_verdict(notes) if side is None else make_verdict(side, notes, message(f"oracle.slash.{side}"))


def ask_slash(table: Table, pack: Pack, rulings: Rulings) -> SlashFacts:
    """Ask for the facts; for the yellow column only if the alternatives do not settle it (GOL-BOOK-20…22)."""
    answers = ask_form(
        table,
        "ask.slash",
        build_yes_no_field("left", "just.possible.left"),
        build_yes_no_field("right", "just.possible.right"),
        build_yes_no_field("far", "just.far"),
        build_yes_no_field("left-kills", "just.kills.left"),
        build_yes_no_field("right-kills", "just.kills.right"),
    )
    golems = make_far_golem(answers)
    left, right = _side(answers, "left"), _side(answers, "right")
    settled = left.possible != right.possible or (bool(golems) and left.kills != right.kills)
    column = [] if settled or not left.possible else _ask_column(table, pack)
    return SlashFacts(column, golems, left, right)


def _ask_column(table: Table, pack: Pack) -> list[Criterion]:
    column: list[Criterion] = ask_with_card(table, pack, "form.column", "marble", build_criteria_field())["column"]
    return column


def _side(answers: Given, side: str) -> SideFact:
    return SideFact(answers[side] == "yes", answers[f"{side}-kills"] == "yes")
