"""The six move actions: which piece, and the exact territory it goes to (SCY-MOVE-10).

Each is two narrowings: the piece closest to the Automa's base, then the destination. The piece is chosen without a look
at the destinations (SCY-MOVE-11), and a piece may end on any valid territory, however far away (SCY-MOVE-15).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import chain

import msgspec

from automarium.games.scythe.atlas import (
    BASE,
    BASE_DISTANCE,
    DISTANCE,
    FACTORY,
    FACTORY_DISTANCE,
    JOINED,
    MAT,
    NEAR_FREE,
    NEAR_RESTRICTED,
    ORDER,
    WALKED,
    WALKED_TO_BASE,
    near_of_human,
)
from automarium.games.scythe.position import Automa, Desk, Kind, Symbol
from automarium.kernel.choice import Rule, choose, first, given, least, most, only, prefer
from automarium.kernel.saying import Saying, saying, term
from automarium.kernel.table import Count

MOST_RESOURCES = 99


class Piece(msgspec.Struct, frozen=True, gc=False):
    """A piece of the Automa by its kind and where it stands; pieces of one kind on one place are interchangeable."""

    kind: Kind
    at: str

    def __str__(self) -> str:
        return f"{self.kind}@{self.at}"

    def said(self) -> Saying:
        return saying(f"piece.{self.kind}", at=term("place", self.at))


class Chosen(msgspec.Struct, frozen=True, gc=False):
    """A legal move: the piece and its destination."""

    piece: Piece
    to: str


class Lookout:
    """What all move actions look at, gathered once for a position: who reaches what, and where the enemies stand."""

    __slots__ = (
        "area",
        "automa",
        "desk",
        "enemy_units",
        "enemy_workers",
        "human",
        "near",
        "on_foot",
        "pieces",
        "resources",
        "rulings",
    )

    def __init__(self, desk: Desk) -> None:
        position = desk.position
        self.desk, self.rulings = desk, desk.rulings
        self.automa, self.human = position.automa, position.human
        self.near = NEAR_RESTRICTED if position.restricted else NEAR_FREE
        self.on_foot = desk.rulings.a06 == "walked" and position.restricted
        self.pieces = pieces_on_map(self.automa)
        self.area: dict[str, None] = {}  # the neighbourhoods of her pieces, once somebody looked
        self.resources: dict[str, int] = {}  # what was asked already
        # On a base a unit is in no territory and threatens nothing (SCY-NEIGH-02, SCY-ATTACK-08).
        self.enemy_units = counted((self.human.character, *self.human.mechs))
        self.enemy_workers = counted(self.human.workers)

    def candidates(self, *, base: bool) -> list[str]:
        """The territories of the area; ``base`` adds the base's own neighbourhood (SCY-NEIGH-03).

        In reading order for those who listen; the rules themselves end with that order and need no sorting before.
        """
        if not self.area:
            self.area = dict.fromkeys(chain(*[self.near[at] for at in self.pieces]))
        area = list({**self.area, **dict.fromkeys(JOINED[self.automa.faction])} if base else self.area)
        if self.desk.notes is not None:
            area.sort(key=ORDER.__getitem__)
        return area

    def reaching(self, candidates: list[str], without: Piece) -> dict[str, int]:
        """How many of her pieces reach each candidate, the picked-up one not counted (SCY-WORKER-04). Two on the same
        place count twice; the base and pieces on it count for nobody (SCY-WORKER-06)."""
        counts = dict.fromkeys(candidates, 0)
        for at in self.pieces:
            for territory in self.near[at]:
                counts[territory] += 1
        if without.at != BASE:
            for territory in self.near[without.at]:
                counts[territory] -= 1
        return counts

    def enemies_at(self, territory: str) -> bool:
        return territory in self.enemy_units or territory in self.enemy_workers

    def resources_at(self, territory: str) -> int:
        """Only switched rulings look at resources, so only then are they asked about."""
        if territory not in self.resources:
            params = {"at": term("place", territory)}
            question = Count(
                about="ask.resources", params=params, place=territory, low=0, high=MOST_RESOURCES, default=0
            )
            self.resources[territory] = int(self.desk.ask(question))
        return self.resources[territory]

    def threatened(self) -> set[str]:
        """The neighbourhoods of the human's combat units (SCY-WORKER-07)."""
        human = self.human
        tunnels = self.rulings.a09 == "tunnels"
        near = near_of_human(human.faction, human.riverwalk, human.lakes, tunnels)
        return {territory for at in self.enemy_units for territory in near[at]}


def counted(places: Iterable[str]) -> dict[str, int]:
    """How many pieces stand on each territory."""
    counts: dict[str, int] = {}
    for at in places:
        if at != BASE:
            counts[at] = counts.get(at, 0) + 1
    return counts


def pieces_on_map(automa: Automa) -> list[str]:
    """Where her pieces stand, each as often as there are pieces; those on base and mat have no neighbourhood."""
    return [at for at in (automa.character, *automa.mechs, *automa.workers) if at not in (BASE, MAT)]


def pieces(automa: Automa, *kinds: Kind) -> list[Piece]:
    """Her pieces of these kinds outside the mat (SCY-DIST-06), one for each place."""
    found: list[Piece] = []
    for kind in kinds:
        places = automa.workers if kind == "worker" else automa.mechs if kind == "mech" else (automa.character,)
        found += [Piece(kind, at) for at in dict.fromkeys(places) if at != MAT]
    return found


def closest_to_base(lookout: Lookout, candidates: list[Piece]) -> Piece | None:
    """Step 1 of every action (SCY-MOVE-12): on the base is closest of all (SCY-DIST-05)."""
    automa, notes = lookout.automa, lookout.desk.notes
    if notes is None and len(candidates) < 2:  # nobody wants to hear that there was no choice
        return candidates[0] if candidates else None
    distances = to_base(lookout, automa.faction, lookout.rulings.a05)
    attacker = lookout.rulings.a04
    mixed: tuple[Rule[Piece], ...] = ()
    if candidates and candidates[0].kind != candidates[-1].kind:  # they come kind by kind
        mixed = (prefer(lambda piece: piece.at != BASE or piece.kind == attacker, "SCY-ATTACK-03"),)
    return choose(
        candidates,
        least(lambda piece: 0 if piece.at == BASE else distances[piece.at], "SCY-MOVE-12"),
        *mixed,
        first(lambda piece: 2 * ORDER.get(piece.at, -1) + (piece.kind != "mech"), "SCY-DIST-09"),
        notes=notes,
        about="piece",
    )


# The same for every action and every table: made once.
NEAREST_TO_FACTORY: Rule[str] = least(FACTORY_DISTANCE.__getitem__, "SCY-MOVE-13")


NEAREST_ON_FOOT: Rule[str] = least(WALKED[FACTORY].__getitem__, "SCY-MOVE-13")


def in_reading_order(clause: str) -> Rule[str]:
    return first(ORDER.__getitem__, clause)


WORKER_ORDER = in_reading_order("SCY-WORKER-09")
UNIT_ORDER = in_reading_order("SCY-UNIT-09")
ENCOUNTER_ORDER = in_reading_order("SCY-ENC-06")
ATTACK_ORDER = in_reading_order("SCY-ATTACK-07")
RAID_ORDER = in_reading_order("SCY-RAID-05")


def destination(lookout: Lookout, candidates: list[str], *rules: Rule[str], order: Rule[str]) -> str | None:
    """Step 4: the action's own rules, then the Factory distance, then reading order (SCY-MOVE-13)."""
    nearest = NEAREST_ON_FOOT if lookout.on_foot else NEAREST_TO_FACTORY
    return choose(candidates, *rules, nearest, order, notes=lookout.desk.notes, about="destination", family="place")


def find_move(desk: Desk, symbol: Symbol, lookout: Lookout | None = None) -> Chosen | None:
    """Where a symbol of the move row leads; None if it is not legal (SCY-MOVE-04).

    A ``lookout`` of the same table saves looking around again.
    """
    return FINDERS[symbol.action](lookout or Lookout(desk), symbol)


def worker_move(lookout: Lookout, _: Symbol) -> Chosen | None:
    worker = closest_to_base(lookout, pieces(lookout.automa, "worker"))
    if worker is None:
        return None
    others = list(lookout.automa.workers)
    others.remove(worker.at)
    candidates = lookout.candidates(base=True)  # SCY-WORKER-02
    free = set(candidates).difference(others, lookout.enemy_units, lookout.enemy_workers)
    safe = set(candidates).difference(lookout.threatened())
    must_be_safe = only if lookout.rulings.a07 == "not-legal" else prefer
    to = destination(
        lookout,
        candidates,
        only(free.__contains__, "SCY-WORKER-03"),
        *unblocked(lookout),
        must_be_safe(safe.__contains__, "SCY-WORKER-07"),
        most(lookout.reaching(candidates, without=worker).__getitem__, "SCY-WORKER-06"),
        order=WORKER_ORDER,
    )
    return None if to is None else Chosen(worker, to)


def unit_move(kind: Kind) -> Callable[[Lookout, Symbol], Chosen | None]:
    def find(lookout: Lookout, _: Symbol) -> Chosen | None:
        unit = closest_to_base(lookout, pieces(lookout.automa, kind))
        if unit is None:
            return None
        others = [lookout.automa.character, *lookout.automa.mechs]
        others.remove(unit.at)
        candidates = lookout.candidates(base=True)  # SCY-UNIT-02
        free = set(candidates).difference(others, lookout.enemy_units, lookout.enemy_workers)
        to = destination(
            lookout,
            candidates,
            only(free.__contains__, "SCY-UNIT-03"),
            *unblocked(lookout),
            least(to_nearest_enemy(lookout), "SCY-UNIT-05"),
            order=UNIT_ORDER,
        )
        return None if to is None else Chosen(unit, to)

    return find


def to_nearest_enemy(lookout: Lookout) -> Callable[[str], int]:
    """Units on the base are looked at only if none is on the board (SCY-UNIT-06, SCY-UNIT-13)."""
    if lookout.enemy_units:
        enemies = list(lookout.enemy_units)
        steps = WALKED if lookout.on_foot else DISTANCE
        return lambda territory: min(steps[territory][enemy] for enemy in enemies)
    rulings = lookout.rulings
    measured = rulings.a05 if rulings.a13 == "as-A05" else rulings.a13
    return to_base(lookout, lookout.human.faction, measured).__getitem__


def to_base(lookout: Lookout, faction: str, measured: str) -> dict[str, int]:
    """How far each territory is from a base (SCY-DIST-04)."""
    return WALKED_TO_BASE[faction] if lookout.on_foot else BASE_DISTANCE[measured][faction]


def unblocked(lookout: Lookout) -> tuple[Rule[str], ...]:
    """Structures block nothing, unless the ruling is switched (SCY-WORKER-11)."""
    if lookout.rulings.a11 == "free":
        return ()
    structures = lookout.human.structures
    return (only(lambda territory: territory not in structures, "SCY-A11"),)


def encounter_or_factory(lookout: Lookout, _: Symbol) -> Chosen | None:
    automa = lookout.automa
    character = closest_to_base(lookout, pieces(automa, "character"))  # SCY-ENC-01
    if character is None:
        return None
    tokens, mechs = lookout.desk.position.encounters, automa.mechs
    to = destination(
        lookout,
        lookout.candidates(base=lookout.rulings.a18 == "counts"),  # SCY-ENC-03
        only(lambda at: at in tokens or (at == FACTORY and not automa.factory_card), "SCY-ENC-02"),
        only(lambda at: not lookout.enemies_at(at) and at not in mechs, "SCY-ENC-04"),
        *unblocked(lookout),
        order=ENCOUNTER_ORDER,
    )
    return None if to is None else Chosen(character, to)


def attack(lookout: Lookout, symbol: Symbol) -> Chosen | None:
    units = lookout.enemy_units
    enough = lookout.automa.power >= (symbol.min_power or 0)
    if lookout.desk.notes is None and not (enough and units):  # nobody wants to hear why there is nobody to attack
        return None
    attacker = closest_to_base(lookout, pieces(lookout.automa, "mech", "character"))  # SCY-ATTACK-02
    if attacker is None:
        return None
    by_workers: Rule[str] = most(lambda at: lookout.enemy_workers.get(at, 0), "SCY-A01")
    by_resources: Rule[str] = most(lookout.resources_at, "SCY-A01")
    extra: tuple[Rule[str], ...] = ()
    match lookout.rulings.a01:
        case "workers":
            extra = (by_workers,)
        case "resources":
            extra = (by_resources,)
        case "workers-then-resources":
            extra = (by_workers, by_resources)
        case "resources-then-workers":
            extra = (by_resources, by_workers)
    to = destination(
        lookout,
        lookout.candidates(base=lookout.rulings.a03 == "counts"),
        given(enough, "SCY-ATTACK-01"),
        only(units.__contains__, "SCY-ATTACK-04"),
        least(units.__getitem__, "SCY-ATTACK-05"),
        *extra,
        order=ATTACK_ORDER,
    )
    return None if to is None else Chosen(attacker, to)


def raid(lookout: Lookout, _: Symbol) -> Chosen | None:
    units, workers = lookout.enemy_units, lookout.enemy_workers
    raider = closest_to_base(lookout, pieces(lookout.automa, "mech", "character"))  # SCY-RAID-01
    if raider is None:
        return None

    hers = (lookout.automa.character, *lookout.automa.mechs)

    def is_target(at: str) -> bool:
        if at in units:
            return False
        if at in workers:
            return True
        return lookout.rulings.a08 == "resources-too" and at not in hers and lookout.resources_at(at) > 0

    extra: tuple[Rule[str], ...] = ()
    if lookout.rulings.a02 == "resources":
        extra = (most(lookout.resources_at, "SCY-A02"),)
    to = destination(
        lookout,
        lookout.candidates(base=lookout.rulings.a03 == "counts"),
        only(is_target, "SCY-RAID-02"),
        most(lambda at: workers.get(at, 0), "SCY-RAID-04"),
        *extra,
        order=RAID_ORDER,
    )
    return None if to is None else Chosen(raider, to)


FINDERS: dict[str, Callable[[Lookout, Symbol], Chosen | None]] = {
    "worker_move": worker_move,
    "mech_move": unit_move("mech"),
    "character_move": unit_move("character"),
    "encounter_or_factory": encounter_or_factory,
    "attack_combat_unit": attack,
    "attack_workers": raid,
}


def put_down(automa: Automa, chosen: Chosen) -> None:
    """Step 5: the piece on its new place."""
    piece = chosen.piece
    if piece.kind == "character":
        automa.character = chosen.to
        return
    places = automa.workers if piece.kind == "worker" else automa.mechs
    places[places.index(piece.at)] = chosen.to
