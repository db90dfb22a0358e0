"""The room of Expeditions: its parts, put together for the faces."""

from __future__ import annotations

from dataclasses import replace

from automarium.games.expeditions import odds, shown, text
from automarium.games.expeditions.position import Position
from automarium.games.expeditions.rulings import Rulings
from automarium.kernel.furniture import furnished
from automarium.kernel.room import Room

ROOM: Room[Position, Rulings] = replace(
    furnished(__package__, Position, Rulings),
    packs={"house": "house-2"},
    threats=odds.threats,
    details=text.details,
    card=shown.card,
)
