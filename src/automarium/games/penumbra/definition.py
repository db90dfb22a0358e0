"""What of Penumbra is printed on the components alone: the rivals' boards."""

from __future__ import annotations

from dataclasses import replace

from automarium.engine.content.component import Component, Kind
from automarium.engine.content.pack import Pack
from automarium.engine.definition import GameDefinition, Status
from automarium.engine.furniture import furnished
from automarium.engine.message import Message, message, term
from automarium.games.penumbra import layout, page
from automarium.games.penumbra.boards import editor
from automarium.games.penumbra.position import Position
from automarium.games.penumbra.rulings import Rulings

OWN_SECTIONS = ("board", "dice")


def components(pack: Pack) -> tuple[Kind, ...]:
    boards = tuple(
        Component(id_, message("component.board.one", board=term("board-name", id_)), entry=f"board.{id_}")
        for id_ in pack.printed["board"]
    )
    where = message("component.board.where")
    return (Kind("board", message("component.board"), where, "list", "board", boards, whole=True),)


def status(position: Position) -> Status:
    coming = None if position.over else message("coming.rest" if position.will_rest else "coming.turn")
    return Status(position.to_move, position.over, position.turn, _stage(position), coming)


def _stage(position: Position) -> Message:
    if position.over:
        return message("stage.over")
    if position.ordinal:
        return message("stage.instruction", turn=position.turn, ordinal=position.ordinal)
    if position.to_move == "automa":
        return message("stage.automa")
    return message("stage.human", count=position.turn) if position.turn else message("stage.start")


DEFINITION: GameDefinition[Position, Rulings] = replace(
    furnished(__package__, Position, Rulings),
    reads=layout.reads,
    joint=layout.joint,
    chip=layout.chip,
    boards=editor.BoardEditor(),  # what `automarium board` asks for
    colours=page.COLOUR_FAMILIES,
    stems={"contract-card": page.CONTRACTS},
)
