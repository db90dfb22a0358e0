"""``automarium check``: the findings of a game as sentences."""

from __future__ import annotations

import argparse
from pathlib import Path

from automarium.check import AREAS, DOCUMENT_AREAS, check_area
from automarium.check.document import DocumentSubject, finding_of_fault
from automarium.check.subject import Subject
from automarium.documents.document import find_faults
from automarium.engine.consistency import Finding
from automarium.engine.message import refuse, term
from automarium.games import plugins
from automarium.i18n.translator import Translator
from automarium.interfaces.terminal.arguments import find_document, read_document
from automarium.interfaces.terminal.screen import INDENT, Screen

Found = list[tuple[str, list[Finding]]]


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
        subject, found = check_document(name) if find_document(name) else check_package(name, tests)
        for area, findings in found:
            if findings:
                screen.say(f"check.area.{area}", "bold")
            for one in findings:
                screen.line(write_finding(one, screen.translator), indent=INDENT)
        total = sum(len(findings) for _, findings in found)
        if subject is None or not subject.fits:
            screen.say("check.unplayed", "yellow")
        else:
            screen.translator = Translator(screen.translator.lang, [subject.folder])
        game = term("game", name if subject is None else subject.definition.name)
        screen.say("check.found" if total else "check.fine", "green", game=game, count=total)
        count += total
    return 1 if count else 0


def check_package(name: str, tests: Path | None) -> tuple[Subject | None, Found]:
    """Return what is checked and the findings of each area."""
    subject = Subject(plugins.load_unchecked(name), tests)
    return subject, [(area, check_area(area, subject)) for area in AREAS]


def check_document(path: str) -> tuple[Subject | None, Found]:
    """Return the same of a document. One with faults cannot be played: all of them are found in one reading."""
    file = find_document(path)
    assert file is not None
    text = read_document(file)
    faults = [finding_of_fault(fault, str(file)) for fault in find_faults(text)]
    if faults:
        return None, [("document", faults)]
    subject = DocumentSubject(plugins.load_definition(plugins.add_document(text)), str(file))
    return subject, [(area, check_area(area, subject)) for area in DOCUMENT_AREAS]
