"""Where a mech searches and moves, and its move without a target (EXP-MOVE)."""

from __future__ import annotations

from functools import cache

from automarium.engine.choice.choose import Ranking, choose, decision, first, given, only
from automarium.engine.choice.trace import Notes
from automarium.games.expeditions.events import Move, Stay
from automarium.games.expeditions.position import AHEAD, Desk, Mech

REACH = 3  # EXP-TARGET-01: the mech's own location and up to three ahead


def _list_counted(here: str, human: str) -> tuple[str, ...]:
    """Return the row from here once around, without the human's location, which uses up no step (EXP-MOVE-13)."""
    return tuple(place for place in AHEAD[here] if place != human)


@cache
def list_windows(here: str, human: str) -> tuple[tuple[str, ...], ...]:
    """Return what a mech here sees past the human's mech, by 0, 1, 2, 3 steps of search (EXP-TARGET-05)."""
    ahead, counted = AHEAD[here], _list_counted(here, human)
    return tuple(ahead[: ahead.index(counted[reach]) + 1] for reach in range(REACH + 1))


@cache
def rank_nearest(here: str, human: str, clause: str) -> Ranking[str]:
    """Return the ranking of the locations in reach: the nearest but the human's. ``clause`` is that on enough glory."""
    steps = {place: step for step, place in enumerate(_list_counted(here, human))}
    not_the_humans, nearest = only(human.__ne__, "EXP-TARGET-04"), first(steps.get, "EXP-TARGET-16")
    return Ranking(list_windows(here, human)[REACH], given(True, clause), not_the_humans, nearest)


@decision
def walk(here: str, human: str, distance: int, skipped: bool, *, notes: Notes | None = None) -> str:
    """Return where the distance line leads: the location so many steps ahead, around the row if need be.

    Never the human's (EXP-MOVE-12), which uses up no step (EXP-MOVE-13) unless that ruling is switched.
    """
    ahead, counted = AHEAD[here], _list_counted(here, human)
    steps = {place: step for step, place in enumerate(counted if skipped else ahead)}
    wanted = distance % len(steps)
    if not skipped and ahead[wanted] == human:  # counted, but never a place to end on
        wanted = (wanted + 1) % len(steps)
    passed = ahead[: ahead.index(counted[distance]) + 1] if distance <= REACH else ahead
    counting = "EXP-MECH-17" if human not in passed else "EXP-MOVE-13" if skipped else "EXP-AMB-05"
    found = choose(
        passed,
        only(human.__ne__, "EXP-MOVE-12"),
        only(lambda place: steps[place] == wanted, counting),
        notes=notes,
        about="distance",
        family="place",
    )
    assert found is not None
    return found


def move_by_distance(desk: Desk, mech: Mech, distance: int, why: str) -> None:
    """Advance by the distance line in full; the mech does nothing more (EXP-MECH-17, EXP-MECH-18)."""
    here = desk.position.mechs[mech]
    to = walk(here, desk.position.human, distance, desk.rulings.amb_05 == "skipped", notes=desk.notes)
    if to == here:  # around the whole row, or no step at all
        desk.emit(Stay, why, mech, here)
    else:
        move(desk, mech, to, why)


def move(desk: Desk, mech: Mech, to: str, why: str) -> None:
    """Move the mech. Closed tiles on the way stay closed and keep their map tokens (EXP-MOVE-08…11)."""
    here = desk.position.mechs[mech]
    if to != here:
        desk.position.mechs[mech] = to
        desk.emit(Move, why, mech, here, to)
