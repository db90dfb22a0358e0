"""Contracts and Trials: which one she takes, and the Light or Darkness it brings (PEN-GUILD, PEN-TRIAL)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import msgspec

from automarium.games.penumbra.dice import roll, side_of
from automarium.games.penumbra.events import (
    Completes,
    Fixed,
    GainsAlignment,
    NoContract,
    Passes,
    Rolled,
)
from automarium.games.penumbra.position import Alignment, Position
from automarium.kernel.choice import Notes, Rule, choose, first, most, only
from automarium.kernel.saying import Saying, saying
from automarium.kernel.table import Count, Pick, Series, Table

MOST_VP = 30
LONGEST_ROW = 12
EITHER, NEITHER = "either", "none"  # a card that lets one choose the side, or has none: PEN-AMB-16
SIDES = ("light", "dark", EITHER, NEITHER)


class Offer(msgspec.Struct, frozen=True):
    """A Contract in the row, left first; ``index`` counts from 0."""

    index: int
    vp: int

    def said(self) -> Saying:
        return saying("offer.contract", number=self.index + 1, vp=self.vp)

    def __str__(self) -> str:
        return str(self.index)


class Challenge(msgspec.Struct, frozen=True):
    """A Trial in the row, left first; ``vp`` is None where nobody needs to know."""

    index: int
    difficulty: int
    vp: int | None

    def said(self) -> Saying:
        if self.vp is None:
            return saying("offer.trial.closed", number=self.index + 1, difficulty=self.difficulty)
        return saying("offer.trial", number=self.index + 1, difficulty=self.difficulty, vp=self.vp)

    def __str__(self) -> str:
        return str(self.index)


def _vp(offer: Offer | Challenge) -> int:
    return offer.vp or 0


def _from_the_right(offer: Offer | Challenge) -> int:
    return -offer.index


# ---------------------------------------------------------------------------------------------------------- Contracts


def choose_contract(
    offers: Sequence[Offer],
    level: int,
    alignment: Alignment | None,
    side: Callable[[Offer], str],
    rulings: Mapping[str, str],
    notes: Notes | None,
    *,
    eager: bool = False,
) -> Offer | None:
    """Below her Level, of her alignment, the most VP, furthest right (PEN-GUILD-01, PEN-GUILD-06…09).

    ``side`` tells a Contract's alignment; unless ``eager`` it is asked from the best Contract on, and no further than
    to the first that fits. Before her alignment is fixed any side will do (PEN-GUILD-04).
    """

    def fits(offer: Offer) -> bool:
        return side(offer) in (
            (alignment, EITHER) if rulings["PEN-AMB-16"] == "own-only" else (alignment, EITHER, NEITHER)
        )

    low: Rule[Offer] = only(lambda offer: offer.vp < level, "PEN-GUILD-01")
    best = (most(_vp, "PEN-GUILD-07"), first(_from_the_right, "PEN-GUILD-08"))
    if alignment is None:
        return choose(offers, low, *best, notes=notes, about="contract")
    if rulings["PEN-AMB-11"] == "vp-first":
        found = choose(offers, low, *best, notes=notes, about="contract")
        return None if found is None else choose((found,), only(fits, "PEN-GUILD-06"), notes=notes, about="contract")
    looked_at = offers if eager else _looked_at(offers, level, fits)
    return choose(looked_at, low, only(fits, "PEN-GUILD-06"), *best, notes=notes, about="contract")


def _looked_at(offers: Sequence[Offer], level: int, fits: Callable[[Offer], bool]) -> list[Offer]:
    """The row without those whose alignment nobody needs to know: the ones below the best that fits."""
    below: list[Offer] = []
    found = False
    for offer in sorted(offers, key=_best_first):
        if found and offer.vp < level:
            below.append(offer)
        found = found or (offer.vp < level and fits(offer))
    return [offer for offer in offers if offer not in below]


def _best_first(offer: Offer) -> tuple[int, int]:
    return -offer.vp, -offer.index


class Row:
    """The Contracts and Trials that lie in the common row (PEN-AMB-26), asked when somebody looks, each thing once."""

    def __init__(self, position: Position, table: Table) -> None:
        self._position, self._table = position, table
        self._contracts: list[Offer] | None = None
        self._sides: dict[int, str] = {}
        self._difficulties: list[int] | None = None
        self._trials: list[Challenge] | None = None

    def forget_contracts(self) -> None:
        """One was taken: the row is another now."""
        self._contracts = None
        self._sides = {}

    @property
    def contracts(self) -> list[Offer]:
        if self._contracts is None:
            vps = self._table.ask(_series("ask.contracts", MOST_VP))
            self._contracts = [Offer(index, vp) for index, vp in enumerate(vps)]
        return self._contracts

    def side(self, offer: Offer) -> str:
        if offer.index not in self._sides:
            params = {"number": offer.index + 1, "vp": offer.vp}
            asked = Pick(about="ask.contract.side", params=params, options=SIDES, family="alignment")
            self._sides[offer.index] = str(self._table.ask(asked))
        return self._sides[offer.index]

    def contract(self, notes: Notes | None) -> Offer | None:
        position = self._position
        return choose_contract(
            self.contracts, position.level, position.alignment, self.side, self._table.rulings, notes
        )

    @property
    def difficulties(self) -> list[int]:
        if self._difficulties is None:
            self._difficulties = list(self._table.ask(_series("ask.trials", MOST_VP)))
        return self._difficulties

    @property
    def trials(self) -> list[Challenge]:
        """VP are asked of those alone that she can pass."""
        if self._trials is None:
            level = self._position.level
            low = [index for index, difficulty in enumerate(self.difficulties) if difficulty < level]
            numbers = [index + 1 for index in low]
            vps = self._table.ask(
                _series("ask.trials.vp", MOST_VP, exactly=len(low), params={"numbers": numbers, "count": len(low)})
            )
            worth = dict(zip(low, vps, strict=True))
            self._trials = [
                Challenge(index, difficulty, worth.get(index)) for index, difficulty in enumerate(self.difficulties)
            ]
        return self._trials


def _series(about: str, high: int, exactly: int | None = None, params: Mapping[str, object] | None = None) -> Series:
    return Series(
        about=about,
        params=dict(params or {}),
        low=0,
        high=high,
        most=LONGEST_ROW if exactly is None else exactly,
        exactly=exactly,
        default=[] if exactly is None else None,
    )


def complete_contract(position: Position, row: Row, table: Table) -> None:
    """One Contract (PEN-GUILD-11), without looking at its costs (PEN-GEN-09); the turn goes on (PEN-GUILD-13)."""
    offer = row.contract(table.notes)
    if offer is None:  # only by a switched ruling: PEN-AMB-12
        table.tell(NoContract(), "PEN-GUILD-10")
        return
    position.contracts.append(offer.vp)
    later = table.rulings["PEN-AMB-25"] == "end-of-turn"
    if later:
        position.gaps.append("contracts")
    table.tell(Completes(offer.index + 1, offer.vp, not later), "PEN-GUILD-07", "PEN-GEN-09", "PEN-GEN-11")
    side = row.side(offer)
    row.forget_contracts()
    if side == NEITHER:  # always allowed, and it fixes nothing: PEN-AMB-16
        return
    taken = settled_side(position, side, table)
    if position.alignment is None:
        fix_alignment(position, taken, table, "PEN-GUILD-05", "PEN-GEN-27")
    gain_alignment(position, taken, table)


def settled_side(position: Position, side: str, table: Table) -> Alignment:
    """A choice of side goes to her own; before she has one, a die decides (PEN-AMB-16)."""
    if side == EITHER:
        if position.alignment is not None:
            return position.alignment
        value = roll(position, "any", table)
        table.tell(Rolled(value), "PEN-AMB-16")
        return "light" if side_of(value) == "left" else "dark"
    return "light" if side == "light" else "dark"


def fix_alignment(position: Position, side: Alignment, table: Table, *clauses: str) -> None:
    position.alignment = side
    table.tell(Fixed(side), *clauses)


def gain_alignment(position: Position, side: Alignment, table: Table) -> None:
    """Light and Darkness are the only rewards she gets (PEN-GEN-12, PEN-GEN-13)."""
    if table.rulings["PEN-AMB-18"] == "nothing":
        return
    amount: int = table.ask(Count(about="ask.alignment", params={"alignment": side}, low=0, high=9, default=1))
    if amount:
        setattr(position, side, getattr(position, side) + amount)
        table.tell(GainsAlignment(side, amount, getattr(position, side)), "PEN-GEN-13", "PEN-GEN-24", "PEN-AMB-18")


# ------------------------------------------------------------------------------------------------------------- Trials


def choose_trial(trials: Sequence[Challenge], level: int, notes: Notes | None) -> Challenge | None:
    """Below her Level, the most VP, furthest right; alignment plays no part (PEN-TRIAL-01, PEN-TRIAL-05, -06, -13)."""
    return choose(
        trials,
        only(lambda trial: trial.difficulty < level, "PEN-TRIAL-01"),
        most(_vp, "PEN-TRIAL-05"),
        first(_from_the_right, "PEN-TRIAL-06"),
        notes=notes,
        about="trial",
    )


def pass_trial(position: Position, row: Row, table: Table) -> None:
    """It always succeeds (PEN-TRIAL-07), and no die is placed for it (PEN-TRIAL-12)."""
    trial = choose_trial(row.trials, position.level, table.notes)
    assert trial is not None  # the line would have been passed over: PEN-TRIAL-04
    position.trials.append(_vp(trial))
    table.tell(Passes(trial.index + 1, _vp(trial)), "PEN-TRIAL-05", "PEN-TRIAL-07", "PEN-TRIAL-08")
    side = str(table.ask(Pick(about="ask.trial.side", options=SIDES, family="alignment", default=NEITHER)))
    if side == NEITHER or table.rulings["PEN-AMB-18"] == "nothing":
        return
    taken = settled_side(position, side, table)
    if position.alignment is None and table.rulings["PEN-AMB-17"] == "fixes":
        fix_alignment(position, taken, table, "PEN-AMB-17")
    gain_alignment(position, taken, table)
