"""Limits of connections: per address, in total, and in time until the head of a request is complete.

A connection beyond the limit is closed without an answer.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from automarium.interfaces.web.security.request_guard import group_address

log = logging.getLogger("automarium.web")

OF_ONE_ADDRESS = 64  # a browser opens six, and a family may share an address
OF_ALL = 4096
FOR_OTHERS = 200  # descriptors for other files
WANTED_DESCRIPTORS = 65_536
HEAD_SECONDS = 10.0  # from the first byte of a request to the end of its head
EVERY = 60.0  # seconds between two lines of the log about the same trouble


class ConnectionSlots:
    """Counts connections per address and in total; ``free`` is an address without a limit of its own (a proxy)."""

    def __init__(self, per_address: int, total: int, free: str | None = None) -> None:
        self.per_address, self.total = per_address, total
        self._free = None if free is None else group_address(free)
        self._slots: Counter[str] = Counter()

    def __len__(self) -> int:
        return self._slots.total()

    def take(self, address: str) -> bool:
        group = group_address(address)
        if len(self) >= self.total or (group != self._free and self._slots[group] >= self.per_address):
            return False
        self._slots[group] += 1
        return True

    def release(self, address: str) -> None:
        group = group_address(address)
        self._slots[group] -= 1
        if self._slots[group] <= 0:
            del self._slots[group]


def raise_descriptor_limit() -> int:
    """Raise the limit of file descriptors; return how many connections fit in."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return OF_ALL

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = WANTED_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, WANTED_DESCRIPTORS)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = wanted
    return OF_ALL if soft == resource.RLIM_INFINITY else max(1, min(OF_ALL, soft - FOR_OTHERS))


class LogThrottle:
    """Logs each kind of error of the event loop at most once a minute, with its count."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._last: dict[str, float] = {}
        self._counts: Counter[str] = Counter()

    def __call__(self, loop: asyncio.AbstractEventLoop, context: dict[str, object]) -> None:
        message = str(context.get("message", ""))
        now = self._clock()
        self._counts[message] += 1
        if now - self._last.get(message, -EVERY) < EVERY:
            return
        self._last[message] = now
        log.error("%s (%d times): %s", message, self._counts.pop(message), context.get("exception"))


class LimitedProtocol(H11Protocol):
    """A connection with a slot and a time limit for each head. The request guard limits bodies."""

    slots = ConnectionSlots(OF_ONE_ADDRESS, OF_ALL)  # of this process; see ``set_connection_limits``
    seconds = HEAD_SECONDS
    _timer: asyncio.TimerHandle | None = None
    _has_slot = False

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        if self.loop.get_exception_handler() is None:
            self.loop.set_exception_handler(LogThrottle())

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._has_slot = self.slots.take(self._address())
        if self._has_slot:
            self._start_timer()
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._stop_timer()
        if self._has_slot:
            self._has_slot = False
            self.slots.release(self._address())

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.conn.their_state is h11.IDLE and not self.transport.is_closing():
            self._start_timer()
        else:
            self._stop_timer()

    def _address(self) -> str:
        return self.client[0] if self.client else ""

    def _start_timer(self) -> None:
        if self._timer is None:
            self._timer = self.loop.call_later(self.seconds, self.transport.abort)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def set_connection_limits(proxy: str | None) -> None:
    """Set the limits of this process, before it serves."""
    LimitedProtocol.slots = ConnectionSlots(OF_ONE_ADDRESS, raise_descriptor_limit(), proxy)
