"""What the move actions look at: her pieces, what they reach, and where the enemies stand, as sets of territories."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, reduce
from operator import or_
from typing import get_args

import msgspec

from automarium.engine.choice.places import NOWHERE, Places, Sums
from automarium.engine.message import Message, message, term
from automarium.engine.question import Count
from automarium.games.scythe.map import AT, BASE, MAP, NEAR, NEAR_BASE, TERRITORIES, Rivers, near_human
from automarium.games.scythe.position import Automa, Desk, Human, Kind
from automarium.games.scythe.rulings import Rulings

MOST_RESOURCES = 99


class Piece(msgspec.Struct, frozen=True, cache_hash=True):
    """A piece of the Automa by its kind and where it stands; pieces of one kind on one place are interchangeable."""

    kind: Kind
    at: str

    def __str__(self) -> str:
        return f"{self.kind}@{self.at}"

    def describe(self) -> Message:
        return message(f"piece.{self.kind}", at=term("place", self.at))


class Hers(msgspec.Struct, frozen=True):
    """Some pieces of hers: the territories where any is and where more than one is, the ``area`` of their
    neighbourhoods, and how many of them ``reach`` each territory of it. Two on the same place count twice, and those on
    the base or the mat reach nothing (SCY-WORKER-06)."""

    at: Places
    crowded: Places
    reach: Sums
    area: Places

    def without(self, piece: Piece) -> Places:
        """Where pieces stand once this one is picked up; where two stand, one still does."""
        return self.at ^ (AT[piece.at] & ~self.crowded)


@lru_cache(1 << 13)
def hers(restricted: bool, *places: str) -> Hers:
    """Her pieces on these places; water may hold them back. A turn moves one of them, so most sets were seen before."""
    near = NEAR[restricted]
    at = crowded = reach = NOWHERE
    for place in places:
        one = AT[place]
        crowded |= at & one
        at |= one
        reach += near[place]
    return Hers(at, crowded, reach, MAP.counting(reach))


class Enemies(msgspec.Struct, frozen=True):
    """Some pieces of the human's: how many ``stand`` on each territory, and where any is."""

    places: tuple[str, ...]
    stand: Sums
    at: Places


@lru_cache(1 << 13)
def enemies(*places: str) -> Enemies:
    stand = at = NOWHERE
    for place in places:
        stand += AT[place]
        at |= AT[place]
    return Enemies(places, stand, at)


class Lookout(msgspec.Struct):
    """What all move actions look at, gathered once for a position: who reaches what, and where the enemies stand. On a
    base a unit is in no territory and threatens nothing (SCY-NEIGH-02, SCY-ATTACK-08)."""

    desk: Desk
    rulings: Rulings
    automa: Automa
    human: Human
    units: Hers
    workers: Hers
    enemy_units: Enemies
    enemy_workers: Enemies
    restricted: bool
    on_foot: bool  # distances are those that a restricted piece could walk, by a switched ruling
    area: Places  # the neighbourhoods of all her pieces
    enemies: Places
    resources: dict[str, int] = {}  # what was asked already

    def candidates(self, *, base: bool) -> Places:
        """The territories of the area; ``base`` adds the base's own neighbourhood (SCY-NEIGH-03)."""
        return self.area | NEAR_BASE[self.automa.faction] if base else self.area

    def reaching(self, without: Piece) -> Sums:
        """How many of her pieces reach a territory, the picked-up one not counted (SCY-WORKER-04)."""
        return self.units.reach + self.workers.reach - NEAR[self.restricted][without.at]

    def resources_at(self, territory: str) -> int:
        """Only switched rulings look at resources, so only then are they asked about."""
        if territory not in self.resources:
            params = {"at": term("place", territory)}
            question = Count(
                about="ask.resources", params=params, place=territory, low=0, high=MOST_RESOURCES, default=0
            )
            self.resources[territory] = int(self.desk.ask(question))
        return self.resources[territory]

    def threatened(self) -> Places:
        """The neighbourhoods of the human's combat units (SCY-WORKER-07)."""
        human = self.human
        tunnels = self.rulings.a09 == "tunnels"
        return threatened_by(self.enemy_units.places, human.faction, human.riverwalk, human.lakes, tunnels)


def look_around(desk: Desk) -> Lookout:
    position = desk.position
    automa, human, restricted = position.automa, position.human, position.restricted
    units, workers = hers(restricted, automa.character, *automa.mechs), hers(restricted, *automa.workers)
    enemy_units, enemy_workers = enemies(human.character, *human.mechs), enemies(*human.workers)
    return Lookout(
        desk,
        desk.rulings,
        automa,
        human,
        units,
        workers,
        enemy_units,
        enemy_workers,
        restricted,
        restricted and desk.rulings.a06 == "walked",
        units.area | workers.area,
        enemy_units.at | enemy_workers.at,
    )


@lru_cache(1 << 12)
def threatened_by(units: tuple[str, ...], faction: str, riverwalk: Rivers, lakes: bool, tunnels: bool) -> Places:
    near = near_human(faction, riverwalk, lakes, tunnels)
    return reduce(or_, [near[at] for at in units])


KINDS: tuple[Kind, ...] = get_args(Kind)
# Every piece that can be: the same few are looked at again and again.
PIECES: dict[Kind, dict[str, Piece]] = {kind: {at: Piece(kind, at) for at in (*TERRITORIES, BASE)} for kind in KINDS}
EVERY_PIECE = tuple(piece for places in PIECES.values() for piece in places.values())


def places_of(automa: Automa, kind: Kind) -> Sequence[str]:
    """Where her pieces of a kind are, base and mat included."""
    return automa.workers if kind == "worker" else automa.mechs if kind == "mech" else (automa.character,)
