"""Corrections by hand: each sets what it says, keeps the table whole, and refuses what cannot be."""

from __future__ import annotations

from typing import Any

import pytest

from automarium.engine.message import Refused, term
from automarium.engine.play.command import find_next_field
from automarium.engine.question import Count, Pick
from automarium.games.golem.corrections import WHAT, Adjust, build_question
from automarium.games.golem.position import GOLEMS, PRINTED, Position
from automarium.games.golem.rules.golems import create
from automarium.games.golem.rules.work import find_tile, work
from automarium.views.game import View
from tests.contract.kit import StrictTranslator
from tests.games.golem.kit import ALL_UPGRADES, DEFINITION, book, carry, game, pack, perform, position, rulings, tell

ROWS = {"work": ["red"], "golem": [], "artifact": [], "study": ["white"], "mirror": []}


def corrected(table: Position, what: str, to: Any, at: str | None = None) -> Position:
    carry(table, lambda desk: perform(desk, Adjust(what, to, at)))
    return table


def refused(table: Position, what: str, to: Any, at: str | None = None) -> tuple[str, str]:
    with pytest.raises(Refused) as fault:
        corrected(table, what, to, at)
    return fault.value.message.key, fault.value.where


@pytest.mark.parametrize(
    ("what", "to", "found"),
    [
        ("marker", -5, lambda table: table.marker),
        ("golem_track", 12, lambda table: table.golem_track),
        ("study_track", 10, lambda table: table.study_track),
        ("ingots", 3, lambda table: table.ingots),
        ("goals", 5, lambda table: table.goals),
        ("buried", 2, lambda table: table.buried),
        ("order_place", 2, lambda table: table.order_place),
        ("vp", 25, lambda table: table.vp),
        ("student-blue", 4, lambda table: table.students["blue"]),
        ("order", ["blue", "red", "yellow"], lambda table: table.order),
        ("taken", ["white", "red"], lambda table: table.taken),
        ("row-mirror", ["red", "red"], lambda table: table.rows["mirror"]),
        ("drawn", [3, 20], lambda table: table.deck.drawn),
        ("column-2", ["red-1", "black-1"], lambda table: [one.id for one in table.columns[1]]),
    ],
)
def test_what_is_set_is_set(what: str, to: Any, found: Any) -> None:
    table = position("red 4", rows={row: list(there) for row, there in ROWS.items()})
    assert found(corrected(table, what, to)) == to


def test_ingots_complete_artifacts_and_the_research_track_is_worth_its_space() -> None:
    table = corrected(position("red 4"), "ingots", 3)
    assert table.artifacts == 2, "1 + 2 places with house values"
    assert corrected(table, "study_track", 9).study_vp == 6
    assert corrected(table, "study_track", 0).study_vp == 0, "and nothing below the first space"


def test_a_correction_after_the_end_changes_the_score() -> None:
    table = position("red 4", stage="over", study_track=10, study_vp=10)
    before = DEFINITION.scoring.score(table, rulings()).totals["automa"]
    corrected(table, "study_track", 8)
    assert DEFINITION.scoring.score(table, rulings()).totals["automa"] == before - 7


def test_golems_come_and_go_and_stay_pieces_of_their_own() -> None:
    table = position("red 4", "yellow 2")
    corrected(table, "golem", "blue 7 lying", "red 4")
    assert [str(golem) for golem in table.golems] == ["yellow 2", "blue 7 lying"]
    corrected(table, "golem", "supply", "yellow 2")
    corrected(table, "golem", "red 1", "supply")
    corrected(table, "golem", "cemetery", "blue 7 lying")
    assert [str(golem) for golem in table.golems] == ["red 1"]
    assert len(table.golems) + table.supply + table.buried == GOLEMS
    assert refused(position("red 4", supply=0), "golem", "red 1", "supply") == ("adjust.no-golem", "at")


def test_a_golem_created_after_a_correction_is_told_from_the_others() -> None:
    """Two with the same number: one created on the way would have worked in the same Work (GOL-WORK-11)."""
    table = position("red 4", "yellow 2")
    corrected(table, "golem", "supply", "red 4")
    carry(table, create)
    assert len({golem.number for golem in table.golems}) == 2
    tiles = {f"{colour}-{at}": {"effects": ["create-5"]} for colour in ("red", "yellow", "blue") for at in range(1, 11)}
    told = carry(table, lambda desk: work(desk, 6), facts=pack(neighbourhood=tiles), stand_in=_first)
    assert len(told.all("activate")) == 2


def _first(question: Any) -> Any:
    return question.options[0]


def test_upgrades_and_menorahs_are_there_or_not() -> None:
    table = position("red 4")
    corrected(table, "golem-upgrade", "leg-2")
    assert table.upgrades["golem"] == ["leg-2"]
    corrected(table, "artifact-upgrade", "right-1-special")
    assert (table.upgrades["artifact"], table.cells) == (["right-1"], {"right-1": "special"})
    corrected(table, "artifact-upgrade", "large")
    corrected(table, "menorah", "blue")
    assert table.menorah_count == {"golem": 1, "artifact": 4, "study": 1}
    for what, to in (
        ("golem-upgrade", "leg-2"),
        ("artifact-upgrade", "right-1-special"),
        ("artifact-upgrade", "large"),
        ("menorah", "blue"),
    ):
        corrected(table, what, to)
    assert table.menorah_count == {"golem": 0, "artifact": 0, "study": 0}
    assert (table.upgrades, table.cells, table.menorahs) == ({"golem": [], "artifact": [], "study": []}, {}, [])


def test_a_neighbourhood_tile_that_was_told_wrong() -> None:
    """Tiles beside it that can no longer be right are asked about again, among those that can be."""
    table = position("red 3", neighbourhoods={"red-2": 4, "red-5": 7, "blue-1": 1})
    corrected(table, "neighbourhood", 5, "red-4")
    assert table.neighbourhoods == {"red-4": 5, "red-5": 7, "blue-1": 1}
    asked: list[Pick] = []

    def remember(question: Any) -> Any:
        asked.append(question)
        return question.options[0]

    carry(table, lambda desk: find_tile(desk, "red", 2), stand_in=remember)
    assert [question.options for question in asked] == [(2, 3)]
    assert refused(table, "neighbourhood", 8, "red-4") == ("answer.number", "to")


@pytest.mark.parametrize(
    ("what", "to", "at", "key", "where"),
    [
        ("marker", 21, None, "answer.number", "to"),
        ("marker", True, None, "answer.number", "to"),
        ("study_track", 11, None, "answer.number", "to"),
        ("golem_track", 13, None, "answer.number", "to"),
        ("weather", 1, None, "answer.option", "what"),
        ("order", ["red", "red", "blue"], None, "answer.limit", "to"),
        ("order", ["red", "blue"], None, "answer.exactly", "to"),
        ("golem", "red 11", "red 4", "answer.option", "to"),
        ("golem", "red 3", "yellow 4", "answer.option", "at"),
        ("marker", 3, "red 4", "command.unused", "at"),
        ("column-1", ["red-1"] * 6, None, "answer.long", "to"),
        ("drawn", [3, 3], None, "answer.once", "to"),
        ("student-red", 0, None, "answer.number", "to"),
        ("row-work", ["red"], None, "answer.option", "what"),
    ],
)
def test_what_cannot_be_is_refused(what: str, to: Any, at: str | None, key: str, where: str) -> None:
    table = position("red 4")
    assert refused(table, what, to, at) == (key, where)
    assert table == position("red 4"), "and nothing is changed"


def test_the_ends_of_the_tracks_are_those_of_the_board() -> None:
    house, own = position("red 4"), position("red 4", own_board=True)
    learned = position("red 4", own_board=True, learned={"study_track.whole.spaces": 7})
    highest = []
    for table in (house, own, learned):
        field = find_next_field(Adjust, table, {"what": "study_track"})
        assert field is not None
        assert isinstance(field.question, Count)
        highest.append(field.question.high)
    assert highest == [10, 20, 7]


def test_books_on_the_shelf_bring_their_effects() -> None:
    table = corrected(position("red 4", columns=[[], [], [book("blue")], []]), "column-3", [])
    assert table.columns == [[], [], [], []]


def test_entered_effects_that_go_round_in_circles_are_refused() -> None:
    """A tile that stands its golem up and activates it again would never end."""
    circle = {"effects": ["step-either-1", "activate-1"]}
    tiles = {f"{colour}-{at}": circle for colour in ("red", "yellow", "blue") for at in range(1, 11)}
    with pytest.raises(Refused) as fault:
        carry(position("red 2"), lambda desk: work(desk, 2), facts=pack(neighbourhood=tiles), stand_in=_first)
    assert fault.value.message.key == "effect.endless"
    assert fault.value.message.params == {"effect": term("effect", circle["effects"])}


@pytest.mark.parametrize(
    ("what", "at", "now"),
    [
        ("marker", None, 7),
        ("vp", None, 10),
        ("golem_track", None, 5),
        ("order_place", None, 2),
        ("student-blue", None, 4),
        ("taken", None, ["red"]),
        ("order", None, ["red", "yellow", "blue"]),
        ("column-2", None, ["green-3"]),
        ("row-study", None, ["white", "black"]),
        ("neighbourhood", "red-2", 4),
        ("neighbourhood", "red-5", None),
        ("menorah", None, None),
    ],
)
def test_a_correction_begins_at_what_is_there(what: str, at: str | None, now: Any) -> None:
    rows: Any = {**{row: [] for row in ROWS}, "study": ["white", "black"]}
    table = position(marker=7, golem_track=5, order_place=2, students={"blue": 4}, taken=["red"], rows=rows)
    table.columns[1] = [book("green", 3)]
    table.neighbourhoods = {"red-2": 4}
    assert build_question(table, what, at).default == now


def test_all_her_numbers_can_be_corrected_where_they_stand() -> None:
    table = position()
    for gauge in DEFINITION.page.gauges(table, PRINTED):
        given = DEFINITION.table.corrects(table, gauge.thing)
        assert given is not None, gauge.name
        assert build_question(table, given["what"]).default == gauge.at


def test_whatever_lies_on_the_table_is_corrected_by_a_tap() -> None:
    """From every thing the way leads to the field that asks what it really is, beginning at what it is now."""
    rows = {row: list(there) for row, there in ROWS.items()}
    table = position("red 4", "blue 2 lying", rows=rows, taken=["black"], neighbourhoods={"red-1": 2})
    table.columns[1] = [book("red")]
    table.buried = 1
    asked = {}
    for thing in DEFINITION.table.layout(table).lines():
        given = DEFINITION.table.corrects(table, thing)
        if given is not None:
            field = find_next_field(Adjust, table, given)
            assert field is not None
            assert field.name == "to", (thing, given)
            asked[given["what"]] = given.get("at")
    assert set(asked) == {
        *(what for what in WHAT if what not in ("row-golem", "row-artifact", "row-mirror", "drawn", "facts")),
    } - {"column-1", "column-3", "column-4"}
    assert asked["neighbourhood"] == "red-1"


@pytest.mark.clause("GOL-GOLEM-12", "GOL-STRAT-09")
def test_a_correction_that_uses_up_golems_sends_their_tile_lowest() -> None:
    """What was corrected was reported; the tile that follows from it is a hand with its words."""
    live = game()
    built = position("red 4", supply=1, upgrades={"golem": ALL_UPGRADES["golem"][:-1]})
    live.position = built
    tell(live, Adjust("golem", "blue 1", "supply"))
    assert live.hands == []
    steps = tell(live, Adjust("golem-upgrade", ALL_UPGRADES["golem"][-1]))
    assert [step.clauses for step in steps] == [("GOL-GOLEM-12", "GOL-STRAT-09")]
    assert live.position.order == ["yellow", "blue", "red"]
    told = [todo.text for todo in View(live, StrictTranslator("en", DEFINITION)).hands()]
    assert told == ["Strategy tiles from the top: the main tile, then yellow, blue, red"]
    live.undo()
    assert live.position.order == ["red", "yellow", "blue"]


@pytest.mark.clause("GOL-ART-12")
def test_a_correction_that_completes_artifacts_sends_their_tile_lowest_and_one_back_reopens_the_action() -> None:
    table = position("red 4", upgrades={"artifact": list(ALL_UPGRADES["artifact"])})
    told = carry(table, lambda desk: perform(desk, Adjust("ingots", 24)))
    assert (table.artifacts, table.order, told.tags) == (4, ["red", "blue", "yellow"], ["exhausted"])
    corrected(table, "artifact-upgrade", "large")
    assert table.exhausted == [], "an Artifact action makes upgrades again"
    corrected(table, "artifact-upgrade", "large")
    assert table.exhausted == ["yellow"]


@pytest.mark.clause("GOL-CARD-04")
def test_what_was_corrected_is_on_the_table_while_its_printed_facts_are_asked() -> None:
    live = game()
    live.position = position("red 4", own_board=True)
    tell(live, Adjust("column-1", ["red-1"]))
    assert live.question is not None
    assert live.layout().pieces["table", "book-red", "column-1", ""] == 1
    assert live.hands == []
    tell(live, ["gain-1"], [])
    assert live.hands == []
    assert live.position.columns[0] == [book("red", 1)]


@pytest.mark.clause("GOL-UPGRADE-02")
def test_an_upgrade_that_was_corrected_is_on_the_table_while_its_menorahs_are_asked() -> None:
    live = game()
    live.position = position("red 4", own_board=True)
    tell(live, Adjust("study-upgrade", "track"))
    assert live.question is not None
    assert live.layout().pieces["automa", "study-upgrade-track", "mat", "made"] == 1
    tell(live, 2)
    assert (live.hands, live.position.menorah_count["study"]) == ([], 2)
