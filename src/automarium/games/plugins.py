"""Find the games. A game of ours is a folder here whose ``definition.py`` has its class: ``Golem`` in ``golem``.

Another package offers a game by an entry point of the group ``automarium.games``: its name is the game's, its value the
class (``heron.definition:Heron``). It cannot replace one of ours.

A document (``automa.toml``) is a game once :func:`add_document` has been called with its text. Its name ends with a
hash of the text. The last ``MOST_DOCUMENTS`` are kept in memory; every record holds the document that it belongs to.
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
MOST_DOCUMENTS = 32
_documents: dict[str, AnyDefinition] = {}  # the oldest first


def names() -> list[str]:
    """Return the names of all games, ours first."""
    return [*_ours(), *(name for name in sorted(_others()) if name not in _ours())]


def folders() -> list[str]:
    """Return the folders of all games, for their words alone. Games of ours are not imported for it; a game of another
    package that cannot be loaded is left out."""
    found = [os.path.join(os.path.dirname(__file__), name) for name in _ours()]
    for name in names():
        if name not in _ours():
            with suppress(Refused):
                found.append(load_definition(name).folder)
    return found


def load_definition(name: str, where: str = "game") -> AnyDefinition:
    """Return the one definition of a game; no other game is imported. Raise Refused if the game is unknown or cannot be
    loaded; ``where`` is the field that named it."""
    if (document := _documents.get(name)) is not None:
        return document
    if name not in _ours() and name not in _others():
        raise refuse("game.unknown", where, given=name, options=names())
    return _load(name)


def add_document(text: str) -> str:
    """Make a game of a document and return its name. Raise Refused if something in the document is wrong."""
    from automarium.documents.document import load_document
    from automarium.documents.game import make_definition, remove_files

    known = next((name for name, one in list(_documents.items()) if one.document == text), None)
    if known is not None:
        return known
    definition = make_definition(load_document(text))
    _documents[definition.name] = definition
    for oldest in list(_documents)[:-MOST_DOCUMENTS]:
        remove_files(_documents.pop(oldest).folder)
    return definition.name


def load_recorded(game: str, document: str) -> AnyDefinition:
    """Return the definition of a recorded game, which is that of the ``document`` in its header if there is one. Raise
    Refused if the game is unknown or is not the document's."""
    if document and (name := add_document(document)) != game:
        raise refuse("document.other", "game", given=game, name=name)
    return load_definition(game)


def is_loaded(name: str) -> bool:
    """Return whether the module of a game of ours has been imported."""
    return f"automarium.games.{name}.definition" in sys.modules


@cache
def _ours() -> tuple[str, ...]:
    here = os.path.dirname(__file__)
    definitions = ("definition.py", "definition.pyc")  # the offline page has compiled modules alone
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
def _load(name: str) -> AnyDefinition:
    """Import and instantiate a game. Whatever fails in another package is reported with its name."""
    if name in _ours():
        definition: AnyDefinition = getattr(import_module(f"automarium.games.{name}.definition"), name.capitalize())()
        return definition
    point = _others()[name]
    try:
        found = point.load()
        if isinstance(found, type) and issubclass(found, GameDefinition) and found.name == name:
            return found()
    except Exception as error:
        raise refuse(
            "game.broken", given=name, package=point.value, detail=f"{type(error).__name__}: {error}"
        ) from None
    raise refuse("game.no-room", given=name, package=point.value)
