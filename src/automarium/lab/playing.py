"""Whole games without a person: a stand-in answers for the human and plays their side."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from automarium.kernel.chance import Chance
from automarium.kernel.pack import Pack
from automarium.kernel.room import Rival, Room
from automarium.kernel.ruling import settle
from automarium.kernel.table import SilentTable, Table


def play_game(
    room: Room,
    options: Mapping[str, Any],
    seed: int,
    pack: Pack,
    rulings: Mapping[str, str] | None = None,
    rival: Callable[[Pack, Chance], Rival] | None = None,
    *,
    explain: bool = False,
    most_turns: int = 1000,
) -> Any:
    """The position at the end of a game. ``explain`` has every reason written down, as in a live game."""
    chance = Chance(seed)
    human = (rival or room.rival)(pack, chance)
    kind = Table if explain else SilentTable
    table = kind(chance, settle(room.rulings, rulings or {}), stand_in=human.answer, explain=explain)
    position = room.set_up(options, pack, table)
    for _ in range(most_turns):
        if room.status(position).over:
            return position
        for input_ in human.turn(lambda: position):
            room.apply(position, input_, pack, table)
        table.steps.clear()
    raise RuntimeError(f"no end after {most_turns} turns: seed {seed}, options {options}")
