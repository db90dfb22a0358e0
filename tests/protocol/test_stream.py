"""The table protocol, to the letter of docs/protocol.md."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import automarium
from automarium.games import plugins
from automarium.protocol.stream import encode_answers
from tests.contract.kit import definitions, list_levels
from tests.proof import scale
from tests.protocol.random_client import RandomClient

CASES = [(name, level) for name in definitions() for level in list_levels(plugins.load_definition(name))]


@pytest.mark.parametrize(("game", "level"), CASES)
def test_a_stranger_plays_whole_games(game: str, level: str | int) -> None:
    """Every level, with questions, corrections, undo and redo; hands add up, and the record replays to the same end."""
    turns = 0
    for seed in range(scale(1, 12)):
        client = RandomClient({"game": game, "options": {"level": level}, "seed": seed}, seed)
        client.play()
        turns += client.turns  # a client may end a game before it has begun
        replay_record(client)
    assert turns


def replay_record(client: RandomClient) -> None:
    """Check that the record fed line by line, with its digests, gives the same answers."""
    again = automarium.table()
    answers = [again.send(line) for line in client.look("record")["record"]]
    assert not [answer for answer in answers if "error" in answer]
    assert answers[-1]["then"] == client.last["then"]
    assert again.send({"look": "table"})["table"] == client.table


def ask(*lines: object) -> list[dict[str, Any]]:
    stream = automarium.table()
    return [stream.send(line) for line in lines]


def test_the_answer_has_exactly_the_keys_of_the_contract() -> None:
    (header, turn) = ask({"game": "expeditions", "seed": 7}, {"do": "next"})
    keys = ["revision", "turn", "to_move", "over", "then", "steps", "hands", "question"]
    assert list(header) == [*keys, "setup"]
    assert list(turn) == keys
    assert all(set(step) == {"event", "clauses", "text"} for step in turn["steps"])
    assert header["hands"] == []


def test_the_trace_comes_only_with_why() -> None:
    (_, turn) = ask({"game": "expeditions", "seed": 7, "why": True}, {"do": "next"})
    stages = [stage for step in turn["steps"] for stage in step["trace"]]
    assert stages
    assert all(set(stage) == {"clause", "kept", "scores"} for stage in stages)


def test_the_same_seed_and_lines_give_the_same_bytes() -> None:
    lines = [{"game": "scythe", "seed": 5}, *[{"do": "next"}] * 3, {"look": "board"}, {"look": "odds"}]
    assert json.dumps(ask(*lines)) == json.dumps(ask(*lines))


@pytest.mark.parametrize(
    ("line", "where"),
    [
        ({"do": "go", "to": "X9"}, "line 2: to"),
        ({"do": "zork"}, "line 2: do"),
        ({"do": "next", "more": 1}, "line 2: more"),
        ({"do": "answer", "to": 1}, "line 2"),
        ({"look": "everything"}, "line 2: look"),
        ({"look": "table", "do": "next"}, "line 2"),
        ({}, "line 2"),
        ([], "line 2"),
        (7, "line 2"),
        ({"do": "next", "then": "000000000000"}, "line 2: then"),
        ({"game": "chess"}, "line 2: game"),
        ({"game": "scythe", "options": {"level": 9}}, "line 2: options.level"),
        ({"game": "scythe", "rulings": {"SCY-A01": "x"}}, "line 2: rulings.SCY-A01"),
        ({"game": "scythe", "lang": "xx"}, "line 2: lang"),
        ({"game": "scythe", "colour": "red"}, "line 2: colour"),
        ({"game": "scythe", "own": {"x": {}}}, "line 2: own.x"),
    ],
)
def test_bad_input_is_named_and_changes_nothing(line: object, where: str) -> None:
    stream = automarium.table()
    begun = stream.send({"game": "expeditions", "seed": 7})
    assert stream.send(line)["error"]["where"] == where
    after = stream.send({"do": "next"})
    assert after["revision"] == 2
    assert after["then"] != begun["then"]


def test_a_try_changes_nothing_and_tells_what_would_come() -> None:
    client = RandomClient({"game": "expeditions", "options": {"level": 2, "deck": "mine"}, "seed": 3}, 3)
    client.last = client.send({"do": "next"})
    question = client.last["question"]
    answer = question["options"][0]["value"]
    before = client.look("record")
    tried = client.look("try", answer=answer)
    assert client.look("record") == before
    assert tried == client.send({"do": "answer", "to": answer})


def test_lines_in_lines_out(tmp_path: Path) -> None:
    """Blank lines are skipped, invalid UTF-8 and duplicate keys are errors of their line, a last line without LF
    counts."""
    file = tmp_path / "lines.jsonl"
    lines = [b'{"game": "expeditions", "seed": 7}', b"", b"\xff", b'{"do": "next", "do": "next"}', b'{"do": "next"}']
    file.write_bytes(b"\n".join(lines))
    done = subprocess.run([sys.executable, "-m", "automarium", "table", str(file)], capture_output=True, check=False)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [answer.get("error", {}).get("where", "") for answer in answers] == ["", "line 3", "line 4", ""]
    assert done.returncode == 1
    missing = [sys.executable, "-m", "automarium", "table", str(tmp_path / "nothing")]
    assert subprocess.run(missing, capture_output=True, check=False).returncode == 2


def test_too_long_and_too_deep_lines_are_errors_of_their_own() -> None:
    stream = automarium.table()
    deep = b'{"game": "expeditions", "own": ' + b"[" * 70 + b"]" * 70 + b"}"
    long = b'{"game": "' + b"x" * 1_000_001 + b'"}'
    for text in (deep, long):
        assert json.loads(stream.send_text(text))["error"]["where"].startswith("line")
    assert json.loads(stream.send_text(b'{"game": "expeditions"}'))["revision"] == 1


def test_past_its_time_a_request_answers_errors() -> None:
    ticks = iter(range(100))
    lines: list[object] = [{"game": "expeditions", "seed": 1}, {"do": "next"}, {"do": "next"}]
    answers = map(json.loads, encode_answers(lines, 2, 10**9, clock=lambda: next(ticks)))
    assert ["error" in answer for answer in answers] == [False, False, True]


CIRCLE = {
    "slots": ["a", "b", "c", "d"],
    "tome_slot": "a",
    "mark_places": 6,
    "lists": {"a": ["to b"], "b": ["to a"], "c": ["card"], "d": ["card"]},
}


@pytest.mark.parametrize("running", [False, True])
@pytest.mark.parametrize(
    ("more", "lang", "where", "words"),
    [
        ({"options": {"board": "printed"}}, "en", "line 1: options.board", "enter it once"),
        ({"options": {"board": "printed"}}, "uk", "line 1: options.board", "один раз"),
        (
            {"own": {"board": {"emerald": CIRCLE}}},
            "en",
            "line 1: own.board.emerald.lists",
            "move a card in an endless circle",
        ),
        ({"options": {"level": "hard"}}, "xx", "line 1: lang", "xx"),
    ],
)
def test_an_error_of_a_header_is_in_words_of_its_game(
    more: dict[str, Any], lang: str, where: str, words: str, running: bool
) -> None:
    """Regression: messages of the game were raw keys such as "Board.circle"; also while another game is played."""
    stream = automarium.table()
    if running:
        stream.send({"game": "scythe", "seed": 1, "lang": "ru"})
    error = stream.send({"game": "penumbra", "seed": 1, "lang": lang, **more})["error"]
    assert error["where"] == where.replace("line 1", f"line {1 + running}")
    assert words in error["message"], error
    if running:
        assert re.search("[а-я]", stream.send({"do": "x"})["error"]["message"]), "the game goes on in its language"


@pytest.mark.parametrize(
    "more",
    [{"options": {"level": "?"}}, {"own": {"x": {}}}, {"rulings": {"X": "y"}}, {"seed": 1 << 70}],
    ids=lambda more: next(iter(more)),
)
def test_no_error_of_a_header_is_a_key(more: dict[str, Any]) -> None:
    for name in plugins.names():
        message = automarium.table().send({"game": name, **more})["error"]["message"]
        assert " " in message, (name, message)


def test_answers_beyond_their_bytes_are_errors() -> None:
    lines: list[object] = [{"game": "expeditions", "seed": 1}, *[{"look": "table"}] * 9]
    whole = list(encode_answers(lines, 60, 10**9))
    most = sum(map(len, whole[:6]))
    cut = list(encode_answers(lines, 60, most))
    assert cut[:6] == whole[:6]
    assert [json.loads(one)["error"]["where"] for one in cut[6:]] == ["line 7", "line 8", "line 9", "line 10"]
    assert list(encode_answers(lines, 60, most - 1))[:5] == whole[:5]
