"""Chance: one seeded generator a game. Its draws depend only on the seed and on what was drawn before.

Only ``random()`` of the standard generator is used: Python promises the same floats for the same whole-number seed on
every version and platform. ``shuffle`` and ``randrange`` give no such promise, so both are our own here; a golden
test pins them.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, TypeVar

T = TypeVar("T")


class Chance:
    __slots__ = ("_generator", "_random")

    def __init__(self, seed: int) -> None:
        self._generator = Random(seed)
        self._random = self._generator.random

    def below(self, bound: int) -> int:
        """A whole number from 0 to ``bound - 1``."""
        return int(self._random() * bound)

    def pick(self, options: Sequence[T]) -> T:
        return options[int(self._random() * len(options))]

    def shuffle(self, cards: list[Any]) -> None:
        """Fisher–Yates, in place, from the end."""
        random = self._random
        for last in range(len(cards) - 1, 0, -1):
            other = int(random() * (last + 1))
            cards[last], cards[other] = cards[other], cards[last]

    def state(self) -> object:
        return self._generator.getstate()

    def restore(self, state: Any) -> None:
        self._generator.setstate(state)
