"""Simulated players for the lab: they move, explore, take corruption and boast, with the house bag. And what the lab
can take away from the Automa."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, cached_property
from typing import Annotated, ClassVar, Literal, TypeAlias

import msgspec

from automarium.engine.content.pack import Pack
from automarium.engine.definition import AutomaPart, Lab
from automarium.engine.message import Message, message, refuse
from automarium.engine.play.chance import Chance
from automarium.engine.play.command import Given, Input
from automarium.engine.question import Answer, AnyQuestion, Pick, Series
from automarium.games.expeditions.commands import (
    Boasted,
    Explored,
    Go,
    Next,
    Tally,
    Total,
    Vanquished,
    list_free_places,
)
from automarium.games.expeditions.events import Draw, Rate, RateShown
from automarium.games.expeditions.position import (
    AHEAD,
    BASECAMP,
    CENTRAL,
    HUMAN_GLORY_TO_END,
    NO_TARGET,
    NORTH,
    PLACES,
    ROWS,
    SPECIAL,
    Position,
)

NEXT = Next()
BOAST_EVERY = 12  # a random human boasts about every twelfth turn: four times in a long game


Natural: TypeAlias = Annotated[int, msgspec.Meta(ge=0)]
Positive: TypeAlias = Annotated[int, msgspec.Meta(ge=1)]


class TileValues(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The value of each tile, but for the northern one of the special token."""

    central: Annotated[tuple[Natural, ...], msgspec.Meta(min_length=len(CENTRAL), max_length=len(CENTRAL))]
    north: Annotated[tuple[Natural, ...], msgspec.Meta(min_length=len(NORTH) - 1, max_length=len(NORTH) - 1)]


class HouseBag(msgspec.Struct, frozen=True):
    """What the house pack says of the corruption bag. ``values``: how many tokens there are of each value."""

    values: dict[str, Natural]
    tile_values: TileValues


def read_house_bag(pack: Pack) -> HouseBag:
    """Raise Refused if no game can be played with it."""
    bag = pack.typed(HouseBag, "board", "corruption", "house")
    for value in bag.values:
        if not (value.isdecimal() and 1 <= int(value) < SPECIAL):
            where = f"board.corruption.values.{value}"
            raise refuse("read.range", where, given=value, low=1, high=SPECIAL - 1)
    return bag


def list_tokens(pack: Pack) -> list[int]:
    """Return all tokens of the house bag."""
    return [int(value) for value, count in pack.once(read_house_bag).values.items() for _ in range(count)]


class Bag:
    """The corruption bag and the values of the shuffled tiles, both of house design."""

    def __init__(self, pack: Pack, chance: Chance) -> None:
        tiles = pack.once(read_house_bag).tile_values
        self._tokens = list(pack.once(list_tokens))
        chance.shuffle(self._tokens)
        central, north = list(tiles.central), list(tiles.north)
        north.append(SPECIAL)  # the tile of the special token
        chance.shuffle(central)
        chance.shuffle(north)
        self._tiles = dict(zip((*CENTRAL, *NORTH), (*central, *north), strict=True))

    def turn_up(self, place: str) -> list[int]:
        """Draw tokens until their sum reaches the tile's value; the last drawn is on top."""
        wanted = self._tiles[place]
        if wanted == SPECIAL:
            return [SPECIAL]
        stack: list[int] = []
        while self._tokens and sum(stack) < wanted:
            stack.append(self._tokens.pop())
        return stack[::-1]


@cache
def list_free_tiles(*taken: str) -> tuple[str, ...]:
    """Return where the human's mech can go but to the basecamp, if mechs have taken these places."""
    return tuple(place for place in PLACES if place not in taken and place != BASECAMP)


@cache
def list_free_rows(*taken: str) -> tuple[str, ...]:
    """Return the same without the places that never have corruption."""
    return tuple(place for place in ROWS if place not in taken)


class RandomRival:
    """Goes to any free place, explores a closed tile, takes the top token of an open one, boasts now and then."""

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
            here = self._chance.pick(list_free_tiles(position.human, *position.mechs.values()))
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
            yield NEXT


class StillRival(RandomRival):
    """Does nothing: for timing the Automa's turns alone."""

    def turn(self, look: Callable[[], Position]) -> Iterator[Input]:
        return iter((NEXT,))


class Earnings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``made`` coins in so many ``turns``, at most ``spread`` more or fewer."""

    made: Natural
    turns: Positive
    spread: Natural


class Assumptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the points of a rival are assumed to be. ``takes``: corruption tokens at once."""

    boast_every: Positive
    takes: Positive
    coins: Earnings
    quests: Natural
    items: Natural


def read_assumptions(pack: Pack) -> dict[str, Assumptions]:
    return {name: pack.typed(Assumptions, "rival", name, "house") for name in pack.house["rival"]}


class Novice(RandomRival):
    """Turns up closed tiles, takes corruption where it stands, and boasts every few turns. Coins, quests and items are
    assumed: see the house pack."""

    name: ClassVar[str] = "novice"

    def __init__(self, pack: Pack, chance: Chance) -> None:
        super().__init__(pack, chance)
        self._assumed = pack.once(read_assumptions)[self.name]
        self._turns = 0
        self._explored = False  # no tile is closed

    def turn(self, look: Callable[[], Position]) -> Iterator[Input]:
        position = look()
        if position.to_move == "human":
            self._turns += 1
            here = self.place(position)
            yield Go(here)
            tile = position.tiles.get(here)
            if tile is not None and tile.closed:
                yield Explored(here, self._bag.turn_up(here))
            elif tile is not None and tile.corruption:
                yield Vanquished(here, min(self._assumed.takes, len(tile.corruption)))
            if position.human_glory < min(self._turns // self._assumed.boast_every, HUMAN_GLORY_TO_END):
                yield Boasted()
        if not look().over:
            yield NEXT

    def place(self, position: Position) -> str:
        """Return a closed tile, otherwise the tallest stack of corruption, otherwise any free place."""
        taken, tiles = (position.human, *position.mechs.values()), position.tiles
        rows = list_free_rows(*taken)
        if not self._explored:
            closed = [place for place in rows if tiles[place].closed]
            if closed:
                return self._chance.pick(closed)
            self._explored = not any(tile.closed for tile in tiles.values())
        anywhere = self._chance.pick(list_free_tiles(*taken))
        heights = [len(tiles[place].corruption) for place in rows]
        return rows[heights.index(max(heights))] if rows else anywhere

    def end(self, look: Callable[[], Position]) -> Iterator[Input]:
        position, assumed = look(), self._assumed
        coins = assumed.coins
        held = len(position.human_tokens) + position.human_special
        made = self._chance.around(self._turns * coins.made // coins.turns, coins.spread)
        yield Tally(max(made, 0), assumed.quests, held, assumed.items)


class Regular(Novice):
    name = "regular"


class Owner(Regular):
    """Plays like the regular, and makes the points of one of the owner's finished games."""

    def __init__(self, pack: Pack, chance: Chance, results: Sequence[int]) -> None:
        super().__init__(pack, chance)
        self._results = results

    def end(self, look: Callable[[], Position]) -> Iterator[Input]:
        yield Total(self._chance.pick(self._results))


class Expert(Regular):
    """Takes two tokens at once, goes where the Automa would go next, and ends the game early."""

    name = "expert"

    def place(self, position: Position) -> str:
        """Return the closed tile or the corruption that one of the Automa's mechs reaches first."""
        free = list_free_places(position)
        ways = [AHEAD[at] for at in position.mechs.values()]
        for place in (way[step] for step in range(1, len(ways[0])) for way in ways):
            if place in free and (position.tiles[place].closed or position.tiles[place].corruption):
                return place
        return super().place(position)


class ExpeditionsLab(Lab[Position]):
    rivals = {"random": RandomRival, "novice": Novice, "regular": Regular, "expert": Expert, "still": StillRival}

    owner = Owner

    def assumptions(self, pack: Pack, rival: str) -> Message | None:
        assumed = pack.once(read_assumptions).get(rival)
        if assumed is None:
            return None
        return message(
            "assumed.points",
            glory=assumed.boast_every,
            coins=float(f"{assumed.coins.made / assumed.coins.turns:.2g}"),
            spread=assumed.coins.spread,
            quests=assumed.quests,
            items=assumed.items,
        )

    def parts(self, pack: Pack, options: Given) -> list[AutomaPart]:
        return list(list_parts(pack, options))

    def pace(self, position: Position) -> int:
        """Return the Automa's glory tokens."""
        return position.glory


RATES: dict[str, Rate] = {"glory_token": "glory", "map_token": "maps", "corruption_token": "corruption"}


def list_parts(pack: Pack, options: Given) -> Iterator[AutomaPart]:
    nothing = {"sweep": False, "target": NO_TARGET}
    for id_ in pack.printed["decision"]:
        without = {"advances_progress": False, "north": nothing, "central": nothing}
        yield AutomaPart(
            "card", id_, message("taken.card", card=int(id_)), {"decision": {id_: without}}, shown=Draw(int(id_), 0)
        )
    level = str(options["level"])
    layer: Literal["house", "printed"] = "house" if level in pack.house["progress"] else "printed"
    known = level in pack.house["progress"] or level in pack.printed["progress"]  # otherwise a pack adds it
    for rate, what in RATES.items() if known else ():
        without = {"progress": {level: {"coins": {rate: 0}}}}
        words, shown = message(f"taken.rate.{what}"), RateShown(what)
        yield AutomaPart("number", rate, words, without, layer, shown=shown)
