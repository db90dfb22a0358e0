"""Commands of the human: moves, the end of a turn, the coins at the end. Corrections have a module of their own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import ClassVar

from automarium.engine.message import Message, Refused, message, refuse, term
from automarium.engine.play.command import Command, Given, When
from automarium.engine.question import Count, Field, Pick
from automarium.games.expeditions.events import Boxed, Ending, FinalTurn, HumanTook, Kept, Over
from automarium.games.expeditions.position import (
    GLORY_TOKENS,
    HUMAN_GLORY_TO_END,
    MOST_CORRUPTION,
    PLACES,
    PRINTED,
    ROWS,
    SPECIAL,
    Desk,
    Place,
    Position,
    Side,
)
from automarium.games.expeditions.rules.actions import ask_tokens, can_hold_special
from automarium.games.expeditions.rules.turn import play_turn
from automarium.games.expeditions.rulings import Rulings
from automarium.games.expeditions.score import score_human

# The cards of the main deck that refer to another player (EXP-GEN-03).
OTHER_PLAYER_CARDS: list[str] = PRINTED.printed["removed"]["cards"]["numbers"]
MAIN_DECK = 999  # its cards have three digits; how many there are does not matter here
MOST_COINS = 999


class Next(Command[Position, Rulings], frozen=True, tag="next"):
    """End the human's turn if it is theirs, then play the Automa's (EXP-TURN-01)."""

    def describe_from(self, position: Position) -> Message:
        """Return other words after the human's final turn: the Automa plays no more (EXP-END-05)."""
        return message("input.next.end") if position.final_turns == ["human"] else self.describe()

    def carry_out(self, desk: Desk) -> None:
        position = desk.position
        if position.to_move == "human":
            end_turn(desk, "human")
        if position.over:
            return
        glory_before = position.glory
        play_turn(desk)
        if glory_before < GLORY_TOKENS == position.glory and position.ended_by is None:  # EXP-END-02, EXP-END-06
            position.ended_by = "automa"
            desk.emit(Ending, "EXP-END-02", "automa")
        end_turn(desk, "automa")


def end_turn(desk: Desk, side: Side) -> None:
    """End a side's turn. After one that brings the end about each side has one more, that side last (EXP-END-05)."""
    position = desk.position
    other: Side = "automa" if side == "human" else "human"
    position.to_move = other
    if position.ended_by is None:
        return
    if side in position.final_turns:
        position.final_turns.remove(side)
    elif not position.final_turns and desk.rulings.amb_02 == "final-turns":
        # If the end came about outside the turn of the side that brought it (a correction), that side plays last too.
        position.final_turns = [other, side] if position.ended_by == side else [other]
    if position.final_turns:
        desk.emit(FinalTurn, "EXP-END-05", other)
    else:
        position.over = True
        desk.emit(Over, "EXP-END-05")


class Go(Command[Position, Rulings], frozen=True, tag="go"):
    """The human's mech went to a place, never to an Automa mech's location (EXP-AMB-17). A closed tile stops it and is
    explored (EXP-MOVE-21): ``tokens`` may report what is on it then, from the top."""

    reported = True
    to: Place
    tokens: list[int] | None = None

    @classmethod
    def fields(cls, position: Position, given: Given) -> Iterator[Field]:
        occupied = {at: message("go.occupied", to=term("place", at)) for at in position.mechs.values()}
        free = list_free_places(position)
        yield Field("to", Pick(about="ask.go", options=PLACES, family="place", likely=free, barred=occupied))
        if _is_closed(position, given.get("to")):
            yield Field("tokens", ask_tokens(position, str(given["to"])), aside=True)

    def describe(self) -> Message:
        if self.tokens is None:
            return message("input.go", to=term("place", self.to))
        explored = Explored(self.to, self.tokens).describe()
        return message("input.go.explored", to=term("place", self.to), explored=explored)

    def refusal(self, refused: Refused, position: Position) -> Refused:
        if self.tokens is None or self.to not in ROWS:
            return refused
        if self.to in position.mechs.values():  # nothing is explored there
            refused = refuse("command.unused", "tokens", name="tokens")
        return _refuse_tile(refused, position, self.to, self.tokens)

    def carry_out(self, desk: Desk) -> None:
        position = desk.position
        position.stand(self.to)
        if self.tokens is not None:
            position.see(self.to, closed=False, map_token=False, corruption=self.tokens)


def _is_closed(position: Position, place: object) -> bool:
    """Return whether a mech that goes there stops and explores."""
    return place in ROWS and position.tiles[str(place)].closed and place not in position.mechs.values()


def _refuse_tile(refused: Refused, position: Position, at: str, tokens: list[int]) -> Refused:
    """Return the refusal of a reported tile in the words of the game; ``refused`` if there are none."""
    if not position.tiles[at].closed:
        return refuse("explore.open", "at", at=term("place", at))
    if SPECIAL in tokens and not can_hold_special(position, at):
        return refuse("special.twice", "tokens")
    return refused


def list_free_places(position: Position) -> tuple[str, ...]:
    """Return where the human's mech can go: anywhere else but to an Automa mech's location (EXP-AMB-17)."""
    return _list_free_places(position.human, *position.mechs.values())


@cache
def _list_free_places(*taken: str) -> tuple[str, ...]:
    return tuple(place for place in PLACES if place not in taken)


class Explored(Command[Position, Rulings], frozen=True, tag="explore"):
    """The human turned up a tile and put corruption on it, listed from the top."""

    reported = True
    at: Place
    tokens: list[int]

    @classmethod
    def fields(cls, position: Position, given: Given) -> Iterator[Field]:
        closed = tuple(place for place in ROWS if position.tiles[place].closed)
        yield Field("at", _pick_location(position, "ask.explore", closed))
        yield Field("tokens", ask_tokens(position, str(given.get("at", position.human))))

    def describe(self) -> Message:
        return super().describe() if self.tokens else message("input.explore.none", at=term("place", self.at))

    def refusal(self, refused: Refused, position: Position) -> Refused:
        return _refuse_tile(refused, position, self.at, self.tokens) if self.at in ROWS else refused

    def carry_out(self, desk: Desk) -> None:
        desk.position.see(self.at, closed=False, map_token=False, corruption=self.tokens)


def _pick_location(position: Position, about: str, options: tuple[str, ...]) -> Pick:
    """Return the question for the location of an action: that of the human's mech, unless a card says otherwise."""
    here = position.human if position.human in options else None
    return Pick(about=about, options=options, family="place", default=here, likely=() if here is None else (here,))


class Vanquished(Command[Position, Rulings], frozen=True, tag="vanquish"):
    """The human took corruption tokens from the top of a location."""

    reported = True
    at: Place
    count: int

    @classmethod
    def fields(cls, position: Position, given: Given) -> Iterator[Field]:
        corrupted = tuple(place for place in ROWS if position.tiles[place].corruption)
        yield Field("at", _pick_location(position, "ask.vanquish", corrupted))
        at = str(given.get("at", position.human))
        height = len(position.tiles[at].corruption) if at in corrupted else 1
        params = {"at": term("place", at)}
        yield Field("count", Count(about="ask.vanquished", low=1, high=height, default=1, place=at, params=params))

    def refusal(self, refused: Refused, position: Position) -> Refused:
        if self.at in ROWS and not position.tiles[self.at].corruption:
            return refuse("vanquish.nothing", "at", at=term("place", self.at))
        return refused

    def carry_out(self, desk: Desk) -> None:
        position = desk.position
        tile = position.tiles[self.at]
        taken, tile.corruption = tile.corruption[: self.count], tile.corruption[self.count :]
        position.human_special = position.human_special or SPECIAL in taken
        position.human_tokens += [token for token in taken if token != SPECIAL]
        desk.emit(HumanTook, (), self.at, taken)


class Boasted(Command[Position, Rulings], frozen=True, tag="boast"):
    """The human placed a glory token. Their 4th brings the end about (EXP-END-01); the Automa's 4th does not
    (EXP-END-03)."""

    reported = True

    @classmethod
    def fields(cls, position: Position, given: Given) -> Iterable[Field]:
        if position.human_glory == HUMAN_GLORY_TO_END:
            raise refuse("boast.all", count=HUMAN_GLORY_TO_END)
        return ()

    def carry_out(self, desk: Desk) -> None:
        position = desk.position
        position.human_glory += 1
        if position.human_glory == HUMAN_GLORY_TO_END and position.ended_by is None:
            position.ended_by = "human"
            desk.emit(Ending, "EXP-END-01", "human")
            if desk.rulings.amb_02 == "at-once":
                position.over = True
                desk.emit(Over, "EXP-END-01")


class Drew(Command[Position, Rulings], frozen=True, tag="drew"):
    """The human drew (or dealt) this card of the main deck; four of them go back to the box (EXP-GEN-03…06)."""

    card: int

    @classmethod
    def fields(cls, position: Position, given: Given) -> Iterable[Field]:
        yield Field("card", Count(about="ask.drew", low=1, high=MAIN_DECK))

    @property
    def number(self) -> str:
        """The number as printed, with three digits."""
        return f"{self.card:03}"

    def describe(self) -> Message:
        return message("input.drew", card=self.number)

    def carry_out(self, desk: Desk) -> None:
        card, boxed = self.number, desk.position.boxed
        if card in boxed:
            raise refuse("drew.boxed", "card", card=card)
        if card in OTHER_PLAYER_CARDS:
            boxed.append(card)
            desk.emit(Boxed, ("EXP-GEN-03", "EXP-GEN-05"), card)
        else:
            desk.emit(Kept, "EXP-GEN-06", card)


class Total(Command[Position, Rulings], frozen=True, tag="total"):
    """The human's coins at the end, added up by the human."""

    when: ClassVar[When] = "end"
    coins: int

    @classmethod
    def fields(cls, position: Position, given: Given) -> Iterable[Field]:
        yield Field("coins", Count(about="ask.total", low=0, high=MOST_COINS, default=_sum_parts(position)))

    def carry_out(self, desk: Desk) -> None:
        desk.position.human_coins = self.coins
        desk.position.human_parts = {}


def _sum_parts(position: Position) -> int | None:
    """Return the human's coins as far as reported; None if not."""
    if position.human_parts:
        return sum(line.points for line in score_human(position.human_glory, **position.human_parts))
    return position.human_coins


class Tally(Command[Position, Rulings], frozen=True, tag="tally"):
    """The human's coins at the end, in parts. Their glory is known already and can be corrected here."""

    when: ClassVar[When] = "end"
    reported = True
    coins: int
    quests: int
    corruption: int
    items: int
    glory: int | None = None

    @classmethod
    def fields(cls, position: Position, given: Given) -> Iterator[Field]:
        known = position.human_parts
        held = len(position.human_tokens) + position.human_special
        yield Field("coins", Count(about="ask.coins", low=0, high=MOST_COINS, default=known.get("coins")))
        yield Field("quests", Count(about="ask.quests", low=0, high=99, default=known.get("quests")))
        corruption = known.get("corruption", held)
        yield Field("corruption", Count(about="ask.corruption", low=0, high=MOST_CORRUPTION, default=corruption))
        yield Field("items", Count(about="ask.items", low=0, high=MOST_COINS, default=known.get("items")))
        glory = position.human_glory
        yield Field("glory", Count(about="ask.human-glory", low=0, high=HUMAN_GLORY_TO_END, default=glory))

    def carry_out(self, desk: Desk) -> None:
        position = desk.position
        parts = {"coins": self.coins, "quests": self.quests, "corruption": self.corruption, "items": self.items}
        position.human_coins, position.human_parts = None, parts
        if self.glory is not None:
            position.human_glory = self.glory
