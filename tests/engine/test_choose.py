"""Narrowings: what each verb keeps, what the trace holds, and that a silent choice is the same."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given as over
from hypothesis import strategies as st

from automarium.engine.choice.choose import (
    Condition,
    Rule,
    Undecided,
    choose,
    decision,
    first,
    for_rest,
    given,
    in_turn,
    least,
    left_by,
    most,
    only,
    prefer,
    read_down,
)
from automarium.engine.choice.trace import Notes

WORDS = ["pear", "fig", "plum", "apple", "kiwi"]


def test_only_keeps_what_passes_and_an_empty_choice_is_impossible() -> None:
    assert choose(WORDS, only(lambda w: len(w) == 3, "A")) == "fig"
    notes: Notes = []
    assert choose(WORDS, only(lambda w: len(w) == 9, "A"), first(str, "B"), notes=notes) is None
    assert [stage.clause for stage in notes[0].stages] == ["A"], "none was left for B"
    assert notes[0].chosen is None


def test_prefer_is_skipped_when_none_passes() -> None:
    assert choose(WORDS, prefer(lambda w: len(w) == 9, "A"), first(str, "B")) == "apple"
    assert choose(WORDS, prefer(lambda w: w.startswith("p"), "A"), first(str, "B")) == "pear"


def test_most_and_least_keep_all_of_the_best() -> None:
    notes: Notes = []
    assert choose(WORDS, most(len, "A"), notes=notes) == "apple"
    assert notes[0].stages[0].scores == {"pear": 4, "fig": 3, "plum": 4, "apple": 5, "kiwi": 4}
    notes.clear()
    assert choose(WORDS, only(lambda w: len(w) == 4, "A"), least(len, "B"), first(str, "C"), notes=notes) == "kiwi"
    assert [stage.kept for stage in notes[0].stages] == [("pear", "plum", "kiwi"), ("pear", "plum", "kiwi"), ("kiwi",)]


def test_a_rule_may_depend_on_those_that_are_left() -> None:
    """Or none: then nothing is narrowed and nothing noted."""

    def shortest_of_many(left: Sequence[str]) -> Rule[str] | None:
        return only(lambda w: len(w) == min(map(len, left)), "B") if len(left) > 2 else None

    rules = (for_rest(shortest_of_many), first(str, "C"))
    notes: Notes = []
    assert choose(WORDS, *rules, notes=notes) == choose(WORDS, *rules) == "fig"
    assert [stage.clause for stage in notes[0].stages] == ["B", "C"]
    notes.clear()
    with_p: Rule[str] = only(lambda w: w.startswith("p"), "A")
    few = (with_p, *rules)
    assert choose(WORDS, *few, notes=notes) == choose(WORDS, *few) == "pear"
    assert [stage.clause for stage in notes[0].stages] == ["A", "C"], "two are not many"


def test_criteria_that_accept_none_are_skipped_until_one_is_left() -> None:
    """Nothing of them is noted, nor of those after the one that left a single candidate."""
    nine: Rule[str] = only(lambda w: len(w) == 9, "A")
    four: Rule[str] = only(lambda w: len(w) == 4, "B")
    with_k: Rule[str] = only(lambda w: w.startswith("k"), "C")
    rules = (in_turn((nine, four, with_k, four)), first(str, "D"))
    notes: Notes = []
    assert choose(WORDS, *rules, notes=notes) == choose(WORDS, *rules) == "kiwi"
    assert [stage.clause for stage in notes[0].stages] == ["B", "C", "D"]
    notes.clear()
    assert choose(["kiwi"], *rules, notes=notes) == choose(["kiwi"], *rules) == "kiwi"
    assert [stage.clause for stage in notes[0].stages] == ["B", "D"], "the first to accept the only one there is"
    assert left_by(WORDS, in_turn((nine, four))) == ["pear", "plum", "kiwi"]


def test_the_same_facts_are_looked_at_once_and_who_listens_hears_the_same_again() -> None:
    looked: list[tuple[str, ...]] = []

    @decision
    def shortest(words: tuple[str, ...], *, notes: Notes | None = None) -> str | None:
        looked.append(words)
        return choose(words, least(len, "A"), first(str, "B"), notes=notes)

    words = tuple(WORDS)
    assert [shortest(words) for _ in range(3)] == ["fig"] * 3
    assert looked == [words]
    notes: Notes = []
    assert shortest(words, notes=notes) == shortest(words, notes=notes) == "fig"
    assert [trace.chosen for trace in notes] == ["fig", "fig"]
    assert looked == [words, words], "once for the listener"
    shortest(words, notes=notes)
    assert len(notes) == 3, "what was noted before does not grow with what hears it"
    assert shortest(words[2:]) == "kiwi"


def test_what_rules_leave_may_be_several_or_none() -> None:
    assert left_by(WORDS, only(lambda w: len(w) == 4, "A")) == ["pear", "plum", "kiwi"]
    assert left_by(WORDS, for_rest(lambda left: least(len, "A") if len(left) == 5 else None)) == ["fig"]
    assert left_by(WORDS, only(lambda w: len(w) == 9, "A"), least(len, "B")) == []
    assert left_by(WORDS, given(False, "A")) == []
    assert left_by(WORDS) == WORDS


def test_given_decides_for_all() -> None:
    assert choose(WORDS, given(True, "A"), first(str, "B")) == "apple"
    assert choose(WORDS, given(False, "A"), first(str, "B")) is None
    notes: Notes = []
    choose(WORDS, given(False, "A"), first(str, "B"), notes=notes)
    assert notes[0].stages[0].kept == ()


@pytest.mark.parametrize("notes", [None, []])
def test_rules_that_leave_two_are_a_fault_of_the_rules(notes: Notes | None) -> None:
    with pytest.raises(Undecided):
        choose(WORDS, only(lambda w: len(w) == 4, "A"), notes=notes)


def test_a_first_that_is_no_total_order_is_found_out_with_a_listener() -> None:
    with pytest.raises(Undecided):
        choose(["pear", "plum"], first(len, "A"), notes=[])


def test_any_iterable_will_do() -> None:
    assert choose((w for w in WORDS), first(str, "A")) == "apple"
    assert choose(set(WORDS), first(str, "A"), notes=[]) == "apple"
    assert choose([], first(str, "A")) is None


KEYS: list[Any] = [lambda n: n % 2, lambda n: n % 3, lambda n: n // 4, lambda n: -n]
MAKERS: list[Any] = [only, prefer, most, least]
RULES = st.lists(
    st.tuples(st.sampled_from(MAKERS), st.sampled_from(KEYS)).map(lambda pair: pair[0](pair[1], "X"))
    | st.booleans().map(lambda holds: given(holds, "G")),
    max_size=5,
)


@over(st.lists(st.integers(0, 30), unique=True, max_size=8), RULES)
def test_the_same_choice_with_and_without_reasons(candidates: list[int], rules: list[Rule[int]]) -> None:
    """And every candidate that fell out fell out at some stage, in a narrowing that ends with the chosen one."""
    rules = [*rules, first(lambda n: n, "LAST")]
    notes: Notes = []
    chosen = choose(candidates, *rules, notes=notes)
    assert choose(candidates, *rules) == chosen
    before = notes[0].candidates
    assert set(before) == set(candidates)
    for stage in notes[0].stages:
        assert set(stage.kept) <= set(before)
        before = stage.kept
    assert before == (() if chosen is None else (chosen,))


def short(word: str, most: int) -> bool:
    return len(word) <= most


def conditions(word: str) -> list[Condition[str, int]]:
    """Return conditions: long words must have an a in them, and none may begin with p."""
    met: list[Condition[str, int]] = [] if short(word, 3) else [(lambda word, _: "a" in word, "A")]
    return [*met, (lambda word, _: not word.startswith("p"), "P")]


def listed(words: list[str]) -> list[tuple[str, list[Condition[str, int]]]]:
    return [(word, conditions(word)) for word in words]


def test_reading_down_stops_at_the_first_that_meets_its_own_conditions() -> None:
    notes: Notes = []
    words = listed(["kiwi", "pear", "plum", "fig", "apple"])
    assert read_down(words, 0, "DOWN", notes=notes, about="list") == "fig"
    (trace,) = notes
    assert trace.candidates == ("kiwi", "pear", "plum", "fig"), "the apple was not looked at"
    assert [(stage.verb, stage.clause, stage.kept) for stage in trace.stages] == [
        ("only", "A", ("pear", "fig")),
        ("only", "P", ("fig",)),
        ("first", "DOWN", ("fig",)),
    ]
    assert (trace.about, trace.chosen) == ("list", "fig")


def test_reading_down_asks_nothing_about_what_comes_after() -> None:
    asked: list[str] = []

    def telling(word: str, most: int) -> bool:
        asked.append(word)
        return short(word, most)

    read: list[tuple[str, tuple[Condition[str, int]]]] = [(word, ((telling, "A"),)) for word in WORDS]
    assert read_down(read, 3, "DOWN") == "fig"
    assert asked == ["pear", "fig"]
    notes: Notes = []
    assert read_down(read[:1], 3, "DOWN", notes=notes) is None
    assert [(stage.clause, stage.kept) for stage in notes[0].stages] == [("A", ())]
    assert notes[0].chosen is None


@over(st.lists(st.sampled_from(WORDS), unique=True))
def test_reading_down_is_a_choice_of_the_first_that_passes(words: list[str]) -> None:
    passing = [word for word in words if all(met(word, 0) for met, _ in conditions(word))]
    notes: Notes = []
    assert read_down(listed(words), 0, "DOWN", notes=notes) == (passing[0] if passing else None)
    kept = notes[0].candidates
    for stage in notes[0].stages:
        assert set(stage.kept) <= set(kept)
        kept = stage.kept
    assert list(kept) == passing[:1]
