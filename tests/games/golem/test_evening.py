"""The evening of a round: turn order, character, income, the type of an upgrade, control (ORDER … CONTROL)."""

from __future__ import annotations

from itertools import permutations, product
from typing import Any

import pytest

from automarium.engine.choice.trace import Notes
from automarium.engine.question import Answer, AnyQuestion, Count
from automarium.games.golem.events import Control
from automarium.games.golem.position import AREA_OF, COLOURS, DISTRICTS, Area, Colour, District
from automarium.games.golem.rules.evening import (
    choose_influence,
    has_influence,
    influence_character,
    pay_control,
    play_evening,
    settle_turn_order,
    take_income,
)
from automarium.games.golem.rules.upgrades import choose_type, choose_upgrade_type
from tests.games.golem.kit import Told, book, carry, character, pack, plain, position, rulings, whole_game
from tests.traces import thrown_out_by_name as thrown_out

GOLEM_UPGRADES = ["leg-2", "leg-3", "control", "cemetery", "work", "plain"]
# Nothing but what a test is about gives income, and no space is red.
QUIET: dict[str, dict[str, dict[str, Any]]] = {
    "red_zone": {"2": {"spaces": []}},
    "golem_space": {"3": {"income": []}},
    "street": {f"{district}-1": {"income": []} for district in DISTRICTS},
}


def quiet(**own: Any) -> Any:
    return pack(**{**QUIET, **own})


# ---------------------------------------------------------------------------------------------------------- turn order


@pytest.mark.clause("GOL-ORDER-01")
@pytest.mark.parametrize(
    ("rabbi", "humans", "occupied", "places"),
    [
        (2, 3, [], (1, 2)),
        (4, 3, [], (1, 4)),
        (5, 3, [], (1, 4)),
        (3, 1, [], (1, 2)),
        ("lowest", 2, [], (1, 3)),
        ("lowest", 2, [2], (2, 3)),
        (4, 3, [2, 5], (2, 3)),
        (3, 2, [1], (2, 3)),
        (None, 2, [], (1, 3)),
    ],
)
def test_her_place_by_the_rabbis_from_top_to_bottom(
    rabbi: Any, humans: int, occupied: list[int], places: tuple[int, int]
) -> None:
    """In round IV what is not clear is asked, for a tie; and no answer can contradict what was told of the rabbis."""
    asked: list[AnyQuestion] = []

    def answer(question: AnyQuestion) -> Answer:
        asked.append(question)
        return places[1]

    table = position(humans=humans, rabbi=rabbi, occupied=occupied, round=4)
    told = carry(table, settle_turn_order, stand_in=answer)
    (question,) = asked
    assert isinstance(question, Count)
    assert (question.low, question.high) == places
    assert told.position.order_place == places[1]
    assert told.data("order") == {"do": "order", "place": places[1], "final": True}
    early = carry(position(humans=humans, rabbi=rabbi, occupied=occupied, round=3), settle_turn_order)
    assert early.position.order_place is None, "nothing of hers hangs on it, so nobody is asked"
    assert early.tags == ["order.rabbis"]


@pytest.mark.clause("GOL-ORDER-01")
@pytest.mark.parametrize("round_", [1, 4])
@pytest.mark.parametrize(
    ("rabbi", "humans", "occupied", "place"),
    [
        (1, 3, [], 1),
        (3, 1, [2], 2),
        (2, 1, [3], 1),
        (4, 3, [1, 2, 3], 4),
        (2, 3, [1], 2),
        (2, 3, [3, 4, 5], 1),
        ("lowest", 1, [3], 2),
        ("lowest", 3, [1, 3, 5], 4),
    ],
)
def test_what_was_told_of_the_rabbis_settles_the_order(
    rabbi: Any, humans: int, occupied: list[int], place: int, round_: int
) -> None:
    """There is no answer: a question would be an error here."""
    told = carry(position(humans=humans, rabbi=rabbi, occupied=occupied, round=round_), settle_turn_order)
    assert told.position.order_place == place
    assert told.data("order") == {"do": "order", "place": place, "final": round_ == 4}
    assert told.one("order").clauses == ("GOL-ORDER-01",)


@pytest.mark.clause("GOL-ORDER-01")
def test_on_the_uppermost_tile_she_is_first_unasked() -> None:
    told = carry(position(humans=3, rabbi=1, order_place=3), settle_turn_order)
    assert told.position.order_place == 1


# ----------------------------------------------------------------------------------------------------------- character


def meet(marker: int, taken: list[Colour], *effects: str, cost: int = 3) -> Told:
    """Level 2 of the house: red up to 1."""
    card = character("red", "yellow", 1, cost, *(effects or ("vp-5",)))
    return carry(position(marker=marker, taken=taken, character=card), influence_character)


@pytest.mark.clause("GOL-CHAR-01")
@pytest.mark.parametrize(
    ("marbles", "matches"),
    [
        (("yellow", "red"), True),
        (("red", "yellow"), True),
        (("white", "yellow"), True),
        (("red", "white"), True),
        (("white", "white"), True),
        (("white", "blue"), False),
        (("red", "red"), False),
        (("black", "yellow"), False),
        (("red",), False),
        ((), False),
    ],
)
def test_her_two_marbles_must_match_in_any_order_white_as_any_colour(
    marbles: tuple[Colour, ...], *, matches: bool
) -> None:
    assert has_influence(marbles, ("red", "yellow")) is matches
    assert ("points" in meet(8, list(marbles)).tags) is matches


@pytest.mark.clause("GOL-CHAR-01")
def test_every_coloured_marble_needs_a_place_of_its_own_on_the_card() -> None:
    for pair, marbles in product(product(COLOURS, repeat=2), repeat=2):
        places: list[str] = list(pair)
        fits = True
        for marble in marbles:
            if marble != "white":
                fits = fits and marble in places
                if fits:
                    places.remove(marble)
        assert has_influence(marbles, (pair[0], pair[1])) is fits


@pytest.mark.clause("GOL-CHAR-02")
@pytest.mark.parametrize("marker", [-5, 0, 1])
def test_a_match_in_the_red_zone_gives_3_coins_and_no_bonus(marker: int) -> None:
    told = meet(marker, ["red", "yellow"])
    assert told.data("influence")["what"] == "coins"
    assert told.one("influence").clauses == ("GOL-CHAR-02",)
    assert (told.position.marker, told.vp) == (marker + 3, 0)
    assert thrown_out(told.trace("influence")) == {"nothing": "GOL-CHAR-01", "bonus": "GOL-CHAR-02"}


@pytest.mark.clause("GOL-CHAR-03")
def test_a_match_outside_the_red_zone_is_paid_and_gives_the_bonus() -> None:
    told = meet(8, ["yellow", "white"], "vp-5", "gain-2", cost=4)
    assert told.one("influence").clauses == ("GOL-CHAR-03",)
    assert (told.position.marker, told.vp) == (8 - 4 + 2, 5)
    assert thrown_out(told.trace("influence")) == {"nothing": "GOL-CHAR-01", "coins": "GOL-CHAR-03"}
    assert told.tags == ["influence", "resources", "points", "resources"], "the price first"


@pytest.mark.clause("GOL-CHAR-04", "GOL-RES-06")
def test_it_is_paid_even_into_the_red_zone_and_past_minus_5() -> None:
    into_red = meet(2, ["red", "yellow"], cost=4)
    assert (into_red.position.marker, into_red.vp) == (-2, 5)
    past_the_end = meet(2, ["red", "yellow"], cost=9)
    assert (past_the_end.position.marker, past_the_end.vp) == (-5, 5 - 2)
    assert "GOL-CHAR-04" in past_the_end.all("resources")[0].clauses


@pytest.mark.clause("GOL-CHAR-05")
@pytest.mark.parametrize("marker", [-5, 12])
def test_no_match_nothing(marker: int) -> None:
    told = meet(marker, ["blue", "yellow"])
    assert told.tags == ["influence"]
    assert told.one("influence").clauses == ("GOL-CHAR-05",)
    assert (told.position.marker, told.vp) == (marker, 0)
    notes: Notes = []
    assert choose_influence(("red", "red"), ("red", "yellow"), in_red=True, notes=notes) == "nothing"
    assert thrown_out(notes[0]) == {"coins": "GOL-CHAR-05", "bonus": "GOL-CHAR-05"}


# -------------------------------------------------------------------------------------------------------------- income


@pytest.mark.clause("GOL-INCOME-01", "GOL-INCOME-07")
def test_income_of_students_research_track_and_golem_track() -> None:
    facts = quiet(
        street={
            "red-4": {"income": ["gain-1"]},
            "yellow-2": {"income": ["vp-2"]},
            "blue-1": {"income": []},
            "red-3": {"income": ["gain-8"]},
        },
        study_space={"5": {"income": ["gain-2"], "better": ["gain-7"]}},
        golem_space={"6": {"income": ["gain-3", "vp-4"]}},
    )
    table = position(students={"red": 4, "yellow": 2}, study_track=5, golem_track=6, upgrades={"golem": ["leg-2"]})
    told = carry(table, take_income, facts=facts)
    assert [step.event.key() for step in told.all("income")] == ["income.students", "income.study", "income.golem"]
    reasons = [plain(step.event)["reason"] for step in told.steps if plain(step.event).get("reason")]
    assert reasons[:5] == ["street", "street", "study-track", "golem-track", "golem-track"]
    assert told.vp == 6
    gained = [plain(step.event) for step in told.all("resources")[:3]]
    assert [one["count"] for one in gained] == [1, 2, 3]


@pytest.mark.clause("GOL-INCOME-01")
def test_the_upgrade_of_the_research_track_improves_its_income() -> None:
    facts = quiet(study_space={"5": {"income": ["vp-1"], "better": ["vp-7"]}})
    assert carry(position(study_track=5), take_income, facts=facts).vp == 1
    assert carry(position(study_track=5, upgrades={"study": ["track"]}), take_income, facts=facts).vp == 7
    assert carry(position(study_track=0), take_income, facts=facts).vp == 0


ARTIFACTS = {"1": {"benefit_1": ["vp-1"], "benefit_2": ["vp-2"], "benefit_3": ["vp-3"], "benefit_4": ["vp-4"]}}


@pytest.mark.clause("GOL-INCOME-02", "GOL-INCOME-03")
def test_artifacts_come_first_from_top_to_bottom() -> None:
    told = carry(position(artifacts=3, ingots=5), take_income, facts=quiet(artifact_tile=ARTIFACTS))
    yields = [plain(step.event)["artifact"] for step in told.all("artifact-yields")]
    assert yields == [3, 2, 1], "artifact 1 is the lowest; the fourth is not completed"
    assert told.tags.index("income") > max(at for at, tag in enumerate(told.tags) if tag == "artifact-yields")
    assert told.vp == 6
    assert told.all("artifact-yields")[0].clauses == ("GOL-INCOME-03",)


@pytest.mark.clause("GOL-INCOME-04", "GOL-ART-07")
def test_an_artifact_with_a_special_tile_yields_double() -> None:
    table = position(artifacts=2, ingots=3, cells={"left-2": "special", "right-1": "grey"})
    told = carry(table, take_income, facts=quiet(artifact_tile=ARTIFACTS))
    second, first = told.all("artifact-yields")
    assert (second.clauses, first.clauses) == (("GOL-INCOME-04",), ("GOL-INCOME-03",))
    assert told.vp == 2 * 2 + 1 + 1, "the grey tile gives 1 resource and 1 VP, once"
    assert [plain(step.event)["count"] for step in told.all("resources")[:1]] == [1]


@pytest.mark.clause("GOL-INCOME-05")
@pytest.mark.parametrize(("marker", "made"), [(1, 0), (2, 1)])
def test_one_upgrade_at_its_price_if_the_marker_is_not_red(marker: int, made: int) -> None:
    facts = quiet(red_zone={"2": {"spaces": [-5, 1]}})
    told = carry(position(marker=marker, order=("red", "yellow", "blue")), take_income, facts=facts)
    assert told.position.upgrades_made == made
    if made:
        assert told.data("upgrade") == {"do": "upgrade", "area": "golem", "upgrade": "leg-2"}
        assert told.one("upgrade").clauses == ("GOL-INCOME-05", "GOL-UPGRADE-04")
        assert told.position.marker == 0, "2 clay"
    else:
        assert told.one("no-upgrade").clauses == ("GOL-INCOME-05",)
        assert (told.data("no-upgrade")["why"], told.vp) == ("red-zone", 0)


@pytest.mark.clause("GOL-INCOME-06")
def test_the_red_zone_is_tested_after_all_income() -> None:
    """Level 2 of the house: red up to 1."""
    for part in ({"golem_space": {"3": {"income": ["gain-2"]}}}, {"street": {"red-1": {"income": ["gain-2"]}}}):
        own = {**QUIET, **part, "red_zone": {"2": {"spaces": [0, 1]}}}
        told = carry(position(marker=0), take_income, facts=pack(**own))
        assert told.position.upgrades_made == 1
        assert told.tags.index("upgrade") > max(at for at, tag in enumerate(told.tags) if tag == "income")


# ------------------------------------------------------------------------------------------------- the type of upgrade


def columns(count: int) -> list[Any]:
    return [[book("red", n)] if n <= count else [] for n in range(1, 5)]


def by_type(built: int, shelves: int, artifacts: int, **fields: Any) -> Told:
    table = position(supply=4 - built, columns=columns(shelves), artifacts=artifacts, **fields)
    return carry(table, choose_type)


@pytest.mark.clause("GOL-UPGRADE-01", "GOL-UPGRADE-02")
@pytest.mark.parametrize(
    ("counts", "expected"),
    [((3, 2, 1), "golem"), ((1, 3, 2), "study"), ((0, 1, 2), "artifact"), ((0, 1, 0), "study")],
)
def test_the_area_with_the_largest_count(counts: tuple[int, int, int], expected: Area) -> None:
    for order in permutations(DISTRICTS):
        told = by_type(*counts, order=order)
        trace = told.trace("upgrade-type")
        assert trace.chosen == expected
        assert set(thrown_out(trace).values()) == {"GOL-UPGRADE-02"}


@pytest.mark.clause("GOL-UPGRADE-02")
def test_starting_golems_do_not_count_and_dead_ones_do() -> None:
    """Built 1, killed later; both starting golems on the board; 1 column, no artifact; blue above red."""
    table = position("red 1", "yellow 1", supply=3, buried=1, columns=columns(1), order=("yellow", "blue", "red"))
    trace = carry(table, choose_type).trace("upgrade-type")
    scores = next(stage.scores for stage in trace.stages if stage.clause == "GOL-UPGRADE-02")
    assert scores == {"golem": 1, "study": 1, "artifact": 0}
    assert trace.chosen == "study"


@pytest.mark.clause("GOL-UPGRADE-03")
def test_tied_top_first() -> None:
    assert by_type(2, 2, 1, order=("blue", "red", "yellow")).trace("upgrade-type").chosen == "study"
    for order in permutations(DISTRICTS):
        trace = by_type(2, 2, 2, order=order).trace("upgrade-type")
        assert trace.chosen == AREA_OF[order[0]]
        assert set(thrown_out(trace).values()) == {"GOL-UPGRADE-03"}


@pytest.mark.clause("GOL-UPGRADE-04", "GOL-GOLEM-03", "GOL-ART-05", "GOL-RESEARCH-03")
@pytest.mark.parametrize(
    ("top", "ordinary", "fourth"),
    [("red", "leg-2", "plain"), ("yellow", "right-1-grey", "large"), ("blue", "column-resources", "plain")],
)
def test_the_tile_follows_the_rules_of_its_type(top: District, ordinary: str, fourth: str) -> None:
    order = (top, *(other for other in DISTRICTS if other != top))
    for round_, expected in ((3, ordinary), (4, fourth)):
        told = carry(position(order=order, marker=15, round=round_), take_income, facts=quiet())
        assert told.data("upgrade") == {"do": "upgrade", "area": AREA_OF[top], "upgrade": expected}


@pytest.mark.clause("GOL-UPGRADE-05")
def test_a_type_without_an_upgrade_left_is_no_option() -> None:
    told = by_type(4, 1, 1, upgrades={"golem": list(GOLEM_UPGRADES)}, order=("red", "blue", "yellow"))
    trace = told.trace("upgrade-type")
    assert trace.chosen == "study"
    assert thrown_out(trace) == {"golem": "GOL-UPGRADE-05", "artifact": "GOL-UPGRADE-03"}
    notes: Notes = []
    none: dict[Area, int] = {"golem": 0, "artifact": 0, "study": 0}
    assert choose_upgrade_type(none, none, DISTRICTS, notes) is None
    made: Any = {"golem": GOLEM_UPGRADES, "artifact": list("abcdef"), "study": list("abcdef")}
    left_out = carry(position(marker=9, upgrades=made), take_income, facts=quiet())
    assert left_out.one("no-upgrade").clauses == ("GOL-UPGRADE-05",)
    assert left_out.vp == 0


@pytest.mark.clause("GOL-UPGRADE-06")
@pytest.mark.parametrize("round_", [1, 4])
def test_menorahs_prices_and_the_round_do_not_matter_for_the_type(round_: int) -> None:
    """Two columns against one golem: a research upgrade, though the golems have the menorahs and are cheaper."""
    facts = quiet(study_upgrade={id_: {"cost": 12} for id_ in ("plain", "column-resources", "column-vp")})
    table = position(supply=3, columns=columns(2), marker=20, round=round_)
    table.menorah_count = {"golem": 8, "artifact": 3, "study": 0}
    told = carry(table, take_income, facts=facts)
    assert told.data("upgrade")["area"] == "study"


# -------------------------------------------------------------------------------------------------------------- control


def controlled(told: Told) -> list[tuple[str, int]]:
    return [(event.district, event.cost) for event in told.events if isinstance(event, Control)]


@pytest.mark.clause("GOL-CONTROL-01", "GOL-A27")
def test_one_knowledge_for_each_section_a_golem_is_ahead_of_its_student() -> None:
    table = position(
        "red 5", "red 3 lying", "yellow 4", "blue 2", students={"red": 3, "yellow": 1, "blue": 6}, marker=9
    )
    told = carry(table, pay_control)
    assert controlled(told) == [("red", 2), ("yellow", 3)]
    assert (table.marker, told.vp) == (4, 0)
    assert told.all("control")[0].clauses == ("GOL-CONTROL-01",)


@pytest.mark.clause("GOL-CONTROL-01")
def test_without_a_golem_ahead_nothing_is_paid() -> None:
    for table in (position(), position("red 3", "blue 1", students={"red": 3})):
        assert carry(table, pay_control).tags == ["controlled"]


@pytest.mark.clause("GOL-CONTROL-01", "GOL-GEN-02")
def test_the_upgrade_and_the_tile_that_make_control_cheaper() -> None:
    limited = position("red 9", "yellow 2", marker=9, upgrades={"golem": ["control"]})
    assert controlled(carry(limited, pay_control)) == [("red", 2), ("yellow", 1)]
    assert carry(position("red 9", control_free=True), pay_control).tags == ["controlled"]


@pytest.mark.clause("GOL-CONTROL-01")
@pytest.mark.parametrize("seed", [1, 2])
def test_in_whole_games_control_is_the_last_thing_she_pays(seed: int) -> None:
    for _, steps in whole_game({}, seed):
        tags = [str(step.event.__struct_config__.tag) for step in steps]
        if "order" in tags:
            start = next(at for at, tag in enumerate(tags) if tag in ("control", "controlled"))
            assert {"control", "controlled", "resources", "cards", "over"} >= set(tags[start:])


@pytest.mark.clause("GOL-ORDER-01", "GOL-CHAR-01", "GOL-INCOME-01", "GOL-CONTROL-01")
def test_an_evening_ends_the_round_and_the_fourth_one_the_game() -> None:
    for round_, stage in ((3, "round"), (4, "over")):
        table = position("red 2", rabbi=1, round=round_, stage="evening", taken=["red", "red"])
        told = carry(table, play_evening, facts=quiet())
        assert table.stage == stage
        assert ("over" in told.tags) == (stage == "over")
        order = ["order", "influence", "income", "control", "cards"]
        assert [tag for tag in dict.fromkeys(told.tags) if tag in order] == order
    assert rulings().a27 == "paid"
