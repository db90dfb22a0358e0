"""Where boxes are kept: TOML files that can be read and mended by hand, or a table of a server's database."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO

import msgspec

from automarium.box.box import Box, Packs, parse_box
from automarium.engine.message import refuse
from automarium.engine.strict_toml import parse_toml
from automarium.storage import user_folder
from automarium.storage.database import Database, Execute


def own_pack_file(game: str) -> Path:
    return user_folder.folder() / "own" / f"{game}.toml"


class FilePacks(Packs):
    """Boxes as TOML files below the person's folder."""

    _turn = threading.Lock()

    def box(self, game: str) -> Box:
        file = own_pack_file(game)
        try:
            return parse_box(parse_toml(file.read_text("utf-8"), str(file)))
        except FileNotFoundError:
            return Box()
        except (OSError, ValueError) as error:
            raise refuse("pack.unreadable", file=str(file), detail=str(error)) from None

    def change(self, game: str, edit: Callable[[Box], Box]) -> Box:
        import tomli_w

        with self._turn, _alone(own_pack_file(game)):
            before = self.box(game)
            after = edit(before)
            if after != before:
                user_folder.write_atomically(own_pack_file(game), tomli_w.dumps(after.data()))
        return after

    def where(self, game: str) -> str:
        return str(own_pack_file(game))


@contextlib.contextmanager
def _alone(file: Path) -> Iterator[None]:
    """Let one process in at a time. The lock is a file of its own, because the box itself is replaced."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        lock = file.with_name(f".{file.name}.lock").open("a+b")
    except OSError as error:
        raise refuse("store.unwritable", file=str(file), detail=error.strerror) from None
    with lock:
        _wait_for(lock)
        yield


def _wait_for(lock: BinaryIO) -> None:
    """Lock a file; closing it unlocks it. Python in a browser has no locks and no other processes."""
    try:
        import fcntl
    except ImportError:
        with contextlib.suppress(ImportError, OSError):  # it gives up after ten seconds
            import msvcrt

            msvcrt.locking(lock.fileno(), msvcrt.LK_LOCK, 1)  # type: ignore[attr-defined,unused-ignore]
        return
    with contextlib.suppress(OSError):  # a disk that knows no locks
        fcntl.flock(lock, fcntl.LOCK_EX)


class TablePacks(Packs):
    """Boxes in a table of the store."""

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
            return Box() if found is None else parse_box(msgspec.json.decode(bytes(found[0]), type=dict[str, object]))
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise refuse("pack.unreadable", file=self.where(game), detail=str(error)) from None
