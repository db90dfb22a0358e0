"""Placing dice, and what a die decides (PEN-GEN-16…20, PEN-GEN-29…31)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

import msgspec

from automarium.games.penumbra.events import IN_CLASS, Full, NoDie, Placed, Rolled
from automarium.games.penumbra.lines import Effect
from automarium.games.penumbra.position import DIE, LAST_LEFT, Desk
from automarium.games.penumbra.rules import rows
from automarium.games.penumbra.rules.cards import keep_ahead
from automarium.kernel.choice import Notes, choose, only
from automarium.kernel.saying import term
from automarium.kernel.table import Count, Field, Form, Pick


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
NOTHING_TOLD: Mapping[str, Any] = MappingProxyType({})


def together(desk: Desk, effect: Effect, fields: Sequence[Field], place: str | None = None) -> dict[str, Any]:
    """What is asked at one moment, on one screen; a card that was turned up ahead is kept, and what the rows hold."""
    if len(fields) == 1:
        told = {fields[0].name: desk.ask(fields[0].question)}
    else:
        params = {"effect": effect.said()}
        told = desk.ask(Form(about="ask.effect", params=params, place=place, fields=tuple(fields)))
    keep_ahead(desk.position, told)
    rows.keep(desk.position, told)
    return told


def place_field(desk: Desk, spot: Spot, die: str) -> Field:
    """Whether there is a place for the die, and the die."""
    options = (FREE, FULL, UNFIT, NO_DIE, *((NEITHER,) if desk.rulings.amb_04 == "die-first" else ()))
    params = {"location": term("location", spot.location), "die": term("die", die)}
    if spot.colour is not None:
        params["colour"] = term("colour", spot.colour)
    asked = Pick(about=spot.about, params=params, options=options, family="seen", default=FREE, place=spot.location)
    return Field(spot.location, asked)


def shows_field(desk: Desk, die: str, *, decides: bool = True) -> list[Field]:
    """What a die shows that is rolled on the table; nothing yet is an answer, too. Where it ``decides`` nothing it is
    asked only in games of an earlier version."""
    if not desk.position.own_dice or not (decides or desk.position.one_by_one):
        return []
    params = {"die": term("die", die)}
    return [Field("shows", Count(about="ask.shows", params=params, low=0, high=DIE, default=0))]


def place(
    desk: Desk, spot: Spot, die: str, told: Mapping[str, Any], shows: int | None = None, *, decides: bool = True
) -> int | None:
    """What the placed die shows; None if there is no place for it (PEN-GEN-18). A missing die ends the Instruction.

    ``told`` is what the person saw there, ``shows`` for a die that is set instead of rolled (PEN-SCHOOL-08). Where its
    value ``decides`` nothing, a die that is rolled on the table is not asked for it.
    """
    rulings, seen = desk.rulings, told[spot.location]
    if seen == FULL or (seen == UNFIT and rulings.amb_38 == "full"):
        desk.tell(Full(die, spot.location, spot.colour), "PEN-GEN-18", "PEN-GEN-20" if seen == FULL else "PEN-GEN-36")
        return None
    if seen != FREE:
        raise missing(desk, die)
    clause = "PEN-GEN-16" if shows is None else "PEN-SCHOOL-08"
    value = shows
    if value is None and (decides or desk.position.one_by_one or not desk.position.own_dice):
        value = roll(desk, die, told)
    put_down(desk, spot, die, value, clause, "PEN-GEN-03")
    return value


def put_down(desk: Desk, spot: Spot, die: str, value: int | None, *clauses: str) -> None:
    """A die from the supply on its place, with what it shows as far as anybody knows."""
    desk.position.placed += 1
    shown = "?" if value is None else value
    die_here = f"{spot.location if spot.location in IN_CLASS else die} {shown}"
    desk.position.laid.setdefault(spot.where, []).append(die_here)
    desk.tell(Placed(die, spot.location, value, spot.colour), *clauses)


def missing(desk: Desk, die: str) -> MissingDie:
    """Written ``raise missing(desk, die)``."""
    desk.tell(NoDie(die), "PEN-GEN-17", "PEN-GEN-19")
    return MissingDie(die)


def roll(desk: Desk, die: str, told: Mapping[str, Any] = NOTHING_TOLD) -> int:
    """By the app, or on the table, as the person likes; in ``told`` a form may have its value already."""
    if "rolled" in told:
        return int(told["rolled"])
    if desk.position.own_dice:
        if told.get("shows"):
            return int(told["shows"])
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


def taken_side(desk: Desk, value: int | None, told: Mapping[str, Any]) -> str:
    """Which of the two cards she takes; a full location leaves that to a die that is not placed (PEN-GEN-31)."""
    if value is None:
        if desk.rulings.amb_05 == "you-choose":
            return str(desk.ask(Pick(about="ask.side", options=SIDES, family="side")))
        value = roll(desk, "any", told)
        desk.tell(Rolled(value), "PEN-GEN-31")
    return side_of(value, desk.notes)
