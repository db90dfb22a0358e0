"""Corrections: set anything to what it is on the table. A correction is an input like any other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar, cast

import msgspec

from automarium.engine.message import Message, Refused, message, refuse, term
from automarium.engine.play.command import Command, Given, When
from automarium.engine.question import AnyQuestion, Count, Field, Pick, Series
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
    Mech,
    Position,
    Side,
    Tile,
)
from automarium.games.expeditions.rules.actions import ask_tokens, can_hold_special
from automarium.games.expeditions.rulings import Rulings

NUMBERS = ("glory", "progress", "maps", "corruption", "human-glory")
MECHS: dict[str, Mech] = {"north": "north", "central": "central"}
PIECES = (*MECHS, "human")
WHAT = (*NUMBERS, *PIECES, "special", "turn", "last-turns", "drawn", *ROWS)
TILE_STATES = ("closed", "closed-bare", "open", "open-map")
FAMILIES = {"special": "holder", "turn": "side", "last-turns": "last-turns"}  # of values with words
LAST_TURNS: dict[str, list[Side]] = {
    "none": [],
    "human": ["human"],
    "automa": ["automa"],
    "human-automa": ["human", "automa"],
    "automa-human": ["automa", "human"],
}


class Adjust(Command[Position, Rulings], frozen=True, tag="adjust"):
    """Set ``what`` to ``to``; for an open tile ``tokens`` are its corruption from the top.

    Its glory comes only from the track (EXP-PROG-01), so progress and glory are corrected together: ``glory`` goes with
    ``progress``, ``progress`` with ``glory``; what is left out is what the track says.
    """

    when: ClassVar[When] = "always"
    reported = True
    what: str
    to: int | str | list[int]
    tokens: list[int] = []
    glory: int | None = None
    progress: int | None = None

    @classmethod
    def fields(cls, position: Position, given: Given) -> Iterator[Field]:
        yield Field("what", Pick(about="ask.adjust", options=WHAT, family="what"))
        what = given.get("what")
        if what in WHAT:
            yield Field("to", ask_value(position, what))
            to = given.get("to")
            if what in ROWS and to == "open":
                yield Field("tokens", ask_tokens(position, what))
            elif what == "progress" and isinstance(to, int):
                yield Field("glory", ask_glory(position.card.glory_at(to)))
            elif what == "glory" and isinstance(to, int):
                yield Field("progress", ask_progress(position, find_space(position, to)))

    def describe(self) -> Message:
        family = "tile" if self.what in ROWS else FAMILIES.get(self.what, "place")
        what, value = term("what", self.what), term(family, self.to)
        if self.tokens:
            return message("input.adjust.tokens", what=what, value=value, tokens=self.tokens)
        if self.glory is not None:
            return message("input.adjust.glory", what=what, value=value, glory=self.glory)
        if self.progress is not None:
            return message("input.adjust.progress", what=what, value=value, progress=self.progress)
        return message("input.adjust", what=what, value=value)

    def refusal(self, refused: Refused, position: Position) -> Refused:
        if not self.tokens or not refused.where.startswith("tokens"):
            return refused
        if self.what not in ROWS:
            return refuse("adjust.tokens", "tokens", what=term("what", self.what))
        if self.to != "open":
            return refuse("adjust.closed", "tokens", at=term("place", self.what))
        special = SPECIAL in self.tokens and not can_hold_special(position, self.what)
        return refuse("special.twice", "tokens") if special else refused

    def carry_out(self, desk: Desk) -> None:
        if self.what in ROWS:
            self._tile(desk.position)
        else:
            self._fact(desk)

    def _tile(self, position: Position) -> None:
        closed, map_token = self.to in ("closed", "closed-bare"), self.to in ("closed", "open-map")
        position.see(self.what, closed, map_token, self.tokens)

    def _fact(self, desk: Desk) -> None:
        position, to = desk.position, cast(Any, self.to)
        match self.what:
            case "progress":
                glory = position.card.glory_at(to) if self.glory is None else self.glory
                _set_progress(desk, to, glory, "glory")
            case "glory":
                progress = find_space(position, to) if self.progress is None else self.progress
                _set_progress(desk, progress, to, "progress")
            case "maps":
                position.maps = to
            case "human":
                position.stand(to)
            case "corruption":  # the value of what is added is not known
                position.tokens = (position.tokens + [0] * to)[:to]
            case "human-glory":
                position.human_glory = to
                _bring_the_end(desk, "human", to == HUMAN_GLORY_TO_END)
            case "north" | "central":
                position.mechs[MECHS[self.what]] = to
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


def find_space(position: Position, glory: int) -> int:
    """Return a space of the track with so much glory: the token's own if it fits, otherwise the last glory space."""
    card = position.card
    if card.glory_at(position.progress) == glory:
        return position.progress
    return card.glory_spaces[glory - 1] if glory else 0


def _set_progress(desk: Desk, progress: int, glory: int, where: str) -> None:
    """Set both; raise Refused if the track cannot have given so much glory. A token that started again (EXP-AMB-10,
    switched) has passed every glory space before."""
    position = desk.position
    given = position.card.glory_at(progress)
    started_again = desk.rulings.amb_10 == "start-again" and glory == GLORY_TOKENS
    if glory != given and not started_again:
        raise refuse("facts.glory", where, glory=glory, progress=progress, given=given)
    position.progress, position.glory = progress, glory
    _bring_the_end(desk, "automa", glory == GLORY_TOKENS)


def _bring_the_end(desk: Desk, side: Side, last_token: bool) -> None:
    """Let a corrected last glory token bring the end about, or take that back (EXP-END-01, EXP-END-02)."""
    position = desk.position
    if last_token and position.ended_by is None:
        position.ended_by = side
        desk.emit(Ending, "EXP-END-01" if side == "human" else "EXP-END-02", side)
    elif not last_token and position.ended_by == side and not position.final_turns:
        position.ended_by = None


def _take_special_off(position: Position) -> None:
    for tile in position.tiles.values():
        tile.corruption = [token for token in tile.corruption if token != SPECIAL]


def ask_glory(now: int) -> Count:
    return Count(about="ask.adjust.glory", low=0, high=GLORY_TOKENS, default=now)


def ask_progress(position: Position, now: int) -> Count:
    return Count(about="ask.adjust.progress", low=0, high=position.card.last_space, default=now)


def ask_value(position: Position, what: str) -> AnyQuestion:
    """Return the question what ``what`` is to be set to; its value now is the default."""
    about = "ask.adjust.to"
    params = {"what": term("what", what)}

    def pick(options: Iterable[str], now: str | None, family: str = "place") -> Pick:
        return Pick(about=about, params=params, options=tuple(options), family=family, default=now)

    def count(high: int, now: int) -> Count:
        return Count(about=about, params=params, low=0, high=high, default=now)

    if what in ROWS:
        return msgspec.structs.replace(pick(TILE_STATES, _get_state(position.tiles[what]), "tile"), place=what)
    match what:
        case "glory":
            return ask_glory(position.glory)
        case "progress":
            return ask_progress(position, position.progress)
        case "human-glory":
            return count(HUMAN_GLORY_TO_END, position.human_glory)
        case "north" | "central":
            row = NORTH if what == "north" else CENTRAL
            return pick((place for place in row if place != position.human), position.mechs[MECHS[what]])
        case "human":
            taken = position.mechs.values()
            return pick((place for place in PLACES if place not in taken), position.human)
        case "special":
            holder = "automa" if position.special else "human" if position.human_special else "map"
            return pick(("map", "automa", "human"), holder, FAMILIES[what])
        case "turn":
            return pick(("human", "automa"), position.to_move, FAMILIES[what])
        case "last-turns":
            now = next((name for name, turns in LAST_TURNS.items() if turns == position.final_turns), None)
            return pick(LAST_TURNS, now, FAMILIES[what])
        case "drawn":
            cards, drawn = position.deck.cards, list(position.deck.drawn)
            most = len(cards) - position.deck.hidden
            return Series(about=about, params=params, low=1, high=len(cards), most=most, once=cards, default=drawn)
        case "maps":
            return count(99, position.maps)
        case _:
            return count(99, position.corruption)


def _get_state(tile: Tile) -> str:
    if tile.closed:
        return "closed" if tile.map else "closed-bare"
    return "open-map" if tile.map else "open"
