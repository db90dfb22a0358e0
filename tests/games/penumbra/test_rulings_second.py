"""PEN-AMB-20 to PEN-AMB-38, and what holds for all rulings."""

from __future__ import annotations

from typing import Any

import pytest

from automarium.games.penumbra.commands import Counted
from automarium.games.penumbra.events import Bought, DeckEmpty, Line, Refresh, Reveal
from automarium.games.penumbra.position import HOUSE_CARDS, MOST_ARCANA, PRINTED, Position, Tally
from automarium.games.penumbra.rewards import Completes, Full, GainsArcana, Placed, Refill, TakesCard
from automarium.games.penumbra.room import ROOM
from automarium.kernel.catalogue import catalogue_of
from automarium.kernel.chance import Chance
from automarium.kernel.command import next_field
from automarium.kernel.ruling import settle
from automarium.kernel.table import Table
from tests.games.penumbra.kit import VOICE, app_deck, board, card, position, turn
from tests.games.penumbra.test_rulings_first import both, lines


def said_at_setup(clause: str) -> str:
    listed = ROOM.checklist(position(), settle(ROOM.rulings, {}))
    return next(VOICE.sentence(saying) for saying, clauses in listed if clause in clauses)


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
        field = next_field(Counted, on, {"arcana": 0})
        assert field is not None
        return VOICE.say(field.question.about, **field.question.params)

    usual, switched = asked({}), asked({"PEN-AMB-20": "other-artifacts"})
    assert "Artifact" not in usual
    assert "on the 2 Artifacts in her slots, not counting Tomes" in switched, "cards of the app's deck are none"


def set_up(chosen: dict[str, str]) -> Position:
    on: Position = ROOM.set_up({}, PRINTED, settle(ROOM.rulings, chosen), Table(Chance(1)))
    return on


@pytest.mark.clause("PEN-AMB-21")
def test_a_card_without_a_colour() -> None:
    played = turn(position(board(["refresh_potions"], ["card"])), "bone a", "bone b", rolls=[1, 1])
    assert [event.die for event in played.all(Placed)] == ["bone", "green"]
    assert played.the(TakesCard).colour == "green", "the starting Discipline's Class"
    assert "ask.is-class" not in played.asked


@pytest.mark.clause("PEN-AMB-22")
def test_a_talent_without_its_class_is_dealt_again() -> None:
    assert "If there is no Class of that colour, deal another" in said_at_setup("PEN-AMB-22")


@pytest.mark.clause("PEN-AMB-23")
def test_her_own_first_turn() -> None:
    def second() -> Position:
        return position(turn=0, starts="human")

    usual, switched = both(23, second, second, "a", "b")
    assert len(usual.all(Reveal)) == 1
    assert len(switched.all(Reveal)) == 2, "the human had the first turn of the game"
    first = turn(position(turn=0, starts="automa"), "a", "b", rulings={"PEN-AMB-23": "game-first"})
    assert len(first.all(Reveal)) == 1
    (field,) = [one for one in ROOM.option_fields({}, settle(ROOM.rulings, {}), PRINTED) if one.name == "starts"]
    assert field.question.default == "human", "and if nothing decides, the human starts"


@pytest.mark.clause("PEN-AMB-24")
def test_a_refresh_only_after_rest_and_trial() -> None:
    usual, switched = both(24, position, position, "a", "b")
    assert not usual.all(Refresh)
    assert switched.the(Refresh).after == "turn"
    resting = turn(position(slots=[1, 1, 1, 1]), rulings={"PEN-AMB-24": "every-turn"})
    assert resting.the(Refresh).after == "rest", "not twice"


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
    assert said_at_setup("PEN-AMB-25") == "Every market holds two cards: refill it at once."


@pytest.mark.clause("PEN-AMB-26")
def test_only_the_common_row_is_asked_about() -> None:
    played = turn(position(board(["trial", "card"]), level=3, turn=0), "red a", trials=[1], trial_vps=[2])
    (asked,) = [question for question in played.person.asked if question.about == "ask.trials"]
    assert "in the common row" in VOICE.say(asked.about)


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
    field = next_field(Counted, position(), {"arcana": 0, "experience": 0})
    assert field is not None
    assert field.name == "goals"
    assert "common Goals, as a player scores them" in VOICE.say(field.question.about, **field.question.params)


@pytest.mark.clause("PEN-AMB-30")
def test_the_starting_spell_is_a_discipline_card() -> None:
    on = position(board(scoring=("discipline_card", 1)), cards=2)
    usual = ROOM.score(on, settle(ROOM.rulings, {}))
    switched = ROOM.score(on, settle(ROOM.rulings, {"PEN-AMB-30": "not-counted"}))
    assert (usual.totals["automa"], switched.totals["automa"]) == (3, 2)


@pytest.mark.clause("PEN-AMB-31")
def test_a_tie() -> None:
    on = position(tally=Tally(1, 0, 0, 0, 0), human_vp=1)
    for choice, words in (("normal", "normal tie-breaker"), ("automa-wins", "the Automa wins")):
        verdict = ROOM.score(on, settle(ROOM.rulings, {"PEN-AMB-31": choice})).verdict
        assert verdict is not None
        assert words in VOICE.sentence(verdict)


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
    assert [ruling.id for ruling in ROOM.rulings.rulings()] == list(catalogue_of(ROOM.folder).rulings)


def test_the_clauses_that_rest_on_a_ruling_as_a_whole_are_those_of_the_catalogue() -> None:
    resting: dict[str, set[str]] = {}
    for id_, clause in catalogue_of(ROOM.folder).clauses.items():
        if clause.basis == ("ruling",):
            resting.setdefault(clause.rests_on[0], set()).add(id_)
    listed = {ruling.id: set(ruling.clauses) for ruling in ROOM.rulings.rulings()}
    assert {id_: clauses - listed[id_] for id_, clauses in resting.items() if clauses - listed[id_]} == {}


def test_the_words_of_a_switched_ruling_are_told_with_the_reason() -> None:
    from automarium.voice.why import explain

    chosen = settle(ROOM.rulings, {"PEN-AMB-15": "more-than"}).chosen()
    played = turn(position(board(["L3: arcana", "unique x"]), level=3, turn=0), "red a", rulings=chosen)
    told = explain(played.step(Line), ROOM.rulings.rulings(), chosen, VOICE)
    assert any("PEN-INSTR-11" in line and "more than" in line for line in told)


def test_a_bought_card_of_the_house_deck_game_goes_back_to_the_person() -> None:
    """The Shop's cards are the person's own also where the app has the deck: they have no number."""
    on = position(board(["buy_artifact"]), artifacts=app_deck(1, 2), turn=0)
    played = turn(on, "violet b", rolls=[1])
    assert played.the(Bought).slot == "b"
    assert on.slots[1][0].id is None
    assert on.slots[0][0].id == 1
