"""The golem track, the research track, and the goal cards (GOL-TRACK, GOL-SCORE-07)."""

from __future__ import annotations

from automarium.engine.content.pack import HOLE
from automarium.games.golem.effects import Effect
from automarium.games.golem.events import Goal, Track, TrackMoves
from automarium.games.golem.position import Desk
from automarium.games.golem.printed_facts import find_fact, get_number
from automarium.games.golem.rules.effects import deed

SPACES: dict[Track, str] = {"golem": "golem_track.spaces", "study": "study_track.spaces"}


def move_track(desk: Desk, track: Track, by: int, *clauses: str) -> bool:
    """Move the Automa's marker as far as the track reaches; return whether it moved."""
    position = desk.position
    now, lowest = (position.golem_track, 1) if track == "golem" else (position.study_track, 0)
    highest = get_number(desk, SPACES[track], "whole")
    reached = max(lowest, min(now + by, highest))
    if reached == now:
        return False
    if track == "golem":
        position.golem_track = reached
    else:
        position.study_track = reached
        value_study_track(desk)
    desk.emit(TrackMoves, clauses, track, reached, by > 0)
    return True


def value_study_track(desk: Desk) -> None:
    """Find what the Automa's space is worth at the end; a hole is asked for only then."""
    position = desk.position
    worth: int | str = 0
    if at := position.study_track:
        asked = position.stage == "over"
        worth = get_number(desk, "study_space.vp", at) if asked else find_fact(desk, "study_space.vp", at)
    position.study_vp = 0 if worth == HOLE else int(worth)


@deed("track")
def _track(desk: Desk, part: Effect, _: str) -> bool:
    """Move the marker; if the Automa may choose between up and down, up (GOL-TRACK-01)."""
    return move_track(desk, "golem", part.amount, "GOL-TRACK-01")


@deed("study")
def _study(desk: Desk, part: Effect, _: str) -> bool:
    return move_track(desk, "study", part.amount, "GOL-GEN-02")


@deed("study-back")
def _study_back(desk: Desk, _: Effect, __: str) -> bool:
    return move_track(desk, "study", -1, "GOL-GEN-08")


@deed("goal")
def _goal(desk: Desk, part: Effect, _: str) -> bool:
    """Take goal cards; which of the drawn ones the Automa keeps does not matter (GOL-SCORE-07)."""
    desk.position.goals += part.amount
    desk.emit(Goal, ("GOL-SCORE-07", "GOL-GEN-06"), desk.position.goals)
    return True
