"""Her three turns of the actions phase: rabbi or marble (GOL-TURN)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from automarium.games.golem.events import TurnKind
from automarium.games.golem.position import TURN_TYPES, Card, Desk, Golem, TurnType
from automarium.games.golem.rules.cards import reveal, take_bonus
from automarium.games.golem.rules.rabbi import rabbi_turn
from automarium.games.golem.rules.synagogue import marble_turn
from automarium.games.golem.rulings import Rulings
from automarium.kernel.choice import Notes, Rule, choose, decided, first, only, prefer

A_ROUND: dict[TurnType, int] = {"marble": 2, "rabbi": 1}  # GOL-TURN-01


def automa_turn(desk: Desk) -> None:
    """One of the three turns of a round; she never passes (GOL-GEN-07, GOL-TURN-01)."""
    position = desk.position
    position.turn += 1
    position.acting = len(position.types) + 1
    card = reveal(desk)
    take_bonus(desk, card)
    if decide_kind(desk) == "rabbi":
        rabbi_turn(desk, card)
    else:
        marble_turn(desk, card)
    position.acting = 0


def decide_kind(desk: Desk) -> TurnType:
    """Only one of the grey and yellow columns is carried out (GOL-CARD-07, GOL-TURN)."""
    position = desk.position
    kind = next_type(position.types, position.cards, position.golems, desk.rulings, desk.notes)
    position.types.append(kind)
    if desk.heard:
        desk.tell(TurnKind(kind), "GOL-TURN-01")
    return kind


class Edge(NamedTuple):
    """What decides the kind of a turn: which column of a card is further left, and its two edges."""

    first: TurnType
    left_half: bool
    right_half: bool


def turn_types(cards: Sequence[Edge], rulings: Rulings, notes: Notes | None) -> list[TurnType]:
    """Rabbi or marble, for every card of the round so far; the narrowing of the last one is noted."""
    types: list[TurnType] = []
    for number in range(1, len(cards) + 1):
        listen = notes if number == len(cards) else None
        types.append(next_type(types, cards[:number], (), rulings, listen))
    return types


def next_type(
    types: Sequence[TurnType],
    cards: Sequence[Edge | Card],
    golems: Iterable[Golem],
    rulings: Rulings,
    notes: Notes | None,
) -> TurnType:
    """The kind of this turn, after turns of these ``types``; the last card is this turn's."""
    card, second = cards[-1], len(types) == 1
    silhouette = second and cards[0].right_half and card.left_half
    far = rulings.a21 == "yes" and any(golem.far for golem in golems)
    return decided(_next_type, tuple(types), card.first, silhouette, far, notes=notes)


def _next_type(
    types: Sequence[TurnType], more_left: TurnType, silhouette: bool, far: bool, notes: Notes | None
) -> TurnType:
    second = len(types) == 1
    due = [kind for kind in TURN_TYPES if types.count(kind) < A_ROUND[kind]]
    rules: list[Rule[TurnType]] = []
    if len(due) < len(TURN_TYPES):  # one rabbi action and two marbles a round: GOL-TURN-06, GOL-TURN-08
        rules.append(only(due.__contains__, "GOL-TURN-03" if second else "GOL-TURN-07"))
    if far:
        rules.append(prefer("rabbi".__eq__, "GOL-A21"))
    if silhouette:
        rules.append(prefer("rabbi".__eq__, "GOL-TURN-04"))
    rules.append(first(more_left.__ne__, "GOL-TURN-05" if types else "GOL-TURN-02"))
    found = choose(TURN_TYPES, *rules, notes=notes, about="turn-type", family="turn-type")
    assert found is not None
    return found
