"""What a person should know about a record from outside."""

from __future__ import annotations

from automarium.engine.game.record import Record
from automarium.engine.message import Message, message


def record_warnings(record: Record, differs: int | None) -> list[Message]:
    """Return what a person should know about a record: its last line is torn, or line ``differs`` led elsewhere."""
    warnings = []
    if record.torn:
        warnings.append(message("record.torn", line=len(record.lines) + 2))
    if differs is not None:
        warnings.append(message("record.differs", line=differs, made=record.header.app))
    return warnings
