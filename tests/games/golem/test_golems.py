"""Golems: their upgrades, their creation, the end of both, and their death (GOL-GOLEM, GOL-KILL)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from automarium.engine.choice.trace import Notes, Trace
from automarium.games.golem.position import District, Golem
from automarium.games.golem.rules.books import Alternative, choose_side
from automarium.games.golem.rules.effects import carry_out_whole
from automarium.games.golem.rules.golems import choose_district, choose_victim, create, kill
from automarium.games.golem.rules.rabbi import play_rabbi_turn
from automarium.games.golem.rules.synagogue import choose_mirrored, make
from automarium.games.golem.rules.turn import Edge, choose_turn_type
from automarium.games.golem.rules.upgrades import Tile, choose_upgrade, upgrade
from tests.games.golem.kit import ALL_UPGRADES, ORDER, Told, card, carry, golems, kept, pack, plain, position, rulings
from tests.traces import thrown_out_by_name as thrown_out

LEG_2, LEG_3 = Tile("leg-2", 2, "leg", 1), Tile("leg-3", 3, "leg", 1)
TORSO, HEAD, PLAIN = Tile("torso", 3, "torso", 1), Tile("head", 5, "other", 1), Tile("plain", 6, "other", 3)
BUT_ONE = [id_ for id_ in ALL_UPGRADES["golem"] if id_ != "plain"]


def next_one(tiles: Sequence[Tile], round_: int = 1) -> tuple[str | None, Trace]:
    notes: Notes = []
    found = choose_upgrade("golem", round_, tiles, rulings(), notes)
    (trace,) = notes
    return (found.id if found else None), trace


def acted(*named: str, strength: int = 2, facts: Any = None, **fields: Any) -> Told:
    """A Golem action."""
    table = position(*named, **{"marker": 10, **fields})
    return carry(table, lambda desk: make(desk, "golem", strength), facts=facts or pack())


# ------------------------------------------------------------------------------------------------------------- upgrades


@pytest.mark.clause("GOL-GOLEM-01")
@pytest.mark.parametrize("round_", [1, 2, 3])
def test_golem_upgrades_by_ascending_cost(round_: int) -> None:
    found, trace = next_one([PLAIN, HEAD, LEG_2, LEG_3], round_)
    assert found == "leg-2"
    assert set(thrown_out(trace).values()) == {"GOL-GOLEM-01"}


@pytest.mark.clause("GOL-GOLEM-01", "GOL-GOLEM-02")
def test_all_six_in_their_order() -> None:
    table = position(supply=0)
    for _ in ALL_UPGRADES["golem"]:
        table.marker = 20
        carry(table, lambda desk: upgrade(desk, "golem"))
    assert table.upgrades["golem"] == ["leg-2", "leg-3", "control", "cemetery", "work", "plain"], (
        "2, 3, 3, 4, 5, 6 clay"
    )


@pytest.mark.clause("GOL-GOLEM-02")
@pytest.mark.parametrize("tiles", [[LEG_3, TORSO, HEAD], [HEAD, TORSO, LEG_3]], ids=["first", "last"])
def test_the_leg_for_three_before_the_torso(tiles: list[Tile]) -> None:
    found, trace = next_one(tiles)
    assert found == "leg-3"
    assert thrown_out(trace) == {"head": "GOL-GOLEM-01", "torso": "GOL-GOLEM-02"}
    assert next_one([TORSO, HEAD])[0] == "torso", "when the leg is made"


@pytest.mark.clause("GOL-GOLEM-03")
def test_in_round_four_the_upgrade_with_three_menorahs_first() -> None:
    found, trace = next_one([LEG_2, LEG_3, TORSO, PLAIN], 4)
    assert found == "plain"
    assert set(thrown_out(trace).values()) == {"GOL-GOLEM-03"}
    told = acted("red 3", round=4, marker=0)
    assert told.position.upgrades["golem"] == ["plain"], "its price is no obstacle"
    assert told.position.menorah_count["golem"] == 3


@pytest.mark.clause("GOL-GOLEM-04")
def test_if_it_is_made_already_round_four_is_like_the_others() -> None:
    found, trace = next_one([TORSO, LEG_3, HEAD], 4)
    assert found == "leg-3"
    assert thrown_out(trace) == {"head": "GOL-GOLEM-01", "torso": "GOL-GOLEM-02"}


# ------------------------------------------------------------------------------------------------------------- creation


def district(*named: str, order: Sequence[District] = ORDER) -> tuple[str, Trace]:
    notes: Notes = []
    found = choose_district(golems(*named), order, notes)
    (trace,) = notes
    return found, trace


@pytest.mark.clause("GOL-GOLEM-05")
@pytest.mark.parametrize("order", [ORDER, ("blue", "yellow", "red")], ids=str)
def test_a_golem_is_created_where_she_has_the_fewest(order: Sequence[District]) -> None:
    """Lying or standing, near or far: each counts once."""
    found, trace = district("red 1", "red 9 lying", "yellow 4", "yellow 4", "blue 2", order=order)
    assert found == "blue"
    assert thrown_out(trace) == {"red": "GOL-GOLEM-05", "yellow": "GOL-GOLEM-05"}


@pytest.mark.clause("GOL-GOLEM-06")
@pytest.mark.parametrize(("order", "expected"), [(ORDER, "yellow"), (("blue", "red", "yellow"), "blue")], ids=str)
def test_tied_districts_top_first(order: Sequence[District], expected: str) -> None:
    found, trace = district("red 1", order=order)
    assert found == expected
    assert kept(trace, "GOL-GOLEM-05") == ("yellow", "blue")
    assert set(thrown_out(trace).values()) == {"GOL-GOLEM-05", "GOL-GOLEM-06"}


@pytest.mark.clause("GOL-GOLEM-07")
def test_a_buried_golem_counts_in_no_district() -> None:
    """Both of red die; then red has the fewest again, although two of hers were built there."""
    table = position("red 4", "red 5", "yellow 1", "blue 1", marker=20)
    told = carry(table, lambda desk: (kill(desk), kill(desk), create(desk)), [0, 0])
    assert told.position.buried == 2
    assert told.data("create")["district"] == "red"
    assert thrown_out(told.trace("create")) == {"yellow": "GOL-GOLEM-05", "blue": "GOL-GOLEM-05"}


@pytest.mark.clause("GOL-GOLEM-08", "GOL-TRACK-02")
def test_each_creation_moves_the_golem_track_two_up() -> None:
    told = acted("red 3", golem_track=5)
    assert told.position.golem_track == 7
    assert "GOL-GOLEM-08" in told.one("track").clauses


@pytest.mark.clause("GOL-GOLEM-09", "GOL-GOLEM-10", "GOL-GOLEM-11")
@pytest.mark.parametrize("upgraded", [True, False])
def test_with_the_leg_for_three_the_new_golem_uses_its_tile_at_once_and_makes_no_move(upgraded: bool) -> None:
    told = carry(
        position(
            "red 3", marker=10, upgrades={"golem": ["leg-3"] if upgraded else ["leg-2"]}, neighbourhoods={"yellow-1": 1}
        ),
        create,
    )
    assert told.position.golems[-1] == Golem("yellow", 1, number=3), "in section I, where every new golem is placed"
    assert told.all("golem-moves") == []
    if upgraded:
        assert {"GOL-GOLEM-10", "GOL-GOLEM-11"} <= set(told.one("activate").clauses)
        assert told.data("neighbourhood")["tile"] == 1
        assert told.position.marker == 10 - 3 + 2, "the tile of section I brings 2"
    else:
        assert told.all("activate") == []
        assert told.position.marker == 10 - 3


@pytest.mark.clause("GOL-GOLEM-11")
def test_the_tile_is_used_after_the_creation_is_paid() -> None:
    told = carry(position(upgrades={"golem": ["leg-3"]}, neighbourhoods={"red-1": 1}), create)
    assert told.tags == ["create", "resources", "track", "activate", "neighbourhood", "resources"]


@pytest.mark.clause("GOL-GOLEM-14")
@pytest.mark.parametrize(
    ("there", "price"),
    [
        ((), 3),
        (("red 1", "blue 2"), 3),
        (("red 1", "yellow 2", "blue 2 lying"), 6),
        (("red 1", "yellow 2", "blue 2") * 2, 9),
    ],
    ids=["none", "elsewhere", "one each", "two each"],
)
def test_one_golem_for_three_clay_and_three_for_each_of_hers_there(there: tuple[str, ...], price: int) -> None:
    told = acted(*there, strength=1, marker=10, supply=3, upgrades={"golem": list(ALL_UPGRADES["golem"][2:])})
    created = told.position.golems[len(there) :]
    assert [(golem.section, golem.lying) for golem in created] == [(1, False)]
    assert told.position.supply == 2
    assert told.one("create").clauses == ("GOL-GOLEM-05", "GOL-GOLEM-14")
    paid = [plain(step.event) for step in told.all("resources") if plain(step.event)["reason"] == "create"]
    assert [one["count"] for one in paid] == [price]


# ----------------------------------------------------------------------------------------------------------- exhaustion


@pytest.mark.clause("GOL-GOLEM-12", "GOL-STRAT-09")
@pytest.mark.parametrize("order", [ORDER, ("yellow", "red", "blue"), ("yellow", "blue", "red")], ids=str)
def test_when_all_is_made_and_created_the_red_tile_goes_lowest(order: Sequence[District]) -> None:
    """The last upgrade and the last golem in one action: the tile moves when both are there."""
    tiles = {"red-1": 1, "yellow-1": 1}
    told = acted(supply=1, order=order, upgrades={"golem": list(BUT_ONE)}, neighbourhoods=tiles)
    assert told.position.order == [*(colour for colour in order if colour != "red"), "red"]
    assert told.one("exhausted").clauses[0] == "GOL-GOLEM-12"
    assert told.tags.index("exhausted") > told.tags.index("create")


@pytest.mark.clause("GOL-GOLEM-12")
def test_the_last_upgrade_can_be_the_moment_too() -> None:
    told = acted(supply=0, upgrades={"golem": list(BUT_ONE)})
    assert told.position.order == ["yellow", "blue", "red"]
    assert told.tags.index("exhausted") > told.tags.index("upgrade")


@pytest.mark.clause("GOL-GOLEM-12")
def test_golems_that_died_were_created_all_the_same() -> None:
    told = carry(
        position("red 3", supply=1, buried=5, marker=9, upgrades={"golem": ALL_UPGRADES["golem"]}), create, [1]
    )
    assert told.position.exhausted == ["red"]


@pytest.mark.clause("GOL-GOLEM-13")
def test_from_then_on_a_golem_action_only_gains_resources() -> None:
    told = acted("red 3", strength=4, supply=0, upgrades={"golem": ALL_UPGRADES["golem"]}, exhausted=["red"])
    assert told.tags == ["resources", "only-resources"]
    assert told.one("only-resources").clauses == ("GOL-GOLEM-13",)
    assert told.position.marker == 14


@pytest.mark.clause("GOL-GOLEM-15")
def test_with_all_golems_created_upgrades_are_still_made() -> None:
    told = acted("red 3", supply=0)
    assert told.position.upgrades["golem"] == ["leg-2"]
    assert told.position.order == list(ORDER)
    assert told.all("exhausted") == []


@pytest.mark.clause("GOL-GOLEM-15")
def test_with_all_upgrades_made_golems_are_still_created() -> None:
    own = pack(neighbourhood={"yellow-1": {"effects": ["vp-1"]}})
    upgrades = {"golem": list(ALL_UPGRADES["golem"])}
    told = acted("red 3", supply=2, upgrades=upgrades, neighbourhoods={"yellow-1": 1}, facts=own)
    assert told.position.supply == 1
    assert told.data("no-upgrade")["why"] == "none-left"
    assert told.position.order == list(ORDER)


# ---------------------------------------------------------------------------------------------------------------- death


def victim(*named: str, order: Sequence[District] = ORDER) -> tuple[str | None, Trace]:
    notes: Notes = []
    found = choose_victim(golems(*named), order, notes)
    (trace,) = notes
    return (None if found is None else str(found)), trace


@pytest.mark.clause("GOL-KILL-01")
@pytest.mark.parametrize("order", [ORDER, ("blue", "yellow", "red")], ids=str)
def test_the_rightmost_golem_dies(order: Sequence[District]) -> None:
    found, trace = victim("red 3", "yellow 7", "blue 6", order=order)
    assert found == "yellow 7"
    assert thrown_out(trace) == {"red 3": "GOL-KILL-01", "blue 6": "GOL-KILL-01"}
    told = carry(position("red 3", "yellow 7", order=order), kill, [0])
    assert [str(golem) for golem in told.position.golems] == ["red 3"]
    assert told.one("kill").clauses == ("GOL-KILL-01",)


@pytest.mark.clause("GOL-KILL-02")
@pytest.mark.parametrize(("order", "expected"), [(ORDER, "red 7"), (("blue", "red", "yellow"), "blue 7")], ids=str)
def test_tied_golems_die_top_first(order: Sequence[District], expected: str) -> None:
    found, trace = victim("red 7", "yellow 2", "blue 7", order=order)
    assert found == expected
    assert sorted(thrown_out(trace).values()) == ["GOL-KILL-01", "GOL-KILL-02"]


@pytest.mark.clause("GOL-KILL-03")
@pytest.mark.parametrize("named", [("red 6", "blue 7 lying"), ("red 6 lying", "blue 7")], ids=str)
def test_posture_plays_no_part_in_a_death(named: tuple[str, ...]) -> None:
    assert victim(*named)[0] == named[1]
    assert victim(named[0], named[1].replace("7", "6"))[0] == named[0], "tied, and red is higher"


@pytest.mark.clause("GOL-KILL-04", "GOL-KILL-05")
@pytest.mark.parametrize(("space", "marker", "vp"), [(1, 2, 0), (2, 0, 2), (7, 3, 0), (0, 0, 0)])
def test_it_is_buried_in_the_leftmost_free_space_whose_reward_she_gains(space: int, marker: int, vp: int) -> None:
    """Which space that is only the table knows; 0 is the last one, which gives nothing."""
    told = carry(position("red 7"), kill, [space])
    assert told.data("bury")["space"] == space
    assert told.one("bury").clauses == ("GOL-KILL-04",)
    assert (told.position.marker, told.vp) == (marker, vp)
    assert (told.position.golems, told.position.buried) == ([], 1)


@pytest.mark.clause("GOL-KILL-05")
def test_the_reward_is_one_of_the_house_or_of_your_own_board() -> None:
    own = pack(cemetery={"4": {"reward": ["gain-5", "vp-3"]}})
    told = carry(position("red 7"), kill, [4], facts=own)
    assert (told.position.marker, told.vp) == (5, 3)
    twice = carry(position("red 7", upgrades={"golem": ["cemetery"]}), kill, [4], facts=own)
    assert (twice.position.marker, twice.vp) == (10, 6), "twice with the upgrade for it (base game)"


@pytest.mark.clause("GOL-KILL-06", "GOL-TRACK-03")
def test_a_death_moves_the_golem_track_one_down() -> None:
    told = carry(position("red 7", golem_track=6), kill, [0])
    assert told.position.golem_track == 5
    assert "GOL-KILL-06" in told.one("track").clauses


@pytest.mark.clause("GOL-KILL-07")
def test_with_a_golem_far_away_the_rabbi_and_the_slash_seek_a_kill_and_nothing_else_does() -> None:
    near, far = golems("red 7", "blue 3"), golems("red 8", "blue 3")
    marble_first = [Edge("marble", False, False)]
    for there in (near, far):
        assert choose_turn_type((), marble_first, there, rulings(), None) == "marble"
        assert choose_mirrored(there, ORDER, None) == "work"
    sides = (Alternative(True, False), Alternative(True, True))
    assert choose_side(("left", "right"), near, *sides, rulings(), None) == "left"
    assert choose_side(("left", "right"), far, *sides, rulings(), None) == "right"


@pytest.mark.clause("GOL-KILL-07", "GOL-KILL-08")
@pytest.mark.parametrize(("section", "answers"), [(7, [[], 10]), (8, [[], 3, 5, 0])])
def test_the_rabbi_looks_for_the_kill_tile_only_with_a_golem_far_away(section: int, answers: list[Any]) -> None:
    """Near: tile 2 of the grey column. Far: the third tile, where the kill tile lies, whatever the numbers say."""
    played = card(rabbi=(2, 1, 3))
    table = position(f"red {section}", humans=2, cards=[played], neighbourhoods={"red-7": 7})
    told = carry(table, lambda desk: play_rabbi_turn(desk, played), answers)
    assert told.data("rabbi")["tile"] == (2 if section == 7 else 3)
    assert ("kill" in told.tags) is (section == 8)


@pytest.mark.clause("GOL-KILL-08")
@pytest.mark.parametrize("section", [1, 5, 8])
def test_an_action_that_contains_the_kill_is_carried_out_wherever_the_golem_is(section: int) -> None:
    told = carry(
        position(f"red {section}"), lambda desk: carry_out_whole(desk, ("kill", "vp-1-per-buried"), "rabbi"), [0]
    )
    assert told.data("kill")["section"] == section
    assert told.vp == 1
    alone = carry(position(f"red {section}"), lambda desk: carry_out_whole(desk, ("kill",), "rabbi"), [0])
    assert alone.vp == 0, "a death is no action without benefit"
