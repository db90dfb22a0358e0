"""The rulebook's own examples, and the scenarios derived from its clauses."""

from __future__ import annotations

import pytest

from tests.games.expeditions.kit import CARDS, MAP, Played, card, corr, lair, map_token, play, position, section
from tests.traces import thrown_out


@pytest.mark.clause("EXP-EX-01", "EXP-MECH-09", "EXP-MECH-10", "EXP-TARGET-12")
def test_five_glory_are_enough_for_a_target_of_three() -> None:
    """The target line is used: corruption is looked for, and the distance line only if there is none."""
    drawn = card(section(1, corr(glory=3)))
    found = play(position({"N4": [5]}, glory=5), drawn)
    assert found.of("north") == [
        {"do": "move", "mech": "north", "from": "N1", "to": "N4"},
        {"do": "cleanse", "mech": "north", "at": "N4", "tokens": [5]},
    ]
    assert found.trace("target", "north").stages[0].kept == ("N1", "N2", "N3", "N4"), "five are three or more"
    nothing = play(position(glory=5), drawn)
    assert nothing.of("north") == [{"do": "move", "mech": "north", "from": "N1", "to": "N2"}]
    assert nothing.step("move", "north").clauses == ("EXP-MECH-16",)


@pytest.mark.clause(
    "EXP-EX-02a", "EXP-TARGET-07", "EXP-TARGET-08", "EXP-EXPLORE-01", "EXP-EXPLORE-02", "EXP-EXPLORE-03"
)
def test_three_symbols_the_map_token() -> None:
    table = position({"N2": [3, 4], "N3": MAP}, glory=3)
    played = play(table, card(section(1, map_token(3))), turned_up=([5, 3],))
    assert played.of("north") == [
        {"do": "move", "mech": "north", "from": "N1", "to": "N3"},
        {"do": "explore", "mech": "north", "at": "N3"},
    ]
    assert thrown_out(played.trace("target", "north")) == dict.fromkeys(("N1", "N2", "N4"), "EXP-TARGET-08")
    opened = table.tiles["N3"]
    assert (table.maps, opened.map, opened.closed, opened.corruption) == (1, False, False, [5, 3])


@pytest.mark.clause("EXP-EX-02b", "EXP-TARGET-09", "EXP-TARGET-10", "EXP-LAIR-01")
def test_three_symbols_the_special_token() -> None:
    table = position({"N2": [3, 4, 5], "N3": [20]}, glory=3)
    played = play(table, card(section(1, lair(3))))
    assert played.of("north") == [
        {"do": "move", "mech": "north", "from": "N1", "to": "N3"},
        {"do": "cleanse-20", "mech": "north", "at": "N3"},
    ]
    assert thrown_out(played.trace("target", "north")) == dict.fromkeys(("N1", "N2", "N4"), "EXP-TARGET-09")
    assert (table.special, table.corruption, table.tiles["N3"].corruption) == (True, 0, [])


@pytest.mark.clause("EXP-EX-02c", "EXP-TARGET-12", "EXP-TARGET-13", "EXP-CLEANSE-01")
def test_three_symbols_ordinary_corruption() -> None:
    table = position({"N2": [20], "N3": [4]}, glory=3)
    played = play(table, card(section(1, corr(glory=3))))
    assert played.of("north") == [
        {"do": "move", "mech": "north", "from": "N1", "to": "N3"},
        {"do": "cleanse", "mech": "north", "at": "N3", "tokens": [4]},
    ]
    assert thrown_out(played.trace("target", "north")) == dict.fromkeys(("N1", "N2", "N4"), "EXP-TARGET-12")
    assert (table.special, table.corruption, table.tiles["N2"].corruption) == (False, 1, [20])


@pytest.mark.clause("EXP-EX-03", "EXP-TARGET-04", "EXP-TARGET-05", "EXP-TARGET-15", "EXP-TARGET-16")
def test_the_long_example() -> None:
    """Glory 3, target ×2; the human's mech stands ahead; the nearest of two locations with corruption is taken."""
    table = position({"N2": [3], "N3": MAP, "N4": [4, 3, 5], "N5": [3], "N6": MAP, "N7": MAP}, human="N2", glory=3)
    played = play(table, card(section(2, corr(2, glory=3))))
    assert played.of("north") == [
        {"do": "move", "mech": "north", "from": "N1", "to": "N4"},
        {"do": "cleanse", "mech": "north", "at": "N4", "tokens": [4, 3]},
    ]
    assert table.tiles["N4"].corruption == [5]
    search = played.trace("target", "north")
    assert search.candidates == ("N1", "N2", "N3", "N4", "N5")
    assert thrown_out(search) == {
        "N2": "EXP-TARGET-04",
        "N1": "EXP-TARGET-12",
        "N3": "EXP-TARGET-12",
        "N5": "EXP-TARGET-16",
    }
    assert CARDS[8].north == section(2, corr(2, glory=3)), "the printed card that fits the example"


def variant(**corruption: list[int]) -> Played:
    """Return the long example with other corruption on some locations."""
    tiles: dict[str, str | list[int]] = {"N2": [3], "N3": MAP, "N4": [4, 3, 5], "N5": [3], "N6": MAP, "N7": MAP}
    table = position(tiles | corruption, human="N2", glory=3)
    return play(table, card(section(2, corr(2, glory=3))))


@pytest.mark.clause("EXP-EX-04a", "EXP-TARGET-14", "EXP-TARGET-18", "EXP-CLEANSE-03")
def test_the_nearer_location_with_one_token_is_still_chosen() -> None:
    played = variant(N4=[6], N5=[3, 4])
    assert played.of("north") == [
        {"do": "move", "mech": "north", "from": "N1", "to": "N4"},
        {"do": "cleanse", "mech": "north", "at": "N4", "tokens": [6]},
    ]
    assert played.step("cleanse").clauses == ("EXP-CLEANSE-01", "EXP-CLEANSE-03")


@pytest.mark.clause("EXP-EX-04b", "EXP-TARGET-13")
def test_the_special_token_makes_no_match() -> None:
    played = variant(N4=[20], N5=[3, 6])
    assert played.of("north") == [
        {"do": "move", "mech": "north", "from": "N1", "to": "N5"},
        {"do": "cleanse", "mech": "north", "at": "N5", "tokens": [3, 6]},
    ]
    assert thrown_out(played.trace("target", "north"))["N4"] == "EXP-TARGET-12"
    assert played.position.tiles["N4"].corruption == [20]


@pytest.mark.clause("EXP-EX-04c", "EXP-TARGET-17", "EXP-CLEANSE-03")
def test_a_token_under_the_mech_is_nearest_of_all() -> None:
    played = variant(N1=[5])
    assert played.of("north") == [{"do": "cleanse", "mech": "north", "at": "N1", "tokens": [5]}]
    assert played.position.mechs["north"] == "N1"
    assert played.position.tiles["N4"].corruption == [4, 3, 5], "one token of two is all there was"


@pytest.mark.clause("EXP-EX-04d", "EXP-MECH-16", "EXP-MOVE-13")
def test_without_a_match_the_distance_does_not_count_the_humans_location() -> None:
    played = variant(N4=[], N5=[])
    assert played.of("north") == [{"do": "move", "mech": "north", "from": "N1", "to": "N4"}]
    assert played.step("move", "north").clauses == ("EXP-MECH-16",)
    assert thrown_out(played.trace("distance", "north")) == {
        "N2": "EXP-MOVE-12",
        "N1": "EXP-MOVE-13",
        "N3": "EXP-MOVE-13",
    }
    assert played.position.corruption == 0
