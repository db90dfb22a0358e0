"""Names of the options of a question: how each is shown and what may be typed for it.

A short option (N4, red, 3) is typed as it is shown. Options of several words get a number. The words of an option or
their beginning are always accepted. In lists every option has a letter, so a row of marbles is one word: ``rwbyw``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import TypeVar

from automarium.engine.message import Refused, refuse
from automarium.engine.question import Answer, AnyQuestion, Pick, Several
from automarium.i18n import languages
from automarium.i18n.languages import describe_language, fold_letters
from automarium.i18n.translator import Translator
from automarium.views.question import name_option

T = TypeVar("T")
_LOOK_ALIKES = str.maketrans("авсекмнорті", "abcekmhopti")  # "А4" may be typed with either A
MOST_TIMES = 20  # upper limit for counts: ``2red`` is twice red
MOST_DIGITS = 9
MOST_NAMED = 8  # meanings of an ambiguous word that a refusal lists
MOST_OPTIONS = 20  # longer lists of hints are shortened
LONGEST_HINT = 160  # characters: longer hints refer to the list on the screen
FEW_OPTIONS = 9  # short lists are numbered as soon as a third of the options are phrases


class OptionNames:
    """The options of a question with their words, numbers and letters. ``listed``: the list is on the screen, so its
    numbers may be typed."""

    def __init__(self, question: Pick | Several, translator: Translator, *, listed: bool = True) -> None:
        self.options = question.options
        self.words = {option: name_option(question, option, translator) for option in question.options}
        self._question, self._translator, self._listed = question, translator, listed
        self.by_number = any(str(option).lstrip("-").isdecimal() for option in self.options)
        heads = [normalize(strip_remark(words)) for words in self.words.values()]
        short = sum(" " not in one and heads.count(one) == 1 for one in heads)
        long = sum(len(words.split()) > 2 or "," in words for words in self.words.values())
        wordy = short * 2 <= len(heads) or (long * 3 >= len(heads) and len(heads) <= FEW_OPTIONS)
        self.numbered = listed and not self.by_number and wordy
        self.names = self._build_names()

    def _build_names(self) -> dict[str, str | int]:
        """Return every name of an option: its id, its words, its number in the list."""
        names: dict[str, str | int] = {}
        for number, option in enumerate(self.options, 1):
            if self.numbered:
                names[str(number)] = option
            names.setdefault(str(option), option)
        for option, words in self.words.items():
            names.setdefault(words, option)
            names.setdefault(strip_remark(words), option)
        return names

    def find(self, text: str) -> list[str | int]:
        """Return the options that a text means. A bare number only matches a number that is shown, never the beginning
        of a name."""
        if text.lstrip("-−").isdecimal() and (self.by_number or self.numbered):
            wanted = text.replace("−", "-")
            return [self.names[wanted]] if wanted in self.names else []
        if not normalize(text):
            return []
        return find_matches(text, self.names) or find_matches(text, self._build_inner_names())

    def _build_inner_names(self) -> dict[str, str | int]:
        """Return names that start at a later word: "base" is "the base"."""
        names: dict[str, str | int] = {}
        for option, words in self.words.items():
            parts = normalize(words).split()
            for start in range(1, len(parts)):
                names[" ".join(parts[start:])] = option
        return names

    def find_one(self, text: str) -> str | int:
        """Return the option that a text means. Raise Refused if there are none or several."""
        if not self.options:
            raise refuse("prompt.nothing")
        found = self.find(text)
        if len(letter := normalize(text)) == 1 and (len(found) != 1 or letter in self.find_keys().values()):
            found = self._find_by_key(text) or found
        if len(found) > 1:
            named = [self.words[option] for option in found]
            more = ["…"] if len(named) > MOST_NAMED else []
            raise refuse("prompt.ambiguous", given=text, options=join_options([*named[:MOST_NAMED], *more]))
        if not found:
            self._refuse_barred(text)
            instead = join_options(self._list_hints())
            if (
                self._listed and len(instead) > LONGEST_HINT and isinstance(self._question, Pick)
            ):  # they are on the screen
                raise refuse("prompt.numbers" if self.numbered else "prompt.listed", given=text, last=len(self.options))
            raise refuse("answer.option", given=text, options=instead)
        return found[0]

    def _list_hints(self) -> list[str]:
        if isinstance(self._question, Pick):
            return self.list_likely()
        if len(self.options) > MOST_OPTIONS:
            return shorten_options(self._question.family, [str(option) for option in self.options], self._translator)
        return self.list_lettered()

    def _refuse_barred(self, text: str) -> None:
        """Raise Refused with the reason if the text names an option that is barred now."""
        barred = self._question.barred if isinstance(self._question, Pick) else {}
        if barred:
            others = Pick(about="", options=tuple(barred), family=self._question.family)
            for one in OptionNames(others, self._translator, listed=False).find(text)[:1]:
                raise Refused(barred[str(one)])

    # ---------------------------------------------------------------------------------------------- how they are shown

    def list_likely(self) -> list[str]:
        """Return the likely options where the question has any. The others can be typed as well."""
        asked = self._question
        if isinstance(asked, Pick) and asked.likely and not self.numbered:
            return [self.words[option] for option in asked.likely]
        return self.list_options()

    def list_options(self) -> list[str]:
        """Return the options as a list shows them, with their numbers where those are typed."""
        if self.numbered:
            return [f"{number}) {words}" for number, words in enumerate(self.words.values(), 1)]
        if self.by_number and not all(_shows_number(option, words) for option, words in self.words.items()):
            return [f"{option}) {words}" if str(option) != words else words for option, words in self.words.items()]
        return list(self.words.values())

    def list_lettered(self) -> list[str]:
        """Return the options as a list shows them, with the letters that do not begin their words."""
        letters = {option: letter for letter, option in self.assign_letters().items()}
        if not letters or isinstance(self._question, Pick):
            letters = self.find_keys()
        shown = zip(self.words.items(), self.list_options(), strict=True)
        return [
            text
            if normalize(words).startswith(letters.get(option, normalize(words)))
            else f"{text} ({letters[option]})"
            for (option, words), text in shown
        ]

    # ------------------------------------------------------------------------------------------------ lists of options

    def find_keys(self) -> dict[str | int, str]:
        """Return the letters of options whose words begin like another (``marble.black@key``)."""
        family, look_up = self._question.family, self._translator.look_up
        found = {option: look_up(f"{family}.{option}@key") for option in self.options} if family else {}
        return {option: key for option, key in found.items() if key}

    def _find_by_key(self, letter: str) -> list[str | int]:
        """Return the option that has this letter, or the only one that begins with it and has no other letter."""
        keys = self.find_keys()
        for typed in iterate_spellings(letter):
            if meant := [option for option, key in keys.items() if key == typed]:
                return meant
        left = [option for option in self.find(letter) if option not in keys]
        return left if len(left) == 1 else []

    def assign_letters(self) -> dict[str, str | int]:
        """Return a letter for each option: the one from the messages (``marble.black@key``), else the first free letter
        of its word. Empty if options are not single words."""
        if self.numbered or not all(normalize(words).isalpha() for words in self.words.values()):
            return {}
        letters: dict[str, str | int] = {}
        keys = {option: self._translator.look_up(f"{self._question.family}.{option}@key") for option in self.options}
        for option, key in keys.items():
            if key:
                letters[key] = option
        for option, words in self.words.items():
            free = next((letter for letter in normalize(words) if letter.isalpha() and letter not in letters), "")
            if not keys[option]:
                letters[free] = option
        letters.pop("", None)
        return letters if len(letters) == len(self.options) else {}

    def parse_list(self, words: list[str]) -> list[str | int]:
        """Return the options that words name one after the other: ``red 2white`` or ``rww``."""
        chosen: list[str | int] = []
        left = list(words)
        while left:
            taken, row = self._parse_next(left)
            chosen += row
            del left[:taken]
        return chosen

    def _parse_next(self, left: list[str]) -> tuple[int, list[str | int]]:
        """Return how many words the next item takes and its options."""
        for taken in range(len(left), 1, -1):  # an option may have several words
            if self.find(" ".join(left[:taken])):
                return taken, [self.find_one(" ".join(left[:taken]))]
        word = left[0]
        row = self.parse_row(word)
        if row:
            return 1, row
        if not self.find(word):
            times, bare = _split_count(word)
            if bare and self.find(bare):
                return 1, [self.find_one(bare)] * times
        return 1, [self.find_one(word)]

    def parse_row(self, word: str) -> list[str | int]:
        """Return the options of a word of letters with optional counts: ``rwbyw``, ``2r3w``. Empty if it is not such a
        word or is itself the name of an option."""
        letters, bare = self.assign_letters(), _split_count(word)[1]
        if not letters or (len(bare) > 1 and self.find(bare)):
            return []
        for typed in iterate_spellings(word):
            row: list[str | int] = []
            left = typed
            while left:
                times, left = _split_count(left)
                if not left or left[0] not in letters:
                    break
                row += [letters[left[0]]] * times
                left = left[1:]
            else:
                return row
        return []


def _shows_number(option: str | int, words: str) -> bool:
    """Return whether the words of an option contain the number to type: "level 3". Options that are not numbers are
    typed by their words."""
    return not str(option).lstrip("-").isdecimal() or re.findall(r"\d+", words)[:1] == [str(option)]


def _split_count(word: str) -> tuple[int, str]:
    """Split a count from a word: ``2red`` is twice red."""
    digits = word[: len(word) - len(word.lstrip("0123456789"))]
    if not digits:
        return 1, word
    times = MOST_TIMES if len(digits) > MOST_DIGITS else min(int(digits), MOST_TIMES)
    return times, word[len(digits) :]


def get_default(question: AnyQuestion) -> Answer | None:
    """Return the answer that Enter gives: the default, or the only option."""
    if question.default is None and isinstance(question, Pick) and len(question.options) == 1:
        return question.options[0]
    return question.default


def shorten_options(family: str, options: Sequence[str], translator: Translator) -> list[str]:
    """Return options in words, with those that differ only in a number shortened: "1 resource … 8 resources",
    "0L…9L"."""
    found: dict[str, list[str]] = {}
    for option in options:
        stem, _, number = option.rpartition("-")
        found.setdefault(stem if number.isdecimal() else option, []).append(translator.term(family, option))
    return [words[0] if len(words) == 1 else _format_range(words[0], words[-1]) for words in found.values()]


def _format_range(first: str, last: str) -> str:
    return f"{first} … {last}" if " " in first else f"{first}…{last}"


def join_options(items: Sequence[str]) -> str:
    """Join options with commas, or with semicolons if their words contain commas."""
    return ("; " if any("," in one for one in items) else ", ").join(items)


def strip_remark(words: str) -> str:
    """Return the name without the remark after it: "A4" of "A4 (forest)", "Automa" of "Automa, normal"."""
    return words.split(" (")[0].split(",")[0]


def find_exact(text: str, names: Mapping[str, T]) -> list[T]:
    """Return the values whose whole name this is, each once."""
    return _find(text, names, (str.__eq__,))


def find_matches(text: str, names: Mapping[str, T]) -> list[T]:
    """Return the values whose name is or begins with this text, each once; whole names win over beginnings."""
    return _find(text, names, (str.__eq__, str.startswith))


def _find(text: str, names: Mapping[str, T], fitting: Sequence[Callable[[str, str], bool]]) -> list[T]:
    for typed in iterate_spellings(text):
        for fits in fitting:
            found = [thing for name, thing in names.items() if fits(normalize(name), typed)]
            if found:
                return list(dict.fromkeys(found))
    return []


def iterate_spellings(text: str) -> Iterator[str]:
    """Yield a normalized text as typed, then as other keyboard layouts would have typed it."""
    wanted = normalize(text)
    yield wanted
    for keys in (_LOOK_ALIKES, *_list_layouts()):
        yield wanted.translate(keys)


def normalize(text: str) -> str:
    """Return a text as names are compared: lower case, single spaces, no commas."""
    return " ".join(fold_letters(text).replace(",", " ").replace("/", " / ").split())


@cache
def _list_layouts() -> list[dict[int, int]]:
    """Return what turns the letters of one keyboard into those on the same keys of another: "т4" is N4 typed with the
    wrong layout."""
    latin, *others = (keys for lang in languages.LANGUAGES if (keys := describe_language(lang, "keyboard.letters")))
    return [str.maketrans(keys, latin) for keys in others] + [str.maketrans(latin, keys) for keys in others]
