"""The room of Scythe: its parts, put together for the faces."""

from __future__ import annotations

from dataclasses import replace

from automarium.games.scythe import (
    adjust,
    asks,
    commands,
    components,
    foresight,
    hands,
    keeper,
    odds,
    rival,
    score,
    setup,
    shown,
    status,
    tally,
    text,
)
from automarium.games.scythe.atlas import FOLDER
from automarium.games.scythe.position import Position
from automarium.games.scythe.rulings import Rulings
from automarium.kernel.furniture import furnished
from automarium.kernel.room import Room

ROOM: Room[Position, Rulings] = replace(
    furnished(
        __package__,
        FOLDER,
        Rulings,
        commands=(commands, tally, adjust),
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
    rivals={**rival.RIVALS, "table": keeper.Keeper},
    joint=hands.joint,
    threats=foresight.threats,
    hints=foresight.hints,
    details=text.details,
    card=shown.card,
)
