"""Rules that look at nothing but the candidate: whoever has the lowest rank is whom they leave."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from automarium.engine.choice import choose as choice
from automarium.engine.choice.choose import choose, first, first_meeting, only, passes, prefer, ranks, stage_by_stage
from automarium.engine.choice.trace import Notes, Trace, lazy_trace
from tests.traces import check_narrowing

NAMES = tuple("qwertyuiop")
some = st.lists(st.sampled_from(NAMES), unique=True)
scores = st.fixed_dictionaries({name: st.integers(0, 3) for name in NAMES})
static = st.lists(st.tuples(st.sampled_from(["only", "prefer", "most", "least"]), scores), max_size=4)


@given(some, static)
def test_among_any_of_them_the_lowest_rank_is_whom_the_rules_leave(
    candidates: list[str], said: list[tuple[str, dict[str, int]]]
) -> None:
    rules: list[Any] = [getattr(choice, verb)(table.__getitem__, verb) for verb, table in said]
    rules.append(first(NAMES.index, "order"))
    lowest = min(candidates, key=ranks(NAMES, *rules).__getitem__, default=None)
    assert choose(candidates, *rules) == (lowest if lowest and passes(lowest, *rules) else None)


def test_whom_the_rules_do_not_tell_apart_has_the_same_rank() -> None:
    assert ranks("abcd", prefer("cd".__contains__, "A")) == {"a": 1, "b": 1, "c": 0, "d": 0}


@given(some, st.lists(scores, max_size=3), st.integers(0, 3))
def test_the_first_that_meets_the_conditions_is_the_one_that_rules_leave(
    candidates: list[str], tables: list[dict[str, int]], sight: int
) -> None:
    conditions = [(lambda one, sight, table=table: table[one] <= sight, f"C{at}") for at, table in enumerate(tables)]
    order = {name: index for index, name in enumerate(candidates)}
    notes: Notes = []
    left = tuple(candidates)
    rules = []
    for there, clause in stage_by_stage(left, conditions, sight):
        rules.append(only(there.__contains__, clause))
    chosen = choose(candidates, *rules, first(order.__getitem__, "order"), notes=notes)
    assert first_meeting(candidates, conditions, sight) == chosen
    check_narrowing(notes[0])


def test_a_trace_that_is_lazy_trace_is_the_trace() -> None:
    notes: Notes = []
    choose("abc", only("bc".__contains__, "A"), first(ord, "B"), notes=notes, about="letter", family="letter")
    asked: list[Trace] = []

    def write() -> Trace:
        asked.append(notes[0])
        return notes[0]

    later = lazy_trace("letter", "b", "letter", write)
    assert (later.about, later.chosen, later.family) == ("letter", "b", "letter")
    assert not asked, "nobody has looked"
    assert (later.candidates, later.stages) == (notes[0].candidates, notes[0].stages)
    assert later == notes[0] == later
    assert later == lazy_trace("letter", "b", "letter", write)
    assert hash(later) == hash(lazy_trace("letter", "b", "letter", write))
    assert later != lazy_trace("letter", "c", "letter", lambda: Trace("letter", (), (), "c"))
