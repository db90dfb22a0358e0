"""Work: how many golems, which ones, in which order, at what price (GOL-WORK)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from automarium.engine.choice.trace import Notes, Trace
from automarium.games.golem.events import Activate
from automarium.games.golem.position import District
from automarium.games.golem.rules.effects import carry_out_whole
from automarium.games.golem.rules.work import choose_worker, count_workers, work
from tests.games.golem.kit import ORDER, WORK_TABLE, Told, carry, golems, pack, plain, position
from tests.traces import thrown_out_by_name as thrown_out

# Sections II and III of every district: tile 3, which brings 3 resources in red and blue.
TILES = {f"{district}-{section}": 3 for district in ORDER for section in (1, 2, 3)}
GAINING = pack(neighbourhood={f"{district}-3": {"effects": ["vp-1"]} for district in ORDER})
FOUR = ("red 3", "yellow 3", "blue 3", "red 2")


def performed(*named: str, strength: int = 2, **fields: Any) -> Told:
    """Work where every tile brings 1 VP, so that the marker shows the price alone."""
    table = position(*named, neighbourhoods=dict(TILES), **{"marker": 10, **fields})
    return carry(table, lambda desk: work(desk, strength), facts=GAINING)


def activated(told: Told) -> list[str]:
    return [f"{event.district} {event.section}" for event in told.of(Activate)]


def worker(*named: str, order: Sequence[District] = ORDER) -> tuple[str | None, Trace]:
    notes: Notes = []
    found = choose_worker(golems(*named), order, notes)
    (trace,) = notes
    return (None if found is None else str(found)), trace


# ----------------------------------------------------------------------------------------------------- number and price


@pytest.mark.clause("GOL-WORK-01", "GOL-WORK-02", "GOL-WORK-03", "GOL-WORK-04", "GOL-WORK-08")
@pytest.mark.parametrize("strength", WORK_TABLE)
@pytest.mark.parametrize("standing", [1, 2, 3, 4])
def test_as_many_as_stand_and_cost_no_more_than_two(strength: int, standing: int) -> None:
    prices, most = WORK_TABLE[strength]
    number = min(standing, most)
    told = performed(*FOUR[:standing], strength=strength)
    assert len(told.all("activate")) == number
    assert told.position.marker == 10 - prices[number - 1]
    assert told.vp == number, "each brought its VP"
    assert told.data("work") == {"do": "work", "golems": number, "strength": strength}
    assert {"GOL-WORK-01", "GOL-WORK-02", "GOL-WORK-03"} == set(told.one("work").clauses)


@pytest.mark.clause("GOL-WORK-04")
def test_the_limit_of_two_is_for_what_is_really_paid() -> None:
    """Three golems cost 5, far more than 2; at strength 3 only 2 of it are paid."""
    assert count_workers(4, 3) == 3
    assert count_workers(4, 2) == 2
    told = performed("red 3", "yellow 3", "blue 3", strength=3)
    paid = told.one("resources")
    assert (plain(paid.event)["count"], paid.clauses) == (2, ("GOL-WORK-03", "GOL-WORK-04"))


@pytest.mark.clause("GOL-WORK-01")
@pytest.mark.parametrize("marker", [-5, -4, 0, 20])
def test_the_marker_does_not_matter_for_the_number(marker: int) -> None:
    told = performed(*FOUR, strength=1, marker=marker)
    assert len(told.all("activate")) == 2
    assert told.position.marker == max(-5, marker - 2)


@pytest.mark.clause("GOL-WORK-10")
@pytest.mark.parametrize(
    ("strength", "number"), [(1, 2), (2, 2), (3, 3), (4, 3), (5, 3), (6, 4), (7, 4), (8, 4), (14, 4)]
)
def test_with_enough_standing_golems_the_strength_gives_the_number(strength: int, number: int) -> None:
    assert count_workers(6, strength) == number
    told = performed("red 3", "yellow 3", "blue 3", "red 2", "yellow 2", "blue 2", strength=strength)
    assert len(told.all("activate")) == number


@pytest.mark.clause("GOL-WORK-08")
def test_if_fewer_stand_all_of_them_work() -> None:
    told = performed("red 3", "blue 2", "yellow 3 lying", strength=6)
    assert activated(told) == ["red 3", "blue 2"]


@pytest.mark.clause("GOL-WORK-09", "GOL-DISC-03")
def test_what_is_left_of_the_strength_is_gained() -> None:
    told = performed("red 3", strength=4)
    assert told.position.marker == 13
    assert told.one("resources").clauses == ("GOL-WORK-09", "GOL-DISC-03")
    assert told.tags.index("resources") < told.tags.index("activate")


# ----------------------------------------------------------------------------------------------------- which, and order


@pytest.mark.clause("GOL-WORK-05")
@pytest.mark.parametrize("order", [ORDER, ("blue", "yellow", "red")], ids=str)
def test_the_rightmost_standing_golem_first(order: Sequence[District]) -> None:
    found, trace = worker("red 2", "yellow 6", "blue 5", order=order)
    assert found == "yellow 6"
    assert thrown_out(trace) == {"red 2": "GOL-WORK-05", "blue 5": "GOL-WORK-05"}


@pytest.mark.clause("GOL-WORK-05")
def test_one_after_another_each_resolved_before_the_next() -> None:
    told = performed("blue 2", "red 3", "yellow 1", strength=3)
    assert activated(told) == ["red 3", "blue 2", "yellow 1"]
    assert told.tags[2:] == ["activate", "neighbourhood", "points"] * 3
    assert {step.clauses for step in told.all("activate")} == {("GOL-WORK-05",)}
    assert all(golem.lying for golem in told.position.golems)


@pytest.mark.clause("GOL-WORK-05")
def test_the_next_one_is_chosen_from_what_the_first_one_left() -> None:
    """The tile of red III lets blue II step to III: now it is ahead of yellow II, which stands higher."""
    own = pack(
        neighbourhood={
            "red-3": {"effects": ["step-stay-1"]},
            "yellow-3": {"effects": ["vp-1"]},
            "blue-3": {"effects": ["vp-1"]},
        }
    )
    table = position("red 3", "yellow 2", "blue 2 lying", neighbourhoods=dict(TILES), marker=10)
    told = carry(table, lambda desk: work(desk, 2), facts=own)
    assert activated(told) == ["red 3", "blue 3"]


@pytest.mark.clause("GOL-WORK-06")
@pytest.mark.parametrize(("order", "expected"), [(ORDER, "red 3"), (("yellow", "red", "blue"), "yellow 3")], ids=str)
def test_tied_golems_work_top_first(order: Sequence[District], expected: str) -> None:
    found, trace = worker("red 3", "yellow 3", "blue 2", order=order)
    assert found == expected
    assert sorted(thrown_out(trace).values()) == ["GOL-WORK-05", "GOL-WORK-06"]


@pytest.mark.clause("GOL-WORK-07")
def test_lying_golems_never_work() -> None:
    found, trace = worker("red 6 lying", "blue 2")
    assert found == "blue 2"
    assert thrown_out(trace) == {"red 6 lying": "GOL-WORK-07"}
    assert worker("red 6 lying")[0] is None
    told = performed("red 3 lying", "blue 2", strength=3)
    assert activated(told) == ["blue 2"]


@pytest.mark.clause("GOL-WORK-11")
def test_a_golem_created_during_work_is_not_activated_in_it() -> None:
    """Two are paid for and one is free; red III creates one that stands, and it is not the third."""
    own = pack(neighbourhood={"red-3": {"effects": ["create-5"]}, "blue-3": {"effects": ["vp-1"]}})
    table = position("red 3", "blue 2", neighbourhoods=dict(TILES), marker=10, upgrades={"golem": ["work"]})
    told = carry(table, lambda desk: work(desk, 2), facts=own)
    assert activated(told) == ["red 3", "blue 2"]
    assert [str(golem) for golem in told.position.golems] == ["red 3 lying", "blue 2 lying", "yellow 1"]


@pytest.mark.clause("GOL-WORK-12")
@pytest.mark.parametrize(
    ("standing", "strength", "number", "paid"), [(3, 1, 3, 2), (4, 2, 3, 1), (2, 1, 2, 2), (4, 5, 4, 0)]
)
def test_the_upgrade_activates_one_more_golem_free(standing: int, strength: int, number: int, paid: int) -> None:
    told = performed(*FOUR[:standing], strength=strength, upgrades={"golem": ["work"]})
    assert len(told.all("activate")) == number
    assert told.position.marker == 10 - paid
    clauses = [step.clauses for step in told.all("activate")]
    free = number - min(standing, WORK_TABLE[strength][1])
    assert clauses == [("GOL-WORK-05",)] * (number - free) + [("GOL-WORK-12",)] * free


@pytest.mark.clause("GOL-WORK-13")
@pytest.mark.parametrize(("order", "expected"), [(ORDER, "red 3"), (("blue", "red", "yellow"), "blue 3")], ids=str)
def test_another_effect_chooses_the_golem_like_work(order: Sequence[District], expected: str) -> None:
    table = position("red 3", "blue 3", "yellow 5 lying", "blue 2", neighbourhoods=dict(TILES), order=order)
    told = carry(table, lambda desk: carry_out_whole(desk, ("activate-1",), "rabbi"), facts=GAINING)
    assert activated(told) == [expected]
    assert told.one("activate").clauses == ("GOL-WORK-13",)
    assert thrown_out(told.trace("worker"))["yellow 5 lying"] == "GOL-WORK-07"
    assert told.position.marker == 0, "nothing is paid for it"


@pytest.mark.clause("GOL-WORK-01", "GOL-WORK-04", "GOL-WORK-08")
def test_why_so_many_golems_work_is_a_narrowing() -> None:
    """Strength 2, three standing: a fourth is not there, a third would cost 3."""
    trace = performed("red 3", "yellow 3", "blue 3", strength=2).trace("work-number")
    assert thrown_out(trace) == {"4": "GOL-WORK-08", "3": "GOL-WORK-04", "1": "GOL-WORK-01"}
    assert trace.chosen == 2
