"""The benchmarks name functions of the games by text: they must exist."""

from __future__ import annotations

from importlib import import_module
from operator import attrgetter

import pytest
from benchmarks.decision_cost import DECISIONS


@pytest.mark.parametrize("game", DECISIONS)
def test_the_decisions_that_are_counted_exist(game: str) -> None:
    for module, functions in DECISIONS[game].items():
        for function in functions:
            assert callable(attrgetter(function)(import_module(f"automarium.games.{game}.{module}")))
