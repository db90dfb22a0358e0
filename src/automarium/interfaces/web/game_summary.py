"""What the shelf shows of a game while nobody plays it. A room is large, and a page that is its own server would load
all of them before anything is shown: there the covers were written down when the site was made (tools/make_site.py)."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

from automarium.box.items import has_things
from automarium.games import plugins

FILE = "covers.json"  # beside this module, in a site alone


class GameSummary(msgspec.Struct, frozen=True):
    """The sign of the game, if it has one; its colour by day and by night; whether there is a box to tell of."""

    sign: str
    accent: tuple[str, str]
    things: bool


@cache
def load_summary(game: str) -> GameSummary:
    return _load_written().get(game) or read_summary(game)


def read_summary(game: str) -> GameSummary:
    """As the room itself says."""
    definition = plugins.load_definition(game)
    return GameSummary(definition.page.signs.get("game", ""), definition.page.accent, has_things(definition))


@cache
def _load_written() -> dict[str, GameSummary]:
    file = Path(__file__).parent / FILE
    return msgspec.json.decode(file.read_bytes(), type=dict[str, GameSummary]) if file.exists() else {}
