"""Penumbra: the rulebook's examples as far as they survive, and the scenarios derived from its clauses."""

from __future__ import annotations

from typing import Any

import pytest

from automarium.engine.content.rulings import settle
from automarium.engine.play.chance import Chance
from automarium.games.penumbra.boards.board import read_board
from automarium.games.penumbra.events import (
    AllUnder,
    Bought,
    Buys,
    Completes,
    Discarded,
    Fills,
    GainsAlignment,
    Line,
    Moves,
    NoDie,
    Passes,
    Placed,
    Potions,
    Refresh,
    Rest,
    Reveal,
    Rolled,
    TakesCard,
)
from automarium.games.penumbra.position import HOUSE_CARDS, PRINTED, Artifacts, Card, Position
from automarium.games.penumbra.rivals import HouseTable
from tests.games.penumbra.kit import DEFINITION, Played, board, card, position, turn

CONTRACT = board(["contract", "unique none"])
TRIAL = board(["trial", "unique none"])
MARK = board(["mark_and_card", "unique none"])


def amethyst(**lists: list[str]) -> Any:
    """Return a board whose Tomes go into the Conduit, as on the purple one."""
    slots = ["cloak", "conduit", "ring", "staff"]
    return read_board(
        "amethyst",
        {
            "slots": slots,
            "tome_slot": PRINTED.printed["board"]["amethyst"]["tome_slot"],
            "mark_places": 6,
            "scoring": PRINTED.printed["board"]["amethyst"]["scoring"],
            "lists": {slot: lists.get(slot, ["arcana"]) for slot in slots},
        },
    )


def sizes(on: Position) -> list[int]:
    return [len(stack) for stack in on.slots]


# -------------------------------------------------------------------------------------------------------- the rulebook


@pytest.mark.clause("PEN-EX-01", "PEN-SPECIAL-09", "PEN-SPECIAL-10", "PEN-SPECIAL-11", "PEN-SPECIAL-12")
def test_the_purple_automa_puts_a_tome_into_the_conduit() -> None:
    on = position(amethyst(conduit=["unique conduit"]), turn=0, slots=[[], [], [], []])
    played = turn(on, "violet tome")
    assert played.the(Reveal).slot == "conduit"
    assert played.the(Line).slot == "conduit"
    assert on.slots[1] == [Card("violet", None)]
    assert on.cards == 0


@pytest.mark.clause("PEN-EX-02", "PEN-INSTR-01", "PEN-INSTR-02")
def test_one_instruction_then_two() -> None:
    on = position(turn=0)
    assert len(turn(on, "a", "a", "a").all(Reveal)) == 1
    assert len(turn(on, "a", "a", "a").all(Reveal)) == 2


@pytest.mark.clause("PEN-EX-03", "PEN-CARD-03", "PEN-CARD-04", "PEN-CARD-05", "PEN-INSTR-09")
def test_a_matching_card_a_tome_and_a_stack() -> None:
    on = position(board(["=2: arcana", "unique one"], tome="c"))
    turn(on, "red a", "violet tome")
    played = turn(on, "green a", "red b")
    assert sizes(on) == [2, 1, 1, 0]
    assert on.slots[2] == [card("violet tome")]
    assert played.all(Line)[0].number == 1, "two cards, whatever their symbols"


@pytest.mark.clause("PEN-EX-04", "PEN-REST-01", "PEN-REST-05", "PEN-REST-08", "PEN-REST-12", "PEN-REST-14")
def test_a_rest() -> None:
    on = position(slots=[1, 1, 1, 1], level=3, sparks=2)
    played = turn(on)
    assert played.tags == ["rest", "all-under", "refresh"]
    assert (played.the(Rest).dice, played.the(Rest).spark_dice) == (3, 2)
    assert played.the(AllUnder).count == 4
    assert played.the(Refresh).after == "rest"


@pytest.mark.clause("PEN-EX-05", "PEN-INSTR-06", "PEN-INSTR-11", "PEN-INSTR-12")
def test_the_third_line_of_three() -> None:
    on = position(board(["=1 first: card", "L3: fill", "unique Z"]), level=2, slots=[1, 0, 0, 0], turn=0)
    assert turn(on, "red a").the(Line).number == 3


# ----------------------------------------------------------------------------------------------- number of Instructions


@pytest.mark.clause("PEN-SCN-01", "PEN-SCN-02", "PEN-INSTR-01", "PEN-INSTR-02", "PEN-INSTR-13")
def test_first_and_second_turn() -> None:
    first = turn(position(turn=0), "a", "b", "c")
    assert first.tags == ["reveal", "line", "gains-arcana"]
    second = turn(position(turn=1, slots=[1, 1, 1, 0]), "a", "b", "c")
    assert second.tags == ["reveal", "line", "gains-arcana"] * 2


@pytest.mark.clause("PEN-SCN-03", "PEN-SCN-04", "PEN-REST-02", "PEN-REST-03")
def test_rest_or_not() -> None:
    assert not turn(position(slots=[2, 1, 1, 0]), "a", "a").all(Rest)
    assert turn(position(slots=[2, 1, 3, 1])).all(Rest)


@pytest.mark.clause("PEN-SCN-05", "PEN-REST-04")
def test_the_fourth_slot_is_filled_by_the_first_instruction() -> None:
    on = position(slots=[1, 1, 1, 0])
    played = turn(on, "d", "a")
    assert len(played.all(Line)) == 2
    assert turn(on).all(Rest)


# --------------------------------------------------------------------------------------------------- Trials, Contracts


@pytest.mark.clause("PEN-SCN-06", "PEN-GEN-22", "PEN-GEN-23", "PEN-TRIAL-01", "PEN-TRIAL-02")
def test_spark_marks_do_not_help() -> None:
    played = turn(position(TRIAL, level=3, sparks=2), "a", trials=[2, 3], trial_vps=[5])
    assert played.the(Passes) == Passes(1, 5)


@pytest.mark.clause("PEN-SCN-07", "PEN-TRIAL-05", "PEN-TRIAL-06")
def test_third_from_the_left() -> None:
    played = turn(position(TRIAL, level=5), "a", trials=[4, 2, 3, 5], trial_vps=[6, 8, 8])
    assert played.the(Passes) == Passes(3, 8)


@pytest.mark.clause("PEN-SCN-08", "PEN-SCN-09", "PEN-TRIAL-09", "PEN-TRIAL-10", "PEN-TRIAL-11", "PEN-GEN-33")
def test_a_trial_ends_the_turn_and_an_event_is_the_humans() -> None:
    on = position(TRIAL, level=5)
    played = turn(on, "a", "b", trials=[1], trial_vps=[3])
    assert played.person.cards_left == 1
    assert played.tags[-2:] == ["turn-ends", "refresh"]
    assert "You resolve an Event" in played.said(Refresh)
    assert (on.arcana, on.light, on.dark, on.sparks) == (0, 0, 0, 1)


@pytest.mark.clause("PEN-SCN-10", "PEN-GUILD-01", "PEN-GUILD-05", "PEN-GUILD-08")
def test_the_first_contract() -> None:
    on = position(CONTRACT, level=4, turn=0)
    played = turn(on, "a", contracts=[3, 3, 4, 1], sides="dark", rolls=[1])
    assert played.the(Completes).number == 2
    assert on.alignment == "dark"


@pytest.mark.clause("PEN-SCN-11", "PEN-GUILD-06", "PEN-GUILD-07", "PEN-GUILD-09")
def test_a_dark_contract_for_a_dark_automa() -> None:
    on = position(CONTRACT, level=4, alignment="dark", turn=0)
    played = turn(on, "a", contracts=[3, 2, 1, 3], sides=("light", "light", "dark"), rolls=[1])
    assert played.the(Completes).number == 2


@pytest.mark.clause("PEN-SCN-12", "PEN-GUILD-10")
def test_no_allowed_contract() -> None:
    on = position(CONTRACT, level=2, alignment="light", turn=0)
    played = turn(on, "a", contracts=[1, 2, 3], sides="dark")
    assert played.the(Line).number == 2
    assert not played.all(Placed)


@pytest.mark.clause("PEN-SCN-13", "PEN-SCN-14", "PEN-GEN-17", "PEN-GEN-18", "PEN-GEN-19")
def test_a_full_guild_and_a_missing_die() -> None:
    full = turn(position(CONTRACT, level=4), "a", "b", contracts=[2], sides="light", place="full")
    assert not full.all(Placed)
    assert full.position.contracts == [2]
    missing = turn(position(CONTRACT, level=4), "a", "b", contracts=["light-2"], place="none")
    assert missing.tags == ["reveal", "line", "no-die", "reveal", "line", "gains-arcana"]


# -------------------------------------------------------------------------------------------------------------- School


@pytest.mark.clause("PEN-SCN-15", "PEN-GEN-29", "PEN-GEN-30")
@pytest.mark.parametrize(("value", "side"), [(3, "left"), (4, "right")])
def test_left_or_right(value: int, side: str) -> None:
    assert turn(position(board(["card"]), turn=0), "a", rolls=[value]).the(TakesCard).side == side


def gaining(**said: Any) -> Played:
    return turn(position(MARK, turn=0), "red a", **said)


@pytest.mark.clause("PEN-SCN-16", "PEN-SCHOOL-06", "PEN-SCHOOL-11")
def test_a_spark_die_of_2() -> None:
    played = gaining(rolls=[2])
    assert (played.the(Placed).die, played.the(Placed).value) == ("spark", 2)
    assert (played.position.level, played.the(TakesCard).side) == (2, "left")


@pytest.mark.clause("PEN-SCN-17", "PEN-SCHOOL-07", "PEN-SCHOOL-08", "PEN-SCHOOL-12")
def test_a_class_die_set_to_6() -> None:
    played = gaining(spark_place="occupied")
    assert (played.the(Placed).die, played.the(Placed).value) == ("red", 6)
    assert (played.position.level, played.the(TakesCard).side) == (2, "right")


@pytest.mark.clause("PEN-SCN-18", "PEN-SCHOOL-09", "PEN-GEN-31")
def test_all_places_occupied() -> None:
    played = gaining(spark_place="occupied", mark_place="full", rolls=[5])
    assert not played.all(Placed)
    assert played.the(Rolled).value == 5
    assert (played.position.level, played.the(TakesCard).side) == (2, "right")


@pytest.mark.clause("PEN-SCN-19", "PEN-SCHOOL-04")
def test_all_mark_places_full() -> None:
    on = position(board(["mark_and_card", "unique none"], marks=3), level=3, turn=0)
    assert turn(on, "red a").the(Line).number == 2


@pytest.mark.clause("PEN-SCN-20", "PEN-SCHOOL-02")
def test_a_colour_that_no_class_has() -> None:
    on = position(board(["card"]), start="green", classes={"red": True, "yellow": True, "violet": False}, turn=0)
    assert turn(on, "violet a", rolls=[1]).the(TakesCard).colour == "green"


@pytest.mark.clause("PEN-SCN-21", "PEN-BREW-01", "PEN-BREW-02", "PEN-BREW-03")
def test_refresh_potions() -> None:
    played = turn(position(board(["refresh_potions"]), turn=0), "a", rolls=[4])
    assert played.tags == ["reveal", "line", "placed", "potions"]
    assert played.the(Potions)
    assert played.position.cards == 0


# ---------------------------------------------------------------------------------------------------------------- Shop


@pytest.mark.clause("PEN-SCN-22", "PEN-SHOP-02", "PEN-SHOP-05", "PEN-SHOP-12", "PEN-COND-06")
def test_buying_in_the_first_turn() -> None:
    on = position(board(["buy_artifact"], ["first: card", "later: arcana", "unique x"]), turn=0)
    played = turn(on, "red a", "red b", "red c", rolls=[5])
    assert played.the(Buys).side == "right"
    assert played.the(Bought).ordinal == 2
    assert [line.number for line in played.all(Line)] == [1, 2]
    assert played.person.cards_left == 1, "then the turn ends"


@pytest.mark.clause("PEN-SCN-23", "PEN-SHOP-06", "PEN-SHOP-07", "PEN-COND-04", "PEN-COND-05", "PEN-COND-06")
def test_buy_buy_school_then_the_second() -> None:
    on = position(board(["buy_artifact"], ["card"], ["first: fill", "arcana"]))
    played = turn(on, "a", "a", "b", "c", rolls=[1, 1, 1])
    ordinals = [event.ordinal for event in played.events if isinstance(event, (Reveal, Bought))]
    assert ordinals == [1, 2, 3, 4]
    assert [(line.slot, line.number) for line in played.all(Line)] == [("a", 1), ("a", 1), ("b", 1), ("c", 2)]


# ------------------------------------------------------------------------------------------------------- Joker and Fill


@pytest.mark.clause("PEN-SCN-24", "PEN-SPECIAL-04", "PEN-SPECIAL-05", "PEN-SPECIAL-08")
def test_joker_to_slot_1() -> None:
    on = position(board(["=1: arcana", "unique x"], ["joker"]), slots=[0, 0, 0, 1], turn=0)
    played = turn(on, "b")
    assert played.the(Moves).slot == "a"
    assert sizes(on) == [1, 0, 0, 1]
    assert played.all(Line)[1].number == 1


@pytest.mark.clause("PEN-SCN-25", "PEN-SPECIAL-06", "PEN-SPECIAL-07")
def test_joker_without_an_empty_slot() -> None:
    on = position(board(["joker"]), slots=[0, 1, 1, 1])
    played = turn(on, "a", "b")
    assert played.the(Discarded).count == 1
    assert played.tags[-1] == "gains-arcana", "a following regular Instruction still takes place"
    assert sizes(on) == [0, 2, 1, 1]


@pytest.mark.clause("PEN-SCN-26", "PEN-SPECIAL-13", "PEN-SPECIAL-14", "PEN-SPECIAL-15", "PEN-SPECIAL-16")
def test_fill_the_last_slot() -> None:
    on = position(board(["fill"]), slots=[0, 1, 1, 0], turn=0)
    played = turn(on, "a", "violet b")
    assert played.the(Fills).slot == "d"
    assert len(played.all(Line)) == 1
    assert turn(on).all(Rest)


@pytest.mark.clause("PEN-SCN-27", "PEN-SCN-28", "PEN-COND-01", "PEN-COND-02", "PEN-COND-03", "PEN-INSTR-09")
def test_three_cards_and_a_foreign_one() -> None:
    three = position(board(["=1: card", "=2: card", "2+: arcana", "card"]), slots=[2, 0, 0, 0], turn=0)
    assert turn(three, "a").the(Line).number == 3
    foreign = position(board(["to b"], ["=2: arcana", "unique x"]), slots=[0, 1, 0, 0], turn=0)
    assert turn(foreign, "a").all(Line)[1].number == 1


# -------------------------------------------------------------------------------------------------------------- others


@pytest.mark.clause("PEN-SCN-29", "PEN-GEN-08")
def test_a_spell_of_the_same_name() -> None:
    on = position(board(["card"]))
    turn(on, "a", "a", rolls=[1, 1])
    assert on.cards == 2


@pytest.mark.clause("PEN-SCN-30", "PEN-GEN-12", "PEN-GEN-13", "PEN-GEN-32")
def test_only_the_darkness_of_a_contract() -> None:
    on = position(CONTRACT, level=4, turn=0)
    played = turn(on, "a", contracts=[2], sides="dark", rolls=[1], amount=1)
    assert (on.dark, on.arcana, on.cards) == (1, 0, 0)
    assert played.the(GainsAlignment).count == 1


@pytest.mark.clause("PEN-SCN-31", "PEN-SCHOOL-13")
def test_arcana_stays_4() -> None:
    assert turn(position(MARK, arcana=4, turn=0), "a", rolls=[1]).position.arcana == 4


@pytest.mark.clause("PEN-SCN-32", "PEN-GUILD-01", "PEN-TRIAL-01")
def test_level_1() -> None:
    assert turn(position(CONTRACT, turn=0), "a", contracts=[1]).the(Line).number == 2
    assert turn(position(CONTRACT, turn=0), "a", contracts=[0], sides="light", rolls=[1]).position.contracts == [0]
    assert turn(position(TRIAL, turn=0), "a", trials=[1]).the(Line).number == 2
    assert turn(position(TRIAL, turn=0), "a", trials=[0], trial_vps=[2]).position.trials == [2]


@pytest.mark.clause("PEN-SCN-33", "PEN-REST-10")
def test_two_dice_lie_there_and_four_are_asked_for() -> None:
    played = turn(position(slots=[1, 1, 1, 1], level=4))
    table = HouseTable(PRINTED, Chance(2))
    table.put("guild", "", "bone")
    table.put("shop", "", "bone")
    table.remove(played.the(Rest).dice, played.the(Rest).spark_dice)
    assert table.lying == []


@pytest.mark.clause("PEN-SCN-34", "PEN-SCORE-04", "PEN-SCORE-07")
def test_nine_vp_for_three_trials() -> None:
    on = position(amethyst(), trials=[1, 1, 1])
    extra = [
        line
        for line in DEFINITION.scoring.score(on, settle(DEFINITION.rulings, {})).lines
        if line.what == "extra.trials"
    ]
    assert [line.points for line in extra] == [9]


@pytest.mark.clause("PEN-SCN-35", "PEN-SPECIAL-06", "PEN-SPECIAL-07", "PEN-SPECIAL-19")
def test_the_only_card_of_its_slot() -> None:
    on = position(board(two=["joker"]), slots=[1, 0, 1, 1], turn=0)
    assert turn(on, "b").the(Discarded).count == 1
    assert sizes(on) == [1, 0, 1, 1]


@pytest.mark.clause("PEN-SCN-36", "PEN-SPECIAL-13", "PEN-SPECIAL-20")
def test_fill_reveals_a_tome() -> None:
    on = position(amethyst(staff=["fill"]), slots=[[], [], [], []], turn=0)
    staff = next(id_ for id_, one in HOUSE_CARDS.items() if one.symbol == 3)
    tome = next(id_ for id_, one in HOUSE_CARDS.items() if one.symbol is None)
    on.artifacts = Artifacts(physical=False, pile=[tome, staff])
    played = turn(on)
    assert played.the(Fills).slot == "cloak"
    assert [one.symbol for one in on.slots[0]] == [None]


@pytest.mark.clause("PEN-SCN-37", "PEN-INSTR-12", "PEN-INSTR-19")
def test_an_impossible_last_line() -> None:
    played = turn(position(board(["=2: card", "contract"])), "a", "b", contracts=[3])
    assert played.tags == ["reveal", "no-line", "reveal", "line", "gains-arcana"]


@pytest.mark.clause("PEN-SCN-38", "PEN-SPECIAL-05", "PEN-SPECIAL-21")
def test_joker_and_joker_again() -> None:
    on = position(board(["joker"], ["joker"]), slots=[0, 0, 1, 1], turn=0)
    played = turn(on, "b")
    assert played.tags == ["reveal", "line", "moves", "line", "stays"]
    assert sizes(on) == [1, 0, 1, 1]
    assert not played.all(NoDie)
