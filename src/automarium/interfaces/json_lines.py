"""``automarium decide`` and ``automarium table``: the oracle and the table protocol on standard input and output."""

from __future__ import annotations

import sys
from typing import BinaryIO

from automarium.engine.strict_json import LONGEST
from automarium.i18n.translator import Translator
from automarium.protocol.oracle import decide_text


def decide_lines(arguments: list[str]) -> int:
    """Run ``automarium decide [--lines] [FILE]`` and return the exit status."""
    lines = "--lines" in arguments
    rest = [argument for argument in arguments if argument != "--lines"]
    if rest in (["-h"], ["--help"]):
        from automarium.storage import user_folder  # only for the help; a request has its own language

        print(Translator(user_folder.language()).say("oracle.usage"))
        return 0
    wrong = [argument for argument in rest if argument.startswith("-") and argument != "-"] or rest[1:]
    if wrong:
        print(Translator().say("oracle.argument", given=wrong[0]), file=sys.stderr)
        return 2
    try:
        source = open(rest[0], "rb") if rest and rest[0] != "-" else sys.stdin.buffer  # noqa: SIM115
    except OSError as error:
        print(Translator().say("file.unreadable", file=rest[0], detail=error.strerror), file=sys.stderr)
        return 2
    try:
        with source:
            return _answer_lines(source) if lines else _answer_one(source)
    except BrokenPipeError:
        raise
    except OSError as error:  # standard output on a full disk, a folder given as a file
        print(
            Translator().say("file.unreadable", file=rest[0] if rest else "-", detail=error.strerror), file=sys.stderr
        )
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


def table_lines(arguments: list[str]) -> int:
    """Answer the lines of FILE or standard input. Return 1 if any of them failed, 2 if there is nothing to read."""
    from automarium.storage import user_folder

    translator = Translator(user_folder.language())
    if arguments in (["-h"], ["--help"]):
        print(translator.say("protocol.usage"))
        return 0
    wrong = [argument for argument in arguments if argument.startswith("-") and argument != "-"] or arguments[1:]
    if wrong:
        print(translator.say("oracle.argument", given=wrong[0]), file=sys.stderr)
        return 2
    name = arguments[0] if arguments else "-"
    try:
        source = sys.stdin.buffer if name == "-" else open(name, "rb")  # noqa: SIM115
        with source:
            return answer_table_lines(source)
    except BrokenPipeError:
        raise
    except OSError as error:
        print(translator.say("file.unreadable", file=name, detail=error.strerror), file=sys.stderr)
        return 2


def answer_table_lines(source: BinaryIO) -> int:
    from automarium.protocol.stream import TableStream  # not needed by ``decide``

    stream, failed = TableStream(), False
    while line := source.readline(LONGEST + 2):
        if not line.endswith(b"\n"):
            line += skip_rest_of_line(source)
        if not line.strip(b" \t\r\n"):
            stream.skip()
            continue
        out = stream.send_text(line.removesuffix(b"\n"))
        failed = failed or out.startswith(b'{"error"')
        sys.stdout.buffer.write(out + b"\n")
        sys.stdout.buffer.flush()
    return 1 if failed else 0


def skip_rest_of_line(source: BinaryIO) -> bytes:
    """Skip the rest of a line that is too long. Return a byte that makes it too long, or none if it just ends."""
    more = False
    while part := source.readline(LONGEST):
        more = True
        if part.endswith(b"\n"):
            break
    return b" " if more else b""
