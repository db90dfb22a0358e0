"""The six move actions: which piece, and the exact territory it goes to (SCY-MOVE-10).

Each is two narrowings: the piece closest to the Automa's base, then the destination. The piece is chosen without a look
at the destinations (SCY-MOVE-11), and a piece may end on any valid territory, however far away (SCY-MOVE-15).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache

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
from automarium.engine.choice.places import NOWHERE, PlaceRule, PlaceRules, Places, Tiers
from automarium.games.scythe.map import (
    AT,
    AT_FACTORY,
    BASE,
    BASE_DISTANCE,
    FACTORY_RINGS,
    MAP,
    ORDER,
    WALKED_TO_BASE,
    base_rings,
    rings_around,
)
from automarium.games.scythe.position import Automa, Desk, Faction, Kind, Symbol
from automarium.games.scythe.rules.board_view import EVERY_PIECE, PIECES, Lookout, Piece, look_around, places_of


class Chosen(msgspec.Struct, frozen=True):
    """A legal move: the piece and its destination."""

    piece: Piece
    to: str


def closest_to_base(lookout: Lookout, *kinds: Kind) -> Piece | None:
    """Step 1 of every action (SCY-MOVE-12): on the base is closest of all (SCY-DIST-05)."""
    automa, rulings = lookout.automa, lookout.rulings
    candidates: list[Piece] = []
    for kind in kinds:
        candidates += filter(None, map(PIECES[kind].get, places_of(automa, kind)))  # none is on the mat: SCY-DIST-06
    mixed = len(kinds) > 1 and bool(candidates) and candidates[0].kind != candidates[-1].kind
    closeness = from_the_base(automa.faction, rulings.a05, rulings.a04 if mixed else None, lookout.on_foot)
    return closeness.choose(candidates, lookout.desk.notes, "piece")


@cache
def from_the_base(faction: Faction, measured: str, attacker: str | None, on_foot: bool) -> Ranking[Piece]:
    """Her pieces by how close they are to the base. ``attacker`` is the kind that attacks from the base, if there are
    candidates of both kinds."""
    distances = WALKED_TO_BASE[faction] if on_foot else BASE_DISTANCE[measured][faction]
    nearest: Rule[Piece] = least(lambda piece: 0 if piece.at == BASE else distances[piece.at], "SCY-MOVE-12")
    attacking: Rule[Piece] = prefer(lambda piece: piece.at != BASE or piece.kind == attacker, "SCY-ATTACK-03")
    return Ranking(EVERY_PIECE, nearest, *((attacking,) if attacker else ()), PIECE_ORDER)


# The same for every action and every table: made once.
PIECE_ORDER: Rule[Piece] = first(
    {piece: 2 * ORDER.get(piece.at, -1) + (piece.kind != "mech") for piece in EVERY_PIECE}.__getitem__, "SCY-DIST-09"
)
NEAREST_TO_FACTORY = {on_foot: least(rings, "SCY-MOVE-13") for on_foot, rings in FACTORY_RINGS.items()}
WORKER_ORDER = first(MAP, "SCY-WORKER-09")
UNIT_ORDER = first(MAP, "SCY-UNIT-09")
ENCOUNTER_ORDER = first(MAP, "SCY-ENC-06")
ATTACK_ORDER = first(MAP, "SCY-ATTACK-07")
RAID_ORDER = first(MAP, "SCY-RAID-05")


def destination(lookout: Lookout, candidates: Places, rules: PlaceRules, order: PlaceRule) -> str | None:
    """Step 4: the action's own rules, then the Factory distance, then reading order (SCY-MOVE-13)."""
    nearest = NEAREST_TO_FACTORY[lookout.on_foot]
    return MAP.choose(candidates, *rules, nearest, order, notes=lookout.desk.notes, about="destination")


def find_move(desk: Desk, symbol: Symbol, lookout: Lookout | None = None) -> Chosen | None:
    """Where a symbol of the move row leads; None if it is not legal (SCY-MOVE-04).

    A ``lookout`` of the same table saves looking around again.
    """
    return FINDERS[symbol.action](lookout or look_around(desk), symbol)


def worker_move(lookout: Lookout, _: Symbol) -> Chosen | None:
    worker = closest_to_base(lookout, "worker")
    if worker is None:
        return None
    must_be_safe = only if lookout.rulings.a07 == "not-legal" else prefer
    to = destination(
        lookout,
        lookout.candidates(base=True),  # SCY-WORKER-02
        (
            only(~(lookout.workers.without(worker) | lookout.enemies), "SCY-WORKER-03"),
            *unblocked(lookout),
            must_be_safe(~lookout.threatened(), "SCY-WORKER-07"),
            most(lookout.reaching(without=worker), "SCY-WORKER-06"),
        ),
        WORKER_ORDER,
    )
    return None if to is None else Chosen(worker, to)


def unit_move(kind: Kind) -> Callable[[Lookout, Symbol], Chosen | None]:
    def find(lookout: Lookout, _: Symbol) -> Chosen | None:
        unit = closest_to_base(lookout, kind)
        if unit is None:
            return None
        to = destination(
            lookout,
            lookout.candidates(base=True),  # SCY-UNIT-02
            (
                only(~(lookout.units.without(unit) | lookout.enemies), "SCY-UNIT-03"),
                *unblocked(lookout),
                least(rings_of_the_enemy(lookout), "SCY-UNIT-05"),
            ),
            UNIT_ORDER,
        )
        return None if to is None else Chosen(unit, to)

    return find


def rings_of_the_enemy(lookout: Lookout) -> Tiers:
    """Units on the base are looked at only if none is on the board (SCY-UNIT-06, SCY-UNIT-13)."""
    if lookout.enemy_units.at:
        return rings_around(lookout.enemy_units.at, lookout.on_foot)
    rulings = lookout.rulings
    measured = rulings.a05 if rulings.a13 == "as-A05" else rulings.a13
    return base_rings(lookout.human.faction, measured, lookout.on_foot)


def unblocked(lookout: Lookout) -> tuple[PlaceRule, ...]:
    """Structures block nothing, unless the ruling is switched (SCY-WORKER-11)."""
    if lookout.rulings.a11 == "free":
        return ()
    return (only(~MAP.holding(lookout.human.structures), "SCY-A11"),)


def encounter_or_factory(lookout: Lookout, _: Symbol) -> Chosen | None:
    automa = lookout.automa
    character = closest_to_base(lookout, "character")  # SCY-ENC-01
    if character is None:
        return None
    goals = encounters_and_factory(tuple(lookout.desk.position.encounters), not automa.factory_card)
    to = destination(
        lookout,
        lookout.candidates(base=lookout.rulings.a18 == "counts"),  # SCY-ENC-03
        (
            only(goals, "SCY-ENC-02"),
            only(~(lookout.enemies | lookout.units.without(character)), "SCY-ENC-04"),
            *unblocked(lookout),
        ),
        ENCOUNTER_ORDER,
    )
    return None if to is None else Chosen(character, to)


@lru_cache(1 << 10)
def encounters_and_factory(tokens: tuple[str, ...], factory: bool) -> Places:
    return MAP.holding(tokens) | (AT_FACTORY if factory else NOWHERE)


def attack(lookout: Lookout, symbol: Symbol) -> Chosen | None:
    units = lookout.enemy_units
    enough = lookout.automa.power >= (symbol.min_power or 0)
    if lookout.desk.notes is None and not (enough and units.at):  # no trace is wanted
        return None
    attacker = closest_to_base(lookout, "mech", "character")  # SCY-ATTACK-02
    if attacker is None:
        return None
    by_workers = most(lookout.enemy_workers.stand, "SCY-A01")
    by_resources: Rule[str] = most(lookout.resources_at, "SCY-A01")
    extra: PlaceRules = ()
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
        (
            given(enough, "SCY-ATTACK-01"),
            only(units.at, "SCY-ATTACK-04"),
            least(units.stand, "SCY-ATTACK-05"),
            *extra,
        ),
        ATTACK_ORDER,
    )
    return None if to is None else Chosen(attacker, to)


def raid(lookout: Lookout, _: Symbol) -> Chosen | None:
    raider = closest_to_base(lookout, "mech", "character")  # SCY-RAID-01
    if raider is None:
        return None
    extra: tuple[Rule[str], ...] = ()
    if lookout.rulings.a02 == "resources":
        extra = (most(lookout.resources_at, "SCY-A02"),)
    to = destination(
        lookout,
        lookout.candidates(base=lookout.rulings.a03 == "counts"),
        (
            raid_targets(lookout),
            most(lookout.enemy_workers.stand, "SCY-RAID-04"),
            *extra,
        ),
        RAID_ORDER,
    )
    return None if to is None else Chosen(raider, to)


def raid_targets(lookout: Lookout) -> Rule[str] | PlaceRule:
    """Workers without a unit beside them; resources alone only by a switched ruling (SCY-A08)."""
    undefended = lookout.enemy_workers.at & ~lookout.enemy_units.at
    if lookout.rulings.a08 != "resources-too":
        return only(undefended, "SCY-RAID-02")
    automa = lookout.automa
    empty = ~(lookout.enemies | MAP.holding((automa.character, *automa.mechs)))

    def is_target(at: str) -> bool:
        return bool(undefended & AT[at]) or (bool(empty & AT[at]) and lookout.resources_at(at) > 0)

    return only(is_target, "SCY-RAID-02")


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
