"""The voices of the page: its own messages and the rooms'."""

from __future__ import annotations

import os
from functools import lru_cache

from automarium import lab
from automarium.engine.message import capital
from automarium.games import plugins
from automarium.i18n.translator import Translator

HERE = os.path.dirname(__file__)  # the page's own messages lie here


@lru_cache(maxsize=64)
def get_translator(lang: str, game: str | None = None) -> Translator:
    """The words of one game over the page's, the lab's and the common ones; without a game, the names of all."""
    definitions = plugins.folders() if game is None else [plugins.load_definition(game).folder]
    return Translator(lang, [*definitions, HERE, lab.FOLDER])


def game_name(translator: Translator, game: str) -> str:
    return capital(translator.term("game", game))


def short_term(translator: Translator, family: str, value: object) -> str:
    """A term as far as the first comma or bracket: the rest explains it."""
    return capital(translator.term(family, value).partition(",")[0].partition(" (")[0])
