"""What the next card may bring, counted over all that can come."""

from __future__ import annotations

import msgspec

from automarium.engine.play.event import Event


class Chances(msgspec.Struct, frozen=True):
    """One outcome of the next card, and the cards that bring it."""

    outcome: tuple[Event, ...]
    cards: tuple[int, ...]


class Odds(msgspec.Struct, frozen=True):
    """Over all cards that can come next: what each would do now. ``tallies`` count one event each over all of them."""

    cards: tuple[int, ...]
    by_card: dict[int, tuple[Event, ...]]
    tallies: tuple[Chances, ...]

    @classmethod
    def counted(cls, by_card: dict[int, tuple[Event, ...]]) -> Odds:
        """Every event with the cards that bring it, the likeliest first."""
        found: dict[str, tuple[Event, dict[int, None]]] = {}
        for card, events in by_card.items():
            for event in events:
                found.setdefault(repr(event), (event, {}))[1][card] = None
        ranked = sorted(found.values(), key=lambda tally: -len(tally[1]))
        return cls(tuple(by_card), by_card, tuple(Chances((event,), tuple(cards)) for event, cards in ranked))


class Threat(msgspec.Struct, frozen=True):
    """A place where she can strike with her next card, and the cards that do."""

    at: str
    cards: tuple[int, ...]
