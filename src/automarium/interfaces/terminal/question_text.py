"""The text of a question: its options with letters or numbers, and its default."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TypeAlias

import msgspec

from automarium.engine.definition import AnyDefinition
from automarium.engine.question import AnyQuestion, Count, Form, Pick, Series, Several
from automarium.i18n.translator import Translator
from automarium.interfaces.terminal.option_names import OptionNames, get_default, join_options, shorten_options
from automarium.views.question import build_question, describe_answer, name_option

LONGEST_LIST = 60  # characters of options that fit on the line of their question

Legends: TypeAlias = Mapping[str, Sequence[str]]  # by family: lines shown instead of too many options


def build_legends(definition: AnyDefinition, translator: Translator) -> Legends:
    """Return the signs that long lists of options are built from, a line each with the words that may be typed."""
    return {
        family: [
            f"{translator.say(f'stem.{stem.name}')}: {join_options(shorten_options(family, stem.options, translator))}"
            for stem in stems
        ]
        for family, stems in definition.content.stems.items()
    }


def format_question(question: AnyQuestion, translator: Translator) -> str:
    """Return a question with its options and its default."""
    text = build_question(question, translator).text
    return format_default(question, translator, _add_answers(question, text, translator))


def format_default(question: AnyQuestion, translator: Translator, text: str = "") -> str:
    """Return a question (or ``text``) with its default."""
    text = text or build_question(question, translator).text
    given = get_default(question)
    if given is None:
        return text
    default = translator.say("prompt.none") if given == [] else describe_answer(question, given, translator)
    if isinstance(question, Pick) and not fits_in_line(question, translator):
        default = _shorten(default, [name_option(question, one, translator) for one in question.options])
    return translator.say("prompt.default", question=text, default=default)


def _shorten(words: str, listed: Sequence[str]) -> str:
    """Return the part of an option that distinguishes it in a list shown above: "no" of "no: what …"."""
    short = re.split(r"[:,] | \(", words)[0]
    return short if sum(one.startswith(short) for one in listed) == 1 else words


def _add_answers(question: AnyQuestion, text: str, translator: Translator) -> str:
    match question:
        case Pick(likely=()):  # any other place can be typed
            return f"{text} {translator.look_up(f'nothing.{question.about}')}".rstrip()
        case Pick() if fits_in_line(question, translator):
            return translator.say("prompt.pick", question=text, options=join_in_line(question, translator))
        case Count():
            return translator.say("prompt.count", question=text, low=question.low, high=question.high)
        case Series(exactly=int(count)):
            return translator.say("prompt.series.exactly", question=text, count=count)
        case Series():
            return translator.say("prompt.series", question=text)
        case Several(exactly=int(count)) if fits_in_line(question, translator):
            return translator.say(
                "prompt.several.exactly", question=text, options=join_in_line(question, translator), number=count
            )
        case Several() if fits_in_line(question, translator):
            return translator.say("prompt.several.options", question=text, options=join_in_line(question, translator))
        case Several():
            once = all(question.limits.get(option) == 1 for option in question.options)
            return translator.say("prompt.several.once" if once else "prompt.several", question=text)
        case _:
            return text


def list_options(question: Pick | Several, translator: Translator) -> list[str]:
    if isinstance(question, Pick) and question.likely is not None:  # the others can be typed as well
        question = msgspec.structs.replace(question, options=question.likely)
    choices = OptionNames(question, translator)
    return choices.list_lettered()


def join_in_line(question: Pick | Several, translator: Translator) -> str:
    options = join_options(list_options(question, translator))
    has_letters = isinstance(question, Several) and OptionNames(question, translator).assign_letters()
    return translator.say("prompt.letters", options=options) if has_letters else options


def fits_in_line(question: Pick | Several, translator: Translator) -> bool:
    """Return whether the options are short enough for the line of their question."""
    choices = OptionNames(question, translator)
    return not choices.numbered and len(join_options(list_options(question, translator))) <= LONGEST_LIST


def find_same_options(questions: Sequence[AnyQuestion], number: int, translator: Translator) -> list[int]:
    """Return the numbers of the questions with the same short options as this one, itself included; empty if there is
    no other."""
    question = questions[number - 1]
    if not isinstance(question, (Pick, Several)) or (
        isinstance(question, Pick) and not fits_in_line(question, translator)
    ):
        return []
    alike = [other for other, one in enumerate(questions, 1) if _is_alike(one, question)]
    return alike if len(alike) > 1 else []


def _is_alike(question: AnyQuestion, first: Pick | Several) -> bool:
    return isinstance(question, type(first)) and (question.options, question.family) == (first.options, first.family)


def is_part_of(question: AnyQuestion, listed: Pick | Several) -> bool:
    """Return whether all options of a question are in a list shown above."""
    if not isinstance(question, (Pick, Several)) or question.family != listed.family:
        return False
    return set(question.options) <= set(listed.options)


def could_answer(word: str, questions: Sequence[AnyQuestion], translator: Translator) -> bool:
    """Return whether a word is, or begins, an answer to one of these questions."""
    for question in questions:
        if isinstance(question, Form) and could_answer(word, [field.question for field in question.fields], translator):
            return True
        if isinstance(question, (Pick, Several)):
            choices = OptionNames(question, translator)
            if choices.find(word) or (isinstance(question, Several) and choices.parse_row(word)):
                return True
    return False
