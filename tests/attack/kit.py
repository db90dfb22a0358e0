"""What the tests of this folder share."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

A_LONG_TIME = 60.0  # seconds; what these tests look at takes a thousandth of it, or hours


@contextmanager
def in_time(seconds: float = A_LONG_TIME) -> Iterator[None]:
    """Fail instead of hanging. The bound is so wide that no load of the machine reaches it."""

    def late(_: int, __: FrameType | None) -> None:
        raise AssertionError(f"still at it after {seconds} seconds")

    before = signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
