"""The level Ultimaszyna (SCY-ULTRA)."""

from __future__ import annotations

from typing import Any

import pytest

from automarium.engine.message import Refused
from automarium.games.scythe.commands import Added, Fought, Go, Next
from automarium.games.scythe.corrections import Adjust
from automarium.games.scythe.position import Faction, Gain, Position, SchemeName, Side, Symbol
from tests.games.scythe.kit import (
    CARDS,
    DEFINITION,
    Played,
    battle,
    card,
    find,
    game,
    play,
    position,
    rulings,
    tell,
    top_card,
)

ROW = [Symbol("worker_move"), Symbol("mech_move"), Symbol("character_move")]


def ultra(faction: Faction = "rusviet", **given: Any) -> Position:
    return position(faction, "crimea" if faction != "crimea" else "nordic", level="ultimaszyna", **given)


def gains(played: Played) -> list[tuple[str, int]]:
    return [(step["what"], step["amount"]) for step in played.steps if step["do"] == "gain"]


def kinds(played: Played) -> list[str]:
    return [step["do"] for step in played.steps]


@pytest.mark.clause("SCY-ULTRA-01")
def test_no_water_restriction_from_the_first_turn() -> None:
    live = game({"level": "ultimaszyna"})
    assert (live.position.tracker, live.position.restricted) == (0, False)
    beyond_the_lake: dict[str, Any] = {"mechs": ["r2c4"], "human_mechs": ["r5c4"], "tracker": 0}
    assert find(ultra("nordic", **beyond_the_lake), "mech_move").answer == ("mech", "r2c4", "r3c4")
    restricted = position("nordic", **beyond_the_lake)
    assert find(restricted, "mech_move").answer == ("mech", "r2c4", "r2c4")


@pytest.mark.clause("SCY-ULTRA-01")
def test_the_cube_never_frees_what_is_free() -> None:
    table = ultra(tracker=0)
    for _ in range(7):
        assert "water-free" not in play(table, card()).tags


@pytest.mark.clause("SCY-ULTRA-02")
def test_all_legal_symbols_are_executed_from_left_to_right() -> None:
    def pieces() -> dict[str, Any]:
        return {"workers": ["r3c6", "r4c6"], "mechs": ["base"], "character": "base"}

    played = play(ultra(**pieces()), card(ROW))
    assert [step["unit"] for step in played.steps if step["do"] == "move"] == ["worker", "mech", "character"]
    played = play(ultra(**pieces()), card(ROW[::-1]))
    assert [step["unit"] for step in played.steps if step["do"] == "move"] == ["character", "mech", "worker"]
    normal = play(position(**pieces()), card(ROW))
    assert [step["unit"] for step in normal.steps if step["do"] == "move"] == ["worker"], "elsewhere one"


@pytest.mark.clause("SCY-ULTRA-02")
def test_what_is_not_legal_is_passed_over() -> None:
    played = play(ultra(workers=["r3c6"], character="base"), card(ROW))
    assert [step["unit"] for step in played.steps if step["do"] == "move"] == ["worker", "character"]
    assert "no-move" not in played.tags
    assert "no-move" in play(ultra(), card(ROW)).tags


@pytest.mark.clause("SCY-ULTRA-03")
def test_token_and_factory_card_are_taken_as_soon_as_the_character_arrives() -> None:
    table = ultra("nordic", character="base", workers=["r2c4"], human_mechs=["r4c4"])
    row = [Symbol("encounter_or_factory"), Symbol("character_move"), Symbol("worker_move")]
    played = play(table, card(row, [Gain("coin", 1)]))
    assert kinds(played)[:4] == ["move", "encounter", "move", "move"]
    assert played.steps[1] == {"do": "encounter", "at": "r2c4"}
    table = ultra(character="r4c4", workers=["r4c4"], human_mechs=["r3c6"])
    played = play(table, card([Symbol("encounter_or_factory"), Symbol("character_move")]))
    assert kinds(played)[:3] == ["move", "factory", "move"]
    assert (table.automa.factory_card, table.automa.character != "r4c3") == (True, True)


@pytest.mark.clause("SCY-ULTRA-03", "SCY-ULTRA-02")
def test_a_combat_is_over_before_the_next_symbol() -> None:
    """Her mech wins on r5c5; only because the human's workers went home with the mech the raid finds none."""
    table = ultra(
        mechs=["r4c6"], workers=["r4c5"], power=9, human_mechs=["r5c5"], human_workers=["r5c5"], encounters=[]
    )
    top_card(table, 6)
    row = [Symbol("attack_combat_unit", 1), Symbol("attack_workers"), Symbol("mech_move")]
    played = play(table, card(row), ["ready", 1], combat=True)
    told = [tag for tag in played.tags if tag in ("attack", "outcome", "raid", "move")]
    assert told == ["attack", "outcome", "move"]


@pytest.mark.clause("SCY-ULTRA-04")
@pytest.mark.parametrize("attacker", ["automa", "human"])
@pytest.mark.parametrize("unit", ["mech", "character"])
def test_lost_units_go_to_the_base(attacker: Side, unit: str) -> None:
    pieces: dict[str, Any] = {"mechs": ["r5c5", "r4c6"]} if unit == "mech" else {"character": "r5c5", "mechs": ["r4c6"]}
    table = ultra(**pieces, power=9, human_mechs=["r5c5"], workers=["r5c5"])
    top_card(table, 10)
    played = battle(table, "r5c5", attacker, ["ready", 1, "no"])
    if unit == "mech":
        assert (table.automa.mechs, table.automa.character) == (["base", "r4c6"], "mat")
    else:
        assert (table.automa.mechs, table.automa.character) == (["r4c6"], "base")
    assert table.automa.workers == ["base"]
    assert played.step("retreat").event.key() == "retreat.automa.base"
    assert played.step("retreat").clauses == ("SCY-ULTRA-04",)


@pytest.mark.clause("SCY-ULTRA-04")
def test_against_the_humans_attack_in_a_live_game() -> None:
    live = game({"level": "ultimaszyna", "deck": "mine"})
    tell(live, Adjust(what="mech", at="mat", to="r5c5"), Added("mech", "base"), Go("mech", "base", "r5c5"))
    tell(live, Fought("r5c5"), "ready", 10, 2, 9, "no")
    assert live.position.automa.mechs == ["base"]


@pytest.mark.clause("SCY-ULTRA-05")
@pytest.mark.parametrize(("amount", "gained"), [(1, 2), (2, 3)])
def test_one_coin_more_whenever_it_gains_coins(amount: int, gained: int) -> None:
    table = ultra(coins=5)
    assert gains(play(table, card(gains=[Gain("coin", amount)]))) == [("coin", gained)]
    assert table.automa.coins == 5 + gained
    normal = position(coins=5)
    assert gains(play(normal, card(gains=[Gain("coin", amount)]))) == [("coin", amount)]


@pytest.mark.clause("SCY-ULTRA-05", "SCY-ULTRA-06")
def test_no_coin_no_power_no_extra() -> None:
    table = ultra(coins=5, power=3)
    others = [Gain("worker", 1), Gain("combat_card", 1), Gain("character_or_mech", 1)]
    assert gains(play(table, card(gains=others))) == [("worker", 1), ("combat_card", 1), ("character", 1)]
    assert (table.automa.coins, table.automa.power, table.automa.combat_cards) == (5, 3, 1)


@pytest.mark.clause("SCY-ULTRA-06")
@pytest.mark.parametrize(("power", "amount", "gained"), [(3, 1, 2), (3, 4, 5), (12, 3, 4), (13, 3, 3), (15, 1, 1)])
def test_one_power_more_up_to_sixteen(power: int, amount: int, gained: int) -> None:
    table = ultra(power=power)
    assert gains(play(table, card(gains=[Gain("power", amount)]))) == [("power", gained)]
    assert table.automa.power == power + gained
    assert table.automa.power_star is (power + gained == 16)


@pytest.mark.clause("SCY-ULTRA-05", "SCY-ULTRA-06")
def test_coins_and_power_of_one_card_each_have_their_extra() -> None:
    """Card 15 I: three power and a coin."""
    table = ultra()
    assert gains(play(table, 15)) == [("power", 4), ("coin", 2)]


@pytest.mark.clause("SCY-ULTRA-07")
def test_each_symbol_sees_the_table_as_the_one_before_left_it() -> None:
    """The character can go to the Factory only because the mech has gone next to it first."""
    table = ultra(character="base", mechs=["base"], workers=["r4c5"], human_mechs=["r4c2"])
    assert find(table, "encounter_or_factory").answer == ("character", "base", "r4c5")
    played = play(table, card([Symbol("mech_move"), Symbol("encounter_or_factory")]))
    assert played.steps[:3] == [
        {"do": "move", "unit": "mech", "from": "base", "to": "r4c4"},
        {"do": "move", "unit": "character", "from": "base", "to": "r4c3"},
        {"do": "factory"},
    ]


@pytest.mark.clause("SCY-ULTRA-07")
def test_the_same_piece_may_move_several_times() -> None:
    table = ultra(mechs=["r4c6"], workers=["r4c6"], human_mechs=["r4c1"])
    played = play(table, card([Symbol("mech_move"), Symbol("mech_move"), Symbol("mech_move")]))
    moved = [(step["from"], step["to"]) for step in played.steps if step["do"] == "move"]
    assert len(moved) == 3
    assert (moved[0][0], moved[1][0], moved[2][0]) == ("r4c6", moved[0][1], moved[1][1])
    assert len({to for _, to in moved}) == 3, "on and on towards the enemy"


@pytest.mark.clause("SCY-ULTRA-08")
def test_brackets_and_power_conditions_work_as_usual() -> None:
    def pieces() -> dict[str, Any]:
        return {"mechs": ["r4c5"], "workers": ["r4c6"], "human_mechs": ["r5c5"]}

    row = [Symbol("worker_move", faction="nordic"), Symbol("attack_combat_unit", 6), Symbol("mech_move")]
    weak = play(ultra(**pieces(), power=5), card(row))
    assert [(step["do"], step.get("unit")) for step in weak.steps[:1]] == [("move", "mech")]
    strong = play(ultra(**pieces(), power=6), card(row))
    assert (strong.stopped, kinds(strong)) == ("attack", ["attack"])
    hers = play(ultra(**pieces(), power=5), card([Symbol("worker_move", faction="rusviet"), *row[1:]]))
    assert [step["unit"] for step in hers.steps if step["do"] == "move"] == ["worker", "mech"]


@pytest.mark.clause("SCY-ULTRA-08")
@pytest.mark.parametrize("number", [4, 7, 8, 17])
@pytest.mark.parametrize("scheme", ["I", "II"])
def test_the_skip_symbol_means_nothing(number: int, scheme: SchemeName) -> None:
    table = ultra(workers=["r3c6", "r4c6"], mechs=["base"], scheme=scheme, tracker=9)
    played = play(table, number)
    assert "skip" not in played.tags
    assert kinds(played)[0] == "move"
    assert table.tracker == (10 if CARDS[number].golden else 9)


@pytest.mark.clause("SCY-ULTRA-08")
def test_not_even_as_an_option() -> None:
    with pytest.raises(Refused) as refused:
        game({"level": "ultimaszyna", "options": "yes", "skipping": "yes"})
    assert refused.value.where == "options.skipping"


@pytest.mark.clause("SCY-ULTRA-09", "SCY-ULTRA-04")
def test_a_lost_attack_does_not_stop_the_row() -> None:
    """The mech comes back to the base, and is the one that moves next."""
    table = ultra(mechs=["r4c5"], workers=["r4c6"], power=9, human_mechs=["r5c5"])
    top_card(table, 10)
    row = [Symbol("attack_combat_unit", 1), Symbol("mech_move")]
    played = play(table, card(row, [Gain("coin", 1)]), ["ready", 5, "yes"], combat=True)
    assert kinds(played) == ["attack", "move", "gain", "tracker"]
    assert played.steps[1]["from"] == "base"
    assert table.human.stars == 1


@pytest.mark.clause("SCY-ULTRA-09")
@pytest.mark.parametrize("whose", ["automa", "human"])
def test_a_sixth_star_stops_it(whose: str) -> None:
    table = ultra(mechs=["r4c5"], workers=["r4c6"], power=9, human_mechs=["r5c5"])
    row = [Symbol("attack_combat_unit", 1), Symbol("worker_move")]
    if whose == "automa":
        table.tracker, table.automa.combat_stars = 15, 1
        assert table.stars == 5
        top_card(table, 6)
        answers: list[Any] = ["ready", 1]
    else:
        table.human.stars = 5
        top_card(table, 10)
        answers = ["ready", 5, "yes"]
    played = play(table, card(row, [Gain("coin", 1)], recruit="coin"), answers, combat=True)
    assert played.stopped == f"sixth star: {whose}"
    assert "move" not in played.tags
    assert "gain" not in played.tags


@pytest.mark.clause("SCY-ULTRA-10")
def test_the_final_scoring_gives_no_extra_coin() -> None:
    table = ultra(coins=20, workers=["r3c6", "r4c6"], tracker=17)
    table.over = True
    assert DEFINITION.scoring.score(table, rulings()).totals == {"automa": 20 + 6 * 4 + 2 * 3}


@pytest.mark.clause("SCY-ULTRA-02")
@pytest.mark.parametrize(("number", "used"), [(15, [True, True]), (18, [True, True]), (3, [True])])
def test_the_card_strikes_out_nothing_that_she_did(number: int, used: list[bool]) -> None:
    """Regression: of both symbols of her character only the first counted as used."""
    live = game({"level": "ultimaszyna", "deck": "mine", "human": "polania", "faction": "saxony"})
    tell(live, Next(), number)
    told = [step.event for step in live.runs[-1].steps]
    shown = DEFINITION.page.card(told[0], live.position, live.pack, told)
    assert shown is not None
    assert [icon.used for icon in shown.cells[0].icons] == used
