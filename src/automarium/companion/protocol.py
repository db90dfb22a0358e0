"""The table protocol: a whole game of any room, a line in, a line out (docs/protocol.md is the contract).

It is the record format, spoken live. A stream knows no room and keeps nothing; whoever has one may play, look, undo,
try an answer out, and begin again with another header.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import msgspec

from automarium import games
from automarium.companion.box import checked_pack
from automarium.companion.plain import check_plain, question_data, trace_data
from automarium.companion.view import OddsView, View, asked
from automarium.kernel import strict
from automarium.kernel.command import Respond, can_be_told, next_heard, next_missing
from automarium.kernel.game import Game, read_input
from automarium.kernel.hands import as_data
from automarium.kernel.pack import Pack
from automarium.kernel.reading import read
from automarium.kernel.record import VERSION, Header, begin, new_header, present
from automarium.kernel.room import AnyRoom
from automarium.kernel.ruling import settle
from automarium.kernel.saying import Refused, Saying, refuse
from automarium.kernel.table import Step, check
from automarium.voice import LANGUAGES, Voice

Plain = dict[str, Any]
LOOKS = ("table", "position", "odds", "score", "record", "board", "inputs", "try")
MOST_SEED = 1 << 63


class HeaderLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What begins a game; only ``game`` is required. The last three stand in stored records."""

    game: str
    options: dict[str, Any] = {}
    rulings: dict[str, str] = {}
    own: dict[str, Any] = {}
    seed: int | None = None
    lang: str = "en"
    why: bool = False
    automarium: int = VERSION
    app: str = ""
    packs: dict[str, str] = {}


class Look(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    look: str
    given: dict[str, Any] | None = None
    answer: Any = msgspec.UNSET


class Playing:
    """A game that a stream plays: its header, the game, and every line it took."""

    def __init__(self, header: Header, game: Game, voice: Voice, why: bool) -> None:
        self.header, self.game, self.why = header, game, why
        self.view = View(game, voice)
        self.lines: list[Plain] = []

    @property
    def revision(self) -> int:
        return 1 + len(self.lines)


class TableStream:
    """Takes lines one after the other. ``send`` never raises for bad input."""

    def __init__(self) -> None:
        self._playing: Playing | None = None
        self._number = 0

    def send(self, line: object) -> Plain:
        """The answer to one line, both as plain JSON data."""
        self._number += 1
        return self._guarded(lambda: self._taken(line))

    def send_text(self, text: bytes) -> bytes:
        """The same from JSON text to JSON text, both without a line feed."""
        self._number += 1
        return strict.encode(self._guarded(lambda: self._taken(strict.parse(text, strict.LONGEST))))

    def skip(self) -> None:
        """A blank line: it counts, and has no answer."""
        self._number += 1

    def _guarded(self, take: Callable[[], Plain]) -> Plain:
        try:
            return take()
        except Refused as refused:
            return self.error(refused)
        except RecursionError:
            return self.error(refuse("oracle.deep"))

    def error(self, refused: Refused) -> Plain:
        where = f"line {self._number}{f': {refused.where}' if refused.where else ''}"
        voice = self._playing.view.voice if self._playing else Voice("en")
        return {"error": {"where": where, "message": voice.sentence(refused.message)}}

    # ------------------------------------------------------------------------------------------------------ three kinds

    def _taken(self, line: object) -> Plain:
        if not isinstance(line, dict):
            raise refuse("protocol.object")
        check_plain(line)
        kinds = [kind for kind in ("game", "do", "look") if kind in line]
        if len(kinds) != 1:
            raise refuse("protocol.kind")
        if kinds == ["game"]:
            return self._begun(line)
        if self._playing is None:
            raise refuse("protocol.header")
        return self._done(self._playing, line) if kinds == ["do"] else self._looked(self._playing, line)

    def _begun(self, line: Plain) -> Plain:
        self._playing = playing = begun(line)
        self._playing = playing
        return {**_answer(playing, playing.game.runs[0].steps, hands=False), "setup": _setup(playing)}

    def _done(self, playing: Playing, line: Plain) -> Plain:
        data = dict(line)
        then = data.pop("then", None)
        if not isinstance(then, (str, type(None))):
            raise refuse("read.kind", "then", kind="", wanted="")
        steps = _follow(playing.game, data)
        if then is not None and then != playing.game.digest():
            _take_back(playing.game, data)
            raise refuse("protocol.then", "then", given=then)
        playing.lines.append(line if then is not None else data)
        return _answer(playing, steps)

    def _looked(self, playing: Playing, line: Plain) -> Plain:
        look = read(Look, line)
        if look.look not in LOOKS:
            raise refuse("read.choice", "look", given=look.look, options=list(LOOKS))
        if look.given is not None and look.look != "inputs":
            raise refuse("read.unknown", "given", options=["look"])
        if look.answer is not msgspec.UNSET and look.look != "try":
            raise refuse("read.unknown", "answer", options=["look"])
        return LOOKING[look.look](playing, look)


# --------------------------------------------------------------------------------------------------------------- begin


def begun(line: Mapping[str, Any]) -> Playing:
    """A game from its header."""
    asked_for = read(HeaderLine, dict(line))
    if asked_for.lang not in LANGUAGES:
        raise refuse("lang.unknown", "lang", given=asked_for.lang, options=list(LANGUAGES))
    if asked_for.seed is not None and not -MOST_SEED <= asked_for.seed < MOST_SEED:
        raise refuse("read.range", "seed", given=asked_for.seed, low=-MOST_SEED, high=MOST_SEED - 1)
    room = games.room(asked_for.game)
    pack = _pack(room, asked_for)
    seed = secrets.randbits(48) if asked_for.seed is None else asked_for.seed
    if asked_for.automarium not in (1, VERSION):
        raise refuse("record.version", "automarium", version=asked_for.automarium, known=VERSION)
    given = asked_for.options
    if asked_for.automarium == 1:
        old = Header(1, room.name, given, asked_for.rulings, seed, asked_for.own, asked_for.app)
        header = present(old, room)
    else:
        rulings = settle(room.rulings, asked_for.rulings)
        options = given if asked_for.packs else filled_options(room, given, rulings, pack)
        header = new_header(room, options, asked_for.rulings, seed, pack)
    return Playing(header, begin(room, header, pack), Voice(asked_for.lang, [room.folder]), asked_for.why)


def _pack(room: AnyRoom, asked_for: HeaderLine) -> Pack:
    try:
        begins = asked_for.automarium == VERSION and not asked_for.packs  # a record names its packs
        return checked_pack(room, asked_for.own, None if begins else asked_for.packs)
    except Refused as fault:
        inside = fault.where and not fault.where.startswith(("own", "packs"))
        raise Refused(fault.message, f"own.{fault.where}" if inside else fault.where or "own") from None


def filled_options(room: AnyRoom, given: Mapping[str, Any], rulings: Any, pack: Pack) -> Plain:
    """Every option: the given one, or what Enter chooses, in the order in which they are asked."""
    for name in given:
        if name not in room.option_names:
            raise refuse("option.unknown", f"options.{name}", options=list(room.option_names))
    options: Plain = {}
    while (field := next_missing(room.option_fields(options, rulings, pack), options)) is not None:
        value = given.get(field.name, field.question.default)
        if value is None:
            raise refuse("answer.missing", f"options.{field.name}", name=field.name)
        options[field.name] = check(field.question, value, f"options.{field.name}")
    for name in given:
        if name not in options:
            raise refuse("option.unused", f"options.{name}")
    return options


# -------------------------------------------------------------------------------------------------------------- answers


def _follow(game: Game, data: Plain) -> list[Step]:
    """Do what a line says; the steps that it brought."""
    if data == {"do": "undo"}:
        game.undo()
        return []
    if data == {"do": "redo"}:
        known = len(game.runs[-1].steps) if isinstance(game.undone[-1] if game.undone else None, Respond) else 0
        game.redo()
        return game.runs[-1].steps[known:]
    return game.put(read_input(game.room, data))


def _take_back(game: Game, data: Plain) -> None:
    if data == {"do": "undo"}:
        game.redo()
    else:
        game.undo()
        if data != {"do": "redo"}:
            game.undone.pop()


def _answer(playing: Playing, steps: Iterable[Step], *, hands: bool = True) -> Plain:
    game, view = playing.game, playing.view
    shown = game.shown
    status = None if shown is None else game.room.status(shown)
    return {
        "revision": playing.revision,
        "turn": 0 if status is None else status.turn,
        "to_move": "human" if status is None else status.to_move,
        "over": status is not None and status.over,
        "then": game.digest(),
        "steps": [_step(playing, step) for step in steps],
        "hands": [{**as_data(todo.hand), "text": todo.text} for todo in view.hands()] if hands else [],
        "question": None if view.question is None else question_data(view.question),
    }


def _step(playing: Playing, step: Step) -> Plain:
    data: Plain = {"event": msgspec.to_builtins(step.event), "clauses": list(step.clauses)}
    if playing.why:
        data["trace"] = [stage for trace in step.traces for stage in trace_data(trace)]
    data["text"] = playing.view.voice.sentence(step.event)
    return data


def _setup(playing: Playing) -> list[Plain]:
    if playing.game.position is None:
        return []
    return [{"text": text, "clauses": list(clauses)} for text, clauses in playing.view.setup()]


# --------------------------------------------------------------------------------------------------------------- looks


def _table(playing: Playing, _: Look) -> Plain:
    return {"table": [as_data(thing) for thing in playing.game.layout().lines()]}


def _position(playing: Playing, _: Look) -> Plain:
    return {"position": msgspec.to_builtins(playing.game.shown, str_keys=True)}


def _odds(playing: Playing, _: Look) -> Plain:
    game = playing.game
    if game.question is not None or game.position is None:  # the card that is being played would be counted
        raise refuse("answer.first")
    if game.room.is_over(game.position):
        raise refuse("odds.over")
    seen: OddsView = playing.view.odds(game.room.odds(game.position, game.pack, game.rulings))
    outcomes = [
        {"event": msgspec.to_builtins(one.event), "text": one.text, "cards": list(one.cards)} for one in seen.outcomes
    ]
    return {"odds": {"cards": list(seen.cards), "outcomes": outcomes}}


def _score(playing: Playing, _: Look) -> Plain:
    if playing.game.shown is None:
        raise refuse("answer.first")
    return {"score": msgspec.to_builtins(playing.view.score())}


def _record(playing: Playing, _: Look) -> Plain:
    return {"record": [msgspec.to_builtins(playing.header), *playing.lines]}


def _board(playing: Playing, _: Look) -> Plain:
    game, say = playing.game, playing.view.voice.say
    if game.shown is None:
        raise refuse("answer.first")
    text = "\n".join(game.room.text(game.shown, game.rulings, say, BOARD_WIDTH))
    return {"board": {"text": text, "svg": game.room.draw(game.shown, game.rulings, say)}}


BOARD_WIDTH = 80


def _inputs(playing: Playing, look: Look) -> Plain:
    game, view = playing.game, playing.view
    if look.given is not None:
        return {"fields": list(_fields(playing, look.given))}
    found = []
    for one in view.commands():
        field = view.field(one.name, {})
        fields = [] if field is None else [{"name": field.name, **question_data(asked(field.question, view.voice))}]
        found.append({"do": one.name, "text": one.text, "fields": fields})
    if game.question is not None:
        found.append({"do": "answer", "text": view.voice.say("command.answer"), "fields": []})
    return {"inputs": found}


def _fields(playing: Playing, given: Mapping[str, Any]) -> Iterator[Plain]:
    """The next field of a command that is partly filled in, if any."""
    game = playing.game
    name = given.get("do")
    if not isinstance(name, str) or name not in game.room.commands:
        raise refuse("read.choice", "given.do", given=name, options=sorted(game.room.commands))
    if game.question is not None or game.position is None:
        raise refuse("answer.first")
    command = game.room.commands[name]
    if not can_be_told(command, game.room.is_over(game.position)):
        raise refuse("next.over" if game.room.is_over(game.position) else "tell.end", "given.do")
    told: Plain = {}
    while (field := next_heard(command, game.position, told)) is not None:
        if field.aside and field.name not in given:
            told[field.name] = None
            continue
        if field.name not in given:
            yield {"name": field.name, **question_data(asked(field.question, playing.view.voice))}
            return
        told[field.name] = check(field.question, given[field.name], f"given.{field.name}")


def _try(playing: Playing, look: Look) -> Plain:
    """What an answer would bring: a dry run of the same engine."""
    if look.answer is msgspec.UNSET:
        raise refuse("read.missing", "answer")
    respond = read_input(playing.game.room, {"do": "answer", "to": look.answer})
    with playing.game.tried(respond) as steps:
        playing.lines.append({})
        try:
            return _answer(playing, steps)
        finally:
            playing.lines.pop()


LOOKING: dict[str, Callable[[Playing, Look], Plain]] = {
    "table": _table,
    "position": _position,
    "odds": _odds,
    "score": _score,
    "record": _record,
    "board": _board,
    "inputs": _inputs,
    "try": _try,
}


def answer_lines(lines: list[object], seconds: float, clock: Callable[[], float] = time.monotonic) -> list[Plain]:
    """The answers to all lines of one request. Past its time every further line is an error."""
    stream, end = TableStream(), clock() + seconds
    answers = []
    for line in lines:
        if clock() > end:
            stream.skip()
            answers.append(stream.error(Refused(Saying("protocol.time", {"count": int(seconds)}))))
        else:
            answers.append(stream.send(line))
    return answers
