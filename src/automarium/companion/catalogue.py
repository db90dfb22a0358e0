"""The catalogue of a game's clauses: where its text lies, and what code and tests say about it."""

from __future__ import annotations

from pathlib import Path

from automarium.kernel.clause import Clause, Coverage, coverage, read_catalogue
from automarium.kernel.room import AnyRoom
from automarium.kernel.saying import refuse

PACKAGE = Path(__file__).parent.parent
REPOSITORY = PACKAGE.parent.parent


def catalogue(room: AnyRoom) -> dict[str, Clause]:
    """The clauses of a game: from the installed package, or from the checkout it is developed in."""
    for folder in (PACKAGE / "rules", REPOSITORY / "docs" / "rules"):
        file = folder / f"{room.name}.md"
        if file.exists():
            return read_catalogue(file.read_text("utf-8"), room.prefix)
    raise refuse("rules.missing", game=room.name)


def found_clauses(room: AnyRoom, wanted: str) -> list[Clause]:
    """One clause, or all that begin so (``EXP-MOVE``); the game's prefix may be left out, and nothing is all."""
    clauses = catalogue(room)
    id_ = f"{room.prefix}-{wanted.upper().removeprefix(f'{room.prefix}-')}"
    found = [clauses[id_]] if id_ in clauses else [one for one in clauses.values() if one.id.startswith(id_)]
    if not found:
        groups = sorted({f"{room.prefix}-{one.group}" for one in clauses.values()})
        raise refuse("rules.unknown", given=wanted, options=groups)
    return found


def proved(room: AnyRoom) -> list[Coverage]:
    """Clause → code → test, from the checkout."""
    tests = REPOSITORY / "tests"
    if not tests.is_dir():
        raise refuse("rules.no-tests")
    return coverage(catalogue(room), _texts(PACKAGE), _texts(tests))


def _texts(folder: Path) -> dict[str, str]:
    return {str(file.relative_to(REPOSITORY)): file.read_text("utf-8") for file in sorted(folder.rglob("*.py"))}
