"""Odds: which line each card of the house deck would lead to now, counted exactly."""

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
from automarium.games.penumbra.rules.cards import find_slot
from automarium.games.penumbra.rules.lists import read_list, read_lists
from automarium.games.penumbra.rules.special import find_destination, find_empty_slot
from automarium.games.penumbra.rules.turn import is_rest
from automarium.games.penumbra.rulings import Rulings


def compute_odds(position: Position, pack: Pack, rulings: Rulings) -> Odds:
    """Return the odds of the next card. Raise Refused for the person's own deck, an empty deck and before a Rest."""
    if position.artifacts.physical:
        raise refuse("odds.mine")
    if is_rest([len(slot) for slot in position.slots], rulings):
        raise refuse("odds.rest")
    if not position.artifacts.pile:
        raise refuse("odds.empty")
    return Odds.counted({id_: preview_card(position, HOUSE_CARDS[id_], rulings) for id_ in position.artifacts.coming})


def preview_card(position: Position, card: Card, rulings: Rulings) -> tuple[Event, ...]:
    """Return the lines that are carried out. Whether a Contract or a Trial is allowed is unknown: what depends on it is
    listed for every case."""
    events: list[Event] = []
    for supposed, lines in _cases(position, card, rulings, {}):
        conditions = tuple(name if allowed else f"no-{name}" for name, allowed in supposed.items())
        events += [Would(slot, effects, conditions) for slot, effects in lines]
    return tuple(events)


Line = tuple[str, tuple[Effect, ...]]  # a slot, and what the line under it does


class Unknown(Exception):
    """Whether this is allowed depends on the rows, which are unknown."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what


def _cases(
    position: Position, card: Card, rulings: Rulings, supposed: Mapping[str, bool]
) -> Iterator[tuple[Mapping[str, bool], list[Line]]]:
    """Yield every case that makes a difference, with its lines."""
    try:
        yield supposed, find_lines(position, card, rulings, supposed)
    except Unknown as unknown:
        for allowed in (True, False):
            yield from _cases(position, card, rulings, {**supposed, unknown.what: allowed})


class Supposed:
    """The table after the card, with an assumption for what depends on the rows."""

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


def find_lines(position: Position, card: Card, rulings: Rulings, supposed: Mapping[str, bool]) -> list[Line]:
    """Return the lines of a card, moved on by Substitution and Joker as in its turn. A line that only moves it on is
    left out."""
    table = copy.deepcopy(position)
    board, slot = table.board, find_slot(table, card)
    table.ordinal = 1
    table.slots[slot].append(card)
    if card.symbol is None and rulings.amb_01 == "no-list":
        return [(board.slots[slot], ())]
    lain, found = [slot], []
    while True:
        line = read_list(read_lists(board, rulings)[slot], Supposed(table, slot, rulings, supposed), None)
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
        if effect.effect == "discard_all":
            return None  # the card itself is gone
        if effect.effect == "substitution":
            return find_destination(table, card, table.board.named(effect.slot), rulings)
        if effect.effect == "joker":
            empty = find_empty_slot(table, None, "")
            return None if empty is None else find_destination(table, card, empty, rulings)
    return None
