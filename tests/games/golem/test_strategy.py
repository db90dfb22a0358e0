"""Which of her golems: the one that is found at a glance is the one that the narrowing leaves."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from automarium.engine.choice.trace import Notes
from automarium.games.golem.position import DISTRICTS, SECTIONS, District, Golem
from automarium.games.golem.rules.golems import choose_victim
from automarium.games.golem.rules.movement import Direction, choose_step
from automarium.games.golem.rules.strategy import Order
from automarium.games.golem.rules.work import choose_neighbour, choose_worker
from tests.games.golem.kit import rulings
from tests.traces import check_narrowing

some = st.lists(
    st.builds(Golem, st.sampled_from(DISTRICTS), st.integers(1, SECTIONS), st.booleans(), st.integers(1, 9)), max_size=6
)
orders = st.permutations(DISTRICTS)
ways: list[Direction] = ["forward", "backward", "either", "forward-or-stay"]


@given(
    some, orders, st.sampled_from(ways), st.sampled_from(["no-candidate", "step-lost"]), st.sampled_from(["ru", "ua"])
)
def test_a_step(golems: list[Golem], order: list[District], way: Direction, a36: str, c08: str) -> None:
    switched = rulings(A36=a36, C08=c08)
    notes: Notes = []
    silent = choose_step(golems, order, way, switched, None)
    assert choose_step(golems, order, way, switched, notes) == silent
    check(notes, silent.golem if silent else None)


@pytest.mark.parametrize("choose", [choose_worker, choose_neighbour, choose_victim])
@given(some, orders)
def test_who_works_and_who_dies(
    choose: Callable[[list[Golem], Order, Notes | None], Golem | None], golems: list[Golem], order: list[District]
) -> None:
    notes: Notes = []
    chosen = choose(golems, order, None)
    assert choose(golems, order, notes) is chosen
    check(notes, chosen)


def check(notes: Notes, chosen: Golem | None) -> None:
    (trace,) = notes
    check_narrowing(trace)
    assert trace.chosen is chosen, "the piece itself, not one like it"
