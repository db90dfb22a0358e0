"""The oracle's sixteen questions, each one decision over the facts given."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

import msgspec

from automarium.games.golem.choices import (
    WORK_PRICES,
    Direction,
    choose_district,
    choose_step,
    choose_student,
    choose_victim,
    choose_worker,
    golems_to_pay_for,
)
from automarium.games.golem.decisions import (
    ActionSpot,
    Edge,
    choose_tile,
    influence,
    mirror_action,
    turn_types,
)
from automarium.games.golem.marbles import Synagogue, choose_marble, performed
from automarium.games.golem.position import (
    ACTION_POSITIONS,
    DISPLAY,
    HIGH,
    LOW,
    ROMAN,
    SECTIONS,
    Colour,
    Criterion,
    District,
    Golem,
    Row,
    TurnType,
)
from automarium.games.golem.resources import moved
from automarium.games.golem.score import level_vp
from automarium.kernel.choice import Notes
from automarium.kernel.room import Verdict
from automarium.kernel.saying import Saying, refuse, saying

Rulings: TypeAlias = dict[str, str]
Section: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=SECTIONS)]
Number: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=DISPLAY)]
Whole: TypeAlias = Annotated[int, msgspec.Meta(ge=0)]
Level: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=4)]


class Facts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Facts of a question; a field that is not known is an error."""


class GolemFact(Facts, frozen=True):
    district: District
    section: Section
    lying: bool


Golems: TypeAlias = list[GolemFact]
Order: TypeAlias = Annotated[list[District], msgspec.Meta(max_length=3)]


def golems_of(facts: Golems) -> list[Golem]:
    return [Golem(one.district, one.section, one.lying) for one in facts]


def order_of(order: list[District]) -> list[District]:
    """All three coloured tiles, each once."""
    if sorted(order) != sorted(("red", "yellow", "blue")):
        raise refuse("facts.order", "facts.order")
    return order


class Students(Facts, frozen=True):
    red: Section
    yellow: Section
    blue: Section

    def at(self) -> dict[District, int]:
        return {"red": self.red, "yellow": self.yellow, "blue": self.blue}


class Pair(Facts, frozen=True):
    left: Colour
    right: Colour


def verdict(answer: Any, notes: Notes, *said: Saying) -> Verdict:
    return Verdict(answer, tuple(notes), said)


def nothing(notes: Notes) -> Verdict:
    return verdict(None, notes, saying("cannot"))


# ---------------------------------------------------------------------------------------------------------- her turn


class CardFact(Facts, frozen=True):
    first: TurnType
    left_half: bool
    right_half: bool


class TurnTypeFacts(Facts, frozen=True):
    cards: Annotated[list[CardFact], msgspec.Meta(min_length=1, max_length=3)]


def turn_type(facts: TurnTypeFacts, rulings: Rulings) -> Verdict:
    notes: Notes = []
    kind = turn_types([Edge(one.first, one.left_half, one.right_half) for one in facts.cards], rulings, notes)[-1]
    return verdict(kind, notes, saying(f"turn.{kind}"))


class MarbleFacts(Facts, frozen=True):
    column: list[Criterion]
    rows: dict[Row, list[Colour]]
    order: Order
    golems: Golems
    character: Pair
    taken: list[Colour]


def marble(facts: MarbleFacts, rulings: Rulings) -> Verdict:
    notes: Notes = []
    golems, order = golems_of(facts.golems), order_of(facts.order)
    standing = sum(1 for golem in golems if not golem.lying)
    pair = facts.character
    synagogue = Synagogue(facts.rows, order, standing, pair.left, pair.right, facts.taken, rulings)
    taken = choose_marble(facts.column, synagogue, notes)
    if taken is None:
        return nothing(notes)
    row, colour = taken.marble.row, taken.marble.colour
    mirrors = row == "mirror" and not taken.works
    mirror_notes: Notes = []
    action = performed(taken, mirror_action(golems, order, mirror_notes) if mirrors else None)
    said = saying("oracle.marble", row=row, marble=colour, action=action)
    return verdict({"row": row, "colour": colour, "performs": action}, [*mirror_notes, *notes], said)


class SpotFact(Facts, frozen=True):
    occupied: bool
    kills: bool


class RabbiFacts(Facts, frozen=True):
    numbers: list[Number]
    tiles: Annotated[list[SpotFact], msgspec.Meta(max_length=ACTION_POSITIONS)]
    golems: Golems


def rabbi(facts: RabbiFacts, rulings: Rulings) -> Verdict:
    notes: Notes = []
    tiles = [ActionSpot(one.occupied, one.kills) for one in facts.tiles]
    spot = choose_tile(facts.numbers, tiles, golems_of(facts.golems), rulings, notes)
    if spot is None:
        return nothing(notes)
    said = saying("rabbi.lowest") if spot == "lowest" else saying("rabbi.tile", number=spot)
    return verdict({"tile": spot}, notes, said)


class MirrorFacts(Facts, frozen=True):
    golems: Golems
    order: Order


def mirror(facts: MirrorFacts, _: Rulings) -> Verdict:
    notes: Notes = []
    action = mirror_action(golems_of(facts.golems), order_of(facts.order), notes)
    return verdict(action, notes, saying("oracle.mirror", action=action))


# ------------------------------------------------------------------------------------------------ golems and students


class StepFacts(Facts, frozen=True):
    golems: Golems
    order: Order
    direction: Direction


def step(facts: StepFacts, rulings: Rulings) -> Verdict:
    notes: Notes = []
    found = choose_step(golems_of(facts.golems), order_of(facts.order), facts.direction, rulings, notes)
    if found is None:
        return nothing(notes)
    golem, to = found
    key = "golem-moves" if to > golem.section else "golem-moves-back"
    said = saying(key, district=golem.district, start=ROMAN[golem.section], end=ROMAN[to])
    return verdict({"district": golem.district, "from": golem.section, "to": to}, notes, said)


class WorkFacts(Facts, frozen=True):
    golems: Golems
    order: Order
    strength: Whole


def work(facts: WorkFacts, rulings: Rulings) -> Verdict:
    notes: Notes = []
    golems, order = golems_of(facts.golems), order_of(facts.order)
    number = golems_to_pay_for(sum(1 for golem in golems if not golem.lying), facts.strength, notes)
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
    if rulings["GOL-A08"] == "no-surplus":
        paid = max(paid, 0)
    return verdict({"golems": chosen, "paid": paid}, notes, saying("work", count=number, strength=facts.strength))


class GolemsFacts(Facts, frozen=True):
    golems: Golems
    order: Order


def create(facts: GolemsFacts, _: Rulings) -> Verdict:
    notes: Notes = []
    district = choose_district(golems_of(facts.golems), order_of(facts.order), notes)
    return verdict(district, notes, saying("oracle.create", district=district))


def kill(facts: GolemsFacts, _: Rulings) -> Verdict:
    notes: Notes = []
    victim = choose_victim(golems_of(facts.golems), order_of(facts.order), notes)
    if victim is None:
        return nothing(notes)
    said = saying("kill", district=victim.district, section=ROMAN[victim.section])
    return verdict({"district": victim.district, "section": victim.section}, notes, said)


class StudentFacts(Facts, frozen=True):
    students: Students
    order: Order
    direction: Literal["forward", "backward"]


def student(facts: StudentFacts, _: Rulings) -> Verdict:
    notes: Notes = []
    district = choose_student(facts.students.at(), order_of(facts.order), facts.direction, notes)
    if district is None:
        return nothing(notes)
    return verdict(district, notes, saying(f"oracle.student.{facts.direction}", district=district))


# ------------------------------------------------------------------------------------------------ character and points


class CharacterFacts(Facts, frozen=True):
    marbles: Annotated[list[Colour], msgspec.Meta(min_length=2, max_length=2)]
    character: Pair
    red_zone: bool


def character(facts: CharacterFacts, _: Rulings) -> Verdict:
    notes: Notes = []
    pair = (facts.character.left, facts.character.right)
    what = influence(facts.marbles, pair, in_red=facts.red_zone, notes=notes)
    return verdict(what, notes, saying(f"influence.{what}"))


class PayFacts(Facts, frozen=True):
    marker: Annotated[int, msgspec.Meta(ge=LOW, le=HIGH)]
    amount: Annotated[int, msgspec.Meta(ge=-100, le=100)]


def pay(facts: PayFacts, rulings: Rulings) -> Verdict:
    marker, vp = moved(facts.marker, facts.amount, rulings)
    return Verdict({"marker": marker, "vp": vp}, (), (saying("oracle.pay", marker=marker, vp=vp),))


class ScoreFacts(Facts, frozen=True):
    level: Level
    marker: Annotated[int, msgspec.Meta(ge=LOW, le=HIGH)]
    goals: Whole = 3


def score(facts: ScoreFacts, _: Rulings) -> Verdict:
    vp = level_vp(facts.level, facts.marker, facts.goals)
    return Verdict(vp, (), (saying("score.total.automa", count=vp),))
