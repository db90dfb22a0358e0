"""Options, setup and its checklist."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

import msgspec

from automarium.engine.content.component import Own, own_field
from automarium.engine.content.pack import Pack
from automarium.engine.definition import Checklist, Setup
from automarium.engine.message import message, refuse, term
from automarium.engine.play.command import Given
from automarium.engine.play.desk import Table
from automarium.engine.question import Field, Pick, check
from automarium.engine.validation import convert
from automarium.games.penumbra.boards.board import (
    CHARACTERS,
    AutomaBoard,
    list_printed_boards,
    read_house_boards,
    read_printed_board,
)
from automarium.games.penumbra.boards.line import SLOTS
from automarium.games.penumbra.events import Starts
from automarium.games.penumbra.position import HOUSE_CARDS, Artifacts, Position, get_colours
from automarium.games.penumbra.rules.rows import make_classes_field
from automarium.games.penumbra.rulings import Rulings


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``level`` is the rival's character, ``board`` our own design or the printed board that its owner has entered; it
    follows ``own``. ``start`` is the Discipline of the Talent card of the Automa, ``classes`` are the Classes in
    play, as far as they are known."""

    own: Own | None = None
    level: Literal["beginner", "standard", "contracts", "trials"] = "beginner"
    board: Literal["house", "printed"] | None = None
    start: str = "red"
    classes: list[str] = []
    deck: Literal["mine", "app"] = "mine"
    dice: Literal["app", "mine"] = "app"
    starts: Literal["human", "automa"] = "human"

    @property
    def source(self) -> str:
        """Which board is played against: ``house`` or ``printed``."""
        return self.board or ("printed" if self.own == "mine" else "house")


class PenumbraSetup(Setup[Position, Rulings]):
    options = Options

    def option_fields(self, given: Given, rulings: Rulings, pack: Pack) -> Iterator[Field]:
        """A first game is against the first rival (PEN-SETUP-12)."""
        colours = get_colours(pack)
        yield own_field()
        yield Field("level", Pick(about="option.level", options=CHARACTERS, family="level", default="beginner"))
        source = "printed" if given.get("own") == "mine" and is_entered(pack, given.get("level")) else "house"
        board = Pick(about="option.board", options=("house", "printed"), family="source", default=source)
        yield Field("board", board, aside=True)
        yield Field("start", Pick(about="option.start", options=colours, family="colour", default=colours[0]))
        yield Field("classes", make_classes_field("option.classes", colours, []))
        yield Field("deck", Pick(about="option.deck", options=("mine", "app"), family="deck", default="mine"))
        yield Field("dice", Pick(about="option.dice", options=("app", "mine"), family="dice", default="app"))
        yield Field("starts", Pick(about="option.starts", options=("human", "automa"), family="side", default="human"))

    def set_up(self, options: Mapping[str, object], pack: Pack, rulings: Rulings, table: Table) -> Position:
        """The Automa has a Mark and a Spark mark, no dice, no Ingredients (PEN-SETUP-13…20)."""
        chosen = convert(Options, dict(options), "options")
        colours = get_colours(pack)
        start = chosen.start if "start" in options else colours[0]
        check(Pick(about="option.start", options=colours), start, "options.start")
        check(make_classes_field("option.classes", colours), chosen.classes, "options.classes")
        artifacts = Artifacts(physical=chosen.deck == "mine")
        if not artifacts.physical:
            colours = tuple(dict.fromkeys((*colours, *pack.house["deck"]["artifacts"]["colours"])))
            artifacts.pile = list(HOUSE_CARDS)
            table.chance.shuffle(artifacts.pile)
        table.emit(Starts, "PEN-AMB-23", chosen.starts)
        return Position(
            board=find_board(pack, chosen.level, chosen.source),
            start=start,
            marks=[start],
            character=chosen.level,
            classes={colour: colour in chosen.classes for colour in colours} if chosen.classes else {},
            colours=colours,
            artifacts=artifacts,
            own_dice=chosen.dice == "mine",
            exactly_one=rulings.amb_06 == "exactly-one",
            artifacts_score=rulings.amb_20 == "other-artifacts",
            starts=chosen.starts,
            to_move=chosen.starts,
        )

    def checklist(self, position: Position, rulings: Rulings) -> Checklist:
        board = position.board
        source = "house" if board.house else "printed"
        slots = term("place", [f"slot-{number}" for number in range(1, SLOTS + 1)])
        return [
            (message("setup.two-players"), ("PEN-SETUP-01", "PEN-SETUP-02", "PEN-SETUP-03")),
            (message("setup.yours"), ("PEN-SETUP-04",)),
            (
                message(f"setup.board.{source}", board=term("board-name", board.id)),
                ("PEN-SETUP-05", "PEN-SETUP-06", "PEN-SETUP-07"),
            ),
            *([(message("setup.slots", at=slots), ("PEN-CARD-03",))] if board.house else []),
            (message("setup.spark"), ("PEN-SETUP-13",)),
            (
                message(f"setup.talent{_class_of(position)}", colour=term("colour", position.start)),
                ("PEN-SETUP-14", "PEN-SETUP-15", "PEN-SETUP-16", "PEN-AMB-22"),
            ),
            *self.reminders(position, rulings),
        ]

    def reminders(self, position: Position, rulings: Rulings) -> Checklist:
        """Who begins, what the Automa does without, and rules that the app does not check."""
        deck = "mine" if position.artifacts.physical else "app"
        return [
            (message(f"starts.{position.starts}"), ("PEN-AMB-23",)),
            (message("setup.nothing"), ("PEN-SETUP-17", "PEN-SETUP-18")),
            (message(f"setup.deck.{deck}"), ("PEN-CARD-01",)),
            (message("remind.normal"), ("PEN-GEN-35",)),
            (message("remind.cards"), ("PEN-GEN-04", "PEN-GEN-05", "PEN-GEN-06", "PEN-GEN-07", "PEN-GEN-08")),
            (message("remind.threat"), ("PEN-GEN-14", "PEN-GEN-15")),
            (message("remind.dice"), ("PEN-GEN-01", "PEN-GEN-03", "PEN-GEN-21")),
            (message("remind.stack"), ("PEN-CARD-02", "PEN-CARD-05", "PEN-CARD-06", "PEN-CARD-07")),
            (message(f"remind.refill.{rulings.amb_25}"), ("PEN-GEN-28", "PEN-AMB-25")),
            (message("remind.events"), ("PEN-GEN-33", "PEN-GEN-34")),
            (message("remind.spark"), ("PEN-GEN-23", "PEN-GEN-24")),
            (message("remind.end"), ("PEN-SCORE-01",)),
        ]


def is_entered(pack: Pack, character: object) -> bool:
    """Return whether the owner has entered the printed board of a rival."""
    id_ = list_printed_boards(pack).get(str(character))
    return id_ is not None and read_printed_board(pack, id_) is not None


def find_board(pack: Pack, character: str, source: str) -> AutomaBoard:
    """Return the board, which is opponent and difficulty (PEN-SETUP-05, PEN-SETUP-07…11)."""
    if source == "house":
        return pack.once(read_house_boards)[character]
    id_ = list_printed_boards(pack)[character]
    board = read_printed_board(pack, id_)
    if board is None:
        raise refuse("setup.not-entered", "options.board", board=term("board-name", id_))
    return board


def check_pack(pack: Pack) -> None:
    """Raise Refused if a board cannot be read, a character has none or two, or there is no colour."""
    shown: dict[str, str] = {}
    for id_, facts in pack.house["board"].items():
        focus = facts["focus"]
        if focus not in CHARACTERS:
            raise refuse("read.choice", f"board.{id_}.focus", given=focus, options=list(CHARACTERS))
        if focus in shown:
            raise refuse("pack.board-hidden", f"board.{id_}.focus", board=term("board-name", shown[focus]))
        shown[focus] = id_
    for focus in CHARACTERS:
        if focus not in shown:
            raise refuse("pack.no-board", "board", focus=focus)
    read_house_boards(pack)
    for id_, facts in pack.printed["board"].items():
        read_printed_board(pack, id_)
        focus = facts["focus"]
        if focus not in CHARACTERS or list_printed_boards(pack)[focus] != id_:
            raise refuse("read.choice", f"board.{id_}.focus", given=focus, options=list(CHARACTERS))
    if not convert(list[str], pack.printed["dice"]["colours"]["list"], "dice.colours.list"):
        raise refuse("pack.colours", "dice.colours.list")


def _class_of(position: Position) -> str:
    """Return whether its starting Discipline has a Class in play, as far as the Classes are known: PEN-AMB-22."""
    if not position.classes:
        return ""
    return ".class" if position.classes[position.start] else ".no-class"
