"""Texts that could mislead: printed marks, totals, no hand without a change."""

from __future__ import annotations

import pytest

from automarium.games.scythe.commands import Next
from automarium.games.scythe.corrections import Adjust
from automarium.games.scythe.events import SchemeTwo, Skip, Spent, Tracker
from automarium.games.scythe.position import Level
from automarium.games.scythe.text import describe_cube
from automarium.i18n.translator import Translator
from tests.games.scythe.kit import DEFINITION, game, play, position, tell, top_card

ENGLISH = Translator("en", [DEFINITION.folder])


def test_the_printed_marks_are_said_and_not_our_numbers() -> None:
    """The printed star card has other numbers than the pack."""
    assert ENGLISH.sentence(Tracker(7)) == "The cube moves one space."
    table = position(tracker=4)
    assert ENGLISH.sentence(describe_cube(table)) == "Star tracker: 5 spaces to Scheme II."
    table.tracker = 13
    assert ENGLISH.sentence(describe_cube(table)) == "Star tracker: 1 space to the next star."
    table.tracker = 21
    assert ENGLISH.sentence(describe_cube(table)) == "Star tracker: the cube is on its last star."
    assert describe_cube(table) in DEFINITION.words.overview(table)


@pytest.mark.clause("SCY-SCHEME-02")
@pytest.mark.parametrize(("deck", "turned"), [("app", False), ("mine", True)])
def test_only_ones_own_cards_are_turned_round(deck: str, turned: bool) -> None:
    live = game({"deck": deck})
    tell(live, Adjust("tracker", 8))
    top_card(live.position, 3)
    told = tell(live, Next(), *([3] if turned else []))
    assert ENGLISH.sentence(told.the(SchemeTwo)) == "Scheme II begins."
    words = [DEFINITION.table.hand_words(live.position, hand) for hand in live.hands]
    said = [ENGLISH.sentence(one) for one in words if one is not None]
    assert ("Rotate all Automa cards to Scheme II" in said) is turned


@pytest.mark.clause("SCY-VAR-01", "SCY-TURN-04")
@pytest.mark.parametrize("level", ["autometta", "automa"])
def test_who_skips_is_not_called_by_another_level(level: Level) -> None:
    live = game({"level": level, **({"options": "yes", "skipping": "yes"} if level == "automa" else {})})
    skipped = play(live.position, 7).the(Skip)
    assert ENGLISH.sentence(skipped) == "The Automa skips this turn."


def test_one_card_is_not_several() -> None:
    assert ENGLISH.sentence(Spent(3, 1)) == "The Automa has 3 power left; combat cards: 1."
