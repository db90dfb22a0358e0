"""Components: what a game's printed facts lie on, said once by the room, so that page, terminal and check lay out the
same thing and none of them knows a game.

A room that has unpublished facts offers ``components``: its *kinds* (cards, streets, tiles), where they lie and what
they look like, each with its *components*, each with its *parts*. A part is one fact: a question whose ``hole`` is the
fact's path in the pack. The same question asks for it in a game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeAlias

import msgspec

from automarium.engine.content.pack import HOLE, Pack, fact_at
from automarium.engine.message import Message
from automarium.engine.question import AnyQuestion, Field, Pick

# A card has columns and edges; a strip fields side by side; rows are spaces below each other, each with its
# fields; a tile is a few facts together; a board is entered with the room's board editor.
Shape: TypeAlias = Literal["card", "strip", "rows", "tile", "board"]
LEFT, RIGHT, HEAD = "left", "right", "head"  # places on a card that are not columns


class Part(msgspec.Struct, frozen=True):
    """One fact. ``at`` is where it stands: the column of a card (or an edge, or the head), the row of rows. ``label``
    is the little that is written beside it. ``unless``: where another fact has this value there is nothing to tell."""

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
        """Short, and its own inside a component's form."""
        return self.path.replace(".", "-")


class Component(msgspec.Struct, frozen=True):
    """One thing of the box. ``entry`` is the path of the whole, for a board that is one fact."""

    id: str
    name: Message
    parts: tuple[Part, ...] = ()
    entry: str = ""


class Column(msgspec.Struct, frozen=True):
    """A column of a card: its heading and its colour."""

    name: str
    title: Message
    colour: str


class Kind(msgspec.Struct, frozen=True):
    """Things of one kind. ``where`` says where they lie. ``whole``: half of one is of no use, it is entered at once.
    ``unnumbered``: nothing on them tells which is which, so numbers are only the order in which they were entered, and
    one is recognised by what is on it."""

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
    """A sign among those that words of many are built from: one tap for it, one for which of its options."""

    name: str
    sign: str
    options: tuple[str, ...]


Stems: TypeAlias = Mapping[str, Sequence[Stem]]  # by the family of the options


def value_of(pack: Pack, path: str) -> Any:
    """A fact as it is known, None if it is not."""
    value = fact_at(pack.printed, path)
    return None if value == HOLE else value


def is_asked(part: Part, pack: Pack) -> bool:
    """Whether there is anything to tell: not where another fact says that there is nothing."""
    return part.unless is None or value_of(pack, part.unless[0]) != part.unless[1]


def is_known(component: Component, pack: Pack) -> bool:
    """Whether everything that is printed on a thing is known."""
    if component.entry:
        entry = value_of(pack, component.entry)
        return isinstance(entry, dict) and HOLE not in entry.values()
    return all(value_of(pack, part.path) is not None for part in component.parts if is_asked(part, pack))


Own: TypeAlias = Literal["house", "mine"]
OWN: tuple[Own, ...] = ("house", "mine")


def own_field() -> Field:
    """Is the game on your table? It is asked before everything else."""
    return Field("own", Pick(about="option.own", options=OWN, family="own", default="house"))
