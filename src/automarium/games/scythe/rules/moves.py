"""The six move actions: which piece, and the exact territory it goes to (SCY-MOVE-10).

Each is two narrowings: the piece closest to the Automa's base, then the destination. The piece is chosen without a look
at the destinations (SCY-MOVE-11), and a piece may end on any valid territory, however far away (SCY-MOVE-15).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache, reduce
from operator import or_
from typing import get_args

import msgspec

from automarium.engine.choice.choose import (
    Ranking,
    Rule,
    first,
    given,
    least,
    most,
    only,
    prefer,
)
from automarium.engine.choice.places import NOWHERE, PlaceRule, PlaceRules, Places, Sums, Tiers
from automarium.engine.message import Message, message, term
from automarium.engine.question import Count
from automarium.games.scythe.map import (
    AT,
    AT_FACTORY,
    BASE,
    BASE_DISTANCE,
    FACTORY_RINGS,
    LAKES,
    MAP,
    NEAR,
    NEAR_BASE,
    ORDER,
    TERRITORIES,
    WALKED_TO_BASE,
    Rivers,
    make_base_rings,
    make_human_near,
    make_rings,
)
from automarium.games.scythe.position import Automa, Desk, Faction, Human, Kind, Symbol, find_occupied, get_places
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


class Pieces(msgspec.Struct, frozen=True):
    """Some of its pieces: the territories with any (``at``) and with several (``crowded``), how many of them ``reach``
    each territory, and the ``area`` of their neighbourhoods. Two in the same place count twice; those on the base or
    the mat reach nothing (SCY-WORKER-06)."""

    at: Places
    crowded: Places
    reach: Sums
    area: Places

    def without(self, piece: Piece) -> Places:
        """Return the territories with pieces once this one is picked up."""
        return self.at ^ (AT[piece.at] & ~self.crowded)


@lru_cache(1 << 13)
def gather_automas(restricted: bool, *places: str) -> Pieces:
    """Return its pieces on these places, with or without the water restriction. Cached: a turn moves one of them."""
    near = NEAR[restricted]
    at = crowded = reach = NOWHERE
    for place in places:
        one = AT[place]
        crowded |= at & one
        at |= one
        reach += near[place]
    return Pieces(at, crowded, reach, MAP.counting(reach))


class Enemies(msgspec.Struct, frozen=True):
    """Some pieces of the human's: how many ``stand`` on each territory, and the territories with any."""

    places: tuple[str, ...]
    stand: Sums
    at: Places


@lru_cache(1 << 13)
def gather_enemies(*places: str) -> Enemies:
    stand = at = NOWHERE
    for place in places:
        stand += AT[place]
        at |= AT[place]
    return Enemies(places, stand, at)


class BoardView(msgspec.Struct):
    """The position as sets of territories, made once for all move actions. A unit on a base is in no territory and
    threatens nothing (SCY-NEIGH-02, SCY-ATTACK-08)."""

    desk: Desk
    rulings: Rulings
    automa: Automa
    human: Human
    units: Pieces
    workers: Pieces
    enemy_units: Enemies
    enemy_workers: Enemies
    restricted: bool
    on_foot: bool  # distances are those of a restricted piece (SCY-A06, switched)
    area: Places  # the neighbourhoods of all the Automa's pieces
    enemies: Places
    resources: dict[str, int] = {}  # answers so far

    def candidates(self, *, base: bool) -> Places:
        """Return the area of the Automa's pieces; ``base`` adds the base's neighbourhood (SCY-NEIGH-03)."""
        return self.area | NEAR_BASE[self.automa.faction] if base else self.area

    def reaching(self, without: Piece) -> Sums:
        """Return how many of the Automa's pieces reach each territory, without the picked-up one (SCY-WORKER-04)."""
        return self.units.reach + self.workers.reach - NEAR[self.restricted][without.at]

    def resources_at(self, territory: str) -> int:
        """Return how many resources are on a territory: the person is asked, once. Only switched rulings need it."""
        if territory not in self.resources:
            params = {"at": term("place", territory)}
            question = Count(
                about="ask.resources", params=params, place=territory, low=0, high=MOST_RESOURCES, default=0
            )
            self.resources[territory] = int(self.desk.ask(question))
        return self.resources[territory]

    def threatened(self) -> Places:
        """Return the neighbourhoods of the human's combat units (SCY-WORKER-07)."""
        human = self.human
        tunnels = self.rulings.a09 == "tunnels"
        return find_threatened(self.enemy_units.places, human.faction, human.riverwalk, human.lakes, tunnels)


def view_board(desk: Desk) -> BoardView:
    position = desk.position
    automa, human, restricted = position.automa, position.human, position.restricted
    units, workers = (
        gather_automas(restricted, automa.character, *automa.mechs),
        gather_automas(restricted, *automa.workers),
    )
    enemy_units, enemy_workers = gather_enemies(human.character, *human.mechs), gather_enemies(*human.workers)
    return BoardView(
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
def find_threatened(units: tuple[str, ...], faction: str, riverwalk: Rivers, lakes: bool, tunnels: bool) -> Places:
    near = make_human_near(faction, riverwalk, lakes, tunnels)
    return reduce(or_, [near[at] for at in units])


KINDS: tuple[Kind, ...] = get_args(Kind)
# All pieces that can exist, made once.
PIECES: dict[Kind, dict[str, Piece]] = {kind: {at: Piece(kind, at) for at in (*TERRITORIES, BASE)} for kind in KINDS}
EVERY_PIECE = tuple(piece for places in PIECES.values() for piece in places.values())


class ChosenMove(msgspec.Struct, frozen=True):
    """A legal move: the piece and its destination."""

    piece: Piece
    to: str


def find_closest_piece(view: BoardView, *kinds: Kind) -> Piece | None:
    """Step 1 of every action: return the piece closest to the base (SCY-MOVE-12), first of all one on it
    (SCY-DIST-05); None if all are on the mat."""
    automa, rulings = view.automa, view.rulings
    candidates: list[Piece] = []
    for kind in kinds:
        candidates += filter(None, map(PIECES[kind].get, get_places(automa, kind)))  # none is on the mat: SCY-DIST-06
    mixed = len(kinds) > 1 and bool(candidates) and candidates[0].kind != candidates[-1].kind
    closeness = rank_by_closeness(automa.faction, rulings.a05, rulings.a04 if mixed else None, view.on_foot)
    return closeness.choose(candidates, view.desk.notes, "piece")


@cache
def rank_by_closeness(faction: Faction, measured: str, attacker: str | None, on_foot: bool) -> Ranking[Piece]:
    """Return the ranking of its pieces by closeness to the base. ``attacker`` is the kind that attacks from the base
    where candidates of both kinds exist."""
    distances = WALKED_TO_BASE[faction] if on_foot else BASE_DISTANCE[measured][faction]
    nearest: Rule[Piece] = least(lambda piece: 0 if piece.at == BASE else distances[piece.at], "SCY-MOVE-12")
    attacking: Rule[Piece] = prefer(lambda piece: piece.at != BASE or piece.kind == attacker, "SCY-ATTACK-03")
    return Ranking(EVERY_PIECE, nearest, *((attacking,) if attacker else ()), PIECE_ORDER)


PIECE_ORDER: Rule[Piece] = first(
    {piece: 2 * ORDER.get(piece.at, -1) + (piece.kind != "mech") for piece in EVERY_PIECE}.__getitem__, "SCY-DIST-09"
)
NEAREST_TO_FACTORY = {on_foot: least(rings, "SCY-MOVE-13") for on_foot, rings in FACTORY_RINGS.items()}
WORKER_ORDER = first(MAP, "SCY-WORKER-09")
UNIT_ORDER = first(MAP, "SCY-UNIT-09")
ENCOUNTER_ORDER = first(MAP, "SCY-ENC-06")
ATTACK_ORDER = first(MAP, "SCY-ATTACK-07")
RAID_ORDER = first(MAP, "SCY-RAID-05")


def choose_destination(view: BoardView, candidates: Places, rules: PlaceRules, order: PlaceRule) -> str | None:
    """Step 4: choose by the action's rules, then the Factory distance, then reading order (SCY-MOVE-13)."""
    nearest = NEAREST_TO_FACTORY[view.on_foot]
    return MAP.choose(candidates, *rules, nearest, order, notes=view.desk.notes, about="destination")


def find_move(desk: Desk, symbol: Symbol, view: BoardView | None = None) -> ChosenMove | None:
    """Return the move of a symbol of the move row; None if it is not legal (SCY-MOVE-04). ``view`` is that of the
    desk's position, if the caller has it."""
    return FINDERS[symbol.action](view or view_board(desk), symbol)


def find_worker_move(view: BoardView, _: Symbol) -> ChosenMove | None:
    worker = find_closest_piece(view, "worker")
    if worker is None:
        return None
    must_be_safe = only if view.rulings.a07 == "not-legal" else prefer
    to = choose_destination(
        view,
        view.candidates(base=True),  # SCY-WORKER-02
        (
            only(~(view.workers.without(worker) | view.enemies), "SCY-WORKER-03"),
            *make_structure_rules(view),
            must_be_safe(~view.threatened(), "SCY-WORKER-07"),
            most(view.reaching(without=worker), "SCY-WORKER-06"),
        ),
        WORKER_ORDER,
    )
    return None if to is None else ChosenMove(worker, to)


def make_unit_finder(kind: Kind) -> Callable[[BoardView, Symbol], ChosenMove | None]:
    def find(view: BoardView, _: Symbol) -> ChosenMove | None:
        unit = find_closest_piece(view, kind)
        if unit is None:
            return None
        to = choose_destination(
            view,
            view.candidates(base=True),  # SCY-UNIT-02
            (
                only(~(view.units.without(unit) | view.enemies), "SCY-UNIT-03"),
                *make_structure_rules(view),
                least(get_enemy_rings(view), "SCY-UNIT-05"),
            ),
            UNIT_ORDER,
        )
        return None if to is None else ChosenMove(unit, to)

    return find


def get_enemy_rings(view: BoardView) -> Tiers:
    """Return the distances to the human's units, to their base if none is on the map (SCY-UNIT-06, SCY-UNIT-13)."""
    if view.enemy_units.at:
        return make_rings(view.enemy_units.at, view.on_foot)
    rulings = view.rulings
    measured = rulings.a05 if rulings.a13 == "as-A05" else rulings.a13
    return make_base_rings(view.human.faction, measured, view.on_foot)


def make_structure_rules(view: BoardView) -> tuple[PlaceRule, ...]:
    """Return the rule that structures block, if it is switched on (SCY-WORKER-11)."""
    if view.rulings.a11 == "free":
        return ()
    return (only(~MAP.holding(view.human.structures), "SCY-A11"),)


def find_encounter_move(view: BoardView, _: Symbol) -> ChosenMove | None:
    automa = view.automa
    character = find_closest_piece(view, "character")  # SCY-ENC-01
    if character is None:
        return None
    goals = find_goals(tuple(view.desk.position.encounters), not automa.factory_card)
    to = choose_destination(
        view,
        view.candidates(base=view.rulings.a18 == "counts"),  # SCY-ENC-03
        (
            only(goals, "SCY-ENC-02"),
            only(~(view.enemies | view.units.without(character)), "SCY-ENC-04"),
            *make_structure_rules(view),
        ),
        ENCOUNTER_ORDER,
    )
    return None if to is None else ChosenMove(character, to)


@lru_cache(1 << 10)
def find_goals(tokens: tuple[str, ...], factory: bool) -> Places:
    return MAP.holding(tokens) | (AT_FACTORY if factory else NOWHERE)


def find_attack(view: BoardView, symbol: Symbol) -> ChosenMove | None:
    units = view.enemy_units
    enough = view.automa.power >= (symbol.min_power or 0)
    if view.desk.notes is None and not (enough and units.at):  # no trace is wanted
        return None
    attacker = find_closest_piece(view, "mech", "character")  # SCY-ATTACK-02
    if attacker is None:
        return None
    by_workers = most(view.enemy_workers.stand, "SCY-A01")
    by_resources: Rule[str] = most(view.resources_at, "SCY-A01")
    extra: PlaceRules = ()
    match view.rulings.a01:
        case "workers":
            extra = (by_workers,)
        case "resources":
            extra = (by_resources,)
        case "workers-then-resources":
            extra = (by_workers, by_resources)
        case "resources-then-workers":
            extra = (by_resources, by_workers)
    to = choose_destination(
        view,
        view.candidates(base=view.rulings.a03 == "counts"),
        (
            given(enough, "SCY-ATTACK-01"),
            only(units.at, "SCY-ATTACK-04"),
            least(units.stand, "SCY-ATTACK-05"),
            *extra,
        ),
        ATTACK_ORDER,
    )
    return None if to is None else ChosenMove(attacker, to)


def find_raid(view: BoardView, _: Symbol) -> ChosenMove | None:
    raider = find_closest_piece(view, "mech", "character")  # SCY-RAID-01
    if raider is None:
        return None
    extra: tuple[Rule[str], ...] = ()
    if view.rulings.a02 == "resources":
        extra = (most(view.resources_at, "SCY-A02"),)
    to = choose_destination(
        view,
        view.candidates(base=view.rulings.a03 == "counts"),
        (*make_target_rules(view), most(view.enemy_workers.stand, "SCY-RAID-04"), *extra),
        RAID_ORDER,
    )
    return None if to is None else ChosenMove(raider, to)


def make_target_rules(view: BoardView) -> PlaceRules:
    """Return the rules for targets of a raid: workers without a unit beside them. By the switched SCY-A08 resources
    alone are a target if no such worker is in reach; the person is asked where resources can be."""
    undefended = view.enemy_workers.at & ~view.enemy_units.at
    if view.rulings.a08 != "resources-too":
        return (only(undefended, "SCY-RAID-02"),)
    automa = view.automa
    automas = (
        find_occupied(automa) if view.rulings.a24 == "removed" else {automa.character, *automa.mechs}
    )  # SCY-RES-10
    without = view.enemies | MAP.holding(automas) | (NOWHERE if view.human.lakes else LAKES)

    def is_target(at: str) -> bool:
        return bool(undefended & AT[at]) or (not without & AT[at] and view.resources_at(at) > 0)

    return prefer(undefended, "SCY-A08"), only(is_target, "SCY-RAID-02")


FINDERS: dict[str, Callable[[BoardView, Symbol], ChosenMove | None]] = {
    "worker_move": find_worker_move,
    "mech_move": make_unit_finder("mech"),
    "character_move": make_unit_finder("character"),
    "encounter_or_factory": find_encounter_move,
    "attack_combat_unit": find_attack,
    "attack_workers": find_raid,
}


def put_piece(automa: Automa, chosen: ChosenMove) -> None:
    """Step 5: put the piece on its destination."""
    piece = chosen.piece
    if piece.kind == "character":
        automa.character = chosen.to
        return
    places = automa.workers if piece.kind == "worker" else automa.mechs
    places[places.index(piece.at)] = chosen.to
