"""The files of a package: they fit together, its version of the SDK is known, and a test proves every clause."""

from __future__ import annotations

import os
from collections.abc import Iterator

from automarium.check.subject import Subject
from automarium.engine.consistency import Finding, find_contradictions, find_line, finding
from automarium.engine.content.clauses import chapter_of, find_proofs
from automarium.engine.definition import SDK_VERSION
from automarium.views.rules import measure_game_coverage


def check_files(subject: Subject) -> Iterator[Finding]:
    found = find_contradictions(subject.definition)
    subject.fits = not found
    yield from found
    if not subject.is_ours and not any("sdk" in vars(one) for one in type(subject.definition).__mro__[:-4]):
        at = subject.find_in_code(f"class {type(subject.definition).__name__}")
        yield finding("sdk-missing", *at, ours=SDK_VERSION)


def check_proofs(subject: Subject) -> Iterator[Finding]:
    path = os.path.join(subject.folder, "clauses.toml")
    file = subject.shorten(path)
    if subject.tests is None:
        if not subject.is_ours:  # ours are proved in the repository
            yield finding("no-tests", file, 0)
        return
    for row in measure_game_coverage(subject.definition, subject.tests):
        if row.unproved:
            yield finding("unproved", file, find_line(path, f'id = "{row.clause.id}"'), id=row.clause.id)
    known = subject.catalogue.entries
    chapters = {chapter.id for chapter in subject.catalogue.chapters}
    for test in sorted(subject.tests.rglob("*.py")):
        source = test.read_text("utf-8")
        for id_, _ in find_proofs(source):
            is_clause = id_.startswith(f"{subject.definition.prefix}-") and chapter_of(id_) in chapters
            if is_clause and id_ not in known:
                name = str(test.relative_to(subject.tests.parent))
                yield finding("clause-unknown", name, find_line(str(test), f'"{id_}"'), id=id_)
