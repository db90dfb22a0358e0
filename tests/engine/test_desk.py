"""The desk: questions and checked answers, events with their clauses and traces."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
import pytest

from automarium.engine.choice.choose import choose, first
from automarium.engine.content.pack import Pack
from automarium.engine.content.rulings import RulingBook
from automarium.engine.message import Refused, message, term
from automarium.engine.play.chance import Chance
from automarium.engine.play.desk import Desk, Table, Unanswered
from automarium.engine.play.event import Event, get_families, of
from automarium.engine.question import Answer, AnyQuestion, Count, Field, Form, Pick, Series, Several, Words, check

TOKENS = Series(about="?", low=1, high=20, most=3, once=(20,))
MARBLES = Several(about="?", options=("red", "blue", "white"), most=4, limits={"red": 2, "blue": 1}, family="marble")
THREE = Several(
    about="?", options=("red", "blue", "white"), most=3, exactly=3, limits=dict.fromkeys(("red", "blue"), 1)
)


def test_an_option_that_is_barred_says_why() -> None:
    """``likely`` is only what is offered: every option is accepted."""
    why = message("go.same", to=term("place", "b"))
    question = Pick(about="?", options=("a", "c", 2), likely=("a",), barred={"b": why})
    assert [check(question, answer) for answer in ("a", "c", 2)] == ["a", "c", 2]
    with pytest.raises(Refused) as refused:
        check(question, "b", "to")
    assert (refused.value.message, refused.value.where) == (why, "to")
    with pytest.raises(Refused, match=r"answer\.option"):
        check(question, "d")


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        (Pick(about="?", options=("a", 2)), "a"),
        (Pick(about="?", options=("a", 2)), 2),
        (Count(about="?", low=-2, high=3), -2),
        (TOKENS, []),
        (TOKENS, [4, 4, 20]),
        (Series(about="?", low=1, high=9, most=3, exactly=3, rising=True), [1, 2, 9]),
        (MARBLES, []),
        (MARBLES, ["red", "blue", "red"]),
        (MARBLES, ["white"] * 4),
        (THREE, ["blue", "white", "red"]),
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
        (MARBLES, "red", "answer.list"),
        (MARBLES, {"red": 1}, "answer.list"),
        (MARBLES, ["white"] * 5, "answer.long"),
        (MARBLES, ["red", "green"], "answer.option"),
        (MARBLES, [True], "answer.option"),
        (MARBLES, [["red"]], "answer.option"),
        (MARBLES, ["red"] * 3, "answer.limit"),
        (MARBLES, ["blue", "white", "blue"], "answer.limit"),
        (THREE, ["red", "blue"], "answer.exactly"),
        (THREE, [], "answer.exactly"),
        (THREE, ["red", "red", "white"], "answer.limit"),
    ],
)
def test_answers_that_do_not(question: AnyQuestion, answer: Any, key: str) -> None:
    with pytest.raises(Refused) as refused:
        check(question, answer, "to")
    assert refused.value.message.key == key


def test_a_refused_list_names_the_place_of_the_fault() -> None:
    for answer, where in ((["red", "green"], "to[1]"), (["white"] * 5, "to"), (["red"] * 3, "to"), (7, "to")):
        with pytest.raises(Refused) as refused:
            check(MARBLES, answer, "to")
        assert refused.value.where == where
    with pytest.raises(Refused) as refused:
        check(MARBLES, ["green"])
    assert refused.value.where == "", "at a prompt there is no path"


def test_what_is_there_too_often_is_named_in_words_if_it_has_any() -> None:
    with pytest.raises(Refused) as refused:
        check(MARBLES, ["blue", "blue"])
    assert refused.value.message.params == {"what": term("marble", "blue"), "count": 1}
    with pytest.raises(Refused) as refused:
        check(THREE, ["red", "red", "blue"])
    assert refused.value.message.params == {"what": "red", "count": 1}


def test_several_go_to_json_and_back() -> None:
    plain = msgspec.to_builtins(MARBLES)
    assert plain["kind"] == "several"
    assert msgspec.convert(plain, Several) == MARBLES


class Rang(Event, frozen=True, tag="rang"):
    times: int


def test_what_is_told_takes_the_reasons_noted_before_it() -> None:
    table = Table(Chance(0))
    table.emit(Rang, "A-1", 1)
    chosen = choose([3, 2], first(int, "A-2"), notes=table.notes, about="bell")
    table.emit(Rang, "A-3", chosen or 0)
    table.emit(Rang, (), 9)
    assert [step.clauses for step in table.steps] == [("A-1",), ("A-3",), ()]
    assert [len(step.traces) for step in table.steps] == [0, 1, 0]
    assert table.steps[1].traces[0].about == "bell"


def test_answers_come_in_order_then_the_question_stays_open() -> None:
    table = Table(Chance(0), [1, 2])
    question = Count(about="?", low=0, high=9)
    assert [table.ask(question), table.ask(question)] == [1, 2]
    with pytest.raises(Unanswered) as unanswered:
        table.ask(question)
    assert unanswered.value.question is question


def test_a_silent_table_keeps_nothing_and_asks_the_stand_in() -> None:
    table = Table(Chance(0), stand_in=lambda question: question.default or 0, explain=False, listening=False)
    desk = Desk(None, Pack({}, {}), RulingBook(), table)
    assert not desk.listening
    assert desk.notes is None
    assert desk.ask(Count(about="?", low=0, high=9, default=7)) == 7


# ---------------------------------------------------------------------------------------------------- forms and words

NUMBER = Count(about="?", low=0, high=9, default=2)
FORM = Form(
    about="?",
    fields=(
        Field("colour", Pick(about="?", options=("red", "blue"))),
        Field("number", NUMBER),
        Field("marbles", msgspec.structs.replace(MARBLES, default=[])),
    ),
)


def test_what_a_form_leaves_out_is_as_known() -> None:
    assert check(FORM, {"colour": "red"}) == {"colour": "red", "number": 2, "marbles": []}
    everything = {"colour": "blue", "number": 0, "marbles": ["red"]}
    assert check(FORM, everything) == everything


@pytest.mark.parametrize(
    ("answer", "key", "where"),
    [
        ("red", "answer.form", "to"),
        ([], "answer.form", "to"),
        ({}, "answer.missing", "to.colour"),
        ({"colour": "red", "size": 1}, "answer.field", "to.size"),
        ({"colour": "green"}, "answer.option", "to.colour"),
        ({"colour": "red", "number": 10}, "answer.number", "to.number"),
        ({"colour": "red", "marbles": ["green"]}, "answer.option", "to.marbles[0]"),
    ],
)
def test_a_form_is_refused_by_the_field(answer: Any, key: str, where: str) -> None:
    with pytest.raises(Refused) as refused:
        check(FORM, answer, "to")
    assert (refused.value.message.key, refused.value.where) == (key, where)


def test_a_form_inside_a_form_is_checked_too() -> None:
    outer = Form(about="?", fields=(Field("inner", FORM),))
    assert check(outer, {"inner": {"colour": "red"}}) == {"inner": {"colour": "red", "number": 2, "marbles": []}}
    with pytest.raises(Refused) as refused:
        check(outer, {"inner": {"colour": "red", "number": -1}}, "to")
    assert refused.value.where == "to.inner.number"


def test_a_stand_in_may_leave_out_what_is_known_as_a_person_may() -> None:
    for table in (Table(Chance(0), [{"colour": "red"}]), Table(Chance(0), stand_in=lambda _: {"colour": "red"})):
        assert table.ask(FORM) == {"colour": "red", "number": 2, "marbles": []}


def test_what_was_told_last_is_offered_to_a_person_and_filled_in_for_a_stand_in_who_leaves_it_out() -> None:
    bare = Form(about="?", fields=(Field("number", Count(about="?", low=0, high=9)),))
    offering = Form(about="?", fields=(Field("number", Count(about="?", low=0, high=9, default=7)),))
    with pytest.raises(Unanswered) as unanswered:
        Table(Chance(0)).ask(bare, lambda: offering)
    assert unanswered.value.question == offering
    assert Table(Chance(0), [{}]).ask(bare, lambda: offering) == {"number": 7}
    seen: list[AnyQuestion] = []

    def stand_in(question: AnyQuestion) -> Answer:
        seen.append(question)
        return {} if len(seen) == 1 else {"number": 3}

    table = Table(Chance(0), stand_in=stand_in)
    assert table.ask(bare, lambda: offering) == {"number": 7}
    assert table.ask(bare, lambda: pytest.fail("it must not be built")) == {"number": 3}
    assert seen == [bare, bare]


def test_rules_may_work_on_with_an_answer_without_changing_what_was_said() -> None:
    said: list[Any] = [["red"], {"colour": "red", "marbles": []}]
    table = Table(Chance(0), said)
    table.ask(MARBLES).append("white")
    table.ask(FORM)["number"] = 9
    assert said == [["red"], {"colour": "red", "marbles": []}]


def test_words_are_a_text_of_no_more_than_so_many_letters() -> None:
    line = Words(about="?", most=5)
    assert check(line, "Wörd") == "Wörd"
    for wrong, key in (("Wörter", "answer.letters"), (5, "answer.words"), (["a"], "answer.words")):
        with pytest.raises(Refused) as refused:
            check(line, wrong)
        assert refused.value.message.key == key


def test_a_form_goes_to_json_and_back() -> None:
    plain = msgspec.to_builtins(FORM)
    assert [(field["name"], field["question"]["kind"]) for field in plain["fields"]] == [
        ("colour", "pick"),
        ("number", "count"),
        ("marbles", "several"),
    ]
    assert msgspec.convert(plain, Form) == FORM


# ------------------------------------------------------------------------------------------------------------ families


class Went(Event, frozen=True, tag="went"):
    piece: str
    from_: Annotated[str, of("place")] = msgspec.field(name="from")
    over: list[Annotated[str, of("place")]]
    to: Annotated[str, of("place")] | None = None


def test_fields_of_an_event_say_which_terms_they_are() -> None:
    assert get_families(Went) == {"from": "place", "over": "place", "to": "place"}
    assert Went("mech", "N1", ["N2"]).params() == {
        "piece": "mech",
        "from": term("place", "N1"),
        "over": term("place", ["N2"]),
        "to": term("place", None),
    }
