"""Parse typed answers to the questions of a game.

Every question takes its words from the front of a line and leaves the rest, so one line may answer several questions
(``next r 2 y``). A list of numbers or options takes the rest of the line or all words before a ``/``; ``-`` is an empty
list. ``=`` takes the default, as Enter does.

A form takes the values of its fields in order, separated by spaces, or by ``/`` where fields are lists (``rw/y/-//bk``:
an empty part leaves the field unchanged); ``3=rw`` answers the third field alone. If a value is refused, only its field
is asked again: the fields before it are kept, and the rest of the line answers those after it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TypeAlias

from automarium.engine.message import Message, Refused, capitalise, refuse
from automarium.engine.question import Answer, AnyQuestion, Count, Field, Form, Pick, Series, Several, Words, check
from automarium.i18n.translator import Translator
from automarium.interfaces.terminal.option_names import OptionNames, get_default, join_options

NOTHING, SAME, BREAK = "-", "=", "/"
_NUMBERED = re.compile(r"(\d{1,3})=(.*)")

NextField: TypeAlias = Callable[[Mapping[str, object]], Field | None]


def split_words(line: str) -> list[str]:
    """Return the words of a line; a ``/`` is a word of its own."""
    return line.replace(BREAK, f" {BREAK} ").split()


def drop_break(words: Sequence[str]) -> list[str]:
    """Return the words without a ``/`` before them: it ends an answer of any kind."""
    return list(words[1:] if words[:1] == [BREAK] else words)


def skip_answer(words: Sequence[str]) -> list[str]:
    """Return what follows the first answer of a line: the words after the first ``/``, or after the first word."""
    end = words.index(BREAK) if BREAK in words else 0
    return list(words[end + 1 :])


def parse_words(
    question: AnyQuestion, words: Sequence[str], translator: Translator, *, listed: bool = True
) -> tuple[Answer, int]:
    """Return the answer that the first words give and how many words it took. Raise Refused if they give none.

    ``listed``: the options are on the screen, so their numbers may be typed. Of a form only the named fields are
    returned; the caller asks for the others.
    """
    if isinstance(question, Form):
        return parse_form(question, words, translator)
    if not words or words[0] == SAME:
        given = get_default(question)
        if given is None and not (isinstance(question, (Series, Several)) and not words):
            raise _no_answer(question, " ".join(words), translator)
        return check(question, [] if given is None else given), len(words[:1])
    match question:
        case Pick():
            choices = OptionNames(question, translator, listed=listed)
            used = _count_words(choices, words)
            return check(question, choices.find_one(_strip_marks(" ".join(words[:used])))), used
        case Count():
            return check(question, _parse_number(words[0], question)), 1
        case Series():
            parts, used = _split_list(words)
            return check(question, [_parse_number(word, question) for word in parts]), used
        case Several():
            parts, used = _split_list(words)
            return check(question, list(OptionNames(question, translator, listed=listed).parse_list(parts))), used
        case Words():
            return check(question, " ".join(words)), len(words)


def parse_answer(question: AnyQuestion, text: str, translator: Translator, *, listed: bool = True) -> Answer:
    """Return the answer that a whole text gives. Raise Refused if it gives none or if words are left."""
    words = text.split() if isinstance(question, Words) else split_words(text)
    answer, used = parse_words(question, words, translator, listed=listed)
    if used < len(words):
        raise refuse("prompt.too-much", given=" ".join(words[used:]))
    return answer


def _no_answer(question: AnyQuestion, given: str, translator: Translator) -> Refused:
    match question:
        case Pick() if not question.options:
            return refuse("prompt.nothing")
        case Pick():
            return refuse("prompt.choose", options=join_options(OptionNames(question, translator).list_likely()))
        case Count():
            return refuse("prompt.number", low=question.low, high=question.high)
        case Words():
            return refuse("answer.words", given=given)
        case _:
            return refuse("answer.list", given=given)


def _count_words(choices: OptionNames, words: Sequence[str]) -> int:
    """Return how many of the first words name an option, as many as possible."""
    most = max((len(name.split()) for name in choices.names), default=1)
    fitting = (count for count in range(min(len(words), most), 1, -1) if choices.find(" ".join(words[:count])))
    return next(fitting, 1)


def _strip_marks(word: str) -> str:
    return word.rstrip(",;)") or word


def _split_list(words: Sequence[str]) -> tuple[list[str], int]:
    """Return the items of a list, separated by commas or spaces, and how many words it took. ``/`` ends the list."""
    end = next((index for index, word in enumerate(words) if word == BREAK), len(words))
    parts = [part for word in words[:end] for part in word.split(",") if part]
    return [] if parts == [NOTHING] else parts, min(end + 1, len(words))


def _parse_number(word: str, question: Count | Series) -> int:
    try:
        return int(_strip_marks(word).replace("−", "-"))
    except ValueError:
        raise refuse("answer.number", given=word, low=question.low, high=question.high) from None


# --------------------------------------------------------------------------------------------------------------- forms


class FieldRefused(Refused):
    """Raised where a field of a form is refused. ``filling`` has the fields before it, ``left`` the rest of the line,
    for those after it."""

    def __init__(self, message: Message, field: Field, filling: FormParser) -> None:
        super().__init__(message)
        self.field = field
        self.filling = filling
        self.left: list[str] = []


def parse_form(
    form: Form, words: Sequence[str], translator: Translator, filling: FormParser | None = None
) -> tuple[dict[str, object], int]:
    """Return the fields that a line fills, by name, and how many words it took. A line with a ``/`` belongs to the form
    entirely. ``filling``: the fields filled before the line."""
    filling = filling or FormParser(form, translator)
    parts = " ".join(words).split(BREAK)
    filling.broken = filling.broken or len(parts) > 1
    if not filling.broken:
        left = filling.fill(list(words))
        return filling.given, len(words) - len(left)
    for number, part in enumerate(parts, 1):
        try:
            left = filling.fill(part.split() or [SAME])
        except FieldRefused as refused:
            refused.left = split_words(BREAK.join(parts[number:]))
            raise
        if left:
            raise refuse("prompt.too-much", given=" ".join(left))
    return filling.given, len(words)


class FormParser:
    """Fills the fields of a form from words, in order."""

    def __init__(self, form: Form, translator: Translator) -> None:
        self.given: dict[str, object] = {}
        self.broken = False  # a ``/`` ends each field
        self._translator = translator
        self._shown = [field for field in form.fields if not field.aside]
        self._fields = list(self._shown)

    def put(self, field: Field, answer: Answer) -> None:
        self.given[field.name] = answer
        self._fields = [one for one in self._fields if one is not field]

    def fill(self, words: list[str]) -> list[str]:
        """Fill fields from words and return the words that no field took."""
        while words:
            numbered = _NUMBERED.fullmatch(words[0])
            if not numbered and not self._fields:
                break
            try:
                used = self._fill_numbered(numbered) if numbered else self._fill_next(words)
            except FieldRefused as refused:
                refused.left = words[1:]
                raise
            words = words[used:]
        return words

    def _fill_numbered(self, numbered: re.Match[str]) -> int:
        number, text = int(numbered[1]), numbered[2]
        if not 1 <= number <= len(self._shown):
            raise refuse("answer.number", given=number, low=1, high=len(self._shown))
        field = self._shown[number - 1]
        with self._name_field(field):
            self.put(field, parse_answer(field.question, text.replace(",", " "), self._translator))
        return 1

    def _fill_next(self, words: Sequence[str]) -> int:
        """Fill the next field and return how many words it took.

        A list that is not the last field takes one word, or all words up to the next ``/`` if the line has any. A field
        with a default, or one that need not be given, is skipped if the word cannot be meant for it.
        """
        field = self._fields.pop(0)
        question = field.question
        known = {one.name: one.question.default for one in self._shown}
        may_miss = question.default is not None or not field.is_asked({**known, **self.given})
        if words[0] == SAME and may_miss:
            return 1
        in_one = isinstance(question, (Series, Several)) and self._fields and not self.broken
        with self._name_field(field):
            try:
                self.given[field.name], used = parse_words(question, words[:1] if in_one else words, self._translator)
            except Refused as refused:
                if self._fields and may_miss and is_skippable(question, words[0], refused):
                    return 0
                raise
        return used

    @contextmanager
    def _name_field(self, field: Field) -> Iterator[None]:
        try:
            yield
        except Refused as refused:
            number = self._shown.index(field) + 1
            message = Message("prompt.field", {"number": number, "fault": refused.message})
            raise FieldRefused(message, field, self) from None


def is_skippable(question: AnyQuestion, word: str, refused: Refused) -> bool:
    """Return whether a word that does not fit may belong to the next field: ``explore 4 3`` is where the mech
    stands."""
    if isinstance(question, Pick):
        return refused.message.key in ("answer.option", "prompt.numbers", "prompt.listed")
    return isinstance(question, Count) and not any(letter.isdecimal() for letter in word)


# ------------------------------------------------------------------------------------------------------------ commands


def parse_fields(
    words: Sequence[str], next_field: NextField, translator: Translator
) -> tuple[dict[str, object], list[str]]:
    """Fill the fields of a command from its words as far as they go. Return the fields and the words left over."""
    given: dict[str, object] = {}
    left = list(words)
    while left and (field := next_field(given)) is not None:
        question = field.question
        try:
            answer, used = parse_words(question, left, translator, listed=False)
        except Refused as refused:
            more = next_field({**given, field.name: question.default}) is not None
            if not more or question.default is None or not is_skippable(question, left[0], refused):
                asked = capitalise(
                    translator.say(question.about, **question.params)
                )  # typed ahead, it was not on the screen
                raise refuse("prompt.asked", question=asked, fault=translator.sentence(refused.message)) from None
            answer, used = question.default, 0
        given[field.name] = answer
        del left[:used]
    return given, left
