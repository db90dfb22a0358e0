"""Own packs in a table beside the games: several workers of a server share no disk."""

from __future__ import annotations

from typing import Any

import msgspec

from automarium.companion.box import with_fact
from automarium.companion.database import Database, Run
from automarium.kernel.saying import refuse


class TablePacks:
    """See ``companion.store.Packs``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def own(self, game: str) -> dict[str, Any]:
        with self._database.reading() as run:
            return self._own(run, game)

    def keep(self, game: str, own: dict[str, Any]) -> None:
        with self._database.writing() as run:
            _keep_own(run, game, own)

    def remember(self, game: str, path: str, value: Any) -> None:
        with self._database.writing() as run:
            run("INSERT INTO own_pack (game, facts) VALUES (?, ?) ON CONFLICT (game) DO NOTHING", (game, b"{}"))
            run("UPDATE own_pack SET game = game WHERE game = ?", (game,))  # from here on others wait
            _keep_own(run, game, with_fact(self._own(run, game), path, value))

    def where(self, game: str) -> str:
        return f"{self._database.where}, {game}"

    def _own(self, run: Run, game: str) -> dict[str, Any]:
        found = run("SELECT facts FROM own_pack WHERE game = ?", (game,)).fetchone()
        try:
            return {} if found is None else msgspec.json.decode(bytes(found[0]), type=dict[str, Any])
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise refuse("pack.unreadable", file=self.where(game), detail=str(error)) from None


def _keep_own(run: Run, game: str, own: dict[str, Any]) -> None:
    run(
        "INSERT INTO own_pack (game, facts) VALUES (?, ?) ON CONFLICT (game) DO UPDATE SET facts = excluded.facts",
        (game, msgspec.json.encode(own)),
    )
