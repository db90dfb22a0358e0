"""A document as a game: the definition that the rest of Automarium plays."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Annotated, Any, Literal

import msgspec

from automarium.documents.commands import make_commands
from automarium.documents.document import Document, load_document
from automarium.documents.rules import BUDGET, MAIN_DECK, Drew, DrewFrom, Position, TurnState, play_turn
from automarium.documents.schema import Cards
from automarium.documents.words import STOCK, build_clauses, build_messages
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
from automarium.engine.layout import OUT, SUPPLY, Layout, PlacedPieces, TrackValue
from automarium.engine.message import Message, Refused, Say, message, refuse, term
from automarium.engine.play.chance import Chance
from automarium.engine.play.command import Command, Given, Input
from automarium.engine.play.decision import Decisions
from automarium.engine.play.deck import Deck
from automarium.engine.play.desk import Table
from automarium.engine.play.event import Event
from automarium.engine.play.odds import Odds, try_cards
from automarium.engine.play.score import ScoreLine, ScoreSheet
from automarium.engine.question import Answer, AnyQuestion, Count, Field, Form, Pick, Series, Several
from automarium.i18n.languages import provide_messages, remove_messages

IN_MEMORY = "document:"  # before the name of a folder that is not on disk
APP, MINE = "app", "mine"
ENOUGH = 1_000_000  # things in the bank
FORESEEN = 500  # the work of copying a position
MOST_MARKS = 100  # points that the lab follows turn by turn


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
        if self.document.decks:
            yield Field("deck", Pick(about="option.deck", options=(APP, MINE), family="deck", default=APP))

    def set_up(self, options: Mapping[str, object], pack: Pack, rulings: RulingBook, table: Table) -> Position:
        document, physical = self.document, options.get("deck") == MINE
        decks = {
            name: Deck(cards=tuple(cards), physical=physical) for name, cards in pack.once(document.read_cards).items()
        }
        for deck in decks.values():
            deck.shuffle_all(table.chance)
        return Position(
            str(options["level"]),
            {name: piece.start for name, piece in document.pieces.items()},
            {name: self._numbers(name) for name in document.counters},
            {name: track.start for name, track in document.tracks.items()},
            decks=decks,
            rulings={document.ruling_field(id_): choice for id_, choice in rulings.chosen().items()},
        )

    def _numbers(self, name: str) -> dict[str, int | None]:
        counter = self.document.counters[name]
        numbers: dict[str, int | None] = dict.fromkeys(self.document.board.places, counter.start)
        numbers |= {**dict.fromkeys(counter.mats, 0), **counter.starts, **dict.fromkeys(counter.unknown)}
        return numbers if counter.supply is None else {**numbers, SUPPLY: counter.supply}

    def checklist(self, position: Position, rulings: RulingBook) -> Checklist:
        document = self.document
        items: list[Message] = []
        for name, counter in document.counters.items():
            what = term("counter", name)
            if counter.start:
                items.append(message("setup.each", what=what, count=counter.start))
            for place, number in counter.starts.items():
                items.append(message("setup.number", what=what, at=term("place", place), count=number))
            if counter.unknown:
                items.append(message("setup.unknown", what=what, at=term("place", list(counter.unknown))))
            if counter.supply is not None:
                items.append(message("setup.supply", what=what, count=counter.supply))
        for name, piece in document.pieces.items():
            if piece.start != OUT:
                items.append(message("setup.piece", piece=term("piece", name), at=term("place", piece.start)))
        for name, track in document.tracks.items():
            items.append(message("setup.track", track=term("track", name), to=track.start))
        for name, deck in position.decks.items():
            key = "setup.own-deck" if deck.physical else "setup.deck"
            own = {} if name == MAIN_DECK else {"deck": term("pile", name)}
            items.append(Message(f"{key}-of" if own else key, {"count": len(deck.cards), **own}))
        return [(item, (document.file.game.setup_clause,)) for item in items]


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
            if document.counters[name].supply is None:
                table.lay_supply(side, name, sum(filter(None, numbers.values())), ENOUGH)
        for name, value in position.tracks.items():
            table.mark(document.tracks[name].side, name, value)
        return table

    def corrects(self, position: Position, thing: PlacedPieces | TrackValue) -> Given | None:
        if isinstance(thing, TrackValue):
            return {"what": thing.track}
        if thing.at == SUPPLY:
            return None
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
        leads = [totals["automa"] - totals["human"]]
        leads += [automas.run(state, None) - humans.run(state, None) for automas, humans in self.document.tie_breaks]
        lead = next(filter(None, leads), 0)
        winner = "automa" if lead > 0 else "human" if lead < 0 else self.document.file.tie
        verdict = (
            f"verdict.{winner}" if leads[0] else f"verdict.tie-break.{winner}" if lead else f"verdict.tie.{winner}"
        )
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
        for name, hand in position.hands.items():
            if hand:
                said.append(message("overview.hand", cards=term("card", list(hand)), deck=term("thing", name)))
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
        lines += [
            f"{'':>8}  {say(one.key, **one.params)}" for one in self.overview(position) if one.key == "overview.hand"
        ]
        return [line[:width] for line in lines]

    def details(self, event: Event, pack: Pack) -> Sequence[Message]:
        return [message("card.detail", what=about, value=value) for about, value in self.list_fields(event, pack)]

    def list_fields(self, event: Event, pack: Pack) -> list[tuple[Message, object]]:
        """Return what is printed on the card that an event shows: each field with its value."""
        if not isinstance(event, (Drew, DrewFrom)):
            return []
        deck = event.deck if isinstance(event, DrewFrom) else MAIN_DECK
        values = pack.once(self.document.read_cards)[deck][event.card]
        fields = self.document.decks[deck].fields
        return [(message(f"card-field.{name}"), _name_value(values.get(name, HOLE))) for name in fields]


def get_initial(name: str) -> str:
    """Return the letter of a piece: that of the first word that names it."""
    return name.removeprefix("The ").removeprefix("Your ")[:1].upper()


def _name_value(value: object) -> object:
    if isinstance(value, int) or value == HOLE:
        return value
    return term("option", list(value) if isinstance(value, tuple) else value)


class DocumentPage(DocumentPart, Page[Position, RulingBook]):
    def __init__(self, document: Document) -> None:
        super().__init__(document)
        self.undrawn = (*Page.undrawn, *document.mats)

    def svg(self, scene: Scene[Position, RulingBook]) -> str:
        from automarium.engine.drawing.hexes import middle
        from automarium.engine.drawing.place_board import Piece, Tokens, draw_place_board, ring_points, row_points

        document, position, board = self.document, scene.position, self.document.board
        find_points = ring_points if board.kind == "ring" else row_points
        points = {place: middle(*at) for place, at in board.hexes.items()} if board.hexes else find_points(board.places)
        pieces: dict[str, list[Piece]] = {}
        for name, place in position.at.items():
            piece, words = document.pieces[name], scene.say("document.name", name=term("piece", name))
            pieces.setdefault(place, []).append(Piece(piece.side, piece.letter or get_initial(words), name, words))
        tokens: dict[str, list[Tokens]] = {}
        for name, counter in document.counters.items():
            words = counter.letter or get_initial(scene.say("document.name", name=term("counter", name)))
            for place, number in position.counts[name].items():
                if number is None or number:
                    written = f"{words if len(document.counters) > 1 else ''}{'?' if number is None else number}"
                    tokens.setdefault(place, []).append(Tokens(counter.side, name, written))
        titles = {place: scene.say("document.name", name=term("place", place)) for place in board.places}
        rows, hexes = self._list_rows(scene), board.kind == "hex"
        return draw_place_board(scene, points, titles=titles, numbers=tokens, pieces=pieces, hexes=hexes, rows=rows)

    def _list_rows(self, scene: Scene[Position, RulingBook]) -> list[tuple[str, str]]:
        """Return what is not on a place, with its value. On the page the Automa's tracks are gauges."""
        document, position, say = self.document, scene.position, scene.say
        rows = [
            (say("document.name", name=term("track", name)), str(value))
            for name, value in position.tracks.items()
            if not (scene.bare and document.board.places and document.tracks[name].side == "automa")
        ]
        for name, counter in document.counters.items():
            for mat in (*counter.mats, *(() if counter.supply is None else (SUPPLY,))):
                named = say("document.on-mat", name=term("counter", name), at=term("place", mat))
                rows.append((named, str(position.counts[name].get(mat) or 0)))
        for name, hand in position.hands.items():
            if hand:
                rows.append((say("document.hand", name=term("thing", name)), ", ".join(map(str, hand))))
        return rows

    def card(self, event: Event, position: Position, pack: Pack, turn: Sequence[Event]) -> Card | None:
        if not isinstance(event, (Drew, DrewFrom)):
            return None
        fields = DocumentWords(self.document).list_fields(event, pack)
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
        """Answer at random; a number that lay face down is what the setup put there."""
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
                        invented = self._invent(self._commands[name], look())
                        if name == "move" or getattr(invented, "count", 0) != 0:
                            yield invented
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
        if (taken := min(count, most.run(state, None), there)) > 0:
            yield self._make("take", "what", counter, count=taken)

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

    def pace(self, position: Position) -> int:
        """Return the Automa's points."""
        document, state = self.document, TurnState(self.document, position)
        points: int = sum(
            amount.run(state, None) * line.each
            for line, amount in zip(document.file.score, document.amounts, strict=True)
            if line.side == "automa"
        )
        return min(points, MOST_MARKS)


class DocumentContent(DocumentPart, Content):
    def __init__(self, document: Document) -> None:
        super().__init__(document)
        self.own_sections = tuple(document.decks)

    def check_pack(self, pack: Pack) -> None:
        """Raise Refused if a card has a value that its field cannot have."""
        for deck, cards in self.document.decks.items():
            for id_ in pack.printed.get(deck, {}):
                for name, value in pack.entry(deck, id_).items():
                    if value != HOLE and not self.document.fits(cards.fields[name], value):
                        raise refuse("document.card-value", f"{deck}.{id_}.{name}", given=value, wanted=name)

    def components(self, pack: Pack) -> Sequence[Kind]:
        found = []
        for deck, cards in self.document.decks.items():
            made = tuple(self._list_holes(deck, cards))
            title = message("kind.card") if deck == MAIN_DECK else message("kind.deck", deck=term("pile", deck))
            if made:
                found.append(Kind(deck, title, message("kind.card.where"), "cards", "tile", made))
        return found

    def _list_holes(self, deck: str, cards: Cards) -> Iterator[Component]:
        """Yield the cards with facts that were never published."""
        for id_, values in cards.list.items():
            holes = [name for name, value in values.items() if value == HOLE]
            parts = [
                Part(self.document.card_question(deck, int(id_), one), label=message(f"card-field.{one}"))
                for one in holes
            ]
            if parts:
                yield Component(id_, message("card.named", card=int(id_)), tuple(parts))


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


def load_document_game(module_file: str) -> type[AnyDefinition]:
    """Return the game of the document ``automa.toml`` beside a module of an installed package, for its entry point. Its
    steps may be ``python = "module:function"``. Raise Refused, with the line, if it contains an error."""
    with open(os.path.join(os.path.dirname(module_file), "automa.toml"), encoding="utf-8") as file:
        return type(make_definition(load_document(file.read(), trusted=True)))


def make_definition(compiled: Document) -> AnyDefinition:
    """Return the game that a document describes. Its messages, clauses and cards are provided as files in memory."""
    made = make_commands(compiled)

    class Game(GameDefinition[Position, RulingBook]):
        name = compiled.name
        document = "" if compiled.trusted else compiled.text
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
            return find_odds(compiled, position, pack, rulings)

    Game.folder = provide_files(compiled)
    return Game()


def find_odds(document: Document, position: Position, pack: Pack, rulings: RulingBook) -> Odds:
    """Return what each card of the deck that a turn draws from first would do. Raise Refused if all of them together
    take more work than a turn may."""
    draws = [step.draw for step in document.file.turn if step.draw]
    name = "" if not draws else MAIN_DECK if draws[0] is True else str(draws[0])
    budget, hand = BUDGET, position.hands.get(name, [])

    def play(desk: AnyDesk, card: int) -> None:
        nonlocal budget
        state = TurnState(document, desk.position, desk)
        state.budget = budget - FORESEEN
        for one in desk.position.decks.values():
            one.physical = True  # nothing else is foreseen: another card would be asked for
        deck: Deck = desk.position.decks[name]
        if deck.left == 0:
            deck.shuffle_all(desk.chance, hand)
        deck.take(card)
        state.names[f"next {name}"] = card
        desk.position.turn += 1
        try:
            play_turn(state)
        finally:
            budget = state.budget

    coming = [card for card in position.decks[name].coming if card not in hand] if name else []
    try:
        return try_cards(position, pack, rulings, coming, play)
    except Refused as refused:
        if refused.message.key != "document.budget":
            raise
        raise refuse("document.odds", count=BUDGET, cards=len(coming)) from None


def remove_files(folder: str) -> None:
    """Remove what :func:`provide_files` has provided."""
    pack_files.remove_files(folder)
    remove_messages(folder)


def provide_files(document: Document) -> str:
    """Provide in memory what a game has in its folder; return the name of the folder."""
    folder = f"{IN_MEMORY}{document.name}"
    provide_file(os.path.join(folder, "clauses"), build_clauses(document))
    printed = {deck: dict(cards.list) for deck, cards in document.decks.items()}
    provide_file(os.path.join(folder, "pack", "printed-1"), printed)
    provide_file(os.path.join(folder, "pack", "house-1"), {})
    messages = {lang: build_messages(document, lang) for lang in document.file.game.languages}
    provide_messages(folder, messages, STOCK)
    return folder
