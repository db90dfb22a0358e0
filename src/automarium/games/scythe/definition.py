"""What of Scythe a person may correct. All of it is published, so nothing has to be entered."""

from __future__ import annotations

from dataclasses import replace

from automarium.engine.content.component import no_components
from automarium.engine.definition import GameDefinition, Status
from automarium.engine.furniture import furnished
from automarium.engine.message import message, term
from automarium.games.scythe import layout, odds, page, rivals, text
from automarium.games.scythe.commands import pending_fights
from automarium.games.scythe.position import Position
from automarium.games.scythe.rulings import Rulings

OWN_SECTIONS = ("card", "expansion_card")

components = no_components


def status(position: Position) -> Status:
    """Turns are counted in pairs: hers is the one after the human's."""
    whose = position.to_move
    stage = message(f"stage.{whose}", turn=position.turn + (whose == "human"), scheme=position.scheme)
    waiting = pending_fights(position) if whose == "human" else ()
    coming = message("coming.fight", at=term("place", waiting[0])) if waiting else message("coming.automa")
    does = {"do": "fight", "at": waiting[0]} if waiting else None
    names = message(
        "names", hers=term("faction", position.automa.faction), yours=term("faction", position.human.faction)
    )
    return Status(whose, position.over, position.turn, stage, coming, does, names)


DEFINITION: GameDefinition[Position, Rulings] = replace(
    furnished(__package__, Position, Rulings, commands=("commands", "corrections")),
    rivals={**rivals.RIVALS, "table": rivals.Keeper},
    joint=layout.joint,
    threats=odds.threats,
    hints=odds.hints,
    details=text.details,
    card=page.card,
)
