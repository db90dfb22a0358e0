"""What of Penumbra is printed on the components alone: the rivals' boards."""

from __future__ import annotations

from automarium.kernel.component import Component, Kind
from automarium.kernel.pack import Pack
from automarium.kernel.saying import saying, term

OWN_SECTIONS = ("board", "dice")


def components(pack: Pack) -> tuple[Kind, ...]:
    boards = tuple(
        Component(id_, saying("component.board.one", board=term("board-name", id_)), entry=f"board.{id_}")
        for id_ in pack.printed["board"]
    )
    where = saying("component.board.where")
    return (Kind("board", saying("component.board"), where, "list", "board", boards, whole=True),)
