"""What the human may tell: their pieces, combats, stars, the turn, and their score at the end. Corrections are in
``adjust``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, ClassVar

import msgspec

from automarium.games.scythe.atlas import BASE, TERRITORIES
from automarium.games.scythe.events import BonusCoins, MustFight
from automarium.games.scythe.position import (
    MECHS,
    MOST_POWER,
    STRUCTURES,
    WORKERS,
    Desk,
    HumanScore,
    Kind,
    Place,
    Position,
    Unit,
)
from automarium.games.scythe.rules.combat import fight, human_enters, take_token
from automarium.games.scythe.rules.stars import SixthStar, end, human_star
from automarium.games.scythe.rules.turn import automa_turn
from automarium.games.scythe.rulings import Rulings
from automarium.games.scythe.score import MOST_POPULARITY, STRUCTURE_BONUS, structure_bonus
from automarium.kernel.command import Command, Given, When
from automarium.kernel.saying import refuse, term
from automarium.kernel.table import Count, Field, Pick, of

KINDS: tuple[Kind, ...] = ("mech", "character", "worker")
GAINED: tuple[Kind, ...] = ("worker", "mech")
ABILITIES = ("riverwalk", "lakes")
PLACES = (*TERRITORIES, BASE)
MOST_COINS = 999
MOST_TERRITORIES = len(TERRITORIES) + 2  # the Factory counts as three
MOST_RESOURCES = 6 * len(TERRITORIES)  # SCY-SCORE-07


class Next(Command[Position, Rulings], frozen=True, tag="next"):
    """The human's turn is over: the Automa plays hers."""

    def carry_out(self, desk: Desk) -> None:
        position = desk.position
        waiting = pending_fights(position)
        if waiting:
            raise refuse("next.fight", places=term("place", waiting))
        position.to_move = "automa"
        try:
            automa_turn(desk)
            position.to_move = "human"
        except SixthStar as sixth:
            end(desk, sixth)


class Go(Command[Position, Rulings], frozen=True, tag="go"):
    """A piece of the human's went from one place to another; what it does to her workers, and to a token under their
    character, follows at once."""

    unit: Unit
    from_: Place = msgspec.field(name="from")
    to: Place

    @classmethod
    def fields(cls, position: Position, given: Given) -> Iterator[Field]:
        yield Field("unit", Pick(about="ask.go.unit", options=KINDS, family="unit"))
        unit = given.get("unit")
        standing = places_of(position, unit) if unit in KINDS else ()
        if not standing:
            raise refuse("go.none", "unit", unit=term("unit", unit))
        only = standing[0] if len(standing) == 1 else None
        yield Field("from", Pick(about="ask.go.from", options=standing, family="place", default=only))
        yield Field("to", Pick(about="ask.go.to", options=PLACES, family="place"))

    def carry_out(self, desk: Desk) -> None:
        human, automa, to = desk.position.human, desk.position.automa, self.to
        her_units = to != BASE and to in (automa.character, *automa.mechs)
        her_workers = to != BASE and to in automa.workers
        escorted = to in (human.character, *human.mechs)  # carried into a combat by a mech
        if self.unit == "worker" and (her_units or her_workers) and not escorted:
            raise refuse("go.worker", "to", to=term("place", to))
        with desk.told():
            self._put_piece(desk.position)
        if self.unit == "worker":
            return
        if her_units:
            desk.tell(MustFight(to), "SCY-COMBAT-01")
        elif her_workers:
            human_enters(desk, to)
        if self.unit == "character" and not her_units:
            take_token(desk)

    def _put_piece(self, position: Position) -> None:
        human = position.human
        if self.unit == "character":
            human.character = self.to
        else:
            places = human.mechs if self.unit == "mech" else human.workers
            places[places.index(self.from_)] = self.to


class Fought(Command[Position, Rulings], frozen=True, tag="fight"):
    """The human attacks: the combat on a territory where both sides have combat units."""

    at: Place

    @classmethod
    def fields(cls, position: Position, given: Given) -> Iterator[Field]:
        waiting = pending_fights(position)
        if not waiting:
            raise refuse("fight.none")
        yield Field("at", Pick(about="ask.fight", options=waiting, family="place"))

    def carry_out(self, desk: Desk) -> None:
        try:
            fight(desk, self.at, "human")
        except SixthStar as sixth:
            end(desk, sixth)


class Added(Command[Position, Rulings], frozen=True, tag="add"):
    """A new worker or mech of the human's."""

    unit: Unit
    at: Place

    @classmethod
    def fields(cls, position: Position, given: Given) -> Iterator[Field]:
        yield Field("unit", Pick(about="ask.add", options=GAINED, family="unit"))
        yield Field("at", Pick(about="ask.add.at", options=PLACES, family="place"))

    def carry_out(self, desk: Desk) -> None:
        automa, human = desk.position.automa, desk.position.human
        if self.at != BASE and self.at in (automa.character, *automa.mechs, *automa.workers):
            raise refuse("add.occupied", "at", at=term("place", self.at))
        places, most = (human.mechs, MECHS) if self.unit == "mech" else (human.workers, WORKERS)
        if len(places) >= most:
            raise refuse("add.all", "unit", count=most, unit=term("unit", self.unit))
        with desk.told():
            places.append(self.at)


class Unlocked(Command[Position, Rulings], frozen=True, tag="unlock"):
    """A mech ability that changes where the human's combat units can go."""

    ability: Annotated[str, of("ability")]

    @classmethod
    def fields(cls, position: Position, given: Given) -> Iterator[Field]:
        locked = tuple(name for name in ABILITIES if not getattr(position.human, name))
        yield Field("ability", Pick(about="ask.unlock", options=locked, family="ability"))

    def carry_out(self, desk: Desk) -> None:
        with desk.told():
            setattr(desk.position.human, self.ability, True)


class Built(Command[Position, Rulings], frozen=True, tag="build"):
    """A structure of the human's."""

    at: Place

    @classmethod
    def fields(cls, position: Position, given: Given) -> Iterator[Field]:
        yield Field("at", Pick(about="ask.build", options=TERRITORIES, family="place"))

    def carry_out(self, desk: Desk) -> None:
        structures = desk.position.human.structures
        if self.at in structures:
            raise refuse("build.there", "at", at=term("place", self.at))
        with desk.told():
            structures.append(self.at)


class PlacedStar(Command[Position, Rulings], frozen=True, tag="star"):
    """The human placed a star (not for a combat: that is asked there)."""

    def carry_out(self, desk: Desk) -> None:
        try:
            human_star(desk)
        except SixthStar as sixth:
            end(desk, sixth)


class Bonus(Command[Position, Rulings], frozen=True, tag="bonus"):
    """The structure bonus tile of this game, and how many of what it counts the human has."""

    when: ClassVar[When] = "always"
    tile: Annotated[str, of("bonus-tile")]
    counted: int

    @classmethod
    def fields(cls, position: Position, given: Given) -> Iterator[Field]:
        yield Field("tile", Pick(about="ask.bonus.tile", options=tuple(STRUCTURE_BONUS), family="bonus-tile"))
        yield Field("counted", Count(about="ask.bonus.counted", low=0, high=7))

    def carry_out(self, desk: Desk) -> None:
        bonus = structure_bonus(self.tile, self.counted)
        desk.position.human.bonus = bonus
        desk.tell(BonusCoins(self.tile, bonus))


class Tally(Command[Position, Rulings], frozen=True, tag="tally"):
    """The human's side of the score sheet."""

    when: ClassVar[When] = "always"
    coins: int
    popularity: int
    territories: int
    resources: int
    bonus: int

    @classmethod
    def fields(cls, position: Position, given: Given) -> Iterable[Field]:
        return (
            Field("coins", Count(about="ask.coins", low=0, high=MOST_COINS)),
            Field("popularity", Count(about="ask.popularity", low=0, high=MOST_POPULARITY)),
            Field("territories", Count(about="ask.territories", low=0, high=MOST_TERRITORIES)),
            Field("resources", Count(about="ask.counted-resources", low=0, high=MOST_RESOURCES)),
            Field("bonus", Count(about="ask.bonus", low=0, high=9, default=position.human.bonus)),
        )

    def carry_out(self, desk: Desk) -> None:
        desk.position.human_score = HumanScore(
            self.coins, self.popularity, self.territories, self.resources, self.bonus
        )


class TieBreak(Command[Position, Rulings], frozen=True, tag="tie"):
    """What decides a tie: workers, mechs and structures together, then power."""

    when: ClassVar[When] = "always"
    units: int
    power: int

    @classmethod
    def fields(cls, position: Position, given: Given) -> Iterator[Field]:
        if position.human_score is None:
            raise refuse("tie.tally")
        yield Field("units", Count(about="ask.units", low=0, high=WORKERS + MECHS + STRUCTURES))
        yield Field("power", Count(about="ask.power", low=0, high=MOST_POWER))

    def carry_out(self, desk: Desk) -> None:
        score = desk.position.human_score
        assert score is not None
        desk.position.human_score = msgspec.structs.replace(score, units=self.units, power=self.power)


def places_of(position: Position, unit: str) -> tuple[str, ...]:
    """Where the human has pieces of a kind, each place once."""
    human = position.human
    places = {"character": [human.character], "mech": human.mechs, "worker": human.workers}[unit]
    return tuple(dict.fromkeys(places))


def pending_fights(position: Position) -> tuple[str, ...]:
    """Territories where both sides have combat units."""
    theirs = [at for at in (position.human.character, *position.human.mechs) if at != BASE]
    if not theirs:
        return ()
    hers = {position.automa.character, *position.automa.mechs}
    return tuple(at for at in dict.fromkeys(theirs) if at in hers)
