"""Events at the table. The first six are the steps of the oracle's answer, field by field."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import UNSET, UnsetType, field

from automarium.engine.layout import PieceMove
from automarium.engine.play.event import Event, SidedEvent
from automarium.games.expeditions.position import MechName, Place


class Progress(Event, frozen=True, tag="progress"):
    """The progress token arrives on a space; ``glory`` is the new total if the space gives a glory token."""

    to: int
    glory: int | UnsetType = UNSET

    def key(self) -> str:
        return "progress" if self.glory is UNSET else "progress.glory"


class Sweep(Event, frozen=True, tag="sweep"):
    mech: MechName
    at: Place


class Move(Event, frozen=True, tag="move"):
    mech: MechName
    from_: Place = field(name="from")
    to: Place

    def moves(self) -> tuple[PieceMove]:
        return (PieceMove("automa", f"mech-{self.mech}", self.from_, self.to),)


class Explore(Event, frozen=True, tag="explore"):
    mech: MechName
    at: Place


class Cleanse(Event, frozen=True, tag="cleanse"):
    counted = "tokens"
    mech: MechName
    at: Place
    tokens: list[int]


class Cleanse20(Event, frozen=True, tag="cleanse-20"):
    mech: MechName
    at: Place


ORACLE_STEPS = (Progress, Sweep, Move, Explore, Cleanse, Cleanse20)


class Stay(Event, frozen=True, tag="stay"):
    """A distance that leads back to where the mech stands."""

    mech: MechName
    at: Place


class Reshuffle(Event, frozen=True, tag="reshuffle"):
    """All cards are shuffled into a new deck, two set aside; the person shuffles a ``physical`` deck."""

    either = ("physical", "reshuffle.mine", "reshuffle")
    physical: bool = False


Rate: TypeAlias = Literal["glory", "maps", "corruption"]


class RateShown(Event, frozen=True, tag="taken.rate"):
    """For the lab: the rates of a progress card, of which one is meant."""

    worded = "rate"
    rate: Rate


class Draw(Event, frozen=True, tag="draw"):
    turns_on = "card"
    card: int
    left: int


class TurnedUp(Event, frozen=True, tag="turned-up"):
    """The tokens put on the opened tile, from the top."""

    either = ("tokens", "turned-up", "turned-up.none")
    at: Place
    tokens: list[int]


class Refill(Event, frozen=True, tag="refill"):
    """New cards go on the swept places: a reminder, as the app does not keep the main deck."""

    remark = done_now = True


class Ending(SidedEvent, frozen=True, tag="ending"):
    """A last glory token was placed: ``side`` brought the end about."""

    remark = True


class FinalTurn(SidedEvent, frozen=True, tag="final-turn"):
    """``side`` takes its final turn now."""


class Over(Event, frozen=True, tag="over"):
    """The last turn has been played: scoring."""

    remark = True


class Starts(SidedEvent, frozen=True, tag="starts"):
    """``side`` begins."""


class Boxed(Event, frozen=True, tag="boxed"):
    """A card that refers to another player goes back to the box; another is drawn instead."""

    card: str


class Kept(Event, frozen=True, tag="kept"):
    remark = True
    card: str


class HumanTook(Event, frozen=True, tag="human-took"):
    """The tokens that the human took from a location."""

    counted = "tokens"
    at: Place
    tokens: list[int]


# Events of a decision asked alone, where the person looks at the table.


class ProgressByHand(Event, frozen=True, tag="by-hand.progress"):
    """The person advances the progress token and looks at what its space shows."""


class CleanseUpTo(Event, frozen=True, tag="by-hand.cleanse"):
    mech: MechName
    at: Place
    count: int
