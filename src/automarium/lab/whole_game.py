"""Whole games without a person: a stand-in answers for the human and plays their side."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from automarium.kernel.chance import Chance
from automarium.kernel.command import Command
from automarium.kernel.desk import Desk
from automarium.kernel.pack import Pack
from automarium.kernel.room import AnyDesk, Rival, Room
from automarium.kernel.ruling import RulingBook, settle
from automarium.kernel.table import Table

P = TypeVar("P")
R = TypeVar("R", bound=RulingBook)


def play_game(
    room: Room[P, R],
    options: Mapping[str, object],
    seed: int,
    pack: Pack,
    rulings: Mapping[str, str] | None = None,
    rival: Callable[[Pack, Chance], Rival] | None = None,
    *,
    explain: bool = False,
    most_turns: int = 1000,
) -> P:
    """The position at the end of a game. ``explain`` has every reason written down, as in a live game."""
    chance = Chance(seed)
    human = (rival or room.rival)(pack, chance)
    chosen = settle(room.rulings, rulings or {})
    table = Table(chance, stand_in=human.answer, explain=explain, heard=explain)
    position = room.set_up(options, pack, chosen, table)
    desk: AnyDesk = Desk(position, pack, chosen, table)
    is_over, turn = room.over or room.is_over, human.turn

    def look() -> P:
        return position

    for _ in range(most_turns):
        if is_over(position):
            return position
        for told in turn(look):
            assert isinstance(told, Command)
            told.carry_out(desk)  # a stand-in keeps to the rules: nobody checks what it tells
        if explain:
            table.steps.clear()
    raise RuntimeError(f"no end after {most_turns} turns: seed {seed}, options {options}")
