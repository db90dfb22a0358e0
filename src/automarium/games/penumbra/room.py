"""The room of Penumbra: its parts, put together for the faces."""

from __future__ import annotations

from dataclasses import replace

from automarium.games.penumbra import editor, hands, setup, shown
from automarium.games.penumbra.position import Position
from automarium.games.penumbra.rulings import Rulings
from automarium.kernel.furniture import furnished
from automarium.kernel.room import Room

ROOM: Room[Position, Rulings] = replace(
    furnished(__package__, Position, Rulings),
    reads=hands.reads,
    joint=hands.joint,
    chip=hands.chip,
    boards=editor.BoardEditor(),  # what `automarium board` asks for
    colours=shown.COLOUR_FAMILIES,
    stems={"contract-card": shown.CONTRACTS},
    earlier=setup.EARLIER,
)
