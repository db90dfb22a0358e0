"""The events of a game. The first eleven are the steps that the oracle answers with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal, TypeAlias

from msgspec import field

from automarium.engine.layout import PieceMove
from automarium.engine.play.event import Event, SidedEvent, of
from automarium.games.scythe.map import BASE, MAT
from automarium.games.scythe.position import UNITS, Bonus, Place, SchemeName, Side, Unit

StarReason: TypeAlias = Literal["tracker", "power", "combat"]
Gated: TypeAlias = Literal["move", "worker", "unit"]
GATE_SHUTS = 4  # SCY-VAR-04, SCY-VAR-05: on 4 or 5


class Skip(Event, frozen=True, tag="skip"):
    """Autometta skips this turn."""

    remark = True


class _Movement(Event, frozen=True):
    unit: Unit
    from_: Place = field(name="from")
    to: Place

    def moves(self) -> tuple[PieceMove]:
        return (PieceMove("automa", self.unit, self.from_, self.to),)


class Move(_Movement, frozen=True, tag="move"):
    """A piece goes to a territory, or stays on its own."""

    def key(self) -> str:
        return "stay" if self.from_ == self.to else "move"


class Attack(_Movement, frozen=True, tag="attack"):
    """A combat unit enters a territory with enemy combat units: a combat follows."""


class Raid(_Movement, frozen=True, tag="raid"):
    """A combat unit enters a territory with enemy workers only: they go home."""


class Encounter(Event, frozen=True, tag="encounter"):
    at: Place


class Factory(Event, frozen=True, tag="factory"):
    """The Automa takes a Factory card."""


class Gained(Event, frozen=True, tag="gain"):
    worded = "what"
    counted = "amount"
    what: str
    amount: int

    def moves(self) -> Sequence[PieceMove]:
        return (PieceMove("automa", self.what, MAT, BASE),) if self.what in UNITS else ()


class Recruit(Event, frozen=True, tag="recruit"):
    worded = "bonus"
    bonus: Bonus


class OwnRecruit(Recruit, frozen=True, tag="own-recruit"):
    """The bonus of a recruit that the human has reported."""


class Tracker(Event, frozen=True, tag="tracker"):
    to: int


class Star(Event, frozen=True, tag="star"):
    """``for`` the tracker, power or a combat."""

    worded = "reason"
    reason: StarReason = field(name="for")


class SchemeTwo(Event, frozen=True, tag="scheme"):
    to: str = "II"


ORACLE_STEPS = (Skip, Move, Attack, Raid, Encounter, Factory, Gained, Recruit, Tracker, Star, SchemeTwo)


# ------------------------------------------------------------------------------------------------- the rest of a turn


class Draw(Event, frozen=True, tag="draw"):
    turns_on = "card"
    card: int
    left: int
    scheme: SchemeName
    expansion: bool = False  # which of the two decks the card is from


class Reshuffle(Event, frozen=True, tag="reshuffle"):
    """No card was left: a new deck of so many."""

    counted = "cards"
    cards: int


class Shuffled(Reshuffle, frozen=True, tag="shuffled"):
    """All cards into a new deck for scheme II."""


class NoMove(Event, frozen=True, tag="no-move"):
    """No symbol of the row is legal."""


class Gate(Event, frozen=True, tag="gate"):
    """A combat card was revealed before a piece; on 4 or 5 the piece stays where it is (optional rules)."""

    value: int
    what: Gated

    def key(self) -> str:
        return f"gate.{self.what}.{'shut' if self.value >= GATE_SHUTS else 'open'}"


class WaterFree(Event, frozen=True, tag="water-free"):
    """From the next turn on the Automa's pieces cross rivers and enter lakes."""


class Sent(Event, frozen=True, tag="sent"):
    """Workers go home from a territory; ``side`` says whose they are."""

    worded = "side"
    counted = "workers"
    side: Literal["human", "automa", "automa-attacker"]
    at: Place
    workers: int

    def moves(self) -> tuple[PieceMove]:
        return (PieceMove("human" if self.side == "human" else "automa", "worker", self.at, BASE),)


class ClearResources(Event, frozen=True, tag="clear-resources"):
    """All resources on a territory the Automa took go back to the supply."""

    at: Place


class PlaceResources(Event, frozen=True, tag="place-resources"):
    """The human took a territory from the Automa: tokens are put there by the resource box."""

    worded = "what"
    counted = "amount"
    at: Place
    what: str
    amount: int


# ------------------------------------------------------------------------------------------------------------- combat


class Battle(Event, frozen=True, tag="battle"):
    """A combat begins; ``attacker`` is the side that came."""

    remark = True
    worded = "attacker"
    at: Place
    attacker: Side


class CombatCard(Event, frozen=True, tag="combat-card"):
    """The revealed Automa card and what it uses: power, and combat cards drawn at random from the Automa's."""

    either = ("cards", "combat-card.cards", "combat-card")
    remark = True
    card: int
    power: int
    cards: int

    def params(self) -> dict[str, object]:
        return {"card": self.card, "power": self.power, "count": self.cards}


class LaidSideways(Event, frozen=True, tag="laid-sideways"):
    """The revealed card of the person's own deck goes onto the combat discard."""

    remark = True
    card: int


class Outcome(Event, frozen=True, tag="outcome"):
    """Who won, with both totals."""

    remark = True
    winner: Side
    automa: int
    human: int

    def key(self) -> str:
        return f"outcome.{self.winner}{'.tie' if self.automa == self.human else ''}"


class Spent(Event, frozen=True, tag="spent"):
    """What the Automa has left after a combat."""

    power: int
    cards: int


class Retreat(Event, frozen=True, tag="retreat"):
    """The loser's pieces leave the territory: the Automa's to the mat or base, the human's to their base."""

    side: Side
    at: Place
    to: Place

    def key(self) -> str:
        return f"retreat.{self.side}.{self.to}"

    def moves(self) -> Sequence[PieceMove]:
        return [PieceMove(self.side, unit, self.at, self.to) for unit in UNITS]


class LoserCard(Event, frozen=True, tag="loser-card"):
    """The human lost, and draws a combat card."""


class AutomaLoserCard(Event, frozen=True, tag="her-loser-card"):
    """The Automa lost and draws a combat card. A separate event, because the cards may have changed."""

    either = ("cards", "her-loser-card.cards", "her-loser-card")
    remark = True
    cards: int


class TokensBroughtAlong(Event, frozen=True, tag="tokens-brought"):
    """The Automa won as defender: what happens to resources the human brought (SCY-A24)."""

    worded = "fate"
    at: Place
    fate: str


class Over(SidedEvent, frozen=True, tag="over"):
    """A side placed the sixth star: the game ends at once."""

    remark = True


class GoesOn(Event, frozen=True, tag="goes-on"):
    """A correction has taken the sixth star back."""

    remark = True


class TokenTaken(Event, frozen=True, tag="token-taken"):
    """The human's character takes the encounter token of its territory."""

    at: Place


class BonusCoins(Event, frozen=True, tag="bonus"):
    """What the structure bonus tile brings the human."""

    remark = True
    counted = "coins"
    tile: Annotated[str, of("bonus-tile")]
    coins: int


class MustFight(Event, frozen=True, tag="must-fight"):
    """The human's combat units stand where the Automa's do."""

    remark = True
    at: Place
