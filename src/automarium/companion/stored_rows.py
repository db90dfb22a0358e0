"""Rows of the store, each read under guard: one that was damaged on its disk is shown as such, and closes nothing else.

A database promises the kinds of its columns only as long as its file is whole; SQLite promises none at all.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import msgspec

from automarium.companion.store import Damaged, Kept, Summary, is_key
from automarium.kernel.reading import known

NO_SUMMARY = Summary("?")
BY_NUMBER = "#"  # before the number of a game whose key was damaged


def kept_of(row: Iterable[Any]) -> Kept:
    """One game in the list, whatever its row holds."""
    key, number, name, revision, created, changed, stored, guest = row
    summary = summary_of(stored)
    fine = (
        isinstance(key, str)
        and is_key(key)
        and isinstance(name, str)
        and isinstance(revision, int)
        and revision > 0
        and _is_time(created)
        and _is_time(changed)
    )
    return Kept(
        key if isinstance(key, str) and is_key(key) else f"{BY_NUMBER}{number}",
        number,
        name if isinstance(name, str) else "",
        revision if isinstance(revision, int) else 0,
        created if _is_time(created) else 0.0,
        changed if _is_time(changed) else 0.0,
        summary or NO_SUMMARY,
        guest=guest is not None,
        damaged=not fine or summary is None,
    )


def _is_time(value: object) -> bool:
    return isinstance(value, (int, float)) and math.isfinite(value) and 0 <= value < 1e11


def summary_of(stored: object) -> Summary | None:
    """None: it cannot be read."""
    if not isinstance(stored, (bytes, memoryview)):
        return None
    try:
        return msgspec.json.decode(bytes(stored), type=known(Summary))
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None


def lines_of(rows: Iterable[tuple[object, object]], after: int) -> tuple[bytes, ...]:
    """The lines after the first ``after``, none of them missing."""
    found = []
    for expected, (number, text) in enumerate(rows, after + 1):
        if number != expected or not isinstance(text, (bytes, memoryview)):
            raise Damaged(expected)
        found.append(bytes(text))
    return tuple(found)


def rest_of(rows: Iterable[tuple[object]]) -> bytes:
    """What can still be read of the lines of a damaged game."""
    return b"".join(bytes(text) for [text] in rows if isinstance(text, (bytes, memoryview)))
