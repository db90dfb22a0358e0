"""A store of games: journals that only grow, each under a secret key.

A journal holds the lines of a record as ``engine.game.record`` writes them, the header first. Its *revision* is the
number of its lines. A caller of ``append`` passes the revision that it saw; if the game has moved on since, nothing is
written and ``Conflict`` is raised. So two clients that press at once, or a double tap, have one clear outcome, and no
window needs a lock. A summary is kept with each journal, so that listing games replays nothing.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from typing import Any, Protocol

import msgspec

from automarium.box.box import Packs
from automarium.engine.game.record import MOST_BYTES, MOST_LINES
from automarium.engine.message import Message, Refused, message

LONGEST_NOTE = 500  # characters


class Limits(msgspec.Struct, frozen=True):
    """How much a store takes. ``games`` are the owner's; those of guests (``guests``, ``guest_size`` bytes
    together) are counted apart, and of these the ones from one address (``share``, ``share_size``)."""

    games: int = 10_000
    guests: int = 10_000
    guest_size: int = 1 << 28
    share: int = 500
    share_size: int = 1 << 24
    lines: int = MOST_LINES
    size: int = MOST_BYTES  # of one journal

    @property
    def all(self) -> int:
        """The games of the owner and of guests."""
        return self.games + self.guests

    def check(self, lines: int, size: int) -> None:
        """Raise Full if a journal is too long."""
        if lines > self.lines or size > self.size:
            raise Full(message("store.long", lines=self.lines, size=self.size))


class Summary(msgspec.Struct, frozen=True):
    """The state of a game, in no language. ``over``: finished, and the winner is known. ``names`` says who plays,
    ``stage`` what the state is; ``to_move`` is the side whose turn it is, "question" while one is open, empty at the
    end and during the setup. ``rulings`` are those that are not settled by default."""

    game: str
    turn: int = 0
    over: bool = False
    totals: dict[str, int] = {}
    verdict: Message | None = None
    names: Message | None = None
    stage: Message | None = None
    to_move: str = ""
    winner: str | None = None
    options: dict[str, Any] = {}
    rulings: dict[str, str] = {}


class StoredGame(msgspec.Struct, frozen=True):
    """A game in the list of a store. ``number`` is never used twice; times are seconds since 1970. ``guest``: a guest
    has begun it. ``damaged``: its row cannot be read; it can still be exported and deleted. ``note`` is the person's
    own, or empty."""

    key: str
    number: int
    given_name: str
    revision: int
    created: float
    changed: float
    summary: Summary
    guest: bool = False
    damaged: bool = False
    note: str = ""

    @property
    def name(self) -> str:
        """The name that is shown."""
        return self.given_name or f"{self.summary.game}-{self.number}"


class Journal(msgspec.Struct, frozen=True):
    """The lines of a game after the first ``after``, each with its line feed."""

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
    """The game has moved on since the caller read it; nothing was written. ``revision`` is the present one."""

    def __init__(self, revision: int) -> None:
        super().__init__(message("store.conflict"))
        self.revision = revision


class Missing(Refused):
    """There is no such game."""

    def __init__(self) -> None:
        super().__init__(message("store.missing"))


class Full(Refused):
    """The store takes no more games, or the journal no more lines."""


class Damaged(Refused):
    """A line of the game cannot be read any more, or is missing."""

    def __init__(self, line: int) -> None:
        super().__init__(message("store.damaged", line=line))


class Unavailable(Refused):
    """The database cannot be reached or written now; the call can be repeated."""


class Store(Protocol):
    """Every change is on disk when its call returns. May be used from several threads and several processes."""

    @property
    def limits(self) -> Limits: ...

    @property
    def shared(self) -> bool:
        """Whether it is a server's store, with games of many people."""

    @property
    def read_only(self) -> bool:
        """Whether nothing can be written; games can be listed, shown and exported."""

    @property
    def where(self) -> str:
        """The place of the games, for messages; without a password."""

    @property
    def packs(self) -> Packs:
        """The own packs that go with these games."""

    @property
    def notices(self) -> list[Message]:
        """What the person should know: while there is no game yet, that a store of an older format was left."""

    def create(
        self,
        lines: Sequence[bytes],
        summary: Summary,
        name: str = "",
        *,
        times: tuple[float, float] | None = None,
        guest: bool = False,
        address: str = "",
    ) -> str:
        """Begin a journal with these lines, at least the header, and return its key. ``times``: when it was begun and
        last changed. ``guest``: a guest begins it, from this ``address``."""

    def merge(
        self,
        lines: Sequence[bytes],
        summary: Summary,
        name: str,
        key: str,
        times: tuple[float, float],
        *,
        keeps_key: bool,
    ) -> tuple[str, str]:
        """Keep a game from outside unless its lines are there already. Return what became of it (``new``, ``longer``,
        ``there``) and its key. Of several imports at once one does it. ``key`` is that of the file, or empty
        for a single record. With a key, the game that has it, or one of the owner, is brought up to date if the lines
        go on where it ends. ``keeps_key``: a new game gets this key, otherwise another one."""

    def read(self, key: str, after: int = 0) -> Journal:
        """Return the lines after the first ``after``. Raise Missing or Damaged."""

    def rest(self, key: str) -> bytes:
        """Return the readable lines of a record; of a game that is not damaged, all of them."""

    def append(self, key: str, expected: int, lines: Sequence[bytes], summary: Summary) -> int:
        """Append lines after line ``expected``, the last one there, and return the new revision. Raise Conflict."""

    def revisions(self, keys: Sequence[str]) -> dict[str, int]:
        """Return the revisions of games by key; those that do not exist are left out."""

    def games(self, keys: Sequence[str] | None = None, most: int = 1000) -> list[StoredGame]:
        """Return games, the last changed first: all, or those with the given keys."""

    def write_note(self, key: str, text: str) -> None:
        """Keep a person's note about a game instead of the one before; an empty one is deleted. The record, its
        revision and its times stay as they are. Raise Refused if it is longer than ``LONGEST_NOTE``."""

    def delete(self, key: str) -> None:
        """Delete a game for good."""

    def close(self) -> None: ...


KEY = re.compile(r"[A-Za-z0-9_-]{22}")


def new_key() -> str:
    """Return 128 random bits as text: knowing them is the right to play. A key has a capital letter or a digit, so that
    a log can tell it from a word and hide it."""
    key = secrets.token_urlsafe(16)
    return key if re.search("[A-Z0-9]", key) else new_key()


def is_key(text: str) -> bool:
    return KEY.fullmatch(text) is not None
