"""The odds of the Automa's next card: what each card that can come would do."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from copy import deepcopy
from typing import TypeVar

import msgspec

from automarium.engine.content.pack import Pack
from automarium.engine.content.rulings import RulingBook
from automarium.engine.play.chance import Chance
from automarium.engine.play.desk import Desk, Table, Unanswered
from automarium.engine.play.event import Event

P = TypeVar("P")
R = TypeVar("R", bound=RulingBook)


class Chances(msgspec.Struct, frozen=True):
    """An outcome, and the cards that lead to it."""

    outcome: tuple[Event, ...]
    cards: tuple[int, ...]


class Odds(msgspec.Struct, frozen=True):
    """The cards that can be next, and what each would do now. A tally has one event and all cards that lead to it."""

    cards: tuple[int, ...]
    by_card: dict[int, tuple[Event, ...]]
    tallies: tuple[Chances, ...]

    @classmethod
    def counted(cls, by_card: dict[int, tuple[Event, ...]]) -> Odds:
        """Return the odds for the events of each card, the likeliest event first."""
        found: dict[str, tuple[Event, dict[int, None]]] = {}
        for card, events in by_card.items():
            for event in events:
                found.setdefault(repr(event), (event, {}))[1][card] = None
        ranked = sorted(found.values(), key=lambda tally: -len(tally[1]))
        return cls(tuple(by_card), by_card, tuple(Chances((event,), tuple(cards)) for event, cards in ranked))


class Threat(msgspec.Struct, frozen=True):
    """A place that the next Automa card may attack, and the cards that do."""

    at: str
    cards: tuple[int, ...]


def try_cards(
    position: P, pack: Pack, rulings: R, cards: Iterable[int], play: Callable[[Desk[P, R], int], None]
) -> Odds:
    """Return the odds of cards that can come next: ``play`` plays each card on a copy of the position, up to the first
    question that the rules ask."""
    by_card = {}
    for card in cards:
        desk = Desk(deepcopy(position), pack, rulings, Table(Chance(0), explain=False))
        with suppress(Unanswered):
            play(desk, card)
        by_card[card] = tuple(step.event for step in desk.steps)
    return Odds.counted(by_card)
