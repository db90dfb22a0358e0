"""The files fit together: what is compared whenever a game of another package is loaded, and its version of the SDK."""

from __future__ import annotations

from collections.abc import Iterator

from automarium.check.subject import Subject
from automarium.engine.consistency import find_contradictions
from automarium.engine.definition import SDK_VERSION
from automarium.engine.finding import Finding, finding


def check_files(subject: Subject) -> Iterator[Finding]:
    found = find_contradictions(subject.definition)
    subject.fits = not found
    yield from found
    if not subject.is_ours and not any("sdk" in vars(one) for one in type(subject.definition).__mro__[:-4]):
        at = subject.find_in_code(f"class {type(subject.definition).__name__}")
        yield finding("sdk-missing", *at, ours=SDK_VERSION)
