"""The map: territories, distances and neighbourhoods, also as sets of territories in reading order (SCY-DIST-07).

A base and the mat are no territories: their sets are empty (SCY-NEIGH-02).
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from typing import Literal, TypeAlias

from automarium.engine.choice.places import NOWHERE, Board, Places, Tiers, nearest
from automarium.engine.content.pack import Pack

FOLDER = os.path.dirname(__file__)
PRINTED = Pack.of_folder(os.path.join(FOLDER, "pack"))
_facts = PRINTED.printed
_territories = _facts["territory"]
_factions = _facts["faction"]

BASE = "base"
MAT = "mat"
FACTORY: str = _facts["factory"]["territory"]["id"]
TERRITORIES: tuple[str, ...] = tuple(_territories)  # in reading order: SCY-DIST-07, SCY-DIST-08
ORDER: dict[str, int] = {territory: index for index, territory in enumerate(TERRITORIES)}
TERRAIN: dict[str, str] = {id_: facts["terrain"] for id_, facts in _territories.items()}
ENCOUNTERS: tuple[str, ...] = tuple(id_ for id_, facts in _territories.items() if facts.get("encounter"))
TUNNELS: frozenset[str] = frozenset(id_ for id_, facts in _territories.items() if facts.get("tunnel"))
FACTIONS: tuple[str, ...] = tuple(_factions)
JOINED: dict[str, tuple[str, ...]] = {name: tuple(facts["joined"]) for name, facts in _factions.items()}
# Names of territories in the picture and in sentences: a letter for the row, a number for the column.
LABEL: dict[str, str] = {
    id_: f"{chr(ord('A') + facts['row'] - 1)}{facts['column']}" for id_, facts in _territories.items()
}

# How the human's combat units cross rivers: onto their faction's terrains, into and out of tunnels, or all of them.
Rivers: TypeAlias = bool | Literal["tunnels", "all"]

_Hex = tuple[int, int]


def _find_hex(facts: dict[str, int]) -> _Hex:
    """Return axial coordinates; even rows are shifted right by half a hex."""
    row = facts["row"]
    return facts["column"] - (row + (row & 1)) // 2, row


def _count_steps(one: _Hex, other: _Hex) -> int:
    q, r = one[0] - other[0], one[1] - other[1]
    return (abs(q) + abs(r) + abs(q + r)) // 2


_HEXES = {id_: _find_hex(facts) for id_, facts in _territories.items()}
_BASES = {name: _find_hex(facts) for name, facts in _factions.items()}

# Steps from hex to hex; water, tunnels and pieces do not matter (SCY-DIST-01, SCY-DIST-02).
DISTANCE: dict[str, dict[str, int]] = {
    one: {other: _count_steps(here, there) for other, there in _HEXES.items()} for one, here in _HEXES.items()
}
# To the hex of a base (SCY-DIST-04), or by entering it through the territories joined to it (SCY-A05, switched).
BASE_DISTANCE: dict[str, dict[str, dict[str, int]]] = {
    "hex": {name: {id_: _count_steps(at, base) for id_, at in _HEXES.items()} for name, base in _BASES.items()},
    "land-entry": {
        name: {id_: 1 + min(DISTANCE[id_][joined] for joined in JOINED[name]) for id_ in TERRITORIES}
        for name in FACTIONS
    },
}


def measure_bases(one: str, other: str) -> int:
    return _count_steps(_BASES[one], _BASES[other])


def _get_near(id_: str) -> Iterable[str]:
    near: Iterable[str] = _territories[id_]["near"]
    return near


def _get_across(id_: str) -> Iterable[str]:
    across: Iterable[str] = _territories[id_].get("across", ())
    return across


# The neighbourhoods of the Automa's pieces, free and under the water restriction (SCY-NEIGH-04…06); tunnels never
# count (SCY-NEIGH-07).
NEAR_FREE: dict[str, tuple[str, ...]] = {id_: (id_, *_get_near(id_)) for id_ in TERRITORIES}
NEAR_RESTRICTED: dict[str, tuple[str, ...]] = {
    id_: (id_, *(near for near in _get_near(id_) if near not in _get_across(id_) and TERRAIN[near] != "lake"))
    for id_ in TERRITORIES
}


OUT_OF_REACH = 99  # no way there on foot


def _measure_walks(start: str) -> dict[str, int]:
    """Return the steps to each territory for a piece that crosses no water."""
    steps = {start: 0}
    ring = [start]
    for step in range(1, len(TERRITORIES)):
        ring = list(dict.fromkeys(there for here in ring for there in NEAR_RESTRICTED[here] if there not in steps))
        steps.update(dict.fromkeys(ring, step))
    return {id_: steps.get(id_, OUT_OF_REACH) for id_ in TERRITORIES}


# Distances on foot for restricted pieces, used by the switched SCY-A06 only.
WALKED: dict[str, dict[str, int]] = {id_: _measure_walks(id_) for id_ in TERRITORIES}
WALKED_TO_BASE: dict[str, dict[str, int]] = {
    name: {id_: 1 + min(WALKED[id_][joined] for joined in JOINED[name]) for id_ in TERRITORIES} for name in FACTIONS
}


@cache
def find_human_near(faction: str, riverwalk: Rivers, lakes: bool, tunnels: bool) -> dict[str, frozenset[str]]:
    """Return the neighbourhoods of the human's combat units with the abilities in play (SCY-NEIGH-08…12)."""
    walks: list[str] = _factions[faction]["riverwalk"] if riverwalk is True else []

    def crosses(here: str, there: str) -> bool:
        if riverwalk == "tunnels":
            return here in TUNNELS or there in TUNNELS
        return riverwalk == "all" or TERRAIN[there] in walks

    def enters(here: str, there: str) -> bool:
        if TERRAIN[there] == "lake":
            return lakes
        return there not in _get_across(here) or crosses(here, there)

    return {
        here: frozenset(
            {here, *(there for there in _get_near(here) if enters(here, there))}
            | (TUNNELS if tunnels and here in TUNNELS else frozenset())
        )
        for here in TERRITORIES
    }


MAP = Board(TERRITORIES, beside=(BASE, MAT))
AT = MAP.bit  # a place as the set of it alone
AT_FACTORY: Places = AT[FACTORY]
LAKES: Places = MAP.holding([id_ for id_ in TERRITORIES if TERRAIN[id_] == "lake"])


def _make_sets(near: Mapping[str, Iterable[str]]) -> dict[str, Places]:
    return {BASE: NOWHERE, MAT: NOWHERE} | {here: MAP.holding(there) for here, there in near.items()}


NEAR: dict[bool, dict[str, Places]] = {  # by whether water holds the Automa back
    False: _make_sets(NEAR_FREE),
    True: _make_sets(NEAR_RESTRICTED),
}
NEAR_BASE: dict[str, Places] = {faction: MAP.holding(JOINED[faction]) for faction in FACTIONS}

# Rings of distance around a territory or a base: by hexes, or as a restricted piece could walk (SCY-A06, switched).
_RINGS: dict[bool, dict[str, Tiers]] = {
    on_foot: {here: MAP.tiers(steps) for here, steps in table.items()}
    for on_foot, table in ((False, DISTANCE), (True, WALKED))
}
FACTORY_RINGS: dict[bool, Tiers] = {on_foot: rings[FACTORY] for on_foot, rings in _RINGS.items()}


@cache
def make_base_rings(faction: str, measured: str, on_foot: bool) -> Tiers:
    return MAP.tiers(WALKED_TO_BASE[faction] if on_foot else BASE_DISTANCE[measured][faction])


@lru_cache(maxsize=4096)
def make_rings(among: Places, on_foot: bool) -> Tiers:
    """Return tiers of the distance to the nearest of these territories."""
    rings = _RINGS[on_foot]
    return nearest([rings[place] for place in MAP.places(among)])


@cache
def make_human_near(faction: str, riverwalk: Rivers, lakes: bool, tunnels: bool) -> dict[str, Places]:
    """Return :func:`find_human_near` as sets."""
    return _make_sets(find_human_near(faction, riverwalk, lakes, tunnels))
