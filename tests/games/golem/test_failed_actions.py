"""Effects that can be applied only in part, or bring nothing (GOL-FAIL)."""

from __future__ import annotations

from typing import Any

import pytest

from automarium.games.golem.position import AREAS, Area
from automarium.games.golem.rules.cards import take_bonus
from automarium.games.golem.rules.effects import carry_out_whole
from automarium.games.golem.rules.evening import influence_character
from automarium.games.golem.rules.golems import kill
from automarium.games.golem.rules.rabbi import play_rabbi_turn
from automarium.games.golem.rules.synagogue import make, perform
from automarium.games.golem.rules.work import work
from tests.games.golem.kit import ALL_UPGRADES, Told, book, card, carry, character, pack, plain, position

USELESS_TILE = {"yellow-7": 9}  # "activate an artifact": none is completed
NO_GOLEM_UPGRADES = {"golem": ALL_UPGRADES["golem"]}


def by_effect(*effects: str, source: str = "rabbi", **fields: Any) -> Told:
    return carry(position(*fields.pop("golems", ()), **fields), lambda desk: carry_out_whole(desk, effects, source))


def consoled(told: Told) -> list[tuple[int, str]]:
    """VP for what was useless, with the clause in the ledger."""
    return [(entry.vp, entry.clause) for entry in told.position.ledger if entry.what == "useless"]


# ------------------------------------------------------------------------------------------------------- partly applied


@pytest.mark.clause("GOL-FAIL-01", "GOL-FAIL-02")
def test_every_part_that_can_be_applied_is() -> None:
    """No golem left to create and none to move: the resources come all the same, and nothing for the rest."""
    told = by_effect("gain-3", "create-0", "step-either-1", supply=0)
    assert told.position.marker == 3
    assert told.tags == ["resources", "no-step"]
    assert told.vp == 0


@pytest.mark.clause("GOL-FAIL-01")
def test_a_part_that_fails_does_not_stop_those_after_it() -> None:
    told = by_effect(
        "gold-1", "kill", "study-1", "student-2", artifacts=4, students=dict.fromkeys(("red", "yellow"), 10)
    )
    assert told.position.study_track == 1
    assert told.position.students["blue"] == 3


@pytest.mark.clause("GOL-FAIL-01")
def test_as_much_of_an_amount_is_applied_as_possible() -> None:
    told = by_effect("activate-2", golems=["red 3", "blue 2 lying"], neighbourhoods={"red-3": 3})
    assert [(one.district, one.lying) for one in told.position.golems] == [("red", True), ("blue", True)]
    assert (told.position.marker, told.vp) == (3, 0)


@pytest.mark.clause("GOL-FAIL-02", "GOL-DISC-05")
def test_for_the_parts_that_fail_only_a_discount_is_given_out() -> None:
    told = by_effect(
        "study-1", "create-2", "upgrade-golem-3", "gold-1", supply=0, artifacts=4, upgrades=NO_GOLEM_UPGRADES
    )
    assert told.position.study_track == 1
    gains = [(plain(step.event)["count"], step.clauses) for step in told.all("resources")]
    assert gains == [(2, ("GOL-DISC-01",)), (3, ("GOL-DISC-01",))]
    assert told.vp == 0


# ----------------------------------------------------------------------------------------------------------------- work


@pytest.mark.clause("GOL-FAIL-03", "GOL-FAIL-04", "GOL-C04")
def test_each_useless_golem_of_work_gives_two_vp_and_lies() -> None:
    told = carry(position("red 9", "yellow 7", neighbourhoods=USELESS_TILE), lambda desk: work(desk, 2))
    assert consoled(told) == [(2, "GOL-FAIL-03")] * 2
    assert all(golem.lying for golem in told.position.golems)
    assert [plain(step.event)["district"] for step in told.all("activate")] == ["red", "yellow"]
    assert [plain(step.event)["tile"] for step in told.all("neighbourhood")] == [0, 9], "in IX lies no tile"


@pytest.mark.clause("GOL-FAIL-03")
def test_a_golem_that_brings_something_gives_no_consolation() -> None:
    told = carry(position("red 9", "red 3", neighbourhoods={"red-3": 3}), lambda desk: work(desk, 2))
    assert consoled(told) == [(2, "GOL-FAIL-03")]
    assert told.position.marker == -1 + 3, "the price of two golems, and what red 3 brought"


@pytest.mark.clause("GOL-FAIL-05")
@pytest.mark.parametrize("strength", [1, 4, 8])
def test_work_without_a_golem_on_the_board_is_not_performed(strength: int) -> None:
    """Buried ones and those in the supply are not on the board."""
    told = carry(position(buried=2), lambda desk: work(desk, strength))
    assert told.tags == ["no-work", "points"]
    assert told.one("no-work").clauses == ("GOL-FAIL-05",)
    assert told.data("no-work")["lying"] is False
    assert (told.position.marker, consoled(told)) == (0, [(2, "GOL-FAIL-05")])


@pytest.mark.clause("GOL-FAIL-09")
def test_work_with_lying_golems_only_gives_two_vp_once() -> None:
    told = carry(position("red 3 lying", "blue 2 lying", "blue 5 lying"), lambda desk: work(desk, 5))
    assert told.tags == ["no-work", "points"]
    assert told.data("no-work")["lying"] is True
    assert (told.position.marker, consoled(told)) == (0, [(2, "GOL-FAIL-09")])


# -------------------------------------------------------------------------------------------------------- other effects


@pytest.mark.clause("GOL-FAIL-06")
def test_a_rabbi_action_without_benefit_gives_two_vp() -> None:
    """Action tile 10 resolves the tile beside a golem; there is no golem."""
    played = card(rabbi=(2, 1, 3))
    told = carry(position(cards=[played]), lambda desk: play_rabbi_turn(desk, played), [[], 10])
    assert told.tags == ["rabbi", "tile-action", "useless", "points"]
    assert told.one("useless").clauses == ("GOL-FAIL-06",)
    assert consoled(told) == [(2, "GOL-FAIL-06")]


@pytest.mark.clause("GOL-FAIL-06")
def test_a_rabbi_action_with_some_benefit_gives_none() -> None:
    """Action tile 2: an ingot, and 1 VP for each artifact, of which there is none yet."""
    played = card(rabbi=(2, 1, 3))
    own = pack(cauldron={"1": {"ingots": 2}})
    told = carry(position(cards=[played]), lambda desk: play_rabbi_turn(desk, played), [[], 2], facts=own)
    assert (told.position.ingots, told.vp) == (1, 0)


@pytest.mark.clause("GOL-FAIL-07")
def test_a_character_without_benefit_gives_two_vp() -> None:
    who = character("red", "yellow", 1, 3, "study-2")
    told = carry(position(character=who, taken=["red", "yellow"], marker=9, study_track=10), influence_character)
    assert told.position.marker == 6, "it is paid for"
    assert consoled(told) == [(2, "GOL-FAIL-07")]


@pytest.mark.clause("GOL-FAIL-07")
def test_a_reward_of_the_cemetery_without_benefit_gives_two_vp() -> None:
    told = carry(position("red 3", artifacts=4), kill, [3])
    assert told.data("bury")["space"] == 3, "an ingot, and no place for it"
    assert consoled(told) == [(2, "GOL-FAIL-07")]


@pytest.mark.clause("GOL-FAIL-07")
def test_a_card_bonus_without_benefit_gives_two_vp() -> None:
    told = carry(position(artifacts=4), lambda desk: take_bonus(desk, card(bonus="gold")))
    assert consoled(told) == [(2, "GOL-FAIL-07")]


@pytest.mark.clause("GOL-FAIL-07")
def test_each_book_without_benefit_gives_two_vp() -> None:
    shelf = [[book("red", 1, ["gold-1"]), book("red", 2, ["kill"])], [], [], []]
    told = by_effect("books-2", columns=shelf, artifacts=4)
    assert consoled(told) == [(2, "GOL-FAIL-07")] * 2


@pytest.mark.clause("GOL-FAIL-08")
def test_a_neighbourhood_tile_without_benefit_gives_two_vp() -> None:
    told = by_effect("activate-1", golems=["yellow 7"], neighbourhoods=USELESS_TILE)
    assert told.one("useless").clauses == ("GOL-FAIL-08",)
    assert consoled(told) == [(2, "GOL-FAIL-08")], "once, not again for the action that activated it"
    assert told.position.golems[0].lying


@pytest.mark.clause("GOL-FAIL-08")
def test_with_a_completed_artifact_the_same_tile_is_not_useless() -> None:
    told = by_effect("activate-1", golems=["yellow 7"], neighbourhoods=USELESS_TILE, artifacts=2, ingots=3)
    assert consoled(told) == []
    assert told.position.marker == 3, "artifact 2 of tile 1"


# ----------------------------------------------------------------------------------------------------------- no failure


@pytest.mark.clause("GOL-FAIL-10")
def test_a_discount_that_was_given_out_is_a_benefit() -> None:
    """Red tile 5: create a golem with a discount of 3; all are created."""
    table = position("red 5", supply=0, neighbourhoods={"red-5": 5})
    told = carry(table, lambda desk: work(desk, 1))
    assert told.position.marker == 3
    assert consoled(told) == []
    assert carry(position(supply=0), lambda desk: carry_out_whole(desk, ("create-0",), "rabbi")).vp == 2, (
        "without one it is none"
    )


@pytest.mark.clause("GOL-FAIL-10")
@pytest.mark.parametrize("source", ["rabbi", "character", "neighbourhood"])
def test_the_same_holds_for_every_effect(source: str) -> None:
    told = by_effect("upgrade-golem-4", source=source, upgrades=NO_GOLEM_UPGRADES)
    assert (told.position.marker, consoled(told)) == (4, [])


@pytest.mark.clause("GOL-FAIL-11", "GOL-ACT-07")
@pytest.mark.parametrize("area", AREAS)
@pytest.mark.parametrize("strength", [1, 3])
def test_the_three_marble_actions_are_never_without_benefit(area: Area, strength: int) -> None:
    """Nothing left to upgrade, to create, to buy: the resources of step 1 are a benefit."""
    table = position(supply=0, artifacts=4, upgrades=ALL_UPGRADES, marker=5, cards=[card()])
    told = carry(table, lambda desk: make(desk, area, strength), [["none"] * 5] if area == "study" else [])
    assert (told.position.marker, told.vp) == (5 + strength, 0)


@pytest.mark.clause("GOL-FAIL-11")
def test_work_is_another_matter() -> None:
    assert carry(position(), lambda desk: perform(desk, "work", 3)).vp == 2


@pytest.mark.clause("GOL-FAIL-06", "GOL-FAIL-11")
@pytest.mark.parametrize(
    ("effect", "fields", "useful"),
    [
        ("gain-1", {}, True),
        ("gain-1-per-buried", {"buried": 0}, False),
        ("gain-1-per-buried", {"buried": 1}, True),
        ("vp-1-per-artifact", {"artifacts": 0}, False),
        ("create-0", {}, True),
        ("create-0", {"supply": 0}, False),
        ("create-1", {"supply": 0}, True),
        ("upgrade-golem-0", {}, True),
        ("upgrade-golem-0", {"upgrades": NO_GOLEM_UPGRADES}, False),
        ("activate-1", {"golems": ["red 3 lying"]}, False),
        ("activate-1", {"golems": ["red 3"], "neighbourhoods": {"red-3": 3}}, True),
        ("kill", {}, False),
        ("study-1", {"study_track": 9}, True),
        ("study-1", {"study_track": 10}, False),
        ("student-1", {"students": dict.fromkeys(("red", "yellow", "blue"), 10)}, False),
        ("artifact", {}, False),
        ("books-1", {}, False),
    ],
    ids=str,
)
def test_what_brings_something_and_what_does_not(effect: str, fields: dict[str, Any], useful: bool) -> None:
    assert consoled(by_effect(effect, marker=5, **fields)) == ([] if useful else [(2, "GOL-FAIL-06")])
