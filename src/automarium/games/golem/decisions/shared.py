"""Facts that several decisions look at, and the questions for them."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec

from automarium.engine.choice.trace import Notes
from automarium.engine.content.pack import Pack
from automarium.engine.message import Message, message, refuse, term
from automarium.engine.play.command import Given
from automarium.engine.play.decision import YES_NO, Facts, Verdict
from automarium.engine.play.desk import Table
from automarium.engine.question import Count, Field, Form, Pick, Series, Several
from automarium.games.golem.position import (
    COLOURS,
    CRITERIA,
    DISPLAY,
    DISTRICTS,
    GOLEMS,
    ROUNDS,
    SECTIONS,
    Colour,
    District,
    Golem,
)
from automarium.games.golem.printed_cards import OTHER, build_box_choice

Section: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=SECTIONS)]
Number: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=DISPLAY)]
Whole: TypeAlias = Annotated[int, msgspec.Meta(ge=0)]
Level: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=4)]
Round: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=ROUNDS)]


class GolemFact(Facts, frozen=True):
    district: District
    section: Section
    lying: bool


Golems: TypeAlias = list[GolemFact]
Order: TypeAlias = Annotated[list[District], msgspec.Meta(max_length=3)]


class GolemsFacts(Facts, frozen=True):
    """The Automa's golems and the order of the strategy column."""

    golems: Golems
    order: Order


class Students(Facts, frozen=True):
    red: Section
    yellow: Section
    blue: Section

    def at(self) -> dict[District, int]:
        return {"red": self.red, "yellow": self.yellow, "blue": self.blue}


class Pair(Facts, frozen=True):
    left: Colour
    right: Colour


def make_golems(facts: Golems) -> list[Golem]:
    return [Golem(one.district, one.section, one.lying) for one in facts]


def parse_order(order: list[District]) -> list[District]:
    """Return the order; raise Refused unless it has all three coloured tiles once."""
    if sorted(order) != sorted(DISTRICTS):
        raise refuse("facts.order", "facts.order")
    return order


def make_verdict(answer: object, notes: Notes, *said: Message) -> Verdict:
    return Verdict(answer, tuple(notes), said)


def make_empty_verdict(notes: Notes) -> Verdict:
    return make_verdict(None, notes, message("cannot"))


# ------------------------------------------------------------------------------------------------ questions for a form


def ask_form(table: Table, about: str, *fields: Field) -> Given:
    """Ask on one screen; return the answers by the names of the fields."""
    answers: Given = table.ask(Form(about=about, fields=fields))
    return answers


def ask_with_card(table: Table, pack: Pack, about: str, column: str, field: Field, *fields: Field) -> Given:
    """Ask on one screen for a ``column`` of a card and other facts. A card of the owner's box can be named in place of
    the column."""
    which = build_box_choice(pack)
    if which is None:
        return ask_form(table, about, field, *fields)
    left_open = msgspec.structs.replace(field, question=msgspec.structs.replace(field.question, default=[]))
    answers = dict(ask_form(table, about, Field("card", which), left_open, *fields))
    if (card := answers.pop("card")) != OTHER:
        answers[field.name] = list(pack.printed["card"][card][column])
    return answers


def build_yes_no_field(name: str, about: str) -> Field:
    return Field(name, Pick(about=about, options=YES_NO, family="answer", default="no"))


def build_order_field() -> Field:
    once: dict[str, int] = dict.fromkeys(DISTRICTS, 1)
    asked = Several(about="just.order", options=DISTRICTS, most=3, exactly=3, limits=once, family="district")
    return Field("order", asked)


def build_criteria_field(*, default: list[str] | None = None) -> Field:
    once: dict[str, int] = dict.fromkeys(CRITERIA, 1)
    asked = Several(
        about="just.column", options=CRITERIA, most=len(CRITERIA), limits=once, family="criterion", default=default
    )
    return Field("column", asked)


def build_numbers_field(about: str) -> Field:
    once = tuple(range(1, DISPLAY + 1))
    return Field("numbers", Series(about=about, low=1, high=DISPLAY, most=DISPLAY, once=once))


def build_pair_fields() -> tuple[Field, Field]:
    """Return the fields for the two colours of the character card."""
    left = Pick(about="just.character.left", options=COLOURS, family="marble")
    right = Pick(about="just.character.right", options=COLOURS, family="marble")
    return Field("left", left), Field("right", right)


def build_standing_field() -> Field:
    """Return the field for how many golems stand."""
    return Field("standing", Count(about="just.standing", low=0, high=GOLEMS))


def make_standing(number: int) -> Golems:
    return [GolemFact("red", 1, lying=False)] * number


def make_far_golem(answers: Given) -> Golems:
    """Return golems that answer whether one is in VIII–X."""
    return [GolemFact("red", 8, lying=False)] if answers["far"] == "yes" else []


def build_section_fields(about: str, posture: str = "") -> list[Field]:
    """Return a field per district for the sections of the Automa's golems."""
    return [
        Field(
            f"{district}{posture}",
            Series(
                about=about,
                params={"district": term("district", district)},
                low=1,
                high=SECTIONS,
                most=GOLEMS,
                default=[],
            ),
        )
        for district in DISTRICTS
    ]


def make_reported_golems(answers: Given, posture: str = "", *, lying: bool = False) -> Golems:
    return [GolemFact(district, at, lying) for district in DISTRICTS for at in answers[f"{district}{posture}"]]
