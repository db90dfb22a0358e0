"""A game of the table protocol: begun with a header line, an answer to every line, queries that change nothing."""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import msgspec

from automarium.box.box import checked_pack
from automarium.engine.content.pack import Pack
from automarium.engine.content.rulings import settle
from automarium.engine.definition import AnyDefinition, fill_options
from automarium.engine.game.playthrough import Playthrough, parse_input
from automarium.engine.game.record import VERSION, Header, begin, make_header, migrate
from automarium.engine.layout import to_data
from automarium.engine.message import Refused, refuse
from automarium.engine.play.command import find_field, is_available
from automarium.engine.play.event import Step
from automarium.engine.question import Answer, Field, check
from automarium.engine.validation import convert
from automarium.games import plugins
from automarium.i18n.languages import check_language
from automarium.i18n.translator import Translator
from automarium.views.game import View
from automarium.views.json_views import Plain, encode_question, encode_score, encode_trace
from automarium.views.question import build_question

MOST_SEED = 1 << 63


class HeaderLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The line that begins a game; only ``game`` is required. Stored records have the three after
    ``why``. ``document``: the game is this document, and ``game`` its name, with or without the hash. ``house``: what
    a designer's pack changes in the house pack."""

    game: str
    options: dict[str, Any] = {}
    rulings: dict[str, str] = {}
    own: dict[str, object] = {}
    seed: int | None = None
    lang: str = "en"
    why: bool = False
    automarium: int = VERSION
    app: str = ""
    packs: dict[str, str] = {}
    document: str = ""
    house: dict[str, object] = {}


class ProtocolGame:
    """A game with its header and every line that it took."""

    def __init__(self, header: Header, game: Playthrough, translator: Translator, why: bool) -> None:
        self.header, self.game, self.why = header, game, why
        self.view = View(game, translator)
        self.lines: list[Plain] = []

    @property
    def revision(self) -> int:
        return 1 + len(self.lines)

    @contextlib.contextmanager
    def atomic(self) -> Iterator[None]:
        """Return a context that puts the game and its lines back if the ``with`` block raises an exception."""
        known = len(self.lines)
        try:
            with self.game.atomic():
                yield
        except BaseException:
            del self.lines[known:]
            raise


def begin_game(line: Mapping[str, object]) -> ProtocolGame:
    """Return the game that a header line begins. Raise Refused if the line is wrong."""
    asked_for = convert(HeaderLine, migrate([dict(line)], "automarium")[0])
    check_language(asked_for.lang)
    if asked_for.seed is not None and not -MOST_SEED <= asked_for.seed < MOST_SEED:
        raise refuse("read.range", "seed", given=asked_for.seed, low=-MOST_SEED, high=MOST_SEED - 1)
    definition = _find_definition(asked_for)
    pack = _check_pack(definition, asked_for)
    seed = secrets.randbits(48) if asked_for.seed is None else asked_for.seed
    options = asked_for.options
    if not asked_for.packs:  # a record names its packs, and all its options
        options = fill_options(definition, options, settle(definition.rulings, asked_for.rulings), pack)
    header = make_header(definition, options, asked_for.rulings, seed, pack)
    return ProtocolGame(
        header, begin(definition, header, pack), Translator(asked_for.lang, [definition.folder]), asked_for.why
    )


def _find_definition(asked_for: HeaderLine) -> AnyDefinition:
    if not asked_for.document:
        return plugins.load_definition(asked_for.game)
    name = plugins.add_document(asked_for.document)
    plain = name.rpartition("-")[0]
    return plugins.load_recorded(name if asked_for.game == plain else asked_for.game, asked_for.document)


def _check_pack(definition: AnyDefinition, asked_for: HeaderLine) -> Pack:
    try:
        return checked_pack(definition, asked_for.own, asked_for.packs or None, asked_for.house)
    except Refused as fault:
        inside = fault.where and not fault.where.startswith(("own", "packs"))
        layer = "house" if asked_for.house and not asked_for.own else "own"
        raise Refused(fault.message, f"{layer}.{fault.where}" if inside else fault.where or layer) from None


def build_answer(played: ProtocolGame, steps: Iterable[Step], *, completes_setup: bool = False) -> Plain:
    """Return the state of the game after these steps, with the checklist if they complete the setup."""
    game, view = played.game, played.view
    shown = game.shown
    status = None if shown is None else game.definition.status(shown)
    answer = {
        "revision": played.revision,
        "turn": 0 if status is None else status.turn,
        "to_move": "human" if status is None else status.to_move,
        "over": status is not None and status.over,
        "then": game.digest(),
        "steps": [_encode_step(played, step) for step in steps],
        "hands": [{**to_data(todo.hand), "text": todo.text} for todo in view.hands()],
        "question": None if view.question is None else encode_question(view.question),
    }
    if completes_setup:
        answer["setup"] = [{"text": item.text, "clauses": list(item.clauses)} for item in view.setup()]
    return answer


def _encode_step(played: ProtocolGame, step: Step) -> Plain:
    data: Plain = {"event": msgspec.to_builtins(step.event), "clauses": list(step.clauses)}
    if played.why:
        data["trace"] = [stage for trace in step.traces for stage in encode_trace(trace)]
    data["text"] = played.view.translator.sentence(step.event)
    return data


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
