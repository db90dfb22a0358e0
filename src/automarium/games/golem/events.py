"""The events of the Automa, as data."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import field

from automarium.engine.layout import MAT, PieceMove
from automarium.engine.message import Term
from automarium.engine.play.event import Event, of
from automarium.games.golem.effects import split_prices
from automarium.games.golem.position import (
    CEMETERY,
    Action,
    Area,
    Bonus,
    Card,
    Colour,
    District,
    Row,
    TurnType,
    name_place,
)

# Fields by the families of their names.
DistrictName: TypeAlias = Annotated[District, of("district")]
Roman: TypeAlias = Annotated[int, of("roman")]  # sections and rounds
RowName: TypeAlias = Annotated[Row, of("row")]
ActionName: TypeAlias = Annotated[Action, of("action")]
MarbleName: TypeAlias = Annotated[Colour, of("marble")]
Reason: TypeAlias = Annotated[str, of("reason")]
EffectNames: TypeAlias = Annotated[tuple[str, ...], of("effect")]
Track: TypeAlias = Literal["golem", "study"]


class RoundBegins(Event, frozen=True, tag="round"):
    round: Roman


class Refresh(Event, frozen=True, tag="refresh"):
    """Phase 1 as in the base game."""


class CharacterSeen(Event, frozen=True, tag="character"):
    counted = "steps"
    character: Annotated[int, of("character")]
    left: MarbleName
    right: MarbleName
    steps: int


class Steps(Event, frozen=True, tag="steps"):
    """How many steps the Automa's golems make in phase 2: from the golem track, and from the character card."""

    either = ("card", "steps", "steps.track")
    track: int
    card: int

    def params(self) -> dict[str, object]:
        return {**super().params(), "count": self.track + self.card}


class GolemMoves(Event, frozen=True, tag="golem-moves"):
    district: DistrictName
    from_: Roman = field(name="from")
    to: Roman
    lay: bool = False  # so that it rises first

    def key(self) -> str:
        moves = "golem-rises" if self.lay else "golem-moves"
        return moves if self.to > self.from_ else f"{moves}-back"

    def moves(self) -> tuple[PieceMove]:
        return (
            PieceMove("automa", "golem", name_place(self.district, self.from_), name_place(self.district, self.to)),
        )


class NoStep(Event, frozen=True, tag="no-step"):
    """Steps that are not made."""

    counted = "steps"
    steps: int


class Resources(Event, frozen=True, tag="resources"):
    """The marker moves; ``vp`` is what its end of the track gave or cost (GOL-RES-06, GOL-RES-07)."""

    by: int
    marker: int
    vp: int
    reason: Reason

    def key(self) -> str:
        manner = "gain" if self.by >= 0 else "pay"
        return f"resources.{manner}.end" if self.vp else f"resources.{manner}"

    def params(self) -> dict[str, object]:
        return {**super().params(), "count": abs(self.by), "vp": abs(self.vp)}


class Points(Event, frozen=True, tag="points"):
    """VP and their reason in the ledger."""

    vp: int
    total: int
    reason: Reason

    def key(self) -> str:
        return "points.gain" if self.vp >= 0 else "points.lose"

    def params(self) -> dict[str, object]:
        return {**super().params(), "count": abs(self.vp)}


class Reveal(Event, frozen=True, tag="reveal"):
    turns_on = "card"
    card: Card
    number: int  # of the round

    def params(self) -> dict[str, object]:
        return {"card": self.card.id, "number": self.number}


class BonusTaken(Event, frozen=True, tag="bonus"):
    either = ("due", "bonus.due", "bonus.level")
    bonus: Annotated[Bonus, of("bonus")]
    level: int
    due: bool


class BonusFails(Event, frozen=True, tag="bonus-fails"):
    """The bonus for few golems, and there are too many."""

    counted = "golems"
    golems: int


class TurnKind(Event, frozen=True, tag="turn"):
    worded = "kind"
    kind: TurnType


class TakeMarble(Event, frozen=True, tag="marble"):
    counted = "strength"
    row: RowName
    colour: MarbleName
    action: ActionName
    strength: int

    def key(self) -> str:
        return "marble.mirror" if self.row == "mirror" else "marble"


class StudentMoves(Event, frozen=True, tag="student"):
    either = ("back", "student.back", "student.forward")
    district: DistrictName
    to: Roman
    back: bool = False


class Menorah(Event, frozen=True, tag="menorah"):
    """The Automa's student was the first in section VIII."""

    district: DistrictName


class PlaceRabbi(Event, frozen=True, tag="rabbi"):
    tile: int | str

    def key(self) -> str:
        return "rabbi.lowest" if self.tile == "lowest" else "rabbi.tile"


class NoTile(Event, frozen=True, tag="rabbi.none"):
    """The grey column names no free tile."""

    remark = True


class TileAction(Event, frozen=True, tag="tile-action"):
    """What the rabbi's tile lets the Automa do."""

    action_tile: Annotated[int, of("action_tile")]


class Works(Event, frozen=True, tag="work"):
    counted = "golems"
    golems: int
    strength: int


class NoWork(Event, frozen=True, tag="no-work"):
    """Work without a golem on the board, or without one that stands."""

    either = ("lying", "no-work.lying", "no-work")
    lying: bool


class Activate(Event, frozen=True, tag="activate"):
    """A golem works: it lies down and its neighbourhood tile is resolved."""

    either = ("lies_down", "activate", "activate.stands")
    district: DistrictName
    section: Roman
    lies_down: bool = True


class Neighbourhood(Event, frozen=True, tag="neighbourhood"):
    district: DistrictName
    section: Roman
    tile: int
    effects: EffectNames = ()

    def key(self) -> str:
        if not self.tile:
            return "neighbourhood.none"
        return "neighbourhood.price" if split_prices(self.effects)[0] else "neighbourhood"

    def params(self) -> dict[str, object]:
        params = super().params()
        if paid := len(split_prices(self.effects)[0]):
            params["price"] = Term("effect", self.effects[:paid])
            params["effects"] = Term("effect", self.effects[paid:])
        return params


class Create(Event, frozen=True, tag="create"):
    counted = "left"
    district: DistrictName
    left: int

    def moves(self) -> tuple[PieceMove]:
        return (PieceMove("automa", "golem", MAT, name_place(self.district, 1)),)


class Kill(Event, frozen=True, tag="kill"):
    district: DistrictName
    section: Roman

    def moves(self) -> tuple[PieceMove]:
        return (PieceMove("automa", "golem", name_place(self.district, self.section), CEMETERY),)


class Bury(Event, frozen=True, tag="bury"):
    either = ("space", "bury", "bury.last")
    space: int


class TrackMoves(Event, frozen=True, tag="track"):
    """The marker of the golem track or of the research track."""

    track: Track
    to: int
    up: bool

    def key(self) -> str:
        return f"track.{self.track}.{'up' if self.up else 'down'}"


UpgradeName: TypeAlias = Annotated[str, of("upgrade")]
BookName: TypeAlias = Annotated[str, of("book")]


class Upgrade(Event, frozen=True, tag="upgrade"):
    worded = "area"
    area: Area
    upgrade: UpgradeName


class NoUpgrade(Event, frozen=True, tag="no-upgrade"):
    """Step 2 of an action, or the upgrade of phase 6, is left out."""

    worded = "why"
    why: Literal["red-zone", "none-left"]


class Gold(Event, frozen=True, tag="gold"):
    """An ingot on the lowest free place."""

    ingots: int


class ArtifactDone(Event, frozen=True, tag="artifact"):
    artifact: int


class ArtifactYields(Event, frozen=True, tag="artifact-yields"):
    either = ("double", "artifact-yields.double", "artifact-yields")
    artifact: int
    effects: EffectNames
    double: bool


class BuyBook(Event, frozen=True, tag="book"):
    place: int
    colour: BookName
    column: int


class NoBook(Event, frozen=True, tag="no-book"):
    """Every number of the blue column is refused."""

    remark = True


class BookBonus(Event, frozen=True, tag="book-bonus"):
    """What a book brings: at once when it is bought, or its active bonus."""

    worded = "kind"
    colour: BookName
    kind: Literal["immediate", "active"]
    effects: EffectNames


class ColumnBonus(Event, frozen=True, tag="column-bonus"):
    """The research upgrade of the column where a book was placed."""

    column: int
    upgrade: UpgradeName


class Goal(Event, frozen=True, tag="goal"):
    counted = "goals"
    goals: int


class Exhausted(Event, frozen=True, tag="exhausted"):
    """A coloured tile goes under the others."""

    worded = "district"
    district: DistrictName


class OnlyResources(Event, frozen=True, tag="only-resources"):
    """A Golem or Artifact action when nothing is left to make."""

    action: ActionName


class Useless(Event, frozen=True, tag="useless"):
    """An effect brought the Automa nothing."""

    worded = "what"
    what: str


class Exchange(Event, frozen=True, tag="exchange"):
    """The Automa cannot pay the price of an exchange in kind."""


class ControlFree(Event, frozen=True, tag="control-free"):
    """No golem control for the Automa this round."""

    remark = True


class TurnOrder(Event, frozen=True, tag="order"):
    """``final``: after the last round, where it only breaks a tie."""

    either = ("final", "order.final", "order")
    place: int
    final: bool = False


class OrderOfRabbis(Event, frozen=True, tag="order.rabbis"):
    """The turn order is as the rabbis show it and need not be reported."""


class Influence(Event, frozen=True, tag="influence"):
    """``ua``: the character's bonus at the price that the Ukrainian rulebook names."""

    worded = "what"
    what: Literal["nothing", "coins", "bonus", "ua"]


class SpaceShown(Event, frozen=True, tag="taken.space"):
    """For the lab: a space of the golem track with the income that it gives."""

    number: int
    income: EffectNames


class IncomeOf(Event, frozen=True, tag="income"):
    """Where the next income comes from."""

    worded = "source"
    source: Literal["students", "study", "golem"]


class Control(Event, frozen=True, tag="control"):
    counted = "cost"
    district: DistrictName
    section: Roman
    cost: int


class Controlled(Event, frozen=True, tag="controlled"):
    """No golem is ahead of its student."""


class CardsAway(Event, frozen=True, tag="cards"):
    """The three cards go under the deck, or all are shuffled."""

    either = ("shuffled", "cards.shuffled", "cards.under")
    shuffled: bool


class Over(Event, frozen=True, tag="over"):
    """Four rounds are played."""

    remark = True
    counted = "vp"
    vp: int


# --------------------------------------------------------------------------------------------------------- the setup


class Column(Event, frozen=True, tag="column"):
    """The coloured strategy tiles from the top."""

    order: tuple[DistrictName, ...]


class HouseUsed(Event, frozen=True, tag="house-used"):
    """The values of the house are used for printed facts that were not entered: for these, or in the whole game."""

    used_for: Annotated[str, of("house-for")]


class StartingGolem(Event, frozen=True, tag="starting-golem"):
    district: DistrictName


class StartingTile(Event, frozen=True, tag="starting-tile"):
    number: int
    effects: EffectNames
