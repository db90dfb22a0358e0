"""Names as they are typed: by the whole name or its beginning, in any case, on any keyboard."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeVar

T = TypeVar("T")

# What the keys of a Cyrillic keyboard would have typed on a Latin one: "т4" is N4 with the layout left on.
_CYRILLIC_KEYS = "йцукенгшщзфывапролдячсмитьі"
_LATIN_KEYS = "qwertyuiopasdfghjklzxcvbnms"
_LAYOUT = str.maketrans(_CYRILLIC_KEYS, _LATIN_KEYS)
_FROM_LATIN = [str.maketrans(_LATIN_KEYS[:-1], _CYRILLIC_KEYS[:-1].replace("ы", s_key)) for s_key in "іы"]
_LOOK_ALIKES = str.maketrans("авсекмнорті", "abcekmhopti")  # "А4" may be typed with either A
_MARKS = str.maketrans({"ё": "е", "ґ": "г", "’": "'", ",": " ", "/": " / "})


def folded(text: str) -> str:
    """As names are compared: small letters, one space between words, no commas."""
    return " ".join(text.casefold().translate(_MARKS).split())


def ways_to_type(text: str) -> Iterator[str]:
    """A folded text as it was typed, then as other keyboards would have it."""
    wanted = folded(text)
    yield wanted
    for keys in (_LOOK_ALIKES, _LAYOUT, *_FROM_LATIN):
        yield wanted.translate(keys)


def whole(text: str, names: Mapping[str, T]) -> list[T]:
    """The things whose whole name this is, each once."""
    return _found(text, names, (str.__eq__,))


def meant(text: str, names: Mapping[str, T]) -> list[T]:
    """The things whose name this is or begins with, each once; a whole name beats a beginning."""
    return _found(text, names, (str.__eq__, str.startswith))


def _found(text: str, names: Mapping[str, T], fitting: Sequence[Callable[[str, str], bool]]) -> list[T]:
    for typed in ways_to_type(text):
        for fits in fitting:
            found = [thing for name, thing in names.items() if fits(folded(name), typed)]
            if found:
                return list(dict.fromkeys(found))
    return []
