"""The budget of the table: in every room few questions a turn, counted as ``benchmarks.questions`` counts them."""

from __future__ import annotations

import pytest
from benchmarks.questions import BUDGETS, DECK, MANY, Work, measure, taps, ways

from automarium import games
from automarium.kernel.table import Count, Field, Form, Several
from tests.contract.kit import rooms
from tests.proof import scale


@pytest.mark.parametrize("deck", ["app", "mine"])
@pytest.mark.parametrize("name", [name for name in rooms() if name in BUDGETS])
def test_few_questions_a_turn(name: str, deck: str) -> None:
    """At the first and the last level; 99 of 100 turns have at most four."""
    room = games.room(name)
    levels = [options for options in ways(room) if options[DECK] == deck]
    for options in (levels[0], levels[-1]):
        work = measure(room, options, scale(2, 30))
        assert work.questions <= BUDGETS[name][deck], options
        assert work.few >= 0.99, f"{options}: {max(work.asked)} questions in a turn, {MANY} are many"


def test_what_stays_as_it_is_filled_in_is_no_tap() -> None:
    row = Several(about="?", options=("red", "blue"), most=3, default=["red"])
    form = Form(about="?", fields=(Field("row", row), Field("times", Count(about="?", low=0, high=9))))
    assert taps(form, {"row": ["red"], "times": 0}) == 1
    assert taps(form, {"times": 3}) == 1, "what is left out, too"
    assert taps(form, {"row": ["blue", "blue"], "times": 3}) == 3
    assert taps(row, []) == 0


def test_questions_of_ones_own_moves_count_with_her_turns() -> None:
    assert Work(asked=[1, 0], beside=1).questions == 1
