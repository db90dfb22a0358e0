"""Scenarios derived from the clauses: thresholds, sweeps, the three actions, scoring and the end."""

from __future__ import annotations

import pytest

from automarium.games.expeditions.commands import Drew, Explored, Go, Total, Vanquished
from automarium.games.expeditions.corrections import Adjust
from automarium.games.expeditions.events import Boxed, Draw, Kept
from tests import traces
from tests.games.expeditions import kit
from tests.games.expeditions.kit import DEFINITION


@pytest.mark.clause("EXP-SCN-10", "EXP-MECH-15", "EXP-MECH-18")
def test_below_the_threshold_a_matching_location_is_only_walked_onto() -> None:
    table = kit.position({"N2": [3, 4]}, glory=2)
    before = kit.plain(table)
    played = kit.play(table, kit.card(kit.section(1, kit.corr(2, glory=3))))
    assert played.of("north") == [{"do": "move", "mech": "north", "from": "N1", "to": "N2"}]
    assert played.step("move", "north").clauses == ("EXP-MECH-15",)
    assert kit.changes(before, table) == {"mechs.north": "N2", "mechs.central": "C6"}, "no token is taken"


@pytest.mark.clause("EXP-SCN-11", "EXP-MECH-05")
def test_the_sweep_is_made_at_the_start_of_the_way() -> None:
    played = kit.play(kit.position({"N3": [5]}), kit.card(kit.section(1, kit.corr(), sweep=True)))
    assert played.of("north") == [
        {"do": "sweep", "mech": "north", "at": "N1"},
        {"do": "move", "mech": "north", "from": "N1", "to": "N3"},
        {"do": "cleanse", "mech": "north", "at": "N3", "tokens": [5]},
    ]


@pytest.mark.clause("EXP-SCN-12", "EXP-MECH-07")
def test_the_sweep_happens_below_the_threshold_too() -> None:
    played = kit.play(kit.position({"N2": kit.MAP}, glory=2), kit.CARDS[3], turned_up=())
    assert kit.CARDS[3].north == kit.section(3, kit.map_token(3), sweep=True)
    assert played.position.glory == 2, "the token has not reached a glory space"
    assert played.of("north") == [
        {"do": "sweep", "mech": "north", "at": "N1"},
        {"do": "move", "mech": "north", "from": "N1", "to": "N4"},
    ]


@pytest.mark.clause("EXP-SCN-15", "EXP-CLEANSE-03")
def test_two_tokens_are_all_that_a_triple_cleanse_finds() -> None:
    table = kit.position({"N1": [6, 3]})
    played = kit.play(table, kit.card(kit.section(1, kit.corr(3))))
    assert played.of("north") == [{"do": "cleanse", "mech": "north", "at": "N1", "tokens": [6, 3]}]
    assert played.step("cleanse").clauses == ("EXP-CLEANSE-01", "EXP-CLEANSE-03")
    assert (table.corruption, table.tiles["N1"].corruption) == (2, [])


@pytest.mark.clause("EXP-SCN-16", "EXP-CLEANSE-04")
def test_a_cleanse_reaches_below_the_special_token() -> None:
    table = kit.position({"C7": [20, 4, 6]})
    played = kit.play(table, kit.card(None, kit.section(1, kit.corr(2))))
    assert played.of("central") == [{"do": "cleanse", "mech": "central", "at": "C7", "tokens": [4, 6]}]
    assert (table.corruption, table.special, table.tiles["C7"].corruption) == (2, False, [20])


@pytest.mark.clause("EXP-SCN-17", "EXP-EXPLORE-04", "EXP-EXPLORE-08")
def test_exploring_the_tile_of_the_special_token_gives_the_map_token_only() -> None:
    table = kit.position({"N2": kit.MAP})
    played = kit.play(table, kit.card(kit.section(1, kit.map_token())), turned_up=([20],))
    assert (table.maps, table.corruption, table.special) == (1, 0, False)
    assert table.tiles["N2"].corruption == [20]
    assert played.step("turned-up").clauses == ("EXP-EXPLORE-03", "EXP-EXPLORE-08")


@pytest.mark.clause("EXP-SCN-18", "EXP-LAIR-05")
def test_the_human_was_first_at_the_special_token() -> None:
    """In a live game: turned up and taken by the human, then a card with the lair in its north section."""
    live = kit.game({"deck": "mine"})
    live.put(Adjust(what="glory", to=6))
    live.put(Explored(at="N2", tokens=[20]))
    live.put(Vanquished(at="N2", count=1))
    assert live.position.human_special
    played = kit.let_play(live, 12)
    assert kit.CARDS[12].north == kit.section(3, kit.lair(6))
    assert played.of("north") == [{"do": "move", "mech": "north", "from": "N1", "to": "N4"}]
    assert played.step("move", "north").clauses == ("EXP-MECH-16",)
    assert not live.position.special


@pytest.mark.clause("EXP-SCN-19", "EXP-SCORE-11")
def test_sixty_one_each_is_the_automas_win() -> None:
    live = kit.game({"level": 3})
    for what, to in {"glory": 8, "corruption": 7, "maps": 7}.items():
        live.put(Adjust(what=what, to=to))
    kit.finished(live).put(Total(coins=61))
    scored = DEFINITION.scoring.score(live.position, live.rulings)
    assert scored.totals == {"automa": 61, "human": 61}
    assert scored.verdict is not None
    assert scored.verdict.key == "verdict.tie"


@pytest.mark.clause("EXP-SCN-21", "EXP-LEVEL-03", "EXP-LEVEL-05")
@pytest.mark.parametrize(("level", "rate"), [(1, 4), (2, 4), (3, 5), (4, 6), (5, 7)])
def test_two_coins_more_for_each_of_six_glory_tokens(level: int, rate: int) -> None:
    points = {}
    for change in (0, 2):
        live = kit.game({"level": level, "coin_change": change})
        for what, to in {"glory": 6, "maps": 5, "corruption": 3}.items():
            live.put(Adjust(what=what, to=to))
        points[change] = {
            line.what: line.points for line in DEFINITION.scoring.score(live.position, live.rulings).lines
        }
    assert points[2]["glory"] == 6 * (rate + 2)
    assert points[2] == points[0] | {"glory": points[0]["glory"] + 6 * 2}


@pytest.mark.clause("EXP-SCN-23", "EXP-TARGET-17")
def test_the_map_token_under_the_mech_comes_before_the_next() -> None:
    table = kit.position({"N1": kit.MAP, "N2": kit.MAP})
    played = kit.play(table, kit.card(kit.section(2, kit.map_token())))
    assert played.of("north") == [{"do": "explore", "mech": "north", "at": "N1"}]
    assert (table.mechs["north"], table.tiles["N2"].map) == ("N1", True)
    assert traces.thrown_out(played.trace("target", "north"))["N2"] == "EXP-TARGET-16"


@pytest.mark.clause("EXP-SCN-24", "EXP-AMB-01", "EXP-TARGET-11")
def test_a_mixed_stack_is_no_lair_unless_the_ruling_is_switched() -> None:
    drawn = kit.card(kit.section(1, kit.lair()))
    table = kit.position({"N3": [3, 20]})
    played = kit.play(table, drawn)
    assert played.of("north") == [{"do": "move", "mech": "north", "from": "N1", "to": "N2"}]
    assert traces.thrown_out(played.trace("target", "north"))["N3"] == "EXP-TARGET-11"
    table = kit.position({"N3": [3, 20]})
    assert kit.play(table, drawn, AMB_01="any").of("north") == [
        {"do": "move", "mech": "north", "from": "N1", "to": "N3"},
        {"do": "cleanse-20", "mech": "north", "at": "N3"},
    ]
    assert (table.special, table.corruption, table.tiles["N3"].corruption) == (True, 0, [3])


@pytest.mark.clause("EXP-SCN-25", "EXP-MECH-21", "EXP-MECH-18")
def test_a_section_without_a_target_line_explores_nothing() -> None:
    """Card 9 moves the central mech two locations; it stands on a map token and ends on another."""
    table = kit.position({"C7": kit.MAP, "C5": kit.MAP}, glory=8)
    before = kit.plain(table)
    played = kit.play(table, kit.CARDS[9], turned_up=())
    assert played.of("central") == [{"do": "move", "mech": "central", "from": "C7", "to": "C5"}]
    assert played.step("move", "central").clauses == ("EXP-MECH-21",)
    assert kit.changes(before, table) == {"progress": 1, "mechs.north": "N4", "mechs.central": "C5"}


@pytest.mark.clause("EXP-SCN-26", "EXP-END-02", "EXP-END-04", "EXP-END-05")
def test_her_eighth_token_in_step_three() -> None:
    """Both mechs still act; then the human's final turn, her final turn, and the scoring."""
    live = kit.game({"deck": "mine"})
    live.put(Adjust(what="progress", to=26))
    live.put(Adjust(what="glory", to=7))
    turn = kit.let_play(live, 14)
    assert turn.steps == [
        {"do": "progress", "to": 27, "glory": 8},
        {"do": "move", "mech": "north", "from": "N1", "to": "N4"},
        {"do": "explore", "mech": "central", "at": "C7"},
    ]
    assert [step.event.key() for step in turn.told][-2:] == ["ending.automa", "final-turn.human"]
    assert live.position.to_move == "human"
    last = kit.let_play(live, 8)
    told = [step.event.key() for step in last.told]
    assert (told[0], told[-1]) == ("final-turn.automa", "over")
    assert [step["do"] for step in last.steps] == ["move", "move"]
    kit.finished(live).put(Total(coins=40))
    verdict = DEFINITION.scoring.score(live.position, live.rulings).verdict
    assert verdict is not None
    assert verdict.key == "verdict.human", "40 against 8 × 4 and one map token"


@pytest.mark.clause("EXP-SCN-01", "EXP-MOVE-03", "EXP-MECH-15")
def test_from_the_rightmost_northern_location_to_the_leftmost() -> None:
    table = kit.position({"N1": kit.MAP, "N7": kit.MAP}, north="N7", glory=1)
    played = kit.play(table, kit.card(kit.section(1, kit.map_token(glory=2))))
    assert played.of("north") == [{"do": "move", "mech": "north", "from": "N7", "to": "N1"}]
    assert played.step("move", "north").clauses == ("EXP-MECH-15",)
    assert table.tiles["N1"].closed
    assert table.tiles["N7"].closed
    assert traces.thrown_out(played.trace("target", "north")) == dict.fromkeys(("N7", "N1", "N2", "N3"), "EXP-MECH-09")


@pytest.mark.clause("EXP-SCN-02", "EXP-MOVE-06", "EXP-MOVE-07")
def test_from_the_leftmost_central_location_two_steps() -> None:
    played = kit.play(kit.position(central="C1"), kit.card(None, kit.section(2)))
    assert played.of("central") == [{"do": "move", "mech": "central", "from": "C1", "to": "C6"}]
    assert played.trace("distance", "central").candidates == ("C1", "C7", "C6")


@pytest.mark.clause("EXP-SCN-03", "EXP-MOVE-15")
def test_the_human_stands_where_the_wrap_step_leads() -> None:
    played = kit.play(kit.position(north="N7", human="N1"), kit.card(kit.section(1)))
    assert played.of("north") == [{"do": "move", "mech": "north", "from": "N7", "to": "N2"}]
    assert traces.thrown_out(played.trace("distance", "north")) == {"N1": "EXP-MOVE-12", "N7": "EXP-MOVE-13"}


@pytest.mark.clause("EXP-SCN-04", "EXP-MOVE-13", "EXP-AMB-05")
def test_the_humans_location_is_not_counted_in_a_distance() -> None:
    played = kit.play(kit.position(north="N2", human="N4"), kit.card(kit.section(3)))
    assert played.of("north") == [{"do": "move", "mech": "north", "from": "N2", "to": "N6"}]
    walk = played.trace("distance", "north")
    assert walk.candidates == ("N2", "N3", "N4", "N5", "N6")
    assert traces.thrown_out(walk) == {"N4": "EXP-MOVE-12", **dict.fromkeys(("N2", "N3", "N5"), "EXP-MOVE-13")}
    counted = kit.play(kit.position(north="N2", human="N4"), kit.card(kit.section(3)), AMB_05="counted")
    assert counted.of("north")[0]["to"] == "N5", "by the other ruling"


@pytest.mark.clause("EXP-SCN-05", "EXP-TARGET-03", "EXP-TARGET-16")
def test_the_search_wraps_and_takes_the_nearest() -> None:
    table = kit.position({"N2": kit.MAP, "N3": kit.MAP}, north="N6")
    played = kit.play(table, kit.card(kit.section(1, kit.map_token())))
    assert played.of("north") == [
        {"do": "move", "mech": "north", "from": "N6", "to": "N2"},
        {"do": "explore", "mech": "north", "at": "N2"},
    ]
    assert played.trace("target", "north").candidates == ("N6", "N7", "N1", "N2")
    assert (table.tiles["N2"].closed, table.tiles["N3"].closed) == (False, True)
    nearer = kit.play(
        kit.position({"N1": kit.MAP, "N2": kit.MAP}, north="N6"), kit.card(kit.section(1, kit.map_token()))
    )
    assert nearer.of("north")[0]["to"] == "N1"
    assert traces.thrown_out(nearer.trace("target", "north"))["N2"] == "EXP-TARGET-16"


@pytest.mark.clause("EXP-SCN-06", "EXP-TARGET-02")
def test_the_search_reaches_three_though_the_distance_is_one() -> None:
    played = kit.play(kit.position({"N4": kit.MAP}), kit.card(kit.section(1, kit.map_token())))
    assert played.of("north") == [
        {"do": "move", "mech": "north", "from": "N1", "to": "N4"},
        {"do": "explore", "mech": "north", "at": "N4"},
    ]


@pytest.mark.parametrize("distance", [1, 2, 3])
@pytest.mark.clause("EXP-SCN-07", "EXP-TARGET-01", "EXP-MECH-16")
def test_four_ahead_is_out_of_reach(distance: int) -> None:
    table = kit.position({"N5": kit.MAP})
    played = kit.play(table, kit.card(kit.section(distance, kit.map_token())))
    assert played.of("north") == [{"do": "move", "mech": "north", "from": "N1", "to": f"N{1 + distance}"}]
    assert played.step("move", "north").clauses == ("EXP-MECH-16",)
    assert played.trace("target", "north").candidates == ("N1", "N2", "N3", "N4")
    assert table.tiles["N5"].map


@pytest.mark.clause("EXP-SCN-08", "EXP-TARGET-05")
def test_past_the_human_it_is_within_reach() -> None:
    played = kit.play(kit.position({"N5": kit.MAP}, human="N3"), kit.card(kit.section(1, kit.map_token())))
    assert played.of("north") == [
        {"do": "move", "mech": "north", "from": "N1", "to": "N5"},
        {"do": "explore", "mech": "north", "at": "N5"},
    ]
    assert traces.thrown_out(played.trace("target", "north")) == {
        "N3": "EXP-TARGET-04",
        **dict.fromkeys(("N1", "N2", "N4"), "EXP-TARGET-08"),
    }


@pytest.mark.clause("EXP-SCN-09", "EXP-PROG-11", "EXP-TURN-02")
def test_the_third_glory_token_opens_both_thresholds() -> None:
    table = kit.position({"N2": [4], "C6": [5]}, glory=2, progress=10)
    played = kit.play(
        table, kit.card(kit.section(1, kit.corr(1, glory=3)), kit.section(1, kit.corr(1, glory=3)), progress=True)
    )
    assert played.steps == [
        {"do": "progress", "to": 11, "glory": 3},
        {"do": "move", "mech": "north", "from": "N1", "to": "N2"},
        {"do": "cleanse", "mech": "north", "at": "N2", "tokens": [4]},
        {"do": "move", "mech": "central", "from": "C7", "to": "C6"},
        {"do": "cleanse", "mech": "central", "at": "C6", "tokens": [5]},
    ]


@pytest.mark.parametrize("deck", ["app", "mine"])
@pytest.mark.clause("EXP-SCN-13", "EXP-TURN-03", "EXP-TURN-04")
def test_the_thirteenth_turn_begins_with_a_new_deck(deck: str) -> None:
    live = kit.game({"deck": deck, "level": 1}, seed=11)
    for _ in range(12):
        kit.let_play(live)
    assert (len(live.position.deck.drawn), live.position.deck.left) == (12, 0)
    played = kit.let_play(live)
    assert [step.event.key().removesuffix(".mine") for step in played.told][:2] == ["reshuffle", "draw"]
    pile = live.position.deck
    assert (len(pile.drawn), pile.left, len(pile.unseen)) == (1, 11, 13)
    assert played.the(Draw).left == 11
    assert len(pile.aside) == (2 if deck == "app" else 0), "a physical deck's cards set aside are not known"


@pytest.mark.parametrize("deck", ["app", "mine"])
@pytest.mark.clause("EXP-SCN-14", "EXP-TURN-06")
def test_the_twelfth_card_shuffles_nothing(deck: str) -> None:
    live = kit.game({"deck": deck, "level": 1}, seed=11)
    for _ in range(12):
        played = kit.let_play(live)
        assert not any(step.event.key().startswith("reshuffle") for step in played.told)
    assert played.the(Draw).left == 0
    live.put(Go("S3"))
    assert (len(live.position.deck.drawn), live.position.deck.left, len(live.position.deck.unseen)) == (12, 0, 2)


@pytest.mark.clause("EXP-SCN-20", "EXP-GEN-03", "EXP-GEN-04")
def test_two_cards_go_to_the_box_and_the_third_is_kept() -> None:
    live = kit.game()
    told = [live.put(Drew(number))[0].event for number in (30, 56, 12)]
    assert told == [Boxed("030"), Boxed("056"), Kept("012")]
    assert live.position.boxed == ["030", "056"]


@pytest.mark.parametrize(("north", "distance"), [("N1", 1), ("N1", 3), ("N6", 2), ("N7", 3)])
@pytest.mark.clause("EXP-SCN-22", "EXP-MOVE-09", "EXP-MOVE-10", "EXP-MOVE-11")
def test_a_distance_move_ends_on_a_closed_location_and_leaves_it(north: str, distance: int) -> None:
    end = f"N{(int(north[1]) - 1 + distance) % 7 + 1}"
    table = kit.position({end: kit.MAP}, north=north, glory=2)
    kit.play(table, kit.card(kit.section(distance, kit.map_token(glory=3))))
    assert table.mechs["north"] == end
    assert (table.tiles[end].closed, table.tiles[end].map, table.maps) == (True, True, 0)
    bare = kit.position({end: kit.CLOSED}, north=north)
    kit.play(bare, kit.card(kit.section(distance)))
    assert (bare.mechs["north"], bare.tiles[end].closed) == (end, True)


@pytest.mark.clause("EXP-SCN-22", "EXP-MOVE-09", "EXP-MOVE-10", "EXP-MOVE-11")
def test_the_same_in_a_live_game_with_a_printed_card() -> None:
    """Card 7 takes both mechs one location on: two closed tiles, with their map tokens, stay as they are."""
    live = kit.game({"deck": "mine"})
    assert kit.CARDS[7].central.target is None
    kit.let_play(live, 7)
    assert live.position.mechs == {"north": "N2", "central": "C6"}
    assert all(tile.closed and tile.map for tile in live.position.tiles.values())
    live.put(Adjust("north", "N7"))
    kit.let_play(live, 8)
    assert live.position.mechs == {"north": "N2", "central": "C5"}
    assert all(tile.closed and tile.map for tile in live.position.tiles.values())
