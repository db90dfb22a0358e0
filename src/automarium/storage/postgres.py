"""A store on a PostgreSQL server, for several worker processes or machines."""

from __future__ import annotations

import select
import time
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

from automarium.engine.game.record import VERSION
from automarium.engine.message import Refused, message, refuse
from automarium.storage.database import Execute, Pool
from automarium.storage.store import Unavailable

try:
    import psycopg
except ImportError:
    raise refuse("store.extra") from None

CONNECTIONS = 8  # of one process; a server has a hundred to give
PATIENCE = 10  # seconds to connect
LOCK_SECONDS = 2  # to wait for a lock that another client holds
STATEMENT_SECONDS = 5
PAUSE = 1.0  # seconds after such a wait in which others are refused at once; they would wait one after the other
SET_UP_SECONDS = 60  # for making tables, while other workers make them
SET_UP = 4_720_231  # the lock under which tables are made


class PostgresDatabase:
    """A ``Database`` on a PostgreSQL server."""

    kinds = {"number": "INTEGER GENERATED ALWAYS AS IDENTITY PRIMARY KEY", "bytes": "BYTEA", "real": "DOUBLE PRECISION"}
    shared = True
    read_only = False

    def __init__(self, url: str) -> None:
        self._url = url
        self._schema = ""
        self._locked_until = 0.0
        self._pool = Pool(self._connect, psycopg.Connection.close, _alive, CONNECTIONS, STATEMENT_SECONDS)
        self.older = self._leave_older()

    @property
    def where(self) -> str:
        """The address without user name and password, and the schema if it is another than the address says."""
        parts = urlsplit(self._url)
        return " ".join([f"postgresql://{parts.netloc.rpartition('@')[2]}{parts.path}", self._schema]).rstrip()

    @contextmanager
    def reading(self) -> Iterator[Execute]:
        with self._at_work() as run:
            yield run

    @contextmanager
    def writing(self) -> Iterator[Execute]:
        with self._at_work() as run:
            yield run

    @contextmanager
    def setting_up(self) -> Iterator[Execute]:
        """Locked, so that workers that start at once do not make the same table."""
        with self._at_work() as run:
            run(f"SET LOCAL lock_timeout = '{SET_UP_SECONDS}s'")
            run(f"SET LOCAL statement_timeout = '{SET_UP_SECONDS}s'")
            run("SELECT pg_advisory_xact_lock(?)", (SET_UP,))
            yield run

    def close(self) -> None:
        self._pool.close()

    @contextmanager
    def _at_work(self) -> Iterator[Execute]:
        if time.monotonic() < self._locked_until:
            raise self._unavailable(TimeoutError("locked"))
        try:
            with self._pool.borrow() as connection, connection.transaction():

                def run(statement: str, values: tuple[object, ...] = ()) -> psycopg.Cursor[object]:
                    # Only the store's own text is changed; values are passed separately.
                    return connection.execute(statement.replace("?", "%s"), values)

                yield run
        except (psycopg.Error, TimeoutError) as error:
            if isinstance(error, (psycopg.errors.LockNotAvailable, psycopg.errors.QueryCanceled)):
                self._locked_until = time.monotonic() + PAUSE
            raise self._unavailable(error) from None

    def _leave_older(self) -> str:
        """Use a schema named after this format where the address leads to a store of an older one, also when that has
        been deleted; return where the older one is, or ""."""
        with self.setting_up() as run:
            [schema] = run("SELECT current_schema()").fetchone()
            beside = '"{}"'.format(f"{schema}_{VERSION}".replace('"', '""'))
            tables = run("SELECT to_regclass('store'), to_regclass(?)", (f"{beside}.store",)).fetchone()
            found = run("SELECT version FROM store").fetchone() if tables[0] else None
            is_older = found is not None and found[0] < VERSION
            if not is_older and (found is not None or tables[1] is None):
                return ""
            older = f"{self.where} {schema}" if is_older else ""
            run(f"CREATE SCHEMA IF NOT EXISTS {beside}")
        self._schema = beside
        self._pool.close()  # the next connections look there
        return older

    def _connect(self) -> psycopg.Connection[tuple[object, ...]]:
        connection = psycopg.connect(self._url, autocommit=True, connect_timeout=PATIENCE)
        connection.execute("SET synchronous_commit = on")
        connection.execute(f"SET lock_timeout = '{LOCK_SECONDS}s'")
        connection.execute(f"SET statement_timeout = '{STATEMENT_SECONDS}s'")
        if self._schema:
            connection.execute(f"SET search_path TO {self._schema}")
        return connection

    def _unavailable(self, error: Exception) -> Refused:
        detail = " ".join(str(error).split()) or type(error).__name__
        return Unavailable(message("store.unavailable", where=self.where, detail=detail))


def _alive(connection: psycopg.Connection[tuple[object, ...]]) -> bool:
    """Return whether an idle connection is open: a server that goes away sends something, otherwise nothing is sent."""
    if connection.closed:
        return False
    if not hasattr(select, "poll"):  # not on this system
        return not select.select([connection.fileno()], [], [], 0)[0]
    poll = select.poll()  # ``select`` knows no descriptor beyond 1,023
    poll.register(connection.fileno(), select.POLLIN)
    return not poll.poll(0)
