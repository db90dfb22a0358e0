"""Gold, artifacts and their upgrades (GOL-ART)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from automarium import decide
from automarium.engine.choice.trace import Notes, Trace
from automarium.games.golem.events import ArtifactYields
from automarium.games.golem.position import Desk, District
from automarium.games.golem.rules.artifacts import buy_gold, take_ingot, yield_artifact
from automarium.games.golem.rules.cards import take_bonus
from automarium.games.golem.rules.effects import carry_out_whole
from automarium.games.golem.rules.evening import take_income
from automarium.games.golem.rules.synagogue import make
from automarium.games.golem.rules.upgrades import Tile, choose_upgrade, upgrade
from tests.games.golem.kit import ALL_UPGRADES, ORDER, Told, card, carry, pack, plain, position, rulings
from tests.traces import thrown_out_by_name as thrown_out

RIGHT_1, LEFT_1, RIGHT_2 = (
    Tile("right-1", 4, "right", 1, 1),
    Tile("left-1", 2, "left", 1, 1),
    Tile("right-2", 1, "right", 1, 2),
)
LARGE = Tile("large", 8, "right", 3, 5, "large")
# Four artifacts with two cells on the lowest level; each artifact yields a different number of VP.
OWN_TILE: dict[str, Any] = {
    "left_1": "grey",
    "left_cost_1": 1,
    "left_2": "none",
    **{f"benefit_{level}": [f"vp-{level}"] for level in range(1, 5)},
}
OWN = pack(artifact_tile={"1": OWN_TILE})


def next_one(tiles: Sequence[Tile], round_: int = 1) -> tuple[str | None, Trace]:
    notes: Notes = []
    found = choose_upgrade("artifact", round_, tiles, rulings(), notes)
    (trace,) = notes
    return (found.id if found else None), trace


def yields(told: Told) -> list[tuple[int, bool]]:
    """Which artifacts yielded something, and whether double."""
    return [(event.artifact, event.double) for event in told.of(ArtifactYields)]


# ------------------------------------------------------------------------------------------------------------- upgrades


@pytest.mark.clause("GOL-ART-01")
@pytest.mark.parametrize("round_", [1, 3])
def test_cells_are_filled_from_the_lowest_level_upward(round_: int) -> None:
    """The higher cell is cheaper; the price says nothing here."""
    found, trace = next_one([RIGHT_2, LEFT_1], round_)
    assert found == "left-1"
    assert thrown_out(trace) == {"right-2": "GOL-ART-01"}


@pytest.mark.clause("GOL-ART-02")
@pytest.mark.parametrize("tiles", [[LEFT_1, RIGHT_1], [RIGHT_1, LEFT_1]], ids=["left", "right"])
def test_on_one_level_the_right_cell_first(tiles: list[Tile]) -> None:
    found, trace = next_one([*tiles, RIGHT_2])
    assert found == "right-1"
    assert thrown_out(trace) == {"right-2": "GOL-ART-01", "left-1": "GOL-ART-02"}


@pytest.mark.clause("GOL-ART-01", "GOL-ART-02")
def test_a_whole_tile_in_its_order() -> None:
    table = position(marker=20)
    for _ in ALL_UPGRADES["artifact"]:
        table.marker = 20
        carry(table, lambda desk: upgrade(desk, "artifact"))
    assert table.upgrades["artifact"] == ["right-1", "right-2", "left-2", "right-3", "right-4", "large"]
    assert table.cells == {
        "right-1": "grey",
        "right-2": "grey",
        "left-2": "special",
        "right-3": "special",
        "right-4": "grey",
    }
    assert table.menorah_count["artifact"] == 5 + 3


@pytest.mark.clause("GOL-ART-03")
def test_a_grey_tile_brings_one_resource_and_one_vp_with_its_artifact() -> None:
    plain = carry(position(artifacts=2), lambda desk: yield_artifact(desk, 2), facts=OWN)
    grey = carry(position(artifacts=2, cells={"right-2": "grey"}), lambda desk: yield_artifact(desk, 2), facts=OWN)
    assert (plain.position.marker, plain.vp) == (0, 2)
    assert (grey.position.marker, grey.vp) == (1, 3)
    assert grey.data("artifact-yields")["effects"] == ("vp-2", "gain-1", "vp-1")


@pytest.mark.clause("GOL-ART-03")
def test_a_grey_tile_of_another_level_brings_nothing_here() -> None:
    told = carry(position(artifacts=2, cells={"right-1": "grey"}), lambda desk: yield_artifact(desk, 2), facts=OWN)
    assert (told.position.marker, told.vp) == (0, 2)


@pytest.mark.clause("GOL-ART-04")
def test_grey_tiles_are_all_alike() -> None:
    """There is no choice among them, only among cells; and two on one level bring twice the same."""
    table = position(marker=20, artifacts=1)
    told = carry(table, lambda desk: (upgrade(desk, "artifact"), upgrade(desk, "artifact")), facts=OWN)
    assert table.cells == {"right-1": "grey", "left-1": "grey"}
    assert [plain(step.event)["upgrade"] for step in told.all("upgrade")] == ["right-1-grey", "left-1-grey"]
    traces = [trace for step in told.all("upgrade") for trace in step.traces if trace.about == "upgrade"]
    assert [[str(one) for one in trace.candidates] for trace in traces] == [
        ["right-1", "left-1", "large"],
        ["left-1", "large"],
    ]
    table.marker = 0
    both = carry(table, lambda desk: yield_artifact(desk, 1), facts=OWN)
    assert both.data("artifact-yields")["effects"] == ("vp-1", "gain-1", "vp-1", "gain-1", "vp-1")


@pytest.mark.clause("GOL-ART-05")
def test_in_round_four_the_large_tile_with_three_menorahs_first() -> None:
    found, trace = next_one([RIGHT_1, LEFT_1, LARGE], 4)
    assert found == "large"
    assert set(thrown_out(trace).values()) == {"GOL-ART-05"}
    told = carry(position(marker=-5, round=4), lambda desk: upgrade(desk, "artifact"))
    assert told.position.upgrades["artifact"] == ["large"]
    assert told.position.cells == {}, "it is not placed on the artifact tile"
    assert told.position.menorah_count["artifact"] == 3
    assert told.vp == -8, "its price is no obstacle"


@pytest.mark.clause("GOL-ART-06")
def test_if_it_is_made_already_round_four_is_like_the_others() -> None:
    found, trace = next_one([RIGHT_2, LEFT_1, RIGHT_1], 4)
    assert found == "right-1"
    assert thrown_out(trace) == {"right-2": "GOL-ART-01", "left-1": "GOL-ART-02"}
    table = position(marker=20, round=4, upgrades={"artifact": ["large"]})
    assert carry(table, lambda desk: upgrade(desk, "artifact")).position.upgrades["artifact"] == ["large", "right-1"]


@pytest.mark.clause("GOL-ART-14")
@pytest.mark.parametrize("round_", [1, 2, 3])
def test_before_round_four_the_large_tile_waits_until_no_cell_is_free(round_: int) -> None:
    found, trace = next_one([LARGE, RIGHT_2], round_)
    assert found == "right-2"
    assert thrown_out(trace) == {"large": "GOL-A39"}
    assert next_one([LARGE], round_)[0] == "large"


@pytest.mark.clause("GOL-ART-01", "GOL-ART-02")
@pytest.mark.parametrize("round_", [1, 2, 3, 4])
def test_for_a_program_level_and_side_alone_decide_before_round_four(round_: int) -> None:
    """Three menorahs make no tile wait: the level says where the large one lies."""
    there = [
        {"id": "one", "level": 1, "side": "left", "menorahs": 1},
        {"id": "three", "level": 1, "side": "right", "menorahs": 3},
        {"id": "above", "level": 2, "side": "right", "menorahs": 1},
    ]
    request = {"game": "golem", "ask": "upgrade", "facts": {"type": "artifact", "round": round_, "open": there}}
    assert decide(request)["answer"] == "three"


NO_MORE_CELLS = pack(
    artifact_tile={
        "1": {f"{side}_{level}": "none" for side in ("left", "right") for level in (2, 3, 4)} | {"left_1": "none"}
    }
)
FILLED: dict[str, Any] = {"upgrades": {"artifact": ["right-1", "large"]}, "cells": {"right-1": "grey"}}


@pytest.mark.clause("GOL-UPGRADE-05", "GOL-ART-14")
def test_artifacts_are_no_type_once_no_cell_of_the_tile_is_free() -> None:
    """Two of the six tiles are placed, and for the other four there is no room: another type is upgraded."""
    table = position(marker=20, artifacts=3, ingots=5, order=("yellow", "red", "blue"), **FILLED)
    told = carry(table, take_income, facts=NO_MORE_CELLS)
    assert thrown_out(told.trace("upgrade-type"))["artifact"] == "GOL-UPGRADE-05"
    assert told.position.upgrades["golem"] == ["leg-2"]


@pytest.mark.clause("GOL-ACT-07", "GOL-UPGRADE-05")
def test_an_artifact_action_says_that_no_upgrade_is_left_to_make() -> None:
    told = carry(position(marker=20, **FILLED), lambda desk: make(desk, "artifact", 1), facts=NO_MORE_CELLS)
    assert told.data("no-upgrade")["why"] == "none-left"
    large_left = position(marker=20, upgrades={"artifact": ["right-1"]}, cells={"right-1": "grey"})
    told = carry(large_left, lambda desk: make(desk, "artifact", 1), facts=NO_MORE_CELLS)
    assert told.position.upgrades["artifact"] == ["right-1", "large"], "which needs no cell"


# ---------------------------------------------------------------------------------------------------- the special tiles


@pytest.mark.clause("GOL-ART-07", "GOL-INCOME-04")
def test_a_special_tile_doubles_its_artifact_in_the_income_phase() -> None:
    table = position(artifacts=3, cells={"right-3": "special"}, marker=-5)
    told = carry(table, take_income, facts=OWN)
    assert yields(told) == [(3, True), (2, False), (1, False)]
    assert sum(entry.vp for entry in table.ledger if entry.what == "artifact") == 3 * 2 + 2 + 1


@pytest.mark.clause("GOL-ART-08")
@pytest.mark.parametrize("source", ["rabbi", "neighbourhood"])
def test_it_doubles_nothing_when_a_tile_triggers_the_artifact(source: str) -> None:
    table = position(artifacts=3, cells={"right-3": "special"})
    told = carry(table, lambda desk: carry_out_whole(desk, ("artifact",), source), facts=OWN)
    assert (yields(told), told.vp) == ([(3, False)], 3)
    first = carry(position(artifacts=1), lambda desk: carry_out_whole(desk, ("artifact",), source), facts=OWN)
    assert yields(first) == [(1, False)]


@pytest.mark.clause("GOL-ART-08")
def test_it_doubles_nothing_when_the_artifact_is_completed() -> None:
    """Cauldrons of 1 and 2 ingots: the third ingot completes the second artifact."""
    told = carry(position(ingots=2, artifacts=1, cells={"left-2": "special"}), take_ingot, facts=OWN)
    assert (yields(told), told.vp) == ([(2, False)], 2)


# ----------------------------------------------------------------------------------------------------------------- gold


@pytest.mark.clause("GOL-ART-09")
@pytest.mark.parametrize(
    "source",
    [
        buy_gold,
        take_ingot,
        lambda desk: take_bonus(desk, card(bonus="gold")),
        lambda desk: carry_out_whole(desk, ("gold-1",), "character"),
    ],
    ids=["bought", "taken", "card bonus", "character"],
)
def test_every_ingot_goes_to_the_lowest_free_place(source: Any) -> None:
    """The places count from the lowest cauldron upward: 1 and then 2 of them."""
    table = position(ingots=1, artifacts=1)
    first = carry(table, source, facts=OWN)
    assert (first.data("gold")["ingots"], table.artifacts) == (2, 1)
    second = carry(table, source, facts=OWN)
    assert (second.data("gold")["ingots"], table.artifacts) == (3, 2)
    assert "GOL-ART-09" in first.one("gold").clauses


@pytest.mark.clause("GOL-ART-10", "GOL-A11")
@pytest.mark.parametrize("strength", [1, 3, 6])
def test_the_artifact_action_buys_one_ingot_for_three(strength: int) -> None:
    """In the red zone before and after, so that nothing else is paid."""
    own = pack(cauldron={"1": {"ingots": 3}})
    told = carry(position(marker=-5, level=1), lambda desk: make(desk, "artifact", strength), facts=own)
    assert told.position.ingots == 1
    assert told.position.marker == -5 + strength - min(3, strength)
    paid = told.all("resources")[-1]
    assert (plain(paid.event)["count"], plain(paid.event)["reason"]) == (3, "gold")
    assert paid.clauses[0] == "GOL-ART-10"
    assert told.one("gold").clauses == ("GOL-ART-10", "GOL-ART-09")


@pytest.mark.clause("GOL-ART-11")
def test_a_completed_artifact_yields_at_once_and_in_every_income_phase() -> None:
    table = position(ingots=1, artifacts=1, marker=-5)
    assert carry(table, take_ingot, facts=OWN).vp == 0, "one of its two places is empty"
    told = carry(table, take_ingot, facts=OWN)
    assert told.tags == ["gold", "artifact", "artifact-yields", "points"]
    assert told.one("artifact").clauses == ("GOL-ART-11",)
    assert (table.artifacts, told.vp) == (2, 2)
    for _ in range(2):
        before = sum(entry.vp for entry in table.ledger if entry.what == "artifact")
        assert yields(carry(table, take_income, facts=OWN)) == [(2, False), (1, False)]
        assert sum(entry.vp for entry in table.ledger if entry.what == "artifact") == before + 3


# ----------------------------------------------------------------------------------------------------------- exhaustion


def last_ingot(desk: Desk) -> None:
    take_ingot(desk)


@pytest.mark.clause("GOL-ART-12", "GOL-STRAT-09")
@pytest.mark.parametrize("order", [("yellow", "red", "blue"), ORDER, ("red", "blue", "yellow")], ids=str)
def test_when_all_is_made_and_completed_the_yellow_tile_goes_lowest(order: Sequence[District]) -> None:
    """All but one ingot of the 8, and all upgrades."""
    table = position(ingots=7, artifacts=3, order=order, upgrades={"artifact": ALL_UPGRADES["artifact"]})
    told = carry(table, last_ingot, facts=OWN)
    assert table.order == [*(colour for colour in order if colour != "yellow"), "yellow"]
    assert told.one("exhausted").clauses[0] == "GOL-ART-12"


@pytest.mark.clause("GOL-ART-12")
def test_the_last_upgrade_can_be_the_moment_too() -> None:
    table = position(ingots=8, artifacts=4, marker=20, upgrades={"artifact": ALL_UPGRADES["artifact"][:5]})
    table.cells = dict.fromkeys(table.upgrades["artifact"], "grey")
    told = carry(table, lambda desk: upgrade(desk, "artifact"))
    assert table.order == ["red", "blue", "yellow"]
    assert told.tags.index("exhausted") > told.tags.index("upgrade")


@pytest.mark.clause("GOL-ART-12")
@pytest.mark.parametrize(
    "half",
    [
        {"ingots": 7, "artifacts": 3, "upgrades": {"artifact": ["large"]}},
        {"ingots": 6, "artifacts": 3, "upgrades": {"artifact": ALL_UPGRADES["artifact"]}},
    ],
    ids=["done", "made"],
)
def test_one_half_alone_moves_nothing(half: dict[str, Any]) -> None:
    told = carry(position(**half), last_ingot, facts=OWN)
    assert told.position.order == list(ORDER)
    assert told.all("exhausted") == []


@pytest.mark.clause("GOL-ART-13")
def test_from_then_on_an_artifact_action_only_gains_resources() -> None:
    upgrades = {"artifact": ALL_UPGRADES["artifact"]}
    table = position(ingots=8, artifacts=4, upgrades=upgrades, exhausted=["yellow"], marker=5)
    told = carry(table, lambda desk: make(desk, "artifact", 4))
    assert told.tags == ["resources", "only-resources"]
    assert told.one("only-resources").clauses == ("GOL-ART-13",)
    assert table.marker == 9


@pytest.mark.clause("GOL-ART-13")
def test_before_that_the_other_half_is_still_carried_out() -> None:
    done = carry(position(ingots=8, artifacts=4, marker=10), lambda desk: make(desk, "artifact", 1))
    assert done.position.upgrades["artifact"] == ["right-1"]
    assert done.all("gold") == []
    upgrades = {"artifact": ALL_UPGRADES["artifact"]}
    made = carry(position(upgrades=upgrades, marker=10), lambda desk: make(desk, "artifact", 1), facts=OWN)
    assert made.position.ingots == 1
