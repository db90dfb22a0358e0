"""Things to be said, before they are words: a message key and its parameters. Only ``voice`` makes words of them.

A parameter that has a name of its own in every language (a place, a mech, a side) is a :class:`Term`: the family says
where its name is found. Anything else is shown as it is.
"""

from __future__ import annotations

from typing import Any

import msgspec


class Term(msgspec.Struct, frozen=True):
    """One thing by its id, or several: ``term("place", "N4")`` reads as ``place.N4`` in the person's language."""

    family: str
    value: Any


def term(family: str, value: object) -> Term:
    return Term(family, value)


class Saying(msgspec.Struct, frozen=True):
    key: str
    params: dict[str, Any] = {}


def saying(message: str, /, **params: Any) -> Saying:
    return Saying(message, params)


class Refused(Exception):
    """What the person, a file or a program gave cannot be taken: what is wrong, where, and what would be right.

    ``where`` is the path of the bad field (``facts.mechs.north``), or empty if the thing as a whole is meant.
    """

    def __init__(self, message: Saying, where: str = "") -> None:
        super().__init__(f"{where}: {message.key} {message.params}" if where else f"{message.key} {message.params}")
        self.message = message
        self.where = where


def refuse(message: str, where: str = "", /, **params: Any) -> Refused:
    """Written ``raise refuse("go.occupied", to=term("place", to))``."""
    return Refused(Saying(message, params), where)
