"""What a game shows on a page, as data: cards, gauges, tracks, chips and joint hands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from automarium.engine.layout import PlacedPieces, TrackValue
from automarium.engine.message import Message, Term


class Icon(msgspec.Struct, frozen=True):
    """A symbol on a card: a sign with a number ``beside`` it, and words that are shown if it has no sign. ``used`` is
    false if it had no effect in this turn."""

    words: Message
    sign: str = ""
    beside: str = ""
    used: bool = True


class Cell(msgspec.Struct, frozen=True):
    """A part of a card: its heading and its icons; without icons a dash is shown."""

    about: Message
    icons: tuple[Icon, ...]


class Card(msgspec.Struct, frozen=True):
    """A card: the text in its corner, a word below it, and its parts."""

    corner: str
    under: Message | None
    cells: tuple[Cell, ...]


class DrawnTrack(msgspec.Struct, frozen=True):
    """A row of spaces with a marker on one of them; ``first`` is the value of the first space. ``signs`` are drawn
    on spaces and ``names`` written below them, both by the value of the space; spaces in the ``zone`` are shaded. A
    track that is ``filled`` from the left with the things ``laid`` on it has no marker. ``says`` is a remark: "5
    more to II"."""

    spaces: int
    first: int = 0
    signs: Mapping[int, str] = {}
    names: Mapping[int, str] = {}
    zone: tuple[int, ...] = ()
    filled: bool = False
    laid: tuple[Term, ...] = ()
    says: Message | None = None


class Gauge(msgspec.Struct, frozen=True):
    """A number of the Automa that is always shown: its value, its maximum if that matters, and the thing on the table
    that it counts. Its words are ``gauge.<name>``, its sign is the game's sign of this name. With a ``track`` it is
    drawn as one."""

    name: str
    at: int | str
    thing: PlacedPieces | TrackValue
    most: int | None = None
    track: DrawnTrack | None = None


class Standing(msgspec.Struct, frozen=True):
    """One side of the game at a glance: ``name`` is its faction if it has one, ``colour`` one of the page's
    ``palette``. Its gauges are drawn in a row; a gauge with a maximum is drawn as that many signs. ``notes`` are
    numbers of the player that no rule needs, each with its highest value: they are stored in the browser and are not in
    the record."""

    side: Literal["human", "automa"]
    gauges: tuple[Gauge, ...]
    name: Term | None = None
    colour: str = ""
    notes: Mapping[str, int] = {}


class News(msgspec.Struct, frozen=True):
    """An event that changes the rest of the game, or a star of the player: a sentence, its meaning, and the side it
    belongs to."""

    side: Literal["human", "automa"]
    words: Message
    more: Message
    sign: str = "bell"


class Combat(msgspec.Struct, frozen=True):
    """A combat on one place. ``human`` and ``automa`` are the pieces of each side there, ``ground`` is the sign of the
    place and ``tint`` its colour in light and dark mode. The player's dial goes up to ``dial``, and they add at most
    one card of ``values`` for each of their pieces. Before the Automa's card is revealed ``card`` is empty; then it
    uses ``power`` and ``used`` combat cards. At the end there is a ``winner``, and ``totals`` are those of the player
    and of the Automa."""

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
    and the text ``on`` it. An upright chip is a card, with the letter of its colour above the text; any other chip
    shows the text, or the letter if there is no text."""

    colour: Term
    shape: ChipShape
    on: str = ""


class Joint(msgspec.Struct, frozen=True):
    """Hands with the same ``name`` are shown as one line, ``hand.together.<name>``; ``part`` is the text that this hand
    adds."""

    name: str
    part: Message


def map_to_same(*names: str) -> dict[str, str]:
    """Return the signs of things whose signs have the same names."""
    return {name: name for name in names}
