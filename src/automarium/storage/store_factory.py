"""Which store: the person's own file, or a server's database by its address."""

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


def open_packs(given: str | None) -> Packs:
    """The own packs alone; at home they are files and need no store."""
    url = database_url(given)
    return FilePacks() if url is None else open_store(url).packs


def find_game(store: Store, wanted: str) -> StoredGame | None:
    """The game that a person means: by its number, its name or its key."""
    kept = store.games(most=store.limits.all)
    return next((one for one in kept if wanted in (str(one.number), one.name, one.key)), None)
