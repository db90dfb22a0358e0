"""Questions and answers as text: of a game, an option, a command, a component of the box."""

from __future__ import annotations

import msgspec

from automarium.engine.message import capitalise
from automarium.engine.question import Answer, AnyQuestion, Field, Form, Pick, Several
from automarium.i18n.translator import Translator


class Option(msgspec.Struct, frozen=True):
    value: int | str
    text: str


class Asked(msgspec.Struct, frozen=True):
    """A question with its text, its ``options`` if it has any, and the ``fields`` of a form."""

    question: AnyQuestion
    text: str
    options: tuple[Option, ...] = ()
    fields: tuple[tuple[str, Asked], ...] = ()


def build_question(question: AnyQuestion, translator: Translator) -> Asked:
    options: tuple[Option, ...] = ()
    fields: tuple[tuple[str, Asked], ...] = ()
    if isinstance(question, (Pick, Several)):
        options = tuple(Option(one, describe_option(question, one, translator)) for one in question.options)
    elif isinstance(question, Form):
        fields = tuple(
            (field.name, build_question(field.question, translator)) for field in question.fields if not field.aside
        )
    return Asked(question, capitalise(translator.say(question.about, **question.params)), options, fields)


def name_sheet_line(field: Field, translator: Translator) -> str:
    """Return the name of a line of a score sheet: a short one if the game has it, or the question."""
    question = field.question
    if translator.look_up(short := f"{question.about}@line"):
        return capitalise(translator.say(short, **question.params))
    return translator.look_up(f"line.{field.name}") or build_question(question, translator).text


def describe_option(question: Pick | Several, option: str | int, translator: Translator) -> str:
    return capitalise(name_option(question, option, translator))


def name_option(question: Pick | Several, option: str | int, translator: Translator) -> str:
    """Return the name of an option as in the middle of a sentence."""
    looks = question.looks.get(str(option)) if isinstance(question, Pick) else None
    if looks is not None:
        return translator.say(looks.key, **looks.params)
    return str(translator.term(question.family, option)) if question.family else str(option)


def describe_answer(question: AnyQuestion, answer: Answer, translator: Translator) -> str:
    if isinstance(question, Form) and isinstance(answer, dict):
        parts = [
            describe_answer(field.question, answer[field.name], translator)
            for field in question.fields
            if field.name in answer
        ]
        return "; ".join(parts) if parts else translator.say("prompt.unchanged")
    if isinstance(question, (Pick, Several)) and not isinstance(answer, dict):
        answers = answer if isinstance(answer, list) else [answer]
        if answers:
            return ", ".join(name_option(question, one, translator) for one in answers)
    if isinstance(answer, list):
        return ", ".join(map(str, answer)) if answer else translator.say("prompt.none")
    return str(answer)
