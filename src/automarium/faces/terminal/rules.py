"""``automarium rules``: the clauses, the rulings, and what proves them."""

from __future__ import annotations

import argparse

from automarium import games
from automarium.companion.catalogue import catalogue, found_clauses, proved
from automarium.faces.terminal.screen import INDENT, Screen
from automarium.kernel.clause import Coverage
from automarium.kernel.room import AnyRoom
from automarium.kernel.saying import refuse, term


def show_rules(parsed: argparse.Namespace, screen: Screen) -> int:
    rooms = [games.room(name) for name in ([parsed.game] if parsed.game else games.names())]
    if parsed.coverage:
        return print_coverage(screen, rooms, quiet=parsed.quiet)
    if parsed.rulings:
        print_rulings(screen, rooms)
    elif parsed.game is None:
        raise refuse("rules.game", options=games.names())
    else:
        print_clauses(screen, rooms[0], parsed.clause or "")
    return 0


def print_clauses(screen: Screen, room: AnyRoom, wanted: str) -> None:
    for clause in found_clauses(room, wanted):
        screen.line(f"{clause.id} [{clause.basis}] {clause.text}")


def print_rulings(screen: Screen, rooms: list[AnyRoom]) -> None:
    """Every ruling with its choices, the catalogue's default first."""
    for room in rooms:
        clauses = catalogue(room)
        for ruling in room.rulings.rulings():
            screen.line(f"{ruling.id}: {', '.join(ruling.choices)}", "bold")
            screen.line(clauses[ruling.id].text, indent=INDENT)


def print_coverage(screen: Screen, rooms: list[AnyRoom], *, quiet: bool) -> int:
    """Clause → code → test; 1 if anything that must be proved is not."""
    unproved = 0
    for room in rooms:
        rows = proved(room)
        if not quiet:
            for row in rows:
                _print_row(screen, row)
        missing = [row.clause.id for row in rows if row.unproved]
        needed = sum(row.clause.must_be_proved for row in rows)
        screen.say("rules.proved", game=term("game", room.name), proved=needed - len(missing), count=needed)
        for id_ in missing:
            screen.say("rules.unproved", "bold red", id=id_)
        unproved += len(missing)
    return 1 if unproved else 0


def _print_row(screen: Screen, row: Coverage) -> None:
    screen.line(f"{row.clause.id} [{row.clause.basis}]")
    screen.raw(f"{INDENT}{place}" for place in row.code)
    screen.raw(f"{INDENT}{place}" for place in row.tests)
