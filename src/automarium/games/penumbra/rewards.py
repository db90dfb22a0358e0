"""What she places, takes and gets, as data; the cards and the turn are in ``events.py``."""

from __future__ import annotations

from typing import Annotated

from automarium.games.penumbra.position import AlignmentName, Colour, Die, Location, MarketSide
from automarium.kernel.event import Event, of

IN_CLASS = ("card", "mark", "spark")  # locations that lie in a Class; sentences about them name its colour


class Placed(Event, frozen=True, tag="placed"):
    """A die from the supply on a place, with what it shows; None where it is rolled on the table and nobody needs to
    know. ``colour`` is that of the Class."""

    die: Die
    location: Location
    value: int | None
    colour: Colour | None = None

    def key(self) -> str:
        if self.value is None:
            return "placed.rolled"
        return f"placed.{self.location}" if self.location in IN_CLASS else "placed"


class Full(Event, frozen=True, tag="full"):
    """No place for the die: it is not placed, the rest is done all the same."""

    die: Die
    location: Location
    colour: Colour | None = None

    def key(self) -> str:
        return f"full.{self.location}" if self.location in IN_CLASS else "full"


class NoDie(Event, frozen=True, tag="no-die"):
    """The die is not in the supply: nothing is done."""

    die: Die


class Rolled(Event, frozen=True, tag="rolled"):
    """A die rolled only to choose."""

    value: int


class TakesCard(Event, frozen=True, tag="takes-card"):
    """A Discipline card of a Class."""

    either = ("refill", "takes-card", "takes-card.later")
    colour: Colour
    side: MarketSide
    refill: bool = True


class GainsMark(Event, frozen=True, tag="gains-mark"):
    colour: Colour
    level: int


class NoMarkPlace(Event, frozen=True, tag="no-mark-place"):
    """No place for a Mark (any more), and the line has other effects or counts all the same."""


class Potions(Event, frozen=True, tag="potions"):
    """The Brewery's market is refreshed."""


class Buys(Event, frozen=True, tag="buys"):
    """The left or right Artifact of the Shop."""

    either = ("refill", "buys", "buys.later")
    side: MarketSide
    refill: bool = True


class NothingToBuy(Event, frozen=True, tag="nothing-to-buy"):
    """There is no Artifact in the Shop."""


class Refill(Event, frozen=True, tag="refill"):
    """By a switched ruling: what was taken in this turn is refilled at its end."""

    markets: Annotated[list[str], of("markets")]


class Completes(Event, frozen=True, tag="completes"):
    """A Contract; ``number`` counts from the left."""

    either = ("refill", "completes", "completes.later")
    number: int
    vp: int
    refill: bool = True


class NoContract(Event, frozen=True, tag="no-contract"):
    """No Contract is allowed (any more), and the line has other effects or counts all the same."""


class NoTrial(Event, frozen=True, tag="no-trial"):
    """No Trial is allowed, and the line has other effects."""


class Passes(Event, frozen=True, tag="passes"):
    """A Trial; ``number`` counts from the left."""

    number: int
    vp: int


class Fixed(Event, frozen=True, tag="fixed"):
    """Her alignment for the rest of the game."""

    alignment: AlignmentName


class GainsAlignment(Event, frozen=True, tag="gains-alignment"):
    """Light or Darkness from a Contract or Trial."""

    alignment: AlignmentName
    count: int
    total: int


class GainsArcana(Event, frozen=True, tag="gains-arcana"):
    total: int


class ArcanaFull(Event, frozen=True, tag="arcana-full"):
    """She can keep no more."""

    count: int
