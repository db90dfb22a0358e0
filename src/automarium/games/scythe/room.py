"""The room of Scythe: its parts, put together for the faces."""

from __future__ import annotations

from operator import attrgetter

from automarium.games.scythe import (
    adjust,
    asks,
    commands,
    foresight,
    hands,
    keeper,
    odds,
    rival,
    score,
    setup,
    shown,
    tally,
    text,
)
from automarium.games.scythe.atlas import FOLDER
from automarium.games.scythe.commands import pending_fights
from automarium.games.scythe.position import Position
from automarium.games.scythe.rulings import Rulings
from automarium.kernel.command import registry
from automarium.kernel.room import Room, Status, later
from automarium.kernel.saying import saying, term


def status(position: Position) -> Status:
    """Turns are counted in pairs: hers is the one after the human's."""
    whose = position.to_move
    stage = saying(f"stage.{whose}", turn=position.turn + (whose == "human"), scheme=position.scheme)
    waiting = pending_fights(position) if whose == "human" else ()
    coming = saying("coming.fight", at=term("place", waiting[0])) if waiting else saying("coming.automa")
    does = {"do": "fight", "at": waiting[0]} if waiting else None
    names = saying(
        "names", hers=term("faction", position.automa.faction), yours=term("faction", position.human.faction)
    )
    return Status(whose, position.over, position.turn, stage, coming, does, names)


ROOM = Room(
    name="scythe",
    folder=FOLDER,
    rulings=Rulings,
    commands=registry(commands, tally, adjust),
    asks=asks.ASKS,
    options=setup.Options,
    option_fields=setup.option_fields,
    set_up=setup.set_up,
    checklist=setup.checklist,
    status=status,
    over=attrgetter("over"),
    layout=hands.layout,
    hand_words=hands.hand_words,
    score=score.score_sheet,
    pace=score.pace,
    odds=odds.odds,
    threats=foresight.threats,
    hints=foresight.hints,
    overview=text.overview,
    text=text.board,
    draw=later("automarium.games.scythe.svg", "draw_map"),
    details=text.details,
    rivals={**rival.RIVALS, "table": keeper.Keeper},
    own_sections=("card", "expansion_card"),
    check_pack=setup.check_pack,
    card=shown.card,
    gauges=shown.gauges,
    corrects=shown.corrects,
    reminders=setup.reminders,
    signs=shown.SIGNS,
    accent=("#8c2f1b", "#f2997f"),
)
