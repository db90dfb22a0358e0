"""The arguments of the command line: argparse in the person's language, and ``NAME=VALUE``.

argparse asks gettext for its own words ("usage", "options", what is wrong with an argument) by their English text, in
the name ``_`` of its module. It has no other door: that name is given our messages here, before the parser is made.
"""

from __future__ import annotations

import argparse
import gettext

from automarium.engine.message import refuse
from automarium.i18n.translator import Translator

# Its English words → our keys. What is not here is for whoever writes the parser, not for whoever uses it.
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
    """From now on argparse speaks like ``voice``."""

    def said(english: str) -> str:
        key = WORDS.get(english)
        return gettext.gettext(english) if key is None else translator.look_up(key) or english

    argparse._ = said  # type: ignore[attr-defined]


def parse_pair(text: str, where: str) -> tuple[str, str]:
    """``NAME=VALUE``, as an option takes it; ``where`` names the option."""
    name, equals, value = (part.strip() for part in text.partition("="))
    if not equals or not name or not value:
        raise refuse("cli.pair", where, given=text)
    return name, value
