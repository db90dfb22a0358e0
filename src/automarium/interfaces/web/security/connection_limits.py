"""Who may hold a connection: so many an address, so many together, and each must ask for something soon.

A server that takes whoever comes is locked by a thousand clients who never finish their first line. What is refused
here is closed without a word: an answer would cost more than the question.
"""

from __future__ import annotations

import asyncio
import logging
import sys
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from automarium.interfaces.web.security.request_guard import neighbourhood

log = logging.getLogger("automarium.web")

OF_ONE_ADDRESS = 64  # a browser opens six, and a family may sit behind one address
OF_ALL = 4096
FOR_OTHERS = 200  # descriptors that are not connections: the store, the log, what a thread reads
WANTED_DESCRIPTORS = 65_536
HEAD_SECONDS = 10.0  # from the first byte of a request to the end of its head
EVERY = 60.0  # seconds between two lines of the log about the same trouble


class Seats:
    """How many there are of everybody and of each; ``free`` is an address without a limit of its own (a proxy, which
    speaks for many)."""

    def __init__(self, of_one: int, of_all: int, free: str | None = None) -> None:
        self.of_one, self.of_all = of_one, of_all
        self._free = None if free is None else neighbourhood(free)
        self._taken: Counter[str] = Counter()

    def __len__(self) -> int:
        return self._taken.total()

    def take(self, address: str) -> bool:
        who = neighbourhood(address)
        if len(self) >= self.of_all or (who != self._free and self._taken[who] >= self.of_one):
            return False
        self._taken[who] += 1
        return True

    def leave(self, address: str) -> None:
        who = neighbourhood(address)
        self._taken[who] -= 1
        if self._taken[who] <= 0:
            del self._taken[who]


def raise_descriptors() -> int:
    """As many descriptors as the system lets us have; how many connections fit in."""
    if sys.platform == "win32":
        return OF_ALL
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = WANTED_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, WANTED_DESCRIPTORS)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = wanted
    return OF_ALL if soft == resource.RLIM_INFINITY else max(1, min(OF_ALL, soft - FOR_OTHERS))


class Seldom:
    """The loop's complaints: each kind at most once in a while, with how often it came since."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._last: dict[str, float] = {}
        self._since: Counter[str] = Counter()

    def __call__(self, loop: asyncio.AbstractEventLoop, context: dict[str, object]) -> None:
        said = str(context.get("message", ""))
        now = self._clock()
        self._since[said] += 1
        if now - self._last.get(said, -EVERY) < EVERY:
            return
        self._last[said] = now
        log.error("%s (%d times): %s", said, self._since.pop(said), context.get("exception"))


class LimitedProtocol(H11Protocol):
    """A connection that has a place, and a time limit for each head. Bodies are timed by the guard."""

    places = Seats(OF_ONE_ADDRESS, OF_ALL)  # of this process; ``open_doors`` says how many there really are
    seconds = HEAD_SECONDS
    _late: asyncio.TimerHandle | None = None
    _seated = False

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        if self.loop.get_exception_handler() is None:
            self.loop.set_exception_handler(Seldom())

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._seated = self.places.take(self._address())
        if self._seated:
            self._wait_for_head()
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._head_is_there()
        if self._seated:
            self._seated = False
            self.places.leave(self._address())

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.conn.their_state is h11.IDLE and not self.transport.is_closing():
            self._wait_for_head()
        else:
            self._head_is_there()

    def _address(self) -> str:
        return self.client[0] if self.client else ""

    def _wait_for_head(self) -> None:
        if self._late is None:
            self._late = self.loop.call_later(self.seconds, self.transport.abort)

    def _head_is_there(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None


def open_doors(proxy: str | None) -> None:
    """In each process that serves, before it does."""
    LimitedProtocol.places = Seats(OF_ONE_ADDRESS, raise_descriptors(), proxy)
