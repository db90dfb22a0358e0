"""Rulings: every choice of every ruling, the default by not naming one (EXP-AMB)."""

from __future__ import annotations

from typing import Any

import pytest

from automarium.engine.content.clauses import load_catalogue, text_in
from automarium.engine.content.rulings import settle
from automarium.engine.game.playthrough import Playthrough
from automarium.engine.message import Refused, term
from automarium.engine.play.chance import Chance
from automarium.engine.play.command import Respond
from automarium.engine.play.desk import Table
from automarium.engine.question import Series
from automarium.games.expeditions.commands import Boasted, Drew, Go, Next
from automarium.games.expeditions.corrections import Adjust
from automarium.games.expeditions.decisions import ScoreFacts
from automarium.games.expeditions.decisions import settle_score as ask_score
from automarium.games.expeditions.position import Target
from automarium.games.expeditions.rulings import Rulings
from automarium.i18n.languages import LANGUAGES
from tests import traces
from tests.games.expeditions import kit
from tests.games.expeditions.kit import DEFINITION

MIXED = [[20, 3], [3, 20]]


def rulings(**chosen: str) -> Rulings:
    return settle(Rulings, {f"EXP-{name.replace('_', '-')}": choice for name, choice in chosen.items()})


def cited(clause: str, **chosen: str) -> list[str]:
    """Return the keys of the checklist items that cite a clause."""
    items = DEFINITION.setup.checklist(kit.game(switches=chosen).position, rulings(**chosen))
    return [said.key for said, clauses in items if clause in clauses]


# ---------------------------------------------------------------------------------- 01: the special token in company


@pytest.mark.clause("EXP-AMB-01")
@pytest.mark.parametrize("chosen", [{}, {"AMB_01": "alone"}])
@pytest.mark.parametrize("lying", MIXED)
def test_01_by_default_the_lair_wants_the_special_token_alone(lying: list[int], chosen: dict[str, str]) -> None:
    table = kit.position({"N2": lying})
    played = kit.play(table, kit.card(kit.section(3, kit.lair())), **chosen)
    assert table.mechs["north"] == "N4"
    assert not table.special
    assert traces.thrown_out(played.trace("target", "north"))["N2"] == "EXP-TARGET-11"


@pytest.mark.clause("EXP-AMB-01")
@pytest.mark.parametrize("lying", MIXED)
def test_01_switched_other_corruption_there_is_irrelevant(lying: list[int]) -> None:
    table = kit.position({"N2": lying})
    played = kit.play(table, kit.card(kit.section(3, kit.lair())), AMB_01="any")
    assert [step["do"] for step in played.of("north")] == ["move", "cleanse-20"]
    assert (table.special, table.corruption, table.tiles["N2"].corruption) == (True, 0, [3])
    assert "EXP-TARGET-11" not in [stage.clause for stage in played.trace("target", "north").stages]


@pytest.mark.clause("EXP-AMB-01")
@pytest.mark.parametrize("choice", ["alone", "any"])
def test_01_a_special_token_alone_matches_either_way(choice: str) -> None:
    table = kit.position({"N2": [20], "N1": [3]})
    kit.play(table, kit.card(kit.section(3, kit.lair())), AMB_01=choice)
    assert (table.special, table.mechs["north"]) == (True, "N2")


# ------------------------------------------------------------------------------------------------- 02: final turns


def before_her_eighth(**chosen: str) -> Playthrough:
    live = kit.game({"deck": "mine"}, switches=chosen)
    live.put(Adjust(what="progress", to=26))
    live.put(Adjust(what="glory", to=7))
    return live


@pytest.mark.clause("EXP-AMB-02")
@pytest.mark.parametrize("chosen", [{}, {"AMB_02": "final-turns"}])
def test_02_by_default_each_side_has_a_final_turn_after_her_eighth(chosen: dict[str, str]) -> None:
    live = before_her_eighth(**chosen)
    turn = kit.let_play(live, 6)
    assert [step["do"] for step in turn.steps] == ["progress", "move", "move"], "her mechs still act"
    assert [step.event.key() for step in turn.told][-2:] == ["ending.automa", "final-turn.human"]
    assert live.position.final_turns == ["human", "automa"]
    last = kit.let_play(live, 7)
    assert last.step("over").clauses == ("EXP-END-05",)
    assert live.position.turn == 2


@pytest.mark.clause("EXP-AMB-02")
def test_02_switched_her_eighth_ends_the_game_at_once() -> None:
    """Not even her mechs act any more."""
    live = before_her_eighth(AMB_02="at-once")
    turn = kit.let_play(live, 6)
    assert [step.event.key() for step in turn.told] == ["draw", "progress.glory", "ending.automa", "over"]
    assert live.position.mechs == {"north": "N1", "central": "C7"}
    assert (live.position.over, live.position.turn) == (True, 1)
    with pytest.raises(Refused):
        live.put(Next())


@pytest.mark.clause("EXP-AMB-02")
def test_02_by_default_the_humans_fourth_is_followed_by_final_turns() -> None:
    live = kit.game({"deck": "mine"})
    for _ in range(4):
        live.put(Boasted())
    assert not live.position.over
    assert [step.event.key() for step in kit.let_play(live, 8).told][-1] == "final-turn.human"
    assert [step.event.key() for step in kit.let_play(live).told] == ["over"]


@pytest.mark.clause("EXP-AMB-02")
def test_02_switched_the_humans_fourth_ends_the_game_at_once() -> None:
    live = kit.game(AMB_02="at-once")
    for _ in range(3):
        live.put(Boasted())
    assert not live.position.over
    assert [step.event.key() for step in live.put(Boasted())] == ["ending.human", "over"]
    assert (live.position.over, live.position.turn) == (True, 0)
    with pytest.raises(Refused):
        live.put(Next())


@pytest.mark.clause("EXP-AMB-02")
def test_02_switched_her_other_tokens_do_not_stop_her_mechs() -> None:
    live = kit.game({"deck": "mine"}, AMB_02="at-once")
    live.put(Adjust(what="progress", to=14))
    live.put(Adjust(what="glory", to=3))
    assert [step["do"] for step in kit.let_play(live, 6).steps] == ["progress", "move", "move"]
    assert (live.position.glory, live.position.over) == (4, False)


# ---------------------------------------------------------------------------------------- 03: a line without a number


@pytest.mark.clause("EXP-AMB-03")
@pytest.mark.parametrize("chosen", [{}, {"AMB_03": "zero"}])
@pytest.mark.parametrize("glory", [0, 8])
def test_03_by_default_a_symbol_without_a_number_needs_no_glory(glory: int, chosen: dict[str, str]) -> None:
    played = kit.play(kit.position({"N3": [3]}, glory=glory), kit.card(kit.section(1, kit.corr(glory=None))), **chosen)
    assert [step["do"] for step in played.of("north")] == ["move", "cleanse"]
    assert played.trace("target", "north").stages[0].clause == "EXP-AMB-03"


@pytest.mark.clause("EXP-AMB-03")
@pytest.mark.parametrize("glory", [0, 8])
@pytest.mark.parametrize("target", [kit.corr(glory=None), kit.map_token(None), kit.lair(None)])
def test_03_switched_a_symbol_without_a_number_is_no_target(glory: int, target: Target) -> None:
    """However much glory she has."""
    table = kit.position({"N1": [20], "N2": [3], "N3": kit.MAP}, glory=glory)
    played = kit.play(table, kit.card(kit.section(3, target)), AMB_03="no-target")
    assert played.of("north") == [{"do": "move", "mech": "north", "from": "N1", "to": "N4"}]
    assert traces.thrown_out(played.trace("target", "north"))["N1"] == "EXP-AMB-03"


@pytest.mark.clause("EXP-AMB-03")
@pytest.mark.parametrize("choice", ["zero", "no-target"])
def test_03_a_printed_number_and_an_empty_line_do_not_depend_on_it(choice: str) -> None:
    drawn = kit.card(kit.section(2, kit.corr(glory=0)), kit.section(2))
    played = kit.play(kit.position({"N1": [3], "C7": [4]}), drawn, AMB_03=choice)
    assert [step["do"] for step in played.steps] == ["cleanse", "move"]
    assert played.step("move", "central").clauses == ("EXP-MECH-21",)
    assert played.trace("target", "north").stages[0].clause == "EXP-MECH-09"


# ------------------------------------------------------------------------------------------- 04: sweep before moving


@pytest.mark.clause("EXP-AMB-04")
@pytest.mark.parametrize("target", [None, kit.corr()])
def test_04_the_sweep_is_made_before_the_move(target: Target | None) -> None:
    table = kit.position({"N3": [3]})
    played = kit.play(table, kit.card(kit.section(2, target, sweep=True)))
    assert [step["do"] for step in played.of("north")[:2]] == ["sweep", "move"]
    assert played.step("sweep").event.params()["at"] == term("place", "N1")
    assert table.mechs["north"] == "N3"


# ----------------------------------------------------------------------------- 05: the human's location and distances

HUMAN_AHEAD = [  # mech, human, distance, the end if skipped, the end if counted
    ("N2", "N4", 3, "N6", "N5"),
    ("N2", "N4", 2, "N5", "N5"),
    ("N2", "N4", 1, "N3", "N3"),
    ("N2", "N5", 2, "N4", "N4"),
    ("N7", "N1", 1, "N2", "N2"),
    ("N7", "N1", 2, "N3", "N2"),
    ("N6", "N1", 3, "N3", "N2"),
]


@pytest.mark.clause("EXP-AMB-05")
@pytest.mark.parametrize("chosen", [{}, {"AMB_05": "skipped"}])
@pytest.mark.parametrize(("start", "human", "distance", "skipped", "counted"), HUMAN_AHEAD)
def test_05_by_default_the_humans_location_uses_up_no_step(
    start: str, human: str, distance: int, skipped: str, counted: str, chosen: dict[str, str]
) -> None:
    table = kit.position(north=start, human=human)
    played = kit.play(table, kit.card(kit.section(distance)), **chosen)
    assert table.mechs["north"] == skipped
    walk = played.trace("distance", "north")
    counting = "EXP-MOVE-13" if human in walk.candidates else "EXP-MECH-17"
    assert counting in [stage.clause for stage in walk.stages], "the ruling is named only where it had a say"


@pytest.mark.clause("EXP-AMB-05")
@pytest.mark.parametrize(("start", "human", "distance", "skipped", "counted"), HUMAN_AHEAD)
def test_05_switched_it_uses_up_a_step_but_no_mech_ends_there(
    start: str, human: str, distance: int, skipped: str, counted: str
) -> None:
    table = kit.position(north=start, human=human)
    kit.play(table, kit.card(kit.section(distance)), AMB_05="counted")
    assert table.mechs["north"] == counted


@pytest.mark.clause("EXP-AMB-05")
@pytest.mark.parametrize("choice", ["skipped", "counted"])
def test_05_the_search_range_never_counts_it(choice: str) -> None:
    """That is stated in the rulebook; only the distance line is open."""
    table = kit.position({"N5": [3]}, human="N2")
    kit.play(table, kit.card(kit.section(1, kit.corr())), AMB_05=choice)
    assert (table.mechs["north"], table.corruption) == ("N5", 1)


# ------------------------------------------------------------------------------------------------- 06: the refill

BOTH_SWEEP = kit.card(kit.section(sweep=True), kit.section(sweep=True))


@pytest.mark.clause("EXP-AMB-06")
@pytest.mark.parametrize("chosen", [{}, {"AMB_06": "at-once"}])
def test_06_by_default_gaps_are_refilled_at_once(chosen: dict[str, str]) -> None:
    """Regression: the default was the end of her turn. The mechs go where they go either way."""
    played = kit.play(kit.position(), BOTH_SWEEP, **chosen)
    assert [step.event.key() for step in played.told] == ["sweep", "refill", "move", "sweep", "refill", "move"]
    assert [step.clauses for step in played.told if step.event.key() == "refill"] == [("EXP-AMB-06",)] * 2
    assert [played.trace("distance", mech).chosen for mech in ("north", "central")] == ["N2", "C6"]
    assert cited("EXP-AMB-06", **chosen) == ["remind.refill.at-once"]


@pytest.mark.clause("EXP-AMB-06")
def test_06_switched_gaps_are_refilled_at_the_end_of_her_turn() -> None:
    played = kit.play(kit.position(), BOTH_SWEEP, AMB_06="end-of-turn")
    assert [step.event.key() for step in played.told] == ["sweep", "move", "sweep", "move", "refill"]
    assert played.step("refill").clauses == ("EXP-AMB-06",)
    assert [played.trace("distance", mech).chosen for mech in ("north", "central")] == ["N2", "C6"]
    assert cited("EXP-AMB-06", AMB_06="end-of-turn") == ["remind.refill.end-of-turn"]


@pytest.mark.clause("EXP-AMB-01", "EXP-AMB-02", "EXP-AMB-06", "EXP-AMB-08", "EXP-AMB-11", "EXP-AMB-12")
@pytest.mark.parametrize("number", ["01", "02", "06", "08", "11", "12"])
def test_reasons_that_rest_on_the_base_rules_name_their_source(number: str) -> None:
    """Regression: the reason of EXP-AMB-06 was a guess, and the others named no source for the normal game."""
    reason = load_catalogue(DEFINITION.folder).rulings[f"EXP-AMB-{number}"].reason
    assert all("rulespal" in text_in(reason, lang) for lang in LANGUAGES)


@pytest.mark.clause("EXP-AMB-06")
@pytest.mark.parametrize("choice", ["end-of-turn", "at-once"])
@pytest.mark.parametrize(("north", "central"), [(True, False), (False, True), (False, False)])
def test_06_what_was_not_swept_is_not_refilled(choice: str, north: bool, central: bool) -> None:
    played = kit.play(kit.position(), kit.card(kit.section(sweep=north), kit.section(sweep=central)), AMB_06=choice)
    assert [step.event.key() for step in played.told].count("refill") == north + central


# ---------------------------------------------------------------------------------------------- 07: the four cards


@pytest.mark.clause("EXP-AMB-07")
@pytest.mark.parametrize(
    ("chosen", "key", "said"),
    [
        ({}, "setup.removed.always", "Before you shuffle the main deck"),
        ({"AMB_07": "always"}, "setup.removed.always", "Before you shuffle the main deck"),
        ({"AMB_07": "drawn"}, "setup.removed.drawn", "When you draw card"),
    ],
)
def test_07_the_four_cards_leave_always_or_only_when_drawn(chosen: dict[str, str], key: str, said: str) -> None:
    """Always is done before the first shuffle; drawing boxes a card either way."""
    assert cited("EXP-AMB-07", **chosen) == [key]
    live = kit.game(switches=chosen)
    assert said in kit.shown(live, "EXP-AMB-07")
    assert [step.event.key() for step in live.put(Drew(card=30))] == ["boxed"]
    assert live.position.boxed == ["030"]


# ----------------------------------------------------------------------------------- 08: what the special token scores


@pytest.mark.clause("EXP-AMB-08")
@pytest.mark.parametrize(("chosen", "tokens"), [({}, 3), ({"AMB_08": "counts"}, 3), ({"AMB_08": "nothing"}, 2)])
def test_08_the_special_token_counts_as_one_or_not_at_all(chosen: dict[str, str], tokens: int) -> None:
    """Taken in play, with two ordinary ones of different values."""
    table = kit.position({"N1": [20], "C7": [6, 3]})
    kit.play(table, kit.card(kit.section(1, kit.lair()), kit.section(1, kit.corr(2))))
    assert DEFINITION.scoring.score(table, rulings(**chosen)).totals == {"automa": tokens * 2}
    table.special = False
    assert DEFINITION.scoring.score(table, rulings(**chosen)).totals == {"automa": 4}, (
        "without it the ruling says nothing"
    )


# ---------------------------------------------------------------------------------------------------- 09: the track


def track(**chosen: str) -> list[list[int]]:
    """Return the numbers of the track on the board, line by line."""
    lines = DEFINITION.words.text(kit.position(progress=9), rulings(**chosen), lambda key, **_: key, 100)
    start = next(index for index, line in enumerate(lines) if line.startswith("board.track"))
    marks = str.maketrans("*[]", "   ")
    return [[int(word) for word in line.removeprefix("board.track").translate(marks).split()] for line in lines[start:]]


@pytest.mark.clause("EXP-AMB-09")
@pytest.mark.parametrize("chosen", [{}, {"AMB_09": "lines"}])
def test_09_by_default_every_line_of_the_track_runs_left_to_right(chosen: dict[str, str]) -> None:
    assert [space for line in track(**chosen) for space in line] == list(range(29))
    assert len(track(**chosen)) == 4


@pytest.mark.clause("EXP-AMB-09")
def test_09_switched_every_other_line_runs_back() -> None:
    lines = track(AMB_09="snake")
    for index, line in enumerate(track()):
        assert lines[index] == (line[::-1] if index % 2 else line)


@pytest.mark.clause("EXP-AMB-09")
@pytest.mark.parametrize("choice", ["lines", "snake"])
def test_09_the_token_follows_the_numbers_either_way(choice: str) -> None:
    table = kit.position()
    for _ in range(28):
        kit.play(table, kit.card(progress=True), AMB_09=choice)
    assert (table.progress, table.glory) == (28, 8)


# ------------------------------------------------------------------------------------------------- 10: the last space


@pytest.mark.clause("EXP-AMB-10")
@pytest.mark.parametrize("chosen", [{}, {"AMB_10": "ignore"}])
def test_10_by_default_progress_on_the_last_space_is_ignored(chosen: dict[str, str]) -> None:
    table = kit.position(progress=28, glory=8)
    played = kit.play(table, kit.card(progress=True), **chosen)
    assert (table.progress, table.glory) == (28, 8)
    assert [step["do"] for step in played.steps] == ["move", "move"]


@pytest.mark.clause("EXP-AMB-10")
def test_10_switched_the_token_starts_again() -> None:
    table = kit.position(progress=28, glory=8)
    played = kit.play(table, kit.card(progress=True), AMB_10="start-again")
    assert (table.progress, table.glory) == (0, 8)
    assert played.steps[0] == {"do": "progress", "to": 0}


@pytest.mark.clause("EXP-AMB-10")
@pytest.mark.parametrize("choice", ["ignore", "start-again"])
def test_10_before_the_last_space_it_says_nothing(choice: str) -> None:
    table = kit.position(progress=27, glory=8)
    kit.play(table, kit.card(progress=True), AMB_10=choice)
    assert table.progress == 28


# ------------------------------------------------------------------------------------- 11: a map token on an open tile


@pytest.mark.clause("EXP-AMB-11")
@pytest.mark.parametrize("chosen", [{}, {"AMB_11": "closed"}])
def test_11_by_default_only_a_map_token_on_a_closed_tile_matches(chosen: dict[str, str]) -> None:
    table = kit.position({"N2": [4], "N3": kit.MAP})
    table.tiles["N2"].map = True
    played = kit.play(table, kit.card(kit.section(1, kit.map_token())), **chosen)
    assert [step["do"] for step in played.of("north")] == ["move", "explore"]
    assert table.mechs["north"] == "N3"
    assert traces.thrown_out(played.trace("target", "north"))["N2"] == "EXP-AMB-11"
    assert table.tiles["N2"].map


@pytest.mark.clause("EXP-AMB-11")
def test_11_switched_a_map_token_on_an_open_tile_matches_too() -> None:
    """It is taken; there is no tile to turn up, so nothing is asked and no corruption comes."""
    table = kit.position({"N2": [4], "N3": kit.MAP})
    table.tiles["N2"].map = True
    before = kit.plain(table)
    played = kit.play(table, kit.card(kit.section(1, kit.map_token())), turned_up=(), AMB_11="any")
    assert played.of("north")[-1] == {"do": "explore", "mech": "north", "at": "N2"}
    assert kit.changes(before, table) == {"mechs.north": "N2", "mechs.central": "C6", "tiles.N2.map": False, "maps": 1}


@pytest.mark.clause("EXP-AMB-11")
@pytest.mark.parametrize("choice", ["closed", "any"])
def test_11_a_tile_without_a_map_token_never_matches(choice: str) -> None:
    table = kit.position({"N1": kit.CLOSED, "N2": [3]})
    kit.play(table, kit.card(kit.section(1, kit.map_token())), AMB_11=choice)
    assert (table.maps, table.mechs["north"]) == (0, "N2")


# ------------------------------------------------------------------------------------------------- 12: the empty bag


@pytest.mark.clause("EXP-AMB-12")
def test_12_an_opened_tile_may_get_nothing_from_an_empty_bag() -> None:
    """The empty answer is taken; token, tile and mech are as ever."""
    live = kit.game({"deck": "mine"})
    live.put(Next())
    live.put(Respond(14))
    assert isinstance(live.question, Series)
    assert (live.question.about, live.question.default) == ("ask.turned-up", [])
    told = live.put(Respond([]))
    assert "turned-up.none" in [step.event.key() for step in told]
    tile = live.position.tiles["C7"]
    assert (tile.closed, tile.map, tile.corruption) == (False, False, [])
    assert (live.position.maps, live.position.mechs["central"]) == (1, "C7")
    assert cited("EXP-AMB-12") == ["remind.bag"]


# ------------------------------------------------------------------------------------------------- 13: the coin change


@pytest.mark.clause("EXP-AMB-13")
@pytest.mark.parametrize("chosen", [{}, {"AMB_13": "recommended"}])
def test_13_by_default_the_range_is_a_limit(chosen: dict[str, str]) -> None:
    for change in (-2, 3):
        assert kit.game({"coin_change": change}, switches=chosen).position.coin_change == change
    for change in (-3, 4):
        with pytest.raises(Refused) as refused:
            kit.game({"coin_change": change}, switches=chosen)
        assert refused.value.where == "options.coin_change"
        with pytest.raises(Refused):
            ask_score(ScoreFacts(2, 8, 0, 0, change), rulings(**chosen), Table(Chance(0)))


@pytest.mark.clause("EXP-AMB-13")
@pytest.mark.parametrize("change", [-4, -3, 4, 10])
def test_13_switched_any_change_is_taken(change: int) -> None:
    live = kit.game({"coin_change": change}, AMB_13="free")
    live.put(Adjust(what="glory", to=5))
    assert DEFINITION.scoring.score(live.position, live.rulings).totals == {"automa": 5 * (4 + change)}
    assert ask_score(ScoreFacts(2, 5, 0, 0, change), rulings(AMB_13="free"), Table(Chance(0))).answer == 5 * (
        4 + change
    )


# -------------------------------------------------------------------------------------- 14 … 17: told to the person


@pytest.mark.clause("EXP-AMB-14")
def test_14_the_person_is_told_that_her_mechs_are_an_opponents() -> None:
    assert cited("EXP-AMB-14") == ["remind.opponent"]
    assert "each Automa mech is an opponent's mech" in kit.shown(kit.game(), "EXP-AMB-14")


@pytest.mark.clause("EXP-AMB-15")
def test_15_the_person_is_told_which_mechs_are_hers() -> None:
    assert cited("EXP-AMB-15") == ["setup.north"]
    assert "an unused mech" in kit.shown(kit.game(), "EXP-AMB-15")


@pytest.mark.clause("EXP-AMB-16")
def test_16_her_tokens_lie_outside_all_categories() -> None:
    """The person is told so, and however many she has, the human still needs all four of their own."""
    assert cited("EXP-AMB-16") == ["remind.corner"]
    assert "neither fulfil nor block a category" in kit.shown(kit.game(), "EXP-AMB-16")
    live = kit.game()
    live.put(Adjust(what="glory", to=7))
    endings: list[Any] = [live.put(Boasted()) for _ in range(4)]
    assert [len(told) for told in endings] == [0, 0, 0, 1]
    assert live.position.glory == 7


@pytest.mark.clause("EXP-AMB-17")
@pytest.mark.parametrize(("mech", "at"), [("north", "N1"), ("central", "C7")])
def test_17_the_human_cannot_end_on_an_automa_mech(mech: str, at: str) -> None:
    live = kit.game()
    live.put(Go(to="N3"))
    before, inputs = kit.plain(live.position), len(live.inputs)
    for told, key in ((Go(to=at), "go.occupied"), (Adjust(what="human", to=at), "answer.option")):
        with pytest.raises(Refused) as refused:
            live.put(told)
        assert refused.value.message.key == key
    assert kit.changes(before, live.position) == {}
    assert len(live.inputs) == inputs
    live.put(Adjust(what=mech, to=f"{at[0]}5"))
    live.put(Go(to=at))
    assert live.position.human == at, "the mech has gone"


@pytest.mark.clause("EXP-AMB-17")
def test_17_the_person_is_told_that_only_passing_is_allowed() -> None:
    assert cited("EXP-AMB-17") == ["remind.pass"]
    assert "can't end there" in kit.shown(kit.game(), "EXP-AMB-17")
