"""The resource track, discounts and the strategy column (RES, DISC, STRAT)."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from automarium.engine.choice.trace import Notes
from automarium.games.golem.position import AREA_OF, AREAS, DISTRICTS, Desk, District
from automarium.games.golem.rules.artifacts import buy_gold, take_ingot
from automarium.games.golem.rules.books import buy_book
from automarium.games.golem.rules.effects import carry_out, carry_out_whole
from automarium.games.golem.rules.evening import influence_character, pay_control, take_income
from automarium.games.golem.rules.golems import choose_district, choose_victim, create, kill
from automarium.games.golem.rules.marbles import Synagogue, choose_marble
from automarium.games.golem.rules.movement import Direction, choose_step, make_step
from automarium.games.golem.rules.resources import gain, move_marker, pay, pay_discounted
from automarium.games.golem.rules.strategy import look_at_strategy
from automarium.games.golem.rules.students import choose_student
from automarium.games.golem.rules.synagogue import choose_mirrored, make, mirror_row
from automarium.games.golem.rules.upgrades import choose_upgrade_type, upgrade
from automarium.games.golem.rules.work import choose_worker, work
from tests.games.golem.kit import Told, book, carry, character, golems, pack, position, replies, rulings
from tests.traces import thrown_out_by_name as thrown_out

GOLEM_UPGRADES = ["leg-2", "leg-3", "control", "cemetery", "work", "plain"]
ARTIFACT_UPGRADES = ["right-1", "right-2", "left-2", "right-3", "right-4", "large"]
STUDY_UPGRADES = ["column-resources", "column-vp", "column-double", "column-gold", "plain", "track"]
every_order = pytest.mark.parametrize("order", list(permutations(DISTRICTS)))
BACK: tuple[Direction, ...] = ("backward", "either")
EMPTY_DISPLAY = ["none"] * 5


def paid(told: Told) -> list[tuple[str, int]]:
    """What was gained and paid, with its reason."""
    return [(one["reason"], one["by"]) for one in (vars_of(step.event) for step in told.all("resources"))]


def vars_of(event: Any) -> dict[str, Any]:
    return {name: getattr(event, name) for name in event.__struct_fields__}


# ----------------------------------------------------------------------------------------------------------- one track


@pytest.mark.clause("GOL-RES-01", "GOL-RES-02")
@pytest.mark.parametrize("area", AREAS)
def test_clay_coins_and_knowledge_move_the_same_marker_right(area: Any) -> None:
    """The Golem, Artifact and Research actions gain one each."""
    told = carry(position(), lambda desk: make(desk, area, 3), stand_in=replies(display=EMPTY_DISPLAY), facts=RED)
    assert told.events[0] == told.all("resources")[0].event
    assert paid(told)[0] == ("artifact-action" if area == "artifact" else area, 3)
    assert vars_of(told.events[0])["marker"] == 3


RED = pack(red_zone={str(level): {"spaces": list(range(-5, 21))} for level in (1, 2, 3, 4)})


@pytest.mark.clause("GOL-RES-01", "GOL-RES-03")
def test_clay_coins_and_knowledge_are_paid_from_the_same_marker() -> None:
    golem = carry(position(marker=9), create)
    assert (golem.position.marker, paid(golem)) == (6, [("create", -3)])
    gold = carry(position(marker=9), buy_gold)
    assert (gold.position.marker, paid(gold)) == (6, [("gold", -3)])
    facts = pack(book={f"red-{n}": {"cost": 4, "immediate": [], "left": []} for n in range(1, 9)})
    bought = carry(position(marker=9), buy_book, [["red", "none", "none", "none", "none"]], facts=facts)
    assert (bought.position.marker, paid(bought)) == (5, [("book", -4)])


@pytest.mark.clause("GOL-RES-02", "GOL-RES-03")
def test_as_many_spaces_as_resources() -> None:
    def there_and_back(desk: Desk) -> None:
        gain(desk, 7, "work")
        pay(desk, 9, "work")

    told = carry(position(marker=4), there_and_back)
    assert [vars_of(event)["marker"] for event in told.events] == [11, 2]
    assert [step.clauses for step in told.steps] == [("GOL-RES-02",), ("GOL-RES-03",)]
    assert told.vp == 0


@pytest.mark.clause("GOL-RES-04")
@pytest.mark.parametrize("effect", ["gold-1", "vp-2", "goal-1", "study-2", "track-1", "student-1"])
def test_ingots_vp_cards_and_track_advances_are_no_resources(effect: str) -> None:
    facts = pack(artifact_tile={"1": {"benefit_1": ["vp-1"]}})
    told = carry(position(marker=6), lambda desk: carry_out_whole(desk, (effect,), "book"), facts=facts)
    assert told.steps
    assert told.position.marker == 6
    assert "resources" not in told.tags


@pytest.mark.clause("GOL-RES-05", "GOL-RES-08")
@given(marker=st.integers(-5, 20), amount=st.integers(-60, 60))
def test_the_marker_never_leaves_the_track_and_no_step_is_lost(marker: int, amount: int) -> None:
    reached, vp = move_marker(marker, amount, rulings())
    assert -5 <= reached <= 20
    assert reached + vp == marker + amount
    assert vp == 0 or (reached == 20 and vp > 0) or (reached == -5 and vp < 0)


@pytest.mark.parametrize(("marker", "amount", "reached", "vp"), [(-5, 1, -5, -1), (-4, 3, -5, -2), (0, 5, -5, 0)])
@pytest.mark.clause("GOL-RES-05", "GOL-RES-06", "GOL-RES-08")
def test_a_step_below_minus_5_costs_a_vp(marker: int, amount: int, reached: int, vp: int) -> None:
    told = carry(position(marker=marker), lambda desk: pay(desk, amount, "create"))
    assert (told.position.marker, told.vp) == (reached, vp)
    assert ("GOL-RES-06" in told.steps[0].clauses) == (vp < 0)
    assert [entry.clause for entry in told.position.ledger] == (["GOL-RES-06"] if vp else [])


@pytest.mark.parametrize(("marker", "amount", "reached", "vp"), [(20, 1, 20, 1), (18, 5, 20, 3), (15, 5, 20, 0)])
@pytest.mark.clause("GOL-RES-05", "GOL-RES-07", "GOL-RES-08")
def test_a_step_above_20_gives_a_vp(marker: int, amount: int, reached: int, vp: int) -> None:
    told = carry(position(marker=marker), lambda desk: gain(desk, amount, "work"))
    assert (told.position.marker, told.vp) == (reached, vp)
    assert ("GOL-RES-07" in told.steps[0].clauses) == (vp > 0)


@pytest.mark.clause("GOL-RES-09")
def test_lack_of_resources_blocks_nothing() -> None:
    golem = carry(position(marker=-5), create)
    assert (len(golem.position.golems), golem.position.marker, golem.vp) == (1, -5, -3)
    made = carry(position(marker=-5), lambda desk: upgrade(desk, "golem"))
    assert (made.position.upgrades["golem"], made.vp) == (["leg-2"], -2)
    gold = carry(position(marker=-4), buy_gold, facts=pack(artifact_tile={"1": {"benefit_1": ["goal-1"]}}))
    assert (gold.position.ingots, gold.position.marker, gold.vp) == (1, -5, -2)


# ------------------------------------------------------------------------------------------------------------ red zone


UNKNOWN = pack(red_zone={"2": {"spaces": "?"}})


@pytest.mark.clause("GOL-RES-10")
def test_the_red_zone_is_read_in_three_places_only() -> None:
    """Where it is read and not known, it is asked for."""
    asked = replies(**{"fact.red_zone.spaces": [-5]}, display=EMPTY_DISPLAY)
    for deed in (
        lambda desk: make(desk, "golem", 1),
        lambda desk: make(desk, "artifact", 1),
        lambda desk: make(desk, "study", 1),
        influence_character,
        take_income,
    ):
        table = position(marker=5, taken=["red", "yellow"], character=character("red", "yellow", 1, 2, "vp-1"))
        read = carry(table, deed, facts=UNKNOWN, stand_in=asked)
        assert read.position.learned["red_zone.2.spaces"] == [-5]


@pytest.mark.clause("GOL-RES-10")
def test_elsewhere_nobody_asks_for_the_red_zone() -> None:
    def everything_else(desk: Desk) -> None:
        for effect in (
            "upgrade-golem-1",
            "upgrade-any-2",
            "create-1",
            "gold-1",
            "track-1",
            "student-1",
            "step-either-2",
        ):
            carry_out_whole(desk, (effect,), "rabbi")
        carry_out_whole(desk, ("pay-3", "vp-6"), "neighbourhood")
        make_step(desk, "forward", clause="GOL-MOVE-05")
        work(desk, 2)
        pay_control(desk)
        buy_book(desk)
        kill(desk)

    known = replies(display=EMPTY_DISPLAY, neighbourhood=3, cemetery=0)
    told = carry(position("red 5", "yellow 1", marker=-5), everything_else, facts=UNKNOWN, stand_in=known)
    assert {"upgrade", "create", "gold", "golem-moves", "work", "control", "no-book", "kill"} <= set(told.tags)


@pytest.mark.clause("GOL-RES-11")
def test_the_red_zone_is_tested_where_the_marker_is_by_then() -> None:
    """Level 2: red up to 1. The gain of the action comes first, the income comes first, the price afterwards."""
    raised = carry(position(marker=0), lambda desk: make(desk, "golem", 2))
    assert raised.position.upgrades["golem"] == ["leg-2"]
    still = carry(position(marker=-1), lambda desk: make(desk, "golem", 2))
    assert still.position.upgrades["golem"] == []
    rich = carry(position(marker=0, golem_track=3), take_income)
    assert rich.position.upgrades_made == 1, "0 and 2 of the golem track"
    poor = carry(position(marker=-1, golem_track=3), take_income)
    assert poor.position.upgrades_made == 0
    table = position(marker=2, taken=["red", "yellow"], character=character("red", "yellow", 1, 4, "vp-5"))
    assert carry(table, influence_character).vp == 5, "2 is not red, what is left after the price would be"


# ----------------------------------------------------------------------------------------------------------- discounts


@pytest.mark.clause("GOL-DISC-01", "GOL-FAIL-10")
def test_a_discount_on_what_cannot_be_done_comes_as_resources() -> None:
    full = position(marker=3, upgrades={"study": list(STUDY_UPGRADES)})
    none_left = carry(full, lambda desk: carry_out_whole(desk, ("upgrade-study-4",), "neighbourhood"))
    assert (paid(none_left), none_left.vp) == ([("upgrade", 4)], 0)
    assert none_left.one("resources").clauses == ("GOL-DISC-01",)
    refused = carry(position(), lambda desk: carry_out_whole(desk, ("book-5",), "neighbourhood"), [EMPTY_DISPLAY])
    assert (refused.tags, refused.position.marker, refused.vp) == (["no-book", "resources"], 5, 0)


@pytest.mark.clause("GOL-DISC-01", "GOL-DISC-02")
def test_all_golems_created_is_such_a_reason() -> None:
    """Even where some of them have died since."""
    told = carry(
        position("red 3", supply=0, buried=5), lambda desk: carry_out_whole(desk, ("create-2",), "neighbourhood")
    )
    assert (told.position.marker, len(told.position.golems), told.vp) == (2, 1, 0)
    assert told.one("resources").clauses == ("GOL-DISC-01",)


@pytest.mark.parametrize(
    ("cost", "discount", "by", "clause"),
    [(3, 5, 2, "GOL-DISC-03"), (3, 1, -2, "GOL-DISC-04"), (6, 4, -2, "GOL-DISC-04"), (3, 0, -3, "GOL-RES-03")],
)
@pytest.mark.clause("GOL-DISC-03", "GOL-DISC-04")
def test_a_larger_discount_is_given_out_a_smaller_one_taken_off(cost: int, discount: int, by: int, clause: str) -> None:
    told = carry(position(), lambda desk: pay_discounted(desk, cost, discount, "upgrade"))
    assert (told.position.marker, told.one("resources").clauses) == (by, (clause,))


@pytest.mark.clause("GOL-DISC-03", "GOL-DISC-04")
def test_discounts_of_real_effects() -> None:
    def creation(discount: int, *there: str) -> Told:
        return carry(position(*there), lambda desk: carry_out(desk, (f"create-{discount}",), "character"))

    assert paid(creation(5)) == [("create", 2)]
    assert paid(creation(2, "red 1", "yellow 1", "blue 1")) == [("create", -4)]
    even = creation(3)
    assert (paid(even), len(even.position.golems)) == ([], 1)
    made = carry(position(), lambda desk: carry_out(desk, ("upgrade-golem-5",), "neighbourhood"))
    assert (made.position.upgrades["golem"], made.position.marker) == (["leg-2"], 3)


@pytest.mark.clause("GOL-DISC-05", "GOL-FAIL-02")
def test_there_is_no_other_compensation_inside_an_action() -> None:
    plain = carry(position(supply=0), lambda desk: carry_out_whole(desk, ("create-0", "gain-3"), "rabbi"))
    assert (plain.position.marker, plain.vp) == (3, 0), "no discount, no compensation"
    cut = carry(position(supply=0), lambda desk: carry_out_whole(desk, ("create-2", "vp-1-per-level"), "neighbourhood"))
    assert (cut.position.marker, cut.vp) == (2, 1)


# ------------------------------------------------------------------------------------------------------ strategy tiles


def choices_by_tile(order: tuple[District, ...]) -> dict[str, str | None]:
    """Every choice that is left tied, so that only the tiles can decide."""
    notes: Notes = []
    same, lying = golems("red 4", "yellow 4", "blue 4"), golems("red 4 lying", "yellow 4 lying", "blue 4 lying")
    students: dict[District, int] = {"red": 3, "yellow": 3, "blue": 3}
    forward = choose_step(same, order, "forward", rulings(), notes)
    stay = choose_step(lying, order, "forward-or-stay", rulings(), notes)
    worker, victim = choose_worker(same, order, notes), choose_victim(same, order, notes)
    assert forward is not None
    assert stay is not None
    assert worker is not None
    assert victim is not None
    every = dict.fromkeys(AREAS, 2)
    return {
        "step": forward.golem.district,
        "stay": stay.golem.district,
        "work": worker.district,
        "kill": victim.district,
        "create": choose_district(same, order, notes),
        "student": choose_student(students, order, "forward", notes),
        "upgrade": {area: colour for colour, area in AREA_OF.items()}[
            choose_upgrade_type(every, every, order, notes) or "golem"
        ],
    }


@every_order
@pytest.mark.clause("GOL-STRAT-01", "GOL-STRAT-06", "GOL-STRAT-07")
def test_what_the_rules_leave_equal_the_tiles_decide_top_first(order: tuple[District, ...]) -> None:
    assert set(choices_by_tile(order).values()) == {order[0]}


@every_order
@pytest.mark.clause("GOL-STRAT-07", "GOL-MOVE-10", "GOL-STUDENT-04")
def test_bottom_first_only_where_golems_or_students_go_back(order: tuple[District, ...]) -> None:
    notes: Notes = []
    for direction in BACK:
        found = choose_step(golems("red 4", "yellow 4", "blue 4"), order, direction, rulings(), notes)
        assert found is not None
        assert found.golem.district == order[2]
    assert choose_student({"red": 3, "yellow": 3, "blue": 3}, order, "backward", notes) == order[2]


def last_resort(order: tuple[District, ...], standing: int, *rows: str) -> str:
    there: Any = {row: ["white"] for row in rows}
    taken = choose_marble((), Synagogue(there, order, standing, "red", "yellow", (), rulings()), None)
    assert taken is not None
    return taken.marble.row


@every_order
@pytest.mark.clause("GOL-STRAT-02", "GOL-STRAT-06")
def test_the_main_tile_stands_for_work_with_two_standing_golems(order: tuple[District, ...]) -> None:
    rows = ("work", "golem", "artifact", "study", "mirror")
    assert last_resort(order, 2, *rows) == "work"
    assert last_resort(order, 1, *rows) == AREA_OF[order[0]]
    assert choose_mirrored(golems("red 1", "blue 2"), order, None) == "work"
    assert choose_mirrored(golems("red 1", "blue 2 lying"), order, None) == AREA_OF[order[0]]
    assert set(choices_by_tile(order).values()) == {order[0]}, "three golems stand, and nothing else changes"


@pytest.mark.parametrize(
    ("colour", "area"),
    [("red", "golem"), ("yellow", "artifact"), ("blue", "study")],
)
@pytest.mark.clause("GOL-STRAT-03", "GOL-STRAT-04", "GOL-STRAT-05")
def test_what_a_coloured_tile_stands_for(colour: District, area: Any) -> None:
    order = (colour, *(other for other in DISTRICTS if other != colour))
    assert choose_district([], order, None) == colour
    assert last_resort(order, 0, "golem", "artifact", "study") == area
    assert choose_mirrored([], order, None) == area
    told = carry(position(order=order, round=4, marker=20), lambda desk: carry_out(desk, ("upgrade-any-0",), "rabbi"))
    assert told.position.menorah_count == {**dict.fromkeys(AREAS, 0), area: 3}, "its tile of round IV"


def golems_nearly_done(**fields: Any) -> Any:
    """One golem is left to create; the leg upgrade lets it work at once in section I."""
    return position("red 1", "yellow 1", supply=1, upgrades={"golem": list(GOLEM_UPGRADES)}, **fields)


@pytest.mark.clause("GOL-STRAT-08", "GOL-STRAT-09", "GOL-GOLEM-12")
def test_a_tile_that_is_sent_lowest_changes_all_priorities_at_once() -> None:
    table = golems_nearly_done(marker=9)
    assert table.order == ["red", "yellow", "blue"]
    told = carry(table, create, stand_in=replies(neighbourhood=1))
    assert told.one("exhausted").clauses == ("GOL-GOLEM-12", "GOL-STRAT-09")
    assert table.order == ["yellow", "blue", "red"], "under the other two coloured tiles"
    assert set(choices_by_tile(tuple(table.order)).values()) == {"yellow"}
    assert carry(table, mirror_row).trace("mirror").chosen == "work", "the main tile has not moved"
    table.golems = golems("red 1")
    assert carry(table, mirror_row).trace("mirror").chosen == "artifact"


@pytest.mark.clause("GOL-STRAT-10")
def test_of_two_tiles_the_one_sent_later_lies_lowest() -> None:
    table = golems_nearly_done(marker=9, artifacts=4, order=("yellow", "red", "blue"))
    table.upgrades["artifact"] = list(ARTIFACT_UPGRADES)
    carry(table, create, stand_in=replies(neighbourhood=1))
    assert table.order == ["yellow", "blue", "red"]
    carry(table, lambda desk: look_at_strategy(desk, "yellow"))
    assert table.order == ["blue", "red", "yellow"]


@pytest.mark.clause("GOL-STRAT-11")
def test_the_blue_tile_is_never_moved_by_its_own_action() -> None:
    columns = [[book(colour, n) for n in range(1, 6)] for colour in ("red", "yellow", "blue", "green")]
    table = position(
        marker=9, order=("blue", "red", "yellow"), columns=columns, upgrades={"study": STUDY_UPGRADES[:-1]}
    )
    told = carry(table, lambda desk: make(desk, "study", 2), [["red", "yellow", "blue", "green", "none"]])
    assert table.upgrades["study"] == STUDY_UPGRADES, "all research upgrades are made and all columns full"
    assert "no-book" in told.tags
    assert set(thrown_out(told.trace("book")).values()) == {"GOL-BOOK-03", "GOL-BOOK-05"}
    assert (table.order, table.exhausted) == (["blue", "red", "yellow"], [])
    carry(table, lambda desk: take_ingot(desk), facts=pack(artifact_tile={"1": {"benefit_1": ["vp-1"]}}))
    assert table.order[0] == "blue"
