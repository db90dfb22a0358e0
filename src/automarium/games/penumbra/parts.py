"""What the lab can take away from the Automa: a slot with its whole list, or one line of a list."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from automarium.engine.content.pack import Pack
from automarium.engine.definition import AutomaPart
from automarium.engine.message import Message, message, term
from automarium.engine.play.command import Given
from automarium.games.penumbra.boards.line import Entry
from automarium.games.penumbra.boards.line_notation import write_line
from automarium.games.penumbra.setup import Options, find_board

# Instead of a last line: a list needs one that always applies (PEN-INSTR-12). A unique effect moves nothing here.
NOTHING = {"do": {"effect": "unique", "note": "–"}}


def list_parts(pack: Pack, options: Given) -> Iterator[AutomaPart]:
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
            words = _describe_line(slot, index + 1, line)
            yield AutomaPart("line", f"{slot}.{index + 1}", words, leave(slot, written), layer)
    for slot in lists:
        yield AutomaPart("slot", slot, message("taken.slot", slot=term("slot", slot)), leave(slot, [NOTHING]), layer)


def _describe_line(slot: str, number: int, line: Entry) -> Message:
    when = line.when
    conditions = [message(f"when.{one}") for one in (when.cards, when.order) if one is not None]
    if when.min_level is not None:
        conditions.append(message("when.level", level=when.min_level))
    named = {"slot": term("slot", slot), "number": number, "effects": [effect.short() for effect in line.do]}
    if not conditions:
        return Message("taken.line", named)
    return Message("taken.line.when", {**named, "when": conditions})
