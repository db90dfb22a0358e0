"""``automarium decide`` and ``automarium table``: the oracle and the table protocol on standard input and output."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from typing import BinaryIO

from automarium.engine.strict_json import LONGEST
from automarium.i18n.translator import Translator
from automarium.protocol.oracle import decide_text


def decide_lines(arguments: list[str]) -> int:
    """Run ``automarium decide [--lines] [FILE]`` and return the exit status."""
    rest = [argument for argument in arguments if argument != "--lines"]
    return _run(rest, _answer_lines if rest != arguments else _answer_one, "oracle.usage", "en")


def table_lines(arguments: list[str]) -> int:
    """Run ``automarium table [FILE]``. Return 1 if any line failed, 2 if there is nothing to read."""
    from automarium.storage import user_folder

    return _run(arguments, _answer_table, "protocol.usage", user_folder.language())


def _run(arguments: list[str], answer: Callable[[BinaryIO], int], usage: str, lang: str) -> int:
    """Answer what is in the file that the arguments name, or in standard input."""
    if arguments in (["-h"], ["--help"]):
        from automarium.storage import user_folder  # only for the help; a request has its own language

        print(Translator(user_folder.language()).say(usage))
        return 0
    wrong = [argument for argument in arguments if argument.startswith("-") and argument != "-"] or arguments[1:]
    if wrong:
        translator = Translator(lang)
        print(translator.say("oracle.argument", given=wrong[0]), translator.say(usage), sep="\n", file=sys.stderr)
        return 2
    name = arguments[0] if arguments else "-"
    try:
        opened = sys.stdin.buffer if name == "-" else open(name, "rb")  # noqa: SIM115 (closed below)
    except OSError as error:  # no such file, a folder
        print(Translator(lang).say("file.unreadable", file=name, detail=error.strerror), file=sys.stderr)
        return 2
    with opened as source:
        return answer(source)


def _answer_one(source: BinaryIO) -> int:
    answer = decide_text(source.read(LONGEST + 1))
    _write(answer)
    return 2 if answer.startswith(b'{"error"') else 0


def _answer_lines(source: BinaryIO) -> int:
    failed = False
    for line in _read_lines(source):
        if line.strip(b" \t\r\n"):
            answer = decide_text(line)
            failed = failed or answer.startswith(b'{"error"')
            _write(answer)
    return 1 if failed else 0


def _write(answer: bytes) -> None:
    sys.stdout.buffer.write(answer + b"\n")
    sys.stdout.buffer.flush()


def _answer_table(source: BinaryIO) -> int:
    from automarium.protocol.stream import TableStream  # not needed by ``decide``

    stream, failed = TableStream(), False
    for line in _read_lines(source):
        if not line.strip(b" \t\r\n"):
            stream.skip()
            continue
        out = stream.send_text(line)
        failed = failed or out.startswith(b'{"error"')
        _write(out)
    return 1 if failed else 0


def _read_lines(source: BinaryIO) -> Iterator[bytes]:
    """Yield lines without their line feed, and of one that is too long only as much as shows that."""
    while line := source.readline(LONGEST + 2):
        if not line.endswith(b"\n"):
            line += _skip_rest_of_line(source)
        yield line.removesuffix(b"\n")


def _skip_rest_of_line(source: BinaryIO) -> bytes:
    """Skip the rest of a line that is too long. Return a byte that makes it too long, or none if it just ends."""
    more = False
    while part := source.readline(LONGEST):
        more = True
        if part.endswith(b"\n"):
            break
    return b" " if more else b""
