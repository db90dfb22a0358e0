"""What happens at the table, as data: the tag is the message key, the fields fill it."""

from __future__ import annotations

from typing import Any

from msgspec import field

from automarium.games.golem.position import ROMAN, Action, Area, Bonus, Card, Colour, District, Row
from automarium.kernel.table import Event


class RoundBegins(Event, frozen=True, tag="round"):
    round: int

    def params(self) -> dict[str, Any]:
        return {"round": ROMAN[self.round]}


class Refresh(Event, frozen=True, tag="refresh"):
    """Phase 1 as in the base game."""


class CharacterSeen(Event, frozen=True, tag="character"):
    character: int
    left: Colour
    right: Colour
    steps: int

    def params(self) -> dict[str, Any]:
        return {"character": str(self.character), "marble": [self.left, self.right], "count": self.steps}


class Steps(Event, frozen=True, tag="steps"):
    """How many steps her golems make in phase 2: of the golem track, and of the character card."""

    track: int
    card: int

    def key(self) -> str:
        return "steps" if self.card else "steps.track"

    def params(self) -> dict[str, Any]:
        return {"count": self.track + self.card, "track": self.track, "card": self.card}


class GolemMoves(Event, frozen=True, tag="golem-moves"):
    district: District
    from_: int = field(name="from")
    to: int

    def key(self) -> str:
        return "golem-moves" if self.to > self.from_ else "golem-moves-back"

    def params(self) -> dict[str, Any]:
        return {"district": self.district, "start": ROMAN[self.from_], "end": ROMAN[self.to]}


class NoStep(Event, frozen=True, tag="no-step"):
    """Steps that are not made."""

    steps: int

    def params(self) -> dict[str, Any]:
        return {"count": self.steps}


class Resources(Event, frozen=True, tag="resources"):
    """The marker moves; ``vp`` is what its end of the track gave or cost (GOL-RES-06, GOL-RES-07)."""

    by: int
    marker: int
    vp: int
    reason: str

    def key(self) -> str:
        manner = "gain" if self.by >= 0 else "pay"
        return f"resources.{manner}.end" if self.vp else f"resources.{manner}"

    def params(self) -> dict[str, Any]:
        return {"count": abs(self.by), "marker": self.marker, "vp": abs(self.vp), "reason": self.reason}


class Points(Event, frozen=True, tag="points"):
    """VP, with the reason that stands in the ledger."""

    vp: int
    total: int
    reason: str

    def key(self) -> str:
        return "points.gain" if self.vp >= 0 else "points.lose"

    def params(self) -> dict[str, Any]:
        return {"count": abs(self.vp), "total": self.total, "reason": self.reason}


class Reveal(Event, frozen=True, tag="reveal"):
    card: Card
    number: int  # of the round

    def params(self) -> dict[str, Any]:
        return {"card": self.card.id, "number": self.number}


class BonusTaken(Event, frozen=True, tag="bonus"):
    bonus: Bonus
    level: int
    due: bool

    def key(self) -> str:
        return "bonus.due" if self.due else "bonus.level"

    def params(self) -> dict[str, Any]:
        return {"bonus": self.bonus, "level_number": self.level}


class BonusFails(Event, frozen=True, tag="bonus-fails"):
    """The bonus for few golems, and there are too many."""

    golems: int

    def params(self) -> dict[str, Any]:
        return {"count": self.golems}


class TurnKind(Event, frozen=True, tag="turn"):
    kind: str

    def key(self) -> str:
        return f"turn.{self.kind}"

    def params(self) -> dict[str, Any]:
        return {}


class TakeMarble(Event, frozen=True, tag="marble"):
    row: Row
    colour: Colour
    action: Action
    strength: int

    def key(self) -> str:
        return "marble.mirror" if self.row == "mirror" else "marble"

    def params(self) -> dict[str, Any]:
        return {"row": self.row, "marble": self.colour, "action": self.action, "count": self.strength}


class StudentMoves(Event, frozen=True, tag="student"):
    district: District
    to: int
    back: bool = False

    def key(self) -> str:
        return "student.back" if self.back else "student.forward"

    def params(self) -> dict[str, Any]:
        return {"district": self.district, "section": ROMAN[self.to]}


class Menorah(Event, frozen=True, tag="menorah"):
    """Her student was the first in section VIII."""

    district: District


class PlaceRabbi(Event, frozen=True, tag="rabbi"):
    tile: int | str

    def key(self) -> str:
        return "rabbi.lowest" if self.tile == "lowest" else "rabbi.tile"

    def params(self) -> dict[str, Any]:
        return {"number": self.tile}


class NoTile(Event, frozen=True, tag="rabbi.none"):
    """The grey column names no free tile."""


class TileAction(Event, frozen=True, tag="tile-action"):
    """What the rabbi's tile lets her do."""

    action_tile: int

    def params(self) -> dict[str, Any]:
        return {"action_tile": str(self.action_tile)}


class Works(Event, frozen=True, tag="work"):
    golems: int
    strength: int

    def params(self) -> dict[str, Any]:
        return {"count": self.golems, "strength": self.strength}


class NoWork(Event, frozen=True, tag="no-work"):
    """Work without a golem on the board, or without one that stands."""

    lying: bool

    def key(self) -> str:
        return "no-work.lying" if self.lying else "no-work"

    def params(self) -> dict[str, Any]:
        return {}


class Activate(Event, frozen=True, tag="activate"):
    """A golem works: it lies down and its neighbourhood tile is resolved."""

    district: District
    section: int
    lies_down: bool = True

    def key(self) -> str:
        return "activate" if self.lies_down else "activate.stands"

    def params(self) -> dict[str, Any]:
        return {"district": self.district, "section": ROMAN[self.section]}


class Neighbourhood(Event, frozen=True, tag="neighbourhood"):
    district: District
    section: int
    tile: int
    effects: tuple[str, ...] = ()

    def key(self) -> str:
        return "neighbourhood" if self.tile else "neighbourhood.none"

    def params(self) -> dict[str, Any]:
        section = ROMAN[self.section]
        return {"district": self.district, "section": section, "number": self.tile, "effect": list(self.effects)}


class Create(Event, frozen=True, tag="create"):
    district: District
    left: int

    def params(self) -> dict[str, Any]:
        return {"district": self.district, "count": self.left}


class Kill(Event, frozen=True, tag="kill"):
    district: District
    section: int

    def params(self) -> dict[str, Any]:
        return {"district": self.district, "section": ROMAN[self.section]}


class Bury(Event, frozen=True, tag="bury"):
    space: int

    def key(self) -> str:
        return "bury" if self.space else "bury.last"

    def params(self) -> dict[str, Any]:
        return {"number": self.space}


class TrackMoves(Event, frozen=True, tag="track"):
    """The marker of the golem track or of the research track."""

    track: str
    to: int
    up: bool

    def key(self) -> str:
        return f"track.{self.track}.{'up' if self.up else 'down'}"

    def params(self) -> dict[str, Any]:
        return {"number": self.to}


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
