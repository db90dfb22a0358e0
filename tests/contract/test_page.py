"""The page shows the Automa's card, numbers and tracks with words in every language."""

from __future__ import annotations

import pytest

from automarium.engine.play.command import NEXT
from automarium.games import plugins
from automarium.i18n.languages import LANGUAGES
from automarium.views.turn import build_cards, build_gauges, build_turn
from tests.contract.kit import definitions, list_levels, make_view, play_inputs

every_room = pytest.mark.parametrize("name", definitions())


@every_room
@pytest.mark.parametrize("lang", LANGUAGES)
def test_her_numbers_and_her_card_have_words_all_game_long(name: str, lang: str) -> None:
    """The marker is on exactly one space of a track; a tap corrects what can be corrected."""
    definition = plugins.load_definition(name)
    for game, input_ in play_inputs(definition, list_levels(definition)[-1]):
        if game.position is None or game.question is not None or input_ is None:
            continue
        view = make_view(game, lang)
        run = game.runs[-1]
        lines = build_turn(view, len(game.runs) - 1).lines
        for one in build_gauges(view, lines):
            assert one.text
            if one.track is not None:
                assert one.adjust is not None, one.text
                assert sum(space.here for space in one.track.spaces) == (0 if one.track.pips else 1)
        if run.input is not None and run.input.name() == NEXT:
            for card in build_cards(view, run):
                assert card.corner
                assert all(cell.about for cell in card.cells)
                assert all(icon.words for cell in card.cells for icon in cell.icons)


@every_room
def test_of_a_card_something_is_used(name: str) -> None:
    """Unused parts of a card are struck out, but never a whole card."""
    definition = plugins.load_definition(name)
    used = []
    for game, _ in play_inputs(definition, list_levels(definition)[0]):
        run = game.runs[-1]
        if game.question is None and run.input is not None and run.input.name() == NEXT:
            for card in build_cards(make_view(game, "en"), run):
                used.append(any(icon.used for cell in card.cells for icon in cell.icons))
    assert all(used)
