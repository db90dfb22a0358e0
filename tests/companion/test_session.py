"""Games are kept by themselves: input by input, through crashes, full disks and second windows."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from automarium import games
from automarium.companion import home, session
from automarium.companion.session import Session, kept_games, new_session, open_session, read_record
from automarium.games.expeditions.inputs import Go, Next
from automarium.kernel.game import Respond
from automarium.kernel.saying import Refused

ROOM = games.room("expeditions")
OPTIONS = {"level": 2, "coin_change": 0, "deck": "app", "starts": "human"}


def begun(seed: int = 4, **options: object) -> Session:
    return new_session(ROOM, {**OPTIONS, **options}, {}, seed)


def test_every_input_is_on_disk_before_it_is_answered() -> None:
    playing = begun()
    for place in ("N3", "N4", "S2"):
        playing.put(Go(place))
        assert read_record(playing.path).lines[-1].data == {"do": "go", "to": place}
    playing.undo()
    assert read_record(playing.path).lines[-1].data == {"do": "undo"}


def test_a_game_goes_on_where_it_was_left() -> None:
    playing = begun()
    playing.put(Go("N3"))
    playing.put(Next())
    digest = playing.game.digest()
    playing.close()
    again = open_session(playing.path)
    assert again.words == []
    assert again.game.digest() == digest
    again.undo()
    again.redo()
    assert again.game.digest() == digest


def test_a_torn_line_is_dropped_with_a_word_and_cut_off() -> None:
    playing = begun()
    playing.put(Go("N3"))
    playing.close()
    whole = playing.path.read_bytes()
    playing.path.write_bytes(whole + b'{"do":"go","to":"N')
    again = open_session(playing.path)
    assert [word.key for word in again.words] == ["record.torn"]
    again.put(Go("N4"))
    again.close()
    assert playing.path.read_bytes().startswith(whole)
    assert [line.data["to"] for line in read_record(playing.path).lines] == ["N3", "N4"]


def test_other_damage_leaves_the_file_alone() -> None:
    playing = begun()
    playing.put(Go("N3"))
    playing.put(Go("N4"))
    playing.close()
    damaged = playing.path.read_bytes().replace(b'"to":"N3"', b'"to":"N\xff"')
    playing.path.write_bytes(damaged)
    with pytest.raises(Refused) as refused:
        open_session(playing.path)
    assert refused.value.message.params["line"] == 2
    assert playing.path.read_bytes() == damaged
    assert kept_games()[0].fault is not None


def test_a_changed_record_is_opened_with_a_word() -> None:
    playing = begun()
    playing.put(Go("N3"))
    playing.close()
    playing.path.write_bytes(playing.path.read_bytes().replace(b'"to":"N3"', b'"to":"N4"'))
    assert [word.key for word in open_session(playing.path).words] == ["record.differs"]


def test_a_second_window_is_told_so() -> None:
    playing = begun()
    with pytest.raises(Refused) as refused:
        open_session(playing.path)
    assert refused.value.message.key == "store.busy"
    playing.close()
    open_session(playing.path).close()


def test_what_cannot_be_written_did_not_happen(monkeypatch: pytest.MonkeyPatch) -> None:
    playing = begun()
    playing.put(Go("N3"))
    playing.put(Go("N4"))
    playing.undo()
    before, content = playing.game.digest(), playing.path.read_bytes()

    def full(file: object, line: bytes) -> None:
        playing._file.write(line[:5])
        raise OSError("no space left")

    with monkeypatch.context() as patched:
        patched.setattr(session, "_write", full)
        for attempt in (lambda: playing.put(Go("S1")), playing.undo, playing.redo):
            with pytest.raises(Refused) as refused:
                attempt()
            assert refused.value.message.key == "store.unwritable"
            assert playing.game.digest() == before
            assert playing.game.undone == [Go("N4")]
            assert playing.path.read_bytes() == content
    playing.put(Go("S2"))
    playing.close()
    assert open_session(playing.path).words == []


def test_two_games_begun_in_the_same_second_are_two_files() -> None:
    assert len({begun().path for _ in range(3)}) == 3


def test_a_hole_is_asked_once_and_remembered() -> None:
    """The owner's printed card of level 4: entered in the first game, known in the second and inside its record."""
    playing = begun(level=4, card="printed")
    answers: list[int | list[int]] = [24, [2, 4, 6, 9, 12, 15, 18, 21], 2, 2, 6]
    for answer in answers:
        assert playing.game.question is not None
        assert playing.game.question.hole is not None
        playing.put(Respond(answer))
    assert playing.game.question is None
    assert playing.game.position.card.spaces_including_start == 24
    second = begun(level=4, card="printed")
    assert second.game.question is None
    assert second.game.position.card == playing.game.position.card
    assert second.header.own["progress"]["4"]["coins"]["glory_token"] == 6
    home.own_pack_file("expeditions").unlink()
    second.close()
    assert open_session(second.path).game.question is None, "the record tells the same game on another machine"


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("[decision.14.central]\nsweep = 1", "decision.14.central.sweep"),
        ("[decision.15]\nid = 15", "decision.15"),
        ("[decision.14]\nwest = 1", "decision.14.west"),
        ("[nothing]", "nothing"),
        ("not toml", ""),
    ],
)
def test_a_wrong_own_pack_says_where(text: str, where: str) -> None:
    home.write_whole(home.own_pack_file("expeditions"), text)
    with pytest.raises(Refused) as refused:
        begun()
    assert refused.value.where == where
    assert str(home.own_pack_file("expeditions")) in str(refused.value.message.params["file"])


def test_an_owners_correction_of_a_printed_card_is_played() -> None:
    home.remember_fact("expeditions", "decision.14.central.sweep", True)
    pack = home.pack_of(ROOM)
    from automarium.games.expeditions.position import decision_cards

    assert decision_cards(pack)[14].central.sweep
    assert decision_cards(pack)[14].central.distance == 2, "the rest is as printed"


def test_kept_games_come_with_the_last_played_first() -> None:
    first, second = begun(), begun()
    first.put(Go("N3"))
    second.close()
    os.utime(second.path, (1, 1))
    assert [one.path for one in kept_games()] == [first.path, second.path]


def test_nothing_acknowledged_is_lost_by_kill_9(home: Path) -> None:
    """A process that plays and says what is done is killed at a random moment, again and again."""
    for attempt in range(12):
        process = subprocess.Popen(
            [sys.executable, "-c", PLAYER], stdout=subprocess.PIPE, env={**os.environ, "AUTOMARIUM_HOME": str(home)}
        )
        assert process.stdout is not None
        path = Path(process.stdout.readline().decode().strip())
        for _ in range(attempt):
            process.stdout.readline()
        time.sleep(0.003 * (attempt % 4))
        os.kill(process.pid, signal.SIGKILL)
        acknowledged = attempt + len(process.stdout.read().splitlines())
        process.wait()
        process.stdout.close()
        again = open_session(path)
        assert len(read_record(path).lines) >= acknowledged
        assert not [word for word in again.words if word.key != "record.torn"]
        again.close()


PLAYER = """
import itertools
from automarium import games
from automarium.companion.session import new_session
from automarium.games.expeditions.inputs import Go
playing = new_session(games.room("expeditions"), {"level": 2, "starts": "human"}, {}, 1)
print(playing.path, flush=True)
for place in itertools.cycle(["N3", "N4"]):
    playing.put(Go(place))
    print("ok", flush=True)
"""
