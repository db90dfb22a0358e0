"""Sessions at hand for a server: brought up to date for each request, forgotten when others need the room.

Nothing in here matters: whoever asks again, here or in another process, gets the same game from the store.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager

from automarium.companion.session import Session, open_session
from automarium.companion.store import Store
from automarium.kernel.saying import Refused

MOST = 12_000  # lines of all games at hand; one takes some 6 kB with its reasons, and a third of a millisecond to redo


class Sessions:
    """``using`` gives one thread at a time a game's session, as it stands in the store now."""

    def __init__(self, store: Store, most: int = MOST) -> None:
        self.store = store
        self._most = most
        self._turn = threading.Lock()  # of the two tables, never held while a game is at work
        self._open: OrderedDict[str, Session] = OrderedDict()
        self._locks: dict[str, tuple[threading.Lock, int]] = {}

    @contextmanager
    def using(self, key: str) -> Iterator[Session]:
        with self._alone(key):
            session = self._take(key)
            try:
                yield session
            except Refused:  # refused as a whole: the game is as it was
                self._put_back(session)
                raise
            self._put_back(session)  # one that something else went wrong in is opened anew next time

    def add(self, session: Session) -> None:
        """A game that was begun just now need not be read again."""
        self._put_back(session)

    def _take(self, key: str) -> Session:
        with self._turn:
            session = self._open.pop(key, None)
        if session is None:
            return open_session(self.store, key)
        session.refresh()
        return session

    def _put_back(self, session: Session) -> None:
        with self._turn:
            self._open[session.key] = session
            lines = sum(one.revision for one in self._open.values())
            while lines > self._most and len(self._open) > 1:
                _, oldest = self._open.popitem(last=False)
                lines -= oldest.revision

    @contextmanager
    def _alone(self, key: str) -> Iterator[None]:
        """A lock for this game, kept only while somebody holds it or waits for it."""
        with self._turn:
            lock, waiting = self._locks.get(key, (threading.Lock(), 0))
            self._locks[key] = (lock, waiting + 1)
        try:
            with lock:
                yield
        finally:
            with self._turn:
                lock, waiting = self._locks[key]
                if waiting == 1:
                    del self._locks[key]
                else:
                    self._locks[key] = (lock, waiting - 1)
