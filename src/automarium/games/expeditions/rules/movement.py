"""Where a mech searches and moves, and its move without a target (EXP-MOVE)."""

from __future__ import annotations

from typing import NamedTuple

from automarium.engine.choice.choose import Ranking, choose, decision, first, given, only
from automarium.engine.choice.trace import Notes
from automarium.games.expeditions.events import Move, Stay
from automarium.games.expeditions.position import AHEAD, Desk, Mech

REACH = 3  # EXP-TARGET-01: the mech's own location and up to three ahead


class Outlook(NamedTuple):
    """What is ahead of a mech, for its location and that of the human's mech."""

    windows: tuple[tuple[str, ...], ...]  # by 0, 1, 2, 3 steps of search: EXP-TARGET-05
    # The nearest location but the human's, by the clause on enough glory:
    nearest: dict[str, Ranking[str]]


def _list_counted(here: str, human: str) -> tuple[str, ...]:
    """Return the row from here once around, without the human's location, which uses up no step (EXP-MOVE-13)."""
    return tuple(place for place in AHEAD[here] if place != human)


def _build_outlook(here: str, human: str) -> Outlook:
    ahead, counted = AHEAD[here], _list_counted(here, human)
    steps = {place: step for step, place in enumerate(counted)}
    windows = tuple(ahead[: ahead.index(counted[reach]) + 1] for reach in range(REACH + 1))
    not_the_humans, nearest = only(human.__ne__, "EXP-TARGET-04"), first(steps.get, "EXP-TARGET-16")
    return Outlook(
        windows,
        {
            clause: Ranking(windows[REACH], given(True, clause), not_the_humans, nearest)
            for clause in ("EXP-MECH-09", "EXP-AMB-03")
        },
    )


class _Outlooks(dict[tuple[str, str], Outlook]):
    """The outlook from a place past the human's mech, built when it is first needed: one answer needs two of 210."""

    def __missing__(self, places: tuple[str, str]) -> Outlook:
        made = self[places] = _build_outlook(*places)
        return made


OUTLOOKS = _Outlooks()


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
