"""A store in SQL tables. The same statements run on SQLite and PostgreSQL; their modules hold what differs."""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Any

import msgspec

from automarium.box.box import Packs
from automarium.engine.game.record import VERSION
from automarium.engine.message import Message, clean, message, refuse
from automarium.engine.validation import prepare_type
from automarium.storage.database import TABLES, Database, Execute
from automarium.storage.own_packs import TablePacks
from automarium.storage.store import (
    LONGEST_NOTE,
    Conflict,
    Damaged,
    Full,
    Journal,
    Limits,
    Missing,
    StoredGame,
    Summary,
    Unavailable,
    is_key,
    new_key,
)

NO_SUMMARY = Summary("?")
BY_NUMBER = "#"  # before the number of a game whose key was damaged


def parse_row(row: Iterable[Any]) -> StoredGame:
    """Return the game of a row; one that cannot be read is marked as damaged."""
    key, number, name, revision, created, changed, stored, guest, note = row
    summary = parse_summary(stored)
    fine = (
        isinstance(key, str)
        and is_key(key)
        and isinstance(name, str)
        and isinstance(revision, int)
        and revision > 0
        and _is_time(created)
        and _is_time(changed)
    )
    return StoredGame(
        key if isinstance(key, str) and is_key(key) else f"{BY_NUMBER}{number}",
        number,
        name if isinstance(name, str) else "",
        revision if isinstance(revision, int) else 0,
        created if _is_time(created) else 0.0,
        changed if _is_time(changed) else 0.0,
        summary or NO_SUMMARY,
        guest=guest is not None,
        damaged=not fine or summary is None,
        note=note if isinstance(note, str) else "",
    )


def _is_time(value: object) -> bool:
    return isinstance(value, (int, float)) and math.isfinite(value) and 0 <= value < 1e11


def parse_summary(stored: object) -> Summary | None:
    """Return a stored summary, None if it cannot be read."""
    if not isinstance(stored, (bytes, memoryview)):
        return None
    try:
        return msgspec.json.decode(bytes(stored), type=prepare_type(Summary))
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None


def check_lines(rows: Iterable[tuple[object, object]], after: int) -> tuple[bytes, ...]:
    """Return the lines after the first ``after``. Raise Damaged if one is missing or unreadable."""
    found = []
    for expected, (number, text) in enumerate(rows, after + 1):
        if number != expected or not isinstance(text, (bytes, memoryview)):
            raise Damaged(expected)
        found.append(bytes(text))
    return tuple(found)


def join_readable(rows: Iterable[tuple[object]]) -> bytes:
    """Return the readable lines of a damaged game."""
    return b"".join(bytes(text) for [text] in rows if isinstance(text, (bytes, memoryview)))


UNPLAYED_FOR = 24 * 3600.0  # seconds after which a guest's game may be deleted for another


class SqlStore:
    """A ``Store`` in the tables of a database."""

    def __init__(self, database: Database, packs: Packs | None = None, limits: Limits | None = None) -> None:
        self.limits = limits or Limits()
        self._database = database
        self.packs: Packs = packs or TablePacks(database)
        self._has_notes = True
        self._set_up()

    @property
    def shared(self) -> bool:
        return self._database.shared

    @property
    def read_only(self) -> bool:
        return self._database.read_only

    @property
    def where(self) -> str:
        return self._database.where

    @property
    def notices(self) -> list[Message]:
        if not self._database.older or self.games(most=1):
            return []
        return [message("store.older", file=self._database.older, new=self.where)]

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
        key = new_key()
        with self._database.writing() as run:
            if guest:
                _wait_for_others(run)
                self._make_room_for_guest(run, sum(map(len, lines)), _hash(address.encode()))
            else:
                self._check_room(run)
            number = self._create(run, lines, summary, name, key, times or (time.time(),) * 2)
            if guest:
                run("INSERT INTO guest (game) VALUES (?)", (number,))
                run("INSERT INTO holder (game, address) VALUES (?, ?)", (number, _hash(address.encode())))
        return key

    def _create(
        self,
        run: Execute,
        lines: Sequence[bytes],
        summary: Summary,
        name: str,
        key: str,
        times: tuple[float, float],
    ) -> int:
        size = sum(map(len, lines))
        self.limits.check(len(lines), size)
        row = (key, clean(name), _hash(lines[0]), len(lines), size, *times, msgspec.json.encode(summary))
        [number] = run(
            "INSERT INTO game (key, name, origin, revision, size, created, changed, summary)"
            f" VALUES ({_marks(row)}) RETURNING number",
            row,
        ).fetchone()
        _insert(run, number, 0, lines)
        return int(number)

    def _check_room(self, run: Execute) -> None:
        """Raise Full if there is no place for another game of the owner."""
        own = "SELECT count(*) FROM game WHERE number NOT IN (SELECT game FROM guest)"
        if run(own).fetchone()[0] >= self.limits.games:
            raise Full(message("store.full", most=self.limits.games))

    def _make_room_for_guest(self, run: Execute, size: int, address: str) -> None:
        """Delete games of guests until there is place for another, of the address itself if it has its share, otherwise
        of the address with most bytes. Raise Full if that takes a game that was played within a day."""
        held = (
            "SELECT number, size, changed, coalesce(address, '') AS address FROM game"
            " JOIN guest ON guest.game = game.number LEFT JOIN holder ON holder.game = game.number"
        )
        before = time.time() - UNPLAYED_FOR
        for key, most, most_bytes, chosen, values in (
            ("store.share", self.limits.share, self.limits.share_size, "WHERE address = ?", (address,)),
            ("store.guests", self.limits.guests, self.limits.guest_size, "", ()),
        ):
            whole = f"SELECT count(*), coalesce(sum(size), 0) FROM ({held}) AS held {chosen}"
            count, bytes_ = run(whole, values).fetchone()
            while count >= most or bytes_ + size > most_bytes:
                aged = run(
                    f"SELECT number, size FROM ({held}) AS held JOIN (SELECT address AS who, sum(size) AS whole"
                    f" FROM ({held}) AS held {chosen} GROUP BY address) AS holders ON who = address"
                    " WHERE changed < ? ORDER BY whole DESC, changed LIMIT 1",
                    (*values, before),
                ).fetchone()
                if aged is None:
                    raise Full(message(key))
                run("DELETE FROM game WHERE number = ?", aged[:1])
                count, bytes_ = count - 1, bytes_ - aged[1]

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
        with self._database.reading() as run:  # a store that cannot be written may have it as well
            what, kept, _ = _find_same(run, lines, key)
        if what == "there":
            return what, kept
        with self._database.writing() as run:
            _wait_for_others(run)
            what, kept, revision = _find_same(run, lines, key)
            if what == "longer":
                self._append(run, kept, revision, lines[revision:], summary)
            elif what == "new":
                self._check_room(run)
                # A key that is taken belongs to a game that went another way: both stay.
                taken = run("SELECT 1 FROM game WHERE key = ?", (key,)).fetchone()
                kept = key if keeps_key and is_key(key) and not taken else new_key()
                self._create(run, lines, summary, name, kept, times)
        return what, kept

    def read(self, key: str, after: int = 0) -> Journal:
        with self._database.reading() as run:
            found = run(f"SELECT number, name, summary FROM game WHERE {_which(key)}", _value(key)).fetchone()
            if found is None:
                raise Missing
            number, name, stored = found
            # One statement, so that lines and revision belong together.
            rows = run(
                "SELECT line.number, line.text, game.revision FROM line JOIN game ON game.number = line.game"
                " WHERE line.game = ? AND line.number > ? ORDER BY line.number",
                (number, after),
            ).fetchall()
        lines = check_lines((row[:2] for row in rows), after)
        if (rows and rows[0][2] != after + len(lines)) or not after + len(lines):
            raise Damaged(after + len(lines) + 1)
        game = (parse_summary(stored) or NO_SUMMARY).game
        return Journal(key, name or f"{game}-{number}", lines, after)

    def rest(self, key: str) -> bytes:
        with self._database.reading() as run:
            found = run(f"SELECT number FROM game WHERE {_which(key)}", _value(key)).fetchone()
            if found is None:
                raise Missing
            return join_readable(run("SELECT text FROM line WHERE game = ? ORDER BY number", found).fetchall())

    def append(self, key: str, expected: int, lines: Sequence[bytes], summary: Summary) -> int:
        with self._database.writing() as run:
            self._append(run, key, expected, lines, summary)
        return expected + len(lines)

    def _append(self, run: Execute, key: str, expected: int, lines: Sequence[bytes], summary: Summary) -> None:
        # This statement decides: it finds the game at the expected revision, or nothing.
        found = run(
            "UPDATE game SET revision = revision + ?, size = size + ?, changed = ?, summary = ?"
            " WHERE key = ? AND revision = ? RETURNING number, size",
            (len(lines), sum(map(len, lines)), time.time(), msgspec.json.encode(summary), key, expected),
        ).fetchone()
        if found is None:
            raise _moved_on(run, key)
        number, whole = found
        self.limits.check(expected + len(lines), whole)
        _insert(run, number, expected, lines)

    def revisions(self, keys: Sequence[str]) -> dict[str, int]:
        if not keys:
            return {}
        with self._database.reading() as run:
            rows = run(f"SELECT key, revision FROM game WHERE key IN ({_marks(keys)})", tuple(keys)).fetchall()
        return {key: revision for key, revision in rows if isinstance(revision, int)}

    def games(self, keys: Sequence[str] | None = None, most: int = 1000) -> list[StoredGame]:
        if keys is not None and not keys:
            return []
        chosen = "" if keys is None else f"WHERE key IN ({_marks(keys)}) "
        with self._database.reading() as run:
            text, notes = (
                ("note.text", " LEFT JOIN note ON note.game = game.number") if self._has_notes else ("NULL", "")
            )
            rows = run(
                f"SELECT key, number, name, revision, created, changed, summary, guest.game, {text} FROM game"
                f" LEFT JOIN guest ON guest.game = game.number{notes}"
                f" {chosen}ORDER BY changed DESC, number DESC LIMIT ?",
                (*(keys or ()), most),
            ).fetchall()
        return [parse_row(row) for row in rows]

    def write_note(self, key: str, text: str) -> None:
        text = "\n".join(map(clean, text.strip().splitlines()))
        if len(text) > LONGEST_NOTE:
            raise refuse("store.note", "note", most=LONGEST_NOTE)
        with self._database.writing() as run:
            found = run("SELECT number FROM game WHERE key = ?", (key,)).fetchone()
            if found is None:
                raise Missing
            run("DELETE FROM note WHERE game = ?", found)
            if text:
                run("INSERT INTO note (game, text) VALUES (?, ?)", (*found, text))

    def delete(self, key: str) -> None:
        with self._database.writing() as run:
            if run(f"DELETE FROM game WHERE {_which(key)}", _value(key)).rowcount == 0:
                raise Missing

    def close(self) -> None:
        self._database.close()

    def _set_up(self) -> None:
        """Make the tables if they are missing. Raise Refused for a store of a later format, which is not changed."""
        if self._database.read_only:
            with self._database.reading() as run:
                self._check_version(run("SELECT version FROM store").fetchone())
            self._has_notes = self._find_notes()
            return
        with self._database.setting_up() as run:
            for table in TABLES:
                run(table.format_map(self._database.kinds))
            found = run("SELECT version FROM store").fetchone()
            if found is None:
                run("INSERT INTO store (version) VALUES (?)", (VERSION,))
            self._check_version(found)

    def _find_notes(self) -> bool:
        """Return whether the table of notes is there: a store that cannot be written may be older than it."""
        try:
            with self._database.reading() as run:
                run("SELECT game FROM note LIMIT 1").fetchone()
        except Unavailable:
            return False
        return True

    def _check_version(self, found: tuple[object, ...] | None) -> None:
        if found is None:
            return
        if not isinstance(found[0], int):
            raise Unavailable(message("store.unreadable", file=self.where))
        if found[0] > VERSION:
            raise refuse("store.newer", file=self.where, version=found[0], known=VERSION)


def _which(key: str) -> str:
    """Return the condition that finds a game; one whose key was damaged is named by its number."""
    return "number = ?" if key.startswith(BY_NUMBER) else "key = ?"


def _value(key: str) -> tuple[str | int]:
    if not key.startswith(BY_NUMBER):
        return (key,)
    number = key.removeprefix(BY_NUMBER)
    return (int(number) if number.isdecimal() and len(number) < 10 else 0,)


def _hash(content: bytes) -> str:
    return sha256(content).hexdigest()


def _wait_for_others(run: Execute) -> None:
    """Let no other transaction that calls this run until this one has ended."""
    run("UPDATE store SET version = version")


def _find_same(run: Execute, lines: Sequence[bytes], key: str) -> tuple[str, str, int]:
    """Return ``there`` and the key of a game that has all these lines, ``longer``, the key and the revision of one that
    they go on from, or ``new``. Only the game with this key is gone on with, or one of the owner; no game for a single
    record, which has no key. A game that cannot be read is passed over."""
    found = ("new", "", 0)
    for number, known, guest in run(
        "SELECT number, key, guest.game FROM game LEFT JOIN guest ON guest.game = game.number"
        " WHERE origin = ? ORDER BY number",
        (_hash(lines[0]),),
    ).fetchall():
        try:
            rows = run("SELECT number, text FROM line WHERE game = ? ORDER BY number", (number,)).fetchall()
            kept = check_lines(rows, 0)
        except Damaged:
            continue
        if kept[: len(lines)] == tuple(lines):
            return "there", known, len(kept)
        ours = known == key or guest is None
        if key and ours and found[1] != key and kept == tuple(lines[: len(kept)]):
            found = ("longer", known, len(kept))
    return found


def _insert(run: Execute, game: int, after: int, lines: Sequence[bytes]) -> None:
    for number, line in enumerate(lines, after + 1):
        run("INSERT INTO line (game, number, text) VALUES (?, ?, ?)", (game, number, line))


def _moved_on(run: Execute, key: str) -> Conflict | Missing:
    found = run("SELECT revision FROM game WHERE key = ?", (key,)).fetchone()
    return Missing() if found is None else Conflict(found[0])


def _marks(values: Sequence[object]) -> str:
    return ", ".join("?" * len(values))
