"""``automarium report``: one HTML file of one or several results."""

from __future__ import annotations

import argparse
from itertools import chain
from pathlib import Path

from automarium import games
from automarium.faces.terminal.lab.choosing import lab_voice
from automarium.faces.terminal.screen import Screen
from automarium.kernel.saying import refuse
from automarium.lab import files
from automarium.lab.report import report as made


def report(parsed: argparse.Namespace, screen: Screen) -> int:
    rows = files.read_all([Path(file) for file in parsed.files])
    first = next(rows, None)
    if first is None:
        raise refuse("lab.empty", parsed.files[0])
    voice = lab_voice(screen, games.room(first.game))
    text = made(chain([first], rows), voice.lang, voice.say)
    out = Path(parsed.out)
    try:
        out.write_text(text, "utf-8")
    except OSError as error:
        raise refuse("store.unwritable", "--out", file=str(out), detail=error.strerror) from None
    screen.say("lab.report", file=str(out))
    return 0
