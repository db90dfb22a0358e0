"""``automarium decide``: the oracle for other programs, one request or one per line."""

from __future__ import annotations

import sys
from typing import BinaryIO

from automarium.companion.oracle import decide_text
from automarium.voice import Voice


def main(arguments: list[str]) -> int:
    """``automarium decide [--lines] [FILE]``."""
    lines = "--lines" in arguments
    rest = [argument for argument in arguments if argument != "--lines"]
    if rest in (["-h"], ["--help"]):
        from automarium.companion import home  # for the help alone; an answer's language stands in its request

        print(Voice(home.language()).say("oracle.usage"))
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
    except OSError as error:  # standard output on a full disk, a folder given as a file
        print(Voice().say("file.unreadable", file=rest[0] if rest else "-", detail=error.strerror), file=sys.stderr)
        return 2


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
