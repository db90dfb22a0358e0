"""The room of Scythe: its parts, put together for the faces."""

from __future__ import annotations

from dataclasses import replace

from automarium.games.scythe import foresight, hands, keeper, rival, shown, text
from automarium.games.scythe.position import Position
from automarium.games.scythe.rulings import Rulings
from automarium.kernel.furniture import furnished
from automarium.kernel.room import Room

ROOM: Room[Position, Rulings] = replace(
    furnished(__package__, Position, Rulings, commands=("commands", "tally", "adjust")),
    rivals={**rival.RIVALS, "table": keeper.Keeper},
    joint=hands.joint,
    threats=foresight.threats,
    hints=foresight.hints,
    details=text.details,
    card=shown.card,
)
