"""Find the games. A game of ours is a folder here whose ``definition.py`` has its class: ``Golem`` in ``golem``.

Another package offers a game by an entry point of the group ``automarium.games``: its name is the game's, its value the
class (``heron.definition:Heron``). It cannot replace one of ours. A game of another package whose files contradict each
other (see ``engine/consistency.py``) is refused like one that cannot be imported; neither affects the other games.

A document (``automa.toml``) is a game once :func:`add_document` has been called with its text. Its name ends with a
hash of the text. The last ``MOST_DOCUMENTS`` are kept in memory; every record holds the document that it belongs to.
"""

from __future__ import annotations

import os
import re
import sys
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
    """Return the names of all games, ours first. A game of another package that cannot be loaded is left out."""
    return [*_ours(), *(name for name in _list_others() if not isinstance(_try(name), Refused))]


def find_broken() -> dict[str, Refused]:
    """Return why games of other packages cannot be loaded, by their names."""
    tried = {name: _try(name) for name in _list_others()}
    return {name: found for name, found in tried.items() if isinstance(found, Refused)}


def folders() -> list[str]:
    """Return the folders of all games, for their words alone. Games of ours are not imported for it; a game of another
    package that cannot be loaded is left out."""
    found = [os.path.join(os.path.dirname(__file__), name) for name in _ours()]
    tried = [_try(name) for name in _list_others()]
    return [*found, *(one.folder for one in tried if not isinstance(one, Refused))]


def load_definition(name: str, where: str = "game") -> AnyDefinition:
    """Return the one definition of a game; no other game is imported. Raise Refused if the game is unknown or cannot be
    loaded; ``where`` is the field that named it."""
    if (document := _documents.get(name)) is not None:
        return document
    if name not in _ours() and name not in _others():
        if re.fullmatch(r".+-[0-9a-f]{8}", name):
            raise refuse("document.gone", where, given=name)
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


def is_document(name: str) -> bool:
    """Return whether a document of this name has been added."""
    return name in _documents


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
    if not any(map(_has_group, sys.path)):
        return {}
    from importlib.metadata import entry_points  # takes longer to load than a decision takes

    return {point.name: point for point in entry_points(group=GROUP)}


def _has_group(folder: str) -> bool:
    """Return whether the metadata of a package in a folder of Python's path names the group."""
    folder = folder or os.curdir
    if not os.path.isdir(folder):
        return os.path.exists(folder)  # an archive: importlib.metadata looks into it
    for name in os.listdir(folder):
        if name.endswith((".dist-info", ".egg-info")):
            try:
                with open(os.path.join(folder, name, "entry_points.txt"), "rb") as file:
                    if GROUP.encode() in file.read():
                        return True
            except OSError:  # most packages have no such file
                continue
    return False


def _list_others() -> list[str]:
    return sorted(set(_others()) - set(_ours()))


@cache
def _try(name: str) -> AnyDefinition | Refused:
    """Return the definition of another package's game, or why it cannot be loaded."""
    try:
        return _load(name)
    except Refused as refused:
        return refused


@cache
def _load(name: str) -> AnyDefinition:
    """Return a game. Whatever fails in another package is reported with its name, its file and its line."""
    if name in _ours():
        definition: AnyDefinition = getattr(import_module(f"automarium.games.{name}.definition"), name.capitalize())()
        return definition
    from automarium.engine.consistency import (
        find_contradictions,  # only for games of other packages
        join_findings,
    )

    definition = load_unchecked(name)
    findings = [] if definition.folder.startswith("document:") else find_contradictions(definition)
    if findings:
        package = _others()[name].value
        raise refuse("game.contradicts", given=name, package=package, findings=join_findings(findings))
    return definition


@cache
def load_unchecked(name: str) -> AnyDefinition:
    """Import and instantiate a game of another package without comparing its files. Raise Refused if that fails."""
    if name not in _others():
        return load_definition(name)
    from automarium.engine.consistency import locate_error

    point = _others()[name]
    try:
        found = point.load()
        if isinstance(found, type) and issubclass(found, GameDefinition) and found.name == name:
            return found()
    except Refused as refused:
        raise refuse("game.broken", given=name, package=point.value, detail=refused.message) from None
    except Exception as error:
        at = locate_error(error, point.module.partition(".")[0])
        detail = f"{type(error).__name__}: {error}{f' ({at[0]}:{at[1]})' if at else ''}"
        raise refuse("game.broken", given=name, package=point.value, detail=detail) from None
    raise refuse("game.no-room", given=name, package=point.value)
