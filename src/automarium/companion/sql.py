"""A store in tables. The same statements run on SQLite and on PostgreSQL; what differs lies in their own modules."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from hashlib import sha256
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from automarium.companion.box import with_fact
from automarium.companion.store import (
    Conflict,
    Full,
    Journal,
    Kept,
    Limits,
    Missing,
    Packs,
    Summary,
    new_key,
)
from automarium.kernel.saying import Refused, refuse, saying

VERSION = 1

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
)


class Cursor(Protocol):
    """What both databases answer with."""

    @property
    def rowcount(self) -> int: ...
    def fetchone(self) -> Any: ...
    def fetchall(self) -> list[Any]: ...


Run = Callable[..., Cursor]


class Database(Protocol):
    """A database that can be asked in one language: ``?`` stands for a value."""

    @property
    def where(self) -> str: ...
    @property
    def shared(self) -> bool: ...
    @property
    def kinds(self) -> dict[str, str]: ...

    def reading(self) -> AbstractContextManager[Run]:
        """Statements that only look."""

    def writing(self) -> AbstractContextManager[Run]:
        """A transaction: on disk when the block has ended, or nothing of it if the block raises."""

    def setting_up(self) -> AbstractContextManager[Run]:
        """The same, one process after the other."""

    def close(self) -> None: ...


class SqlStore:
    """See ``companion.store.Store``."""

    def __init__(self, database: Database, packs: Packs | None = None, limits: Limits | None = None) -> None:
        self.limits = limits or Limits()
        self._database = database
        self.packs: Packs = packs or TablePacks(database)
        self._set_up()

    @property
    def shared(self) -> bool:
        return self._database.shared

    @property
    def where(self) -> str:
        return self._database.where

    def create(
        self,
        lines: Sequence[bytes],
        summary: Summary,
        name: str = "",
        *,
        key: str | None = None,
        times: tuple[float, float] | None = None,
    ) -> str:
        size = sum(map(len, lines))
        self.limits.check(len(lines), size)
        chosen = key or new_key()
        created, changed = times or (time.time(),) * 2
        row = (
            chosen,
            _printable(name),
            _origin(lines[0]),
            len(lines),
            size,
            created,
            changed,
            msgspec.json.encode(summary),
        )
        with self._database.writing() as run:
            if run("SELECT count(*) FROM game").fetchone()[0] >= self.limits.games:
                raise Full(saying("store.full", most=self.limits.games))
            [number] = run(
                "INSERT INTO game (key, name, origin, revision, size, created, changed, summary)"
                f" VALUES ({_marks(row)}) RETURNING number",
                row,
            ).fetchone()
            _insert(run, number, 0, lines)
        return chosen

    def read(self, key: str, after: int = 0) -> Journal:
        with self._database.reading() as run:
            found = run("SELECT number, name, summary FROM game WHERE key = ?", (key,)).fetchone()
            if found is None:
                raise Missing
            number, name, summary = found
            rows = run("SELECT text FROM line WHERE game = ? AND number > ? ORDER BY number", (number, after))
            lines = tuple(bytes(text) for [text] in rows.fetchall())
        return Journal(key, name or f"{_summary(summary).game}-{number}", lines, after)

    def append(self, key: str, expected: int, lines: Sequence[bytes], summary: Summary) -> int:
        size = sum(map(len, lines))
        with self._database.writing() as run:
            # The one statement that decides: it finds the game at the expected revision, or nothing.
            found = run(
                "UPDATE game SET revision = revision + ?, size = size + ?, changed = ?, summary = ?"
                " WHERE key = ? AND revision = ? RETURNING number, size",
                (len(lines), size, time.time(), msgspec.json.encode(summary), key, expected),
            ).fetchone()
            if found is None:
                raise _moved_on(run, key)
            number, whole = found
            self.limits.check(expected + len(lines), whole)
            _insert(run, number, expected, lines)
        return expected + len(lines)

    def revisions(self, keys: Sequence[str]) -> dict[str, int]:
        if not keys:
            return {}
        with self._database.reading() as run:
            return dict(run(f"SELECT key, revision FROM game WHERE key IN ({_marks(keys)})", tuple(keys)).fetchall())

    def games(self, keys: Sequence[str] | None = None, most: int = 1000) -> list[Kept]:
        if keys is not None and not keys:
            return []
        chosen = "" if keys is None else f"WHERE key IN ({_marks(keys)}) "
        with self._database.reading() as run:
            rows = run(
                "SELECT key, number, name, revision, created, changed, summary FROM game "
                f"{chosen}ORDER BY changed DESC, number DESC LIMIT ?",
                (*(keys or ()), most),
            ).fetchall()
        return [_kept(*row) for row in rows]

    def alike(self, header: bytes) -> list[str]:
        with self._database.reading() as run:
            rows = run("SELECT key FROM game WHERE origin = ? ORDER BY number", (_origin(header),)).fetchall()
        return [key for [key] in rows]

    def delete(self, key: str) -> None:
        with self._database.writing() as run:
            if run("DELETE FROM game WHERE key = ?", (key,)).rowcount == 0:
                raise Missing

    def close(self) -> None:
        self._database.close()

    def _set_up(self) -> None:
        """Make the tables, once; a store of a later version is not touched."""
        with self._database.setting_up() as run:
            for table in TABLES:
                run(table.format_map(self._database.kinds))
            found = run("SELECT version FROM store").fetchone()
            if found is None:
                run("INSERT INTO store (version) VALUES (?)", (VERSION,))
            elif found[0] > VERSION:
                raise refuse("store.newer", file=self.where, version=found[0], known=VERSION)


class TablePacks:
    """Own packs beside the games: several workers of a server share no disk."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def own(self, game: str) -> dict[str, Any]:
        with self._database.reading() as run:
            return _own(run, game)

    def keep(self, game: str, own: dict[str, Any]) -> None:
        with self._database.writing() as run:
            _keep_own(run, game, own)

    def remember(self, game: str, path: str, value: Any) -> None:
        with self._database.writing() as run:
            run("INSERT INTO own_pack (game, facts) VALUES (?, ?) ON CONFLICT (game) DO NOTHING", (game, b"{}"))
            run("UPDATE own_pack SET game = game WHERE game = ?", (game,))  # from here on others wait
            _keep_own(run, game, with_fact(_own(run, game), path, value))

    def where(self, game: str) -> str:
        return f"{self._database.where}, {game}"


def _own(run: Run, game: str) -> dict[str, Any]:
    found = run("SELECT facts FROM own_pack WHERE game = ?", (game,)).fetchone()
    return {} if found is None else msgspec.json.decode(bytes(found[0]), type=dict[str, Any])


def _keep_own(run: Run, game: str, own: dict[str, Any]) -> None:
    run(
        "INSERT INTO own_pack (game, facts) VALUES (?, ?) ON CONFLICT (game) DO UPDATE SET facts = excluded.facts",
        (game, msgspec.json.encode(own)),
    )


def _printable(name: str) -> str:
    """A name may come from a file's or a stranger's; what no database takes is not in it."""
    return "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in name)


def _origin(header: bytes) -> str:
    return sha256(header).hexdigest()


def _insert(run: Run, game: int, after: int, lines: Sequence[bytes]) -> None:
    for number, line in enumerate(lines, after + 1):
        run("INSERT INTO line (game, number, text) VALUES (?, ?, ?)", (game, number, line))


def _moved_on(run: Run, key: str) -> Conflict | Missing:
    found = run("SELECT revision FROM game WHERE key = ?", (key,)).fetchone()
    return Missing() if found is None else Conflict(found[0])


def _kept(
    key: str, number: int, name: str, revision: int, created: float, changed: float, summary: bytes | memoryview
) -> Kept:
    return Kept(key, number, name, revision, created, changed, _summary(summary))


def _summary(stored: bytes | memoryview) -> Summary:
    return msgspec.json.decode(bytes(stored), type=Summary)


def _marks(values: Sequence[object]) -> str:
    return ", ".join("?" * len(values))


# --------------------------------------------------------------------------------------------------------- connections

C = TypeVar("C")


class Pool(Generic[C]):
    """A few connections that threads take in turn. One in whose hands something went wrong is not used again."""

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
