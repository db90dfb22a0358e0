"""The brown column of a card (BONUS)."""

from __future__ import annotations

from typing import Any

import pytest

from automarium.games.golem.position import DISTRICTS, Bonus, District
from automarium.games.golem.rules.cards import take_bonus
from tests.games.golem.kit import Told, card, carry, pack, position, replies
from tests.traces import thrown_out_by_name as thrown_out


def bonus(kind: Bonus, *named: str, number: int = 1, level: int = 2, **fields: Any) -> Told:
    table = position(*named, level=level, **fields)
    facts = pack(artifact_tile={"1": {"benefit_1": ["vp-1"]}})
    return carry(table, lambda desk: take_bonus(desk, card(bonus=kind, level=number)), facts=facts)


@pytest.mark.clause("GOL-BONUS-01")
@pytest.mark.parametrize("number", [1, 2, 3, 4])
@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_a_bonus_is_gained_from_its_level_up(number: int, level: int) -> None:
    told = bonus("study", number=number, level=level)
    assert told.position.study_track == (1 if level >= number else 0)
    assert told.data("bonus")["due"] == (level >= number)
    assert told.one("bonus").clauses == ("GOL-BONUS-01",)
    assert told.vp == 0, "a number that is too high is no effect without benefit"


@pytest.mark.clause("GOL-BONUS-02")
def test_a_card_without_a_bonus_does_nothing() -> None:
    assert not bonus("none").steps


@pytest.mark.clause("GOL-BONUS-03")
def test_bonus_gold() -> None:
    told = bonus("gold", ingots=1, artifacts=1)
    assert told.position.ingots == 2
    assert told.one("gold").clauses == ("GOL-BONUS-03", "GOL-ART-09")
    assert told.position.marker == 0, "it is not bought"


@pytest.mark.clause("GOL-BONUS-04")
def test_bonus_research() -> None:
    told = bonus("study", study_track=4)
    assert told.data("track") == {"do": "track", "track": "study", "to": 5, "up": True}
    assert told.one("track").clauses == ("GOL-BONUS-04",)


@pytest.mark.clause("GOL-BONUS-05")
@pytest.mark.parametrize("top", DISTRICTS)
def test_bonus_student_moves_the_one_of_the_highest_tile(top: District) -> None:
    order = (top, *(other for other in DISTRICTS if other != top))
    told = bonus("student", order=order, students={top: 6})
    assert told.position.students[top] == 7, "although the others are further left"
    assert [step.clauses for step in told.all("student")] == [("GOL-BONUS-05",)]


@pytest.mark.parametrize(("kind", "most"), [("golem-1", 1), ("golem-2", 2)])
@pytest.mark.parametrize("count", [0, 1, 2, 3])
@pytest.mark.clause("GOL-BONUS-06", "GOL-BONUS-07", "GOL-BONUS-09", "GOL-BONUS-10")
def test_bonus_golem_for_few_golems(kind: Bonus, most: int, count: int) -> None:
    """Lying and standing ones count, buried ones do not."""
    told = bonus(kind, *["red 2", "blue 3 lying", "yellow 9"][:count], buried=2, supply=2)
    clause = {"golem-1": "GOL-BONUS-06", "golem-2": "GOL-BONUS-07"}[kind]
    if count <= most:
        assert len(told.position.golems) == count + 1
        assert told.one("create").clauses[0] == clause
    else:
        assert len(told.position.golems) == count
        assert told.one("bonus-fails").clauses == (clause, "GOL-BONUS-10")
        assert told.tags == ["bonus", "bonus-fails"], "no compensation"
        assert (told.vp, told.position.marker) == (0, 0)


@pytest.mark.clause("GOL-BONUS-08", "GOL-BONUS-11", "GOL-GOLEM-14")
def test_a_golem_of_a_bonus_is_paid_in_full_and_created_like_any_other() -> None:
    told = bonus("golem-1", "red 4", marker=9, order=("red", "blue", "yellow"))
    assert str(told.position.golems[-1]) == "blue 1", "where she has fewest, then top-first"
    assert thrown_out(told.trace("create")) == {"red": "GOL-GOLEM-05", "yellow": "GOL-GOLEM-06"}
    assert told.position.marker == 6
    assert told.data("track") == {"do": "track", "track": "golem", "to": 5, "up": True}


@pytest.mark.clause("GOL-BONUS-11", "GOL-GOLEM-11")
def test_a_golem_of_a_bonus_works_at_once_with_the_leg_for_3_clay() -> None:
    table = position("red 4", upgrades={"golem": ["leg-3"]}, marker=9)
    told = carry(table, lambda desk: take_bonus(desk, card(bonus="golem-1")), stand_in=replies(neighbourhood=1))
    assert str(table.golems[-1]) == "yellow 1"
    assert "GOL-GOLEM-11" in told.one("activate").clauses
    assert table.marker == 9 - 3 + 2


@pytest.mark.clause("GOL-BONUS-01", "GOL-BONUS-12")
def test_a_shuffle_that_is_not_due_does_not_happen() -> None:
    assert not bonus("shuffle", number=3, level=2).position.reshuffle
    assert bonus("shuffle", number=3, level=3).position.reshuffle
