"""All games in one file, and back again.

A backup is JSON Lines: a head, then a line for each game (its record as text, its key and times), for each own pack and
for the language, and a last line with the number of games. An imported file is not trusted: every line is bounded,
every record is decoded and carried out, nothing names a file. Importing twice changes nothing: a game that is there
already, or further on, stays; one that goes on where the kept one ends is brought up to date.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO, TypeAlias

import msgspec

from automarium import __version__
from automarium.box import box
from automarium.engine.content.pack import Entries
from automarium.engine.game.record import decode
from automarium.engine.message import Refused, message, refuse
from automarium.engine.strict_json import is_too_deep
from automarium.engine.validation import convert
from automarium.games import plugins as games
from automarium.i18n.languages import LANGUAGES
from automarium.sessions.session import summarize
from automarium.storage import user_folder
from automarium.storage.store import LONGEST_NOTE, Missing, Store, is_key

VERSION = 3  # the first that is read
LONGEST_NAME = 100
FIRST_BYTES = b'{"automarium_backup":'


class Head(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    automarium_backup: int
    app: str


class KeptGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="is", tag="game"):
    """One game; ``record`` is the text of its journal. What is not known is left out."""

    record: str
    name: str = ""
    key: str = ""
    created: float = 0.0
    changed: float = 0.0
    note: str = ""


class OwnPack(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="is", tag="own-pack"):
    game: str
    facts: Entries


class Language(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="is", tag="language"):
    language: str


class End(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="is", tag="end"):
    games: int


BackupLine: TypeAlias = KeptGame | OwnPack | Language | End
LINE: Any = BackupLine


class ImportResult(msgspec.Struct, frozen=True):
    """What became of one line: ``what`` is ``new``, ``longer``, ``there`` or ``bad`` (then with its fault). Of the own
    pack of a ``game`` ``facts`` are the new ones, and ``others`` those that differ from what is known: path, value, and
    the known value, which stays."""

    what: str
    name: str
    fault: Refused | None = None
    key: str = ""
    facts: tuple[tuple[str, object], ...] = ()
    others: tuple[tuple[str, object, object], ...] = ()
    game: str = ""


# ----------------------------------------------------------------------------------------------------------------- out


def export(store: Store, target: BinaryIO) -> int:
    """Write a backup and return the number of games."""
    _write(target, Head(VERSION, __version__))
    lang = user_folder.chosen_language()
    if lang is not None and not store.shared:
        _write(target, Language(lang))
    for game in games.names():
        if facts := store.packs.own(game):
            _write(target, OwnPack(game, facts))
    count = 0
    for kept in reversed(store.games(most=store.limits.all)):
        try:
            record = store.rest(kept.key).decode("utf-8", "replace")  # what is left of a damaged game
        except Missing:  # deleted in the meantime
            continue
        key = kept.key if is_key(kept.key) else ""
        _write(target, KeptGame(record, kept.given_name, key, kept.created, kept.changed, kept.note))
        count += 1
    _write(target, End(count))
    return count


def _write(target: BinaryIO, line: msgspec.Struct) -> None:
    target.write(msgspec.json.encode(line) + b"\n")


# ------------------------------------------------------------------------------------------------------------------ in


def import_file(
    store: Store, source: BinaryIO, name: str, *, keeps_keys: bool = True, seconds: float = math.inf
) -> Iterator[ImportResult]:
    """Import a backup or a single record and yield a result for each line. What cannot be imported is left out.
    ``keeps_keys``: games have the keys that the file says; otherwise new ones, which the author of the file does not
    know. ``seconds``: how long one record may take."""
    longest = 2 * store.limits.size + 10_000  # a record inside JSON text is a little longer than it is
    first = source.readline(longest)
    if first.startswith(FIRST_BYTES):
        yield from _import_lines(store, source, first, longest, keeps_keys, seconds)
    else:
        content = first + source.read(longest)
        yield _guarded(name, lambda: import_record(store, content, name, seconds))


def _import_lines(
    store: Store, source: BinaryIO, first: bytes, longest: int, keeps_keys: bool, seconds: float
) -> Iterator[ImportResult]:
    head = convert(Head, _parse(first, 1))
    if head.automarium_backup != VERSION:
        key = "record.newer" if head.automarium_backup > VERSION else "record.older"
        raise refuse(key, version=head.automarium_backup, known=VERSION)
    number, ended = 1, False
    while text := source.readline(longest):
        number += 1
        if not text.endswith(b"\n"):
            break
        try:
            line: BackupLine = convert(LINE, _parse(text, number))
        except Refused as fault:
            yield ImportResult("bad", f"#{number}", fault)
            continue
        ended = isinstance(line, End)
        if not ended:
            yield _import_line(store, line, number, keeps_keys, seconds)
    if not ended:
        yield ImportResult("bad", f"#{number}", refuse("backup.torn"))


def _parse(text: bytes, number: int) -> object:
    try:
        if is_too_deep(text.decode()):
            raise refuse("backup.line", line=number, detail=message("oracle.deep"))
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise refuse("backup.line", line=number, detail=str(error)) from None


def _import_line(store: Store, line: BackupLine, number: int, keeps_keys: bool, seconds: float) -> ImportResult:
    match line:
        case KeptGame():
            name = line.name[:LONGEST_NAME] or f"#{number}"
            content, times = line.record.encode(), _times(line)
            return _guarded(name, lambda: _take_game(store, line, content, times, keeps_keys, seconds))
        case OwnPack():
            return _guarded(line.game, lambda: _take_pack(store, line))
        case Language():
            return _take_language(line.language)
        case End():
            raise AssertionError


def _guarded(name: str, take: Callable[[], ImportResult]) -> ImportResult:
    try:
        return take()
    except Refused as fault:
        return ImportResult("bad", name, fault)


def import_record(store: Store, content: bytes, name: str = "", seconds: float = math.inf) -> ImportResult:
    """Import one record; a torn last line is left out."""
    now = time.time()
    return _take_game(store, KeptGame("", name), content, (now, now), True, seconds)


def _take_game(
    store: Store, game: KeptGame, content: bytes, times: tuple[float, float], keeps_keys: bool, seconds: float
) -> ImportResult:
    store.limits.check(content.count(b"\n"), len(content))
    record = decode(content)
    played, _ = box.replay_record(record, seconds)
    lines = record.texts
    name = game.name[:LONGEST_NAME]
    what, key = store.merge(lines, summarize(played), name, game.key, times, keeps_key=keeps_keys)
    if game.note and not store.read_only and not any(one.note for one in store.games([key])):
        store.write_note(key, game.note[:LONGEST_NOTE])
    return ImportResult(what, store.read(key, len(lines)).name, key=key)


def _times(game: KeptGame) -> tuple[float, float]:
    now = time.time()
    created, changed = (at if math.isfinite(at) and 0 < at < now else now for at in (game.created, game.changed))
    return created, changed


def _take_pack(store: Store, pack: OwnPack) -> ImportResult:
    """Add facts that are not known here yet; what is known stays."""
    definition = games.load_definition(pack.game)
    box.checked_pack(definition, pack.facts)
    known: dict[str, object] = {}

    def taken(kept: box.Box) -> box.Box:
        nonlocal known
        known = kept.facts
        more = kept.with_facts(box.list_facts(pack.facts))
        box.checked_pack(definition, more.facts)
        return more

    merged = store.packs.change(definition.name, taken).facts
    here = dict(box.list_facts(known))
    theirs = list(box.list_facts(pack.facts))
    facts = tuple((path, value) for path, value in theirs if path not in here)
    others = tuple((path, value, here[path]) for path, value in theirs if path in here and here[path] != value)
    where = store.packs.where(definition.name)
    if merged == known:
        return ImportResult("there", where, others=others, game=definition.name)
    return ImportResult("longer" if known else "new", where, facts=facts, others=others, game=definition.name)


def _take_language(lang: str) -> ImportResult:
    if lang not in LANGUAGES:
        return ImportResult("bad", "language", refuse("lang.unknown", given=lang, options=list(LANGUAGES)))
    if user_folder.chosen_language() is not None:
        return ImportResult("there", lang)
    user_folder.remember_language(lang)
    return ImportResult("new", lang)
