"""``automarium new-game``: write a complete small package of a game, which plays at once."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from sys import stdlib_module_names

import automarium
from automarium.engine.definition import SDK_VERSION
from automarium.engine.message import refuse
from automarium.games import plugins
from automarium.i18n.languages import BASE, LANGUAGES, check_language
from automarium.i18n.translator import Translator
from automarium.interfaces.terminal.screen import INDENT, Screen

BOARDS = {"ring": ("P1", "P5"), "hex": ("A1", "B2")}  # where both pawns begin
NAME = re.compile(r"[a-z][a-z0-9_]{2,30}")
_TRANSLATED = re.compile(r"^\w+\.([a-z]{2}) = ")


def add_arguments(parser: argparse.ArgumentParser, translator: Translator) -> None:
    parser.add_argument("name", metavar="NAME", help=translator.say("cli.new-game.name"))
    languages = ",".join(LANGUAGES)
    parser.add_argument(
        "--languages", default=BASE, metavar=languages, help=translator.say("cli.new-game.languages", options=languages)
    )
    parser.add_argument("--board", choices=tuple(BOARDS), default="ring", help=translator.say("cli.new-game.board"))
    parser.add_argument("--folder", metavar="FOLDER", help=translator.say("cli.new-game.folder"))


def new_game(parsed: argparse.Namespace, screen: Screen) -> int:
    """Write the package and say what to do with it."""
    name = check_name(parsed.name)
    languages = [BASE, *(one for one in parse_languages(parsed.languages) if one != BASE)]
    folder = Path(parsed.folder or name)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise refuse("new-game.exists", "--folder", file=str(folder))
    for path, text in render_package(name, languages, parsed.board).items():
        target = folder / path
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, "utf-8")
        except OSError as error:
            raise refuse("store.unwritable", file=str(target), detail=error.strerror) from None
    screen.say("new-game.done", "green", folder=str(folder))
    screen.raw([f"{INDENT}cd {folder}", *(f"{INDENT}{line}" for line in ("make install", "make test", "make play"))])
    return 0


def check_name(name: str) -> str:
    """Return the name of a new game. Raise Refused if it cannot be that of a package, or if it is taken."""
    taken = {*plugins.names(), *plugins.find_broken(), *stdlib_module_names}
    if not NAME.fullmatch(name) or name in ("automarium", "tests"):
        raise refuse("new-game.name", "NAME", given=name)
    if name in taken:
        raise refuse("new-game.taken", "NAME", given=name)
    return name


def parse_languages(text: str) -> list[str]:
    return list(dict.fromkeys(check_language(one.strip()) for one in text.split(",") if one.strip()))


def render_package(name: str, languages: Sequence[str], board: str) -> dict[str, str]:
    """Return the files of a new package by their paths."""
    start, yours = BOARDS[board]
    letters = re.sub(r"[^a-z]", "", name).upper()
    values = {
        "NAME": name,
        "CLASS": "".join(part.capitalize() for part in name.split("_")),
        "TITLE": name.replace("_", " ").capitalize(),
        "PREFIX": f"{letters}XX"[:3],
        "SDK": SDK_VERSION,
        "LANGUAGES": ", ".join(f'"{one}"' for one in languages),
        "START": start,
        "YOURS": yours,
    }
    found: dict[str, str] = {}
    for path, source in _list_files(Path(automarium.__file__).parent / "template"):
        *_, last = path.split("/")
        if last.endswith(".po.in") and last.removesuffix(".po.in") not in languages:
            continue
        if last.startswith("board_"):
            if last != f"board_{board}.py.in":
                continue
            path = path.replace(last, "board.py.in")
        path = path.removesuffix(".in").replace("gitignore", ".gitignore")
        path = path.replace("package/", f"{name}/").replace("test_rules", f"test_{name}")
        found[path] = _fill(source.read_text("utf-8"), values, languages)
    return found


def _list_files(folder: Path, before: str = "") -> Iterator[tuple[str, Path]]:
    for one in sorted(folder.iterdir()):
        if one.is_dir():
            yield from _list_files(one, f"{before}{one.name}/")
        elif one.name.endswith(".in"):
            yield f"{before}{one.name}", one


def _fill(text: str, values: Mapping[str, str], languages: Sequence[str]) -> str:
    """Return a file of the template with the names of the new game, without texts in other languages."""
    for key, value in values.items():
        text = text.replace(f"@{key}@", value)
    lines = text.splitlines(keepends=True)
    return "".join(line for line in lines if not (found := _TRANSLATED.match(line)) or found[1] in languages)
