"""Several devices in step: whoever has a game open hears when it has moved on (server-sent events).

One question every half second for all games that somebody listens to, so that changes of other processes are heard as
well; changes of this process are told at once.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator

from starlette.concurrency import run_in_threadpool

from automarium.companion.store import Store
from automarium.kernel.saying import Refused, refuse

EVERY = 0.5  # seconds between two looks
SILENCE = 15.0  # seconds after which a line goes out, so that a lost connection is noticed
MOST = 2000  # listeners of one process
AT_ONCE = 400  # games asked about in one question


class Herald:
    def __init__(self, store: Store) -> None:
        self._store = store
        self._listeners: dict[str, set[asyncio.Queue[int]]] = {}
        self._known: dict[str, int] = {}
        self._looking: asyncio.Task[None] | None = None
        self._count = 0

    async def listen(self, key: str, since: int) -> AsyncIterator[bytes]:
        """The lines of the stream; ``since`` is the revision that the page shows."""
        if self._count >= MOST:
            raise refuse("web.busy")
        heard: asyncio.Queue[int] = asyncio.Queue()
        self._count += 1
        self._listeners.setdefault(key, set()).add(heard)
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(self._look())
        try:
            yield b"retry: 2000\n\n"
            shown = since
            while True:
                try:
                    revision = await asyncio.wait_for(heard.get(), SILENCE)
                except TimeoutError:
                    yield b": still here\n\n"
                    continue
                if revision > shown:
                    shown = revision
                    yield f"event: revision\ndata: {revision}\n\n".encode()
        finally:
            self._count -= 1
            self._listeners[key].discard(heard)
            if not self._listeners[key]:
                del self._listeners[key]
                self._known.pop(key, None)

    def tell(self, key: str, revision: int) -> None:
        """A game has moved on."""
        if key in self._listeners:
            self._known[key] = revision
            for heard in self._listeners[key]:
                heard.put_nowait(revision)

    async def _look(self) -> None:
        while self._listeners:
            keys = list(self._listeners)
            for start in range(0, len(keys), AT_ONCE):
                with contextlib.suppress(Refused):  # a database that is away comes back
                    found = await run_in_threadpool(self._store.revisions, keys[start : start + AT_ONCE])
                    for key, revision in found.items():
                        if self._known.get(key, -1) < revision:
                            self.tell(key, revision)
            await asyncio.sleep(EVERY)

    async def close(self) -> None:
        if self._looking is not None:
            self._looking.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._looking
