"""An explained game of the lab counts what the companion counts, and its points are those of the score sheet."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from automarium.box.box import checked_pack
from automarium.engine.content.rulings import settle
from automarium.engine.game.record import decode, replay
from automarium.engine.play.command import Input
from automarium.games import plugins
from automarium.lab.configuration import make_configuration
from automarium.lab.simulated_game import PreparedGame, play_game, record_game, simulate_game
from tests.contract.kit import definitions, list_levels
from tests.proof import scale


@pytest.mark.parametrize("name", definitions())
def test_hands_and_clauses_are_those_of_the_companion(name: str) -> None:
    """The record of the same game is replayed as a person plays it."""
    definition = plugins.load_definition(name)
    for level in (list_levels(definition)[0], list_levels(definition)[-1]):
        for rival in list(definition.lab.rivals)[:: scale(2, 1)]:
            ready = PreparedGame(make_configuration(name, {"level": level}, rival=rival))
            for seed in range(scale(1, 10)):
                row = simulate_game(ready, seed, 0, 0, explain=True)
                record = decode(record_game(ready, seed))
                pack = checked_pack(definition, record.header.own, record.header.packs)
                game, differs = replay(record, definition, pack)
                assert differs is None
                played = [run for run in game.runs if run.input is not None]
                assert row.hands == sum(len(part.hands) for run in played for part in run.segments), (level, rival)
                assert row.steps == sum(len(run.steps) for run in played)
                told = sum(len(step.clauses) for run in played for step in run.steps)
                assert sum(int(one.rpartition(":")[2]) for one in row.clauses.split()) == told


@pytest.mark.parametrize("name", definitions())
def test_the_automas_total_is_that_of_the_score_sheet(name: str) -> None:
    definition = plugins.load_definition(name)
    base = make_configuration(name)
    rulings = settle(definition.rulings, {})
    seen = 0

    def watch(make: Callable[..., Any]) -> Callable[..., Any]:
        def made(*given: Any) -> Any:
            rival = make(*given)
            turn = rival.turn

            def watched(look: Callable[[], Any]) -> Iterator[Input]:
                nonlocal seen
                for input_ in turn(look):
                    yield input_
                    totals = definition.scoring.score(look(), rulings).totals
                    assert definition.scoring.count_automa(look(), rulings) == totals["automa"]
                    seen += 1

            rival.turn = watched
            return rival

        return made

    for level in list_levels(definition):
        options = make_configuration(name, {"level": level}).options
        play_game(definition, options, 3, base.pack, rival=watch(definition.lab.rival))
    assert seen > 10
