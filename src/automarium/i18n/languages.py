"""The languages of the package: one for each catalogue in ``locale/``.

A catalogue also gives the name of its language, its place in menus, and the letters of its keyboard.
"""

from __future__ import annotations

import gettext
import os
import struct
import sys
from functools import cache

from automarium.engine.message import refuse

BASE = "en"  # what is not translated is shown in it
HERE = os.path.dirname(__file__)


@cache
def load_catalogue(folder: str, lang: str) -> gettext.NullTranslations:
    """Return the messages of the package in ``folder``. Without a file, or with one that is damaged, say so on standard
    error and return none."""
    path = os.path.join(folder, "locale", f"{lang}.mo")
    try:
        with open(path, "rb") as file:
            return gettext.GNUTranslations(file)
    except FileNotFoundError:
        fault = f"no file {path}"
    except (OSError, ValueError, LookupError, struct.error) as error:
        fault = f"{path} is damaged ({error})"
    print(f"automarium: {os.path.basename(folder)} has no messages in {lang!r}: {fault}", file=sys.stderr)
    return gettext.NullTranslations()


def describe_language(lang: str, key: str) -> str:
    """Return what a language's own catalogue says under ``key`` (``language.name``), or an empty text."""
    text = load_catalogue(HERE, lang).gettext(key)
    return "" if text == key else text


@cache
def _find_languages() -> tuple[str, ...]:
    """Return the base language, then the others by ``language.order``; those without a number come last."""
    files = map(os.path.splitext, os.listdir(os.path.join(HERE, "locale")))
    others = sorted(lang for lang, ending in files if ending == ".mo" and lang != BASE)
    return (BASE, *sorted(others, key=lambda lang: int(describe_language(lang, "language.order") or len(others) + 1)))


LANGUAGES: tuple[str, ...]


def __getattr__(name: str) -> object:
    """Find the languages when they are first asked for: every catalogue is read for that, and a single answer of the
    oracle needs one."""
    if name != "LANGUAGES":
        raise AttributeError(name)
    globals()[name] = found = _find_languages()
    return found


def is_language(lang: str) -> bool:
    """Return whether a text is one of the languages."""
    return lang.isalpha() and os.path.exists(os.path.join(HERE, "locale", f"{lang}.mo"))


def check_language(lang: str) -> str:
    """Return the language. Raise Refused if there is no such one."""
    if not is_language(lang):
        raise refuse("lang.unknown", "lang", given=lang, options=list(_find_languages()))
    return lang


def language_name(lang: str) -> str:
    """Return the name of a language in itself."""
    return describe_language(lang, "language.name") or lang


def fold_letters(text: str) -> str:
    """Return a text as words are compared: small letters, and those with marks that are often left out without them."""
    return text.casefold().translate(_list_folded())


@cache
def _list_folded() -> dict[int, str]:
    pairs = [pair for lang in _find_languages() for pair in describe_language(lang, "letters.folded").split()]
    return str.maketrans({pair[0]: pair[1:] for pair in pairs})
