"""A question in words: what may be answered, with which letters or numbers, and what Enter gives."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TypeAlias

import msgspec

from automarium.engine.definition import AnyRoom
from automarium.engine.question import AnyQuestion, Count, Form, Pick, Series, Several
from automarium.i18n.translator import Voice
from automarium.interfaces.terminal.option_names import Choices, joined, on_enter, runs
from automarium.views.question import answer_words, asked, option_name

LONGEST_LIST = 60  # letters of options that still fit into the line of their question

Legends: TypeAlias = Mapping[str, Sequence[str]]  # what is shown of options too many to be listed, by their family


def legends(room: AnyRoom, voice: Voice) -> Legends:
    """The signs that long lists of options are built from, a line each with the words that may be typed."""
    return {
        family: [f"{voice.say(f'stem.{stem.name}')}: {joined(runs(family, stem.options, voice))}" for stem in stems]
        for family, stems in room.stems.items()
    }


def wording(question: AnyQuestion, voice: Voice) -> str:
    """A question in words, with what may be answered and what Enter gives."""
    return with_default(question, voice, _with_answers(question, asked(question, voice).text, voice))


def with_default(question: AnyQuestion, voice: Voice, text: str = "") -> str:
    """A question and what Enter gives."""
    text = text or asked(question, voice).text
    given = on_enter(question)
    if given is None:
        return text
    default = voice.say("prompt.none") if given == [] else answer_words(question, given, voice)
    if isinstance(question, Pick) and not fits_in_line(question, voice):
        default = _in_short(default, [option_name(question, one, voice) for one in question.options])
    return voice.say("prompt.default", question=text, default=default)


def _in_short(words: str, listed: Sequence[str]) -> str:
    """What tells an option from the others in a list that stands there in full: "no" of "no: what …"."""
    short = re.split(r"[:,] | \(", words)[0]
    return short if sum(one.startswith(short) for one in listed) == 1 else words


def _with_answers(question: AnyQuestion, text: str, voice: Voice) -> str:
    match question:
        case Pick() if fits_in_line(question, voice):
            return voice.say("prompt.pick", question=text, options=in_line(question, voice))
        case Count():
            return voice.say("prompt.count", question=text, low=question.low, high=question.high)
        case Series(exactly=int(count)):
            return voice.say("prompt.series.exactly", question=text, count=count)
        case Series():
            return voice.say("prompt.series", question=text)
        case Several(exactly=int(count)) if fits_in_line(question, voice):
            return voice.say("prompt.several.exactly", question=text, options=in_line(question, voice), number=count)
        case Several() if fits_in_line(question, voice):
            return voice.say("prompt.several.options", question=text, options=in_line(question, voice))
        case Several():
            once = all(question.limits.get(option) == 1 for option in question.options)
            return voice.say("prompt.several.once" if once else "prompt.several", question=text)
        case _:
            return text


def listed_options(question: Pick | Several, voice: Voice) -> list[str]:
    if isinstance(question, Pick) and question.likely:  # the others can be typed all the same
        question = msgspec.structs.replace(question, options=question.likely)
    choices = Choices(question, voice)
    return choices.lettered() if isinstance(question, Several) else choices.shown()


def in_line(question: Pick | Several, voice: Voice) -> str:
    options = joined(listed_options(question, voice))
    has_letters = isinstance(question, Several) and Choices(question, voice).letters()
    return voice.say("prompt.letters", options=options) if has_letters else options


def fits_in_line(question: Pick | Several, voice: Voice) -> bool:
    """Short options stand in the line of their question; others get lines of their own, with all their words."""
    choices = Choices(question, voice)
    return not choices.numbered and len(joined(listed_options(question, voice))) <= LONGEST_LIST


def sharing(questions: Sequence[AnyQuestion], number: int, voice: Voice) -> list[int]:
    """The numbers of the questions that have the same short options as this one, its own included, if any other has:
    rows of marbles, books side by side."""
    question = questions[number - 1]
    if not isinstance(question, (Pick, Several)) or (isinstance(question, Pick) and not fits_in_line(question, voice)):
        return []
    alike = [other for other, one in enumerate(questions, 1) if _is_alike(one, question)]
    return alike if len(alike) > 1 else []


def _is_alike(question: AnyQuestion, first: Pick | Several) -> bool:
    return isinstance(question, type(first)) and (question.options, question.family) == (first.options, first.family)


def is_part(question: AnyQuestion, listed: Pick | Several) -> bool:
    """Whether all options of a question stand in a list that was shown."""
    if not isinstance(question, (Pick, Several)) or question.family != listed.family:
        return False
    return set(question.options) <= set(listed.options)


def could_answer(word: str, questions: Sequence[AnyQuestion], voice: Voice) -> bool:
    """Whether a word is, or begins, an answer to one of these questions."""
    for question in questions:
        if isinstance(question, Form) and could_answer(word, [field.question for field in question.fields], voice):
            return True
        if isinstance(question, (Pick, Several)):
            choices = Choices(question, voice)
            if choices.found(word) or (isinstance(question, Several) and choices.row(word)):
                return True
    return False
