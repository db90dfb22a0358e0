"""The page shows the Automa's card, numbers and tracks with words in every language."""

from __future__ import annotations

import os

import pytest

from automarium.engine.drawing.svg import PLAIN, list_names
from automarium.engine.play.command import NEXT
from automarium.games import plugins
from automarium.i18n.languages import LANGUAGES
from automarium.i18n.po_file import read_po
from automarium.views.score_sheet import build_sheet
from automarium.views.turn import build_cards, build_gauges, build_turn
from tests.contract.kit import definitions, list_levels, make_view, play_inputs

every_room = pytest.mark.parametrize("name", definitions())


@every_room
@pytest.mark.parametrize("lang", LANGUAGES)
def test_her_numbers_and_her_card_have_words_all_game_long(name: str, lang: str) -> None:
    """The marker is on exactly one space of a track, or the thing laid last; a tap corrects what can be corrected."""
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
                laid = any(space.laid is not None for space in one.track.spaces)
                assert sum(space.here for space in one.track.spaces) == (laid if one.track.pips else 1)
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


@every_room
def test_lines_numbers_commands_and_rows_of_the_score_have_signs(name: str) -> None:
    """Each an icon of its own name, not the plain one."""
    definition = plugins.load_definition(name)
    signs, icons = definition.page.signs, list_names() - {PLAIN}
    game = None
    for game, _ in play_inputs(definition, list_levels(definition)[-1]):
        if game.position is not None and game.question is None:
            view = make_view(game, "en")
            lines = build_turn(view, len(game.runs) - 1).lines
            assert [one.text for one in lines if one.sign not in icons and one.chip is None] == []
            assert [one.name for one in build_gauges(view, lines) if one.sign not in icons] == []
    assert game is not None
    rows = build_sheet(view, view.score(), telling=True).rows
    keys = read_po(os.path.join(definition.folder, "locale", "en.po"))
    counted = {key.removeprefix("score.") for key in keys if key.startswith("score.") and ".total." not in key}
    named = {*(row.sign for row in rows), *counted}
    assert sorted(one for one in named if signs.get(one) not in icons) == []
    assert [one for one in definition.commands if one != NEXT and signs.get(one) not in icons] == []
