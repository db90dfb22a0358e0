"""A record carried out: one from outside, or one of an earlier version in today's form."""

from __future__ import annotations

import time
from collections.abc import Callable

import msgspec

from automarium.box import box
from automarium.box.box import replayed
from automarium.engine.game.migrations import Converted, as_far
from automarium.engine.game.record import VERSION, Outdated, Record, decode
from automarium.engine.message import Message, Refused, message
from automarium.games import plugins


def budget(seconds: float | None, clock: Callable[[], float] = time.monotonic) -> Callable[[], None]:
    """To be called after each line of a record: refuses to go on when the time is up."""
    if seconds is None:
        return lambda: None
    until = clock() + seconds

    def told() -> None:
        if clock() > until:
            raise OutOfTime(message("record.time", count=round(seconds)))

    return told


class OutOfTime(Refused):
    """The record takes longer than we give it."""


def whole_lines(content: bytes) -> list[bytes]:
    """The lines of a record as they are kept, without a torn last one."""
    return [line + b"\n" for line in content.split(b"\n")[:-1]]


def as_today(record: Record, told: Callable[[], None] = lambda: None) -> tuple[Converted, int | None]:
    """The game of a record and, as in ``kernel.record.replay``, the first line that comes out differently. A record as
    it is written today has no other lines; one of an earlier version is converted as far as it can be."""
    if record.header.automarium != VERSION:
        return converted(record, told), None
    try:
        game, differs = replayed(record, told)
        return Converted([], game), differs
    except Outdated as fault:
        found = converted(record, told)
        return found if found.fault is None else msgspec.structs.replace(found, fault=fault), None


def converted(record: Record, told: Callable[[], None] = lambda: None) -> Converted:
    """A record of an earlier version in today's form, as far as it can be told again."""
    definition = plugins.load_definition(record.header.game)
    return as_far(record, definition, box.checked_pack(definition, record.header.own, record.header.packs), told)


def of_today(record: Record) -> tuple[Record, list[Message]]:
    """A record in today's format, to be told again, and a word if it ends early there."""
    found, _ = as_today(record)
    if not found.lines:
        return record, []
    words = [] if found.fault is None else [message("record.unconverted")]
    return msgspec.structs.replace(decode(b"".join(found.lines)), torn=record.torn), words


def words_about(record: Record, differs: int | None) -> list[Message]:
    words = []
    if record.torn:
        words.append(message("record.torn", line=len(record.lines) + 2))
    if differs is not None:
        words.append(message("record.differs", line=differs, made=record.header.app))
    return words
