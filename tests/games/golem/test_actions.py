"""The Golem, Artifact and Research actions, research upgrades, and the mirror (GOL-ACT, GOL-RESEARCH, GOL-MIRROR)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from automarium.engine.choice.trace import Notes, Trace
from automarium.games.golem.position import AREAS, Area, District
from automarium.games.golem.rules.synagogue import choose_mirrored, make
from automarium.games.golem.rules.upgrades import Tile, choose_upgrade
from tests.games.golem.kit import (
    ALL_UPGRADES,
    ORDER,
    Told,
    card,
    carry,
    golems,
    kept,
    plain,
    plain_books,
    position,
    rulings,
)
from tests.games.golem.marble_kit import Rows, turn
from tests.traces import thrown_out_by_name as thrown_out

DISPLAY = ["red", "green", "blue", "yellow", "black"]
OWN = plain_books(cauldron={"1": {"ingots": 3}})
MAIN = {"golem": "create", "artifact": "gold", "study": "book"}


def made(area: Area, strength: int = 2, **fields: Any) -> Told:
    """One action on a table without golems; a book is bought from a display of five colours."""
    table = position(**{"marker": 5, "cards": [card()], **fields})
    return carry(table, lambda desk: make(desk, area, strength), [DISPLAY] if area == "study" else [], facts=OWN)


def next_one(tiles: Sequence[Tile], round_: int = 1, area: Area = "study") -> tuple[str | None, Trace]:
    notes: Notes = []
    found = choose_upgrade(area, round_, tiles, rulings(), notes)
    (trace,) = notes
    return (found.id if found else None), trace


# ------------------------------------------------------------------------------------------------- the three actions


@pytest.mark.clause("GOL-ACT-01", "GOL-ACT-02")
@pytest.mark.parametrize("area", AREAS)
@pytest.mark.parametrize("strength", [1, 4])
def test_resources_then_an_upgrade_then_the_main_action(area: Area, strength: int) -> None:
    told = made(area, strength)
    order = [told.tags.index("resources"), told.tags.index("upgrade"), told.tags.index(MAIN[area])]
    assert order == sorted(order)
    gained = told.steps[0]
    assert (plain(gained.event)["count"], plain(gained.event)["marker"]) == (strength, 5 + strength)
    assert gained.clauses == ("GOL-ACT-02",)


@pytest.mark.clause("GOL-ACT-03", "GOL-ACT-04")
@pytest.mark.parametrize("area", AREAS)
@pytest.mark.parametrize(
    ("level", "marker", "strength", "upgrades"),
    [
        (2, 0, 1, False),
        (2, 0, 2, True),
        (2, 2, 1, True),
        (1, 1, 2, False),
        (1, 1, 3, True),
        (4, -5, 2, False),
        (4, -5, 3, True),
    ],
)
def test_the_upgrade_only_outside_the_red_zone_as_it_is_after_step_one(
    area: Area, level: int, marker: int, strength: int, upgrades: bool
) -> None:
    """The zone ends with 3, 1 and −3 on levels 1, 2 and 4 of the house track."""
    told = made(area, strength, level=level, marker=marker)
    assert ("upgrade" in told.tags) is upgrades
    assert bool(told.position.upgrades[area]) is upgrades
    if not upgrades:
        assert told.data("no-upgrade")["why"] == "red-zone"
        assert told.one("no-upgrade").clauses == ("GOL-ACT-03",)


@pytest.mark.clause("GOL-ACT-05")
@pytest.mark.parametrize("area", AREAS)
@pytest.mark.parametrize("marker", [-5, 0, 15])
def test_the_main_action_whatever_the_marker_says(area: Area, marker: int) -> None:
    told = made(area, 1, marker=marker)
    assert len(told.all(MAIN[area])) == 1


@pytest.mark.clause("GOL-ACT-06")
@pytest.mark.parametrize(
    ("area", "id_", "cost"), [("golem", "leg-2", 2), ("artifact", "right-1", 2), ("study", "column-resources", 2)]
)
def test_step_two_makes_one_upgrade_of_the_type_and_pays_it(area: Area, id_: str, cost: int) -> None:
    told = made(area, 3)
    assert told.position.upgrades == {other: [id_] if other == area else [] for other in AREAS}
    assert told.one("upgrade").clauses == ("GOL-ACT-06",)
    paid = plain(told.all("resources")[1].event)
    assert (paid["count"], paid["marker"], paid["reason"]) == (cost, 8 - cost, "upgrade")


@pytest.mark.clause("GOL-ACT-07")
@pytest.mark.parametrize("area", AREAS)
def test_with_no_upgrade_left_step_two_is_skipped_without_compensation(area: Area) -> None:
    told = made(area, 1, upgrades={area: list(ALL_UPGRADES[area])}, neighbourhoods={"red-1": 1})
    assert told.data("no-upgrade")["why"] == "none-left"
    assert told.one("no-upgrade").clauses == ("GOL-ACT-07",)
    assert told.vp == 0
    assert told.tags[:2] == ["resources", "no-upgrade"]
    paying = ["resources"] if area == "artifact" else []
    assert told.tags[2:][: len(paying) + 1] == [*paying, MAIN[area]], "nothing between, and the main action comes"


# --------------------------------------------------------------------------------------------------- research upgrades

COLUMN_3, TRACK = Tile("third", 4, "column-3", 1), Tile("track", 4, "track", 1)
CHEAP, DEAR, PLAIN = Tile("cheap", 2, "column-1", 1), Tile("dear", 5, "column-4", 1), Tile("plain", 6, "other", 3)


@pytest.mark.clause("GOL-RESEARCH-01")
@pytest.mark.parametrize("round_", [1, 2, 3])
def test_research_upgrades_by_ascending_cost(round_: int) -> None:
    found, trace = next_one([DEAR, PLAIN, CHEAP, COLUMN_3], round_)
    assert found == "cheap"
    assert set(thrown_out(trace).values()) == {"GOL-RESEARCH-01"}


@pytest.mark.clause("GOL-RESEARCH-01", "GOL-RESEARCH-02")
def test_all_six_in_their_order() -> None:
    """The house's prices are 2, 3, 4, 4, 5 and 6; the research track is listed last."""
    table = position(marker=20)
    for _ in ALL_UPGRADES["study"]:
        carry(table, lambda desk: make(desk, "study", 5), [["none"] * 5], facts=OWN)
        table.marker = 20
    order = ["column-resources", "column-vp", "column-double", "track", "column-gold", "plain"]
    assert table.upgrades["study"] == order


@pytest.mark.clause("GOL-RESEARCH-02")
@pytest.mark.parametrize("tiles", [[COLUMN_3, TRACK, DEAR], [DEAR, TRACK, COLUMN_3]], ids=["first", "last"])
def test_of_those_for_four_the_third_column_before_the_research_track(tiles: list[Tile]) -> None:
    found, trace = next_one(tiles)
    assert found == "third"
    assert thrown_out(trace) == {"dear": "GOL-RESEARCH-01", "track": "GOL-RESEARCH-02"}
    assert next_one([TRACK, DEAR])[0] == "track", "when the third column is made"


@pytest.mark.clause("GOL-RESEARCH-03")
def test_in_round_four_the_upgrade_with_three_menorahs_first() -> None:
    found, trace = next_one([CHEAP, COLUMN_3, PLAIN], 4)
    assert found == "plain"
    assert set(thrown_out(trace).values()) == {"GOL-RESEARCH-03"}
    assert made("study", 1, round=4, marker=1).position.upgrades["study"] == ["plain"], "its price is no obstacle"


@pytest.mark.clause("GOL-RESEARCH-04")
def test_if_it_is_made_already_round_four_is_like_the_others() -> None:
    found, trace = next_one([TRACK, COLUMN_3, DEAR], 4)
    assert found == "third"
    assert thrown_out(trace) == {"dear": "GOL-RESEARCH-01", "track": "GOL-RESEARCH-02"}
    assert kept(trace, "GOL-RESEARCH-03") == ("track", "third", "dear")


@pytest.mark.clause("GOL-RESEARCH-05", "GOL-A12")
@pytest.mark.parametrize(("books", "place"), [((1, 2, 3, 4, 5), 1), ((4, 2), 4)])
def test_the_main_action_of_research_buys_one_book_paid_on_the_track(books: Sequence[int], place: int) -> None:
    told = made("study", 2, cards=[card(books=books)], level=1, marker=1)
    assert told.data("book")["place"] == place
    assert "GOL-RESEARCH-05" in told.one("book").clauses
    price = 2 + (0 if place == 1 else 2)  # of the card and of its place
    assert told.position.marker == 1 + 2 - price, "in the red zone, so without an upgrade"
    assert told.position.book_columns == 1


# ---------------------------------------------------------------------------------------------------------- the mirror

MIRROR: Rows = {"mirror": ["white", "white", "white"]}
TILES = {"red-3": 3, "blue-3": 3}


def mirrored(*named: str, order: Sequence[District] = ORDER) -> tuple[str, Trace]:
    notes: Notes = []
    found = choose_mirrored(golems(*named), order, notes)
    (trace,) = notes
    return found, trace


@pytest.mark.clause("GOL-MIRROR-01")
@pytest.mark.parametrize("marker", [-5, 0, 10])
def test_the_mirror_costs_one_coin_on_the_track(marker: int) -> None:
    told = turn(["white"], MIRROR, "red 3", order=("yellow", "red", "blue"), marker=marker, exhausted=["yellow"])
    paid, gained = told.all("resources")
    assert (plain(paid.event)["count"], plain(paid.event)["marker"]) == (1, max(-5, marker - 1))
    assert paid.clauses[0] == "GOL-MIRROR-01"
    assert plain(gained.event)["count"] == 3, "the strength of the mirror's row"
    assert told.vp == (-1 if marker == -5 else 0)


@pytest.mark.clause("GOL-MIRROR-02")
@pytest.mark.parametrize("order", [ORDER, ("blue", "red", "yellow")], ids=str)
def test_with_two_standing_golems_the_mirror_works(order: Sequence[District]) -> None:
    found, trace = mirrored("red 3", "blue 3", "blue 5 lying", order=order)
    assert found == "work"
    assert set(thrown_out(trace).values()) == {"GOL-MIRROR-02"}
    told = turn(["white"], MIRROR, "red 3", "blue 3", neighbourhoods=TILES, order=order)
    assert told.data("marble")["action"] == "work"
    assert (told.data("work")["golems"], told.data("work")["strength"]) == (2, 3)


@pytest.mark.clause("GOL-MIRROR-03")
@pytest.mark.parametrize(("top", "action"), [("red", "golem"), ("yellow", "artifact"), ("blue", "study")])
@pytest.mark.parametrize("there", [(), ("red 3",), ("red 3", "blue 3 lying", "blue 5 lying")], ids=str)
def test_otherwise_it_performs_the_action_of_the_highest_coloured_tile(
    top: District, action: str, there: tuple[str, ...]
) -> None:
    found, trace = mirrored(*there, order=[top, *(colour for colour in ORDER if colour != top)])
    assert found == action
    out = thrown_out(trace)
    assert out.pop("work") == "GOL-MIRROR-02"
    assert set(out.values()) == {"GOL-MIRROR-03"}


@pytest.mark.clause("GOL-MIRROR-04")
def test_under_an_active_k_work_one_standing_golem_is_enough() -> None:
    told = turn(["work"], MIRROR, "red 3", neighbourhoods=TILES)
    assert told.data("marble")["action"] == "work"
    assert len(told.all("activate")) == 1
    without = turn(["white"], MIRROR, "red 3", neighbourhoods=TILES)
    assert without.data("marble")["action"] == "golem", "without that criterion it is the highest tile"


@pytest.mark.clause("GOL-MIRROR-05")
def test_the_three_coins_for_the_research_track_are_never_paid() -> None:
    told = turn(["white"], MIRROR, marker=20, order=("yellow", "red", "blue"), exhausted=["yellow"])
    assert told.position.study_track == 0
    assert [plain(step.event)["reason"] for step in told.all("resources")] == ["mirror", "artifact-action"]
    assert told.all("track") == []
