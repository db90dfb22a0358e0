"""The oracle of Penumbra, to the letter of docs/oracle.md: rest, instruction, contract, trial, class, take."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from automarium import decide

Facts = dict[str, Any]

REST: Facts = {"slots": [1, 1, 2, 1], "marks": 3, "sparks": 2}
INSTRUCTION: Facts = {
    "list": [
        {"when": {"cards": "==1", "order": "first"}, "do": "card"},
        {"when": {"min_level": 3}, "do": ["contract", "arcana"]},
        {"when": {}, "do": {"effect": "substitution", "slot": 2}},
    ],
    "cards": 2,
    "ordinal": 1,
    "level": 3,
    "alignment": None,
    "free_marks": 1,
    "contracts": [{"vp": 2, "alignment": "light"}],
    "trials": [{"difficulty": 1, "vp": 4}],
}
CONTRACT: Facts = {
    "contracts": [
        {"vp": 3, "alignment": "light"},
        {"vp": 2, "alignment": "dark"},
        {"vp": 2, "alignment": None},
        {"vp": 4, "alignment": "dark"},
    ],
    "level": 4,
    "alignment": "dark",
}
TRIAL: Facts = {
    "trials": [
        {"difficulty": 4, "vp": 6},
        {"difficulty": 2, "vp": 8},
        {"difficulty": 3, "vp": 8},
        {"difficulty": 5, "vp": 12},
    ],
    "level": 5,
}
CLASS: Facts = {"card": "blue", "classes": ["red", "green"], "start": "green"}
TAKE: Facts = {"die": 3}
ALL = {"rest": REST, "instruction": INSTRUCTION, "contract": CONTRACT, "trial": TRIAL, "class": CLASS, "take": TAKE}


def ask(name: str, lang: str = "en", rulings: dict[str, str] | None = None, **changed: Any) -> Facts:
    facts = {**copy.deepcopy(ALL[name]), **changed}
    return decide({"game": "penumbra", "ask": name, "facts": facts, "rulings": rulings or {}, "lang": lang})


def answer(name: str, rulings: dict[str, str] | None = None, **changed: Any) -> Any:
    told = ask(name, "en", rulings, **changed)
    assert "error" not in told, told
    return told["answer"]


def error(name: str, **changed: Any) -> tuple[str, str]:
    told = ask(name, **changed)
    assert set(told) == {"error"}, told
    assert set(told["error"]) == {"where", "message"}
    return told["error"]["where"], told["error"]["message"]


# ---------------------------------------------------------------------------------------------------------------- asks


def test_rest() -> None:
    assert answer("rest") == {"rest": True, "dice": 3, "spark_dice": 2}
    assert answer("rest", slots=[2, 1, 1, 0]) == {"rest": False}
    assert answer("rest", {"PEN-AMB-06": "exactly-one"}) == {"rest": False}
    assert answer("rest", marks=0, sparks=0) == {"rest": True, "dice": 0, "spark_dice": 0}


def test_instruction() -> None:
    assert answer("instruction") == 1
    assert answer("instruction", cards=1) == 0
    assert answer("instruction", cards=1, ordinal=2) == 1
    assert answer("instruction", level=2) == 2
    assert answer("instruction", contracts=[]) == 2, "a list of effects is possible only if all are"
    assert answer("instruction", {"PEN-AMB-15": "more-than"}) == 2
    assert answer("instruction", {"PEN-AMB-36": "some"}, contracts=[]) == 1


@pytest.mark.parametrize(
    ("do", "facts", "found"),
    [
        ("mark_and_card", {"free_marks": 1}, 0),
        ("mark_and_card", {"free_marks": 0}, None),
        ("contract", {"contracts": [{"vp": 2, "alignment": "dark"}]}, 0),
        ("contract", {"contracts": [{"vp": 3, "alignment": "dark"}]}, None),
        ("contract", {"alignment": "light", "contracts": [{"vp": 2, "alignment": "dark"}]}, None),
        ("trial", {"trials": [{"difficulty": 2, "vp": 0}]}, 0),
        ("trial", {"trials": [{"difficulty": 3, "vp": 9}]}, None),
        ("joker", {}, 0),
        ("fill", {}, 0),
        ("card", {}, 0),
        ("refresh_potions", {}, 0),
        ("buy_artifact", {}, 0),
        ("arcana", {}, 0),
        ({"effect": "substitution", "slot": 0}, {}, 0),
        (["arcana", "trial"], {"trials": []}, None),
    ],
)
def test_what_can_be_impossible(do: Any, facts: Facts, found: int | None) -> None:
    assert answer("instruction", list=[{"when": {}, "do": do}], **facts) == found


def test_contract() -> None:
    assert answer("contract") == 2, "of hers and of none, the most VP, furthest right"
    assert answer("contract", {"PEN-AMB-16": "own-only"}) == 1
    assert answer("contract", {"PEN-AMB-11": "vp-first"}) is None
    assert answer("contract", alignment=None) == 0
    assert answer("contract", level=0) is None
    assert answer("contract", contracts=[]) is None


def test_trial() -> None:
    assert answer("trial") == 2
    assert answer("trial", level=2) is None
    assert answer("trial", trials=[]) is None
    assert answer("trial", level=99) == 3


def test_class_and_take() -> None:
    assert answer("class") == "green"
    assert answer("class", card="red") == "red"
    assert answer("class", card="bone") == "green"
    assert answer("class", classes=["синий", "green", "синий"], card="синий") == "синий", "any text"
    assert [answer("take", die=die) for die in range(1, 7)] == ["left"] * 3 + ["right"] * 3


# --------------------------------------------------------------------------------------------------------------- traces


@pytest.mark.parametrize("name", sorted(ALL))
def test_every_answer_comes_with_its_narrowing_and_a_sentence(name: str) -> None:
    told = ask(name)
    assert set(told) == {"answer", "trace", "text"}
    assert told["text"]
    assert told["trace"], "every ask is a narrowing"
    for stage in told["trace"]:
        assert set(stage) == {"clause", "kept", "scores"}
        assert stage["clause"].startswith("PEN-")


def test_the_trace_says_who_fell_out_where() -> None:
    trace = ask("trial")["trace"]
    assert [(stage["clause"], stage["kept"]) for stage in trace] == [
        ("PEN-TRIAL-01", ["0", "1", "2"]),
        ("PEN-TRIAL-05", ["1", "2"]),
        ("PEN-TRIAL-06", ["2"]),
    ]
    assert trace[1]["scores"] == {"0": 6, "1": 8, "2": 8}


def test_the_substitutions_slot_is_told_as_people_count() -> None:
    assert (
        ask("instruction", level=2)["text"]
        == "The Automa carries out line 3 of the list under the slot: put the card in slot 3."
    )


# --------------------------------------------------------------------------------------------------------------- errors


@pytest.mark.parametrize(
    ("name", "changed", "where"),
    [
        ("rest", {"slots": [1, 1, 1]}, "facts.slots"),
        ("rest", {"slots": [1, 1, 1, 1, 1]}, "facts.slots"),
        ("rest", {"slots": [1, 1, -1, 1]}, "facts.slots[2]"),
        ("rest", {"slots": [1, True, 1, 1]}, "facts.slots[1]"),
        ("rest", {"marks": 2.0}, "facts.marks"),
        ("rest", {"dice": 1}, "facts.dice"),
        ("instruction", {"list": []}, "facts.list"),
        ("instruction", {"list": [{"when": {"order": "first"}, "do": "card"}]}, "facts.list[0].when"),
        ("instruction", {"list": [{"do": "card"}]}, "facts.list[0].when"),
        ("instruction", {"list": [{"when": {}}]}, "facts.list[0].do"),
        ("instruction", {"list": [{"when": {}, "do": []}]}, "facts.list[0].do"),
        ("instruction", {"list": [{"when": {}, "do": "unique"}]}, "facts.list[0].do"),
        ("instruction", {"list": [{"when": {}, "do": "substitution"}]}, "facts.list[0].do"),
        ("instruction", {"list": [{"when": {}, "do": ["card", "x"]}]}, "facts.list[0].do[1]"),
        ("instruction", {"list": [{"when": {}, "do": {"effect": "substitution", "slot": 4}}]}, "facts.list[0].do.slot"),
        ("instruction", {"list": [{"when": {}, "do": {"effect": "joker", "slot": 1}}]}, "facts.list[0].do.effect"),
        ("instruction", {"list": [{"when": {"cards": 1}, "do": "card"}]}, "facts.list[0].when.cards"),
        ("instruction", {"list": [{"when": {"cards": "==3"}, "do": "card"}]}, "facts.list[0].when.cards"),
        ("instruction", {"list": [{"when": {"slot": 1}, "do": "card"}]}, "facts.list[0].when.slot"),
        ("instruction", {"list": [{"when": {"min_level": -1}, "do": "card"}]}, "facts.list[0].when.min_level"),
        ("instruction", {"cards": 0}, "facts.cards"),
        ("instruction", {"ordinal": 0}, "facts.ordinal"),
        ("instruction", {"alignment": "grey"}, "facts.alignment"),
        ("contract", {"contracts": [{"vp": 3}]}, "facts.contracts[0].alignment"),
        ("contract", {"contracts": [{"vp": "3", "alignment": None}]}, "facts.contracts[0].vp"),
        ("contract", {"contracts": {}}, "facts.contracts"),
        ("trial", {"trials": [{"vp": 3}]}, "facts.trials[0].difficulty"),
        ("trial", {"level": None}, "facts.level"),
        ("class", {"start": "yellow"}, "facts.start"),
        ("class", {"classes": []}, "facts.start"),
        ("class", {"card": ""}, "facts.card"),
        ("class", {"classes": ["green", ""]}, "facts.classes[1]"),
        ("take", {"die": 0}, "facts.die"),
        ("take", {"die": 7}, "facts.die"),
        ("take", {"die": "3"}, "facts.die"),
    ],
)
def test_bad_facts_are_named_exactly(name: str, changed: Facts, where: str) -> None:
    found, message = error(name, **changed)
    assert found == where
    assert message
    assert "{" not in message


@pytest.mark.parametrize("name", sorted(ALL))
def test_a_missing_fact_is_named(name: str) -> None:
    for field in ALL[name]:
        facts = {key: value for key, value in ALL[name].items() if key != field}
        told = decide({"game": "penumbra", "ask": name, "facts": facts})
        assert told["error"]["where"] == f"facts.{field}"


def test_an_unknown_ask_lists_what_there_is() -> None:
    told = decide({"game": "penumbra", "ask": "turn", "facts": {}})
    assert told["error"]["where"] == "ask"
    for name in ALL:
        assert name in told["error"]["message"]


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 9) | st.floats(allow_nan=False) | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


@given(st.sampled_from(sorted(ALL)), st.data())
def test_nothing_raises_whatever_comes(name: str, data: st.DataObject) -> None:
    facts = copy.deepcopy(ALL[name])
    facts[data.draw(st.sampled_from(sorted(facts)))] = data.draw(json_values)
    told = decide({"game": "penumbra", "ask": name, "facts": facts})
    assert set(told) in ({"answer", "trace", "text"}, {"error"})
