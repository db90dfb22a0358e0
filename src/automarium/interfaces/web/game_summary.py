"""What the home page shows of each game.

A definition is slow to load. The offline site has the summaries in a file (tools/make_site.py).
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

from automarium.box.items import has_items
from automarium.engine.definition import Shades
from automarium.games import plugins

FILE = "covers.json"  # beside this module, in the offline site


class GameSummary(msgspec.Struct, frozen=True):
    """The icon of a game (or ""), its light and dark colour, whether its box has components, and the colours of its
    sides."""

    sign: str
    accent: tuple[str, str]
    things: bool
    palette: dict[str, tuple[Shades, Shades]] = {}


@cache
def load_summary(game: str) -> GameSummary:
    return _load_written().get(game) or read_summary(game)


def read_summary(game: str) -> GameSummary:
    """Return the summary from the definition."""
    definition = plugins.load_definition(game)
    look = definition.page
    return GameSummary(look.signs.get("game", ""), look.accent, has_items(definition), dict(look.palette))


@cache
def _load_written() -> dict[str, GameSummary]:
    file = Path(__file__).parent / FILE
    return msgspec.json.decode(file.read_bytes(), type=dict[str, GameSummary]) if file.exists() else {}
