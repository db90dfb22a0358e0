"""A store on a PostgreSQL server: for several worker processes, on several machines if need be."""

from __future__ import annotations

import select
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
PATIENCE = 10  # seconds to be let in
SET_UP = 4_720_231  # the lock under which tables are made


class PostgresDatabase:
    """See ``companion.database.Database``."""

    kinds = {"number": "INTEGER GENERATED ALWAYS AS IDENTITY PRIMARY KEY", "bytes": "BYTEA", "real": "DOUBLE PRECISION"}
    # The lines of converted games as they were, one table per format; they go with their game.
    tables = tuple(
        f"""CREATE TABLE IF NOT EXISTS line_of_format_{format_} (
        game INTEGER NOT NULL REFERENCES game (number) ON DELETE CASCADE, number INTEGER NOT NULL,
        text {{bytes}} NOT NULL, PRIMARY KEY (game, number))"""
        for format_ in range(1, VERSION + 1)
    )
    shared = True
    only_reading = False

    def __init__(self, url: str) -> None:
        self._url = url
        self._pool = Pool(self._connect, psycopg.Connection.close, _alive, CONNECTIONS)

    @property
    def where(self) -> str:
        """The address without user name and password."""
        parts = urlsplit(self._url)
        return f"postgresql://{parts.netloc.rpartition('@')[2]}{parts.path}"

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
        """Workers that start at once must not make the same table at once."""
        with self._at_work() as run:
            run("SELECT pg_advisory_xact_lock(?)", (SET_UP,))
            yield run

    def back_up(self, format_: int) -> str:
        """Each game's lines are kept in the very transaction that converts them; nobody has to wait for all."""
        return f"line_of_format_{format_}"

    def keep_lines(self, run: Execute, game: int, format_: int) -> None:
        run(
            f"INSERT INTO line_of_format_{format_} (game, number, text)"
            " SELECT game, number, text FROM line WHERE game = ? ON CONFLICT DO NOTHING",
            (game,),
        )

    def close(self) -> None:
        self._pool.close()

    @contextmanager
    def _at_work(self) -> Iterator[Execute]:
        try:
            with self._pool.borrow() as connection, connection.transaction():

                def run(statement: str, values: tuple[object, ...] = ()) -> psycopg.Cursor[object]:
                    # What is put in place of the question marks is our own text; values go beside it.
                    return connection.execute(statement.replace("?", "%s"), values)

                yield run
        except psycopg.Error as error:
            raise self._unavailable(error) from None

    def _connect(self) -> psycopg.Connection[tuple[object, ...]]:
        connection = psycopg.connect(self._url, autocommit=True, connect_timeout=PATIENCE)
        connection.execute("SET synchronous_commit = on")
        return connection

    def _unavailable(self, error: psycopg.Error) -> Refused:
        detail = " ".join(str(error).split()) or type(error).__name__
        return Unavailable(message("store.unavailable", where=self.where, detail=detail))


def _alive(connection: psycopg.Connection[tuple[object, ...]]) -> bool:
    """A server that goes away says so; while nothing is asked it has nothing else to say."""
    if connection.closed:
        return False
    if not hasattr(select, "poll"):  # not on this system
        return not select.select([connection.fileno()], [], [], 0)[0]
    ear = select.poll()  # ``select`` knows no descriptor beyond 1,023
    ear.register(connection.fileno(), select.POLLIN)
    return not ear.poll(0)
