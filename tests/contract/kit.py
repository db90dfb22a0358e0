"""Helpers for the contract tests: what ``automarium check`` uses, and the names of all games."""

from __future__ import annotations

from functools import cache

from automarium.check.messages import MissingMessage, StrictTranslator
from automarium.check.subject import SEED, list_levels, new_game, play_inputs
from automarium.engine.game.playthrough import Playthrough
from automarium.games import plugins
from automarium.views.game import View

__all__ = [
    "SEED",
    "MissingMessage",
    "StrictTranslator",
    "definitions",
    "list_levels",
    "make_view",
    "new_game",
    "play_inputs",
]


@cache
def definitions() -> tuple[str, ...]:
    return tuple(plugins.names())


def make_view(game: Playthrough, lang: str) -> View:
    return View(game, StrictTranslator(lang, game.definition))
