"""Ask any question of any game in the terminal: its text, and its answer (``answer_parser`` says what may be typed).

What is typed at a question is an answer first. Only a line that is no answer and begins with the whole name of a
command is that command; a beginning of a name is not. ``!undo`` is always the command.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import TypeAlias

import msgspec

from automarium.engine.content.component import is_thing_form
from automarium.engine.definition import AnyDefinition
from automarium.engine.message import Refused, refuse
from automarium.engine.question import (
    UNKNOWN,
    Answer,
    AnyQuestion,
    Count,
    Form,
    Pick,
    Series,
    Several,
    Words,
    check_filled,
)
from automarium.i18n.translator import Translator
from automarium.interfaces.terminal.answer_parser import (
    FieldRefused,
    FormParser,
    NextField,
    drop_break,
    parse_form,
    parse_words,
    skip_answer,
    split_words,
)
from automarium.interfaces.terminal.option_names import OptionNames, get_default, join_options, shorten_options
from automarium.interfaces.terminal.screen import INDENT, InputEnded, Screen
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


NO_COMMAND, LOOKED, GONE = "no command", "looked", "gone"
COMMAND_SIGN = "!"

CommandHandler: TypeAlias = Callable[[str], str]


def read_line(prompt: str) -> str:
    """Read one line. Input from a pipe is echoed, so that the transcript is complete."""
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


MOST_FIELDS = 24  # of a form that is shown as a whole


def shorten_form(question: AnyQuestion) -> AnyQuestion:
    """Return a form without the field for the house values, which are a command, and a long one without the fields that
    may stay unknown."""
    if not isinstance(question, Form):
        return question
    fields = question.fields[:-1] if is_thing_form(question) else question.fields
    if len(fields) >= MOST_FIELDS:
        fields = tuple(field for field in fields if field.question.default != UNKNOWN)
    return msgspec.structs.replace(question, fields=fields)


class Prompt:
    """Asks until the answer fits.

    ``ahead`` holds words that were typed already: they answer the next questions and never become commands. If one of
    them is refused, the words after it are kept until it is entered anew. ``asked`` holds the questions since the last
    command.
    """

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self.ahead: list[str] = []
        self._kept_ahead: list[str] = []
        self.asked: list[AnyQuestion] = []
        self._shown: set[str] = set()  # instructions and legends that were printed already
        self.legends: Legends = {}
        self.taken_as_known: list[str] = []

    def ask(self, question: AnyQuestion, command: CommandHandler | None = None) -> Answer | None:
        """Return the answer, or None if a command removed the question.

        ``command`` handles a line that is no answer and returns ``LOOKED`` (ask again), ``GONE`` (the question is no
        longer open) or ``NO_COMMAND``.
        """
        if isinstance(question, Pick) and not question.options:
            raise refuse("prompt.nothing")
        question = shorten_form(question)
        self.asked.append(question)
        unlisted = bool(self.ahead)  # an answer typed ahead needs no list
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
        """Parse one line, typed now or ahead. Return its answer, or None and the result of the command."""
        ahead, self.ahead = self.ahead, []
        words = ahead or self._read_words(question)
        if words and words[0].startswith(COMMAND_SIGN) and command is not None and not ahead:
            return None, command(" ".join(words).removeprefix(COMMAND_SIGN))
        return self._parse(question, words, command, ahead=bool(ahead))

    def _parse(
        self,
        question: AnyQuestion,
        words: list[str],
        command: CommandHandler | None,
        *,
        ahead: bool,
        filling: FormParser | None = None,
    ) -> tuple[Answer | None, str]:
        answer: Answer
        try:
            if filling is not None and isinstance(question, Form):
                answer, used = parse_form(question, words, self.screen.translator, filling)
            else:
                answer, used = parse_words(question, words, self.screen.translator)
            check_filled(question, answer)
        except Refused as refused:
            partly = isinstance(refused, FieldRefused) and (refused.filling.given or refused.left)
            if ahead:
                self.screen.raw([f"? {' '.join(words)}"])
                self._kept_ahead = skip_answer(words)
            became = command(" ".join(words)) if command is not None and words and not ahead else NO_COMMAND
            if became == NO_COMMAND:
                self.screen.line(self.screen.translator.sentence(refused.message), "bold red")
                if isinstance(refused, FieldRefused) and partly:
                    self._kept_ahead = refused.left
            if (ahead or partly) and self._kept_ahead:
                self.screen.say("prompt.kept", "dim", given=" ".join(self._kept_ahead))
            if became == NO_COMMAND and isinstance(refused, FieldRefused) and partly:
                return self._ask_again(question, refused, command)
            return None, became
        if ahead and words:
            self.screen.raw([f"? {' '.join(words[:used])}"])
        self.ahead = drop_break(words[used:]) or self._kept_ahead
        self._kept_ahead = []
        if isinstance(question, Form) and isinstance(answer, dict):
            return self._complete_form(question, answer, command)
        return answer, NO_COMMAND

    def _ask_again(
        self, form: AnyQuestion, refused: FieldRefused, command: CommandHandler | None
    ) -> tuple[Answer | None, str]:
        """Ask for the refused field of a form alone, then take the rest of the line. The form may be typed anew."""
        anew: list[str] = []

        def read_form(line: str) -> str:
            with suppress(Refused):
                parse_words(form, split_words(line), self.screen.translator)
                anew.extend(split_words(line))
                return GONE
            return NO_COMMAND if command is None else command(line)

        answer = self.ask(refused.field.question, read_form)
        if anew:
            self.clear_ahead()
            return self._parse(form, anew, command, ahead=False)
        if answer is None:
            return None, GONE
        refused.filling.put(refused.field, answer)
        words, self.ahead = self.ahead, []
        return self._parse(form, words, command, ahead=True, filling=refused.filling)

    def _read_words(self, question: AnyQuestion) -> list[str]:
        line = read_line("? ")
        return line.split() if isinstance(question, Words) else split_words(line)

    def _complete_form(
        self, form: Form, answer: dict[str, object], command: CommandHandler | None
    ) -> tuple[Answer | None, str]:
        """Ask for the fields of a form that have no default and were not given."""
        known = {field.name: field.question.default for field in form.fields}
        for field in form.fields:
            if field.name not in answer and field.question.default is None and field.is_asked({**known, **answer}):
                value = self.ask(field.question, command)
                if value is None:
                    return None, GONE
                answer[field.name] = value
        return answer, NO_COMMAND

    def keep_ahead(self) -> None:
        """Keep what was typed ahead until the answer that the rules refused is entered anew."""
        self.ahead, self._kept_ahead = [], self.ahead

    def clear_ahead(self) -> None:
        self.ahead, self._kept_ahead = [], []

    def drop_rest(self) -> None:
        """Drop words that no question asked for, with a message."""
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
        """Print the question with its default, without the options."""
        self.screen.line(format_default(question, self.screen.translator), "bold yellow")
        fields = [field for field in question.fields if not field.aside] if isinstance(question, Form) else ()
        for number, field in enumerate(fields, 1):
            self.screen.line(f"{number}. {format_default(field.question, self.screen.translator)}", indent=INDENT)

    def _show_options(self, question: AnyQuestion, indent: str) -> None:
        """Print options that do not fit on the line of their question."""
        if isinstance(question, Several) and question.family in self.legends:
            if question.family not in self._shown:
                for line in self.legends[question.family]:
                    self.screen.line(line, indent=indent)
                self._shown.add(question.family)
        elif isinstance(question, (Pick, Several)) and not fits_in_line(question, self.screen.translator):
            self.screen.columns(list_options(question, self.screen.translator), indent)

    def _show_form(self, form: Form) -> None:
        """Print the numbered fields with their options, then how to fill them in."""
        translator = self.screen.translator
        questions = [field.question for field in form.fields if not field.aside]
        listed: dict[int, Pick | Several] = {}  # long lists printed above, by field number
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
        if how[0] not in self._shown:
            self.screen.line(" ".join(how), "dim", INDENT)
            self._shown.add(how[0])

    def _show_shared(self, question: Pick | Several, numbers: Sequence[int], *, of_all: bool) -> None:
        """Print the options that several fields share, once."""
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
        """Ask for every field that is not given yet. Return None if a command removed the question.

        Without ``ask_known`` defaults are taken, except for lists: ``vanquish`` alone is one token from where the mech
        stands, ``explore`` alone still asks what was turned up. ``taken_as_known`` holds afterwards the names of the
        fields whose default was taken.
        """
        self.taken_as_known = []
        while (field := next_field(given)) is not None:
            question = field.question
            known = not ask_known and question.default is not None and not isinstance(question, (Series, Several))
            known = known or (field.aside and question.default is not None)
            self.taken_as_known += [field.name] if known else []
            answer = question.default if known else self.ask(question, command)
            if answer is None:
                return None
            given[field.name] = answer
        return given
