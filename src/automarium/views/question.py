"""Questions and their answers in words, whoever asks: a game, an option, a command, a component of the box."""

from __future__ import annotations

import msgspec

from automarium.engine.message import capitalise
from automarium.engine.question import Answer, AnyQuestion, Field, Form, Pick, Several
from automarium.i18n.translator import Translator


class Option(msgspec.Struct, frozen=True):
    value: int | str
    text: str


class Asked(msgspec.Struct, frozen=True):
    """A question with its words; ``options`` only where there are any, ``fields`` only of a form."""

    question: AnyQuestion
    text: str
    options: tuple[Option, ...] = ()
    fields: tuple[tuple[str, Asked], ...] = ()


def asked(question: AnyQuestion, translator: Translator) -> Asked:
    """A question in words, whoever asks it."""
    options: tuple[Option, ...] = ()
    fields: tuple[tuple[str, Asked], ...] = ()
    if isinstance(question, (Pick, Several)):
        options = tuple(Option(one, option_words(question, one, translator)) for one in question.options)
    elif isinstance(question, Form):
        fields = tuple((field.name, asked(field.question, translator)) for field in question.fields)
    return Asked(question, capitalise(translator.say(question.about, **question.params)), options, fields)


def line_of_sheet(field: Field, translator: Translator) -> str:
    """What a line of a sheet is called: in a word or two where the room has them, otherwise as it is asked."""
    question = field.question
    if translator.look_up(short := f"{question.about}@line"):
        return capitalise(translator.say(short, **question.params))
    return translator.look_up(f"line.{field.name}") or asked(question, translator).text


def option_words(question: Pick | Several, option: str | int, translator: Translator) -> str:
    return capitalise(option_name(question, option, translator))


def option_name(question: Pick | Several, option: str | int, translator: Translator) -> str:
    """As in the middle of a sentence."""
    looks = question.looks.get(str(option)) if isinstance(question, Pick) else None
    if looks is not None:
        return translator.say(looks.key, **looks.params)
    return str(translator.term(question.family, option)) if question.family else str(option)


def answer_words(question: AnyQuestion, answer: Answer, translator: Translator) -> str:
    """An answer as its question would say it."""
    if isinstance(question, Form) and isinstance(answer, dict):
        told = [
            answer_words(field.question, answer[field.name], translator)
            for field in question.fields
            if field.name in answer
        ]
        return "; ".join(told) if told else translator.say("prompt.unchanged")
    if isinstance(question, (Pick, Several)) and not isinstance(answer, dict):
        answers = answer if isinstance(answer, list) else [answer]
        if answers:
            return ", ".join(option_name(question, one, translator) for one in answers)
    if isinstance(answer, list):
        return ", ".join(map(str, answer)) if answer else translator.say("prompt.none")
    return str(answer)
