"""A record from outside: how long it may take, and what a person should know about it."""

from __future__ import annotations

import time
from collections.abc import Callable

from automarium.engine.game.record import Record
from automarium.engine.message import Message, Refused, message


class OutOfTime(Refused):
    """Replaying a record takes longer than it may."""


def make_budget(seconds: float | None, clock: Callable[[], float] = time.monotonic) -> Callable[[], None]:
    """Return a function to be called after each line of a record. It raises OutOfTime when the time is up."""
    if seconds is None:
        return lambda: None
    until = clock() + seconds

    def check_time() -> None:
        if clock() > until:
            raise OutOfTime(message("record.time", count=round(seconds)))

    return check_time


def record_warnings(record: Record, differs: int | None) -> list[Message]:
    """Return what a person should know about a record: its last line is torn, or line ``differs`` led elsewhere."""
    warnings = []
    if record.torn:
        warnings.append(message("record.torn", line=len(record.lines) + 2))
    if differs is not None:
        warnings.append(message("record.differs", line=differs, made=record.header.app))
    return warnings
