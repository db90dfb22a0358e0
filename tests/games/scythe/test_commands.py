"""The human's commands: offered and barred places, carried workers, abilities, recruits, structures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from automarium.engine.message import Refused
from automarium.engine.question import Count, Pick
from automarium.games.scythe.commands import Added, Built, Enlisted, Fought, Go, Next, Unlocked, find_reach
from automarium.games.scythe.corrections import Adjust
from automarium.games.scythe.events import OwnRecruit, Recruit
from automarium.games.scythe.map import FACTIONS, PRINTED, TERRAIN, TUNNELS, find_human_near
from automarium.games.scythe.position import Bonus, Position, Symbol
from automarium.i18n.translator import Translator
from tests.games.scythe.kit import DEFINITION, card, find_next, game, play, position, tell, top_card

ENGLISH = Translator("en", [DEFINITION.folder])
RIVERS_OF = {
    at: [there for there in facts.get("across", ()) if TERRAIN[there] != "lake"]
    for at, facts in PRINTED.printed["territory"].items()
}


def picked(table: Position, command: str, given: Mapping[str, Any]) -> Pick:
    field = find_next(table, command, given)
    assert field is not None
    assert isinstance(field.question, Pick)
    return field.question


def refused_with(live: Any, told: Any) -> str:
    with pytest.raises(Refused) as refused:
        live.put(told)
    return refused.value.message.key


# --------------------------------------------------------------------------------------------------------------- moves


def test_only_pieces_that_are_there_are_offered() -> None:
    live = game()
    assert picked(live.position, "go", {}).options == ("character", "worker")
    assert refused_with(live, Go("mech", "base", "r4c4")) == "go.none"
    tell(live, Added("mech", "base"))
    assert picked(live.position, "go", {}).options == ("mech", "character", "worker")


def test_what_is_offered_can_be_reached() -> None:
    """One step, rivers and lakes separate, tunnels join, a base leads to its two territories; with Speed two steps, but
    not past her pieces; workers know no ability and shun her pieces."""
    table = position("nordic", "crimea", workers=["r7c4"], human_character="base", human_mechs=["r3c5"])
    assert find_reach(table, "character", "base") == ("r7c3", "r8c3")
    by_tunnel = TUNNELS - {"r3c5"}
    assert set(find_reach(table, "mech", "r3c5")) == {"r2c5", "r4c4"} | by_tunnel
    table.human.riverwalk = True
    assert set(find_reach(table, "mech", "r3c5")) == {"r2c5", "r4c4", "r4c5"} | by_tunnel
    assert find_reach(table, "mech", "r7c3") == ("r6c3", "r7c4", "r8c3")
    assert find_reach(table, "worker", "r7c3") == ("r8c3",), "her worker stands on r7c4"
    table.human.speed = True
    assert "r4c3" in find_reach(table, "mech", "r3c5")
    table.automa.workers = ["r4c4"]
    assert "r4c3" not in find_reach(table, "mech", "r3c5"), "the way ends where her worker stands"
    assert "r4c4" in find_reach(table, "mech", "r3c5")


def test_a_nordic_worker_swims() -> None:
    table = position("crimea", "nordic", human_workers=["r1c5"])
    crossing = {at for at in find_reach(table, "worker", "r1c5") if at in RIVERS_OF["r1c5"]}
    assert crossing
    table.human.faction = "polania"
    assert not crossing & set(find_reach(table, "worker", "r1c5"))


def test_the_rest_can_be_told_all_the_same_but_nothing_moves_onto_itself() -> None:
    """Nobody knows every ability of the human's; a piece that stays is told nothing of."""
    live = game()
    question = picked(live.position, "go", {"unit": "worker", "from": "r7c3"})
    assert set(question.likely or ()) < set(question.options)
    assert "r7c3" not in question.options
    assert refused_with(live, Go("worker", "r7c3", "r7c3")) == "go.same"
    tell(live, Go("worker", "r7c3", "r2c1"))
    assert "r2c1" in live.position.human.workers


def test_a_mech_takes_workers_along() -> None:
    live = game()
    tell(live, Adjust("your-worker", "r7c3", "r8c3"), Added("mech", "r7c3"))
    field = find_next(live.position, "go", {"unit": "mech", "from": "r7c3", "to": "r7c4"})
    assert field is not None
    assert isinstance(field.question, Count)
    assert (field.name, field.question.high, field.question.default) == ("workers", 2, 0)
    tell(live, Go("mech", "r7c3", "r7c4", 2))
    assert live.position.human.workers == ["r7c4", "r7c4"]
    assert live.position.human.mechs == ["r7c4"]
    assert live.hands == [], "the person has done it"
    assert ENGLISH.sentence(Go("mech", "r7c3", "r7c4", 2).describe()) == (
        "Your mech with 2 workers: G3 (farm) → G4 (mountain)"
    )
    assert find_next(live.position, "go", {"unit": "mech", "from": "r7c4", "to": "r7c5", "workers": 1}) is None
    assert refused_with(live, Go("mech", "r7c4", "r7c5", 3)) == "answer.number"
    tell(live, Go("mech", "r7c4", "r7c5"))
    assert live.position.human.workers == ["r7c4", "r7c4"], "and leaves them if nothing is said"


def test_workers_are_carried_into_a_combat() -> None:
    live = game()
    tell(live, Adjust("mech", "r7c4", "mat"), Added("mech", "r7c3"), Go("mech", "r7c3", "r7c4", 1))
    assert live.position.human.workers.count("r7c4") == 1
    top_card(live.position, 15)  # it uses no combat card
    tell(live, Fought("r7c4"), "ready", {"total": 0})
    assert live.position.human.workers.count("base") == 1, "and driven home with their mech"


# ----------------------------------------------------------------------------------------------------------- abilities


@pytest.mark.clause("SCY-NEIGH-08", "SCY-NEIGH-09")
@pytest.mark.parametrize("faction", FACTIONS)
def test_every_faction_is_asked_for_its_own_abilities(faction: str) -> None:
    own = {"albion": ("burrow", "lakes"), "togawa": ("toka", "lakes")}.get(faction, ("riverwalk", "lakes"))
    live = game({"human": faction, "faction": "nordic" if faction != "nordic" else "crimea"})
    assert picked(live.position, "unlock", {}).options == own
    for other in {"riverwalk", "burrow", "toka"} - set(own):
        assert refused_with(live, Unlocked(other)) == "unlock.other"
        assert refused_with(live, Adjust(other, "yes")) == "unlock.other"


@pytest.mark.clause("SCY-NEIGH-09")
def test_burrow_crosses_rivers_into_and_out_of_tunnels() -> None:
    live = game({"human": "albion", "faction": "nordic"})
    tell(live, Unlocked("burrow"))
    human = live.position.human
    near = find_human_near("albion", human.riverwalk, False, False)
    plain = find_human_near("albion", False, False, False)
    for here, across in RIVERS_OF.items():
        for there in across:
            assert (there in near[here]) is (here in TUNNELS or there in TUNNELS), (here, there)
            assert there not in plain[here]


@pytest.mark.clause("SCY-NEIGH-09")
def test_toka_crosses_every_river() -> None:
    live = game({"human": "togawa", "faction": "nordic"})
    tell(live, Added("mech", "r6c6", "toka"))
    near = find_human_near("togawa", live.position.human.riverwalk, False, False)
    assert all(there in near[here] for here in near for there in RIVERS_OF[here])
    tell(live, Adjust("toka", "no"))
    assert live.position.human.riverwalk is False


@pytest.mark.clause("SCY-NEIGH-08")
def test_a_new_mech_opens_an_ability() -> None:
    live = game()
    question = picked(live.position, "add", {"unit": "mech", "at": "r7c3"})
    assert (question.options, question.default) == (("riverwalk", "lakes", "speed", "other"), "other")
    assert find_next(live.position, "add", {"unit": "worker", "at": "r7c3"}) is None
    tell(live, Added("mech", "r7c3", "riverwalk"), Added("mech", "r8c3", "speed"), Added("mech", "base"))
    human = live.position.human
    assert (human.riverwalk, human.speed, human.lakes) == (True, True, False)
    assert picked(live.position, "add", {"unit": "mech", "at": "r7c3"}).options == ("lakes", "other")


def test_abilities_and_recruits_are_among_what_the_app_sees() -> None:
    live = game({"human": "togawa", "faction": "nordic"})
    tell(live, Added("mech", "base", "toka"), Unlocked("lakes"), Enlisted("coin"))
    for lang, words in (("en", "Toka, lakes"), ("uk", "Тока, озера"), ("ru", "Тока, озёра")):
        translator = Translator(lang, [DEFINITION.folder])
        assert any(words in translator.sentence(one) for one in DEFINITION.words.overview(live.position))
    assert "Your recruits: a coin, for deploying." in [
        ENGLISH.sentence(one) for one in DEFINITION.words.overview(live.position)
    ]


def test_new_pieces_are_offered_where_workers_stand_and_as_long_as_there_are_any() -> None:
    live = game()
    assert picked(live.position, "add", {"unit": "mech"}).likely == ("r7c3", "r8c3")
    assert picked(live.position, "add", {"unit": "worker"}).likely == ("r8c3",), "the other one is on no village"
    tell(live, Adjust("your-character", "r1c3"))
    assert picked(live.position, "add", {"unit": "worker"}).likely == ("r1c3", "r8c3"), "an encounter may give one, too"
    for _ in range(4):
        tell(live, Added("mech", "base"))
    assert picked(live.position, "add", {}).options == ("worker",)
    assert refused_with(live, Added("mech", "base")) == "add.all"


# ------------------------------------------------------------------------------------------------ structures, recruits


def test_structures_stand_on_land_and_are_four() -> None:
    live = game()
    question = picked(live.position, "build", {})
    assert question.likely == ("r7c3", "r8c3")
    assert refused_with(live, Built("r7c2")) == "build.lake"
    assert refused_with(live, Adjust("structure", "r7c2")) == "answer.option"
    for at in ("r7c3", "r8c3", "r1c4", "r1c5"):
        tell(live, Built(at))
    assert refused_with(live, Built("r7c4")) == "build.all"
    assert refused_with(live, Adjust("structure", "r7c4")) == "build.all"
    tell(live, Adjust("structure", "r1c5"))
    assert refused_with(live, Built("r1c4")) == "build.there"


@pytest.mark.clause("SCY-RECRUIT-02", "SCY-RECRUIT-04")
@pytest.mark.parametrize("bonus", ["power", "coin", "popularity", "combat_card"])
def test_recruits_are_told_once(bonus: Bonus) -> None:
    """Then it is "take one" or silence; who has told none hears of all."""
    drawn = card(recruit=bonus, golden=False)
    untold = play(position(), drawn)
    assert [type(event) for event in untold.all(Recruit)] == [Recruit]
    told = play(position(human_recruits=[bonus]), drawn)
    assert [type(event) for event in told.all(Recruit)] == [OwnRecruit]
    assert told.position.dues == {f"recruit-{bonus}": 1}
    other: Bonus = "coin" if bonus != "coin" else "power"
    silent = play(position(human_recruits=[other]), drawn)
    assert silent.all(Recruit) == []
    assert silent.position.dues == {}


@pytest.mark.clause("SCY-RECRUIT-02")
def test_a_recruit_in_hands() -> None:
    live = game()
    tell(live, Enlisted("coin"))
    assert picked(live.position, "enlist", {}).options == ("power", "popularity", "combat_card")
    top_card(live.position, 3)
    tell(live, Next())
    words = [DEFINITION.table.hand_words(live.position, hand) for hand in live.hands]
    said = [ENGLISH.sentence(one) for one in words if one is not None]
    assert not [text for text in said if text.startswith("If you have the recruit")]
    tell(live, Adjust("recruit", "coin"))
    assert live.position.human.recruits == []


# ---------------------------------------------------------------------------------------------------------- resources


@pytest.mark.clause("SCY-RES-10", "SCY-RES-09")
def test_where_the_human_has_been_resources_go_when_she_comes() -> None:
    """Nobody counts them; that they go is said once."""
    table = position("nordic", "crimea", workers=["r1c5"], restricted=True)
    table.been = ["r2c4"]
    first = play(table, card())
    assert "clear-resources" not in first.tags
    moved = play(table, card([Symbol("worker_move")]))
    assert moved.steps[0]["to"] == "r2c4"
    assert moved.step("clear-resources").clauses == ("SCY-RES-09", "SCY-RES-10")
    assert (table.been, table.swept) == ([], {"r2c4": 1})
    live = game()
    tell(live, Go("worker", "r7c3", "r7c4"), Next())
    assert {"r7c3", "r7c4", "r8c3"} <= set(live.position.been)
