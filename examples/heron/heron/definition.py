"""The game Heron in one module: position, rules of the heron's turn, commands, set-up, score, words and picture."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from typing import Annotated, ClassVar, Literal, TypeAlias

import msgspec

from automarium.engine.choice.choose import Rule, choose, first, least, most, only
from automarium.engine.content.pack import Pack
from automarium.engine.content.rulings import RulingBook, rests
from automarium.engine.definition import (
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
from automarium.engine.drawing.scene import Scene
from automarium.engine.drawing.svg import circle, document, element, group, text
from automarium.engine.layout import Layout, PieceMove
from automarium.engine.message import Message, Say, message, term
from automarium.engine.play import desk as engine
from automarium.engine.play.chance import Chance
from automarium.engine.play.command import Command, Given, Input, When, collect_commands
from automarium.engine.play.decision import Decision, Facts, Verdict, asks, make_form
from automarium.engine.play.deck import Deck
from automarium.engine.play.desk import Table
from automarium.engine.play.event import Event, of
from automarium.engine.play.odds import Odds
from automarium.engine.play.score import ScoreLine, ScoreSheet
from automarium.engine.question import AnyQuestion, Count, Field, Pick
from automarium.engine.validation import convert

# ------------------------------------------------------------------------------------------------------------ the table

PACK = Pack.of_folder(os.path.join(os.path.dirname(__file__), "pack"))
_pond = PACK.printed["pond"]["places"]
PLACES: tuple[str, ...] = tuple(_pond["list"])
Place: TypeAlias = Annotated[str, of("place")]
CATCH = {"calm": 1, "hungry": 2}  # HER-MOVE-07


class Rulings(RulingBook, frozen=True):
    prefix: ClassVar[str] = "HER"
    amb_01: Annotated[Literal["counts", "never"], rests("HER-MOVE-02")]  # her own place


class Card(msgspec.Struct, frozen=True):
    reach: int
    first: Literal["fish", "far"]


class Position(msgspec.Struct):
    level: str
    pond: dict[str, int]
    heron: str = "P4"
    human: str = "P1"
    hers: int = 0
    yours: int = 0
    deck: Deck = msgspec.field(default_factory=lambda: Deck(cards=()))
    turn: int = 0
    over: bool = False


Desk: TypeAlias = engine.Desk[Position, Rulings]


def cards(pack: Pack) -> dict[int, Card]:
    return {int(id_): pack.typed(Card, "card", id_) for id_ in pack.printed["card"]}


class HeronTable(TableLayout[Position]):
    def layout(self, position: Position) -> Layout:
        table = Layout()
        table.lay("automa", "heron", position.heron)
        table.lay("human", "boat", position.human)
        for place, fish in position.pond.items():
            table.lay("table", "fish", place, fish)
        table.lay("table", "fish", "mat", position.hers)
        table.lay("table", "fish", "out", position.yours)
        return table


# ------------------------------------------------------------------------------------------------------------- her turn


class Draw(Event, frozen=True, tag="draw"):
    card: int


class Move(Event, frozen=True, tag="move"):
    from_: Place = msgspec.field(name="from")
    to: Place

    def moves(self) -> tuple[PieceMove]:
        return (PieceMove("automa", "heron", self.from_, self.to),)


class Catch(Event, frozen=True, tag="catch"):
    at: Place
    count: int


class Waits(Event, frozen=True, tag="waits"):
    at: Place


class Over(Event, frozen=True, tag="over"):
    pass


def away(one: str, other: str) -> int:
    return abs(PLACES.index(one) - PLACES.index(other))


def choose_place(desk: Desk, card: Card) -> str | None:
    """Where the heron goes: in reach, with fish, never where you are; then what the card looks for."""
    position, here = desk.position, desk.position.heron
    goal: Rule[str] = (
        most(position.pond.__getitem__, "HER-MOVE-03")
        if card.first == "fish"
        else most(lambda place: away(place, position.human), "HER-MOVE-04")
    )
    stays = desk.rulings.amb_01 == "counts"
    return choose(
        [place for place in PLACES if away(place, here) <= card.reach],  # HER-MOVE-01
        only(lambda place: place != position.human, "HER-MOVE-01"),
        only(lambda place: stays or place != here, "HER-AMB-01"),
        only(lambda place: position.pond[place] > 0, "HER-MOVE-02"),
        goal,
        least(lambda place: away(place, here), "HER-MOVE-05"),
        first(PLACES.index, "HER-MOVE-06"),
        notes=desk.notes,
        about="place",
        family="place",
    )


def play_card(desk: Desk, card: Card) -> None:
    position, here = desk.position, desk.position.heron
    to = choose_place(desk, card)
    if to is None:
        desk.emit(Waits, "HER-MOVE-08", here)
        return
    if to != here:
        position.heron = to
        desk.emit(Move, "HER-MOVE-03" if card.first == "fish" else "HER-MOVE-04", here, to)
    caught = min(CATCH[position.level], position.pond[to])
    position.pond[to] -= caught
    position.hers += caught
    desk.emit(Catch, "HER-MOVE-07", to, caught)


# ---------------------------------------------------------------------------------------------------- what you may tell


class Next(Command[Position, Rulings], frozen=True, tag="next"):
    def carry_out(self, desk: Desk) -> None:
        position = desk.position
        position.turn += 1
        if position.deck.left == 0:  # HER-TURN-01
            position.deck.shuffle_all(desk.chance)
        card = position.deck.draw(desk, "ask.card")
        desk.emit(Draw, "HER-TURN-01", card)
        play_card(desk, desk.pack.once(cards)[card])
        if sum(position.pond.values()) <= _pond["end_at"]:
            position.over = True
            desk.emit(Over, "HER-END-01")


class Go(Command[Position, Rulings], frozen=True, tag="go"):
    to: Place

    @classmethod
    def fields(cls, position: Position, given: Given) -> Iterable[Field]:
        free = tuple(place for place in PLACES if place != position.heron)
        yield Field("to", Pick(about="ask.go", options=free, family="place"))

    def carry_out(self, desk: Desk) -> None:
        with desk.reported():
            desk.position.human = self.to


class Fish(Command[Position, Rulings], frozen=True, tag="fish"):
    count: int

    @classmethod
    def fields(cls, position: Position, given: Given) -> Iterable[Field]:
        yield Field("count", Count(about="ask.fish", low=0, high=min(2, position.pond[position.human]), default=1))

    def carry_out(self, desk: Desk) -> None:
        with desk.reported():
            desk.position.pond[desk.position.human] -= self.count
            desk.position.yours += self.count


class Adjust(Command[Position, Rulings], frozen=True, tag="adjust"):
    when: ClassVar[When] = "always"
    what: Annotated[str, of("what")]
    to: int

    @classmethod
    def fields(cls, position: Position, given: Given) -> Iterator[Field]:
        yield Field("what", Pick(about="ask.adjust", options=("hers", "yours", *PLACES), family="what"))
        yield Field("to", Count(about="ask.adjust.to", low=0, high=21))

    def carry_out(self, desk: Desk) -> None:
        with desk.reported():
            if self.what in PLACES:
                desk.position.pond[self.what] = self.to
            else:
                setattr(desk.position, self.what, self.to)


# ------------------------------------------------------------------------------------------ set-up, score, odds, an ask


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    level: Literal["calm", "hungry"] = "calm"
    deck: Literal["app", "mine"] = "app"


class HeronSetup(Setup[Position, Rulings]):
    options = Options

    def option_fields(self, given: Given, rulings: Rulings, pack: Pack) -> Iterator[Field]:
        yield Field("level", Pick(about="option.level", options=("calm", "hungry"), family="level", default="calm"))
        yield Field("deck", Pick(about="option.deck", options=("app", "mine"), family="deck", default="app"))

    def set_up(self, options: Mapping[str, object], pack: Pack, rulings: Rulings, table: Table) -> Position:
        chosen = convert(Options, dict(options), "options")
        deck = Deck(cards=tuple(cards(pack)), physical=chosen.deck == "mine")
        deck.shuffle_all(table.chance)
        return Position(chosen.level, dict.fromkeys(PLACES, int(_pond["fish"])), deck=deck)

    def checklist(self, position: Position, rulings: Rulings) -> Checklist:
        return [
            (message("setup.pond", count=int(_pond["fish"])), ("HER-SETUP-01",)),
            (message("setup.pieces", heron=term("place", "P4"), boat=term("place", "P1")), ("HER-SETUP-01",)),
        ]


class HeronScoring(Scoring[Position, Rulings]):
    def score(self, position: Position, rulings: Rulings) -> ScoreSheet:
        lines = (
            ScoreLine("automa", "fish", position.hers, 1, "HER-SCORE-01"),
            ScoreLine("human", "fish", position.yours, 1, "HER-SCORE-01"),
        )
        verdict = message("verdict.human" if position.yours > position.hers else "verdict.automa")
        return ScoreSheet(lines, {"automa": position.hers, "human": position.yours}, verdict if position.over else None)


class PlaceFacts(Facts, frozen=True):
    card: Annotated[int, asks("ask.card", low=1, high=8)]
    heron: Annotated[Literal["P1", "P2", "P3", "P4", "P5", "P6", "P7"], asks("ask.heron", family="place")]
    human: Annotated[Literal["P1", "P2", "P3", "P4", "P5", "P6", "P7"], asks("ask.go", family="place")]
    fish: Annotated[list[int], asks("ask.pond", low=0, high=9, most=7)]


def settle_place(facts: PlaceFacts, rulings: Rulings, table: Table) -> Verdict:
    pond = dict.fromkeys(PLACES, 0) | dict(zip(PLACES, facts.fish, strict=False))
    desk = engine.Desk(Position("calm", pond, facts.heron, facts.human), PACK, rulings, table)
    to = choose_place(desk, PACK.once(cards)[facts.card])
    told = Waits(facts.heron) if to is None else Move(facts.heron, to)
    return Verdict(to, tuple(desk.notes or ()), (told,))


# --------------------------------------------------------------------------------------------------------- how it looks


class HeronWords(GameWords[Position, Rulings]):
    def overview(self, position: Position) -> Sequence[Message]:
        return [
            message("overview.heron", at=term("place", position.heron), count=position.hers),
            message("overview.human", at=term("place", position.human), count=position.yours),
            *(message("overview.fish", at=term("place", at), count=fish) for at, fish in position.pond.items()),
        ]

    def text(self, position: Position, rulings: Rulings, say: Say, width: int) -> Sequence[str]:
        marks = {position.heron: say("mark.heron"), position.human: say("mark.human")}
        rows = (PLACES, [f"{position.pond[place]}" for place in PLACES], [marks.get(place, "") for place in PLACES])
        return ["".join(cell.center(6) for cell in row).rstrip() for row in rows]


class HeronPage(Page[Position, Rulings]):
    def svg(self, scene: Scene[Position, Rulings]) -> str:
        position, say, colours = scene.position, scene.say, scene.colours
        marks = {position.heron: say("mark.heron"), position.human: say("mark.human")}
        chosen = None if scene.trace is None else scene.trace.chosen
        parts = []
        for index, place in enumerate(PLACES):
            x = 40.0 + index * 70
            ring = colours.mark if place == chosen else colours.water
            pond = circle(x, 60, 30, fill=colours.paper, stroke=ring, stroke_width=4 if place == chosen else 2)
            fish = text(str(position.pond[place]), x, 67, 20, colours.ink, bold=True)
            piece = text(
                marks.get(place, ""), x, 118, 18, colours.automa if place == position.heron else colours.ink, bold=True
            )
            parts.append(group(place, pond, text(place, x, 20, 14, colours.ink), fish, piece, data_place=place))
        return document(say("game.heron"), say("game.about"), 500, 130, colours, element("g", *parts))


class Fisher:
    """A stand-in for you: goes where there are the most fish, takes two, and answers nothing but cards."""

    def __init__(self, pack: Pack, chance: Chance) -> None:
        self._chance = chance

    def answer(self, question: AnyQuestion) -> int | str:
        assert isinstance(question, Pick)
        return self._chance.pick(question.options)

    def turn(self, look: Callable[[], Position]) -> Iterator[Input]:
        pond = {place: fish for place, fish in look().pond.items() if place != look().heron}
        yield Go(choose(pond, most(pond.__getitem__, ""), first(PLACES.index, "")) or PLACES[0])
        yield Fish(min(2, look().pond[look().human]))
        yield Next()


class HeronLab(Lab[Position]):
    rivals: Rivals = {"fisher": Fisher}


class HeronContent(Content):
    own_sections = ("card",)

    def check_pack(self, pack: Pack) -> None:
        cards(pack)


class Heron(GameDefinition[Position, Rulings]):
    name = "heron"
    rulings = Rulings
    commands = collect_commands(sys.modules[__name__])
    decisions = {"place": Decision(PlaceFacts, settle_place, make_form(PlaceFacts, "ask.place"))}

    setup = HeronSetup()
    table = HeronTable()
    scoring = HeronScoring()
    words = HeronWords()
    page = HeronPage()
    lab = HeronLab()
    content = HeronContent()

    def status(self, position: Position) -> Status:
        return Status("human", position.over, position.turn)

    def odds(self, position: Position, pack: Pack, rulings: Rulings) -> Odds:
        def outcome(card: int) -> tuple[Event, ...]:
            desk = engine.Desk(deepcopy(position), pack, rulings, Table(Chance(0), explain=False))
            play_card(desk, pack.once(cards)[card])
            return tuple(step.event for step in desk.steps)

        return Odds.counted({card: outcome(card) for card in position.deck.coming})
