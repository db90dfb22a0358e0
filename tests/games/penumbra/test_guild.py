"""PEN-GUILD and PEN-TRIAL: which Contract, which Trial, and what follows."""

from __future__ import annotations

import pytest

from automarium.engine.message import Refused
from automarium.games.penumbra.events import (
    Completes,
    Fixed,
    Full,
    GainsAlignment,
    Line,
    Passes,
    Placed,
    Refresh,
    Reveal,
    TurnEnds,
)
from tests.games.penumbra.kit import Played, board, position, turn
from tests.traces import thrown_out_by_name as out_by

CONTRACT = board(["contract", "unique none"])
TRIAL = board(["trial", "unique none"])


def completing(level: int, vps: list[int], sides: object = "light", alignment: str | None = None) -> Played:
    on = position(CONTRACT, level=level, alignment=alignment, turn=0)
    return turn(on, "red a", contracts=vps, sides=sides, rolls=[1])


def passing(level: int, difficulties: list[int], vps: list[int], **said: object) -> Played:
    return turn(position(TRIAL, level=level, turn=0), "red a", trials=difficulties, trial_vps=vps, **said)


# ----------------------------------------------------------------------------------------------------------- Contracts


@pytest.mark.clause("PEN-GUILD-01", "PEN-GUILD-02")
@pytest.mark.parametrize(("vp", "allowed"), [(0, True), (2, True), (3, False), (4, False)])
def test_vp_must_be_below_the_level(vp: int, allowed: bool) -> None:
    played = completing(3, [vp])
    assert (played.position.contracts == [vp]) is allowed
    assert played.the(Line).number == (1 if allowed else 2)


@pytest.mark.clause("PEN-GUILD-03", "PEN-GUILD-12")
def test_a_die_of_the_cards_colour_whose_value_does_not_matter() -> None:
    for value in range(1, 7):
        on = position(CONTRACT, level=4, turn=0)
        played = turn(on, "orange a", contracts=[1, 3, 2], sides="light", rolls=[value])
        assert played.the(Placed) == Placed("orange", "guild", None), "the value is not asked"
        assert played.the(Completes).number == 2


@pytest.mark.clause("PEN-GUILD-04", "PEN-GUILD-05")
@pytest.mark.parametrize("side", ["light", "dark"])
def test_the_first_contract_may_be_of_either_side_and_fixes_it(side: str) -> None:
    played = completing(4, [1, 3], side)
    assert played.position.alignment == side
    assert played.the(Fixed).alignment == side
    assert played.asked.count("ask.contract.side") == 1, "only the chosen one's side matters"


@pytest.mark.clause("PEN-GUILD-06")
def test_later_only_contracts_of_her_alignment() -> None:
    played = completing(4, [3, 2], ("light", "dark"), "dark")
    assert played.the(Completes).number == 2
    assert out_by(played.trace("contract")) == {"0": "PEN-GUILD-06"}


@pytest.mark.clause("PEN-GUILD-07", "PEN-GUILD-08")
def test_the_most_vp_then_furthest_right() -> None:
    played = completing(5, [3, 1, 3, 2])
    assert played.the(Completes).number == 3
    assert out_by(played.trace("contract")) == {"1": "PEN-GUILD-07", "3": "PEN-GUILD-07", "0": "PEN-GUILD-08"}


@pytest.mark.clause("PEN-GUILD-09")
def test_level_and_alignment_are_looked_at_before_vp() -> None:
    played = completing(4, [3, 2, 5, 1], ("light", "dark"), "dark")
    assert played.the(Completes).vp == 2
    assert out_by(played.trace("contract")) == {"2": "PEN-GUILD-01", "0": "PEN-GUILD-06"}
    sides = [question.params["number"] for question in played.person.asked if question.about == "ask.contract.side"]
    assert sides == [1, 2], "from the best down to the first that fits"


@pytest.mark.clause("PEN-GUILD-10")
def test_without_an_allowed_contract_the_next_line_is_examined() -> None:
    played = completing(2, [1, 2, 3], "light", "dark")
    assert played.the(Line).number == 2
    assert not played.all(Placed)
    assert "ask.place" not in played.asked
    assert out_by(played.trace("list")) == {"0": "PEN-GUILD-10"}


@pytest.mark.clause("PEN-GUILD-11", "PEN-GUILD-13")
def test_one_contract_per_instruction_and_the_turn_goes_on() -> None:
    on = position(CONTRACT, level=5)
    played = turn(on, "red a", "red a", contracts=[2, 2], sides="light", rolls=[1, 1])
    assert [event.number for event in played.all(Completes)] == [2, 2]
    assert len(played.all(Reveal)) == 2
    assert on.contracts == [2, 2]
    assert played.asked.count("ask.contracts.row") == 2, "the row is a different one then"


@pytest.mark.clause("PEN-GUILD-14")
def test_it_is_kept_and_brings_only_light_or_darkness() -> None:
    on = position(CONTRACT, level=4, turn=0)
    played = turn(on, "red a", contracts=[3], sides="light", rolls=[1], amount=2)
    assert (on.contracts, on.light, on.dark, on.arcana, on.cards) == ([3], 2, 0, 0, 0)
    assert played.the(GainsAlignment).total == 2


def test_a_full_guild_places_no_die_but_the_contract_is_completed() -> None:
    on = position(CONTRACT, level=4, turn=0)
    played = turn(on, "red a", contracts=[3], sides="light", place="full")
    assert played.all(Full)
    assert on.contracts == [3]


def test_without_the_die_the_contract_stays() -> None:
    on = position(CONTRACT, level=4, turn=0)
    assert turn(on, "red a", contracts=[3], sides="light", place="none").tags == ["reveal", "line", "no-die"]
    assert on.contracts == []


# -------------------------------------------------------------------------------------------------------------- Trials


@pytest.mark.clause("PEN-TRIAL-01", "PEN-TRIAL-02")
@pytest.mark.parametrize(("difficulty", "allowed"), [(0, True), (2, True), (3, False), (9, False)])
def test_the_difficulty_must_be_below_the_level(difficulty: int, allowed: bool) -> None:
    played = passing(3, [difficulty], [5])
    assert (played.position.trials == [5]) is allowed
    assert played.the(Line).number == (1 if allowed else 2)


@pytest.mark.clause("PEN-TRIAL-03")
def test_one_allowed_trial_in_the_row_is_enough() -> None:
    assert passing(3, [7, 8, 2, 9], [4]).the(Passes).number == 3


@pytest.mark.clause("PEN-TRIAL-04")
def test_without_an_allowed_trial_the_next_line_is_examined() -> None:
    played = passing(3, [3, 4], [])
    assert played.the(Line).number == 2
    assert out_by(played.trace("list")) == {"0": "PEN-TRIAL-04"}
    assert "ask.trials.vp" not in played.asked


@pytest.mark.clause("PEN-TRIAL-05", "PEN-TRIAL-06")
def test_the_most_vp_not_the_most_difficulty_then_furthest_right() -> None:
    played = passing(5, [4, 2, 3, 5], [6, 8, 8])
    assert played.the(Passes) == Passes(3, 8)
    assert out_by(played.trace("trial")) == {"3": "PEN-TRIAL-01", "0": "PEN-TRIAL-05", "1": "PEN-TRIAL-06"}
    assert passing(5, [4, 2, 3, 5], [6, 8, 8, 9]).the(Passes) == Passes(3, 8), "of all, or only of the allowed ones"
    with pytest.raises(Refused, match="as-many"):
        passing(5, [4, 2, 3, 5], [6, 8])


@pytest.mark.clause("PEN-TRIAL-07", "PEN-TRIAL-08", "PEN-TRIAL-12")
def test_it_succeeds_without_a_die_and_goes_to_her_experience() -> None:
    played = passing(3, [1], [4])
    assert played.tags == ["reveal", "line", "passes", "turn-ends", "refresh"]
    assert {"PEN-TRIAL-07", "PEN-TRIAL-08"} <= set(played.clauses(Passes))
    assert "Experience area" in played.said(Passes)
    assert not {"ask.place", "ask.roll"} & set(played.asked)


@pytest.mark.clause("PEN-TRIAL-09", "PEN-TRIAL-10", "PEN-TRIAL-11")
def test_the_turn_ends_at_once() -> None:
    played = turn(position(TRIAL, level=3), "red a", "red b", trials=[1], trial_vps=[4])
    assert played.tags == ["reveal", "line", "passes", "turn-ends", "refresh"]
    assert played.person.cards_left == 1
    assert played.clauses(TurnEnds) == ("PEN-TRIAL-09", "PEN-TRIAL-10")
    assert played.the(Refresh).after == "trial"
    assert "Reveal a new Fate card and refresh the Guild" in played.said(Refresh)


@pytest.mark.clause("PEN-TRIAL-10")
def test_outstanding_instructions_are_lost_even_after_the_shop() -> None:
    on = position(board(["buy_artifact, arcana"], ["trial", "card"]), level=3)
    played = turn(on, "red a", "red b", "red c", trials=[1], trial_vps=[4], rolls=[1])
    assert played.tags[-3:] == ["passes", "turn-ends", "refresh"]
    assert on.arcana == 0
    assert played.person.cards_left == 1
    assert on.ordinal == 0


@pytest.mark.clause("PEN-TRIAL-13")
def test_alignment_plays_no_part() -> None:
    on = position(TRIAL, level=3, alignment="dark", turn=0)
    played = turn(on, "red a", trials=[1, 2], trial_vps=[4, 6], trial_side="light")
    assert played.the(Passes).number == 2
    assert (on.light, on.dark) == (1, 0), "a fixed amount is gained as printed"


@pytest.mark.clause("PEN-TRIAL-14")
def test_of_its_rewards_only_light_or_darkness() -> None:
    on = position(TRIAL, level=3, turn=0)
    played = turn(on, "red a", trials=[1], trial_vps=[4], trial_side="dark", amount=2)
    assert (on.dark, on.light, on.arcana, on.cards) == (2, 0, 0, 0)
    assert played.the(GainsAlignment) == GainsAlignment("dark", 2, 2)
    assert on.alignment is None


def test_two_contracts_in_one_line_are_two_rows() -> None:
    on = position(board(["contract, contract", "unique none"]), level=4, turn=0)
    played = turn(on, "red a", contracts=([3, 1], [2, 2]), sides="light", rolls=[1, 1])
    assert [(event.number, event.vp) for event in played.all(Completes)] == [(1, 3), (2, 2)]
    assert played.asked.count("ask.contracts.row") == 2


@pytest.mark.clause("PEN-SHOP-07", "PEN-GUILD-10", "PEN-INSTR-20")
def test_a_contract_that_a_bought_card_has_taken_is_gone() -> None:
    """The additional Instruction comes in between: what it takes is no longer in the row for the rest of the line."""
    on = position(board(["first: buy_artifact, contract", "unique x"], ["contract", "unique y"]), level=4, turn=0)
    played = turn(on, "red a", "violet b", contracts=([3, 1], [1, 2]), sides="light", rolls=[1, 1, 1])
    assert [(event.number, event.vp) for event in played.all(Completes)] == [(1, 3), (2, 2)]
    assert played.asked.count("ask.contracts.row") == 2, "once, and again after the bought card has taken one"
    gone = position(board(["first: buy_artifact, contract", "unique x"], ["contract", "unique y"]), level=4, turn=0)
    played = turn(gone, "red a", "violet b", contracts=([3], [4]), sides="light", rolls=[1, 1])
    assert gone.contracts == [3]
    assert played.tags[-1] == "no-contract", "the person reads why"
    assert [event.location for event in played.all(Placed)] == ["shop", "guild"], "no die is placed for nothing"


@pytest.mark.clause("PEN-INSTR-20", "PEN-SCHOOL-14")
def test_what_can_be_done_is_looked_at_again_before_each_effect() -> None:
    """By the other choice of PEN-AMB-36 a Mark of the same line makes the Trial possible."""
    on = position(board(["mark_and_card, trial", "unique x"]), level=2, turn=0)
    played = turn(on, "red a", trials=[2], trial_vps=[5], rolls=[1], rulings={"PEN-AMB-36": "some"})
    assert on.trials == [5]
    assert played.the(Passes).number == 1
