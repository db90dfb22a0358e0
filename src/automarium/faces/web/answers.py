"""Answers as a form sends them, and back again."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from automarium.kernel.question import (
    Answer,
    AnyQuestion,
    Count,
    Form,
    Pick,
    Series,
    Several,
    Words,
    check,
    check_filled,
)
from automarium.kernel.saying import refuse

MOST_TEXT = 2000  # of a typed answer
INSIDE = "."  # between the name of a form and that of its field, where both are sent


def as_text(answer: Answer) -> str:
    """An answer as one field of a form sends it."""
    return " ".join(map(str, answer)) if isinstance(answer, list) else str(answer)


def as_sent(answer: Answer, name: str) -> dict[str, str]:
    """An answer as a form sends it: a form's answers each under their own name."""
    if isinstance(answer, dict):
        return {
            key: text for field, one in answer.items() for key, text in as_sent(one, f"{name}{INSIDE}{field}").items()
        }
    return {name: as_text(answer)}


def is_sent(question: AnyQuestion, sent: Mapping[str, str], name: str) -> bool:
    """Whether a form sent anything for this question."""
    if isinstance(question, Form):
        return any(key.startswith(f"{name}{INSIDE}") for key in sent)
    return name in sent


def told_answer(question: AnyQuestion, sent: Mapping[str, str], name: str) -> Answer:
    """What a person told in a game: nothing of it may be forgotten."""
    answer = read_answer(question, sent, name)
    check_filled(question, answer, name)
    return answer


def read_answer(question: AnyQuestion, sent: Mapping[str, str], name: str, where: str | None = None) -> Answer:
    """The answer that a form sent under ``name``, checked against its question."""
    where = name if where is None else where
    if isinstance(question, Form):
        return check(question, _read_form(question, sent, name), where)
    text = sent.get(name, "")
    if len(text) > MOST_TEXT:
        raise refuse("web.long", where)
    match question:
        case Pick():
            found = [option for option in question.options if str(option) == text]
            return check(question, found[0] if found else text, where)
        case Count():
            return check(question, _number(text, question, where), where)
        case Series():
            words = text.replace(",", " ").split()
            return check(question, [_number(word, question, where) for word in words], where)
        case Several():
            return check(question, text.replace(",", " ").split(), where)
        case Words():
            return check(question, text, where)


def _read_form(question: Form, sent: Mapping[str, str], name: str) -> dict[str, object]:
    """What was sent for each field; one that was not sent is left to its default."""
    found: dict[str, object] = {}
    for field in question.fields:
        inner = f"{name}{INSIDE}{field.name}"
        if is_sent(field.question, sent, inner):
            found[field.name] = read_answer(field.question, sent, inner)
    return found


def _number(text: str, question: Count | Series, where: str) -> int:
    if not text.strip():
        raise refuse("web.number-missing", where, low=question.low, high=question.high)
    try:
        return int(text.strip().replace("−", "-")) if len(text) < 20 else int("no")
    except ValueError:
        raise refuse("answer.number", where, given=text, low=question.low, high=question.high) from None


def places_offered(question: AnyQuestion, drawn: Collection[str]) -> list[str]:
    """The options of a question that can be tapped on the picture."""
    if not isinstance(question, Pick):
        return []
    return [str(option) for option in question.likely or question.options if str(option) in drawn]
