"""What happens at the table, as data. The first ten are the steps of the oracle, word for word."""

from __future__ import annotations

from typing import Any

from msgspec import field

from automarium.games.scythe.position import Kind
from automarium.kernel.table import Event


class Skip(Event, frozen=True, tag="skip"):
    """Autometta skips this turn."""


class _Movement(Event, frozen=True):
    unit: Kind
    from_: str = field(name="from")
    to: str


class Move(_Movement, frozen=True, tag="move"):
    """A piece goes to a territory; it may be the one where it stands."""

    def key(self) -> str:
        return "stay" if self.from_ == self.to else "move"


class Attack(_Movement, frozen=True, tag="attack"):
    """A combat unit enters a territory with enemy combat units: a combat follows."""


class Raid(_Movement, frozen=True, tag="raid"):
    """A combat unit enters a territory with enemy workers only: they go home."""


class Encounter(Event, frozen=True, tag="encounter"):
    at: str


class Factory(Event, frozen=True, tag="factory"):
    """She takes a Factory card."""


class Gained(Event, frozen=True, tag="gain"):
    what: str
    amount: int

    def key(self) -> str:
        return f"gain.{self.what}"

    def params(self) -> dict[str, Any]:
        return {"count": self.amount}


class Recruit(Event, frozen=True, tag="recruit"):
    bonus: str

    def key(self) -> str:
        return f"recruit.{self.bonus}"


class Tracker(Event, frozen=True, tag="tracker"):
    to: int


class Star(Event, frozen=True, tag="star"):
    """``for`` the tracker, power or a combat."""

    reason: str = field(name="for")

    def key(self) -> str:
        return f"star.{self.reason}"


class SchemeTwo(Event, frozen=True, tag="scheme"):
    to: str = "II"


ORACLE_STEPS = (Skip, Move, Attack, Raid, Encounter, Factory, Gained, Recruit, Tracker, Star, SchemeTwo)
