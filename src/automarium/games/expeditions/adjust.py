"""Corrections by hand: anything can be set to what it really is. A correction is an input like any other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from automarium.games.expeditions.events import Ending
from automarium.games.expeditions.position import (
    BASECAMP,
    CENTRAL,
    GLORY_TOKENS,
    HUMAN_GLORY_TO_END,
    NORTH,
    PLACES,
    ROWS,
    SPECIAL,
    Position,
    Side,
)
from automarium.games.expeditions.turn import special_may_come, turned_up
from automarium.kernel.room import Field, Input
from automarium.kernel.saying import Saying, refuse, saying
from automarium.kernel.table import AnyQuestion, Count, Pick, Series, Table, check

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


class Adjust(Input, frozen=True, tag="adjust"):
    """Set ``what`` to ``to``; for an open tile ``tokens`` are its corruption from the top."""

    what: str
    to: int | str | list[int]
    tokens: list[int] = []

    def said(self) -> Saying:
        family = "tile" if self.what in ROWS else FAMILIES.get(self.what)
        if self.to == BASECAMP:
            family = "place"
        value = saying(f"{family}.{self.to}") if family else self.to
        if self.tokens:
            return saying("input.adjust.tokens", what=self.what, value=value, tokens=self.tokens)
        return saying("input.adjust", what=self.what, value=value)

    def carry_out(self, position: Position, table: Table) -> None:
        check(Pick(about="ask.adjust", options=WHAT), self.what, "what")
        check(question(position, self.what), self.to, "to")
        if self.what in ROWS:
            self._tile(position)
        elif self.tokens:
            raise refuse("adjust.tokens", "tokens", what=self.what)
        else:
            self._fact(position, table)

    def _tile(self, position: Position) -> None:
        tile = position.tiles[self.what]
        closed = self.to in ("closed", "closed-bare")
        if self.tokens and (closed or self.to == "open-map"):
            raise refuse("adjust.closed", "tokens", at=self.what)
        if SPECIAL in self.tokens and not special_may_come(position, self.what):
            raise refuse("special.twice", "tokens")
        check(turned_up(position, self.what), self.tokens, "tokens")
        tile.closed, tile.map = closed, self.to in ("closed", "open-map")
        tile.corruption = list(self.tokens)

    def _fact(self, position: Position, table: Table) -> None:
        to: Any = self.to
        match self.what:
            case "progress" | "maps" | "corruption" | "human":
                setattr(position, self.what, to)
            case "glory":
                position.glory = to
                _bring_the_end(position, "automa", to == GLORY_TOKENS, table)
            case "human-glory":
                position.human_glory = to
                _bring_the_end(position, "human", to == HUMAN_GLORY_TO_END, table)
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
                position.deck.set_drawn(to, table.chance)


def _bring_the_end(position: Position, side: Side, last_token: bool, table: Table) -> None:
    """The last glory token brings the end about, also by a correction (EXP-END-01, EXP-END-02)."""
    if last_token and position.ended_by is None:
        position.ended_by = side
        table.tell(Ending(side), "EXP-END-01" if side == "human" else "EXP-END-02")
    elif not last_token and position.ended_by == side and not position.final_turns:
        position.ended_by = None


def _take_special_off(position: Position) -> None:
    for tile in position.tiles.values():
        tile.corruption = [token for token in tile.corruption if token != SPECIAL]


def question(position: Position, what: str) -> AnyQuestion:
    """What ``what`` can be set to."""
    about = "ask.adjust.to"
    params = {"what": what}
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


def adjust_fields(position: Position, given: Mapping[str, Any]) -> list[Field]:
    fields = [Field("what", Pick(about="ask.adjust", options=WHAT, family="what"))]
    what = given.get("what")
    if what in WHAT:
        fields.append(Field("to", question(position, what)))
        if what in ROWS and given.get("to") == "open":
            fields.append(Field("tokens", turned_up(position, what)))
    return fields
