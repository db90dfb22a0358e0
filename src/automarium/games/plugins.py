"""The rooms. A game is a folder here with a ``room.py`` that holds its ``ROOM``; nothing else has to know of it.

A package of somebody else's offers a room by an entry point of the group ``automarium.games``: its name is the game's,
its value the room (``my_package.room:ROOM``). Ours come first: nobody can stand in for them.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from automarium.engine.definition import AnyDefinition, GameDefinition
from automarium.engine.message import Refused, refuse

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "automarium.games"


def names() -> list[str]:
    """All games, ours and those of other packages."""
    return [*_ours(), *(name for name in sorted(_others()) if name not in _ours())]


def folders() -> list[str]:
    """Where the rooms lie, for those who need only their names in words; of ours none is loaded."""
    found = [os.path.join(os.path.dirname(__file__), name) for name in _ours()]
    for name in names():
        if name not in _ours():
            with suppress(Refused):  # whoever asks for a broken one is told; the others are named all the same
                found.append(load_definition(name).folder)
    return found


def load_definition(name: str, where: str = "game") -> AnyDefinition:
    """The room of a game; only this one game is loaded."""
    if name in _ours():
        found: AnyDefinition = import_module(f"automarium.games.{name}.definition").DEFINITION
        return found
    if name in _others():
        return _loaded(name)
    raise refuse("game.unknown", where, given=name, options=names())


def is_loaded(name: str) -> bool:
    """Return whether the module of a game of ours has been imported."""
    return f"automarium.games.{name}.definition" in sys.modules


@cache
def _ours() -> tuple[str, ...]:
    here = os.path.dirname(__file__)
    definitions = ("definition.py", "definition.pyc")  # inside a page the modules are compiled alone
    return tuple(
        sorted(
            name
            for name in os.listdir(here)
            if any(os.path.exists(os.path.join(here, name, definition)) for definition in definitions)
        )
    )


@cache
def _others() -> dict[str, EntryPoint]:
    from importlib.metadata import entry_points  # takes longer to load than a decision takes

    return {point.name: point for point in entry_points(group=GROUP)}


@cache
def _loaded(name: str) -> AnyDefinition:
    """A room from outside. What is broken there is said, and does not break the other games."""
    point = _others()[name]
    try:
        found = point.load()
    except Exception as error:
        raise refuse(
            "game.broken", given=name, package=point.value, detail=f"{type(error).__name__}: {error}"
        ) from None
    if not isinstance(found, GameDefinition) or found.name != name:
        raise refuse("game.no-room", given=name, package=point.value)
    return found
