"""Where the game stands, and what going on brings."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from automarium.engine.definition import GameDefinition, Status
from automarium.engine.furniture import furnished
from automarium.engine.message import Message, message, term
from automarium.games.expeditions import odds, page, text
from automarium.games.expeditions.position import Position
from automarium.games.expeditions.rulings import Rulings

HER_STAGE, HER_FINAL_STAGE = message("stage.turn.automa"), message("stage.final.automa")
YOUR_FINAL_STAGE = message("stage.final.human")
HER_TURN, HER_FINAL_TURN, THE_END = message("coming.automa"), message("coming.final"), message("coming.end")


def status(position: Position) -> Status:
    stage = _stage(position)
    if position.human in position.entered and position.to_move == "human" and not position.over:
        at = position.human  # a closed tile was entered: what lies there is told before she plays
        does = {"do": "explore", "at": at}
        coming = message("coming.entered", at=term("place", at))
        return Status(position.to_move, position.over, position.turn, stage, coming, does)
    return Status(position.to_move, position.over, position.turn, stage, _coming(position))


def _stage(position: Position) -> Message:
    side = position.to_move
    if side in position.final_turns:
        return YOUR_FINAL_STAGE if side == "human" else HER_FINAL_STAGE
    if side == "automa":
        return HER_STAGE
    # Only her turns are counted; the human has had as many, or one fewer if she began.
    return _your_turn(position.turn + (position.starts == "human"))


@cache
def _your_turn(turn: int) -> Message:
    return message("stage.turn.human", turn=turn)


def _coming(position: Position) -> Message:
    if position.final_turns == ["human"]:
        return THE_END
    return HER_TURN if position.ended_by is None else HER_FINAL_TURN


DEFINITION: GameDefinition[Position, Rulings] = replace(
    furnished(__package__, Position, Rulings),
    packs={"house": "house-2"},
    threats=odds.threats,
    details=text.details,
    card=page.card,
)
