"""Attacks on combat units (SCY-ATTACK) and on workers (SCY-RAID)."""

from __future__ import annotations

from typing import Any

import pytest

from automarium.games.scythe.events import Battle, ClearResources, CombatCard, Sent
from automarium.games.scythe.position import Gain, Position, Symbol
from automarium.i18n.translator import Translator
from tests.games.scythe.kit import (
    DEFINITION,
    card,
    find,
    game,
    play,
    position,
    refuse_question,
    rulings,
    scores,
    top_card,
)
from tests.traces import kept, thrown_out

RAID = Symbol("attack_workers")


def east(power: int = 5, **human: Any) -> Position:
    """Rusviet in the east; around her pieces are r4c4, r5c5, r2c4, r2c5 and others."""
    return position(workers=["r3c6", "r4c5"], mechs=["r4c6"], character="r3c5", power=power, **human)


def west(**human: Any) -> Position:
    """Saxony in the south-west; around her pieces are r5c2, r5c3, r6c3, r7c3 and others."""
    return position("saxony", workers=["r6c2"], mechs=["r6c1"], character="r7c1", **human)


# -------------------------------------------------------------------------------------------------- combat units


@pytest.mark.clause("SCY-ATTACK-01")
@pytest.mark.parametrize(("power", "printed", "legal"), [(5, 6, False), (5, 5, True), (6, 5, True), (0, 1, False)])
def test_her_power_must_be_at_least_the_printed_number(power: int, printed: int, legal: bool) -> None:
    found = find(east(power, human_mechs=["r4c4"]), "attack_combat_unit", printed)
    assert found.answer == (("mech", "r4c6", "r4c4") if legal else None)
    if not legal:
        assert set(thrown_out(found.trace("destination")).values()) == {"SCY-ATTACK-01"}


@pytest.mark.clause("SCY-ATTACK-02")
def test_the_combat_unit_closest_to_the_base_attacks_be_it_mech_or_character() -> None:
    mech = position(workers=["r4c5"], mechs=["r4c6"], character="r4c4", power=9, human_mechs=["r5c5"])
    assert find(mech, "attack_combat_unit", 8).answer == ("mech", "r4c6", "r5c5")
    character = position(workers=["r4c5"], mechs=["r4c4"], character="r4c6", power=9, human_mechs=["r5c5"])
    found = find(character, "attack_combat_unit", 8)
    assert {str(one): score for one, score in scores(found.trace("piece"), "SCY-MOVE-12").items()} == {
        "mech@r4c4": 3,
        "character@r4c6": 1,
    }
    assert found.answer == ("character", "r4c6", "r5c5")


@pytest.mark.clause("SCY-ATTACK-02")
@pytest.mark.parametrize("choice", ["mech", "character"])
def test_equally_close_units_on_the_board_go_in_reading_order_whatever_kind_they_are(choice: str) -> None:
    character = position(workers=["r3c6"], mechs=["r4c5"], character="r3c5", power=9, human_mechs=["r4c4"])
    assert find(character, "attack_combat_unit", 5, A04=choice).answer == ("character", "r3c5", "r4c4")
    mech = position(workers=["r3c6"], mechs=["r3c5"], character="r4c5", power=9, human_mechs=["r4c4"])
    assert find(mech, "attack_combat_unit", 5, A04=choice).answer == ("mech", "r3c5", "r4c4")


@pytest.mark.clause("SCY-ATTACK-02")
def test_workers_never_attack() -> None:
    table = position(workers=["r4c6", "base"], mechs=["r4c4"], power=9, human_mechs=["r5c5"])
    assert find(table, "attack_combat_unit", 1).answer == ("mech", "r4c4", "r5c5")


@pytest.mark.clause("SCY-ATTACK-03")
def test_from_the_base_a_mech_attacks() -> None:
    table = position(workers=["r4c5"], mechs=["base"], character="base", power=9, human_mechs=["r5c5"])
    found = find(table, "attack_combat_unit", 5)
    assert {str(one): clause for one, clause in thrown_out(found.trace("piece")).items()} == {
        "character@base": "SCY-ATTACK-03"
    }
    assert found.answer == ("mech", "base", "r5c5")


@pytest.mark.clause("SCY-ATTACK-04")
@pytest.mark.parametrize(
    "hers",
    [
        {"workers": ["r5c2"], "mechs": ["base"]},
        {"mechs": ["base", "r5c2"]},
        {"mechs": ["base"], "character": "r5c2"},
    ],
    ids=str,
)
def test_valid_is_an_enemy_unit_around_any_piece_of_hers(hers: dict[str, Any]) -> None:
    """The one on r4c1 stands around the far piece; the one on r1c1 around nobody."""
    table = position(human="polania", power=7, human_mechs=["r4c1"], human_character="r1c1", **hers)
    found = find(table, "attack_combat_unit", 7)
    assert kept(found.trace("destination"), "SCY-ATTACK-04") == ("r4c1",)
    assert found.answer == ("mech", "base", "r4c1")


@pytest.mark.clause("SCY-ATTACK-04")
def test_enemy_workers_alone_are_no_target_of_this_attack() -> None:
    found = find(east(9, human_workers=["r4c4", "r5c5"]), "attack_combat_unit", 1)
    assert {"r4c4", "r5c5"} <= set(found.trace("destination").candidates)
    assert found.answer is None


@pytest.mark.clause("SCY-ATTACK-04")
def test_the_neighbourhood_of_the_base_does_not_count() -> None:
    table = position("nordic", workers=["base"], mechs=["base"], character="base", power=9, human_mechs=["r1c4"])
    found = find(table, "attack_combat_unit", 1)
    assert found.trace("destination").candidates == ()
    assert found.answer is None


@pytest.mark.clause("SCY-ATTACK-04")
@pytest.mark.parametrize(("restricted", "answer"), [(True, None), (False, ("character", "base", "r1c3"))])
def test_across_a_river_an_enemy_is_valid_only_when_water_is_free(restricted: bool, answer: Any) -> None:
    table = position(
        "nordic",
        restricted=restricted,
        workers=["r1c5"],
        mechs=["r1c4"],
        character="base",
        power=9,
        human_mechs=["r1c3"],
    )
    assert find(table, "attack_combat_unit", 1).answer == answer


@pytest.mark.clause("SCY-ATTACK-05")
def test_the_fewest_enemy_combat_units_win() -> None:
    """One on r5c5 beats two on r4c4, which is nearer to the Factory and earlier in reading order."""
    found = find(east(human_mechs=["r4c4", "r5c5"], human_character="r4c4"), "attack_combat_unit", 5)
    assert scores(found.trace("destination"), "SCY-ATTACK-05") == {"r4c4": 2, "r5c5": 1}
    assert found.answer == ("mech", "r4c6", "r5c5")


@pytest.mark.clause("SCY-ATTACK-05")
def test_workers_are_not_counted_among_the_units() -> None:
    table = east(human_mechs=["r4c4", "r5c5", "r5c5"], human_workers=["r4c4", "r4c4"])
    found = find(table, "attack_combat_unit", 5)
    assert scores(found.trace("destination"), "SCY-ATTACK-05") == {"r4c4": 1, "r5c5": 2}
    assert found.answer == ("mech", "r4c6", "r4c4")


@pytest.mark.clause("SCY-ATTACK-06")
def test_of_equal_numbers_the_smallest_factory_distance_wins() -> None:
    """r2c4 is before r4c4 in reading order."""
    found = find(east(human_mechs=["r2c4", "r4c4"]), "attack_combat_unit", 1)
    assert scores(found.trace("destination"), "SCY-MOVE-13") == {"r2c4": 2, "r4c4": 1}
    assert found.answer == ("mech", "r4c6", "r4c4")


@pytest.mark.clause("SCY-ATTACK-07")
def test_the_last_tie_goes_by_reading_order() -> None:
    found = find(east(human_mechs=["r5c5", "r2c4"]), "attack_combat_unit", 1)
    assert kept(found.trace("destination"), "SCY-MOVE-13") == ("r2c4", "r5c5")
    assert thrown_out(found.trace("destination"))["r5c5"] == "SCY-ATTACK-07"
    assert found.answer == ("mech", "r4c6", "r2c4")


@pytest.mark.clause("SCY-ATTACK-08")
@pytest.mark.parametrize("choice", ["does-not-count", "counts"])
def test_enemy_units_on_their_base_cannot_be_attacked(choice: str) -> None:
    """All around the Crimean base; whatever is said about her own."""
    table = position("saxony", workers=["r8c3"], mechs=["r7c3"], character="r7c2", power=9, human_mechs=["base"])
    assert find(table, "attack_combat_unit", 1, A03=choice).answer is None


@pytest.mark.clause("SCY-ATTACK-09")
def test_without_a_combat_unit_outside_the_mat_it_is_not_legal() -> None:
    table = position(workers=["r4c5"], character="mat", power=9, human_mechs=["r5c5"])
    assert find(table, "attack_combat_unit", 1).answer is None
    table.automa.mechs = ["base"]
    assert find(table, "attack_combat_unit", 1).answer == ("mech", "base", "r5c5")


@pytest.mark.clause("SCY-ATTACK-09")
def test_without_a_valid_territory_it_is_not_legal() -> None:
    found = find(east(9, human_mechs=["r1c1"]), "attack_combat_unit", 1)
    assert set(thrown_out(found.trace("destination")).values()) == {"SCY-ATTACK-04"}
    assert found.answer is None


@pytest.mark.clause("SCY-ATTACK-10")
@pytest.mark.parametrize("beside", [{"human_workers": ["r5c5"] * 3}, {"human_structures": ["r5c5"]}], ids=str)
def test_workers_resources_and_structures_do_not_influence_the_choice(beside: dict[str, Any]) -> None:
    table = east(human_mechs=["r4c4", "r5c5"], **beside)
    assert find(table, "attack_combat_unit", 1, refuse_question).answer == ("mech", "r4c6", "r4c4")
    moved: dict[str, Any] = {name: ["r4c4"] for name in beside}
    other = east(human_mechs=["r4c4", "r5c5"], **moved)
    assert find(other, "attack_combat_unit", 1, refuse_question).answer == ("mech", "r4c6", "r4c4")


@pytest.mark.clause("SCY-ATTACK-11")
def test_the_unit_goes_alone_and_a_combat_follows_with_her_as_attacker() -> None:
    """A worker stands where the mech starts; it does not come along. Equal totals: the attacker wins."""
    table = position(workers=["r4c6"], mechs=["r4c6"], character="r3c5", power=9, human_mechs=["r4c4"])
    top_card(table, 14)
    played = play(table, card([Symbol("attack_combat_unit", 1)], golden=False), ["ready", 1], combat=True)
    assert played.tags[:2] == ["attack", "battle"]
    assert played.step("attack").clauses == ("SCY-ATTACK-11",)
    assert played.the(Battle).attacker == "automa"
    assert played.the(Battle).at == "r4c4"
    assert (table.automa.mechs, table.automa.workers, table.automa.character) == (["r4c4"], ["r4c6"], "r3c5")
    assert table.human.mechs == ["base"]


@pytest.mark.clause("SCY-ATTACK-12")
@pytest.mark.parametrize(("combat", "used"), [(10, 0), (14, 1), (2, 6)])
@pytest.mark.parametrize("printed", [1, 8])
def test_the_printed_number_is_neither_paid_nor_used(printed: int, combat: int, used: int) -> None:
    """Only what the combat card says is spent, of the power of nine that she has."""
    table = position(mechs=["r4c6"], workers=["r4c5"], power=9, human_mechs=["r4c4"])
    top_card(table, combat)
    played = play(table, card([Symbol("attack_combat_unit", printed)], golden=False), ["ready", 0], combat=True)
    assert played.the(CombatCard).power == used
    assert table.automa.power == 9 - used


@pytest.mark.clause("SCY-ATTACK-13")
def test_the_gains_of_this_turn_come_too_late_for_the_condition() -> None:
    drawn = card([Symbol("attack_combat_unit", 6)], [Gain("power", 3)], golden=False)
    table = east(5, human_mechs=["r4c4"])
    assert [step["do"] for step in play(table, drawn).steps] == ["gain"]
    assert table.automa.power == 8
    assert play(table, drawn).stopped == "attack", "next turn she has them"


# ------------------------------------------------------------------------------------------------------- workers


@pytest.mark.clause("SCY-RAID-01")
def test_the_raider_is_found_like_the_attacker_and_needs_no_power() -> None:
    table = west(human_workers=["r5c2"])
    assert table.automa.power == 0
    assert find(table, "attack_workers").answer == ("character", "r7c1", "r5c2")
    mech = position("saxony", workers=["r6c2"], mechs=["r7c1"], character="r6c1", human_workers=["r5c2"])
    assert find(mech, "attack_workers").answer == ("mech", "r7c1", "r5c2")


@pytest.mark.clause("SCY-RAID-01")
def test_equally_close_raiders_go_in_reading_order_and_from_the_base_a_mech() -> None:
    tied = position("saxony", workers=["r6c2"], mechs=["r7c1"], character="r6c0", human_workers=["r5c2"])
    assert find(tied, "attack_workers").answer == ("character", "r6c0", "r5c2")
    on_base = position("saxony", workers=["r6c2"], mechs=["base"], character="base", human_workers=["r5c2"])
    found = find(on_base, "attack_workers")
    assert list(thrown_out(found.trace("piece")).values()) == ["SCY-ATTACK-03"]
    assert found.answer == ("mech", "base", "r5c2")


@pytest.mark.clause("SCY-RAID-01")
def test_without_a_combat_unit_outside_the_mat_nobody_raids() -> None:
    table = position("saxony", workers=["r6c2"], human_workers=["r5c2"])
    assert find(table, "attack_workers").answer is None


@pytest.mark.clause("SCY-RAID-01")
@pytest.mark.parametrize("choice", ["does-not-count", "counts"])
def test_workers_on_the_humans_base_are_no_target(choice: str) -> None:
    table = position("saxony", workers=["r7c2"], mechs=["r7c3"], character="base", human_workers=["base", "base"])
    assert find(table, "attack_workers", A03=choice).answer is None


@pytest.mark.clause("SCY-RAID-02")
@pytest.mark.parametrize("guard", [{"human_mechs": ["r7c3"]}, {"human_character": "r7c3"}], ids=str)
def test_guarded_workers_are_not_valid(guard: dict[str, Any]) -> None:
    """Two on r7c3 would be the most, if they were alone."""
    workers = ["r5c2", "r7c3", "r7c3"]
    assert find(west(human_workers=list(workers)), "attack_workers").answer == ("character", "r7c1", "r7c3")
    found = find(west(human_workers=list(workers), **guard), "attack_workers")
    assert thrown_out(found.trace("destination"))["r7c3"] == "SCY-RAID-02"
    assert found.answer == ("character", "r7c1", "r5c2")


@pytest.mark.clause("SCY-RAID-02")
@pytest.mark.parametrize(
    "hers", [{"workers": ["r8c3"], "mechs": ["base"]}, {"mechs": ["base", "r8c3"]}, {"mechs": [], "character": "r8c3"}]
)
def test_valid_are_workers_around_any_piece_of_hers(hers: dict[str, Any]) -> None:
    found = find(position("saxony", human_workers=["r7c4", "r1c1"], **hers), "attack_workers")
    assert kept(found.trace("destination"), "SCY-RAID-02") == ("r7c4",)
    assert found.move is not None
    assert found.move.to == "r7c4"


@pytest.mark.clause("SCY-RAID-02")
def test_the_neighbourhood_of_the_base_does_not_count_for_raids() -> None:
    table = position("nordic", workers=["base"], mechs=["base"], character="base", human_workers=["r1c4"])
    assert find(table, "attack_workers").answer is None


@pytest.mark.clause("SCY-RAID-03")
def test_without_such_a_territory_it_is_not_legal() -> None:
    """A worker out of reach, and one under guard."""
    found = find(west(human_workers=["r8c3", "r5c2"], human_mechs=["r5c2"]), "attack_workers")
    assert set(thrown_out(found.trace("destination")).values()) == {"SCY-RAID-02"}
    assert found.answer is None


@pytest.mark.clause("SCY-RAID-03")
def test_resources_or_structures_without_a_worker_are_no_target() -> None:
    """Nobody even asks where resources lie."""
    assert find(west(human_structures=["r5c3"]), "attack_workers", answers=refuse_question).answer is None


@pytest.mark.clause("SCY-RAID-04")
def test_the_most_enemy_workers_win() -> None:
    """r5c2 is nearer to the Factory and earlier in reading order."""
    found = find(west(human_workers=["r7c3", "r5c2", "r7c3"]), "attack_workers")
    assert scores(found.trace("destination"), "SCY-RAID-04") == {"r5c2": 1, "r7c3": 2}
    assert found.answer == ("character", "r7c1", "r7c3")


@pytest.mark.clause("SCY-RAID-05")
def test_of_equally_many_workers_the_smallest_factory_distance_then_reading_order() -> None:
    nearer = find(west(human_workers=["r5c0", "r6c3", "r7c3"]), "attack_workers")
    assert scores(nearer.trace("destination"), "SCY-MOVE-13") == {"r6c3": 2, "r7c3": 3}
    assert nearer.answer == ("character", "r7c1", "r6c3")
    later = position("saxony", workers=["r6c2", "r6c0"], character="r7c1", human_workers=["r5c0", "r5c3"])
    assert find(later, "attack_workers").answer == ("character", "r7c1", "r5c3"), "r5c0 is read before it"
    tied = find(west(human_workers=["r6c3", "r5c2"]), "attack_workers")
    assert thrown_out(tied.trace("destination"))["r6c3"] == "SCY-RAID-05"
    assert tied.answer == ("character", "r7c1", "r5c2")


@pytest.mark.clause("SCY-RAID-06")
def test_resources_do_not_influence_the_choice() -> None:
    """Nobody asks how many lie on r6c3."""
    found = find(west(human_workers=["r5c2", "r6c3"]), "attack_workers", answers=refuse_question)
    assert found.answer == ("character", "r7c1", "r5c2")


@pytest.mark.clause("SCY-RAID-07")
def test_all_workers_there_go_home_without_a_combat_or_a_card() -> None:
    table = west(human_workers=["r7c3", "r5c2", "r7c3"])
    played = play(table, card([RAID], golden=False), combat=True)
    assert table.human.workers == ["base", "r5c2", "base"]
    assert table.automa.character == "r7c3"
    assert played.tags == ["raid", "sent", "clear-resources"]
    assert played.step("raid").clauses == ("SCY-RAID-07",)
    sent = played.the(Sent)
    assert (sent.side, sent.at, sent.workers) == ("human", "r7c3", 2)
    assert table.deck.left == 19
    assert table.stars == 0


@pytest.mark.clause("SCY-RAID-08")
def test_the_resources_there_are_removed() -> None:
    played = play(west(human_workers=["r7c3"]), card([RAID], golden=False))
    removed = played.step("clear-resources")
    assert played.the(ClearResources).at == "r7c3"
    assert removed.clauses == ("SCY-RES-09",)


@pytest.mark.clause("SCY-RAID-09")
@pytest.mark.parametrize(("language", "word"), [("en", "popularity"), ("uk", "популярн"), ("ru", "популярн")])
def test_nobodys_popularity_changes(language: str, word: str) -> None:
    """A human who drives her workers away loses some and is told so; here nobody is."""
    translator = Translator(language, [DEFINITION.folder])
    played = play(west(human_workers=["r7c3"]), card([RAID], golden=False))
    told = " ".join(translator.sentence(step.event) for step in played.told)
    assert word not in told.lower()
    live = game()
    reminders = [translator.sentence(said) for said, cited in DEFINITION.setup.checklist(live.position, live.rulings)]
    cited = [clauses for _, clauses in DEFINITION.setup.checklist(live.position, live.rulings)]
    (index,) = [number for number, clauses in enumerate(cited) if "SCY-RAID-09" in clauses]
    assert word in reminders[index].lower()


@pytest.mark.clause("SCY-RAID-10")
def test_a_structure_stays_and_the_territory_is_hers_as_long_as_her_piece_is_there() -> None:
    def territories() -> int:
        lines = DEFINITION.scoring.score(table, rulings()).lines
        return next(line.amount for line in lines if (line.side, line.what) == ("automa", "territories"))

    table = position("saxony", workers=["r6c2"], mechs=["base"], human_workers=["r5c2"], human_structures=["r5c2"])
    assert territories() == 1
    play(table, card([RAID], golden=False))
    assert (table.automa.mechs, table.human.structures) == (["r5c2"], ["r5c2"])
    assert territories() == 2
    table.automa.mechs = ["base"]
    assert territories() == 1
