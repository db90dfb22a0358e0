"""Stores and records of an older format: refused or left as they are, and the person is told."""

from __future__ import annotations

import io
import json
import shutil
import sqlite3
from pathlib import Path

import pytest
from starlette.testclient import TestClient

import automarium
from automarium.engine.message import Refused
from automarium.games import plugins
from automarium.i18n.translator import Translator
from automarium.sessions.backup import export, import_file
from automarium.sessions.session import add_record, open_session
from automarium.storage import store_factory
from automarium.storage.store import Store, Summary
from automarium.storage.store_factory import open_store
from tests.databases import Server
from tests.golden import get_record_file
from tests.interfaces.terminal.kit import run_command as terminal
from tests.interfaces.web.kit import browser, words

TODAY = get_record_file("expeditions", 2).read_bytes()
OLD = TODAY.replace(b'"automarium":3', b'"automarium":2')
OLDER = "This record was made by an earlier version of Automarium (format 2)"
GAME = Summary("expeditions")
# The tables of a store of 1.0.0, as far as they matter here.
TABLES = (
    "CREATE TABLE store (version INTEGER NOT NULL)",
    "CREATE TABLE game (number INTEGER PRIMARY KEY, key TEXT NOT NULL)",
    "INSERT INTO store (version) VALUES (1)",
    "INSERT INTO game (number, key) VALUES (1, 'old')",
)


def write_old_store(file: Path) -> dict[str, bytes]:
    """A store of 1.0.0, closed in peace."""
    connection = sqlite3.connect(file)
    connection.execute("PRAGMA journal_mode = WAL")
    for statement in TABLES:
        connection.execute(statement)
    connection.commit()
    connection.close()
    return content_of(file.parent, "games.db")


def content_of(folder: Path, name: str) -> dict[str, bytes]:
    """The files of a store, what is written ahead of it included."""
    return {path.name: path.read_bytes() for path in folder.glob(f"{name}*")}


def told(store: Store) -> list[str]:
    return [Translator("en").sentence(notice) for notice in store.notices]


@pytest.mark.parametrize("own", [True, False])
def test_a_file_of_an_older_format_is_left_and_a_new_one_begins_beside_it(
    home: Path, tmp_path: Path, own: bool
) -> None:
    file = store_factory.own_file() if own else tmp_path / "games.db"
    home.mkdir(exist_ok=True)
    before = write_old_store(file)
    for _ in range(2):
        store = open_store(None if own else f"sqlite:{file}")
        assert store.where == str(file.with_name("games-3.db"))
        assert store.games() == []
        assert told(store) == [
            f"The games in {file} were saved by an earlier version of Automarium and stay there unchanged. "
            f"To finish them, start that version again; new games are saved in {store.where}."
        ]
        store.close()
    store = open_store(None if own else f"sqlite:{file}")
    key = store.create([b"header\n"], GAME)
    assert store.notices == [], "said until there is a game"
    store.close()
    assert open_store(None if own else f"sqlite:{file}").read(key).revision == 1
    assert content_of(file.parent, "games.db") == before
    file.unlink()
    assert open_store(None if own else f"sqlite:{file}").read(key).revision == 1, "also without the older one"


def test_an_old_store_whose_lines_are_all_written_ahead_is_left_too(tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere.db"
    connection = sqlite3.connect(elsewhere)
    connection.execute("PRAGMA journal_mode = WAL")
    for statement in TABLES:
        connection.execute(statement)
    connection.commit()
    for ending in ("", "-wal"):  # as a power cut leaves it
        shutil.copyfile(f"{elsewhere}{ending}", tmp_path / f"games.db{ending}")
    connection.close()
    before = content_of(tmp_path, "games.db")
    assert before["games.db-wal"]
    store = open_store(f"sqlite:{tmp_path / 'games.db'}")
    assert store.where.endswith("games-3.db")
    store.close()
    assert content_of(tmp_path, "games.db") == before


@pytest.mark.parametrize("content", [None, b"", b"no database"])
def test_a_file_that_holds_no_older_store_is_not_stepped_around(tmp_path: Path, content: bytes | None) -> None:
    file = tmp_path / "games.db"
    if content is not None:
        file.write_bytes(content)
    if content:
        with pytest.raises(Refused):
            open_store(f"sqlite:{file}")
        assert file.read_bytes() == content
    else:
        store = open_store(f"sqlite:{file}")
        assert (store.where, store.notices) == (str(file), [])
        store.close()
        again = open_store(f"sqlite:{file}")
        assert again.where == str(file)
    assert not (tmp_path / "games-3.db").exists()


def test_tables_of_an_older_format_are_left_and_new_ones_begin_beside_them(postgres: Server) -> None:
    import psycopg

    place = postgres.new_place()
    with psycopg.connect(place, autocommit=True) as connection:
        for statement in TABLES:
            connection.execute(statement)
    stores = [open_store(place) for _ in range(2)]
    key = stores[0].create([b"header\n"], GAME)
    assert stores[1].read(key).revision == 1
    stores[1].delete(key)
    [notice] = stores[1].notices
    assert str(notice.params["new"]) == f'{notice.params["file"]}_3"'.replace(" place", ' "place')
    for store in stores:
        store.close()
    with psycopg.connect(place, autocommit=True) as connection:
        assert connection.execute("SELECT version FROM store").fetchall() == [(1,)]
        assert connection.execute("SELECT * FROM game").fetchall() == [(1, "old")]
        names = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = current_schema()").fetchall()
        assert sorted(names) == [("game",), ("store",)]
        connection.execute("DROP TABLE store")
    later = open_store(place)
    assert (later.games(), later.notices) == ([], [])
    assert later.where == notice.params["new"], "also without the older one"
    later.close()


# --------------------------------------------------------------------------------------------------- the person is told


def test_the_terminal_and_the_page_say_that_an_older_store_is_left(home: Path) -> None:
    home.mkdir(exist_ok=True)
    write_old_store(store_factory.own_file())
    listed = terminal("games")
    told = ("saved by an earlier version of Automarium", "To finish them, start that version again")
    assert all(part in words(listed.stderr) for part in told)
    assert listed.returncode == 0
    store = open_store()
    assert all(part in words(browser(store).get("/").text) for part in told)
    store.create([b"header\n"], GAME)
    assert "earlier version" not in terminal("games").stderr
    assert "earlier version" not in words(browser(store).get("/").text)
    store.close()


@pytest.mark.parametrize("command", [("play", "--resume"), ("replay",), ("verify",), ("show",), ("import",)])
def test_the_terminal_refuses_an_older_record(home: Path, tmp_path: Path, command: tuple[str, ...]) -> None:
    file = tmp_path / "old.jsonl"
    file.write_bytes(OLD)
    done = terminal(*command, str(file))
    assert OLDER in done.stderr + done.stdout
    assert done.returncode != 0
    assert file.read_bytes() == OLD
    store = open_store()
    assert store.games() == []
    store.close()


def test_the_page_refuses_an_older_record_and_an_older_backup(home: Path) -> None:
    store = open_store()
    client: TestClient = browser(store)
    for path, field, content in (
        ("/open", "record", OLD),
        ("/backup", "record", b'{"automarium_backup":1,"app":"1.0.0"}\n{"is":"end","games":0}\n'),
        ("/box/golem/import", "box", OLD),
    ):
        answer = client.post(path, files={field: ("old.jsonl", content)})
        assert "made by an earlier version of Automarium" in words(answer.text), path
    assert store.games() == []


def test_the_protocol_refuses_an_older_header() -> None:
    for version in (1, 2):
        answer = automarium.table().send({"game": "expeditions", "automarium": version})
        assert answer["error"]["where"] == "line 1: automarium"
        assert "made by an earlier version of Automarium" in answer["error"]["message"]
    begun = automarium.table().send({"game": "expeditions", "automarium": 3, "seed": 1})
    assert begun["revision"] == 1


def test_an_older_backup_is_refused_as_a_whole(store: Store) -> None:
    add_record(store, TODAY)
    target = io.BytesIO()
    export(store, target)
    assert json.loads(target.getvalue().splitlines()[0])["automarium_backup"] == 3
    older = target.getvalue().replace(b'"automarium_backup":3', b'"automarium_backup":1')
    with pytest.raises(Refused) as refused:
        list(import_file(store, io.BytesIO(older), "backup"))
    assert refused.value.message.key == "record.older"
    inside = target.getvalue().replace(b'{\\"automarium\\":3', b'{\\"automarium\\":2')
    assert inside != target.getvalue()
    [came] = import_file(store, io.BytesIO(inside), "backup")
    assert came.fault is not None
    assert came.fault.message.key == "record.older"


# --------------------------------------------------------------------------------------------- records that do not play


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (b'"level":2', b'"level":22', "level"),
        (b'"game":"expeditions"', b'"game":"chess"', "chess"),
        (b'"own":{}', b'"own":{"nothing":{}}', "section"),
        (b'{"do":"next"', b'{"do":"wave"', "wave"),
    ],
)
def test_a_game_that_cannot_be_replayed_can_be_exported_and_deleted(
    store: Store, old: bytes, new: bytes, expected: str
) -> None:
    content = TODAY.replace(old, new)
    assert content != TODAY
    key = store.create(content.splitlines(keepends=True), GAME)
    with pytest.raises(Refused) as refused:
        open_session(store, key)
    assert expected in Translator("en", plugins.folders()).refusal(refused.value)
    assert store.rest(key) == content
    target = io.BytesIO()
    export(store, target)
    assert json.loads(target.getvalue().splitlines()[-2])["record"].encode() == content
    store.delete(key)


def test_a_pack_that_this_program_does_not_have_is_said_so(store: Store) -> None:
    with pytest.raises(Refused) as refused:
        add_record(store, TODAY.replace(b"house-1", b"house-7"))
    assert "There is no pack called “house-7” here" in Translator("en").refusal(refused.value)
