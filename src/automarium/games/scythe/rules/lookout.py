"""What the move actions look at: her pieces, what they reach, and where the enemies stand, as sets of territories."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import get_args

import msgspec

from automarium.games.scythe.atlas import BASE, MAT, TERRITORIES
from automarium.games.scythe.position import Automa, Desk, Kind
from automarium.games.scythe.regions import AT, MAP, NEAR, NEAR_BASE, near_human
from automarium.kernel.places import NOWHERE, Places, Sums, counted
from automarium.kernel.question import Count
from automarium.kernel.saying import Saying, saying, term

MOST_RESOURCES = 99


class Piece(msgspec.Struct, frozen=True, gc=False, cache_hash=True):
    """A piece of the Automa by its kind and where it stands; pieces of one kind on one place are interchangeable."""

    kind: Kind
    at: str

    def __str__(self) -> str:
        return f"{self.kind}@{self.at}"

    def said(self) -> Saying:
        return saying(f"piece.{self.kind}", at=term("place", self.at))


class Lookout:
    """What all move actions look at, gathered once for a position: who reaches what, and where the enemies stand."""

    __slots__ = (
        "area",
        "automa",
        "desk",
        "enemies",
        "enemy_units",
        "enemy_workers",
        "human",
        "near",
        "on_foot",
        "reached",
        "resources",
        "rulings",
    )

    def __init__(self, desk: Desk) -> None:
        position = desk.position
        self.desk, self.rulings = desk, desk.rulings
        automa, human = self.automa, self.human = position.automa, position.human
        restricted = position.restricted
        self.near = near = NEAR[restricted]
        self.on_foot = restricted and desk.rulings.a06 == "walked"
        # How many of her pieces reach a territory, and the neighbourhoods of all of them.
        self.reached = counted(map(near.__getitem__, (automa.character, *automa.mechs, *automa.workers)))
        self.area = MAP.counting(self.reached)
        self.resources: dict[str, int] = {}  # what was asked already
        # On a base a unit is in no territory and threatens nothing (SCY-NEIGH-02, SCY-ATTACK-08).
        units, workers = AT[human.character], NOWHERE
        for at in human.mechs:
            units |= AT[at]
        for at in human.workers:
            workers |= AT[at]
        self.enemy_units, self.enemy_workers, self.enemies = units, workers, units | workers

    def candidates(self, *, base: bool) -> Places:
        """The territories of the area; ``base`` adds the base's own neighbourhood (SCY-NEIGH-03)."""
        return self.area | NEAR_BASE[self.automa.faction] if base else self.area

    def reaching(self, without: Piece) -> Sums:
        """How many of her pieces reach a territory, the picked-up one not counted (SCY-WORKER-04). Two on the same
        place count twice; the base and pieces on it count for nobody (SCY-WORKER-06)."""
        return self.reached - self.near[without.at]

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
        near = near_human(human.faction, human.riverwalk, human.lakes, self.rulings.a09 == "tunnels")
        found = near[human.character]
        for at in human.mechs:
            found |= near[at]
        return found


def standing(places: Iterable[str]) -> Sums:
    """How many pieces stand on each territory."""
    return counted(map(AT.__getitem__, places))


def taken_by_others(places: Sequence[str], piece: Piece) -> Places:
    """Where her pieces stand once one of them is picked up; where two stand, one still does."""
    others = list(places)
    others.remove(piece.at)
    return MAP.holding(others)


KINDS: tuple[Kind, ...] = get_args(Kind)
# Every piece that can be: the same few are looked at again and again.
_PIECES: dict[Kind, dict[str, Piece]] = {kind: {at: Piece(kind, at) for at in (*TERRITORIES, BASE)} for kind in KINDS}
PIECES = tuple(piece for places in _PIECES.values() for piece in places.values())


def pieces(automa: Automa, *kinds: Kind) -> list[Piece]:
    """Her pieces of these kinds outside the mat (SCY-DIST-06), one for each place."""
    found: list[Piece] = []
    for kind in kinds:
        if kind != "character":
            found += map(_PIECES[kind].__getitem__, dict.fromkeys(automa.mechs if kind == "mech" else automa.workers))
        elif automa.character != MAT:
            found.append(_PIECES[kind][automa.character])
    return found
