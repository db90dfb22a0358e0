"""What a store needs from a database, the tables it makes there, and a pool of connections."""

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
    # The games that guests have begun.
    "CREATE TABLE IF NOT EXISTS guest (game INTEGER PRIMARY KEY REFERENCES game (number) ON DELETE CASCADE)",
    # Their addresses, hashed.
    """CREATE TABLE IF NOT EXISTS holder (
        game INTEGER PRIMARY KEY REFERENCES game (number) ON DELETE CASCADE, address TEXT NOT NULL)""",
    # What the person has noted about a game. It is no part of the record.
    """CREATE TABLE IF NOT EXISTS note (
        game INTEGER PRIMARY KEY REFERENCES game (number) ON DELETE CASCADE, text TEXT NOT NULL)""",
)


class Cursor(Protocol):
    """The part of a DB-API cursor that the store uses."""

    @property
    def rowcount(self) -> int: ...
    def fetchone(self) -> Any: ...
    def fetchall(self) -> list[Any]: ...


Execute = Callable[..., Cursor]


class Database(Protocol):
    """A database that runs the store's SQL; ``?`` stands for a value."""

    @property
    def where(self) -> str: ...
    @property
    def shared(self) -> bool: ...
    @property
    def kinds(self) -> dict[str, str]: ...

    @property
    def older(self) -> str:
        """The place of a store of an older format, which is left as it is, or ""."""

    @property
    def read_only(self) -> bool:
        """Whether nothing can be written, as on a disk that is mounted read-only."""

    def reading(self) -> AbstractContextManager[Execute]:
        """A transaction that only reads."""

    def writing(self) -> AbstractContextManager[Execute]:
        """A transaction that is on disk when the block has ended; rolled back if the block raises."""

    def setting_up(self) -> AbstractContextManager[Execute]:
        """The same for making tables, one process after the other."""

    def close(self) -> None: ...


C = TypeVar("C")


class Pool(Generic[C]):
    """Connections for the threads of a process. A connection on which something failed is closed.

    Raise TimeoutError if all ``most`` are in use for so many seconds.
    """

    def __init__(
        self,
        connect: Callable[[], C],
        disconnect: Callable[[C], None],
        alive: Callable[[C], bool],
        most: int,
        seconds: float,
    ) -> None:
        self._connect = connect
        self._disconnect = disconnect
        self._alive = alive
        self._seconds = seconds
        self._turn = threading.BoundedSemaphore(most)
        self._idle: list[C] = []

    @contextmanager
    def borrow(self) -> Iterator[C]:
        if not self._turn.acquire(timeout=self._seconds):
            raise TimeoutError("all connections are in use")
        try:
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
        finally:
            self._turn.release()

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
