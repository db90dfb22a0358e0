"""Rankings of rules that depend on the candidate alone: the choice and trace of the rules themselves."""

from __future__ import annotations

from typing import Any

from hypothesis import given as over
from hypothesis import strategies as st

from automarium.engine.choice import choose as choice
from automarium.engine.choice.choose import Ranking, choose, first, given, only, prefer
from automarium.engine.choice.trace import Notes, Trace, lazy_trace
from tests.traces import check_narrowing

NAMES = tuple("qwertyuiop")
some = st.lists(st.sampled_from(NAMES), unique=True)
scores = st.fixed_dictionaries({name: st.integers(0, 3) for name in NAMES})
static = st.lists(st.tuples(st.sampled_from(["only", "prefer", "most", "least"]), scores), max_size=4)


@over(some, static)
def test_a_ranking_chooses_and_notes_what_the_rules_do(
    candidates: list[str], said: list[tuple[str, dict[str, int]]]
) -> None:
    rules: list[Any] = [getattr(choice, verb)(table.__getitem__, verb) for verb, table in said]
    rules.append(first(NAMES.index, "order"))
    plain: Notes = []
    ranked: Notes = []
    ranking = Ranking(NAMES, *rules)
    expected = choose(candidates, *rules, notes=plain, about="key", family="letter")
    assert ranking.choose(candidates) == ranking.choose(candidates, ranked, "key", "letter") == expected
    assert ranked == plain


def test_candidates_that_are_alike_are_one_the_first_of_them() -> None:
    words = ["kiwi", "pear", "apple", "plum", "fig"]
    ranking = Ranking(["....", ".....", "..."], prefer(lambda word: len(word) > 3, "A"), first(len, "B"), alike=len)
    notes: Notes = []
    assert ranking.choose(words) == ranking.choose(words, notes) == "kiwi"
    assert sorted(notes[0].candidates) == ["apple", "fig", "kiwi"]
    assert ranking.choose(words[3:]) == "plum"


@over(some, st.lists(scores, max_size=3), st.integers(0, 3))
def test_a_search_finds_and_notes_what_the_rules_leave(
    everyone: list[str], tables: list[dict[str, int]], sight: int
) -> None:
    conditions = [(lambda one, sight, table=table: table[one] <= sight, f"C{at}") for at, table in enumerate(tables)]
    ranking: Ranking[str] = Ranking(everyone, given(True, "G"), only("qwert".__contains__, "O"), first(ord, "order"))
    plain: Notes = []
    noted: Notes = []
    rules: list[Any] = [given(True, "G"), only("qwert".__contains__, "O")]
    for holds, clause in conditions:
        rules.append(only(lambda one, holds=holds: holds(one, sight), clause))  # type: ignore[misc]
    rules.append(first(ord, "order"))
    expected = choose(everyone, *rules, notes=plain)
    assert ranking.search(conditions, sight) == ranking.search(conditions, sight, noted) == expected
    assert noted == plain
    check_narrowing(noted[0])


def test_a_trace_that_is_lazy_trace_is_the_trace() -> None:
    notes: Notes = []
    choose("abc", only("bc".__contains__, "A"), first(ord, "B"), notes=notes, about="letter", family="letter")
    asked: list[Trace] = []

    def write() -> Trace:
        asked.append(notes[0])
        return notes[0]

    later = lazy_trace("letter", "b", "letter", write)
    assert (later.about, later.chosen, later.family) == ("letter", "b", "letter")
    assert not asked, "the trace was not read"
    assert (later.candidates, later.stages) == (notes[0].candidates, notes[0].stages)
    assert later == notes[0] == later
    assert later == lazy_trace("letter", "b", "letter", write)
    assert hash(later) == hash(lazy_trace("letter", "b", "letter", write))
    assert later != lazy_trace("letter", "c", "letter", lambda: Trace("letter", (), (), "c"))
