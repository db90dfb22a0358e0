"""The map as sets of territories, made once from its tables: a territory is a bit in reading order (SCY-DIST-07).

Who stands on a base or on the mat is in no territory, so their sets are empty (SCY-NEIGH-02).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache

from automarium.games.scythe.atlas import (
    BASE,
    BASE_DISTANCE,
    DISTANCE,
    FACTIONS,
    FACTORY,
    JOINED,
    MAT,
    NEAR_FREE,
    NEAR_RESTRICTED,
    TERRITORIES,
    WALKED,
    WALKED_TO_BASE,
    Rivers,
    near_of_human,
)
from automarium.kernel.places import NOWHERE, Board, Places, Tiers, nearest

MAP = Board(TERRITORIES, beside=(BASE, MAT))
AT = MAP.bit  # a place as the set of it alone
AT_FACTORY: Places = AT[FACTORY]


def _neighbourhoods(near: Mapping[str, Iterable[str]]) -> dict[str, Places]:
    return {BASE: NOWHERE, MAT: NOWHERE} | {here: MAP.holding(there) for here, there in near.items()}


NEAR: dict[bool, dict[str, Places]] = {  # by whether water holds her back
    False: _neighbourhoods(NEAR_FREE),
    True: _neighbourhoods(NEAR_RESTRICTED),
}
NEAR_BASE: dict[str, Places] = {faction: MAP.holding(JOINED[faction]) for faction in FACTIONS}

# Rings of distance around a territory or a base: by hexes, or as a restricted piece could walk (SCY-A06, switched).
_RINGS: dict[bool, dict[str, Tiers]] = {
    on_foot: {here: MAP.tiers(steps) for here, steps in table.items()}
    for on_foot, table in ((False, DISTANCE), (True, WALKED))
}
FACTORY_RINGS: dict[bool, Tiers] = {on_foot: rings[FACTORY] for on_foot, rings in _RINGS.items()}


@cache
def base_rings(faction: str, measured: str, on_foot: bool) -> Tiers:
    return MAP.tiers(WALKED_TO_BASE[faction] if on_foot else BASE_DISTANCE[measured][faction])


@lru_cache(maxsize=4096)
def rings_around(among: Places, on_foot: bool) -> Tiers:
    """How far each territory is from the nearest of these."""
    rings = _RINGS[on_foot]
    return nearest([rings[place] for place in MAP.places(among)])


@cache
def near_human(faction: str, riverwalk: Rivers, lakes: bool, tunnels: bool) -> dict[str, Places]:
    """The neighbourhoods of the human's combat units with the abilities in play (SCY-NEIGH-08…12)."""
    return _neighbourhoods(near_of_human(faction, riverwalk, lakes, tunnels))
