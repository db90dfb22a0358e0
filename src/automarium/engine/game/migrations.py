"""Records of earlier versions as records of today: the commands stay, what is asked in one form now is put together.

Undone inputs are left out, and so are answers to questions that nobody asks any more. What the rules of today refuse
cannot be converted: the record can still be looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

import msgspec

from automarium.engine.content.pack import Pack
from automarium.engine.definition import AnyDefinition
from automarium.engine.game.playthrough import Playthrough, parse_input
from automarium.engine.game.record import Header, LineData, Record, RecordLine, begin, encode, present
from automarium.engine.message import Refused, refuse
from automarium.engine.play.command import Input, Respond
from automarium.engine.question import Answer, AnyQuestion, Form, check


class Converted(msgspec.Struct, frozen=True):
    """The lines of the same game in today's format, header first, and the game that they lead to. ``fault`` is what
    stopped it, if the rest cannot be told again."""

    lines: list[bytes]
    game: Playthrough
    fault: Refused | None = None


def convert(record: Record, definition: AnyDefinition, pack: Pack) -> list[bytes]:
    """The lines of the same game in today's format; refused if the game cannot be told again."""
    converted = as_far(record, definition, pack)
    if converted.fault is not None:
        raise converted.fault
    return converted.lines


def as_far(record: Record, definition: AnyDefinition, pack: Pack, told: Callable[[], None] = lambda: None) -> Converted:
    """A game as far as it can be told again; ``told`` is called after each input. Refused if it cannot even begin.

    Alongside it goes the same game with the questions that nobody asks any more, so that each answer finds its own."""
    header = _of_then(record, definition)
    game, once = begin(definition, header, pack), begin(definition, header, pack, formerly=True)
    lines = [encode(header)]
    left = in_force(record.lines)
    while left:
        try:
            input_ = _next_input(once, left)
            if input_ is None:
                continue
            still_asked = once.question == game.question
            once.put(input_)
            if not still_asked:
                continue
            game.put(input_)
        except Refused as fault:
            return Converted(lines, game, fault)
        lines.append(encode(input_, game.digest()))
        told()
    return Converted(lines, game)


def _of_then(record: Record, definition: AnyDefinition) -> Header:
    """The header with what an earlier version did without saying so; a record that has forms is of today."""
    header = present(record.header, definition)
    if any(isinstance(line.data.get("to"), dict) for line in record.lines):
        return header
    return msgspec.structs.replace(header, options={**definition.earlier, **header.options})


def _next_input(game: Playthrough, left: list[LineData]) -> Input | None:
    """The next input, taken from what is left; None if it answers what is no longer asked, or only a part of what is
    asked at once now and nothing comes after it: then all of that is asked again."""
    if isinstance(game.question, Form) and not isinstance(left[0].get("to"), dict):
        answers = _gathered(game.question, left)
        return None if not left and _lacks(game.question, answers) else Respond(answers)
    told = left.pop(0)
    if _is_answer(told) and (game.question is None or (_follows(left) and not _fits(game.question, told["to"]))):
        return None
    return parse_input(game.definition, told)


def _is_answer(told: LineData) -> bool:
    return told.get("do") == "answer" and "to" in told


def _follows(left: list[LineData]) -> bool:
    """Whether the run was answered once more."""
    return bool(left) and _is_answer(left[0])


def in_force(lines: Iterable[RecordLine]) -> list[LineData]:
    """What was told and not taken back."""
    told: list[LineData] = []
    undone: list[LineData] = []
    for line in lines:
        if line.data == {"do": "undo"} and told:
            undone.append(told.pop())
        elif line.data == {"do": "redo"} and undone:
            told.append(undone.pop())
        else:
            told.append(line.data)
            undone.clear()
    return told


def _gathered(form: Form, left: list[LineData]) -> dict[str, Answer]:
    """The single answers that follow, each to the first field that it fits; the other fields stay as known. What was
    one row of as many things as there are fields goes to them in order."""
    answers: dict[str, Answer] = {}
    row = left[0]["to"] if _follows(left) else None
    if isinstance(row, list) and len(row) == len(form.fields):
        spread = {field.name: one for field, one in zip(form.fields, row, strict=True)}
        if _fits(form, spread):
            left.pop(0)
            return spread
    for field in form.fields:
        told = left[0]["to"] if _follows(left) else None
        if told is not None and _fits(field.question, told):
            answers[field.name] = told
            left.pop(0)
    if not answers and any(field.question.default is None for field in form.fields):
        raise refuse("record.unconverted")
    return answers


def _lacks(form: Form, answers: Mapping[str, Answer]) -> bool:
    """Whether something is missing that nobody knows."""
    return any(field.name not in answers and field.question.default is None for field in form.fields)


def _fits(question: AnyQuestion, answer: Answer) -> bool:
    try:
        check(question, answer)
    except Refused:
        return False
    return True
