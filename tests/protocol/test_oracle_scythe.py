"""The oracle of Scythe, to the letter of docs/oracle.md: move, turn, combat, score, and errors with their paths."""

from __future__ import annotations

import copy
import json
import subprocess
import sys
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from automarium.protocol.oracle import decide, decide_text

Facts = dict[str, Any]

POSITION: Facts = {
    "level": "automa",
    "scheme": "I",
    "tracker": 5,
    "automa": {
        "faction": "rusviet",
        "power": 5,
        "combat_cards": 2,
        "coins": 5,
        "character": "r3c5",
        "mechs": ["r4c6"],
        "workers": ["r3c6", "r4c5"],
        "factory_card": False,
        "power_star": False,
        "combat_stars": 0,
    },
    "human": {
        "faction": "crimea",
        "character": "base",
        "mechs": ["r5c5", "r5c5", "r4c4"],
        "workers": ["r4c4", "r4c4"],
        "riverwalk": False,
        "lakes": False,
    },
    "encounters": ["r2c4", "r6c5"],
}
COMBAT: Facts = {"card": 12, "power": 12, "combat_cards": 4}
SCORE: Facts = {"stars": 6, "territories": 5, "factory": True, "coins": 17}


def facts(**changed: Any) -> Facts:
    """The position; ``automa__power=3`` changes a field of a side."""
    found = copy.deepcopy(POSITION)
    for name, value in changed.items():
        side, _, field = name.partition("__")
        if field:
            found[side][field] = value
        else:
            found[name] = value
    return found


def request(ask: str, given_: Facts, **rest: Any) -> Facts:
    return {"game": "scythe", "ask": ask, "facts": given_, **rest}


def move(action: str, rulings: dict[str, str] | None = None, **changed: Any) -> Any:
    answer = decide(request("move", {**facts(**changed), "action": action}, rulings=rulings or {}))
    assert set(answer) == {"answer", "trace", "text"}, answer
    return answer["answer"]


def turn(card: int, rulings: dict[str, str] | None = None, **changed: Any) -> Any:
    answer = decide(request("turn", {**facts(**changed), "card": card}, rulings=rulings or {}))
    assert set(answer) == {"answer", "trace", "text"}, answer
    return answer["answer"]


def without(given_: Facts, *path: str) -> Facts:
    found = copy.deepcopy(given_)
    within = found
    for name in path[:-1]:
        within = within[name]
    del within[path[-1]]
    return found


ALONE: Facts = {
    "automa__character": "mat",
    "automa__mechs": [],
    "automa__workers": [],
    "human__mechs": [],
    "human__workers": [],
    "encounters": [],
}
START: Facts = {**ALONE, "automa__character": "base", "automa__workers": ["r3c6", "r4c6"], "tracker": 0}

# -------------------------------------------------------------------------------------------------------------- move


@pytest.mark.clause("SCY-ATTACK-01")
def test_an_attack_needs_its_printed_power() -> None:
    assert move("attack_combat_unit", min_power=6) is None
    assert move("attack_combat_unit", min_power=5) == {"unit": "mech", "from": "r4c6", "to": "r4c4"}
    assert move("attack_combat_unit", min_power=0) == {"unit": "mech", "from": "r4c6", "to": "r4c4"}


def test_each_action_has_its_answer() -> None:
    assert move("worker_move", **START) == {"unit": "worker", "from": "r3c6", "to": "r4c5"}
    assert move("mech_move", human__mechs=["r6c3"], human__workers=[]) == {"unit": "mech", "from": "r4c6", "to": "r4c4"}
    assert move("character_move", human__mechs=["r6c2"]) == {"unit": "character", "from": "r3c5", "to": "r3c4"}
    assert move("encounter_or_factory") == {"unit": "character", "from": "r3c5", "to": "r2c4"}
    raided = {"unit": "mech", "from": "r4c6", "to": "r4c4"}
    assert move("attack_workers", human__mechs=["r5c5"]) == raided


def test_a_piece_that_stays_has_been_moved_all_the_same() -> None:
    """Crimea's first worker move: r7c3 is as good as r7c4 and further left."""
    crimea: Facts = {**START, "automa__faction": "crimea", "human__faction": "nordic"}
    crimea["automa__workers"] = ["r7c3", "r8c3"]
    assert move("worker_move", **crimea) == {"unit": "worker", "from": "r7c3", "to": "r7c3"}
    assert turn(3, **crimea)[0] == {"do": "move", "unit": "worker", "from": "r7c3", "to": "r7c3"}


@pytest.mark.parametrize(
    "action", ["worker_move", "mech_move", "character_move", "encounter_or_factory", "attack_workers"]
)
def test_null_without_such_a_piece(action: str) -> None:
    assert move(action, **ALONE) is None


def test_null_is_told_in_a_sentence_and_the_trace_shows_where_it_failed() -> None:
    answer = decide(request("move", {**facts(min_power=6), "action": "attack_combat_unit"}))
    assert answer["answer"] is None
    assert answer["trace"][-1] == {"clause": "SCY-ATTACK-01", "kept": [], "scores": {}}
    assert " " in answer["text"]


def test_the_trace_narrows_stage_by_stage() -> None:
    answer = decide(request("move", {**facts(min_power=5), "action": "attack_combat_unit"}))
    piece, target = answer["trace"][:3], answer["trace"][3:]
    assert piece[0] == {
        "clause": "SCY-MOVE-12",
        "kept": ["mech@r4c6"],
        "scores": {"mech@r4c6": 1, "character@r3c5": 2},
    }
    assert [stage["clause"] for stage in target] == [
        "SCY-ATTACK-01",
        "SCY-ATTACK-04",
        "SCY-ATTACK-05",
        "SCY-MOVE-13",
        "SCY-ATTACK-07",
    ]
    assert target[1]["kept"] == ["r4c4", "r5c5"]
    assert target[2] == {"clause": "SCY-ATTACK-05", "kept": ["r4c4"], "scores": {"r4c4": 1, "r5c5": 2}}
    for stage, following in pairwise(target):
        assert set(following["kept"]) <= set(stage["kept"])


def test_the_water_restriction_follows_from_level_and_tracker_alone() -> None:
    """An enemy across the river from a Nordic mech; `scheme` changes nothing."""
    nordic: Facts = {**ALONE, "automa__faction": "nordic", "automa__mechs": ["r1c4"], "automa__workers": ["r1c5"]}
    nordic |= {"human__mechs": ["r1c3"], "min_power": 0}
    for level, last in (("autometta", 4), ("automa", 3), ("automaszyna", 2)):
        for scheme in ("I", "II"):
            assert move("attack_combat_unit", **nordic, level=level, tracker=last, scheme=scheme) is None
            assert move("attack_combat_unit", **nordic, level=level, tracker=last + 1, scheme=scheme) is not None
    assert move("attack_combat_unit", **nordic, level="ultimaszyna", tracker=0) is not None


@pytest.mark.parametrize("faction", ["albion", "togawa"])
def test_riverwalk_changes_nothing_for_albion_and_togawa(faction: str) -> None:
    changed: Facts = {"human__faction": faction, "human__mechs": ["r3c5"], "automa__character": "base"}
    assert move("worker_move", **changed, human__riverwalk=True) == move("worker_move", **changed)


def test_riverwalk_and_lakes_matter_for_others() -> None:
    """Enemies beside the lake r3c4: with the ability the lake is threatened."""
    changed: Facts = {"human__faction": "nordic", "human__mechs": ["r3c3"], "human__workers": []}
    changed |= {"automa__workers": ["r3c6", "r4c6"], "automa__mechs": ["r2c4"], "automa__character": "r3c5"}
    assert move("worker_move", **changed, human__riverwalk=True)["to"] == "r3c4"
    assert move("worker_move", **changed, human__riverwalk=True, human__lakes=True)["to"] == "r2c4"


def test_the_order_of_a_list_means_nothing_and_places_may_repeat() -> None:
    one: Facts = {"automa__workers": ["base", "r3c6", "base"], "human__mechs": ["r5c5", "r4c4", "r5c5"]}
    other: Facts = {name: list(reversed(places)) for name, places in one.items()}
    for action in ("worker_move", "mech_move", "attack_workers"):
        assert move(action, **one) == move(action, **other)


# -------------------------------------------------------------------------------------------------------------- turn


def test_a_whole_turn_in_order() -> None:
    """Card 1 I for Nordic: a worker, a power, a worker gained, the bonus, the cube."""
    nordic: Facts = {**START, "automa__faction": "nordic", "automa__workers": ["r1c4", "r1c5"], "automa__power": 4}
    assert turn(1, **nordic) == [
        {"do": "move", "unit": "worker", "from": "r1c4", "to": "r2c4"},
        {"do": "gain", "what": "power", "amount": 1},
        {"do": "gain", "what": "worker", "amount": 1},
        {"do": "recruit", "bonus": "power"},
        {"do": "tracker", "to": 1},
    ]


@pytest.mark.parametrize("card", [4, 7, 8, 17])
def test_a_skipped_turn_is_exactly_that(card: int) -> None:
    assert turn(card, level="autometta") == [{"do": "skip"}]
    assert turn(card)[0] != {"do": "skip"}


def test_encounter_shows_as_move_and_then_the_token() -> None:
    """Card 15 has a grey star: no tracker step."""
    assert turn(15, **{**START, "encounters": ["r4c5"]}) == [
        {"do": "move", "unit": "character", "from": "base", "to": "r4c5"},
        {"do": "encounter", "at": "r4c5"},
        {"do": "gain", "what": "power", "amount": 3},
        {"do": "gain", "what": "coin", "amount": 1},
        {"do": "recruit", "bonus": "coin"},
    ]


@pytest.mark.parametrize("held", [False, True])
def test_the_factory_card_is_taken_once(held: bool) -> None:
    """A plain character move onto the Factory; the mech moves first only in scheme I of other cards."""
    near: Facts = {**ALONE, "automa__character": "r4c4", "human__mechs": ["r4c2"], "automa__factory_card": held}
    steps = turn(18, **near)
    assert steps[0] == {"do": "move", "unit": "character", "from": "r4c4", "to": "r4c3"}
    assert (steps[1] == {"do": "factory"}) is not held


def test_a_raid_of_the_character_takes_the_token_and_the_workers_are_gone_at_once() -> None:
    raiding: Facts = {**ALONE, "automa__character": "r3c5", "human__workers": ["r4c5"], "encounters": ["r4c5"]}
    steps = turn(19, **raiding)
    assert steps[:2] == [
        {"do": "raid", "unit": "character", "from": "r3c5", "to": "r4c5"},
        {"do": "encounter", "at": "r4c5"},
    ]
    ultra: Facts = {**raiding, "level": "ultimaszyna", "automa__workers": ["r3c6"]}
    assert turn(19, **ultra)[2]["unit"] == "worker", "and the row goes on with the workers sent home"


@pytest.mark.parametrize("level", ["autometta", "automa", "automaszyna", "ultimaszyna"])
def test_an_attack_is_the_last_step_at_every_level(level: str) -> None:
    steps = turn(14, level=level, scheme="II", tracker=10, automa__power=7)
    assert steps == [{"do": "attack", "unit": "mech", "from": "r4c6", "to": "r4c4"}]


def test_without_a_legal_symbol_the_list_begins_with_the_gains() -> None:
    """Card 6 II: a mech move without mechs."""
    assert turn(6, **{**ALONE, "scheme": "II", "tracker": 10, "automa__character": "base"}) == [
        {"do": "gain", "what": "power", "amount": 2},
        {"do": "gain", "what": "mech", "amount": 1},
        {"do": "recruit", "bonus": "power"},
        {"do": "tracker", "to": 11},
    ]


def test_ultimaszyna_executes_every_symbol_on_the_table_as_the_one_before_left_it() -> None:
    nordic: Facts = {**START, "automa__faction": "nordic", "automa__workers": ["r1c4", "r1c5"], "level": "ultimaszyna"}
    nordic["encounters"] = ["r2c4"]
    assert turn(1, **nordic)[:4] == [
        {"do": "move", "unit": "worker", "from": "r1c4", "to": "r2c4"},
        {"do": "move", "unit": "character", "from": "base", "to": "r2c4"},
        {"do": "encounter", "at": "r2c4"},
        {"do": "move", "unit": "character", "from": "r2c4", "to": "r3c4"},
    ]


def gains(steps: list[Facts]) -> list[tuple[str, int]]:
    return [(step["what"], step["amount"]) for step in steps if step["do"] == "gain"]


def test_gains_one_step_for_each_entry_never_merged() -> None:
    crimea: Facts = {**ALONE, "automa__faction": "crimea", "human__faction": "nordic", "scheme": "II", "tracker": 10}
    assert gains(turn(4, **crimea)) == [("coin", 1), ("coin", 2)]
    assert gains(turn(4, **{**crimea, "automa__faction": "polania"})) == [("coin", 2)]
    assert gains(turn(4, **crimea, level="ultimaszyna")) == [("coin", 2), ("coin", 2)], "the first is one higher"
    switched = turn(4, {"SCY-A19": "each-symbol"}, **crimea, level="ultimaszyna")
    assert gains(switched) == [("coin", 2), ("coin", 3)]


def test_the_combined_icon_is_named_by_what_arrives() -> None:
    rusviet: Facts = {**ALONE, "scheme": "II", "tracker": 10}
    assert gains(turn(7, **rusviet)) == [("character", 1), ("mech", 1), ("combat_card", 1)]
    here: Facts = {**rusviet, "automa__character": "r3c6"}
    assert gains(turn(7, **here)) == [("mech", 1), ("mech", 1), ("combat_card", 1)]
    last: Facts = {**here, "automa__mechs": ["base"] * 3}
    assert gains(turn(7, **last)) == [("mech", 1), ("combat_card", 1)], "what adds nothing leaves no step"
    mechs_first = turn(7, {"SCY-A16": "mech-first"}, **rusviet)
    assert gains(mechs_first) == [("mech", 1), ("mech", 1), ("combat_card", 1)]


def test_the_eighth_worker_is_the_last() -> None:
    assert gains(turn(19, **{**ALONE, "automa__workers": ["base"] * 7})) == [("worker", 1)]
    assert gains(turn(19, **{**ALONE, "automa__workers": ["base"] * 8})) == []


@pytest.mark.parametrize(
    ("level", "power", "added"),
    [("automa", 10, 4), ("automa", 13, 3), ("automa", 16, 0), ("ultimaszyna", 10, 5), ("ultimaszyna", 12, 4)],
)
def test_power_is_added_up_to_sixteen_and_the_star_follows_directly(level: str, power: int, added: int) -> None:
    """Card 12 I: four power."""
    steps = turn(12, **ALONE, level=level, automa__power=power)
    assert gains(steps) == ([("power", added)] if added else [])
    star = {"do": "star", "for": "power"}
    if power + added == 16 and added:
        assert steps[1] == star
        assert star not in turn(12, **ALONE, level=level, automa__power=power, automa__power_star=True)
    else:
        assert star not in steps


def test_the_recruit_bonus_is_listed_whenever_the_icon_is_there() -> None:
    assert {"do": "recruit", "bonus": "popularity"} in turn(7, **ALONE)
    assert {"do": "recruit", "bonus": "combat_card"} in turn(4, **ALONE)
    assert not any(step["do"] == "recruit" for step in turn(2, **ALONE))


@pytest.mark.parametrize("scheme", ["I", "II"])
def test_the_space_ii_brings_star_and_scheme(scheme: str) -> None:
    steps = turn(3, **{**ALONE, "tracker": 8, "scheme": scheme})
    assert steps[-3:] == [{"do": "tracker", "to": 9}, {"do": "star", "for": "tracker"}, {"do": "scheme", "to": "II"}]
    assert turn(3, **{**ALONE, "tracker": 13, "scheme": "II"})[-2:] == [
        {"do": "tracker", "to": 14},
        {"do": "star", "for": "tracker"},
    ]


def test_the_step_that_places_the_sixth_star_is_the_last() -> None:
    """Tracker 19 is four stars; one for combat. Card 9 II: three power, then a worker."""
    five: Facts = {**ALONE, "tracker": 19, "scheme": "II", "automa__combat_stars": 1, "automa__power": 13}
    assert turn(9, **five) == [{"do": "gain", "what": "power", "amount": 3}, {"do": "star", "for": "power"}]
    finished = turn(9, {"SCY-A25": "finish-the-row"}, **five)
    assert finished[-1] == {"do": "gain", "what": "worker", "amount": 1}
    four: Facts = {**five, "automa__combat_stars": 0}
    assert turn(9, **four)[-2:] == [{"do": "tracker", "to": 20}, {"do": "star", "for": "tracker"}], "the sixth here"
    assert turn(3, **{**ALONE, "tracker": 20, "scheme": "II"})[-1] == {"do": "star", "for": "tracker"}


def test_scheme_alone_says_which_half_is_read() -> None:
    assert gains(turn(5, **{**ALONE, "tracker": 15, "scheme": "I"})) == [("worker", 1), ("coin", 1)]
    assert gains(turn(5, **{**ALONE, "tracker": 0, "scheme": "II"})) == [("power", 4), ("worker", 1)]


def test_the_text_tells_every_step_and_the_trace_every_narrowing() -> None:
    answer = decide(request("turn", {**facts(**START), "card": 3}))
    assert answer["text"].count(".") >= len(answer["answer"])
    assert answer["trace"]
    assert all(stage["clause"].startswith("SCY-") for stage in answer["trace"])
    texts = {decide(request("turn", {**facts(**START), "card": 3}, lang=lang))["text"] for lang in ("en", "uk", "ru")}
    assert len(texts) == 3


# -------------------------------------------------------------------------------------------------- combat and score


@pytest.mark.clause("SCY-COMBAT-05", "SCY-COMBAT-06", "SCY-COMBAT-07", "SCY-COMBAT-08")
@pytest.mark.parametrize(
    ("card", "power", "held", "answer"),
    [
        (12, 12, 4, {"power": 5, "cards": 2}),
        (12, 1, 4, {"power": 1, "cards": 2}),
        (8, 7, 0, {"power": 0, "cards": 0}),
        (8, 8, 0, {"power": 5, "cards": 0}),
        (18, 13, 0, {"power": 1, "cards": 0}),
        (18, 14, 0, {"power": 7, "cards": 0}),
        (13, 9, 2, {"power": 5, "cards": 2}),
        (13, 16, 42, {"power": 7, "cards": 3}),
        (6, 0, 0, {"power": 0, "cards": 0}),
    ],
)
def test_combat(card: int, power: int, held: int, answer: Facts) -> None:
    answered = decide(request("combat", {"card": card, "power": power, "combat_cards": held}))
    assert answered["answer"] == answer
    assert answered["trace"] == []
    assert str(answer["power"]) in answered["text"]


@pytest.mark.clause("SCY-SCORE-01", "SCY-SCORE-02", "SCY-SCORE-04")
def test_score() -> None:
    assert decide(request("score", SCORE))["answer"] == 17 + 6 * 4 + (5 + 2) * 3
    assert decide(request("score", {**SCORE, "factory": False}))["answer"] == 17 + 6 * 4 + 5 * 3
    assert decide(request("score", SCORE, rulings={"SCY-A30": "one"}))["answer"] == 17 + 6 * 4 + 5 * 3
    nothing: Facts = {"stars": 0, "territories": 0, "factory": False, "coins": 0}
    assert decide(request("score", nothing))["answer"] == 0
    assert "62" in decide(request("score", SCORE))["text"]


# ------------------------------------------------------------------------------------------------------------ errors

TURN: Facts = {**POSITION, "card": 3}
MOVE: Facts = {**POSITION, "action": "worker_move"}
ATTACK: Facts = {**POSITION, "action": "attack_combat_unit", "min_power": 5}


def bad_turn(**changed: Any) -> Facts:
    return request("turn", {"card": 3, **facts(**changed)})


def bad_move(action: Any = "worker_move", **changed: Any) -> Facts:
    return request("move", {**facts(**changed), "action": action})


NUMBERS: list[tuple[str, int, int]] = [
    ("automa__power", 0, 16),
    ("automa__combat_cards", 0, 42),
    ("automa__combat_stars", 0, 2),
    ("tracker", 0, 21),
    ("card", 1, 19),
]
FLAGS = ["automa__factory_card", "automa__power_star", "human__riverwalk", "human__lakes"]


def where_of(name: str) -> str:
    return "facts." + name.replace("__", ".")


@pytest.mark.parametrize(
    ("request_", "where"),
    [
        *((request("turn", without(TURN, name)), f"facts.{name}") for name in TURN),
        *((request("move", without(MOVE, name)), f"facts.{name}") for name in MOVE),
        *((request("turn", without(TURN, "automa", name)), f"facts.automa.{name}") for name in POSITION["automa"]),
        *((request("turn", without(TURN, "human", name)), f"facts.human.{name}") for name in POSITION["human"]),
        *((request("combat", without(COMBAT, name)), f"facts.{name}") for name in COMBAT),
        *((request("score", without(SCORE, name)), f"facts.{name}") for name in SCORE),
    ],
)
def test_every_fact_is_required(request_: Facts, where: str) -> None:
    assert decide(request_)["error"]["where"] == where


@pytest.mark.parametrize(
    ("request_", "where"),
    [
        (request("turn", {**TURN, "cards": 3}), "facts.cards"),
        (request("turn", {**TURN, "action": "worker_move"}), "facts.action"),
        (request("turn", {**TURN, "min_power": 3}), "facts.min_power"),
        (request("move", {**MOVE, "card": 3}), "facts.card"),
        (request("turn", {**TURN, "automa": {**POSITION["automa"], "popularity": 10}}), "facts.automa.popularity"),
        (request("turn", {**TURN, "human": {**POSITION["human"], "stars": 1}}), "facts.human.stars"),
        (request("combat", {**COMBAT, "level": "automa"}), "facts.level"),
        (request("score", {**SCORE, "level": "automa"}), "facts.level"),
        ({**request("turn", TURN), "langs": "en"}, "langs"),
    ],
)
def test_unknown_fields_are_errors(request_: Facts, where: str) -> None:
    assert decide(request_)["error"]["where"] == where


@pytest.mark.parametrize(("name", "low", "high"), NUMBERS)
def test_numbers_have_their_ranges(name: str, low: int, high: int) -> None:
    for good in (low, high):
        assert "answer" in decide(bad_turn(**{name: good})), good
    for bad in (low - 1, high + 1, True, float(low), str(low), None, [low]):
        assert decide(bad_turn(**{name: bad}))["error"]["where"] == where_of(name), bad


@pytest.mark.parametrize(
    ("level", "last"), [("autometta", 23), ("automa", 21), ("automaszyna", 18), ("ultimaszyna", 17)]
)
def test_the_tracker_ends_with_the_star_card_of_the_level(level: str, last: int) -> None:
    assert "answer" in decide(bad_turn(level=level, tracker=last))
    for ask in (bad_turn, bad_move):
        error = decide(ask(level=level, tracker=last + 1))["error"]
        assert error["where"] == "facts.tracker"
        assert str(last) in error["message"]


def test_coins_have_no_upper_end_but_a_lower() -> None:
    assert "answer" in decide(bad_turn(automa__coins=100_000))
    for bad in (-1, True, 5.0, "5", None):
        assert decide(bad_turn(automa__coins=bad))["error"]["where"] == "facts.automa.coins"


@pytest.mark.parametrize("name", FLAGS)
def test_flags_are_true_or_false(name: str) -> None:
    for bad in (0, 1, "true", None):
        assert decide(bad_turn(**{name: bad}))["error"]["where"] == where_of(name)


@pytest.mark.parametrize(
    ("changed", "where"),
    [
        ({"level": "ultramashyna"}, "facts.level"),
        ({"level": 2}, "facts.level"),
        ({"scheme": "III"}, "facts.scheme"),
        ({"scheme": 1}, "facts.scheme"),
        ({"automa__faction": "fenris"}, "facts.automa.faction"),
        ({"human__faction": None}, "facts.human.faction"),
        ({"automa": []}, "facts.automa"),
        ({"human": "crimea"}, "facts.human"),
        ({"automa__character": "r9c9"}, "facts.automa.character"),
        ({"automa__character": None}, "facts.automa.character"),
        ({"automa__mechs": ["mat"]}, "facts.automa.mechs[0]"),
        ({"automa__mechs": ["r4c6", "r1c0"]}, "facts.automa.mechs[1]"),
        ({"automa__mechs": ["base"] * 5}, "facts.automa.mechs"),
        ({"automa__mechs": "base"}, "facts.automa.mechs"),
        ({"automa__workers": ["r3c6", "mat"]}, "facts.automa.workers[1]"),
        ({"automa__workers": ["base"] * 9}, "facts.automa.workers"),
        ({"human__character": "mat"}, "facts.human.character"),
        ({"human__mechs": ["mat"]}, "facts.human.mechs[0]"),
        ({"human__mechs": ["base"] * 5}, "facts.human.mechs"),
        ({"human__workers": [3]}, "facts.human.workers[0]"),
        ({"human__workers": ["base"] * 9}, "facts.human.workers"),
        ({"encounters": ["base"]}, "facts.encounters[0]"),
        ({"encounters": ["r2c4", "r2c7"]}, "facts.encounters[1]"),
        ({"encounters": None}, "facts.encounters"),
    ],
)
def test_places_and_names(changed: Facts, where: str) -> None:
    for ask in (bad_turn, bad_move):
        for lang in ("en", "uk", "ru"):
            error = decide({**ask(**changed), "lang": lang})["error"]
            assert error["where"] == where
            assert " " in error["message"].strip()
            assert "{" not in error["message"]


def test_min_power_stands_with_the_attack_on_combat_units_and_nowhere_else() -> None:
    assert decide(bad_move("attack_combat_unit"))["error"]["where"] == "facts.min_power"
    others = ["worker_move", "mech_move", "character_move", "encounter_or_factory", "attack_workers"]
    for action in others:
        assert "answer" in decide(bad_move(action))
        assert decide(bad_move(action, min_power=3))["error"]["where"] == "facts.min_power"
    for bad in (-1, 17, True, 5.0, "5", None):
        assert decide(bad_move("attack_combat_unit", min_power=bad))["error"]["where"] == "facts.min_power"
    for good in (0, 16):
        assert "answer" in decide(bad_move("attack_combat_unit", min_power=good))


@pytest.mark.parametrize("action", ["attack", "raid", "", None, 3])
def test_actions_are_the_six(action: Any) -> None:
    assert decide(bad_move(action))["error"]["where"] == "facts.action"


@pytest.mark.parametrize(
    ("ask", "given_", "field", "bad"),
    [
        *(("combat", COMBAT, "card", bad) for bad in (0, 20, True, 3.0)),
        *(("combat", COMBAT, "power", bad) for bad in (-1, 17, "3")),
        *(("combat", COMBAT, "combat_cards", bad) for bad in (-1, 43, None)),
        *(("score", SCORE, "stars", bad) for bad in (-1, 7, True)),
        *(("score", SCORE, "territories", bad) for bad in (-1, 48, 5.0)),
        *(("score", SCORE, "factory", bad) for bad in (1, None)),
        *(("score", SCORE, "coins", bad) for bad in (-1, "17")),
    ],
)
def test_ranges_of_combat_and_score(ask: str, given_: Facts, field: str, bad: Any) -> None:
    assert decide(request(ask, {**given_, field: bad}))["error"]["where"] == f"facts.{field}"


def test_the_ends_of_the_ranges_are_inside() -> None:
    for given_ in ({"card": 1, "power": 0, "combat_cards": 0}, {"card": 19, "power": 16, "combat_cards": 42}):
        assert "answer" in decide(request("combat", given_))
    assert decide(request("score", {"stars": 6, "territories": 47, "factory": True, "coins": 0}))["answer"] == 171


@pytest.mark.parametrize(
    ("rulings", "where"),
    [
        ({"SCY-A36": "x"}, "rulings.SCY-A36"),
        ({"A-01": "workers"}, "rulings.A-01"),
        ({"EXP-AMB-01": "any"}, "rulings.EXP-AMB-01"),
        ({"SCY-A01": "maybe"}, "rulings.SCY-A01"),
        ({"SCY-A01": None}, "rulings.SCY-A01"),
        ([], "rulings"),
    ],
)
def test_rulings_go_by_full_id_and_choice(rulings: Any, where: str) -> None:
    assert decide(request("score", SCORE, rulings=rulings))["error"]["where"] == where


def test_rulings_switch_the_answer() -> None:
    nordic: Facts = {**ALONE, "automa__faction": "nordic", "automa__mechs": ["base"], "human__mechs": ["r1c4"]}
    assert move("attack_combat_unit", min_power=1, **nordic) is None
    counts = move("attack_combat_unit", {"SCY-A03": "counts"}, min_power=1, **nordic)
    assert counts == {"unit": "mech", "from": "base", "to": "r1c4"}
    skipped = turn(7, {"SCY-A14": "cube-moves"}, level="autometta")
    assert skipped == [{"do": "skip"}, {"do": "tracker", "to": 6}]


@pytest.mark.parametrize("ask", ["moves", "gains", "", "Turn"])
def test_there_are_four_asks(ask: str) -> None:
    assert decide(request(ask, TURN))["error"]["where"] == "ask"


def test_facts_are_taken_as_they_are() -> None:
    """Only types and ranges are checked: both sides of one faction, units on one territory, tokens anywhere."""
    odd = facts(human__faction="rusviet", human__mechs=["r4c6"], encounters=["r1c1", "r4c3"], tracker=21)
    assert "answer" in decide(request("turn", {**odd, "card": 3}))
    assert "answer" in decide(request("move", {**odd, "action": "mech_move"}))
    finished = facts(**ALONE, tracker=21, scheme="II", automa__power_star=True, automa__combat_stars=2)
    assert "answer" in decide(request("turn", {**finished, "card": 3}))


def test_asking_changes_nothing_of_what_was_given() -> None:
    asked = request("turn", {**facts(**START, human__riverwalk=True), "card": 3})
    before = copy.deepcopy(asked)
    assert decide(asked) == decide(asked)
    assert asked == before


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4) | st.sampled_from(["base", "r4c3"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=2),
    max_leaves=5,
)


@given(st.sampled_from(sorted(TURN)), JSON)
def test_whatever_stands_in_a_field_there_is_an_answer_or_an_error(name: str, value: Any) -> None:
    answer = decide(request("turn", {**TURN, name: value}))
    assert set(answer) in ({"answer", "trace", "text"}, {"error"})
    if "error" in answer:
        assert answer["error"]["where"].startswith(f"facts.{name}")


def test_as_text_and_in_lines() -> None:
    good, bad = request("combat", COMBAT), request("combat", {**COMBAT, "power": 17})
    assert json.loads(decide_text(json.dumps(good).encode()))["answer"] == {"power": 5, "cards": 2}
    lines = "\n".join(json.dumps(one) for one in (good, bad, request("score", SCORE))).encode()
    run = subprocess.run(
        [sys.executable, "-m", "automarium", "decide", "--lines"], input=lines, capture_output=True, check=False
    )
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    assert [answer.get("answer") for answer in answers] == [{"power": 5, "cards": 2}, None, 62]
    assert (answers[1]["error"]["where"], run.returncode) == ("facts.power", 1)
