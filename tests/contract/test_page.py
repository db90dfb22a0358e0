"""What a page shows of a room: her card, her numbers and tracks, with their words in every language."""

from __future__ import annotations

import pytest

from automarium.engine.play.command import NEXT
from automarium.games import plugins
from automarium.i18n.languages import LANGUAGES
from automarium.views.turn import build_cards, build_gauges, build_turn
from tests.contract.kit import definitions, levels, played, view_of

every_room = pytest.mark.parametrize("name", definitions())


@every_room
@pytest.mark.parametrize("lang", LANGUAGES)
def test_her_numbers_and_her_card_have_words_all_game_long(name: str, lang: str) -> None:
    """On a track her marker stands on exactly one space; a tap corrects whatever can be corrected."""
    definition = plugins.load_definition(name)
    for game, input_ in played(definition, levels(definition)[-1]):
        if game.position is None or game.question is not None or input_ is None:
            continue
        view = view_of(game, lang)
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
    """What she did not use is struck out, but never a whole card, all game long."""
    definition = plugins.load_definition(name)
    used = []
    for game, _ in played(definition, levels(definition)[0]):
        run = game.runs[-1]
        if game.question is None and run.input is not None and run.input.name() == NEXT:
            for card in build_cards(view_of(game, "en"), run):
                used.append(any(icon.used for cell in card.cells for icon in cell.icons))
    assert all(used)
