"""Check the package of a game: what does not fit, as findings with file and line.

Every area takes a :class:`~automarium.check.subject.Subject` and yields findings. ``automarium check`` runs all of
them, the pytest plug-in one test per area, and the tests of this repository do the same for its own games.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from automarium.check import document, files, messages, pages, playing
from automarium.check.subject import Subject
from automarium.engine.consistency import Finding

AREAS: Mapping[str, Callable[[Subject], Iterator[Finding]]] = {
    "files": files.check_files,
    "messages": messages.check_messages,
    "playing": playing.check_playing,
    "board": pages.check_board,
    "pages": pages.check_pages,
    "lab": playing.check_lab,
    "proofs": files.check_proofs,
}
DOCUMENT_AREAS = {**AREAS, "files": document.check_clauses, "messages": document.check_texts}  # no tests of its own
del DOCUMENT_AREAS["proofs"]
PLAYED = ("playing", "board", "pages", "lab")  # areas that need a game which can be loaded and ends


def check_area(area: str, subject: Subject) -> list[Finding]:
    """Return the findings of one area, each once. An error inside the game becomes a finding as well."""
    found: list[Finding] = []
    if area in PLAYED and (subject.is_endless or not subject.fits):
        return found
    try:
        for one in (DOCUMENT_AREAS if isinstance(subject, document.DocumentSubject) else AREAS)[area](subject):
            if one not in found:
                found.append(one)
    except Exception as error:
        found.append(subject.describe_error(error))
    return found
