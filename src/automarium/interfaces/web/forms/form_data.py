"""Encoding and decoding of answers in forms."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from automarium.engine.message import refuse
from automarium.engine.question import (
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

MOST_TEXT = 2000  # of a typed answer
FEWEST = 3  # places that are a row
NOTHING = "-"  # sent for "nothing is printed"; an empty field is unknown
MOST_DIGITS = 9
INSIDE = "."  # between the name of a form and that of its field, where both are sent


def format_answer(answer: Answer) -> str:
    """Return an answer as the text of one field."""
    return " ".join(map(str, answer)) if isinstance(answer, list) else str(answer)


def encode_answer(answer: Answer, name: str) -> dict[str, str]:
    """Return an answer as the fields of a form; of a form each answer under its own name."""
    if isinstance(answer, dict):
        return {
            key: text
            for field, one in answer.items()
            for key, text in encode_answer(one, f"{name}{INSIDE}{field}").items()
        }
    return {name: format_answer(answer)}


def is_sent(question: AnyQuestion, sent: Mapping[str, str], name: str) -> bool:
    """Return whether anything was sent for this question."""
    if isinstance(question, Form):
        return any(key.startswith(f"{name}{INSIDE}") for key in sent) or (
            name in sent and make_row(question) is not None
        )
    return name in sent


def make_row(question: Form) -> Several | None:
    """Return a form that asks for one of the same options in each of several places as one row of them; None if it is
    another form, or if its defaults have gaps."""
    picks = [field.question for field in question.fields if isinstance(field.question, Pick)]
    if len(picks) < max(FEWEST, len(question.fields)) or len({(one.options, one.family) for one in picks}) > 1:
        return None
    known = [str(one.default) for one in picks if one.default is not None]
    if any(one.default is None for one in picks[: len(known)]):
        return None
    options, many = tuple(map(str, picks[0].options)), len(picks)
    family = picks[0].family
    return Several(about=question.about, options=options, most=many, exactly=many, family=family, default=known)


def read_full_answer(question: AnyQuestion, sent: Mapping[str, str], name: str) -> Answer:
    """Return the answer; raise Refused if a field is not filled in."""
    answer = read_answer(question, sent, name)
    check_filled(question, answer, name)
    return answer


def read_answer(question: AnyQuestion, sent: Mapping[str, str], name: str, where: str | None = None) -> Answer:
    """Return the checked answer that was sent under ``name``. Raise Refused if it is wrong."""
    where = name if where is None else where
    if isinstance(question, Form):
        return check(question, _read_form(question, sent, name, where), where)
    text = sent.get(name, "")
    if len(text) > MOST_TEXT:
        raise refuse("web.long", where)
    match question:
        case Pick():
            return check(question, _find_option(question, text), where)
        case Count():
            return check(question, _parse_number(text, question, where), where)
        case Series() | Several() if text.strip() == NOTHING and question.hole is not None:
            return check(question, [], where)
        case Series():
            words = text.replace(",", " ").split()
            return check(question, [_parse_number(word, question, where) for word in words], where)
        case Several():
            return check(question, text.replace(",", " ").split(), where)
        case Words():
            return check(question, text, where)


def read_refused(question: AnyQuestion, sent: Mapping[str, str], name: str) -> Answer | None:
    """Return what was entered as far as it can be shown again, for an answer that was refused."""
    text = sent.get(name, "")
    words = text.replace(",", " ").split()
    match question:
        case Form() if not (name in sent and make_row(question) is not None):
            inner = {
                field.name: read_refused(field.question, sent, f"{name}{INSIDE}{field.name}")
                for field in question.fields
            }
            return {field: answer for field, answer in inner.items() if answer is not None}
        case Pick():
            return next((option for option in question.options if str(option) == text), None)
        case Count():
            return int(text) if text.lstrip("-").isdecimal() and len(text) < MOST_DIGITS else None
        case Series():
            return [int(word) for word in words if word.lstrip("-").isdecimal() and len(word) < MOST_DIGITS]
        case Several():
            return [word for word in words if word in question.options]
        case Words():
            return text[: question.most]
    return None


def _read_form(question: Form, sent: Mapping[str, str], name: str, where: str) -> dict[str, object]:
    """Return what was sent for each field, or for all of them as one row."""
    if name in sent and (row := make_row(question)) is not None:
        answers = read_answer(row, sent, name, where)
        assert isinstance(answers, list)
        return {
            field.name: _find_option(field.question, one) for field, one in zip(question.fields, answers, strict=True)
        }
    found: dict[str, object] = {}
    known = {field.name: field.question.default for field in question.fields}
    for field in question.fields:
        inner = f"{name}{INSIDE}{field.name}"
        if field.question.hole is not None and not sent.get(inner, "").strip():
            if isinstance(field.question, (Series, Several)) and field.question.default in (None, []):
                raise refuse("answer.empty", inner)
        elif is_sent(field.question, sent, inner) and field.is_asked({**known, **found}):
            found[field.name] = read_answer(field.question, sent, inner)
    return found


def _find_option(question: AnyQuestion, text: str) -> Answer:
    options = question.options if isinstance(question, Pick) else ()
    return next((option for option in options if str(option) == text), text)


def _parse_number(text: str, question: Count | Series, where: str) -> int:
    if not text.strip():
        raise refuse("web.number-missing", where, low=question.low, high=question.high)
    try:
        return int(text.strip().replace("−", "-")) if len(text) < 20 else int("no")
    except ValueError:
        raise refuse("answer.number", where, given=text, low=question.low, high=question.high) from None


def list_offered(question: Pick) -> tuple[str | int, ...]:
    """Return the options that are offered first: the likely ones, or all if the game does not tell them apart."""
    return question.options if question.likely is None else question.likely


def find_tappable(question: AnyQuestion, drawn: Collection[str]) -> list[str]:
    """Return the options of a question that can be tapped on the board."""
    if not isinstance(question, Pick):
        return []
    return [str(option) for option in list_offered(question) if str(option) in drawn]
