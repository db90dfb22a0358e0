"""Contracts: which one the Automa takes, and the common row of Contracts and Trials (PEN-GUILD)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import repeat
from operator import attrgetter

import msgspec

from automarium.engine.choice.choose import Condition, Rule, choose, decision, first, most, only, read_down
from automarium.engine.choice.trace import Notes
from automarium.engine.message import Message, message
from automarium.engine.play.command import Given
from automarium.engine.question import Field, Pick, Series
from automarium.games.penumbra.events import Completes, NoContract
from automarium.games.penumbra.position import Alignment, Desk
from automarium.games.penumbra.rules import rows
from automarium.games.penumbra.rules.school import refill
from automarium.games.penumbra.rules.trials import (
    BOTH,
    BRINGS,
    EITHER,
    NEITHER,
    SIDES,
    Challenge,
    fix_alignment,
    gain_sides,
    make_amount,
    settle_side,
)
from automarium.games.penumbra.rulings import Rulings


class Offer(msgspec.Struct, frozen=True):
    """A Contract in the row, left first; ``index`` counts from 0."""

    index: int
    vp: int

    def describe(self) -> Message:
        return message("offer.contract", number=self.index + 1, vp=self.vp)

    def __str__(self) -> str:
        return str(self.index)


_vp: Callable[[Offer], int] = attrgetter("vp")


def _from_the_right(offer: Offer) -> int:
    return -offer.index


def choose_contract(
    offers: Sequence[Offer],
    level: int,
    alignment: Alignment | None,
    sides: Mapping[int, str],
    rulings: Rulings,
    notes: Notes | None,
    *,
    eager: bool = False,
) -> Offer | None:
    """Return the Contract below the Automa's Level, of its alignment, with the most VP, furthest right (PEN-GUILD-01,
    PEN-GUILD-06…09), or None.

    ``sides`` has each Contract's alignment; unless ``eager`` the row is read from the best Contract on, so that sides
    are asked no further than to the first that fits. Before its alignment is fixed any side will do (PEN-GUILD-04).
    """
    suiting = (alignment, EITHER, BOTH) if rulings.amb_16 == "own-only" else (alignment, EITHER, BOTH, NEITHER)
    wanted = Wanted(level, suiting, sides)
    if alignment is not None and rulings.amb_11 == "filter-first" and not eager:
        best_first = sorted(offers, key=_vp)[::-1]  # of equal ones the rightmost comes first
        return read_down(zip(best_first, repeat(FITTING)), wanted, "PEN-GUILD-07", notes=notes, about="contract")
    low, fits = (_only(condition, wanted) for condition in FITTING)
    best, rightmost = most(_vp, "PEN-GUILD-07"), first(_from_the_right, "PEN-GUILD-08")
    if alignment is None:
        return choose(offers, low, best, rightmost, notes=notes, about="contract")
    then = (best, fits) if rulings.amb_11 == "vp-first" else (fits, best)
    return choose(offers, low, *then, rightmost, notes=notes, about="contract")


class Wanted(msgspec.Struct, frozen=True):
    """What the Automa looks for in a Contract: below its ``level``, of a side that suits it."""

    level: int
    suiting: tuple[str | None, ...]
    sides: Mapping[int, str]


FITTING: tuple[Condition[Offer, Wanted], ...] = (
    (lambda offer, wanted: offer.vp < wanted.level, "PEN-GUILD-01"),
    (lambda offer, wanted: wanted.sides[offer.index] in wanted.suiting, "PEN-GUILD-06"),
)


def _only(condition: Condition[Offer, Wanted], wanted: Wanted) -> Rule[Offer]:
    met, clause = condition
    return only(lambda offer: met(offer, wanted), clause)


class Sides(dict[int, str]):
    """The side of each Contract in the row; a side that is not ``known`` is asked once."""

    def __init__(self, desk: Desk, offers: Sequence[Offer], known: Mapping[int, str]) -> None:
        super().__init__(known)
        self._desk, self._offers = desk, offers

    def __missing__(self, index: int) -> str:
        side = self[index] = str(self._desk.ask(make_side_field(self._offers[index])))
        return side


class Row(msgspec.Struct, eq=False):
    """The common row of Contracts and Trials (PEN-AMB-26), each part asked once when needed; as it is for a decision
    asked alone."""

    _desk: Desk
    _contracts: Sequence[Offer] | None = None
    sides: dict[int, str] = {}  # of those Contracts
    _difficulties: list[int] | None = None
    _trials: list[Challenge] | None = None
    _looked_for: tuple[int, Alignment | None] | None = None  # its Level and alignment when it last looked for one
    _found: Offer | None = None

    def forget_contracts(self) -> None:
        """Look at the row again: a Contract was taken."""
        self._contracts = None

    @property
    def contracts(self) -> Sequence[Offer]:
        if self._contracts is None:
            self.lay_out(self._desk.ask(rows.make_series("ask.contracts", [])))
        assert self._contracts is not None
        return self._contracts

    def lay_out(self, vps: Sequence[int], sides: Sequence[str] = ()) -> None:
        """Set the Contracts from their VP and the known sides."""
        self._contracts = list(map(Offer, range(len(vps)), vps))
        self.sides = Sides(self._desk, self._contracts, dict(enumerate(sides)))
        self._looked_for = None

    def find_contract(self, notes: Notes | None) -> Offer | None:
        """Return the Contract the Automa would take. It is looked for again if Level, alignment or row changed, or if
        ``notes`` want the reasons."""
        desk, offers = self._desk, self.contracts
        level, alignment = looks_for = len(desk.position.marks), desk.position.alignment
        if notes is not None or self._looked_for != looks_for:
            self._found = choose_contract(offers, level, alignment, self.sides, desk.rulings, notes)
            self._looked_for = looks_for
        return self._found

    def take_contract(self, offer: Offer, at_once: bool) -> None:
        rows.take_from_row(self._desk.position, "contracts", offer.index, refilled=at_once)
        self.forget_contracts()

    @property
    def difficulties(self) -> list[int]:
        if self._difficulties is None:
            self._difficulties = list(self._desk.ask(rows.make_series("ask.trials", [])))
        return self._difficulties

    def trial_allowed(self) -> bool:
        level = len(self._desk.position.marks)
        return min(self.difficulties, default=level) < level  # PEN-TRIAL-03

    @property
    def trials(self) -> list[Challenge]:
        """Return the Trials; VP are asked only of those that the Automa can pass."""
        if self._trials is None:
            level = self._desk.position.level
            low = [index for index, difficulty in enumerate(self.difficulties) if difficulty < level]
            count, params = len(low), {"numbers": [index + 1 for index in low], "count": len(low)}
            asked = Series(about="ask.trials.vp", params=params, low=0, high=rows.MOST_VP, most=count, exactly=count)
            worth = dict(zip(low, self._desk.ask(asked), strict=True))
            self._trials = [
                Challenge(index, difficulty, worth.get(index)) for index, difficulty in enumerate(self.difficulties)
            ]
        return self._trials


class Laid(msgspec.Struct, frozen=True, eq=False):
    """A row of Contracts read from their names, with the ``sides`` that the names say. ``read_row`` gives one object
    for equal rows, so that it is a cheap key."""

    offers: tuple[Offer, ...]
    sides: dict[int, str]
    whole: bool  # all sides are known


@lru_cache(maxsize=1 << 13)
def read_row(names: tuple[str, ...]) -> Laid:
    offers = tuple(map(_offer, range(len(names)), names))
    sides = {index: side for index, side in enumerate(map(rows.get_side, names)) if side is not None}
    return Laid(offers, sides, len(sides) == len(offers))


@lru_cache(maxsize=1024)
def _offer(index: int, name: str) -> Offer:
    return Offer(index, rows.get_vp(name))


@decision
def choose_in_row(
    row: Laid, level: int, alignment: Alignment | None, rulings: Rulings, *, notes: Notes | None = None
) -> Offer | None:
    """Return the Contract the Automa takes from a row whose sides are all known."""
    return choose_contract(row.offers, level, alignment, row.sides, rulings, notes)


class KeptRow(Row, eq=False):
    """The rows as they stay known from turn to turn."""

    _lying: tuple[str, ...] | None = None
    _laid: Laid | None = None

    def find_contract(self, notes: Notes | None) -> Offer | None:
        desk, position = self._desk, self._desk.position
        known = position.rows
        if "contracts" not in known.told:
            rows.ask_row(desk, "contracts")
        lying = tuple(known.contracts or ())
        if lying != self._lying:
            self._lying, self._laid = lying, (row := read_row(lying))
            self._contracts, self._looked_for = row.offers, None
            self.sides = row.sides if row.whole else Sides(desk, row.offers, row.sides)
        if type(self.sides) is Sides:
            return super().find_contract(notes)
        level, alignment = looks_for = len(position.marks), position.alignment
        if notes is not None or self._looked_for != looks_for:
            assert self._laid is not None
            self._found = choose_in_row(self._laid, level, alignment, desk.rulings, notes=notes)
            self._looked_for = looks_for
        return self._found

    def forget_contracts(self) -> None:
        self._lying = None

    def trial_allowed(self) -> bool:
        rows.ask_row(self._desk, "trials")
        position = self._desk.position
        level = len(position.marks)
        return bool([low for low, _ in position.rows.trials or () if low < level])  # PEN-TRIAL-03

    @property
    def trials(self) -> list[Challenge]:
        rows.ask_row(self._desk, "trials")
        lying = self._desk.position.rows.trials or ()
        return [Challenge(index, difficulty, vp) for index, (difficulty, vp) in enumerate(lying)]


@lru_cache(maxsize=1024)
def make_side_field(offer: Offer) -> Pick:
    params = {"number": offer.index + 1, "vp": offer.vp}
    return Pick(about="ask.contract.side", params=params, options=SIDES, family="alignment")


def make_reward_fields(desk: Desk, row: Row) -> list[Field]:
    """Return fields for what the Contract that the Automa is about to complete brings."""
    offer = row.find_contract(None)
    if offer is None:
        return []
    known = row.sides.get(offer.index)
    asked = [Field("side", make_side_field(offer))] if known is None else []
    if known == NEITHER or desk.rulings.amb_18 == "nothing":
        return asked
    return [*asked, _amount_field(offer, ("side", BRINGS) if asked else None)]


@lru_cache(maxsize=1024)
def _amount_field(offer: Offer, needs: tuple[str, tuple[str, ...]] | None = None) -> Field:
    params: dict[str, object] = {"number": offer.index + 1, "vp": offer.vp}
    return Field("amount", make_amount("ask.contract.brings", params), needs=needs)


def complete_contract(desk: Desk, row: Row, answers: Given) -> None:
    """Complete one Contract (PEN-GUILD-11), whatever it costs (PEN-GEN-09); the turn goes on (PEN-GUILD-13)."""
    position = desk.position
    offer = row.find_contract(desk.notes)
    if offer is None:  # only by a switched ruling: PEN-AMB-12
        desk.emit(NoContract, "PEN-GUILD-10")
        return
    position.contracts.append(offer.vp)
    position.contract_places.append(offer.index + 1)
    at_once = refill(desk, "contracts")
    desk.emit(Completes, ("PEN-GUILD-07", "PEN-GEN-09", "PEN-GEN-11"), offer.index + 1, offer.vp, at_once)
    side = str(answers["side"]) if "side" in answers else row.sides[offer.index]
    row.take_contract(offer, at_once)
    if side == NEITHER:  # always allowed, and it fixes nothing: PEN-AMB-16
        return
    if position.alignment is None:
        fix_alignment(desk, settle_side(desk, side), "PEN-GUILD-05", "PEN-GEN-27")
    gain_sides(desk, side, answers)
