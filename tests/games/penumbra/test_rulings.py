"""PEN-AMB: where the rulebook is silent, the default ruling and the other choices."""

from __future__ import annotations

from typing import Any

import pytest

from automarium.engine.content.clauses import load_catalogue
from automarium.engine.content.rulings import settle
from automarium.engine.play.chance import Chance
from automarium.engine.play.command import find_next_field
from automarium.engine.play.desk import Table
from automarium.engine.question import Pick
from automarium.games.penumbra.commands import Counted
from automarium.games.penumbra.events import (
    Bought,
    Buys,
    Completes,
    DeckEmpty,
    Fixed,
    Full,
    GainsAlignment,
    GainsArcana,
    Line,
    NoClassCard,
    NoContract,
    NoMarkPlace,
    Placed,
    Potions,
    Refill,
    Refresh,
    Rest,
    Reveal,
    Rolled,
    TakesCard,
)
from automarium.games.penumbra.position import HOUSE_CARDS, MOST_ARCANA, PRINTED, Position, Tally
from automarium.i18n.languages import LANGUAGES
from tests.games.penumbra.kit import DEFINITION, TRANSLATOR, Played, app_deck, board, card, position, turn
from tests.traces import thrown_out_by_name as out_by


def both(number: int, first: Any, second: Any, *cards: str, at: int = 1, **said: Any) -> tuple[Played, Played]:
    """The same turn by the default and by another choice; ``first`` and ``second`` make the position."""
    (ruling,) = [one for one in DEFINITION.rulings.rulings() if one.id == f"PEN-AMB-{number:02}"]
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
    assert "no matter who placed them" in usual.said(Rest)
    assert "that it placed" in switched.said(Rest)
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


@pytest.mark.clause("PEN-AMB-11")
def test_of_equal_contracts_with_the_most_vp_the_one_of_her_alignment() -> None:
    """Regression: by the switched ruling the rightmost of equal ones was taken first and found unsuitable."""

    def start() -> Position:
        return position(board(["contract", "unique x"]), level=4, alignment="dark", turn=0)

    said: dict[str, Any] = {"contracts": ["dark-1", "dark-3", "light-3"], "rolls": [1]}
    usual, switched = both(11, start, start, "red a", **said)
    assert usual.the(Completes).number == switched.the(Completes).number == 2
    (trace,) = [one for one in switched.step(Completes).traces if one.about == "contract"]
    assert out_by(trace) == {"0": "PEN-GUILD-07", "2": "PEN-GUILD-06"}, "first the VP, then the Automa's alignment"
    neither = turn(start(), "red a", contracts=["dark-1", "light-3", "light-3"], rulings={"PEN-AMB-11": "vp-first"})
    assert lines(neither) == [("a", 2)]


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
    assert "board" in DEFINITION.content.own_sections
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


def said_at_setup(clause: str) -> str:
    listed = DEFINITION.setup.checklist(position(), settle(DEFINITION.rulings, {}))
    return next(TRANSLATOR.sentence(saying) for saying, clauses in listed if clause in clauses)


@pytest.mark.clause("PEN-AMB-20")
def test_a_bought_artifact_is_never_kept() -> None:
    on = position(board(["buy_artifact"]), turn=0)
    turn(on, "red a", "red b", rolls=[1])
    assert on.cards == 0
    assert on.slots[1] == [card("red b")], "it ends under the deck with the others"


@pytest.mark.clause("PEN-AMB-20", "PEN-SCORE-10")
def test_artifacts_in_her_slots_score_only_by_the_other_choice() -> None:
    def asked(chosen: dict[str, str]) -> str:
        on = set_up(chosen)
        on.slots = [[card("red a"), card("red tome")], [card("violet b")], [HOUSE_CARDS[1]], []]
        field = find_next_field(Counted, on, {"arcana": 0})
        assert field is not None
        return TRANSLATOR.say(field.question.about, **field.question.params)

    usual, switched = asked({}), asked({"PEN-AMB-20": "other-artifacts"})
    assert "Artifact" not in usual
    assert "on the 2 Artifacts in its slots, not counting Tomes" in switched, "cards of the app's deck are none"


def set_up(chosen: dict[str, str]) -> Position:
    on: Position = DEFINITION.setup.set_up({}, PRINTED, settle(DEFINITION.rulings, chosen), Table(Chance(1)))
    return on


@pytest.mark.clause("PEN-AMB-21")
def test_a_card_without_a_colour() -> None:
    played = turn(position(board(["refresh_potions"], ["card"])), "bone a", "bone b", rolls=[1, 1])
    assert [event.die for event in played.all(Placed)] == ["bone", "green"]
    assert played.the(TakesCard).colour == "green", "the starting Discipline's Class"
    assert "ask.is-class" not in played.asked


@pytest.mark.clause("PEN-AMB-22")
def test_a_talent_without_its_class_is_dealt_again() -> None:
    assert "If there's no Class of that colour, deal another" in said_at_setup("PEN-AMB-22")


@pytest.mark.clause("PEN-AMB-23")
def test_her_own_first_turn() -> None:
    def second() -> Position:
        return position(turn=0, starts="human")

    usual, switched = both(23, second, second, "a", "b")
    assert len(usual.all(Reveal)) == 1
    assert len(switched.all(Reveal)) == 2, "the human had the first turn of the game"
    first = turn(position(turn=0, starts="automa"), "a", "b", rulings={"PEN-AMB-23": "game-first"})
    assert len(first.all(Reveal)) == 1
    (field,) = [
        one
        for one in DEFINITION.setup.option_fields({}, settle(DEFINITION.rulings, {}), PRINTED)
        if one.name == "starts"
    ]
    assert field.question.default == "human", "and if nothing decides, the human starts"


@pytest.mark.clause("PEN-AMB-24")
def test_a_refresh_only_after_rest_and_trial() -> None:
    usual, switched = both(24, position, position, "a", "b")
    assert not usual.all(Refresh)
    assert switched.the(Refresh).after == "turn"
    resting = turn(position(slots=[1, 1, 1, 1]), rulings={"PEN-AMB-24": "every-turn"})
    assert resting.the(Refresh).after == "rest", "not twice"
    trial = position(board(["trial", "card"]), level=3, turn=0)
    passed = turn(trial, "red a", trials=[1], trial_vps=[2], rulings={"PEN-AMB-24": "every-turn"})
    assert passed.the(Refresh).after == "trial", "not twice"


@pytest.mark.clause("PEN-AMB-24", "PEN-AMB-27")
def test_a_refresh_also_after_a_turn_that_an_empty_deck_ends() -> None:
    """Regression: by the switched ruling there was none."""
    usual, switched = both(24, position, position, "a")
    assert usual.tags == ["reveal", "line", "gains-arcana", "deck-empty"]
    assert switched.tags == [*usual.tags, "refresh"]
    assert switched.the(Refresh).after == "turn"
    assert switched.position.deeds == {"refresh-turn": 1}


@pytest.mark.clause("PEN-AMB-25")
def test_markets_are_refilled_at_once() -> None:
    on = board(["card"], ["contract", "card"], ["buy_artifact"])

    def start() -> Position:
        return position(on, level=3)

    said: dict[str, Any] = {"contracts": [1], "sides": "light", "rolls": [1, 1]}
    usual, switched = both(25, start, start, "red a", "red b", **said)
    assert usual.the(TakesCard).refill
    assert usual.the(Completes).refill
    assert not usual.all(Refill)
    assert not switched.the(TakesCard).refill
    assert switched.the(Refill).markets == ["class", "contracts"]
    assert "refill" not in switched.said(TakesCard)
    assert switched.position.gaps == []
    assert switched.tags[-1] == "refill"
    assert said_at_setup("PEN-AMB-25") == "Every market holds two cards; refill it immediately."


@pytest.mark.clause("PEN-AMB-25")
def test_a_row_that_is_refilled_later_is_played_on_as_it_is() -> None:
    """Regression: the form of a long turn asked for a refilled row, and the refill was ordered again at the end."""
    on = board(["contract", "card"], instructions=(1, 3))

    def start() -> Position:
        return position(on, level=5)

    said: dict[str, Any] = {"contracts": (["light-2", "light-3", "light-1"], ["light-2", "light-1", "light-4"])}
    usual, switched = both(25, start, start, "red a", "red a", "red a", **said)
    assert "ask.contracts.then" in usual.asked
    assert [one.vp for one in usual.all(Completes)] == [3, 4, 4], "a new one each time"
    assert "ask.contracts.then" not in switched.asked
    assert switched.asked.count("ask.contracts.row") == 1
    assert [(one.number, one.vp) for one in switched.all(Completes)] == [(2, 3), (1, 2), (1, 1)]
    assert [str(one.chosen) for step in switched.steps for one in step.traces if one.about == "contract"] == list("100")
    assert switched.position.deeds == {"refill-contracts": 1}


@pytest.mark.clause("PEN-AMB-25", "PEN-GEN-29")
def test_an_empty_place_of_a_class_is_not_offered_again() -> None:
    """Regression: by the switched ruling she took the left card twice."""
    on = board(["card"], instructions=(1, 3))

    def start() -> Position:
        return position(on)

    usual, switched = both(25, start, start, "red a", "red a", "red a", rolls=[1, 2, 3])
    assert [one.side for one in usual.all(TakesCard)] == ["left", "left", "left"]
    assert [one.side for one in switched.all(TakesCard)] == ["left", "right"]
    first, second, third = [one for step in switched.steps for one in step.traces if one.about == "side"]
    assert out_by(first) == {"right": "PEN-GEN-29"}
    assert (second.chosen, out_by(second)) == ("right", {"left": "PEN-AMB-25"})
    assert (third.chosen, out_by(third)) == (None, {"left": "PEN-AMB-25", "right": "PEN-AMB-25"})
    assert switched.said(NoClassCard) == "The market of the red Class is empty, so the Automa takes no card."
    assert switched.position.cards == 2
    assert switched.the(Refill).markets == ["class"]
    other = turn(start(), "red a", "violet a", "red a", rolls=[1, 1, 6], rulings={"PEN-AMB-25": "end-of-turn"})
    assert [(one.colour, one.side) for one in other.all(TakesCard)] == [
        ("red", "left"),
        ("violet", "left"),
        ("red", "right"),
    ], "each Class has its own market"
    full = turn(start(), "red a", "red a", card_place=("yes", "full"), rolls=[1], rulings={"PEN-AMB-25": "end-of-turn"})
    assert [one.side for one in full.all(TakesCard)] == ["left", "right"]
    assert not full.all(Rolled), "with one card left no die decides"


@pytest.mark.clause("PEN-AMB-25", "PEN-SHOP-02")
@pytest.mark.parametrize("rulings", [{}, {"PEN-AMB-05": "you-choose"}])
def test_an_empty_place_of_the_shop_is_not_offered_again(rulings: dict[str, str]) -> None:
    on = board(["buy_artifact"])
    bought = ["red a", "red a", "green a", "red b", "red b"]  # one revealed, two bought, then a third is tried
    usual = turn(position(on, turn=0), *bought, rolls=[1, 2, 3], rulings=rulings)
    assert [one.side for one in usual.all(Buys)] == ["left", "left", "left"]
    later = {**rulings, "PEN-AMB-25": "end-of-turn"}
    switched = turn(position(on, turn=0), *bought, rolls=[1, 2, 3], rulings=later)
    assert [one.side for one in switched.all(Buys)] == ["left", "right"]
    assert switched.tags[-4:] == ["line", "placed", "nothing-to-buy", "refill"]
    sides = [one for step in switched.steps for one in step.traces if one.about == "side"]
    assert [one.chosen for one in sides] == ["left", "right", None]
    assert out_by(sides[1]) == {"left": "PEN-AMB-25"}
    assert switched.position.deeds == {"shop-left": 1, "shop-right": 1, "refill-shop": 1}
    asked = [one for one in switched.person.asked if one.about.startswith("ask.shop") and one.about.endswith("colour")]
    assert [one.params.get("side") and one.params["side"].value for one in asked] == [
        "left" if rulings else None,
        "right",
    ], "of the empty Shop nothing is asked"


@pytest.mark.clause("PEN-AMB-26")
def test_only_the_common_row_is_asked_about() -> None:
    played = turn(position(board(["trial", "card"]), level=3, turn=0), "red a", trials=[1], trial_vps=[2])
    (asked,) = [question for question in played.person.asked if question.about == "ask.trials"]
    assert "in the common row" in TRANSLATOR.say(asked.about)


@pytest.mark.clause("PEN-AMB-27")
def test_an_empty_deck_ends_the_turn() -> None:
    mine = turn(position())
    assert mine.tags == ["deck-empty"]
    assert mine.clauses(DeckEmpty) == ("PEN-AMB-27",)
    house = turn(position(artifacts=app_deck(2)))
    assert house.tags == ["reveal", "line", "gains-arcana", "deck-empty"]
    filling = turn(position(board(["fill"]), artifacts=app_deck(1)))
    assert filling.tags == ["reveal", "line", "deck-empty"], "also for Fill, and no second Instruction"


@pytest.mark.clause("PEN-AMB-28")
@pytest.mark.parametrize("value", [1, 6])
def test_a_spark_die_counts_as_rolled(value: int) -> None:
    played = turn(position(board(["mark_and_card"]), turn=0), "red a", rolls=[value])
    assert played.the(Placed).value == value
    assert played.position.level == 2


@pytest.mark.clause("PEN-AMB-29")
def test_common_goals_as_a_player() -> None:
    field = find_next_field(Counted, position(), {"arcana": 0, "experience": 0})
    assert field is not None
    assert field.name == "goals"
    assert "common Goals, as a player would" in TRANSLATOR.say(field.question.about, **field.question.params)


@pytest.mark.clause("PEN-AMB-30")
def test_the_starting_spell_is_a_discipline_card() -> None:
    on = position(board(scoring=("discipline_card", 1)), cards=2)
    usual = DEFINITION.scoring.score(on, settle(DEFINITION.rulings, {}))
    switched = DEFINITION.scoring.score(on, settle(DEFINITION.rulings, {"PEN-AMB-30": "not-counted"}))
    assert (usual.totals["automa"], switched.totals["automa"]) == (3, 2)


@pytest.mark.clause("PEN-AMB-31")
def test_a_tie() -> None:
    on = position(tally=Tally(1, 0, 0, 0, 0), human_vp=1)
    for choice, words in (("normal", "normal tie-breaker"), ("automa-wins", "the Automa wins")):
        verdict = DEFINITION.scoring.score(on, settle(DEFINITION.rulings, {"PEN-AMB-31": choice})).verdict
        assert verdict is not None
        assert words in TRANSLATOR.sentence(verdict)


@pytest.mark.clause("PEN-AMB-32")
def test_the_limit_of_arcana() -> None:
    def start() -> Position:
        return position(arcana=MOST_ARCANA, turn=0)

    usual, switched = both(32, start, start, "red a")
    assert usual.position.arcana == MOST_ARCANA == 12
    assert usual.tags == ["reveal", "line", "arcana-full"]
    assert switched.the(GainsArcana).total == 13
    below = turn(position(arcana=11, turn=0), "red a")
    assert below.position.arcana == 12


@pytest.mark.clause("PEN-AMB-33")
def test_instructions_are_counted_not_placed_dice() -> None:
    def start() -> Position:
        return position(board(["arcana"], ["first: arcana", "unique later"]))

    usual, switched = both(33, start, start, "red a", "red b")
    assert lines(usual) == [("a", 1), ("b", 2)]
    assert lines(switched) == [("a", 1), ("b", 1)], "no die was placed yet"
    dice = position(board(["refresh_potions"], ["first: arcana", "unique later"]))
    placed = turn(dice, "red a", "red b", rolls=[1], rulings={"PEN-AMB-33": "placements"})
    assert lines(placed) == [("a", 1), ("b", 2)]


@pytest.mark.clause("PEN-AMB-34")
@pytest.mark.parametrize("last", ["contract", "trial", "mark_and_card"])
def test_an_impossible_last_line(last: str) -> None:
    on = position(board([last], marks=1))
    played = turn(on, "red a", "red b", contracts=[4], trials=[4])
    assert played.tags == ["reveal", "no-line", "reveal", "line", "gains-arcana"]


@pytest.mark.clause("PEN-AMB-35")
def test_effects_win_over_the_tome_slot() -> None:
    def moved() -> Position:
        return position(board(["fill"], ["arcana"], tome="d"), turn=0)

    usual, switched = both(35, moved, moved, "red a", "violet tome")
    assert usual.position.slots[1] == [card("violet tome")]
    assert switched.position.slots[3] == [card("violet tome")]

    def joker() -> Position:
        return position(board(four=["joker"], tome="d"), turn=0)

    usual, switched = both(35, joker, joker, "violet tome")
    assert usual.position.slots[0] == [card("violet tome")]
    assert switched.position.slots[3] == [card("violet tome")], "it stays where it belongs"
    assert switched.tags[-1] == "stays"


@pytest.mark.clause("PEN-AMB-36")
def test_several_effects() -> None:
    def start() -> Position:
        return position(board(["contract, arcana", "unique x"]), level=2, turn=0)

    usual, switched = both(36, start, start, "red a", contracts=[4])
    assert lines(usual) == [("a", 2)]
    assert lines(switched) == [("a", 1)]
    assert switched.position.arcana == 1
    assert switched.position.contracts == []
    none = position(board(["contract, trial", "unique x"]), level=2, turn=0)
    assert lines(turn(none, "red a", contracts=[4], trials=[4], rulings={"PEN-AMB-36": "some"})) == [("a", 2)]


@pytest.mark.clause("PEN-AMB-37")
def test_no_card_goes_round_in_a_circle() -> None:
    on = position(board(["joker"], ["joker"]), slots=[0, 0, 1, 1], turn=0)
    assert turn(on, "red a").tags == ["reveal", "line", "moves", "line", "stays"]


@pytest.mark.clause("PEN-AMB-38")
def test_places_that_do_not_fit() -> None:
    def start() -> Position:
        return position(board(["refresh_potions"]), turn=0)

    usual, switched = both(38, start, start, "red a", place="unfit")
    assert usual.the(Full)
    assert switched.tags == ["reveal", "line", "no-die"]


# ------------------------------------------------------------------------------------------------------------- all


def test_every_ruling_of_the_catalogue_is_listed_and_no_other() -> None:
    assert [ruling.id for ruling in DEFINITION.rulings.rulings()] == list(load_catalogue(DEFINITION.folder).rulings)


@pytest.mark.clause("PEN-AMB-16")
def test_the_text_says_what_each_choice_does_with_a_contract_without_alignment_and_why() -> None:
    ruling = load_catalogue(DEFINITION.folder).rulings["PEN-AMB-16"]
    fixed = {"en": "Once the Automa's alignment is fixed", "uk": "Коли світогляд Автоми закріплено"}
    fixed["ru"] = "Когда мировоззрение Автомы закреплено"
    letter = {"en": "Read literally", "uk": "За буквального прочитання", "ru": "При буквальном чтении"}
    for lang in LANGUAGES:
        texts = [choice.text[lang] for choice in ruling.choice]
        assert all(text.startswith(fixed[lang]) for text in texts)
        assert ruling.reason[lang].startswith(letter[lang]), "why the default is not the literal reading"
        assert [text.count(".") for text in (*texts, ruling.reason[lang])] == [1, 1, 1], "a sentence each"
    assert ruling.choice[0].id == "allowed"


def test_the_clauses_that_rest_on_a_ruling_as_a_whole_are_those_of_the_catalogue() -> None:
    resting: dict[str, set[str]] = {}
    for id_, clause in load_catalogue(DEFINITION.folder).clauses.items():
        if clause.basis == ("ruling",):
            resting.setdefault(clause.rests_on[0], set()).add(id_)
    listed = {ruling.id: set(ruling.clauses) for ruling in DEFINITION.rulings.rulings()}
    assert {id_: clauses - listed[id_] for id_, clauses in resting.items() if clauses - listed[id_]} == {}


def test_the_words_of_a_switched_ruling_are_told_with_the_reason() -> None:
    from automarium.i18n.explanation import explain

    chosen = settle(DEFINITION.rulings, {"PEN-AMB-15": "more-than"}).chosen()
    played = turn(position(board(["L3: arcana", "unique x"]), level=3, turn=0), "red a", rulings=chosen)
    told = explain(played.step(Line), DEFINITION.rulings.rulings(), chosen, TRANSLATOR)
    assert any("PEN-INSTR-11" in line and "a higher Level" in line for line in told)


def test_a_bought_card_of_the_house_deck_game_goes_back_to_the_person() -> None:
    """The Shop's cards are the person's own also where the app has the deck: they have no number."""
    on = position(board(["buy_artifact"]), artifacts=app_deck(1, 2), turn=0)
    played = turn(on, "violet b", rolls=[1])
    assert played.the(Bought).slot == "b"
    assert on.slots[1][0].id is None
    assert on.slots[0][0].id == 1
