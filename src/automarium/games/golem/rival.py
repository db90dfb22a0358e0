"""Stand-ins for the humans in the lab: she looks at nothing of theirs, so they only answer what the table shows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import ClassVar

from automarium.games.golem.commands import Next, Tally, TieBreak, sides
from automarium.games.golem.position import COLOURS, ROWS, Position
from automarium.kernel.chance import Chance
from automarium.kernel.command import Input
from automarium.kernel.pack import Pack
from automarium.kernel.room import Rival
from automarium.kernel.table import Answer, AnyQuestion, Count, Pick, Series, Several


class RandomRival:
    """Throws the marbles, takes some, places rabbis: all at random, but as a real table would show it."""

    def __init__(self, _: Pack, chance: Chance) -> None:
        self._chance = chance
        self._rows: dict[str, list[str]] = {}

    def answer(self, question: AnyQuestion) -> Answer:
        match question:
            case Pick():
                return self._chance.pick(question.options)
            case Count():
                return question.low + self._chance.below(min(question.high - question.low, 12) + 1)
            case Series():
                return self._series(question)
            case Several():
                return self._several(question)
            case _:
                raise NotImplementedError(question.about)

    def turn(self, look: Callable[[], Position]) -> Iterator[Input]:
        yield Next()

    def marbles(self) -> int:
        """How many the humans have taken since she looked last."""
        return self._chance.below(3)

    def _series(self, question: Series) -> list[int]:
        numbers = list(range(question.low, question.high + 1))
        self._chance.shuffle(numbers)
        count = question.exactly
        if count is None:
            count = self._chance.below(min(question.most, len(numbers)) + 1)
        chosen = numbers[:count]
        return sorted(chosen) if question.rising else chosen

    def _several(self, question: Several) -> list[str]:
        if question.about == "ask.row":
            return self._row(question)
        if question.about == "ask.gone":  # another participant takes a marble now and then
            there = [option for option in question.options for _ in range(question.limits[option])]
            self._chance.shuffle(there)
            return there[: self.marbles()]
        count = question.exactly
        if count is None:
            count = self._chance.below(min(question.most, 3) + 1)
        pool = [option for option in question.options for _ in range(question.limits.get(option, question.most))]
        self._chance.shuffle(pool)
        return pool[:count]

    def _row(self, question: Several) -> list[str]:
        """At the first row of a round all marbles fall, each into any of the five."""
        if question.place == ROWS[0]:
            self._rows = {row: [] for row in ROWS}
            for colour in COLOURS:
                for _ in range(question.limits[colour]):
                    self._rows[self._chance.pick(ROWS)].append(colour)
        return self._rows[str(question.place)]


class Novice(RandomRival):
    """Takes a marble now and then. Points are not played: about ``vp`` at the end, at most ``spread`` more or fewer."""

    vp: ClassVar[int] = 85
    spread: ClassVar[int] = 25

    def marbles(self) -> int:
        return self._chance.below(2)

    def end(self, look: Callable[[], Position]) -> Iterator[Input]:
        humans = sides(look())
        for side in humans:
            yield Tally(side, self._chance.around(self.vp, self.spread))
        yield TieBreak(self._chance.pick(("automa", *humans)))


class Regular(Novice):
    vp: ClassVar[int] = 115

    def marbles(self) -> int:
        return 1


class Expert(Novice):
    """Takes two marbles before each of her turns, if there are two."""

    vp: ClassVar[int] = 145
    spread: ClassVar[int] = 30

    def marbles(self) -> int:
        return 2


RIVALS: dict[str, Callable[[Pack, Chance], Rival]] = {
    "random": RandomRival,
    "novice": Novice,
    "regular": Regular,
    "expert": Expert,
}
