"""Queries of the table protocol: lines with ``look``, which do not change the game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

from automarium.engine.game.playthrough import parse_input
from automarium.engine.layout import to_data
from automarium.engine.message import refuse
from automarium.engine.play.command import find_field, is_available
from automarium.engine.question import Answer, Field, check
from automarium.engine.validation import convert
from automarium.protocol.game import ProtocolGame, build_answer
from automarium.views.json_views import Plain, encode_question, encode_score
from automarium.views.question import build_question

BOARD_WIDTH = 80


class QueryLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    look: str
    given: dict[str, Any] | None = None
    answer: object = msgspec.UNSET


def answer_query(played: ProtocolGame, line: Plain) -> Plain:
    """Return the answer to a query. Raise Refused if there is no such query."""
    look = convert(QueryLine, line)
    if look.look not in QUERIES:
        raise refuse("read.choice", "look", given=look.look, options=list(QUERIES))
    if look.given is not None and look.look != "inputs":
        raise refuse("read.unknown", "given", options=["look"])
    if look.answer is not msgspec.UNSET and look.look != "try":
        raise refuse("read.unknown", "answer", options=["look"])
    return QUERIES[look.look](played, look)


def _table(played: ProtocolGame, _: QueryLine) -> Plain:
    return {"table": [to_data(thing) for thing in played.game.layout().lines()]}


def _position(played: ProtocolGame, _: QueryLine) -> Plain:
    return {"position": msgspec.to_builtins(played.game.shown, str_keys=True)}


def _odds(played: ProtocolGame, _: QueryLine) -> Plain:
    odds = played.view.odds()
    outcomes = [
        {"event": msgspec.to_builtins(one.event), "text": one.text, "cards": list(one.cards)} for one in odds.outcomes
    ]
    return {"odds": {"cards": list(odds.cards), "outcomes": outcomes}}


def _score(played: ProtocolGame, _: QueryLine) -> Plain:
    return {"score": encode_score(played.view.score())}


def _record(played: ProtocolGame, _: QueryLine) -> Plain:
    return {"record": [msgspec.to_builtins(played.header), *played.lines]}


def _board(played: ProtocolGame, _: QueryLine) -> Plain:
    game, shown, say = played.game, played.view.shown, played.view.translator.say
    text = "\n".join(game.definition.words.text(shown, game.rulings, say, BOARD_WIDTH))
    return {"board": {"text": text, "svg": game.definition.draw(shown, game.rulings, say)}}


def _inputs(played: ProtocolGame, look: QueryLine) -> Plain:
    game, view = played.game, played.view
    if look.given is not None:
        return {"fields": list(_fields(played, look.given))}
    found = []
    for one in view.commands():
        field = view.next_field(one.name, {})
        fields = [] if field is None else [_encode_field(played, field)]
        found.append({"do": one.name, "text": one.text, "fields": fields})
    if game.question is not None:
        found.append({"do": "answer", "text": view.translator.say("command.answer"), "fields": []})
    return {"inputs": found}


def _fields(played: ProtocolGame, given: Mapping[str, Answer]) -> Iterator[Plain]:
    """Return the next field of a command that is partly filled in, if any."""
    game = played.game
    name = given.get("do")
    if not isinstance(name, str) or name not in game.definition.commands:
        raise refuse("read.choice", "given.do", given=name, options=sorted(game.definition.commands))
    if game.question is not None or game.position is None:
        raise refuse("answer.first")
    command = game.definition.commands[name]
    if not is_available(command, game.definition.is_over(game.position)):
        raise refuse("next.over" if game.definition.is_over(game.position) else "tell.end", "given.do")
    filled: Plain = {}
    while (field := find_field(command, game.position, filled)) is not None:
        if field.aside and field.name not in given:
            filled[field.name] = None
            continue
        if field.name not in given:
            yield _encode_field(played, field)
            return
        filled[field.name] = check(field.question, given[field.name], f"given.{field.name}")


def _encode_field(played: ProtocolGame, field: Field) -> Plain:
    return {"name": field.name, **encode_question(build_question(field.question, played.view.translator))}


def _try(played: ProtocolGame, look: QueryLine) -> Plain:
    """Return what an answer would lead to, without giving it."""
    if look.answer is msgspec.UNSET:
        raise refuse("read.missing", "answer")
    respond = parse_input(played.game.definition, {"do": "answer", "to": look.answer})
    setting_up = played.game.position is None
    with played.game.tried(respond) as steps:
        played.lines.append({})
        try:
            return build_answer(played, steps, completes_setup=setting_up and played.game.position is not None)
        finally:
            played.lines.pop()


QUERIES: dict[str, Callable[[ProtocolGame, QueryLine], Plain]] = {
    "table": _table,
    "position": _position,
    "odds": _odds,
    "score": _score,
    "record": _record,
    "board": _board,
    "inputs": _inputs,
    "try": _try,
}
