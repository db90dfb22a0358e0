"""What she makes and gets, the evening of a round and the set-up, as data."""

from __future__ import annotations

from typing import Any

from automarium.games.golem.position import ROMAN, Action, Area, District
from automarium.kernel.table import Event


class Upgrade(Event, frozen=True, tag="upgrade"):
    area: Area
    upgrade: str

    def key(self) -> str:
        return f"upgrade.{self.area}"

    def params(self) -> dict[str, Any]:
        return {"upgrade": self.upgrade}


class NoUpgrade(Event, frozen=True, tag="no-upgrade"):
    """Step 2 of an action, or the upgrade of phase 6, is left out."""

    why: str

    def key(self) -> str:
        return f"no-upgrade.{self.why}"

    def params(self) -> dict[str, Any]:
        return {}


class Gold(Event, frozen=True, tag="gold"):
    """An ingot on the lowest free place."""

    ingots: int

    def params(self) -> dict[str, Any]:
        return {"number": self.ingots}


class ArtifactDone(Event, frozen=True, tag="artifact"):
    artifact: int

    def params(self) -> dict[str, Any]:
        return {"number": self.artifact}


class ArtifactYields(Event, frozen=True, tag="artifact-yields"):
    artifact: int
    effects: tuple[str, ...]
    double: bool

    def key(self) -> str:
        return "artifact-yields.double" if self.double else "artifact-yields"

    def params(self) -> dict[str, Any]:
        return {"number": self.artifact, "effect": list(self.effects)}


class BuyBook(Event, frozen=True, tag="book"):
    place: int
    colour: str
    column: int

    def params(self) -> dict[str, Any]:
        return {"number": self.place, "book": self.colour, "column": self.column}


class NoBook(Event, frozen=True, tag="no-book"):
    """Every number of the blue column is refused."""


class BookBonus(Event, frozen=True, tag="book-bonus"):
    """What a book brings: at once when it is bought, or its active bonus."""

    colour: str
    kind: str
    effects: tuple[str, ...]

    def key(self) -> str:
        return f"book-bonus.{self.kind}"

    def params(self) -> dict[str, Any]:
        return {"book": self.colour, "effect": list(self.effects)}


class ColumnBonus(Event, frozen=True, tag="column-bonus"):
    """The research upgrade of the column where a book was placed."""

    column: int
    upgrade: str


class Goal(Event, frozen=True, tag="goal"):
    goals: int

    def params(self) -> dict[str, Any]:
        return {"count": self.goals}


class Exhausted(Event, frozen=True, tag="exhausted"):
    """A coloured tile goes under the others."""

    district: District

    def key(self) -> str:
        return f"exhausted.{self.district}"

    def params(self) -> dict[str, Any]:
        return {}


class OnlyResources(Event, frozen=True, tag="only-resources"):
    """A Golem or Artifact action when nothing is left to make."""

    action: Action


class Useless(Event, frozen=True, tag="useless"):
    """An effect brought her nothing."""

    what: str

    def key(self) -> str:
        return f"useless.{self.what}"

    def params(self) -> dict[str, Any]:
        return {}


class Exchange(Event, frozen=True, tag="exchange"):
    """She cannot pay the price of an exchange in kind."""


class ControlFree(Event, frozen=True, tag="control-free"):
    """No golem control for her this round."""


class TurnOrder(Event, frozen=True, tag="order"):
    place: int

    def params(self) -> dict[str, Any]:
        return {"number": self.place}


class Influence(Event, frozen=True, tag="influence"):
    what: str

    def key(self) -> str:
        return f"influence.{self.what}"

    def params(self) -> dict[str, Any]:
        return {}


class IncomeOf(Event, frozen=True, tag="income"):
    """Where the next income comes from."""

    source: str

    def key(self) -> str:
        return f"income.{self.source}"

    def params(self) -> dict[str, Any]:
        return {}


class Control(Event, frozen=True, tag="control"):
    district: District
    section: int
    cost: int

    def params(self) -> dict[str, Any]:
        return {"district": self.district, "section": ROMAN[self.section], "count": self.cost}


class Controlled(Event, frozen=True, tag="controlled"):
    """No golem is ahead of its student."""


class CardsAway(Event, frozen=True, tag="cards"):
    """The three cards go under the deck, or all are shuffled."""

    shuffled: bool

    def key(self) -> str:
        return "cards.shuffled" if self.shuffled else "cards.under"

    def params(self) -> dict[str, Any]:
        return {}


class Over(Event, frozen=True, tag="over"):
    """Four rounds are played."""

    vp: int

    def params(self) -> dict[str, Any]:
        return {"count": self.vp}


# --------------------------------------------------------------------------------------------------------- the set-up


class Column(Event, frozen=True, tag="column"):
    """The coloured strategy tiles from the top."""

    order: tuple[District, ...]

    def params(self) -> dict[str, Any]:
        return {"district": list(self.order)}


class StartingGolem(Event, frozen=True, tag="starting-golem"):
    district: District


class StartingTile(Event, frozen=True, tag="starting-tile"):
    number: int
    effects: tuple[str, ...]

    def params(self) -> dict[str, Any]:
        return {"number": self.number, "effect": list(self.effects)}
