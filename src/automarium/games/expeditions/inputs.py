"""What the human may tell: their own moves, the turn, corrections, and their coins at the end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from automarium.games.expeditions.adjust import Adjust, adjust_fields
from automarium.games.expeditions.events import (
    Boxed,
    Ending,
    FinalTurn,
    HumanTook,
    Kept,
    Over,
    TurnedUp,
)
from automarium.games.expeditions.position import (
    GLORY_TOKENS,
    HUMAN_GLORY_TO_END,
    PLACES,
    PRINTED,
    ROWS,
    SPECIAL,
    DecisionCard,
    Position,
    Side,
)
from automarium.games.expeditions.score import human_lines
from automarium.games.expeditions.turn import automa_turn, special_may_come, turned_up
from automarium.kernel.filling import check_filled, next_missing
from automarium.kernel.room import Field, Input
from automarium.kernel.saying import Saying, refuse, saying
from automarium.kernel.table import Count, Pick, Table, check

# The cards of the main deck that refer to another player (EXP-GEN-03).
OTHER_PLAYER_CARDS: list[str] = PRINTED.printed["removed"]["cards"]["numbers"]
MAIN_DECK = 999  # cards have three digits; how many there are does not matter here


class Next(Input, frozen=True, tag="next"):
    """The human's turn is over, or the Automa begins: her turn is played."""


class Go(Input, frozen=True, tag="go"):
    """The human's mech went to a place."""

    to: str


class Explored(Input, frozen=True, tag="explore"):
    """The human turned up a tile and put corruption on it, listed from the top."""

    at: str
    tokens: list[int]

    def said(self) -> Saying:
        return super().said() if self.tokens else saying("input.explore.none", at=self.at)


class Vanquished(Input, frozen=True, tag="vanquish"):
    """The human took corruption tokens from the top of a location."""

    at: str
    count: int


class Boasted(Input, frozen=True, tag="boast"):
    """The human placed a glory token."""


class Drew(Input, frozen=True, tag="drew"):
    """The human drew (or dealt) this card of the main deck."""

    card: int

    @property
    def number(self) -> str:
        """As it is printed, with three digits."""
        return f"{self.card:03}"

    def said(self) -> Saying:
        return saying("input.drew", card=self.number)


class Total(Input, frozen=True, tag="total"):
    """The human's coins at the end, added up by themselves."""

    coins: int


class Tally(Input, frozen=True, tag="tally"):
    """The human's coins at the end, in parts."""

    coins: int
    quests: int
    corruption: int
    items: int


INPUTS: dict[str, type[Input]] = {
    "next": Next,
    "go": Go,
    "explore": Explored,
    "vanquish": Vanquished,
    "boast": Boasted,
    "drew": Drew,
    "total": Total,
    "tally": Tally,
    "adjust": Adjust,
}


def input_field(position: Position, name: str, given: Mapping[str, Any]) -> Field | None:
    """The next thing an input must say."""
    return next_missing(_fields(position, name, given), given)


def _fields(position: Position, name: str, given: Mapping[str, Any]) -> list[Field]:
    here = position.human
    match name:
        case "go":
            return [Field("to", Pick(about="ask.go", options=PLACES, family="place"))]
        case "explore":
            closed = tuple(place for place in ROWS if position.tiles[place].closed)
            at = Pick(about="ask.explore", options=closed, family="place", default=here if here in closed else None)
            place = str(given.get("at", here))
            return [Field("at", at), Field("tokens", turned_up(position, place))]
        case "vanquish":
            corrupted = tuple(place for place in ROWS if position.tiles[place].corruption)
            at = Pick(
                about="ask.vanquish", options=corrupted, family="place", default=here if here in corrupted else None
            )
            place = str(given.get("at", here))
            height = len(position.tiles[place].corruption) if place in corrupted else 1
            count = Count(about="ask.vanquished", low=1, high=height, default=1, place=place, params={"at": place})
            return [Field("at", at), Field("count", count)]
        case "drew":
            return [Field("card", Count(about="ask.drew", low=1, high=MAIN_DECK))]
        case "total":
            return [Field("coins", Count(about="ask.total", low=0, high=999))]
        case "tally":
            return [
                Field("coins", Count(about="ask.coins", low=0, high=999)),
                Field("quests", Count(about="ask.quests", low=0, high=99)),
                Field("corruption", Count(about="ask.corruption", low=0, high=37)),
                Field("items", Count(about="ask.items", low=0, high=999)),
            ]
        case "adjust":
            return adjust_fields(position, given)
        case _:
            return []


def free_places(position: Position) -> tuple[str, ...]:
    """Where the human's mech can end: not on an Automa mech's location (EXP-AMB-17)."""
    taken = {*position.mechs.values(), position.human}
    return tuple(place for place in PLACES if place not in taken)


def apply(position: Position, input_: Input, cards: dict[int, DecisionCard], table: Table) -> None:
    if position.over and not isinstance(input_, (Total, Tally, Adjust)):
        raise refuse("next.over")
    match input_:
        case Next():
            go_on(position, cards, table)
        case Go(to):
            go(position, to)
        case Explored():
            human_explores(position, input_, table)
        case Vanquished():
            vanquish(position, input_, table)
        case Boasted():
            boast(position, table)
        case Drew():
            check_fields(position, input_)
            drew(position, input_.number, table)
        case Total(coins):
            check_fields(position, input_)
            position.human_coins = coins
            position.human_lines = {}
        case Tally(coins, quests, corruption, items):
            check_fields(position, input_)
            parts = {"coins": coins, "quests": quests, "corruption": corruption, "items": items}
            position.human_lines = parts
            position.human_coins = sum(line.points for line in human_lines(position.human_glory, **parts))
        case Adjust():
            input_.carry_out(position, table)


def check_fields(position: Position, input_: Input) -> None:
    name = str(input_.__struct_config__.tag)
    check_filled(input_, lambda given: input_field(position, name, given))


def go_on(position: Position, cards: dict[int, DecisionCard], table: Table) -> None:
    """The human's turn ends if it was theirs, then the Automa plays hers (EXP-TURN-01)."""
    if position.to_move == "human":
        end_turn(position, "human", table)
    if position.over:
        return
    glory_before = position.glory
    automa_turn(position, cards, table)
    if glory_before < GLORY_TOKENS == position.glory and position.ended_by is None:  # EXP-END-02, EXP-END-06
        position.ended_by = "automa"
        table.tell(Ending("automa"), "EXP-END-02")
    end_turn(position, "automa", table)


def end_turn(position: Position, side: Side, table: Table) -> None:
    """After the turn that brings the end about each side has one more, that side last (EXP-END-05)."""
    other: Side = "automa" if side == "human" else "human"
    position.to_move = other
    if position.ended_by is None:
        return
    if side in position.final_turns:
        position.final_turns.remove(side)
    elif not position.final_turns and table.rulings["EXP-AMB-02"] == "final-turns":
        # If the end came about outside the turn of the side that brought it (a correction), that side plays last too.
        position.final_turns = [other, side] if position.ended_by == side else [other]
    if position.final_turns:
        table.tell(FinalTurn(other), "EXP-END-05")
    else:
        position.over = True
        table.tell(Over(), "EXP-END-05")


def go(position: Position, to: str) -> None:
    check(Pick(about="ask.go", options=PLACES), to, "to")
    if to in position.mechs.values():
        raise refuse("go.occupied", "to", to=to)
    position.human = to


def human_explores(position: Position, explored: Explored, table: Table) -> None:
    check(Pick(about="ask.explore", options=ROWS), explored.at, "at")
    tile = position.tiles[explored.at]
    if not tile.closed:
        raise refuse("explore.open", "at", at=explored.at)
    if SPECIAL in explored.tokens and not special_may_come(position, explored.at):
        raise refuse("special.twice", "tokens")
    tokens = check(turned_up(position, explored.at), explored.tokens, "tokens")
    assert isinstance(tokens, list)
    tile.closed = tile.map = False
    tile.corruption = list(tokens)
    table.tell(TurnedUp(explored.at, tile.corruption))


def vanquish(position: Position, taken: Vanquished, table: Table) -> None:
    check(Pick(about="ask.vanquish", options=ROWS), taken.at, "at")
    tile = position.tiles[taken.at]
    if not tile.corruption:
        raise refuse("vanquish.nothing", "at", at=taken.at)
    check(Count(about="ask.vanquished", low=1, high=len(tile.corruption)), taken.count, "count")
    tokens, tile.corruption = tile.corruption[: taken.count], tile.corruption[taken.count :]
    if SPECIAL in tokens:
        position.human_special = True
    table.tell(HumanTook(taken.at, tokens))


def boast(position: Position, table: Table) -> None:
    """The human's 4th glory token brings the end about (EXP-END-01); the Automa's 4th does not (EXP-END-03)."""
    if position.human_glory == HUMAN_GLORY_TO_END:
        raise refuse("boast.all", count=HUMAN_GLORY_TO_END)
    position.human_glory += 1
    if position.human_glory == HUMAN_GLORY_TO_END and position.ended_by is None:
        position.ended_by = "human"
        table.tell(Ending("human"), "EXP-END-01")
        if table.rulings["EXP-AMB-02"] == "at-once":
            position.over = True
            table.tell(Over(), "EXP-END-01")


def drew(position: Position, card: str, table: Table) -> None:
    """Four cards go back to the box, and another is drawn instead (EXP-GEN-03…06)."""
    if card in position.boxed:
        raise refuse("drew.boxed", "card", card=card)
    if card in OTHER_PLAYER_CARDS:
        position.boxed.append(card)
        table.tell(Boxed(card), "EXP-GEN-03", "EXP-GEN-05")
    else:
        table.tell(Kept(card), "EXP-GEN-06")
