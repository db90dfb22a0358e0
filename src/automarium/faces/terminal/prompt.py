"""Asking in the terminal: any question of any game, by the same few rules.

An option is given by its name, its words in the person's language or the shortest unique beginning of either; a
series of numbers by the numbers with spaces or commas between them; nothing at all takes the default.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from automarium.faces.terminal.screen import Screen
from automarium.kernel.saying import Refused, refuse
from automarium.kernel.table import Answer, AnyQuestion, Count, Field, Form, Pick, Series, Several, Words, check
from automarium.voice import Voice

NO_COMMAND, LOOKED, GONE = "no command", "looked", "gone"
MOST_DESCRIBED = 8  # a longer list of options is given in one paragraph


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


# What the keys of a Cyrillic keyboard would have typed on a Latin one: "т4" is N4 with the layout left on.
_CYRILLIC_KEYS = "йцукенгшщзфывапролдячсмитьі"
_LATIN_KEYS = "qwertyuiopasdfghjklzxcvbnms"
_LAYOUT = str.maketrans(_CYRILLIC_KEYS, _LATIN_KEYS)
_FROM_LATIN = [str.maketrans(_LATIN_KEYS[:-1], _CYRILLIC_KEYS[:-1].replace("ы", s_key)) for s_key in "іы"]
_LOOK_ALIKES = str.maketrans("авсекмнорті", "abcekmhopti")  # "А4" may be typed with either A


def _folded(text: str) -> str:
    return text.casefold().replace("ё", "е").replace("ґ", "г").replace("’", "'")


def prefixed(word: str, names: Iterable[str]) -> list[str]:
    """The names that ``word`` may mean: the one it is, or all that begin with it."""
    folded = {name: _folded(name) for name in names}
    wanted = _folded(word)
    for typed in (wanted, *(wanted.translate(keys) for keys in (_LOOK_ALIKES, _LAYOUT, *_FROM_LATIN))):
        exact = [name for name in folded if folded[name] == typed]
        found = exact or [name for name in folded if folded[name].startswith(typed)]
        if found:
            return found
    return []


def pick_by_word(word: str, names: dict[str, Any]) -> list[Any]:
    """The things whose name is or begins with ``word``, each once; an exact name beats a beginning."""
    found: list[Any] = []
    for name in prefixed(word, names):
        if names[name] not in found:
            found.append(names[name])
    return found


def option_names(question: Pick | Several, voice: Voice) -> dict[str, Any]:
    """Every way to name an option: as it is, and by its words."""
    names: dict[str, Any] = {}
    for option in question.options:
        names[str(option)] = option
        words = voice.term(question.family, option)
        names.setdefault(words, option)
        names.setdefault(head(words), option)
    return names


def names_for(text: str, question: Pick, voice: Voice) -> dict[str, Any]:
    """A bare number means the option of that number, never one whose words begin with it."""
    names = option_names(question, voice)
    if text.strip().isdecimal() and all(isinstance(option, int) for option in question.options):
        return {name: option for name, option in names.items() if name == str(option)}
    return names


def head(words: str) -> str:
    """The name itself, without what is said about it: "A4" of "A4 (forest)", "Automa" of "Automa, normal"."""
    return words.split(" (")[0].split(",")[0]


def shown(question: Pick | Several, voice: Voice) -> list[str]:
    """The options by short names that can be typed."""
    names = [head(voice.term(question.family, option)) for option in question.options]
    return [str(option) if " " in name else name for name, option in zip(names, question.options, strict=True)]


def parse(question: AnyQuestion, text: str, voice: Voice) -> Answer:
    """The answer that a typed text gives; refused if it gives none."""
    words = text.replace(",", " ").split()
    if not words and question.default is not None:
        return question.default
    match question:
        case Pick():
            found = pick_by_word(text.strip(), names_for(text, question, voice)) if words else []
            if len(found) > 1:
                raise refuse("prompt.ambiguous", given=text, options=found)
            if not question.options:
                raise refuse("prompt.nothing")
            if not found:
                raise refuse("answer.option", given=text, options=shown(question, voice))
            return check(question, found[0])
        case Count():
            return check(question, _number(text, question))
        case Series():
            return check(question, [_number(word, question) for word in words])
        case Several():
            return check(question, _several(question, words, voice))
        case Words():
            return check(question, text)
        case Form():
            raise refuse("answer.form", given=text, options=[field.name for field in question.fields])


def _several(question: Several, words: Sequence[str], voice: Voice) -> list[str]:
    """Options one after the other, each by the shortest beginning; ``3red`` and ``red red red`` are the same."""
    names = option_names(question, voice)
    chosen: list[str] = []
    left = list(words)
    while left:
        fitting = [count for count in range(len(left), 1, -1) if prefixed(" ".join(left[:count]), names)]
        taken = next(iter(fitting), 1)
        word = " ".join(left[:taken])
        times, bare = _times(word) if not prefixed(word, names) else (1, word)
        found = pick_by_word(bare, names)
        if len(found) > 1:
            raise refuse("prompt.ambiguous", given=bare, options=found)
        if not found:
            raise refuse("answer.option", given=word, options=shown(question, voice))
        chosen += found * times
        del left[:taken]
    return chosen


def _times(word: str) -> tuple[int, str]:
    """``2red`` is twice red; nobody means more than twenty."""
    digits = word[: len(word) - len(word.lstrip("0123456789"))]
    if not digits or digits == word:
        return 1, word
    return min(int(digits[-4300:]), 20), word[len(digits) :]  # Python reads no longer number


def _number(word: str, question: Count | Series) -> int:
    try:
        return int(word.replace("−", "-"))
    except ValueError:
        raise refuse("answer.number", given=word, low=question.low, high=question.high) from None


def parse_fields(
    words: Sequence[str], next_field: Callable[[dict[str, Any]], Field | None], voice: Voice
) -> tuple[dict[str, Any], list[str]]:
    """Fill the fields of a command from its words, as far as they go; the words left over are returned.

    An option with a default is passed over if the word does not fit it: ``explore 4 3`` is where the mech stands.
    """
    given: dict[str, Any] = {}
    left = list(words)
    while left and (field := next_field(given)) is not None:
        question = field.question
        taken = _words_for(question, left, voice)
        try:
            given[field.name] = parse(question, " ".join(left[:taken]), voice)
        except Refused:
            if question.default is None or not isinstance(question, Pick):
                raise
            given[field.name] = question.default
            continue
        del left[:taken]
    return given, left


def _words_for(question: AnyQuestion, words: Sequence[str], voice: Voice) -> int:
    """How many of the words belong to this answer: all for a series, and the name of an option may have several."""
    if isinstance(question, (Series, Several)):
        return len(words)
    if isinstance(question, Pick):
        names = option_names(question, voice)
        fitting = [count for count in range(len(words), 1, -1) if prefixed(" ".join(words[:count]), names)]
        return next(iter(fitting), 1)
    return 1


class Prompt:
    """Asks until the answer fits. ``command`` gets what is no answer but begins with a command's name."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self.ahead: list[str] = []  # typed already: "r 2" answers two questions, one after the other

    def ask(self, question: AnyQuestion, command: Callable[[str], str] | None = None) -> Answer | None:
        """The answer, or None if a command took the question away.

        ``command`` gets what is no answer and says what became of it: ``LOOKED`` (ask again), ``GONE`` (the question
        is no more), or ``NO_COMMAND``.
        """
        if isinstance(question, Pick) and not question.options:
            raise refuse("prompt.nothing")
        self._put(question)
        if isinstance(question, Form):
            return self._form(question, command)
        while True:
            text = self._typed()
            try:
                return self._parsed(question, text)
            except Refused as refused:
                self.ahead.clear()
                became = command(text) if command is not None and text else NO_COMMAND
                if became == GONE:
                    return None
                if became == LOOKED:
                    self._put(question)
                else:
                    self.screen.line(self.screen.voice.sentence(refused.message), "bold red")

    def _form(self, form: Form, command: Callable[[str], str] | None) -> Answer | None:
        answers: dict[str, Any] = {}
        for field in form.fields:
            answer = self.ask(field.question, command)
            if answer is None:
                return None
            answers[field.name] = answer
        return answers

    def _typed(self) -> str:
        if not self.ahead:
            return read_line("? ")
        text = self.ahead.pop(0)
        self.screen.raw([f"? {text}"])
        return text

    def _parsed(self, question: AnyQuestion, text: str) -> Answer:
        """The answer; if only the first word gives one, the others wait for the questions to come."""
        try:
            return parse(question, text, self.screen.voice)
        except Refused:
            first, *rest = text.split() or [""]
            if not rest or isinstance(question, Series):
                raise
            try:
                answer = parse(question, first, self.screen.voice)
            except Refused:
                pass
            else:
                self.ahead[:0] = rest
                return answer
            raise

    def _put(self, question: AnyQuestion) -> None:
        voice = self.screen.voice
        self.screen.line(wording(question, voice), "bold yellow")
        for option, words in described(question, voice):
            self.screen.line(f"{option}: {words}", indent="   ")

    def fill(
        self,
        next_field: Callable[[dict[str, Any]], Field | None],
        given: dict[str, Any],
        command: Callable[[str], str] | None = None,
    ) -> dict[str, Any] | None:
        """Ask for every field that is not given yet.

        At the game's prompt (``command`` given) what has a default is not asked, but for a series: ``vanquish`` alone
        is one token from where the mech stands, ``explore`` alone still asks what was turned up. ``undo`` drops the
        command that is being filled in; None is returned then.
        """
        while (field := next_field(given)) is not None:
            question = field.question
            known = command is not None and question.default is not None and not isinstance(question, (Series, Several))
            answer = question.default if known else self.ask(question, command)
            if answer is None:
                return None
            given[field.name] = answer
        return given


def wording(question: AnyQuestion, voice: Voice) -> str:
    """A question in words, with what may be answered and what Enter gives."""
    text = voice.say(question.about, **question.params)
    match question:
        case Pick():
            if not described(question, voice):
                text = voice.say("prompt.pick", question=text, options=shown(question, voice))
        case Count():
            text = voice.say("prompt.count", question=text, low=question.low, high=question.high)
        case Series():
            text = voice.say("prompt.series", question=text)
        case Several():
            key = "prompt.several" if described(question, voice) else "prompt.several.options"
            text = voice.say(key, question=text, options=shown(question, voice))
    if question.default is None:
        return text
    default = voice.say("prompt.none") if question.default == [] else _default(question, voice)
    return voice.say("prompt.default", question=text, default=default)


def _default(question: AnyQuestion, voice: Voice) -> str:
    return str(voice.term(question.family, question.default) if isinstance(question, Pick) else question.default)


def described(question: AnyQuestion, voice: Voice) -> list[tuple[str, str]]:
    """The options that have words of their own, each for a line; none if they speak for themselves."""
    if not isinstance(question, (Pick, Several)):
        return []
    lines = [(str(option), voice.term(question.family, option)) for option in question.options]
    return lines if any(option != words for option, words in lines) and len(lines) <= MOST_DESCRIBED else []
