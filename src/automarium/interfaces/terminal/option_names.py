"""The options of a question: how each is shown, and by which names it may be typed.

What is short and speaks for itself (N4, red, 3) is typed as it is shown. Options of several words get a number. An
option may always be given by its words or their beginning as well. In lists every option has a letter, so that a row of
marbles is one word: ``rwbyw``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeVar

from automarium.engine.message import Refused, refuse
from automarium.engine.question import Answer, AnyQuestion, Pick, Several
from automarium.i18n.translator import Translator
from automarium.views.question import option_name

T = TypeVar("T")

# What the keys of a Cyrillic keyboard would have typed on a Latin one: "т4" is N4 with the layout left on.
_CYRILLIC_KEYS = "йцукенгшщзфывапролдячсмитьі"
_LATIN_KEYS = "qwertyuiopasdfghjklzxcvbnms"
_LAYOUT = str.maketrans(_CYRILLIC_KEYS, _LATIN_KEYS)
_FROM_LATIN = [str.maketrans(_LATIN_KEYS[:-1], _CYRILLIC_KEYS[:-1].replace("ы", s_key)) for s_key in "іы"]
_LOOK_ALIKES = str.maketrans("авсекмнорті", "abcekmhopti")  # "А4" may be typed with either A
_MARKS = str.maketrans({"ё": "е", "ґ": "г", "’": "'", ",": " ", "/": " / "})


def normalize(text: str) -> str:
    """As names are compared: small letters, one space between words, no commas."""
    return " ".join(text.casefold().translate(_MARKS).split())


def iterate_spellings(text: str) -> Iterator[str]:
    """A folded text as it was typed, then as other keyboards would have it."""
    wanted = normalize(text)
    yield wanted
    for keys in (_LOOK_ALIKES, _LAYOUT, *_FROM_LATIN):
        yield wanted.translate(keys)


def find_exact(text: str, names: Mapping[str, T]) -> list[T]:
    """The things whose whole name this is, each once."""
    return _find(text, names, (str.__eq__,))


def find_matches(text: str, names: Mapping[str, T]) -> list[T]:
    """The things whose name this is or begins with, each once; a whole name beats a beginning."""
    return _find(text, names, (str.__eq__, str.startswith))


def _find(text: str, names: Mapping[str, T], fitting: Sequence[Callable[[str, str], bool]]) -> list[T]:
    for typed in iterate_spellings(text):
        for fits in fitting:
            found = [thing for name, thing in names.items() if fits(normalize(name), typed)]
            if found:
                return list(dict.fromkeys(found))
    return []


MOST_TIMES = 20  # nobody means more than that: ``2red`` is twice red
MOST_DIGITS = 9
MOST_NAMED = 8  # things that a word may mean; more are not listed
MOST_OPTIONS = 20  # what can be typed instead: of more, those that differ only in a number are put together
LONGEST_HINT = 160  # letters: options that are longer together are not named once more
FEW_OPTIONS = 9  # options: with a number each as soon as a third of them are whole phrases


class OptionNames:
    """``listed``: the person sees the list, so that its numbers mean something."""

    def __init__(self, question: Pick | Several, translator: Translator, *, listed: bool = True) -> None:
        self.options = question.options
        self.words = {option: option_name(question, option, translator) for option in question.options}
        self._question, self._translator, self._listed = question, translator, listed
        self.by_number = any(str(option).lstrip("-").isdecimal() for option in self.options)
        heads = [normalize(strip_remark(words)) for words in self.words.values()]
        short = sum(" " not in one and heads.count(one) == 1 for one in heads)
        long = sum(len(words.split()) > 2 or "," in words for words in self.words.values())
        wordy = short * 2 <= len(heads) or (long * 3 >= len(heads) and len(heads) <= FEW_OPTIONS)
        self.numbered = listed and not self.by_number and wordy
        self.names = self._build_names()

    def _build_names(self) -> dict[str, str | int]:
        """Every way to name an option: as it is, by its words, by its number in the list."""
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
        """The options that a text means, by its whole name or its beginning. A bare number is a number that is shown,
        never the beginning of something."""
        if text.lstrip("-−").isdecimal() and (self.by_number or self.numbered):
            wanted = text.replace("−", "-")
            return [self.names[wanted]] if wanted in self.names else []
        if not normalize(text):
            return []
        return find_matches(text, self.names) or find_matches(text, self._build_inner_names())

    def _build_inner_names(self) -> dict[str, str | int]:
        """The words of each option from the second on: "base" is "the base"."""
        names: dict[str, str | int] = {}
        for option, words in self.words.items():
            parts = normalize(words).split()
            for start in range(1, len(parts)):
                names[f"{' '.join(parts[start:])}"] = option
        return names

    def find_one(self, text: str) -> str | int:
        """The one option that a text means; refused if it is none or several."""
        if not self.options:
            raise refuse("prompt.nothing")
        found = self.find(text)
        if len(found) > 1:
            named = [self.words[option] for option in found]
            more = ["…"] if len(named) > MOST_NAMED else []
            raise refuse("prompt.ambiguous", given=text, options=join_options([*named[:MOST_NAMED], *more]))
        if not found:
            self._refuse_barred(text)
            instead = join_options(self._list_hints())
            if (
                self._listed and len(instead) > LONGEST_HINT and isinstance(self._question, Pick)
            ):  # they stand on the screen
                raise refuse("prompt.numbers" if self.numbered else "prompt.listed", given=text, last=len(self.options))
            raise refuse("answer.option", given=text, options=instead)
        return found[0]

    def _list_hints(self) -> list[str]:
        """What can be typed instead of what was not understood; things in rows with their letters."""
        if isinstance(self._question, Pick):
            return self.list_likely()
        if len(self.options) > MOST_OPTIONS:
            return shorten_options(self._question.family, [str(option) for option in self.options], self._translator)
        return self.list_lettered()

    def _refuse_barred(self, text: str) -> None:
        """What is not an option now says why."""
        barred = self._question.barred if isinstance(self._question, Pick) else {}
        if barred:
            others = Pick(about="", options=tuple(barred), family=self._question.family)
            for one in OptionNames(others, self._translator, listed=False).find(text)[:1]:
                raise Refused(barred[str(one)])

    # -------------------------------------------------------------------------------------------------- how it is shown

    def list_likely(self) -> list[str]:
        """Those that can be meant, where the room knows which; the others can be said all the same."""
        asked = self._question
        if isinstance(asked, Pick) and asked.likely and not self.numbered:
            return [self.words[option] for option in asked.likely]
        return self.list_options()

    def list_options(self) -> list[str]:
        """Each option as a list shows it, with what to type where that is not plain."""
        if self.numbered:
            return [f"{number}) {words}" for number, words in enumerate(self.words.values(), 1)]
        if self.by_number and not all(_shows_number(option, words) for option, words in self.words.items()):
            return [f"{option}) {words}" if str(option) != words else words for option, words in self.words.items()]
        return list(self.words.values())

    def list_lettered(self) -> list[str]:
        """The same with the letters that are not the first of their words."""
        letters = {option: letter for letter, option in self.assign_letters().items()}
        if not letters:
            return self.list_options()
        shown = zip(self.words.items(), self.list_options(), strict=True)
        return [
            text if normalize(words).startswith(letters[option]) else f"{text} ({letters[option]})"
            for (option, words), text in shown
        ]

    # ---------------------------------------------------------------------------------------------------- rows of them

    def assign_letters(self) -> dict[str, str | int]:
        """A letter for each option, for rows: the one that the messages give (``marble.black@key``), else the first of
        its word that is free. None where options are no plain words."""
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
        """Options one after the other: ``red 2white`` or ``rww``."""
        chosen: list[str | int] = []
        left = list(words)
        while left:
            taken, row = self._parse_next(left)
            chosen += row
            del left[:taken]
        return chosen

    def _parse_next(self, left: list[str]) -> tuple[int, list[str | int]]:
        """How many words the next thing takes, and what it is."""
        for taken in range(len(left), 1, -1):  # the words of an option may be several
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
        """A word of letters, each with how often before it: ``rwbyw``, ``2r3w``. Nothing if it is no such word, or
        longer than a letter and a name itself."""
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
    """Whether the words of an option tell what to type: "level 3"; one that is not a number is typed by its words."""
    return not str(option).lstrip("-").isdecimal() or re.findall(r"\d+", words)[:1] == [str(option)]


def get_default(question: AnyQuestion) -> Answer | None:
    """What Enter gives: what is usual or known, or the only thing there is to choose."""
    if question.default is None and isinstance(question, Pick) and len(question.options) == 1:
        return question.options[0]
    return question.default


def shorten_options(family: str, options: Sequence[str], translator: Translator) -> list[str]:
    """Options in words, those that differ only in a number in short: "1 resource … 8 resources", "0L…9L"."""
    found: dict[str, list[str]] = {}
    for option in options:
        stem, _, number = option.rpartition("-")
        found.setdefault(stem if number.isdecimal() else option, []).append(translator.term(family, option))
    return [words[0] if len(words) == 1 else _format_range(words[0], words[-1]) for words in found.values()]


def _format_range(first: str, last: str) -> str:
    return f"{first} … {last}" if " " in first else f"{first}…{last}"


def join_options(items: Sequence[str]) -> str:
    """Options in a line; where their own words have commas, with something else between them."""
    return ("; " if any("," in one for one in items) else ", ").join(items)


def strip_remark(words: str) -> str:
    """The name itself, without what is said about it: "A4" of "A4 (forest)", "Automa" of "Automa, normal"."""
    return words.split(" (")[0].split(",")[0]


def _split_count(word: str) -> tuple[int, str]:
    """How often, and what: ``2red`` is twice red."""
    digits = word[: len(word) - len(word.lstrip("0123456789"))]
    if not digits:
        return 1, word
    times = MOST_TIMES if len(digits) > MOST_DIGITS else min(int(digits), MOST_TIMES)
    return times, word[len(digits) :]
