"""A server's cache of open sessions. Each is brought up to date from the store for every request; the least recently
used are dropped. Every process may have its own cache: the games are in the store."""

from __future__ import annotations

import sys
import threading
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager

import msgspec

from automarium.engine.choice.trace import LazyTrace
from automarium.engine.game.playthrough import Run
from automarium.engine.message import Refused
from automarium.games import plugins
from automarium.sessions.session import Session, open_session
from automarium.storage.store import Store

MOST = 72_000_000  # bytes of all cached games; a line takes some 6,000 with its reasons, and a millisecond to redo


class Weight(msgspec.Struct, frozen=True):
    """Bytes of a game as it was at a revision."""

    revision: int = 0
    bytes: int = 0


NOTHING = Weight()


class Sessions:
    """``using`` lends one thread at a time a game's session, brought up to date."""

    def __init__(self, store: Store, most: int = MOST) -> None:
        self.store = store
        self._most = most
        self._turn = threading.Lock()  # of this cache, never held while a game is carried out
        self._open: OrderedDict[str, tuple[Session, Weight]] = OrderedDict()
        self._whole = 0  # bytes of all of them
        self._locks: dict[str, tuple[threading.Lock, int]] = {}

    @contextmanager
    def using(self, key: str, *, owner: bool = False) -> Iterator[Session]:
        """``owner``: printed facts in answers are kept in the box; those in a guest's answers are not."""
        with self._alone(key):
            session, weight = self._take(key)
            session.keeps_facts = owner
            try:
                yield session
            except Refused:  # the game is as it was
                self._put_back(session, weight)
                raise
            self._put_back(session, weight)  # after any other exception the session is opened anew

    def add(self, session: Session) -> None:
        """Keep a session that was begun just now."""
        self._put_back(session, NOTHING)

    def _take(self, key: str) -> tuple[Session, Weight]:
        with self._turn:
            session, weight = self._open.pop(key, (None, NOTHING))
            self._whole -= weight.bytes
        if session is None:
            return open_session(self.store, key), NOTHING
        plugins.load_recorded(session.header.game, session.header.document)  # others may have replaced the document
        session.refresh()
        return session, weight

    def _put_back(self, session: Session, known: Weight) -> None:
        weight = _weighed(session, known)
        with self._turn:
            self._open[session.key] = session, weight
            self._whole += weight.bytes
            while self._whole > self._most and len(self._open) > 1:
                _, (_, oldest) = self._open.popitem(last=False)
                self._whole -= oldest.bytes

    @contextmanager
    def _alone(self, key: str) -> Iterator[None]:
        """Hold the lock of a game; it exists only while a thread holds it or waits for it."""
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


def _weighed(session: Session, known: Weight) -> Weight:
    """Return about how many bytes a game takes. Only runs that are new since the last time are measured; what was
    undone still counts until the game is opened again."""
    runs = session.game.runs
    new = len(runs) if known is NOTHING else min(len(runs), max(0, session.revision - known.revision))
    return Weight(session.revision, known.bytes + sum(map(_run_weight, runs[len(runs) - new :])))


def _run_weight(run: Run) -> int:
    """The bytes of the steps, their reasons and changes, and of what each position where the run began or asked has
    its own copy of; where it ended the next run begins."""
    halfway = None if run.question is None else run.halfway
    tables = [run.start, *(segment.shown for segment in run.segments[:-1]), halfway]
    steps = _bytes(run.steps) + _bytes(run.changes)
    return len(run.chance) + steps + sum(_bytes(table, shared=True) for table in tables)


def _bytes(value: object, *, shared: bool = False) -> int:
    """``shared``: frozen values are not counted, because copies of a position share them."""
    size = sys.getsizeof(value)
    if isinstance(value, dict):
        return size + sum(_bytes(one, shared=shared) for one in value.values())
    if isinstance(value, list) or (isinstance(value, tuple) and not shared):
        return size + sum(_bytes(one, shared=shared) for one in value)
    if isinstance(value, LazyTrace):  # its values are shared with the rules, or small
        return size + sys.getsizeof(value.values)
    if isinstance(value, msgspec.Struct):
        if shared and value.__struct_config__.frozen:
            return 0
        return size + sum(_bytes(getattr(value, name), shared=shared) for name in value.__struct_fields__)
    return size
