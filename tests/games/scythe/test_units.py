"""The moves of mechs and of the character that start no combat (SCY-UNIT)."""

from __future__ import annotations

from typing import Any

import pytest

from automarium.games.scythe.position import Action, Symbol
from tests.games.scythe.kit import card, find, play, position, scores
from tests.traces import kept, thrown_out

START: dict[str, Any] = {"faction": "nordic", "restricted": True, "workers": ["r1c4", "r1c5"], "character": "base"}
ENEMIES = [{"human_workers": ["r3c6"]}, {"human_mechs": ["r3c6"]}, {"human_character": "r3c6"}]


@pytest.mark.clause("SCY-UNIT-01")
@pytest.mark.parametrize("mechs", [["r2c5", "r4c6"], ["r4c6", "r2c5"]])
def test_the_mech_closest_to_the_base_moves(mechs: list[str]) -> None:
    """r2c5 is before r4c6 in reading order, but two steps from the base."""
    trace = find(position(mechs=mechs, workers=["base"], character="base"), "mech_move").trace("piece")
    assert str(trace.chosen) == "mech@r4c6"
    assert {piece.at: distance for piece, distance in scores(trace, "SCY-MOVE-12").items()} == {"r2c5": 2, "r4c6": 1}


@pytest.mark.clause("SCY-UNIT-01")
def test_equally_close_mechs_go_in_reading_order() -> None:
    table = position(workers=["r4c4"], mechs=["r4c6", "r3c6"], character="r4c5", human_mechs=["r6c2"])
    found = find(table, "mech_move")
    assert {piece.at: clause for piece, clause in thrown_out(found.trace("piece")).items()} == {"r4c6": "SCY-DIST-09"}
    assert found.answer == ("mech", "r3c6", "r4c3")


@pytest.mark.clause("SCY-UNIT-01")
@pytest.mark.parametrize("at", ["base", "r4c4", "r8c3"])
def test_the_character_symbol_moves_the_character_wherever_it_stands(at: str) -> None:
    found = find(position(workers=["r3c6"], mechs=["base", "r4c6"], character=at), "character_move")
    assert [str(piece) for piece in found.trace("piece").candidates] == [f"character@{at}"]
    assert found.answer is not None
    assert found.answer[:2] == ("character", at)


@pytest.mark.clause("SCY-UNIT-02")
@pytest.mark.parametrize("action", ["mech_move", "character_move"])
def test_valid_is_around_any_of_her_pieces_and_around_the_base(action: Action) -> None:
    found = find(position(workers=["r8c3"], mechs=["r2c0"], character="r7c6"), action)
    around = {
        "worker": {"r7c3", "r7c4", "r8c3"},
        "mech": {"r1c1", "r2c0", "r2c1", "r3c1"},
        "character": {"r6c5", "r6c6", "r7c5", "r7c6"},
        "base": {"r3c6", "r4c6"},
    }
    assert set(found.trace("destination").candidates) == set().union(*around.values())


@pytest.mark.clause("SCY-UNIT-02")
def test_a_mech_may_go_beside_the_base_when_no_piece_is_on_the_map() -> None:
    found = find(position("saxony", mechs=["base"], character="base", human_mechs=["r6c1"]), "mech_move")
    assert found.trace("destination").candidates == ("r6c0", "r7c1")
    assert found.answer == ("mech", "base", "r6c0")


@pytest.mark.clause("SCY-UNIT-03")
@pytest.mark.parametrize("enemy", ENEMIES, ids=str)
@pytest.mark.parametrize("action", ["mech_move", "character_move"])
def test_a_territory_with_an_enemy_piece_of_any_kind_is_not_valid(action: Action, enemy: dict[str, Any]) -> None:
    found = find(position(mechs=["base"], character="base", **enemy), action)
    assert thrown_out(found.trace("destination")) == {"r3c6": "SCY-UNIT-03"}
    assert found.move is not None
    assert found.move.to == "r4c6"


@pytest.mark.clause("SCY-UNIT-03")
@pytest.mark.parametrize(
    ("action", "other"),
    [
        ("mech_move", {"mechs": ["base", "r4c5"]}),
        ("mech_move", {"mechs": ["base"], "character": "r4c5"}),
        ("character_move", {"mechs": ["r4c5"], "character": "base"}),
    ],
    ids=str,
)
def test_a_territory_with_another_combat_unit_of_hers_is_not_valid(action: Action, other: dict[str, Any]) -> None:
    """r4c5 is beside the enemy and would be the best."""
    table = position(restricted=True, workers=["r3c6", "r4c6"], human_character="r4c4", **other)
    found = find(table, action)
    assert thrown_out(found.trace("destination"))["r4c5"] == "SCY-UNIT-03"
    assert found.move is not None
    assert found.move.to == "r3c6"


@pytest.mark.clause("SCY-UNIT-03")
@pytest.mark.parametrize(
    ("action", "unit"), [("mech_move", {"mechs": ["r2c4"]}), ("character_move", {"character": "r2c4"})]
)
def test_its_own_territory_is_valid_and_it_may_stay(action: Action, unit: dict[str, Any]) -> None:
    found = find(position(**{**START, "character": "mat", **unit}), action)
    assert "r2c4" in kept(found.trace("destination"), "SCY-UNIT-03")
    assert found.move is not None
    assert (found.move.piece.at, found.move.to) == ("r2c4", "r2c4")


@pytest.mark.clause("SCY-UNIT-04")
@pytest.mark.parametrize("action", ["mech_move", "character_move"])
def test_her_workers_and_human_structures_keep_no_unit_away(action: Action) -> None:
    """All three territories of the peninsula have a worker, the best also a structure."""
    table = position(**{**START, "workers": ["r1c4", "r1c5", "r2c4"]}, mechs=["base"], human_structures=["r2c4"])
    found = find(table, action)
    assert kept(found.trace("destination"), "SCY-UNIT-03") == ("r1c4", "r1c5", "r2c4")
    assert found.move is not None
    assert found.move.to == "r2c4"


@pytest.mark.clause("SCY-UNIT-05")
def test_it_goes_nearest_to_any_enemy_combat_unit() -> None:
    """Two enemies: each territory is measured to the nearer one."""
    table = position("polania", "nordic", workers=["r3c1"], mechs=["r4c1"], character="base", human_mechs=["r3c3"])
    table.human.character = "r6c2"
    found = find(table, "mech_move")
    assert scores(found.trace("destination"), "SCY-UNIT-05") == {
        "r2c0": 3,
        "r2c1": 2,
        "r3c1": 2,
        "r3c2": 1,
        "r4c0": 3,
        "r4c1": 2,
        "r4c2": 1,
        "r5c1": 2,
        "r5c2": 1,
    }
    assert found.answer == ("mech", "r4c1", "r4c2")


@pytest.mark.clause("SCY-UNIT-05")
def test_the_nearest_enemy_beats_the_factory() -> None:
    """The Factory is in reach all the while, but farther from the enemy."""
    table = position(workers=["r4c4"], mechs=["r3c5"], character="base", human_mechs=["r1c5"])
    assert find(table, "mech_move").answer == ("mech", "r3c5", "r2c4")
    table.human.mechs = ["r1c6"]
    found = find(table, "mech_move")
    assert scores(found.trace("destination"), "SCY-UNIT-05")["r4c3"] == 4
    assert found.answer == ("mech", "r3c5", "r2c5")


@pytest.mark.clause("SCY-UNIT-06")
def test_a_unit_on_the_board_makes_those_on_the_base_irrelevant() -> None:
    """The Saxon base is nearest to r4c0 and r4c1, the mech on r2c1 to r3c1."""
    hers: dict[str, Any] = {"restricted": True, "workers": ["r3c1", "r4c0"], "mechs": ["base"], "character": "base"}
    on_board = find(position("polania", "saxony", **hers, human_mechs=["r2c1", "base"]), "mech_move")
    assert scores(on_board.trace("destination"), "SCY-UNIT-05") == {"r3c1": 1, "r4c0": 2, "r4c1": 2}
    assert on_board.answer == ("mech", "base", "r3c1")
    on_base = find(position("polania", "saxony", **hers, human_mechs=["base"]), "mech_move")
    assert scores(on_base.trace("destination"), "SCY-UNIT-05") == {"r3c1": 4, "r4c0": 3, "r4c1": 3}
    assert on_base.answer == ("mech", "base", "r4c1")


@pytest.mark.clause("SCY-UNIT-07")
def test_enemy_workers_attract_nobody() -> None:
    table = position("nordic", workers=["r1c4"], mechs=["r2c4"], character="base", human_workers=["r1c3"])
    table.human.mechs = ["r3c6"]
    found = find(table, "mech_move")
    assert scores(found.trace("destination"), "SCY-UNIT-05")["r1c4"] == 3, "beside the worker, far from the mech"
    assert found.answer == ("mech", "r2c4", "r3c5")


@pytest.mark.clause("SCY-UNIT-07")
def test_with_workers_alone_on_the_board_the_base_is_measured_to() -> None:
    found = find(position(**START, mechs=["base"], human_workers=["r1c3", "r1c6"]), "mech_move")
    assert scores(found.trace("destination"), "SCY-UNIT-05") == {"r1c4": 7, "r1c5": 7, "r2c4": 6}


@pytest.mark.clause("SCY-UNIT-08")
def test_without_such_a_piece_outside_the_mat_it_is_not_legal() -> None:
    assert find(position(**START), "mech_move").answer is None
    without = position(**{**START, "character": "mat"}, mechs=["base"])
    assert find(without, "character_move").answer is None
    assert find(without, "mech_move").answer == ("mech", "base", "r2c4")


@pytest.mark.clause("SCY-UNIT-08")
@pytest.mark.parametrize("action", ["mech_move", "character_move"])
def test_without_a_valid_territory_it_is_not_legal(action: Action) -> None:
    table = position("saxony", workers=["base"], mechs=["base"], character="base", human_mechs=["r6c0"])
    table.human.character = "r7c1"
    found = find(table, action)
    assert found.trace("destination").candidates == ("r6c0", "r7c1")
    assert found.answer is None


@pytest.mark.clause("SCY-UNIT-08")
def test_no_other_mech_is_tried_for_the_chosen_one() -> None:
    """The mech on the base has no destination; the one on r1c4 could stay."""
    table = position(**{**START, "character": "r1c5"}, mechs=["base", "r1c4", "r2c4"])
    found = find(table, "mech_move")
    assert str(found.trace("piece").chosen) == "mech@base"
    assert found.answer is None


@pytest.mark.clause("SCY-UNIT-09")
def test_of_equal_enemy_distances_the_smallest_factory_distance_wins() -> None:
    """r3c4 is before the Factory in reading order, and as near to the enemy."""
    found = find(position(mechs=["r4c4"], character="mat", human_mechs=["r3c3"]), "mech_move")
    assert kept(found.trace("destination"), "SCY-UNIT-05") == ("r3c4", "r4c3")
    assert thrown_out(found.trace("destination"))["r3c4"] == "SCY-MOVE-13"
    assert found.answer == ("mech", "r4c4", "r4c3")


@pytest.mark.clause("SCY-UNIT-09")
def test_the_last_tie_goes_by_reading_order() -> None:
    found = find(position(mechs=["r4c3"], character="base", human_mechs=["r2c3", "r6c3"]), "mech_move")
    assert kept(found.trace("destination"), "SCY-MOVE-13") == ("r3c3", "r3c4", "r5c3", "r5c4")
    assert {at for at, clause in thrown_out(found.trace("destination")).items() if clause == "SCY-UNIT-09"} == {
        "r3c4",
        "r5c3",
        "r5c4",
    }
    assert found.answer == ("mech", "r4c3", "r3c3")


@pytest.mark.clause("SCY-UNIT-10")
def test_how_far_it_goes_does_not_matter() -> None:
    """From the base in the east beside a worker in the west, six steps away."""
    table = position(human="polania", workers=["r5c2", "r4c6"], mechs=["base"], character="base", human_mechs=["r4c1"])
    assert find(table, "mech_move").answer == ("mech", "base", "r4c2")
    assert find(table, "character_move").answer == ("character", "base", "r4c2")


@pytest.mark.clause("SCY-UNIT-11")
@pytest.mark.parametrize("action", ["mech_move", "character_move"])
@pytest.mark.parametrize("enemy", ENEMIES, ids=str)
def test_it_starts_no_combat_and_drives_no_worker_away(action: Action, enemy: dict[str, Any]) -> None:
    """Beside an enemy piece, with all the power in the world."""
    table = position(power=16, workers=["r4c5"], mechs=["base"], character="base", **enemy)
    before = [table.human.character, *table.human.mechs, *table.human.workers]
    played = play(table, card([Symbol(action)], golden=False))
    assert played.stopped is None
    assert [step["do"] for step in played.steps if step["do"] != "encounter"] == ["move"]
    assert played.step("move").clauses == ("SCY-UNIT-05",)
    assert [table.human.character, *table.human.mechs, *table.human.workers] == before
    assert not {table.automa.character, *table.automa.mechs} & {"r3c6"}


@pytest.mark.clause("SCY-UNIT-12")
def test_mechs_on_the_base_are_interchangeable() -> None:
    """One of three goes, the others stay, and there is nothing to choose between them."""
    table = position(**START, mechs=["base", "base", "base"])
    assert [str(piece) for piece in find(table, "mech_move").trace("piece").candidates] == ["mech@base"]
    play(table, card([Symbol("mech_move")]))
    assert sorted(table.automa.mechs) == ["base", "base", "r2c4"]


@pytest.mark.clause("SCY-UNIT-13")
def test_an_enemy_on_its_base_is_measured_to_the_hex_of_that_base() -> None:
    """The lake r7c2 touches the Crimean base, although no land joins them."""
    table = position("saxony", workers=["r6c1"], mechs=["r7c1"], character="r6c0")
    found = find(table, "mech_move")
    assert scores(found.trace("destination"), "SCY-UNIT-05") == {
        "r5c0": 4,
        "r5c1": 3,
        "r5c2": 3,
        "r6c1": 2,
        "r6c2": 2,
        "r7c1": 2,
        "r7c2": 1,
    }
    assert found.answer == ("mech", "r7c1", "r7c2")
