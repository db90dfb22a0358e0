"""``automarium rules``: the clauses, the rulings, and what proves them."""

from __future__ import annotations

from pathlib import Path

from automarium import games
from automarium.faces.terminal.screen import Screen
from automarium.kernel.clause import Clause, Coverage, coverage, read_catalogue
from automarium.kernel.room import Room
from automarium.kernel.saying import refuse

PACKAGE = Path(__file__).parent.parent.parent
REPOSITORY = PACKAGE.parent.parent


def catalogue(room: Room) -> dict[str, Clause]:
    """The clauses of a game: from the installed package, or from the checkout it is developed in."""
    for folder in (PACKAGE / "rules", REPOSITORY / "docs" / "rules"):
        file = folder / f"{room.name}.md"
        if file.exists():
            return read_catalogue(file.read_text("utf-8"), room.prefix)
    raise refuse("rules.missing", game=room.name)


def print_clause(screen: Screen, room: Room, wanted: str) -> None:
    """One clause, or all that begin so (``EXP-MOVE``); the game's prefix may be left out, and nothing is all."""
    clauses = catalogue(room)
    id_ = f"{room.prefix}-{wanted.upper().removeprefix(f'{room.prefix}-')}"
    found = [clauses[id_]] if id_ in clauses else [one for one in clauses.values() if one.id.startswith(id_)]
    if not found:
        raise refuse(
            "rules.unknown", given=wanted, options=sorted({f"{room.prefix}-{c.group}" for c in clauses.values()})
        )
    for clause in found:
        screen.line(f"{clause.id} [{clause.basis}] {clause.text}")


def print_rulings(screen: Screen, rooms: list[Room]) -> None:
    """Every ruling with its choices, the catalogue's default first."""
    for room in rooms:
        clauses = catalogue(room)
        for ruling in room.rulings:
            screen.line(f"{ruling.id}: {', '.join(ruling.choices)}", "bold")
            screen.line(clauses[ruling.id].text, indent="   ")


def print_coverage(screen: Screen, rooms: list[Room], *, quiet: bool) -> int:
    """Clause → code → test; 1 if anything that must be proved is not."""
    tests = REPOSITORY / "tests"
    if not tests.is_dir():
        raise refuse("rules.no-tests")
    sources = _texts(PACKAGE, REPOSITORY)
    proofs = _texts(tests, REPOSITORY)
    unproved = 0
    for room in rooms:
        rows = coverage(catalogue(room), sources, proofs)
        if not quiet:
            for row in rows:
                _print_row(screen, row)
        missing = [row.clause.id for row in rows if row.unproved]
        needed = sum(row.clause.must_be_proved for row in rows)
        screen.say("rules.proved", game=room.name, proved=needed - len(missing), count=needed)
        for id_ in missing:
            screen.say("rules.unproved", "bold red", id=id_)
        unproved += len(missing)
    return 1 if unproved else 0


def _print_row(screen: Screen, row: Coverage) -> None:
    screen.line(f"{row.clause.id} [{row.clause.basis}]")
    screen.raw(f"   {place}" for place in row.code)
    screen.raw(f"   {place}" for place in row.tests)


def _texts(folder: Path, root: Path) -> dict[str, str]:
    return {str(file.relative_to(root)): file.read_text("utf-8") for file in sorted(folder.rglob("*.py"))}


def all_rooms() -> list[Room]:
    return [games.room(name) for name in games.names()]
