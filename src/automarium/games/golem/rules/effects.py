"""Carrying out effects: every part that can be applied is, and an effect without benefit gives 2 VP (GOL-FAIL). The
chapters of the rules register their effects with ``@deed``; a deed returns whether it had a benefit."""

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

# For lists that set each other off: printed ones stay far below, but entered ones may go in circles.
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
    """Carry out all parts that can be applied, from left to right; return whether one had a benefit (GOL-FAIL-01,
    GOL-FAIL-02)."""
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
    """By list of effects: its prices, its deeds, and whether they are only amounts. A cache, as lists are carried out
    many times a turn."""

    def __missing__(self, effects: Effects) -> Deeds:
        prices, parts = split_prices(effects)
        found = prices, [(DEEDS[part.kind], part) for part in parts], all(part.kind in PLAIN for part in parts)
        if len(self) == MOST_LISTS:
            self.clear()
        self[effects] = found
        return found


_DEEDS_OF = _DeedsOf()


def carry_out_whole(desk: Desk, effects: Effects, source: str) -> None:
    """Carry out an effect that gives 2 VP if it has no benefit."""
    if not carry_out(desk, effects, source):
        console(desk, source)


def console(desk: Desk, source: str) -> None:
    """Give 2 VP for an effect without benefit; how far "any other effect" reaches is a ruling (GOL-FAIL-06…08,
    GOL-A10)."""
    clause = FAIL_CLAUSES.get(source, "GOL-FAIL-07")
    if clause == "GOL-FAIL-07" and desk.rulings.a10 == "narrow":
        return
    score_useless(desk, Useless, clause, source)


# ---------------------------------------------------------------------------------------------------------- exchanges


def pay_in_kind(desk: Desk, prices: Sequence[Effect]) -> bool:
    """Pay the price of an exchange, always if the piece can move (GOL-GEN-08, GOL-A41)."""
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
    """Return whether the student or marker has room to go back."""
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
    """Return what an amount is multiplied by."""
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
