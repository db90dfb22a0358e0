"""The move row and the five steps that all move actions share (MOVE)."""

from __future__ import annotations

import copy
from itertools import permutations
from typing import Any

import pytest

from automarium.games.scythe.position import ACTIONS, Action, Automa, Faction, Position, Symbol, Variants
from automarium.games.scythe.rules.moves import Piece
from tests import traces
from tests.games.scythe import kit

UNIT: dict[Action, str] = {
    "worker_move": "worker",
    "mech_move": "mech",
    "character_move": "character",
    "encounter_or_factory": "character",
}
# The catalogue's example 3.
EXAMPLE_3: dict[str, Any] = {
    "workers": ["r3c6", "r4c6", "r4c5", "r2c5", "r1c6"],
    "mechs": ["r2c5", "r2c4"],
    "character": "r1c4",
    "human_mechs": ["r1c3"],
    "human_character": "r5c5",
    "human_riverwalk": True,
}


def everything_legal(**more: Any) -> Position:
    """A table where each of the six actions can be executed."""
    pieces: dict[str, Any] = {
        "workers": ["r3c6", "r4c5"],
        "mechs": ["r4c6"],
        "character": "r3c5",
        "power": 9,
        "human_mechs": ["r5c5"],
        "human_workers": ["r2c5"],
    }
    return kit.position(**copy.deepcopy({**pieces, **more}))


def row(table: Position, *symbols: Symbol | Action, **switched: str) -> kit.Played:
    """Play a card with these symbols and nothing else; attacks stop there."""
    named = [Symbol(one, 1) if isinstance(one, str) else one for one in symbols]
    return kit.play(table, kit.card(named, golden=False), switches=switched)


def moved(played: kit.Played) -> list[str]:
    """The kinds of pieces that were moved, in order, with what they did."""
    return [f"{step['do']} {step['unit']}" for step in played.steps if step["do"] in ("move", "attack", "raid")]


def placed(automa: Automa) -> list[tuple[str, str]]:
    standing = [("worker", at) for at in automa.workers] + [("mech", at) for at in automa.mechs]
    return sorted([*standing, ("character", automa.character)])


DOES = {
    "worker_move": "move worker",
    "mech_move": "move mech",
    "character_move": "move character",
    "encounter_or_factory": "move character",
    "attack_combat_unit": "attack mech",
    "attack_workers": "raid mech",
}


# ----------------------------------------------------------------------------------------------- alternatives in a row


@pytest.mark.parametrize("symbols", list(permutations(ACTIONS, 3)))
@pytest.mark.clause("SCY-MOVE-01", "SCY-MOVE-02", "SCY-MOVE-06")
def test_of_legal_symbols_the_leftmost_is_executed_and_no_other(symbols: tuple[Action, ...]) -> None:
    assert moved(row(everything_legal(), *symbols)) == [DOES[symbols[0]]]


@pytest.mark.parametrize("variant", [False, True])
@pytest.mark.clause("SCY-MOVE-01", "SCY-MOVE-06", "SCY-MOVE-02")
def test_with_the_option_or_at_the_highest_level_all_are_executed_in_order(variant: bool) -> None:
    table = everything_legal(level="automa" if variant else "ultimaszyna", tracker=6)
    table.variants = Variants(all_moves=variant)
    played = row(table, "attack_workers", "worker_move", "character_move")
    assert moved(played) == ["raid mech", "move worker", "move character"]


# For each action a change of the table that makes it illegal, in the words of SCY-MOVE-04: no piece, no destination.
ILLEGAL: dict[str, dict[str, Any]] = {
    "worker_move": {"workers": []},
    "mech_move": {"mechs": []},
    "character_move": {"character": "mat"},
    "encounter_or_factory": {"encounters": []},
    "attack_combat_unit": {"human_mechs": []},
    "attack_workers": {"human_workers": []},
}


@pytest.mark.parametrize("action", ACTIONS)
@pytest.mark.clause("SCY-MOVE-03", "SCY-MOVE-02")
def test_a_symbol_that_is_not_legal_is_passed_over(action: Action) -> None:
    """Between two of them the legal one is found, and what is right of it is left alone."""
    after: Action = "worker_move" if action != "worker_move" else "mech_move"
    last: Action = "character_move" if action != "character_move" else "mech_move"
    changed = {"factory_card": True, **ILLEGAL[action]}
    assert moved(row(everything_legal(**changed), action, action, after, last)) == [DOES[after]]
    assert moved(row(everything_legal(factory_card=True), action, after, last)) == [DOES[action]]


@pytest.mark.clause("SCY-MOVE-03")
def test_the_rows_of_printed_cards_pass_over_what_cannot_be_done() -> None:
    saxon = kit.position(
        "saxony", "nordic", restricted=True, power=1, workers=["r6c0", "r7c1"], character="base", human_mechs=["r6c1"]
    )
    assert kit.play(saxon, 13).steps[0] == {"do": "move", "unit": "character", "from": "base", "to": "r6c0"}
    late = kit.position(scheme="II", workers=["r3c6"], mechs=["r4c5"], character="r4c4", power=6, human_mechs=["r5c5"])
    assert kit.play(late, 14).steps[0] == {"do": "move", "unit": "mech", "from": "r4c5", "to": "r5c4"}


@pytest.mark.clause("SCY-MOVE-04", "SCY-MOVE-07")
def test_legal_needs_a_symbol_that_is_hers() -> None:
    table = everything_legal()
    assert moved(row(table, Symbol("worker_move", faction="nordic"))) == []
    assert moved(row(table, Symbol("worker_move", faction="rusviet"))) == ["move worker"]


@pytest.mark.parametrize(("power", "legal"), [(4, False), (5, True), (6, True)])
@pytest.mark.clause("SCY-MOVE-04")
def test_legal_needs_the_power_that_the_symbol_shows(power: int, legal: bool) -> None:
    found = kit.find(everything_legal(power=power), "attack_combat_unit", 5)
    assert (found.move is not None) == legal
    if not legal:
        assert set(traces.thrown_out(found.trace("destination")).values()) == {"SCY-ATTACK-01"}


@pytest.mark.parametrize("at", ["base", "r4c6"])
@pytest.mark.parametrize("action", ["worker_move", "mech_move", "character_move"])
@pytest.mark.clause("SCY-MOVE-04")
def test_legal_needs_a_piece_of_the_kind_on_board_or_base(action: Action, at: str) -> None:
    kind = UNIT[action]
    without: dict[str, Any] = {"workers": [], "mechs": [], "character": "mat"}
    have: Any = at if kind == "character" else [at]
    name = kind if kind == "character" else f"{kind}s"
    assert kit.find(kit.position(**{**without, name: have}), action).move is not None
    assert kit.find(kit.position(**without), action).move is None


@pytest.mark.parametrize("action", ACTIONS)
@pytest.mark.clause("SCY-MOVE-04")
def test_legal_needs_at_least_one_destination(action: Action) -> None:
    """Her pieces are at home and humans stand on both territories of her base; nothing else is in reach."""
    table = kit.position(
        workers=["base"], mechs=["base"], character="base", power=16, human_mechs=["r3c6"], human_workers=["r4c6"]
    )
    found = kit.find(table, action, 1)
    assert found.move is None
    assert found.trace("destination").chosen is None


# ------------------------------------------------------------------------------------------------------- staying put


@pytest.mark.clause("SCY-MOVE-05", "SCY-MOVE-06")
def test_a_worker_whose_place_is_best_stays_and_has_moved() -> None:
    """Card 12 I of a Nordic Automa: the worker can only stay; the mech right of it does not move."""
    table = kit.position("nordic", restricted=True, workers=["r1c4", "r1c5", "r2c4"], mechs=["base"], character="base")
    played = kit.play(table, 12)
    assert played.steps[0] == {"do": "move", "unit": "worker", "from": "r1c4", "to": "r1c4"}
    assert moved(played) == ["move worker"]
    assert table.automa.mechs == ["base"]
    assert played.told[0].event.key() == "stay"


@pytest.mark.parametrize("action", ["mech_move", "character_move"])
@pytest.mark.clause("SCY-MOVE-05", "SCY-MOVE-06")
def test_a_unit_already_best_placed_stays_and_uses_up_the_row(action: Action) -> None:
    unit: dict[str, Any] = {"mechs": ["r2c4"]} if action == "mech_move" else {"character": "r2c4"}
    table = kit.position("nordic", restricted=True, workers=["r1c4", "r1c5"], **unit)
    played = row(table, action, "worker_move")
    assert played.steps[0] == {"do": "move", "unit": UNIT[action], "from": "r2c4", "to": "r2c4"}
    assert table.automa.workers == ["r1c4", "r1c5"]


@pytest.mark.clause("SCY-MOVE-05")
def test_staying_is_no_way_out_where_the_steps_exclude_it() -> None:
    table = kit.position("nordic", restricted=True, workers=["r1c4", "r1c5"], character="base", human_mechs=["r2c4"])
    found = kit.find(table, "worker_move")
    assert found.move is None
    assert traces.thrown_out(found.trace("destination"))["r1c4"] == "SCY-WORKER-07"
    assert kit.find(table, "worker_move", A07="least-evil").answer == ("worker", "r1c4", "r1c4")


# ----------------------------------------------------------------------------------------------------------- brackets


@pytest.mark.parametrize("bracket", [faction for faction, _ in kit.human_and_automa()])
@pytest.mark.parametrize(("faction", "human"), kit.human_and_automa())
@pytest.mark.clause("SCY-MOVE-07", "SCY-MOVE-08")
def test_a_bracket_exists_for_its_faction_only(faction: Faction, human: Faction, bracket: Faction) -> None:
    """Executed it uses up the row; for all others it is as if it were not there."""
    table = kit.position(faction, human, workers=["base"], mechs=["base"], character="base")
    played = row(table, Symbol("mech_move", faction=bracket), "worker_move")
    assert moved(played) == (["move mech"] if bracket == faction else ["move worker"])


@pytest.mark.clause("SCY-MOVE-07", "SCY-MOVE-08")
def test_example_6_the_bracketed_worker_move_of_a_nordic_automa() -> None:
    nordic = kit.position("nordic", restricted=True, workers=["r1c4", "r1c5"], character="base", power=4)
    played = kit.play(nordic, 1)
    assert played.steps[0] == {"do": "move", "unit": "worker", "from": "r1c4", "to": "r2c4"}
    assert nordic.automa.character == "base"
    for faction, human in kit.human_and_automa():
        if faction != "nordic":
            table = kit.position(faction, human, workers=["base"], character="base")
            other = kit.play(table, 1)
            assert moved(other)[0] == "move character"
            assert table.automa.workers[0] == "base"


@pytest.mark.clause("SCY-MOVE-08")
def test_with_all_moves_a_bracket_does_not_use_up_the_row() -> None:
    table = everything_legal(tracker=6)
    table.variants = Variants(all_moves=True)
    played = row(table, Symbol("worker_move", faction="rusviet"), "mech_move")
    assert moved(played) == ["move worker", "move mech"]


@pytest.mark.clause("SCY-MOVE-08", "SCY-MOVE-03")
def test_her_own_bracket_that_is_not_legal_is_passed_over_too() -> None:
    played = row(everything_legal(mechs=[]), Symbol("mech_move", faction="rusviet"), "worker_move")
    assert moved(played) == ["move worker"]


@pytest.mark.clause("SCY-MOVE-09")
def test_without_a_legal_symbol_nobody_moves() -> None:
    table = kit.position(workers=["base"], character="mat", human_workers=["r3c6", "r4c6"])
    before = copy.deepcopy(table)
    played = row(table, "worker_move", "mech_move", "character_move", "encounter_or_factory", "attack_workers")
    assert played.tags == ["no-move"]
    assert played.step("no-move").clauses == ("SCY-MOVE-09",)
    assert table == before


# ------------------------------------------------------------------------------------------------------- the five steps


@pytest.mark.parametrize(
    "action", ["worker_move", "mech_move", "character_move", "attack_combat_unit", "attack_workers"]
)
@pytest.mark.clause("SCY-MOVE-10")
def test_first_the_piece_then_the_destination_among_valid_territories(action: Action) -> None:
    table = everything_legal()
    found = kit.find(table, action, 1)
    assert [trace.about for trace in found.traces] == ["piece", "destination"]
    piece, there = found.trace("piece").chosen, found.trace("destination").chosen
    assert found.answer == (piece.kind, piece.at, there)
    assert there in found.trace("destination").candidates
    verbs = [stage.verb for stage in found.trace("destination").stages]
    assert verbs == sorted(verbs, key=["given", "only", "prefer", "most", "least", "first"].index)  # valid before best
    played = row(table, action)
    assert (played.steps[0]["from"], played.steps[0]["to"]) == (piece.at, there)  # and it is put there
    assert (piece.kind, there) in placed(table.automa)


@pytest.mark.clause("SCY-MOVE-10")
def test_the_encounter_action_has_one_piece_and_the_same_order() -> None:
    found = kit.find(everything_legal(), "encounter_or_factory")
    assert [trace.about for trace in found.traces] == ["piece", "destination"]
    assert found.trace("piece").candidates == (found.trace("piece").chosen,), "there is only the character"
    assert found.trace("destination").chosen == "r2c4"
    assert found.answer == ("character", "r3c5", "r2c4")
    clauses = [stage.clause for stage in found.trace("destination").stages]
    assert clauses == ["SCY-ENC-02", "SCY-ENC-04", "SCY-MOVE-13", "SCY-ENC-06"]


@pytest.mark.clause("SCY-MOVE-11")
def test_no_other_piece_is_tried_if_the_chosen_one_has_no_destination() -> None:
    """The mech on the base is chosen; the mech on r1c4 could stay, and is not asked."""
    table = kit.position("nordic", restricted=True, workers=["r1c4"], mechs=["base", "r1c4", "r2c4"], character="r1c5")
    found = kit.find(table, "mech_move")
    assert found.move is None
    assert found.trace("piece").chosen == Piece("mech", "base")
    table.automa.mechs.remove("base")
    assert kit.find(table, "mech_move").answer is not None
    full = kit.position("nordic", restricted=True, workers=["base", "r1c4", "r1c5", "r2c4"])
    assert kit.find(full, "worker_move").move is None
    assert moved(row(full, "worker_move")) == []


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.clause("SCY-MOVE-11")
def test_the_piece_is_chosen_without_a_look_at_the_destinations(seed: int) -> None:
    """Take the human off the table: whatever the destinations are then, the same piece is chosen."""
    table = kit.scattered(seed)
    alone = copy.deepcopy(table)
    alone.human.mechs, alone.human.workers, alone.human.character, alone.encounters = [], [], "base", []
    for action in ACTIONS:
        chosen = [[trace.chosen for trace in kit.find(one, action, 1).traces][:1] for one in (table, alone)]
        if action != "encounter_or_factory":
            assert chosen[0] == chosen[1]


@pytest.mark.parametrize(
    ("workers", "chosen"),
    [
        (["r3c5", "r2c6", "r4c4"], "r2c6"),  # 2, 1 and 3 steps from the Rusviet base
        (["r4c6", "r3c6"], "r3c6"),  # both 1: reading order
        (["r4c6", "r2c6", "r3c6"], "r2c6"),
        (["r5c6", "r4c5", "r2c5"], "r2c5"),
        (["r1c1", "r7c1", "r8c3"], "r8c3"),
    ],
)
@pytest.mark.clause("SCY-MOVE-12")
def test_the_piece_closest_to_her_base_moves(workers: list[str], chosen: str) -> None:
    trace = kit.find(kit.position(workers=workers), "worker_move").trace("piece")
    assert trace.chosen == Piece("worker", chosen)
    distances = kit.scores(trace, "SCY-MOVE-12")
    assert distances[trace.chosen] == min(distances.values())
    assert set(traces.thrown_out(trace).values()) <= {"SCY-MOVE-12", "SCY-DIST-09"}


@pytest.mark.parametrize(("faction", "human"), kit.human_and_automa())
@pytest.mark.clause("SCY-MOVE-12")
def test_closest_is_measured_to_her_own_base(faction: Faction, human: Faction) -> None:
    """A worker beside her base, and one beside each of the others."""
    homes = {
        "nordic": "r1c5",
        "rusviet": "r4c6",
        "crimea": "r8c3",
        "saxony": "r7c1",
        "polania": "r4c0",
        "albion": "r1c1",
        "togawa": "r7c6",
    }
    found = kit.find(kit.position(faction, human, workers=list(homes.values())), "worker_move")
    assert found.trace("piece").chosen == Piece("worker", homes[faction])


@pytest.mark.clause("SCY-MOVE-13")
def test_after_the_special_criterion_the_factory_distance_decides() -> None:
    """Equal values: r3c5, r3c6 and r4c5 would be tied but for the Factory, and r3c5 is read before r4c5."""
    table = kit.position(workers=["r3c6", "r4c6"], mechs=["r2c5"], character="r4c4")
    trace = kit.find(table, "worker_move").trace("destination")
    tied = kit.scores(trace, "SCY-MOVE-13")
    assert tied == {"r3c5": 2, "r3c6": 3, "r4c5": 2}
    assert traces.thrown_out(trace)["r3c6"] == "SCY-MOVE-13"
    assert trace.chosen == "r3c5"


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.clause("SCY-MOVE-13")
def test_every_action_ends_with_factory_distance_then_reading_order(seed: int) -> None:
    """The last two stages of every destination; nothing after the special criterion comes between."""
    table = kit.scattered(seed)
    for action in ACTIONS:
        found = kit.find(table, action, 1)
        if found.move is None:
            continue
        last, order = found.trace("destination").stages[-2:]
        assert (last.verb, last.clause, order.verb) == ("least", "SCY-MOVE-13", "first")
        least = min(last.scores.values())
        assert last.kept == tuple(at for at, steps in last.scores.items() if steps == least)
        assert order.kept == (min(last.kept, key=lambda at: (int(at[1]), int(at[3]))),)


@pytest.mark.clause("SCY-MOVE-14", "SCY-MOVE-10", "SCY-MOVE-12")
def test_example_3_the_picked_up_worker_reaches_but_does_not_count() -> None:
    found = kit.find(kit.position(**EXAMPLE_3), "worker_move")
    assert found.answer == ("worker", "r3c6", "r1c5")
    trace = found.trace("destination")
    values = kit.scores(trace, "SCY-WORKER-06")
    assert values == {"r1c4": 2, "r1c5": 5, "r2c4": 4, "r2c6": 3, "r3c4": 1, "r3c5": 4, "r3c6": 4, "r5c6": 2}
    # With the worker itself counted r3c5 would have 5 as well, and be nearer to the Factory.
    threatened = {at for at, clause in traces.thrown_out(trace).items() if clause == "SCY-WORKER-07"}
    assert threatened == {"r2c3", "r4c4"}


@pytest.mark.clause("SCY-MOVE-14")
def test_what_only_the_chosen_piece_reaches_is_valid_and_worth_nothing() -> None:
    table = kit.position(workers=["r3c6", "r8c3"], character="base")
    trace = kit.find(table, "worker_move").trace("destination")
    values = kit.scores(trace, "SCY-WORKER-06")
    assert {at: values[at] for at in ("r2c5", "r3c5", "r4c5", "r2c6")} == dict.fromkeys(
        ("r2c5", "r3c5", "r4c5", "r2c6"), 0
    )
    assert trace.chosen in ("r7c3", "r7c4")


@pytest.mark.parametrize("action", ["mech_move", "character_move"])
@pytest.mark.clause("SCY-MOVE-14")
def test_a_unit_alone_on_the_board_moves_within_its_own_neighbourhood(action: Action) -> None:
    unit: dict[str, Any] = {"mechs": ["r5c2"]} if action == "mech_move" else {"character": "r5c2"}
    found = kit.find(kit.position(**unit, human_mechs=["r5c0"]), action)
    assert found.answer == (UNIT[action], "r5c2", "r5c1")


@pytest.mark.clause("SCY-MOVE-15")
def test_a_piece_may_end_however_far_from_its_place() -> None:
    jump = kit.position(workers=["r5c2", "r4c6"], mechs=["base"], character="base", human_mechs=["r4c1"])
    assert kit.find(jump, "mech_move").answer == ("mech", "base", "r4c2")
    strike = kit.position(workers=["r5c2"], mechs=["r3c6"], character="r4c4", power=7, human_mechs=["r4c1"])
    assert kit.find(strike, "attack_combat_unit", 7).answer == ("mech", "r3c6", "r4c1")


@pytest.mark.parametrize("restricted", [True, False])
@pytest.mark.clause("SCY-MOVE-15")
def test_the_way_is_not_looked_at(restricted: bool) -> None:
    """Across the whole map, rivers and a belt of human workers; even while the water is forbidden."""
    table = kit.position(
        workers=["r6c1"],
        mechs=["r4c6"],
        restricted=restricted,
        human_mechs=["r7c2"],
        human_workers=["r4c3", "r3c3", "r5c3", "r2c3", "r6c3", "r7c3", "r5c5"],
    )
    kind, here, there = kit.find(table, "mech_move").answer or ("", "", "")
    assert (kind, here) == ("mech", "r4c6")
    assert there in ("r6c1", "r7c1", "r6c2")


@pytest.mark.parametrize("seed", range(50))
@pytest.mark.clause("SCY-MOVE-16")
def test_each_executed_symbol_moves_exactly_one_piece(seed: int) -> None:
    table = kit.scattered(seed)
    for action in ACTIONS:
        now = copy.deepcopy(table)
        played = row(now, action)
        before, after = placed(table.automa), placed(now.automa)
        if "no-move" in played.tags:
            assert before == after
            continue
        assert [tag for tag in played.tags if tag in ("move", "attack", "raid")] == [played.tags[0]]
        step = played.steps[0]
        before.remove((step["unit"], step["from"]))
        after.remove((step["unit"], step["to"]))
        assert before == after


@pytest.mark.parametrize("action", ["mech_move", "character_move", "encounter_or_factory", "attack_workers"])
@pytest.mark.clause("SCY-MOVE-16")
def test_units_carry_nobody_and_nothing(action: Action) -> None:
    """A worker stands under the unit that goes: it stays behind."""
    unit: dict[str, Any] = {"character": "r4c6"} if UNIT.get(action) == "character" else {"mechs": ["r4c6"]}
    table = kit.position(workers=["r4c6", "r3c5", "r4c4"], **unit, human_mechs=["r6c4"], human_workers=["r2c5"])
    played = row(table, action)
    assert played.steps[0]["from"] == "r4c6"
    assert played.steps[0]["to"] != "r4c6"
    assert table.automa.workers == ["r4c6", "r3c5", "r4c4"]
    assert "Each moves on its own" in kit.shown("SCY-MOVE-16")


@pytest.mark.clause("SCY-MOVE-17")
def test_all_territories_are_looked_at_not_only_a_few() -> None:
    table = kit.position(workers=["r3c6", "r4c6"], mechs=["r2c5"], character="r4c4", human_mechs=["r6c3"])
    trace = kit.find(table, "worker_move").trace("destination")
    assert len(kit.scores(trace, "SCY-WORKER-06")) == 14
    assert trace.chosen == "r3c5"
