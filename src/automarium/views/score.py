"""Odds and score as data with their text."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from automarium.engine.play.event import Event
from automarium.engine.play.odds import Odds
from automarium.engine.play.score import ScoreSheet
from automarium.i18n.translator import Translator


class Outcome(msgspec.Struct, frozen=True):
    """An event that the next card may cause, and the cards that do."""

    event: Event
    text: str
    cards: tuple[int, ...]


class OddsView(msgspec.Struct, frozen=True):
    """``alike`` are groups of cards with the same effect, with that effect."""

    cards: tuple[int, ...]
    outcomes: tuple[Outcome, ...]
    alike: tuple[tuple[tuple[int, ...], str], ...]


class ScoreRow(msgspec.Struct, frozen=True):
    side: str
    what: str
    amount: int
    each: int
    points: int
    clause: str
    text: str


class ScoreView(msgspec.Struct, frozen=True):
    """``sums`` are the totals as sentences by side; ``winner`` is as in the sheet."""

    lines: tuple[ScoreRow, ...]
    totals: Mapping[str, int]
    sums: Mapping[str, str]
    verdict: str | None
    winner: str | None = None

    @property
    def lead(self) -> int:
        """By how many points one of two sides has won; 0 if a tie-breaker decided."""
        if self.winner is None or self.winner not in self.totals or len(self.totals) != 2:
            return 0
        return max(0, 2 * self.totals[self.winner] - sum(self.totals.values()))


def build_odds(odds: Odds, translator: Translator) -> OddsView:
    alike: dict[str, list[int]] = {}
    for card, events in odds.by_card.items():
        words = "; ".join(describe_briefly(event, translator) for event in events)
        alike.setdefault(words or translator.say("odds.open"), []).append(card)
    return OddsView(
        odds.cards,
        tuple(Outcome(one.outcome[0], describe_briefly(one.outcome[0], translator), one.cards) for one in odds.tallies),
        tuple((tuple(cards), text) for text, cards in alike.items()),
    )


def describe_briefly(event: Event, translator: Translator) -> str:
    """Return the short text of an event for lists, or its sentence if it has none."""
    key = f"short.{event.key()}"
    return translator.say(key, **event.params()) if translator.look_up(key) else translator.sentence(event)


def build_score(sheet: ScoreSheet, translator: Translator) -> ScoreView:
    rows = tuple(
        ScoreRow(
            line.side, line.what, line.amount, line.each, line.points, line.clause, translator.say(f"score.{line.what}")
        )
        for line in sheet.lines
    )
    sums = {side: translator.say(f"score.total.{side}", count=total) for side, total in sheet.totals.items()}
    verdict = None if sheet.verdict is None else translator.sentence(sheet.verdict)
    return ScoreView(rows, sheet.totals, sums, verdict, sheet.winner)
