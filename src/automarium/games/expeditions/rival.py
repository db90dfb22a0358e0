"""Stand-ins for the human in the lab: they move, explore, take corruption and boast, with the house bag."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property

from automarium.games.expeditions.commands import Boasted, Explored, Go, Next, Vanquished, free_places
from automarium.games.expeditions.position import (
    BASECAMP,
    CENTRAL,
    HUMAN_GLORY_TO_END,
    NORTH,
    ROWS,
    SPECIAL,
    Position,
)
from automarium.kernel.chance import Chance
from automarium.kernel.command import Input
from automarium.kernel.pack import Pack
from automarium.kernel.room import Rival
from automarium.kernel.table import Answer, AnyQuestion, Pick, Series

BOAST_EVERY = 12  # a random human boasts about every twelfth turn: four times in a long game


class Bag:
    """The corruption bag and the values of the shuffled tiles, both of house design."""

    def __init__(self, pack: Pack, chance: Chance) -> None:
        facts = pack.house["board"]["corruption"]
        self._tokens = [int(value) for value, count in facts["values"].items() for _ in range(count)]
        chance.shuffle(self._tokens)
        central, north = list(facts["tile_values"]["central"]), list(facts["tile_values"]["north"])
        north.append(SPECIAL)  # the tile of the special token
        chance.shuffle(central)
        chance.shuffle(north)
        self._tiles = dict(zip((*CENTRAL, *NORTH), (*central, *north), strict=True))

    def turn_up(self, place: str) -> list[int]:
        """Tokens one at a time until their sum reaches the tile's value; the last drawn lies on top."""
        wanted = self._tiles[place]
        if wanted == SPECIAL:
            return [SPECIAL]
        stack: list[int] = []
        while self._tokens and sum(stack) < wanted:
            stack.append(self._tokens.pop())
        return stack[::-1]


class RandomRival:
    """Goes anywhere free, explores what is closed, takes the top token of what is not, boasts now and then."""

    def __init__(self, pack: Pack, chance: Chance) -> None:
        self._chance = chance
        self._pack = pack

    @cached_property
    def _bag(self) -> Bag:
        return Bag(self._pack, self._chance)

    def answer(self, question: AnyQuestion) -> Answer:
        if isinstance(question, Series) and question.place is not None:
            return self._bag.turn_up(question.place)
        assert isinstance(question, Pick)
        return self._chance.pick(question.options)

    def turn(self, look: Callable[[], Position]) -> Iterator[Input]:
        position = look()
        if position.to_move == "human":
            here = self._chance.pick([place for place in free_places(position) if place != BASECAMP])
            yield Go(here)
            if here in ROWS:
                tile = look().tiles[here]
                if tile.closed:
                    yield Explored(here, self._bag.turn_up(here))
                elif tile.corruption:
                    yield Vanquished(here, 1)
            if position.human_glory < HUMAN_GLORY_TO_END and self._chance.below(BOAST_EVERY) == 0:
                yield Boasted()
        if not look().over:
            yield Next()


class StillRival(RandomRival):
    """Does nothing but let the Automa play: for timing her turns alone."""

    def turn(self, look: Callable[[], Position]) -> Iterator[Input]:
        yield Next()


RIVALS: dict[str, Callable[[Pack, Chance], Rival]] = {"random": RandomRival, "still": StillRival}
