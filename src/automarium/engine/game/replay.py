"""A run again: what each of its steps changed on the table, and how the table lay before one."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from typing import Any

import msgspec

from automarium.engine.definition import AnyDesk
from automarium.engine.game.playthrough import Playthrough, Run, fresh
from automarium.engine.layout import Change, Hand, Layout, changes, hands, hands_back
from automarium.engine.play.chance import Chance
from automarium.engine.play.command import AnyCommand, Command, Input, Respond
from automarium.engine.play.desk import Desk, Table, Unanswered
from automarium.engine.play.event import Event, Step


def _table_with(state: bytes, answers: Sequence[Respond], *, explain: bool = True) -> Table:
    """A table where chance stands as it stood, and these answers come again."""
    chance = Chance(0)
    chance.restore(state)
    return Table(chance, [answer.to for answer in answers], explain=explain)


class _WatchedDesk(AnyDesk):
    """A desk where every step is compared with the one before."""

    __slots__ = ("changed", "last")
    changed: list[list[Change]]
    last: Layout

    def add_step(self, event: Event, clauses: tuple[str, ...]) -> None:
        super().add_step(event, clauses)
        self.changed.append(self.since())

    def since(self) -> list[Change]:
        """What has become different since the last look."""
        assert self._layout is not None
        before, self.last = self.last, self._layout(self.position)
        return changes(before, self.last)


def put_back(game: Playthrough, input_: AnyCommand, answers: Sequence[Respond]) -> list[Hand]:
    """What has to be put back when an input and these answers to it were undone. What the person only saw lies there as
    before: the app alone has forgotten it."""
    position, layout = fresh(game.position), game.definition.table.layout
    table = _table_with(game.chance_state(), answers, explain=False)
    desk = Desk(position, game.pack, game.rulings, table, layout)
    over = False
    with contextlib.suppress(Unanswered):
        input_.carry_out(desk)
        over = True
    ways = [way for step in table.steps for way in step.event.ways()]
    found = hands_back(layout(position), layout(game.position).with_changes(desk.only_seen), ways)
    return [hand for hand in found if over or hand.track not in game.definition.table.waits]


def put_back_last(game: Playthrough) -> list[Hand]:
    """What has to be put back when one input or one answer was undone. What waits for the end of a run (``Room.waits``)
    was moved only if the run had come to it, and then from where it was when the run began."""
    waits, last = game.definition.table.waits, game.undone[-1]
    found = [hand for hand in game.hands if hand.track not in waits]
    answers_before = isinstance(last, Command) and len(game.undone) > 1 and isinstance(game.undone[-2], Respond)
    if not waits or answers_before:  # with the last of them it was put back already
        return found
    before = game.definition.table.layout(game.position if isinstance(last, Command) else game.runs[-1].start)
    with game.tried(last):
        after = game.definition.table.layout(game.position) if game.question is None else before
    return [*found, *(hand for hand in hands(after, before) if hand.track in waits)]


def done_again(game: Playthrough) -> list[Hand]:
    """What one input or one answer that was done again leaves to do, also of the person's own."""
    waits = game.definition.table.waits
    waited = [hand for hand in due(game, game.runs[-1], -1) if hand.track in waits]
    return [*(hand for hand in game.hands if hand.track not in waits), *waited]


def due(game: Playthrough, run: Run, number: int) -> tuple[Hand, ...]:
    """What is to be done in a leg of a run: what waits comes in the last one, as one change since the run began."""
    leg, waits = run.legs[number], game.definition.table.waits
    if not waits:
        return leg.hands
    now = [hand for hand in leg.hands if hand.track not in waits]
    if run.question is not None or leg is not run.legs[-1]:
        return tuple(now)
    net: dict[tuple[str, str], Hand] = {}
    for hand in (hand for one in run.legs for hand in one.hands if hand.track in waits):
        first = net.get((hand.side, hand.track), hand)
        net[hand.side, hand.track] = msgspec.structs.replace(first, to=hand.to)
    return (*now, *(hand for hand in net.values() if hand.from_ != hand.to))


def changes_by_step(game: Playthrough, run: Run) -> list[list[Change]]:
    """What each step of a run changed on the table: the run again, watched. What comes after the last is the last's."""
    if run.input is None:
        return [[] for _ in run.steps]
    position = fresh(run.start)
    table = _table_with(run.chance, run.answers, explain=False)
    desk = _WatchedDesk(position, game.pack, game.rulings, table, game.definition.table.layout)
    desk.changed, desk.last = [], game.definition.table.layout(position)
    assert isinstance(run.input, Command)
    with contextlib.suppress(Unanswered):
        run.input.carry_out(desk)
    if desk.changed:
        desk.changed[-1] += desk.since()
    return desk.changed


class _Reached(Exception):
    """The rules have come as far as they were wanted."""


class _ShortDesk(AnyDesk):
    """A desk where the rules are stopped after a step."""

    __slots__ = ("last",)
    last: int

    def add_step(self, event: Event, clauses: tuple[str, ...]) -> None:
        super().add_step(event, clauses)
        if len(self.steps) == self.last:
            raise _Reached


def table_before(game: Playthrough, run: Run, step: int) -> Any:
    """The position as it was when a step of a run was decided (counted from 1): the run again, up to the one before.

    Rules change the position first and tell of it then, so after what was told before, nothing of the step is done.
    """
    position = fresh(run.start)
    if step == 1 or run.input is None:
        return position
    desk = _ShortDesk(position, game.pack, game.rulings, _table_with(run.chance, run.answers))
    desk.last = step - 1
    assert isinstance(run.input, Command)
    with contextlib.suppress(_Reached):
        run.input.carry_out(desk)
    return position


def redone(game: Playthrough) -> tuple[Input, list[Step]]:
    """Do again what was undone: what it was, and the steps that it brings. An answer goes on with the run that asked,
    whose earlier steps stay told."""
    known = len(game.runs[-1].steps) if game.undone and isinstance(game.undone[-1], Respond) else 0
    input_ = game.redo()
    return input_, game.runs[-1].steps[known:]
