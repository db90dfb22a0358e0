"""Questions are data; their answers are checked; what is told carries its reasons."""

from __future__ import annotations

from typing import Any

import pytest

from automarium.kernel.chance import Chance
from automarium.kernel.choice import choose, first
from automarium.kernel.saying import Refused
from automarium.kernel.table import AnyQuestion, Count, Event, Pick, Series, SilentTable, Table, Unanswered, check

TOKENS = Series(about="?", low=1, high=20, most=3, once=(20,))


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        (Pick(about="?", options=("a", 2)), "a"),
        (Pick(about="?", options=("a", 2)), 2),
        (Count(about="?", low=-2, high=3), -2),
        (TOKENS, []),
        (TOKENS, [4, 4, 20]),
        (Series(about="?", low=1, high=9, most=3, exactly=3, rising=True), [1, 2, 9]),
    ],
)
def test_answers_that_fit(question: AnyQuestion, answer: Any) -> None:
    assert check(question, answer) == answer


@pytest.mark.parametrize(
    ("question", "answer", "key"),
    [
        (Pick(about="?", options=("a", 1)), "b", "answer.option"),
        (Pick(about="?", options=("a", 1)), True, "answer.option"),
        (Count(about="?", low=0, high=3), 4, "answer.number"),
        (Count(about="?", low=0, high=3), True, "answer.number"),
        (Count(about="?", low=0, high=3), "1", "answer.number"),
        (TOKENS, 4, "answer.list"),
        (TOKENS, [1, 2, 3, 4], "answer.long"),
        (TOKENS, [21], "answer.number"),
        (TOKENS, [20, 20], "answer.once"),
        (Series(about="?", low=1, high=9, most=3, exactly=2), [1], "answer.exactly"),
        (Series(about="?", low=1, high=9, most=3, rising=True), [2, 2], "answer.rising"),
    ],
)
def test_answers_that_do_not(question: AnyQuestion, answer: Any, key: str) -> None:
    with pytest.raises(Refused) as refused:
        check(question, answer, "to")
    assert refused.value.message.key == key


class Rang(Event, frozen=True, tag="rang"):
    times: int


def test_what_is_told_takes_the_reasons_noted_before_it() -> None:
    table = Table(Chance(0), {})
    table.tell(Rang(1), "A-1")
    chosen = choose([3, 2], first(int, "A-2"), notes=table.notes, about="bell")
    table.tell(Rang(chosen or 0), "A-3")
    table.tell(Rang(9))
    assert [step.clauses for step in table.steps] == [("A-1",), ("A-3",), ()]
    assert [len(step.traces) for step in table.steps] == [0, 1, 0]
    assert table.steps[1].traces[0].about == "bell"


def test_answers_come_in_order_then_the_question_stays_open() -> None:
    table = Table(Chance(0), {}, [1, 2])
    question = Count(about="?", low=0, high=9)
    assert [table.ask(question), table.ask(question)] == [1, 2]
    with pytest.raises(Unanswered) as unanswered:
        table.ask(question)
    assert unanswered.value.question is question


def test_a_silent_table_keeps_nothing_and_asks_the_stand_in() -> None:
    table = SilentTable(Chance(0), {}, stand_in=lambda question: question.default or 0, explain=False)
    table.tell(Rang(1), "A-1")
    assert table.steps == []
    assert table.notes is None
    assert table.ask(Count(about="?", low=0, high=9, default=7)) == 7
