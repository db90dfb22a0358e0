"""Odds: over the undrawn cards, exactly: what each would do now, which territories it would hit."""

from __future__ import annotations

import copy
from contextlib import suppress

from automarium.games.scythe.events import ORACLE_STEPS
from automarium.games.scythe.position import Card, Position, cards_of
from automarium.games.scythe.rules.stars import SixthStar
from automarium.games.scythe.rules.turn import Stopped, play_card
from automarium.games.scythe.rulings import Rulings
from automarium.kernel.chance import Chance
from automarium.kernel.desk import Desk
from automarium.kernel.event import Event
from automarium.kernel.odds import Odds
from automarium.kernel.pack import Pack
from automarium.kernel.question import Answer, AnyQuestion, Count
from automarium.kernel.table import Table


def odds(position: Position, pack: Pack, rulings: Rulings) -> Odds:
    coming = position.deck.coming  # an empty deck is shuffled first: SCY-DECK-08
    cards = cards_of(pack, position.expansion)
    return Odds.counted({id_: outcome(position, cards[id_], pack, rulings) for id_ in coming})


def outcome(position: Position, card: Card, pack: Pack, rulings: Rulings) -> tuple[Event, ...]:
    """A combat is where the looking ahead ends; gates are taken as open, and nobody's sixth star is supposed."""
    table = Table(Chance(0), stand_in=_suppose, explain=False)
    desk = Desk(copy.deepcopy(position), pack, rulings, table)
    with suppress(Stopped, SixthStar):
        play_card(desk, card, fights=False)
    return tuple(step.event for step in table.steps if isinstance(step.event, ORACLE_STEPS))


def _suppose(question: AnyQuestion) -> Answer:
    return question.low if isinstance(question, Count) else "no"
