"""Which store: the person's own file, or a server's database by its address."""

from __future__ import annotations

from pathlib import Path

from automarium.companion import home
from automarium.companion.sql import SqlStore
from automarium.companion.sqlite import SqliteDatabase
from automarium.companion.store import Limits, Store
from automarium.kernel.saying import refuse


def own_file() -> Path:
    return home.folder() / "games.db"


def open_store(url: str | None = None, limits: Limits | None = None) -> Store:
    """``None``: SQLite in the user's data folder. ``postgresql://…``: a shared server. ``sqlite:FILE``: another file.

    Nothing is made before it is needed but the tables.
    """
    if url is None:
        return SqlStore(SqliteDatabase(own_file()), home.FilePacks(), limits)
    kind, _, rest = url.partition(":")
    if kind == "sqlite" and rest:
        return SqlStore(SqliteDatabase(Path(rest)), home.FilePacks(), limits)
    if kind in ("postgresql", "postgres") and rest.startswith("//"):
        from automarium.companion.postgres import PostgresDatabase

        return SqlStore(PostgresDatabase(url), None, limits)
    raise refuse("store.url", given=kind)
