"""Automarium runs the Automas of board games for a person at a real table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"
__all__ = ["__version__", "decide", "table"]

if TYPE_CHECKING:
    from automarium.companion.oracle import decide
    from automarium.companion.protocol import TableStream


def table() -> TableStream:
    """A stream that plays whole games: ``send(line)`` takes a line of the table protocol and gives its answer."""
    from automarium.companion.protocol import TableStream

    return TableStream()


def __getattr__(name: str) -> Any:
    # The oracle is loaded when it is first used: `automarium --version` must not pay for it.
    if name == "decide":
        from automarium.companion.oracle import decide

        return decide
    raise AttributeError(name)
