"""Which step of a run moved what: so that every hand has its why, and a step that moves nothing is known as a remark.

Rules change the position first and tell of it then, so what changed between two tellings belongs to the later one.
"""

from __future__ import annotations

import contextlib
import copy
from collections.abc import Iterator
from typing import Any

from automarium.kernel.chance import Chance
from automarium.kernel.command import Command
from automarium.kernel.desk import Desk
from automarium.kernel.game import Game, Run
from automarium.kernel.hands import Change, Hand, Layout, changes, hands
from automarium.kernel.table import Event, Table, Unanswered


class _NotingDesk(Desk[Any, Any]):
    """A desk that remembers what changed on the table with each step, but for what the person told."""

    __slots__ = ("before", "moved")
    before: Layout
    moved: list[list[Change]]

    def tell(self, event: Event, *clauses: str) -> None:
        super().tell(event, *clauses)
        assert self._layout is not None
        now = self._layout(self.position)
        self.moved.append(changes(self.before, now))
        self.before = now

    @contextlib.contextmanager
    def told(self) -> Iterator[None]:
        known = len(self.said)
        with super().told():
            yield
        self.before = self.before.with_changes(self.said[known:])


def moved(game: Game, run: Run) -> list[list[Change]]:
    """What each step of a run changed on the table: the run carried out once more, beside the game."""
    if not isinstance(run.input, Command):
        return [[] for _ in run.steps]
    position, chance, layout = copy.deepcopy(run.start), Chance(0), game.room.layout
    chance.restore(run.chance)
    desk = _NotingDesk(position, game.pack, game.rulings, Table(chance, [one.to for one in run.answers]), layout)
    desk.before, desk.moved = layout(position), []
    with contextlib.suppress(Unanswered):
        run.input.carry_out(desk)
    return desk.moved


def behind(hand: Hand, moved_: list[list[Change]]) -> list[int]:
    """The steps that a hand comes from, by their places in the run: a piece may have gone on twice."""
    return [index for index, found in enumerate(moved_) if any(_touches(change, hand) for change in found)]


def _touches(change: Change, hand: Hand) -> bool:
    if len(change.thing) == 2:
        return change.thing == (hand.side, hand.track)
    side, piece, at, _ = change.thing
    return (side, piece) == (hand.side, hand.piece) and at in (hand.at, hand.from_, hand.to)


def hands_of(game: Game, run: Run) -> list[Hand]:
    """What a whole run left the person to do, however many answers it took."""
    if run.input is None:
        return []
    index = next(index for index, one in enumerate(game.runs) if one is run)
    end = game.runs[index + 1].start if index + 1 < len(game.runs) else game.shown
    before = game.room.layout(run.start).with_changes(run.said)
    return hands(before, game.room.layout(end), [way for step in run.steps for way in step.event.ways()])
