"""Odds: what each undrawn card would do now, and how often a total wins a combat."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import cache

from automarium.engine.content.pack import Pack
from automarium.engine.message import Message, message
from automarium.engine.play.chance import Chance
from automarium.engine.play.desk import Desk, Table
from automarium.engine.play.event import Event
from automarium.engine.play.odds import Odds, Threat
from automarium.engine.question import Answer, AnyQuestion, Count
from automarium.games.scythe.events import ORACLE_STEPS, Attack, Raid
from automarium.games.scythe.position import COMBAT_VALUES, Card, Position, Side, get_cards
from automarium.games.scythe.rules.combat import MOST_TOTAL, compute_strength, is_automa_winner
from automarium.games.scythe.rules.stars import SixthStar
from automarium.games.scythe.rules.turn import Stopped, play_card
from automarium.games.scythe.rulings import Rulings


def compute_odds(position: Position, pack: Pack, rulings: Rulings) -> Odds:
    coming = position.deck.coming  # an empty deck is shuffled first: SCY-DECK-08
    cards = get_cards(pack, position.expansion)
    return Odds.counted({id_: preview_card(position, cards[id_], pack, rulings) for id_ in coming})


def preview_card(position: Position, card: Card, pack: Pack, rulings: Rulings) -> tuple[Event, ...]:
    """Return the events of a card up to a combat. Gates are taken as open, and no sixth star is placed."""
    table = Table(Chance(0), stand_in=_assume, explain=False)
    desk = Desk(copy.deepcopy(position), pack, rulings, table)
    with suppress(Stopped, SixthStar):
        play_card(desk, card, fights=False)
    return tuple(step.event for step in table.steps if isinstance(step.event, ORACLE_STEPS))


def _assume(question: AnyQuestion) -> Answer:
    return question.low if isinstance(question, Count) else "no"


COMMITTING = ("ask.ready", "ask.ready.own")
WORTH_SAYING = (Fraction(1, 4), Fraction(1, 2), Fraction(3, 4), Fraction(9, 10), Fraction(1))


def find_threats(position: Position, odds: Odds) -> Sequence[Threat]:
    """Return the territories that an attack or a raid of the next card would hit, with those cards."""
    found: dict[str, dict[int, None]] = {}
    for tally in odds.tallies:
        for event in tally.outcome:
            if isinstance(event, (Attack, Raid)):
                found.setdefault(event.to, {}).update(dict.fromkeys(tally.cards))
    return [Threat(at, tuple(cards)) for at, cards in found.items()]


def find_hints(position: Position, question: AnyQuestion, pack: Pack) -> Sequence[Message]:
    """Return which totals win how often, before the dial is set: over the Automa cards that can come and any combat
    cards."""
    if question.about not in COMMITTING:
        return ()
    chances = compute_chances(position, pack, get_attacker(question))
    totals = dict.fromkeys(
        next(total for total, chance in chances.items() if chance >= least) for least in WORTH_SAYING
    )
    steps = [message("hint.total", total=total, percent=int(100 * chances[total])) for total in totals]
    return (message("hint.combat", steps=steps),)


def get_attacker(question: AnyQuestion) -> Side:
    attacker: Side = question.params["attacker"]
    return attacker


def compute_chances(position: Position, pack: Pack, attacker: Side) -> Mapping[int, Fraction]:
    """Return how likely each total of the human wins. The Automa's combat cards are unknown: any of the deck."""
    automa, coming = position.automa, position.deck.coming
    cards = get_cards(pack, position.expansion)
    sums: dict[int, Fraction] = {}
    for id_ in coming:
        power, used = compute_strength(cards[id_], automa.power, automa.combat_cards)
        for total, share in count_sums(used).items():
            sums[power + total] = sums.get(power + total, Fraction(0)) + share / len(coming)
    return {
        total: sum((share for her, share in sums.items() if not is_automa_winner(attacker, her, total)), Fraction(0))
        for total in range(MOST_TOTAL + 1)
    }


@cache
def count_sums(count: int) -> Mapping[int, Fraction]:
    """Return how likely each sum of so many combat cards of a whole deck is."""
    drawn: dict[tuple[int, ...], Fraction] = {(): Fraction(1)}
    for _ in range(count):
        further: dict[tuple[int, ...], Fraction] = {}
        for values, share in drawn.items():
            left = {value: many - values.count(value) for value, many in COMBAT_VALUES.items()}
            for value, many in left.items():
                further[(*values, value)] = share * Fraction(many, sum(left.values()))
        drawn = further
    found: dict[int, Fraction] = {}
    for values, share in drawn.items():
        found[sum(values)] = found.get(sum(values), Fraction(0)) + share
    return found
