"""Decisions about golems and students: which one steps, works, dies or moves on, and where a golem is created."""

from __future__ import annotations

from typing import get_args

from automarium.engine.choice.trace import Notes
from automarium.engine.content.pack import Pack
from automarium.engine.message import Message, message, term
from automarium.engine.play.decision import Facts, Verdict
from automarium.engine.play.desk import Table
from automarium.engine.question import Count, Field, Pick
from automarium.games.golem.decisions.shared import (
    GolemFact,
    GolemsFacts,
    Order,
    Students,
    Whole,
    ask_form,
    build_order_field,
    build_section_fields,
    make_empty_verdict,
    make_golems,
    make_reported_golems,
    make_verdict,
    parse_order,
)
from automarium.games.golem.events import GolemMoves
from automarium.games.golem.position import DISTRICTS, GOLEMS, MOST_MARBLES, SECTIONS
from automarium.games.golem.rules.golems import choose_district, choose_victim
from automarium.games.golem.rules.movement import Direction, choose_step
from automarium.games.golem.rules.students import StudentWay, choose_student
from automarium.games.golem.rules.work import WORK_PRICES, choose_worker, count_workers
from automarium.games.golem.rulings import Rulings

# ---------------------------------------------------------------------------------------------------------------- step


class StepFacts(GolemsFacts, frozen=True):
    direction: Direction


def step(facts: StepFacts, rulings: Rulings, table: Table) -> Verdict:
    notes: Notes = []
    found = choose_step(make_golems(facts.golems), parse_order(facts.order), facts.direction, rulings, notes)
    if found is None:
        return make_empty_verdict(notes)
    golem, to = found.golem, found.to
    key = GolemMoves(golem.district, golem.section, to, golem.lying).key()
    ends = {"from": term("roman", golem.section), "to": term("roman", to)}
    said = Message(key, {"district": term("district", golem.district), **ends})
    return make_verdict({"district": golem.district, "from": golem.section, "to": to}, notes, said)


def ask_step(table: Table, pack: Pack, rulings: Rulings) -> StepFacts:
    answers = ask_form(
        table,
        "ask.step",
        Field("direction", Pick(about="just.direction", options=get_args(Direction), family="direction")),
        *build_section_fields("just.golems.standing", "-standing"),
        *build_section_fields("just.golems.lying", "-lying"),
        build_order_field(),
    )
    there = make_reported_golems(answers, "-standing") + make_reported_golems(answers, "-lying", lying=True)
    return StepFacts(there, answers["order"], answers["direction"])


# ---------------------------------------------------------------------------------------------------------------- work


class WorkFacts(GolemsFacts, frozen=True):
    strength: Whole


def work(facts: WorkFacts, rulings: Rulings, table: Table) -> Verdict:
    notes: Notes = []
    golems, order = make_golems(facts.golems), parse_order(facts.order)
    number = count_workers(sum(1 for golem in golems if not golem.lying), facts.strength, notes=notes)
    if not number:
        choose_worker(golems, order, notes)
        return make_empty_verdict(notes)
    chosen = []
    for _ in range(number):
        golem = choose_worker(golems, order, notes)
        assert golem is not None
        golems.remove(golem)
        chosen.append({"district": golem.district, "section": golem.section})
    paid = WORK_PRICES[number] - facts.strength
    if rulings.a08 == "no-surplus":
        paid = max(paid, 0)
    return make_verdict({"golems": chosen, "paid": paid}, notes, message("work", count=number, strength=facts.strength))


def ask_work(table: Table, pack: Pack, rulings: Rulings) -> WorkFacts:
    strength = Field("strength", Count(about="just.strength", low=1, high=MOST_MARBLES))
    answers = ask_form(table, "ask.work", strength, *build_section_fields("just.golems.standing"), build_order_field())
    return WorkFacts(make_reported_golems(answers), answers["order"], answers["strength"])


# ----------------------------------------------------------------------------------------------------- create and kill


def create(facts: GolemsFacts, rulings: Rulings, table: Table) -> Verdict:
    notes: Notes = []
    district = choose_district(make_golems(facts.golems), parse_order(facts.order), notes)
    return make_verdict(district, notes, message("oracle.create", district=term("district", district)))


def ask_create(table: Table, pack: Pack, rulings: Rulings) -> GolemsFacts:
    many = [
        Field(district, Count(about="just.many", params={"district": term("district", district)}, low=0, high=GOLEMS))
        for district in DISTRICTS
    ]
    answers = ask_form(table, "ask.create", *many, build_order_field())
    there = [GolemFact(district, 1, lying=False) for district in DISTRICTS for _ in range(answers[district])]
    return GolemsFacts(there, answers["order"])


def kill(facts: GolemsFacts, rulings: Rulings, table: Table) -> Verdict:
    notes: Notes = []
    victim = choose_victim(make_golems(facts.golems), parse_order(facts.order), notes)
    if victim is None:
        return make_empty_verdict(notes)
    said = message("kill", district=term("district", victim.district), section=term("roman", victim.section))
    return make_verdict({"district": victim.district, "section": victim.section}, notes, said)


def ask_kill(table: Table, pack: Pack, rulings: Rulings) -> GolemsFacts:
    answers = ask_form(table, "ask.kill", *build_section_fields("just.golems"), build_order_field())
    return GolemsFacts(make_reported_golems(answers), answers["order"])


# ------------------------------------------------------------------------------------------------------------ students


class StudentFacts(Facts, frozen=True):
    students: Students
    order: Order
    direction: StudentWay


def student(facts: StudentFacts, rulings: Rulings, table: Table) -> Verdict:
    notes: Notes = []
    district = choose_student(facts.students.at(), parse_order(facts.order), facts.direction, notes)
    if district is None:
        return make_empty_verdict(notes)
    return make_verdict(
        district, notes, message(f"oracle.student.{facts.direction}", district=term("district", district))
    )


def ask_student(table: Table, pack: Pack, rulings: Rulings) -> StudentFacts:
    there = [
        Field(
            district,
            Count(about="just.student", params={"district": term("district", district)}, low=1, high=SECTIONS),
        )
        for district in DISTRICTS
    ]
    way = Field("direction", Pick(about="just.student-way", options=get_args(StudentWay), family="direction"))
    answers = ask_form(table, "ask.student", way, *there, build_order_field())
    students = Students(*(answers[district] for district in DISTRICTS))
    return StudentFacts(students, answers["order"], answers["direction"])
