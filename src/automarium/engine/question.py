"""Questions to the player, as data of six kinds, and the check of their answers.

An interface shows every question of every game with one widget per kind.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any, TypeAlias

import msgspec

from automarium.engine.message import Message, Refused, Term, clean, refuse, term

UNKNOWN = "?"  # in place of a printed fact

# A whole number, an option or a text, a list of numbers or options, or a form's answers by the names of its fields.
Answer: TypeAlias = int | str | list[Any] | dict[str, Any]


class Question(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind"):
    """``about`` is the message key of the wording, ``params`` its parameters; ``place`` is its place on the board.

    ``hole`` names a printed fact that is not published (``progress.4.spaces``): it is asked for once, and the answer is
    saved in the player's own pack; ``{character}`` in it stands for the answer to that field of the same form.
    ``default`` is the answer that an interface may offer; with the default ``UNKNOWN`` the fact may stay unknown.
    """

    about: str
    params: dict[str, Any] = {}
    place: str | None = None
    hole: str | None = None
    default: Answer | None = None


class Pick(Question, frozen=True, kw_only=True, tag="pick"):
    """One of ``options``. ``family`` is the family of the options as terms (mechs, places …).

    ``likely``: the options that are legal as far as the game knows; an interface offers them first, but the others are
    valid answers, too. None if the game does not distinguish them. ``barred``: values that look like options but are
    not possible now, each with the refusal. ``looks``: descriptions of options that have no other name, such as cards
    without a number. ``component``: the kind of such cards; ``prints`` has their facts, for a drawing.
    """

    options: tuple[str | int, ...]
    family: str = ""
    looks: dict[str, Message] = {}
    component: str = ""
    prints: dict[str, dict[str, Any]] = {}
    likely: tuple[str | int, ...] | None = None
    barred: dict[str, Message] = {}


class Count(Question, frozen=True, kw_only=True, tag="count"):
    """A whole number from ``low`` to ``high``."""

    low: int
    high: int


class Series(Question, frozen=True, kw_only=True, tag="series"):
    """Up to ``most`` whole numbers from ``low`` to ``high``, in order; those in ``once`` at most once.

    ``rising``: each larger than the one before. ``exactly``: their number, if it is fixed. ``filled``: every table
    has at least one (see ``check_filled``).
    """

    low: int
    high: int
    most: int
    once: tuple[int, ...] = ()
    rising: bool = False
    exactly: int | None = None
    filled: bool = False


class Several(Question, frozen=True, kw_only=True, tag="several"):
    """Up to ``most`` of ``options``, in order, with repetitions; ``limits`` is the limit for each.

    ``exactly`` and ``filled`` as in :class:`Series`, ``family`` as in :class:`Pick`.
    """

    options: tuple[str, ...]
    most: int
    limits: dict[str, int] = {}
    exactly: int | None = None
    family: str = ""
    filled: bool = False


class Words(Question, frozen=True, kw_only=True, tag="words"):
    """A line of at most ``most`` characters, for printed names and texts."""

    most: int = 300


class Form(Question, frozen=True, kw_only=True, tag="form"):
    """Several questions on one screen. A field that is left out takes its default, the known value ("unchanged"); a
    field that may not apply has a default, too. ``filled``: at least one of its :class:`Several` is not empty (see
    ``check_filled``)."""

    fields: tuple[Field, ...]
    filled: bool = False


class Field(msgspec.Struct, frozen=True, omit_defaults=True):
    """A field of a command, of the options or of a form: its name and its question.

    ``aside``: it may be entered but is never asked for. If it is missing, an option takes its default, and a command or
    form leaves it out. ``needs``: another field of the form, and the answers to it with which this field is asked for;
    with any other answer it is optional.
    """

    name: str
    question: AnyQuestion
    aside: bool = False
    needs: tuple[str, tuple[str, ...]] | None = None

    def is_asked(self, given: Mapping[str, object]) -> bool:
        """Return whether the field of a form is asked for, given the answers to the fields before it."""
        return not self.aside and (self.needs is None or given.get(self.needs[0]) in self.needs[1])


AnyQuestion: TypeAlias = Pick | Count | Series | Several | Words | Form


def check(question: AnyQuestion, answer: Answer, where: str = "") -> Answer:
    """Return the answer, of a form with the defaults of asked fields that were left out; raise Refused, which says what
    would be right, if it is no answer to this question. ``where`` is the path of the answer."""
    if answer == UNKNOWN and question.default == UNKNOWN:
        return answer
    match question:
        case Form():
            return _check_form(question, answer, where)
        case Words():
            _check_words(question, answer, where)
        case Pick():
            if isinstance(answer, str) and answer in question.barred:
                raise Refused(question.barred[answer], where)
            if answer not in question.options or isinstance(answer, bool):
                raise refuse("answer.option", where, given=answer, options=list(question.options))
        case Count():
            _check_number(answer, question.low, question.high, where)
        case Series():
            _check_series(question, answer, where)
        case Several():
            _check_several(question, answer, where)
    return answer


def is_silent(question: AnyQuestion) -> bool:
    """Return whether a form asks for nothing: everything in it may be given, and nothing need be."""
    return isinstance(question, Form) and all(field.aside for field in question.fields)


def check_filled(question: AnyQuestion, answer: Answer, where: str = "") -> None:
    """Raise Refused if a player left out what every table has. Not part of ``check``, because records and own packs may
    hold an empty list."""
    if isinstance(question, Form) and isinstance(answer, dict):
        given = {field.name: answer.get(field.name, field.question.default) for field in question.fields}
        rows = [field.name for field in question.fields if isinstance(field.question, Several)]
        if question.filled and rows and all(given[name] == [] for name in rows):
            raise refuse("answer.no-row", _join_path(where, rows[0]))
        for field in question.fields:
            if field.name in answer:
                check_filled(field.question, answer[field.name], _join_path(where, field.name))
    elif isinstance(question, (Series, Several)) and question.filled and answer == []:
        raise refuse("answer.empty", where)


def _check_form(question: Form, answer: object, where: str) -> dict[str, object]:
    if not isinstance(answer, dict):
        raise refuse("answer.form", where, given=answer, options=[field.name for field in question.fields])
    names = {field.name for field in question.fields}
    for name in answer:
        if name not in names:
            raise refuse("answer.field", _join_path(where, name), given=name, options=sorted(names))
    filled: dict[str, object] = {}
    for field in question.fields:
        if field.name not in answer and not field.is_asked(filled):
            continue
        value = answer.get(field.name, field.question.default)
        if value is None:
            raise refuse("answer.missing", _join_path(where, field.name), name=field.name)
        filled[field.name] = check(field.question, value, _join_path(where, field.name))
    return filled


def _join_path(where: str, name: str) -> str:
    return f"{where}.{name}" if where else str(name)


def _check_words(question: Words, answer: object, where: str) -> None:
    if not isinstance(answer, str):
        raise refuse("answer.words", where, given=answer)
    if len(answer) > question.most:
        raise refuse("answer.letters", where, count=question.most)
    if clean(answer) != answer:
        raise refuse("read.signs", where, given=answer)


def _check_number(number: object, low: int, high: int, where: str) -> None:
    if not isinstance(number, int) or isinstance(number, bool) or not low <= number <= high:
        raise refuse("answer.number", where, given=number, low=low, high=high)


def _check_length(question: Series | Several, answer: object, where: str) -> list[Any]:
    if not isinstance(answer, list):
        raise refuse("answer.list", where, given=answer)
    if len(answer) > question.most:
        raise refuse("answer.long", where, count=question.most)
    if question.exactly is not None and len(answer) != question.exactly:
        raise refuse("answer.exactly", where, count=question.exactly)
    return answer


def _check_several(question: Several, given: object, where: str) -> None:
    answer = _check_length(question, given, where)
    for index, one in enumerate(answer):
        if one not in question.options:
            raise refuse("answer.option", f"{where}[{index}]" if where else "", given=one, options=question.options)
    for option, limit in question.limits.items():
        if answer.count(option) > limit:
            named: str | Term = term(question.family, option) if question.family else option
            raise refuse("answer.limit", where, what=named, count=limit)


def _check_series(question: Series, given: object, where: str) -> None:
    answer = _check_length(question, given, where)
    for index, number in enumerate(answer):
        _check_number(number, question.low, question.high, f"{where}[{index}]" if where else "")
    for number in question.once:
        if answer.count(number) > 1:
            raise refuse("answer.once", where, number=number)
    if question.rising and any(later <= earlier for earlier, later in pairwise(answer)):
        raise refuse("answer.rising", where)
