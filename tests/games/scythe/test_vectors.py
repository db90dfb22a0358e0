"""The machine-readable vectors of the catalogue, all of them."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import msgspec
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
from automarium.games.scythe.combat import fight
from automarium.games.scythe.events import ClearResources, Factory
from automarium.games.scythe.moves import Chosen, Piece, find_move
from automarium.games.scythe.position import STAR_CARDS, Automa, Human, Position, Symbol, Variants
from automarium.games.scythe.rulings import RULINGS
from automarium.games.scythe.score import POPULARITY
from automarium.games.scythe.turn import carry_out
from automarium.kernel.chance import Chance
from automarium.kernel.deck import Deck
from automarium.kernel.ruling import settle
from automarium.kernel.table import AnyQuestion, Table
from tests.games.scythe.kit import CARDS, Played, play, shown, top_card

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


MOVES = {"SCY-WORKER-08": "worker_move", "SCY-ENC-05": "encounter_or_factory", "SCY-UNIT-05": "unit_move"}
OPTIONS = {"VAR-01": Variants(skipping=True), "VAR-06": Variants(all_moves=True)}


def executed(played: Played) -> list[dict[str, str]]:
    """The move actions that were told, with the combats behind them."""
    found: list[dict[str, str]] = []
    for step in played.told:
        event = msgspec.to_builtins(step.event)
        if event["do"] in ("move", "attack", "raid"):
            action = {"attack": "attack_combat_unit", "raid": "attack_workers"}.get(event["do"]) or MOVES[
                step.clauses[0]
            ]
            action = f"{event['unit']}_move" if action == "unit_move" else action
            found.append({"action": action, "piece": f"{event['unit']}@{event['from']}", "destination": event["to"]})
        if event["do"] == "raid":
            found[-1]["raid"] = "won"
        if event["do"] == "outcome":
            found[-1]["combat"] = "won" if event["winner"] == "automa" else "lost"
    return found


@of_kind("row")
def test_row(vector: dict[str, Any]) -> None:
    given, expect = vector["given"], vector["expect"]
    built = position(given)
    built.tracker = 0 if given["automa"]["restricted"] or given["level"] == "ultimaszyna" else 8
    built.scheme = given["scheme"]
    built.variants = OPTIONS[given["variants"][0]] if "variants" in given else Variants()
    built.deck = Deck(cards=tuple(CARDS))
    built.deck.shuffle_all(Chance(1))
    top_card(built, 14)  # uses one power
    answers = {"won": ["ready", 0], "lost": ["ready", 99, "no"]}
    fought = [answer for result in given.get("combat_results", ()) for answer in answers[result]]
    tokens = list(built.encounters)
    played = play(built, given["card"], fought, combat=True)
    assert ("skip" in played.tags) is expect["skipped"]
    assert executed(played) == expect["executed"]
    assert [at for at in tokens if at not in built.encounters] == expect.get("tokens_removed", [])
    row = CARDS[given["card"]].scheme(given["scheme"]).moves
    assert [one["action"] for one in expect["tried"]] == [symbol.action for symbol in row][: len(expect["tried"])]
    for one, symbol in zip(expect["tried"], row, strict=False):
        elsewhere = symbol.faction not in (None, given["automa"]["faction"])
        assert (one["result"] == "other faction") is elsewhere
        if one["result"] == "not possible":
            assert find_move(position(given), symbol, table(vector)) is None


@of_kind("gain")
def test_gain(vector: dict[str, Any]) -> None:
    given, expect = vector["given"], vector["expect"]
    stars = given.get("stars", 0) - given.get("power_star", False)
    built = Position(
        level=given["level"],
        scheme=given["scheme"],
        tracker=STAR_CARDS[given["level"]].stars[stars - 1] if stars else 0,
        automa=Automa(
            faction=given["faction"],
            power=given.get("power", 0),
            coins=5,
            character=given.get("character", "base"),
            mechs=["base"] * (4 - given.get("mechs_mat", 4)),
            workers=["base"] * (8 - given.get("workers_mat", 6)),
            power_star=given.get("power_star", False),
        ),
        human=Human(faction="crimea" if given["faction"] != "crimea" else "nordic"),
        variants=Variants(coins=given.get("coin_delta", 0), power=given.get("power_delta", 0)),
    )
    automa, before = built.automa, copy.deepcopy(built.automa)
    played = play(built, given["card"], A19="each-symbol" if given.get("per") == "symbol" else "once-a-card")
    assert {
        "coins": automa.coins,
        "power": automa.power,
        "cards": automa.combat_cards,
        "workers_to_base": len(automa.workers) - len(before.workers),
        "character_to_base": int(before.character == "mat" and automa.character != "mat"),
        "mechs_to_base": len(automa.mechs) - len(before.mechs),
        "power_star": automa.power_star and not before.power_star,
        "stars": built.stars,
        "game_over": played.stopped == "sixth star: automa",
    } == expect


@of_kind("recruit")
def test_recruit(vector: dict[str, Any]) -> None:
    """The bonus is told with its condition; whether it is met only the human sees."""
    given, expect = vector["given"], vector["expect"]
    recruit = {"power": "upgrade", "coin": "deploy", "popularity": "build", "combat_card": "enlist"}
    built = Position(
        level="automa", scheme=given["scheme"], automa=Automa(faction="rusviet"), human=Human(faction="crimea")
    )
    told = [step["bonus"] for step in play(built, given["card"]).steps if step["do"] == "recruit"]
    assert told == ([] if expect["icon"] is None else [expect["icon"]])
    taken = [bonus for bonus in told if recruit[bonus] in given["human_recruits"]]
    assert expect["human_may_gain"] == ({"type": taken[0], "amount": len(taken)} if taken else None)


@of_kind("arrival")
def test_arrival(vector: dict[str, Any]) -> None:
    """Resources are removed by a step of their own where enemies were, and elsewhere by the rule on the checklist."""
    given, expect = vector["given"], vector["expect"]
    kind, at, by, combat = given["piece"], given["at"], given["by"], given.get("combat")
    built = Position(
        level="automa",
        automa=Automa(
            faction="rusviet",
            power=9,
            character="base" if kind == "character" else "mat",
            mechs=["base"] if kind == "mech" else [],
            workers=["base"] if kind == "worker" else [],
            factory_card=given.get("factory_card", False),
        ),
        human=Human(faction="crimea", mechs=[at] if combat else [], workers=[at] * given.get("human_workers", 0)),
        encounters=[at] if given.get("token") else [],
        deck=Deck(cards=(14,), pile=[14]),
    )
    answers = {"won": ["ready", 0], "lost": ["ready", 99, "no"], None: []}[combat]
    spoken = Table(Chance(0), settle(RULINGS, {}), answers)
    carry_out(
        built,
        Symbol(by, 1 if combat else None),
        Chosen(Piece(kind, "base"), at),
        spoken,
        lambda now, there, heard: fight(now, there, "automa", CARDS, heard),
    )
    told = [step.event for step in spoken.steps]
    plain_move = by in ("worker_move", "mech_move", "character_move")
    assert "all resources leave the board" in shown("SCY-RES-10")
    assert {
        "token_removed": bool(given.get("token")) and at not in built.encounters,
        "factory_card_taken": Factory() in told,
        "resources_left": 0 if plain_move or ClearResources(at) in told else given.get("resources", 0),
        "human_workers_to_base": built.human.workers.count("base"),
        "automa_star": built.automa.combat_stars > 0,
        "automa_popularity": POPULARITY,
    } == expect


@of_kind("reachable_restricted")
def test_reachable_restricted(vector: dict[str, Any]) -> None:
    reached: set[str] = set()
    coming = set(JOINED[vector["given"]["faction"]])
    while coming - reached:
        reached |= coming
        coming = {near for at in reached for near in NEAR_RESTRICTED[at]}
    assert sorted(reached, key=ORDER.__getitem__) == vector["expect"]["territories"]
