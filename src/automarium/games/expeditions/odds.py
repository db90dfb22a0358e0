"""Odds: over the cards that can still come, what each would do now, counted exactly."""

from __future__ import annotations

import copy

from automarium.games.expeditions.events import ORACLE_STEPS
from automarium.games.expeditions.position import DecisionCard, Position
from automarium.games.expeditions.turn import play_card
from automarium.kernel.chance import Chance
from automarium.kernel.room import Odds
from automarium.kernel.table import Answer, AnyQuestion, Event, Table


def odds(position: Position, cards: dict[int, DecisionCard], rulings: dict[str, str]) -> Odds:
    """Each unseen card is as likely as any other: whether it lies in the deck or aside is unknown (EXP-TURN-07).

    What an opened tile will hold cannot matter here: it is put down behind the mech's action, and the other mech
    searches the other row (EXP-MOVE-23).
    """
    deck = position.deck
    coming = tuple(deck.unseen if deck.left else deck.cards)  # an empty deck is shuffled anew first: EXP-TURN-03
    return Odds.counted({id_: outcome(position, cards[id_], rulings) for id_ in coming})


def outcome(position: Position, card: DecisionCard, rulings: dict[str, str]) -> tuple[Event, ...]:
    table = Table(Chance(0), rulings, stand_in=_nothing_turned_up, explain=False)
    play_card(copy.deepcopy(position), card, table)
    return tuple(step.event for step in table.steps if isinstance(step.event, ORACLE_STEPS))


def _nothing_turned_up(_: AnyQuestion) -> Answer:
    return []
