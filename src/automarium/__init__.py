"""Automarium runs the Automas (solo opponents) of board games for a person at a real table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__version__ = "2.0.0"
__all__ = ["Game", "GameError", "__version__", "decide", "new", "table"]

if TYPE_CHECKING:
    from automarium.api import Game, GameError, new
    from automarium.protocol.oracle import decide
    from automarium.protocol.stream import TableStream


def table() -> TableStream:
    """Return a stream for whole games: ``send(line)`` takes a line of the table protocol and returns its answer."""
    from automarium.protocol.stream import TableStream

    return TableStream()


def __getattr__(name: str) -> Any:
    # Loaded at the first use, so that `automarium --version` is fast.
    if name == "decide":
        from automarium.protocol.oracle import decide

        return decide
    if name in ("Game", "GameError", "new"):
        from automarium import api

        return getattr(api, name)
    raise AttributeError(name)
