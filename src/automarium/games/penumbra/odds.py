"""Odds: over the known rest of the house deck, which line each card would lead to now, counted exactly."""

from __future__ import annotations

import copy

from automarium.games.penumbra.events import Would
from automarium.games.penumbra.lines import Effect
from automarium.games.penumbra.position import HOUSE_CARDS, Card, Position
from automarium.games.penumbra.rules.cards import slot_of
from automarium.games.penumbra.rules.lists import find_line
from automarium.games.penumbra.rules.rest import rests
from automarium.games.penumbra.rules.special import leftmost_empty
from automarium.games.penumbra.rulings import Rulings
from automarium.kernel.pack import Pack
from automarium.kernel.room import Odds
from automarium.kernel.saying import refuse
from automarium.kernel.table import Event


def odds(position: Position, pack: Pack, rulings: Rulings) -> Odds:
    """Her next card. Of the person's own deck nobody knows the rest, and before a Rest no card is turned up."""
    if position.artifacts.physical:
        raise refuse("odds.mine")
    if rests([len(slot) for slot in position.slots], rulings):
        raise refuse("odds.rest")
    return Odds.counted({id_: outcome(position, HOUSE_CARDS[id_], rulings) for id_ in position.artifacts.coming})


def outcome(position: Position, card: Card, rulings: Rulings) -> tuple[Event, ...]:
    """The line that is carried out. Whether a Contract or Trial is allowed then, nobody knows yet: both are told."""
    slot, effects = reached(position, card, rulings, contract=True, trial=True)
    names = {effect.effect for effect in effects}
    if not names & {"contract", "trial"}:
        return (Would(slot, effects),)
    needed = "contract" if "contract" in names else "trial"
    told: list[Event] = [Would(slot, effects, f"if-{needed}")]
    slot, effects = reached(position, card, rulings, contract=needed != "contract", trial=needed != "trial")
    told.append(Would(slot, effects, f"no-{needed}"))
    return tuple(told)


class Supposed:
    """The table as it would be after the card, with what only the rows could tell supposed."""

    def __init__(self, position: Position, slot: int, contract: bool, trial: bool, named: bool) -> None:
        self._position, self._slot, self._named = position, slot, named
        self._contract, self._trial = contract, trial
        self.ordinal = 1
        self.level = position.level
        self.free_marks = position.free_marks

    def count(self, slot: str | None) -> int:
        at = self._slot if slot is None or not self._named else self._position.board.named(slot)
        return len(self._position.slots[at])

    def contract_allowed(self) -> bool:
        return self._contract

    def trial_allowed(self) -> bool:
        return self._trial


def reached(
    position: Position, card: Card, rulings: Rulings, *, contract: bool, trial: bool
) -> tuple[str, tuple[Effect, ...]]:
    """The slot and the line where the card ends, moved on by Substitution and Joker as in her turn."""
    supposed = copy.deepcopy(position)
    board = supposed.board
    slot = slot_of(supposed, card)
    lain = [slot]
    supposed.slots[slot].append(card)
    while True:
        sight = Supposed(supposed, slot, contract, trial, rulings.amb_08 == "named")
        line = find_line(slot, board.lists[slot], sight, rulings, None)
        effects = () if line is None else board.lists[slot][line].do
        moving = [effect for effect in effects if effect.effect in ("substitution", "joker")]
        if not moving:
            return board.slots[slot], effects
        to = board.named(moving[0].slot) if moving[0].slot is not None else leftmost_empty(supposed, None, "")
        if to is None or to in lain or rulings.amb_01 == "no-list":
            return board.slots[slot], effects
        supposed.slots[slot].pop()
        supposed.slots[to].append(card)
        slot = to
        lain.append(to)
