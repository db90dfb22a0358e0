"""PEN-CARD and PEN-REST: where Automa cards go, how long they stay, what a Rest does."""

from __future__ import annotations

import pytest

from automarium.engine.content.rulings import settle
from automarium.engine.play.chance import Chance
from automarium.games.penumbra.events import (
    AllUnder,
    DeckEmpty,
    Discarded,
    FillsNothing,
    Placed,
    Refresh,
    Rest,
    Reveal,
    TakesCard,
)
from automarium.games.penumbra.position import HOUSE_CARDS, PRINTED, SPARK, Card
from automarium.games.penumbra.rivals import HouseTable
from automarium.games.penumbra.rules.cards import discard_all
from tests.games.penumbra.kit import DEFINITION, TRANSLATOR, app_deck, board, card, position, turn


def reminder(clause: str) -> str:
    listed = DEFINITION.setup.checklist(position(), settle(DEFINITION.rulings, {}))
    return next(TRANSLATOR.sentence(saying) for saying, clauses in listed if clause in clauses)


# --------------------------------------------------------------------------------------------------------------- cards


@pytest.mark.clause("PEN-CARD-01")
def test_each_regular_instruction_reveals_a_card() -> None:
    played = turn(position(), "red a", "violet b", "green c")
    assert [(event.colour, event.slot) for event in played.all(Reveal)] == [("red", "a"), ("violet", "b")]
    assert played.person.cards_left == 1
    on = position(artifacts=app_deck(3, 1, 2))
    turn(on)
    assert on.artifacts.pile == [2], "the top two of the house deck"


@pytest.mark.clause("PEN-CARD-02")
def test_an_automa_card_is_no_longer_an_artifact() -> None:
    on = position()
    turn(on, "red a", "red b")
    assert on.cards == 0
    assert "no longer Artifacts" in reminder("PEN-CARD-02")


@pytest.mark.clause("PEN-CARD-03", "PEN-CARD-10")
@pytest.mark.parametrize("slot", ["a", "b", "c", "d"])
def test_a_card_goes_into_the_slot_of_its_symbol(slot: str) -> None:
    on = position(turn=0)
    played = turn(on, f"green {slot}")
    assert played.the(Reveal).slot == slot
    assert "PEN-CARD-03" in played.clauses(Reveal)
    assert [len(stack) for stack in on.slots] == [int(one == slot) for one in "abcd"]


@pytest.mark.clause("PEN-CARD-04")
def test_only_an_effect_or_a_tome_puts_a_card_elsewhere() -> None:
    on = position(board(two=["to c"], tome="a"))
    turn(on, "red b", "green tome")
    assert on.slots == [[card("green tome")], [], [card("red b")], []]
    other = position(board(tome="a"))
    turn(other, "red b", "green c")
    assert other.slots == [[], [card("red b")], [card("green c")], []]


@pytest.mark.clause("PEN-CARD-05", "PEN-CARD-06")
def test_any_number_of_cards_stack_in_a_slot() -> None:
    on = position(slots=[4, 0, 0, 0])
    turn(on, "red a", "violet a")
    assert len(on.slots[0]) == 6
    assert on.slots[0][-2:] == [card("red a"), card("violet a")], "colours and symbols are all known"
    assert "symbols visible" in reminder("PEN-CARD-06")
    assert reminder("PEN-CARD-05") == reminder("PEN-CARD-06")


@pytest.mark.clause("PEN-CARD-07")
def test_cards_stay_until_she_rests() -> None:
    on = position()
    for _ in range(3):
        turn(on, "red a", "violet b")
    assert [len(stack) for stack in on.slots] == [3, 3, 0, 0]
    assert "stay until the Automa rests" in reminder("PEN-CARD-07")


@pytest.mark.clause("PEN-CARD-08", "PEN-CARD-09")
def test_all_cards_go_under_the_deck() -> None:
    stacks = [[HOUSE_CARDS[1], HOUSE_CARDS[2]], [HOUSE_CARDS[3]], [Card("red", 0)], [HOUSE_CARDS[4]]]
    on = position(slots=stacks, artifacts=app_deck(9, 8, 7))
    assert len(discard_all(on)) == 5
    assert on.slots == [[], [], [], []]
    assert sorted(on.artifacts.pile[:4]) == [1, 2, 3, 4], "under the bottom; the person's own card is theirs to put"
    assert on.artifacts.pile[4:] == [7, 8, 9], "the top is as it was"


@pytest.mark.clause("PEN-CARD-11")
def test_the_colour_chooses_class_and_die() -> None:
    on = position(board(["card"], ["refresh_potions"]))
    played = turn(on, "violet a", "orange b", rolls=[1, 2])
    assert played.the(TakesCard).colour == "violet"
    assert [event.die for event in played.all(Placed)] == ["violet", "orange"]


# ---------------------------------------------------------------------------------------------------------------- rest


@pytest.mark.clause("PEN-REST-01", "PEN-REST-12", "PEN-REST-13")
def test_four_filled_slots_are_a_rest_and_nothing_else() -> None:
    on = position(slots=[1, 1, 1, 1], level=3, sparks=2)
    played = turn(on, "red a")
    assert played.tags == ["rest", "all-under", "refresh"]
    assert played.asked == []
    assert on.slots == [[], [], [], []]
    assert played.the(AllUnder).count == 4
    assert played.clauses(AllUnder) == ("PEN-REST-12",)


@pytest.mark.clause("PEN-REST-02")
def test_more_than_one_card_fills_a_slot_too() -> None:
    assert turn(position(slots=[2, 1, 3, 1])).tags == ["rest", "all-under", "refresh"]


@pytest.mark.clause("PEN-REST-03")
@pytest.mark.parametrize("empty", range(4))
def test_an_empty_slot_is_no_rest(empty: int) -> None:
    on = position(slots=[0 if slot == empty else 2 for slot in range(4)])
    assert not turn(on, "red a", "red a").all(Rest)


@pytest.mark.clause("PEN-REST-04")
def test_the_test_is_made_only_at_the_start_of_a_turn() -> None:
    on = position(slots=[1, 1, 1, 0])
    played = turn(on, "red d", "red a")
    assert played.tags == ["reveal", "line", "gains-arcana"] * 2
    assert [len(stack) for stack in on.slots] == [2, 1, 1, 1]
    assert turn(on).all(Rest)


@pytest.mark.clause("PEN-REST-05", "PEN-REST-06", "PEN-REST-07", "PEN-REST-08", "PEN-REST-09")
def test_dice_for_marks_and_spark_dice_for_spark_marks() -> None:
    played = turn(position(slots=[1, 1, 1, 1], marks=["red", "red", "violet"], sparks=2))
    assert (played.the(Rest).dice, played.the(Rest).spark_dice) == (3, 2)
    said = played.said(Rest)
    assert "3 dice (bone or coloured) and 2 Spark dice" in said
    assert "you choose which" in said


@pytest.mark.clause("PEN-REST-10", "PEN-REST-11")
def test_all_there_are_if_there_are_fewer_and_back_to_the_supply() -> None:
    said = turn(position(slots=[1, 1, 1, 1], level=4)).said(Rest)
    assert "to the supply" in said
    assert "If there are fewer, return them all" in said
    table = HouseTable(PRINTED, Chance(1))
    before = dict(table.supply)
    colour = next(iter(table.classes))
    table.put("guild", "", colour)
    table.put("shop", "", "bone")
    table.put(SPARK, colour, SPARK)
    assert table.supply != before
    table.remove(4, 0)
    assert [die for _, _, die in table.lying] == [SPARK], "PEN-REST-09: a Spark die is no other die"
    table.remove(0, 2)
    assert table.lying == []
    assert table.supply == before


@pytest.mark.clause("PEN-REST-14")
def test_contracts_and_fate_are_refreshed_after_a_rest() -> None:
    played = turn(position(slots=[1, 1, 1, 1]))
    assert played.the(Refresh).after == "rest"
    assert "Refresh Contracts and Fate by the normal rules" in played.said(Refresh)
    assert not turn(position(), "red a", "red b").all(Refresh)


def test_an_empty_house_deck_ends_her_turn() -> None:
    on = position(artifacts=app_deck(1))
    played = turn(on)
    assert played.tags[-1] == "deck-empty"
    assert played.clauses(DeckEmpty) == ("PEN-AMB-27",)


def test_what_went_under_the_house_deck_is_known_when_the_rest_is_used_up() -> None:
    deck = app_deck(5, 6)
    deck.put_under(9)
    assert deck.coming == [5, 6]
    assert [deck.draw(), deck.draw()] == [5, 6]
    assert deck.coming == [9]
    assert deck.draw() == 9
    assert deck.known == 0
    assert deck.draw() is None


def test_the_house_table_loses_no_die_and_ends() -> None:
    for seed in range(20):
        table = HouseTable(PRINTED, Chance(seed))
        dice = sum(table.supply.values())
        turns = 0
        while not table.ended:
            table.human_turn()
            turns += 1
            assert sum(table.supply.values()) + len(table.lying) == dice
            assert all(count >= 0 for count in table.supply.values())
            assert len(table.contracts) <= PRINTED.house["table"]["contracts"]["row"]
            assert len(table.trials) <= PRINTED.house["table"]["trials"]["row"]
        assert turns > 5


@pytest.mark.clause("PEN-CARD-09", "PEN-REST-12")
def test_cards_that_do_not_exist_are_put_under_no_deck() -> None:
    """Regression: with the app's deck the person was told to put its cards under the Artifact deck."""
    of_the_app = position(slots=[[HOUSE_CARDS[1]], [HOUSE_CARDS[2]], [HOUSE_CARDS[3]], [HOUSE_CARDS[4]]])
    of_the_app.artifacts = app_deck(5, 6)
    rested = turn(of_the_app)
    assert (
        rested.said(AllUnder)
        == "Remove all 4 of the Automa's cards from their slots; the app puts them under its own deck."
    )
    assert "under" not in of_the_app.deeds
    assert of_the_app.artifacts.pile[:4] == [4, 3, 2, 1]
    bought = position(slots=[[HOUSE_CARDS[1], card("red a")], [HOUSE_CARDS[2]], [HOUSE_CARDS[3]], [HOUSE_CARDS[4]]])
    bought.artifacts = app_deck(5, 6)
    assert "Put the Artifacts that it bought (1) under the Artifact deck" in turn(bought).said(AllUnder)
    assert bought.deeds["under"] == 1
    joker = position(board(["joker"]), slots=[0, 1, 1, 1], artifacts=app_deck(1), turn=0)
    assert "under the app's deck" in turn(joker).said(Discarded)
    filled = position(board(["fill"]), slots=[0, 1, 1, 1], artifacts=app_deck(1, 5), turn=0)
    played = turn(filled, rulings={"PEN-AMB-13": "reveal"})
    assert "under the app's deck" in played.said(FillsNothing)
