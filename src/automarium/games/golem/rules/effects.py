"""Carrying out effects: every part that can be applied is, and what brings nothing gives 2 VP (GOL-FAIL).

The chapters of the rules register what they can do with ``@deed``; a deed says whether it brought her anything.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from automarium.engine.message import refuse, term
from automarium.games.golem.effects import Effect, Effects, split_prices
from automarium.games.golem.events import Exchange, Useless
from automarium.games.golem.position import DISTRICTS, Desk, one_of
from automarium.games.golem.printed_facts import get_number
from automarium.games.golem.rules.resources import gain, is_in_red, pay, score, score_useless

Deed: TypeAlias = Callable[[Desk, Effect, str], bool]
DEEDS: dict[str, Deed] = {}

# For lists that set each other off: printed ones come nowhere near it, but what somebody entered may go in circles.
DEEPEST = 80
MOST_LISTS = 2048  # that are remembered

PLAIN = frozenset({"gain", "vp"})

# Sources whose uselessness gives 2 VP by a clause of their own; the others by GOL-FAIL-07.
FAIL_CLAUSES = {"work": "GOL-FAIL-03", "rabbi": "GOL-FAIL-06", "neighbourhood": "GOL-FAIL-08"}


def deed(kind: str) -> Callable[[Deed], Deed]:
    def register(function: Deed) -> Deed:
        DEEDS[kind] = function
        return function

    return register


def carry_out(desk: Desk, effects: Effects, source: str) -> bool:
    """All parts that can be applied, from left to right; did anything come of it (GOL-FAIL-01, GOL-FAIL-02)?"""
    if not effects:
        return False
    prices, deeds, plain = _DEEDS_OF[effects]
    if prices and not pay_in_kind(desk, prices):
        return False
    if not plain:
        if desk.depth == DEEPEST:
            raise refuse("effect.endless", effect=term("effect", list(effects)))
        desk.depth += 1
    brought = False
    for do, part in deeds:
        if do(desk, part, source):
            brought = True
    if not plain:
        desk.depth -= 1
    return brought


Deeds: TypeAlias = tuple[tuple[Effect, ...], list[tuple[Deed, Effect]], bool]


class _DeedsOf(dict[Effects, Deeds]):
    """The prices of a list, what is done for them, and whether that is plain: amounts, which set nothing off. Lists are
    carried out many times a turn, so each is worked out once."""

    def __missing__(self, effects: Effects) -> Deeds:
        prices, parts = split_prices(effects)
        found = prices, [(DEEDS[part.kind], part) for part in parts], all(part.kind in PLAIN for part in parts)
        if len(self) == MOST_LISTS:
            self.clear()
        self[effects] = found
        return found


_DEEDS_OF = _DeedsOf()


def carry_out_whole(desk: Desk, effects: Effects, source: str) -> None:
    """An effect that stands on its own: if it brings nothing, it gives 2 VP instead."""
    if not carry_out(desk, effects, source):
        console(desk, source)


def console(desk: Desk, source: str) -> None:
    """2 VP for what brought nothing; how far "any other effect" reaches is a ruling (GOL-FAIL-06…08, GOL-A10)."""
    clause = FAIL_CLAUSES.get(source, "GOL-FAIL-07")
    if clause == "GOL-FAIL-07" and desk.rulings.a10 == "narrow":
        return
    score_useless(desk, Useless, clause, source)


# ---------------------------------------------------------------------------------------------------------- exchanges


def pay_in_kind(desk: Desk, prices: Sequence[Effect]) -> bool:
    """The price of an exchange: always paid, if it can be moved at all (GOL-GEN-08, GOL-A41)."""
    for price in prices:
        if not is_payable(desk, price, prices.count(price)):
            desk.emit(Exchange, "GOL-A41")
            return False
    if desk.rulings.a41 == "not-in-red" and is_in_red(desk):
        return False
    for price in prices:
        DEEDS[price.kind](desk, price, "exchange")
    return True


def is_payable(desk: Desk, price: Effect, times: int = 1) -> bool:
    """A student or marker must have room to go back."""
    match price.kind:
        case "student-back":
            return desk.position.students[one_of(DISTRICTS, price.which)] > times
        case "study-back":
            return desk.position.study_track >= times
        case _:
            return True  # GOL-RES-09


@deed("pay")
def _pay(desk: Desk, part: Effect, source: str) -> bool:
    pay(desk, part.amount, source, "GOL-GEN-08", "GOL-RES-03")
    return True


# ------------------------------------------------------------------------------------------------------- plain amounts


def find_multiplier(desk: Desk, part: Effect) -> int:
    """What an amount is multiplied by."""
    position = desk.position
    match part.per:
        case "level":
            return get_track_level(desk)
        case "artifact":
            return position.artifacts
        case "buried":
            return position.buried
        case "upgrade":
            return position.upgrades_made
        case "leftmost":
            return min(position.students.values(), default=1)
        case _:
            return 1


def get_track_level(desk: Desk) -> int:
    return get_number(desk, "golem_space.level", desk.position.golem_track)


@deed("gain")
def _gain(desk: Desk, part: Effect, source: str) -> bool:
    amount = part.amount * find_multiplier(desk, part) if part.per else part.amount
    gain(desk, amount, source, "GOL-RES-01", "GOL-RES-02")
    return amount > 0


@deed("vp")
def _vp(desk: Desk, part: Effect, source: str) -> bool:
    amount = part.amount * find_multiplier(desk, part) if part.per else part.amount
    score(desk, amount, source, "GOL-GEN-02")
    return amount > 0
