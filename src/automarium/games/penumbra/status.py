"""Where the game stands, and what going on brings."""

from __future__ import annotations

from automarium.games.penumbra.position import Position
from automarium.kernel.room import Status
from automarium.kernel.saying import Saying, saying


def status(position: Position) -> Status:
    coming = None if position.over else saying("coming.rest" if position.will_rest else "coming.turn")
    return Status(position.to_move, position.over, position.turn, _stage(position), coming)


def _stage(position: Position) -> Saying:
    if position.over:
        return saying("stage.over")
    if position.ordinal:
        return saying("stage.instruction", turn=position.turn, ordinal=position.ordinal)
    if position.to_move == "automa":
        return saying("stage.automa")
    return saying("stage.human", count=position.turn) if position.turn else saying("stage.start")
