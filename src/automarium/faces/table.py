"""``automarium table``: whole games for other programs, a line in, a line out."""

from __future__ import annotations

import sys
from typing import BinaryIO

from automarium.companion import home
from automarium.companion.protocol.stream import TableStream
from automarium.kernel.strict import LONGEST
from automarium.voice import Voice


def main(arguments: list[str]) -> int:
    """Lines of FILE or standard input; 1 if any of them failed, 2 if there is nothing to read."""
    voice = Voice(home.language())
    if arguments in (["-h"], ["--help"]):
        print(voice.say("protocol.usage"))
        return 0
    wrong = [argument for argument in arguments if argument.startswith("-") and argument != "-"] or arguments[1:]
    if wrong:
        print(voice.say("oracle.argument", given=wrong[0]), file=sys.stderr)
        return 2
    name = arguments[0] if arguments else "-"
    try:
        source = sys.stdin.buffer if name == "-" else open(name, "rb")  # noqa: SIM115
        with source:
            return answer(source)
    except BrokenPipeError:
        raise
    except OSError as error:
        print(voice.say("file.unreadable", file=name, detail=error.strerror), file=sys.stderr)
        return 2


def answer(source: BinaryIO) -> int:
    stream, failed = TableStream(), False
    while line := source.readline(LONGEST + 2):
        if not line.endswith(b"\n"):
            line += rest_of_line(source)
        if not line.strip(b" \t\r\n"):
            stream.skip()
            continue
        out = stream.send_text(line.removesuffix(b"\n"))
        failed = failed or out.startswith(b'{"error"')
        sys.stdout.buffer.write(out + b"\n")
        sys.stdout.buffer.flush()
    return 1 if failed else 0


def rest_of_line(source: BinaryIO) -> bytes:
    """What is left of a line that is too long: read away, one byte kept to show that it was there."""
    more = False
    while part := source.readline(LONGEST):
        more = True
        if part.endswith(b"\n"):
            break
    return b" " if more else b""
