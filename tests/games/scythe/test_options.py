"""The optional rules (SCY-VAR)."""

from __future__ import annotations

from typing import Any

import pytest

from automarium.engine.message import Refused
from automarium.engine.play.desk import Unanswered
from automarium.engine.question import Count
from automarium.games.scythe.commands import Next
from automarium.games.scythe.corrections import Adjust
from automarium.games.scythe.position import LEVELS, Gain, Level, Position, Symbol, Variants
from tests.games.scythe.kit import Played, card, find_option, game, play, position, tell, top_card

MOVES = [Symbol("worker_move"), Symbol("mech_move"), Symbol("character_move")]


def pieces() -> dict[str, Any]:
    """Some of every kind, each with somewhere to go."""
    return {"workers": ["r3c6", "r4c6"], "mechs": ["base"], "character": "base"}


def with_option(table: Position, **options: Any) -> Position:
    table.variants = Variants(**options)
    return table


def gains(played: Played) -> list[tuple[str, int]]:
    return [(step["what"], step["amount"]) for step in played.steps if step["do"] == "gain"]


def units(played: Played) -> list[str]:
    return [step["unit"] for step in played.steps if step["do"] in ("move", "attack", "raid")]


def gates(played: Played) -> list[str]:
    return [step.event.key() for step in played.told if step.event.__struct_config__.tag == "gate"]


# ---------------------------------------------------------------------------------------------------------- skipping


@pytest.mark.clause("SCY-VAR-01")
@pytest.mark.parametrize("level", ["automa", "automaszyna"])
@pytest.mark.parametrize("number", [4, 7, 8, 17])
def test_the_skip_symbol_works_as_with_autometta(level: Level, number: int) -> None:
    table = with_option(position(level=level, **pieces()), skipping=True)
    assert play(table, number).steps == [{"do": "skip"}]
    table = position(level=level, **pieces())
    assert play(table, number).steps[0]["do"] == "move", "without the option it means nothing"


@pytest.mark.clause("SCY-VAR-01")
def test_cards_without_the_symbol_are_played() -> None:
    assert "skip" not in play(with_option(position(**pieces()), skipping=True), 9).tags


@pytest.mark.clause("SCY-VAR-01")
def test_skipping_in_a_live_game_leaves_the_cube_and_the_table() -> None:
    live = game({"deck": "mine", "options": "yes", "skipping": "yes", "level": "automaszyna"})
    played = tell(live, Next(), 7)
    assert played.tags == ["draw", "skip"]
    assert (live.position.tracker, live.position.last_card, live.position.automa.coins) == (0, 7, 5)


# --------------------------------------------------------------------------------------------------- coins and power


@pytest.mark.clause("SCY-VAR-02")
@pytest.mark.parametrize(
    ("change", "amount", "gained"),
    [(-2, 1, 0), (-2, 2, 0), (-1, 1, 0), (-1, 2, 1), (1, 1, 2), (1, 2, 3), (2, 1, 3), (2, 2, 4)],
)
def test_a_card_with_coins_gives_more_or_fewer_but_never_takes(change: int, amount: int, gained: int) -> None:
    table = with_option(position(coins=5), coins=change)
    played = play(table, card(gains=[Gain("coin", amount)]))
    assert gains(played) == ([("coin", gained)] if gained else [])
    assert table.automa.coins == 5 + gained


@pytest.mark.clause("SCY-VAR-02")
@pytest.mark.parametrize(("change", "gained"), [(-2, 1), (-1, 2), (1, 4), (2, 5)])
def test_once_for_a_card_with_two_coin_entries(change: int, gained: int) -> None:
    """Card 4 II for a Crimean Automa: one coin in brackets and two."""
    table = with_option(position("crimea", "nordic", coins=5, scheme="II", tracker=10), coins=change)
    play(table, 4)
    assert table.automa.coins == 5 + gained


@pytest.mark.clause("SCY-VAR-02", "SCY-VAR-03")
def test_a_card_without_coins_or_power_stays_as_it_is() -> None:
    table = with_option(position(coins=5, power=4), coins=2, power=2)
    assert gains(play(table, card(gains=[Gain("worker", 1), Gain("combat_card", 1)]))) == [
        ("worker", 1),
        ("combat_card", 1),
    ]
    assert (table.automa.coins, table.automa.power) == (5, 4)


@pytest.mark.clause("SCY-VAR-02", "SCY-VAR-03")
def test_the_coin_option_leaves_power_alone_and_the_power_option_coins() -> None:
    drawn = card(gains=[Gain("coin", 1), Gain("power", 3)])
    assert gains(play(with_option(position(), coins=2), drawn)) == [("coin", 3), ("power", 3)]
    assert gains(play(with_option(position(), power=2), drawn)) == [("coin", 1), ("power", 5)]


@pytest.mark.clause("SCY-VAR-03")
@pytest.mark.parametrize(
    ("change", "amount", "gained"),
    [(-2, 1, 0), (-2, 2, 0), (-2, 4, 2), (-1, 1, 0), (-1, 3, 2), (1, 1, 2), (2, 4, 6)],
)
def test_a_card_with_power_gives_more_or_less_and_she_never_loses(change: int, amount: int, gained: int) -> None:
    table = with_option(position(power=4), power=change)
    played = play(table, card(gains=[Gain("power", amount)]))
    assert gains(played) == ([("power", gained)] if gained else [])
    assert table.automa.power == 4 + gained


@pytest.mark.clause("SCY-VAR-03")
def test_sixteen_stays_the_most() -> None:
    table = with_option(position(power=13), power=2)
    play(table, card(gains=[Gain("power", 2)]))
    assert (table.automa.power, table.automa.power_star) == (16, True)


# --------------------------------------------------------------------------------------------------------- move gate


@pytest.mark.clause("SCY-VAR-04")
@pytest.mark.parametrize(("value", "moves"), [(2, True), (3, True), (4, False), (5, False)])
def test_four_or_five_keep_the_piece_where_it_is(value: int, moves: bool) -> None:
    table = with_option(position(**pieces()), move_gate=True)
    played = play(table, card(MOVES), [value], combat=True)
    assert units(played) == (["worker"] if moves else [])
    assert gates(played) == [f"gate.move.{'open' if moves else 'shut'}"]
    assert played.step("gate").clauses == ("SCY-VAR-04",)
    if not moves:
        assert (table.automa.workers, table.automa.mechs, table.automa.character) == (
            pieces()["workers"],
            ["base"],
            "base",
        ), "no other symbol of the row is tried"


@pytest.mark.clause("SCY-VAR-04")
def test_the_card_is_revealed_before_the_piece_moves_and_only_values_from_two_to_five() -> None:
    table = with_option(position(**pieces()), move_gate=True)
    with pytest.raises(Unanswered) as unanswered:
        play(table, card(MOVES), combat=True)
    question = unanswered.value.question
    assert isinstance(question, Count)
    assert (question.about, question.low, question.high) == ("ask.gate", 0, 5)
    assert table.automa.workers == pieces()["workers"]


@pytest.mark.clause("SCY-VAR-04")
@pytest.mark.parametrize("value", [3, 4])
def test_attacks_stand_behind_the_gate_too(value: int) -> None:
    table = with_option(position(mechs=["r4c5"], power=9, human_mechs=["r5c5"]), move_gate=True)
    top_card(table, 6)
    played = play(table, card([Symbol("attack_combat_unit", 1)]), [value, "ready", 1], combat=True)
    assert ("battle" in played.tags) is (value == 3)
    raided = with_option(position(mechs=["r4c5"], human_workers=["r5c5"]), move_gate=True)
    played = play(raided, card([Symbol("attack_workers")]), [value], combat=True)
    assert raided.human.workers == (["base"] if value == 3 else ["r5c5"])


@pytest.mark.clause("SCY-VAR-04")
def test_no_legal_symbol_no_card() -> None:
    table = with_option(position(), move_gate=True)
    played = play(table, card(MOVES), combat=True)
    assert gates(played) == []
    assert "no-move" in played.tags


@pytest.mark.clause("SCY-VAR-04")
def test_symbols_that_are_passed_over_reveal_no_card() -> None:
    table = with_option(position(workers=["r3c6"]), move_gate=True)
    row = [Symbol("worker_move", faction="nordic"), Symbol("mech_move"), Symbol("worker_move")]
    played = play(table, card(row), [2], combat=True)
    assert (gates(played), units(played)) == (["gate.move.open"], ["worker"])


@pytest.mark.clause("SCY-VAR-04")
@pytest.mark.parametrize(
    ("values", "moved"),
    [([2, 3, 2], ["worker", "mech", "character"]), ([2, 4], ["worker"]), ([2, 3, 5], ["worker", "mech"]), ([5], [])],
)
def test_with_several_moves_a_card_before_each_and_a_high_one_ends_the_row(values: list[int], moved: list[str]) -> None:
    for table in (position(level="ultimaszyna", **pieces()), position(**pieces())):
        with_option(table, move_gate=True, all_moves=table.level == "automa")
        played = play(table, card(MOVES), values, combat=True)
        assert units(played) == moved
        assert len(gates(played)) == len(values)


# ---------------------------------------------------------------------------------------------------- placement gate


@pytest.mark.clause("SCY-VAR-05")
@pytest.mark.parametrize(("value", "comes"), [(2, True), (3, True), (4, False), (5, False)])
@pytest.mark.parametrize("gain", ["worker", "character", "mech"])
def test_four_or_five_keep_the_gained_piece_on_the_mat(value: int, comes: bool, gain: str) -> None:
    table = with_option(position(character="mat" if gain == "character" else "r3c6"), placement_gate=True)
    wanted: Any = "worker" if gain == "worker" else "character_or_mech"
    played = play(table, card(gains=[Gain(wanted, 1)]), [value], combat=True)
    assert gains(played) == ([(gain, 1)] if comes else [])
    on_base = [table.automa.character, *table.automa.mechs, *table.automa.workers].count("base")
    assert on_base == (1 if comes else 0)
    assert played.step("gate").clauses == ("SCY-VAR-05",)


@pytest.mark.clause("SCY-VAR-05")
def test_a_card_for_each_piece() -> None:
    """Card 9 I: a worker and a unit."""
    table = with_option(position(character="r3c6"), placement_gate=True)
    played = play(table, card(gains=[Gain("worker", 1), Gain("character_or_mech", 1)]), [4, 3], combat=True)
    assert gains(played) == [("mech", 1)]
    assert gates(played) == ["gate.worker.shut", "gate.unit.open"]


@pytest.mark.clause("SCY-VAR-05")
@pytest.mark.parametrize("what", ["worker", "character_or_mech"])
def test_nothing_to_place_no_card(what: Any) -> None:
    full: dict[str, Any] = {"workers": ["base"] * 8, "mechs": ["base"] * 4, "character": "r3c6"}
    played = play(with_option(position(**full), placement_gate=True), card(gains=[Gain(what, 1)]), combat=True)
    assert (gates(played), gains(played)) == ([], [])


@pytest.mark.clause("SCY-VAR-05")
def test_coins_power_and_combat_cards_have_no_gate() -> None:
    table = with_option(position(), placement_gate=True)
    others = [Gain("coin", 1), Gain("power", 1), Gain("combat_card", 1)]
    assert gates(play(table, card(gains=others), combat=True)) == []


@pytest.mark.clause("SCY-VAR-05")
def test_the_set_up_is_not_affected() -> None:
    live = game({"options": "yes", "placement_gate": "yes"})
    assert live.question is None
    assert (live.position.automa.workers, live.position.automa.character) == (["r1c4", "r1c5"], "base")


@pytest.mark.clause("SCY-VAR-05")
def test_in_a_live_game_the_value_is_asked() -> None:
    live = game({"deck": "mine", "options": "yes", "placement_gate": "yes"})
    tell(live, Next(), 1)
    assert live.question is not None
    assert live.question.about == "ask.gate"
    tell(live, 4)
    assert live.position.automa.workers.count("base") == 0
    assert (live.position.automa.power, live.position.tracker) == (5, 1)


# --------------------------------------------------------------------------------------------------------- all moves


@pytest.mark.clause("SCY-VAR-06")
@pytest.mark.parametrize("level", ["autometta", "automa", "automaszyna"])
def test_all_legal_symbols_are_executed(level: Level) -> None:
    played = play(with_option(position(level=level, **pieces()), all_moves=True), card(MOVES))
    assert units(played) == ["worker", "mech", "character"]
    assert units(play(position(level=level, **pieces()), card(MOVES))) == ["worker"]


@pytest.mark.clause("SCY-VAR-06")
def test_tokens_and_factory_card_are_taken_at_once() -> None:
    table = with_option(position("nordic", character="base", workers=["r2c4"], human_mechs=["r4c4"]), all_moves=True)
    played = play(table, card([Symbol("encounter_or_factory"), Symbol("character_move")]))
    assert [step["do"] for step in played.steps[:3]] == ["move", "encounter", "move"]
    table = with_option(position(character="r4c4", workers=["r4c4"], human_mechs=["r3c6"]), all_moves=True)
    played = play(table, card([Symbol("encounter_or_factory"), Symbol("character_move")]))
    assert [step["do"] for step in played.steps[:3]] == ["move", "factory", "move"]


@pytest.mark.clause("SCY-VAR-06")
def test_the_lost_unit_still_goes_to_the_mat_and_no_coin_is_added() -> None:
    """Only the moves are as at Ultimaszyna."""
    table = with_option(position(mechs=["r4c5"], workers=["r4c6"], power=9, human_mechs=["r5c5"]), all_moves=True)
    top_card(table, 10)
    row = [Symbol("attack_combat_unit", 1), Symbol("mech_move"), Symbol("worker_move")]
    played = play(table, card(row, [Gain("coin", 1)]), ["ready", 5, "no"], combat=True)
    assert units(played) == ["mech", "worker"]
    assert (table.automa.mechs, table.automa.coins) == ([], 1)


# ------------------------------------------------------------------------------------------------- all options at once


@pytest.mark.clause("SCY-VAR-07")
def test_a_shut_move_gate_stops_nothing_else_of_the_turn() -> None:
    table = with_option(position(**pieces()), move_gate=True)
    played = play(table, card(MOVES, [Gain("coin", 1), Gain("worker", 1)], recruit="coin"), [5], combat=True)
    assert [step["do"] for step in played.steps] == ["gain", "gain", "recruit", "tracker"]


@pytest.mark.clause("SCY-VAR-07")
def test_a_shut_placement_gate_stops_nothing_else_of_the_turn() -> None:
    table = with_option(position(**pieces()), placement_gate=True)
    row = [Gain("worker", 1), Gain("coin", 1)]
    played = play(table, card(MOVES, row, recruit="coin"), [4], combat=True)
    assert [step["do"] for step in played.steps] == ["move", "gain", "recruit", "tracker"]
    assert gains(played) == [("coin", 1)]


@pytest.mark.clause("SCY-VAR-08")
def test_a_third_of_the_combat_cards_shows_four_or_five() -> None:
    """The printed number of cards of each value, and the values that shut the gate."""
    deck = {2: 16, 3: 12, 4: 8, 5: 6}
    shut = []
    for value in deck:
        table = with_option(position(**pieces()), move_gate=True)
        if not units(play(table, card(MOVES), [value], combat=True)):
            shut.append(value)
    assert sum(deck[value] for value in shut) * 3 == sum(deck.values()) == 42


@pytest.mark.clause("SCY-VAR-09")
@pytest.mark.parametrize("level", LEVELS)
def test_every_option_goes_with_every_level_but_skipping_with_two(level: Level) -> None:
    all_but_skipping = {"coins": 2, "power": -1, "move_gate": "yes", "placement_gate": "yes", "all_moves": "yes"}
    live = game({"level": level, "options": "yes", **all_but_skipping})
    assert live.position.variants == Variants(False, 2, -1, True, True, True)
    named = level in ("automa", "automaszyna")
    asked = find_option(
        {"level": level, "human": "crimea", "faction": "nordic", "deck": "app", "options": "yes"}
        | {"coins": 0, "power": 0},
    )
    assert asked is not None
    assert (asked.name == "skipping") is named
    if named:
        assert game({"level": level, "options": "yes", "skipping": "yes"}).position.variants.skipping
    else:
        with pytest.raises(Refused) as refused:
            game({"level": level, "options": "yes", "skipping": "yes"})
        assert refused.value.where == "options.skipping"


@pytest.mark.clause("SCY-VAR-09")
@pytest.mark.parametrize(("change", "amount", "gained"), [(-1, 1, 0), (-1, 2, 2), (-2, 2, 0), (1, 1, 3), (2, 2, 5)])
@pytest.mark.parametrize("what", ["coin", "power"])
def test_the_option_comes_before_ultimaszynas_extra(change: int, amount: int, gained: int, what: Any) -> None:
    options = {"coins": change} if what == "coin" else {"power": change}
    table = with_option(position(level="ultimaszyna"), **options)
    assert gains(play(table, card(gains=[Gain(what, amount)]))) == ([(what, gained)] if gained else [])


@pytest.mark.clause("SCY-VAR-09")
def test_all_moves_changes_nothing_at_ultimaszyna() -> None:
    row = card([*MOVES, Symbol("encounter_or_factory")], [Gain("coin", 1)])
    one = play(position(level="ultimaszyna", **pieces()), row)
    other = play(with_option(position(level="ultimaszyna", **pieces()), all_moves=True), row)
    assert one.steps == other.steps


@pytest.mark.clause("SCY-VAR-09")
def test_three_options_together_in_one_turn() -> None:
    live = game({"deck": "mine", "options": "yes", "move_gate": "yes", "placement_gate": "yes", "all_moves": "yes"})
    live.put(Adjust(what="power", to=4))
    played = tell(live, Next(), 1, 2, 3, 4, 5)  # of three legal moves two are made; the gained worker stays away
    assert gates(played) == ["gate.move.open", "gate.move.open", "gate.move.shut", "gate.worker.shut"]
    assert units(played) == ["worker", "character"]
    assert (live.position.automa.power, live.position.tracker) == (5, 1)


@pytest.mark.clause("SCY-VAR-02", "SCY-VAR-03")
@pytest.mark.parametrize("name", ["coins", "power"])
def test_more_than_two_is_no_option(name: str) -> None:
    for change in (-3, 3):
        with pytest.raises(Refused) as refused:
            game({"options": "yes", name: change})
        assert refused.value.where == f"options.{name}"
