"""The room of Golem: its parts, put together for the faces."""

from __future__ import annotations

from dataclasses import replace

from automarium.games.golem import (
    adjust,
    asks,
    commands,
    components,
    hands,
    keeper,
    odds,
    rival,
    score,
    setup,
    shown,
    status,
    text,
)
from automarium.games.golem.position import FOLDER, Position
from automarium.games.golem.rulings import Rulings
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
    rivals={**rival.RIVALS, "table": keeper.Keeper},
    group=hands.group,
    aside=hands.aside,
    joint=hands.joint,
    reads=hands.reads,
    details=text.details,
    stems={"effect": components.STEMS},
    card=shown.card,
    colours=shown.COLOUR_FAMILIES,
    rows={"marble-in-row": ("row", "marble")},
)
