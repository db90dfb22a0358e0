"""Sets of places: the verbs give on sets what they give on functions of a place."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from automarium.engine.choice import choose as choice
from automarium.engine.choice.choose import Undecided, choose, first, least, most, only, prefer
from automarium.engine.choice.places import NOWHERE, Board, counted, nearest
from automarium.engine.choice.trace import Notes, Trace

NAMES = tuple("qwertyuiop")  # not in alphabetical order
BOARD = Board(NAMES, beside=("home",))
ORDER = {name: index for index, name in enumerate(NAMES)}

some = st.sets(st.sampled_from(NAMES))
scores = st.fixed_dictionaries({name: st.integers(0, 4) for name in NAMES})
rules = st.lists(
    st.one_of(
        st.tuples(st.sampled_from(["only", "prefer"]), some),
        st.tuples(st.sampled_from(["most", "least"]), scores),
        st.tuples(st.just("given"), st.booleans()),
    ),
    max_size=5,
)


def on_sets(verb: str, value: Any) -> Any:
    match verb:
        case "only" | "prefer":
            return getattr(choice, verb)(BOARD.holding(value), verb)
        case "most" | "least":
            return getattr(choice, verb)(BOARD.tiers(value), verb)
    return choice.given(value, verb)


def on_functions(verb: str, value: Any) -> Any:
    match verb:
        case "only" | "prefer":
            return getattr(choice, verb)(value.__contains__, verb)
        case "most" | "least":
            return getattr(choice, verb)(value.__getitem__, verb)
    return choice.given(value, verb)


@given(some, rules)
def test_sets_and_functions_decide_and_explain_alike(candidates: set[str], chosen: list[tuple[str, Any]]) -> None:
    in_order = [name for name in NAMES if name in candidates]
    plain: Notes = []
    expected = choose(
        in_order,
        *[on_functions(*one) for one in chosen],
        first(ORDER.__getitem__, "order"),
        notes=plain,
        about="where",
        family="place",
    )
    among = BOARD.holding(candidates)
    for make in (on_sets, on_functions):  # functions of a place are rules for a set as well
        made = [make(*one) for one in chosen]
        noted: Notes = []
        assert BOARD.choose(among, *made, first(BOARD, "order"), notes=noted, about="where") == expected
        assert noted == (plain if make is on_sets else [drop_lone_scores(plain[0])])
        assert BOARD.choose(among, *made, first(BOARD, "order")) == expected, "silently, too"


def drop_lone_scores(trace: Trace) -> Trace:
    """Return a trace without the scores of a place that was compared with no other: its function is not called."""
    left = [trace.candidates, *(stage.kept for stage in trace.stages)]
    stages = [
        replace(stage, scores={}) if stage.verb in ("most", "least") and len(before) == 1 else stage
        for stage, before in zip(trace.stages, left, strict=False)
    ]
    return replace(trace, stages=tuple(stages))


@given(st.lists(some, max_size=15), some)
def test_counting_in_how_many_sets_a_place_lies(sets: list[set[str]], candidates: set[str]) -> None:
    bits = [BOARD.holding(one) for one in sets]
    among = BOARD.holding(candidates)
    counts = {name: sum(name in one for one in sets) for name in NAMES if name in candidates}
    assert BOARD.counts(among, counted(bits)) == counts
    for verb in (most, least):
        plain: Notes = []
        noted: Notes = []
        there = [name for name in NAMES if name in candidates]
        order = first(ORDER.__getitem__, "order")
        expected = choose(there, verb(counts.__getitem__, "counts"), order, notes=plain, family="place")
        on_counts = (verb(counted(bits), "counts"), first(BOARD, "order"))
        assert BOARD.choose(among, *on_counts, notes=noted) == expected
        assert noted == plain
        assert BOARD.choose(among, *on_counts) == expected, "silently, too"


@given(st.lists(scores, min_size=1, max_size=4), some)
def test_the_nearest_of_several(distances: list[dict[str, int]], candidates: set[str]) -> None:
    rings = nearest([BOARD.tiers(one) for one in distances])
    found = BOARD.scores(BOARD.holding(candidates), rings, True)
    assert found == {name: min(one[name] for one in distances) for name in NAMES if name in candidates}


@given(some)
def test_a_set_gives_its_places_back_in_order(places: set[str]) -> None:
    among = BOARD.holding(places)
    assert BOARD.places(among) == tuple(name for name in NAMES if name in places)
    assert BOARD.first(among) == next((name for name in NAMES if name in places), None)


def test_what_lies_beside_the_board_is_in_no_set() -> None:
    assert BOARD.holding(["home"]) == NOWHERE
    assert BOARD.holding(["home", "q"]) == BOARD.holding(["q"]) == 1


def test_a_place_is_looked_at_once() -> None:
    asked: list[str] = []

    def key(place: str) -> int:
        asked.append(place)
        return 1

    BOARD.choose(BOARD.holding("qwe"), most(key, "asked"), first(BOARD, "order"), notes=[])
    assert asked == ["q", "w", "e"]


@pytest.mark.parametrize("notes", [[], None], ids=["noted", "silent"])
def test_a_place_alone_is_compared_without_a_question(notes: Notes | None) -> None:
    asked: list[str] = []
    one = only(BOARD.holding("w"), "one")
    assert (
        BOARD.choose(BOARD.holding("qwe"), one, most(asked.index, "asked"), first(BOARD, "order"), notes=notes) == "w"
    )
    for trace in notes or ():
        assert [(stage.kept, stage.scores) for stage in trace.stages] == [
            (("w",), {}),
            (("w",), {}),
            (("w",), {"w": 1}),
        ]


def test_more_than_one_left_is_a_mistake_of_the_rules() -> None:
    both = BOARD.holding("qw")
    with pytest.raises(Undecided):
        BOARD.choose(both, only(~NOWHERE, "all"))
    with pytest.raises(Undecided):
        BOARD.choose(both, prefer(NOWHERE, "none"), least((both,), "same"), notes=[])
