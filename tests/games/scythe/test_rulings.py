"""The open points A-01 to A-20: what is done by default, and what when they are switched."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from automarium.engine.content.clauses import load_catalogue
from automarium.engine.game.playthrough import Playthrough
from automarium.engine.message import Refused
from automarium.engine.play.chance import Chance
from automarium.engine.question import Answer, AnyQuestion, Form, Pick
from automarium.games.scythe.commands import Added, Fought, Go, Next
from automarium.games.scythe.corrections import WHAT, Adjust
from automarium.games.scythe.events import Gained, PlaceResources
from automarium.games.scythe.map import (
    BASE_DISTANCE,
    DISTANCE,
    ENCOUNTERS,
    JOINED,
    OUT_OF_REACH,
    TERRITORIES,
    WALKED,
    WALKED_TO_BASE,
    find_human_near,
)
from automarium.games.scythe.position import Action, Faction, Gain, HumanScore, Level, Position, Side, Symbol, Variants
from automarium.i18n.languages import LANGUAGES
from automarium.i18n.translator import Translator
from tests.games.scythe.kit import (
    DEFINITION,
    Bonus,
    Found,
    Played,
    battle,
    card,
    find,
    find_next,
    game,
    plain,
    play,
    position,
    refuse_question,
    rulings,
    scores,
    tell,
    top_card,
)
from tests.traces import kept, thrown_out

COIN, UNIT = Gain("coin", 1), Gain("character_or_mech", 1)
Answers = Callable[[AnyQuestion], Answer]


def lying(**resources: int) -> Answers:
    """So many resources on these territories, none elsewhere."""

    def answer(question: AnyQuestion) -> Answer:
        assert question.about == "ask.resources"
        assert plain(question.params) == {"at": question.place}
        return resources.get(str(question.place), 0)

    return answer


def threatened(found: Found) -> list[str]:
    return [at for at, clause in thrown_out(found.trace("destination")).items() if clause == "SCY-WORKER-07"]


SETTLED = {
    "SCY-A10": "no",
    "SCY-A12": "on-a-base",
    "SCY-A15": "base",
    "SCY-A17": "no-effect",
}


@pytest.mark.parametrize("id_", SETTLED)
def test_a_settled_ruling_has_one_choice(id_: str) -> None:
    """It is listed, so that nobody wonders, and cannot be set to anything else."""
    assert rulings().chosen()[id_] == SETTLED[id_]
    assert next(ruling.choices for ruling in DEFINITION.rulings.rulings() if ruling.id == id_) == (SETTLED[id_],)
    with pytest.raises(Refused):
        game(switches={id_.removeprefix("SCY-"): "otherwise"})


# --------------------------------------------------------------------------------------------------- the attacks


def two_targets(**human: Any) -> Position:
    """r4c4 is nearer to the Factory than r5c5."""
    mechs = human.pop("human_mechs", ["r4c4", "r5c5"])
    return position(
        workers=["r3c5", "r4c6"], mechs=["r4c5"], character="r3c6", power=9, human_mechs=list(mechs), **human
    )


@pytest.mark.clause("SCY-A01")
def test_a01_no_further_tie_breaker_between_equally_guarded_territories() -> None:
    found = find(two_targets(human_workers=["r5c5", "r5c5"]), "attack_combat_unit", 1, refuse_question)
    assert [stage.clause for stage in found.trace("destination").stages][2:] == [
        "SCY-ATTACK-05",
        "SCY-MOVE-13",
        "SCY-ATTACK-07",
    ]
    assert found.answer == ("character", "r3c6", "r4c4")


@pytest.mark.clause("SCY-A01")
def test_a01_switched_to_most_workers() -> None:
    found = find(two_targets(human_workers=["r5c5", "r5c5", "r4c4"]), "attack_combat_unit", 1, A01="workers")
    assert scores(found.trace("destination"), "SCY-A01") == {"r4c4": 1, "r5c5": 2}
    assert found.answer == ("character", "r3c6", "r5c5")
    tied = find(two_targets(human_workers=["r5c5", "r4c4"]), "attack_combat_unit", 1, A01="workers")
    assert tied.answer == ("character", "r3c6", "r4c4"), "then the Factory"
    guarded = two_targets(human_mechs=["r4c4", "r5c5", "r5c5"], human_workers=["r5c5"])
    assert find(guarded, "attack_combat_unit", 1, A01="workers").answer == ("character", "r3c6", "r4c4")


@pytest.mark.clause("SCY-A01")
def test_a01_switched_to_a_sequence() -> None:
    """Workers and resources point to different territories; the first of the two decides, a tie goes to the second."""
    table = two_targets(human_workers=["r5c5", "r5c5", "r4c4"])
    resources = lying(r4c4=2, r5c5=1)
    workers_first = find(table, "attack_combat_unit", 1, resources, A01="workers-then-resources")
    resources_first = find(table, "attack_combat_unit", 1, resources, A01="resources-then-workers")
    assert workers_first.answer == ("character", "r3c6", "r5c5")
    assert resources_first.answer == ("character", "r3c6", "r4c4")
    tied = two_targets(human_workers=["r5c5", "r4c4"])
    found = find(tied, "attack_combat_unit", 1, lying(r4c4=1, r5c5=2), A01="workers-then-resources")
    assert found.answer == ("character", "r3c6", "r5c5")
    assert [stage.clause for stage in found.trace("destination").stages].count("SCY-A01") == 2
    found = find(table, "attack_combat_unit", 1, lying(r4c4=2, r5c5=2), A01="resources-then-workers")
    assert found.answer == ("character", "r3c6", "r5c5")


@pytest.mark.clause("SCY-A01")
def test_a01_switched_to_most_resources() -> None:
    table = two_targets(human_workers=["r4c4", "r4c4"])
    found = find(table, "attack_combat_unit", 1, lying(r4c4=1, r5c5=2), A01="resources")
    assert scores(found.trace("destination"), "SCY-A01") == {"r4c4": 1, "r5c5": 2}
    assert found.answer == ("character", "r3c6", "r5c5")
    assert find(table, "attack_combat_unit", 1, lying(r4c4=2, r5c5=2), A01="resources").answer == (
        "character",
        "r3c6",
        "r4c4",
    )


@pytest.mark.clause("SCY-A01", "SCY-A02")
@pytest.mark.parametrize("choice", ["resources", "workers-then-resources", "resources-then-workers"])
def test_resources_on_a_single_target_are_not_asked_for(choice: str) -> None:
    found = find(two_targets(human_mechs=["r4c4"]), "attack_combat_unit", 1, refuse_question, A01=choice)
    assert found.answer == ("character", "r3c6", "r4c4")
    assert scores(found.trace("destination"), "SCY-A01") == ({"r4c4": 0} if choice.startswith("workers") else {})
    table = position("saxony", workers=["r6c2"], mechs=["r6c1"], character="r7c1", human_workers=["r5c2"])
    raid = find(table, "attack_workers", answers=refuse_question, A02="resources")
    assert raid.answer == ("character", "r7c1", "r5c2")
    assert scores(raid.trace("destination"), "SCY-A02") == {}


@pytest.mark.clause("SCY-A01")
def test_a01_resources_are_not_asked_for_once_workers_have_decided() -> None:
    table = two_targets(human_workers=["r5c5", "r5c5", "r4c4"])
    found = find(table, "attack_combat_unit", 1, refuse_question, A01="workers-then-resources")
    assert found.answer == ("character", "r3c6", "r5c5")


@pytest.mark.clause("SCY-A02")
def test_a02_resources_break_no_tie_between_raids() -> None:
    table = position("saxony", workers=["r6c2"], mechs=["r6c1"], character="r7c1", human_workers=["r5c2", "r6c3"])
    found = find(table, "attack_workers", answers=refuse_question)
    assert kept(found.trace("destination"), "SCY-RAID-04") == ("r5c2", "r6c3")
    assert found.answer == ("character", "r7c1", "r5c2")


@pytest.mark.clause("SCY-A02")
def test_a02_switched_most_resources_come_after_most_workers() -> None:
    table = position("saxony", workers=["r6c2"], mechs=["r6c1"], character="r7c1", human_workers=["r5c2", "r6c3"])
    found = find(table, "attack_workers", answers=lying(r6c3=2, r5c2=1), A02="resources")
    assert scores(found.trace("destination"), "SCY-A02") == {"r5c2": 1, "r6c3": 2}
    assert found.answer == ("character", "r7c1", "r6c3")
    table.human.workers = ["r5c2", "r5c2", "r6c3"]
    assert find(table, "attack_workers", answers=lying(r6c3=9), A02="resources").answer == ("character", "r7c1", "r5c2")


BESIDE_THE_BASE: list[tuple[str, int | None, dict[str, Any]]] = [
    ("attack_combat_unit", 1, {"human_mechs": ["r1c4"]}),
    ("attack_workers", None, {"human_workers": ["r1c4"]}),
]


@pytest.mark.clause("SCY-A03")
@pytest.mark.parametrize(("action", "power", "enemy"), BESIDE_THE_BASE)
def test_a03_enemies_beside_the_base_are_no_target(action: Action, power: int | None, enemy: dict[str, Any]) -> None:
    table = position("nordic", mechs=["base"], character="base", power=9, **enemy)
    assert find(table, action, power).answer is None


@pytest.mark.clause("SCY-A03")
@pytest.mark.parametrize(("action", "power", "enemy"), BESIDE_THE_BASE)
def test_a03_switched_they_are(action: Action, power: int | None, enemy: dict[str, Any]) -> None:
    table = position("nordic", mechs=["base"], character="base", power=9, **enemy)
    found = find(table, action, power, A03="counts")
    assert found.trace("destination").candidates == ("r1c4", "r1c5")
    assert found.answer == ("mech", "base", "r1c4")


@pytest.mark.clause("SCY-A04")
@pytest.mark.parametrize(("switched", "attacker"), [({}, "mech"), ({"A04": "character"}, "character")], ids=str)
@pytest.mark.parametrize("action", ["attack_combat_unit", "attack_workers"])
def test_a04_who_attacks_from_the_base(action: Action, switched: dict[str, str], attacker: str) -> None:
    target: dict[str, Any] = {"human_mechs": ["r5c5"]} if action == "attack_combat_unit" else {}
    table = position(workers=["r4c5"], mechs=["base"], character="base", power=9, **target)
    table.human.workers = [] if target else ["r5c5"]
    found = find(table, action, 5 if target else None, switches=switched)
    assert list(thrown_out(found.trace("piece")).values()) == ["SCY-ATTACK-03"]
    assert found.answer == (attacker, "base", "r5c5")


# ------------------------------------------------------------------------------------------------------ distances


@pytest.mark.clause("SCY-A05")
def test_a05_the_distance_to_a_base_is_to_its_hex() -> None:
    """Crimea's workers on r7c1 and r7c4 are both two away."""
    found = find(position("crimea", "nordic", workers=["r7c1", "r7c4"], character="base"), "worker_move")
    assert {piece.at: far for piece, far in scores(found.trace("piece"), "SCY-MOVE-12").items()} == {
        "r7c1": 2,
        "r7c4": 2,
    }
    assert found.answer == ("worker", "r7c1", "r6c3")


@pytest.mark.clause("SCY-A05")
def test_a05_switched_through_the_land_territories() -> None:
    table = position("crimea", "nordic", workers=["r7c1", "r7c4"], character="base")
    found = find(table, "worker_move", A05="land-entry")
    assert {piece.at: far for piece, far in scores(found.trace("piece"), "SCY-MOVE-12").items()} == {
        "r7c1": 3,
        "r7c4": 2,
    }
    assert found.answer == ("worker", "r7c4", "r6c1")


@pytest.mark.clause("SCY-A05")
def test_a05_both_measures_differ_by_one_and_only_where_the_catalogue_says() -> None:
    differ = {
        "polania": {"r1c1", "r2c0"},
        "rusviet": {"r1c6", "r2c6"},
        "crimea": {"r4c0", "r5c0", "r5c1", "r6c0", "r6c1", "r7c1", "r7c2"},
    }
    for faction in ("nordic", "rusviet", "crimea", "saxony", "polania"):
        by_hex, by_land = BASE_DISTANCE["hex"][faction], BASE_DISTANCE["land-entry"][faction]
        further = {at: by_land[at] - by_hex[at] for at in TERRITORIES if by_land[at] != by_hex[at]}
        assert further == dict.fromkeys(differ.get(faction, set()), 1)


@pytest.mark.clause("SCY-A06")
def test_a06_distances_are_steps_from_hex_to_hex_blind_to_water() -> None:
    """The enemy beyond the river, whom no restricted piece could walk to, is one step away."""
    table = position("nordic", restricted=True, workers=["r1c4", "r1c5"], mechs=["base"], human_mechs=["r1c3"])
    found = find(table, "mech_move")
    assert scores(found.trace("destination"), "SCY-UNIT-05") == {"r1c4": 1, "r1c5": 2, "r2c4": 2}
    assert found.answer == ("mech", "base", "r1c4")


@pytest.mark.clause("SCY-A06")
def test_a06_distances_are_blind_to_tunnels_lakes_and_pieces() -> None:
    assert DISTANCE["r3c5"]["r6c3"] == 3, "tunnels at both ends"
    assert DISTANCE["r4c1"]["r4c3"] == 2, "straight over a lake"
    table = position(mechs=["r4c3"], character="r4c4", human_mechs=["r4c5"], human_workers=["r3c5", "r5c5"])
    found = find(table, "mech_move")
    assert scores(found.trace("destination"), "SCY-UNIT-05")["r4c3"] == 2, "through her own character"


@pytest.mark.clause("SCY-A06")
def test_a06_switched_only_ways_that_could_be_walked_count() -> None:
    """A restricted Nordic Automa cannot walk to the Factory; free of the restriction nothing differs."""
    assert WALKED["r1c4"]["r2c4"] == 1
    assert WALKED["r1c4"]["r1c3"] == OUT_OF_REACH, "a river all around"
    assert WALKED["r2c4"]["r4c3"] == OUT_OF_REACH
    assert WALKED_TO_BASE["nordic"]["r2c4"] == 2
    table = position("nordic", restricted=True, workers=["r1c4", "r1c5"])
    assert find(table, "worker_move").answer == ("worker", "r1c4", "r2c4"), "closer to the Factory as the crow flies"
    assert find(table, "worker_move", A06="walked").answer == ("worker", "r1c4", "r1c4"), "no way: reading order"
    free = position("nordic", workers=["r1c4", "r1c5"])
    assert find(free, "worker_move", A06="walked").answer == find(free, "worker_move").answer


@pytest.mark.clause("SCY-A13")
def test_a13_the_distance_to_an_enemy_on_its_base_follows_a05() -> None:
    def table() -> Position:
        return position("saxony", workers=["r6c1"], mechs=["r7c1"], character="r6c0")

    by_hex = find(table(), "mech_move")
    assert scores(by_hex.trace("destination"), "SCY-UNIT-05")["r7c2"] == 1
    assert by_hex.answer == ("mech", "r7c1", "r7c2")
    by_land = find(table(), "mech_move", A05="land-entry")
    assert scores(by_land.trace("destination"), "SCY-UNIT-05") == {
        "r5c0": 5,
        "r5c1": 4,
        "r5c2": 3,
        "r6c1": 3,
        "r6c2": 2,
        "r7c1": 3,
        "r7c2": 2,
    }
    assert by_land.answer == ("mech", "r7c1", "r6c2")
    assert find(table(), "mech_move", A13="land-entry").answer == by_land.answer, "set by itself"
    assert find(table(), "mech_move", A05="land-entry", A13="hex").answer == by_hex.answer


# ------------------------------------------------------------------------------------------ threats and obstacles


@pytest.mark.clause("SCY-A07")
def test_a07_with_all_territories_threatened_the_worker_does_not_move() -> None:
    """The next symbol is tried instead."""
    table = position(
        "nordic", restricted=True, workers=["r1c4", "r1c5"], character="base", human_mechs=["r2c4"], mechs=["base"]
    )
    assert find(table, "worker_move").answer is None
    played = play(table, card([Symbol("worker_move"), Symbol("mech_move")], golden=False))
    assert played.steps == [{"do": "move", "unit": "mech", "from": "base", "to": "r1c4"}]


@pytest.mark.clause("SCY-A07")
def test_a07_switched_it_chooses_among_them() -> None:
    table = position("nordic", restricted=True, workers=["r1c4", "r1c5"], character="base", human_mechs=["r2c4"])
    found = find(table, "worker_move", A07="least-evil")
    assert threatened(found) == []
    assert found.answer == ("worker", "r1c4", "r1c4")


@pytest.mark.clause("SCY-A07")
def test_a07_switched_a_safe_territory_still_comes_first() -> None:
    table = position(workers=["r3c6"], mechs=["r4c4"], human_mechs=["r3c3"])
    found = find(table, "worker_move", A07="least-evil")
    assert threatened(found) == ["r4c3"]
    assert found.answer == find(table, "worker_move").answer == ("worker", "r3c6", "r3c4")


@pytest.mark.clause("SCY-A08")
def test_a08_resources_without_workers_are_no_target() -> None:
    table = position("saxony", workers=["r6c2"], mechs=["r6c1"], character="r7c1")
    assert find(table, "attack_workers", answers=refuse_question).answer is None


@pytest.mark.clause("SCY-A08")
def test_a08_switched_they_are() -> None:
    table = position("saxony", workers=["r6c2"], mechs=["r6c1"], character="r7c1", human_workers=["r8c3"])
    found = find(table, "attack_workers", answers=lying(r5c3=4, r8c3=4), A08="resources-too")
    assert kept(found.trace("destination"), "SCY-RAID-02") == ("r5c3",), "r8c3 is out of reach"
    assert found.answer == ("character", "r7c1", "r5c3")
    table.human.mechs = ["r5c3"]
    assert find(table, "attack_workers", answers=lying(r5c3=4), A08="resources-too").answer is None, "guarded"


@pytest.mark.clause("SCY-A08")
def test_a08_switched_workers_still_come_first_and_no_question_is_asked() -> None:
    """Also with the other rulings on resources: a single target needs no comparison."""
    table = position("saxony", workers=["r6c2"], mechs=["r6c1"], character="r7c1", human_workers=["r7c3"])
    found = find(table, "attack_workers", answers=refuse_question, A08="resources-too", A02="resources")
    assert thrown_out(found.trace("destination"))["r5c3"] == "SCY-A08"
    assert kept(found.trace("destination"), "SCY-RAID-02") == ("r7c3",)
    assert found.answer == ("character", "r7c1", "r7c3")


@pytest.mark.clause("SCY-A08", "SCY-RES-10")
@pytest.mark.parametrize(
    ("lakes", "a24", "more"),
    [(False, "removed", set()), (True, "removed", {"r7c2"}), (False, "they-stay", {"r6c2"})],
    ids=["land", "lake", "tokens-stay"],
)
def test_a08_switched_resources_are_asked_for_only_where_they_can_be(lakes: bool, a24: str, more: set[str]) -> None:
    """On a lake only with an ability of the human's that leads there; under her workers only if A24 leaves tokens."""
    asked: set[str | None] = set()

    def answer(question: AnyQuestion) -> Answer:
        asked.add(question.place)
        return 0

    table = position("saxony", workers=["r6c2"], mechs=["r6c1"], character="r7c1", human_lakes=lakes)
    found = find(table, "attack_workers", answers=answer, A08="resources-too", A24=a24)
    assert asked == {"r5c1", "r5c2", "r5c3", "r6c0", "r6c3", "r7c3"} | more
    assert found.answer is None
    assert kept(found.trace("destination"), "SCY-RAID-02") == ()


def beside_a_tunnel() -> Position:
    """The enemy on the tunnel r6c3; r3c5 and r5c5 have tunnels, too."""
    return position(workers=["r3c6", "r4c6"], mechs=["r2c5"], character="r4c4", human_mechs=["r6c3"])


@pytest.mark.clause("SCY-A09")
def test_a09_tunnels_do_not_enlarge_a_human_neighbourhood() -> None:
    found = find(beside_a_tunnel(), "worker_move")
    assert threatened(found) == []
    assert found.answer == ("worker", "r3c6", "r3c5")


@pytest.mark.clause("SCY-A09")
def test_a09_switched_they_do() -> None:
    found = find(beside_a_tunnel(), "worker_move", A09="tunnels")
    assert threatened(found) == ["r3c5", "r5c5"]
    assert found.answer == ("worker", "r3c6", "r4c5")
    table = beside_a_tunnel()
    table.human.mechs = ["r6c4"]
    assert "r3c5" not in threatened(find(table, "worker_move", A09="tunnels")), "beside a tunnel is not on it"


@pytest.mark.clause("SCY-A10")
def test_a10_a_human_neighbourhood_is_one_step_as_if_the_board_were_empty() -> None:
    """r5c5 and r3c5 and r4c3 around r4c4: with pieces of both sides on them they are threatened all the same, and
    what lies two steps away never is."""
    empty = position(workers=["r3c6"], mechs=["r5c5", "r3c5"], human_mechs=["r4c4"])
    assert threatened(find(empty, "worker_move")) == ["r3c5", "r5c5"]
    crowded = position(workers=["r3c6"], mechs=["r5c5", "r3c5", "r4c3"], human_mechs=["r4c4"], human_workers=["r6c4"])
    assert threatened(find(crowded, "worker_move")) == ["r3c5", "r4c3", "r5c5"]
    for here, near in find_human_near("crimea", True, True, False).items():
        assert {DISTANCE[here][there] for there in near} <= {0, 1}


@pytest.mark.clause("SCY-A10")
def test_a10_only_riverwalk_and_lakes_can_be_told() -> None:
    """Speed is no ability that she looks at."""
    live = game()
    field = find_next(live.position, "unlock", {})
    assert field is not None
    assert isinstance(field.question, Pick)
    assert field.question.options == ("riverwalk", "lakes")


STRUCTURE_MOVES = [
    ("worker_move", {"workers": ["r1c4", "r1c5"], "character": "base"}, "r1c4"),
    ("mech_move", {"workers": ["r1c4", "r1c5"], "mechs": ["base"], "character": "base"}, "r1c4"),
    ("character_move", {"workers": ["r1c4", "r1c5"], "character": "base"}, "r1c4"),
]


@pytest.mark.clause("SCY-A11")
@pytest.mark.parametrize(("action", "hers", "otherwise"), STRUCTURE_MOVES)
def test_a11_structures_block_nothing(action: Action, hers: dict[str, Any], otherwise: str) -> None:
    found = find(position("nordic", restricted=True, human_structures=["r2c4"], **hers), action)
    assert found.move is not None
    assert found.move.to == "r2c4" != otherwise


@pytest.mark.clause("SCY-A11")
@pytest.mark.parametrize(("action", "hers", "otherwise"), STRUCTURE_MOVES)
def test_a11_switched_they_block_her(action: Action, hers: dict[str, Any], otherwise: str) -> None:
    found = find(position("nordic", restricted=True, human_structures=["r2c4"], **hers), action, A11="blocked")
    assert thrown_out(found.trace("destination"))["r2c4"] == "SCY-A11"
    assert found.move is not None
    assert found.move.to == otherwise


@pytest.mark.clause("SCY-A12")
def test_a12_every_base_is_a_base() -> None:
    """A unit can be told to stand on a territory or on a base, whichever: there it threatens nobody, is no target, and
    is looked at only if no other is on the board."""
    live = game()
    field = find_next(live.position, "go", {"unit": "character", "from": "base"})
    assert field is not None
    assert isinstance(field.question, Pick)
    assert field.question.options == (*TERRITORIES, "base")
    hers: dict[str, Any] = {"restricted": True, "workers": ["r3c1", "r4c0"], "mechs": ["base"], "power": 9}
    table = position("polania", "saxony", **hers, human_character="base", human_mechs=["r2c1"])
    assert scores(find(table, "mech_move").trace("destination"), "SCY-UNIT-05")["r3c1"] == 1
    table.human.mechs = []
    assert find(table, "attack_combat_unit", 1).answer is None
    assert threatened(find(table, "worker_move")) == []
    assert scores(find(table, "mech_move").trace("destination"), "SCY-UNIT-05")["r3c1"] == 4


# -------------------------------------------------------------------------------------------- the turn, the gains

SKIPPED = [4, 7, 8, 17]


@pytest.mark.clause("SCY-A14")
@pytest.mark.parametrize("number", SKIPPED)
def test_a14_on_a_skipped_turn_nothing_happens(number: int) -> None:
    table = position(level="autometta", tracker=2, workers=["r3c6"], mechs=["r4c6"])
    assert play(table, number).steps == [{"do": "skip"}]
    assert table.tracker == 2


@pytest.mark.clause("SCY-A14")
@pytest.mark.parametrize(("number", "tracker"), [(4, 2), (7, 3), (8, 3), (17, 2)])
def test_a14_switched_the_cube_still_moves_on_golden_cards_and_nothing_else(number: int, tracker: int) -> None:
    table = position(level="autometta", tracker=2, workers=["r3c6"], mechs=["r4c6"])
    played = play(table, number, A14="cube-moves")
    assert table.tracker == tracker
    assert [step["do"] for step in played.steps] == (["skip"] if tracker == 2 else ["skip", "tracker"])
    assert (table.automa.workers, table.automa.mechs, table.automa.coins) == (["r3c6"], ["r4c6"], 0)


@pytest.mark.clause("SCY-A15")
def test_a15_gained_pieces_come_to_the_base() -> None:
    table = position(character="mat", workers=["r3c6"])
    play(table, card(gains=[Gain("worker", 1), UNIT, UNIT], golden=False), combat=True)
    assert (table.automa.workers, table.automa.character, table.automa.mechs) == (["r3c6", "base"], "base", ["base"])


@pytest.mark.clause("SCY-A16")
@pytest.mark.parametrize(
    ("switched", "order"),
    [({}, ["character", "mech", "mech"]), ({"A16": "mech-first"}, ["mech", "mech", "character"])],
    ids=str,
)
def test_a16_the_combined_symbol(switched: dict[str, str], order: list[str]) -> None:
    """Two mechs and the character are on the mat; the fourth symbol finds nothing."""
    table = position(character="mat", mechs=["r4c4", "r4c5"])
    played = play(table, card(gains=[UNIT] * 4, golden=False), combat=True, switches=switched)
    assert [step["what"] for step in played.steps] == order
    assert (table.automa.character, table.automa.mechs) == ("base", ["r4c4", "r4c5", "base", "base"])


@pytest.mark.clause("SCY-A17")
def test_a17_an_empty_mat_has_no_effect_and_nobody_is_asked() -> None:
    table = position(character="base", mechs=["base"] * 4, workers=["r3c6"] * 8, coins=5, power=3)
    played = play(table, card(gains=[Gain("worker", 1), UNIT], golden=False), combat=True)
    assert played.steps == []
    assert (table.automa.coins, table.automa.power, table.automa.combat_cards) == (5, 3, 0)


@pytest.mark.clause("SCY-A18")
def test_a18_the_neighbourhood_of_the_base_does_not_count_for_encounters() -> None:
    """On this map it makes no difference, because no token lies there."""
    assert not set(ENCOUNTERS) & {at for joined in JOINED.values() for at in joined}
    table = position("nordic", mechs=["base"], character="base", encounters=["r1c4"])
    assert find(table, "encounter_or_factory").answer is None
    assert find(table, "encounter_or_factory", A18="counts").answer == ("character", "base", "r1c4")


@pytest.mark.clause("SCY-A19")
@pytest.mark.parametrize(("switched", "coins", "power"), [({}, 4, 4), ({"A19": "each-symbol"}, 5, 5)], ids=str)
def test_a19_one_more_at_the_highest_level(switched: dict[str, str], coins: int, power: int) -> None:
    """One and two of each kind: one more a card, or one more a symbol."""
    row = [COIN, Gain("power", 1), Gain("coin", 2), Gain("power", 2), Gain("worker", 1)]
    table = position(level="ultimaszyna")
    play(table, card(gains=row, golden=False), switches=switched)
    assert (table.automa.coins, table.automa.power, table.automa.workers) == (coins, power, ["base"])


@pytest.mark.clause("SCY-A19")
@pytest.mark.parametrize(
    ("switched", "change", "coins"),
    [({}, 1, 3), ({}, -1, 1), ({}, -2, 0), ({"A19": "each-symbol"}, 1, 4), ({"A19": "each-symbol"}, -1, 0)],
)
def test_a19_the_coin_option_at_two_symbols(switched: dict[str, str], change: int, coins: int) -> None:
    """Card 2 I for Crimea: two coins on two symbols."""
    table = position("crimea", "nordic", workers=["r7c3"])
    table.variants = Variants(coins=change)
    play(table, 2, switches=switched)
    assert table.automa.coins == coins


@pytest.mark.clause("SCY-A19")
@pytest.mark.parametrize(("switched", "coins"), [({}, 9), ({"A19": "each-symbol"}, 10)], ids=str)
def test_a19_on_a_printed_card(switched: dict[str, str], coins: int) -> None:
    table = position("crimea", "nordic", level="ultimaszyna", scheme="II", workers=["r7c3"], coins=5)
    play(table, 4, switches=switched)
    assert table.automa.coins == coins


@pytest.mark.clause("SCY-A19", "SCY-GAIN-11")
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a19_says_why_it_does_not_follow_the_separate_gains(lang: str) -> None:
    """By GAIN-11 equal symbols are separate gains; the text says why the change is counted by the card all the same."""
    ruling = load_catalogue(DEFINITION.folder).rulings["SCY-A19"]
    assert ruling.other is not None
    for text in (ruling.reason, ruling.other):
        assert "[SCY-GAIN-11]" in text[lang]
    table = position("crimea", "nordic", level="ultimaszyna", scheme="II", workers=["r7c3"])
    assert [gain.amount for gain in play(table, 4).all(Gained) if gain.what == "coin"] == [2, 2], (
        "1 and 2: two gains, one more"
    )


@pytest.mark.clause("SCY-A20")
@pytest.mark.parametrize(("switched", "times"), [({}, 1), ({"A20": "twice"}, 2)], ids=str)
@pytest.mark.parametrize("bonus", ["power", "coin", "popularity", "combat_card"])
def test_a20_how_often_the_recruit_bonus_comes(bonus: Bonus, switched: dict[str, str], times: int) -> None:
    played = play(position(), card(recruit=bonus, golden=False), switches=switched)
    assert played.steps == [{"do": "recruit", "bonus": bonus}] * times


ENGLISH = Translator("en", [DEFINITION.folder])
SECOND = {
    "SCY-A21": ("shuffle", "turn-only"),
    "SCY-A22": ("remembered", "top-of-pile"),
    "SCY-A23": ("all-19", "keep-out"),
    "SCY-A24": ("removed", "they-stay"),
    "SCY-A25": ("at-once", "finish-the-row"),
    "SCY-A26": ("applies", "immune"),
    "SCY-A27": ("ignored",),
    "SCY-A28": ("fresh",),
    "SCY-A29": ("after-the-move", "end-of-turn"),
    "SCY-A30": ("three", "one"),
    "SCY-A31": ("one-value",),
    "SCY-A32": ("combat-discard",),
    "SCY-A33": ("no", "yes"),
    "SCY-A34": ("each-piece", "once-a-turn"),
    "SCY-A35": ("draw", "automa"),
}


def units(played: Played) -> list[str]:
    return [step["unit"] for step in played.steps if step["do"] in ("move", "attack", "raid")]


def placed(played: Played) -> list[tuple[str, str, int]]:
    events = [step.event for step in played.told]
    return [(event.at, event.what, event.amount) for event in events if isinstance(event, PlaceResources)]


def default_and_switched(id_: str) -> pytest.MarkDecorator:
    """Both choices of a ruling: nothing said at all is the default."""
    default, switched = SECOND[f"SCY-{id_}"]
    return pytest.mark.parametrize(
        ("switches", "choice"), [({}, default), ({id_: default}, default), ({id_: switched}, switched)]
    )


@pytest.mark.parametrize("id_", SECOND)
def test_each_ruling_has_its_choices_default_first(id_: str) -> None:
    ruling = next(ruling for ruling in DEFINITION.rulings.rulings() if ruling.id == id_)
    assert ruling.choices == SECOND[id_]
    with pytest.raises(Refused) as refused:
        game(switches={id_.removeprefix("SCY-"): "otherwise"})
    assert refused.value.where == f"rulings.{id_}"


# ---------------------------------------------------------------------------------------------------------- the deck


@pytest.mark.clause("SCY-A21")
@default_and_switched("A21")
def test_a21_the_scheme_change_shuffles_or_only_turns(switches: dict[str, str], choice: str) -> None:
    table = position(tracker=8)
    table.deck.set_drawn([1, 2, 3, 8, 9], Chance(2))
    table.combat_discard = [8, 9]
    pile = list(table.deck.pile)
    play(table, card(), switches=switches)
    assert table.scheme == "II", "it is turned either way"
    if choice == "shuffle":
        assert (table.deck.left, table.main_discard, table.combat_discard) == (19, [], [])
    else:
        assert (table.deck.left, table.main_discard, table.combat_discard) == (14, [1, 2, 3], [8, 9])
        assert table.deck.pile == pile


@pytest.mark.clause("SCY-A22")
@default_and_switched("A22")
def test_a22_the_resource_box_after_the_scheme_change(switches: dict[str, str], choice: str) -> None:
    live = game({"deck": "mine"}, switches=switches)
    live.put(Adjust(what="tracker", to=8))
    tell(live, Next(), 9)
    assert live.position.main_discard == []
    played = tell(live, Go("character", "base", "r1c5"))
    assert placed(played) == ([("r1c5", "oil", 3)] if choice == "remembered" else [])


@pytest.mark.clause("SCY-A22")
@default_and_switched("A22")
def test_a22_with_a_card_on_the_pile_both_readings_agree(switches: dict[str, str], choice: str) -> None:
    live = game({"deck": "mine"}, switches=switches)
    tell(live, Next(), 9)
    assert placed(tell(live, Go("character", "base", "r1c5"))) == [("r1c5", "oil", 3)]


@pytest.mark.clause("SCY-A22")
@default_and_switched("A22")
def test_a22_no_card_yet_is_nothing(switches: dict[str, str], choice: str) -> None:
    live = game({"deck": "mine"}, switches=switches)
    played = tell(live, Go("character", "base", "r1c5"))
    assert played.tags == ["sent"]


def attacking(switches: dict[str, str]) -> Playthrough:
    """Her turn's card is the last of the deck, and its attack needs another."""
    live = game({"deck": "mine"}, switches=switches)
    tell(live, Adjust(what="drawn", to=[number for number in range(1, 20) if number != 14]))
    tell(live, Adjust(what="scheme", to="II"), Adjust(what="tracker", to=10), Adjust(what="power", to=7))
    tell(live, Adjust(what="mech", at="mat", to="r4c5"), Added("mech", "base"), Go("mech", "base", "r5c5"))
    return live


def card_options(live: Playthrough) -> tuple[str | int, ...]:
    """The cards that may be named for a combat."""
    assert isinstance(live.question, Form)
    card = live.question.fields[1].question
    assert isinstance(card, Pick)
    return card.options


@pytest.mark.clause("SCY-A23")
@default_and_switched("A23")
def test_a23_the_card_of_the_turn_is_shuffled_in_or_kept_out(switches: dict[str, str], choice: str) -> None:
    live = attacking(switches)
    tell(live, Next(), 14)
    options = card_options(live)
    assert (14 in options, len(options)) == ((True, 19) if choice == "all-19" else (False, 18))
    played = tell(live, "ready", 3, 0)
    now = live.position
    assert now.combat_discard == [3]
    assert now.main_discard == ([] if choice == "all-19" else [14])
    assert now.deck.left == (18 if choice == "all-19" else 17)
    assert [step["do"] for step in played.steps][-3:] == ["gain", "recruit", "tracker"], "the card is played on"


@pytest.mark.clause("SCY-A23")
@default_and_switched("A23")
def test_a23_in_the_humans_turn_all_19_are_shuffled_anyway(switches: dict[str, str], choice: str) -> None:
    live = game({"deck": "mine"}, switches=switches)
    tell(live, Adjust(what="drawn", to=list(range(1, 20))), Adjust(what="last-card", to=19))
    tell(live, Adjust(what="mech", at="mat", to="r5c5"), Added("mech", "base"), Go("mech", "base", "r5c5"))
    tell(live, Fought("r5c5"))
    assert len(card_options(live)) == 19


# ------------------------------------------------------------------------------------------------------------ combat


@pytest.mark.clause("SCY-A24")
@default_and_switched("A24")
def test_a24_tokens_the_human_brought_along_stay_or_go(switches: dict[str, str], choice: str) -> None:
    table = position(mechs=["r5c5"], power=9, human_mechs=["r5c5"])
    top_card(table, 6)
    played = battle(table, "r5c5", "human", ["ready", 3], switches=switches)
    said = ENGLISH.sentence(played.step("tokens-brought").event)
    assert ("stay" in said, "Remove" in said) == ((True, False) if choice == "they-stay" else (False, True))
    assert plain(played.step("tokens-brought").event.params())["at"] == "r5c5"


@pytest.mark.clause("SCY-A24")
@default_and_switched("A24")
def test_a24_is_about_her_victories_as_defender_only(switches: dict[str, str], choice: str) -> None:
    fights: list[tuple[Side, int, list[Answer]]] = [
        ("automa", 6, [3]),
        ("automa", 10, [3, "no"]),
        ("human", 10, [3, "no"]),
    ]
    for attacker, number, answers in fights:
        table = position(mechs=["r5c5"], power=9, human_mechs=["r5c5"])
        top_card(table, number)
        assert "tokens-brought" not in battle(table, "r5c5", attacker, ["ready", *answers], switches=switches).tags


@pytest.mark.clause("SCY-A25")
@default_and_switched("A25")
def test_a25_gains_after_the_sixth_star(switches: dict[str, str], choice: str) -> None:
    """The row is finished when switched; recruit bonus and cube come under neither reading."""
    table = position(tracker=19, power=15, combat_stars=1, scheme="II", coins=5)
    assert table.stars == 5
    drawn = card(gains=[Gain("power", 2), Gain("coin", 1), Gain("worker", 1)], recruit="coin")
    played = play(table, drawn, switches=switches)
    assert played.stopped == "sixth star: automa"
    finished = choice == "finish-the-row"
    assert (table.automa.coins, table.automa.workers) == ((6, ["base"]) if finished else (5, []))
    assert [step["do"] for step in played.steps] == ["gain", "star", *(["gain", "gain"] if finished else [])]
    assert table.tracker == 19


@pytest.mark.clause("SCY-A26")
def test_a26_abilities_act_on_power_and_hand_and_never_on_popularity() -> None:
    """What an ability does is set by hand, before the combat card is revealed; popularity cannot be set."""
    live = game({"deck": "mine"})
    tell(live, Adjust(what="mech", at="mat", to="r5c5"), Added("mech", "base"), Adjust(what="power", to=8))
    tell(live, Adjust(what="combat-cards", to=2), Go("mech", "base", "r5c5"))
    tell(live, Adjust(what="power", to=6), Adjust(what="combat-cards", to=1))
    played = tell(live, Fought("r5c5"), "ready", 8, 2, 9, "no")  # card 8: 0/5/7 and two cards
    assert played.step("combat-card").event.params() == {"card": 8, "power": 0, "count": 1}
    assert "popularity" not in WHAT
    with pytest.raises(Refused) as refused:
        live.put(Adjust(what="popularity", to=9))
    assert refused.value.where == "what"
    checklist = {
        clause: said for said, clauses in DEFINITION.setup.checklist(live.position, live.rulings) for clause in clauses
    }
    assert "power and cards but never its popularity" in ENGLISH.sentence(checklist["SCY-A26"])


@pytest.mark.clause("SCY-A27")
@pytest.mark.parametrize(("human", "faction"), [("albion", "nordic"), ("togawa", "nordic"), ("nordic", "togawa")])
def test_a27_expansion_tokens_are_ignored(human: Faction, faction: Faction) -> None:
    """Nobody can tell the app of flags and traps, and the set-up says so."""
    live = game({"human": human, "faction": faction})
    for what in ("flag", "trap"):
        assert what not in DEFINITION.commands
        with pytest.raises(Refused) as refused:
            live.put(Adjust(what=what, to="r5c5"))
        assert refused.value.where == "what"
    checklist = {
        clause: said for said, clauses in DEFINITION.setup.checklist(live.position, live.rulings) for clause in clauses
    }
    assert "Ignore expansion tokens" in ENGLISH.sentence(checklist["SCY-A27"])


# ---------------------------------------------------------------------------------------------------- several moves


@pytest.mark.clause("SCY-A28")
@pytest.mark.parametrize("level", ["ultimaszyna", "automa"])
def test_a28_piece_and_legality_are_looked_up_fresh_for_each_symbol(level: Level) -> None:
    """At the start of the row no symbol but the mech's is legal for the character's place; afterwards it is."""
    table = position(
        level=level, character="base", mechs=["base"], workers=["r4c5"], human_mechs=["r4c2"], encounters=[]
    )
    table.variants = Variants(all_moves=level == "automa")
    played = play(table, card([Symbol("encounter_or_factory"), Symbol("mech_move"), Symbol("encounter_or_factory")]))
    assert played.steps[:3] == [
        {"do": "move", "unit": "mech", "from": "base", "to": "r4c4"},
        {"do": "move", "unit": "character", "from": "base", "to": "r4c3"},
        {"do": "factory"},
    ]


@pytest.mark.clause("SCY-A28")
def test_a28_the_piece_closest_to_the_base_may_be_another_one_after_the_first_move() -> None:
    table = position(level="ultimaszyna", mechs=["r4c6", "r4c5"], workers=["r4c6"], human_mechs=["r4c1"])
    played = play(table, card([Symbol("mech_move"), Symbol("mech_move")]))
    assert [step["from"] for step in played.steps[:2]] == ["r4c6", "r4c5"]


@pytest.mark.clause("SCY-A29")
@pytest.mark.parametrize("level", ["autometta", "automa", "automaszyna", "ultimaszyna"])
def test_a29_the_factory_card_is_taken_directly_after_the_move(level: Level) -> None:
    table = position(level=level, character="r4c4", workers=["r4c5"], tracker=6)
    played = play(table, card([Symbol("encounter_or_factory")], [Gain("coin", 1)], recruit="coin"))
    assert [step["do"] for step in played.steps] == ["move", "factory", "gain", "recruit", "tracker"]


@pytest.mark.clause("SCY-A29")
def test_a29_a_character_that_moves_on_has_taken_it_all_the_same() -> None:
    table = position(level="ultimaszyna", character="r4c4", workers=["r4c4"], human_mechs=["r3c6"])
    played = play(table, card([Symbol("encounter_or_factory"), Symbol("character_move")]))
    assert table.automa.factory_card
    assert table.automa.character != "r4c3"
    assert played.tags.count("factory") == 1


@pytest.mark.clause("SCY-A34")
@default_and_switched("A34")
def test_a34_one_gate_for_each_piece_or_one_a_turn(switches: dict[str, str], choice: str) -> None:
    table = position(level="ultimaszyna", workers=["r3c6", "r4c6"], mechs=["base"], character="base")
    table.variants = Variants(move_gate=True)
    row = card([Symbol("worker_move"), Symbol("mech_move"), Symbol("character_move")])
    played = play(table, row, [2, 4], switches=switches)
    assert units(played) == (["worker"] if choice == "each-piece" else ["worker", "mech", "character"])
    assert played.tags.count("gate") == (2 if choice == "each-piece" else 1)


@pytest.mark.clause("SCY-A34")
@default_and_switched("A34")
def test_a34_the_first_card_may_end_the_row_under_both(switches: dict[str, str], choice: str) -> None:
    table = position(level="ultimaszyna", workers=["r3c6", "r4c6"], mechs=["base"], character="base")
    table.variants = Variants(move_gate=True)
    row = card([Symbol("mech_move", faction="nordic"), Symbol("worker_move"), Symbol("mech_move")])
    played = play(table, row, [4, 2, 2], switches=switches)
    assert (units(played), played.tags.count("gate")) == ([], 1)


# --------------------------------------------------------------------------------------------------- options, scores


@pytest.mark.clause("SCY-A30")
@default_and_switched("A30")
def test_a30_the_factory_is_three_territories_or_one(switches: dict[str, str], choice: str) -> None:
    table = position(character="r4c3", mechs=["r4c4"], workers=["r4c3"])
    assert DEFINITION.scoring.score(table, rulings(**switches)).totals == {"automa": 12 if choice == "three" else 6}


@pytest.mark.clause("SCY-A31")
@pytest.mark.parametrize("change", [-2, -1, 1, 2])
def test_a31_one_value_is_chosen_before_the_game_and_holds_for_every_card(change: int) -> None:
    live = game({"deck": "mine", "options": "yes", "coins": change, "power": change})
    coins, power = live.position.automa.coins, live.position.automa.power
    for number, gained_coins, gained_power in ((17, 2, 0), (12, 0, 4), (6, 0, 2), (2, 1, 0)):
        tell(live, Next(), number)
        assert live.question is None, "nothing is asked during the game"
        coins += max(0, gained_coins + change) if gained_coins else 0
        power += max(0, gained_power + change) if gained_power else 0
        assert (live.position.automa.coins, live.position.automa.power) == (coins, min(16, power))


@pytest.mark.clause("SCY-A32")
def test_a32_a_gate_touches_neither_the_automa_cards_nor_her_combat_cards() -> None:
    """The revealed card is one of the normal combat cards, and goes to their discard."""
    live = game({"deck": "mine", "options": "yes", "move_gate": "yes", "placement_gate": "yes"})
    held = live.position.automa.combat_cards
    tell(live, Next(), 1, 2, 5)
    now = live.position
    assert (now.automa.combat_cards, now.combat_discard, now.main_discard) == (held, [], [1])
    assert now.deck.left == 18


@pytest.mark.clause("SCY-A33")
@default_and_switched("A33")
def test_a33_the_extra_coin_at_the_final_scoring(switches: dict[str, str], choice: str) -> None:
    table = position(level="ultimaszyna", coins=20, workers=["r3c6", "r4c6"], tracker=17)
    table.over = True
    assert DEFINITION.scoring.score(table, rulings(**switches)).totals == {"automa": 20 + 24 + 6 + (choice == "yes")}
    table.level, table.tracker = "automa", 21
    assert DEFINITION.scoring.score(table, rulings(**switches)).totals == {"automa": 20 + 24 + 6}, "at no other level"


def complete_tie() -> Position:
    table = position(character="mat", mechs=["r3c6"], workers=["r4c6"], power=5, combat_stars=2, coins=20)
    table.human.stars = 2
    table.human_score = HumanScore(20, 10, 2, 0, 0, units=2, power=5)
    return table


@pytest.mark.clause("SCY-A35")
@default_and_switched("A35")
def test_a35_a_complete_tie_is_a_draw_or_hers(switches: dict[str, str], choice: str) -> None:
    scored = DEFINITION.scoring.score(complete_tie(), rulings(**switches))
    assert scored.totals["automa"] == scored.totals["human"]
    assert scored.verdict is not None
    assert ("the Automa wins" in ENGLISH.sentence(scored.verdict)) is (choice == "automa")
    assert scored.verdict.key == ("verdict.draw" if choice == "draw" else "verdict.draw-automa")


@pytest.mark.clause("SCY-A35")
@default_and_switched("A35")
def test_a35_any_difference_is_no_complete_tie(switches: dict[str, str], choice: str) -> None:
    table = complete_tie()
    table.human_score = HumanScore(20, 10, 2, 0, 0, units=2, power=6)
    verdict = DEFINITION.scoring.score(table, rulings(**switches)).verdict
    assert verdict is not None
    assert verdict.key == "verdict.tie.human"


@pytest.mark.clause("SCY-A26")
def test_a26_switched_no_ability_touches_her() -> None:
    for switched, options in (({}, ("ready", "power")), ({"A26": "immune"}, ("ready",))):
        live = game(switches=switched)
        for told in (Adjust("mech", "r4c4", "mat"), Added("mech", "base"), Go("mech", "base", "r4c4"), Fought("r4c4")):
            live.put(told)
        assert isinstance(live.question, Pick)
        assert live.question.options == options


@pytest.mark.clause("SCY-A29")
def test_a29_switched_the_factory_card_waits_for_the_end_of_the_turn() -> None:
    row = card([Symbol("encounter_or_factory")], [Gain("coin", 1)], golden=False)
    for switched, order in (({}, ["move", "factory", "gain"]), ({"A29": "end-of-turn"}, ["move", "gain", "factory"])):
        table = position(character="r4c4", encounters=[])
        assert play(table, row, switches=switched).tags == order
        assert table.automa.factory_card
