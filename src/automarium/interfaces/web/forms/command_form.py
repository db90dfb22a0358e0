"""Commands filled in field by field, from an address or a form."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from automarium.engine.layout import PlacedPieces
from automarium.engine.message import Refused
from automarium.engine.play.command import NEXT
from automarium.engine.question import Answer, Count, Field, Form, Pick, Series, Several, Words
from automarium.interfaces.web.forms.form_data import is_sent, list_offered, read_answer
from automarium.views.game import View

MOST_WAYS = 4  # options of a field that are tried one by one
DEEPEST = 4


class FilledCommand(msgspec.Struct, frozen=True):
    """A command as far as it is filled in; complete if no field is ``missing``. ``supposed`` fields have defaults."""

    name: str
    fields: tuple[tuple[Field, Answer], ...]
    missing: Field | None
    supposed: frozenset[str] = frozenset()

    @property
    def given(self) -> dict[str, object]:
        return {field.name: answer for field, answer in self.fields}


def fill_command(view: View, name: str, sent: Mapping[str, str], asked: str | None = None) -> FilledCommand:
    """Fill in what was sent. A choice with a default is not asked, unless it is the last field or ``asked`` for."""
    given: dict[str, object] = {}
    fields: list[tuple[Field, Answer]] = []
    supposed: set[str] = set()
    while (field := view.next_field(name, given)) is not None:
        if is_sent(field.question, sent, field.name):
            answer = read_answer(field.question, sent, field.name)
        elif field.name != asked and _is_supposed(view, name, given, field):
            assert field.question.default is not None
            answer = field.question.default
            supposed.add(field.name)
        else:
            return FilledCommand(name, tuple(fields), field, frozenset(supposed))
        given[field.name] = answer
        fields.append((field, answer))
    return FilledCommand(name, tuple(fields), None, frozenset(supposed))


def _is_supposed(view: View, name: str, given: dict[str, object], field: Field) -> bool:
    question = field.question
    if not isinstance(question, Pick) or question.default is None:
        return False
    return view.next_field(name, {**given, field.name: question.default}) is not None


def find_independent(view: View, name: str, given: Mapping[str, object]) -> list[Field]:
    """Return the missing fields if none depends on another, so that one screen can ask them; otherwise nothing."""
    try:
        walks = [list(_walk_fields(view, name, given, other=other)) for other in (False, True)]
    except Refused:  # an answer is impossible: the fields depend on it
        return []
    return walks[0] if walks[0] == walks[1] and len(walks[0]) > 1 else []


def _walk_fields(view: View, name: str, given: Mapping[str, object], *, other: bool) -> Iterator[Field]:
    """Yield the fields answered by their defaults, or by something else (``other``)."""
    filled = dict(given)
    while (field := view.next_field(name, filled)) is not None:
        yield field
        filled[field.name] = _get_other(field) if other else get_default(field)


def _get_other(field: Field) -> Answer | None:
    match field.question:
        case Pick(options=options):
            return options[-1] if options else None
        case Count(high=high):
            return high
        case _:
            return get_default(field)


ADJUST = "adjust"  # the command of corrections, in every game
TO = "to"  # the field for the target of a move


def find_movable(view: View, place: str) -> list[tuple[PlacedPieces, FilledCommand]]:
    """Return the person's pieces at a place that can be moved, each with its command up to the target."""
    found: list[tuple[PlacedPieces, FilledCommand]] = []
    for thing in view.game.layout().lines():
        if isinstance(thing, PlacedPieces) and thing.side == "human" and thing.at == place:
            for name in view.command_names():
                way = None if name in (NEXT, ADJUST) else _find_move(view, name, thing)
                if way is not None:
                    found.append((thing, way))
    return found


def can_leave(move: FilledCommand) -> bool:
    """Return whether a piece has a target that is legal as far as the game knows."""
    return (
        move.missing is not None
        and isinstance(move.missing.question, Pick)
        and bool(list_offered(move.missing.question))
    )


def _find_move(view: View, name: str, thing: PlacedPieces) -> FilledCommand | None:
    """Return a command filled in by the piece and its place, if it then asks for the target."""
    so_far = FilledCommand(name, (), None)
    while (field := _find_field(view, so_far)) is not None:
        question = field.question
        if field.name == TO:
            goes = isinstance(question, Pick) and any(at != thing.at for at in question.options)
            return FilledCommand(name, so_far.fields, field) if goes else None
        known = [one for one in (thing.piece, thing.at) if isinstance(question, Pick) and one in question.options]
        if not known:
            return None
        so_far = FilledCommand(name, (*so_far.fields, (field, known[0])), None)
    return None


def _find_field(view: View, so_far: FilledCommand) -> Field | None:
    try:
        return view.next_field(so_far.name, so_far.given)
    except Refused:  # the command is impossible now
        return None


def find_commands_at(view: View, place: str) -> Iterator[FilledCommand]:
    """Yield every command that a tap on a place can begin."""
    for name in view.command_names():
        if name != NEXT:
            yield from _find_ways(view, FilledCommand(name, (), None), place)


def _find_ways(view: View, so_far: FilledCommand, place: str) -> Iterator[FilledCommand]:
    field = _find_field(view, so_far)
    if field is None or not isinstance(field.question, Pick) or len(so_far.fields) == DEEPEST:
        return
    question = field.question

    def with_(answer: Answer) -> FilledCommand:
        return FilledCommand(so_far.name, (*so_far.fields, (field, answer)), None)

    if place in list_offered(question):
        yield with_(place)
    elif question.default is not None:
        yield from _find_ways(view, with_(question.default), place)
    elif len(question.options) <= MOST_WAYS or not so_far.fields:  # try every option of the first field
        for option in question.options:
            yield from _find_ways(view, with_(option), place)


def get_default(field: Field) -> Answer | None:
    """Return what is chosen until the person chooses: the default, or the first option."""
    question = field.question
    if question.default is not None:
        return question.default
    match question:
        case Pick():
            return question.options[0] if question.options else None
        case Count():
            return max(question.low, min(0, question.high))
        case Series() | Several():
            return []
        case Words():
            return ""
        case Form():
            return {one.name: get_default(one) for one in question.fields}
