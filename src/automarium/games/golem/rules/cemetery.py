"""The cemetery: where a killed golem is buried, as far as the table must be asked (GOL-KILL-04)."""

from __future__ import annotations

from automarium.games.golem.facts import so_far
from automarium.games.golem.position import Desk
from automarium.kernel.pack import HOLE
from automarium.kernel.question import Count

SPACES = 8  # as many as may be asked about; which there are is printed
UNLIMITED = 0  # the rightmost space, which takes any number and gives nothing


def grave(desk: Desk) -> int:
    """The leftmost free space, as told for this burial or asked now. Graves are never cleared, so once only the
    unlimited space is left nobody is asked again."""
    position = desk.position
    space = position.grave
    if space is None:
        space = UNLIMITED if position.buried_at == UNLIMITED else desk.ask(_question(desk))
    position.grave = None
    position.buried_at = space
    return space


def grave_question(desk: Desk) -> Count | None:
    """What is asked along with something else before a burial; None if there is nothing to ask, or if a fact about the
    golem track must be known first."""
    spaces = so_far(desk, "golem_track.spaces", "whole")
    return None if desk.position.buried_at == UNLIMITED or spaces == HOLE else _question(desk)


def _question(desk: Desk) -> Count:
    """The space after the last one told is offered: often nobody else has buried a golem since."""
    last = desk.position.buried_at
    following = None if last is None else last + 1 if last < SPACES else UNLIMITED
    return Count(about="ask.cemetery", low=UNLIMITED, high=SPACES, default=following)
