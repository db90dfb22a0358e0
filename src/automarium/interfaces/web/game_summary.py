"""What the shelf shows of a game while nobody plays it. A room is large, and a page that is its own server would load
all of them before anything is shown: there the covers were written down when the site was made (tools/make_site.py)."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

from automarium.box.items import has_things
from automarium.games import plugins

FILE = "covers.json"  # beside this module, in a site alone


class Cover(msgspec.Struct, frozen=True):
    """The sign of the game, if it has one; its colour by day and by night; whether there is a box to tell of."""

    sign: str
    accent: tuple[str, str]
    things: bool


@cache
def cover(game: str) -> Cover:
    return _written().get(game) or read(game)


def read(game: str) -> Cover:
    """As the room itself says."""
    room = plugins.room(game)
    return Cover(room.signs.get("game", ""), room.accent, has_things(room))


@cache
def _written() -> dict[str, Cover]:
    file = Path(__file__).parent / FILE
    return msgspec.json.decode(file.read_bytes(), type=dict[str, Cover]) if file.exists() else {}
