"""What the person tells, field by field: from what an address or a form sent to a whole input."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

import msgspec

from automarium import games
from automarium.companion import box, home
from automarium.faces.web.widgets import read_answer
from automarium.kernel.chance import Chance
from automarium.kernel.game import Game, read_input
from automarium.kernel.pack import Pack
from automarium.kernel.room import Field, Room
from automarium.kernel.ruling import settle
from automarium.kernel.saying import Refused
from automarium.kernel.table import Answer, AnyQuestion, Count, Pick, Series, Several, Table, Unanswered
from automarium.lab.playing import play_game

MOST_WAYS = 4  # a field with more options than this is not tried out option by option
DEEPEST = 4


class Told(msgspec.Struct, frozen=True):
    """As far as an input is filled in; complete if nothing is ``missing``. ``supposed`` are taken without asking."""

    name: str
    fields: tuple[tuple[Field, Answer], ...]
    missing: Field | None
    supposed: frozenset[str] = frozenset()

    @property
    def given(self) -> dict[str, Any]:
        return {field.name: answer for field, answer in self.fields}


def told(room: Room, position: Any, name: str, sent: Mapping[str, str], asked: str | None = None) -> Told:
    """Fill in what was sent. A choice that has a default is not asked, unless it is the last thing or ``asked`` for."""
    given: dict[str, Any] = {}
    fields: list[tuple[Field, Answer]] = []
    supposed: set[str] = set()
    while (field := room.input_field(position, name, given)) is not None:
        if field.name in sent:
            answer = read_answer(field.question, sent[field.name], field.name)
        elif field.name != asked and _goes_without_asking(room, position, name, given, field):
            assert field.question.default is not None
            answer = field.question.default
            supposed.add(field.name)
        else:
            return Told(name, tuple(fields), field, frozenset(supposed))
        given[field.name] = answer
        fields.append((field, answer))
    return Told(name, tuple(fields), None, frozenset(supposed))


def _goes_without_asking(room: Room, position: Any, name: str, given: dict[str, Any], field: Field) -> bool:
    question = field.question
    if not isinstance(question, Pick) or question.default is None:
        return False
    return room.input_field(position, name, {**given, field.name: question.default}) is not None


def ways_at(room: Room, position: Any, place: str) -> Iterator[Told]:
    """Everything the person may tell that has to do with a place: what a tap on the picture offers."""
    for name in room.inputs:
        if name != "next":
            yield from _ways(room, position, Told(name, (), None), place)


def _ways(room: Room, position: Any, so_far: Told, place: str) -> Iterator[Told]:
    try:
        field = room.input_field(position, so_far.name, so_far.given)
    except Refused:  # nothing of this kind can be told now
        return
    if field is None or not isinstance(field.question, Pick) or len(so_far.fields) == DEEPEST:
        return
    question = field.question

    def with_(answer: Answer) -> Told:
        return Told(so_far.name, (*so_far.fields, (field, answer)), None)

    if place in question.options:
        yield with_(place)
    elif question.default is not None:
        yield from _ways(room, position, with_(question.default), place)
    elif len(question.options) <= MOST_WAYS or not so_far.fields:  # what comes first is worth trying out
        for option in question.options:
            yield from _ways(room, position, with_(option), place)


def last_answered(game: Game) -> AnyQuestion | None:
    """The question that the last answer answered: the run again, without it."""
    run = game.runs[-1]
    chance = Chance(0)
    chance.restore(run.chance)
    table = Table(chance, game.rulings, [answer.to for answer in run.answers[:-1]], explain=False)
    try:
        if run.input is None:
            game.room.set_up(game.options, game.pack, table)
        else:
            game.room.apply(copy.deepcopy(run.start), run.input, game.pack, table)
    except Unanswered as unanswered:
        return unanswered.question
    return None


@lru_cache(maxsize=16)
def scoring(game: str) -> frozenset[str]:
    """The inputs that are still taken when a game is over: those that tell the score, beside corrections.

    No room has to list them: a game is played to its end by stand-ins, and each input is tried out there.
    """
    room = games.room(game)
    pack = box.checked_pack(room, {})
    rulings = settle(room.rulings, {})
    options: dict[str, Any] = {}
    while (field := room.option_field(options, rulings)) is not None:
        options[field.name] = offered(field)
    end = play_game(room, options, 1, pack)
    taken: set[str] = set()
    while more := {name for name in room.inputs if name not in taken and _takes(room, end, name, pack, rulings)}:
        taken |= more  # one may wait for another: a tie is broken only when the score is told
    return frozenset(taken - {"adjust"})


def _takes(room: Room, position: Any, name: str, pack: Pack, rulings: dict[str, str]) -> bool:
    """Whether an input is taken with whatever is offered first; what it does to the position stays done."""
    given: dict[str, Any] = {}
    try:
        while (field := room.input_field(position, name, given)) is not None:
            given[field.name] = offered(field)
        room.apply(position, read_input(room, {"do": name, **given}), pack, Table(Chance(0), rulings, explain=False))
    except Unanswered:
        return True
    except Refused:
        return False
    return True


def offered(field: Field) -> Answer | None:
    """What is chosen until the person chooses: the default, or the first."""
    question = field.question
    if question.default is not None:
        return question.default
    match question:
        case Pick():
            return question.options[0] if question.options else None
        case Count():
            return question.low
        case Series() | Several():
            return []
