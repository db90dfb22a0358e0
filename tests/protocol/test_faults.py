"""Whatever goes wrong inside while a line is carried out: the line is an error, the game is as before, the stream goes
on, and the log has the traceback."""

from __future__ import annotations

import contextlib
import io
import json
import logging
import sys
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import automarium
from automarium.engine import strict_json
from automarium.engine.game import playthrough
from automarium.engine.game.playthrough import Playthrough
from automarium.engine.message import Refused
from automarium.engine.play.chance import Chance
from automarium.engine.play.command import Respond
from automarium.engine.play.desk import Desk
from automarium.games.expeditions.commands import Go, Next
from automarium.games.expeditions.layout import ExpeditionsTable
from automarium.games.expeditions.setup import ExpeditionsSetup
from automarium.interfaces.json_lines import table_lines
from automarium.protocol import game as protocol_game
from automarium.protocol import stream as protocol_stream
from automarium.storage.store_factory import open_store
from automarium.views.game import View
from tests.games.expeditions.kit import game
from tests.interfaces.web.kit import browser

Plain = dict[str, Any]
Send = Callable[[list[Plain]], list[Plain]]

HEADER: Plain = {"game": "expeditions", "options": {"level": 2, "deck": "mine", "starts": "human"}, "seed": 7}
GO: Plain = {"do": "go", "to": "N4"}
NEXT: Plain = {"do": "next"}
ANSWER: Plain = {"do": "answer", "to": 8}
UNDO: Plain = {"do": "undo"}
REDO: Plain = {"do": "redo"}
TABLE: Plain = {"look": "table"}


def send_to_stream(lines: list[Plain]) -> list[Plain]:
    stream = automarium.table()
    answers: list[Plain] = json.loads(json.dumps([stream.send(line) for line in lines]))  # tuples are lists in JSON
    return answers


def send_to_server(lines: list[Plain]) -> list[Plain]:
    body, kind = json.dumps({"lines": lines}), {"content-type": "application/json"}
    answer = browser(open_store(None)).post("/api/table", content=body, headers=kind)
    assert answer.status_code == 200
    answers: list[Plain] = answer.json()["answers"]
    return answers


def send_to_command(lines: list[Plain]) -> list[Plain]:
    """Return what ``automarium table`` prints, run in this process."""
    kept = sys.stdin, sys.stdout
    sys.stdin = SimpleNamespace(buffer=io.BytesIO(b"".join(json.dumps(line).encode() + b"\n" for line in lines)))
    sys.stdout = SimpleNamespace(buffer=io.BytesIO())
    try:
        status = table_lines([])
        printed = sys.stdout.buffer.getvalue()
    finally:
        sys.stdin, sys.stdout = kept
    assert status == 1
    return [json.loads(line) for line in printed.splitlines()]


WAYS = {"stream": send_to_stream, "server": send_to_server, "command": send_to_command}

# The stage: what fails, and the lines before the one that fails.
STAGES: dict[str, tuple[object, str, list[Plain], Plain]] = {
    "parsing": (protocol_stream, "parse_input", [HEADER], GO),
    "checking": (protocol_stream, "check_json", [HEADER], GO),
    "header": (ExpeditionsSetup, "set_up", [HEADER, GO], {**HEADER, "seed": 8}),
    "rules": (Next, "carry_out", [HEADER, GO], NEXT),
    "answer": (Desk, "emit", [HEADER, GO, NEXT], ANSWER),
    "undo of an answer": (Desk, "flush_changes", [HEADER, GO, NEXT, ANSWER], UNDO),
    "undo": (playthrough, "find_hands_back", [HEADER, GO, NEXT, ANSWER, UNDO], UNDO),
    "redo": (Next, "carry_out", [HEADER, GO, NEXT, UNDO], REDO),
    "layout": (ExpeditionsTable, "layout", [HEADER, GO, NEXT], ANSWER),
    "layout of a query": (ExpeditionsTable, "layout", [HEADER], TABLE),
    "hands": (playthrough, "find_hands", [HEADER, GO, NEXT], ANSWER),
    "chance": (Chance, "restore", [HEADER, GO, NEXT], ANSWER),
    "words of a hand": (View, "describe_hand", [HEADER, GO, NEXT], ANSWER),
    "words of a step": (protocol_game, "_encode_step", [HEADER, GO, NEXT], ANSWER),
    "question": (protocol_game, "encode_question", [HEADER, GO], NEXT),
    "encoding": (strict_json, "encode", [HEADER, GO], NEXT),
}


class Fault(Exception):
    """A fault in the program."""


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("stage", STAGES)
def test_a_fault_is_an_error_of_its_line_and_nothing_more(
    way: str, stage: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    owner, name, before, line = STAGES[stage]
    after: list[Plain] = [TABLE, {"look": "record"}, line, TABLE]
    whole = WAYS["stream"]([*before, *after])
    failing = fail_on_line(monkeypatch, owner, name, number=len(before) + 1)
    with caplog.at_level(logging.ERROR, logger="automarium.table"):
        answers = WAYS[way]([*before, line, *after])
    assert failing, "the fault took place"
    assert answers[: len(before)] == whole[: len(before)]
    fault = answers[len(before)]
    assert set(fault) == {"error"}
    assert fault["error"]["where"] == f"line {len(before) + 1}"
    assert fault["error"]["message"].startswith("This line failed because of an error in the program.")
    assert answers[len(before) + 1 :] == whole[len(before) :], "the game is as before, and goes on"
    (logged,) = [record for record in caplog.records if record.name == "automarium.table"]
    assert logged.exc_info is not None
    assert isinstance(logged.exc_info[1], Fault)


def fail_on_line(monkeypatch: pytest.MonkeyPatch, owner: object, name: str, *, number: int) -> list[bool]:
    """Make a function raise Fault once, when it is called first while line ``number`` is carried out."""
    real: Any = getattr(owner, name)
    taking, failed, take = [0], list[bool](), protocol_stream.TableStream._answer

    def counted(self: Any, read: Callable[[], object]) -> Any:
        taking[0] += 1
        return take(self, read)

    def faulty(*args: Any, **fields: Any) -> Any:
        if taking[0] == number and not failed:
            failed.append(True)
            raise Fault
        return real(*args, **fields)

    monkeypatch.setattr(protocol_stream.TableStream, "_answer", counted)
    monkeypatch.setattr(owner, name, faulty)
    return failed


def test_a_faulty_line_of_text_is_netted_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    failing = fail_on_line(monkeypatch, strict_json, "parse", number=1)
    stream = automarium.table()
    assert json.loads(stream.send_text(b"{}"))["error"]["where"] == "line 1"
    assert failing
    assert json.loads(stream.send_text(json.dumps(HEADER).encode()))["revision"] == 1


@pytest.mark.parametrize(("lang", "words"), [("uk", "помилку в програмі"), ("ru", "ошибки в программе")])
def test_the_error_is_in_the_language_of_the_game(lang: str, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    fail_on_line(monkeypatch, Next, "carry_out", number=2)
    assert words in send_to_stream([{**HEADER, "lang": lang}, NEXT])[1]["error"]["message"]


def test_half_a_surrogate_pair_in_a_request_is_answered() -> None:
    (answer,) = send_to_server([{"game": "\ud800"}])
    assert answer["error"]["where"] == "line 1: game"


def describe(played: Playthrough) -> object:
    return (
        played.digest(),
        played.question,
        played.undone,
        played.inputs,
        list(played.hands),
        played.layout().lines(),
        [(run.steps, run.segments) for run in played.runs],
        played._chance.state() if played.question is None else b"",
    )


PLACES = [(Desk, "emit"), (Desk, "flush_changes"), (playthrough, "find_hands"), (playthrough, "find_hands_back")]
PLACES += [(ExpeditionsTable, "layout"), (Next, "carry_out"), (playthrough, "copy_mutable"), (playthrough, "check")]


@given(st.data())
def test_a_game_that_fails_anywhere_is_as_it_was(data: st.DataObject) -> None:
    """Random inputs with undo and redo; a fault at a random place and time leaves nothing behind."""
    played = game(seed=data.draw(st.integers(0, 9)))
    for _ in range(data.draw(st.integers(1, 6))):
        act = data.draw(st.sampled_from(("put", "put", "undo", "redo")))
        input_ = Respond([4, 3]) if played.question else data.draw(st.sampled_from((Next(), Go("N3", [20]), Go("C3"))))
        owner, name = data.draw(st.sampled_from(PLACES))
        after, calls, real = data.draw(st.integers(0, 12)), [0], getattr(owner, name)

        def faulty(*args: Any, _real: Any = real, _after: int = after, _calls: list[int] = calls, **fields: Any) -> Any:
            _calls[0] += 1
            if _calls[0] > _after:
                raise Fault
            return _real(*args, **fields)

        before = describe(played)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(owner, name, faulty)
            try:
                carry_out(played, act, input_)
                continue
            except (Fault, Refused):
                pass
        assert describe(played) == before
        with contextlib.suppress(Refused):
            carry_out(played, act, input_)


def carry_out(played: Playthrough, act: str, input_: Any) -> None:
    if act == "put":
        played.put(input_)
    elif act == "undo":
        played.undo()
    else:
        played.redo()


def test_input_whose_name_is_no_text_is_told_so() -> None:
    _, answer = send_to_stream([HEADER, {"do": {"next": {}}}])
    assert answer["error"]["message"] == "This must be a text, not an object."
