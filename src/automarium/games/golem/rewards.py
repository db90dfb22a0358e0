"""What she makes and gets, the evening of a round and the set-up, as data."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from automarium.games.golem.events import ActionName, DistrictName, EffectNames, Roman
from automarium.games.golem.position import Area
from automarium.kernel.event import Event, of

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
    """An effect brought her nothing."""

    worded = "what"
    what: str


class Exchange(Event, frozen=True, tag="exchange"):
    """She cannot pay the price of an exchange in kind."""


class ControlFree(Event, frozen=True, tag="control-free"):
    """No golem control for her this round."""

    remark = True


class TurnOrder(Event, frozen=True, tag="order"):
    """``final``: after the last round, where it only breaks a tie."""

    either = ("final", "order.final", "order")
    place: int
    final: bool = False


class OrderOfRabbis(Event, frozen=True, tag="order.rabbis"):
    """The turn order is as the rabbis show it; nobody need tell it."""


class Influence(Event, frozen=True, tag="influence"):
    """``ua``: the character's bonus at the price that the Ukrainian rulebook names."""

    worded = "what"
    what: Literal["nothing", "coins", "bonus", "ua"]


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


# --------------------------------------------------------------------------------------------------------- the set-up


class Column(Event, frozen=True, tag="column"):
    """The coloured strategy tiles from the top."""

    order: tuple[DistrictName, ...]


class StartingGolem(Event, frozen=True, tag="starting-golem"):
    district: DistrictName


class StartingTile(Event, frozen=True, tag="starting-tile"):
    number: int
    effects: EffectNames
