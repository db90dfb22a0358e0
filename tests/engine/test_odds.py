"""The odds of the next card where the rules ask a question."""

from __future__ import annotations

import msgspec

from automarium.engine.content.pack import Pack
from automarium.engine.content.rulings import RulingBook
from automarium.engine.play.desk import Desk
from automarium.engine.play.event import Event
from automarium.engine.play.odds import try_cards
from automarium.engine.question import Count
from automarium.i18n.translator import Translator
from automarium.views.score import build_odds


class Position(msgspec.Struct):
    pass


class Over(Event, frozen=True, tag="odds.none"):
    pass


def test_card_that_asks_a_question_is_one_of_those_that_can_come() -> None:
    def play(desk: Desk[Position, RulingBook], card: int) -> None:
        if card == 2:
            desk.ask(Count(about="ask", low=0, high=1))
        desk.emit(Over, ())

    odds = try_cards(Position(), Pack({}, {}, {}), RulingBook(), [1, 2, 3], play)
    assert odds.cards == (1, 2, 3)
    assert [tally.cards for tally in odds.tallies] == [(1, 3)]
    view = build_odds(odds, Translator("en"))
    assert view.alike[1] == ((2,), "That depends on something on your table.")
