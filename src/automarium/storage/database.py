"""What a database must offer so that a store can stand on it, and the tables that the store makes there."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any, Generic, Protocol, TypeVar

from automarium.engine.message import Refused

# {number}, {bytes} and {real} are the databases' own names for these kinds of columns.
TABLES = (
    "CREATE TABLE IF NOT EXISTS store (version INTEGER NOT NULL)",
    """CREATE TABLE IF NOT EXISTS game (
        number {number}, key TEXT NOT NULL UNIQUE, name TEXT NOT NULL, origin TEXT NOT NULL,
        revision INTEGER NOT NULL, size INTEGER NOT NULL, created {real} NOT NULL, changed {real} NOT NULL,
        summary {bytes} NOT NULL)""",
    "CREATE INDEX IF NOT EXISTS game_changed ON game (changed)",
    "CREATE INDEX IF NOT EXISTS game_origin ON game (origin)",
    """CREATE TABLE IF NOT EXISTS line (
        game INTEGER NOT NULL REFERENCES game (number) ON DELETE CASCADE, number INTEGER NOT NULL,
        text {bytes} NOT NULL, PRIMARY KEY (game, number))""",
    "CREATE TABLE IF NOT EXISTS own_pack (game TEXT PRIMARY KEY, facts {bytes} NOT NULL)",
    # The games that somebody other than the owner has begun.
    "CREATE TABLE IF NOT EXISTS guest (game INTEGER PRIMARY KEY REFERENCES game (number) ON DELETE CASCADE)",
)


class Cursor(Protocol):
    """What both databases answer with."""

    @property
    def rowcount(self) -> int: ...
    def fetchone(self) -> Any: ...
    def fetchall(self) -> list[Any]: ...


Execute = Callable[..., Cursor]


class Database(Protocol):
    """A database that can be asked in one language: ``?`` stands for a value."""

    @property
    def where(self) -> str: ...
    @property
    def shared(self) -> bool: ...
    @property
    def kinds(self) -> dict[str, str]: ...

    @property
    def older(self) -> str:
        """The store of an older format in whose place this one is, if there is one. It is never written."""

    @property
    def read_only(self) -> bool:
        """Whether nothing can be written: a disk that is mounted read-only, say."""

    def reading(self) -> AbstractContextManager[Execute]:
        """Statements that only look."""

    def writing(self) -> AbstractContextManager[Execute]:
        """A transaction: on disk when the block has ended, or nothing of it if the block raises."""

    def setting_up(self) -> AbstractContextManager[Execute]:
        """The same, one process after the other."""

    def close(self) -> None: ...


C = TypeVar("C")


class Pool(Generic[C]):
    """A few connections that threads take in turn. One on which something went wrong is not used again."""

    def __init__(
        self, connect: Callable[[], C], disconnect: Callable[[C], None], alive: Callable[[C], bool], most: int
    ) -> None:
        self._connect = connect
        self._disconnect = disconnect
        self._alive = alive
        self._turn = threading.BoundedSemaphore(most)
        self._idle: list[C] = []

    @contextmanager
    def borrow(self) -> Iterator[C]:
        with self._turn:
            connection = self._take()
            try:
                yield connection
            except Refused:  # nothing is wrong with the connection
                self._idle.append(connection)
                raise
            except BaseException:
                self._disconnect(connection)
                raise
            self._idle.append(connection)

    def _take(self) -> C:
        while True:
            try:
                connection = self._idle.pop()
            except IndexError:
                return self._connect()
            if self._alive(connection):
                return connection
            self._disconnect(connection)  # the server was restarted, say

    def close(self) -> None:
        while self._idle:
            self._disconnect(self._idle.pop())
