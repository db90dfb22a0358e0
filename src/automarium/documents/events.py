"""Events of a document. Each has a stock sentence under its tag; a step can name one of the document's ``words``."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec

from automarium.engine.layout import PieceMove, Side
from automarium.engine.play.event import Event, of

Place: TypeAlias = Annotated[str, of("place")]
PieceName: TypeAlias = Annotated[str, of("piece")]
CounterName: TypeAlias = Annotated[str, of("counter")]
TrackName: TypeAlias = Annotated[str, of("track")]


class DocumentEvent(Event, frozen=True, kw_only=True):
    """``words``: the message ``say.<words>`` replaces the stock sentence."""

    words: str = ""

    def key(self) -> str:
        return f"say.{self.words}" if self.words else super().key()


class Drew(DocumentEvent, frozen=True, tag="drew"):
    turns_on = "card"
    card: Annotated[int, of("card")]


class Moved(DocumentEvent, frozen=True, tag="moved"):
    side: Side
    piece: PieceName
    from_: Place = msgspec.field(name="from")
    to: Place

    def moves(self) -> tuple[PieceMove]:
        return (PieceMove(self.side, self.piece, self.from_, self.to),)


class Took(DocumentEvent, frozen=True, tag="took"):
    counted = "number"
    what: CounterName
    number: int
    from_: Place = msgspec.field(name="from")
    to: Place


class Put(DocumentEvent, frozen=True, tag="put"):
    counted = "number"
    what: CounterName
    number: int
    at: Place


class Removed(DocumentEvent, frozen=True, tag="removed"):
    counted = "number"
    what: CounterName
    number: int
    at: Place


class Advanced(DocumentEvent, frozen=True, tag="advanced"):
    track: TrackName
    from_: int = msgspec.field(name="from")
    to: int


class Said(DocumentEvent, frozen=True, tag="said"):
    remark = True
    at: Place = ""


class RoundOver(DocumentEvent, frozen=True, tag="round-over"):
    remark = True
    round: int


class Over(DocumentEvent, frozen=True, tag="over"):
    remark = True
