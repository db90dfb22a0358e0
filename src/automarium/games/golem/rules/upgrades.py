"""Upgrades of three types: which one is made next, and its effect at once (GOL-GOLEM, GOL-ART, GOL-RESEARCH)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache, partial
from operator import attrgetter
from typing import Any, TypeAlias

import msgspec

from automarium.engine.choice.choose import Rule, choose, decision, first, for_rest, least, most, only, prefer
from automarium.engine.choice.trace import Notes
from automarium.engine.content.pack import Pack
from automarium.engine.message import Message, message, term
from automarium.games.golem.effects import Effect
from automarium.games.golem.events import NoUpgrade, Upgrade
from automarium.games.golem.fact_questions import QUESTIONS
from automarium.games.golem.position import (
    AREA_OF,
    AREAS,
    ARTIFACTS,
    COLOUR_OF,
    LARGE,
    ROUNDS,
    STARTING_GOLEMS,
    UPGRADES,
    Area,
    Desk,
    Side,
    name_cell,
    one_of,
)
from automarium.games.golem.printed_facts import ask_things, find_fact, get_fact, get_house
from automarium.games.golem.rules.effects import carry_out, deed
from automarium.games.golem.rules.resources import compensate, is_in_red, pay_discounted
from automarium.games.golem.rules.strategy import Order, look_at_strategy
from automarium.games.golem.rulings import Rulings

PLAIN = 3  # menorahs of the upgrade that goes before all others in round IV
SIDES: tuple[Side, ...] = ("right", "left")  # GOL-ART-02
# Of each level the cells of an artifact tile: side, name, and where its kind and its price are printed.
CELLS = {
    level: [
        (side, name_cell(side, level), f"artifact_tile.{side}_{level}", f"artifact_tile.{side}_cost_{level}")
        for side in SIDES
    ]
    for level in range(1, ARTIFACTS + 1)
}
TAKES = {"grey": ("grey",), "special": ("special",), "either": ("grey", "special")}  # what a cell takes
ABOVE_ALL = ARTIFACTS + 1  # the large artifact tile counts as above every cell: GOL-A39


class Tile(msgspec.Struct, frozen=True, cache_hash=True, gc=False):
    """An upgrade that is not made yet. ``place`` is a part of the golem, a column, or the side of a cell."""

    id: str
    cost: int
    place: str
    menorahs: int
    level: int = 0
    kind: str = ""  # of an artifact cell: the tile that comes there

    def __str__(self) -> str:
        return self.id

    def describe(self) -> Message:
        return message("upgrade.named", upgrade=term("upgrade", self.id))


# -------------------------------------------------------------------------------------------------- which one is next


def choose_upgrade_type(
    counts: Mapping[Area, int], left: Mapping[Area, int], order: Order, notes: Notes | None
) -> Area | None:
    """Return the type worth the most at the end of those with an upgrade left (GOL-UPGRADE-01…06)."""
    worth = (counts["golem"], counts["artifact"], counts["study"])
    open_ = (left["golem"] > 0, left["artifact"] > 0, left["study"] > 0)
    return _upgrade_type(worth, open_, tuple(order), notes=notes)


@decision
def _upgrade_type(
    worth: tuple[int, ...], open_: tuple[bool, ...], order: Order, *, notes: Notes | None = None
) -> Area | None:
    areas = tuple(AREA_OF[colour] for colour in order)
    return choose(
        areas,
        only(dict(zip(AREAS, open_, strict=True)).__getitem__, "GOL-UPGRADE-05"),
        most(dict(zip(AREAS, worth, strict=True)).__getitem__, "GOL-UPGRADE-02"),
        first(areas.index, "GOL-UPGRADE-03"),
        notes=notes,
        about="upgrade-type",
        family="area",
    )


def choose_upgrade(
    area: Area, round_: int, tiles: Sequence[Tile], rulings: Rulings, notes: Notes | None
) -> Tile | None:
    """The next upgrade of a type; what no rule decides is taken as listed (GOL-A45)."""
    return _next_upgrade(area, round_ == ROUNDS, tuple(tiles), rulings.a45 == "most-menorahs", notes=notes)


@decision
def _next_upgrade(
    area: Area, last_round: bool, tiles: Sequence[Tile], by_menorahs: bool, *, notes: Notes | None = None
) -> Tile | None:
    rules: list[Rule[Tile]] = []
    if last_round:  # GOL-A25: only one that is made already is impossible
        rules.append(prefer(lambda tile: tile.menorahs == PLAIN, FOURTH_ROUND[area]))
    if area == "artifact":
        rules += [*LOWEST_CELL, first(tiles.index, "GOL-ART-04")]
    else:
        cheapest, second = TIES[area]

        def none_before(left: Sequence[Tile]) -> Rule[Tile]:
            return only(lambda tile: not goes_second(tile, left), second)

        rules += [least(cost_of, cheapest), for_rest(none_before)]
        if by_menorahs:
            rules.append(most(menorahs_of, "GOL-A45"))
        rules.append(first(tiles.index, second))
    return choose(tiles, *rules, notes=notes, about="upgrade")


FOURTH_ROUND = {"golem": "GOL-GOLEM-03", "artifact": "GOL-ART-05", "study": "GOL-RESEARCH-03"}
TIES = {"golem": ("GOL-GOLEM-01", "GOL-GOLEM-02"), "study": ("GOL-RESEARCH-01", "GOL-RESEARCH-02")}
LOWEST_CELL: Sequence[Rule[Tile]] = (
    prefer(lambda tile: tile.kind != LARGE, "GOL-A39"),
    least(lambda tile: tile.level, "GOL-ART-01"),
    prefer(lambda tile: tile.place == "right", "GOL-ART-02"),
)
cost_of: Callable[[Tile], int] = attrgetter("cost")
menorahs_of: Callable[[Tile], int] = attrgetter("menorahs")
# At this price the one goes before the other (GOL-GOLEM-02, GOL-RESEARCH-02).
BEFORE = {"torso": ("leg", 3), "track": ("column-3", 4)}


def goes_second(tile: Tile, tiles: Sequence[Tile]) -> bool:
    """Return whether the rules name another of the same price before this one."""
    sooner, price = BEFORE.get(tile.place, ("", -1))
    return tile.cost == price and any(other.place == sooner and other.cost == price for other in tiles)


# -------------------------------------------------------------------------------------------------- what is still open


FactOf: TypeAlias = Callable[[str, "int | str | None"], Any]  # where a fact is found


def list_open_upgrades(desk: Desk, area: Area) -> Sequence[Tile]:
    return list_open_cells(desk) if area == "artifact" else list_not_made(desk, area)


def list_not_made(desk: Desk, area: Area) -> list[Tile]:
    """Return the golem or study upgrades that are not made, in their printed order."""
    position = desk.position
    made = position.upgrades[area]
    if not (position.own_board or position.learned) and (ours := desk.pack.once(_house_tiles)[area]):
        return [tile for tile in ours if tile.id not in made]
    if position.asks_things:
        ask_things(desk, list_upgrade_facts(desk, area))
    return _tiles(desk.pack, partial(get_fact, desk), area, made)


def list_upgrade_facts(desk: Desk, area: Area) -> list[str]:
    """Return the paths of the facts that decide which upgrade of a type is made next."""
    section, made = f"{area}_upgrade", desk.position.upgrades[area]
    if area == "artifact":
        tile, cells = desk.position.artifact_tile, desk.position.cells
        takes = partial(find_fact, desk, id_=tile)  # a cell that takes nothing does not count
        free = [
            level
            for level, sides in CELLS.items()
            if any(name not in cells and takes(printed) != "none" for _, name, printed, _ in sides)
        ]
        level = free[0] if free else ARTIFACTS
        return [f"artifact_tile.{tile}.{field}_{level}" for field in ("right", "right_cost", "left", "left_cost")]
    fields = [field for known, field in QUESTIONS if known == section]
    return [f"{section}.{id_}.{field}" for id_ in desk.pack.printed[section] if id_ not in made for field in fields]


def _house_tiles(pack: Pack) -> dict[Area, list[Tile]]:
    """Return those of the house; of an area with a hole, none."""
    tiles: dict[Area, list[Tile]] = {"golem": [], "study": []}
    for area in tiles:
        with suppress(KeyError):
            tiles[area] = _tiles(pack, _fact_of_house(pack), area, ())
    return tiles


def _fact_of_house(pack: Pack) -> FactOf:
    facts = get_house(pack)
    return lambda name, id_: facts[name][id_]


def _tiles(pack: Pack, fact_of: FactOf, area: Area, made: Sequence[str]) -> list[Tile]:
    cost, menorahs = f"{area}_upgrade.cost", f"{area}_upgrade.menorahs"
    place = "golem_upgrade.part" if area == "golem" else "study_upgrade.place"
    left = [id_ for id_ in pack.printed[f"{area}_upgrade"] if id_ not in made]
    return [Tile(id_, fact_of(cost, id_), fact_of(place, id_), fact_of(menorahs, id_)) for id_ in left]


def list_open_cells(desk: Desk) -> Sequence[Tile]:
    """Return the free cells of the lowest level that has one, and the large tile, which needs none (GOL-ART-01, -14).
    The result for house components is cached."""
    position = desk.position
    seen = (
        position.artifact_tile,
        tuple(position.cells.items()),
        LARGE in position.upgrades["artifact"],
        desk.rulings.a39 == "special-first",
    )
    if not (position.own_board or position.learned):
        try:
            return desk.pack.once(_house_cells)(*seen)
        except KeyError:  # a hole
            pass
    if position.asks_things and position.own_board:
        ask_things(desk, list_upgrade_facts(desk, "artifact"))
    return _cells(partial(get_fact, desk), *seen)


def _house_cells(pack: Pack) -> Callable[[int | None, tuple[tuple[str, str], ...], bool, bool], Sequence[Tile]]:
    return lru_cache(1 << 12)(partial(_cells, _fact_of_house(pack)))


def _cells(
    fact_of: FactOf, artifact_tile: int | None, there: Iterable[tuple[str, str]], large_made: bool, special_first: bool
) -> Sequence[Tile]:
    filled = dict(there)
    used = list(filled.values())
    tiles: list[Tile] = []
    for level, cells in CELLS.items():
        for side, name, printed, price in cells:
            if name not in filled:
                kind = find_fitting(fact_of, fact_of(printed, artifact_tile), used, special_first)
                if kind is not None:
                    tiles.append(Tile(name, fact_of(price, artifact_tile), side, 1, level, kind))
        if tiles:
            break
    if not large_made:
        tiles.append(Tile(LARGE, fact_of("artifact_upgrade.cost", LARGE), "right", PLAIN, ABOVE_ALL, LARGE))
    return tiles


def find_fitting(fact_of: FactOf, printed: str, used: Sequence[str], special_first: bool) -> str | None:
    """Return the kind of tile that a cell takes; None if none is left. Grey ones are interchangeable (GOL-ART-04,
    GOL-A39)."""
    wanted = TAKES.get(printed, ())
    for kind in wanted[::-1] if special_first else wanted:
        if used.count(kind) < fact_of("artifact_upgrade.tiles", kind):
            return kind
    return None


# ------------------------------------------------------------------------------------------------------- making them


def upgrade(desk: Desk, area: Area, discount: int = 0, *clauses: str) -> bool:
    """Make one upgrade of a type and pay for it; if none is left the discount is given out (GOL-ACT-06,
    GOL-DISC-01)."""
    position = desk.position
    tiles = list_open_upgrades(desk, area) if len(position.upgrades[area]) < UPGRADES else ()
    found = choose_upgrade(area, position.round, tiles, desk.rulings, desk.notes) if tiles else None
    if found is None:
        return compensate(desk, discount, "upgrade")
    position.upgrades[area].append(found.id)
    position.menorah_count[area] += found.menorahs
    if found.kind not in ("", LARGE):
        position.cells[found.id] = found.kind
    desk.emit(Upgrade, clauses or ("GOL-UPGRADE-04",), area, name_tile(found))
    pay_discounted(desk, found.cost, discount, "upgrade")
    if desk.rulings.a30 == "before-effect":
        look_at_strategy(desk, COLOUR_OF[area])
    carry_out(desk, AT_ONCE.get(found.id, ()) if area == "golem" else (), "upgrade")
    look_at_strategy(desk, COLOUR_OF[area])
    return True


# Golem upgrades that do something when they are made (base game).
AT_ONCE = {"cemetery": ("kill",), "work": ("activate-1",)}


def name_tile(tile: Tile) -> str:
    """Return the name of an upgrade; a cell is named with the tile on it."""
    return f"{tile.id}-{tile.kind}" if tile.kind not in ("", LARGE) else str(tile.id)


def count_left(desk: Desk, area: Area) -> int:
    """Return how many can still be made: of artifacts, no more than there are cells where a tile fits
    (GOL-UPGRADE-05)."""
    made = desk.position.upgrades[area]
    left = UPGRADES - len(made)
    return left if area != "artifact" or LARGE not in made else min(left, len(list_open_cells(desk)))


def count_worth(desk: Desk) -> dict[Area, int]:
    """Return what the menorahs of each type are multiplied by at the end (GOL-UPGRADE-02, GOL-A24)."""
    position = desk.position
    built = position.built + (STARTING_GOLEMS if desk.rulings.a24 == "with-starting" else 0)
    return {"golem": built, "artifact": position.artifacts, "study": position.book_columns}


def choose_type(desk: Desk) -> Area | None:
    left = {area: count_left(desk, area) for area in AREAS}
    return choose_upgrade_type(count_worth(desk), left, desk.position.order, desk.notes)


@deed("upgrade")
def _upgrade(desk: Desk, part: Effect, _: str) -> bool:
    """Make an upgrade by a tile or a character, also in the red zone (GOL-A18)."""
    if desk.rulings.a18 == "yes" and is_in_red(desk):
        desk.emit(NoUpgrade, "GOL-A18", "red-zone")
        return compensate(desk, part.amount, "upgrade")
    area = choose_type(desk) if part.which == "any" else one_of(AREAS, part.which)
    if area is None:
        return compensate(desk, part.amount, "upgrade")
    return upgrade(desk, area, part.amount)
