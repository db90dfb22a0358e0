"""The threads in which requests are carried out, and the share of them that one address has.

Pages of one address run a few at once; the others of that address wait. Heavy work (``HeavyRoute``) has a few threads
of its own: one for an address, a few requests wait, and more are answered with 429. The owner has no such limits.
Counted per process.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import ParamSpec, TypeVar

import anyio
import anyio.to_thread
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request

from automarium.interfaces.web.security.request_guard import get_client, group_address

P = ParamSpec("P")
T = TypeVar("T")

PAGES = 2  # of one address at once; more would not be faster, because one thread computes at a time
HEAVY = 1  # of one address at once
WAITING = 4  # heavy requests of one address that wait
HEAVY_THREADS = 4  # for heavy work of all addresses
RETRY = {"retry-after": "5"}


class AddressShares:
    """A semaphore per address, which exists while it is used."""

    def __init__(self, at_once: int, waiting: int | None = None) -> None:
        self._at_once = at_once
        self._most = None if waiting is None else at_once + waiting
        self._used: dict[str, tuple[asyncio.Semaphore, int]] = {}

    def is_full(self, address: str) -> bool:
        return self._most is not None and address in self._used and self._used[address][1] >= self._most

    @contextmanager
    def enter(self, address: str) -> Iterator[asyncio.Semaphore]:
        """Count a request of the address; yield the semaphore under which it works."""
        share, count = self._used.get(address) or (asyncio.Semaphore(self._at_once), 0)
        self._used[address] = share, count + 1
        try:
            yield share
        finally:
            share, count = self._used[address]
            if count == 1:
                del self._used[address]
            else:
                self._used[address] = share, count - 1


class ThreadShares:
    """``is_owner``: whether a request is without limits."""

    def __init__(self, is_owner: Callable[[Request], bool]) -> None:
        self._is_owner = is_owner
        self._pages = AddressShares(PAGES)
        self._heavy = AddressShares(HEAVY, WAITING)
        self._threads = anyio.CapacityLimiter(HEAVY_THREADS)

    async def run(self, request: Request, work: Callable[P, T], *args: P.args, **more: P.kwargs) -> T:
        """Carry out the work of a page in a thread."""
        if self._is_owner(request):
            return await run_in_threadpool(work, *args, **more)
        with self._pages.enter(_find_group(request)) as share:
            async with share:
                return await run_in_threadpool(work, *args, **more)

    async def run_heavy(
        self, request: Request, work: Callable[..., T], read: Callable[[Request], Awaitable[object]] | None = None
    ) -> T:
        """Read a request and carry out its heavy work in a thread. Raise HTTPException 429 if too many wait."""
        if self._is_owner(request):
            return await run_in_threadpool(work, request, *([] if read is None else [await read(request)]))
        address = _find_group(request)
        if self._heavy.is_full(address):
            async for _ in request.stream():  # a client that is still sending would not see the answer
                pass
            raise HTTPException(429, headers=RETRY)
        with self._heavy.enter(address) as share:
            sent = [] if read is None else [await read(request)]
            async with share:
                return await anyio.to_thread.run_sync(work, request, *sent, limiter=self._threads)


def _find_group(request: Request) -> str:
    return group_address(get_client(request.scope))
