"""Things to be said, before they are words: a message key and its parameters. Only ``voice`` makes words of them."""

from __future__ import annotations

from typing import Any

import msgspec


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
    """Written ``raise refuse("go.occupied", to=place)``."""
    return Refused(Saying(message, params), where)
