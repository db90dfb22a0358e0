"""Placing dice, and what a die decides (PEN-GEN-16…20, PEN-GEN-29…31)."""

from __future__ import annotations

import msgspec

from automarium.games.penumbra.events import IN_CLASS, Full, NoDie, Placed, Rolled
from automarium.games.penumbra.position import DIE, LAST_LEFT, Desk
from automarium.kernel.choice import Notes, choose, only
from automarium.kernel.saying import term
from automarium.kernel.table import Count, Pick


class MissingDie(Exception):
    """The die is not in the supply: no effect, and the Instruction ends (PEN-GEN-17)."""


class Spot(msgspec.Struct, frozen=True):
    """Where a die goes: ``guild``, ``shop``, ``brewery``, or a section of a Class (its ``colour``)."""

    location: str
    colour: str | None = None

    @property
    def about(self) -> str:
        return f"ask.place.{self.location}" if self.location in IN_CLASS else "ask.place"

    @property
    def where(self) -> str:
        """As the position keeps it: a Class is one location with three sections."""
        return f"class-{self.colour}" if self.location in IN_CLASS else self.location


# What the person sees when a die is to be placed.
SIDES = ("left", "right")
FREE, FULL, UNFIT, NO_DIE, NEITHER = "yes", "full", "unfit", "none", "neither"


def place(desk: Desk, spot: Spot, die: str, shows: int | None = None) -> int | None:
    """What the placed die shows; None if there is no place for it (PEN-GEN-18). A missing die ends the Instruction.

    ``shows`` is for a die that is set instead of rolled (PEN-SCHOOL-08).
    """
    rulings = desk.rulings
    options = (FREE, FULL, UNFIT, NO_DIE, *((NEITHER,) if rulings.amb_04 == "die-first" else ()))
    location, colour = spot.location, spot.colour
    params = {"location": term("location", location), "die": term("die", die)}
    if colour is not None:
        params["colour"] = term("colour", colour)
    seen = desk.ask(Pick(about=spot.about, params=params, options=options, family="seen", default=FREE, place=location))
    if seen == FULL or (seen == UNFIT and rulings.amb_38 == "full"):
        desk.tell(Full(die, location, colour), "PEN-GEN-18", "PEN-GEN-20" if seen == FULL else "PEN-GEN-36")
        return None
    if seen != FREE:
        raise missing(desk, die)
    value = roll(desk, die) if shows is None else shows
    put_down(desk, spot, die, value, *(("PEN-GEN-16",) if shows is None else ("PEN-SCHOOL-08",)), "PEN-GEN-03")
    return value


def put_down(desk: Desk, spot: Spot, die: str, value: int, *clauses: str) -> None:
    """A die from the supply on its place, with what it shows."""
    desk.position.placed += 1
    die_here = f"{spot.location if spot.location in IN_CLASS else die} {value}"
    desk.position.laid.setdefault(spot.where, []).append(die_here)
    desk.tell(Placed(die, spot.location, value, spot.colour), *clauses)


def missing(desk: Desk, die: str) -> MissingDie:
    """Written ``raise missing(desk, die)``."""
    desk.tell(NoDie(die), "PEN-GEN-17", "PEN-GEN-19")
    return MissingDie(die)


def roll(desk: Desk, die: str) -> int:
    """By the app, or on the table, as the person likes."""
    if desk.position.own_dice:
        value: int = desk.ask(Count(about="ask.roll", params={"die": term("die", die)}, low=1, high=DIE))
        return value
    return desk.chance.below(DIE) + 1


def side_of(value: int, notes: Notes | None = None) -> str:
    """1 to 3 is the left card of a market, 4 to 6 the right one."""
    left = value <= LAST_LEFT
    side = choose(
        SIDES,
        only(lambda side: (side == "left") == left, "PEN-GEN-29" if left else "PEN-GEN-30"),
        notes=notes,
        about="side",
        family="side",
    )
    assert side is not None
    return side


def taken_side(desk: Desk, value: int | None) -> str:
    """Which of the two cards she takes; a full location leaves that to a die that is not placed (PEN-GEN-31)."""
    if value is None:
        if desk.rulings.amb_05 == "you-choose":
            return str(desk.ask(Pick(about="ask.side", options=SIDES, family="side")))
        value = roll(desk, "any")
        desk.tell(Rolled(value), "PEN-GEN-31")
    return side_of(value, desk.notes)
