"""The game Heron in one module: position, rules of the heron's turn, commands, set-up, score, words and picture."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, ClassVar, Literal, TypeAlias, get_args

import msgspec

from automarium.sdk import (
    MAT,
    OUT,
    Answer,
    AnyQuestion,
    Card,
    Cell,
    Chance,
    Checklist,
    Command,
    Content,
    Count,
    Decision,
    Deck,
    Event,
    Facts,
    Field,
    GameDefinition,
    GameWords,
    Gauge,
    Given,
    Icon,
    Input,
    Lab,
    Layout,
    Message,
    Odds,
    Pack,
    Page,
    Pick,
    PieceMove,
    PlacedPieces,
    Rivals,
    Rule,
    RulingBook,
    Say,
    ScoreLine,
    ScoreSheet,
    Scoring,
    Setup,
    Status,
    Table,
    TableLayout,
    TrackValue,
    Verdict,
    When,
    asks,
    choose,
    collect_commands,
    convert,
    first,
    least,
    make_form,
    message,
    most,
    of,
    only,
    rests,
    term,
    try_cards,
)
from automarium.sdk import Desk as AnyDesk
from automarium.sdk.drawing import Piece, Scene, draw_place_board, row_points

# ------------------------------------------------------------------------------------------------------------ the table

PACK = Pack.of_folder(str(Path(__file__).with_name("pack")))
PlaceId: TypeAlias = Literal["P1", "P2", "P3", "P4", "P5", "P6", "P7"]
PLACES: tuple[str, ...] = get_args(PlaceId)
Place: TypeAlias = Annotated[str, of("place")]
CATCH = {"calm": 1, "hungry": 2}  # HER-MOVE-07


class Rulings(RulingBook, frozen=True):
    prefix: ClassVar[str] = "HER"
    amb_01: Annotated[Literal["counts", "never"], rests("HER-MOVE-02")]  # its own place


class Pond(msgspec.Struct, frozen=True):
    """The pond as in pack/house-1.toml: fish on each place, and how many may be left when the game ends."""

    fish: int
    end_at: int


class HeronCard(msgspec.Struct, frozen=True):
    """A card as in pack/house-1.toml: how far the heron goes, and what it looks for."""

    reach: int
    first: Literal["fish", "far"]


class Position(msgspec.Struct):
    level: str
    pond: dict[str, int]
    heron: str = "P4"
    human: str = "P1"
    caught: int = 0
    yours: int = 0
    deck: Deck = msgspec.field(default_factory=lambda: Deck(cards=()))
    turn: int = 0
    over: bool = False


Desk: TypeAlias = AnyDesk[Position, Rulings]


def read_cards(pack: Pack) -> dict[int, HeronCard]:
    return {int(id_): pack.typed(HeronCard, "card", id_, "house") for id_ in pack.house["card"]}


def read_pond(pack: Pack) -> Pond:
    return pack.typed(Pond, "pond", "places", "house")


class HeronTable(TableLayout[Position]):
    def layout(self, position: Position) -> Layout:
        table = Layout()
        table.lay("automa", "heron", position.heron)
        table.lay("human", "boat", position.human)
        for place, fish in position.pond.items():
            table.lay("table", "fish", place, fish)
        table.lay("table", "fish", MAT, position.caught)
        table.lay("table", "fish", OUT, position.yours)
        return table

    def corrects(self, position: Position, thing: PlacedPieces | TrackValue) -> Given | None:
        """A tap on fish offers to correct their number."""
        if isinstance(thing, PlacedPieces) and thing.piece == "fish":
            return {"what": {MAT: "caught", OUT: "yours"}.get(thing.at, thing.at)}
        return None


# ------------------------------------------------------------------------------------------------------------- the turn


class Draw(Event, frozen=True, tag="draw"):
    turns_on: ClassVar[str] = "card"  # the lab counts turns by this field
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
    remark: ClassVar[bool] = True  # shown although nothing is moved


def away(one: str, other: str) -> int:
    return abs(PLACES.index(one) - PLACES.index(other))


def choose_place(desk: Desk, card: HeronCard) -> str | None:
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


def play_card(desk: Desk, card: HeronCard) -> None:
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
    position.caught += caught
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
        play_card(desk, desk.pack.once(read_cards)[card])
        if sum(position.pond.values()) <= desk.pack.once(read_pond).end_at:
            position.over = True
            desk.emit(Over, "HER-END-01")


class Go(Command[Position, Rulings], frozen=True, tag="go"):
    reported = True
    to: Place

    @classmethod
    def fields(cls, position: Position, given: Given) -> Iterable[Field]:
        free = tuple(place for place in PLACES if place != position.heron)
        yield Field("to", Pick(about="ask.go", options=free, family="place"))

    def carry_out(self, desk: Desk) -> None:
        desk.position.human = self.to


class Fish(Command[Position, Rulings], frozen=True, tag="fish"):
    reported = True
    count: int

    @classmethod
    def fields(cls, position: Position, given: Given) -> Iterable[Field]:
        yield Field("count", Count(about="ask.fish", low=0, high=min(2, position.pond[position.human]), default=1))

    def carry_out(self, desk: Desk) -> None:
        desk.position.pond[desk.position.human] -= self.count
        desk.position.yours += self.count


class Adjust(Command[Position, Rulings], frozen=True, tag="adjust"):
    when: ClassVar[When] = "always"
    reported = True
    what: Annotated[str, of("what")]
    to: int

    @classmethod
    def fields(cls, position: Position, given: Given) -> Iterator[Field]:
        yield Field("what", Pick(about="ask.adjust", options=(*PLACES, "caught", "yours"), family="what"))
        yield Field("to", Count(about="ask.adjust.to", low=0, high=21))

    def carry_out(self, desk: Desk) -> None:
        if self.what in PLACES:
            desk.position.pond[self.what] = self.to
        elif self.what == "caught":
            desk.position.caught = self.to
        else:
            desk.position.yours = self.to


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
        deck = Deck(cards=tuple(read_cards(pack)), physical=chosen.deck == "mine")
        deck.shuffle_all(table.chance)
        return Position(chosen.level, dict.fromkeys(PLACES, read_pond(pack).fish), deck=deck)

    def checklist(self, position: Position, rulings: Rulings) -> Checklist:
        return [
            (message("setup.pond", count=position.pond[PLACES[0]]), ("HER-SETUP-01",)),
            (message("setup.pieces", heron=term("place", "P4"), boat=term("place", "P1")), ("HER-SETUP-01",)),
        ]


class HeronScoring(Scoring[Position, Rulings]):
    def score(self, position: Position, rulings: Rulings) -> ScoreSheet:
        lines = (
            ScoreLine("automa", "fish", position.caught, 1, "HER-SCORE-01"),
            ScoreLine("human", "fish", position.yours, 1, "HER-SCORE-01"),
        )
        totals = {"automa": position.caught, "human": position.yours}
        if not position.over:
            return ScoreSheet(lines, totals)
        winner = "human" if position.yours > position.caught else "automa"
        return ScoreSheet(lines, totals, message(f"verdict.{winner}"), winner)


class PlaceFacts(Facts, frozen=True):
    card: Annotated[int, asks("ask.card", low=1, high=8)]
    heron: Annotated[PlaceId, asks("ask.heron", family="place")]
    human: Annotated[PlaceId, asks("ask.go", family="place")]
    fish: Annotated[list[int], asks("ask.pond", low=0, high=9, most=7)]


def settle_place(facts: PlaceFacts, rulings: Rulings, table: Table) -> Verdict:
    pond = dict.fromkeys(PLACES, 0) | dict(zip(PLACES, facts.fish, strict=False))
    desk = AnyDesk(Position("calm", pond, facts.heron, facts.human), PACK, rulings, table)
    to = choose_place(desk, PACK.once(read_cards)[facts.card])
    said: Event | Message = Waits(facts.heron) if to is None else Move(facts.heron, to)
    if to == facts.heron:
        said = message("stays", at=term("place", to))
    return Verdict(to, tuple(desk.notes or ()), (said,))


# --------------------------------------------------------------------------------------------------------- how it looks


class HeronWords(GameWords[Position, Rulings]):
    def overview(self, position: Position) -> Sequence[Message]:
        return [
            message("overview.heron", at=term("place", position.heron), count=position.caught),
            message("overview.human", at=term("place", position.human), count=position.yours),
            *(message("overview.fish", at=term("place", at), count=fish) for at, fish in position.pond.items()),
        ]

    def text(self, position: Position, rulings: Rulings, say: Say, width: int) -> Sequence[str]:
        marks = {position.heron: say("mark.heron"), position.human: say("mark.human")}
        rows = (PLACES, [f"{position.pond[place]}" for place in PLACES], [marks.get(place, "") for place in PLACES])
        return ["".join(cell.center(6) for cell in row).rstrip() for row in rows]


class HeronPage(Page[Position, Rulings]):
    def svg(self, scene: Scene[Position, Rulings]) -> str:
        position, say = scene.position, scene.say
        pieces: dict[str, list[Piece]] = {place: [] for place in PLACES}
        pieces[position.heron].append(Piece("automa", say("mark.heron")))
        pieces[position.human].append(Piece("human", say("mark.human")))
        return draw_place_board(
            scene,
            row_points(PLACES),
            titles={place: say("overview.fish", at=place, count=position.pond[place]) for place in PLACES},
            numbers=position.pond,
            pieces=pieces,
        )

    def card(self, event: Event, position: Position, pack: Pack, turn: Sequence[Event]) -> Card | None:
        if not isinstance(event, Draw):
            return None
        card = pack.once(read_cards)[event.card]
        reach = Cell(message("card.reach"), (Icon(message("card.steps", count=card.reach)),))
        return Card(
            str(event.card), None, (reach, Cell(message("card.first"), (Icon(message(f"first.{card.first}")),)))
        )

    def gauges(self, position: Position, pack: Pack) -> Sequence[Gauge]:
        return [Gauge("vp", position.caught, PlacedPieces("table", "fish", MAT, count=position.caught))]


class Fisher:
    """A stand-in for you in the lab: goes where there are the most fish and takes two."""

    def __init__(self, pack: Pack, chance: Chance) -> None:
        self._chance = chance

    def answer(self, question: AnyQuestion) -> Answer:
        assert isinstance(question, Pick)
        return self._chance.pick(question.options)

    def turn(self, look: Callable[[], Position]) -> Iterator[Input]:
        pond = {place: fish for place, fish in look().pond.items() if place != look().heron}
        yield Go(choose(pond, most(pond.__getitem__, ""), first(PLACES.index, "")) or PLACES[0])
        yield Fish(min(2, look().pond[look().human]))
        yield Next()


class HeronLab(Lab[Position]):
    rivals: Rivals = {"fisher": Fisher}

    def pace(self, position: Position) -> int:
        return position.caught // 3


class HeronContent(Content):
    def check_pack(self, pack: Pack) -> None:
        read_cards(pack)
        read_pond(pack)


class Heron(GameDefinition[Position, Rulings]):
    name = "heron"
    sdk = "1.0"
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
        def play(desk: Desk, card: int) -> None:
            play_card(desk, pack.once(read_cards)[card])

        return try_cards(position, pack, rulings, position.deck.coming, play)
