"""Things to be said, before they are words: a message key and its parameters. Only ``voice`` makes words of them.

A parameter that has a name of its own in every language (a place, a mech, a side) is a :class:`Term`: the family says
where its name is found. Anything else is shown as it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, TypeAlias

import msgspec

# What a terminal obeys instead of showing it, what turns the direction of a line round, halves of surrogate pairs, and
# what no XML may hold. A line feed is among them: words are one line.
_ODD = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f\ufff9-\ufffb\ufffe\uffff\ud800-\udfff\U000e0000-\U000e007f]"
)


# What makes words of a message key and its parameters: the voice, as rooms and pictures see it.
Say: TypeAlias = Callable[..., str]


class Term(msgspec.Struct, frozen=True):
    """One thing by its id, or several: ``term("place", "N4")`` reads as ``place.N4`` in the person's language."""

    family: str
    value: object


def term(family: str, value: object) -> Term:
    return Term(family, value)


class Message(msgspec.Struct, frozen=True):
    key: str
    params: dict[str, Any] = {}


def message(key: str, /, **params: object) -> Message:
    return Message(key, params)


def capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


class Refused(Exception):
    """What the person, a file or a program gave cannot be taken: what is wrong, where, and what would be right.

    ``where`` is the path of the bad field (``facts.mechs.north``), or empty if the thing as a whole is meant.
    """

    def __init__(self, message: Message, where: str = "") -> None:
        super().__init__(message, where)
        self.message = message
        self.where = where

    def __str__(self) -> str:
        """For whoever programs; people are told in words. Made only when it is wanted: what was given may be long."""
        told = f"{self.message.key} {self.message.params}"
        return f"{self.where}: {told}" if self.where else told


def refuse(key: str, where: str = "", /, **params: object) -> Refused:
    """Written ``raise refuse("go.occupied", to=term("place", to))``."""
    return Refused(Message(key, params), where)


def clean(text: str) -> str:
    """A text from outside as it may be shown anywhere: a sign stands in for every character that people cannot read."""
    return text if text.isprintable() else _ODD.sub("\N{REPLACEMENT CHARACTER}", text)
