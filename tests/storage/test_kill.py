"""``kill -9`` while writing, again and again on each database: nothing acknowledged is lost."""

from __future__ import annotations

from tests.attack import kills
from tests.proof import scale


def test_nothing_acknowledged_is_lost_by_kill_9(database: str | None, seed: int) -> None:
    kills.attack(scale(20, 200), 0, database, seed).check()
