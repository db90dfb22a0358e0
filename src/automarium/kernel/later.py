"""A trace that is written when somebody reads it.

Most reasons are never asked for. Where a narrowing was made from values that do not change (sets of places, tables),
what was chosen is kept with them, and who fell out at which stage is worked out from the same values by whoever looks.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from automarium.kernel.choice import Stage, Trace


class LaterTrace(Trace, frozen=True, gc=False, eq=False):
    """``write`` makes the whole trace of ``values``, the same every time. The fields of a trace that it makes are empty
    here; mypy takes them for those of a dataclass, which cannot be read in another way."""

    write: Callable[..., Trace] | None = None
    values: tuple[Any, ...] = ()

    @property
    def written(self) -> Trace:
        assert self.write is not None
        return self.write(*self.values)

    @property  # type: ignore[misc]
    def candidates(self) -> tuple[Any, ...]:
        return self.written.candidates

    @property  # type: ignore[misc]
    def stages(self) -> tuple[Stage, ...]:
        return self.written.stages

    def __eq__(self, other: object) -> bool:
        return self.written == (other.written if isinstance(other, LaterTrace) else other)

    def __hash__(self) -> int:
        return hash(self.written.chosen)


def written_later(about: str, chosen: object, family: str, write: Callable[..., Trace], *values: object) -> Trace:
    """What was chosen, and the values from which ``write`` makes the whole trace."""
    return LaterTrace(about, (), (), chosen, family, write, values)
