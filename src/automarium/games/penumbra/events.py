"""Events of a turn, as data. A ``slot`` has the name that the board gives it."""

from __future__ import annotations

from typing import Annotated

from automarium.engine.message import Message, message
from automarium.engine.play.event import Event, SidedEvent, of
from automarium.games.penumbra.boards.line import Effect
from automarium.games.penumbra.position import UNSEEN, AlignmentName, Colour, Die, Location, MarketSide, SlotName


class Starts(SidedEvent, frozen=True, tag="starts"):
    """``side`` begins."""


class Rest(Event, frozen=True, tag="rest"):
    """The Automa rests: so many dice and Spark dice leave the locations; the human chooses which."""

    worded = "whose"
    dice: int
    spark_dice: int
    whose: str = "anybodys"

    def params(self) -> dict[str, object]:
        dice, spark = message("rest.dice", count=self.dice), message("rest.spark", count=self.spark_dice)
        return {**super().params(), "dice": dice, "spark": spark}


class AllUnder(Event, frozen=True, tag="all-under"):
    """All Automa cards go under the Artifact deck. ``own`` of them (bought Artifacts) are on the table, the others of
    the app's deck; None: all are on the table."""

    count: int
    own: int | None = None

    def key(self) -> str:
        return "all-under" if self.own is None else "all-under.bought" if self.own else "all-under.app"


class Refresh(Event, frozen=True, tag="refresh"):
    """What is refreshed by the normal rules ``after`` a rest, a Trial or any turn; a Fate card may be an Event."""

    worded = "after"
    after: str


class Reveal(Event, frozen=True, tag="reveal"):
    """The next Automa card and the slot it goes into. A card of the house deck has its number."""

    either = ("tome", "reveal.tome", "reveal")
    turns_on = "slot"
    colour: Colour
    slot: SlotName
    ordinal: int
    tome: bool = False
    card: int | None = None


class Bought(Event, frozen=True, tag="bought"):
    """The Artifact taken from the Shop becomes an Automa card."""

    either = ("tome", "bought.tome", "bought")
    colour: Colour
    slot: SlotName
    ordinal: int
    tome: bool = False


class DeckEmpty(Event, frozen=True, tag="deck-empty"):
    """There is no card to reveal."""

    remark = True


class Line(Event, frozen=True, tag="line"):
    """The line of a list that is carried out."""

    slot: SlotName
    number: int
    effects: tuple[Effect, ...]


class ListShown(Event, frozen=True, tag="taken.slot"):
    """For the lab: the lines of a list, in words; ``number`` is the one that is meant, None for all of them."""

    slot: SlotName
    lines: tuple[Message, ...]
    number: int | None = None


class NoLine(Event, frozen=True, tag="no-line"):
    """Even the last line cannot be carried out."""

    slot: SlotName


class Moves(Event, frozen=True, tag="moves"):
    """Substitution, Joker or Tome: the card goes into another slot. ``by`` is the effect."""

    worded = "by"
    slot: SlotName
    by: str


class Stays(Event, frozen=True, tag="stays"):
    """The card has been in that slot already: it stays where it is."""

    slot: SlotName


class Discarded(Event, frozen=True, tag="discarded"):
    """A Joker without an empty slot: the card goes under the deck, or all cards by a switched ruling. ``app``: under
    the app's own deck."""

    either = ("app", "discarded.app", "discarded")
    count: int
    app: bool = False


class Fills(Event, frozen=True, tag="fills"):
    """A new card into the leftmost empty slot, without an Instruction."""

    slot: SlotName
    colour: Colour

    def key(self) -> str:
        return "fills.any" if self.colour == UNSEEN else "fills"


class FillsNothing(Event, frozen=True, tag="fills-nothing"):
    """No slot is empty."""

    revealed: bool = False
    app: bool = False  # the card is of the app's own deck

    def key(self) -> str:
        if not self.revealed:
            return "fills-nothing"
        return "fills-nothing.app" if self.app else "fills-nothing.revealed"


class Unique(Event, frozen=True, tag="unique"):
    """A text of the board that the person carries out."""

    note: str


class TurnEnds(Event, frozen=True, tag="turn-ends"):
    """A Trial ends the turn at once."""


class GainsSpark(Event, frozen=True, tag="gains-spark"):
    """The Automa gained a Spark mark by the normal rules."""

    total: int


class Over(Event, frozen=True, tag="over"):
    """The game has ended by the normal rules: scoring."""

    remark = True


class Would(Event, frozen=True, tag="would"):
    """For the odds: a line that a card would lead to. ``conditions`` are what it depends on: ``contract`` if one is
    allowed, ``no-contract`` if none is, and so for Trials."""

    slot: SlotName
    effects: tuple[Effect, ...]
    conditions: Annotated[tuple[str, ...], of("supposed")] = ()

    def key(self) -> str:
        if len(self.conditions) > 1:
            return "would.several"
        if not self.conditions:
            return "would"
        (condition,) = self.conditions
        return f"would.{condition}" if condition.startswith("no-") else f"would.if-{condition}"

    def params(self) -> dict[str, object]:
        return {**super().params(), "effects": self.effects or message("effect.nothing")}


IN_CLASS = ("card", "mark", "spark")  # locations in a Class; sentences about them name its colour


class Placed(Event, frozen=True, tag="placed"):
    """A die from the supply on a place, with its value; None where it is rolled on the table and decides nothing.
    ``colour`` is that of the Class."""

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


class NoClassCard(Event, frozen=True, tag="no-class-card"):
    """The market of the Class is empty, by a switched ruling."""

    colour: Colour


class GainsMark(Event, frozen=True, tag="gains-mark"):
    colour: Colour
    level: int


class NoMarkPlace(Event, frozen=True, tag="no-mark-place"):
    """No place for a Mark (any more); the line has other effects or counts all the same."""


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
    """No Contract is allowed (any more); the line has other effects or counts all the same."""


class NoTrial(Event, frozen=True, tag="no-trial"):
    """No Trial is allowed, and the line has other effects."""


class Passes(Event, frozen=True, tag="passes"):
    """A Trial; ``number`` counts from the left."""

    number: int
    vp: int


class Fixed(Event, frozen=True, tag="fixed"):
    """The Automa's alignment for the rest of the game."""

    alignment: AlignmentName


class GainsAlignment(Event, frozen=True, tag="gains-alignment"):
    """Light or Darkness from a Contract or Trial."""

    alignment: AlignmentName
    count: int
    total: int


class GainsArcana(Event, frozen=True, tag="gains-arcana"):
    total: int


class ArcanaFull(Event, frozen=True, tag="arcana-full"):
    """The Automa can keep no more."""

    remark = True
    count: int
