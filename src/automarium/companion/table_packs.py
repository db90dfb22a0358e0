"""Boxes in a table beside the games: several workers of a server share no disk."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from automarium.companion.box import Box, BoxPacks, box_of
from automarium.companion.database import Database, Execute
from automarium.kernel.saying import refuse


class TablePacks(BoxPacks):
    """See ``companion.store.Packs``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def box(self, game: str) -> Box:
        with self._database.reading() as run:
            return self._box(run, game)

    def change(self, game: str, edit: Callable[[Box], Box]) -> Box:
        with self._database.writing() as run:
            run("INSERT INTO own_pack (game, facts) VALUES (?, ?) ON CONFLICT (game) DO NOTHING", (game, b"{}"))
            run("UPDATE own_pack SET game = game WHERE game = ?", (game,))  # from here on others wait
            after = edit(self._box(run, game))
            run("UPDATE own_pack SET facts = ? WHERE game = ?", (msgspec.json.encode(after.data()), game))
        return after

    def where(self, game: str) -> str:
        return f"{self._database.where}, {game}"

    def _box(self, run: Execute, game: str) -> Box:
        found = run("SELECT facts FROM own_pack WHERE game = ?", (game,)).fetchone()
        try:
            return Box() if found is None else box_of(msgspec.json.decode(bytes(found[0]), type=dict[str, object]))
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise refuse("pack.unreadable", file=self.where(game), detail=str(error)) from None
