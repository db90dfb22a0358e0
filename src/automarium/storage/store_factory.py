"""Which store: the person's own file, or a server's database by its address."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from io import FileIO
from pathlib import Path

from automarium.box.box import Packs
from automarium.engine.message import Message, Refused, message, refuse
from automarium.sessions.backup import take_record
from automarium.storage import user_folder
from automarium.storage.own_packs import FilePacks
from automarium.storage.sql_store import SqlStore
from automarium.storage.sqlite import AHEAD, SqliteDatabase
from automarium.storage.store import Kept, Limits, Store


def own_file() -> Path:
    return user_folder.folder() / "games.db"


def open_store(url: str | None = None, limits: Limits | None = None, ahead: int = AHEAD) -> Store:
    """Without a URL SQLite in the user's data folder. ``postgresql://…``: a server; ``sqlite:FILE``: another file."""
    if url is None:
        return SqlStore(SqliteDatabase(own_file(), ahead), FilePacks(), limits)
    kind, _, rest = url.partition(":")
    if kind == "sqlite" and rest:
        return SqlStore(SqliteDatabase(Path(rest)), FilePacks(), limits)
    if kind in ("postgresql", "postgres") and rest.startswith("//"):
        from automarium.storage.postgres import PostgresDatabase

        return SqlStore(PostgresDatabase(url), None, limits)
    raise refuse("store.url", given=kind)


def database_url(given: str | None) -> str | None:
    """The database that was asked for, here or in the environment; None is the person's own file."""
    return given or os.environ.get("AUTOMARIUM_DATABASE") or None


def persons_store(given: str | None) -> tuple[Store, list[Message]]:
    """Where this person's games are, and what must be said about it: games that an earlier version kept as files are
    brought in."""
    url = database_url(given)
    store = open_store(url)
    return store, take_over(store) if url is None and not store.only_reading else []


def persons_packs(given: str | None) -> Packs:
    """The own packs alone; at home they are files and need no store."""
    url = database_url(given)
    return FilePacks() if url is None else open_store(url).packs


def find_game(store: Store, wanted: str) -> Kept | None:
    """The game that a person means: by its number, its name or its key."""
    kept = store.games(most=store.limits.all)
    return next((one for one in kept if wanted in (str(one.number), one.name, one.key)), None)


# ---------------------------------------------------------------------------------------- games that were kept as files


def files_folder() -> Path:
    """Where each game had a file of its own before there was a store."""
    return user_folder.folder() / "games"


def taken_over_folder() -> Path:
    return files_folder() / "taken-over"


def take_over(store: Store) -> list[Message]:
    """Bring the games that were kept as files into the person's own store, once, and say so.

    A file that was taken lies in ``taken-over`` from then on, as it was. One that cannot be read stays where it is, and
    one that an earlier version still has open waits for the next time.
    """
    words: list[Message] = []
    taken = 0
    for path in sorted(files_folder().glob("*.jsonl"), key=lambda path: path.name):
        try:
            with _locked(path) as file:
                if file is not None:
                    words += _take_file(store, path, file.read())
                    taken += 1
        except Refused as fault:
            words.append(message("games.damaged", file=str(path), fault=fault.message))
        except OSError as error:
            words.append(message("file.unreadable", file=str(path), detail=error.strerror))
    if taken:
        words.insert(0, message("games.taken-over", count=taken, file=store.where, folder=str(taken_over_folder())))
    return words


def _take_file(store: Store, path: Path, content: bytes) -> list[Message]:
    take_record(store, content, path.stem, path.stat().st_mtime)
    taken_over_folder().mkdir(exist_ok=True)
    path.rename(_free(taken_over_folder() / path.name))
    return [] if content.endswith(b"\n") else [message("record.torn", line=content.count(b"\n") + 1)]


@contextlib.contextmanager
def _locked(path: Path) -> Iterator[FileIO | None]:
    """The file for this process alone, if it is still there and nobody plays in it."""
    try:
        file = path.open("rb", buffering=0)
    except FileNotFoundError:
        yield None
        return
    with file:
        try:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except ImportError:  # not on this system
            pass
        except OSError:
            yield None
            return
        # Another process may have taken it between our opening and our lock.
        yield file if path.exists() and os.path.samestat(os.fstat(file.fileno()), path.stat()) else None


def _free(path: Path) -> Path:
    """The path, or one beside it: nothing that lies there is written over."""
    number = 1
    free = path
    while free.exists():
        number += 1
        free = path.with_name(f"{path.stem}-{number}{path.suffix}")
    return free
