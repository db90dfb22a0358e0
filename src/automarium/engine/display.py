"""What a room shows of itself on a page, as data: cards, her numbers, tracks, what is done in one go."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from automarium.engine.layout import PlacedPieces, TrackValue
from automarium.engine.message import Message, Term


class Icon(msgspec.Struct, frozen=True):
    """Something on a card: a sign with a number beside it, and what it says. Without a sign the words are shown. What
    came to nothing this turn is not ``used``."""

    words: Message
    sign: str = ""
    beside: str = ""
    used: bool = True


class Cell(msgspec.Struct, frozen=True):
    """A part of a card: what it is about, and what stands there; nothing is shown as a dash."""

    about: Message
    icons: tuple[Icon, ...]


class Card(msgspec.Struct, frozen=True):
    """A card as one sees it: what stands in its corner, a word under that, and its parts."""

    corner: str
    under: Message | None
    cells: tuple[Cell, ...]


class DrawnTrack(msgspec.Struct, frozen=True):
    """A row of spaces with a marker on one of them; ``first`` is what the first space counts. By what they count:
    ``signs`` are drawn on spaces, ``names`` written under them, those of the ``zone`` shaded. Where it is ``filled``
    from the left by things that are ``laid`` there it has no marker. ``says`` is what is worth knowing: "5 more to
    II"."""

    spaces: int
    first: int = 0
    signs: Mapping[int, str] = {}
    names: Mapping[int, str] = {}
    zone: tuple[int, ...] = ()
    filled: bool = False
    laid: tuple[Term, ...] = ()
    says: Message | None = None


class Gauge(msgspec.Struct, frozen=True):
    """A number of hers that is always in sight: what it reads, its maximum where that matters, and the thing on the
    table that it counts. Its words are ``gauge.<name>``, its sign is that of the room under this name. With a
    ``track`` it is drawn as one."""

    name: str
    at: int | str
    thing: PlacedPieces | TrackValue
    most: int | None = None
    track: DrawnTrack | None = None


ChipShape = Literal["round", "square", "upright"]


class Chip(msgspec.Struct, frozen=True):
    """The thing of a hand as it looks: its ``colour``, a term of a family that the room gives colours, its ``shape``,
    and what stands ``on`` it. A card is upright and has the letter of its colour above that; anything else shows it
    alone, or the letter where nothing stands on it."""

    colour: Term
    shape: ChipShape
    on: str = ""


class Joint(msgspec.Struct, frozen=True):
    """Hands of one ``name`` are one line, ``hand.together.<name>``; ``part`` is what this one adds to it."""

    name: str
    part: Message


def same(*names: str) -> dict[str, str]:
    """Things whose signs have the names that they have themselves."""
    return {name: name for name in names}
