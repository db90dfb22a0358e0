"""The room of Penumbra: its parts, put together for the faces."""

from __future__ import annotations

from dataclasses import replace

from automarium.games.penumbra import (
    adjust,
    asks,
    commands,
    components,
    editor,
    hands,
    odds,
    rival,
    score,
    setup,
    shown,
    status,
    text,
)
from automarium.games.penumbra.position import FOLDER, Position
from automarium.games.penumbra.rulings import Rulings
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
    reads=hands.reads,
    boards=editor.BoardEditor(),  # what `automarium board` asks for
    colours=shown.COLOUR_FAMILIES,
    stems={"contract-card": shown.CONTRACTS},
    earlier=setup.EARLIER,
)
