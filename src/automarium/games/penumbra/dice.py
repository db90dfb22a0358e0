"""Placing dice, and what a die decides (PEN-GEN-16…20, PEN-GEN-29…31)."""

from __future__ import annotations

import msgspec

from automarium.games.penumbra.events import IN_CLASS, Full, NoDie, Placed, Rolled
from automarium.games.penumbra.position import DIE, LAST_LEFT, Named, Position
from automarium.kernel.choice import Notes, choose, only
from automarium.kernel.table import Count, Pick, Table


class MissingDie(Exception):
    """The die is not in the supply: no effect, and the Instruction ends (PEN-GEN-17)."""


class Spot(msgspec.Struct, frozen=True):
    """Where a die goes: ``guild``, ``shop``, ``brewery``, or a section of a Class (its ``colour``)."""

    location: str
    colour: str = ""

    @property
    def about(self) -> str:
        return f"ask.place.{self.location}" if self.location in IN_CLASS else "ask.place"


# What the person sees when a die is to be placed.
SIDES = ("left", "right")
FREE, FULL, UNFIT, NO_DIE, NEITHER = "yes", "full", "unfit", "none", "neither"


def place(position: Position, spot: Spot, die: str, table: Table, shows: int | None = None) -> int | None:
    """What the placed die shows; None if there is no place for it (PEN-GEN-18). A missing die ends the Instruction.

    ``shows`` is for a die that is set instead of rolled (PEN-SCHOOL-08).
    """
    rulings = table.rulings
    die_first = rulings["PEN-AMB-04"] == "die-first"
    options = (FREE, FULL, UNFIT, NO_DIE, *((NEITHER,) if die_first else ()))
    params = {"location": spot.location, "die": die, "colour": spot.colour}
    seen = table.ask(
        Pick(about=spot.about, params=params, options=options, family="seen", default=FREE, place=spot.location)
    )
    if seen == FULL or (seen == UNFIT and rulings["PEN-AMB-38"] == "full"):
        table.tell(Full(die, spot.location, spot.colour), "PEN-GEN-18", "PEN-GEN-20" if seen == FULL else "PEN-GEN-36")
        return None
    if seen != FREE:
        raise missing(die, table)
    value = roll(position, die, table) if shows is None else shows
    position.placed += 1
    clauses = ("PEN-GEN-16", "PEN-GEN-03") if shows is None else ("PEN-SCHOOL-08", "PEN-GEN-03")
    table.tell(Placed(die, spot.location, value, spot.colour), *clauses)
    return value


def missing(die: str, table: Table) -> MissingDie:
    """Written ``raise missing(die, table)``."""
    table.tell(NoDie(die), "PEN-GEN-17", "PEN-GEN-19")
    return MissingDie(die)


def roll(position: Position, die: str, table: Table) -> int:
    """By the app, or on the table, as the person likes."""
    if position.own_dice:
        value: int = table.ask(Count(about="ask.roll", params={"die": die}, low=1, high=DIE))
        return value
    return table.chance.below(DIE) + 1


def side_of(value: int, notes: Notes | None = None) -> str:
    """1 to 3 is the left card of a market, 4 to 6 the right one."""
    left = value <= LAST_LEFT
    side = choose(
        [Named("side", side) for side in SIDES],
        only(lambda side: (side.value == "left") == left, "PEN-GEN-29" if left else "PEN-GEN-30"),
        notes=notes,
        about="side",
    )
    return str(side)


def taken_side(position: Position, value: int | None, table: Table) -> str:
    """Which of the two cards she takes; a full location leaves that to a die that is not placed (PEN-GEN-31)."""
    if value is None:
        if table.rulings["PEN-AMB-05"] == "you-choose":
            return str(table.ask(Pick(about="ask.side", options=SIDES, family="side")))
        value = roll(position, "any", table)
        table.tell(Rolled(value), "PEN-GEN-31")
    return side_of(value, table.notes)
