"""A run again: what each of its steps changed on the table, and how the table lay before one."""

from __future__ import annotations

import contextlib
from itertools import takewhile
from typing import Any

import msgspec

from automarium.engine.definition import AnyDesk
from automarium.engine.game.playthrough import Playthrough, Run, fresh
from automarium.engine.layout import Hand, hands, hands_back
from automarium.engine.play.chance import Chance
from automarium.engine.play.command import Command, Input, Respond
from automarium.engine.play.desk import Table
from automarium.engine.play.event import Event, Step


def put_back(game: Playthrough) -> list[Hand]:
    """What has to be put back when the command that was undone last and all answers to it were undone. What the person
    only saw lies there as before: the app alone has forgotten it."""
    last = game.undone_runs[-1]
    whole = [last, *takewhile(lambda run: run.answers, game.undone_runs[-2::-1])][-1]
    layout = game.definition.table.layout
    ways = [way for step in whole.steps for way in step.event.ways()]
    found = hands_back(layout(whole.legs[-1].shown), layout(whole.start).with_changes(whole.seen), ways)
    return [hand for hand in found if whole.question is None or hand.track not in game.definition.table.waits]


def put_back_last(game: Playthrough) -> list[Hand]:
    """What has to be put back when one input or one answer was undone. What waits for the end of a run (``Room.waits``)
    was moved only if the run had come to it, and then from where it was when the run began."""
    waits, layout, last = game.definition.table.waits, game.definition.table.layout, game.undone_runs[-1]
    found = [hand for hand in game.hands if hand.track not in waits]
    if not waits or last.question is not None:
        return found
    back = hands(layout(last.legs[-1].shown), layout(last.start))
    return [*found, *(hand for hand in back if hand.track in waits)]


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
    chance = Chance(0)
    chance.restore(run.chance)
    table = Table(chance, [answer.to for answer in run.answers])
    desk = _ShortDesk(position, game.pack, game.rulings, table)
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
