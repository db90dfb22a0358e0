"""The room of Expeditions: its parts, put together for the faces."""

from __future__ import annotations

from operator import attrgetter

from automarium.games.expeditions import (
    adjust,
    asks,
    commands,
    hands,
    odds,
    progress,
    rival,
    score,
    setup,
    shown,
    status,
    text,
)
from automarium.games.expeditions.position import FOLDER, Position
from automarium.games.expeditions.rulings import Rulings
from automarium.kernel.command import registry
from automarium.kernel.room import Room, later

ROOM: Room[Position, Rulings] = Room(
    name="expeditions",
    folder=FOLDER,
    rulings=Rulings,
    commands=registry(commands, adjust),
    asks=asks.ASKS,
    options=setup.Options,
    option_fields=setup.option_fields,
    set_up=setup.set_up,
    checklist=setup.checklist,
    status=status.status,
    over=attrgetter("over"),
    layout=hands.layout,
    hand_words=hands.hand_words,
    score=score.score_sheet,
    pace=score.pace,
    odds=odds.odds,
    threats=odds.threats,
    overview=text.overview,
    text=text.board,
    draw=later("automarium.games.expeditions.svg", "draw_board"),
    details=text.details,
    rivals=rival.RIVALS,
    own_sections=("decision", "progress"),
    packs={"house": "house-2"},
    check_pack=setup.check_pack,
    components=progress.components,
    card=shown.card,
    gauges=shown.gauges,
    corrects=shown.corrects,
    reminders=setup.reminders,
    signs=shown.SIGNS,
    accent=("#4b3a94", "#b9abff"),
)
