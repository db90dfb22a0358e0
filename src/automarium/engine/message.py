"""Messages: a message key and its parameters, which ``i18n`` translates into words; and refusals that carry one.

A parameter with a name in every language (a place, a mech, a side) is a :class:`Term`: its family says where the name
is found. Anything else is shown as it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, TypeAlias

import msgspec

# Control characters (with the line feed: a text is one line), marks that change the direction of a line, halves of
# surrogate pairs, and what XML does not allow. Compiled when it is first needed.
_UNPRINTABLE = (
    "[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f"
    "\ufff9-\ufffb\ufffe\uffff\ud800-\udfff\U000e0000-\U000e007f]"
)

# Translates a message key and its parameters, ``say("key", name=value)``.
Say: TypeAlias = Callable[..., str]


class Term(msgspec.Struct, frozen=True):
    """One or several things, by id: ``term("place", "N4")`` reads as ``place.N4`` in the player's language."""

    family: str
    value: object


def term(family: str, value: object) -> Term:
    """Return a :class:`Term`: ``term("place", "N4")``."""
    return Term(family, value)


class Message(msgspec.Struct, frozen=True):
    """The key of a message and its parameters."""

    key: str
    params: dict[str, Any] = {}


def message(key: str, /, **params: object) -> Message:
    """Return a :class:`Message`: ``message("overview.heron", at=term("place", "P4"), count=3)``."""
    return Message(key, params)


def capitalise(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


class Refused(Exception):
    """Raised to refuse an input from a player, a file or a program. The message says what is wrong and what would be
    right.

    ``where`` is the path of the wrong field (``facts.mechs.north``), or empty for the input as a whole.
    """

    def __init__(self, message: Message, where: str = "") -> None:
        super().__init__(message, where)
        self.message = message
        self.where = where

    def __str__(self) -> str:
        """Return the untranslated message, for tracebacks."""
        text = f"{self.message.key} {self.message.params}"
        return f"{self.where}: {text}" if self.where else text


def refuse(key: str, where: str = "", /, **params: object) -> Refused:
    """Return a refusal to raise: ``raise refuse("go.occupied", to=term("place", to))``."""
    return Refused(Message(key, params), where)


def clean(text: str) -> str:
    """Return a text from outside with a replacement character for everything that must not be shown."""
    return text if text.isprintable() else re.sub(_UNPRINTABLE, "\N{REPLACEMENT CHARACTER}", text)
