"""The room of Expeditions: its parts, put together for the faces."""

from __future__ import annotations

from dataclasses import replace

from automarium.games.expeditions import (
    adjust,
    asks,
    commands,
    components,
    hands,
    odds,
    rival,
    score,
    setup,
    shown,
    status,
    text,
)
from automarium.games.expeditions.position import FOLDER, Position
from automarium.games.expeditions.rulings import Rulings
from automarium.kernel.furniture import furnished
from automarium.kernel.room import Room

ROOM: Room[Position, Rulings] = replace(
    furnished(
        __package__,
        FOLDER,
        Rulings,
        commands=(commands, adjust),
        asks=asks,
        components=components,
        hands=hands,
        odds=odds,
        rival=rival,
        score=score,
        setup=setup,
        shown=shown,
        status=status,
        text=text,
    ),
    packs={"house": "house-2"},
    threats=odds.threats,
    details=text.details,
    card=shown.card,
)
