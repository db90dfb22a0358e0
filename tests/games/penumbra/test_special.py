"""PEN-SPECIAL: Substitution, Joker, Tome, Fill, Arcana."""

from __future__ import annotations

import pytest

from automarium.engine.content.rulings import settle
from automarium.engine.play.command import perform
from automarium.engine.play.event import Step
from automarium.engine.question import Answer, AnyQuestion, Form, check
from automarium.games.penumbra.commands import Next
from automarium.games.penumbra.events import (
    DeckEmpty,
    Discarded,
    Fills,
    FillsNothing,
    GainsArcana,
    Line,
    Moves,
    Rest,
    Reveal,
    Stays,
    Would,
)
from automarium.games.penumbra.layout import PenumbraTable
from automarium.games.penumbra.odds import compute_odds
from automarium.games.penumbra.position import PRINTED, Card, Position
from tests.games.penumbra.kit import DEFINITION, app_deck, board, card, desk_for, position, turn
from tests.traces import thrown_out_by_name as out_by


@pytest.mark.clause("PEN-SPECIAL-01", "PEN-SPECIAL-02", "PEN-SPECIAL-03", "PEN-SPECIAL-08")
def test_substitution_puts_the_card_elsewhere_and_uses_that_list() -> None:
    on = position(board(["=1: to c", "card"], three=["=2 first: arcana", "unique x"]), slots=[0, 0, 1, 0], turn=0)
    played = turn(on, "violet a")
    assert played.tags == ["reveal", "line", "moves", "line", "gains-arcana"]
    assert played.the(Moves) == Moves("c", "substitution")
    assert on.slots[2][-1] == card("violet a"), "whatever its symbol"
    assert on.slots[0] == [], "it no longer counts where it lay"
    assert [line.slot for line in played.all(Line)] == ["a", "c"]
    assert played.all(Line)[1].number == 1, "the same Instruction: still the first, two cards now"


@pytest.mark.clause("PEN-SPECIAL-04", "PEN-SPECIAL-05")
def test_joker_takes_the_leftmost_empty_slot_and_its_list() -> None:
    on = position(board(["=1 first: arcana", "unique x"], ["joker"]), turn=0)
    played = turn(on, "violet b")
    assert played.the(Moves) == Moves("a", "joker")
    assert on.slots == [[card("violet b")], [], [], []]
    assert [(line.slot, line.number) for line in played.all(Line)] == [("b", 1), ("a", 1)]
    assert out_by(played.trace("slot")) == {"b": "PEN-SPECIAL-04", "c": "PEN-SPECIAL-04", "d": "PEN-SPECIAL-04"}


@pytest.mark.clause("PEN-SPECIAL-06", "PEN-SPECIAL-07")
def test_joker_without_an_empty_slot_discards_that_card_alone() -> None:
    on = position(board(["joker"]), slots=[0, 1, 1, 1], artifacts=app_deck(1, 2, 9))
    played = turn(on)
    assert played.tags[:3] == ["reveal", "line", "discarded"]
    assert played.clauses(Discarded) == ("PEN-SPECIAL-06", "PEN-SPECIAL-07")
    assert [len(stack) for stack in on.slots] == [0, 2, 1, 1], "the others stay, and the turn goes on"
    assert on.artifacts.pile[0] == 1, "under the deck"


@pytest.mark.clause("PEN-SPECIAL-19")
def test_the_jokers_own_slot_is_never_the_empty_one() -> None:
    on = position(board(two=["joker"]), slots=[1, 0, 1, 1], turn=0)
    played = turn(on, "red b")
    assert played.the(Discarded).count == 1
    assert [len(stack) for stack in on.slots] == [1, 0, 1, 1]


@pytest.mark.clause("PEN-SPECIAL-09", "PEN-SPECIAL-11", "PEN-SPECIAL-12")
@pytest.mark.parametrize("slot", ["a", "b", "c", "d"])
def test_a_tome_goes_into_the_slot_that_the_board_names(slot: str) -> None:
    on = position(board(tome=slot), turn=0)
    played = turn(on, "violet tome")
    assert played.the(Reveal).slot == slot
    assert "PEN-SPECIAL-09" in played.clauses(Reveal)
    assert played.the(Line).slot == slot
    assert on.cards == 0, "never kept, so no Experience symbols"


@pytest.mark.clause("PEN-SPECIAL-11", "PEN-SPECIAL-12")
def test_a_bought_tome_is_not_kept_either() -> None:
    on = position(board(["buy_artifact"], tome="b"), turn=0)
    turn(on, "red a", "red tome", rolls=[1])
    assert on.slots[1] == [card("red tome")]
    assert on.cards == 0


@pytest.mark.clause("PEN-SPECIAL-10")
def test_the_amethyst_board_puts_tomes_into_the_conduit() -> None:
    assert PRINTED.printed["board"]["amethyst"]["tome_slot"] == "conduit"
    others = [PRINTED.printed["board"][name]["tome_slot"] for name in ("emerald", "jasper", "ruby")]
    assert others == ["?", "?", "?"], "of the others it is not published"


@pytest.mark.clause("PEN-SPECIAL-13", "PEN-SPECIAL-14", "PEN-SPECIAL-15")
def test_fill_puts_a_new_card_into_the_leftmost_empty_slot() -> None:
    on = position(board(["fill"], ["unique never"]), slots=[0, 0, 1, 0], turn=0)
    played = turn(on, "red a", "violet d")
    assert played.tags == ["reveal", "line", "fills"]
    assert played.the(Fills) == Fills("b", "violet")
    assert on.slots[1] == [card("violet d")], "whatever its symbol, and its list is not read"


@pytest.mark.clause("PEN-SPECIAL-14", "PEN-SPECIAL-15")
def test_what_is_on_the_card_of_fill_need_not_be_told() -> None:
    """It decides nothing: it may be told and is not asked for."""
    on = position(board(["fill"]), slots=[0, 0, 1, 0], turn=0)
    played = turn(on, "red a", "unseen tome")
    assert [form.about for form in played.person.forms] == ["ask.card", "ask.card.any"]
    assert [field.aside for field in played.person.forms[1].fields] == [True, True]
    assert played.said(Fills) == "Fill: a new card goes into b; it brings no Instruction."
    assert on.slots[1] == [Card("unseen", None)]
    assert PenumbraTable().layout(on).tracks["automa", "slot-2"] == "unseen"
    empty = position(board(["fill"]), slots=[0, 0, 1, 0], turn=0)
    assert turn(empty, "red a").all(DeckEmpty)


def test_it_is_asked_where_a_tome_makes_a_difference() -> None:
    switched = {"PEN-AMB-35": "tome-slot"}
    by_board = turn(position(board(["fill"]), slots=[0, 0, 1, 0], turn=0), "red a", "violet d", rulings=switched)
    scoring = turn(position(board(["fill"]), slots=[0, 0, 1, 0], turn=0, artifacts_score=True), "red a", "violet d")
    for played in (by_board, scoring):
        assert [form.about for form in played.person.forms] == ["ask.card", "ask.card"]


@pytest.mark.clause("PEN-SPECIAL-16")
def test_filling_the_last_slot_brings_a_rest_next_turn() -> None:
    on = position(board(["fill"]), slots=[0, 1, 1, 0], turn=0)
    assert not turn(on, "red a", "violet b").all(Rest)
    assert turn(on).all(Rest)


@pytest.mark.clause("PEN-SPECIAL-17")
def test_fill_without_an_empty_slot_reveals_no_card() -> None:
    on = position(board(["fill"]), slots=[0, 1, 1, 1], turn=0)
    played = turn(on, "red a", "violet b")
    assert played.tags == ["reveal", "line", "fills-nothing"]
    assert played.person.cards_left == 1
    assert played.clauses(FillsNothing) == ("PEN-SPECIAL-17",)


@pytest.mark.clause("PEN-SPECIAL-18")
def test_arcana() -> None:
    played = turn(position(arcana=4, turn=0), "red a")
    assert played.the(GainsArcana).total == played.position.arcana == 5


@pytest.mark.clause("PEN-SPECIAL-20")
def test_effects_move_tomes_like_any_card() -> None:
    on = position(board(four=["to b"], tome="d"), turn=0)
    turn(on, "red tome")
    assert on.slots[1] == [card("red tome")]
    on = position(board(four=["joker"], tome="d"), turn=0)
    turn(on, "red tome")
    assert on.slots[0] == [card("red tome")]
    on = position(board(["fill"], tome="d"), turn=0)
    turn(on, "red a", "violet tome")
    assert on.slots[1] == [card("violet tome")]


@pytest.mark.clause("PEN-SPECIAL-21")
def test_a_card_never_returns_to_where_it_has_lain() -> None:
    on = position(board(["joker"], ["joker"]), slots=[0, 0, 1, 1])
    played = turn(on, "red b", "red c")
    assert played.tags == ["reveal", "line", "moves", "line", "stays", "reveal", "line", "gains-arcana"]
    assert played.the(Stays).slot == "a"
    assert [len(stack) for stack in on.slots] == [1, 0, 2, 1]


@pytest.mark.clause("PEN-SPECIAL-21")
def test_substitution_back_by_way_of_a_joker() -> None:
    on = position(board(["to b"], ["joker"]), slots=[0, 0, 1, 1], turn=0)
    played = turn(on, "red a")
    assert played.tags == ["reveal", "line", "moves", "line", "stays"]
    assert on.slots[1] == [card("red a")]


def test_the_moved_card_is_the_one_that_plays_not_the_one_on_top() -> None:
    """A card that was bought for the same line may lie on it."""
    on = position(board(["first: buy_artifact, to c", "arcana"]), turn=0)
    played = turn(on, "red a", "violet a", rolls=[1])
    assert on.slots == [[card("violet a")], [], [card("red a")], []]
    assert played.the(Moves).slot == "c"


@pytest.mark.clause("PEN-SPECIAL-21")
def test_every_slot_on_the_way_counts() -> None:
    on = position(board(["to b"], ["joker"], ["joker"]), slots=[1, 0, 0, 1], turn=0)
    played = turn(on, "red a")
    assert [event.slot for event in played.all(Moves)] == ["b", "c"]
    assert played.the(Stays).slot == "c", "slot b is empty again, but the card has lain there"


def test_an_instruction_that_ends_after_a_substitution_is_over_as_a_whole() -> None:
    """What stands after the Substitution in its line is no longer carried out (PEN-GEN-17, PEN-INSTR-19)."""
    missing = turn(position(board(["to b, arcana"], ["refresh_potions"]), turn=0), "red a", place="none")
    assert missing.tags == ["reveal", "line", "moves", "line", "no-die"]
    impossible = turn(position(board(["to b, arcana"], ["trial"]), turn=0), "red a", trials=[5])
    assert impossible.tags == ["reveal", "line", "moves", "no-line"]
    done = turn(position(board(["to b, arcana"], ["fill"]), turn=0), "red a", "red a")
    assert done.tags == ["reveal", "line", "moves", "line", "fills", "gains-arcana"]


@pytest.mark.clause("PEN-AMB-27", "PEN-SPECIAL-13")
@pytest.mark.parametrize("ahead", ["empty", "green"])
def test_a_card_told_ahead_does_not_outlive_the_turn(ahead: str) -> None:
    """Regression: the deck runs empty at Fill, whose form asks for the next card as well; that card was played in her
    next turn without being revealed."""
    on = position(board(["fill"]))
    symbol = "none" if ahead == "empty" else "b"
    fill = {"colour": "empty", "symbol": "none", "next-colour": ahead, "next-symbol": symbol}
    first = {"colour": "red", "symbol": "a"}
    steps = play(on, first, fill)
    assert [str(step.event.__struct_config__.tag) for step in steps] == ["reveal", "line", "deck-empty"]
    assert steps[-1].clauses == ("PEN-AMB-27",)
    assert on.ahead == []
    again = turn(on, "red b", "red c")
    assert [one.slot for one in again.all(Reveal)] == ["b", "c"], "the next turn asks for its cards"


def play(on: Position, *forms: dict[str, str]) -> list[Step]:
    """Play a turn with these answers to its forms; a field that is left out takes its default."""
    given = list(forms)

    def answer(question: AnyQuestion) -> Answer:
        assert isinstance(question, Form)
        told = given.pop(0)
        return check(question, {one.name: told.get(one.name, one.question.default or []) for one in question.fields})

    desk = desk_for(on, stand_in=answer)
    perform(Next(), desk, DEFINITION.is_over)
    assert not given
    return list(desk.steps)


@pytest.mark.clause("PEN-SPECIAL-04", "PEN-SPECIAL-21", "PEN-CARD-08")
def test_a_card_that_was_discarded_does_not_stay_in_a_slot() -> None:
    """Regression: "it stays in slot 1" was said of a card that an effect before the Joker had discarded."""
    on = position(board(["discard_all, joker"]), turn=0)
    played = turn(on, "red a")
    assert played.tags == ["reveal", "line", "all-under"]
    assert on.slots == [[], [], [], []]
    there = turn(position(board(["=1: to b", "card"], ["=1: to a", "card"]), turn=0), "red a")
    assert there.tags == ["reveal", "line", "moves", "line", "stays"], "one that is there does"
    house = position(board(["discard_all, joker"], ["unique x"]), slots=[1, 0, 0, 0], artifacts=app_deck(1), turn=0)
    (would,) = compute_odds(house, PRINTED, settle(DEFINITION.rulings, {})).by_card[1]
    assert isinstance(would, Would)
    assert would.slot == "a", "the odds move it nowhere either"
