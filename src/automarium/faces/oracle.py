"""The oracle: one decision in, one answer out (docs/oracle.md is the contract, to the letter)."""

from __future__ import annotations

import json
import os
import sys
from typing import Any, BinaryIO

import msgspec

from automarium import games
from automarium.kernel.choice import Stage
from automarium.kernel.reading import child, read
from automarium.kernel.room import Ask, Room
from automarium.kernel.ruling import settle
from automarium.kernel.saying import Refused, refuse
from automarium.voice import LANGUAGES, Voice

Plain = dict[str, Any]


class Request(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    game: str
    ask: str
    facts: dict[str, Any]
    rulings: dict[str, str] = {}
    lang: str = "en"


def decide(request: object) -> Plain:
    """The answer to one request, both as plain JSON data. Never raises for what the caller gave."""
    try:
        return _decide(_checked(request))
    except Refused as refused:
        return _error(refused, request)


def _checked(request: object) -> Request:
    if not isinstance(request, dict):
        raise refuse("oracle.object")
    _check_plain(request, "")
    checked = read(Request, request)
    if checked.lang not in LANGUAGES:
        raise refuse("lang.unknown", "lang", given=checked.lang, options=list(LANGUAGES))
    return checked


def _check_plain(value: object, where: str) -> None:
    """From Python anything can come; only what JSON knows is a request."""
    if isinstance(value, dict):
        for key, element in value.items():
            if not isinstance(key, str):
                raise refuse("oracle.object", where)
            _check_plain(element, child(where, key))
    elif isinstance(value, list):
        for index, element in enumerate(value):
            _check_plain(element, child(where, index))
    elif value is not None and type(value) not in (str, int, float, bool):
        raise refuse("oracle.plain", where, type=type(value).__name__)


def _decide(request: Request) -> Plain:
    room = games.room(request.game)
    ask = _ask_of(room, request.ask)
    rulings = settle(room.rulings, request.rulings)
    facts = read(ask.facts, request.facts, "facts")
    verdict = ask.settle(facts, rulings)
    voice = Voice(request.lang, [room.folder])
    return {
        "answer": verdict.answer,
        "trace": [_stage(stage) for trace in verdict.traces for stage in trace.stages],
        "text": " ".join(voice.sentence(one) for one in verdict.said),
    }


def _ask_of(room: Room, name: str) -> Ask:
    if name not in room.asks:
        raise refuse("oracle.ask", "ask", given=name, options=sorted(room.asks))
    return room.asks[name]


def _stage(stage: Stage) -> Plain:
    scores = {str(candidate): score for candidate, score in stage.scores.items()}
    return {"clause": stage.clause, "kept": [str(candidate) for candidate in stage.kept], "scores": scores}


def _error(refused: Refused, request: object = None) -> Plain:
    """The refusal in the words of the game that was asked about, as far as the request tells which."""
    asked: Plain = request if isinstance(request, dict) else {}
    lang, game = asked.get("lang"), asked.get("game")
    rooms = [games.room(game).folder] if isinstance(game, str) and game in games.names() else []
    voice = Voice(lang if isinstance(lang, str) and lang in LANGUAGES else "en", rooms)
    return {"error": {"where": refused.where, "message": voice.sentence(refused.message)}}


def decide_text(text: bytes) -> bytes:
    """The same from JSON text to JSON text, both without a line feed."""
    try:
        request = _parse(text)
    except Refused as refused:
        answer = _error(refused)
    else:
        answer = decide(request)
    # Half of a surrogate pair can come in as an escape and must go out as one.
    return json.dumps(answer, ensure_ascii=False).encode("utf-8", "backslashreplace")


def _parse(text: bytes) -> object:
    """Strict JSON: no NaN, no key given twice, nothing that is not UTF-8."""
    try:
        return json.loads(text.decode("utf-8"), object_pairs_hook=_object, parse_constant=_no_constant)
    except UnicodeDecodeError:
        raise refuse("oracle.utf8") from None
    except RecursionError:
        raise refuse("oracle.deep") from None
    except json.JSONDecodeError as error:
        raise refuse("oracle.json", detail=f"{error.msg.partition(' (')[0]}, {error.lineno}:{error.colno}") from None
    except ValueError:  # Python reads no whole number of thousands of digits
        raise refuse("oracle.digits") from None


def _object(pairs: list[tuple[str, Any]]) -> Plain:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        raise refuse("oracle.twice", key=next(key for key in keys if keys.count(key) > 1))
    return found


def _no_constant(name: str) -> None:
    raise refuse("oracle.json", detail=name)


def main(arguments: list[str]) -> int:
    """``automarium decide [--lines] [FILE]``."""
    lines = "--lines" in arguments
    rest = [argument for argument in arguments if argument != "--lines"]
    if rest in (["-h"], ["--help"]):
        print(Voice(_spoken()).say("oracle.usage"))
        return 0
    wrong = [argument for argument in rest if argument.startswith("-") and argument != "-"] or rest[1:]
    if wrong:
        print(Voice().say("oracle.argument", given=wrong[0]), file=sys.stderr)
        return 2
    try:
        source = open(rest[0], "rb") if rest and rest[0] != "-" else sys.stdin.buffer  # noqa: SIM115
    except OSError as error:
        print(Voice().say("file.unreadable", file=rest[0], detail=error.strerror), file=sys.stderr)
        return 2
    try:
        with source:
            return _answer_lines(source) if lines else _answer_one(source)
    except BrokenPipeError:
        raise
    except OSError as error:  # a full disk behind standard output, a folder given as file
        print(Voice().say("file.unreadable", file=rest[0] if rest else "-", detail=error.strerror), file=sys.stderr)
        return 2


def _spoken() -> str:
    """The system's language, for the help alone; an answer's language stands in its request."""
    lang = os.environ.get("AUTOMARIUM_LANG") or os.environ.get("LC_ALL") or os.environ.get("LANG") or "en"
    return lang[:2] if lang[:2] in LANGUAGES else "en"


def _answer_one(source: BinaryIO) -> int:
    answer = decide_text(source.read())
    _write(answer)
    return 2 if answer.startswith(b'{"error"') else 0


def _answer_lines(source: BinaryIO) -> int:
    failed = False
    for line in source:  # binary: a line ends with a line feed and nothing else
        if line.strip(b" \t\r\n"):
            answer = decide_text(line.removesuffix(b"\n"))
            failed = failed or answer.startswith(b'{"error"')
            _write(answer)
    return 1 if failed else 0


def _write(answer: bytes) -> None:
    sys.stdout.buffer.write(answer + b"\n")
    sys.stdout.buffer.flush()
