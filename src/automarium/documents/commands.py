"""What the player of a document may report, and corrections of everything.

A document gets subclasses of these commands with itself as ``document``; a command that it has no use for is left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

import msgspec

from automarium.documents import rules
from automarium.documents.rules import Position, TurnState
from automarium.engine.definition import AnyDesk
from automarium.engine.layout import OUT
from automarium.engine.message import refuse, term
from automarium.engine.play.command import Command, Given, When
from automarium.engine.play.event import of
from automarium.engine.question import Count, Field, Pick

if TYPE_CHECKING:
    from automarium.documents.document import Document


class DocumentCommand(Command[Position, Any], frozen=True):
    document: ClassVar[Any]  # the Document


class Next(DocumentCommand, frozen=True):
    def carry_out(self, desk: AnyDesk) -> None:
        state = TurnState(self.document, desk.position, desk)
        desk.position.turn += 1
        rules.play_turn(state)
        rules.finish_turn(state)


class Move(DocumentCommand, frozen=True, omit_defaults=True):
    """The player's piece moved. ``piece`` is only needed where there are several."""

    piece: Annotated[str, of("piece")] = ""
    to: Annotated[str, of("place")] = ""

    @classmethod
    def fields(cls, position: Position, given: Given) -> Iterator[Field]:
        moves = cls.document.human_moves
        if len(moves) > 1:
            yield Field("piece", Pick(about="ask.piece", options=tuple(moves), family="piece"))
        piece = given.get("piece") or next(iter(moves))
        state, allowed = TurnState(cls.document, position), moves[piece]
        options = tuple(place for place in cls.document.board.places if allowed.run(state, place))
        if not options:
            raise refuse("document.nowhere", piece=term("piece", piece))
        yield Field("to", Pick(about="ask.to", options=options, family="place"))

    def carry_out(self, desk: AnyDesk) -> None:
        piece = self.piece or next(iter(self.document.human_moves))
        with desk.reported():
            desk.position.at[piece] = self.to
            desk.position.moved[piece] = desk.position.turn


class Take(DocumentCommand, frozen=True, omit_defaults=True):
    """The player took things. ``what`` is only needed where there are several kinds."""

    what: Annotated[str, of("counter")] = ""
    count: int = 0

    @classmethod
    def fields(cls, position: Position, given: Given) -> Iterator[Field]:
        takes = cls.document.human_takes
        if len(takes) > 1:
            yield Field("what", Pick(about="ask.what", options=tuple(takes), family="counter"))
        counter = given.get("what") or next(iter(takes))
        start, _, most = takes[counter]
        state = TurnState(cls.document, position)
        known = position.counts[counter].get(start.run(state, None) or "", 0)
        limit = cls.document.counters[counter].most if known is None else known
        high = max(0, min(most.run(state, None), limit))
        yield Field("count", Count(about="ask.count", low=0, high=high, default=min(1, high)))

    def carry_out(self, desk: AnyDesk) -> None:
        counter = self.what or next(iter(self.document.human_takes))
        start, to, _ = self.document.human_takes[counter]
        place = start.run(TurnState(self.document, desk.position), None)
        counts = desk.position.counts[counter]
        with desk.reported():
            if counts.get(place) is not None:  # what is not known stays so, less what was taken
                counts[place] = (counts[place] or 0) - self.count
            counts[to] = (counts.get(to) or 0) + self.count


class Look(DocumentCommand, frozen=True, omit_defaults=True):
    """The player saw how many things there are at a place."""

    what: Annotated[str, of("counter")] = ""
    at: Annotated[str, of("place")] = ""
    count: int = 0

    @classmethod
    def fields(cls, position: Position, given: Given) -> Iterator[Field]:
        looks = cls.document.file.human.look
        if len(looks) > 1:
            yield Field("what", Pick(about="ask.what", options=tuple(looks), family="counter"))
        counter = given.get("what") or looks[0]
        places = cls._unknown(position, counter) or cls.document.board.places
        yield Field("at", Pick(about="ask.at", options=tuple(places), family="place"))
        most = cls.document.counters[counter].most
        yield Field("count", Count(about="ask.seen", low=0, high=most))

    @classmethod
    def matters(cls, position: Position) -> bool:
        return any(cls._unknown(position, counter) for counter in cls.document.file.human.look)

    @classmethod
    def _unknown(cls, position: Position, counter: str) -> list[str]:
        return [place for place, number in position.counts[counter].items() if number is None]

    def carry_out(self, desk: AnyDesk) -> None:
        with desk.observed():
            desk.position.counts[self.what or self.document.file.human.look[0]][self.at] = self.count


class Set(DocumentCommand, frozen=True, omit_defaults=True, tag="set"):
    """The player's number changed."""

    what: Annotated[str, of("track")] = ""
    to: int = 0

    @classmethod
    def fields(cls, position: Position, given: Given) -> Iterator[Field]:
        tracks = cls.document.file.human.set
        if len(tracks) > 1:
            yield Field("what", Pick(about="ask.what", options=tuple(tracks), family="track"))
        yield _number_field(cls.document, position, given.get("what") or tracks[0])

    def carry_out(self, desk: AnyDesk) -> None:
        with desk.reported():
            desk.position.tracks[self.what or self.document.file.human.set[0]] = self.to


class Adjust(DocumentCommand, frozen=True, omit_defaults=True):
    """Correct a piece, a number at a place, or a track."""

    when: ClassVar[When] = "always"
    what: Annotated[str, of("thing")]
    at: Annotated[str | None, of("place")] = None
    to: int | None = None

    @classmethod
    def fields(cls, position: Position, given: Given) -> Iterator[Field]:
        document = cls.document
        options = (*document.pieces, *document.counters, *document.tracks)
        yield Field("what", Pick(about="ask.adjust", options=options, family="thing"))
        what = given["what"]
        if what in document.pieces:
            places = (*document.board.places, OUT)
            yield Field("at", Pick(about="ask.at", options=places, family="place", default=position.at[what]))
        elif what in document.counters:
            counter = document.counters[what]
            places = (*document.board.places, *counter.mats)
            yield Field("at", Pick(about="ask.at", options=places, family="place"))
            high = 9999 if given["at"] in counter.mats else counter.most
            yield Field("to", Count(about="ask.seen", low=0, high=high, default=position.counts[what].get(given["at"])))
        else:
            yield _number_field(document, position, what)

    def carry_out(self, desk: AnyDesk) -> None:
        position: Position = desk.position
        with desk.reported():
            if self.what in self.document.pieces:
                position.at[self.what] = self.at or OUT
            elif self.what in self.document.counters:
                position.counts[self.what][self.at or ""] = self.to
            else:
                position.tracks[self.what] = self.to or 0


def _number_field(document: Document, position: Position, track: str) -> Field:
    limits = document.tracks[track]
    return Field("to", Count(about="ask.value", low=limits.low, high=limits.high, default=position.tracks[track]))


def make_commands(document: Document) -> dict[str, type[DocumentCommand]]:
    """Return the commands of a document by name."""
    human = document.file.human
    needed: dict[str, tuple[type[DocumentCommand], bool]] = {
        "next": (Next, True),
        "move": (Move, bool(human.move)),
        "take": (Take, bool(human.take)),
        "look": (Look, bool(human.look)),
        "set": (Set, bool(human.set)),
        "adjust": (Adjust, True),
    }
    made: dict[str, Any] = {
        name: msgspec.defstruct(
            base.__name__, (), bases=(base,), namespace={"document": document}, frozen=True, tag=name
        )
        for name, (base, wanted) in needed.items()
        if wanted
    }
    return made
