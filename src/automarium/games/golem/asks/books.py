"""The oracle's questions about books and upgrades."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

from automarium.games.golem.books import choose_book
from automarium.games.golem.decisions import Alternative, choose_side, choose_upgrade_type
from automarium.games.golem.oracle import (
    Facts,
    Golems,
    Level,
    Number,
    Order,
    Rulings,
    Students,
    Whole,
    golems_of,
    nothing,
    order_of,
    verdict,
)
from automarium.games.golem.position import (
    ARTIFACTS,
    COLUMN_LIMIT,
    COLUMNS,
    DISPLAY,
    GOLEMS,
    STARTING_GOLEMS,
    UPGRADES,
    Area,
    BookColour,
    Criterion,
)
from automarium.games.golem.upgrades import Tile, choose_upgrade
from automarium.kernel.choice import Notes
from automarium.kernel.room import Verdict
from automarium.kernel.saying import refuse, saying

Shelf: TypeAlias = Annotated[list[BookColour], msgspec.Meta(max_length=COLUMN_LIMIT)]


class BookFacts(Facts, frozen=True):
    numbers: list[Number]
    display: Annotated[list[BookColour | None], msgspec.Meta(min_length=DISPLAY, max_length=DISPLAY)]
    columns: Annotated[list[Shelf], msgspec.Meta(min_length=COLUMNS, max_length=COLUMNS)]
    students: Students


def book(facts: BookFacts, rulings: Rulings) -> Verdict:
    notes: Notes = []
    found = choose_book(facts.numbers, facts.display, facts.columns, facts.students.at(), rulings, notes)
    if found is None:
        return nothing(notes)
    colour = facts.display[found.position - 1]
    said = saying("book", number=found.position, book=colour, column=found.column)
    # The column is asked for behind the book: the trace ends with the book itself.
    return verdict({"position": found.position, "column": found.column}, [*notes[1:], notes[0]], said)


class Counts(Facts, frozen=True):
    golem: Annotated[int, msgspec.Meta(ge=0, le=UPGRADES)]
    artifact: Annotated[int, msgspec.Meta(ge=0, le=UPGRADES)]
    study: Annotated[int, msgspec.Meta(ge=0, le=UPGRADES)]


class UpgradeTypeFacts(Facts, frozen=True):
    created: Annotated[int, msgspec.Meta(ge=0, le=GOLEMS - STARTING_GOLEMS)]
    columns: Annotated[int, msgspec.Meta(ge=0, le=COLUMNS)]
    artifacts: Annotated[int, msgspec.Meta(ge=0, le=ARTIFACTS)]
    left: Counts
    order: Order


def upgrade_type(facts: UpgradeTypeFacts, _: Rulings) -> Verdict:
    notes: Notes = []
    left: dict[Area, int] = {"golem": facts.left.golem, "artifact": facts.left.artifact, "study": facts.left.study}
    counts: dict[Area, int] = {"golem": facts.created, "artifact": facts.artifacts, "study": facts.columns}
    area = choose_upgrade_type(counts, left, order_of(facts.order), notes)
    if area is None:
        return nothing(notes)
    return verdict(area, notes, saying(f"oracle.upgrade-type.{area}"))


class GolemUpgrade(Facts, frozen=True):
    id: str
    cost: Whole
    part: Literal["leg", "torso", "other"]
    menorahs: Whole

    def tile(self) -> Tile:
        return Tile(self.id, self.cost, self.part, self.menorahs)


class StudyUpgrade(Facts, frozen=True):
    id: str
    cost: Whole
    place: Literal["column-1", "column-2", "column-3", "column-4", "track", "other"]
    menorahs: Whole

    def tile(self) -> Tile:
        return Tile(self.id, self.cost, self.place, self.menorahs)


class ArtifactUpgrade(Facts, frozen=True):
    id: str
    level: Annotated[int, msgspec.Meta(ge=1)]
    side: Literal["left", "right"]
    menorahs: Whole

    def tile(self) -> Tile:
        return Tile(self.id, 0, self.side, self.menorahs, self.level)


class _UpgradeFacts(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    round: Level


class GolemUpgrades(_UpgradeFacts, frozen=True, tag="golem"):
    open: list[GolemUpgrade]


class StudyUpgrades(_UpgradeFacts, frozen=True, tag="study"):
    open: list[StudyUpgrade]


class ArtifactUpgrades(_UpgradeFacts, frozen=True, tag="artifact"):
    open: list[ArtifactUpgrade]


UpgradeFacts = GolemUpgrades | StudyUpgrades | ArtifactUpgrades


def upgrade(facts: UpgradeFacts, _: Rulings) -> Verdict:
    notes: Notes = []
    area: Area = (
        "golem" if isinstance(facts, GolemUpgrades) else "study" if isinstance(facts, StudyUpgrades) else "artifact"
    )
    ids = [one.id for one in facts.open]
    for index, id_ in enumerate(ids):
        if id_ in ids[:index]:
            raise refuse("facts.id-twice", f"facts.open[{index}].id", given=id_)
    found = choose_upgrade(area, facts.round, [one.tile() for one in facts.open], notes)
    if found is None:
        return nothing(notes)
    return verdict(found.id, notes, saying("oracle.upgrade", id=found.id))


class SideFact(Facts, frozen=True):
    possible: bool
    kills: bool


class SlashFacts(Facts, frozen=True):
    column: list[Criterion]
    golems: Golems
    left: SideFact
    right: SideFact


def slash(facts: SlashFacts, rulings: Rulings) -> Verdict:
    notes: Notes = []
    left, right = (Alternative(one.possible, one.kills) for one in (facts.left, facts.right))
    side = choose_side(facts.column, golems_of(facts.golems), left, right, rulings, notes)
    return nothing(notes) if side is None else verdict(side, notes, saying(f"oracle.slash.{side}"))
