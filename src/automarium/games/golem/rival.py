"""Stand-ins for the humans in the lab: she looks at nothing of theirs, so they only answer what the table shows.

These make up what lies there when they are asked; the one in ``keeper.py`` has a table of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, ClassVar

from automarium.games.golem.commands import Next, Tally, TieBreak
from automarium.games.golem.position import COLOURS, ROWS, Position
from automarium.games.golem.score import leading, settled_by_order, sides, totals_of
from automarium.kernel.chance import Chance
from automarium.kernel.command import Input
from automarium.kernel.pack import Pack
from automarium.kernel.question import Answer, AnyQuestion, Count, Form, Pick, Series, Several
from automarium.kernel.room import Rivals

PLACES = 1 << 20  # finer than anybody asks
MOST = 12  # above the lowest, where a number is asked for
GO_ON = Next()


class RandomRival:
    """Throws the marbles, takes some, places rabbis: all at random, but as it could be on a real table."""

    def __init__(self, _: Pack, chance: Chance) -> None:
        self._chance = chance
        self._place: float = 0  # of her rabbi among those possible, when a round is over

    def answer(self, question: AnyQuestion) -> Answer:
        return ANSWERS[type(question)](self, question)

    def pick(self, question: Pick) -> Answer:
        return self._chance.pick(question.options)

    def count(self, question: Count) -> int:
        low, high = question.low, question.high
        if question.about == "ask.order":
            return low + int(self._place * (high - low + 1))
        return low + self._chance.below(min(high - low, MOST) + 1)

    def turn(self, look: Callable[[], Position]) -> Iterator[Input]:
        position = look()
        if position.stage == "evening" and position.rabbi != 1:
            self._place = self._chance.below(PLACES) / PLACES
        return iter((GO_ON,))

    def form(self, form: Form) -> Answer:
        """Field by field; but all marbles fall at once, and nobody is eager to name tiles before they matter."""
        match form.about:
            case "form.rabbi":
                return {field.name: self.answer(field.question) for field in form.fields}
            case "form.rows":
                return self._thrown(form.fields[0].question)
            case "ask.display":
                return self._display(form)
            case "form.neighbourhoods":
                return {field.name: [] for field in form.fields}
            case _:
                rows = [field.question for field in form.fields if field.question.about == "ask.row"]
                thrown: dict[str, object] = dict(self._thrown(rows[0])) if rows else {}
                rest = [field for field in form.fields if field.name not in thrown]
                return {**thrown, **{field.name: self.answer(field.question) for field in rest}}

    def marbles(self) -> int:
        """How many the humans have taken since she looked last."""
        return self._chance.below(3)

    def series(self, question: Series) -> list[int]:
        numbers = list(range(question.low, question.high + 1))
        self._chance.shuffle(numbers)
        count = question.exactly
        if count is None:
            count = max(self._chance.below(min(question.most, len(numbers)) + 1), int(question.filled))
        chosen = numbers[:count]
        return sorted(chosen) if question.rising else chosen

    def several(self, question: Several) -> list[str]:
        if question.about == "ask.tiles":  # nobody is eager to name tiles before they matter
            return []
        if question.about == "ask.gone":  # another participant takes a marble now and then
            there: list[str] = []
            for option, number in question.limits.items():
                there += (option,) * number
            self._chance.shuffle(there)
            return there[: self.marbles()]
        count = question.exactly
        if count is None:
            count = max(self._chance.below(min(question.most, 3) + 1), int(question.filled))
        pool = [option for option in question.options for _ in range(question.limits.get(option, question.most))]
        self._chance.shuffle(pool)
        return pool[:count]

    def _thrown(self, row: AnyQuestion) -> dict[str, list[str]]:
        """All marbles fall, each into any of the five rows."""
        assert isinstance(row, Several)
        marbles: list[str] = []
        for colour in COLOURS:
            marbles += (colour,) * row.limits[colour]
        rows: dict[str, list[str]] = {row: [] for row in ROWS}
        for marble, fallen in zip(marbles, self._chance.picks(ROWS, len(marbles)), strict=True):
            rows[fallen].append(marble)
        return rows

    def _display(self, form: Form) -> dict[str, str]:
        """Any books, several of one colour as often as not."""
        first = form.fields[0].question
        assert isinstance(first, Pick)
        books: list[str] = []
        for option in first.options:
            books += (str(option),) * len(form.fields)
        self._chance.shuffle(books)
        return {field.name: book for field, book in zip(form.fields, books, strict=False)}


# What is asked, by its kind.
ANSWERS: dict[type, Callable[[RandomRival, Any], Answer]] = {
    Form: RandomRival.form,
    Pick: RandomRival.pick,
    Count: RandomRival.count,
    Series: RandomRival.series,
    Several: RandomRival.several,
}


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
        highest, position = self._chance.pick(("automa", *humans)), look()
        if settled_by_order(position, leading(totals_of(position))) is None:
            yield TieBreak(highest)


class Regular(Novice):
    vp = 115

    def marbles(self) -> int:
        return 1


class Expert(Novice):
    """Takes two marbles before each of her turns, if there are two."""

    vp = 145
    spread = 30

    def marbles(self) -> int:
        return 2


RIVALS: Rivals = {"random": RandomRival, "novice": Novice, "regular": Regular, "expert": Expert}
