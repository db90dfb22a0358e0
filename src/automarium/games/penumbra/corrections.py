"""Corrections by hand: everything of the Automa's side can be set to what it really is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from automarium.engine.message import Message, message, refuse, term
from automarium.engine.play.command import Command, Given, When
from automarium.engine.question import AnyQuestion, Count, Field, Pick, Series
from automarium.games.penumbra.boards.line import SLOTS
from automarium.games.penumbra.position import BONE, TOME, Card, Desk, Position
from automarium.games.penumbra.rules.cards import put_under
from automarium.games.penumbra.rules.rows import LONGEST_ROW, MOST_VP
from automarium.games.penumbra.rulings import Rulings

NUMBERS = {"sparks": 9, "arcana": 99, "light": 99, "dark": 99, "cards": 99, "turn": 999}
SERIES = ("contracts", "trials")  # the VP of each
COLOURED = ("start", "mark", "unmark", "class", "no-class")
STACKS = ("put", "take")  # a card on a slot's stack, or its top card away
WHAT = (*NUMBERS, *SERIES, *COLOURED, "alignment", *STACKS, "to-move", "over")
FAMILIES = {
    "alignment": "alignment",
    "to-move": "side",
    "over": "answer",
    **dict.fromkeys(COLOURED, "colour"),
    **dict.fromkeys(STACKS, "slot"),
}


class Adjust(Command[Position, Rulings], frozen=True, tag="adjust"):
    """Set ``what`` to ``to``. A card that is put on a stack has its colour and symbol besides."""

    when: ClassVar[When] = "always"
    reported = True
    what: str
    to: int | str | list[int]
    colour: str | None = None
    symbol: str | None = None

    @classmethod
    def fields(cls, position: Position, given: Given) -> Iterator[Field]:
        nothing = [what for what, there in (("unmark", position.marks), ("take", any(position.slots))) if not there]
        there = tuple(what for what in WHAT if what not in nothing)
        yield Field("what", Pick(about="ask.adjust", options=there, family="what"))
        what = given.get("what")
        if what not in WHAT:
            return
        yield Field("to", make_question(position, what))
        if what == "put":
            colours = (*position.colours, BONE)
            yield Field("colour", Pick(about="ask.card-colour", options=colours, family="colour"))
            symbols = (*position.board.slots, TOME)
            yield Field("symbol", Pick(about="ask.card.symbol", options=symbols, family="symbol"))

    def describe(self) -> Message:
        value = term(FAMILIES[self.what], self.to) if self.what in FAMILIES else self.to
        return message("input.adjust", what=term("what", self.what), value=value)

    def carry_out(self, desk: Desk) -> None:
        self._set(desk.position)

    def _set(self, position: Position) -> None:
        to: Any = self.to
        match self.what:
            case "start":  # the Automa's starting Mark was of the wrong colour as well: PEN-SETUP-15
                if position.start in position.marks:
                    position.marks[position.marks.index(position.start)] = to
                position.start = to
            case "mark":
                if position.free_marks <= 0:
                    raise refuse("adjust.marks", "to", count=position.board.mark_places)
                position.marks.append(to)
            case "unmark":
                position.marks.remove(to)
            case "class" | "no-class":
                position.classes[to] = self.what == "class"
            case "alignment":
                position.alignment = None if to == "none" else to
            case "put":
                slots = position.board.slots
                assert self.colour is not None
                symbol = None if self.symbol == TOME else slots.index(str(self.symbol))
                position.slots[slots.index(to)].append(Card(self.colour, symbol))
            case "take":
                put_under(position, [position.slots[position.board.slots.index(to)].pop()])
            case "to-move":
                position.to_move = to
            case "over":
                position.over = to == "yes"
            case "cards":  # fewer than those of known Classes: the last of them are gone
                position.cards = to
                del position.class_cards[to:]
            case "contracts":
                position.contracts, position.contract_places = list(to), [0] * len(to)
            case "trials":
                position.trials, position.trial_places = list(to), [0] * len(to)
            case what:
                setattr(position, what, to)


def make_question(position: Position, what: str) -> AnyQuestion:
    """Return the question for the new value of ``what``; the default is the present one."""
    about, params = "ask.adjust.to", {"what": term("what", what)}
    if what in NUMBERS:
        return Count(about=about, params=params, low=0, high=NUMBERS[what], default=getattr(position, what))
    if what in SERIES:
        now = list(getattr(position, what))
        return Series(about=about, params=params, low=0, high=MOST_VP, most=LONGEST_ROW * 3, default=now)
    slots = position.board.slots
    known = {
        "start": position.start,
        "alignment": position.alignment or "none",
        "to-move": position.to_move,
        "over": "yes" if position.over else "no",
    }
    match what:
        case "unmark":
            there: tuple[str, ...] = tuple(dict.fromkeys(position.marks))
        case "start" | "mark" | "class" | "no-class":
            there = position.colours
        case "alignment":
            there = ("light", "dark", "none")
        case "put":
            there = slots
        case "take":
            there = tuple(slots[index] for index in range(SLOTS) if position.slots[index])
        case "to-move":
            there = ("human", "automa")
        case _:
            there = ("yes", "no")
    family = FAMILIES.get(what, "symbol")
    return Pick(about=about, params=params, options=there, family=family, default=known.get(what))
