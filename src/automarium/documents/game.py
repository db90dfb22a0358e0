"""A document as a game: the definition that the rest of Automarium plays."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Annotated, Any, Literal

import msgspec

from automarium.documents import rules
from automarium.documents.commands import make_commands
from automarium.documents.document import Document
from automarium.documents.events import Drew
from automarium.documents.rules import Position, TurnState
from automarium.documents.words import build_clauses, build_messages
from automarium.engine.content import pack as pack_files
from automarium.engine.content.component import Component, Kind, Part
from automarium.engine.content.pack import HOLE, Pack, provide_file
from automarium.engine.content.rulings import RulingBook, rests
from automarium.engine.definition import (
    AnyDefinition,
    AnyDesk,
    Checklist,
    Content,
    GameDefinition,
    GameWords,
    Lab,
    Page,
    Rivals,
    Scoring,
    Setup,
    Status,
    TableLayout,
)
from automarium.engine.display import Card, Cell, Gauge, Icon
from automarium.engine.drawing.scene import Scene
from automarium.engine.game.playthrough import copy_mutable
from automarium.engine.layout import OUT, Layout, PlacedPieces, TrackValue
from automarium.engine.message import Message, Refused, Say, message, refuse, term
from automarium.engine.play.chance import Chance
from automarium.engine.play.command import Command, Given, Input
from automarium.engine.play.decision import Decisions
from automarium.engine.play.deck import Deck
from automarium.engine.play.desk import Desk, Table, Unanswered
from automarium.engine.play.event import Event
from automarium.engine.play.odds import Odds
from automarium.engine.play.score import ScoreLine, ScoreSheet
from automarium.engine.question import Answer, AnyQuestion, Count, Field, Form, Pick, Series, Several
from automarium.i18n.languages import provide_messages, remove_messages

APP, MINE = "app", "mine"


class DocumentPart:
    """A part of the definition. It knows the document."""

    def __init__(self, document: Document) -> None:
        self.document = document


class DocumentOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    level: str = ""
    deck: Literal["app", "mine"] = "app"


class DocumentSetup(DocumentPart, Setup[Position, RulingBook]):
    options = DocumentOptions

    def option_fields(self, given: Given, rulings: RulingBook, pack: Pack) -> Iterator[Field]:
        levels = tuple(self.document.levels)
        yield Field("level", Pick(about="option.level", options=levels, family="level", default=levels[0]))
        if self.document.file.cards is not None:
            yield Field("deck", Pick(about="option.deck", options=(APP, MINE), family="deck", default=APP))

    def set_up(self, options: Mapping[str, object], pack: Pack, rulings: RulingBook, table: Table) -> Position:
        document = self.document
        deck = Deck(cards=tuple(pack.once(document.read_cards)), physical=options.get("deck") == MINE)
        deck.shuffle_all(table.chance)
        return Position(
            str(options["level"]),
            {name: piece.start for name, piece in document.pieces.items()},
            {name: self._numbers(name) for name in document.counters},
            {name: track.start for name, track in document.tracks.items()},
            deck=deck,
        )

    def _numbers(self, name: str) -> dict[str, int | None]:
        counter = self.document.counters[name]
        numbers: dict[str, int | None] = dict.fromkeys(self.document.board.places, counter.start)
        return {**numbers, **dict.fromkeys(counter.mats, 0), **counter.starts, **dict.fromkeys(counter.unknown)}

    def checklist(self, position: Position, rulings: RulingBook) -> Checklist:
        document, clauses = self.document, (self.document.file.game.setup_clause,)
        items: list[tuple[Message, tuple[str, ...]]] = []
        for name, counter in document.counters.items():
            if counter.start:
                items.append((message("setup.each", what=term("counter", name), count=counter.start), clauses))
            for place, number in counter.starts.items():
                params = {"what": term("counter", name), "at": term("place", place), "count": number}
                items.append((Message("setup.number", params), clauses))
            if counter.unknown:
                places = term("place", list(counter.unknown))
                items.append((message("setup.unknown", what=term("counter", name), at=places), clauses))
        for name, piece in document.pieces.items():
            if piece.start != OUT:
                at = term("place", piece.start)
                items.append((message("setup.piece", piece=term("piece", name), at=at), clauses))
        for name, track in document.tracks.items():
            items.append((message("setup.track", track=term("track", name), to=track.start), clauses))
        if document.file.cards is not None:
            key = "setup.own-deck" if position.deck.physical else "setup.deck"
            items.append((message(key, count=len(position.deck.cards)), clauses))
        return items


class DocumentTable(DocumentPart, TableLayout[Position]):
    def layout(self, position: Position) -> Layout:
        document, table = self.document, Layout()
        for name, place in position.at.items():
            table.lay(document.pieces[name].side, name, place)
        for name, numbers in position.counts.items():
            side = document.counters[name].side
            for place, number in numbers.items():
                if number:
                    table.lay(side, name, place, number)
        for name, value in position.tracks.items():
            table.mark(document.tracks[name].side, name, value)
        return table

    def corrects(self, position: Position, thing: PlacedPieces | TrackValue) -> Given | None:
        if isinstance(thing, TrackValue):
            return {"what": thing.track}
        return {"what": thing.piece} | ({"at": thing.at} if thing.piece in self.document.counters else {})


class DocumentScoring(DocumentPart, Scoring[Position, RulingBook]):
    def score(self, position: Position, rulings: RulingBook) -> ScoreSheet:
        state = TurnState(self.document, position)
        lines = [
            ScoreLine(line.side, f"line{index}", amount.run(state, None), line.each, line.clause)
            for index, (line, amount) in enumerate(zip(self.document.file.score, self.document.amounts, strict=True))
        ]
        totals = {"automa": 0, "human": 0}
        for line in lines:
            totals[line.side] += line.points
        if not position.over:
            return ScoreSheet(tuple(lines), totals)
        lead = totals["automa"] - totals["human"]
        winner = "automa" if lead > 0 else "human" if lead < 0 else self.document.file.tie
        verdict = f"verdict.{winner}" if lead else f"verdict.tie.{winner}"
        return ScoreSheet(tuple(lines), totals, message(verdict, lead=abs(lead)), winner)


class DocumentWords(DocumentPart, GameWords[Position, RulingBook]):
    def overview(self, position: Position) -> Sequence[Message]:
        said = [
            message("overview.piece", piece=term("piece", name), at=term("place", place))
            for name, place in position.at.items()
        ]
        for name, numbers in position.counts.items():
            for place, number in numbers.items():
                key = "overview.unknown" if number is None else "overview.number"
                params = {"what": term("counter", name), "at": term("place", place), "count": number or 0}
                said.append(Message(key, params))
        for name, value in position.tracks.items():
            said.append(message("overview.track", track=term("track", name), to=value))
        return said

    def text(self, position: Position, rulings: RulingBook, say: Say, width: int) -> Sequence[str]:
        lines = []
        for place in self.document.board.places:
            here = [say("document.name", name=term("piece", one)) for one, at in position.at.items() if at == place]
            for name, numbers in position.counts.items():
                number = numbers.get(place, 0)
                if number is None or number:
                    shown = "?" if number is None else number
                    here.append(say("document.number", name=term("counter", name), count=shown))
            lines.append(f"{say('document.name', name=term('place', place)):>8}  {', '.join(here)}".rstrip())
        for name, value in position.tracks.items():
            lines.append(f"{value:>8}  {say('document.name', name=term('track', name))}")
        return [line[:width] for line in lines]

    def details(self, event: Event, pack: Pack) -> Sequence[Message]:
        if not isinstance(event, Drew):
            return ()
        return [message("card.detail", what=about, value=value) for about, value in self.list_fields(event.card, pack)]

    def list_fields(self, card: int, pack: Pack) -> list[tuple[Message, object]]:
        """Return what is printed on a card: each field with its value."""
        cards = self.document.file.cards
        assert cards is not None
        values = pack.once(self.document.read_cards)[card]
        return [(message(f"card-field.{name}"), _name_value(values.get(name, HOLE))) for name in cards.fields]


def _name_value(value: object) -> object:
    return term("option", list(value) if isinstance(value, tuple) else value) if not isinstance(value, int) else value


class DocumentPage(DocumentPart, Page[Position, RulingBook]):
    def svg(self, scene: Scene[Position, RulingBook]) -> str:
        from automarium.documents.picture import draw_board

        return draw_board(self.document, scene)

    def card(self, event: Event, position: Position, pack: Pack, turn: Sequence[Event]) -> Card | None:
        if not isinstance(event, Drew):
            return None
        fields = DocumentWords(self.document).list_fields(event.card, pack)
        cells = tuple(Cell(about, (Icon(message("card.value", value=value)),)) for about, value in fields)
        return Card(str(event.card), None, cells)

    def gauges(self, position: Position, pack: Pack) -> Sequence[Gauge]:
        tracks = self.document.tracks
        return [
            Gauge(name, value, TrackValue("automa", name, value))
            for name, value in position.tracks.items()
            if tracks[name].side == "automa"
        ]


class StandIn:
    """A simulated player of a document: by its ``stand_in`` steps, otherwise at random."""

    def __init__(self, document: Document, commands: Mapping[str, type[Command[Any, Any]]], chance: Chance) -> None:
        self._document, self._commands, self._chance = document, commands, chance

    def answer(self, question: AnyQuestion) -> Answer:
        """Answer at random; a number that lay face down is what the set-up put there."""
        what = question.params.get("what")
        if isinstance(question, Count) and question.about == "ask.number" and what is not None:
            return min(question.high, self._document.counters[what.value].start)
        return self._guess(question)

    def _guess(self, question: AnyQuestion) -> Answer:
        match question:
            case Pick():
                return self._chance.pick(question.options)
            case Count() | Series():
                number = question.low + self._chance.below(question.high - question.low + 1)
                return number if isinstance(question, Count) else [number]
            case Several():
                return [self._chance.pick(question.options)] if question.options else []
            case Form():
                return {field.name: self._guess(field.question) for field in question.fields}
        return "x"

    def turn(self, look: Callable[[], Position]) -> Iterator[Input]:
        state = TurnState(self._document, look())
        if not self._document.file.stand_in:
            for name in ("move", "take"):
                if name in self._commands:
                    with suppress(Refused):  # not possible now
                        yield self._invent(self._commands[name], look())
        for step in self._document.stand_in:
            state.position = look()
            if step.when is not None and not step.when.run(state, None):
                continue
            value = step.run(state)
            if step.verb == "move" and value is not None:
                yield self._make("move", "piece", step.name, to=value)
            elif step.verb == "take":
                yield from self._take(look(), step.name, value)
            elif step.verb == "advance":
                limits = self._document.tracks[step.name]
                after = look().tracks[step.name] + value
                yield self._make("set", "what", step.name, to=max(limits.low, min(limits.high, after)))
        yield self._commands["next"]()

    def _take(self, position: Position, counter: str, count: int) -> Iterator[Input]:
        """Take up to ``count`` things. Those that lie face down are looked at first."""
        start, _, most = self._document.human_takes[counter]
        state = TurnState(self._document, position)
        place = start.run(state, None) or ""
        there = position.counts[counter].get(place, 0)
        if there is None:
            there = self._document.counters[counter].start
            yield self._commands["adjust"](what=counter, at=place, to=there)
        yield self._make("take", "what", counter, count=max(0, min(count, most.run(state, None), there)))

    def _make(self, command: str, field: str, name: str, **values: object) -> Input:
        """Return a report; the thing is named where the document has several of them."""
        human = self._document.file.human
        several = human.move if command == "move" else human.take if command == "take" else human.set
        return self._commands[command](**({field: name} if len(several) > 1 else {}), **values)

    def _invent(self, command: type[Command[Any, Any]], position: Position) -> Input:
        given: dict[str, Any] = {}
        for field in command.fields(position, given):
            given[field.name] = self._guess(field.question)
        return command(**given)


class DocumentLab(DocumentPart, Lab[Position]):
    rivals: Rivals = {}

    def __init__(self, document: Document, commands: Mapping[str, type[Command[Any, Any]]]) -> None:
        super().__init__(document)
        name = "stand-in" if document.file.stand_in else "random"
        self.rivals = {name: lambda pack, chance: StandIn(document, commands, chance)}


class DocumentContent(DocumentPart, Content):
    own_sections = ("card",)

    def check_pack(self, pack: Pack) -> None:
        """Raise Refused if a card has a value that its field cannot have."""
        cards = self.document.file.cards
        for id_ in pack.printed.get("card", {}):
            for name, value in pack.entry("card", id_).items():
                if cards is None or (value != HOLE and not self.document.fits(cards.fields[name], value)):
                    raise refuse("document.card-value", f"card.{id_}.{name}", given=value, wanted=name)

    def components(self, pack: Pack) -> Sequence[Kind]:
        cards = self.document.file.cards
        if cards is None or not any(HOLE in values.values() for values in cards.list.values()):
            return ()
        made = [
            Component(
                id_,
                message("card.named", card=int(id_)),
                tuple(
                    Part(self.document.card_question(int(id_), name), label=message(f"card-field.{name}"))
                    for name, value in values.items()
                    if value == HOLE
                ),
            )
            for id_, values in cards.list.items()
            if HOLE in values.values()
        ]
        return [Kind("card", message("kind.card"), message("kind.card.where"), "cards", "tile", tuple(made))]


def make_rulings(document: Document) -> type[RulingBook]:
    """Return the rulings of a document as a class."""
    fields = [
        (
            document.ruling_field(ruling.id),
            Annotated[Literal[tuple(choice.id for choice in ruling.choices)], rests(*ruling.clauses)],
        )
        for ruling in document.file.ruling
    ]
    names = {"prefix": document.file.game.prefix}
    made: Any = msgspec.defstruct("Rulings", fields, bases=(RulingBook,), namespace=names, frozen=True)
    book: type[RulingBook] = made
    return book


def make_definition(compiled: Document) -> AnyDefinition:
    """Return the game that a document describes. Its messages, clauses and cards are provided as files in memory."""
    made = make_commands(compiled)

    class Game(GameDefinition[Position, RulingBook]):
        name = compiled.name
        document = compiled.text
        rulings = make_rulings(compiled)
        commands = made
        decisions: Decisions = {}
        setup = DocumentSetup(compiled)
        table = DocumentTable(compiled)
        scoring = DocumentScoring(compiled)
        words = DocumentWords(compiled)
        page = DocumentPage(compiled)
        lab = DocumentLab(compiled, made)
        content = DocumentContent(compiled)

        def status(self, position: Position) -> Status:
            return Status("human", position.over, position.turn)

        def is_over(self, position: Position) -> bool:
            return position.over

        def odds(self, position: Position, pack: Pack, rulings: RulingBook) -> Odds:
            cards = position.deck.coming if compiled.file.cards is not None else ()
            return Odds.counted({card: foresee(compiled, position, pack, rulings, card) for card in cards})

    Game.folder = provide_files(compiled)
    return Game()


def foresee(document: Document, position: Position, pack: Pack, rulings: RulingBook, card: int) -> tuple[Event, ...]:
    """Return what a card would do now, up to the first question."""
    desk: AnyDesk = Desk(copy_mutable(position), pack, rulings, Table(Chance(0), explain=False))
    desk.position.turn += 1
    with suppress(Unanswered):
        rules.play_turn(TurnState(document, desk.position, desk), card)
    return tuple(step.event for step in desk.steps)


def remove_files(folder: str) -> None:
    """Remove what :func:`provide_files` has provided."""
    pack_files.remove_files(folder)
    remove_messages(folder)


def provide_files(document: Document) -> str:
    """Provide in memory what a game has in its folder; return the name of the folder."""
    folder, cards = f"document:{document.name}", document.file.cards
    provide_file(os.path.join(folder, "clauses"), build_clauses(document))
    provide_file(os.path.join(folder, "pack", "printed-1"), {"card": {} if cards is None else dict(cards.list)})
    provide_file(os.path.join(folder, "pack", "house-1"), {})
    messages = {lang: build_messages(document, lang) for lang in document.file.game.languages}
    provide_messages(folder, messages, os.path.dirname(__file__))
    return folder
