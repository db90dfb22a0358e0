"""Asks about golems and students: who steps, works, dies or moves on, and where a golem is created."""

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
    fill,
    golems_of,
    golems_told,
    nothing,
    order,
    order_of,
    sections,
    verdict,
)
from automarium.games.golem.events import GolemMoves
from automarium.games.golem.position import DISTRICTS, GOLEMS, MOST_MARBLES, SECTIONS
from automarium.games.golem.rules.golems import choose_district, choose_victim
from automarium.games.golem.rules.movement import Direction, choose_step
from automarium.games.golem.rules.students import StudentWay, choose_student
from automarium.games.golem.rules.work import WORK_PRICES, choose_worker, golems_to_pay_for
from automarium.games.golem.rulings import Rulings

# ---------------------------------------------------------------------------------------------------------------- step


class StepFacts(GolemsFacts, frozen=True):
    direction: Direction


def step(facts: StepFacts, rulings: Rulings, table: Table) -> Verdict:
    notes: Notes = []
    found = choose_step(golems_of(facts.golems), order_of(facts.order), facts.direction, rulings, notes)
    if found is None:
        return nothing(notes)
    golem, to = found.golem, found.to
    key = GolemMoves(golem.district, golem.section, to, golem.lying).key()
    ends = {"from": term("roman", golem.section), "to": term("roman", to)}
    said = Message(key, {"district": term("district", golem.district), **ends})
    return verdict({"district": golem.district, "from": golem.section, "to": to}, notes, said)


def ask_step(table: Table, pack: Pack, rulings: Rulings) -> StepFacts:
    told = fill(
        table,
        "ask.step",
        Field("direction", Pick(about="just.direction", options=get_args(Direction), family="direction")),
        *sections("just.golems.standing", "-standing"),
        *sections("just.golems.lying", "-lying"),
        order(),
    )
    there = golems_told(told, "-standing") + golems_told(told, "-lying", lying=True)
    return StepFacts(there, told["order"], told["direction"])


# ---------------------------------------------------------------------------------------------------------------- work


class WorkFacts(GolemsFacts, frozen=True):
    strength: Whole


def work(facts: WorkFacts, rulings: Rulings, table: Table) -> Verdict:
    notes: Notes = []
    golems, order = golems_of(facts.golems), order_of(facts.order)
    number = golems_to_pay_for(sum(1 for golem in golems if not golem.lying), facts.strength, notes=notes)
    if not number:
        choose_worker(golems, order, notes)
        return nothing(notes)
    chosen = []
    for _ in range(number):
        golem = choose_worker(golems, order, notes)
        assert golem is not None
        golems.remove(golem)
        chosen.append({"district": golem.district, "section": golem.section})
    paid = WORK_PRICES[number] - facts.strength
    if rulings.a08 == "no-surplus":
        paid = max(paid, 0)
    return verdict({"golems": chosen, "paid": paid}, notes, message("work", count=number, strength=facts.strength))


def ask_work(table: Table, pack: Pack, rulings: Rulings) -> WorkFacts:
    strength = Field("strength", Count(about="just.strength", low=1, high=MOST_MARBLES))
    told = fill(table, "ask.work", strength, *sections("just.golems.standing"), order())
    return WorkFacts(golems_told(told), told["order"], told["strength"])


# ----------------------------------------------------------------------------------------------------- create and kill


def create(facts: GolemsFacts, rulings: Rulings, table: Table) -> Verdict:
    notes: Notes = []
    district = choose_district(golems_of(facts.golems), order_of(facts.order), notes)
    return verdict(district, notes, message("oracle.create", district=term("district", district)))


def ask_create(table: Table, pack: Pack, rulings: Rulings) -> GolemsFacts:
    many = [
        Field(district, Count(about="just.many", params={"district": term("district", district)}, low=0, high=GOLEMS))
        for district in DISTRICTS
    ]
    told = fill(table, "ask.create", *many, order())
    there = [GolemFact(district, 1, lying=False) for district in DISTRICTS for _ in range(told[district])]
    return GolemsFacts(there, told["order"])


def kill(facts: GolemsFacts, rulings: Rulings, table: Table) -> Verdict:
    notes: Notes = []
    victim = choose_victim(golems_of(facts.golems), order_of(facts.order), notes)
    if victim is None:
        return nothing(notes)
    said = message("kill", district=term("district", victim.district), section=term("roman", victim.section))
    return verdict({"district": victim.district, "section": victim.section}, notes, said)


def ask_kill(table: Table, pack: Pack, rulings: Rulings) -> GolemsFacts:
    told = fill(table, "ask.kill", *sections("just.golems"), order())
    return GolemsFacts(golems_told(told), told["order"])


# ------------------------------------------------------------------------------------------------------------ students


class StudentFacts(Facts, frozen=True):
    students: Students
    order: Order
    direction: StudentWay


def student(facts: StudentFacts, rulings: Rulings, table: Table) -> Verdict:
    notes: Notes = []
    district = choose_student(facts.students.at(), order_of(facts.order), facts.direction, notes)
    if district is None:
        return nothing(notes)
    return verdict(district, notes, message(f"oracle.student.{facts.direction}", district=term("district", district)))


def ask_student(table: Table, pack: Pack, rulings: Rulings) -> StudentFacts:
    there = [
        Field(
            district,
            Count(about="just.student", params={"district": term("district", district)}, low=1, high=SECTIONS),
        )
        for district in DISTRICTS
    ]
    way = Field("direction", Pick(about="just.student-way", options=get_args(StudentWay), family="direction"))
    told = fill(table, "ask.student", way, *there, order())
    students = Students(*(told[district] for district in DISTRICTS))
    return StudentFacts(students, told["order"], told["direction"])
