"""The golem track, the research track, and the goal cards she collects (GOL-TRACK, GOL-SCORE-07)."""

from __future__ import annotations

from automarium.games.golem.effects import Effect
from automarium.games.golem.events import TrackMoves
from automarium.games.golem.facts import fact, so_far
from automarium.games.golem.position import Desk
from automarium.games.golem.rewards import Goal
from automarium.games.golem.rules.carrying import deed
from automarium.kernel.pack import HOLE


def move_golem_track(desk: Desk, by: int, *clauses: str) -> bool:
    position = desk.position
    reached = _within(position.golem_track + by, 1, fact(desk, "golem_track.spaces", "whole"))
    if reached == position.golem_track:
        return False
    position.golem_track = reached
    if desk.heard:
        desk.tell(TrackMoves("golem", reached, by > 0), *clauses)
    return True


def move_study_track(desk: Desk, by: int, *clauses: str) -> bool:
    position = desk.position
    reached = _within(position.study_track + by, 0, fact(desk, "study_track.spaces", "whole"))
    if reached == position.study_track:
        return False
    position.study_track = reached
    value_study_track(desk)
    if desk.heard:
        desk.tell(TrackMoves("study", reached, by > 0), *clauses)
    return True


def _within(space: int, low: int, high: int) -> int:
    return low if space < low else high if space > high else space


def value_study_track(desk: Desk) -> None:
    """What her space is worth at the end; what is unknown is asked then."""
    position = desk.position
    worth: int | str = 0
    if at := position.study_track:
        asked = position.stage == "over"
        worth = fact(desk, "study_space.vp", at) if asked else so_far(desk, "study_space.vp", at)
    position.study_vp = 0 if worth == HOLE else int(worth)


@deed("track")
def _track(desk: Desk, part: Effect, _: str) -> bool:
    """Up or down as she likes: up (GOL-TRACK-01)."""
    return move_golem_track(desk, part.amount, "GOL-TRACK-01")


@deed("study")
def _study(desk: Desk, part: Effect, _: str) -> bool:
    return move_study_track(desk, part.amount, "GOL-GEN-02")


@deed("study-back")
def _study_back(desk: Desk, _: Effect, __: str) -> bool:
    return move_study_track(desk, -1, "GOL-GEN-08")


@deed("goal")
def _goal(desk: Desk, part: Effect, _: str) -> bool:
    """Which of the drawn cards she keeps does not matter (GOL-SCORE-07)."""
    desk.position.goals += part.amount
    if desk.heard:
        desk.tell(Goal(desk.position.goals), "GOL-SCORE-07", "GOL-GEN-06")
    return True
