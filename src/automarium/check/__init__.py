"""Check the package of a game: what does not fit, as findings with file and line.

Every area takes a :class:`~automarium.check.subject.Subject` and yields findings. ``automarium check`` runs all of
them, the pytest plug-in one test per area, and the tests of this repository do the same for its own games.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from automarium.check import board, files, lab, messages, pages, playing, proofs
from automarium.check.subject import Subject
from automarium.engine.finding import Finding

AREAS: Mapping[str, Callable[[Subject], Iterator[Finding]]] = {
    "files": files.check_files,
    "messages": messages.check_messages,
    "playing": playing.check_playing,
    "board": board.check_board,
    "pages": pages.check_pages,
    "lab": lab.check_lab,
    "proofs": proofs.check_proofs,
}
PLAYED = ("playing", "board", "pages", "lab")  # areas that need a game which can be loaded and ends


def check_area(area: str, subject: Subject) -> list[Finding]:
    """Return the findings of one area, each once. An error inside the game becomes a finding as well."""
    found: list[Finding] = []
    if area in PLAYED and (subject.is_endless or not subject.fits):
        return found
    try:
        for one in AREAS[area](subject):
            if one not in found:
                found.append(one)
    except Exception as error:
        found.append(subject.describe_error(error))
    return found
