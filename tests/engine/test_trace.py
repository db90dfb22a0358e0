"""What decided a narrowing, and the two that were compared last."""

from __future__ import annotations

from automarium.engine.choice.choose import choose, first, least, most, only, prefer, read_down
from automarium.engine.choice.trace import Notes, Trace, compares, deciding, finalists


def trace_of(*rules: object, among: str = "abcd") -> Trace:
    notes: Notes = []
    choose(tuple(among), *rules, notes=notes)  # type: ignore[arg-type]
    return notes[0]


def clauses(trace: Trace) -> list[str]:
    return [stage.clause for stage in deciding(trace)]


NEAR = {"a": 9, "b": 1, "c": 1, "d": 2}
FAR = {"a": 0, "b": 3, "c": 2, "d": 0}


def test_the_comparisons_that_ruled_one_out_decided() -> None:
    trace = trace_of(
        only("abcd".__contains__, "1"),
        only("bcd".__contains__, "2"),
        least(NEAR.__getitem__, "3"),
        least(FAR.__getitem__, "4"),
    )
    assert clauses(trace) == ["3", "4"]
    assert compares(trace)


def test_a_rule_that_rules_none_out_decides_nothing() -> None:
    trace = trace_of(
        least(NEAR.__getitem__, "1"),
        prefer("x".__contains__, "2"),
        most(FAR.__getitem__, "3"),
        first("abcd".index, "4"),
    )
    assert clauses(trace) == ["1", "3"]


def test_where_nothing_is_compared_the_last_condition_decided() -> None:
    trace = trace_of(only("abc".__contains__, "1"), only("c".__contains__, "2"), first("abcd".index, "3"))
    assert clauses(trace) == ["2"]
    assert not compares(trace)
    assert finalists(trace) is None


def test_nothing_to_choose() -> None:
    assert clauses(trace_of(first("a".index, "1"), among="a")) == []
    assert clauses(trace_of(only("x".__contains__, "1"))) == []
    assert finalists(trace_of(only("x".__contains__, "1"))) is None


def test_a_list_read_from_the_top_is_decided_by_its_order() -> None:
    notes: Notes = []
    conditions = [(lambda one, sought: one == sought, "no")]
    read_down([(one, conditions) for one in "abcd"], "c", "first", notes=notes)
    assert clauses(notes[0]) == ["first"]


def test_the_runner_up_came_nearest_in_the_last_comparison() -> None:
    two = finalists(trace_of(only("abcd".__contains__, "1"), least(NEAR.__getitem__, "2"), least(FAR.__getitem__, "3")))
    assert two is not None
    assert (two.chosen, two.second) == ("c", "b")
    assert [(one.stage.clause, one.chosen, one.second) for one in two.measures] == [("2", 1, 1), ("3", 2, 3)]
    two = finalists(trace_of(most(FAR.__getitem__, "1")))
    assert two is not None
    assert two.second == "c", "with 2, the next after 3"


def test_an_order_is_measured_by_rank_and_a_preference_by_whether_it_held() -> None:
    two = finalists(trace_of(first({"a": 30, "b": 10, "c": 20, "d": 40}.__getitem__, "1")))
    assert two is not None
    assert [(one.chosen, one.second) for one in two.measures] == [(1, 2)]
    two = finalists(trace_of(prefer("b".__contains__, "1")))
    assert two is not None
    assert [(one.chosen, one.second) for one in two.measures] == [(True, False)]
