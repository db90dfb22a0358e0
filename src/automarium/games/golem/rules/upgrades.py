"""Upgrades of three kinds: which one is made next, and what it brings at once (GOL-GOLEM, GOL-ART, GOL-RESEARCH)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from operator import attrgetter
from typing import Any, TypeAlias

import msgspec

from automarium.games.golem.effects import Effect
from automarium.games.golem.facts import fact, house
from automarium.games.golem.position import (
    AREA_OF,
    AREAS,
    ARTIFACTS,
    STARTING_GOLEMS,
    UPGRADES,
    Area,
    Desk,
    cell_name,
)
from automarium.games.golem.rewards import NoUpgrade, Upgrade
from automarium.games.golem.rules.carrying import carry_out, deed
from automarium.games.golem.rules.resources import compensate, in_red, pay_discounted
from automarium.games.golem.rules.strategy import Order, look_at_artifacts, look_at_golems
from automarium.kernel.choice import Notes, Rule, choose, decided, foremost, least, most, only, prefer, seeing
from automarium.kernel.pack import Pack
from automarium.kernel.saying import Saying, saying, term

LAST_ROUND = 4
PLAIN = 3  # menorahs of the upgrade that goes before all others in round IV
LARGE = "large"
SIDES = ("right", "left")  # GOL-ART-02
# Of each level the cells of an artifact tile: side, name, and where its kind and its price are printed.
CELLS = {
    level: [
        (side, cell_name(side, level), f"artifact_tile.{side}_{level}", f"artifact_tile.{side}_cost_{level}")
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

    def said(self) -> Saying:
        return saying("upgrade.named", upgrade=term("upgrade", self.id))


# -------------------------------------------------------------------------------------------------- which one is next


def choose_upgrade_type(
    counts: Mapping[Area, int], left: Mapping[Area, int], order: Order, notes: Notes | None
) -> Area | None:
    """The type worth the most at the end; a type without an upgrade left is not an option (GOL-UPGRADE-01…06)."""
    open_ = tuple([area for area in AREAS if left[area] > 0])
    return decided(_upgrade_type, tuple(counts.items()), open_, tuple(order), notes=notes)


def _upgrade_type(
    worth: tuple[tuple[Area, int], ...], open_: tuple[Area, ...], order: Order, notes: Notes | None
) -> Area | None:
    areas = tuple(AREA_OF[colour] for colour in order)
    counts = dict(worth)
    return choose(
        areas,
        only(open_.__contains__, "GOL-UPGRADE-05"),
        most(counts.__getitem__, "GOL-UPGRADE-02"),
        foremost(areas.index, "GOL-UPGRADE-03"),
        notes=notes,
        about="upgrade-type",
        family="area",
    )


def choose_upgrade(area: Area, round_: int, tiles: Sequence[Tile], notes: Notes | None) -> Tile | None:
    """The next upgrade of a type; what no rule decides is taken as listed."""
    return decided(_next_upgrade, area, round_ == LAST_ROUND, tuple(tiles), notes=notes)


def _next_upgrade(area: Area, last_round: bool, tiles: Sequence[Tile], notes: Notes | None) -> Tile | None:
    rules: list[Rule[Tile]] = []
    if last_round:  # GOL-A25: only one that is made already is impossible
        rules.append(prefer(lambda tile: tile.menorahs == PLAIN, FOURTH_ROUND[area]))
    if area == "artifact":
        rules += [*LOWEST_CELL, foremost(tiles.index, "GOL-ART-04")]
    else:
        cheapest, second = TIES[area]

        def none_before(left: Sequence[Tile]) -> Rule[Tile]:
            return only(lambda tile: not goes_second(tile, left), second)

        rules += [least(cost_of, cheapest), seeing(none_before), foremost(tiles.index, second)]
    return choose(tiles, *rules, notes=notes, about="upgrade")


FOURTH_ROUND = {"golem": "GOL-GOLEM-03", "artifact": "GOL-ART-05", "study": "GOL-RESEARCH-03"}
TIES = {"golem": ("GOL-GOLEM-01", "GOL-GOLEM-02"), "study": ("GOL-RESEARCH-01", "GOL-RESEARCH-02")}
LOWEST_CELL: Sequence[Rule[Tile]] = (
    prefer(lambda tile: tile.kind != LARGE, "GOL-A39"),
    least(lambda tile: tile.level, "GOL-ART-01"),
    prefer(lambda tile: tile.place == "right", "GOL-ART-02"),
)
cost_of: Callable[[Tile], int] = attrgetter("cost")
# At this price the one goes before the other (GOL-GOLEM-02, GOL-RESEARCH-02).
BEFORE = {"torso": ("leg", 3), "track": ("column-3", 4)}


def goes_second(tile: Tile, tiles: Sequence[Tile]) -> bool:
    """Is there one of the same price that the rules name before this one?"""
    sooner, price = BEFORE.get(tile.place, ("", -1))
    return tile.cost == price and any(other.place == sooner and other.cost == price for other in tiles)


# -------------------------------------------------------------------------------------------------- what is still open


Told: TypeAlias = Callable[[str, "int | str | None"], Any]  # how a fact is found
Open: TypeAlias = tuple[Tile, ...]


def open_upgrades(desk: Desk, area: Area) -> Open:
    """Those of a type that can still be made. Where nothing is the person's own, the same are looked for once."""
    position = desk.position
    made = position.upgrades[area]
    if area == "artifact":
        cells = tuple(position.cells.items())
        seen: tuple[Hashable, ...] = (position.artifact_tile, cells, LARGE in made, desk.rulings.a39)
    else:
        seen = (area, tuple(made))
    if not (position.own_board or position.learned):
        try:
            return desk.pack.once(_of_the_house)(*seen)
        except KeyError:  # a hole
            pass
    return _open(desk.pack, partial(fact, desk), *seen)


def _of_the_house(pack: Pack) -> Callable[..., Open]:
    facts = house(pack)
    return lru_cache(1 << 12)(partial(_open, pack, lambda name, id_: facts[name][id_]))


def _open(pack: Pack, told: Told, *seen: Any) -> Open:
    return tuple(_open_cells(told, *seen) if len(seen) > 2 else _not_made(pack, told, *seen))


def _not_made(pack: Pack, told: Told, area: Area, made: Sequence[str]) -> Iterator[Tile]:
    """Golem and study upgrades, as they are listed."""
    place = "golem_upgrade.part" if area == "golem" else "study_upgrade.place"
    for id_ in pack.printed[f"{area}_upgrade"]:
        if id_ not in made:
            yield Tile(id_, told(f"{area}_upgrade.cost", id_), told(place, id_), told(f"{area}_upgrade.menorahs", id_))


def _open_cells(
    told: Told, artifact_tile: int | None, there: Iterable[tuple[str, str]], large_made: bool, a39: str
) -> Iterator[Tile]:
    """The free cells of the lowest level that has one, and the large tile, which needs none (GOL-ART-01, -14)."""
    filled, found = dict(there), False
    for level, cells in CELLS.items():
        for side, name, printed, price in cells:
            if name not in filled:
                kind = fitting(told, told(printed, artifact_tile), list(filled.values()), a39)
                if kind is not None:
                    found = True
                    yield Tile(name, told(price, artifact_tile), side, 1, level, kind)
        if found:
            break
    if not large_made:
        yield Tile(LARGE, told("artifact_upgrade.cost", LARGE), "right", PLAIN, ABOVE_ALL, LARGE)


def fitting(told: Told, printed: str, used: Sequence[str], a39: str) -> str | None:
    """The kind of tile that a cell takes, if one is left; grey ones are interchangeable (GOL-ART-04, GOL-A39)."""
    wanted = TAKES.get(printed, ())
    for kind in wanted[::-1] if a39 == "special-first" else wanted:
        if used.count(kind) < told("artifact_upgrade.tiles", kind):
            return kind
    return None


# ------------------------------------------------------------------------------------------------------- making them


def upgrade(desk: Desk, area: Area, discount: int = 0, *clauses: str) -> bool:
    """One upgrade of a type, paid on the track; if none is left the discount is given out (GOL-ACT-06, GOL-DISC-01)."""
    position = desk.position
    tiles = open_upgrades(desk, area) if len(position.upgrades[area]) < UPGRADES else ()
    found = choose_upgrade(area, position.round, tiles, desk.notes) if tiles else None
    if found is None:
        return compensate(desk, discount, "upgrade")
    position.upgrades[area].append(found.id)
    position.menorah_count[area] += found.menorahs
    if found.kind not in ("", LARGE):
        position.cells[found.id] = found.kind
    if desk.heard:
        desk.tell(Upgrade(area, shown(found)), *(clauses or ("GOL-UPGRADE-04",)))
    pay_discounted(desk, found.cost, discount, "upgrade")
    if area == "golem":
        carry_out(desk, AT_ONCE.get(found.id, ()), "upgrade")
        look_at_golems(desk)
    elif area == "artifact":
        look_at_artifacts(desk)
    return True


# Golem upgrades that do something when they are made (base game).
AT_ONCE = {"cemetery": ("kill",), "work": ("activate-1",)}


def shown(tile: Tile) -> str:
    """The name of an upgrade, for its sentence: a cell is named with the tile that comes there."""
    return f"{tile.id}-{tile.kind}" if tile.kind not in ("", LARGE) else str(tile.id)


def upgrades_left(desk: Desk) -> dict[Area, int]:
    return {area: left_of(desk, area) for area in AREAS}


def left_of(desk: Desk, area: Area) -> int:
    """How many can still be made: of artifacts, no more than there are cells where a tile fits (GOL-UPGRADE-05)."""
    made = desk.position.upgrades[area]
    left = UPGRADES - len(made)
    return left if area != "artifact" or LARGE not in made else min(left, len(open_upgrades(desk, area)))


def worth(desk: Desk) -> dict[Area, int]:
    """What the menorahs of a type are multiplied by at the end (GOL-UPGRADE-02, GOL-A24)."""
    position = desk.position
    built = position.built + (STARTING_GOLEMS if desk.rulings.a24 == "with-starting" else 0)
    return {"golem": built, "artifact": position.artifacts, "study": position.book_columns}


def choose_type(desk: Desk) -> Area | None:
    return choose_upgrade_type(worth(desk), upgrades_left(desk), desk.position.order, desk.notes)


@deed("upgrade")
def _upgrade(desk: Desk, part: Effect, _: str) -> bool:
    """By a tile or a character: the red zone does not stop it (GOL-A18)."""
    if desk.rulings.a18 == "yes" and in_red(desk):
        if desk.heard:
            desk.tell(NoUpgrade("red-zone"), "GOL-A18")
        return compensate(desk, part.amount, "upgrade")
    area = choose_type(desk) if part.which == "any" else next(known for known in AREAS if known == part.which)
    if area is None:
        return compensate(desk, part.amount, "upgrade")
    return upgrade(desk, area, part.amount)
