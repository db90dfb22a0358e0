"""Decisions about upgrades: of which type, and which one of a type."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, TypeAlias

import msgspec

from automarium.engine.choice.trace import Notes
from automarium.engine.content.pack import HOLE, Pack
from automarium.engine.message import message, refuse, term
from automarium.engine.play.command import Given
from automarium.engine.play.decision import Facts, Verdict, asks, build_fields
from automarium.engine.play.desk import Table
from automarium.engine.question import Field, Pick, Several
from automarium.games.golem.decisions.shared import (
    Order,
    Round,
    Whole,
    ask_form,
    build_order_field,
    make_empty_verdict,
    make_verdict,
    parse_order,
)
from automarium.games.golem.fact_questions import UpgradePart, UpgradePlace, build_question
from automarium.games.golem.position import (
    AREAS,
    ARTIFACTS,
    COLUMNS,
    GOLEMS,
    LARGE,
    ROUNDS,
    STARTING_GOLEMS,
    UPGRADES,
    Area,
    Side,
    name_cell,
)
from automarium.games.golem.rules.upgrades import (
    ABOVE_ALL,
    PLAIN,
    SIDES,
    Tile,
    choose_upgrade,
    choose_upgrade_type,
)
from automarium.games.golem.rulings import Rulings

# ----------------------------------------------------------------------------------------------------------- the type


class Counts(Facts, frozen=True):
    golem: Annotated[int, asks("just.left.golem", low=0, high=UPGRADES)]
    artifact: Annotated[int, asks("just.left.artifact", low=0, high=UPGRADES)]
    study: Annotated[int, asks("just.left.study", low=0, high=UPGRADES)]


class UpgradeTypeFacts(Facts, frozen=True):
    created: Annotated[int, asks("just.created", low=0, high=GOLEMS - STARTING_GOLEMS)]
    columns: Annotated[int, asks("just.columns", low=0, high=COLUMNS)]
    artifacts: Annotated[int, asks("just.artifacts", low=0, high=ARTIFACTS)]
    left: Counts
    order: Order


def upgrade_type(facts: UpgradeTypeFacts, rulings: Rulings, table: Table) -> Verdict:
    notes: Notes = []
    left: dict[Area, int] = {"golem": facts.left.golem, "artifact": facts.left.artifact, "study": facts.left.study}
    counts: dict[Area, int] = {"golem": facts.created, "artifact": facts.artifacts, "study": facts.columns}
    area = choose_upgrade_type(counts, left, parse_order(facts.order), notes)
    if area is None:
        return make_empty_verdict(notes)
    return make_verdict(area, notes, message(f"oracle.upgrade-type.{area}"))


def ask_upgrade_type(table: Table, pack: Pack, rulings: Rulings) -> UpgradeTypeFacts:
    made, left_over = build_fields(UpgradeTypeFacts, "created", "columns", "artifacts"), build_fields(Counts, *AREAS)
    answers = ask_form(table, "ask.upgrade-type", *made, *left_over, build_order_field())
    left = Counts(answers["golem"], answers["artifact"], answers["study"])
    return UpgradeTypeFacts(answers["created"], answers["columns"], answers["artifacts"], left, answers["order"])


# ------------------------------------------------------------------------------------------------------- one of a type


class GolemUpgrade(Facts, frozen=True):
    id: str
    cost: Whole
    part: UpgradePart
    menorahs: Whole

    def tile(self) -> Tile:
        return Tile(self.id, self.cost, self.part, self.menorahs)


class StudyUpgrade(Facts, frozen=True):
    id: str
    cost: Whole
    place: UpgradePlace
    menorahs: Whole

    def tile(self) -> Tile:
        return Tile(self.id, self.cost, self.place, self.menorahs)


class ArtifactUpgrade(Facts, frozen=True):
    id: str
    level: Annotated[int, msgspec.Meta(ge=1)]
    side: Side
    menorahs: Whole

    def tile(self) -> Tile:
        return Tile(self.id, 0, self.side, self.menorahs, self.level)


class _OfType(Facts, frozen=True, tag_field="type"):
    area: ClassVar[Area]
    round: Round


class GolemUpgrades(_OfType, frozen=True, tag="golem"):
    area = "golem"
    open: list[GolemUpgrade]


class StudyUpgrades(_OfType, frozen=True, tag="study"):
    area = "study"
    open: list[StudyUpgrade]


class ArtifactUpgrades(_OfType, frozen=True, tag="artifact"):
    area = "artifact"
    open: list[ArtifactUpgrade]


UpgradeFacts: TypeAlias = GolemUpgrades | StudyUpgrades | ArtifactUpgrades
UPGRADE_FACTS: Any = UpgradeFacts  # one of three kinds of facts, told apart by their type


def upgrade(facts: UpgradeFacts, rulings: Rulings, table: Table) -> Verdict:
    notes: Notes = []
    ids = [one.id for one in facts.open]
    for index, id_ in enumerate(ids):
        if id_ in ids[:index]:
            raise refuse("facts.id-twice", f"facts.open[{index}].id", given=id_)
    found = choose_upgrade(facts.area, facts.round, [one.tile() for one in facts.open], rulings, notes)
    if found is None:
        return make_empty_verdict(notes)
    return make_verdict(found.id, notes, message("oracle.upgrade", id=term("upgrade", found.id)))


def ask_upgrade(table: Table, pack: Pack, rulings: Rulings) -> UpgradeFacts:
    """Ask for the type and the round, for what is not made yet, and for its facts that are not known."""
    first = ask_form(
        table,
        "ask.upgrade",
        Field("type", Pick(about="just.type", options=AREAS, family="area")),
        Field("round", Pick(about="just.round", options=tuple(range(1, ROUNDS + 1)), family="roman")),
    )
    match first["type"]:
        case "artifact":
            return ArtifactUpgrades(first["round"], _open_cells(table))
        case "golem":
            golem = _open_tiles(table, pack, "golem_upgrade", "part")
            return GolemUpgrades(first["round"], [GolemUpgrade(*one) for one in golem])
        case _:
            study = _open_tiles(table, pack, "study_upgrade", "place")
            return StudyUpgrades(first["round"], [StudyUpgrade(*one) for one in study])


def _open_cells(table: Table) -> list[ArtifactUpgrade]:
    cells: dict[str, tuple[int, Side]] = {
        name_cell(side, at): (at, side) for at in range(1, ARTIFACTS + 1) for side in SIDES
    }
    options = (*cells, LARGE)
    found = []
    for name in _open(table, options, "cell-name"):
        level, side = cells.get(name, (ABOVE_ALL, "right"))
        found.append(ArtifactUpgrade(name, level, side, PLAIN if name == LARGE else 1))
    return found


def _open(table: Table, options: tuple[str, ...], family: str) -> list[str]:
    once = dict.fromkeys(options, 1)
    asked = Several(
        about="just.open", options=options, most=len(options), limits=once, family=family, default=list(options)
    )
    open_: list[str] = table.ask(asked)
    return open_


def _open_tiles(table: Table, pack: Pack, section: str, place: str) -> list[list[Any]]:
    """Return id, cost, place and menorahs of each upgrade that is not made; unknown facts are asked on one screen."""
    tiles: dict[str, Given] = pack.printed[section]
    open_ = _open(table, tuple(tiles), "upgrade")
    names = ("cost", place, "menorahs")
    unknown = [(id_, name) for id_ in open_ for name in names if tiles[id_][name] == HOLE]
    answers = ask_form(table, "form.open", *(_unknown(section, id_, name) for id_, name in unknown)) if unknown else {}
    return [[id_, *(answers.get(f"{id_}-{name}", tiles[id_][name]) for name in names)] for id_ in open_]


def _unknown(section: str, id_: str, name: str) -> Field:
    """Return the question for a fact with its usual value as default; the answer is not kept."""
    asked = msgspec.structs.replace(build_question(f"{section}.{id_}.{name}"), hole=None, default=USUAL.get(name))
    return Field(f"{id_}-{name}", asked)


USUAL = {"part": "other", "place": "other", "menorahs": 1}
