"""What the lab can take away from the Automa: a slot with its whole list, or one line of a list."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from automarium.engine.content.pack import Pack
from automarium.engine.definition import Part
from automarium.engine.message import message, term
from automarium.engine.play.command import Given
from automarium.games.penumbra.boards.line_notation import write_line
from automarium.games.penumbra.setup import Options, find_board

# Instead of a last line: a list needs one that always applies (PEN-INSTR-12). The note of a unique effect moves nothing.
NOTHING = {"do": {"effect": "unique", "note": "–"}}


def list_parts(pack: Pack, options: Given) -> Iterator[Part]:
    chosen = Options(**options)
    board = find_board(pack, chosen.level, chosen.source)
    layer: Literal["house", "printed"] = "house" if board.house else "printed"

    def leave(slot: str, lines: list[Any]) -> dict[str, Any]:
        return {"board": {board.id: {"lists": {slot: lines}}}}

    lists = dict(zip(board.slots, board.lists, strict=True))
    for slot, lines in lists.items():
        for index, line in enumerate(lines):
            written: list[Any] = [write_line(one) for one in lines]
            written[index : index + 1] = [NOTHING] if line is lines[-1] else []
            words = message("part.line", slot=term("slot", slot), number=index + 1, line=write_line(line))
            yield Part("line", f"{slot}.{index + 1}", words, leave(slot, written), layer)
    for slot in lists:
        yield Part("slot", slot, message("part.slot", slot=term("slot", slot)), leave(slot, [NOTHING]), layer)
