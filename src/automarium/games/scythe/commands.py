"""The human's commands: pieces, combats, stars and the score sheet. Corrections are in ``corrections.py``.

The places offered for a move are those that the reported abilities reach; those for a new piece follow from the
workers on the map. Other abilities lead farther (Township, Underpass, Wayfare, a Factory card …), so any other place
is accepted, too.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Annotated, ClassVar, get_args

import msgspec

from automarium.engine.message import Message, message, refuse, term
from automarium.engine.play.command import Command, Given, When
from automarium.engine.play.event import get_params, of
from automarium.engine.question import Count, Field, Pick
from automarium.games.scythe.events import BonusCoins, MustFight
from automarium.games.scythe.map import BASE, ENCOUNTERS, JOINED, PRINTED, TERRAIN, TERRITORIES, Rivers, find_human_near
from automarium.games.scythe.position import (
    MECHS,
    MOST_COINS,
    MOST_POWER,
    STARS,
    STRUCTURES,
    WORKERS,
    Bonus,
    Desk,
    Human,
    HumanScore,
    Kind,
    Place,
    Position,
    Unit,
    find_occupied,
    get_places,
)
from automarium.games.scythe.rules.combat import drive_workers_out, fight, take_token
from automarium.games.scythe.rules.gains import remember_places
from automarium.games.scythe.rules.stars import SixthStar, end_game, place_human_star, resume_play
from automarium.games.scythe.rules.turn import play_turn
from automarium.games.scythe.rulings import Rulings
from automarium.games.scythe.score import (
    FACTORY_COUNTS_AS,
    MOST_BONUS,
    MOST_COUNTED,
    MOST_POPULARITY,
    STRUCTURE_BONUS,
    count_human_land,
    find_structure_bonus,
)

KINDS: tuple[Kind, ...] = ("mech", "character", "worker")
GAINED: tuple[Kind, ...] = ("worker", "mech")
MOST: dict[str, int] = {"worker": WORKERS, "mech": MECHS}
BONUSES: tuple[Bonus, ...] = get_args(Bonus)
# The mech abilities that change where a faction's combat units go, and what each of them is in the position.
MOVEMENT: dict[str, tuple[str, ...]] = {
    name: tuple(facts["movement"]) for name, facts in PRINTED.printed["faction"].items()
}
OPENS: dict[str, tuple[str, Rivers]] = {
    "riverwalk": ("riverwalk", True),
    "burrow": ("riverwalk", "tunnels"),
    "toka": ("riverwalk", "all"),
    "lakes": ("lakes", True),
    "speed": ("speed", True),
}
SPEED, OTHER = "speed", "other"  # abilities that the Automa never looks at
LAND = tuple(at for at in TERRITORIES if TERRAIN[at] != "lake")
PLACES = (*TERRITORIES, BASE)


class Next(Command[Position, Rulings], frozen=True, tag="next"):
    """The human's turn is over: play the Automa's."""

    def check(self, position: Position) -> None:
        waiting = find_fights(position)
        if waiting:
            raise refuse("next.fight", places=term("place", waiting))

    def carry_out(self, desk: Desk) -> None:
        position = desk.position
        position.human_score = None  # counted in the middle of the game: it will be another one
        position.to_move = "automa"
        try:
            play_turn(desk)
            position.to_move = "human"
        except SixthStar as sixth:
            end_game(desk, sixth)


class Go(Command[Position, Rulings], frozen=True, tag="go"):
    """A piece of the human's went from one place to another, a mech perhaps with workers. Its workers there go home, an
    encounter token under the human's character is taken."""

    unit: Unit
    from_: Place = msgspec.field(name="from")
    to: Place
    workers: int | None = None

    @classmethod
    def fields(cls, position: Position, given: Given) -> Iterator[Field]:
        human = position.human
        kinds = tuple(kind for kind in KINDS if get_places(human, kind))
        barred: dict[str, Message] = {
            kind: message("go.none", unit=term("unit", kind)) for kind in KINDS if kind not in kinds
        }
        yield Field("unit", Pick(about="ask.go.unit", options=kinds, family="unit", barred=barred))
        unit = str(given["unit"])
        standing = tuple(dict.fromkeys(get_places(human, unit)))
        only = standing[0] if len(standing) == 1 else None
        yield Field("from", Pick(about="ask.go.from", options=standing, family="place", default=only))
        here = given["from"]
        if here not in standing:
            return
        reach = find_reach(position, unit, here)
        shut = find_closed(position, unit, here)
        if not reach:
            shut.pop(here, None)  # a piece that cannot leave may stay
        options = tuple(at for at in PLACES if at not in shut)
        likely = () if here in find_fights(position) else reach  # a piece that has met an enemy stays there
        yield Field("to", Pick(about="ask.go.to", options=options, family="place", likely=likely, barred=shut))
        carried = human.workers.count(here)
        if unit == "mech" and carried:
            yield Field("workers", Count(about="ask.go.workers", low=0, high=carried, default=0))

    def describe(self) -> Message:
        carried = message("input.go.workers", **get_params(self), count=self.workers)
        return carried if self.workers else super().describe()

    def carry_out(self, desk: Desk) -> None:
        automa, to = desk.position.automa, self.to
        remember_places(desk.position)
        with desk.reported():
            self._put_pieces(desk.position)
        if self.unit == "worker":
            return
        if to != BASE and to in (automa.character, *automa.mechs):
            desk.emit(MustFight, "SCY-COMBAT-01", to)
        elif to != BASE and to in automa.workers:
            drive_workers_out(desk, to)
        if self.unit == "character":
            take_token(desk)

    def _put_pieces(self, position: Position) -> None:
        human = position.human
        if self.unit == "character":
            human.character = self.to
        else:
            places = human.mechs if self.unit == "mech" else human.workers
            places[places.index(self.from_)] = self.to
        if self.workers is not None:
            for _ in range(self.workers):
                human.workers[human.workers.index(self.from_)] = self.to


class Fought(Command[Position, Rulings], frozen=True, tag="fight"):
    """The human attacks: the combat on a territory where both sides have combat units."""

    at: Place

    @classmethod
    def fields(cls, position: Position, given: Given) -> Iterator[Field]:
        waiting = find_fights(position)
        if not waiting:
            raise refuse("fight.none")
        yield Field("at", Pick(about="ask.fight", options=waiting, family="place"))

    def carry_out(self, desk: Desk) -> None:
        try:
            fight(desk, self.at, "human")
        except SixthStar as sixth:
            end_game(desk, sixth)


class Added(Command[Position, Rulings], frozen=True, tag="add"):
    """A new worker or mech of the human's; a mech unlocks an ability."""

    reported = True
    asks_known: ClassVar[bool] = True
    unit: Unit
    at: Place
    ability: Annotated[str | None, of("ability")] = None

    @classmethod
    def fields(cls, position: Position, given: Given) -> Iterator[Field]:
        human = position.human
        left = tuple(unit for unit in GAINED if len(get_places(human, unit)) < MOST[unit])
        if not left:
            raise refuse("add.none")
        all_there: dict[str, Message] = {
            unit: message("add.all", count=MOST[unit], unit=term("unit", unit)) for unit in GAINED if unit not in left
        }
        yield Field("unit", Pick(about="ask.add", options=left, family="unit", barred=all_there))
        likely = find_new_places(position, str(given["unit"]))
        taken = find_occupied(position.automa)
        occupied = {at: message("add.occupied", at=term("place", at)) for at in TERRITORIES if at in taken}
        places = tuple(at for at in PLACES if at not in occupied)
        yield Field("at", Pick(about="ask.add.at", options=places, family="place", likely=likely, barred=occupied))
        if given["unit"] == "mech":
            opened = (*list_locked(human), OTHER)
            yield Field("ability", Pick(about="ask.add.ability", options=opened, family="ability", default=OTHER))

    def describe(self) -> Message:
        return message("input.add.ability", **get_params(self)) if self.ability in OPENS else super().describe()

    def carry_out(self, desk: Desk) -> None:
        human = desk.position.human
        (human.mechs if self.unit == "mech" else human.workers).append(self.at)
        if self.ability in OPENS:
            open_ability(human, str(self.ability))


class Unlocked(Command[Position, Rulings], frozen=True, tag="unlock"):
    """A mech ability that changes where the human's combat units can go."""

    reported = True
    ability: Annotated[str, of("ability")]

    @classmethod
    def fields(cls, position: Position, given: Given) -> Iterator[Field]:
        human = position.human
        options = tuple(name for name in list_locked(human) if name != SPEED)  # ignored by the Automa (SCY-A10)
        if not options:
            raise refuse("unlock.none")
        yield Field("ability", Pick(about="ask.unlock", options=options, family="ability", barred=list_foreign(human)))

    def carry_out(self, desk: Desk) -> None:
        open_ability(desk.position.human, self.ability)


class Enlisted(Command[Position, Rulings], frozen=True, tag="enlist"):
    """A recruit of the human's. Once one is reported, only their own bonuses are offered (SCY-RECRUIT-02)."""

    reported = True
    recruit: Annotated[Bonus, of("enlisted")]

    @classmethod
    def fields(cls, position: Position, given: Given) -> Iterator[Field]:
        left = tuple(bonus for bonus in BONUSES if bonus not in position.human.recruits)
        if not left:
            raise refuse("enlist.all")
        yield Field("recruit", Pick(about="ask.enlist", options=left, family="enlisted"))

    def carry_out(self, desk: Desk) -> None:
        desk.position.human.recruits.append(self.recruit)


class Built(Command[Position, Rulings], frozen=True, tag="build"):
    """A structure of the human's."""

    reported = True
    at: Place

    @classmethod
    def fields(cls, position: Position, given: Given) -> Iterator[Field]:
        structures = position.human.structures
        if len(structures) >= STRUCTURES:
            raise refuse("build.all", count=STRUCTURES)
        likely = tuple(at for at in find_sites(position) if at not in structures)
        options = tuple(at for at in LAND if at not in structures)
        barred = {at: message("build.lake", at=term("place", at)) for at in TERRITORIES if at not in LAND}
        barred |= {at: message("build.there", at=term("place", at)) for at in structures}
        yield Field("at", Pick(about="ask.build", options=options, family="place", likely=likely, barred=barred))

    def carry_out(self, desk: Desk) -> None:
        desk.position.human.structures.append(self.at)


class PlacedStar(Command[Position, Rulings], frozen=True, tag="star"):
    """The human placed a star. A star for a combat is asked for there."""

    def carry_out(self, desk: Desk) -> None:
        try:
            place_human_star(desk)
        except SixthStar as sixth:
            end_game(desk, sixth)


def find_closed(position: Position, unit: str, here: str) -> dict[str, Message]:
    """Return where a piece cannot go, and why: its own place (base to base leads to a foreign base, SCY-A12); for a
    worker also the Automa's territories, unless a unit of the human's there can have carried it."""
    human = position.human
    closed: dict[str, Message] = {}
    if unit == "worker":
        occupied = find_occupied(position.automa) - {human.character, *human.mechs}
        closed = {at: message("go.worker", to=term("place", at)) for at in TERRITORIES if at in occupied}
    if here != BASE:
        closed[here] = message("go.same", to=term("place", here))
    return closed


def list_locked(human: Human) -> tuple[str, ...]:
    """Return the abilities of the human's faction that are not in play yet."""
    return tuple(name for name in MOVEMENT[human.faction] if not getattr(human, OPENS[name][0]))


def list_foreign(human: Human) -> dict[str, Message]:
    """Return the abilities of other factions, each with what this one has instead."""
    own = MOVEMENT[human.faction]
    why = message("unlock.other", faction=term("faction", human.faction), abilities=term("ability", list(own)))
    return {ability: why for ability in OPENS if ability not in own}


def open_ability(human: Human, ability: str) -> None:
    name, value = OPENS[ability]
    setattr(human, name, value)


def find_fights(position: Position) -> tuple[str, ...]:
    """Return the territories where both sides have combat units."""
    human, automa = position.human, position.automa
    theirs, occupied = (human.character, *human.mechs), {automa.character, *automa.mechs}
    occupied.discard(BASE)
    if occupied.isdisjoint(theirs):
        return ()
    return tuple(at for at in dict.fromkeys(theirs) if at in occupied)


MOST_TERRITORIES = len(TERRITORIES) + FACTORY_COUNTS_AS - 1
MOST_SCORED_RESOURCES = 6 * len(TERRITORIES)  # SCY-SCORE-07


class StructureBonus(Command[Position, Rulings], frozen=True, tag="bonus"):
    """The structure bonus tile of this game, and how many of what it counts the human has."""

    when: ClassVar[When] = "always"
    tile: Annotated[str, of("bonus-tile")]
    counted: int

    @classmethod
    def fields(cls, position: Position, given: Given) -> Iterator[Field]:
        yield Field("tile", Pick(about="ask.bonus.tile", options=tuple(STRUCTURE_BONUS), family="bonus-tile"))
        yield Field("counted", _make_count("ask.bonus.counted", MOST_COUNTED, None))

    def carry_out(self, desk: Desk) -> None:
        bonus = find_structure_bonus(self.tile, self.counted)
        desk.position.human.bonus = bonus
        desk.emit(BonusCoins, (), self.tile, bonus)


class Unknown(msgspec.Struct, frozen=True):
    """A score sheet before the first tally: only the territories are known, from the map."""

    territories: int
    coins: int | None = None
    popularity: int | None = None
    resources: int | None = None
    bonus: int | None = None


class Tally(Command[Position, Rulings], frozen=True, tag="tally"):
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
        human, before = position.human, position.human_score or Unknown(territories=count_human_land(position))
        bonus = before.bonus if human.bonus is None else human.bonus
        yield Field("coins", _make_count("ask.coins", MOST_COINS, before.coins))
        yield Field("popularity", _make_count("ask.popularity", MOST_POPULARITY, before.popularity))
        yield Field("territories", _make_count("ask.territories", MOST_TERRITORIES, before.territories))
        yield Field("resources", _make_count("ask.counted-resources", MOST_SCORED_RESOURCES, before.resources))
        yield Field("bonus", _make_count("ask.bonus", MOST_BONUS, bonus))
        yield Field("stars", _make_count("ask.your-stars", STARS if position.over else STARS - 1, human.stars))

    def carry_out(self, desk: Desk) -> None:
        if self.stars is not None:
            with desk.reported():
                desk.position.human.stars = self.stars
            resume_play(desk)
        desk.position.human_score = HumanScore(
            self.coins, self.popularity, self.territories, self.resources, self.bonus
        )


def _make_count(about: str, high: int, known: int | None) -> Count:
    return Count(about=about, low=0, high=high, default=known)


class TieBreak(Command[Position, Rulings], frozen=True, tag="tie"):
    """The human's tie-breakers: workers, mechs and structures added up, then power."""

    when: ClassVar[When] = "always"
    units: int
    power: int

    @classmethod
    def fields(cls, position: Position, given: Given) -> Iterator[Field]:
        human = position.human
        if position.human_score is None:
            raise refuse("tie.tally")
        known = len(human.workers) + len(human.mechs) + len(human.structures)
        yield Field("units", _make_count("ask.units", WORKERS + MECHS + STRUCTURES, known))
        yield Field("power", _make_count("ask.power", MOST_POWER, None))

    def carry_out(self, desk: Desk) -> None:
        score = desk.position.human_score
        assert score is not None
        desk.position.human_score = msgspec.structs.replace(score, units=self.units, power=self.power)


SWIMMERS = "nordic"  # their workers cross rivers


def find_reach(position: Position, unit: str, here: str) -> tuple[str, ...]:
    """Return the territories that a piece can enter, in reading order. It stops where its pieces are; a worker does not
    enter there."""
    human, occupied = position.human, find_occupied(position.automa)
    found = _walk(human, unit, here, steps=2 if unit != "worker" and human.speed else 1, stops=occupied)
    if unit == "worker":
        found -= occupied
    return tuple(at for at in TERRITORIES if at in found and at != here)


def _walk(human: Human, unit: str, here: str, *, steps: int, stops: Collection[str]) -> set[str]:
    alone = unit == "worker"  # workers have no mech abilities
    rivers: Rivers = human.riverwalk
    if alone:
        rivers = "all" if human.faction == SWIMMERS else False
    near = find_human_near(human.faction, rivers, human.lakes and not alone, True)
    found: set[str] = set()
    starts = {here}
    for _ in range(steps):
        ring = {to for at in starts for to in (JOINED[human.faction] if at == BASE else near[at])}
        starts = ring - found - set(stops)
        found |= ring
    return found


def find_sites(position: Position) -> tuple[str, ...]:
    """Return the territories with a worker of the human's, where mechs are deployed and structures built."""
    human, occupied = position.human, find_occupied(position.automa)
    places = {at for at in human.workers if at != BASE and at not in occupied and TERRAIN[at] != "lake"}
    return tuple(at for at in TERRITORIES if at in places)


def find_new_places(position: Position, unit: str) -> tuple[str, ...]:
    """Return the territories where a new piece of the human's can be placed: a mech where a worker is, a worker on a
    village with a worker or a mill; either of them on an encounter's territory."""
    human, occupied = position.human, find_occupied(position.automa)
    places = {*find_sites(position), *(human.structures if unit == "worker" else ())}
    if unit == "worker":
        places = {at for at in places if TERRAIN[at] == "village"}
    if human.character in ENCOUNTERS:
        places.add(human.character)
    return tuple(at for at in TERRITORIES if at in places - occupied)
