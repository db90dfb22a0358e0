"""The one sentence that says what settled a choice, and the two that were compared."""

from __future__ import annotations

import pytest

from automarium import games
from automarium.kernel.choice import Stage, Trace
from automarium.voice import Voice
from automarium.voice.why import compared, decided

MECH = Trace(
    "destination",
    ("r5c1", "r5c2", "r5c3", "r6c2"),
    (
        Stage("only", "SCY-UNIT-03", ("r5c1", "r5c2", "r5c3"), {}),
        Stage("least", "SCY-UNIT-05", ("r5c1", "r5c2"), {"r5c1": 1, "r5c2": 1, "r5c3": 2}),
        Stage("least", "SCY-MOVE-13", ("r5c2",), {"r5c1": 3, "r5c2": 2}),
    ),
    "r5c2",
    "place",
)


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "E2 (farm): closest to your combat units; of those, closest to the Factory."),
        ("uk", "E2 (ферма): найближче до ваших бойових фігурок; з них найближче до Фабрики."),
        ("ru", "E2 (ферма): ближе всего к вашим боевым фигуркам; из них ближе всего к Фабрике."),
    ],
)
def test_a_choice_in_one_sentence(lang: str, said: str) -> None:
    assert decided(MECH, {}, Voice(lang, [games.room("scythe").folder])) == said


def test_the_two_finalists_with_what_told_them_apart() -> None:
    two = compared(MECH, {}, Voice("en", [games.room("scythe").folder]))
    assert two is not None
    assert (two.chosen, two.second) == ("E2", "E1")
    assert two.measures == (("To your combat units", "1 step", "1 step"), ("To the Factory", "2 steps", "3 steps"))


def test_a_condition_that_one_alone_met_is_said_as_such() -> None:
    only = Trace("destination", ("r5c1", "r5c2"), (Stage("only", "SCY-UNIT-03", ("r5c2",), {}),), "r5c2", "place")
    said = decided(only, {}, Voice("en", [games.room("scythe").folder]))
    assert said.startswith("E2 (farm): nothing else fits: ")


def test_no_choice_no_sentence() -> None:
    voice = Voice("en", [games.room("scythe").folder])
    assert decided(Trace("destination", ("r5c2",), (), "r5c2", "place"), {}, voice) == ""
    assert decided(Trace("destination", ("r5c1", "r5c2"), (), None, "place"), {}, voice) == ""
