"""Games of earlier versions in a current store: converted when opened, kept, or only shown."""

from __future__ import annotations

import io
import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from automarium.engine.game.migrations import in_force
from automarium.engine.game.playthrough import read_input
from automarium.engine.game.record import VERSION, decode
from automarium.engine.message import Refused
from automarium.engine.play.command import Input
from automarium.games import plugins
from automarium.i18n.translator import Translator
from automarium.sessions.backup import bring_in, export
from automarium.sessions.record_replay import of_today, whole_lines
from automarium.sessions.session import add_record, open_session
from automarium.sessions.session_cache import Sessions
from automarium.storage import store_factory
from automarium.storage.sql_store import SqlStore
from automarium.storage.store import Store, Summary
from automarium.storage.store_factory import open_store

RECORDS = sorted((Path(__file__).parents[1] / "records" / "1").glob("*.jsonl"))
RELEASED = sorted((Path(__file__).parents[1] / "records" / "2").glob("*.jsonl"))  # by 1.0.0, with one question per line
OLD = next(file for file in RECORDS if file.stem == "expeditions-level-2").read_bytes()


def kept(store: Store, content: bytes, name: str = "old") -> str:
    return store.create(whole_lines(content), Summary(json.loads(content.split(b"\n")[0])["game"]), name)


def unconvertible(content: bytes = OLD) -> bytes:
    """Its fortieth line is unknown to the rules."""
    lines = whole_lines(content)
    lines[39] = b'{"do":"wave"}\n'
    return b"".join(lines)


def old_lines(store: Store, key: str, format_: int = 1) -> bytes:
    assert isinstance(store, SqlStore)
    if store.shared:
        lines = f"line_of_format_{format_}"
        statement = f"SELECT text FROM {lines} JOIN game ON game.number = {lines}.game WHERE key = ?"
        with store._database.reading() as run:
            rows = run(f"{statement} ORDER BY {lines}.number", (key,)).fetchall()
        return b"".join(bytes(text) for [text] in rows)
    copy = open_store(f"sqlite:{store_factory.own_file().with_name(f'games.format-{format_}.db')}")
    content = copy.read(key).content
    copy.close()
    return content


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_every_game_of_format_1_goes_on(file: Path) -> None:
    store = open_store()
    key = kept(store, file.read_bytes())
    changed = store.games()[0].changed
    opened = open_session(store, key)
    assert [word.key for word in opened.words] == ["record.converted"]
    assert opened.words[0].params["file"] == "games.format-1.db"
    assert opened.header.automarium == VERSION
    again = open_session(store, key)
    assert again.words == [], "once"
    assert again.game.digest() == opened.game.digest()
    assert again.revision == opened.revision == len(in_force(decode(store.read(key).content).lines)) + 1
    [listed] = store.games()
    assert (listed.revision, listed.changed, listed.damaged) == (again.revision, changed, False)
    again.undo()
    again.redo()
    assert open_session(store, key).game.digest() == opened.game.digest()


@pytest.mark.parametrize("file", RELEASED, ids=lambda file: file.stem)
def test_every_game_of_1_0_0_goes_on(file: Path) -> None:
    store = open_store()
    key = kept(store, file.read_bytes())
    opened = open_session(store, key)
    assert not opened.to_look_at
    assert opened.game.question is None
    assert opened.definition.is_over(opened.game.position)
    assert open_session(store, key).game.digest() == opened.game.digest()
    assert store.read(key).content == file.read_bytes() or old_lines(store, key, 2) == file.read_bytes()


def test_what_was_there_is_kept_before_anything_is_converted(store: Store) -> None:
    first, second = kept(store, OLD, "a"), kept(store, OLD.replace(b'"seed":1', b'"seed":1 '), "b")
    open_session(store, first)
    assert old_lines(store, first) == OLD
    open_session(store, second)
    assert old_lines(store, second).replace(b" ", b"") == OLD.replace(b" ", b"")
    assert old_lines(store, first) == OLD, "a second conversion writes over nothing"


def test_the_copy_of_the_file_is_whole_and_the_owners_alone(home: Path) -> None:
    store = open_store()
    key = kept(store, OLD)
    other = kept(store, OLD, "not opened")
    open_session(store, key)
    copy = home / "games.format-1.db"
    assert copy.stat().st_mode & 0o777 == 0o600
    assert [path.name for path in home.iterdir() if "format-1" in path.name] == ["games.format-1.db"]
    before = copy.read_bytes()
    open_session(store, other)
    assert copy.read_bytes() == before
    connection = sqlite3.connect(copy)
    assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert connection.execute("SELECT count(*) FROM game").fetchone() == (2,)
    connection.close()


def test_a_store_that_cannot_be_copied_is_not_converted(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = open_store()
    key = kept(store, OLD)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("automarium.storage.sqlite.os.fsync", full)
    with pytest.raises(Refused) as refused:
        open_session(store, key)
    assert "No space left" in Translator("en").refusal(refused.value)
    assert store.read(key).content == OLD
    assert [path.name for path in home.iterdir() if "format-1" in path.name] == []


def test_windows_that_open_it_at_once_convert_it_once(store: Store) -> None:
    from concurrent.futures import ThreadPoolExecutor

    key = kept(store, OLD)
    with ThreadPoolExecutor(6) as windows:
        digests = set(windows.map(lambda _: open_session(store, key).game.digest(), range(6)))
    assert len(digests) == 1
    assert old_lines(store, key) == OLD
    assert open_session(store, key).words == []


def test_what_cannot_be_converted_is_opened_to_look_at_and_says_so(store: Store) -> None:
    key = kept(store, unconvertible())
    opened = open_session(store, key)
    assert opened.to_look_at
    assert [word.key for word in opened.words] == ["record.unconverted"]
    assert opened.game.position is not None
    assert len(opened.game.inputs) == 38, "as far as it can be told"
    digest = opened.game.digest()
    tries: list[Callable[[], object]] = [lambda: opened.put(next_input(opened.definition)), opened.undo, opened.redo]
    for attempt in tries:
        with pytest.raises(Refused) as refused:
            attempt()
        assert refused.value.message.key == "session.to-look-at"
    assert opened.game.digest() == digest
    assert store.read(key).content == unconvertible(), "nothing was written"
    sessions = Sessions(store)
    for _ in range(2):
        with sessions.using(key) as session:
            assert session.to_look_at
    target = io.BytesIO()
    export(store, target)
    assert json.loads(target.getvalue().splitlines()[-2])["record"].encode() == unconvertible()
    store.delete(key)
    assert store.games() == []
    assert [came.what for came in bring_in(store, io.BytesIO(target.getvalue()), "backup")][-1] == "old"
    assert [came.what for came in bring_in(store, io.BytesIO(target.getvalue()), "backup")][-1] == "there"
    assert open_session(store, key).to_look_at


def next_input(definition: Any) -> Input:
    return read_input(definition, {"do": "next"})


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (b'"level":2', b'"level":22', "level"),
        (b'"game":"expeditions"', b'"game":"chess"', "chess"),
        (b'"own":{}', b'"own":{"nothing":{}}', "section"),
    ],
)
def test_one_that_cannot_even_begin_is_refused_and_can_be_exported_and_deleted(
    store: Store, old: bytes, new: bytes, words: str
) -> None:
    content = OLD.replace(old, new)
    assert content != OLD
    key = kept(store, content)
    with pytest.raises(Refused) as refused:
        open_session(store, key)
    assert words in Translator("en", plugins.folders()).refusal(refused.value)
    assert store.rest(key) == content
    target = io.BytesIO()
    export(store, target)
    assert json.loads(target.getvalue().splitlines()[-2])["record"].encode() == content
    store.delete(key)


def test_a_pack_that_this_program_does_not_have_is_said_so(store: Store) -> None:
    today, _ = of_today(decode(OLD))
    assert today.header.packs["house"] == "house-1"
    converted = b"".join(store.read(open_session(store, kept(store, OLD)).key).lines)
    with pytest.raises(Refused) as refused:
        add_record(store, converted.replace(b"house-1", b"house-7"))
    assert "There is no pack “house-7” here" in Translator("en").refusal(refused.value)


def test_a_record_of_format_1_from_outside_comes_in_converted(store: Store) -> None:
    added = add_record(store, OLD)
    assert not added.to_look_at
    assert decode(store.read(added.key).content).header.automarium == VERSION
    assert [came.what for came in bring_in(store, io.BytesIO(OLD), "file")] == ["there"]
    with pytest.raises(Refused):
        add_record(store, unconvertible())
    assert len(store.games()) == 1


def test_an_old_backup_is_known_before_and_after_a_game_of_it_was_opened(store: Store) -> None:
    key = kept(store, OLD)
    target = io.BytesIO()
    export(store, target)
    backup = target.getvalue()
    assert [came.what for came in bring_in(store, io.BytesIO(backup), "backup")][-1] == "there"
    open_session(store, key)
    assert [came.what for came in bring_in(store, io.BytesIO(backup), "backup")][-1] == "there"
    assert len(store.games()) == 1
