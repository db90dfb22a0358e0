"""Placing dice, and what a die decides (PEN-GEN-16…20, PEN-GEN-29…31)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from types import MappingProxyType

import msgspec

from automarium.engine.choice.choose import Rule, choose, decision, only
from automarium.engine.choice.trace import Notes
from automarium.engine.message import Message, term
from automarium.engine.play.command import Given
from automarium.engine.question import Count, Field, Form, Pick
from automarium.games.penumbra.boards.line import Effect
from automarium.games.penumbra.events import Full, NoDie, Placed, Rolled
from automarium.games.penumbra.position import DIE, LAST_LEFT, Desk
from automarium.games.penumbra.rules import rows
from automarium.games.penumbra.rules.cards import keep_ahead


class MissingDie(Exception):
    """The die is not in the supply: no effect, and the Instruction ends (PEN-GEN-17)."""


class Spot(msgspec.Struct, frozen=True, cache_hash=True):
    """Where a die goes: ``guild``, ``shop``, ``brewery``, or a section of the Class of a ``colour``. ``where`` is the
    key in ``Position.laid``: a Class is one location with three sections."""

    location: str
    where: str
    about: str = "ask.place"
    colour: str | None = None


GUILD, SHOP, BREWERY = (Spot(name, name) for name in ("guild", "shop", "brewery"))


@cache
def find_spot(section: str, colour: str) -> Spot:
    return Spot(section, f"class-{colour}", f"ask.place.{section}", colour)


# What the person reports when a die is to be placed.
SIDES = ("left", "right")
FREE, FULL, UNFIT, NO_DIE, NEITHER = "yes", "full", "unfit", "none", "neither"
NO_ANSWERS: Given = MappingProxyType({})


def ask_together(
    desk: Desk, effect: Effect, fields: tuple[Field, ...], place: str | None = None, also: Sequence[Field] = ()
) -> Given:
    """Ask the fields of an effect as one form and return the answers. Those to ``also`` are kept: the card of the next
    Instruction and the rows."""
    if also:
        fields = (*fields, *also)
    elif len(fields) == 1:
        return {fields[0].name: desk.ask(fields[0].question)}
    answers: Given = desk.ask(Form(about="ask.effect", params=_named(effect), place=place, fields=fields))
    if also:
        keep_ahead(desk.position, answers)
        rows.keep_reported(desk.position, answers)
    return answers


@lru_cache(maxsize=256)
def _named(effect: Effect) -> dict[str, Message]:
    return {"effect": effect.describe()}


def make_die_fields(
    desk: Desk,
    spot: Spot,
    die: str,
    *,
    decides: bool = True,
    rolled: str | None = None,
    needs: tuple[str, tuple[str, ...]] | None = None,
) -> tuple[Field, ...]:
    """Return fields for whether the die and a place for it are there, and, where its value ``decides`` something, for
    the value of a die rolled on the table (this one, or ``rolled`` in its place), which may be left open."""
    shows = decides and desk.position.own_dice
    return _die_fields(spot, die, desk.rulings.amb_04 == "die-first", (rolled or die) if shows else None, needs)


@lru_cache(maxsize=1024)
def _die_fields(
    spot: Spot, die: str, die_first: bool, rolled: str | None, needs: tuple[str, tuple[str, ...]] | None
) -> tuple[Field, ...]:
    options = (FREE, FULL, UNFIT, NO_DIE, *((NEITHER,) if die_first else ()))
    params = {"location": term("location", spot.location), "die": term("die", die)}
    if spot.colour is not None:
        params["colour"] = term("colour", spot.colour)
    asked = Pick(about=spot.about, params=params, options=options, family="seen", default=FREE, place=spot.location)
    placed = Field(spot.location, asked, needs=needs)
    if rolled is None:
        return (placed,)
    shows = Count(about="ask.shows", params={"die": term("die", rolled)}, low=0, high=DIE, default=0)
    return placed, Field("shows", shows)


def place(
    desk: Desk, spot: Spot, die: str, answers: Given, shows: int | None = None, *, decides: bool = True
) -> int | None:
    """Place a die and return its value, None if there is no place (PEN-GEN-18) or the value is unknown. Raise
    MissingDie if it is not in the supply.

    ``answers`` are the person's answers, ``shows`` is the value of a die that is set instead of rolled (PEN-SCHOOL-08).
    Where the value ``decides`` nothing, that of a die rolled on the table is not asked.
    """
    rulings, seen = desk.rulings, answers[spot.location]
    if seen == FULL or (seen == UNFIT and rulings.amb_38 == "full"):
        desk.emit(Full, ("PEN-GEN-18", "PEN-GEN-20" if seen == FULL else "PEN-GEN-36"), die, spot.location, spot.colour)
        return None
    if seen != FREE:
        raise report_missing(desk, die)
    clause = "PEN-GEN-16" if shows is None else "PEN-SCHOOL-08"
    value = shows
    if value is None and (decides or not desk.position.own_dice):
        value = roll(desk, die, answers)
    put_down(desk, spot, die, value, clause, "PEN-GEN-03")
    return value


def put_down(desk: Desk, spot: Spot, die: str, value: int | None, *clauses: str) -> None:
    """Put a die from the supply on its place; ``value`` is None if it is unknown."""
    position = desk.position
    position.placed += 1
    name = die if spot.colour is None else spot.location
    position.laid.setdefault(spot.where, []).append(f"{name} ?" if value is None else f"{name} {value}")
    desk.emit(Placed, clauses, die, spot.location, value, spot.colour)


def report_missing(desk: Desk, die: str) -> MissingDie:
    """Emit that the die is missing and return the exception to raise."""
    desk.emit(NoDie, ("PEN-GEN-17", "PEN-GEN-19"), die)
    return MissingDie(die)


def roll(desk: Desk, die: str, answers: Given = NO_ANSWERS) -> int:
    """Return the value of a die rolled by the app or on the table; ``answers`` may have it already."""
    if "rolled" in answers:
        return int(answers["rolled"])
    if desk.position.own_dice:
        if answers.get("shows"):
            return int(answers["shows"])
        value: int = desk.ask(Count(about="ask.roll", params={"die": term("die", die)}, low=1, high=DIE))
        return value
    return desk.chance.below(DIE) + 1


@decision
def find_side(value: int, *, notes: Notes | None = None) -> str:
    """Return the left card of a market for 1 to 3, the right one for 4 to 6."""
    side = choose(SIDES, _LEFT if value <= LAST_LEFT else _RIGHT, notes=notes, about="side", family="side")
    assert side is not None
    return side


def has_gap(desk: Desk, market: str) -> bool:
    return any(gap.startswith(f"{market}-") for gap in desk.position.gaps)


def find_side_left(desk: Desk, market: str, notes: Notes | None) -> str | None:
    """Return the side of the one card that is left in a market, None if it is empty."""
    gaps = desk.position.gaps
    return choose(
        SIDES, only(lambda side: f"{market}-{side}" not in gaps, "PEN-AMB-25"), notes=notes, about="side", family="side"
    )


_LEFT: Rule[str] = only(lambda side: side == "left", "PEN-GEN-29")
_RIGHT: Rule[str] = only(lambda side: side == "right", "PEN-GEN-30")


def choose_side(desk: Desk, market: str, value: int | None, answers: Given) -> str | None:
    """Return which of the two cards of a market is taken; without a placed die another is rolled (PEN-GEN-31).
    By a switched ruling a place may be empty: the Automa takes the card that is left, if there is one (PEN-AMB-25)."""
    if has_gap(desk, market):
        return find_side_left(desk, market, desk.notes)
    if value is None:
        if desk.rulings.amb_05 == "you-choose":
            return str(desk.ask(Pick(about="ask.side", options=SIDES, family="side")))
        value = roll(desk, "any", answers)
        desk.emit(Rolled, "PEN-GEN-31", value)
    return find_side(value, notes=desk.notes)
