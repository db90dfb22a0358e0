"""A store in one SQLite file, which several processes may have open."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from urllib.parse import quote

from automarium.engine.game.record import VERSION
from automarium.engine.message import Refused, message
from automarium.storage.database import Execute, Pool
from automarium.storage.store import Unavailable

CONNECTIONS = 8
AHEAD = 1000  # pages in the write-ahead log before they are put into the file: SQLite's default
PATIENCE = 15.0  # seconds that a process waits for another's transaction

# Raised for a damaged file. SQLite's message may hold bytes of the file that are not UTF-8.
FAULTS = (sqlite3.Error, OverflowError, UnicodeDecodeError, TimeoutError)


class SqliteDatabase:
    """A ``Database`` in one file."""

    kinds = {"number": "INTEGER PRIMARY KEY AUTOINCREMENT", "bytes": "BLOB", "real": "REAL"}
    shared = False

    def __init__(self, file: Path, ahead: int = AHEAD) -> None:
        self._file, is_older = _file_for(file)
        self.older = str(file) if is_older else ""
        self._ahead = ahead
        self._pool = Pool(self._connect, sqlite3.Connection.close, lambda _: True, CONNECTIONS, PATIENCE)
        self._aside: tempfile.TemporaryDirectory[str] | None = None
        self.read_only = not self._made()

    @property
    def where(self) -> str:
        return str(self._file)

    @contextmanager
    def reading(self) -> Iterator[Execute]:
        with self._at_work("BEGIN") as run:
            yield run

    @contextmanager
    def writing(self) -> Iterator[Execute]:
        if self.read_only:
            raise Unavailable(message("store.only-reading", file=self.where))
        # IMMEDIATE: a transaction that begins by reading could find that another has written since.
        with self._at_work("BEGIN IMMEDIATE") as run:
            yield run

    setting_up = writing

    def close(self) -> None:
        self._pool.close()
        if self._aside is not None:
            self._aside.cleanup()

    @contextmanager
    def _at_work(self, begin: str) -> Iterator[Execute]:
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
        except FAULTS as error:
            raise self._unavailable(str(error)) from None

    def _made(self) -> bool:
        """Make the file if it is missing and return whether it can be written. Only the owner may read its keys."""
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            os.close(os.open(self._file, os.O_CREAT | os.O_RDWR, 0o600))
        except OSError as error:
            if error.errno in (errno.EROFS, errno.EACCES, errno.EPERM) and os.access(self._file, os.R_OK):
                return False
            raise self._unavailable(error.strerror or str(error)) from None
        return True

    def _connect(self) -> sqlite3.Connection:
        connection = self._connect_to_read() if self.read_only else self._connect_to_write()
        # A damaged letter must not hide all games.
        connection.text_factory = lambda stored: stored.decode("utf-8", "replace")
        return connection

    def _connect_to_write(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self._file, timeout=PATIENCE, isolation_level=None, check_same_thread=False)
        _write_ahead(connection)
        connection.execute(f"PRAGMA wal_autocheckpoint = {self._ahead}")
        connection.execute("PRAGMA journal_size_limit = 0")  # a log whose pages are in the file is emptied
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        return connection

    def _connect_to_read(self) -> sqlite3.Connection:
        """SQLite writes beside a file even to read it. Where it cannot, the file is opened as immutable; with a
        write-ahead log that is not empty a copy of both is opened."""
        try:
            connection = _reader(self._file, "mode=ro")
            connection.execute("SELECT 1 FROM sqlite_master").fetchone()
            return connection
        except sqlite3.OperationalError:
            ahead = self._file.with_name(f"{self._file.name}-wal")
            if not ahead.exists() or not ahead.stat().st_size:
                return _reader(self._file, "mode=ro&immutable=1")
        if self._aside is None:
            self._aside = tempfile.TemporaryDirectory(prefix="automarium-")
            for one in (self._file, ahead):
                shutil.copyfile(one, Path(self._aside.name) / one.name)
        return _reader(Path(self._aside.name) / self._file.name, "mode=rw")

    def _unavailable(self, detail: str) -> Refused:
        return Unavailable(message("store.unwritable", file=self.where, detail=detail))


def _file_for(file: Path) -> tuple[Path, bool]:
    """Return the file, or one beside it with the format in its name if the file holds a store of an older format; and
    whether it does. The one beside it stays in use when the older one is deleted."""
    beside = file.with_name(f"{file.stem}-{VERSION}{file.suffix}")
    version = _version_in(file)
    is_older = version is not None and version < VERSION
    return (beside if is_older or (version is None and beside.exists()) else file), is_older


def _version_in(file: Path) -> int | None:
    """Return the format of a store without touching its files; None if that cannot be told."""
    found = _read_version(file, "mode=ro&immutable=1")
    ahead = file.with_name(f"{file.name}-wal")
    if found is not None or not ahead.exists():
        return found
    with suppress(OSError), tempfile.TemporaryDirectory(prefix="automarium-") as folder:  # all of it is in the log
        for one in (file, ahead):
            shutil.copyfile(one, Path(folder) / one.name)
        return _read_version(Path(folder) / file.name, "mode=rw")
    return None


def _read_version(file: Path, how: str) -> int | None:
    try:
        with closing(_reader(file, how)) as connection:
            row = connection.execute("SELECT version FROM store").fetchone()
    except FAULTS:
        return None
    return row[0] if row is not None and isinstance(row[0], int) else None


def _reader(file: Path, how: str) -> sqlite3.Connection:
    return sqlite3.connect(f"file:{quote(str(file))}?{how}", uri=True, isolation_level=None, check_same_thread=False)


def _write_ahead(connection: sqlite3.Connection) -> None:
    """Use a write-ahead log, so that readers need not wait. SQLite's timeout does not cover this: of several processes
    that open a new file at once, all but one get SQLITE_BUSY."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
            time.sleep(0.01)
