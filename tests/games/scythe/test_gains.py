"""What a card gives her (SCY-GAIN), and the bonus that it gives the human (SCY-RECRUIT)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from automarium.games.scythe.map import FACTIONS
from automarium.games.scythe.position import Action, Automa, Faction, Gain, Level, Position, SchemeName, Symbol
from automarium.i18n.translator import Translator
from tests.games.scythe.kit import CARDS, DEFINITION, EXPANSION, Bonus, card, find, play, position

COIN, POWER, CARD = Gain("coin", 2), Gain("power", 3), Gain("combat_card", 1)
WORKER, UNIT = Gain("worker", 1), Gain("character_or_mech", 1)
ENGLISH = Translator("en", [DEFINITION.folder])

RECRUITS = {  # section 9 of the catalogue: card → scheme I, scheme II
    1: ("power", "power"),
    2: (None, "coin"),
    3: (None, "popularity"),
    4: ("combat_card", "power"),
    5: ("coin", "combat_card"),
    6: (None, "power"),
    7: ("popularity", "coin"),
    8: (None, "coin"),
    9: ("popularity", "popularity"),
    10: (None, None),
    11: (None, "combat_card"),
    12: (None, "power"),
    13: (None, "coin"),
    14: ("combat_card", "popularity"),
    15: ("coin", "combat_card"),
    16: (None, None),
    17: ("power", "popularity"),
    18: (None, None),
    19: (None, "combat_card"),
}


def gained(table: Position, *gains: Gain, **switched: str) -> list[tuple[str, int]]:
    """What the row gives, as told. Nothing may be asked."""
    played = play(table, card(gains=gains, golden=False), combat=True, switches=switched)
    return [(step["what"], step["amount"]) for step in played.steps if step["do"] == "gain"]


def held(automa: Automa) -> tuple[int, int, int, list[str], str, list[str]]:
    return (
        automa.coins,
        automa.power,
        automa.combat_cards,
        list(automa.workers),
        automa.character,
        list(automa.mechs),
    )


# --------------------------------------------------------------------------------------------------------- gains


@pytest.mark.clause("SCY-GAIN-01")
@pytest.mark.parametrize("turned", [False, True])
def test_all_entries_are_gained_from_left_to_right(turned: bool) -> None:
    table = position(coins=5, power=1, combat_cards=2, character="mat")
    row = [COIN, POWER, CARD, WORKER, UNIT]
    told = [("coin", 2), ("power", 3), ("combat_card", 1), ("worker", 1), ("character", 1)]
    assert gained(table, *(row[::-1] if turned else row)) == (told[::-1] if turned else told)
    assert held(table.automa) == (7, 4, 3, ["base"], "base", [])


@pytest.mark.clause("SCY-GAIN-01")
def test_an_entry_without_effect_stops_no_other() -> None:
    table = position(character="base", mechs=["base"] * 4)
    assert gained(table, UNIT, COIN, UNIT, WORKER) == [("coin", 2), ("worker", 1)]


@pytest.mark.clause("SCY-GAIN-02")
@pytest.mark.parametrize("faction", FACTIONS)
@pytest.mark.parametrize("bracket", FACTIONS)
def test_a_bracketed_entry_is_for_its_faction_alone_and_comes_in_addition(faction: Faction, bracket: Faction) -> None:
    table = position(faction, "crimea" if faction != "crimea" else "nordic", coins=5)
    told = gained(table, Gain("coin", 1, bracket), COIN)
    assert told == ([("coin", 1), ("coin", 2)] if bracket == faction else [("coin", 2)])
    assert table.automa.coins == (8 if bracket == faction else 7)


@pytest.mark.clause("SCY-GAIN-03")
@pytest.mark.parametrize(("coins", "amount"), [(0, 1), (5, 2), (40, 1)])
def test_coins_are_added(coins: int, amount: int) -> None:
    table = position(coins=coins)
    played = play(table, card(gains=[Gain("coin", amount)], golden=False))
    assert table.automa.coins == coins + amount
    assert played.step("gain").clauses == ("SCY-GAIN-03",)


@pytest.mark.clause("SCY-GAIN-04")
@pytest.mark.parametrize(("power", "after"), [(0, 3), (12, 15), (13, 16), (14, 16), (16, 16)])
def test_power_rises_to_sixteen_at_most_and_the_rest_is_lost(power: int, after: int) -> None:
    table = position(power=power, power_star=True)
    told = gained(table, POWER)
    assert table.automa.power == after
    assert told == ([("power", after - power)] if after > power else [])


@pytest.mark.clause("SCY-GAIN-05")
def test_a_worker_goes_from_the_mat_to_the_base() -> None:
    table = position(workers=["r3c6"] * 7)
    played = play(table, card(gains=[WORKER], golden=False))
    assert table.automa.workers == ["r3c6"] * 7 + ["base"]
    assert played.step("gain").clauses == ("SCY-GAIN-05",)
    assert ENGLISH.sentence(played.step("gain").event) == "The Automa moves 1 worker from its mat to its home base."


@pytest.mark.clause("SCY-GAIN-06")
def test_a_combat_card_is_drawn_unseen() -> None:
    """Nobody is asked what it shows: only how many she has is known."""
    table = position(combat_cards=2)
    played = play(table, card(gains=[CARD], golden=False), combat=True)
    assert table.automa.combat_cards == 3
    assert played.steps == [{"do": "gain", "what": "combat_card", "amount": 1}]
    assert "unseen" in ENGLISH.sentence(played.step("gain").event)


@pytest.mark.clause("SCY-GAIN-07")
@pytest.mark.parametrize("mechs", [[], ["r4c4"], ["r4c4"] * 4])
def test_the_combined_symbol_brings_the_character_if_it_is_on_the_mat(mechs: list[str]) -> None:
    table = position(character="mat", mechs=list(mechs))
    assert gained(table, UNIT) == [("character", 1)]
    assert (table.automa.character, table.automa.mechs) == ("base", mechs)


@pytest.mark.clause("SCY-GAIN-07")
@pytest.mark.parametrize("character", ["base", "r4c4"])
def test_otherwise_it_brings_a_mech(character: str) -> None:
    table = position(character=character, mechs=["r4c5"])
    assert gained(table, UNIT) == [("mech", 1)]
    assert (table.automa.character, table.automa.mechs) == (character, ["r4c5", "base"])


@pytest.mark.clause("SCY-GAIN-08")
@pytest.mark.parametrize(
    ("gain", "hers"),
    [(WORKER, {"workers": ["r3c6"] * 8}), (UNIT, {"character": "r4c4", "mechs": ["r4c5"] * 4})],
    ids=["worker", "unit"],
)
def test_with_nothing_left_on_the_mat_nothing_replaces_it(gain: Gain, hers: dict[str, Any]) -> None:
    table = position(coins=5, power=3, **hers)
    before = held(table.automa)
    assert gained(table, gain) == []
    assert held(table.automa) == before


@pytest.mark.clause("SCY-GAIN-09")
@pytest.mark.parametrize(
    ("gain", "hers", "action"),
    [
        (WORKER, {"workers": ["r3c6"]}, "worker_move"),
        (UNIT, {"character": "r4c4", "mechs": ["r3c6"]}, "mech_move"),
        (UNIT, {"character": "mat", "mechs": ["r3c6"]}, "attack_combat_unit"),
    ],
)
def test_a_gained_piece_reaches_nothing_and_is_the_first_to_be_chosen(
    gain: Gain, hers: dict[str, Any], action: Action
) -> None:
    """What was in reach before is in reach still, and nothing else."""
    table = position(human_mechs=["r3c5"], **hers)
    before = find(table, action).trace("destination").candidates
    gained(table, gain)
    after = find(table, action)
    assert after.trace("destination").candidates == before
    assert after.trace("piece").chosen.at == "base"


@pytest.mark.clause("SCY-GAIN-09")
def test_it_counts_for_no_worker_until_it_has_been_moved() -> None:
    table = position("saxony", workers=["base"], character="mat")
    gained(table, WORKER, UNIT)
    assert len(table.automa.workers) == 2
    found = find(table, "worker_move")
    scored = next(stage.scores for stage in found.trace("destination").stages if stage.clause == "SCY-WORKER-06")
    assert scored == {"r6c0": 0, "r7c1": 0}


@pytest.mark.clause("SCY-GAIN-10")
def test_there_are_exactly_five_kinds_of_gains() -> None:
    kinds = {"coin", "power", "combat_card", "worker", "character_or_mech"}
    for cards in (CARDS, EXPANSION):
        printed = {gain.gain for one in cards.values() for half in (one.I, one.II) for gain in half.gains}
        assert printed == kinds
    for kind in (*sorted(kinds), "popularity", "star", "resource", "mech", "character"):
        try:
            msgspec.convert({"gain": kind, "amount": 1}, Gain)
            assert kind in kinds
        except msgspec.ValidationError:
            assert kind not in kinds


@pytest.mark.clause("SCY-GAIN-11")
def test_identical_symbols_are_separate_gains_one_after_the_other() -> None:
    """Card 7 II for Rusviet with the character on the mat: the character, then a mech."""
    table = position("rusviet", scheme="II", tracker=10, character="mat", workers=["r3c6"])
    played = play(table, 7)
    assert [(step["what"], step["amount"]) for step in played.steps if step["do"] == "gain"] == [
        ("character", 1),
        ("mech", 1),
        ("combat_card", 1),
    ]
    assert (table.automa.character, table.automa.mechs) == ("base", ["base"])


@pytest.mark.clause("SCY-GAIN-11")
def test_with_room_for_one_the_second_of_two_has_no_effect() -> None:
    table = position(workers=["r3c6"] * 7)
    assert gained(table, Gain("worker", 1, "rusviet"), WORKER) == [("worker", 1)]
    assert len(table.automa.workers) == 8


# ------------------------------------------------------------------------------------------------------- recruit


@pytest.mark.clause("SCY-RECRUIT-01")
@pytest.mark.parametrize("number", RECRUITS)
def test_each_scheme_shows_at_most_one_bonus_the_printed_one(number: int) -> None:
    schemes: tuple[SchemeName, ...] = ("I", "II")
    for scheme, bonus in zip(schemes, RECRUITS[number], strict=True):
        played = play(position(scheme=scheme, human_mechs=["r1c1"]), number)
        told = [step["bonus"] for step in played.steps if step["do"] == "recruit"]
        assert told == ([] if bonus is None else [bonus])


@pytest.mark.clause("SCY-RECRUIT-02", "SCY-RECRUIT-03")
@pytest.mark.parametrize(
    ("bonus", "recruit", "amount"),
    [
        ("power", "the power recruit", "1 power"),
        ("coin", "the coin recruit", "1 coin"),
        ("popularity", "the popularity recruit", "1 popularity"),
        ("combat_card", "the combat card recruit", "1 combat card"),
    ],
)
def test_who_has_the_recruit_with_that_bonus_may_take_one_unit(bonus: Bonus, recruit: str, amount: str) -> None:
    played = play(position(), card(recruit=bonus, golden=False))
    step = played.step("recruit")
    assert step.clauses == ("SCY-RECRUIT-02",)
    condition, _, offer = ENGLISH.sentence(step.event).partition(", ")
    assert condition == f"If you have {recruit}"
    assert offer.endswith(f" {amount}.")


@pytest.mark.clause("SCY-RECRUIT-03")
@pytest.mark.parametrize("number", [1, 7, 5, 4])
def test_the_bonus_is_told_once_a_turn(number: int) -> None:
    played = play(position(), number)
    assert played.tags.count("recruit") == 1


@pytest.mark.clause("SCY-RECRUIT-04")
@pytest.mark.parametrize("bonus", ["power", "popularity"])
@pytest.mark.parametrize(("answer", "stars", "stopped"), [("no", 5, None), ("yes", 6, "sixth star: human")])
def test_the_human_may_take_it_and_need_not(bonus: Bonus, answer: str, stars: int, stopped: str | None) -> None:
    """Before the sixth star it matters, so it is asked; not taking it is an answer, too."""
    table = position(human_stars=5)
    played = play(table, card(recruit=bonus, golden=False), [answer], combat=True)
    assert "you may " in ENGLISH.sentence(played.step("recruit").event)
    assert (table.human.stars, played.stopped) == (stars, stopped)


@pytest.mark.clause("SCY-RECRUIT-04")
@pytest.mark.parametrize(("bonus", "stars"), [("power", 4), ("popularity", 4), ("coin", 5), ("combat_card", 5)])
def test_otherwise_nobody_asks_whether_it_is_taken(bonus: Bonus, stars: int) -> None:
    """With fewer stars, or where the bonus is none that a star is placed for."""
    played = play(position(human_stars=stars), card(recruit=bonus, golden=False), combat=True)
    assert played.tags[-1] == "recruit"


@pytest.mark.clause("SCY-RECRUIT-05")
@pytest.mark.parametrize("bonus", ["power", "coin", "popularity", "combat_card"])
@pytest.mark.parametrize("level", ["automa", "ultimaszyna"])
def test_she_gains_nothing_from_this_row(bonus: Bonus, level: Level) -> None:
    table = position(level=level, coins=5, power=3, combat_cards=2, workers=["r3c6"])
    before = held(table.automa)
    play(table, card(recruit=bonus, golden=False))
    assert held(table.automa) == before


@pytest.mark.clause("SCY-RECRUIT-06")
def test_a_skipped_turn_gives_no_bonus() -> None:
    drawn = card(recruit="power", skip=True)
    assert play(position(level="autometta"), drawn).tags == ["skip"]
    assert "recruit" in play(position(level="automa"), drawn).tags


@pytest.mark.clause("SCY-RECRUIT-06")
def test_after_the_sixth_star_there_is_no_bonus() -> None:
    """Hers through power, and the human's through a combat won as defender."""
    drawn = card(gains=[POWER], recruit="coin", golden=False)
    fifth = play(position(tracker=19, power=13, scheme="II"), drawn)
    assert (fifth.position.stars, fifth.stopped) == (5, None)
    assert "recruit" in fifth.tags
    sixth = play(position(tracker=20, power=13, scheme="II"), drawn)
    assert sixth.stopped == "sixth star: automa"
    assert "recruit" not in sixth.tags
    attack = card([Symbol("attack_combat_unit", 1)], recruit="coin")
    table = position(power=5, mechs=["r4c6"], workers=["r4c5"], human_mechs=["r4c4"], human_stars=5)
    humans = play(table, attack, ["ready", 99, "yes"], combat=True)
    assert humans.stopped == "sixth star: human"
    assert "recruit" not in humans.tags
