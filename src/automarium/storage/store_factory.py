"""Opening a store: the person's own file, or a database by its address."""

from __future__ import annotations

import os
from pathlib import Path

from automarium.box.box import Packs
from automarium.engine.message import refuse
from automarium.storage import user_folder
from automarium.storage.own_packs import FilePacks
from automarium.storage.sql_store import SqlStore
from automarium.storage.sqlite import AHEAD, SqliteDatabase
from automarium.storage.store import Limits, Store, StoredGame


def own_file() -> Path:
    return user_folder.folder() / "games.db"


def open_store(url: str | None = None, limits: Limits | None = None, ahead: int = AHEAD) -> Store:
    """Return the store of an address: ``postgresql://…``, ``sqlite:FILE`` or, without one, the file in the user's data
    folder."""
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
    """Return the address that was given, here or in the environment; None for the person's own file."""
    return given or os.environ.get("AUTOMARIUM_DATABASE") or None


def open_packs(given: str | None) -> Packs:
    """Return the own packs alone; without an address they are files and need no store."""
    url = database_url(given)
    return FilePacks() if url is None else open_store(url).packs


def find_game(store: Store, wanted: str) -> StoredGame | None:
    """Return the game with this number, key or name, or None. A name that is the number of another does not hide it."""
    kept = store.games(most=store.limits.all)
    for names in ([str(one.number) for one in kept], [one.key for one in kept], [one.name for one in kept]):
        if wanted in names:
            return kept[names.index(wanted)]
    return None
