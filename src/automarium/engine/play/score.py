"""The score of a game, as data."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from automarium.engine.message import Message


class ScoreLine(msgspec.Struct, frozen=True):
    """One way a side came to its points. ``amount`` is how many things, ``each`` their worth."""

    side: str
    what: str
    amount: int
    each: int
    clause: str

    @property
    def points(self) -> int:
        return self.amount * self.each


class ScoreSheet(msgspec.Struct, frozen=True):
    """``winner`` is the side that has won, "both" if neither, None as long as the verdict is open."""

    lines: tuple[ScoreLine, ...]
    totals: dict[str, int]
    verdict: Message | None = None
    winner: str | None = None


TOTAL = "total"  # instead of a line: all that a side has


class Counting(msgspec.Struct, frozen=True):
    """A command that tells (or corrects) numbers of a side's column: on which line of the sheet each of its fields
    stands. A field without one has a line of its own: what others are worth by it. ``given`` are fields that are known
    before."""

    command: str
    side: str
    lines: Mapping[str, str]
    given: Mapping[str, str] = {}
