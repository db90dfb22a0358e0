"""Records of format 1 as records of today: the inputs stay, what is asked in one form now is put together.

Undone inputs are left out. What the rules of today refuse cannot be converted: the record can still be looked at.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from automarium.kernel.command import Respond
from automarium.kernel.game import read_input
from automarium.kernel.pack import Pack
from automarium.kernel.record import Line, Record, begin, encode, present
from automarium.kernel.room import AnyRoom
from automarium.kernel.saying import Refused, refuse
from automarium.kernel.table import Answer, Form, check


def convert(record: Record, room: AnyRoom, pack: Pack) -> list[bytes]:
    """The lines of the same game in today's format, header first; refused if the game cannot be told again."""
    header = present(record.header, room)
    game = begin(room, header, pack)
    lines = [encode(header)]
    left = in_force(record.lines)
    while left:
        if isinstance(game.question, Form) and not isinstance(left[0].get("to"), dict):
            input_: Any = Respond(_gathered(game.question, left))
        else:
            input_ = read_input(room, left.pop(0))
        game.put(input_)
        lines.append(encode(input_, game.digest()))
    return lines


def in_force(lines: Iterable[Line]) -> list[dict[str, Any]]:
    """What was told and not taken back."""
    told: list[dict[str, Any]] = []
    undone: list[dict[str, Any]] = []
    for line in lines:
        if line.data == {"do": "undo"} and told:
            undone.append(told.pop())
        elif line.data == {"do": "redo"} and undone:
            told.append(undone.pop())
        else:
            told.append(line.data)
            undone.clear()
    return told


def _gathered(form: Form, left: list[dict[str, Any]]) -> dict[str, Any]:
    """The single answers that follow, each to the first field that it fits; the other fields stay as known."""
    answers: dict[str, Any] = {}
    for field in form.fields:
        told = left[0].get("to") if left and left[0].get("do") == "answer" else None
        if told is not None and _fits(field.question, told):
            answers[field.name] = told
            left.pop(0)
    if not answers:
        raise refuse("record.unconverted")
    return answers


def _fits(question: Any, answer: Answer) -> bool:
    try:
        check(question, answer)
    except Refused:
        return False
    return True
