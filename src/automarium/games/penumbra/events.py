"""What happens to the cards and in a turn, as data; what she places and gets is in ``rewards.py``.

A ``slot`` is named as the board names it.
"""

from __future__ import annotations

from typing import Annotated

from automarium.games.penumbra.lines import Effect
from automarium.games.penumbra.position import UNSEEN, Colour, SlotName
from automarium.kernel.event import Event, SidedEvent, of
from automarium.kernel.saying import saying


class Starts(SidedEvent, frozen=True, tag="starts"):
    """``side`` begins."""


class Rest(Event, frozen=True, tag="rest"):
    """She rests: so many dice and Spark dice leave the locations; the human chooses which."""

    worded = "whose"
    dice: int
    spark_dice: int
    whose: str = "anybodys"

    def params(self) -> dict[str, object]:
        dice, spark = saying("rest.dice", count=self.dice), saying("rest.spark", count=self.spark_dice)
        return {**super().params(), "dice": dice, "spark": spark}


class AllUnder(Event, frozen=True, tag="all-under"):
    """All Automa cards go under the Artifact deck. ``own`` are those that lie on the table, where the others are of the
    app's own deck: bought Artifacts."""

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
    the app's own deck, which lies on nobody's table."""

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
    """The text of the board, which the person carries out."""

    note: str


class TurnEnds(Event, frozen=True, tag="turn-ends"):
    """A Trial ends the turn at once."""


class GainsSpark(Event, frozen=True, tag="gains-spark"):
    """She gained a Spark mark by the normal rules."""

    total: int


class Over(Event, frozen=True, tag="over"):
    """The game has ended by the normal rules: scoring."""

    remark = True


class Would(Event, frozen=True, tag="would"):
    """For the odds: a line that a card would lead to; ``conditions`` are what it hangs on: ``contract`` if one is
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
        return {**super().params(), "effects": self.effects or saying("effect.nothing")}
