"""Odds: what each undrawn card would do now."""

from __future__ import annotations

import contextlib
import copy

from automarium.engine.content.pack import Pack
from automarium.engine.play.chance import Chance
from automarium.engine.play.desk import Desk as AnyDesk
from automarium.engine.play.desk import Table, Unanswered
from automarium.engine.play.event import Event
from automarium.engine.play.odds import Odds
from automarium.games.golem.events import BonusFails, BonusTaken, PlaceRabbi, TakeMarble, TurnKind
from automarium.games.golem.position import Card, Desk, Position
from automarium.games.golem.printed_cards import get_card
from automarium.games.golem.rules.cards import take_bonus
from automarium.games.golem.rules.marbles import choose_marble, find_action
from automarium.games.golem.rules.rabbi import ActionSpot, choose_tile, seeks_kill
from automarium.games.golem.rules.synagogue import make_synagogue, mirror_row
from automarium.games.golem.rules.turn import Edge, choose_turn_type
from automarium.games.golem.rulings import Rulings


def compute_odds(position: Position, pack: Pack, rulings: Rulings) -> Odds:
    """Return the odds; cards that are not entered are left out."""
    by_card: dict[int, tuple[Event, ...]] = {}
    if position.stage == "turns":
        for id_ in position.deck.unseen:
            desk = AnyDesk(copy.deepcopy(position), pack, rulings, Table(Chance(0), explain=False))
            try:
                by_card[id_] = preview_card(desk, get_card(desk, id_))
            except Unanswered:
                continue
    return Odds.counted(by_card)


def preview_card(desk: Desk, card: Card) -> tuple[Event, ...]:
    """Return what the card would do now: the marbles as the Automa last saw them, no rabbi placed since."""
    position, rulings = desk.position, desk.rulings
    events: list[Event] = []
    position.cards.append(card)
    if has_bonus(desk, card):
        events.append(BonusTaken(card.bonus, position.strength, due=True))
    edges = [Edge(one.first, one.left_half, one.right_half) for one in position.cards]
    kind = choose_turn_type(position.types, edges, position.golems, rulings, None)
    events.append(TurnKind(kind))
    if kind == "rabbi":
        tiles = [ActionSpot(number in position.occupied, False) for number in range(1, position.participants + 2)]
        spot = choose_tile(card.rabbi, tiles, position.golems, rulings, None)
        # Where the tile lies that lets the Automa kill a golem, it asks only when it seeks it.
        if spot is not None and not seeks_kill(position.golems, rulings):
            events.append(PlaceRabbi(spot))
    elif position.rows is not None and position.character is not None:
        taken = choose_marble(card.marble, make_synagogue(position, rulings), None)
        if taken is not None:
            row = taken.marble.row
            action = mirror_row(desk, under_work=taken.works) if row == "mirror" else find_action(row)
            events.append(TakeMarble(row, taken.marble.colour, action, len(position.rows[row])))
    return tuple(events)


def has_bonus(desk: Desk, card: Card) -> bool:
    """Take the bonus before the action, as in a turn, and return whether there is one: a golem that it creates may
    change the action."""
    with contextlib.suppress(Unanswered):  # what its tile gives is unknown, but it is there
        take_bonus(desk, card)
    events = [step.event for step in desk.steps]
    due = any(isinstance(event, BonusTaken) and event.due for event in events)
    return due and not any(isinstance(event, BonusFails) for event in events)
