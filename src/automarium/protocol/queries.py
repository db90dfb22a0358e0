"""What a line may look at without moving the game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

from automarium.engine.game.playthrough import parse_input
from automarium.engine.layout import to_data
from automarium.engine.message import refuse
from automarium.engine.play.command import find_field, is_available
from automarium.engine.question import Answer, check
from automarium.engine.validation import convert
from automarium.protocol.game import Played, answer
from automarium.views.json_views import Plain, question_data, score_data
from automarium.views.question import asked

BOARD_WIDTH = 80


class LookLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    look: str
    given: dict[str, Any] | None = None
    answer: object = msgspec.UNSET


def looked(played: Played, line: Plain) -> Plain:
    """What the line asks to see."""
    look = convert(LookLine, line)
    if look.look not in LOOKING:
        raise refuse("read.choice", "look", given=look.look, options=list(LOOKING))
    if look.given is not None and look.look != "inputs":
        raise refuse("read.unknown", "given", options=["look"])
    if look.answer is not msgspec.UNSET and look.look != "try":
        raise refuse("read.unknown", "answer", options=["look"])
    return LOOKING[look.look](played, look)


def _table(played: Played, _: LookLine) -> Plain:
    return {"table": [to_data(thing) for thing in played.game.layout().lines()]}


def _position(played: Played, _: LookLine) -> Plain:
    return {"position": msgspec.to_builtins(played.game.shown, str_keys=True)}


def _odds(played: Played, _: LookLine) -> Plain:
    seen = played.view.odds()
    outcomes = [
        {"event": msgspec.to_builtins(one.event), "text": one.text, "cards": list(one.cards)} for one in seen.outcomes
    ]
    return {"odds": {"cards": list(seen.cards), "outcomes": outcomes}}


def _score(played: Played, _: LookLine) -> Plain:
    if played.game.shown is None:
        raise refuse("answer.first")
    return {"score": score_data(played.view.score())}


def _record(played: Played, _: LookLine) -> Plain:
    return {"record": [msgspec.to_builtins(played.header), *played.lines]}


def _board(played: Played, _: LookLine) -> Plain:
    game, say = played.game, played.view.translator.say
    if game.shown is None:
        raise refuse("answer.first")
    text = "\n".join(game.definition.words.text(game.shown, game.rulings, say, BOARD_WIDTH))
    return {"board": {"text": text, "svg": game.definition.page.draw(game.shown, game.rulings, say)}}


def _inputs(played: Played, look: LookLine) -> Plain:
    game, view = played.game, played.view
    if look.given is not None:
        return {"fields": list(_fields(played, look.given))}
    found = []
    for one in view.commands():
        field = view.field(one.name, {})
        fields = (
            [] if field is None else [{"name": field.name, **question_data(asked(field.question, view.translator))}]
        )
        found.append({"do": one.name, "text": one.text, "fields": fields})
    if game.question is not None:
        found.append({"do": "answer", "text": view.translator.say("command.answer"), "fields": []})
    return {"inputs": found}


def _fields(played: Played, given: Mapping[str, Answer]) -> Iterator[Plain]:
    """The next field of a command that is partly filled in, if any."""
    game = played.game
    name = given.get("do")
    if not isinstance(name, str) or name not in game.definition.commands:
        raise refuse("read.choice", "given.do", given=name, options=sorted(game.definition.commands))
    if game.question is not None or game.position is None:
        raise refuse("answer.first")
    command = game.definition.commands[name]
    if not is_available(command, game.definition.is_over(game.position)):
        raise refuse("next.over" if game.definition.is_over(game.position) else "tell.end", "given.do")
    told: Plain = {}
    while (field := find_field(command, game.position, told)) is not None:
        if field.aside and field.name not in given:
            told[field.name] = None
            continue
        if field.name not in given:
            yield {"name": field.name, **question_data(asked(field.question, played.view.translator))}
            return
        told[field.name] = check(field.question, given[field.name], f"given.{field.name}")


def _try(played: Played, look: LookLine) -> Plain:
    """What an answer would bring: a dry run of the same engine."""
    if look.answer is msgspec.UNSET:
        raise refuse("read.missing", "answer")
    respond = parse_input(played.game.definition, {"do": "answer", "to": look.answer})
    with played.game.tried(respond) as steps:
        played.lines.append({})
        try:
            return answer(played, steps)
        finally:
            played.lines.pop()


LOOKING: dict[str, Callable[[Played, LookLine], Plain]] = {
    "table": _table,
    "position": _position,
    "odds": _odds,
    "score": _score,
    "record": _record,
    "board": _board,
    "inputs": _inputs,
    "try": _try,
}
