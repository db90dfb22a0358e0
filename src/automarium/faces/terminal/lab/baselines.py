"""``automarium baseline``: keep the figures of every game; ``--check``: fail when a commit has moved one."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from automarium.faces.terminal.screen import INDENT, Screen
from automarium.lab.baseline import CHECK_GAMES, FILE, GAMES, measured, moved, read_baseline, write_baseline
from automarium.lab.running import runner


def baseline(parsed: argparse.Namespace, screen: Screen) -> int:
    file = Path(parsed.file) if parsed.file is not None else FILE
    if not parsed.check:
        with runner(os.cpu_count() or 1) as who:
            kept = measured(who, parsed.games or GAMES)
        write_baseline(file, kept)
        screen.say("baseline.kept", count=len(kept), file=str(file))
        return 0
    before = read_baseline(file)
    names = list(dict.fromkeys(one.game for one in before))
    with runner(1) as who:  # so few games are played before processes would have started
        found = moved(before, measured(who, parsed.games or CHECK_GAMES, names))
    if not found:
        screen.say("baseline.same", count=len(before))
        return 0
    screen.say("baseline.moved", "bold", count=len(found))
    for one in found:
        what = screen.voice.say(f"lab.measure.{one.measure}")
        told = {"game": one.game, "level": one.level, "what": what}
        figures = {"before": f"{one.before:.1f}", "now": f"{one.now:.1f}"}
        screen.line(screen.voice.say("baseline.figure", **told, **figures), indent=INDENT)
    return 1
