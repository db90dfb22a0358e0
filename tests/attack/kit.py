"""Helpers for the attack tests."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

A_LONG_TIME = 60.0  # seconds; normal runs take a thousandth of it, faults take hours


@contextmanager
def fail_if_late(seconds: float = A_LONG_TIME) -> Iterator[None]:
    """Fail instead of hanging. The limit is far above what a busy machine needs."""

    def late(_: int, __: FrameType | None) -> None:
        raise AssertionError(f"still at it after {seconds} seconds")

    if not hasattr(signal, "SIGALRM"):  # on Windows
        yield
        return
    before = signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
