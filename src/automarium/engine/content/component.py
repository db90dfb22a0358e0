"""Components: the cards, tiles and boards on which a game's facts are printed, as data for page, terminal and checks.

A game with unpublished facts offers ``components``: *kinds* (cards, streets, tiles), each with its *components*, each
with its *parts*. A part is one fact: a question whose ``hole`` is the fact's path in the pack. The same question asks
for it in a game.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Literal, TypeAlias

import msgspec

from automarium.engine.content.pack import HOLE, Pack, fact_at
from automarium.engine.message import Message
from automarium.engine.question import AnyQuestion, Field, Form, Pick

# A card has columns and edges; a strip fields side by side; rows are spaces below each other, each with its fields; a
# grid is tiles beside each other; a tile is a few facts together; a board is entered with the game's board editor.
Shape: TypeAlias = Literal["card", "strip", "rows", "grid", "tile", "board"]
LEFT, RIGHT, HEAD = "left", "right", "head"  # places on a card that are not columns


class Part(msgspec.Struct, frozen=True):
    """One fact. ``at`` is its place: the column of a card (or an edge, or the head), the row of rows, the tile of a
    grid. ``label`` is written beside it. ``unless``: another fact, and the value of it with which there is nothing to
    enter here."""

    question: AnyQuestion
    at: str = ""
    label: Message | None = None
    unless: tuple[str, object] | None = None

    @property
    def path(self) -> str:
        assert self.question.hole is not None
        return self.question.hole

    @property
    def name(self) -> str:
        """The name of its field in a form."""
        return self.path.replace(".", "-")


class Component(msgspec.Struct, frozen=True):
    """One card, tile or board. ``entry`` is the path of the whole component, for a board that is one fact; ``titles``
    are the names of the tiles of a grid."""

    id: str
    name: Message
    parts: tuple[Part, ...] = ()
    entry: str = ""
    titles: Mapping[str, Message] = {}


class Column(msgspec.Struct, frozen=True):
    """A column of a card: its heading and its colour."""

    name: str
    title: Message
    colour: str


class Kind(msgspec.Struct, frozen=True):
    """Components of one kind. ``where`` says where to find them. ``whole``: one is entered completely or not at all.
    ``unnumbered``: nothing printed identifies them, so their numbers are only the order in which they were entered."""

    name: str
    title: Message
    where: Message
    sign: str
    shape: Shape
    components: tuple[Component, ...]
    columns: tuple[Column, ...] = ()
    whole: bool = False
    unnumbered: bool = False


class Stem(msgspec.Struct, frozen=True):
    """A sign that stands for several options of a question: one tap for it, one for the option."""

    name: str
    sign: str
    options: tuple[str, ...]


Stems: TypeAlias = Mapping[str, Sequence[Stem]]  # by the family of the options


def value_of(pack: Pack, path: str) -> Any:
    """Return a fact, None if it is not known."""
    value = fact_at(pack.printed, path)
    return None if value == HOLE else value


def is_asked(part: Part, pack: Pack) -> bool:
    """Return whether there is anything to enter: not where another fact says that there is nothing."""
    return part.unless is None or value_of(pack, part.unless[0]) != part.unless[1]


def is_known(component: Component, pack: Pack) -> bool:
    """Return whether everything that is printed on a component is known."""
    if component.entry:
        entry = value_of(pack, component.entry)
        return isinstance(entry, dict) and HOLE not in entry.values()
    return all(value_of(pack, part.path) is not None for part in component.parts if is_asked(part, pack))


HOUSE = "house"  # the field of a form with which the house values are used
HOUSE_FOR = ("nothing", "these", "game")


def build_form(name: Message, parts: Iterable[Part], needed: Collection[str]) -> Form:
    """Return the question for printed facts on one screen. The facts ``needed`` now must be entered, the others may
    stay unknown. The last field says for what the house values are used: see ``use_house``."""
    parts = list(parts)
    others = {part.path: part for part in parts}
    fields = [
        Field(part.name, _ask_part(part, part.path in needed), needs=_find_needs(part, others))
        if part.path in needed
        else Field(part.name, _ask_part(part, needed=False))
        for part in parts
    ]
    house = Pick(about="ask.house", options=HOUSE_FOR, family="house-for", default=HOUSE_FOR[0])
    return Form(about=name.key, params=dict(name.params), fields=(*fields, Field(HOUSE, house)))


def _ask_part(part: Part, needed: bool) -> AnyQuestion:
    """Return the question for a part; that nothing is printed must be said where it is needed."""
    default = HOLE if not needed else None if part.question.default == [] else part.question.default
    return msgspec.structs.replace(part.question, default=default)


def _find_needs(part: Part, others: Mapping[str, Part]) -> tuple[str, tuple[str, ...]] | None:
    """Return the field of the same form, and its answers, with which there is something to enter."""
    other = None if part.unless is None else others.get(part.unless[0])
    if other is None or part.unless is None or not isinstance(other.question, Pick):
        return None
    return other.name, tuple(str(one) for one in other.question.options if one != part.unless[1])


def is_thing_form(question: AnyQuestion | None) -> bool:
    """Return whether a question was made by ``build_form``."""
    return isinstance(question, Form) and question.fields[-1].name == HOUSE


def find_entered_facts(form: Form, answer: Mapping[str, Any]) -> dict[str, Any]:
    """Return the facts of an answer to such a form, by their paths."""
    entered = {field.question.hole: answer[field.name] for field in form.fields if field.name in answer}
    return {path: value for path, value in entered.items() if path is not None and value != HOLE}


Own: TypeAlias = Literal["house", "mine"]
OWN: tuple[Own, ...] = ("house", "mine")


def own_field() -> Field:
    """Return the field that asks, before all others, whether the player owns the game."""
    return Field("own", Pick(about="option.own", options=OWN, family="own", default="house"))


FACTS = ("things", "single")


def facts_field() -> Field:
    """Return the field that asks how unknown facts of own components are asked for."""
    return Field("facts", Pick(about="option.facts", options=FACTS, family="facts", default=FACTS[0]), aside=True)


def put_own_first(field: Field) -> Field:
    """Return the same field for a player who seems to own the game; any other field as it is."""
    if field.name != "own" or not isinstance(field.question, Pick):
        return field
    return msgspec.structs.replace(
        field, question=msgspec.structs.replace(field.question, options=OWN[::-1], default="mine")
    )
