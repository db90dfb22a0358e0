"""A damaged store: intact games stay open, damaged ones are shown as such, exported and deleted."""

from __future__ import annotations

import errno
import io
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest

from automarium.box.box import Box
from automarium.engine.message import Refused
from automarium.games import plugins
from automarium.games.expeditions.commands import Go
from automarium.sessions.backup import export, import_file
from automarium.sessions.session import Session, new_session, open_session
from automarium.storage import store_factory
from automarium.storage.sql_store import SqlStore
from automarium.storage.store import Damaged, Store, Unavailable
from automarium.storage.store_factory import find_game, open_store

DEFINITION = plugins.load_definition("expeditions")


def begun(store: Store, seed: int = 4, name: str = "") -> Session:
    session = new_session(store, DEFINITION, {"level": 2, "starts": "human"}, {}, seed, name)
    session.put(Go("N3"))
    session.put(Go("N4"))
    return session


def change(store: Store, statement: str, *values: Any) -> None:
    assert isinstance(store, SqlStore)
    with store._database.writing() as run:
        run(statement, values)


def exported(store: Store) -> list[dict[str, Any]]:
    target = io.BytesIO()
    export(store, target)
    return [json.loads(line) for line in target.getvalue().splitlines()]


def automarium(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "automarium", *arguments, "--lang", "en"]
    return subprocess.run(command, capture_output=True, text=True, check=False, input="")


@pytest.mark.parametrize("summary", [b"", b"{", b"\xff\xfe", b'{"game":5}', b"[" * 2000, b'{"game":"expeditions"'])
def test_a_damaged_summary_closes_nothing(store: Store, summary: bytes) -> None:
    fine, bad = begun(store, 1, "fine"), begun(store, 2, "bad")
    change(store, "UPDATE game SET summary = ? WHERE key = ?", summary, bad.key)
    listed = {one.name: one for one in store.games()}
    assert not listed["fine"].damaged
    assert listed["bad"].damaged
    assert open_session(store, fine.key).game.inputs
    assert open_session(store, bad.key).game.inputs, "its lines are whole: it goes on"
    assert len(exported(store)) == 4
    found = find_game(store, "2")
    assert found is not None
    store.delete(found.key)
    assert [one.name for one in store.games()] == ["fine"]


def test_a_game_whose_summary_was_damaged_is_mended_by_its_next_line(store: Store) -> None:
    bad = begun(store)
    change(store, "UPDATE game SET summary = ?", b"x")
    open_session(store, bad.key).put(Go("N3"))
    assert not store.games()[0].damaged


def test_a_missing_line_is_said_and_the_rest_can_be_exported(store: Store) -> None:
    bad, fine = begun(store, 1, "bad"), begun(store, 2, "fine")
    whole = store.read(bad.key).lines
    change(store, "DELETE FROM line WHERE number = 2 AND game = 1")
    with pytest.raises(Damaged) as refused:
        open_session(store, bad.key)
    assert refused.value.message.params["line"] == 2
    assert store.rest(bad.key) == whole[0] + whole[2]
    assert [line.get("name") for line in exported(store)] == [None, "bad", "fine", None]
    assert open_session(store, fine.key).revision == 3


@pytest.mark.parametrize("statement", ["DELETE FROM line WHERE number = 3", "UPDATE game SET revision = 2"])
def test_lines_and_revision_that_differ_are_damage(store: Store, statement: str) -> None:
    """Otherwise every input would end in a conflict."""
    bad = begun(store)
    change(store, statement)
    with pytest.raises(Damaged):
        open_session(store, bad.key)
    store.delete(bad.key)


def test_a_damaged_own_pack_is_a_refusal(store: Store) -> None:
    if not store.shared:
        pytest.skip("own packs are files here")
    store.packs.change("expeditions", lambda _: Box({}))
    change(store, "UPDATE own_pack SET facts = ?", b"{")
    with pytest.raises(Refused, match=r"pack\.unreadable"):
        begun(store)


# --------------------------------------------------------------------------------------------------------- SQLite alone

ODD: list[Any] = [None, -1, 0, 10**15, 2.5, "", "x", b"", b"\xff", b'{"game":"?"}']
COLUMNS = ("key", "name", "origin", "revision", "size", "created", "changed", "summary")


@pytest.mark.parametrize("odd", [10**15, 7, "text", None, 2.5], ids=repr)
def test_a_line_of_another_type_is_a_refusal_and_not_a_hang(odd: Any) -> None:
    store = open_store()
    bad = begun(store)
    drop_not_null(store)
    change(store, "UPDATE line SET text = ? WHERE number = 2", odd)
    with pytest.raises(Damaged):
        open_session(store, bad.key)
    assert store.rest(bad.key).count(b"\n") == 2
    store.close()


def drop_not_null(store: Store) -> None:
    """SQLite accepts anything in any column without NOT NULL."""
    assert isinstance(store, SqlStore)
    with store._database.writing() as run:
        for table in ("game", "line"):
            run("PRAGMA writable_schema = ON")
            run(f"UPDATE sqlite_master SET sql = replace(sql, 'NOT NULL', '') WHERE name = '{table}'")
    store.close()


def test_letters_that_are_none_hide_only_themselves() -> None:
    store = open_store()
    begun(store, 1, "fine")
    bad = begun(store, 2, "bad")
    change(store, "UPDATE game SET name = CAST(? AS TEXT) WHERE key = ?", b"b\xffd", bad.key)
    assert [one.name for one in store.games()] == ["b\N{REPLACEMENT CHARACTER}d", "fine"]
    change(store, "UPDATE game SET key = CAST(? AS TEXT) WHERE key = ?", b"\xff" * 22, bad.key)
    [damaged, _] = store.games()
    assert damaged.damaged
    assert damaged.key == "#2"
    assert len(store.read(damaged.key).lines) == 3
    store.delete(damaged.key)
    assert len(store.games()) == 1
    store.close()


def test_any_value_in_any_column_ends_in_no_traceback() -> None:
    store = open_store()
    for seed in range(3):
        begun(store, seed)
    drop_not_null(store)
    dice = random.Random(16)
    for _ in range(150):
        column, value = dice.choice(COLUMNS), dice.choice(ODD)
        try:
            change(store, f"UPDATE game SET {column} = ? WHERE number = ?", value, dice.choice([1, 2]))
        except Unavailable:  # the key of another game
            continue
        listed = store.games()
        assert len(listed) == 3
        assert not next(one for one in listed if one.number == 3).damaged
        exported(store)
        for one in listed:
            try:
                open_session(store, one.key)
            except Refused:
                store.rest(one.key)
    store.close()


def test_bytes_that_change_anywhere_in_the_file_end_in_no_traceback(home: Path) -> None:
    """Whole pages may be lost, but with a message and never a traceback."""
    store = open_store()
    for seed in range(3):
        begun(store, seed)
    store.close()
    file = store_factory.own_file()
    whole = file.read_bytes()
    dice = random.Random(16)
    for _ in range(60):
        damaged = bytearray(whole)
        for _ in range(dice.randint(1, 6)):
            damaged[dice.randrange(len(damaged))] ^= 1 << dice.randrange(8)
        for more in ("-wal", "-shm"):
            file.with_name(file.name + more).unlink(missing_ok=True)
        file.write_bytes(damaged)
        try:
            again = open_store()
        except Refused:
            continue
        try:
            for one in again.games():
                open_session(again, one.key)
            exported(again)
        except Refused:
            pass
        again.close()


def test_a_damaged_table_of_tables_is_said_in_letters(home: Path) -> None:
    """Regression: SQLite's message repeats bytes of the file that Python cannot decode."""
    store = open_store()
    begun(store)
    store.close()
    file = store_factory.own_file()
    file.write_bytes(file.read_bytes().replace(b"CREATE TABLE game", b"CREATE T\xc5BLE gam\xce"))
    with pytest.raises(Unavailable):
        open_store().games()


def test_the_commands_go_on_with_a_damaged_game() -> None:
    store = open_store()
    begun(store, 1, "fine")
    bad = begun(store, 2, "bad")
    change(store, "UPDATE game SET summary = ? WHERE key = ?", b"\xff", bad.key)
    change(store, "DELETE FROM line WHERE game = 2 AND number = 2")
    store.close()
    listed = automarium("games")
    assert listed.returncode == 0
    assert "2. Damaged: bad" in listed.stdout
    assert "fine" in listed.stdout
    for arguments in (("replay", "2"), ("verify", "2"), ("show", "2"), ("play", "--resume", "2")):
        done = automarium(*arguments)
        assert done.returncode == 2, arguments
        assert "Line 2 of this saved game is damaged" in done.stderr
        assert "Traceback" not in done.stderr
    assert automarium("verify", "1").returncode == 0
    assert automarium("export", "-").returncode == 0
    assert automarium("games", "--delete", "2").returncode == 0
    assert "Damaged" not in automarium("games").stdout


# ---------------------------------------------------------------------------------------------- nothing can be written


@pytest.fixture
def read_only(home: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    """A store on a read-only disk, with a game in it."""
    store = open_store()
    begun(store, 1, "kept")
    store.close()
    before = os.open

    def refusing(path: Any, flags: int, *more: Any, **options: Any) -> int:
        if flags & os.O_RDWR:
            raise OSError(errno.EROFS, "Read-only file system")
        return before(path, flags, *more, **options)

    monkeypatch.setattr("automarium.storage.sqlite.os.open", refusing)
    return open_store()


def test_a_store_that_cannot_be_written_can_be_listed_looked_at_and_exported(read_only: Store, home: Path) -> None:
    assert read_only.read_only
    before = sorted((path.name, path.stat().st_mtime_ns) for path in home.iterdir())
    [kept] = read_only.games()
    assert kept.name == "kept"
    session = open_session(read_only, kept.key)
    digest = session.game.digest()
    with pytest.raises(Unavailable) as refused:
        session.put(Go("N3"))
    assert refused.value.message.key == "store.only-reading"
    assert session.game.digest() == digest
    assert len(exported(read_only)) == 3
    with pytest.raises(Unavailable):
        read_only.delete(kept.key)
    assert [came.what for came in import_file(read_only, io.BytesIO(read_only.rest(kept.key)), "x")] == ["there"]
    read_only.close()
    assert sorted((path.name, path.stat().st_mtime_ns) for path in home.iterdir()) == before


def test_lines_that_were_written_ahead_are_not_forgotten(home: Path) -> None:
    """The program was killed, then the disk was mounted read-only: the last lines are in the write-ahead log."""
    subprocess.run([sys.executable, "-c", KILLED], check=False)
    file = store_factory.own_file()
    assert file.with_name("games.db-wal").stat().st_size
    file.with_name("games.db-shm").unlink()
    with tempfile.TemporaryDirectory() as disk:  # not below pytest's folder, which another run removes
        place = Path(disk)
        for name in ("games.db", "games.db-wal"):
            shutil.copy(home / name, place / name)
            (place / name).chmod(0o444)
        place.chmod(0o555)
        nobody = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--"] if os.geteuid() == 0 else []
        python = [*nobody, sys.executable]
        if subprocess.run([*python, "-c", "import automarium"], cwd="/", capture_output=True).returncode:
            pytest.skip("the checkout lies where another user cannot read it")
        env = {**os.environ, "AUTOMARIUM_HOME": disk}
        command = [*python, "-m", "automarium", "--database", f"sqlite:{place / 'games.db'}", "--lang", "en"]
        for arguments in (["games"], ["verify", "1"], ["export", "-"]):
            done = subprocess.run([*command, *arguments], capture_output=True, text=True, check=False, cwd="/", env=env)
            assert done.returncode == 0, done.stderr
            assert "Traceback" not in done.stderr
        assert "N4" in done.stdout
        assert sorted(path.name for path in place.iterdir()) == ["games.db", "games.db-wal"]
        place.chmod(0o755)


KILLED = """
import os, signal
from automarium.games import plugins
from automarium.storage.store_factory import open_store
from automarium.sessions.session import new_session
from automarium.engine.game.playthrough import parse_input
definition = plugins.load_definition("expeditions")
session = new_session(open_store(), definition, {"level": 2, "starts": "human"}, {}, 4)
for place in ("N3", "N4"):
    session.put(parse_input(definition, {"do": "go", "to": place}))
os.kill(os.getpid(), signal.SIGKILL)
"""
