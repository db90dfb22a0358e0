"""The room of Golem: its parts, put together for the faces."""

from __future__ import annotations

from dataclasses import replace

from automarium.games.golem import components, hands, keeper, rival, shown, text
from automarium.games.golem.position import Position, is_over
from automarium.games.golem.rulings import Rulings
from automarium.kernel.furniture import furnished
from automarium.kernel.room import Room

ROOM: Room[Position, Rulings] = replace(
    furnished(__package__, Position, Rulings),
    over=is_over,
    rivals={**rival.RIVALS, "table": keeper.Keeper},
    group=hands.group,
    groups=hands.GROUPS,
    aside=hands.aside,
    waits=hands.SUMS,
    joint=hands.joint,
    chip=hands.chip,
    reads=hands.reads,
    details=text.details,
    stems={"effect": components.STEMS},
    card=shown.card,
    colours=shown.COLOUR_FAMILIES,
    rows={"marble-in-row": ("row", "marble")},
)
