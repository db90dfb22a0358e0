"""The rulebook's own examples of Scythe, as far as they are decisions: EX-3, EX-4, EX-5."""

from __future__ import annotations

import pytest

from automarium.games.scythe.events import CombatCard, Outcome
from automarium.games.scythe.position import Symbol
from automarium.games.scythe.rules.combat import compute_strength
from tests.games.scythe.kit import CARDS, Found, battle, card, find, play, position, scores, top_card
from tests.traces import kept, thrown_out


def example_3(riverwalk: bool = True) -> Found:
    table = position(
        workers=["r3c6", "r4c6", "r4c5", "r2c5", "r1c6"],
        mechs=["r2c5", "r2c4"],
        character="r1c4",
        human_mechs=["r1c3"],
        human_character="r5c5",
        human_riverwalk=riverwalk,
    )
    return find(table, "worker_move")


@pytest.mark.clause("SCY-WORKER-01")
def test_example_3_two_workers_are_equally_close_and_the_first_in_reading_order_moves() -> None:
    trace = example_3().trace("piece")
    assert {piece.at: distance for piece, distance in scores(trace, "SCY-MOVE-12").items()} == {
        "r3c6": 1,
        "r4c6": 1,
        "r4c5": 2,
        "r2c5": 2,
        "r1c6": 2,
    }
    assert [piece.at for piece in kept(trace, "SCY-MOVE-12")] == ["r3c6", "r4c6"]
    assert trace.chosen.at == "r3c6"


@pytest.mark.clause("SCY-WORKER-02", "SCY-WORKER-03", "SCY-WORKER-07")
def test_example_3_ten_territories_are_valid_and_two_of_them_threatened() -> None:
    trace = example_3().trace("destination")
    valid = ("r1c4", "r1c5", "r2c3", "r2c4", "r2c6", "r3c4", "r3c5", "r3c6", "r4c4", "r5c6")
    assert kept(trace, "SCY-WORKER-03") == valid
    assert {at for at, clause in thrown_out(trace).items() if clause == "SCY-WORKER-07"} == {"r2c3", "r4c4"}


@pytest.mark.clause("SCY-WORKER-04", "SCY-WORKER-06", "SCY-WORKER-08")
def test_example_3_the_five_wins() -> None:
    """Not r3c5 (if the worker in the hand counted), not r3c4 (if the Factory came first)."""
    found = example_3()
    assert scores(found.trace("destination"), "SCY-WORKER-06") == {
        "r1c4": 2,
        "r1c5": 5,
        "r2c4": 4,
        "r2c6": 3,
        "r3c4": 1,
        "r3c5": 4,
        "r3c6": 4,
        "r5c6": 2,
    }
    assert found.answer == ("worker", "r3c6", "r1c5")


@pytest.mark.clause("SCY-WORKER-07", "SCY-NEIGH-09")
def test_example_3_without_riverwalk_only_one_is_threatened() -> None:
    found = example_3(riverwalk=False)
    threatened = [at for at, clause in thrown_out(found.trace("destination")).items() if clause == "SCY-WORKER-07"]
    assert threatened == ["r4c4"]
    assert scores(found.trace("destination"), "SCY-WORKER-06")["r2c3"] == 2
    assert found.answer == ("worker", "r3c6", "r1c5")


def example_4() -> Found:
    table = position(workers=["r3c6", "r4c6"], mechs=["r4c5", "r4c4"], character="r3c5", human_mechs=["r5c3"])
    return find(table, "mech_move")


@pytest.mark.clause("SCY-UNIT-01")
def test_example_4_the_single_mech_closest_to_the_base_moves() -> None:
    trace = example_4().trace("piece")
    assert {piece.at: distance for piece, distance in scores(trace, "SCY-MOVE-12").items()} == {"r4c5": 2, "r4c4": 3}
    assert trace.chosen.at == "r4c5"


@pytest.mark.clause("SCY-UNIT-03", "SCY-UNIT-05", "SCY-UNIT-06")
def test_example_4_the_distances_to_the_nearest_enemy() -> None:
    """Crimea's character on its base counts for nothing; her own character and the other mech block theirs."""
    trace = example_4().trace("destination")
    assert {at for at, clause in thrown_out(trace).items() if clause == "SCY-UNIT-03"} == {"r3c5", "r4c4"}
    assert scores(trace, "SCY-UNIT-05") == {
        "r4c3": 1,
        "r5c4": 1,
        "r3c4": 2,
        "r5c5": 2,
        "r2c4": 3,
        "r4c5": 3,
        "r5c6": 3,
        "r2c5": 4,
        "r3c6": 4,
        "r4c6": 4,
        "r2c6": 5,
    }


@pytest.mark.clause("SCY-UNIT-09")
def test_example_4_of_the_ones_the_factory_wins() -> None:
    found = example_4()
    assert kept(found.trace("destination"), "SCY-UNIT-05") == ("r4c3", "r5c4")
    assert scores(found.trace("destination"), "SCY-MOVE-13") == {"r4c3": 0, "r5c4": 1}
    assert found.answer == ("mech", "r4c5", "r4c3")


@pytest.mark.clause("SCY-UNIT-09")
def test_example_4_played() -> None:
    table = position(workers=["r3c6", "r4c6"], mechs=["r4c5", "r4c4"], character="r3c5", human_mechs=["r5c3"])
    played = play(table, card([Symbol("mech_move")], golden=False))
    assert played.steps == [{"do": "move", "unit": "mech", "from": "r4c5", "to": "r4c3"}]
    assert (table.automa.mechs, table.automa.factory_card) == (["r4c3", "r4c4"], False)


@pytest.mark.clause("SCY-COMBAT-05", "SCY-COMBAT-06", "SCY-COMBAT-07")
@pytest.mark.parametrize(("power", "used"), [(12, 5), (1, 1)])
def test_example_5_the_combat_table(power: int, used: int) -> None:
    """Card 12 shows 4, 5 and 7 and two combat cards."""
    assert (CARDS[12].spend, CARDS[12].combat_cards) == ((4, 5, 7), 2)
    assert compute_strength(CARDS[12], power, 3) == (used, 2)


@pytest.mark.clause("SCY-COMBAT-06", "SCY-COMBAT-07")
@pytest.mark.parametrize(("power", "used"), [(12, 5), (1, 1)])
def test_example_5_fought(power: int, used: int) -> None:
    """Her two cards show seven together; used power and cards are gone afterwards."""
    table = position(character="r4c4", power=power, combat_cards=3, human_mechs=["r4c4"])
    top_card(table, 12)
    played = battle(table, "r4c4", "human", ["ready", 7, 2])
    shown = played.the(CombatCard)
    assert (shown.card, shown.power, shown.cards) == (12, used, 2)
    outcome = played.the(Outcome)
    assert (outcome.winner, outcome.automa, outcome.human) == ("automa", used + 7, 2)
    assert (table.automa.power, table.automa.combat_cards) == (power - used, 1)
