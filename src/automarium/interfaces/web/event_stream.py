"""Server-sent events that tell open pages of a game about its new revisions.

Changes of this process are sent at once; those of other processes are found by polling the store.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import AsyncGenerator

from starlette.concurrency import run_in_threadpool

from automarium.engine.message import Refused
from automarium.storage.store import Store

EVERY = 0.5  # seconds between two polls
SILENCE = 15.0  # seconds until a comment line is sent, to notice lost connections
MOST = 2000  # listeners of one process
MOST_OF_ONE = 32  # of one address
AT_ONCE = 400  # games per query


class EventListener:
    """One open page, and the last revision that it knows."""

    def __init__(self, since: int) -> None:
        self.known = since
        self.news: asyncio.Queue[int] = asyncio.Queue()

    def notify(self, revision: int) -> None:
        if revision > self.known:
            self.known = revision
            self.news.put_nowait(revision)


class EventStream:
    def __init__(self, store: Store) -> None:
        self._store = store
        self._by_game: dict[str, set[EventListener]] = {}
        self._polling: asyncio.Task[None] | None = None
        self._listeners: Counter[str] = Counter()

    def is_full(self, address: str) -> bool:
        """Return whether the process or the address has reached its limit of listeners."""
        return self._listeners.total() >= MOST or self._listeners[address] >= MOST_OF_ONE

    async def listen(self, key: str, since: int, address: str = "") -> AsyncGenerator[bytes, None]:
        """Yield the lines of the stream; ``since`` is the revision that the page shows."""
        listener = EventListener(since)
        self._listeners[address] += 1
        self._by_game.setdefault(key, set()).add(listener)
        if self._polling is None or self._polling.done():
            self._polling = asyncio.create_task(self._poll())
        try:
            yield b"retry: 2000\n\n"
            while True:
                try:
                    revision = await asyncio.wait_for(listener.news.get(), SILENCE)
                except TimeoutError:
                    yield b": still here\n\n"
                else:
                    yield f"event: revision\ndata: {revision}\n\n".encode()
        finally:
            self._listeners[address] -= 1
            if not self._listeners[address]:
                del self._listeners[address]
            self._by_game[key].discard(listener)
            if not self._by_game[key]:
                del self._by_game[key]

    def notify(self, key: str, revision: int) -> None:
        """Send the revision of a game to its listeners."""
        for listener in self._by_game.get(key, ()):
            listener.notify(revision)

    async def _poll(self) -> None:
        while self._by_game:
            keys = list(self._by_game)
            for start in range(0, len(keys), AT_ONCE):
                with contextlib.suppress(Refused):  # the database may be away for a while
                    found = await run_in_threadpool(self._store.revisions, keys[start : start + AT_ONCE])
                    for key, revision in found.items():
                        self.notify(key, revision)
            await asyncio.sleep(EVERY)

    async def close(self) -> None:
        if self._polling is not None:
            self._polling.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._polling
