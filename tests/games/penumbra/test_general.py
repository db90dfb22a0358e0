"""PEN-GEN: dice and places, Level, alignment, markets, Events, what she never does."""

from __future__ import annotations

import inspect

import msgspec
import pytest

from automarium.engine.content.rulings import settle
from automarium.engine.play.event import Event
from automarium.games.penumbra import events
from automarium.games.penumbra.commands import Sparked
from automarium.games.penumbra.events import (
    Completes,
    Fixed,
    Full,
    GainsAlignment,
    GainsArcana,
    GainsSpark,
    Line,
    NoDie,
    Passes,
    Placed,
    Potions,
    Refresh,
    Reveal,
    Rolled,
    TakesCard,
)
from automarium.games.penumbra.position import Position
from automarium.games.penumbra.rules.dice import find_side, roll
from automarium.games.penumbra.rules.turn import play_turn
from tests.games.penumbra.kit import DEFINITION, TRANSLATOR, Person, board, card, desk_for, position, tell, turn

CARD = board(["card"])
CONTRACT = board(["contract", "card"])


def reminder(clause: str) -> str:
    listed = DEFINITION.setup.checklist(position(), settle(DEFINITION.rulings, {}))
    return next(TRANSLATOR.sentence(saying) for saying, clauses in listed if clause in clauses)


@pytest.mark.clause("PEN-GEN-01", "PEN-GEN-02")
def test_she_has_neither_dice_nor_ingredients_but_arcana() -> None:
    names = {field.name for field in msgspec.structs.fields(Position)}
    assert "arcana" in names
    assert not names & {"dice", "supply", "ingredients", "fruit", "crystals", "jewels", "trinkets", "blood"}
    assert "common supply" in reminder("PEN-GEN-01")


@pytest.mark.clause("PEN-GEN-03", "PEN-GEN-16")
def test_a_die_comes_free_from_the_supply_is_rolled_and_placed() -> None:
    played = turn(position(CARD, turn=0, start="violet"), "violet a", rolls=[5])
    assert played.the(Placed) == Placed("violet", "card", 5, "violet")
    assert played.clauses(Placed) == ("PEN-GEN-16", "PEN-GEN-03")
    assert "from the supply" in played.said(Placed)


@pytest.mark.clause("PEN-GEN-16", "PEN-BREW-01")
def test_what_a_die_shows_is_not_asked_where_it_decides_nothing() -> None:
    """The person rolls: for the Brewery and the Guild the value is not asked; the app's dice have one."""
    played = turn(position(board(["refresh_potions"]), turn=0), "violet a")
    assert played.the(Placed) == Placed("violet", "brewery", None)
    assert not {"ask.roll", "ask.shows"} & set(played.asked)
    assert played.said(Placed) == "Roll a violet die from the supply and place it in the Brewery."
    on = position(board(["refresh_potions"]), turn=0)
    desk = desk_for(on, stand_in=Person([card("violet a")], [], {}).answer)
    play_turn(desk)
    (placed,) = [step.event for step in desk.steps if isinstance(step.event, Placed)]
    assert placed.value in range(1, 7)


@pytest.mark.clause("PEN-GEN-04")
def test_nothing_happens_but_what_the_line_says() -> None:
    played = turn(position(turn=0), "red a")
    assert played.tags == ["reveal", "line", "gains-arcana"]
    before, after = position(turn=0), played.position
    changed = {name for name in before.__struct_fields__ if getattr(before, name) != getattr(after, name)}
    assert changed - set(after.unhashed) == {"slots", "arcana", "turn", "own_dice", "classes"}


@pytest.mark.clause("PEN-GEN-05", "PEN-GEN-06")
def test_she_never_uses_cards_or_primagic() -> None:
    assert "never uses its cards or Primagic" in reminder("PEN-GEN-05")
    assert reminder("PEN-GEN-05") == reminder("PEN-GEN-06")
    told = [one for one in vars(events).values() if inspect.isclass(one) and issubclass(one, Event)]
    assert not [one for one in told if "primagic" in (one.__doc__ or "").lower()], "no event of hers is such a use"


@pytest.mark.clause("PEN-GEN-07")
def test_cards_she_gains_are_kept() -> None:
    played = turn(position(CARD, turn=0), "red a", rolls=[1])
    assert played.position.cards == 1
    assert "keeps it" in played.said(TakesCard)


@pytest.mark.clause("PEN-GEN-08")
def test_the_same_name_twice_does_not_matter() -> None:
    played = turn(position(CARD), "red a", "red a", rolls=[1, 1])
    assert played.position.cards == 2, "PEN-SCN-29: names are not even asked"
    assert not [about for about in played.asked if "name" in about]
    assert "even duplicates" in reminder("PEN-GEN-08")


@pytest.mark.clause("PEN-GEN-09")
def test_a_contract_always_succeeds_and_no_cost_is_asked() -> None:
    played = turn(position(CONTRACT, level=4, turn=0), "red a", contracts=[3], sides="light", rolls=[2])
    assert played.position.contracts == [3]
    assert set(played.asked) <= {
        "ask.card.colour",
        "ask.card.symbol",
        "ask.classes",
        "ask.contracts.row",
        "ask.place",
        "ask.contract.side",
        "ask.contract.brings",
    }


@pytest.mark.clause("PEN-GEN-10")
def test_a_trial_always_succeeds() -> None:
    played = turn(position(board(["trial", "card"]), level=4, turn=0), "red a", trials=[3], trial_vps=[7])
    assert played.position.trials == [7]
    assert "PEN-TRIAL-07" in played.clauses(Passes)
    assert "ask.roll" not in played.asked


@pytest.mark.clause("PEN-GEN-11")
def test_contracts_and_trials_are_kept() -> None:
    on = position(board(["contract", "card"], ["trial", "card"]), level=4)
    played = turn(on, "red a", "red b", contracts=[3], sides="dark", rolls=[1], trials=[2], trial_vps=[5])
    assert (on.contracts, on.trials) == ([3], [5])
    assert "PEN-GEN-11" in played.clauses(Completes)


@pytest.mark.clause("PEN-GEN-12", "PEN-GEN-13")
def test_light_and_darkness_are_the_only_rewards() -> None:
    on = position(CONTRACT, level=4, turn=0, arcana=4)
    played = turn(on, "red a", contracts=[3], sides="dark", rolls=[1], amount=2)
    assert (on.light, on.dark, on.arcana, on.cards) == (0, 2, 4, 0)
    assert played.the(GainsAlignment) == GainsAlignment("dark", 2, 2)
    assert "PEN-AMB-18" in played.clauses(GainsAlignment)


@pytest.mark.clause("PEN-GEN-14", "PEN-GEN-15")
def test_no_threat_and_no_wounds() -> None:
    assert reminder("PEN-GEN-14") == reminder("PEN-GEN-15") == "The Automa never rolls for Threat and can't be wounded."
    assert not {"threat", "wounds"} & set(Position.__struct_fields__)


@pytest.mark.clause("PEN-GEN-17", "PEN-GEN-19")
def test_without_the_die_the_instruction_ends_and_counts() -> None:
    on = position(board(["first: refresh_potions", "card"]))
    played = turn(on, "red a", "red b", place="none")
    assert played.tags == ["reveal", "line", "no-die", "reveal", "line", "gains-arcana"]
    assert played.clauses(NoDie) == ("PEN-GEN-17", "PEN-GEN-19")
    assert on.cards == 0, "the next line of the list is not tried"
    assert not played.all(Potions)
    assert played.all(Reveal)[1].ordinal == 2


@pytest.mark.clause("PEN-GEN-18", "PEN-GEN-20")
def test_a_full_location_stops_only_the_die() -> None:
    played = turn(position(board(["refresh_potions"]), turn=0), "red a", place="full")
    assert played.tags == ["reveal", "line", "full", "potions"]
    assert played.clauses(Full) == ("PEN-GEN-18", "PEN-GEN-20")
    assert played.position.placed == 0
    assert played.asked.count("ask.place") == 1, "whether there is a die is not asked"


@pytest.mark.clause("PEN-GEN-21")
def test_her_dice_stay_where_they_are() -> None:
    on = position(board(["refresh_potions"]))
    played = turn(on, "red a", "red a")
    assert len(played.all(Placed)) == 2
    assert on.laid == {"brewery": ["red ?", "red ?"]}
    assert "stay on their spaces until a rule removes them" in reminder("PEN-GEN-21")


@pytest.mark.clause("PEN-GEN-22", "PEN-GEN-23")
def test_the_level_counts_marks_of_any_colour_and_no_sparks() -> None:
    assert position(marks=["red", "red", "violet"], sparks=5).level == 3
    assert position(marks=[], sparks=5).level == 0
    assert "don't count towards its Level" in reminder("PEN-GEN-23")


@pytest.mark.clause("PEN-GEN-24")
def test_spark_marks_are_told() -> None:
    on = position(sparks=1)
    played = tell(on, Sparked())
    assert (on.sparks, on.level) == (2, 1)
    assert played.the(GainsSpark).total == 2
    gained = turn(position(CONTRACT, level=2, turn=0), "red a", contracts=[1], sides="light", rolls=[1])
    assert "Spark mark" in gained.said(GainsAlignment), "where she gains Light the person is reminded"


@pytest.mark.clause("PEN-GEN-25", "PEN-GEN-26", "PEN-GEN-27")
def test_the_first_contract_fixes_the_alignment_for_good() -> None:
    on = position(CONTRACT, level=4)
    first = turn(on, "red a", "red b", contracts=[3], sides="dark", rolls=[1])
    assert first.the(Fixed) == Fixed("dark")
    assert on.alignment == "dark"
    later = turn(on, "red a", "red b", contracts=[3, 1], sides=("dark", "light"), rolls=[1])
    assert on.alignment == "dark"
    assert not later.all(Fixed)
    refused = turn(on, "red a", "red b", contracts=[3, 1], sides="light", rolls=[1])
    assert not refused.all(Completes), "nothing of the other side is ever completed"


@pytest.mark.clause("PEN-GEN-28")
def test_markets_are_kept_at_two_cards() -> None:
    played = turn(position(CARD, turn=0), "red a", rolls=[1])
    assert played.the(TakesCard).refill
    assert "refill the market" in played.said(TakesCard)
    assert "holds two cards" in reminder("PEN-GEN-28")


@pytest.mark.clause("PEN-GEN-29", "PEN-GEN-30")
@pytest.mark.parametrize(
    ("value", "side"), [(1, "left"), (2, "left"), (3, "left"), (4, "right"), (5, "right"), (6, "right")]
)
def test_the_die_chooses_the_card(value: int, side: str) -> None:
    played = turn(position(CARD, turn=0), "red a", rolls=[value])
    assert played.the(TakesCard).side == side == find_side(value)
    (stage,) = played.trace("side").stages
    assert stage.clause == ("PEN-GEN-29" if side == "left" else "PEN-GEN-30")


@pytest.mark.clause("PEN-GEN-31")
def test_in_a_full_location_a_die_is_rolled_only_to_choose() -> None:
    played = turn(position(CARD, turn=0), "red a", card_place="full", rolls=[4])
    assert played.tags == ["reveal", "line", "full", "rolled", "takes-card"]
    assert played.the(Rolled).value == 4
    assert played.the(TakesCard).side == "right"
    assert played.position.placed == 0


@pytest.mark.clause("PEN-GEN-32")
def test_arcana_comes_only_from_instructions() -> None:
    on = position(CONTRACT, level=4, turn=0)
    turn(on, "red a", contracts=[3], sides="light", rolls=[1], amount=3)
    assert on.arcana == 0
    assert turn(position(turn=0), "red a").the(GainsArcana).total == 1


@pytest.mark.clause("PEN-GEN-33", "PEN-GEN-34")
def test_an_event_is_the_humans() -> None:
    played = turn(position(board(["trial", "card"]), level=4), "red a", trials=[1], trial_vps=[2])
    assert "PEN-GEN-33" in played.clauses(Refresh)
    assert "You resolve an Event as in your own turn; it doesn't affect the Automa" in played.said(Refresh)
    assert "The Automa takes no part" in reminder("PEN-GEN-34")
    assert played.position.arcana == 0


@pytest.mark.clause("PEN-GEN-35")
def test_the_human_plays_by_the_normal_rules() -> None:
    assert reminder("PEN-GEN-35") == "You play by the normal rules, as with two players."


@pytest.mark.clause("PEN-GEN-36")
def test_no_place_for_this_die_is_like_no_place() -> None:
    played = turn(position(board(["refresh_potions"]), turn=0), "red a", place="unfit")
    assert played.tags == ["reveal", "line", "full", "potions"]
    assert played.clauses(Full) == ("PEN-GEN-18", "PEN-GEN-36")


def test_dice_can_be_rolled_by_the_app() -> None:
    desk = desk_for(position(), seed=3)
    rolled = [roll(desk, "red") for _ in range(600)]
    assert set(rolled) == {1, 2, 3, 4, 5, 6}
    assert all(rolled.count(value) > 60 for value in range(1, 7))


def test_every_line_that_is_carried_out_is_told_with_its_reason() -> None:
    played = turn(position(CONTRACT), "red a", "red b", contracts=[], rolls=[2])
    for step in played.steps:
        if isinstance(step.event, Line):
            assert step.traces[-1].about == "list"
            assert str(step.traces[-1].chosen) == str(step.event.number - 1)
