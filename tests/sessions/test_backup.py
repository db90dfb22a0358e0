"""Backups: everything in one file and back again; imports are checked like any upload."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from automarium.box.box import Box
from automarium.engine.game.playthrough import Playthrough
from automarium.engine.message import Refused
from automarium.games import plugins
from automarium.games.expeditions.commands import Go, Next
from automarium.sessions import backup
from automarium.sessions.backup import ImportResult, export, import_file
from automarium.sessions.session import Session, add_record, new_session, open_session, summarize
from automarium.storage import user_folder
from automarium.storage.store import Limits, Store, Summary
from automarium.storage.store_factory import find_game, open_store

DEFINITION = plugins.load_definition("expeditions")


def begun(store: Store, seed: int = 4, name: str = "") -> Session:
    return new_session(store, DEFINITION, {"level": 2, "starts": "human"}, {}, seed, name)


def export_bytes(store: Store) -> bytes:
    target = io.BytesIO()
    export(store, target)
    return target.getvalue()


def import_bytes(store: Store, content: bytes) -> list[ImportResult]:
    return list(import_file(store, io.BytesIO(content), "file"))


def outcomes(store: Store, content: bytes) -> list[str]:
    return [came.what for came in import_bytes(store, content)]


@pytest.fixture
def other(tmp_path: Path) -> Store:
    return open_store(f"sqlite:{tmp_path / 'other.db'}")


def contents(store: Store) -> dict[str, bytes]:
    return {one.key: store.read(one.key).content for one in store.games()}


def test_there_and_back_again(store: Store, other: Store) -> None:
    """Games with their keys, names and times, own packs and language; a second import adds nothing."""
    played = begun(store, 1, "Friday")
    played.put(Go("N3"))
    played.put(Next())
    begun(store, 2)
    store.packs.change("expeditions", lambda box: box.with_facts([("decision.14.central.sweep", True)]))
    backup = export_bytes(store)
    store.packs.change("expeditions", lambda _: Box({}))
    assert outcomes(other, backup) == ["new", "new", "new"]
    assert contents(other) == contents(store)
    assert [(one.given_name, one.created, one.changed, one.summary) for one in other.games()] == [
        (one.given_name, one.created, one.changed, one.summary) for one in store.games()
    ]
    assert other.packs.own("expeditions") == {"decision": {"14": {"central": {"sweep": True}}}}
    assert set(outcomes(other, backup)) == {"there"}
    assert contents(other) == contents(store)


def test_notes_come_along_and_replace_none(store: Store, other: Store) -> None:
    key = begun(store).key
    without = export_bytes(store)
    assert b'"note"' not in without, "what is not there is left out"
    store.write_note(key, "theirs")
    for content, note in ((without, ""), (export_bytes(store), "theirs")):
        import_bytes(other, content)
        assert other.games([key])[0].note == note
    other.write_note(key, "mine")
    import_bytes(other, export_bytes(store))
    assert other.games([key])[0].note == "mine"


def test_an_own_pack_that_comes_in_says_which_facts_it_changes(store: Store, other: Store) -> None:
    store.packs.change("expeditions", lambda _: Box({"progress": {"4": {"coins": {"map_token": 1, "glory_token": 6}}}}))
    backup = export_bytes(store)
    other_backup = exported_pack({"progress": {"4": {"coins": {"map_token": 2}, "spaces_including_start": 30}}})
    store.packs.change("expeditions", lambda _: Box({}))
    [came] = import_bytes(other, backup)
    assert came.what == "new"
    assert came.facts == (("progress.4.coins.map_token", 1), ("progress.4.coins.glory_token", 6))
    [came] = import_bytes(other, other_backup)
    assert came.what == "longer"
    assert came.facts == (("progress.4.spaces_including_start", 30),)
    assert came.others == (("progress.4.coins.map_token", 2, 1),), "what is known stays, and it is said"
    [came] = import_bytes(other, backup)
    assert (came.what, came.facts, came.others) == ("there", (), ())


def exported_pack(facts: dict[str, Any]) -> bytes:
    head, end = {"automarium_backup": 3, "app": "0"}, {"is": "end", "games": 0}
    return as_backup([head, {"is": "own-pack", "game": "expeditions", "facts": facts}, end])


def test_the_language_is_kept_unless_one_is_chosen(other: Store) -> None:
    store = open_store()
    user_folder.remember_language("uk")
    backup = export_bytes(store)
    assert outcomes(other, backup) == ["there"]
    user_folder._settings_file().unlink()
    assert outcomes(other, backup) == ["new"]
    assert user_folder.chosen_language() == "uk"


def test_a_game_that_went_on_is_brought_up_to_date_and_never_back(store: Store, other: Store) -> None:
    played = begun(store)
    early = export_bytes(store)
    played.put(Go("N3"))
    played.undo()
    late = export_bytes(store)
    assert outcomes(other, early) == ["new"]
    assert outcomes(other, late) == ["longer"]
    assert contents(other) == contents(store)
    assert outcomes(other, early) == ["there"]
    assert contents(other) == contents(store)


def test_two_ways_of_one_game_both_stay(store: Store, other: Store) -> None:
    played = begun(store)
    import_bytes(other, export_bytes(store))
    played.put(Go("N3"))
    elsewhere = open_session(other, played.key)
    elsewhere.put(Go("N4"))
    backup = export_bytes(store)
    assert outcomes(other, backup) == ["new"]
    assert outcomes(other, backup) == ["there"], "and the second time it is known"
    assert sorted(len(content.splitlines()) for content in contents(other).values()) == [2, 2]
    assert other.read(played.key).content == elsewhere.journal().content


def test_a_single_record_comes_in_once(store: Store) -> None:
    played = begun(store)
    played.put(Go("N3"))
    content = played.journal().content
    assert outcomes(store, content) == ["there"]
    store.delete(played.key)
    assert outcomes(store, content + b'{"do":"un') == ["new"]
    assert outcomes(store, content) == ["there"]
    assert store.games()[0].name == "file"


def lines_of(backup: bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in backup.splitlines()]


def as_backup(lines: list[dict[str, Any]]) -> bytes:
    return b"".join(json.dumps(line, separators=(",", ":")).encode() + b"\n" for line in lines)


def test_a_bad_game_is_named_and_the_others_come_in(store: Store, other: Store) -> None:
    for seed, name in enumerate(("good", "bad", "fine")):
        begun(store, seed, name).put(Go("N3"))
    lines = lines_of(export_bytes(store))
    for line in lines:
        if line.get("name") == "bad":
            line["record"] = line["record"].replace('"to":"N3"', '"to":"N99"')
    came = import_bytes(other, as_backup(lines))
    assert [(one.what, one.name) for one in came] == [("new", "good"), ("bad", "bad"), ("new", "fine")]
    assert came[1].fault is not None
    assert "N99" in str(came[1].fault)


def test_a_cut_off_backup_gives_what_is_whole_and_says_so(store: Store, other: Store) -> None:
    for seed in range(3):
        begun(store, seed)
    backup = export_bytes(store)
    for cut in (backup[: backup.rindex(b'{"is":"end"')], backup[: -len(backup) // 4]):
        came = import_bytes(other, cut)
        assert came[-1].what == "bad"
        assert came[-1].fault is not None
        assert came[-1].fault.message.key == "backup.torn"


@pytest.mark.parametrize(
    "line",
    [
        {"is": "game", "record": 5},
        {"is": "game", "record": "{}\n", "path": "/etc/passwd"},
        {"is": "game", "record": ""},
        {"is": "own-pack", "game": "expeditions", "facts": {"decision": {"99": {}}}},
        {"is": "own-pack", "game": "../../etc", "facts": {}},
        {"is": "own-pack", "game": "nothing", "facts": {}},
        {"is": "language", "language": "klingon"},
        {"is": "something"},
        {"game": 1},
    ],
)
def test_what_is_no_part_of_a_backup_is_left_out(store: Store, line: dict[str, Any]) -> None:
    backup = as_backup([{"automarium_backup": 3, "app": "0"}, line, {"is": "end", "games": 1}])
    assert outcomes(store, backup) == ["bad"]
    assert store.games() == []
    assert store.packs.own("expeditions") == {}


def test_keys_and_times_of_a_stranger_are_only_taken_if_they_can_be(store: Store, other: Store) -> None:
    begun(store)
    lines = lines_of(export_bytes(store))
    lines[-2] |= {"key": "admin", "created": -5.0, "changed": 1e300, "name": "x" * 5000}
    assert outcomes(other, as_backup(lines)) == ["new"]
    [kept] = other.games()
    assert len(kept.key) == 22
    assert 1_600_000_000 < kept.created <= kept.changed < 10_000_000_000
    assert len(kept.name) == 100


def test_a_key_that_another_game_has_is_not_given_away(store: Store, other: Store) -> None:
    mine, theirs = begun(store, 1), begun(other, 2)
    lines = lines_of(export_bytes(other))
    lines[-2]["key"] = mine.key
    before = mine.journal().content
    assert outcomes(store, as_backup(lines)) == ["new"]
    assert mine.journal().content == before
    assert theirs.journal().content in contents(store).values()


def test_several_imports_at_once_bring_each_game_once(
    database: str | None, other: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Regression: 302 rows for 300 games, or "UNIQUE constraint failed". All have looked before one of them writes."""
    begun(other)
    content = export_bytes(other)
    together = threading.Barrier(4, timeout=30)

    def summarize_together(game: Playthrough) -> Summary:
        together.wait()
        return summarize(game)

    monkeypatch.setattr(backup, "summarize", summarize_together)
    stores = [open_store(database) for _ in range(4)]
    with ThreadPoolExecutor(4) as threads:
        came = [one for found in threads.map(lambda store: import_bytes(store, content), stores) for one in found]
    assert sorted(one.what for one in came) == ["new", "there", "there", "there"]
    assert contents(stores[0]) == contents(other)
    for store in stores:
        store.close()


def test_an_import_with_new_keys_finds_games_by_their_content(store: Store, other: Store) -> None:
    """Whoever made a backup knows the keys in it."""
    played = begun(store)
    played.put(Go("N3"))
    early = export_bytes(store)
    played.put(Next())
    late = export_bytes(store)

    def bring(content: bytes) -> list[str]:
        return [came.what for came in import_file(other, io.BytesIO(content), "", keeps_keys=False)]

    assert bring(early) == ["new"]
    assert bring(early) == ["there"]
    assert bring(late) == ["longer"]
    [(key, content)] = contents(other).items()
    assert key != played.key
    assert content == played.journal().content


def test_an_import_with_new_keys_does_not_touch_a_guests_game(store: Store, other: Store) -> None:
    played = begun(store)
    add_record(other, played.journal().content, guest=True)
    played.put(Go("N3"))
    came = list(import_file(other, io.BytesIO(export_bytes(store)), "", keeps_keys=False))
    assert [one.what for one in came] == ["new"]
    assert sorted(one.revision for one in other.games()) == [1, 2]


def test_an_imported_name_does_not_hide_a_number(store: Store, other: Store) -> None:
    mine = begun(store)
    number = str(store.games()[0].number)
    theirs = begun(other, 5, number)
    begun(other, 6, mine.key)
    assert outcomes(store, export_bytes(other)) == ["new", "new"]
    for wanted in (number, mine.key):
        found = find_game(store, wanted)
        assert found is not None
        assert found.key == mine.key
    assert theirs.key in store.revisions([theirs.key])


def test_a_backup_is_bounded(database: str | None, other: Store) -> None:
    store = open_store(database, Limits(games=2, lines=5, size=1000))
    for seed in range(4):
        begun(other, seed)
    long = begun(other, 9, "long")
    for _ in range(6):
        long.put(Go("N3"))
    assert sorted(outcomes(store, export_bytes(other))) == ["bad", "bad", "bad", "new", "new"]
    assert outcomes(store, b'{"automarium_backup":3,"app":"0"}\n' + b"x" * 100_000)[-1] == "bad"
    assert outcomes(store, b"x" * 100_000) == ["bad"]
    store.close()


@pytest.fixture(scope="module")
def scratch(tmp_path_factory: pytest.TempPathFactory) -> tuple[Store, bytes]:
    """One store for all examples of a property, and its backup."""
    store = open_store(f"sqlite:{tmp_path_factory.mktemp('scratch') / 'games.db'}")
    begun(store).put(Go("N3"))
    return store, export_bytes(store)


@given(noise=st.binary(max_size=300), at=st.integers(0, 700), alone=st.booleans())
def test_no_bytes_do_any_harm(scratch: tuple[Store, bytes], noise: bytes, at: int, alone: bool) -> None:
    """Random bytes, alone or inside a real backup: refused, skipped or taken, never a crash."""
    store, backup = scratch
    content = noise if alone else backup[:at] + noise + backup[at:]
    try:
        came = import_bytes(store, content)
    except Refused:  # the first line claims to be an unknown kind of backup
        return
    assert all((one.what == "bad") == (one.fault is not None) for one in came)
    assert came


# --------------------------------------------------------------------------------------------------------- the commands


def automarium(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "automarium", *arguments, "--lang", "en"]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_export_and_import_from_the_shell(
    tmp_path: Path, database: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = [] if database is None else ["--database", database]
    store = open_store(database)
    begun(store, 1, "Friday").put(Go("N3"))
    begun(store, 2)
    file = tmp_path / "all.backup"
    assert f"2 games were saved to {file}" in automarium("export", str(file), *at).stdout
    again = automarium("export", str(file), *at)
    assert again.returncode == 2
    assert "never overwritten" in again.stderr
    assert automarium("export", "-", *at).stdout == file.read_text()
    monkeypatch.chdir(tmp_path)
    assert automarium("export", *at).returncode == 0
    assert len(list(tmp_path.glob("automarium-*.backup"))) == 1
    monkeypatch.setenv("AUTOMARIUM_HOME", str(tmp_path / "new home"))
    done = automarium("import", str(file))
    assert done.returncode == 0
    assert done.stdout.splitlines() == ["Imported: Friday", "Imported: expeditions-2"]
    assert "Already here: Friday" in automarium("import", str(file)).stdout
    assert len(automarium("games").stdout.splitlines()) == 2
    pack = tmp_path / "pack.backup"
    pack.write_bytes(exported_pack({"progress": {"4": {"coins": {"map_token": 2}}}}))
    assert "  Level 4: how many coins for a map token: 2" in automarium("import", str(pack)).stdout.splitlines()
    pack.write_bytes(exported_pack({"progress": {"4": {"coins": {"map_token": 3}}}}))
    told = automarium("import", str(pack)).stdout
    assert "  Level 4: how many coins for a map token: the file has 3; yours is still 2" in told.splitlines()
    file.write_bytes(file.read_bytes()[:-30])
    cut = automarium("import", str(file))
    assert cut.returncode == 1
    assert "cut off here" in cut.stdout
    assert automarium("import", str(tmp_path / "nothing")).returncode == 2
    assert automarium("import", str(tmp_path)).returncode == 2
    assert "Traceback" not in automarium("export", str(tmp_path / "no" / "folder")).stderr
