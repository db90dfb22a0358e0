"""Where a person's things lie: their games, their own packs, their language."""

from __future__ import annotations

import contextlib
import os
import secrets
import sys
import threading
import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from automarium import games
from automarium.companion.store import Packs
from automarium.kernel.pack import Pack, filled
from automarium.kernel.room import Room
from automarium.kernel.saying import Refused, refuse
from automarium.voice import LANGUAGES


def folder() -> Path:
    """``$AUTOMARIUM_HOME``, or the place that the system has for such things."""
    if own := os.environ.get("AUTOMARIUM_HOME"):
        return Path(own)
    if sys.platform == "win32":
        return Path(os.environ.get("APPDATA", Path.home())) / "automarium"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "automarium"


def own_pack_file(game: str) -> Path:
    return folder() / "own" / f"{game}.toml"


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

        write_whole(own_pack_file(game), tomli_w.dumps(own))

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


def pack_of(room: Room, packs: Packs | None = None) -> Pack:
    """The facts of a game with the person's own over them, checked."""
    packs = packs or FilePacks()
    try:
        return checked_pack(room, packs.own(room.name))
    except Refused as fault:
        if not fault.where:
            raise
        raise refuse("pack.wrong", fault.where, file=packs.where(room.name), fault=fault.message) from None


def checked_pack(room: Room, own: dict[str, Any]) -> Pack:
    """The facts of a game with somebody's own over them: a record brings its own."""
    return _checked_pack(room.name, msgspec.json.encode(own, order="deterministic"))


@lru_cache(maxsize=32)
def _checked_pack(game: str, own: bytes) -> Pack:
    """Reading a pack takes longer than a turn, and most games of a kind have the same one."""
    room = games.room(game)
    pack = Pack.of_folder(os.path.join(room.folder, "pack"), msgspec.json.decode(own))
    pack.check_own(room.own_sections)
    room.check_pack(pack)
    return pack


def write_whole(file: Path, text: str) -> None:
    """Replace a file in one go: it is there in the old form or in the new one, never half."""
    draft = file.with_name(f".{file.name}.{secrets.token_hex(4)}")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with draft.open("w", encoding="utf-8") as target:
            target.write(text)
            target.flush()
            os.fsync(target.fileno())
        draft.replace(file)
    except OSError as error:
        with contextlib.suppress(OSError):
            draft.unlink(missing_ok=True)
        raise refuse("store.unwritable", file=str(file), detail=error.strerror) from None


def language(wanted: str | None = None) -> str:
    """The language to speak: the one asked for, the one chosen before, the system's, or English."""
    if wanted is not None:
        if wanted not in LANGUAGES:
            raise refuse("lang.unknown", "lang", given=wanted, options=list(LANGUAGES))
        return wanted
    system = (os.environ.get(name, "")[:2] for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    candidates = (os.environ.get("AUTOMARIUM_LANG", ""), _settings().get("lang", ""), *system)
    return next((lang for lang in candidates if lang in LANGUAGES), "en")


def chosen_language() -> str | None:
    """The language that was chosen before, if any."""
    lang = _settings().get("lang")
    return lang if lang in LANGUAGES else None


def remember_language(lang: str) -> None:
    write_whole(_settings_file(), msgspec.json.encode({**_settings(), "lang": lang}).decode())


def _settings_file() -> Path:
    return folder() / "settings.json"


def _settings() -> dict[str, Any]:
    try:
        settings = msgspec.json.decode(_settings_file().read_bytes(), type=dict[str, Any])
    except (OSError, msgspec.MsgspecError):
        return {}  # a lost preference is not worth a word
    return settings
