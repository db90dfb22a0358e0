"""What undo and redo leave the player to do, and the position before a step of an earlier run."""

from __future__ import annotations

import contextlib
from itertools import takewhile
from typing import Any

import msgspec

from automarium.engine.definition import AnyDesk
from automarium.engine.game.playthrough import Playthrough, Run, copy_mutable
from automarium.engine.layout import Hand, find_hands, find_hands_back
from automarium.engine.play.chance import Chance
from automarium.engine.play.command import Command, Input, Respond
from automarium.engine.play.desk import Table
from automarium.engine.play.event import Event, Step, list_moves


def find_undo_hands(game: Playthrough) -> list[Hand]:
    """Return what has to be put back after the last undone command and all answers to it. What the player only observed
    stays on the table."""
    last = game.undone_runs[-1]
    run = [last, *takewhile(lambda run: run.answers, game.undone_runs[-2::-1])][-1]  # before any answer was undone
    layout, waits = game.definition.table.layout, game.definition.table.waits
    before = layout(run.start).with_changes(run.observed_changes)
    found = find_hands_back(layout(run.segments[-1].shown), before, list_moves(run.steps))
    return [hand for hand in found if run.question is None or hand.track not in waits]


def find_last_undo_hands(game: Playthrough) -> list[Hand]:
    """Return what has to be put back after the last undone input or answer. Tracks of ``waits`` had moved only if the
    run was finished, and then from their values at its start."""
    waits, layout, last = game.definition.table.waits, game.definition.table.layout, game.undone_runs[-1]
    found = [hand for hand in game.hands if hand.track not in waits]
    if not waits or last.question is not None:
        return found
    back = find_hands(layout(last.segments[-1].shown), layout(last.start))
    return [*found, *(hand for hand in back if hand.track in waits)]


def find_redo_hands(game: Playthrough) -> list[Hand]:
    """Return what the player has to do after the last redone input or answer, their own moves included."""
    waits = game.definition.table.waits
    waited = [hand for hand in find_due_hands(game, game.runs[-1], -1) if hand.track in waits]
    return [*(hand for hand in game.hands if hand.track not in waits), *waited]


def find_due_hands(game: Playthrough, run: Run, number: int) -> tuple[Hand, ...]:
    """Return what the player has to do in a segment of a run. Tracks of ``waits`` are moved in the last segment, once,
    from their values at the start of the run."""
    segment, waits = run.segments[number], game.definition.table.waits
    if not waits:
        return segment.hands
    now = [hand for hand in segment.hands if hand.track not in waits]
    if run.question is not None or segment is not run.segments[-1]:
        return tuple(now)
    net: dict[tuple[str, str], Hand] = {}
    for hand in (hand for one in run.segments for hand in one.hands if hand.track in waits):
        first = net.get((hand.side, hand.track), hand)
        net[hand.side, hand.track] = msgspec.structs.replace(first, to=hand.to)
    return (*now, *(hand for hand in net.values() if hand.from_ != hand.to))


class _Stopped(Exception):
    """The rules have emitted the step at which they are stopped."""


class _StoppingDesk(AnyDesk):
    """A desk that stops the rules after step number ``last``."""

    __slots__ = ("last",)
    last: int

    def add_step(self, event: Event, clauses: tuple[str, ...]) -> None:
        super().add_step(event, clauses)
        if len(self.steps) == self.last:
            raise _Stopped


def rebuild_position(game: Playthrough, run: Run, step: int) -> Any:
    """Return the position in which a step of a run was decided (counted from 1).

    The run is carried out again up to the step before: rules change the position before they emit a step, so by then
    nothing of the next one is done.
    """
    position = copy_mutable(run.start)
    if step == 1 or run.input is None:
        return position
    chance = Chance(0)
    chance.restore(run.chance)
    table = Table(chance, [answer.to for answer in run.answers])
    desk = _StoppingDesk(position, game.pack, game.rulings, table)
    desk.last = step - 1
    assert isinstance(run.input, Command)
    with contextlib.suppress(_Stopped):
        run.input.carry_out(desk)
    return position


def redo_steps(game: Playthrough) -> tuple[Input, list[Step]]:
    """Redo the last undone input; return it and its steps (of an answer: only the new ones)."""
    known = len(game.runs[-1].steps) if game.undone and isinstance(game.undone[-1], Respond) else 0
    input_ = game.redo()
    return input_, game.runs[-1].steps[known:]
