"""PEN-INSTR and PEN-COND: how many Instructions, which line of the list, and why not the ones above."""

from __future__ import annotations

import pytest

from automarium.games.penumbra.boards.line import EFFECTS
from automarium.games.penumbra.events import GainsArcana, Line, NoLine, Reveal, Unique
from tests.games.penumbra.kit import Played, board, card, position, turn
from tests.traces import thrown_out_by_name as out_by


def number(played: Played) -> int:
    return played.the(Line).number


# -------------------------------------------------------------------------------------------------------------- number


@pytest.mark.clause("PEN-INSTR-01", "PEN-INSTR-14")
def test_one_instruction_in_her_first_turn() -> None:
    played = turn(position(turn=0), "red a", "red b")
    assert len(played.all(Reveal)) == 1
    assert played.person.cards_left == 1


@pytest.mark.clause("PEN-INSTR-02", "PEN-INSTR-13", "PEN-INSTR-14")
def test_two_in_every_later_turn_each_with_its_card() -> None:
    on = position()
    for _ in range(2):
        played = turn(on, "red a", "violet b", "red c")
        assert played.tags == ["reveal", "line", "gains-arcana"] * 2
        assert played.person.cards_left == 1


@pytest.mark.clause("PEN-INSTR-03")
def test_the_board_may_say_otherwise() -> None:
    many = board(instructions=(2, 3))
    assert len(turn(position(many, turn=0), "a", "a", "a", "a").all(Reveal)) == 2
    assert len(turn(position(many), "a", "a", "a", "a").all(Reveal)) == 3


# -------------------------------------------------------------------------------------------------------------- choice


@pytest.mark.clause("PEN-INSTR-04", "PEN-INSTR-05")
@pytest.mark.parametrize(("slot", "tag"), [("a", "gains-arcana"), ("b", "potions"), ("c", "fills"), ("d", "unique")])
def test_the_list_under_the_cards_slot_is_used(slot: str, tag: str) -> None:
    on = board(["arcana"], ["refresh_potions"], ["fill"], ["unique dance"])
    played = turn(position(on, turn=0), f"red {slot}", "red a", rolls=[1])
    assert played.the(Line).slot == slot
    assert played.tags[-1] == tag


@pytest.mark.clause("PEN-INSTR-06", "PEN-INSTR-07")
def test_the_first_line_that_applies_and_no_other() -> None:
    on = board(["2+: refresh_potions", "L5: card", "=1: fill", "contract", "arcana"])
    played = turn(position(on, turn=0), "red a", "red b")
    assert number(played) == 3
    trace = played.trace("list")
    assert [str(one) for one in trace.candidates] == ["0", "1", "2"], "the lines below are not looked at"
    assert out_by(trace) == {"0": "PEN-COND-03", "1": "PEN-INSTR-11"}
    assert "ask.contracts" not in played.asked
    assert not played.all(GainsArcana)


@pytest.mark.clause("PEN-INSTR-07")
def test_one_line_for_each_list_a_card_comes_to() -> None:
    on = board(["to b"], ["joker"], ["fill"], ["arcana"])
    played = turn(position(on, turn=0), "red a", "violet a")
    assert [(line.slot, line.number) for line in played.all(Line)] == [("a", 1), ("b", 1)], "a card of Fill uses none"
    on = board(["to b"], ["fill"])
    played = turn(position(on, turn=0), "red a", "violet a")
    assert [(line.slot, line.number) for line in played.all(Line)] == [("a", 1), ("b", 1)]
    assert len(played.position.slots[0]) == 1


@pytest.mark.clause("PEN-INSTR-08", "PEN-COND-07")
@pytest.mark.parametrize(
    ("cards", "ordinal", "line"), [(1, 1, 1), (1, 2, 2), (2, 1, 2), (2, 2, 2)], ids=lambda value: str(value)
)
def test_both_kinds_of_condition_must_hold(cards: int, ordinal: int, line: int) -> None:
    on = position(board(["=1 first: arcana", "card"]), slots=[cards - 1, 0, 0, 0])
    first = [] if ordinal == 1 else ["red b"]
    played = turn(on, *first, "red a", "red c", rolls=[1])
    assert next(one.number for one in played.all(Line) if one.slot == "a") == line


@pytest.mark.clause("PEN-INSTR-09", "PEN-INSTR-10", "PEN-COND-08")
def test_only_the_number_of_cards_counts_including_the_new_one() -> None:
    on = board(["=2: fill", "=1: arcana", "card"])
    foreign = position(on, slots=[[], [], [], []], turn=0)
    assert number(turn(foreign, "red a")) == 2, "the card just placed counts"
    foreign = position(on, turn=0)
    foreign.slots[0].append(card("violet c"))
    assert number(turn(foreign, "red a", "red b")) == 1, "PEN-SCN-28: a card of another symbol counts as well"
    elsewhere = position(on, slots=[0, 3, 3, 0], turn=0)
    assert number(turn(elsewhere, "red a")) == 2, "only the slot above the list"


@pytest.mark.clause("PEN-INSTR-11")
@pytest.mark.parametrize(("level", "line"), [(2, 2), (3, 1), (4, 1)])
def test_a_level_requirement(level: int, line: int) -> None:
    played = turn(position(board(["L3: arcana", "unique x"]), level=level, turn=0), "red a")
    assert number(played) == line
    if line == 2:
        assert out_by(played.trace("list")) == {"0": "PEN-INSTR-11"}


@pytest.mark.clause("PEN-INSTR-12")
def test_the_last_line_if_none_above_can_be() -> None:
    on = board(["=2: card", "later: card", "L9: card", "trial", "unique last"])
    played = turn(position(on, turn=0), "red a", trials=[1, 4])
    assert number(played) == 5
    assert out_by(played.trace("list")) == {
        "0": "PEN-COND-02",
        "1": "PEN-COND-05",
        "2": "PEN-INSTR-11",
        "3": "PEN-TRIAL-04",
    }


@pytest.mark.clause("PEN-INSTR-15")
def test_an_effect_is_the_same_on_every_board() -> None:
    for other in (board(["refresh_potions"]), board(two=["refresh_potions"]), board(["L1: refresh_potions", "card"])):
        slot = "b" if other.lists[1][0].needs("refresh_potions") else "a"
        played = turn(position(other, turn=0), f"red {slot}", rolls=[3])
        assert played.tags == ["reveal", "line", "placed", "potions"]


@pytest.mark.clause("PEN-INSTR-16", "PEN-INSTR-17")
def test_a_unique_instruction_is_told_in_the_words_of_the_board() -> None:
    on = position(board(["unique Turn the lamp, then: bow."]), turn=0)
    played = turn(on, "red a")
    assert played.the(Unique).note == "Turn the lamp, then: bow."
    assert played.clauses(Unique) == ("PEN-INSTR-17",)
    assert "“Turn the lamp, then: bow.”" in played.said(Unique)
    assert set(EFFECTS) - {"arcana", "unique"}, "a board need not have every effect"


@pytest.mark.clause("PEN-INSTR-18")
def test_conditions_are_looked_at_again_for_every_card() -> None:
    on = position(board(["=1: arcana", "=2: mark_and_card", "L3: fill", "card"]), level=2)
    played = turn(on, "green a", "green a", rolls=[1])
    assert [line.number for line in played.all(Line)] == [1, 2]
    assert turn(on, "green a", "red b", "red b").all(Line)[0].number == 3, "the Mark has raised the Level"


@pytest.mark.clause("PEN-INSTR-19")
def test_an_impossible_last_line_does_nothing_and_counts() -> None:
    played = turn(position(board(["=2: card", "contract"])), "red a", "red b", contracts=[5, 1])
    assert played.tags == ["reveal", "no-line", "reveal", "line", "gains-arcana"]
    assert played.clauses(NoLine) == ("PEN-INSTR-19",)
    assert played.all(Reveal)[1].ordinal == 2


@pytest.mark.clause("PEN-INSTR-20")
def test_several_effects_in_printed_order_or_none() -> None:
    on = board(["arcana, contract, fill", "unique x"])
    possible = turn(position(on, level=3, turn=0), "red a", "red a", contracts=[2], sides="light", rolls=[1])
    assert possible.tags == [
        "reveal",
        "line",
        "gains-arcana",
        "placed",
        "completes",
        "fixed",
        "gains-alignment",
        "fills",
    ]
    impossible = turn(position(on, level=2, turn=0), "red a", contracts=[2])
    assert impossible.tags == ["reveal", "line", "unique"]
    assert impossible.position.arcana == 0


def test_a_missing_die_ends_a_line_with_several_effects() -> None:
    played = turn(position(board(["arcana, refresh_potions, fill"]), turn=0), "red a", "red a", place="none")
    assert played.tags == ["reveal", "line", "gains-arcana", "no-die"]


# ---------------------------------------------------------------------------------------------------------- conditions


@pytest.mark.clause("PEN-COND-01", "PEN-COND-02", "PEN-COND-03")
@pytest.mark.parametrize("cards", [1, 2, 3, 4])
def test_the_number_of_cards(cards: int) -> None:
    tests = {"=1": cards == 1, "=2": cards == 2, "2+": cards >= 2}
    for sign, holds in tests.items():
        on = position(board([f"{sign}: arcana", "unique x"]), slots=[cards - 1, 0, 0, 0], turn=0)
        played = turn(on, "red a")
        assert (number(played) == 1) is holds, sign
        clause = {"=1": "PEN-COND-01", "=2": "PEN-COND-02", "2+": "PEN-COND-03"}[sign]
        assert played.trace("list").stages[0].clause == clause


@pytest.mark.clause("PEN-COND-04", "PEN-COND-05", "PEN-COND-09")
def test_first_and_second_or_later() -> None:
    on = board(["first: arcana", "unique x"], ["later: arcana", "unique x"], instructions=(1, 3))
    first = turn(position(on), "a", "a", "a")
    assert [line.number for line in first.all(Line)] == [1, 2, 2]
    later = turn(position(on), "b", "b", "b")
    assert [line.number for line in later.all(Line)] == [2, 1, 1]
    alone = turn(position(on, turn=0), "b")
    assert number(alone) == 2, "in her first turn there is no second, but for additional ones"
    assert out_by(alone.trace("list")) == {"0": "PEN-COND-05"}


@pytest.mark.clause("PEN-COND-06", "PEN-COND-09")
def test_additional_instructions_count() -> None:
    on = board(["first: buy_artifact", "unique x"], ["later: arcana", "unique x"])
    played = turn(position(on, turn=0), "red a", "red b", rolls=[1])
    assert [(line.slot, line.number) for line in played.all(Line)] == [("a", 1), ("b", 1)]
    later = turn(position(on), "red a", "red a", "red b", rolls=[1])
    assert [(line.slot, line.number) for line in later.all(Line)] == [("a", 1), ("a", 2), ("b", 1)]


@pytest.mark.clause("PEN-COND-08")
def test_a_line_may_name_another_slot() -> None:
    on = position(board(["=2@c: arcana", "unique x"]), slots=[0, 0, 2, 0], turn=0)
    assert number(turn(on, "red a")) == 1
    on = position(board(["=2@c: arcana", "unique x"]), slots=[1, 0, 1, 0], turn=0)
    assert number(turn(on, "red a")) == 2
