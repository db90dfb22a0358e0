"""Packages of games in a folder, loaded as if they were installed."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

from automarium.box import box
from automarium.games import plugins
from automarium.interfaces.web.preferences import get_translator
from automarium.interfaces.web.static_files import accent_url, load_files, load_summary
from automarium.lab import configuration

REPOSITORY = Path(__file__).parents[2]
EXAMPLE = REPOSITORY / "examples" / "heron"
# What the program remembers of a game by its name: a process has one game of a name, these tests have many.
CACHED: tuple[Any, ...] = (
    plugins._load,
    plugins._try,
    plugins.load_unchecked,
    box._checked_pack,
    configuration._pack,
    get_translator,
    load_summary,
    load_files,
    accent_url,
)


@contextmanager
def installed(project: Path, name: str) -> Iterator[None]:
    """Offer the game of the package ``name`` in the folder ``project``."""
    offered = EntryPoint(name, f"{name}.definition:{''.join(map(str.capitalize, name.split('_')))}", plugins.GROUP)
    before = plugins._others
    plugins._others = lambda: {name: offered}  # type: ignore[assignment]
    sys.path.insert(0, str(project))
    _forget(name)
    try:
        yield
    finally:
        sys.path.remove(str(project))
        plugins._others = before
        _forget(name)


def _forget(name: str) -> None:
    """Forget the modules and the facts of a game."""
    for module in [one for one in sys.modules if one == name or one.startswith(f"{name}.")]:
        del sys.modules[module]
    for cached in CACHED:
        cached.cache_clear()
