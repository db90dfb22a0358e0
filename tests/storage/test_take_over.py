"""Games that an earlier version stored as files are imported once, and nothing is lost."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from automarium.games import plugins
from automarium.games.expeditions.commands import Go, Next
from automarium.sessions.session import new_session, open_session
from automarium.storage.store import Store
from automarium.storage.store_factory import open_store, take_over

DEFINITION = plugins.load_definition("expeditions")


@pytest.fixture
def files(home: Path) -> Path:
    folder = home / "games"
    folder.mkdir(parents=True)
    return folder


@pytest.fixture
def kept() -> Store:
    return open_store()


def record(seed: int = 4, *places: str) -> bytes:
    with TemporaryDirectory() as folder:
        session = new_session(
            open_store(f"sqlite:{folder}/games.db"), DEFINITION, {"level": 2, "starts": "human"}, {}, seed
        )
        for place in places:
            session.put(Go(place))
        return session.journal().content


def written(file: Path, content: bytes, changed: float = 1_700_000_000) -> bytes:
    file.write_bytes(content)
    os.utime(file, (changed, changed))
    return content


def test_every_file_becomes_a_game_and_stays_as_it_was(files: Path, kept: Store) -> None:
    old = written(files / "expeditions-20260101-120000.jsonl", record(1, "N3", "N4"), 1_700_000_000)
    new = written(files / "expeditions-20260102-120000.jsonl", record(2, "S1"), 1_800_000_000)
    words = take_over(kept)
    assert [word.key for word in words] == ["games.taken-over"]
    assert words[0].params["count"] == 2
    listed = kept.games()
    assert [one.name for one in listed] == ["expeditions-20260102-120000", "expeditions-20260101-120000"]
    assert [kept.read(one.key).content for one in listed] == [new, old]
    assert listed[1].changed == 1_700_000_000, "when it was last played is not forgotten"
    assert list(files.glob("*.jsonl")) == []
    assert (files / "taken-over" / "expeditions-20260101-120000.jsonl").read_bytes() == old
    assert open_session(kept, listed[0].key).put(Next())
    assert take_over(kept) == [], "once"
    assert len(kept.games()) == 2


def test_a_torn_last_line_is_left_out_with_a_word(files: Path, kept: Store) -> None:
    whole = record(1, "N3")
    written(files / "a.jsonl", whole + b'{"do":"go","to":"N')
    assert [word.key for word in take_over(kept)] == ["games.taken-over", "record.torn"]
    assert kept.read(kept.games()[0].key).content == whole


def test_a_damaged_file_stays_where_it_is_and_is_named_every_time(files: Path, kept: Store) -> None:
    damaged = written(files / "bad.jsonl", record(1, "N3", "N4").replace(b'"to":"N3"', b'"to":"N\xff"'))
    written(files / "good.jsonl", record(2))
    assert [word.key for word in take_over(kept)] == ["games.taken-over", "games.damaged"]
    again = take_over(kept)
    assert [word.key for word in again] == ["games.damaged"]
    assert str(files / "bad.jsonl") in again[0].params["file"]
    assert (files / "bad.jsonl").read_bytes() == damaged
    assert len(kept.games()) == 1


def test_a_game_that_an_earlier_version_has_open_waits(files: Path, kept: Store) -> None:
    written(files / "a.jsonl", record(1))
    with (files / "a.jsonl").open("rb") as window:
        fcntl.flock(window, fcntl.LOCK_EX)
        assert take_over(kept) == []
    assert (files / "a.jsonl").exists()
    assert len(take_over(kept)) == 1


def test_a_crash_after_the_first_half_gives_no_second_game(
    files: Path, kept: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The game is in the store, the file not yet moved."""
    written(files / "a.jsonl", record(1, "N3"))
    with monkeypatch.context() as patched:
        patched.setattr(Path, "rename", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            take_over(kept)
    assert (files / "a.jsonl").exists()
    take_over(kept)
    assert len(kept.games()) == 1
    assert not (files / "a.jsonl").exists()


def test_nothing_that_was_taken_over_before_is_written_over(files: Path, kept: Store) -> None:
    (files / "taken-over").mkdir()
    (files / "taken-over" / "a.jsonl").write_bytes(b"another")
    content = written(files / "a.jsonl", record(1))
    take_over(kept)
    assert (files / "taken-over" / "a.jsonl").read_bytes() == b"another"
    assert (files / "taken-over" / "a-2.jsonl").read_bytes() == content


def test_windows_that_open_at_once_take_each_file_once(files: Path, kept: Store) -> None:
    for number in range(6):
        written(files / f"{number}.jsonl", record(number, "N3"))
    command = [sys.executable, "-m", "automarium", "games", "--lang", "en"]
    windows = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(4)]
    for window in windows:
        _, told = window.communicate()
        assert window.returncode == 0
        assert b"Traceback" not in told
    assert sorted(one.name for one in kept.games()) == [str(number) for number in range(6)]
    assert len(list((files / "taken-over").iterdir())) == 6


def test_the_terminal_tells_it_and_goes_on(files: Path) -> None:
    written(files / "expeditions-20260101-120000.jsonl", record(1, "N3"))
    done = subprocess.run(
        [sys.executable, "-m", "automarium", "play", "--lang", "en"],
        input="1\nlog\n",
        capture_output=True,
        text=True,
        check=False,
    )
    assert "1 game that was kept as a file is now in" in done.stderr
    assert "#1 Your mech to N3" in done.stdout
