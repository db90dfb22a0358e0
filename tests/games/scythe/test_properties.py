"""Properties of every position: a legal destination or none, pieces conserved, traces that end in the move."""

from __future__ import annotations

import copy
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from automarium.engine.content.rulings import settle
from automarium.engine.play.chance import Chance
from automarium.engine.play.command import find_next_field
from automarium.engine.play.desk import Desk as AnyDesk
from automarium.engine.play.desk import Table
from automarium.engine.question import AnyQuestion, Pick
from automarium.games.scythe.commands import (
    BONUSES,
    Added,
    Built,
    Enlisted,
    Fought,
    Go,
    Next,
    PlacedStar,
    Tally,
    Unlocked,
)
from automarium.games.scythe.corrections import Adjust
from automarium.games.scythe.events import ORACLE_STEPS
from automarium.games.scythe.map import (
    BASE,
    BASE_DISTANCE,
    DISTANCE,
    FACTORY,
    JOINED,
    MAT,
    NEAR_FREE,
    NEAR_RESTRICTED,
    ORDER,
    PRINTED,
    TERRITORIES,
    find_human_near,
)
from automarium.games.scythe.odds import compute_odds
from automarium.games.scythe.position import LEVELS, STARS, Desk, Position, Symbol, find_occupied, get_places
from automarium.games.scythe.rules.moves import find_move
from automarium.lab.simulated_game import play_game
from automarium.protocol.oracle import decide
from tests.games.scythe.kit import CARDS, DEFINITION, play
from tests.games.scythe.strategies import places, rulings, symbols, tables
from tests.games.whole_games import check_any_run_of_inputs, check_live_game_is_the_labs
from tests.proof import scale
from tests.traces import check_narrowing

DEFAULTS = settle(DEFINITION.rulings, {})


def resources(question: AnyQuestion) -> int:
    return ORDER.get(question.place or "", 0) % 4


def listening(position: Position, chosen: dict[str, str]) -> Desk:
    return AnyDesk(position, PRINTED, settle(DEFINITION.rulings, chosen), Table(Chance(0), stand_in=resources))


@given(tables(), symbols, rulings)
def test_a_legal_destination_or_none(position: Position, symbol: Symbol, chosen: dict[str, str]) -> None:
    before = copy.deepcopy(position)
    found = find_move(listening(position, chosen), symbol)
    assert position == before, "finding changes nothing"
    if found is None:
        return
    automa, human = position.automa, position.human
    to, piece = found.to, found.piece
    assert to in TERRITORIES
    near = NEAR_RESTRICTED if position.restricted else NEAR_FREE
    pieces = [at for at in (automa.character, *automa.mechs, *automa.workers) if at not in (BASE, MAT)]
    assert any(to in near[at] for at in pieces) or to in JOINED[automa.faction]
    enemies = {human.character, *human.mechs, *human.workers}
    if symbol.action in ("worker_move", "mech_move", "character_move", "encounter_or_factory"):
        assert to not in enemies
    others = {"worker": list(automa.workers), "mech": [automa.character, *automa.mechs]}
    others["character"] = others["mech"]
    rest = list(others[piece.kind])
    rest.remove(piece.at)
    assert to not in rest, "SCY-GEN-16"
    if symbol.action == "attack_combat_unit":
        assert to in (human.character, *human.mechs)
        assert automa.power >= (symbol.min_power or 0)


@given(tables(), symbols, rulings)
def test_the_traced_reason_leads_to_the_chosen_one(position: Position, symbol: Symbol, chosen: dict[str, str]) -> None:
    table = listening(position, chosen)
    found = find_move(table, symbol)
    assert table.notes is not None
    for trace in table.notes:
        check_narrowing(trace)
    if found is not None:
        assert table.notes[-1].chosen == found.to
    unheard = Table(Chance(0), stand_in=resources, explain=False, listening=False)
    silent = AnyDesk(position, PRINTED, settle(DEFINITION.rulings, chosen), unheard)
    assert find_move(silent, symbol) == found, "nobody listening changes nothing"


def reference_move(position: Position, symbol: Symbol) -> tuple[str, str, str] | None:
    """The reference procedure of the catalogue (section 2), written down a second time with one sort key."""
    automa, human = position.automa, position.human
    units = [at for at in (human.character, *human.mechs) if at != BASE]
    workers = [at for at in human.workers if at != BASE]
    near = NEAR_RESTRICTED if position.restricted else NEAR_FREE
    hers = {"worker": automa.workers, "mech": automa.mechs, "character": [automa.character]}
    kinds = {"worker_move": ["worker"], "mech_move": ["mech"], "character_move": ["character"]}
    kinds["encounter_or_factory"] = ["character"]
    home = BASE_DISTANCE["hex"][automa.faction]
    candidates = [
        (0 if at == BASE else home[at], -1 if at == BASE else ORDER[at], kind != "mech", kind, at)
        for kind in kinds.get(symbol.action, ["mech", "character"])
        for at in hers[kind]
        if at != MAT
    ]
    if not candidates or (symbol.action == "attack_combat_unit" and automa.power < (symbol.min_power or 0)):
        return None
    *_, kind, here = min(candidates)
    pieces = [at for places_ in hers.values() for at in places_ if at not in (BASE, MAT)]
    area = {to for at in pieces for to in near[at]}
    if symbol.action in ("worker_move", "mech_move", "character_move"):
        area |= set(JOINED[automa.faction])
    own = list(automa.workers) if kind == "worker" else [automa.character, *automa.mechs]
    own.remove(here)
    picked_up = list(pieces)
    if here != BASE:
        picked_up.remove(here)
    human_near = find_human_near(human.faction, human.riverwalk, human.lakes, False)
    threatened = {to for at in units for to in human_near[at]}
    options = []
    for to in area:
        enemy = to in units or to in workers
        match symbol.action:
            case "worker_move":
                valid = not enemy and to not in own and to not in threatened
                key = -sum(to in near[at] for at in picked_up)
            case "mech_move" | "character_move":
                valid = not enemy and to not in own
                to_base = BASE_DISTANCE["hex"][human.faction][to]
                key = min((DISTANCE[to][at] for at in units), default=to_base)
            case "encounter_or_factory":
                valid = to in position.encounters or (to == FACTORY and not automa.factory_card)
                valid = valid and not enemy and to not in automa.mechs
                key = 0
            case "attack_combat_unit":
                valid, key = to in units, units.count(to)
            case _:
                valid, key = to in workers and to not in units, -workers.count(to)
        if valid:
            options.append((key, DISTANCE[FACTORY][to], ORDER[to], to))
    return (kind, here, min(options)[-1]) if options else None


@settings(max_examples=scale(200, 1000))
@given(tables(), symbols)
def test_the_same_as_the_reference_procedure(position: Position, symbol: Symbol) -> None:
    found = find_move(AnyDesk(position, PRINTED, DEFAULTS, Table(Chance(0))), symbol)
    answer = None if found is None else (found.piece.kind, found.piece.at, found.to)
    assert answer == reference_move(position, symbol)


@given(tables(), st.sampled_from(sorted(CARDS)), rulings)
def test_a_card_conserves_her_pieces(position: Position, card: int, chosen: dict[str, str]) -> None:
    before = copy.deepcopy(position)
    played = play(position, card, switches={name.removeprefix("SCY-"): choice for name, choice in chosen.items()})
    automa = position.automa
    assert len(before.automa.workers) <= len(automa.workers) <= 8
    assert len(before.automa.mechs) <= len(automa.mechs) <= 4
    assert before.automa.power <= automa.power <= 16
    assert automa.coins >= before.automa.coins
    assert sorted(position.human.mechs) == sorted(before.human.mechs)
    assert len(position.human.workers) == len(before.human.workers)
    assert set(position.encounters) <= set(before.encounters)
    assert position.tracker in (before.tracker, before.tracker + 1)
    if played.stopped == "attack":
        assert played.steps[-1]["do"] == "attack"
    for kind, places_ in (("workers", automa.workers), ("units", [automa.character, *automa.mechs])):
        on_map = [at for at in places_ if at not in (BASE, MAT)]
        assert len(on_map) == len(set(on_map)), f"SCY-GEN-16: {kind}"


def facts_of(position: Position) -> dict[str, Any]:
    human = msgspec.to_builtins(position.human)
    return {
        "level": position.level,
        "scheme": position.scheme,
        "tracker": position.tracker,
        "automa": msgspec.to_builtins(position.automa),
        "human": {key: human[key] for key in ("faction", "character", "mechs", "workers", "riverwalk", "lakes")},
        "encounters": position.encounters,
    }


@given(tables(), st.sampled_from(sorted(CARDS)))
def test_the_oracle_says_what_the_game_does(position: Position, card: int) -> None:
    answer = decide({"game": "scythe", "ask": "turn", "facts": {**facts_of(position), "card": card}})
    played = play(position, card)
    assert answer["answer"] == played.steps
    assert answer["text"] or not played.steps


@given(tables(), symbols)
def test_the_oracles_move_is_the_games_move(position: Position, symbol: Symbol) -> None:
    facts = {**facts_of(position), "action": symbol.action}
    if symbol.action == "attack_combat_unit":
        facts["min_power"] = symbol.min_power
    answer = decide({"game": "scythe", "ask": "move", "facts": facts, "lang": "uk"})
    reference = reference_move(position, symbol)
    assert answer["answer"] == (
        None if reference is None else dict(zip(("unit", "from", "to"), reference, strict=True))
    )
    assert answer["text"]


@given(tables())
def test_odds_count_every_card_that_can_come(position: Position) -> None:
    position.deck.cards = tuple(CARDS)
    position.deck.shuffle_all(Chance(1))
    before = copy.deepcopy(position)
    counted = compute_odds(position, PRINTED, DEFAULTS)
    assert position == before
    assert counted.cards == tuple(CARDS)
    for id_, events in counted.by_card.items():
        assert [msgspec.to_builtins(event) for event in events] == play(copy.deepcopy(before), id_).steps
        assert all(isinstance(event, ORACLE_STEPS) for event in events)


# ------------------------------------------------------------------------------------------------------- whole games


inputs = st.one_of(
    st.just(Next()),
    st.just(Next()),
    st.builds(
        Go, st.sampled_from(["mech", "character", "worker"]), places, places, st.sampled_from([None, None, 0, 1, 2])
    ),
    st.builds(Fought, st.sampled_from(TERRITORIES)),
    st.builds(Added, st.sampled_from(["mech", "worker"]), places, st.sampled_from([None, "speed", "riverwalk"])),
    st.builds(Unlocked, st.sampled_from(["riverwalk", "lakes", "toka"])),
    st.builds(Enlisted, st.sampled_from(BONUSES)),
    st.builds(Built, st.sampled_from(TERRITORIES)),
    st.builds(Tally, *[st.integers(0, 9)] * 5, st.sampled_from([None, 0, 5])),
    st.builds(Adjust, st.sampled_from(["tracker", "stars", "your-stars", "coins"]), st.integers(0, 21)),
    st.just(PlacedStar()),
    st.builds(Adjust, st.just("power"), st.integers(0, 16)),
    st.builds(Adjust, st.just("mech"), places, places),
    st.builds(Adjust, st.just("token"), st.sampled_from(TERRITORIES)),
    st.just("undo"),
    st.just("redo"),
)


@settings(max_examples=scale(20, 60))
@given(st.data(), st.integers(0, 2**48), st.sampled_from(["app", "mine"]), rulings)
def test_any_run_of_inputs(data: st.DataObject, seed: int, deck: str, chosen: dict[str, str]) -> None:
    options = {"level": data.draw(st.sampled_from(LEVELS)), "human": "crimea", "faction": "nordic", "deck": deck}
    check_any_run_of_inputs(DEFINITION, PRINTED, options, chosen, seed, inputs, data)


@settings(max_examples=scale(40, 200))
@given(tables())
def test_what_is_offered_for_a_move_can_be_told(table: Position) -> None:
    """And never the place where the piece stands; a worker is never offered a place of hers."""
    for unit in ("mech", "character", "worker"):
        for here in dict.fromkeys(get_places(table.human, unit)):
            field = find_next_field(Go, table, {"unit": unit, "from": here})
            assert field is not None
            assert isinstance(field.question, Pick)
            likely = set(field.question.likely or ())
            assert likely <= set(field.question.options)
            assert here not in likely
            if unit == "worker":
                assert find_occupied(table.automa).isdisjoint(likely)


FACTIONS = ("nordic", "rusviet", "crimea", "saxony", "polania", "albion", "togawa")


def test_whole_games() -> None:
    """Against a random stand-in, all levels, factions and options, without a crash; everything recounted."""
    for seed in range(scale(100, 1000)):
        faction, human = FACTIONS[seed % 7], FACTIONS[(seed + 1 + seed // 7 % 6) % 7]
        options: dict[str, Any] = {"level": LEVELS[seed % 4], "faction": faction, "human": human}
        if seed % 5 == 0:
            options |= {"options": "yes", "coins": 1, "power": -1, "move_gate": "yes", "placement_gate": "yes"}
            options |= {"all_moves": "yes", "cards": "expansion"}
        end = play_game(DEFINITION, options, seed, PRINTED, explain=seed % 10 == 0)
        assert end.over
        assert end.stars == STARS or end.human.stars == STARS
        assert end.stars <= STARS
        assert len(end.deck.drawn) + len(end.deck.pile) == 19, "SCY-DECK-12"
        assert len(end.automa.workers) <= 8
        assert len(end.automa.mechs) <= 4
        assert 0 <= end.automa.power <= 16
        assert end.automa.combat_cards >= 0
        assert not set(end.combat_discard) - set(end.deck.drawn)


@pytest.mark.parametrize("seed", range(20))
def test_a_live_game_gives_the_same_as_the_lab(seed: int) -> None:
    check_live_game_is_the_labs(
        DEFINITION, PRINTED, {"level": LEVELS[seed % 4], "human": "polania", "faction": "saxony"}, seed
    )
