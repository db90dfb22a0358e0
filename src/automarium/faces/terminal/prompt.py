"""Asking in the terminal: any question of any game, by the same few rules (see ``answers`` for what may be typed).

What is typed at a question is an answer first. Only what is no answer at all, and begins with the whole word of a
command, is that command; a beginning never is. ``!undo`` is always the command.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

import msgspec

from automarium.companion.view import answer_words, asked
from automarium.faces.terminal.answers import NextField, take, words_of
from automarium.faces.terminal.choices import Choices, joined
from automarium.faces.terminal.screen import INDENT, Screen
from automarium.kernel.room import AnyRoom
from automarium.kernel.saying import Refused, refuse
from automarium.kernel.table import Answer, AnyQuestion, Count, Form, Pick, Series, Several, Words
from automarium.voice import Voice

NO_COMMAND, LOOKED, GONE = "no command", "looked", "gone"
COMMAND_SIGN = "!"
LONGEST_LIST = 60  # letters of options that still fit into the line of their question

AsCommand: TypeAlias = Callable[[str], str]
Legends: TypeAlias = Mapping[str, Sequence[str]]  # what is shown of options too many to be listed, by their family


class Leave(Exception):
    """The person has gone: end of input, or Ctrl-C."""


def read_line(prompt: str) -> str:
    """One line from the person; through a pipe it is shown, so that the transcript reads like a conversation."""
    try:
        line = input(prompt)
    except (EOFError, KeyboardInterrupt):
        print()
        raise Leave from None
    except UnicodeDecodeError:
        return "\N{REPLACEMENT CHARACTER}"
    if not sys.stdin.isatty():
        print(line)
    return line.strip()


class Prompt:
    """Asks until the answer fits. ``ahead`` are words that were typed already: they answer the questions to come, and
    never become commands. ``asked`` are the questions since the last command."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self.ahead: list[str] = []
        self.asked: list[AnyQuestion] = []
        self._told: set[str] = set()  # how forms are filled in, which legends were shown
        self.legends: Legends = {}

    def ask(self, question: AnyQuestion, command: AsCommand | None = None) -> Answer | None:
        """The answer, or None if a command took the question away.

        ``command`` gets what is no answer and says what became of it: ``LOOKED`` (ask again), ``GONE`` (the question
        is no more), or ``NO_COMMAND``.
        """
        if isinstance(question, Pick) and not question.options:
            raise refuse("prompt.nothing")
        self.asked.append(question)
        self._put(question)
        while True:
            answer, became = self._try(question, command)
            if became == GONE:
                return None
            if became == LOOKED:
                self._put(question)
            elif answer is not None:
                return answer

    def _try(self, question: AnyQuestion, command: AsCommand | None) -> tuple[Answer | None, str]:
        """One line, typed now or before: the answer that it gives, or what became of it."""
        ahead, self.ahead = self.ahead, []
        words = ahead or self._typed(question)
        if words and words[0].startswith(COMMAND_SIGN) and command is not None and not ahead:
            return None, command(" ".join(words).removeprefix(COMMAND_SIGN))
        try:
            answer, used = take(question, words, self.screen.voice)
        except Refused as refused:
            if ahead:
                self.screen.raw([f"? {' '.join(ahead)}"])
            became = command(" ".join(words)) if command is not None and words and not ahead else NO_COMMAND
            if became == NO_COMMAND:
                self.screen.line(self.screen.voice.sentence(refused.message), "bold red")
            return None, became
        if ahead:
            self.screen.raw([f"? {' '.join(words[:used])}"])
        self.ahead = list(words[used:])
        if isinstance(question, Form) and isinstance(answer, dict):
            return self._completed(question, answer, command)
        return answer, NO_COMMAND

    def _typed(self, question: AnyQuestion) -> list[str]:
        line = read_line("? ")
        return line.split() if isinstance(question, Words) else words_of(line)

    def _completed(self, form: Form, answer: dict[str, Any], command: AsCommand | None) -> tuple[Answer | None, str]:
        """The rest of a form: what is not known and was not said is asked."""
        for field in form.fields:
            if field.name not in answer and field.question.default is None:
                told = self.ask(field.question, command)
                if told is None:
                    return None, GONE
                answer[field.name] = told
        return answer, NO_COMMAND

    def drop_rest(self) -> None:
        """Words that nothing has asked for are not used, and it is said so."""
        if self.ahead:
            self.screen.say("prompt.unused", "yellow", given=" ".join(self.ahead))
            self.ahead = []

    def _put(self, question: AnyQuestion) -> None:
        voice = self.screen.voice
        self.screen.line(wording(question, voice), "bold yellow")
        if isinstance(question, Form):
            self._put_form(question)
        else:
            self._put_options(question, INDENT)

    def _put_options(self, question: AnyQuestion, indent: str) -> None:
        """Those that do not fit into the line of their question, with all their words."""
        if isinstance(question, Several) and question.family in self.legends:
            if question.family not in self._told:  # once is enough
                for line in self.legends[question.family]:
                    self.screen.line(line, indent=indent)
                self._told.add(question.family)
        elif isinstance(question, (Pick, Several)) and not _fits_in_line(question, self.screen.voice):
            self.screen.columns(_listed(question, self.screen.voice), indent)

    def _put_form(self, form: Form) -> None:
        """The fields, numbered, with what may be answered; then how to."""
        voice = self.screen.voice
        shared = _shared_options(form, voice)
        listed: dict[int, Pick | Several] = {}  # long lists that stand there already
        for number, field in enumerate(form.fields, 1):
            question = field.question
            text = with_default(question, voice) if shared else wording(question, voice)
            same = next((before for before, one in listed.items() if _is_part(question, one)), None)
            if same is not None:
                text = voice.say("prompt.form.same", question=text, number=same)
            self.screen.line(f"{number}. {text}", indent=INDENT)
            if not shared and same is None:
                self._put_options(question, INDENT * 2)
                if isinstance(question, (Pick, Several)) and not _fits_in_line(question, voice):
                    listed[number] = question
        if shared is not None:
            self.screen.line(voice.say("prompt.form.options", options=_in_line(shared, voice)), indent=INDENT)
        lists = any(isinstance(field.question, (Series, Several)) for field in form.fields)
        known = all(field.question.default is not None for field in form.fields)
        how = [voice.say("prompt.form.rows" if lists else "prompt.form")] if len(form.fields) > 1 else []
        how.append(voice.say("prompt.form.known" if known else "prompt.form.open"))
        if how[0] not in self._told:  # once is enough
            self.screen.line(" ".join(how), "dim", INDENT)
            self._told.add(how[0])

    def fill(
        self, next_field: NextField, given: dict[str, Any], command: AsCommand | None = None, *, ask_known: bool = True
    ) -> dict[str, Any] | None:
        """Ask for every field that is not given yet; None if the command that is filled in was dropped.

        Without ``ask_known`` what has a default is taken as it is, but for lists: ``vanquish`` alone is one token from
        where the mech stands, ``explore`` alone still asks what was turned up.
        """
        while (field := next_field(given)) is not None:
            question = field.question
            known = not ask_known and question.default is not None and not isinstance(question, (Series, Several))
            known = known or (field.aside and question.default is not None)
            answer = question.default if known else self.ask(question, command)
            if answer is None:
                return None
            given[field.name] = answer
        return given


# --------------------------------------------------------------------------------------------------------------- words


def legends(room: AnyRoom, voice: Voice) -> Legends:
    """The signs that long lists of options are built from, a line each with what is typed."""
    return {
        family: [f"{voice.say(f'stem.{stem.name}')}: {', '.join(_run(stem.options))}" for stem in stems]
        for family, stems in room.stems.items()
    }


def _run(options: Sequence[str]) -> list[str]:
    """Numbered words shortly: ``gain-1…8``."""
    found: dict[str, list[str]] = {}
    for option in options:
        stem, dash, number = option.rpartition("-")
        found.setdefault(f"{stem}{dash}" if number.isdecimal() else option, []).append(number)
    return [
        f"{stem}{numbers[0]}…{numbers[-1]}" if len(numbers) > 1 else stem + (numbers[0] if stem[-1:] == "-" else "")
        for stem, numbers in found.items()
    ]


def wording(question: AnyQuestion, voice: Voice) -> str:
    """A question in words, with what may be answered and what Enter gives."""
    return with_default(question, voice, _with_answers(question, asked(question, voice).text, voice))


def with_default(question: AnyQuestion, voice: Voice, text: str = "") -> str:
    """A question and what Enter gives."""
    text = text or asked(question, voice).text
    if question.default is None:
        return text
    default = voice.say("prompt.none") if question.default == [] else answer_words(question, question.default, voice)
    return voice.say("prompt.default", question=text, default=default)


def _with_answers(question: AnyQuestion, text: str, voice: Voice) -> str:
    match question:
        case Pick() if _fits_in_line(question, voice):
            return voice.say("prompt.pick", question=text, options=_in_line(question, voice))
        case Count():
            return voice.say("prompt.count", question=text, low=question.low, high=question.high)
        case Series(exactly=int(count)):
            return voice.say("prompt.series.exactly", question=text, count=count)
        case Series():
            return voice.say("prompt.series", question=text)
        case Several(exactly=int(count)) if _fits_in_line(question, voice):
            return voice.say("prompt.several.exactly", question=text, options=_in_line(question, voice), number=count)
        case Several() if _fits_in_line(question, voice):
            return voice.say("prompt.several.options", question=text, options=_in_line(question, voice))
        case Several():
            return voice.say("prompt.several", question=text)
        case _:
            return text


def _listed(question: Pick | Several, voice: Voice) -> list[str]:
    if isinstance(question, Pick) and question.likely:  # the others can be typed all the same
        question = msgspec.structs.replace(question, options=question.likely)
    choices = Choices(question, voice)
    return choices.lettered() if isinstance(question, Several) else choices.shown()


def _in_line(question: Pick | Several, voice: Voice) -> str:
    options = joined(_listed(question, voice))
    has_letters = isinstance(question, Several) and Choices(question, voice).letters()
    return voice.say("prompt.letters", options=options) if has_letters else options


def _fits_in_line(question: Pick | Several, voice: Voice) -> bool:
    """Short options stand in the line of their question; others get lines of their own, with all their words."""
    choices = Choices(question, voice)
    return not choices.numbered and len(joined(_listed(question, voice))) <= LONGEST_LIST


def _shared_options(form: Form, voice: Voice) -> Pick | Several | None:
    """What every field may be answered with, if it is the same and short: rows of marbles, books side by side."""
    questions = [field.question for field in form.fields]
    first = questions[0]
    if not isinstance(first, (Pick, Several)) or (isinstance(first, Pick) and not _fits_in_line(first, voice)):
        return None
    return first if len(questions) > 1 and all(_is_alike(one, first) for one in questions) else None


def _is_alike(question: AnyQuestion, first: Pick | Several) -> bool:
    return isinstance(question, type(first)) and (question.options, question.family) == (first.options, first.family)


def _is_part(question: AnyQuestion, listed: Pick | Several) -> bool:
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
