"""Corrections by hand: anything can be set to what it really is. A correction is an input like any other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, cast

from automarium.games.expeditions.events import Ending
from automarium.games.expeditions.position import (
    CENTRAL,
    GLORY_TOKENS,
    HUMAN_GLORY_TO_END,
    NORTH,
    PLACES,
    ROWS,
    SPECIAL,
    Desk,
    Position,
    Side,
)
from automarium.games.expeditions.rules.actions import special_may_come, turned_up
from automarium.games.expeditions.rulings import Rulings
from automarium.kernel.command import Command, Given, When
from automarium.kernel.saying import Refused, Saying, refuse, saying, term
from automarium.kernel.table import AnyQuestion, Count, Field, Pick, Series

NUMBERS = ("glory", "progress", "maps", "corruption", "human-glory")
PIECES = ("north", "central", "human")
WHAT = (*NUMBERS, *PIECES, "special", "turn", "last-turns", "drawn", *ROWS)
TILE_STATES = ("closed", "closed-bare", "open", "open-map")
FAMILIES = {"special": "holder", "turn": "side", "last-turns": "last-turns"}  # values that have words of their own
LAST_TURNS: dict[str, list[Side]] = {
    "none": [],
    "human": ["human"],
    "automa": ["automa"],
    "human-automa": ["human", "automa"],
    "automa-human": ["automa", "human"],
}


class Adjust(Command[Position, Rulings], frozen=True, tag="adjust"):
    """Set ``what`` to ``to``; for an open tile ``tokens`` are its corruption from the top."""

    when: ClassVar[When] = "always"
    what: str
    to: int | str | list[int]
    tokens: list[int] = []

    @classmethod
    def fields(cls, position: Position, given: Given) -> Iterator[Field]:
        yield Field("what", Pick(about="ask.adjust", options=WHAT, family="what"))
        what = given.get("what")
        if what in WHAT:
            yield Field("to", question(position, what))
            if what in ROWS and given.get("to") == "open":
                yield Field("tokens", turned_up(position, what))

    def said(self) -> Saying:
        family = "tile" if self.what in ROWS else FAMILIES.get(self.what, "place")
        what, value = term("what", self.what), term(family, self.to)
        if self.tokens:
            return saying("input.adjust.tokens", what=what, value=value, tokens=self.tokens)
        return saying("input.adjust", what=what, value=value)

    def refusal(self, refused: Refused, position: Position) -> Refused:
        if not self.tokens or not refused.where.startswith("tokens"):
            return refused
        if self.what not in ROWS:
            return refuse("adjust.tokens", "tokens", what=term("what", self.what))
        if self.to != "open":
            return refuse("adjust.closed", "tokens", at=term("place", self.what))
        special = SPECIAL in self.tokens and not special_may_come(position, self.what)
        return refuse("special.twice", "tokens") if special else refused

    def carry_out(self, desk: Desk) -> None:
        with desk.told():
            if self.what in ROWS:
                self._tile(desk.position)
            else:
                self._fact(desk)

    def _tile(self, position: Position) -> None:
        tile = position.tiles[self.what]
        tile.closed, tile.map = self.to in ("closed", "closed-bare"), self.to in ("closed", "open-map")
        tile.corruption = list(self.tokens)

    def _fact(self, desk: Desk) -> None:
        position, to = desk.position, cast(Any, self.to)
        match self.what:
            case "progress" | "maps" | "human":
                setattr(position, self.what, to)
            case "corruption":  # of what is added nobody knows the value
                position.tokens = (position.tokens + [0] * to)[:to]
            case "glory":
                position.glory = to
                _bring_the_end(desk, "automa", to == GLORY_TOKENS)
            case "human-glory":
                position.human_glory = to
                _bring_the_end(desk, "human", to == HUMAN_GLORY_TO_END)
            case "north" | "central":
                position.mechs["north" if self.what == "north" else "central"] = to
            case "special":
                position.special, position.human_special = to == "automa", to == "human"
                if to != "map":
                    _take_special_off(position)
            case "turn":
                position.to_move = to
            case "last-turns":
                position.final_turns = list(LAST_TURNS[to])
                position.ended_by = position.final_turns[-1] if position.final_turns else None
                position.over = False
                if position.final_turns:
                    position.to_move = position.final_turns[0]
            case "drawn":
                position.deck.set_drawn(to, desk.chance)


def _bring_the_end(desk: Desk, side: Side, last_token: bool) -> None:
    """The last glory token brings the end about, also by a correction (EXP-END-01, EXP-END-02)."""
    position = desk.position
    if last_token and position.ended_by is None:
        position.ended_by = side
        desk.tell(Ending(side), "EXP-END-01" if side == "human" else "EXP-END-02")
    elif not last_token and position.ended_by == side and not position.final_turns:
        position.ended_by = None


def _take_special_off(position: Position) -> None:
    for tile in position.tiles.values():
        tile.corruption = [token for token in tile.corruption if token != SPECIAL]


def question(position: Position, what: str) -> AnyQuestion:
    """What ``what`` can be set to."""
    about = "ask.adjust.to"
    params = {"what": term("what", what)}
    if what in ROWS:
        return Pick(about=about, params=params, options=TILE_STATES, family="tile", place=what)
    match what:
        case "glory":
            return Count(about=about, params=params, low=0, high=GLORY_TOKENS)
        case "human-glory":
            return Count(about=about, params=params, low=0, high=HUMAN_GLORY_TO_END)
        case "progress":
            return Count(about=about, params=params, low=0, high=position.card.last_space)
        case "north" | "central":
            row = NORTH if what == "north" else CENTRAL
            return Pick(about=about, params=params, options=tuple(p for p in row if p != position.human))
        case "human":
            taken = position.mechs.values()
            return Pick(about=about, params=params, options=tuple(p for p in PLACES if p not in taken), family="place")
        case "special":
            return Pick(about=about, params=params, options=("map", "automa", "human"), family=FAMILIES[what])
        case "turn":
            return Pick(about=about, params=params, options=("human", "automa"), family=FAMILIES[what])
        case "last-turns":
            return Pick(about=about, params=params, options=tuple(LAST_TURNS), family=FAMILIES[what])
        case "drawn":
            cards = position.deck.cards
            most = len(cards) - position.deck.hidden
            return Series(about=about, params=params, low=1, high=len(cards), most=most, once=cards, default=[])
        case _:
            return Count(about=about, params=params, low=0, high=99)
