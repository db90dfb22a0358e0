"""The end: what the human counts on their side, and what breaks a tie; filled in as far as it is known."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

import msgspec

from automarium.games.scythe.atlas import FACTORY, TERRITORIES
from automarium.games.scythe.events import BonusCoins
from automarium.games.scythe.position import (
    MECHS,
    MOST_COINS,
    MOST_POWER,
    STARS,
    STRUCTURES,
    WORKERS,
    Desk,
    HumanScore,
    Position,
)
from automarium.games.scythe.reach import held
from automarium.games.scythe.rules.stars import count_again
from automarium.games.scythe.rulings import Rulings
from automarium.games.scythe.score import (
    FACTORY_COUNTS_AS,
    MOST_BONUS,
    MOST_COUNTED,
    MOST_POPULARITY,
    STRUCTURE_BONUS,
    structure_bonus,
)
from automarium.kernel.command import Command, Given, When
from automarium.kernel.event import of
from automarium.kernel.question import Count, Field, Pick
from automarium.kernel.saying import refuse

MOST_TERRITORIES = len(TERRITORIES) + FACTORY_COUNTS_AS - 1
MOST_SCORED_RESOURCES = 6 * len(TERRITORIES)  # SCY-SCORE-07


class Bonus(Command[Position, Rulings], frozen=True, tag="bonus"):
    """The structure bonus tile of this game, and how many of what it counts the human has."""

    when: ClassVar[When] = "always"
    tile: Annotated[str, of("bonus-tile")]
    counted: int

    @classmethod
    def fields(cls, position: Position, given: Given) -> Iterator[Field]:
        yield Field("tile", Pick(about="ask.bonus.tile", options=tuple(STRUCTURE_BONUS), family="bonus-tile"))
        yield Field("counted", _count("ask.bonus.counted", MOST_COUNTED, None))

    def carry_out(self, desk: Desk) -> None:
        bonus = structure_bonus(self.tile, self.counted)
        desk.position.human.bonus = bonus
        if desk.heard:
            desk.tell(BonusCoins(self.tile, bonus))


class Unknown(msgspec.Struct, frozen=True):
    """A sheet that nobody has filled in yet, but for what the map shows."""

    territories: int
    coins: int | None = None
    popularity: int | None = None
    resources: int | None = None
    bonus: int | None = None


class Tally(Command[Position, Rulings], frozen=True, omit_defaults=True, tag="tally"):
    """The human's side of the score sheet."""

    when: ClassVar[When] = "always"
    asks_known: ClassVar[bool] = True
    coins: int
    popularity: int
    territories: int
    resources: int
    bonus: int
    stars: int | None = None

    @classmethod
    def fields(cls, position: Position, given: Given) -> Iterator[Field]:
        human, before = position.human, position.human_score or Unknown(territories=territories_of_human(position))
        bonus = before.bonus if human.bonus is None else human.bonus
        yield Field("coins", _count("ask.coins", MOST_COINS, before.coins))
        yield Field("popularity", _count("ask.popularity", MOST_POPULARITY, before.popularity))
        yield Field("territories", _count("ask.territories", MOST_TERRITORIES, before.territories))
        yield Field("resources", _count("ask.counted-resources", MOST_SCORED_RESOURCES, before.resources))
        yield Field("bonus", _count("ask.bonus", MOST_BONUS, bonus))
        yield Field("stars", _count("ask.your-stars", STARS if position.over else STARS - 1, human.stars))

    def carry_out(self, desk: Desk) -> None:
        if self.stars is not None:
            with desk.told():
                desk.position.human.stars = self.stars
            count_again(desk)
        desk.position.human_score = HumanScore(
            self.coins, self.popularity, self.territories, self.resources, self.bonus
        )


def _count(about: str, high: int, known: int | None) -> Count:
    return Count(about=about, low=0, high=high, default=known)


def territories_of_human(position: Position) -> int:
    """As the app sees the map; the Factory counts as three."""
    places = held(position)
    return len(places) + (FACTORY_COUNTS_AS - 1 if FACTORY in places else 0)


class TieBreak(Command[Position, Rulings], frozen=True, tag="tie"):
    """What breaks a tie: workers, mechs and structures added up, then power."""

    when: ClassVar[When] = "always"
    units: int
    power: int

    @classmethod
    def fields(cls, position: Position, given: Given) -> Iterator[Field]:
        human = position.human
        if position.human_score is None:
            raise refuse("tie.tally")
        known = len(human.workers) + len(human.mechs) + len(human.structures)
        yield Field("units", _count("ask.units", WORKERS + MECHS + STRUCTURES, known))
        yield Field("power", _count("ask.power", MOST_POWER, None))

    def carry_out(self, desk: Desk) -> None:
        score = desk.position.human_score
        assert score is not None
        desk.position.human_score = msgspec.structs.replace(score, units=self.units, power=self.power)
