"""What happens on the board and in the synagogue, as data; what she makes and gets is in ``rewards.py``."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import field

from automarium.games.golem.position import CEMETERY, Action, Bonus, Card, Colour, District, Row, TurnType, place
from automarium.kernel.event import Event, of
from automarium.kernel.hands import MAT, Way

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
    """How many steps her golems make in phase 2: from the golem track, and from the character card."""

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

    def ways(self) -> tuple[Way]:
        return (Way("automa", "golem", place(self.district, self.from_), place(self.district, self.to)),)


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
    """VP, with the reason that stands in the ledger."""

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
    """Her student was the first in section VIII."""

    district: DistrictName


class PlaceRabbi(Event, frozen=True, tag="rabbi"):
    tile: int | str

    def key(self) -> str:
        return "rabbi.lowest" if self.tile == "lowest" else "rabbi.tile"


class NoTile(Event, frozen=True, tag="rabbi.none"):
    """The grey column names no free tile."""

    remark = True


class TileAction(Event, frozen=True, tag="tile-action"):
    """What the rabbi's tile lets her do."""

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
    either = ("tile", "neighbourhood", "neighbourhood.none")
    district: DistrictName
    section: Roman
    tile: int
    effects: EffectNames = ()


class Create(Event, frozen=True, tag="create"):
    counted = "left"
    district: DistrictName
    left: int

    def ways(self) -> tuple[Way]:
        return (Way("automa", "golem", MAT, place(self.district, 1)),)


class Kill(Event, frozen=True, tag="kill"):
    district: DistrictName
    section: Roman

    def ways(self) -> tuple[Way]:
        return (Way("automa", "golem", place(self.district, self.section), CEMETERY),)


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
