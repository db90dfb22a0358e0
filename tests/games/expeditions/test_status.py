"""The status of a game and what ``next`` does, in words."""

from __future__ import annotations

import pytest

from automarium.engine.game.playthrough import Playthrough
from automarium.engine.message import message
from automarium.engine.play.command import Respond
from automarium.games.expeditions.commands import Boasted, Next
from automarium.games.expeditions.corrections import Adjust
from automarium.i18n.languages import LANGUAGES
from automarium.i18n.translator import Translator
from automarium.views.game import View
from tests.games.expeditions.kit import DEFINITION, game, let_play


def words(live: Playthrough, lang: str = "en") -> tuple[str, str | None]:
    view = View(live, Translator(lang, [DEFINITION.folder]))
    return view.stage, view.coming


def test_turns_are_counted_from_the_humans_side() -> None:
    live = game({"starts": "human"})
    assert words(live) == ("Your turn 1", "Automa's turn")
    let_play(live)
    assert words(live) == ("Your turn 2", "Automa's turn")


def test_she_may_begin() -> None:
    live = game({"starts": "automa"})
    assert words(live) == ("Automa's turn", "Automa's turn")
    let_play(live)
    assert words(live) == ("Your turn 1", "Automa's turn")


def test_in_the_middle_of_her_turn_it_is_her_turn_and_nothing_comes_before_the_answer() -> None:
    live = game({"deck": "mine"})
    live.put(Next())
    assert words(live) == ("Automa's turn", None)
    live.put(Respond(14))
    assert words(live) == ("Automa's turn", None)


@pytest.mark.clause("EXP-END-05")
def test_final_turns_are_named_and_the_end_is_announced() -> None:
    live = game({"deck": "mine"})
    for _ in range(4):
        live.put(Boasted())
    assert words(live) == ("Your turn 1", "Automa's final turn")
    let_play(live)
    assert words(live) == ("Your final turn", "End of the game")
    live.put(Next())
    assert words(live) == ("The game is over", None)
    hers = game()
    hers.put(Adjust("last-turns", "human-automa"))
    assert words(hers) == ("Your final turn", "Automa's final turn")
    hers.put(Adjust("last-turns", "automa"))
    assert words(hers) == ("Automa's final turn", "Automa's final turn")


@pytest.mark.clause("EXP-END-05")
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_humans_last_turn_is_not_named_after_her(lang: str) -> None:
    """Regression: the ``next`` that ends the game was logged as her turn, though she plays no more."""
    live = game({"deck": "mine"})
    for _ in range(4):
        live.put(Boasted())
    let_play(live)
    view = View(live, Translator(lang, [DEFINITION.folder]))
    assert view.title(live.runs[-1]) == view.translator.sentence(Next().describe())
    live.put(Next())
    ended = view.translator.sentence(message("input.next.end"))
    assert view.title(live.runs[-1]) == view.undo == ended
    live.undo()
    assert view.redo == ended, "undone, too"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_is_said_in_every_language(lang: str) -> None:
    live = game()
    for last in ("none", "human", "automa", "human-automa", "automa-human"):
        live.put(Adjust("last-turns", last))
        stage, coming = words(live, lang)
        assert "." not in stage
        assert coming is not None
        assert "." not in coming
