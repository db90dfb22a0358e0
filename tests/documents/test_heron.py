"""Heron as a document plays exactly like Heron in Python."""

from __future__ import annotations

import os
from importlib import import_module
from pathlib import Path

import pytest

from automarium.engine.content.pack import Pack
from automarium.engine.game.playthrough import Playthrough
from automarium.engine.play.chance import Chance
from automarium.lab.simulated_game import play_game
from tests.documents.kit import load_example
from tests.proof import scale

HERON = Path(__file__).parent.parent.parent / "examples" / "heron"


def test_decisions_hands_and_scores_are_those_of_the_python_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(HERON))
    python = import_module("heron.definition").Heron()
    document, pack = load_example("heron")
    printed = Pack.of_folder(os.path.join(python.folder, "pack"))
    commands = document.commands
    for seed in range(scale(25, 250)):
        for level in ("calm", "hungry"):
            for choice in ("counts", "never"):
                options, rulings = {"level": level, "deck": "app"}, {"HER-AMB-01": choice}
                one = Playthrough(python, options, rulings, seed, printed)
                other = Playthrough(document, options, rulings, seed, pack)
                rival = python.lab.rival(printed, Chance(seed))
                while not one.position.over:
                    for input_ in rival.turn(lambda one=one: one.position):
                        one.put(input_)
                        match input_.name():
                            case "go":
                                other.put(commands["move"](to=input_.to))
                            case "fish":
                                other.put(commands["take"](count=input_.count))
                            case _:
                                other.put(commands["next"]())
                        assert one.hands == other.hands
                        traces = [trace for step in one.runs[-1].steps for trace in step.traces]
                        written = [trace for step in other.runs[-1].steps for trace in step.traces]
                        assert [(t.candidates, t.chosen) for t in traces] == [(t.candidates, t.chosen) for t in written]
                assert other.position.over
                score = python.scoring.score(one.position, one.rulings)
                assert document.scoring.score(other.position, other.rulings).totals == score.totals


def test_stand_in_plays_like_the_python_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(HERON))
    python = import_module("heron.definition").Heron()
    document, pack = load_example("heron")
    printed = Pack.of_folder(os.path.join(python.folder, "pack"))
    for seed in range(20):
        options = {"level": "hungry", "deck": "app"}
        one, other = play_game(python, options, seed, printed), play_game(document, options, seed, pack)
        assert (one.caught, one.yours, one.heron, one.turn) == (
            other.counts["fish"]["mat"],
            other.counts["fish"]["out"],
            other.at["heron"],
            other.turn,
        )
