"""The machine-readable vectors of the catalogue, all of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from automarium.games.scythe.atlas import (
    BASE_DISTANCE,
    DISTANCE,
    JOINED,
    NEAR_FREE,
    NEAR_RESTRICTED,
    ORDER,
    near_of_human,
)
from automarium.games.scythe.moves import find_move
from automarium.games.scythe.position import Automa, Human, Position, Symbol
from automarium.games.scythe.rulings import RULINGS
from automarium.kernel.chance import Chance
from automarium.kernel.ruling import settle
from automarium.kernel.table import AnyQuestion, Table

VECTORS: list[dict[str, Any]] = json.loads((Path(__file__).parent / "vectors.json").read_text("utf-8"))["vectors"]

SWITCHES = {
    "base_distance": ("SCY-A05", {"hex": "hex", "land": "land-entry"}),
    "attack_base_neighborhood": ("SCY-A03", {True: "counts", False: "does-not-count"}),
    "base_tie": ("SCY-A04", {"mech": "mech", "character": "character"}),
    "worker_exclusion": ("SCY-A07", {"hard": "not-legal", "soft": "least-evil"}),
    "attack_extra_tiebreak": ("SCY-A01", {None: "none", "most_workers": "workers", "most_resources": "resources"}),
    "raid_extra_tiebreak": ("SCY-A02", {None: "none", "most_resources": "resources"}),
    "raid_needs_worker": ("SCY-A08", {True: "workers-only", False: "resources-too"}),
    "human_tunnels": ("SCY-A09", {True: "tunnels", False: "no"}),
    "structures_block": ("SCY-A11", {True: "blocked", False: "free"}),
}


def of_kind(kind: str) -> Any:
    return pytest.mark.parametrize("vector", [v for v in VECTORS if v["kind"] == kind], ids=lambda v: v["id"])


def rulings(vector: dict[str, Any]) -> dict[str, str]:
    switched = {**vector.get("switches", {}), **vector["given"].get("switches", {})}
    chosen = {SWITCHES[name][0]: SWITCHES[name][1][value] for name, value in switched.items()}
    return settle(RULINGS, chosen)


def places(units: list[dict[str, str]], kind: str) -> list[str]:
    return [unit["at"] for unit in units if unit["kind"] == kind and unit["at"] != "mat"]


def position(given: dict[str, Any]) -> Position:
    automa, human = given["automa"], given["human"]
    character = [unit["at"] for unit in automa["units"] if unit["kind"] == "character"]
    return Position(
        level=given.get("level", "automa"),
        tracker=0 if automa["restricted"] else 8,
        automa=Automa(
            faction=automa["faction"],
            power=automa.get("power", 0),
            character=character[0] if character else "mat",
            mechs=places(automa["units"], "mech"),
            workers=places(automa["units"], "worker"),
            factory_card=automa.get("factory_card", False),
        ),
        human=Human(
            faction=human["faction"],
            character=(places(human["units"], "character") or ["base"])[0],
            mechs=places(human["units"], "mech"),
            workers=places(human["units"], "worker"),
            riverwalk="riverwalk" in human["abilities"],
            lakes="lakes" in human["abilities"],
            structures=human.get("structures", []),
        ),
        encounters=list(given.get("encounters", [])),
    )


def table(vector: dict[str, Any], *, explain: bool = True) -> Table:
    resources = {**vector["given"].get("resources", {}), **vector["given"]["human"].get("resources", {})}

    def answer(question: AnyQuestion) -> int:
        return int(resources.get(question.place, 0))

    return Table(Chance(0), rulings(vector), stand_in=answer, explain=explain)


@of_kind("neighborhood")
def test_neighbourhood(vector: dict[str, Any]) -> None:
    given = vector["given"]
    if given["of"] == "human_combat_unit":
        abilities = given["abilities"]
        tunnels = rulings(vector)["SCY-A09"] == "tunnels"
        near = near_of_human(given["faction"], "riverwalk" in abilities, "lakes" in abilities, tunnels)
        found = [] if given["at"] == "base" else list(near[given["at"]])
    elif given["of"] == "automa_base":
        found = list(JOINED[given["faction"]])
    elif given["at"] == "base":
        found = []
    else:
        found = list((NEAR_RESTRICTED if given["restricted"] else NEAR_FREE)[given["at"]])
    assert sorted(found, key=ORDER.__getitem__) == vector["expect"]["territories"]


@of_kind("distance")
def test_distance(vector: dict[str, Any]) -> None:
    given, expect = vector["given"], vector["expect"]
    if given["to"].startswith("base:"):
        faction = given["to"].removeprefix("base:")
        assert BASE_DISTANCE["hex"][faction][given["from"]] == expect["hex"]
        assert BASE_DISTANCE["land-entry"][faction][given["from"]] == expect["land_entry"]
    else:
        assert DISTANCE[given["from"]][given["to"]] == expect["hex"]


@of_kind("reading_order")
def test_reading_order(vector: dict[str, Any]) -> None:
    assert min(vector["given"]["territories"], key=ORDER.__getitem__) == vector["expect"]["first"]


@of_kind("move")
def test_move(vector: dict[str, Any]) -> None:
    action, expect = vector["given"]["action"], vector["expect"]
    symbol = Symbol(action["action"], action.get("min_power"))
    found = find_move(position(vector["given"]), symbol, table(vector))
    if not expect["legal"]:
        assert found is None
        return
    assert found is not None
    assert {"kind": found.piece.kind, "at": found.piece.at} == expect["piece"]
    assert found.to == expect["destination"]
