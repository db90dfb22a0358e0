"""The picture in the README: a terminal session drawn as SVG (`python tools/screenshot.py`)."""

from __future__ import annotations

import os
import pty
import re
import select
import sys
import tempfile
from pathlib import Path

from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console
from rich.text import Text

COLUMNS = 88
TYPED = ["go N3 4", "next", "why 1", "board", "quit"]
PROMPT = re.compile(rb"(\] |\? )$")
PLAY = ["play", "expeditions", "--lang", "en", "--seed", "5", "--set", "level=2", "--set", "starts=human"]
TARGET = Path(__file__).parent.parent / "docs" / "terminal.svg"


def record_session() -> str:
    """Return what the terminal shows while the lines are typed, from the first prompt to the last."""
    pid, screen = pty.fork()
    if pid == 0:
        os.environ.update(TERM="xterm-256color", COLUMNS=str(COLUMNS), LINES="60", AUTOMARIUM_HOME=tempfile.mkdtemp())
        os.execv(sys.executable, [sys.executable, "-m", "automarium", *PLAY])
    shown, waiting = b"", list(TYPED)
    while True:
        ready, _, _ = select.select([screen], [], [], 0.5)
        if ready:
            try:
                shown += os.read(screen, 65536)
            except OSError:
                break
        elif waiting and PROMPT.search(shown):
            os.write(screen, waiting.pop(0).encode() + b"\n")
    os.waitpid(pid, 0)
    prompts = re.compile(r"^\[[^\]\n]+\] ", re.MULTILINE)
    text = re.sub(r"\x1b\[\?\d+[hl]", "", shown.decode().replace("\r", ""))  # control sequences of readline
    first, *_, last = prompts.finditer(text)
    return text[first.start() : last.start()]


def draw(shown: str) -> str:
    """Return the session as standalone SVG."""
    console = Console(record=True, highlight=False, width=COLUMNS, file=open(os.devnull, "w"), force_terminal=True)  # noqa: SIM115
    console.print(Text.from_ansi(shown))
    form = re.sub(r"@font-face {{.*?}}", "", CONSOLE_SVG_FORMAT, flags=re.DOTALL)
    return console.export_svg(title="automarium play expeditions", code_format=form, unique_id="automarium")


if __name__ == "__main__":
    TARGET.write_text(draw(record_session()), "utf-8")
