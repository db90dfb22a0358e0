"""PEN-AMB-01 to PEN-AMB-19: where the rulebook is silent, the proposed ruling and the other way."""

from __future__ import annotations

from typing import Any

import pytest

from automarium.games.penumbra.events import Line, Rest
from automarium.games.penumbra.position import PRINTED, Position
from automarium.games.penumbra.rewards import (
    Buys,
    Completes,
    Fixed,
    GainsAlignment,
    NoContract,
    NoMarkPlace,
    Placed,
    Potions,
    Rolled,
    TakesCard,
)
from automarium.games.penumbra.room import ROOM
from automarium.kernel.question import Pick
from tests.games.penumbra.kit import Played, board, card, position, turn
from tests.traces import thrown_out_by_name as out_by


def both(number: int, first: Any, second: Any, *cards: str, at: int = 1, **said: Any) -> tuple[Played, Played]:
    """The same turn by the default and by another choice; ``first`` and ``second`` make the position."""
    (ruling,) = [one for one in ROOM.rulings.rulings() if one.id == f"PEN-AMB-{number:02}"]
    usual = turn(first(), *cards, **said)
    switched = turn(second(), *cards, rulings={ruling.id: ruling.choices[at]}, **said)
    return usual, switched


def lines(played: Played) -> list[tuple[str, int]]:
    return [(line.slot, line.number) for line in played.all(Line)]


@pytest.mark.clause("PEN-AMB-01")
def test_after_a_substitution_the_new_list_with_the_same_ordinal() -> None:
    on = board(["to b"], ["first: arcana", "unique later"], tome="b")

    def start() -> Position:
        return position(on, turn=0)

    usual, switched = both(1, start, start, "red a")
    assert lines(usual) == [("a", 1), ("b", 1)]
    assert lines(switched) == [("a", 1), ("b", 2)], "next-ordinal: it is the second one now"
    _, silent = both(1, start, start, "red a", at=2)
    assert silent.tags == ["reveal", "line", "moves"], "no-list"
    usual, silent = both(1, start, start, "red tome", at=2)
    assert lines(usual) == [("b", 1)]
    assert silent.tags == ["reveal"], "and a Tome would lead to no Instruction"


@pytest.mark.clause("PEN-AMB-01")
def test_a_joker_uses_the_new_list_by_every_choice() -> None:
    on = board(["joker"], ["first: arcana", "unique later"])
    for choice, line in (("same-ordinal", 1), ("next-ordinal", 2), ("no-list", 1)):
        played = turn(position(on, turn=0), "red a", rulings={"PEN-AMB-01": choice})
        assert lines(played) == [("a", 1), ("b", line)]


@pytest.mark.clause("PEN-AMB-02")
def test_a_joker_without_an_empty_slot() -> None:
    def start() -> Position:
        return position(board(["joker"]), slots=[0, 2, 1, 1], turn=0)

    usual, switched = both(2, start, start, "red a")
    assert [len(stack) for stack in usual.position.slots] == [0, 2, 1, 1]
    assert switched.position.slots == [[], [], [], []]


@pytest.mark.clause("PEN-AMB-03")
def test_a_missing_die() -> None:
    def listed() -> Position:
        return position(board(["first: refresh_potions", "first: buy_artifact", "arcana"]), turn=0)

    usual, switched = both(3, listed, listed, "red a", place="none")
    assert usual.tags == ["reveal", "line", "no-die"]
    assert lines(switched) == [("a", 1), ("a", 2), ("a", 3)]
    assert switched.position.arcana == 1


@pytest.mark.clause("PEN-AMB-04")
def test_neither_a_place_nor_a_die() -> None:
    def start() -> Position:
        return position(board(["refresh_potions"]), turn=0)

    usual, _ = both(4, start, start, "red a", place="full")
    assert usual.all(Potions)
    switched = turn(start(), "red a", place="neither", rulings={"PEN-AMB-04": "die-first"})
    assert switched.tags == ["reveal", "line", "no-die"]
    full = turn(start(), "red a", place="full", rulings={"PEN-AMB-04": "die-first"})
    assert full.all(Potions), "with a die at hand a full location is no hindrance"
    (asked,) = [question for question in usual.person.asked if question.about == "ask.place"]
    assert isinstance(asked, Pick)
    assert "neither" not in asked.options


@pytest.mark.clause("PEN-AMB-05")
def test_the_card_of_a_full_location() -> None:
    def start() -> Position:
        return position(board(["card"]), turn=0)

    usual, switched = both(5, start, start, "red a", card_place="full", rolls=[6], side="left")
    assert usual.the(Rolled).value == 6
    assert usual.the(TakesCard).side == "right"
    assert not switched.all(Rolled)
    assert switched.the(TakesCard).side == "left"
    marks = position(board(["mark_and_card"]), turn=0)
    same = turn(marks, "red a", spark_place="occupied", mark_place="full", rolls=[2])
    assert same.the(TakesCard).side == "left", "the same in “Gain Mark”"


@pytest.mark.clause("PEN-AMB-06")
def test_one_card_or_more_in_every_slot() -> None:
    def start() -> Position:
        return position(slots=[2, 1, 3, 1])

    usual, switched = both(6, start, start, "red a", "red b")
    assert usual.all(Rest)
    assert not switched.all(Rest)
    ones = turn(position(slots=[1, 1, 1, 1]), rulings={"PEN-AMB-06": "exactly-one"})
    assert ones.all(Rest)


@pytest.mark.clause("PEN-AMB-07")
def test_whose_dice_a_rest_removes() -> None:
    def start() -> Position:
        return position(slots=[1, 1, 1, 1])

    usual, switched = both(7, start, start)
    assert "whoever placed them" in usual.said(Rest)
    assert "that she placed" in switched.said(Rest)
    for played in (usual, switched):
        assert "to the supply" in played.said(Rest)
        assert "return them all" in played.said(Rest)


@pytest.mark.clause("PEN-AMB-08")
def test_a_slot_that_a_line_names() -> None:
    def start() -> Position:
        return position(board(["=2@c: arcana", "unique x"]), slots=[0, 0, 2, 0], turn=0)

    usual, switched = both(8, start, start, "red a")
    assert lines(usual) == [("a", 1)]
    assert lines(switched) == [("a", 2)]


@pytest.mark.clause("PEN-AMB-09")
def test_no_free_place_for_a_mark() -> None:
    def start() -> Position:
        return position(board(["mark_and_card", "unique x"], marks=1), turn=0)

    usual, switched = both(9, start, start, "red a")
    assert lines(usual) == [("a", 2)]
    assert lines(switched) == [("a", 1)]
    assert switched.the(NoMarkPlace)
    assert (switched.position.level, switched.position.cards) == (1, 0)


@pytest.mark.clause("PEN-AMB-10")
def test_no_spark_die_for_the_free_spark_place() -> None:
    def start() -> Position:
        return position(board(["mark_and_card"]), turn=0)

    usual, switched = both(10, start, start, "red a", spark_place="none")
    assert usual.tags == ["reveal", "line", "no-die"]
    assert switched.the(Placed) == Placed("red", "mark", 6, "red")
    assert switched.position.level == 2
    neither = turn(start(), "red a", spark_place="occupied", mark_place="none")
    assert neither.tags == ["reveal", "line", "no-die"], "nor without a Class die"


@pytest.mark.clause("PEN-AMB-11")
def test_level_and_alignment_before_vp() -> None:
    def start() -> Position:
        return position(board(["contract", "unique x"]), level=4, alignment="dark", turn=0)

    usual, switched = both(11, start, start, "red a", contracts=[2, 3], sides=("light", "dark"), rolls=[1])
    assert usual.the(Completes).number == 1
    assert lines(switched) == [("a", 2)], "the best one is of the other side, so none is allowed"
    fits = turn(start(), "red a", contracts=[2, 3], sides="dark", rolls=[1], rulings={"PEN-AMB-11": "vp-first"})
    assert fits.the(Completes).number == 2


@pytest.mark.clause("PEN-AMB-12")
def test_no_allowed_contract() -> None:
    def start() -> Position:
        return position(board(["contract", "unique x"]), level=2, turn=0)

    usual, switched = both(12, start, start, "red a", contracts=[2, 3], rolls=[4])
    assert lines(usual) == [("a", 2)]
    assert not usual.all(Placed)
    assert switched.tags == ["reveal", "line", "placed", "no-contract"]
    assert switched.the(NoContract)
    assert switched.position.contracts == []


@pytest.mark.clause("PEN-AMB-13")
def test_fill_without_an_empty_slot() -> None:
    def start() -> Position:
        return position(board(["fill"]), slots=[0, 1, 1, 1], turn=0)

    usual, switched = both(13, start, start, "red a", "red b")
    assert usual.person.cards_left == 1
    assert switched.person.cards_left == 0
    assert [len(stack) for stack in switched.position.slots] == [1, 1, 1, 1], "it goes under the deck"


@pytest.mark.clause("PEN-AMB-14")
def test_the_extra_scoring_of_a_printed_board_can_be_corrected() -> None:
    assert PRINTED.printed["board"]["ruby"]["scoring"] == {"per": "contract", "vp": 1}
    assert "board" in ROOM.own_sections
    for name in ("emerald", "jasper", "ruby", "amethyst"):
        assert "PEN-AMB-14" in PRINTED.printed["board"][name]["note"] or name == "amethyst"


@pytest.mark.clause("PEN-AMB-15")
def test_a_level_requirement_means_at_least() -> None:
    def start() -> Position:
        return position(board(["L3: arcana", "unique x"]), level=3, turn=0)

    usual, switched = both(15, start, start, "red a")
    assert lines(usual) == [("a", 1)]
    assert lines(switched) == [("a", 2)]
    higher = position(board(["L3: arcana", "unique x"]), level=4, turn=0)
    assert lines(turn(higher, "red a", rulings={"PEN-AMB-15": "more-than"})) == [("a", 1)]


CONTRACT = board(["contract", "unique x"])


@pytest.mark.clause("PEN-AMB-16")
def test_a_contract_without_alignment() -> None:
    def start() -> Position:
        return position(CONTRACT, level=4, alignment="dark", turn=0)

    usual, switched = both(16, start, start, "red a", contracts=[3], sides="none", rolls=[1])
    assert usual.position.contracts == [3]
    assert lines(switched) == [("a", 2)]
    fresh = turn(position(CONTRACT, level=4, turn=0), "red a", contracts=[3], sides="none", rolls=[1])
    assert fresh.position.contracts == [3]
    assert fresh.position.alignment is None, "it fixes nothing; the next one that has an alignment will"
    assert not fresh.all(GainsAlignment)


@pytest.mark.clause("PEN-AMB-16")
@pytest.mark.parametrize(("value", "side"), [(3, "light"), (4, "dark")])
def test_a_contract_that_offers_a_choice(value: int, side: str) -> None:
    fresh = turn(position(CONTRACT, level=4, turn=0), "red a", contracts=[3], sides="either", rolls=[value])
    assert fresh.the(Rolled).value == value
    assert fresh.the(Fixed).alignment == fresh.position.alignment == side
    decided = position(CONTRACT, level=4, alignment="dark", turn=0)
    played = turn(decided, "red a", contracts=[3], sides="either", rolls=[1])
    assert (decided.light, decided.dark) == (0, 1), "hers once it is fixed"
    assert not played.all(Rolled)


@pytest.mark.clause("PEN-AMB-16", "PEN-GEN-13")
def test_a_contract_that_brings_light_and_darkness_at_once() -> None:
    hers = position(CONTRACT, level=4, alignment="dark", turn=0)
    played = turn(hers, "red a", contracts=[3], sides="both", rolls=[1], amount=(2, 1))
    assert (hers.light, hers.dark, hers.alignment) == (2, 1, "dark")
    assert [event.alignment for event in played.all(GainsAlignment)] == ["light", "dark"]
    fresh = turn(position(CONTRACT, level=4, turn=0), "red a", contracts=[3], sides="both", rolls=[5])
    assert fresh.the(Fixed).alignment == "dark", "a first one leaves the choice to a die"
    assert (fresh.position.light, fresh.position.dark) == (1, 1)
    own_only = position(CONTRACT, level=4, alignment="dark", turn=0)
    turn(own_only, "red a", contracts=[3], sides="both", rolls=[1], rulings={"PEN-AMB-16": "own-only"})
    assert own_only.contracts == [3], "it has her side"


@pytest.mark.clause("PEN-AMB-17", "PEN-TRIAL-14")
def test_a_trial_that_brings_light_and_darkness_at_once() -> None:
    on = position(board(["trial", "unique x"]), level=4, turn=0)
    turn(on, "red a", trials=[1], trial_vps=[3], trial_side="both", amount=(1, 2))
    assert (on.light, on.dark, on.alignment) == (1, 2, None)
    fixing = position(board(["trial", "unique x"]), level=4, turn=0)
    said: dict[str, Any] = {"trials": [1], "trial_vps": [3], "trial_side": "both", "rolls": [2]}
    turn(fixing, "red a", rulings={"PEN-AMB-17": "fixes"}, **said)
    assert (fixing.light, fixing.dark, fixing.alignment) == (1, 1, "light")


@pytest.mark.clause("PEN-AMB-17")
def test_a_trial_before_any_contract() -> None:
    def start() -> Position:
        return position(board(["trial", "unique x"]), level=4, turn=0)

    usual, switched = both(17, start, start, "red a", trials=[1], trial_vps=[3], trial_side="light")
    assert (usual.position.light, usual.position.alignment) == (1, None)
    assert (switched.position.light, switched.position.alignment) == (1, "light")
    rolled = turn(start(), "red a", trials=[1], trial_vps=[3], trial_side="either", rolls=[6])
    assert (rolled.position.dark, rolled.position.alignment) == (1, None), "a choice: a roll"
    fixed = position(board(["trial", "unique x"]), level=4, alignment="light", turn=0)
    turn(fixed, "red a", trials=[1], trial_vps=[3], trial_side="either")
    assert fixed.light == 1


@pytest.mark.clause("PEN-AMB-18")
def test_the_exception_holds() -> None:
    def contract() -> Position:
        return position(CONTRACT, level=4, turn=0)

    usual, switched = both(18, contract, contract, "red a", contracts=[3], sides="light", rolls=[1])
    assert usual.position.light == 1
    assert switched.position.light == 0
    assert "ask.alignment" not in switched.asked
    assert switched.position.alignment == "light", "the alignment is fixed all the same"


@pytest.mark.clause("PEN-AMB-19")
def test_refreshing_the_potions_gives_none() -> None:
    played = turn(position(board(["refresh_potions"]), turn=0), "red a", rolls=[1])
    assert not played.all(TakesCard)
    assert not played.all(Buys)
    assert played.position.cards == 0
    assert out_by(played.trace("list")) == {}
    assert played.position.slots[0] == [card("red a")]
