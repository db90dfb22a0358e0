"""Decisions asked alone: a program gives all facts, a person is asked only for those that are used."""

from __future__ import annotations

from typing import Annotated, Any, Literal, get_type_hints

import msgspec
import pytest

from automarium.engine.content.pack import Pack
from automarium.engine.message import Refused
from automarium.engine.play.chance import Chance
from automarium.engine.play.decision import (
    AnyDecision,
    Decision,
    Facts,
    Verdict,
    asks,
    build_fields,
    build_question,
    make_form,
)
from automarium.engine.play.desk import Table, Unanswered
from automarium.engine.question import Count, Field, Form, Pick, Series, Several
from automarium.engine.validation import convert

Colour = Literal["red", "blue"]


class Spot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    row: Annotated[int, asks("ask.row", low=1, high=7)]


class Meal(Facts, frozen=True):
    hungry: Annotated[bool, asks("ask.hungry")]
    plates: Annotated[int, asks("ask.plates", low=0, high=4, default=1)]
    colour: Annotated[Colour | Literal["none"], asks("ask.colour", family="colour")]
    guests: Annotated[list[int], asks("ask.guests", low=1, high=9, most=3)]
    dishes: Annotated[list[Colour], asks("ask.dishes", most=2, family="colour", default=[])]
    spot: Spot


class Pay(Facts, frozen=True):
    coins: Annotated[int, asks("ask.coins", low=0, high=9, default=0)]
    honest: Annotated[bool, asks("ask.honest", default="yes")]


NO_PACK = Pack({}, {})


def question(name: str) -> Any:
    return build_question(get_type_hints(Meal, include_extras=True)[name])


def test_a_fields_type_and_its_words_make_its_question() -> None:
    assert question("hungry") == Pick(about="ask.hungry", options=("no", "yes"), family="answer", default="no")
    assert question("plates") == Count(about="ask.plates", low=0, high=4, default=1)
    assert question("colour") == Pick(about="ask.colour", options=("red", "blue", "none"), family="colour")
    assert question("guests") == Series(about="ask.guests", low=1, high=9, most=3)
    assert question("dishes") == Several(
        about="ask.dishes", options=("red", "blue"), most=2, family="colour", default=[]
    )


class Bill(Facts, frozen=True):
    sum: Annotated[int, asks("ask.sum", low=0, up_to=99)]
    dishes: Annotated[list[Colour], asks("ask.dishes", most=2, default=[])]
    tip: Annotated[int, asks("ask.tip", low=0, high=9, default=1)] | msgspec.UnsetType = msgspec.UNSET


def test_a_form_takes_the_questions_of_the_facts_it_names() -> None:
    """One that may be left out is asked like any; a number that has no bound in JSON has one in its question."""
    assert build_fields(Bill, "tip", "sum") == [
        Field("tip", Count(about="ask.tip", low=0, high=9, default=1)),
        Field("sum", Count(about="ask.sum", low=0, high=99)),
    ]
    assert convert(Bill, {"sum": 1000, "dishes": []}).sum == 1000
    with pytest.raises(Refused):
        convert(Bill, {"sum": -1, "dishes": []})


def test_a_default_list_is_not_shared() -> None:
    first, second = build_fields(Bill, "dishes", "dishes")
    assert isinstance(first.question.default, list)
    first.question.default.append("red")
    assert second.question.default == []


def test_the_same_bounds_hold_for_json() -> None:
    good: dict[str, Any] = {
        "hungry": True,
        "plates": 4,
        "colour": "none",
        "guests": [1, 9],
        "dishes": ["red"],
        "spot": {"row": 7},
    }
    assert convert(Meal, good).plates == 4
    wrongs: list[tuple[str, Any, str]] = [
        ("plates", 5, "read.range"),
        ("colour", "green", "read.choice"),
        ("guests", [1, 2, 3, 4], "read.long"),
        ("dishes", ["none"], "read.choice"),
        ("hungry", "yes", "read.kind"),
    ]
    for field, value, key in wrongs:
        with pytest.raises(Refused) as refused:
            convert(Meal, {**good, field: value})
        assert refused.value.message.key == key


def settle_meal(facts: Meal, rulings: Any, table: Table) -> Verdict:
    """Use the plates only if there is hunger, and twice; the row only of a red table."""
    if not facts.hungry:
        return Verdict("nothing", (), ())
    if facts.plates + facts.plates == 0:
        return Verdict("wash", (), ())
    return Verdict(facts.spot.row if facts.colour == "red" else facts.colour, (), ())


MEAL = Decision(Meal, settle_meal)


def asked_in(ask: AnyDecision, answers: list[Any]) -> tuple[Any, int]:
    """Return the verdict and how many answers it took."""
    given = iter(answers)
    verdict = ask.ask_person(Table(Chance(0), given), NO_PACK, None)
    return verdict.answer, len(answers) - len(list(given))


def test_a_person_is_asked_only_what_the_decision_looks_at_and_once() -> None:
    assert asked_in(MEAL, ["no", 9, 9]) == ("nothing", 1)
    assert asked_in(MEAL, ["yes", 0, 9]) == ("wash", 2)
    assert asked_in(MEAL, ["yes", 2, "blue", 9]) == ("blue", 3)
    assert asked_in(MEAL, ["yes", 2, "red", 5]) == (5, 4), "a struct inside is asked field by field"
    with pytest.raises(Unanswered) as unanswered:
        asked_in(MEAL, ["yes", 2])
    assert unanswered.value.question.about == "ask.colour"


def test_a_person_and_a_program_get_the_same() -> None:
    facts = Meal(hungry=True, plates=2, colour="red", guests=[], dishes=[], spot=Spot(5))
    assert settle_meal(facts, None, Table(Chance(0))).answer == asked_in(MEAL, ["yes", 2, "red", 5])[0]


def settle_pay(facts: Pay, rulings: Any, table: Table) -> Verdict:
    assert facts.honest in (True, False)
    return Verdict(facts.coins * (2 if facts.honest else 1), (), ())


def test_all_facts_on_one_screen() -> None:
    ask = Decision(Pay, settle_pay, make_form(Pay, "ask.pay"))
    with pytest.raises(Unanswered) as unanswered:
        asked_in(ask, [])
    form = unanswered.value.question
    assert isinstance(form, Form)
    assert (form.about, [field.name for field in form.fields]) == ("ask.pay", ["coins", "honest"])
    assert asked_in(ask, [{"coins": 3, "honest": "no"}]) == (3, 1)
    assert asked_in(ask, [{"coins": 3}]) == (6, 1), "what is left out is as by default"
    assert asked_in(ask, [{}]) == (0, 1)
    with pytest.raises(Refused):
        asked_in(ask, [{"coins": 10}])


def test_forms_of_its_own_may_settle_it_without_facts() -> None:
    def forms(table: Table, pack: Pack, rulings: Any) -> Pay | Verdict:
        coins = table.ask(Count(about="ask.coins", low=0, high=9))
        return Verdict("broke", (), ()) if coins == 0 else Pay(coins, True)

    ask = Decision(Pay, settle_pay, forms)
    assert asked_in(ask, [0]) == ("broke", 1)
    assert asked_in(ask, [4]) == (8, 1)
