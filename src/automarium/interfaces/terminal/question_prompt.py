"""Asking in the terminal: any question of any game, by the same few rules (see ``answers`` for what may be typed).

What is typed at a question is an answer first. Only what is not an answer at all, and begins with the whole word of a
command, is that command; a beginning never is. ``!undo`` is always the command.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import TypeAlias

from automarium.engine.message import Refused, refuse
from automarium.engine.question import Answer, AnyQuestion, Form, Pick, Series, Several, Words, check_filled
from automarium.interfaces.terminal.answer_parser import NextField, parse_words, split_words
from automarium.interfaces.terminal.question_text import (
    Legends,
    find_same_options,
    fits_in_line,
    format_default,
    format_question,
    is_part_of,
    join_in_line,
    list_options,
)
from automarium.interfaces.terminal.screen import INDENT, Screen

NO_COMMAND, LOOKED, GONE = "no command", "looked", "gone"
COMMAND_SIGN = "!"

CommandHandler: TypeAlias = Callable[[str], str]


class InputEnded(Exception):
    """The person has gone: end of input, or Ctrl-C."""


def read_line(prompt: str) -> str:
    """One line from the person; through a pipe it is shown, so that the transcript reads like a conversation."""
    try:
        line = input(prompt)
    except (EOFError, KeyboardInterrupt):
        print()
        raise InputEnded from None
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
        self._shown: set[str] = set()  # how forms are filled in, which legends were shown
        self.legends: Legends = {}
        self.taken_as_known = False

    def ask(self, question: AnyQuestion, command: CommandHandler | None = None) -> Answer | None:
        """The answer, or None if a command took the question away.

        ``command`` gets what is no answer and says what became of it: ``LOOKED`` (ask again), ``GONE`` (the question
        is no more), or ``NO_COMMAND``.
        """
        if isinstance(question, Pick) and not question.options:
            raise refuse("prompt.nothing")
        self.asked.append(question)
        unlisted = bool(self.ahead)  # whoever has answered already needs no list
        self._show(question, listed=not unlisted)
        while True:
            answer, became = self._read_answer(question, command)
            if became == GONE:
                return None
            if answer is not None:
                return answer
            if became == LOOKED or unlisted:
                self._show(question)
                unlisted = False

    def _read_answer(self, question: AnyQuestion, command: CommandHandler | None) -> tuple[Answer | None, str]:
        """One line, typed now or before: the answer that it gives, or what became of it."""
        ahead, self.ahead = self.ahead, []
        words = ahead or self._read_words(question)
        if words and words[0].startswith(COMMAND_SIGN) and command is not None and not ahead:
            return None, command(" ".join(words).removeprefix(COMMAND_SIGN))
        try:
            answer, used = parse_words(question, words, self.screen.translator)
            check_filled(question, answer)
        except Refused as refused:
            if ahead:
                self.screen.raw([f"? {' '.join(ahead)}"])
            became = command(" ".join(words)) if command is not None and words and not ahead else NO_COMMAND
            if became == NO_COMMAND:
                self.screen.line(self.screen.translator.sentence(refused.message), "bold red")
            return None, became
        if ahead:
            self.screen.raw([f"? {' '.join(words[:used])}"])
        self.ahead = list(words[used:])
        if isinstance(question, Form) and isinstance(answer, dict):
            return self._complete_form(question, answer, command)
        return answer, NO_COMMAND

    def _read_words(self, question: AnyQuestion) -> list[str]:
        line = read_line("? ")
        return line.split() if isinstance(question, Words) else split_words(line)

    def _complete_form(
        self, form: Form, answer: dict[str, object], command: CommandHandler | None
    ) -> tuple[Answer | None, str]:
        """The rest of a form: what is not known and was not said is asked."""
        for field in form.fields:
            if field.name not in answer and field.question.default is None:
                told = self.ask(field.question, command)
                if told is None:
                    return None, GONE
                answer[field.name] = told
        return answer, NO_COMMAND

    def drop_rest(self) -> None:
        """Words that nothing has asked for are not used, and the person is told."""
        if self.ahead:
            self.screen.say("prompt.unused", "yellow", given=" ".join(self.ahead))
            self.ahead = []

    def _show(self, question: AnyQuestion, *, listed: bool = True) -> None:
        translator = self.screen.translator
        if not listed:
            self._show_in_short(question)
            return
        self.screen.line(format_question(question, translator), "bold yellow")
        if isinstance(question, Form):
            self._show_form(question)
        else:
            self._show_options(question, INDENT)

    def _show_in_short(self, question: AnyQuestion) -> None:
        """What is asked and what stays as it is unless it was typed, without what else may be answered."""
        self.screen.line(format_default(question, self.screen.translator), "bold yellow")
        for number, field in enumerate(question.fields if isinstance(question, Form) else (), 1):
            self.screen.line(f"{number}. {format_default(field.question, self.screen.translator)}", indent=INDENT)

    def _show_options(self, question: AnyQuestion, indent: str) -> None:
        """Those that do not fit into the line of their question, with all their words."""
        if isinstance(question, Several) and question.family in self.legends:
            if question.family not in self._shown:  # once is enough
                for line in self.legends[question.family]:
                    self.screen.line(line, indent=indent)
                self._shown.add(question.family)
        elif isinstance(question, (Pick, Several)) and not fits_in_line(question, self.screen.translator):
            self.screen.columns(list_options(question, self.screen.translator), indent)

    def _show_form(self, form: Form) -> None:
        """The fields, numbered, with what may be answered; then how to."""
        translator = self.screen.translator
        questions = [field.question for field in form.fields]
        listed: dict[int, Pick | Several] = {}  # long lists that stand there already
        for number, question in enumerate(questions, 1):
            numbers = find_same_options(questions, number, translator)
            text = format_default(question, translator) if numbers else format_question(question, translator)
            is_long = isinstance(question, (Pick, Several)) and not numbers and not fits_in_line(question, translator)
            same = next((before for before, one in listed.items() if is_long and is_part_of(question, one)), None)
            if same is not None:
                text = translator.say("prompt.form.same", question=text, number=same)
            self.screen.line(f"{number}. {text}", indent=INDENT)
            if isinstance(question, (Pick, Several)) and numbers and number == numbers[-1]:
                self._show_shared(question, numbers, of_all=len(numbers) == len(questions))
            elif is_long and same is None and isinstance(question, (Pick, Several)):
                self._show_options(question, INDENT * 2)
                listed[number] = question
        lists = any(isinstance(field.question, (Series, Several)) for field in form.fields)
        known = all(field.question.default is not None for field in form.fields)
        how = [translator.say("prompt.form.rows" if lists else "prompt.form")] if len(form.fields) > 1 else []
        how.append(translator.say("prompt.form.known" if known else "prompt.form.open"))
        if how[0] not in self._shown:  # once is enough
            self.screen.line(" ".join(how), "dim", INDENT)
            self._shown.add(how[0])

    def _show_shared(self, question: Pick | Several, numbers: Sequence[int], *, of_all: bool) -> None:
        """What each of some fields may be answered with, once."""
        options = join_in_line(question, self.screen.translator)
        if of_all:
            self.screen.line(self.screen.translator.say("prompt.form.options", options=options), indent=INDENT)
        else:
            which = f"{numbers[0]}–{numbers[-1]}"
            self.screen.line(
                self.screen.translator.say("prompt.form.some", which=which, options=options), indent=INDENT
            )

    def fill_fields(
        self,
        next_field: NextField,
        given: dict[str, object],
        command: CommandHandler | None = None,
        *,
        ask_known: bool = True,
    ) -> dict[str, object] | None:
        """Ask for every field that is not given yet; None if the command that is filled in was dropped.

        Without ``ask_known`` what has a default is taken as it is, but for lists: ``vanquish`` alone is one token from
        where the mech stands, ``explore`` alone still asks what was turned up. ``taken_as_known`` says afterwards
        whether anything was.
        """
        self.taken_as_known = False
        while (field := next_field(given)) is not None:
            question = field.question
            known = not ask_known and question.default is not None and not isinstance(question, (Series, Several))
            known = known or (field.aside and question.default is not None)
            self.taken_as_known = self.taken_as_known or known
            answer = question.default if known else self.ask(question, command)
            if answer is None:
                return None
            given[field.name] = answer
        return given
