"""What happens on the board and in the synagogue, as data; what she makes and gets is in ``rewards.py``."""

from __future__ import annotations

from typing import Any

from msgspec import field

from automarium.games.golem.position import ROMAN, Action, Bonus, Card, Colour, District, Row
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
