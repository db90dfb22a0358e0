"""Explanations: the sentence on what decided a choice, the two candidates compared, the lines of "why"."""

from __future__ import annotations

import pytest

from automarium.engine.choice.trace import Stage, Trace
from automarium.games import plugins
from automarium.games.scythe.commands import Next
from automarium.i18n.explanation import compare_finalists, explain_trace, sum_up
from automarium.i18n.translator import Translator
from automarium.views.game import View
from automarium.views.turn import build_turn, find_reason, write_headline
from tests.games.scythe.kit import game, top_card

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
    assert sum_up(MECH, {}, Translator(lang, [plugins.load_definition("scythe").folder])) == said


def test_the_two_finalists_with_what_told_them_apart() -> None:
    two = compare_finalists(MECH, {}, Translator("en", [plugins.load_definition("scythe").folder]))
    assert two is not None
    assert (two.chosen, two.second) == ("E2", "E1")
    assert two.measures == (("To your combat units", "1 step", "1 step"), ("To the Factory", "2 steps", "3 steps"))


def test_a_condition_that_one_alone_met_is_said_as_such() -> None:
    only = Trace("destination", ("r5c1", "r5c2"), (Stage("only", "SCY-UNIT-03", ("r5c2",), {}),), "r5c2", "place")
    said = sum_up(only, {}, Translator("en", [plugins.load_definition("scythe").folder]))
    assert said.startswith("E2 (farm): nothing else fits (")


def test_no_choice_no_sentence() -> None:
    translator = Translator("en", [plugins.load_definition("scythe").folder])
    assert sum_up(Trace("destination", ("r5c2",), (), "r5c2", "place"), {}, translator) == ""
    assert sum_up(Trace("destination", ("r5c1", "r5c2"), (), None, "place"), {}, translator) == ""


@pytest.mark.parametrize(
    ("lang", "told", "said"),
    [
        (
            "en",
            "The Automa's mech stays on E2.",
            "The Automa's mech stays on E2: no other place is better (closest to your combat units",
        ),
        ("uk", "Її мех лишається на E2.", "Її мех лишається на E2: кращого місця немає (найближче до ваших"),
        ("ru", "Её мех остаётся на E2.", "Её мех остаётся на E2: лучшего места нет (ближе всего к вашим"),
    ],
)
def test_a_piece_that_stays_is_said_to_stay(lang: str, told: str, said: str) -> None:
    translator = Translator(lang, [plugins.load_definition("scythe").folder])
    assert sum_up(MECH, {}, translator, stays=told).startswith(said)


def test_a_turn_in_which_a_piece_stays_begins_with_that() -> None:
    """Regression: the story began with "G3 (farm): the first in reading order.", as if something had moved there."""
    live = game({"faction": "crimea", "human": "nordic"})
    top_card(live.position, 3)
    live.put(Next())
    view = View(live, Translator("en", [live.definition.folder]))
    shown = build_turn(view, len(live.runs) - 1)
    assert "The Automa's worker stays on G3 (farm)." in [told.text for told in shown.story]
    assert write_headline(view, shown).startswith("The Automa's worker stays on G3 (farm): no other place is better (")


@pytest.mark.parametrize(
    ("lang", "stays", "said"),
    [
        ("en", "stays on", "G3 (farm): no other place is better (the first in reading order)."),
        ("uk", "лишається на", "G3 (ферма): кращого місця немає (перша зліва направо і згори вниз)."),
        ("ru", "остаётся на", "G3 (ферма): лучшего места нет (первая слева направо и сверху вниз)."),
    ],
)
def test_a_piece_that_stays_has_its_reason_once(lang: str, stays: str, said: str) -> None:
    """Regression: "Worker on G3: the first in reading order. G3 (farm): the first in reading order."."""
    live = game({"faction": "crimea", "human": "nordic"})
    top_card(live.position, 3)
    live.put(Next())
    view = View(live, Translator(lang, [live.definition.folder]))
    (step,) = [told.step for told in build_turn(view, len(live.runs) - 1).story if stays in told.text]
    assert find_reason(view, step) == said


# ---------------------------------------------------------------------------------------------------- stage by stage


def lines(trace: Trace, definition: str, lang: str = "en") -> list[str]:
    return explain_trace(trace, (), {}, Translator(lang, [plugins.load_definition(definition).folder]))


def test_a_choice_without_a_candidate_says_what_was_looked_for() -> None:
    """Regression: a lonely "Nothing is left." stood before the next choice."""
    assert lines(Trace("piece", (), (), None), "scythe") == ["Which unit? none."]
    assert lines(Trace("piece", (), (), None), "scythe", "uk") == ["Яка фігурка? немає."]


def test_a_choice_that_comes_to_nothing_ends_like_one_that_comes_to_something() -> None:
    out = Trace("destination", ("r5c1",), (Stage("only", "SCY-ENC-02", (), {}),), None, "place")
    assert lines(out, "scythe")[-1] == "→ no option left"
    assert lines(MECH, "scythe")[-1] == "→ E2 (farm)"


@pytest.mark.parametrize(("kept", "answer"), [(("N1", "N2"), "yes"), ((), "no")])
def test_a_condition_of_the_whole_choice_holds_or_does_not(kept: tuple[str, ...], answer: str) -> None:
    given = Trace("target", ("N1", "N2"), (Stage("given", "EXP-MECH-09", kept, {}),), None, "place")
    assert lines(given, "expeditions")[1] == f"EXP-MECH-09 there must be enough glory for the target line: {answer}"
