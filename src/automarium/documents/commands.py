"""What the player of a document may report, and corrections of everything.

A document gets subclasses of these commands with itself as ``document``; a command that it has no use for is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, ClassVar

import msgspec

from automarium.documents.document import Document
from automarium.documents.rules import Position, TurnState, finish_turn, play_turn
from automarium.documents.schema import MOST_NUMBER
from automarium.engine.definition import AnyDesk
from automarium.engine.layout import OUT, SUPPLY
from automarium.engine.message import refuse, term
from automarium.engine.play.command import Command, Given, When
from automarium.engine.play.event import of
from automarium.engine.question import Count, Field, Pick, Series

TURN = "turn"


class DocumentCommand(Command[Position, Any], frozen=True, omit_defaults=True):
    document: ClassVar[Document]


def pick_thing(name: str, about: str, options: Sequence[str], family: str) -> Iterator[Field]:
    """Yield the field for one of several things; with a single one it is not asked for."""
    if len(options) > 1:
        yield Field(name, Pick(about=about, options=tuple(options), family=family))


class Next(DocumentCommand, frozen=True):
    def carry_out(self, desk: AnyDesk) -> None:
        state = TurnState(self.document, desk.position, desk)
        desk.position.turn += 1
        play_turn(state)
        finish_turn(state)


class Move(DocumentCommand, frozen=True):
    """The player's piece moved. ``piece`` is only needed where there are several."""

    reported = True
    piece: Annotated[str | None, of("piece")] = None
    to: Annotated[str, of("place")] = ""

    @classmethod
    def fields(cls, position: Position, given: Given) -> Iterator[Field]:
        moves = cls.document.human_moves
        yield from pick_thing("piece", "ask.piece", [*moves], "piece")
        piece = given.get("piece") or next(iter(moves))
        state, allowed = TurnState(cls.document, position), moves[piece]
        options = tuple(place for place in cls.document.board.places if allowed.run(state, place))
        if not options:
            raise refuse("document.nowhere", piece=term("piece", piece))
        yield Field("to", Pick(about="ask.to", options=options, family="place"))

    def carry_out(self, desk: AnyDesk) -> None:
        piece = self.piece or next(iter(self.document.human_moves))
        desk.position.at[piece] = self.to
        desk.position.moved[piece] = desk.position.turn


class Take(DocumentCommand, frozen=True):
    """The player took things. ``what`` is only needed where there are several kinds."""

    reported = True
    what: Annotated[str | None, of("counter")] = None
    count: int = 0

    @classmethod
    def fields(cls, position: Position, given: Given) -> Iterator[Field]:
        takes = cls.document.human_takes
        yield from pick_thing("what", "ask.what", [*takes], "counter")
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
        if counts.get(place) is not None:  # what is not known stays so, less what was taken
            counts[place] = (counts[place] or 0) - self.count
        counts[to] = (counts.get(to) or 0) + self.count


class Look(DocumentCommand, frozen=True):
    """The player saw how many things there are at a place."""

    what: Annotated[str | None, of("counter")] = None
    at: Annotated[str, of("place")] = ""
    count: int = 0

    @classmethod
    def fields(cls, position: Position, given: Given) -> Iterator[Field]:
        looks = cls.document.file.human.look
        yield from pick_thing("what", "ask.what", looks, "counter")
        counter = given.get("what") or looks[0]
        places = cls._find_unknown(position, counter) or cls.document.board.places
        yield Field("at", Pick(about="ask.at", options=tuple(places), family="place"))
        yield Field("count", Count(about="ask.seen", low=0, high=cls.document.counters[counter].most))

    @classmethod
    def matters(cls, position: Position) -> bool:
        return any(cls._find_unknown(position, counter) for counter in cls.document.file.human.look)

    @classmethod
    def _find_unknown(cls, position: Position, counter: str) -> list[str]:
        return [place for place, number in position.counts[counter].items() if number is None]

    def carry_out(self, desk: AnyDesk) -> None:
        with desk.observed():
            desk.position.counts[self.what or self.document.file.human.look[0]][self.at] = self.count


class Set(DocumentCommand, frozen=True):
    """The player's number changed."""

    reported = True
    what: Annotated[str | None, of("track")] = None
    to: int = 0

    @classmethod
    def fields(cls, position: Position, given: Given) -> Iterator[Field]:
        tracks = cls.document.file.human.set
        yield from pick_thing("what", "ask.what", tracks, "track")
        yield make_track_field(cls.document, position, given.get("what") or tracks[0])

    def carry_out(self, desk: AnyDesk) -> None:
        desk.position.tracks[self.what or self.document.file.human.set[0]] = self.to


def make_track_field(document: Document, position: Position, track: str) -> Field:
    limits = document.tracks[track]
    return Field("to", Count(about="ask.value", low=limits.low, high=limits.high, default=position.tracks[track]))


class Adjust(DocumentCommand, frozen=True):
    """Correct a piece, a number at a place, a track, the cards that were drawn from a deck (and those of them that the
    Automa keeps), or how many turns it has had."""

    when: ClassVar[When] = "always"
    reported = True
    what: Annotated[str, of("thing")]
    at: Annotated[str | None, of("place")] = None
    to: int | None = None
    drawn: list[int] | None = None
    kept: list[int] | None = None

    @classmethod
    def fields(cls, position: Position, given: Given) -> Iterator[Field]:
        document = cls.document
        options = (*document.pieces, *document.counters, *document.tracks, *document.decks, TURN)
        yield Field("what", Pick(about="ask.adjust", options=options, family="thing"))
        what, places = given["what"], document.board.places
        if what in document.pieces:
            every, here = (*places, *document.mats, OUT), position.at[what]
            yield Field("at", Pick(about="ask.at", options=every, family="place", default=here))
        elif what in document.counters:
            counter = document.counters[what]
            beside = (*counter.mats, *(() if counter.supply is None else (SUPPLY,)))
            yield Field("at", Pick(about="ask.at", options=(*places, *beside), family="place"))
            high, now = MOST_NUMBER if given["at"] in beside else counter.most, position.counts[what].get(given["at"])
            yield Field("to", Count(about="ask.seen", low=0, high=high, default=now))
        elif what in document.tracks:
            yield make_track_field(document, position, what)
        elif what == TURN:
            yield Field("to", Count(about="ask.turn", low=0, high=MOST_NUMBER, default=position.turn))
        else:
            deck, hand = position.decks[what], position.hands.get(what, [])
            yield cls._make_cards_field("drawn", deck.cards, deck.drawn)
            if document.keeps:
                out = tuple(given["drawn"] or ())
                yield cls._make_cards_field("kept", out, [card for card in hand if card in out])

    @staticmethod
    def _make_cards_field(name: str, cards: Sequence[int], default: Sequence[int]) -> Field:
        once = tuple(cards)
        low, high = min(once, default=0), max(once, default=0)
        question = Series(about=f"ask.{name}", low=low, high=high, most=len(once), once=once, default=list(default))
        return Field(name, question)

    def carry_out(self, desk: AnyDesk) -> None:
        position: Position = desk.position
        if self.what in self.document.pieces:
            position.at[self.what] = self.at or OUT
        elif self.what in self.document.counters:
            position.counts[self.what][self.at or ""] = self.to
        elif self.what in self.document.tracks:
            position.tracks[self.what] = self.to or 0
        elif self.what == TURN:
            position.turn = self.to or 0
        else:
            drawn, kept = self.drawn or [], self.kept or []
            if any(card not in drawn for card in kept):
                raise refuse("deck.drawn", "kept", options=drawn, count=len(drawn))
            position.decks[self.what].set_drawn(drawn, desk.chance)
            position.hands[self.what] = list(kept)


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
