"""Boxes as TOML files in the person's folder, where they can be read and mended by hand."""

from __future__ import annotations

import contextlib
import threading
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO

from automarium.companion import home
from automarium.companion.box import Box, BoxPacks, box_of
from automarium.kernel.saying import refuse


def own_pack_file(game: str) -> Path:
    return home.folder() / "own" / f"{game}.toml"


class FilePacks(BoxPacks):
    """See ``companion.store.Packs``."""

    _turn = threading.Lock()

    def box(self, game: str) -> Box:
        file = own_pack_file(game)
        try:
            return box_of(tomllib.loads(file.read_text("utf-8")))
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
                home.write_whole(own_pack_file(game), tomli_w.dumps(after.data()))
        return after

    def where(self, game: str) -> str:
        return str(own_pack_file(game))


@contextlib.contextmanager
def _alone(file: Path) -> Iterator[None]:
    """One process at a time: the others wait here. The lock is a file beside, because the box itself is replaced."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        lock = file.with_name(f".{file.name}.lock").open("a+b")
    except OSError as error:
        raise refuse("store.unwritable", file=str(file), detail=error.strerror) from None
    with lock:
        _wait_for(lock)
        yield


def _wait_for(lock: BinaryIO) -> None:
    """Until it is ours; it is given back when the file is closed. Alone in a browser there is nobody to wait for."""
    try:
        import fcntl
    except ImportError:
        with contextlib.suppress(ImportError):
            import msvcrt

            msvcrt.locking(lock.fileno(), msvcrt.LK_LOCK, 1)  # type: ignore[attr-defined,unused-ignore]
        return
    with contextlib.suppress(OSError):  # a disk that knows no locks
        fcntl.flock(lock, fcntl.LOCK_EX)
