"""What a store of games is: journals that only grow, each under a key that nobody can guess.

A journal holds the lines of a record exactly as ``kernel.record`` writes them, the header first. Its *revision* is the
number of its lines. Whoever appends says at which revision they saw the game; if it has moved on since, nothing is
written and they are told so (``Conflict``). So two people who press at once, or a double tap, have one clear outcome
in every face, and no window needs a lock.

Beside each journal lies a summary, so that a list of games replays nothing.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from typing import Any, Protocol

import msgspec

from automarium.box.box import Packs
from automarium.engine.message import Message, Refused, message


class Limits(msgspec.Struct, frozen=True):
    """How much a store takes. A game of an evening has a few hundred lines of some sixty bytes.

    ``games`` are the owner's; those that others begin (``guests``, ``guest_size`` bytes together) take nothing from it.
    """

    games: int = 10_000
    guests: int = 10_000
    guest_size: int = 1 << 28
    lines: int = 3_000
    size: int = 1 << 20  # bytes of one journal

    @property
    def all(self) -> int:
        """The games of everybody."""
        return self.games + self.guests

    def check(self, lines: int, size: int) -> None:
        """Refuse a journal that has grown too long."""
        if lines > self.lines or size > self.size:
            raise Full(message("store.long", lines=self.lines, size=self.size))


class Summary(msgspec.Struct, frozen=True):
    """Where a game stands, in no language. ``over``: finished, and the winner is known. ``names`` says who plays,
    ``stage`` where it stands and ``coming`` what going on brings. ``rulings`` are those that were settled otherwise
    than usual."""

    game: str
    turn: int = 0
    over: bool = False
    totals: dict[str, int] = {}
    verdict: Message | None = None
    names: Message | None = None
    stage: Message | None = None
    coming: Message | None = None
    winner: str | None = None
    options: dict[str, Any] = {}
    rulings: dict[str, str] = {}


class StoredGame(msgspec.Struct, frozen=True):
    """A game in the list. ``number`` is never given twice; times are seconds since 1970. ``guest``: somebody other than
    the owner has begun it. ``damaged``: its row cannot be read as it should; it can still be exported and deleted."""

    key: str
    number: int
    given_name: str
    revision: int
    created: float
    changed: float
    summary: Summary
    guest: bool = False
    damaged: bool = False

    @property
    def name(self) -> str:
        """What a person calls it by."""
        return self.given_name or f"{self.summary.game}-{self.number}"


class Journal(msgspec.Struct, frozen=True):
    """A game's lines, each with its line feed, from after line ``after`` on."""

    key: str
    name: str
    lines: tuple[bytes, ...]
    after: int = 0

    @property
    def revision(self) -> int:
        return self.after + len(self.lines)

    @property
    def content(self) -> bytes:
        return b"".join(self.lines)


class Conflict(Refused):
    """The game has moved on since it was looked at; nothing was written. ``revision`` is where it stands now."""

    def __init__(self, revision: int) -> None:
        super().__init__(message("store.conflict"))
        self.revision = revision


class Missing(Refused):
    """There is no such game (any more)."""

    def __init__(self) -> None:
        super().__init__(message("store.missing"))


class Full(Refused):
    """The store takes no more games, or the journal no more lines."""


class Damaged(Refused):
    """A line of the game cannot be read any more, or is missing."""

    def __init__(self, line: int) -> None:
        super().__init__(message("store.damaged", line=line))


class Unavailable(Refused):
    """The database cannot be reached or written now; nothing is lost by trying again."""


class Store(Protocol):
    """Every change is on disk when its call returns. May be used from several threads and several processes."""

    @property
    def limits(self) -> Limits: ...

    @property
    def shared(self) -> bool:
        """A server's store, with games of people who do not know each other."""

    @property
    def read_only(self) -> bool:
        """Nothing can be written: everything can be listed, looked at and exported."""

    @property
    def where(self) -> str:
        """Where the games lie, to be told to a person; no password in it."""

    @property
    def packs(self) -> Packs:
        """The own packs that go with these games."""

    @property
    def notices(self) -> list[Message]:
        """What the person should know when the store is opened: while it holds no game, that an older one is left."""

    def create(
        self,
        lines: Sequence[bytes],
        summary: Summary,
        name: str = "",
        *,
        key: str | None = None,
        times: tuple[float, float] | None = None,
        guest: bool = False,
    ) -> str:
        """Begin a journal with these lines, at least the header; returns its key. A game from a backup brings its own
        key and the times when it was begun and last changed. ``guest``: somebody other than the owner begins it."""

    def read(self, key: str, after: int = 0) -> Journal:
        """The lines after the first ``after``."""

    def rest(self, key: str) -> bytes:
        """The record as far as it can be read; of a game that is not damaged, all of it."""

    def append(self, key: str, expected: int, lines: Sequence[bytes], summary: Summary) -> int:
        """Put lines after line ``expected``, the last one there; returns the new revision."""

    def revisions(self, keys: Sequence[str]) -> dict[str, int]:
        """Where games stand, in one cheap question; those that do not exist are left out."""

    def games(self, keys: Sequence[str] | None = None, most: int = 1000) -> list[StoredGame]:
        """Games in the list, the last changed first: all, or those under the given keys."""

    def find_by_header(self, header: bytes) -> list[str]:
        """The keys of games that began with the very same first line."""

    def delete(self, key: str) -> None:
        """Drop a game for good."""

    def close(self) -> None: ...


KEY = re.compile(r"[A-Za-z0-9_-]{22}")


def new_key() -> str:
    """128 bits of chance: knowing it is the right to play."""
    return secrets.token_urlsafe(16)


def is_key(text: str) -> bool:
    return KEY.fullmatch(text) is not None
