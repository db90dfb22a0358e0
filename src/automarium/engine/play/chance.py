"""Chance: one seeded generator per game. Its draws depend only on the seed and on what was drawn before.

Only ``random()`` of the standard generator is used: Python guarantees the same floats for the same whole-number seed on
every version and platform. ``shuffle`` and ``randrange`` have no such guarantee, so both are written here; a
golden test pins them. ``floor`` costs a third of what ``int`` does.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from math import floor
from random import Random
from struct import Struct
from typing import TypeVar

T = TypeVar("T")

_VERSION = 3  # of the generator's state, since Python 3.2
_WORDS = Struct("<625I")  # its 624 words, and which is next
_WORDS_A_DRAW = 2


class Chance:
    """The random generator of a game."""

    __slots__ = ("_generator", "_random", "_state")

    def __init__(self, seed: int) -> None:
        self._generator = Random(seed)
        self._random = self._generator.random
        self._state = b""

    def below(self, bound: int) -> int:
        """Return a whole number from 0 to ``bound - 1``."""
        return floor(self._random() * bound)

    def pick(self, options: Sequence[T]) -> T:
        return options[floor(self._random() * len(options))]

    def picks(self, options: Sequence[T], count: int) -> list[T]:
        """Return ``count`` independent picks."""
        random, among = self._random, len(options)
        return [options[floor(random() * among)] for _ in range(count)]

    def around(self, middle: int, spread: int) -> int:
        """Return a whole number at most ``spread`` from the middle, nearer ones more likely, as with two dice."""
        return middle - spread + self.below(spread + 1) + self.below(spread + 1)

    def shuffle(self, cards: MutableSequence[T]) -> None:
        """Shuffle in place: Fisher–Yates from the end."""
        random = self._random
        for last in range(len(cards) - 1, 0, -1):
            other = floor(random() * (last + 1))
            cards[last], cards[other] = cards[other], cards[last]

    def put_back(self) -> None:
        """Take the last draw back, so that it comes again."""
        version, words, rest = self._generator.getstate()
        self._generator.setstate((version, (*words[:-1], words[-1] - _WORDS_A_DRAW), rest))

    def state(self) -> bytes:
        """Return the state of the generator. Every run of a game keeps one, so it is packed, and the same object until
        something is drawn: as Python integers it would be ten times as large as the rest of a run."""
        packed = _WORDS.pack(*self._generator.getstate()[1])
        if packed != self._state:
            self._state = packed
        return self._state

    def restore(self, state: bytes) -> None:
        self._generator.setstate((_VERSION, _WORDS.unpack(state), None))
        self._state = state
