"""Odds: over the undrawn cards, exactly: what each would do now, which territories it would hit."""

from __future__ import annotations

import copy
from contextlib import suppress

from automarium.games.scythe.events import ORACLE_STEPS
from automarium.games.scythe.position import Card, Position
from automarium.games.scythe.stars import SixthStar
from automarium.games.scythe.turn import Stopped, play_card
from automarium.kernel.chance import Chance
from automarium.kernel.room import Odds
from automarium.kernel.table import Answer, AnyQuestion, Count, Event, Table


def odds(position: Position, cards: dict[int, Card], rulings: dict[str, str]) -> Odds:
    deck = position.deck
    coming = tuple(deck.unseen if deck.left else deck.cards)  # an empty deck is shuffled anew first: SCY-DECK-08
    return Odds.counted({id_: outcome(position, cards[id_], rulings) for id_ in coming})


def outcome(position: Position, card: Card, rulings: dict[str, str]) -> tuple[Event, ...]:
    """A combat is where the looking ahead ends; gates are taken as open, and nobody's sixth star is supposed."""
    supposed = copy.deepcopy(position)
    table = Table(Chance(0), rulings, stand_in=_suppose, explain=False)
    with suppress(Stopped, SixthStar):
        play_card(supposed, card, table, fight=None)
    return tuple(step.event for step in table.steps if isinstance(step.event, ORACLE_STEPS))


def _suppose(question: AnyQuestion) -> Answer:
    return question.low if isinstance(question, Count) else "no"
