"""A track: numbered spaces in a line, some of them marked, with a token on one of them."""

from __future__ import annotations

import msgspec


class Track(msgspec.Struct, frozen=True):
    """Spaces ``low`` to ``high``; ``marked`` are those that do something when the token arrives."""

    low: int
    high: int
    marked: tuple[int, ...] = ()

    def step(self, at: int, by: int = 1) -> tuple[int, int]:
        """Where the token ends, and how many steps it could not make (with their sign)."""
        wanted = at + by
        reached = self.low if wanted < self.low else self.high if wanted > self.high else wanted
        return reached, wanted - reached

    def passed(self, at: int) -> int:
        """How many marked spaces lie at or before ``at``."""
        return sum(1 for space in set(self.marked) if space <= at)
