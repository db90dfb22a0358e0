"""Command-line arguments: argparse in the user's language, and ``NAME=VALUE``.

argparse looks up its own words ("usage", "options", errors) by their English text through the name ``_`` of its module.
There is no other hook, so that name is replaced before the parser is built.
"""

from __future__ import annotations

import argparse
import gettext
import os
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from automarium.engine.message import Refused, refuse
from automarium.games import plugins
from automarium.i18n.translator import Translator

COMMANDS = "automarium.interfaces.terminal.commands"
DOCUMENT = "automa.toml"

# English text → message key. Other texts of argparse are for developers and stay English.
WORDS = {
    "usage: ": "argparse.usage",
    "positional arguments": "argparse.positional",
    "options": "argparse.options",
    "show this help message and exit": "argparse.help",
    "%(prog)s: error: %(message)s\n": "argparse.error",
    "argument %(argument_name)s: %(message)s": "argparse.argument",
    "ambiguous option: %(option)s could match %(matches)s": "argparse.ambiguous",
    "expected at least one argument": "argparse.at-least-one",
    "expected at most one argument": "argparse.at-most-one",
    "expected one argument": "argparse.one",
    "ignored explicit argument %r": "argparse.ignored",
    "invalid %(type)s value: %(value)r": "argparse.value",
    "invalid choice: %(value)r (choose from %(choices)s)": "argparse.choice",
    "not allowed with argument %s": "argparse.not-with",
    "one of the arguments %s is required": "argparse.one-of",
    "the following arguments are required: %s": "argparse.required",
    "unrecognized arguments: %s": "argparse.unknown",
}


def translate_argparse(translator: Translator) -> None:
    """Make argparse use the language of ``translator``."""

    def said(english: str) -> str:
        key = WORDS.get(english)
        return gettext.gettext(english) if key is None else translator.look_up(key) or english

    argparse._ = said  # type: ignore[attr-defined]


AddArguments = Callable[[argparse.ArgumentParser, Translator], None]


class CommandParser(argparse.ArgumentParser):
    """The parser of a command. Its arguments are added when it is used: only one of the commands is."""

    add_arguments: Callable[[], None] | None = None

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        if self.add_arguments is not None:
            self.add_arguments()
            self.add_arguments = None
        return super().parse_known_args(args, namespace)


def import_later(module: str, name: str) -> Callable[..., Any]:
    """Return a function of a module that is imported when the function is called: most commands need few modules."""

    def called(*args: object) -> Any:
        return getattr(import_module(module), name)(*args)

    return called


def parse_pair(text: str, where: str) -> tuple[str, str]:
    """Split ``NAME=VALUE`` as an option takes it; ``where`` names the option in the refusal."""
    name, equals, value = (part.strip() for part in text.partition("="))
    if not equals or not name or not value:
        raise refuse("cli.pair", where, given=text)
    return name, value


def open_document(game: str) -> str:
    """Return the name of a game. A path (``./my-automa``, ``automa.toml``) is that of a document, which is loaded."""
    path = find_document(game)
    if path is None:
        return game
    text = read_document(path)
    try:
        return plugins.add_document(text)
    except Refused as fault:
        raise refuse("document.file", file=str(path), fault=fault.message) from None


def find_document(game: str) -> Path | None:
    """Return the file of a document that is named by its path; None for the name of a game."""
    path = Path(game)
    if path.is_dir() and (path / DOCUMENT).exists():
        return path / DOCUMENT
    return path if path.suffix == ".toml" or os.sep in game or "/" in game else None


def read_document(path: Path) -> str:
    """Return the text of a document. Raise Refused if the file cannot be read."""
    try:
        return path.read_text("utf-8")
    except OSError as error:
        raise refuse("file.unreadable", file=str(path), detail=error.strerror) from None
    except UnicodeDecodeError:
        raise refuse("document.utf8", file=str(path)) from None
