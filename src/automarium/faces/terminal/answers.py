"""What typed words answer: any question of any game takes its words from the front of a line and leaves the others.

So a line may answer several questions, one after the other (``next r 2 y``). A list of numbers or options takes the
rest of the line, or as much as stands before a ``/``; ``-`` is an empty list. ``=`` takes what Enter would give.

A form is answered with the values of its fields in order, with spaces between them, or with ``/`` where fields are
lists (``rw/y/-//bk``: nothing between two is "unchanged"); ``3=rw`` answers the third field alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, TypeAlias

from automarium.faces.terminal.choices import Choices
from automarium.kernel.saying import Refused, refuse
from automarium.kernel.table import Answer, AnyQuestion, Count, Field, Form, Pick, Series, Several, Words, check
from automarium.voice import Voice

NOTHING, SAME, BREAK = "-", "=", "/"
_NUMBERED = re.compile(r"(\d{1,3})=(.*)")

NextField: TypeAlias = Callable[[Mapping[str, Any]], Field | None]


def take(question: AnyQuestion, words: Sequence[str], voice: Voice) -> tuple[Answer, int]:
    """The answer that the first words give, and how many they are; refused if they give none.

    Of a form only the fields that were named: what is missing is the caller's to ask for.
    """
    if isinstance(question, Form):
        return take_form(question, words, voice)
    if not words or words[0] == SAME:
        if question.default is None and not (isinstance(question, (Series, Several)) and not words):
            raise _no_answer(question, " ".join(words), voice)
        given = [] if question.default is None else question.default
        return check(question, given), len(words[:1])
    match question:
        case Pick():
            choices = Choices(question, voice)
            used = _longest(choices, words)
            return check(question, choices.one(_bare(" ".join(words[:used])))), used
        case Count():
            return check(question, _number(words[0], question)), 1
        case Series():
            mine, used = _list(words)
            return check(question, [_number(word, question) for word in mine]), used
        case Several():
            mine, used = _list(words)
            return check(question, list(Choices(question, voice).several(mine))), used
        case Words():
            return check(question, " ".join(words)), len(words)


def parse(question: AnyQuestion, text: str, voice: Voice) -> Answer:
    """The answer that a whole text gives; refused if it gives none, or if a word is left."""
    words = text.split()
    answer, used = take(question, words, voice)
    if used < len(words):
        raise refuse("prompt.too-much", given=" ".join(words[used:]))
    return answer


def _no_answer(question: AnyQuestion, given: str, voice: Voice) -> Refused:
    """Nothing was typed, and nothing is known."""
    match question:
        case Pick() if not question.options:
            return refuse("prompt.nothing")
        case Pick():
            return refuse("answer.option", given=given, options=Choices(question, voice).shown())
        case Count():
            return refuse("answer.number", given=given, low=question.low, high=question.high)
        case Words():
            return refuse("answer.words", given=given)
        case _:
            return refuse("answer.list", given=given)


def _longest(choices: Choices, words: Sequence[str]) -> int:
    """How many words name an option: as many as possible."""
    most = max((len(name.split()) for name in choices.names), default=1)
    fitting = (count for count in range(min(len(words), most), 1, -1) if choices.found(" ".join(words[:count])))
    return next(fitting, 1)


def _bare(word: str) -> str:
    return word.rstrip(",;") or word


def _list(words: Sequence[str]) -> tuple[list[str], int]:
    """The words of a list, commas or spaces between them, and how many were used; a break ends it."""
    end = next((index for index, word in enumerate(words) if word == BREAK), len(words))
    mine = [part for word in words[:end] for part in word.split(",") if part]
    return [] if mine == [NOTHING] else mine, min(end + 1, len(words))


def _number(word: str, question: Count | Series) -> int:
    try:
        return int(_bare(word).replace("−", "-"))
    except ValueError:
        raise refuse("answer.number", given=word, low=question.low, high=question.high) from None


# --------------------------------------------------------------------------------------------------------------- forms


def take_form(form: Form, words: Sequence[str], voice: Voice) -> tuple[dict[str, Any], int]:
    """The fields that a line fills, by their names, and how many words that took."""
    if any(BREAK in word for word in words):  # rows: the rest of the line belongs to this form
        return _rows(form, " ".join(words).split(BREAK), voice), len(words)
    given: dict[str, Any] = {}
    left = list(words)
    fields = list(form.fields)
    while left:
        if numbered := _NUMBERED.fullmatch(left[0]):
            field = _field_of(form, int(numbered[1]))
            with _naming(form, field):
                given[field.name] = parse(field.question, numbered[2].replace(",", " "), voice)
            del left[0]
            fields = [one for one in fields if one.name not in given]
        elif fields:
            field = fields.pop(0)
            with _naming(form, field):
                del left[: _fill_one(field, left, given, voice, last=not fields)]
        else:
            break
    return given, len(words) - len(left)


def _fill_one(field: Field, left: Sequence[str], given: dict[str, Any], voice: Voice, *, last: bool) -> int:
    """Fill a field from the front of a line; how many words it took. A list that is not the last takes one word, and a
    choice that has a default is passed over if the word is none of it."""
    question = field.question
    mine = left if last or not isinstance(question, (Series, Several)) else left[:1]
    if mine[0] == SAME and question.default is not None:
        return 1
    try:
        given[field.name], used = take(question, mine, voice)
    except Refused as refused:
        if not last and passed_over(question, left[0], refused):
            return 0
        raise
    return used


def _rows(form: Form, rows: Sequence[str], voice: Voice) -> dict[str, Any]:
    if len(rows) > len(form.fields):
        raise refuse("prompt.rows", count=len(form.fields), given=len(rows))
    given: dict[str, Any] = {}
    for field, row in zip(form.fields, rows, strict=False):
        text = row.strip()
        if text not in ("", SAME):
            with _naming(form, field):
                given[field.name] = parse(field.question, text, voice)
    return given


@contextmanager
def _naming(form: Form, field: Field) -> Iterator[None]:
    """What is refused is said with the number of its field."""
    try:
        yield
    except Refused as refused:
        raise refuse("prompt.field", number=form.fields.index(field) + 1, fault=refused.message) from None


def _field_of(form: Form, number: int) -> Field:
    if not 1 <= number <= len(form.fields):
        raise refuse("answer.number", given=number, low=1, high=len(form.fields))
    return form.fields[number - 1]


def passed_over(question: AnyQuestion, word: str, refused: Refused) -> bool:
    """Whether a word that does not fit may belong to the next thing: ``explore 4 3`` is where the mech stands."""
    if question.default is None:
        return False
    if isinstance(question, Pick):
        return refused.message.key == "answer.option"
    return isinstance(question, Count) and not any(letter.isdecimal() for letter in word)


# ------------------------------------------------------------------------------------------------------------ commands


def take_fields(words: Sequence[str], next_field: NextField, voice: Voice) -> tuple[dict[str, Any], list[str]]:
    """Fill the fields of a command from its words, as far as they go; the words left over are returned."""
    given: dict[str, Any] = {}
    left = list(words)
    while left and (field := next_field(given)) is not None:
        question = field.question
        try:
            answer, used = take(question, left, voice)
        except Refused as refused:
            more = next_field({**given, field.name: question.default}) is not None
            if not more or not passed_over(question, left[0], refused):
                raise
            answer, used = question.default, 0  # type: ignore[assignment]
        given[field.name] = answer
        del left[:used]
    return given, left
