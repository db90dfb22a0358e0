"""What a game shows on a page, as data: cards, gauges, tracks, chips and joint hands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from automarium.engine.layout import PlacedPieces, TrackValue
from automarium.engine.message import Message, Term


class Icon(msgspec.Struct, frozen=True):
    """A symbol on a card: a sign with a number ``beside`` it, and its words, which are shown if it has no sign. Without
    effect in this turn it is not ``used``."""

    words: Message
    sign: str = ""
    beside: str = ""
    used: bool = True


class Cell(msgspec.Struct, frozen=True):
    """A part of a card: its heading and its icons; without icons a dash is shown."""

    about: Message
    icons: tuple[Icon, ...]


class Card(msgspec.Struct, frozen=True):
    """A card: the text in its corner, a word under that, and its parts."""

    corner: str
    under: Message | None
    cells: tuple[Cell, ...]


class DrawnTrack(msgspec.Struct, frozen=True):
    """A row of spaces with a marker on one of them; ``first`` is the value of the first space. By the values of spaces:
    ``signs`` are drawn on them, ``names`` written under them, those of the ``zone`` shaded. A track that is ``filled``
    from the left with the things ``laid`` on it has no marker. ``says`` is a remark: "5 more to II"."""

    spaces: int
    first: int = 0
    signs: Mapping[int, str] = {}
    names: Mapping[int, str] = {}
    zone: tuple[int, ...] = ()
    filled: bool = False
    laid: tuple[Term, ...] = ()
    says: Message | None = None


class Gauge(msgspec.Struct, frozen=True):
    """A number of the Automa that is always shown: its value, its maximum where that matters, and the thing that it
    counts on the table. Its words are ``gauge.<name>``, its sign is the game's sign of this name. With a ``track`` it
    is drawn as one."""

    name: str
    at: int | str
    thing: PlacedPieces | TrackValue
    most: int | None = None
    track: DrawnTrack | None = None


class Standing(msgspec.Struct, frozen=True):
    """One side of the game at a glance: ``name`` is its faction where it has one, ``colour`` one of the page's
    ``palette``; its gauges are drawn in a row, one with a maximum as so many signs. ``notes`` are numbers of the player
    that no rule needs, each with its highest value: the page notes them in the browser, and the record has none."""

    side: Literal["human", "automa"]
    gauges: tuple[Gauge, ...]
    name: Term | None = None
    colour: str = ""
    notes: Mapping[str, int] = {}


class News(msgspec.Struct, frozen=True):
    """Something that changes the game from now on, or a star of the player's own: a sentence, what it means, and whose
    it is."""

    side: Literal["human", "automa"]
    words: Message
    more: Message
    sign: str = "bell"


class Combat(msgspec.Struct, frozen=True):
    """A combat on one place. ``human`` and ``automa`` are the pieces of each side there, ``ground`` is the sign of the
    place and ``tint`` its colour by day and by night. The player's dial goes up to ``dial``, and they add at most one
    card of ``values`` for each of their pieces. Before the Automa's card is revealed ``card`` is empty; then it uses
    ``power`` and ``used`` combat cards. At the end there is a ``winner``, and ``totals`` are those of the player and of
    the Automa."""

    at: str
    attacker: Literal["human", "automa"]
    ground: str
    tint: tuple[str, str]
    human: tuple[str, ...]
    automa: tuple[str, ...]
    remark: Message  # what the Automa has to fight with
    dial: int
    values: tuple[int, ...]
    card: str = ""
    power: int = 0
    used: int = 0
    winner: Literal["human", "automa"] | None = None
    totals: tuple[int, int] = (0, 0)


ChipShape = Literal["round", "square", "upright"]


class Chip(msgspec.Struct, frozen=True):
    """How the thing of a hand looks: its ``colour``, a term of a family for which the game has colours, its ``shape``,
    and the text ``on`` it. An upright one is a card and has the letter of its colour above the text; any other shows
    the text, or the letter if there is none."""

    colour: Term
    shape: ChipShape
    on: str = ""


class Joint(msgspec.Struct, frozen=True):
    """Hands with the same ``name`` are shown as one line, ``hand.together.<name>``; ``part`` is what this one adds."""

    name: str
    part: Message


def map_to_same(*names: str) -> dict[str, str]:
    """Return the signs of things whose signs have the same names."""
    return {name: name for name in names}
