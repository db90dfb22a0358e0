"""``automarium check``: the findings of a game as sentences."""

from __future__ import annotations

import argparse
from pathlib import Path

from automarium.check import AREAS, check_area
from automarium.check.subject import Subject
from automarium.engine.finding import Finding
from automarium.engine.message import refuse, term
from automarium.games import plugins
from automarium.i18n.translator import Translator
from automarium.interfaces.terminal.screen import INDENT, Screen


def write_finding(one: Finding, translator: Translator) -> str:
    """Return a finding as a sentence after its file and line."""
    place = one.describe()
    return translator.say(place.key, **place.params)


def check(parsed: argparse.Namespace, screen: Screen) -> int:
    """Print what does not fit in games. Return 1 if there is anything."""
    count = 0
    tests = None if parsed.tests is None else Path(parsed.tests)
    if tests is not None and not tests.is_dir():
        raise refuse("file.unreadable", "--tests", file=parsed.tests, detail="")
    for name in parsed.game:
        definition = plugins.load_unchecked(name)
        subject = Subject(definition, tests)
        found = [(area, check_area(area, subject)) for area in AREAS]
        for area, findings in found:
            if findings:
                screen.say(f"check.area.{area}", "bold")
            for one in findings:
                screen.line(write_finding(one, screen.translator), indent=INDENT)
        if not subject.fits:
            screen.say("check.unplayed", "yellow")
        total = sum(len(findings) for _, findings in found)
        screen.translator = Translator(screen.translator.lang, [definition.folder])
        screen.say("check.found" if total else "check.fine", "green", game=term("game", name), count=total)
        count += total
    return 1 if count else 0
