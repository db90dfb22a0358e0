"""The contract of a store, on both databases: journals that only grow, one clear outcome, limits."""

from __future__ import annotations

import os
import sqlite3
import stat
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from automarium.box.box import Box
from automarium.engine.message import Refused, message
from automarium.storage import store_factory
from automarium.storage.sql_store import SqlStore
from automarium.storage.sqlite import SqliteDatabase
from automarium.storage.store import (
    LONGEST_NOTE,
    Conflict,
    Full,
    Limits,
    Missing,
    Store,
    Summary,
    Unavailable,
    is_key,
    new_key,
)
from automarium.storage.store_factory import find_game, open_store
from tests.databases import NO_DRIVER, Server

GAME = Summary("expeditions")


def test_a_journal_only_grows_and_reads_back_to_the_byte(store: Store) -> None:
    lines = [b'{"a":1}\n', "{«ї»}\n".encode(), b"\x00\xff\n"]
    key = store.create(lines[:1], GAME)
    assert is_key(key)
    assert store.append(key, 1, lines[1:], GAME) == 3
    journal = store.read(key)
    assert journal.lines == tuple(lines)
    assert journal.content == b"".join(lines)
    assert journal.revision == 3
    news = store.read(key, after=2)
    assert (news.lines, news.revision) == ((lines[2],), 3)


def test_whoever_saw_an_older_table_writes_nothing(store: Store) -> None:
    key = store.create([b"header\n"], GAME)
    store.append(key, 1, [b"first\n"], GAME)
    for seen in (0, 1, 3):
        with pytest.raises(Conflict) as conflict:
            store.append(key, seen, [b"late\n"], Summary("expeditions", turn=9))
        assert conflict.value.revision == 2
    assert store.read(key).content == b"header\nfirst\n"
    assert store.games()[0].summary.turn == 0


def test_of_many_who_press_at_once_one_is_heard(store: Store) -> None:
    """Sixteen threads, again and again: every revision is written by exactly one of them."""
    key = store.create([b"header\n"], GAME)

    def press(revision: int, who: int) -> bool:
        try:
            store.append(key, revision, [f"{revision} {who}\n".encode()], GAME)
        except Conflict:
            return False
        return True

    with ThreadPoolExecutor(16) as people:
        for revision in range(1, 16):
            assert sum(people.map(press, [revision] * 16, range(16))) == 1
    assert [int(line.split()[0]) for line in store.read(key).lines[1:]] == list(range(1, 16))


def test_processes_share_a_store(store: Store, database: str | None) -> None:
    """Four processes compete for every line; nothing is lost, doubled or out of order, and each knows what it wrote."""
    key = store.create([b"header\n"], GAME)
    command = [sys.executable, "-c", FIGHTER, database or "", key]
    fighters = [subprocess.Popen([*command, str(who)], stdout=subprocess.PIPE, text=True) for who in range(4)]
    said = [line for fighter in fighters for line in fighter.communicate()[0].splitlines()]
    assert all(fighter.returncode == 0 for fighter in fighters)
    written = [line.decode().strip() for line in store.read(key).lines[1:]]
    assert len(written) == 60
    assert sorted(written) == sorted(said)


FIGHTER = """
import sys
from automarium.storage.store_factory import open_store
from automarium.storage.store import Conflict, Summary
url, key, who = sys.argv[1:]
store = open_store(url or None)
mine = 0
while mine < 15:
    revision = store.revisions([key])[key]
    line = f"{who} {mine} {revision}"
    try:
        store.append(key, revision, [line.encode() + b"\\n"], Summary("expeditions"))
    except Conflict:
        continue
    print(line)
    mine += 1
"""


def test_a_game_that_is_not_there(store: Store) -> None:
    key = new_key()
    for attempt in (lambda: store.read(key), lambda: store.append(key, 1, [b"x\n"], GAME), lambda: store.delete(key)):
        with pytest.raises(Missing):
            attempt()
    assert store.revisions([key]) == {}
    assert store.revisions([]) == {}
    assert store.games([key]) == []
    assert store.games([]) == []


def test_what_is_deleted_is_gone_and_its_number_never_comes_again(store: Store) -> None:
    first, second = store.create([b"1\n"], GAME), store.create([b"2\n", b"3\n"], GAME)
    store.delete(second)
    assert [one.key for one in store.games()] == [first]
    third = store.create([b"4\n"], GAME)
    assert store.read(third).lines == (b"4\n",)
    assert [one.number for one in store.games()] == [3, 1]


def test_the_list_comes_with_the_last_changed_first_and_replays_nothing(store: Store) -> None:
    verdict = message("verdict.human", side="human")
    keys = [store.create([b"not even a record\n"], Summary(f"game{number}")) for number in range(3)]
    over = Summary("game0", 7, over=True, totals={"human": 12, "automa": -3}, verdict=verdict)
    store.append(keys[0], 1, [b"x\n"], over)
    listed = store.games()
    assert [one.key for one in listed] == [keys[0], keys[2], keys[1]]
    assert listed[0].summary == over
    assert (listed[0].name, listed[0].revision) == ("game0-1", 2)
    assert listed[0].changed > listed[0].created
    assert [one.key for one in store.games(most=1)] == [keys[0]]
    assert [one.key for one in store.games([keys[1], keys[2], new_key()])] == [keys[2], keys[1]]
    assert store.revisions(keys) == {keys[0]: 2, keys[1]: 1, keys[2]: 1}


def test_a_note_stays_beside_the_record(store: Store) -> None:
    key, other = store.create([b"header\n"], GAME), store.create([b"header\n"], GAME)
    before = {one.key: one for one in store.games()}
    store.write_note(key, "  first\r\nsecond «ї»\x00  ")
    notes = {one.key: one.note for one in store.games()}
    assert notes == {key: "first\nsecond «ї»\N{REPLACEMENT CHARACTER}", other: ""}
    store.write_note(key, "'); DROP TABLE note; --")
    [kept] = store.games([key])
    assert kept.note == "'); DROP TABLE note; --"
    assert (kept.revision, kept.changed) == (before[key].revision, before[key].changed)
    assert store.read(key).content == b"header\n"
    with pytest.raises(Refused, match=r"store\.note"):
        store.write_note(key, "x" * (LONGEST_NOTE + 1))
    store.write_note(key, "")
    assert not store.games([key])[0].note
    store.write_note(key, "gone with its game")
    store.delete(key)
    for missing in (key, new_key()):
        with pytest.raises(Missing):
            store.write_note(missing, "nothing")


def test_a_file_without_notes_gets_them_and_is_listed_even_if_it_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "games.db"
    first = SqlStore(SqliteDatabase(file))
    key = first.create([b"header\n"], GAME)
    first.close()
    with sqlite3.connect(file) as connection:
        connection.execute("DROP TABLE note")
    connection.close()
    with monkeypatch.context() as patch:
        patch.setattr(SqliteDatabase, "_made", lambda self: False)
        fixed = SqlStore(SqliteDatabase(file))
        assert fixed.read_only
        assert [one.key for one in fixed.games()] == [key]
        fixed.close()
    again = SqlStore(SqliteDatabase(file))
    again.write_note(key, "later")
    assert again.games()[0].note == "later"
    again.close()


def test_a_game_is_found_by_number_name_or_key(store: Store) -> None:
    key = store.create([b"1\n"], GAME, "Friday")
    other = store.create([b"1\n"], GAME)
    for wanted, meant in (("1", key), ("Friday", key), (key, key), ("2", other), ("expeditions-2", other)):
        kept = find_game(store, wanted)
        assert kept is not None
        assert kept.key == meant
    for wanted in ("3", "", "0", "expeditions", "expeditions-1", "' OR 1=1 --", "%"):
        assert find_game(store, wanted) is None


def test_nothing_from_outside_is_ever_sql(store: Store) -> None:
    nasty = "x'); DROP TABLE game; --%s?"
    store.create([b"1\n"], Summary(nasty), nasty)
    with pytest.raises(Missing):
        store.read(nasty)
    store.packs.change("expeditions", lambda box: box.with_facts([("decision.1.note", nasty)]))
    assert store.games()[0].name == nasty


def test_limits_are_kept(database: str | None) -> None:
    store = open_store(database, Limits(games=2, lines=3, size=20))
    key = store.create([b"1\n"], GAME)
    store.create([b"1\n"], GAME)
    with pytest.raises(Full, match=r"store\.full"):
        store.create([b"1\n"], GAME)
    store.append(key, 1, [b"2\n", b"3\n"], GAME)
    with pytest.raises(Full, match=r"store\.long"):
        store.append(key, 3, [b"4\n"], GAME)
    assert store.read(key).revision == 3, "what was too much left no trace"
    store.delete(key)
    with pytest.raises(Full, match=r"store\.long"):
        store.create([b"x" * 20 + b"\n"], GAME)
    store.close()


def test_own_packs_go_with_the_store(store: Store, database: str | None) -> None:
    packs = store.packs
    assert packs.own("expeditions") == {}
    packs.change("expeditions", lambda box: box.with_facts([("progress.4.spaces", 24)]))
    packs.change("expeditions", lambda box: box.with_facts([("progress.4.coins.glory", 6)]))
    packs.change("expeditions", lambda box: box.with_facts([("progress.4.spaces", 99)]))
    assert packs.own("expeditions") == {"progress": {"4": {"spaces": 24, "coins": {"glory": 6}}}}, "what is known stays"
    packs.change("expeditions", lambda _: Box({"decision": {}}))
    assert open_store(database).packs.own("expeditions") == {"decision": {}}
    assert packs.own("scythe") == {}


def test_facts_that_come_at_once_are_all_kept(store: Store) -> None:
    def tell(number: int) -> None:
        store.packs.change("expeditions", lambda box: box.with_facts([(f"decision.{number}.x", number)]))

    with ThreadPoolExecutor(8) as people:
        list(people.map(tell, range(24)))
    assert len(store.packs.own("expeditions")["decision"]) == 24


def test_stores_that_are_opened_at_once_make_their_tables_once(postgres: Server, tmp_path: Path) -> None:
    """Workers that start together, again and again in a new place; each stores a game there."""
    places = [f"sqlite:{tmp_path / str(number)}.db" for number in range(10)] + [postgres.new_place() for _ in range(5)]
    done = subprocess.run([sys.executable, "-c", STARTERS, *places], capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert done.returncode == 0
    for place in places:
        assert len(open_store(place).games()) == 6


STARTERS = """
import os, sys, time
from automarium.storage.store_factory import open_store
from automarium.storage.store import Summary
for place in sys.argv[1:]:
    together = time.time() + 0.05
    starters = []
    for _ in range(6):
        if (pid := os.fork()) == 0:
            try:
                while time.time() < together: pass
                open_store(place).create([b"header\\n"], Summary("expeditions"))
            except BaseException as error:
                print(repr(error), file=sys.stderr, flush=True)
                os._exit(1)
            os._exit(0)
        starters.append(pid)
    for pid in starters: os.waitpid(pid, 0)
"""


@pytest.mark.parametrize("name", ["a\x00b", "half \ud800", "line\nfeed"])
def test_a_name_that_no_database_takes_is_made_plain(store: Store, name: str) -> None:
    store.create([b"1\n"], GAME, name)
    assert "\N{REPLACEMENT CHARACTER}" in store.games()[0].name


def test_a_store_of_a_later_version_is_left_alone(store: Store, database: str | None) -> None:
    assert isinstance(store, SqlStore)
    with store._database.writing() as run:
        run("UPDATE store SET version = 99")
    with pytest.raises(Refused, match=r"store\.newer"):
        open_store(database)


@pytest.mark.parametrize("url", ["mysql://host/name", "sqlite:", "postgresql:name", "games.db", ""])
def test_another_kind_of_database_is_refused(url: str) -> None:
    with pytest.raises(Refused, match=r"store\.url"):
        open_store(url)


# --------------------------------------------------------------------------------------------------------- SQLite alone


def test_the_file_is_the_owners_alone_and_safe_to_write() -> None:
    store = open_store()
    store.create([b"1\n"], GAME)
    file = store_factory.own_file()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    with sqlite3.connect(file) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert isinstance(store, SqlStore)
    with store._database.reading() as run:
        assert run("PRAGMA synchronous").fetchone() == (2,), "FULL: on disk before it is answered"


def test_a_file_that_is_no_store_is_refused_and_left_alone() -> None:
    file = store_factory.own_file()
    file.parent.mkdir(parents=True)
    file.write_bytes(b"my shopping list, and nothing else at all\n" * 100)
    with pytest.raises(Unavailable) as refused:
        open_store()
    assert str(file) in str(refused.value.message.params["file"])
    assert file.read_bytes().startswith(b"my shopping list")


def test_another_file_by_its_path(tmp_path: Path) -> None:
    key = open_store(f"sqlite:{tmp_path / 'other.db'}").create([b"1\n"], GAME)
    assert open_store(f"sqlite:{tmp_path / 'other.db'}").read(key).revision == 1
    assert not store_factory.own_file().exists()


def test_a_busy_file_is_waited_for() -> None:
    """Another program locks the file for a moment; the line is written afterwards."""
    store = open_store()
    key = store.create([b"1\n"], GAME)
    other = sqlite3.connect(store_factory.own_file(), isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    threading.Timer(0.3, lambda: other.execute("COMMIT")).start()
    assert store.append(key, 1, [b"2\n"], GAME) == 2
    other.close()


# ----------------------------------------------------------------------------------------------------- PostgreSQL alone


def test_a_server_that_is_not_there_is_named_without_the_password() -> None:
    pytest.importorskip("psycopg", reason=NO_DRIVER)
    with pytest.raises(Unavailable) as refused:
        open_store("postgresql://me:secret@127.0.0.1:1/games")
    told = str(refused.value)
    assert "127.0.0.1" in told
    assert "secret" not in told


def test_a_restarted_server_is_found_again_and_has_every_line(postgres: Server) -> None:
    """The server is killed again and again; acknowledged lines are there, and the store reconnects by itself."""
    store = open_store(postgres.new_place())
    key = store.create([b"header\n"], GAME)
    for revision in range(1, 6):
        store.append(key, revision, [f"{revision}\n".encode()], GAME)
        postgres.kill()
        with pytest.raises(Unavailable):
            store.append(key, revision + 1, [b"lost\n"], GAME)
        postgres.start()
        assert store.read(key).revision == revision + 1
    store.close()


def test_a_server_with_a_thousand_files_open_reaches_its_database(postgres: Server) -> None:
    """``select`` supports no descriptor beyond 1,023: with many clients the store must not use it."""
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard < 1300:
        pytest.skip("this machine allows few open files")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, 1300), hard))
    held = [os.open(os.devnull, os.O_RDONLY) for _ in range(1100)]
    try:
        store = open_store(postgres.new_place())
        key = store.create([b"1\n"], GAME)
        for revision in range(1, 4):  # each time on a reused connection
            assert store.append(key, revision, [b"x\n"], GAME) == revision + 1
        store.close()
    finally:
        for descriptor in held:
            os.close(descriptor)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_many_threads_share_few_connections(postgres: Server) -> None:
    from automarium.storage.postgres import PostgresDatabase

    store = open_store(postgres.new_place())
    keys = [store.create([b"1\n"], GAME) for _ in range(64)]
    with ThreadPoolExecutor(64) as people:
        assert set(people.map(lambda key: store.append(key, 1, [b"2\n"], GAME), keys)) == {2}
    assert isinstance(store, SqlStore)
    assert isinstance(store._database, PostgresDatabase)
    assert len(store._database._pool._idle) <= 8
    store.close()


def test_a_key_can_be_told_from_a_word(monkeypatch: pytest.MonkeyPatch) -> None:
    made = iter(["abcdefghijklmnopqrstuv", "abcdefghijklmnopqrstu7"])
    monkeypatch.setattr("automarium.storage.store.secrets.token_urlsafe", lambda _: next(made))
    assert new_key() == "abcdefghijklmnopqrstu7"
