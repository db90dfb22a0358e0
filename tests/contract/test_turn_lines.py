"""What a turn left to do reads later as it read first: the totals of a line are those of its own moment."""

from __future__ import annotations

import pytest

from automarium.games import plugins
from automarium.views.game import View
from automarium.views.turn import build_turn
from tests.contract.kit import definitions, levels, played, view_of


def legs_of(view: View, index: int) -> list[list[str]]:
    return [[line.text for line in segment] for segment in build_turn(view, index).segments]


@pytest.mark.parametrize("name", definitions())
def test_a_line_says_the_totals_of_its_own_moment(name: str) -> None:
    """Of every leg of every turn: when it was new, and when the whole game has been played."""
    definition = plugins.load_definition(name)
    first: dict[int, list[list[str]]] = {}
    for game, told in played(definition, levels(definition)[-1]):
        if told is not None:
            index = len(game.runs) - 1
            first.setdefault(index, []).append(legs_of(view_of(game, "en"), index)[-1])
    for index, segments in first.items():
        assert legs_of(view_of(game, "en"), index) == segments
