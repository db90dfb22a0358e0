"""Every game asks few questions a turn, counted as in ``benchmarks.questions``."""

from __future__ import annotations

from contextlib import suppress

import pytest
from benchmarks.questions import (
    BUDGETS,
    DECK,
    FIRST_GAME_BUDGETS,
    MANY,
    MOST_LINES,
    WorkCount,
    count_taps,
    list_options,
    measure,
    play_first_game,
)

from automarium.box.box import checked_pack, find_holes
from automarium.engine.definition import AnyDefinition
from automarium.engine.message import Refused
from automarium.engine.play.chance import Chance
from automarium.engine.question import Count, Field, Form, Several
from automarium.games import plugins
from automarium.views.question import PersonDecision
from tests.answers import pick_any
from tests.contract.kit import definitions
from tests.proof import scale


@pytest.mark.parametrize("deck", ["app", "mine"])
@pytest.mark.parametrize("name", [name for name in definitions() if name in BUDGETS])
def test_few_questions_a_turn(name: str, deck: str) -> None:
    """At the first and the last level; 99 of 100 turns have at most four."""
    definition = plugins.load_definition(name)
    levels = [options for options in list_options(definition) if options[DECK] == deck]
    for options in (levels[0], levels[-1]):
        work = measure(definition, options, scale(2, 30))
        assert work.questions <= BUDGETS[name][deck], options
        assert work.few >= 0.99, f"{options}: {max(work.asked)} questions in a turn, {MANY} are many"
        assert max(work.at_once) <= MOST_LINES, f"{options}: {max(work.at_once)} lines on one screen"


@pytest.mark.parametrize("brief", [False, True])
@pytest.mark.parametrize("seed", range(scale(4, 60)))
@pytest.mark.parametrize("name", FIRST_GAME_BUDGETS)
def test_a_first_game_of_an_owner_has_few_screens_for_what_is_printed(name: str, seed: int, brief: bool) -> None:
    """A card at most so many taps, everything else so many screens in the game and in one turn, also if the owner
    enters only what must be entered (``brief``)."""
    counted = play_first_game(plugins.load_definition(name), seed % 4 + 1, seed, brief=brief)
    assert counted.is_within(FIRST_GAME_BUDGETS[name]), counted


def test_what_stays_as_it_is_filled_in_is_no_tap() -> None:
    row = Several(about="?", options=("red", "blue"), most=3, default=["red"])
    form = Form(about="?", fields=(Field("row", row), Field("times", Count(about="?", low=0, high=9))))
    assert count_taps(form, {"row": ["red"], "times": 0}) == 1
    assert count_taps(form, {"times": 3}) == 1, "what is left out as well"
    assert count_taps(form, {"row": ["blue", "blue"], "times": 3}) == 3
    assert count_taps(row, []) == 0


def test_questions_of_ones_own_moves_count_with_her_turns() -> None:
    assert WorkCount(turns=2, asked=[1, 0], beside=1).questions == 1


def test_what_is_asked_between_her_turns_is_shared_out_among_them() -> None:
    """A round of Golem has three Automa turns, and a morning and an evening with questions."""
    definition = plugins.load_definition("golem")
    work = measure(definition, next(iter(list_options(definition))), 1)
    assert (work.turns, len(work.asked)) == (12, 20)
    assert work.questions == sum(work.asked) / 12


# ------------------------------------------------------------------------------------------------------------ just ask


def questions_of(definition: AnyDefinition, ask: str, chance: Chance) -> list[str]:
    """Return the questions of one ask, each answered somehow; printed facts are counted apart."""
    asking = PersonDecision(definition, ask, checked_pack(definition, {}), {})
    asked: list[str] = []
    while (question := asking.question) is not None:
        with suppress(Refused):  # an impossible answer is asked again
            asking.answer(pick_any(question, chance))
            asked += [] if find_holes(question) else [question.about]
    return asked


@pytest.mark.parametrize(
    ("name", "ask"), [(name, ask) for name in definitions() for ask in plugins.load_definition(name).decisions]
)
def test_just_ask_asks_at_most_four_questions_whatever_is_answered(name: str, ask: str) -> None:
    """A form is one question: it is answered with one line, or one "Done"."""
    chance = Chance(1)
    for _ in range(scale(40, 2000)):
        asked = questions_of(plugins.load_definition(name), ask, chance)
        assert len(asked) <= MANY, asked
