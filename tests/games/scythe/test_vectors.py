"""The machine-readable vectors of the catalogue, all of them."""

from __future__ import annotations

import copy
import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from automarium.engine.content.rulings import settle
from automarium.engine.message import Refused
from automarium.engine.play.chance import Chance
from automarium.engine.play.deck import Deck
from automarium.engine.play.desk import Desk as AnyDesk
from automarium.engine.play.desk import Table
from automarium.engine.question import Answer, AnyQuestion
from automarium.games.scythe.commands import Added, Go, Next, PlacedStar
from automarium.games.scythe.corrections import Adjust
from automarium.games.scythe.events import ClearResources, Factory, Gate, PlaceResources
from automarium.games.scythe.map import (
    BASE_DISTANCE,
    DISTANCE,
    JOINED,
    NEAR_FREE,
    NEAR_RESTRICTED,
    ORDER,
    PRINTED,
    find_human_near,
)
from automarium.games.scythe.position import STAR_CARDS, Automa, Desk, Human, HumanScore, Position, Symbol, Variants
from automarium.games.scythe.rules.combat import commit, compute_strength, drive_workers_out, fight
from automarium.games.scythe.rules.deck import draw_card, lay_sideways
from automarium.games.scythe.rules.moves import ChosenMove, Piece, find_move
from automarium.games.scythe.rules.turn import carry_out
from automarium.games.scythe.rulings import Rulings
from automarium.games.scythe.score import POPULARITY
from automarium.games.scythe.setup import FACTORY_CARDS, find_farthest
from tests.games.scythe import kit
from tests.games.scythe.kit import CARDS, DEFINITION, Played, play, scores, shown, top_card
from tests.traces import kept, thrown_out

VECTORS: list[dict[str, Any]] = json.loads((Path(__file__).parent / "vectors.json").read_text("utf-8"))["vectors"]

SWITCHES: dict[str, tuple[str, dict[bool | str | None, str]]] = {
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


def of_kind(kind: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("vector", [v for v in VECTORS if v["kind"] == kind], ids=lambda v: v["id"])


def rulings(vector: dict[str, Any]) -> Rulings:
    switched = {**vector.get("switches", {}), **vector["given"].get("switches", {})}
    chosen = {SWITCHES[name][0]: SWITCHES[name][1][value] for name, value in switched.items()}
    return settle(Rulings, chosen)


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


def desk(vector: dict[str, Any], *, explain: bool = True) -> Desk:
    resources = {**vector["given"].get("resources", {}), **vector["given"]["human"].get("resources", {})}

    def answer(question: AnyQuestion) -> int:
        return int(resources.get(question.place, 0))

    spoken = Table(Chance(0), stand_in=answer, explain=explain)
    return AnyDesk(position(vector["given"]), PRINTED, rulings(vector), spoken)


@of_kind("neighborhood")
def test_neighbourhood(vector: dict[str, Any]) -> None:
    given = vector["given"]
    if given["of"] == "human_combat_unit":
        abilities = given["abilities"]
        tunnels = rulings(vector).a09 == "tunnels"
        near = find_human_near(given["faction"], "riverwalk" in abilities, "lakes" in abilities, tunnels)
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
    found = find_move(desk(vector), symbol)
    if not expect["legal"]:
        assert found is None
        return
    assert found is not None
    assert {"kind": found.piece.kind, "at": found.piece.at} == expect["piece"]
    assert found.to == expect["destination"]


@of_kind("move")
def test_move_with_nobody_listening(vector: dict[str, Any]) -> None:
    """The lab asks for no explanation; the decision is the same."""
    action = vector["given"]["action"]
    symbol = Symbol(action["action"], action.get("min_power"))
    told = find_move(desk(vector), symbol)
    assert find_move(desk(vector, explain=False), symbol) == told


# What a score of the vectors is called in the trace: the stage that makes the territories valid, the stage that scores.
STAGES = {
    "worker_move": ("SCY-WORKER-03", "SCY-WORKER-06", "count"),
    "mech_move": ("SCY-UNIT-03", "SCY-UNIT-05", "enemy"),
    "character_move": ("SCY-UNIT-03", "SCY-UNIT-05", "enemy"),
    "encounter_or_factory": ("SCY-ENC-02", "SCY-MOVE-13", "factory"),
    "attack_combat_unit": ("SCY-ATTACK-04", "SCY-ATTACK-05", "enemy_combat"),
    "attack_workers": ("SCY-RAID-02", "SCY-RAID-04", "enemy_workers"),
}


@of_kind("move")
def test_move_trace(vector: dict[str, Any]) -> None:
    """The valid territories, what each scores, which are threatened or blocked: as the trace shows them."""
    action, expect = vector["given"]["action"], vector["expect"]
    spoken = desk(vector)
    find_move(spoken, Symbol(action["action"], action.get("min_power")))
    traces = [trace for trace in spoken.notes or () if trace.about == "destination"]
    if not expect["valid"]:
        assert all(trace.chosen is None for trace in traces)
        return
    valid, scored, name = STAGES[action["action"]]
    if rulings(vector).a11 == "blocked":
        valid = "SCY-A11"
    (trace,) = traces
    assert list(kept(trace, valid)) == expect["valid"]
    out = thrown_out(trace)
    wanted = expect["scores"]
    soft = rulings(vector).a07 == "least-evil"
    lost = {at for at in wanted if wanted[at].get("blocked") or (wanted[at].get("threatened") and not soft)}
    assert {at for at in wanted if out.get(at) in ("SCY-WORKER-07", "SCY-ENC-04")} == lost
    if lost != set(wanted):
        assert scores(trace, scored) == {at: wanted[at][name] for at in wanted if at not in lost}


MOVES = {"SCY-WORKER-08": "worker_move", "SCY-ENC-05": "encounter_or_factory", "SCY-UNIT-05": "unit_move"}
OPTIONS = {"VAR-01": Variants(skipping=True), "VAR-06": Variants(all_moves=True)}


def executed(played: Played) -> list[dict[str, str]]:
    """The move actions that were told, with the combats that followed."""
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
    answers: dict[str, list[Answer]] = {"won": ["ready", 0], "lost": ["ready", 99, "no"]}
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
            assert find_move(desk(vector), symbol) is None


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
    answers: dict[str | None, list[Answer]] = {"won": ["ready", 0], "lost": ["ready", 99, "no"], None: []}
    spoken = kit.desk_of(built, answers[combat])
    carry_out(spoken, Symbol(by, 1 if combat else None), ChosenMove(Piece(kind, "base"), at))
    told = [step.event for step in spoken.steps]
    plain_move = by in ("worker_move", "mech_move", "character_move")
    assert "return all resources there to the supply" in shown("SCY-RES-10")
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


# ------------------------------------------------------------- star card, combat, resources, deck, whole turns, scores

STARS_BY_TRACKER = {0: 0, 1: 9, 3: 17, 6: 21}  # a space of the level automa with so many stars


def keys_told(told: list[Any]) -> list[str]:
    return [step.event.key() for step in told]


@of_kind("tracker")
def test_tracker(vector: dict[str, Any]) -> None:
    """She has no pieces, so that nothing but the cube moves."""
    given = vector["given"]
    start = given["start_position"]
    second = start >= STAR_CARDS[given["level"]].scheme_two
    built = kit.position(level=given["level"], tracker=start, scheme="II" if second else "I")
    log = []
    for number in given["cards"]:
        scheme = built.scheme
        played = kit.play(built, number, A14="cube-moves" if vector["basis"] == "switch" else "nothing-happens")
        log.append(
            {
                "card": number,
                "scheme_played": scheme,
                "skipped": "skip" in played.tags,
                "position": built.tracker,
                "stars_from_tracker": built.star_card.stars_at(built.tracker),
                "restricted_next_turn": built.restricted,
                "scheme_next_turn": built.scheme,
            }
        )
    assert log == vector["expect"]["log"]


@of_kind("combat")
def test_combat(vector: dict[str, Any]) -> None:
    given, expect = vector["given"], vector["expect"]
    at = "r4c4"  # a mountain
    built = kit.position(
        level=given.get("level", "automa"),
        mechs=[at],
        workers=[at],
        power=given["power"],
        combat_cards=given["cards"],
        combat_stars=given.get("combat_stars", 0),
        human_mechs=[at],
    )
    built.last_card = 9
    kit.top_card(built, given["card"])
    values = given.get("card_values", [2] * expect["cards_used"])
    total, attacker = given.get("human_total", 0), given.get("attacker", "automa")
    answers = ["ready", *([sum(values)] if values else []), total]
    lost = expect.get("winner") == "human"
    played = kit.battle(built, at, attacker, [*answers, "no"] if lost else answers)
    used = played.step("combat-card").event.params()
    column = compute_strength(kit.card(spend=(0, 1, 2)), given["power"], 0)[0]
    found: dict[str, Any] = {
        "range": ("low", "mid", "high")[column],
        "power_used": used["power"],
        "cards_used": used["count"],
        "power_left": built.automa.power,
        "cards_left": given["cards"] - used["count"],
    }
    if "winner" in expect:
        outcome = played.step("outcome").event.params()
        found |= {
            "automa_total": outcome["automa"],
            "winner": outcome["winner"],
            "automa_star": "star" in played.tags,
            "place_resources": "place-resources" in played.tags,
            "remove_resources": bool({"clear-resources", "tokens-brought.removed"} & keys_of(played)),
        }
    if lost:
        found |= {
            "combat_units_to": "base" if built.automa.mechs == ["base"] else "faction mat",
            "workers_to": built.automa.workers[0],
            "automa_draws_card": built.automa.combat_cards == found["cards_left"] + 1,
        }
    assert found == expect


def keys_of(played: kit.Played) -> set[str]:
    return {step.event.key() for step in played.told}


@of_kind("resources")
def test_resources(vector: dict[str, Any]) -> None:
    given, expect = vector["given"], vector["expect"]
    top, taken = given.get("main_discard_top"), given["territories_taken"]
    last = top or given["last_main_card"]
    if given.get("placed_in_advance"):
        at = taken[0]
        outcomes = {}
        replies: dict[str, list[Answer]] = {"human_wins": ["ready", 99, "no"], "automa_wins": ["ready", 0]}
        for winner, answers in replies.items():
            built = kit.position(mechs=[at], power=9, human_mechs=[at])
            built.deck.set_drawn(list(built.deck.cards), Chance(0))
            built.last_card = last
            played = kit.battle(built, at, "human", answers)
            assert "reshuffle" in played.tags
            placed = [s.event for s in played.told if isinstance(s.event, PlaceResources)]
            outcomes[winner] = sum(event.amount for event in placed)
            assert all(event.what == expect["before_combat"]["type"] for event in placed)
        assert outcomes == {name: expect[name] for name in outcomes}
        return
    found = {}
    for at in taken:
        built = kit.position(workers=[at])
        built.deck.set_drawn([card for card in (top, given.get("combat_discard_top")) if card], Chance(0))
        built.combat_discard = [card for card in (given.get("combat_discard_top"),) if card]
        built.last_card = last
        spoken = kit.desk_of(built)
        drive_workers_out(spoken, at)
        for event in (s.event for s in spoken.steps):
            if isinstance(event, PlaceResources):
                found[event.at] = {"type": event.what, "amount": event.amount}
    assert found == expect["placed"]


@of_kind("score_automa")
def test_score_automa(vector: dict[str, Any]) -> None:
    given, expect = vector["given"], vector["expect"]
    built = kit.position(
        coins=given["coins"],
        tracker=STARS_BY_TRACKER[given["stars"]],
        workers=list(given["territories"]),
        human_structures=given.get("human_structures", []),
    )
    scored = DEFINITION.scoring.score(built, settle(Rulings, {}))
    assert scored.totals["automa"] == expect["total"]
    assert {line.what: line.amount for line in scored.lines}["territories"] == expect["territory_count"]


@of_kind("score_human_resources")
def test_score_human_resources(vector: dict[str, Any]) -> None:
    """The human is asked for what lies there, at most six a territory; the app turns it into coins."""
    given, expect = vector["given"], vector["expect"]
    counted = sum(min(lying, 6) for lying in given["resources_per_territory"].values())
    assert counted == expect["counted"]
    built = kit.position()
    built.human_score = HumanScore(0, given["popularity"], 0, counted, 0)
    assert DEFINITION.scoring.score(built, settle(Rulings, {})).totals["human"] == expect["coins"]


def piles(built: Position) -> dict[str, int]:
    return {"deck": built.deck.left, "main": len(built.main_discard), "combat": len(built.combat_discard)}


def with_piles(given: dict[str, Any]) -> Position:
    built = kit.position(tracker=8)
    main = list(range(1, given["main"] + 1))
    combat = list(range(given["main"] + 1, given["main"] + given["combat"] + 1))
    built.deck.set_drawn([*main, *combat], Chance(0))
    built.combat_discard = combat
    built.last_card = main[-1]
    assert built.deck.left == given["deck"]
    return built


@of_kind("deck")
def test_deck(vector: dict[str, Any]) -> None:
    given, expect = vector["given"], vector["expect"]
    if not given:
        icons = [card.combat_cards for card in CARDS.values()]
        assert {str(count): icons.count(count) for count in sorted(set(icons))} == expect
        return
    if "main_cards" in given:
        built = kit.position(level=given["level"], tracker=0)
        for number in given["main_cards"]:
            kit.play(built, number)
        assert built.tracker == expect["cube"]
        return
    built = with_piles(given)
    spoken = kit.desk_of(built, ["ready", 0, "no"] * 2)
    if given.get("event") == "scheme II":
        told = kit.play(built, kit.card()).tags
    elif given["need"] == "turn":
        draw_card(spoken)
        told = keys_told(spoken.steps)
    elif given["need"] == "combat":
        lay_sideways(spoken, commit(spoken, "r5c5", "automa"))
        told = keys_told(spoken.steps)
    else:
        for at in ("r5c5", "r4c6"):
            built.automa.mechs, built.human.mechs = [at], [at]
            fight(spoken, at, "human")
        built.automa.workers = ["r3c6"]
        drive_workers_out(spoken, "r3c6")
        told = keys_told(spoken.steps)
    reshuffled = 19 if "reshuffle" in told or "scheme" in told else 0
    assert {**piles(built), "reshuffled": reshuffled} == expect


@of_kind("setup")
def test_setup(vector: dict[str, Any]) -> None:
    given = vector["given"]
    human = "crimea" if given["faction"] != "crimea" else "nordic"
    built = kit.game({**given, "human": human}).position
    automa = built.automa
    assert {
        "power": automa.power,
        "combat_cards": automa.combat_cards,
        "coins": automa.coins,
        "popularity": POPULARITY,
        "character": automa.character,
        "workers_on": automa.workers,
        "workers_mat": 8 - len(automa.workers),
        "mechs_mat": 4 - len(automa.mechs),
        "stars_placed": built.stars,
        "cube": built.tracker,
        "scheme": built.scheme,
        "restricted": built.restricted,
        "factory_card": automa.factory_card,
        "deck": built.deck.left,
        "factory_deck": FACTORY_CARDS,
    } == vector["expect"]


@of_kind("setup_advice")
def test_setup_advice(vector: dict[str, Any]) -> None:
    assert {human: find_farthest(human) for human in vector["expect"]} == vector["expect"]


@of_kind("human_move")
def test_human_move(vector: dict[str, Any]) -> None:
    given, expect = vector["given"], vector["expect"]
    at = given["territory"]
    live = kit.game()
    kit.tell(live, Adjust(what="last-card", to=given["main_discard_top"]), Added("mech", "base"))
    assert live.position.automa.workers.count(at) == len(given["automa_pieces"])
    played = kit.tell(live, Go("mech", "base", at))
    resources = played.step("place-resources").event.params()
    assert {
        "automa_worker_to": live.position.automa.workers[-1],
        "human_popularity": given["human_popularity"] - played.step("sent").event.params()["count"],
        "combat": "battle" in played.tags or live.question is not None,
        "placed": {"type": played.step("place-resources").event.key().split(".")[1], "amount": resources["count"]},
        "human_combat_star": live.position.human.stars > 0,
    } == expect


def live_turn(given: dict[str, Any]) -> Any:
    """A live game at the start of her turn, as far as the vector sets it."""
    options = {"level": given.get("level", "automa"), "faction": given.get("faction", "nordic"), "deck": "mine"}
    live = kit.game(options)
    stars = given.get("stars", 0) - STAR_CARDS[options["level"]].stars_at(given.get("cube", 0))
    combat = given.get("combat_stars", max(0, stars))
    settings: dict[str, Any] = {
        "tracker": given.get("cube"),
        "scheme": given.get("scheme"),
        "power": given.get("power"),
        "combat-stars": combat if combat > 0 else None,
        "power-star": "yes" if stars > combat else None,
        "your-stars": given.get("human_stars"),
    }
    for what, to in settings.items():
        if to is not None:
            live.put(Adjust(what=what, to=to))
    for _ in range(6 - given.get("workers_mat", 6)):
        live.put(Adjust(what="worker", at="mat", to="r2c4"))
    if "main" in given:  # as they lie once the card of the turn is drawn
        others = [number for number in CARDS if number != given["card"]]
        drawn = others[: given["main"] - 1 + given["combat"]]
        live.put(Adjust(what="drawn", to=drawn))
    if given.get("attack"):
        kit.tell(live, Adjust(what="power", to=given["power_after_combat"] + 7), Adjust(what="combat-cards", to=0))
        kit.tell(live, Adjust(what="mech", at="mat", to="r4c5"), Added("mech", "base"), Go("mech", "base", "r5c5"))
    return live


@of_kind("turn")
def test_turn(vector: dict[str, Any]) -> None:
    given, expect = vector["given"], dict(vector["expect"])
    live = live_turn(given)
    if given.get("event"):
        live.put(PlacedStar())
        assert live.position.over is expect["game_over"]
        with pytest.raises(Refused):
            live.put(Next())
        return
    before = copy.deepcopy(live.position.automa)
    if "stars" in given:
        assert live.position.stars == given["stars"]
    fought: list[Answer] = ["ready", 6, 0] if given.get("attack") else []
    played = kit.tell(live, Next(), given["card"], *fought)
    now, automa = live.position, live.position.automa
    moved = [step for step in played.steps if step["do"] == "move"]
    bonus = [step["bonus"] for step in played.steps if step["do"] == "recruit"]
    if expect.get("move"):
        expect["move"] = {name: expect["move"][name] for name in ("piece", "destination")}
    found: dict[str, Any] = {
        "move": {"piece": f"{moved[0]['unit']}@{moved[0]['from']}", "destination": moved[0]["to"]} if moved else None,
        "skipped": "skip" in played.tags,
        "token_removed": next((step["at"] for step in played.steps if step["do"] == "encounter"), None),
        "power": automa.power,
        "coins": automa.coins,
        "workers_on_base": automa.workers.count("base"),
        "workers_mat": 8 - len(automa.workers),
        "mechs_to_base": len(automa.mechs) - len(before.mechs),
        "recruit_icon": bonus[0] if bonus else None,
        "cube": now.tracker,
        "main_discard": now.main_discard,
        "stars": now.stars,
        "game_over": now.over,
        "next_scheme": now.scheme,
        "last_main_card": now.last_card,
        **piles(now),
    }
    if "resource_box_for_human_turn" in expect:
        placed = kit.tell(live, Go("character", "base", "r1c5")).step("place-resources")
        found["resource_box_for_human_turn"] = placed.event.params()["count"]
    assert {name: found[name] for name in expect} == expect


@of_kind("variant_gate")
def test_variant_gate(vector: dict[str, Any]) -> None:
    """Card 1 I for Nordic moves a worker, gives power and a worker, a bonus, and has a golden star."""
    given, expect = vector["given"], vector["expect"]
    built = kit.position("nordic", workers=["r1c4", "r1c5"])
    move_gate = given["variant"] == "VAR-04"
    built.variants = Variants(move_gate=move_gate, placement_gate=not move_gate)
    before = built.tracker
    played = kit.play(built, 1, [given["revealed"]], combat=True)
    steps = [step["do"] for step in played.steps]
    found: dict[str, bool | int]
    if move_gate:
        found = {
            "move_row_executed": "move" in steps,
            "gains_executed": steps.count("gain") == 2,
            "recruit_executed": "recruit" in steps,
            "cube_as_printed": built.tracker == before + 1,
        }
    else:
        came = built.automa.workers.count("base")
        found = {"piece_placed": bool(came), "workers_mat_change": 2 - len(built.automa.workers)}
    assert found == expect


@of_kind("score_winner")
def test_score_winner(vector: dict[str, Any]) -> None:
    human, automa = vector["given"]["human"], vector["given"]["automa"]
    nine = ["r3c6", "r4c6", "r4c5", "r3c5", "r2c5", "r2c6", "r1c6", "r1c5", "r5c5"]
    built = kit.position(
        workers=nine[:8],
        mechs=nine[8:],
        power=automa["power"],
        tracker=17,
        combat_stars=2,
        coins=automa["coins"] - 4 * automa["stars"] - 3 * automa["territories"],
        human_stars=human["stars"],
    )
    assert (built.stars, len(nine)) == (automa["stars"], automa["territories"])

    def winner(territories: int) -> str:
        hand = human["coins"] - 4 * human["stars"] - 3 * territories - human["resources"] // 2 * 2
        built.human_score = HumanScore(
            hand, human["popularity"], territories, human["resources"], 0, human["units_structures"], human["power"]
        )
        scored = DEFINITION.scoring.score(built, settle(Rulings, {}))
        assert set(scored.totals.values()) == {human["coins"]}
        assert scored.verdict is not None
        return scored.verdict.key

    assert winner(human["territories"]) == f"verdict.tie.{vector['expect']['winner']}"
    assert vector["expect"]["by"] == "territories"
    assert winner(automa["territories"]) == "verdict.tie.human", "were they equal, the stars would decide"


@of_kind("data")
def test_data(vector: dict[str, Any]) -> None:
    """The values that shut a gate, counted over the printed combat cards (section 8 of the catalogue)."""
    combat_deck = {2: 16, 3: 12, 4: 8, 5: 6}
    shut = [value for value in combat_deck if Gate(value, "move").key() == "gate.move.shut"]
    assert {"count": sum(combat_deck[value] for value in shut), "of": sum(combat_deck.values())} == vector["expect"]


def test_every_kind_of_vector_has_a_test() -> None:
    here = Path(__file__).read_text("utf-8")
    assert {vector["kind"] for vector in VECTORS} == set(re.findall(r'@of_kind\("(\w+)"\)', here))
