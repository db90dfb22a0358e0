"""The person's data folder, files that are replaced in one go, and the chosen language."""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import msgspec

from automarium.engine.message import refuse
from automarium.i18n.languages import check_language, is_language


def folder() -> Path:
    """Return ``$AUTOMARIUM_HOME``, or the system's folder for user data."""
    if own := os.environ.get("AUTOMARIUM_HOME"):
        return Path(own)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "automarium"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "automarium"


def write_atomically(file: Path, text: str, mode: int = 0o666) -> None:
    """Replace a file in one go: after a crash it holds the old text or the new one."""
    with replacing(file, mode) as target:
        target.write(text.encode())


@contextlib.contextmanager
def replacing(file: Path, mode: int) -> Iterator[BinaryIO]:
    """Write beside a file, which is replaced when the block has ended. After an error it is as it was; raise Refused
    if it cannot be written."""
    draft = file.with_name(f".{file.name}.{os.urandom(4).hex()}")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        flags = os.O_CREAT | os.O_WRONLY | os.O_EXCL | getattr(os, "O_BINARY", 0)  # Windows would write CR LF
        descriptor = os.open(draft, flags, mode)
        with open(descriptor, "wb") as target:
            yield target
            target.flush()
            os.fsync(target.fileno())
        _replace(draft, file)
    except BaseException as error:
        with contextlib.suppress(OSError):
            draft.unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise refuse("store.unwritable", file=str(file), detail=error.strerror or str(error)) from None
        raise


def _replace(draft: Path, file: Path) -> None:
    """Move a file over another. Windows refuses that for the moment in which another program has it open."""
    for pause in (0.01, 0.1, 0.4) if sys.platform == "win32" else ():
        with contextlib.suppress(PermissionError):
            draft.replace(file)
            return
        time.sleep(pause)
    draft.replace(file)


def language(wanted: str | None = None) -> str:
    """Return the wanted language, the one chosen before, the system's, or English."""
    if wanted is not None:
        return check_language(wanted)
    system = [os.environ.get(name, "")[:2] for name in ("LC_ALL", "LC_MESSAGES", "LANG")]
    candidates = (os.environ.get("AUTOMARIUM_LANG", ""), chosen_language(), *system, _windows_language())
    return next((lang for lang in candidates if lang and is_language(lang)), "en")


def _windows_language() -> str:
    """Return the language of Windows' own menus, which no variable names; an empty text on other systems."""
    if sys.platform != "win32":
        return ""
    import ctypes
    import locale

    return locale.windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "")[:2]


def chosen_language() -> str | None:
    """Return the language that was chosen before, if any."""
    lang = _settings().get("lang")
    return lang if isinstance(lang, str) and is_language(lang) else None


def remember_language(lang: str) -> None:
    write_atomically(_settings_file(), msgspec.json.encode({**_settings(), "lang": lang}).decode())


def _settings_file() -> Path:
    return folder() / "settings.json"


def _settings() -> dict[str, object]:
    try:
        settings = msgspec.json.decode(_settings_file().read_bytes(), type=dict[str, object])
    except (OSError, msgspec.MsgspecError):
        return {}  # a lost preference is not worth a message
    return settings
