"""The worker's move: which worker, which territories, and the best of them (SCY-WORKER)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.scythe.kit import find, position, refuse_question, scores
from tests.traces import kept, thrown_out

PENINSULA: dict[str, Any] = {"faction": "nordic", "restricted": True}  # r1c4, r1c5 and r2c4: nothing else is in reach


def chosen_worker(workers: list[str], **others: Any) -> str | None:
    found = find(position(workers=workers, **others), "worker_move")
    return None if found.move is None else found.move.piece.at


@pytest.mark.clause("SCY-WORKER-01")
@pytest.mark.parametrize("workers", [["r2c5", "r4c6"], ["r4c6", "r2c5"], ["r1c1", "r4c6", "r2c4"]])
def test_the_worker_closest_to_the_base_moves_wherever_it_stands_in_reading_order(workers: list[str]) -> None:
    found = find(position(workers=workers), "worker_move")
    assert found.answer is not None
    assert found.answer[:2] == ("worker", "r4c6")
    assert min(scores(found.trace("piece"), "SCY-MOVE-12").values()) == 1


@pytest.mark.clause("SCY-WORKER-01")
@pytest.mark.parametrize("workers", [["r4c6", "r3c6"], ["r3c6", "r4c6"]])
def test_equally_close_workers_go_in_reading_order(workers: list[str]) -> None:
    trace = find(position(workers=workers), "worker_move").trace("piece")
    assert [str(piece) for piece in kept(trace, "SCY-MOVE-12")] == [f"worker@{at}" for at in workers]
    assert trace.chosen.at == "r3c6"
    assert {piece.at: clause for piece, clause in thrown_out(trace).items()} == {"r4c6": "SCY-DIST-09"}


@pytest.mark.clause("SCY-WORKER-01")
def test_a_worker_on_the_base_is_closest_of_all() -> None:
    assert chosen_worker(["r3c6", "base", "r4c6"]) == "base"


@pytest.mark.clause("SCY-WORKER-01")
def test_no_other_kind_of_piece_is_looked_at() -> None:
    """The mech on the base and the character beside it are closer; without a worker nobody moves."""
    assert chosen_worker(["r4c4"], mechs=["base"], character="r4c6") == "r4c4"
    assert find(position(mechs=["base"], character="r4c6"), "worker_move").answer is None


@pytest.mark.clause("SCY-WORKER-02")
def test_valid_is_around_any_of_her_pieces_and_around_the_base() -> None:
    """The worker itself, a mech, the character and the base: each brings territories that nobody else brings."""
    found = find(position(workers=["r4c4"], mechs=["r2c0"], character="r7c6"), "worker_move")
    around = {
        "worker": {"r3c4", "r3c5", "r4c3", "r4c4", "r4c5", "r5c4", "r5c5"},
        "mech": {"r1c1", "r2c0", "r2c1", "r3c1"},
        "character": {"r6c5", "r6c6", "r7c5", "r7c6"},
        "base": {"r3c6", "r4c6"},
    }
    assert set(found.trace("destination").candidates) == set().union(*around.values())


@pytest.mark.clause("SCY-WORKER-02")
def test_another_worker_brings_its_neighbourhood_too() -> None:
    found = find(position(workers=["r4c6", "r8c3"]), "worker_move")
    assert {"r7c3", "r7c4", "r8c3"} <= set(found.trace("destination").candidates)
    assert found.answer == ("worker", "r4c6", "r7c3")


@pytest.mark.clause("SCY-WORKER-02", "SCY-WORKER-13")
def test_with_all_pieces_on_the_base_the_two_base_territories_are_valid() -> None:
    table = position("saxony", "rusviet", restricted=True, workers=["base", "base"], character="base")
    found = find(table, "worker_move")
    assert found.trace("destination").candidates == ("r6c0", "r7c1")
    assert scores(found.trace("destination"), "SCY-WORKER-06") == {"r6c0": 0, "r7c1": 0}, "and nobody reaches them"
    assert found.answer == ("worker", "base", "r6c0")


@pytest.mark.clause("SCY-WORKER-03")
@pytest.mark.parametrize(
    "enemy", [{"human_workers": ["r4c5"]}, {"human_mechs": ["r4c5"]}, {"human_character": "r4c5"}], ids=str
)
def test_a_territory_with_an_enemy_piece_of_any_kind_is_not_valid(enemy: dict[str, Any]) -> None:
    found = find(position(workers=["r3c6", "r4c6"], **enemy), "worker_move")
    assert thrown_out(found.trace("destination"))["r4c5"] == "SCY-WORKER-03"
    assert find(position(workers=["r3c6", "r4c6"]), "worker_move").answer == ("worker", "r3c6", "r4c5")
    assert found.answer != ("worker", "r3c6", "r4c5")


@pytest.mark.clause("SCY-WORKER-03")
def test_a_territory_with_another_worker_of_hers_is_not_valid() -> None:
    table = position(**PENINSULA, workers=["base", "r1c4", "r1c5"], character="r2c4")
    found = find(table, "worker_move")
    assert thrown_out(found.trace("destination")) == {"r1c4": "SCY-WORKER-03", "r1c5": "SCY-WORKER-03"}
    assert found.answer == ("worker", "base", "r2c4")


@pytest.mark.clause("SCY-WORKER-03")
def test_where_only_her_workers_stand_the_one_on_the_base_cannot_go() -> None:
    table = position(**PENINSULA, workers=["base", "r1c4", "r1c5", "r2c4"], character="base")
    found = find(table, "worker_move")
    assert found.answer is None
    assert set(thrown_out(found.trace("destination")).values()) == {"SCY-WORKER-03"}


@pytest.mark.clause("SCY-WORKER-04")
def test_the_picked_up_worker_is_not_counted() -> None:
    """r3c5 and r4c5 would have two, the worker's own and the mech's; so all have one and the Factory wins."""
    found = find(position(workers=["r3c6"], mechs=["r4c4"]), "worker_move")
    counted = scores(found.trace("destination"), "SCY-WORKER-06")
    assert (counted["r3c5"], counted["r4c5"], counted["r4c3"], counted["r3c6"]) == (1, 1, 1, 0)
    assert found.answer == ("worker", "r3c6", "r4c3")


@pytest.mark.clause("SCY-WORKER-05")
def test_its_own_territory_can_win_and_the_worker_stays() -> None:
    table = position(**PENINSULA, workers=["r1c4", "r1c5", "r2c4"], character="base")
    found = find(table, "worker_move")
    assert kept(found.trace("destination"), "SCY-WORKER-03") == ("r1c4",)
    assert found.answer == ("worker", "r1c4", "r1c4")


@pytest.mark.clause("SCY-WORKER-05")
def test_its_own_territory_competes_like_any_other() -> None:
    """Crimea's first worker: the own farm and the mountain tie in everything, and the farm is further left."""
    table = position("crimea", "nordic", restricted=True, workers=["r7c3", "r8c3"], character="base")
    found = find(table, "worker_move")
    assert kept(found.trace("destination"), "SCY-MOVE-13") == ("r7c3", "r7c4")
    assert found.answer == ("worker", "r7c3", "r7c3")


@pytest.mark.clause("SCY-WORKER-06")
def test_two_pieces_on_one_territory_count_as_two() -> None:
    found = find(position(workers=["r4c6", "r3c6"], mechs=["r3c6"], human="saxony"), "worker_move")
    assert scores(found.trace("destination"), "SCY-WORKER-06") == {
        "r2c5": 1,
        "r2c6": 1,
        "r3c5": 1,
        "r3c6": 2,
        "r4c5": 2,
        "r5c6": 1,
    }
    double = find(position(workers=["r3c6", "r4c4"], mechs=["r4c4"]), "worker_move")
    assert scores(double.trace("destination"), "SCY-WORKER-06")["r4c3"] == 2
    assert double.answer == ("worker", "r3c6", "r4c3")


@pytest.mark.clause("SCY-WORKER-06")
def test_pieces_on_the_base_and_the_base_itself_count_for_nobody() -> None:
    """Counted, r1c4 (beside the base) would beat r2c4."""
    table = position(**PENINSULA, workers=["r1c4", "r1c5"], mechs=["base"] * 3, character="base")
    found = find(table, "worker_move")
    assert scores(found.trace("destination"), "SCY-WORKER-06") == {"r1c4": 1, "r2c4": 1}
    assert found.answer == ("worker", "r1c4", "r2c4")


@pytest.mark.clause("SCY-WORKER-06")
def test_every_kind_of_piece_counts() -> None:
    table = position("polania", workers=["r3c1", "r1c1"], mechs=["r2c0"], character="r2c1")
    found = find(table, "worker_move")
    assert scores(found.trace("destination"), "SCY-WORKER-06") == {
        "r1c2": 2,
        "r2c0": 3,
        "r2c1": 3,
        "r2c2": 1,
        "r3c1": 2,
        "r3c2": 1,
        "r4c0": 0,
        "r4c1": 0,
    }


@pytest.mark.clause("SCY-WORKER-07")
@pytest.mark.parametrize("enemy", [{"human_mechs": ["r5c5"]}, {"human_character": "r5c5"}], ids=str)
def test_what_an_enemy_combat_unit_reaches_cannot_be_the_destination(enemy: dict[str, Any]) -> None:
    """From the village r5c5 an enemy enters r4c4, r6c4 and r6c5; lakes and the far bank it does not."""
    found = find(position(workers=["r3c6"], mechs=["r4c4", "r6c5"], **enemy), "worker_move")
    out = thrown_out(found.trace("destination"))
    assert [at for at, clause in out.items() if clause == "SCY-WORKER-07"] == ["r4c4", "r6c4", "r6c5"]
    assert out["r5c5"] == "SCY-WORKER-03"
    calm = find(position(workers=["r3c6"], mechs=["r4c4", "r6c5"]), "worker_move")
    assert "SCY-WORKER-07" not in thrown_out(calm.trace("destination")).values()


@pytest.mark.clause("SCY-WORKER-07")
def test_the_best_territory_is_lost_to_a_threat() -> None:
    calm = position(workers=["r3c6"], mechs=["r4c4"])
    assert find(calm, "worker_move").answer == ("worker", "r3c6", "r4c3")
    found = find(position(workers=["r3c6"], mechs=["r4c4"], human_mechs=["r3c3"]), "worker_move")
    assert thrown_out(found.trace("destination"))["r4c3"] == "SCY-WORKER-07"
    assert found.answer == ("worker", "r3c6", "r3c4")


@pytest.mark.clause("SCY-WORKER-07")
def test_enemy_workers_threaten_nothing() -> None:
    found = find(position(workers=["r3c6"], mechs=["r4c4"], human_workers=["r3c3", "r5c3"]), "worker_move")
    assert "SCY-WORKER-07" not in thrown_out(found.trace("destination")).values()
    assert found.answer == ("worker", "r3c6", "r4c3")


@pytest.mark.clause("SCY-WORKER-07")
def test_enemy_units_on_a_base_threaten_nothing() -> None:
    """The Crimean base touches r7c2, r7c3 and r8c3."""
    table = position("saxony", workers=["r7c3", "r7c1"], character="r7c2", human_mechs=["base"])
    found = find(table, "worker_move")
    assert "SCY-WORKER-07" not in thrown_out(found.trace("destination")).values()
    assert found.answer == ("worker", "r7c1", "r6c2")


@pytest.mark.clause("SCY-WORKER-08")
def test_of_equal_values_the_smallest_factory_distance_wins() -> None:
    found = find(position(restricted=True, workers=["r3c6", "r4c6"], character="base"), "worker_move")
    trace = found.trace("destination")
    assert scores(trace, "SCY-WORKER-06") == {"r3c6": 1, "r4c5": 1}
    assert scores(trace, "SCY-MOVE-13") == {"r3c6": 3, "r4c5": 2}
    assert found.answer == ("worker", "r3c6", "r4c5")


@pytest.mark.clause("SCY-WORKER-08", "SCY-WORKER-13")
def test_a_higher_value_beats_every_factory_distance() -> None:
    """r2c2 and r3c2 are nearer to the Factory than r2c1, and one piece reaches them."""
    found = find(position("polania", workers=["r3c1", "r1c1"], mechs=["r2c0"], character="r2c1"), "worker_move")
    trace = found.trace("destination")
    assert kept(trace, "SCY-WORKER-06") == ("r2c0", "r2c1")
    assert scores(trace, "SCY-MOVE-13") == {"r2c0": 4, "r2c1": 3}
    assert found.answer == ("worker", "r3c1", "r2c1")


@pytest.mark.clause("SCY-WORKER-09")
def test_the_last_tie_goes_by_reading_order() -> None:
    table = position("togawa", "polania", restricted=True, workers=["r6c6", "r7c6"], character="base")
    found = find(table, "worker_move")
    assert kept(found.trace("destination"), "SCY-MOVE-13") == ("r6c5", "r7c5")
    assert thrown_out(found.trace("destination"))["r7c5"] == "SCY-WORKER-09"
    assert found.answer == ("worker", "r6c6", "r6c5")


@pytest.mark.clause("SCY-WORKER-10")
def test_with_every_valid_territory_threatened_the_symbol_is_not_legal() -> None:
    table = position(**PENINSULA, workers=["r1c4", "r1c5"], character="base", human_mechs=["r2c4"])
    found = find(table, "worker_move")
    assert kept(found.trace("destination"), "SCY-WORKER-03") == ("r1c4",), "valid, and it could stay"
    assert thrown_out(found.trace("destination"))["r1c4"] == "SCY-WORKER-07"
    assert found.answer is None


@pytest.mark.clause("SCY-WORKER-11")
def test_structures_resources_and_tokens_keep_no_worker_away() -> None:
    """r2c4 has an encounter token and a structure; how many resources lie there nobody asks."""
    table = position(**PENINSULA, workers=["r1c4", "r1c5"], character="base", human_structures=["r2c4"])
    assert "r2c4" in table.encounters
    assert find(table, "worker_move", answers=refuse_question).answer == ("worker", "r1c4", "r2c4")


@pytest.mark.clause("SCY-WORKER-12")
@pytest.mark.parametrize("units", [{"mechs": ["r2c4"]}, {"character": "r2c4"}], ids=str)
def test_her_own_combat_units_keep_no_worker_away(units: dict[str, Any]) -> None:
    found = find(position(**PENINSULA, workers=["base", "r1c4", "r1c5"], **units), "worker_move")
    assert found.answer == ("worker", "base", "r2c4")


@pytest.mark.clause("SCY-WORKER-13")
def test_a_count_of_zero_is_allowed() -> None:
    """A lone worker: nobody else reaches anything, so only the Factory distance counts."""
    found = find(position(workers=["r4c5"]), "worker_move")
    assert set(scores(found.trace("destination"), "SCY-WORKER-06").values()) == {0}
    assert found.answer == ("worker", "r4c5", "r4c4")
