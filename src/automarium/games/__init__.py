"""The rooms. A game is a folder here with a ``room.py`` that holds its ``ROOM``; nothing else has to know of it."""

from __future__ import annotations

import os
from importlib import import_module

from automarium.kernel.room import AnyRoom
from automarium.kernel.saying import refuse


def names() -> list[str]:
    """All games, by the names of their folders."""
    here = os.path.dirname(__file__)
    return sorted(name for name in os.listdir(here) if os.path.exists(os.path.join(here, name, "room.py")))


def folders() -> list[str]:
    """Where the rooms lie, for those who need only their names in words; no game is loaded."""
    return [os.path.join(os.path.dirname(__file__), name) for name in names()]


def room(name: str, where: str = "game") -> AnyRoom:
    """The room of a game; only this one game is loaded."""
    if name not in names():
        raise refuse("game.unknown", where, given=name, options=names())
    found: AnyRoom = import_module(f"{__name__}.{name}.room").ROOM
    return found
