"""Translators of the page: its own messages and those of the games."""

from __future__ import annotations

import os
from functools import lru_cache

from automarium import lab
from automarium.engine.message import capitalise
from automarium.games import plugins
from automarium.i18n.translator import Translator

HERE = os.path.dirname(__file__)  # the page's own messages lie here


@lru_cache(maxsize=64)
def get_translator(lang: str, game: str | None = None) -> Translator:
    """Return a translator with the words of one game over those of the page and the lab; without a game, with the names
    of all games."""
    definitions = plugins.folders() if game is None else [plugins.load_definition(game).folder]
    return Translator(lang, [*definitions, HERE, lab.FOLDER])


def game_name(translator: Translator, game: str) -> str:
    return capitalise(translator.term("game", game))


def short_term(translator: Translator, family: str, value: object) -> str:
    """Return a term up to its first comma or bracket."""
    return capitalise(translator.term(family, value).partition(",")[0].partition(" (")[0])
