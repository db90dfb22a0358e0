"""Automarium runs the Automas of board games for a person at a real table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"
__all__ = ["__version__", "decide"]

if TYPE_CHECKING:
    from automarium.faces.oracle import decide


def __getattr__(name: str) -> Any:
    # The oracle is loaded when it is first used: `automarium --version` must not pay for it.
    if name == "decide":
        from automarium.faces.oracle import decide

        return decide
    raise AttributeError(name)
