"""Odds: what each card that may be next would do, counted exactly."""

from __future__ import annotations

import copy

from automarium.engine.content.pack import Pack
from automarium.engine.play.chance import Chance
from automarium.engine.play.desk import Desk, Table
from automarium.engine.play.event import Event
from automarium.engine.play.odds import Odds, Threat
from automarium.engine.question import Answer, AnyQuestion, Form
from automarium.games.expeditions.events import ORACLE_STEPS, Cleanse, Cleanse20, Explore
from automarium.games.expeditions.position import DecisionCard, Position, read_cards
from automarium.games.expeditions.rules.turn import play_card
from automarium.games.expeditions.rulings import Rulings


def compute_odds(position: Position, pack: Pack, rulings: Rulings) -> Odds:
    """Return what each unseen card does, all equally likely (EXP-TURN-07). The tokens of an opened tile do not matter:
    they are placed after the mech's action, and the other mech searches the other row (EXP-MOVE-23)."""
    coming = position.deck.coming  # an empty deck is shuffled first: EXP-TURN-03
    cards = pack.once(read_cards)
    return Odds.counted({id_: preview_card(position, cards[id_], pack, rulings) for id_ in coming})


def preview_card(position: Position, card: DecisionCard, pack: Pack, rulings: Rulings) -> tuple[Event, ...]:
    table = Table(Chance(0), stand_in=_nothing_turned_up, explain=False)
    play_card(Desk(copy.deepcopy(position), pack, rulings, table), card)
    return tuple(step.event for step in table.steps if isinstance(step.event, ORACLE_STEPS))


def find_threats(position: Position, odds: Odds) -> list[Threat]:
    """Return where the next card may take a map token or corruption, with those cards."""
    found: dict[str, list[int]] = {}
    for card, events in odds.by_card.items():
        for event in events:
            if isinstance(event, (Explore, Cleanse, Cleanse20)):
                found.setdefault(event.at, []).append(card)
    return [Threat(at, tuple(cards)) for at, cards in sorted(found.items())]


def _nothing_turned_up(question: AnyQuestion) -> Answer:
    """Return the answer that changes nothing: a tile is still closed, an opened one holds nothing."""
    return {"turned": "no"} if isinstance(question, Form) else []
