"""The odds of the Automa's next card: what each card that can come would do."""

from __future__ import annotations

import msgspec

from automarium.engine.play.event import Event


class Chances(msgspec.Struct, frozen=True):
    """An outcome, and the cards that lead to it."""

    outcome: tuple[Event, ...]
    cards: tuple[int, ...]


class Odds(msgspec.Struct, frozen=True):
    """The cards that can come next, and what each would do now. A tally has one event and all cards that lead to it."""

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
    """A place that her next card may attack, and the cards that do."""

    at: str
    cards: tuple[int, ...]
