"""The languages of the package: one for each catalogue in ``locale/``.

A catalogue also gives the name of its language, its place in menus, and the letters of its keyboard.
"""

from __future__ import annotations

import gettext
import os
import struct
import sys
from collections.abc import Callable, Mapping
from functools import cache
from io import BytesIO

from automarium.engine.compiled_files import is_newer
from automarium.engine.message import Refused, refuse

BASE = "en"  # what is not translated is shown in it
HERE = os.path.dirname(__file__)


class MessagesInMemory(gettext.NullTranslations):
    """Messages that are in no file, over those of the package in ``folder``. A list has a text per plural form."""

    def __init__(self, messages: Mapping[str, str | list[str]], folder: str, lang: str) -> None:
        super().__init__()
        self._messages, self._under = messages, load_catalogue(folder, lang)
        self._choose_form: Callable[[int], int] = getattr(load_catalogue(HERE, lang), "plural", lambda count: 0)

    def gettext(self, message: str) -> str:
        return self.ngettext(message, message, 1) if message in self._messages else self._under.gettext(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        found = self._messages.get(msgid1)
        if found is None:
            return self._under.ngettext(msgid1, msgid2, n)
        return found if isinstance(found, str) else found[min(self._choose_form(n), len(found) - 1)]


_provided: dict[str, Callable[[str], MessagesInMemory]] = {}  # by folder; called with a language


def provide_messages(folder: str, messages: Mapping[str, Mapping[str, str | list[str]]], stock: str) -> None:
    """Provide the messages of a game that has no folder on disk, by language, over those of the package ``stock``."""
    _provided[folder] = cache(lambda lang: MessagesInMemory(messages.get(lang, {}), stock, lang))


def remove_messages(folder: str) -> None:
    _provided.pop(folder, None)


def load_catalogue(folder: str, lang: str) -> gettext.NullTranslations:
    """Return the messages of the package in ``folder``: the compiled ones, or the edited ones where those are newer.
    Without a file, or with one that is damaged, return none and say so on standard error, unless the package states in
    its ``clauses.toml`` that it does not have the language."""
    return _provided[folder](lang) if folder in _provided else _load_catalogue(folder, lang)


@cache
def _load_catalogue(folder: str, lang: str) -> gettext.NullTranslations:
    path = os.path.join(folder, "locale", lang)
    compiled, edited = f"{path}.mo", f"{path}.po"
    source = edited if is_newer(edited, compiled) else compiled
    try:
        if source == edited:
            from automarium.i18n.po_file import compile_po  # only while messages are being written

            return gettext.GNUTranslations(BytesIO(compile_po(edited)))
        with open(compiled, "rb") as file:
            return gettext.GNUTranslations(file)
    except FileNotFoundError:
        if not _is_declared(folder, lang):
            return gettext.NullTranslations()
        fault = f"no file {edited}"
    except (OSError, ValueError, LookupError, struct.error) as error:
        fault = f"{source} is damaged ({error})"
    print(f"automarium: {os.path.basename(folder)} has no messages in {lang!r}: {fault}", file=sys.stderr)
    return gettext.NullTranslations()


def _is_declared(folder: str, lang: str) -> bool:
    """Return whether a package should have messages in a language: a game may state its languages, and any other
    package has all."""
    from automarium.engine.content import clauses  # only if a file is missing

    try:
        declared = clauses.load_catalogue(folder).languages
    except (OSError, ValueError, Refused):  # not the package of a game, or refused elsewhere
        return True
    return not declared or lang in declared


def describe_language(lang: str, key: str) -> str:
    """Return what a language's own catalogue says under ``key`` (``language.name``), or an empty text."""
    text = load_catalogue(HERE, lang).gettext(key)
    return "" if text == key else text


def list_codes() -> list[str]:
    """Return the base language, then the others in the order of the alphabet. No catalogue is read."""
    files = map(os.path.splitext, os.listdir(os.path.join(HERE, "locale")))
    return [BASE, *sorted(lang for lang, ending in files if ending == ".mo" and lang != BASE)]


@cache
def _find_languages() -> tuple[str, ...]:
    """Return the base language, then the others by ``language.order``; those without a number come last."""
    others = list_codes()[1:]
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
