"""The box: what is printed on the person's own components, as far as they entered it."""

from __future__ import annotations

import os
import threading
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from automarium import games
from automarium.companion import home
from automarium.companion.store import Packs
from automarium.kernel.pack import Pack, check_size, filled
from automarium.kernel.room import AnyRoom
from automarium.kernel.saying import Refused, refuse


def own_pack_file(game: str) -> Path:
    return home.folder() / "own" / f"{game}.toml"


def own_pack(game: str) -> dict[str, Any]:
    """The person's own facts of a game; nothing yet is an empty pack."""
    file = own_pack_file(game)
    try:
        return tomllib.loads(file.read_text("utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise refuse("pack.unreadable", file=str(file), detail=str(error)) from None


class FilePacks:
    """Own packs as TOML files in the person's folder, where they can be read and mended by hand."""

    _turn = threading.Lock()  # two facts that come at once are both kept

    def own(self, game: str) -> dict[str, Any]:
        return own_pack(game)

    def keep(self, game: str, own: dict[str, Any]) -> None:
        import tomli_w

        home.write_whole(own_pack_file(game), tomli_w.dumps(own))

    def remember(self, game: str, path: str, value: Any) -> None:
        with self._turn:
            self.keep(game, with_fact(own_pack(game), path, value))

    def where(self, game: str) -> str:
        return str(own_pack_file(game))


def with_fact(own: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    """The own pack with one more fact in it; what is known already stays."""
    known: Any = own
    for key in path.split("."):
        known = known.get(key) if isinstance(known, dict) else None
    return filled(own, path, value) if known is None else own


def pack_of(room: AnyRoom, packs: Packs | None = None) -> Pack:
    """The facts of a game with the person's own over them, checked."""
    packs = packs or FilePacks()
    try:
        return checked_pack(room, packs.own(room.name))
    except Refused as fault:
        if not fault.where:
            raise
        raise refuse("pack.wrong", fault.where, file=packs.where(room.name), fault=fault.message) from None


def checked_pack(room: AnyRoom, own: dict[str, Any], names: Mapping[str, str] | None = None) -> Pack:
    """The facts of a game with somebody's own over them, and the packs of these names: a record brings both."""
    check_size(own)
    return _checked_pack(
        room.name, msgspec.json.encode(own, order="deterministic"), tuple(sorted((names or {}).items()))
    )


@lru_cache(maxsize=32)
def _checked_pack(game: str, own: bytes, names: tuple[tuple[str, str], ...]) -> Pack:
    """Reading a pack takes longer than a turn, and most games of a kind have the same one."""
    room = games.room(game)
    pack = Pack.of_folder(os.path.join(room.folder, "pack"), msgspec.json.decode(own), dict(names))
    pack.check_own(room.own_sections)
    room.check_pack(pack)
    return pack
