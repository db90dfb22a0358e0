"""The lines of a turn keep their totals: later they read as they did first."""

from __future__ import annotations

import pytest

from automarium.games import plugins
from automarium.views.game import View
from automarium.views.turn import build_turn
from tests.contract.kit import definitions, list_levels, make_view, play_inputs


def list_legs(view: View, index: int) -> list[list[str]]:
    return [[line.text for line in segment] for segment in build_turn(view, index).segments]


@pytest.mark.parametrize("name", definitions())
def test_a_line_says_the_totals_of_its_own_moment(name: str) -> None:
    """Of every leg of every turn: when it was new, and after the whole game."""
    definition = plugins.load_definition(name)
    first: dict[int, list[list[str]]] = {}
    for game, told in play_inputs(definition, list_levels(definition)[-1]):
        if told is not None:
            index = len(game.runs) - 1
            first.setdefault(index, []).append(list_legs(make_view(game, "en"), index)[-1])
    for index, segments in first.items():
        assert list_legs(make_view(game, "en"), index) == segments
