"""Hands: applied literally, piece by piece, they give the table that the app shows; each has a text."""

from __future__ import annotations

import re
from typing import Any

import pytest

from automarium.engine.game.playthrough import Playthrough
from automarium.engine.layout import Hand, PlacedPieces, TrackValue
from automarium.engine.play.command import Input
from automarium.engine.question import Answer
from automarium.games.scythe.commands import Added, Fought, Go, Next
from automarium.games.scythe.corrections import Adjust
from automarium.games.scythe.map import PRINTED
from automarium.games.scythe.position import LEVELS
from automarium.i18n.languages import LANGUAGES
from automarium.i18n.translator import Translator
from automarium.views.game import View
from automarium.views.turn import build_turn
from tests.games.scythe.kit import DEFINITION, game, tell, top_card
from tests.games.whole_games import check_hands

VOICES = [Translator(lang, [DEFINITION.folder]) for lang in LANGUAGES]
OPTIONS: list[dict[str, Any]] = [
    {"deck": "app"},
    {"deck": "mine"},
    {"deck": "mine", "options": "yes", "move_gate": "yes", "placement_gate": "yes", "all_moves": "yes"},
]


def said(live: Playthrough, hand: Hand, translator: Translator) -> str:
    """A hand in words; where the room has none of its own, what the words common to all games are filled with."""
    own = DEFINITION.table.hand_words(live.shown, hand)
    if own is not None:
        return translator.sentence(own)
    if hand.track:
        return f"{translator.term('track', f'{hand.side}.{hand.track}')}: {hand.from_} → {hand.to}"
    ends = " → ".join(translator.term("place", end) for end in (hand.from_, hand.to))
    return f"{translator.term('piece', f'{hand.side}.{hand.piece}')}: {ends}"


def hands_of(live: Playthrough, *put: Input | Answer) -> list[str]:
    """The hands that the last of these leaves, in English."""
    tell(live, *put)
    return [said(live, hand, VOICES[0]) for hand in live.hands]


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("options", OPTIONS, ids=["app", "mine", "gates"])
@pytest.mark.parametrize("seed", range(3))
def test_hands_done_literally_give_the_same_table(level: str, options: dict[str, Any], seed: int) -> None:
    """Over a whole game, undo and redo among its lines; and every hand and every thing on the table has its words."""
    chosen = {"SCY-A24": "removed"} if seed % 2 else {}
    chosen |= {"SCY-A20": "twice"} if seed == 2 else {}
    kept = {"level": level, "human": "polania", "faction": "saxony", **options}
    for live in check_hands(DEFINITION, PRINTED, kept, seed, chosen):
        for translator in VOICES:
            for hand in live.hands:
                assert_words(said(live, hand, translator))
        for line in live.layout().lines():
            for translator in VOICES:
                assert_words(named(line, translator))


def assert_words(text: str) -> None:
    assert not re.search(r"[a-z]+\.[a-z]|\br\dc\d\b|\{", text), text


def named(line: PlacedPieces | TrackValue, translator: Translator) -> str:
    """What a thing on the table is called. Counters of a territory or a due are known by the hands they make."""
    if isinstance(line, PlacedPieces):
        return f"{translator.term('piece', f'{line.side}.{line.piece}')}, {translator.term('place', line.at)}"
    if line.side == "automa" or line.track in ("stars", "scheme", "shuffles"):
        return str(translator.term("track", f"{line.side}.{line.track}"))
    return ""


def test_her_turn_in_hands() -> None:
    live = game()
    top_card(live.position, 9)
    assert hands_of(live, Next()) == [
        "Automa's worker: A4 (forest) → B4 (mountain)",
        "Automa's worker: the mat → the home base",
        "Automa's mech: the mat → the home base",
        "Star tracker: +1 (8 to Scheme II)",
        "With the popularity recruit: +1",
    ]


def test_what_was_told_is_not_to_be_done_again_but_what_follows_is() -> None:
    live = game({"deck": "mine"})
    tell(live, Next(), 9)
    assert hands_of(live, Added("mech", "base")) == []
    assert hands_of(live, Go("mech", "base", "r1c5")) == [
        "Automa's worker: A5 (tundra) → the home base",
        "3 oil: supply → A5",
        "You lose 1 popularity",
    ]
    assert hands_of(live, Adjust("power", 9)) == []


def test_undo_and_redo_bring_everything_back_and_again() -> None:
    live = game({"deck": "mine"})
    tell(live, Next(), 9, Added("mech", "base"), Go("mech", "base", "r1c5"))
    live.undo()
    assert [said(live, hand, VOICES[0]) for hand in live.hands] == [
        "Undone: You lose 1 popularity",
        "All resources: A5 → supply",
        "Your mech: A5 (tundra) → the home base",
        "Automa's worker: the home base → A5 (tundra)",
    ], "what came last goes first"
    live.redo()
    assert "Your mech: the home base → A5 (tundra)" in [said(live, hand, VOICES[0]) for hand in live.hands]


def test_what_she_cleared_and_took_is_put_back_in_words() -> None:
    back = [
        Hand(side="table", track="cleared-r4c4", from_=1, to=0),
        Hand(side="table", piece="encounter", from_="out", to="r4c4"),
    ]
    assert [said(game(), hand, VOICES[0]) for hand in back] == [
        "Resources: back to D4",
        "Encounter token: back to D4",
    ]


def test_a_combat_she_wins_in_hands() -> None:
    live = game({"deck": "mine"})
    tell(live, Adjust("mech", "r4c4", "mat"), Added("mech", "base"), Go("mech", "base", "r4c4"), Fought("r4c4"))
    tell(live, "ready", 19)
    assert hands_of(live, {"cards": 2, "total": 1}) == [
        "Your mech: D4 (mountain) → the home base",
        "Automa's power: 4 → 0",
        "Automa's combat cards: 1 → 0",
        "Automa's stars: 0 → 1",
        "All resources: D4 → supply",
        "You draw 1 combat card",
    ]


def test_ones_own_cards_are_shuffled_and_turned_by_hand() -> None:
    live = game({"deck": "mine"})
    tell(live, Adjust("tracker", 8), Next())
    assert hands_of(live, 3)[-4:] == [
        "Star tracker: +1, onto Scheme II",
        "Automa's stars: 0 → 1",
        "Rotate all Automa cards to Scheme II",
        "Shuffle all your Automa cards into a new deck",
    ]
    shown = build_turn(View(live, VOICES[0]), len(live.runs) - 1)
    assert shown.lines[-1].text == "Automa cards: rotate all to Scheme II, shuffle them", "done in one go"
    assert hands_of(game({"deck": "mine"}), Adjust("tracker", 15)) == [
        "Automa's stars: 0 → 2",
        "Rotate all Automa cards to Scheme II",
        "Shuffle all your Automa cards into a new deck",
    ], "a corrected cube is no hand, what follows from it is"
    app = game()
    tell(app, Adjust("tracker", 8))
    top_card(app.position, 3)
    assert not [text for text in hands_of(app, Next()) if "cards" in text], "the app's deck is nobody's to shuffle"
