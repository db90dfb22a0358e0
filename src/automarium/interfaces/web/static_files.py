"""Static files, served under names with their fingerprint and cached for ever.

Script and style are written in parts and served as one file each.
"""

from __future__ import annotations

from contextlib import suppress
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path

import msgspec

from automarium.box.items import has_items
from automarium.engine.definition import Shades
from automarium.engine.message import Refused
from automarium.games import plugins

FILE = "covers.json"  # beside this module, in the offline site


class GameSummary(msgspec.Struct, frozen=True):
    """The icon of a game (or ""), its light and dark colour, whether its box has components, and the colours of its
    sides."""

    sign: str
    accent: tuple[str, str]
    things: bool
    palette: dict[str, tuple[Shades, Shades]] = {}


@cache
def load_summary(game: str) -> GameSummary:
    return _load_written().get(game) or read_summary(game)


def read_summary(game: str) -> GameSummary:
    """Return the summary from the definition."""
    definition = plugins.load_definition(game)
    look = definition.page
    return GameSummary(look.signs.get("game", ""), look.accent, has_items(definition), dict(look.palette))


@cache
def _load_written() -> dict[str, GameSummary]:
    file = Path(__file__).parent / FILE
    return msgspec.json.decode(file.read_bytes(), type=dict[str, GameSummary]) if file.exists() else {}


FOLDER = Path(__file__).parent / "static"
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
}
# The parts that a file is put together from, in their order: scripts see the names of those before, styles cascade.
PARTS = {
    "companion.css": [
        f"style/{name}.css"
        for name in (
            "base",
            "buttons",
            "turn",
            "questions",
            "lab",
            "pages",
            "item_forms",
            "combat",
            "start",
            "breakpoints",
        )
    ],
    "companion.js": [
        f"script/{name}.js"
        for name in (
            "navigation",
            "page_update",
            "links_and_forms",
            "board",
            "speech",
            "turn_playback",
            "answer_entry",
            "board_editor",
            "item_form",
            "combat",
            "guide",
            "keyboard",
            "announcements",
            "live_updates",
            "back_button",
            "wake_lock",
            "lab",
            "share",
            "document_link",
            "page_start",
        )
    ],
}
ACCENT = "accent-"  # before the name of a game: the style sheet that holds its own colour


@lru_cache(maxsize=1)
def load_files() -> dict[str, tuple[bytes, str]]:
    """Return every file by its served name, with its media type."""
    found = {}
    for path in sorted(FOLDER.iterdir()):
        if path.suffix in TYPES:
            content = path.read_bytes()
            found[_stamp_name(path.name, content)] = (content, TYPES[path.suffix])
    for name in PARTS:
        content = _read_file(name)
        found[_stamp_name(name, content)] = (content, TYPES[Path(name).suffix])
    for game in plugins.names():
        with suppress(Refused):  # a plug-in that cannot be loaded does not stop the server
            content = _make_accent(game)
            found[_stamp_name(f"{ACCENT}{game}.css", content)] = (content, TYPES[".css"])
    return found


@lru_cache(maxsize=64)
def file_url(name: str) -> str:
    return f"/static/{_stamp_name(name, _read_file(name))}"


def _read_file(name: str) -> bytes:
    if name not in PARTS:
        return (FOLDER / name).read_bytes()
    parts = b"\n".join((FOLDER / part).read_bytes() for part in PARTS[name])
    return b'"use strict";\n(() => {\n' + parts + b"})();\n" if name.endswith(".js") else parts


@lru_cache(maxsize=64)
def accent_url(game: str) -> str:
    """Return the style sheet with the colour of a game."""
    return f"/static/{_stamp_name(f'{ACCENT}{game}.css', _make_accent(game))}"


def _make_accent(game: str) -> bytes:
    summary = load_summary(game)
    day, night = summary.accent
    rules = [f'[data-game="{game}"]{{--day:{day};--night:{night}}}']
    if summary.palette:
        by_day, by_night = (
            "".join(_list_shades(name, two[n]) for name, two in summary.palette.items()) for n in (0, 1)
        )
        rules.append(f":root{{{by_day}}}")
        rules.append(f'html[data-theme="dark"]{{{by_night}}}')
        rules.append(f'@media (prefers-color-scheme:dark){{html[data-theme="auto"]{{{by_night}}}}}')
    for name in summary.palette:
        fill, ink, edge = (f"var(--f-{name}{part})" for part in ("", "-ink", "-edge"))
        rules.append(f".f-{name}{{--f:{fill};--f-ink:{ink};--f-edge:{edge}}}")
        rules.append(f".c-{name}{{background:{fill};color:{ink};border-color:{edge}}}")
        rules.append(f".me-{name}{{--me:{edge}}}")
        rules.append(f".her-{name}{{--her:{fill};--on-her:{ink};--her-edge:{edge}}}")
    return "\n".join(rules).encode()


def _list_shades(name: str, shades: Shades) -> str:
    fill, ink, edge = shades
    return f"--f-{name}:{fill};--f-{name}-ink:{ink};--f-{name}-edge:{edge};"


def _stamp_name(name: str, content: bytes) -> str:
    stem, _, ending = name.rpartition(".")
    return f"{stem}.{sha256(content).hexdigest()[:12]}.{ending}"
