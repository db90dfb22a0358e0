"""Odds: over the known rest of the house deck, which line each card would lead to now, counted exactly."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping

from automarium.engine.content.pack import Pack
from automarium.engine.message import refuse
from automarium.engine.play.event import Event
from automarium.engine.play.odds import Odds
from automarium.games.penumbra.boards.line import Effect
from automarium.games.penumbra.events import Would
from automarium.games.penumbra.position import HOUSE_CARDS, Card, Position
from automarium.games.penumbra.rules.cards import slot_of
from automarium.games.penumbra.rules.lists import lists_of, read_list
from automarium.games.penumbra.rules.rest import rests
from automarium.games.penumbra.rules.special import destination, leftmost_empty
from automarium.games.penumbra.rulings import Rulings


def compute_odds(position: Position, pack: Pack, rulings: Rulings) -> Odds:
    """Her next card. Of the person's own deck nobody knows the rest, and before a Rest no card is revealed."""
    if position.artifacts.physical:
        raise refuse("odds.mine")
    if rests([len(slot) for slot in position.slots], rulings):
        raise refuse("odds.rest")
    if not position.artifacts.pile:
        raise refuse("odds.empty")
    return Odds.counted({id_: outcome(position, HOUSE_CARDS[id_], rulings) for id_ in position.artifacts.coming})


def outcome(position: Position, card: Card, rulings: Rulings) -> tuple[Event, ...]:
    """The lines that are carried out. Whether a Contract or a Trial is allowed then, nobody knows yet: what hangs on
    it is told for every case."""
    told: list[Event] = []
    for supposed, lines in _cases(position, card, rulings, {}):
        conditions = tuple(name if allowed else f"no-{name}" for name, allowed in supposed.items())
        told += [Would(slot, effects, conditions) for slot, effects in lines]
    return tuple(told)


Line = tuple[str, tuple[Effect, ...]]  # a slot, and what the line under it does


class Unknown(Exception):
    """Only the rows could tell whether this is allowed."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what


def _cases(
    position: Position, card: Card, rulings: Rulings, supposed: Mapping[str, bool]
) -> Iterator[tuple[Mapping[str, bool], list[Line]]]:
    """Every case that makes a difference, with the lines it leads to."""
    try:
        yield supposed, reached(position, card, rulings, supposed)
    except Unknown as unknown:
        for allowed in (True, False):
            yield from _cases(position, card, rulings, {**supposed, unknown.what: allowed})


class Supposed:
    """The table as it would be after the card, with what only the rows could tell supposed."""

    def __init__(self, position: Position, slot: int, rulings: Rulings, supposed: Mapping[str, bool]) -> None:
        self._position, self._supposed = position, supposed
        self.above = len(position.slots[slot])
        self.ordinal = 1 if rulings.amb_33 == "placements" else position.ordinal
        self.level = position.level
        self.free_marks = position.free_marks

    def count(self, slot: str) -> int:
        return len(self._position.slots[self._position.board.named(slot)])

    def contract_allowed(self) -> bool:
        return self._allowed("contract")

    def trial_allowed(self) -> bool:
        return self._allowed("trial")

    def _allowed(self, what: str) -> bool:
        if what not in self._supposed:
            raise Unknown(what)
        return self._supposed[what]


def reached(position: Position, card: Card, rulings: Rulings, supposed: Mapping[str, bool]) -> list[Line]:
    """The lines of a card, moved on by Substitution and Joker as in her turn. A line that does nothing but move it on
    is not worth a word."""
    table = copy.deepcopy(position)
    board, slot = table.board, slot_of(table, card)
    table.ordinal = 1
    table.slots[slot].append(card)
    if card.symbol is None and rulings.amb_01 == "no-list":
        return [(board.slots[slot], ())]
    lain, found = [slot], []
    while True:
        line = read_list(lists_of(board, rulings)[slot], Supposed(table, slot, rulings, supposed), None)
        effects = () if line is None else board.lists[slot][line].do
        to = _moved_to(table, card, effects, rulings)
        moves = to is not None and to not in lain
        if not moves or len(effects) > 1:
            found.append((board.slots[slot], effects))
        if not moves or to is None or (rulings.amb_01 == "no-list" and effects[0].effect == "substitution"):
            return found or [(board.slots[slot], effects)]
        table.slots[slot].pop()
        table.slots[to].append(card)
        table.ordinal += rulings.amb_01 == "next-ordinal"
        slot = to
        lain.append(to)


def _moved_to(table: Position, card: Card, effects: tuple[Effect, ...], rulings: Rulings) -> int | None:
    for effect in effects:
        if effect.effect == "substitution":
            return destination(table, card, table.board.named(effect.slot), rulings)
        if effect.effect == "joker":
            empty = leftmost_empty(table, None, "")
            return None if empty is None else destination(table, card, empty, rulings)
    return None
