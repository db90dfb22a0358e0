"""The character's way to an encounter token or the Factory, and what it takes there (SCY-ENC)."""

from __future__ import annotations

from typing import Any

import pytest

from automarium.engine.question import Answer
from automarium.games.scythe.position import Action, Gain, Position, SchemeName, Symbol
from tests.games.scythe.kit import Played, card, find, play, position, scores, top_card
from tests.traces import kept, thrown_out

TO_ENCOUNTER = Symbol("encounter_or_factory")
ATTACK = Symbol("attack_combat_unit", 1)
EAST: dict[str, Any] = {"workers": ["r4c4", "r3c5"], "character": "r4c5", "encounters": ["r2c4", "r6c5"]}


@pytest.mark.clause("SCY-ENC-01")
@pytest.mark.parametrize("at", ["base", "r8c3", "r4c5"])
def test_the_character_goes_wherever_it_stands(at: str) -> None:
    found = find(position(workers=["r4c4"], mechs=["base"], character=at), "encounter_or_factory")
    assert found.answer == ("character", at, "r4c3")


@pytest.mark.clause("SCY-ENC-01")
def test_with_the_character_on_the_mat_it_is_not_legal() -> None:
    table = position(workers=["r4c4"], mechs=["r4c5"], character="mat")
    assert find(table, "encounter_or_factory").answer is None
    table.automa.character = "base"
    assert find(table, "encounter_or_factory").answer is not None


@pytest.mark.clause("SCY-ENC-02")
def test_valid_are_tokens_and_the_factory() -> None:
    found = find(position(**EAST), "encounter_or_factory")
    assert kept(found.trace("destination"), "SCY-ENC-02") == ("r2c4", "r4c3")
    assert thrown_out(found.trace("destination"))["r4c5"] == "SCY-ENC-02", "its token is gone"


@pytest.mark.clause("SCY-ENC-02")
def test_the_factory_is_valid_only_until_she_has_a_factory_card() -> None:
    found = find(position(**EAST, factory_card=True), "encounter_or_factory")
    assert thrown_out(found.trace("destination"))["r4c3"] == "SCY-ENC-02"
    assert found.answer == ("character", "r4c5", "r2c4")


@pytest.mark.clause("SCY-ENC-02")
def test_where_no_token_is_left_there_is_nothing_to_do() -> None:
    start: dict[str, Any] = {"restricted": True, "workers": ["r1c4", "r1c5"], "character": "base"}
    assert find(position("nordic", **start), "encounter_or_factory").answer == ("character", "base", "r2c4")
    gone = position("nordic", **start)
    gone.encounters.remove("r2c4")
    assert find(gone, "encounter_or_factory").answer is None


@pytest.mark.clause("SCY-ENC-03")
@pytest.mark.parametrize(
    "hers",
    [
        {"workers": ["r6c6"], "character": "base"},
        {"mechs": ["r6c6"], "character": "base"},
        {"character": "r6c6"},
    ],
    ids=str,
)
def test_any_piece_of_hers_brings_its_neighbourhood(hers: dict[str, Any]) -> None:
    """Only r6c5 lies around r6c6, and the base adds nothing."""
    found = find(position(**hers), "encounter_or_factory")
    assert found.trace("destination").candidates == ("r5c6", "r6c5", "r6c6", "r7c6")
    assert found.move is not None
    assert found.move.to == "r6c5"


@pytest.mark.clause("SCY-ENC-03")
def test_the_neighbourhood_of_the_base_does_not_count() -> None:
    """Even if a token lay beside the base, as it does on no real map."""
    table = position("nordic", workers=["base", "base"], character="base", encounters=["r1c4", "r1c5"])
    found = find(table, "encounter_or_factory")
    assert found.trace("destination").candidates == ()
    assert found.answer is None
    table.automa.workers = ["r1c4"]
    assert find(table, "encounter_or_factory").answer == ("character", "base", "r1c4")


@pytest.mark.clause("SCY-ENC-04")
@pytest.mark.parametrize(
    "there",
    [{"human_workers": ["r4c3"]}, {"human_mechs": ["r4c3"]}, {"human_character": "r4c3"}, {"mechs": ["r4c3"]}],
    ids=str,
)
def test_an_enemy_piece_or_a_mech_of_hers_keeps_the_character_away(there: dict[str, Any]) -> None:
    found = find(position(**EAST, **there), "encounter_or_factory")
    assert thrown_out(found.trace("destination"))["r4c3"] == "SCY-ENC-04"
    assert found.answer == ("character", "r4c5", "r2c4")


@pytest.mark.clause("SCY-ENC-04")
def test_a_worker_of_hers_does_not_matter() -> None:
    table = position(workers=["r4c3", "r3c5"], character="base")
    assert find(table, "encounter_or_factory").answer == ("character", "base", "r4c3")


@pytest.mark.clause("SCY-ENC-05")
def test_the_factory_comes_first() -> None:
    """r2c4 is before it in reading order."""
    found = find(position(**EAST), "encounter_or_factory")
    assert scores(found.trace("destination"), "SCY-MOVE-13") == {"r2c4": 2, "r4c3": 0}
    assert found.answer == ("character", "r4c5", "r4c3")


@pytest.mark.clause("SCY-ENC-05")
def test_of_several_tokens_the_one_nearest_to_the_factory() -> None:
    table = position(workers=["r2c5", "r4c6"], character="base", factory_card=True, encounters=["r2c6", "r4c5"])
    found = find(table, "encounter_or_factory")
    assert scores(found.trace("destination"), "SCY-MOVE-13") == {"r2c6": 4, "r4c5": 2}
    assert found.answer == ("character", "base", "r4c5")


@pytest.mark.clause("SCY-ENC-06")
def test_the_last_tie_goes_by_reading_order() -> None:
    found = find(position(workers=["r3c5"], character="base", factory_card=True), "encounter_or_factory")
    assert kept(found.trace("destination"), "SCY-MOVE-13") == ("r2c4", "r4c5")
    assert thrown_out(found.trace("destination"))["r4c5"] == "SCY-ENC-06"
    assert found.answer == ("character", "base", "r2c4")


@pytest.mark.clause("SCY-ENC-07")
@pytest.mark.parametrize("action", ["character_move", "encounter_or_factory"])
def test_a_token_under_the_character_is_removed_and_nothing_else_comes_of_it(action: Action) -> None:
    table = position("nordic", restricted=True, workers=["r1c4", "r1c5"], character="base", coins=5, power=4)
    played = play(table, card([Symbol(action)], golden=False))
    assert played.steps == [
        {"do": "move", "unit": "character", "from": "base", "to": "r2c4"},
        {"do": "encounter", "at": "r2c4"},
    ]
    assert played.tags == ["move", "encounter"], "no card is drawn, nothing is gained"
    assert played.step("encounter").clauses == ("SCY-ENC-07",)
    assert "r2c4" not in table.encounters
    assert len(table.encounters) == 10
    assert (table.automa.coins, table.automa.power, table.automa.combat_cards) == (5, 4, 0)


@pytest.mark.clause("SCY-ENC-07")
def test_a_token_under_the_character_is_removed_after_a_raid() -> None:
    table = position(workers=["r4c4"], character="r4c6", human_workers=["r4c5"])
    played = play(table, card([Symbol("attack_workers")], golden=False))
    assert [step["do"] for step in played.steps] == ["raid", "encounter"]
    assert "r4c5" not in table.encounters


@pytest.mark.clause("SCY-ENC-07")
def test_where_the_token_is_gone_nothing_is_removed() -> None:
    table = position("nordic", restricted=True, workers=["r1c4"], character="base", encounters=["r4c5"])
    assert play(table, card([Symbol("character_move")], golden=False)).tags == ["move"]
    assert table.encounters == ["r4c5"]


@pytest.mark.clause("SCY-ENC-08")
@pytest.mark.parametrize("action", ["character_move", "encounter_or_factory"])
def test_on_the_factory_the_character_takes_a_factory_card(action: Action) -> None:
    table = position(workers=["r4c4"], character="base", human_mechs=["r3c3"])
    played = play(table, card([Symbol(action)], golden=False))
    assert [step["do"] for step in played.steps] == ["move", "factory"]
    assert played.step("factory").clauses == ("SCY-ENC-08",)
    assert table.automa.factory_card


@pytest.mark.clause("SCY-ENC-08")
def test_only_the_factory_gives_a_factory_card() -> None:
    table = position("nordic", restricted=True, workers=["r1c4"], character="base")
    assert "factory" not in play(table, card([TO_ENCOUNTER])).tags
    assert not table.automa.factory_card


@pytest.mark.clause("SCY-ENC-09")
def test_she_takes_at_most_one_factory_card() -> None:
    """With her character on the Factory again, and with it staying there."""
    table = position(workers=["r4c4"], character="r4c4", factory_card=True, human_mechs=["r3c3"])
    for _ in range(2):
        played = play(table, card([Symbol("character_move")], golden=False))
        assert table.automa.character == "r4c3"
        assert played.tags == ["move"]


@pytest.mark.clause("SCY-ENC-09")
def test_the_factory_card_is_never_used() -> None:
    """With it and without it the same cards do the same, scheme by scheme, when the Factory is out of reach."""

    def table(scheme: SchemeName, factory_card: bool) -> Position:
        hers: dict[str, Any] = {"workers": ["r1c4"], "mechs": ["base"], "character": "r1c5", "power": 9}
        return position("nordic", scheme=scheme, **hers, factory_card=factory_card)

    for number in range(1, 20):
        for scheme in ("I", "II"):
            with_card = table(scheme, True)
            assert play(with_card, number).steps == play(table(scheme, False), number).steps
            assert with_card.automa.factory_card


@pytest.mark.clause("SCY-ENC-10")
@pytest.mark.parametrize(
    ("action", "hers", "to"),
    [
        ("worker_move", {"workers": ["r1c4", "r1c5"]}, "r2c4"),
        ("mech_move", {"workers": ["r1c4", "r1c5"], "mechs": ["base"]}, "r2c4"),
    ],
)
def test_workers_and_mechs_remove_no_token(action: Action, hers: dict[str, Any], to: str) -> None:
    table = position("nordic", restricted=True, character="base", **hers)
    played = play(table, card([Symbol(action)], golden=False))
    assert played.steps[0]["to"] == to
    assert to in table.encounters
    assert played.tags == ["move"]


@pytest.mark.clause("SCY-ENC-10")
@pytest.mark.parametrize(
    ("action", "hers", "enemy"),
    [
        ("worker_move", {"workers": ["r3c6"], "mechs": ["r4c4"]}, {}),
        ("mech_move", {"mechs": ["r4c4"]}, {"human_mechs": ["r3c3"]}),
        ("attack_workers", {"mechs": ["r4c4"]}, {"human_workers": ["r4c3"]}),
    ],
)
def test_workers_and_mechs_take_no_factory_card(action: Action, hers: dict[str, Any], enemy: dict[str, Any]) -> None:
    table = position(character="mat", **hers, **enemy)
    played = play(table, card([Symbol(action)], golden=False))
    assert played.steps[0]["to"] == "r4c3"
    assert not table.automa.factory_card
    assert "factory" not in played.tags


def attacking(at: str, total: int) -> tuple[Position, Played]:
    """Her character attacks on ``at``; the human shows ``total`` against the 7 of card 3."""
    table = position(workers=["r4c4"], character="base", power=9, human_mechs=[at])
    top_card(table, 3)
    answers: list[Answer] = ["ready", total] if total <= 7 else ["ready", total, "yes"]
    return table, play(table, card([ATTACK], golden=False), answers, combat=True)


@pytest.mark.clause("SCY-ENC-11")
@pytest.mark.parametrize(("at", "took"), [("r4c5", "encounter"), ("r4c3", "factory")])
def test_after_a_combat_won_the_character_takes_what_lies_there(at: str, took: str) -> None:
    table, played = attacking(at, 7)
    assert table.automa.character == at
    assert played.tags[0] == "attack"
    assert played.tags[-1] == took, "after the combat"
    assert "outcome" in played.tags
    assert table.automa.factory_card is (took == "factory")
    assert ("r4c5" in table.encounters) is (took != "encounter")


@pytest.mark.clause("SCY-ENC-11")
@pytest.mark.parametrize("at", ["r4c5", "r4c3"])
def test_after_a_combat_lost_it_takes_nothing(at: str) -> None:
    table, played = attacking(at, 8)
    assert table.automa.character == "mat"
    assert not {"encounter", "factory"} & set(played.tags)
    assert not table.automa.factory_card
    assert len(table.encounters) == 11


@pytest.mark.clause("SCY-ENC-12")
def test_without_a_territory_left_the_next_symbol_is_tried() -> None:
    """The only token stands under an enemy."""
    table = position("nordic", restricted=True, workers=["r1c4", "r1c5"], character="base", human_mechs=["r2c4"])
    found = find(table, "encounter_or_factory")
    assert kept(found.trace("destination"), "SCY-ENC-02") == ("r2c4",)
    assert found.answer is None
    played = play(table, card([TO_ENCOUNTER, Symbol("character_move")], [Gain("coin", 1)], golden=False))
    assert [step["do"] for step in played.steps] == ["move", "gain"]
    assert played.steps[0] == {"do": "move", "unit": "character", "from": "base", "to": "r1c4"}
