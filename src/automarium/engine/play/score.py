"""The score of a game, as data."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from automarium.engine.message import Message


class ScoreLine(msgspec.Struct, frozen=True):
    """A line of the score sheet: ``amount`` things of a side, worth ``each`` points."""

    side: str
    what: str
    amount: int
    each: int
    clause: str

    @property
    def points(self) -> int:
        return self.amount * self.each


class ScoreSheet(msgspec.Struct, frozen=True):
    """Lines, totals by side, verdict. ``winner`` is a side, "both" for a draw, None while the verdict is open."""

    lines: tuple[ScoreLine, ...]
    totals: dict[str, int]
    verdict: Message | None = None
    winner: str | None = None


TOTAL = "total"  # instead of a line: the total of a side


class Counting(msgspec.Struct, frozen=True):
    """A command that enters (or corrects) numbers in a side's column. ``lines`` maps its fields to lines of the sheet;
    a field that has no line there gets its own, because other lines depend on it. ``given`` are fields that are already
    known."""

    command: str
    side: str
    lines: Mapping[str, str]
    given: Mapping[str, str] = {}
