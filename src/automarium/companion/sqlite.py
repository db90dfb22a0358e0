"""A store in one file: nothing to install at the table. Several processes may have it open."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from automarium.companion.sql import Pool, Run
from automarium.companion.store import Unavailable
from automarium.kernel.saying import Refused, saying

CONNECTIONS = 8
PATIENCE = 15.0  # seconds that one process waits for another to finish its line


class SqliteDatabase:
    """See ``companion.sql.Database``."""

    kinds = {"number": "INTEGER PRIMARY KEY AUTOINCREMENT", "bytes": "BLOB", "real": "REAL"}
    shared = False

    def __init__(self, file: Path) -> None:
        self._file = file
        self._pool = Pool(self._connect, sqlite3.Connection.close, lambda _: True, CONNECTIONS)

    @property
    def where(self) -> str:
        return str(self._file)

    @contextmanager
    def reading(self) -> Iterator[Run]:
        with self._at_work("BEGIN") as run:
            yield run

    @contextmanager
    def writing(self) -> Iterator[Run]:
        # At once for writing: a transaction that begins by looking could find itself overtaken.
        with self._at_work("BEGIN IMMEDIATE") as run:
            yield run

    setting_up = writing

    def close(self) -> None:
        self._pool.close()

    @contextmanager
    def _at_work(self, begin: str) -> Iterator[Run]:
        try:
            with self._pool.borrow() as connection:
                connection.execute(begin)
                try:
                    yield connection.execute
                    connection.execute("COMMIT")
                except BaseException:
                    if connection.in_transaction:
                        connection.execute("ROLLBACK")
                    raise
        except sqlite3.Error as error:
            raise self._unavailable(str(error)) from None

    def _connect(self) -> sqlite3.Connection:
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            # Keys are in there: it is the owner's to read and nobody else's.
            os.close(os.open(self._file, os.O_CREAT | os.O_RDWR, 0o600))
        except OSError as error:
            raise self._unavailable(error.strerror or str(error)) from None
        connection = sqlite3.connect(self._file, timeout=PATIENCE, isolation_level=None, check_same_thread=False)
        _write_ahead(connection)
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        return connection

    def _unavailable(self, detail: str) -> Refused:
        return Unavailable(saying("store.unwritable", file=self.where, detail=detail))


def _write_ahead(connection: sqlite3.Connection) -> None:
    """Have lines written behind the file first, so that readers need not wait. SQLite's own patience does not hold for
    this: of processes that open a new file at once, all but one are told that it is locked."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
            time.sleep(0.01)
