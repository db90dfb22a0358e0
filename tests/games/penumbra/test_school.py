"""PEN-SCHOOL, PEN-BREW and PEN-SHOP: Classes, Marks, Potions, and the chain of additional Instructions."""

from __future__ import annotations

import pytest

from automarium.engine.message import Refused
from automarium.engine.play.command import perform
from automarium.engine.question import Answer, AnyQuestion
from automarium.games.penumbra.commands import Next
from automarium.games.penumbra.events import (
    Bought,
    Buys,
    Full,
    GainsMark,
    Line,
    NoDie,
    NothingToBuy,
    Placed,
    Potions,
    Reveal,
    Rolled,
    TakesCard,
)
from tests.games.penumbra.kit import DEFINITION, Person, Played, app_deck, board, card, desk_for, position, turn
from tests.traces import thrown_out_by_name as out_by

MARK = board(["mark_and_card", "unique none"])
CARD = board(["card"])
SHOP = board(["buy_artifact"], ["arcana"], ["later: arcana", "unique first"])


def gained(played: Played) -> tuple[list[str], int]:
    return played.position.marks, played.position.cards


# --------------------------------------------------------------------------------------------------------------- Class


@pytest.mark.clause("PEN-SCHOOL-01")
def test_the_class_of_the_cards_colour() -> None:
    played = turn(position(CARD, turn=0), "violet a", rolls=[1], is_class="yes")
    assert played.the(TakesCard).colour == "violet"
    assert set(out_by(played.trace("class")).values()) == {"PEN-SCHOOL-01"}


@pytest.mark.clause("PEN-SCHOOL-02")
def test_otherwise_the_class_of_her_starting_discipline() -> None:
    on = position(CARD, turn=0, start="green", classes={"red": True, "yellow": True})
    played = turn(on, "violet a", rolls=[1], is_class="no")
    assert played.the(TakesCard).colour == "green"
    assert out_by(played.trace("class")) == {"red": "PEN-SCHOOL-02", "yellow": "PEN-SCHOOL-02"}


def test_whether_a_class_is_in_play_is_asked_once_a_game() -> None:
    on = position(CARD)
    first = turn(on, "violet a", "violet a", rolls=[1, 1], is_class="no")
    assert first.asked.count("ask.classes") == 1
    assert [event.colour for event in first.all(TakesCard)] == ["green", "green"]
    assert "ask.classes" not in turn(on, "violet a", "green a", rolls=[1, 1]).asked


def test_with_the_apps_deck_the_classes_are_asked_when_one_is_needed() -> None:
    on = position(CARD, artifacts=app_deck(1, 1))  # two red cards with the symbol of slot a
    played = turn(on, rolls=[1, 1])
    assert played.asked.count("ask.classes") == 1
    assert [event.colour for event in played.all(TakesCard)] == ["red", "red"]


# ------------------------------------------------------------------------------------------------------- Mark and card


@pytest.mark.clause("PEN-SCHOOL-03", "PEN-SCHOOL-04")
def test_without_a_place_for_a_mark_the_line_is_passed_over() -> None:
    full = position(board(["mark_and_card", "unique none"], marks=2), level=2, turn=0)
    played = turn(full, "green a")
    assert played.the(Line).number == 2
    assert out_by(played.trace("list")) == {"0": "PEN-SCHOOL-04"}
    free = position(board(["mark_and_card", "unique none"], marks=3), level=2, turn=0)
    assert turn(free, "green a", rolls=[1]).the(Line).number == 1


@pytest.mark.clause("PEN-SCHOOL-05", "PEN-SCHOOL-06", "PEN-SCHOOL-10", "PEN-SCHOOL-11")
@pytest.mark.parametrize(("value", "side"), [(2, "left"), (5, "right")])
def test_a_spark_die_on_the_free_spark_place(value: int, side: str) -> None:
    played = turn(position(MARK, turn=0), "violet a", rolls=[value])
    assert played.the(Placed) == Placed("spark", "spark", value, "violet")
    assert "“Gain Mark”" not in played.said(Placed)
    assert "Spark space of the violet Class" in played.said(Placed)
    assert gained(played) == (["green", "violet"], 1)
    assert played.the(TakesCard).side == side
    assert played.the(TakesCard).colour == "violet"


@pytest.mark.clause("PEN-SCHOOL-07", "PEN-SCHOOL-08", "PEN-SCHOOL-12")
def test_a_class_die_set_to_6_if_the_spark_place_is_taken() -> None:
    played = turn(position(MARK, turn=0), "violet a", spark_place="occupied")
    assert played.the(Placed) == Placed("violet", "mark", 6, "violet")
    assert "ask.roll" not in played.asked
    assert played.the(TakesCard).side == "right"
    assert "PEN-SCHOOL-08" in played.clauses(Placed)
    assert gained(played) == (["green", "violet"], 1)


@pytest.mark.clause("PEN-SCHOOL-09")
def test_with_all_places_taken_mark_and_card_are_gained_all_the_same() -> None:
    played = turn(position(MARK, turn=0), "violet a", spark_place="occupied", mark_place="full", rolls=[3])
    assert not played.all(Placed)
    assert played.the(Full).location == "mark"
    assert played.the(Rolled).value == 3
    assert played.the(TakesCard).side == "left"
    assert gained(played) == (["green", "violet"], 1)


@pytest.mark.clause("PEN-SCHOOL-13")
def test_no_arcana_is_spent_on_a_mark() -> None:
    assert turn(position(MARK, turn=0, arcana=4), "violet a", rolls=[1]).position.arcana == 4


@pytest.mark.clause("PEN-SCHOOL-14")
def test_the_level_rises_at_once() -> None:
    on = position(board(["mark_and_card"], ["L2: arcana", "unique low"]), level=1)
    played = turn(on, "green a", "green b", rolls=[1])
    assert played.the(GainsMark).level == 2
    assert [line.number for line in played.all(Line)] == [1, 1], "the second Instruction sees the new Level"


@pytest.mark.clause("PEN-SCHOOL-15")
def test_without_a_spark_die_nothing_is_gained() -> None:
    played = turn(position(MARK, turn=0), "violet a", spark_place="none")
    assert played.tags == ["reveal", "line", "no-die"]
    assert played.the(NoDie).die == "spark"
    assert gained(played) == (["green"], 0)
    assert not played.all(Placed)


@pytest.mark.clause("PEN-SCHOOL-20")
def test_without_a_class_die_for_its_free_place_nothing_is_gained() -> None:
    played = turn(position(MARK, turn=0), "violet a", spark_place="occupied", mark_place="none")
    assert played.tags == ["reveal", "line", "no-die"]
    assert played.the(NoDie).die == "violet"
    assert gained(played) == (["green"], 0)


# ---------------------------------------------------------------------------------------------------------- card alone


@pytest.mark.clause("PEN-SCHOOL-16", "PEN-SCHOOL-17", "PEN-SCHOOL-18", "PEN-SCHOOL-19")
@pytest.mark.parametrize(("value", "side"), [(3, "left"), (4, "right")])
def test_gain_card(value: int, side: str) -> None:
    played = turn(position(CARD, turn=0), "violet a", rolls=[value])
    assert played.the(Placed) == Placed("violet", "card", value, "violet")
    assert "ask.roll" in played.asked, "it is rolled, not set"
    assert played.the(TakesCard).side == side
    assert gained(played) == (["green"], 1)


def test_the_die_is_of_the_class_colour_not_of_the_cards() -> None:
    played = turn(position(CARD, turn=0), "violet a", rolls=[1], is_class="no")
    assert played.the(Placed).die == "green"


# ------------------------------------------------------------------------------------------------------------- Brewery


@pytest.mark.clause("PEN-BREW-01", "PEN-BREW-02", "PEN-BREW-03")
def test_refresh_potions() -> None:
    played = turn(position(board(["refresh_potions"]), turn=0), "orange a", rolls=[6])
    assert played.tags == ["reveal", "line", "placed", "potions"]
    assert played.the(Placed) == Placed("orange", "brewery", None), "its value decides nothing"
    assert played.position.cards == 0
    assert "gains no Potion" in played.said(Potions)


@pytest.mark.clause("PEN-BREW-04")
def test_without_the_die_potions_stay() -> None:
    assert turn(position(board(["refresh_potions"]), turn=0), "a", place="none").tags == ["reveal", "line", "no-die"]


@pytest.mark.clause("PEN-BREW-05")
def test_a_full_brewery_is_refreshed_without_a_die() -> None:
    played = turn(position(board(["refresh_potions"]), turn=0), "a", place="full")
    assert played.tags == ["reveal", "line", "full", "potions"]


# ---------------------------------------------------------------------------------------------------------------- Shop


@pytest.mark.clause("PEN-SHOP-01", "PEN-SHOP-02", "PEN-SHOP-03", "PEN-SHOP-04")
@pytest.mark.parametrize(("value", "side"), [(1, "left"), (6, "right")])
def test_the_bought_artifact_is_an_automa_card_and_brings_an_instruction(value: int, side: str) -> None:
    on = position(SHOP, turn=0)
    played = turn(on, "orange a", "violet b", rolls=[value])
    assert played.tags == ["reveal", "line", "placed", "buys", "bought", "line", "gains-arcana"]
    assert played.the(Placed) == Placed("orange", "shop", value)
    assert played.the(Buys).side == side
    assert played.the(Bought) == Bought("violet", "b", 2)
    assert on.slots[1] == [card("violet b")]
    assert on.cards == 0, "it is not kept"
    assert "ask.shop.named.colour" in played.asked, "the die on the table names it"


@pytest.mark.clause("PEN-SHOP-05", "PEN-SHOP-07", "PEN-SHOP-08")
def test_it_comes_on_top_and_before_the_next_regular_one() -> None:
    played = turn(position(SHOP), "red a", "red c", "red b", rolls=[1])
    order = [(type(event).__name__, event.slot) for event in played.events if isinstance(event, (Reveal, Bought))]
    assert order == [("Reveal", "a"), ("Bought", "c"), ("Reveal", "b")]
    assert played.asked.count("ask.card.colour") == 2, "for the additional one no card is revealed"
    assert played.asked.count("ask.shop.named.colour") == 1


@pytest.mark.clause("PEN-SHOP-06")
def test_the_chain_has_no_limit() -> None:
    cards = ["red a"] * 30 + ["red b", "red b"]
    played = turn(position(SHOP), *cards, rolls=[1] * 30)
    assert len(played.all(Bought)) == 30
    assert [event.ordinal for event in played.events if isinstance(event, (Reveal, Bought))] == list(range(1, 33))


@pytest.mark.clause("PEN-SHOP-09")
def test_nothing_is_paid() -> None:
    played = turn(position(SHOP, turn=0, arcana=3), "red a", "red c", rolls=[1])
    assert played.position.arcana == 4, "only what the additional Instruction brought"
    assert "without paying" in played.said(Buys)


@pytest.mark.clause("PEN-SHOP-10")
def test_without_the_die_no_artifact_and_no_additional_instruction() -> None:
    played = turn(position(SHOP), "red a", "red c", "red b", place="none")
    assert played.tags == ["reveal", "line", "no-die", "reveal", "line", "gains-arcana"]
    assert played.position.slots[2] == [], "what lies in the Shop stays there, whatever was said of it"


@pytest.mark.clause("PEN-SHOP-11")
def test_a_full_shop_still_sells() -> None:
    played = turn(position(SHOP, turn=0), "red a", "red b", place="full", rolls=[5])
    assert played.tags == ["reveal", "line", "full", "rolled", "buys", "bought", "line", "gains-arcana"]
    assert played.the(Buys).side == "right"


@pytest.mark.clause("PEN-SHOP-11")
def test_half_a_card_in_a_full_shop_is_refused_before_a_die_is_asked_for() -> None:
    person = Person([card("red a"), card("red b")], [], {"ask.place": "full"})

    def answer(question: AnyQuestion) -> Answer:
        given = person.answer(question)
        return {**given, "symbol": "none"} if isinstance(given, dict) and "shop" in given else given

    with pytest.raises(Refused) as refused:
        perform(Next(), desk_for(position(SHOP, turn=0, own_dice=True), stand_in=answer), DEFINITION.is_over)
    assert refused.value.message.key == "card.symbol"
    assert "ask.roll" not in [question.about for question in person.asked]


@pytest.mark.clause("PEN-SHOP-12")
def test_additional_instructions_in_her_first_turn() -> None:
    played = turn(position(SHOP, turn=0), "red a", "red c", rolls=[1])
    assert [line.number for line in played.all(Line)] == [1, 1], "and it is a later one: PEN-COND-06"


def test_an_empty_shop_sells_nothing() -> None:
    played = turn(position(SHOP, turn=0), "red a", rolls=[1])
    assert played.the(NothingToBuy)
    assert not played.all(Bought)


@pytest.mark.clause("PEN-SCHOOL-10")
def test_the_mark_is_of_the_class_not_of_the_card() -> None:
    played = turn(position(MARK, turn=0), "violet a", rolls=[1], is_class="no")
    assert played.position.marks == ["green", "green"]
    assert played.the(GainsMark).colour == "green"
