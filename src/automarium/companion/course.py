"""The course of a game: the points of each side, turn by turn, as far as they are known."""

from __future__ import annotations

import msgspec

from automarium.companion.view import View


class Turning(msgspec.Struct, frozen=True):
    """Where both sides stood at the end of a turn."""

    turn: int
    totals: dict[str, int]


def course(view: View) -> list[Turning]:
    """One point per turn: the last table that was seen in it. A side that counts only at the end is there only then."""
    game = view.game
    tables = [run.start for run in game.runs if run.start is not None]
    if game.position is not None:
        tables.append(game.position)
    last: dict[int, Turning] = {}
    for table in tables:
        turn = game.room.status(table).turn
        last[turn] = Turning(turn, dict(game.room.score(table, game.rulings).totals))
    points = [last[turn] for turn in sorted(last)]
    return [msgspec.structs.replace(one, totals=_known(one, points)) for one in points]


def _known(one: Turning, points: list[Turning]) -> dict[str, int]:
    """A total that stays the same until the end is told says nothing before: it is left out."""
    return {
        side: total
        for side, total in one.totals.items()
        if one is points[-1] or any(other.totals.get(side, 0) != 0 for other in points[:-1])
    }
