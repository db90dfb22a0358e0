"""A run again, watched: what each of its steps changed on the table."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from typing import Any

from automarium.kernel.chance import Chance
from automarium.kernel.command import Command, Respond
from automarium.kernel.copying import fresh
from automarium.kernel.desk import Desk
from automarium.kernel.game import Game, Run
from automarium.kernel.hands import Change, Layout, changes
from automarium.kernel.table import Event, Table, Unanswered


class _WatchedDesk(Desk[Any, Any]):
    """A desk where every step is compared with the one before."""

    __slots__ = ("changed", "last")
    changed: list[list[Change]]
    last: Layout

    def tell(self, event: Event, *clauses: str) -> None:
        super().tell(event, *clauses)
        self.changed.append(self.since())

    def since(self) -> list[Change]:
        """What has become different since the last look."""
        assert self._layout is not None
        before, self.last = self.last, self._layout(self.position)
        return changes(before, self.last)


def table_if(game: Game, input_: Command[Any, Any], answers: Sequence[Respond]) -> Layout:
    """The table as it would lie after an input and these answers to it; nothing has changed."""
    chance = Chance(0)
    chance.restore(game.chance_state())
    position = fresh(game.position)
    table = Table(chance, [answer.to for answer in answers], explain=False)
    with contextlib.suppress(Unanswered):
        input_.carry_out(Desk(position, game.pack, game.rulings, table))
    return game.room.layout(position)


def changes_by_step(game: Game, run: Run) -> list[list[Change]]:
    """What each step of a run changed on the table: the run again, watched. What comes after the last is the last's."""
    if run.input is None:
        return [[] for _ in run.steps]
    chance = Chance(0)
    chance.restore(run.chance)
    table, position = Table(chance, [answer.to for answer in run.answers], explain=False), fresh(run.start)
    desk = _WatchedDesk(position, game.pack, game.rulings, table, game.room.layout)
    desk.changed, desk.last = [], game.room.layout(position)
    assert isinstance(run.input, Command)
    with contextlib.suppress(Unanswered):
        run.input.carry_out(desk)
    if desk.changed:
        desk.changed[-1] += desk.since()
    return desk.changed
