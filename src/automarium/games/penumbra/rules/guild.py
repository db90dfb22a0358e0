"""Contracts and Trials: which one she takes, and the Light or Darkness it brings (PEN-GUILD, PEN-TRIAL)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from automarium.games.penumbra.events import Completes, Fixed, GainsAlignment, NoContract, Passes, Rolled
from automarium.games.penumbra.position import Alignment, Desk
from automarium.games.penumbra.rules import rows
from automarium.games.penumbra.rules.dice import roll, side_of
from automarium.games.penumbra.rules.school import refilled
from automarium.games.penumbra.rulings import Rulings
from automarium.kernel.choice import Met, Notes, Rule, choose, first, most, only, read_down
from automarium.kernel.saying import Saying, saying, term
from automarium.kernel.table import Count, Field, Form, Pick

MOST_AMOUNT = 9  # of Light or Darkness that one card brings
# A card that lets one choose the side, brings Light and Darkness at once, or has no side: PEN-AMB-16.
EITHER, BOTH, NEITHER = "either", "both", "none"
SIDES = ("light", "dark", EITHER, BOTH, NEITHER)


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
    rulings: Rulings,
    notes: Notes | None,
    *,
    eager: bool = False,
) -> Offer | None:
    """Below her Level, of her alignment, the most VP, furthest right (PEN-GUILD-01, PEN-GUILD-06…09).

    ``side`` tells a Contract's alignment; unless ``eager`` the row is read from the best Contract on, so that it is
    asked no further than to the first that fits. Before her alignment is fixed any side will do (PEN-GUILD-04).
    """
    suiting = (alignment, EITHER, BOTH) if rulings.amb_16 == "own-only" else (alignment, EITHER, BOTH, NEITHER)
    low: Rule[Offer] = only(lambda offer: offer.vp < level, "PEN-GUILD-01")
    fits: Rule[Offer] = only(lambda offer: side(offer) in suiting, "PEN-GUILD-06")
    best = (most(_vp, "PEN-GUILD-07"), first(_from_the_right, "PEN-GUILD-08"))
    if alignment is None:
        return choose(offers, low, *best, notes=notes, about="contract")
    if rulings.amb_11 == "vp-first":
        found = choose(offers, low, *best, notes=notes, about="contract")
        return None if found is None else choose((found,), fits, notes=notes, about="contract")
    if eager:
        return choose(offers, low, fits, *best, notes=notes, about="contract")

    def conditions(offer: Offer) -> Iterator[Met]:
        yield offer.vp < level, "PEN-GUILD-01"
        yield side(offer) in suiting, "PEN-GUILD-06"

    return read_down(sorted(offers, key=_best_first), conditions, "PEN-GUILD-07", notes=notes, about="contract")


def _best_first(offer: Offer) -> tuple[int, int]:
    return -offer.vp, -offer.index


class Row:
    """The Contracts and Trials that lie in the common row (PEN-AMB-26), asked when somebody looks, each thing once. So
    they are asked one by one in "just ask" and in games of an earlier version."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
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
            self.lay_out(self._desk.ask(rows.numbers("ask.contracts", [])))
        assert self._contracts is not None
        return self._contracts

    def lay_out(self, vps: Sequence[int], sides: Sequence[str] = ()) -> None:
        """The Contracts as somebody told them."""
        self._contracts = [Offer(index, vp) for index, vp in enumerate(vps)]
        self._sides = dict(enumerate(sides))

    def known_side(self, offer: Offer) -> str | None:
        return self._sides.get(offer.index)

    def side(self, offer: Offer) -> str:
        """Asked once, where it was not told with the row."""
        known = self.known_side(offer)
        if known is None:
            known = self._sides[offer.index] = str(self._desk.ask(side_question(offer)))
        return known

    def contract(self, notes: Notes | None) -> Offer | None:
        position = self._desk.position
        return choose_contract(self.contracts, position.level, position.alignment, self.side, self._desk.rulings, notes)

    def take_contract(self, offer: Offer, at_once: bool) -> None:
        rows.take(self._desk.position, "contracts", offer.index, refilled=at_once)
        self.forget_contracts()

    @property
    def difficulties(self) -> list[int]:
        if self._difficulties is None:
            self._difficulties = list(self._desk.ask(rows.numbers("ask.trials", [])))
        return self._difficulties

    def trial_allowed(self) -> bool:
        level = self._desk.position.level
        return any(difficulty < level for difficulty in self.difficulties)  # PEN-TRIAL-03

    @property
    def trials(self) -> list[Challenge]:
        """VP are asked of those alone that she can pass."""
        if self._trials is None:
            level = self._desk.position.level
            low = [index for index, difficulty in enumerate(self.difficulties) if difficulty < level]
            params = {"numbers": [index + 1 for index in low], "count": len(low)}
            asked = rows.numbers("ask.trials.vp", None, exactly=len(low), most=len(low), params=params)
            worth = dict(zip(low, self._desk.ask(asked), strict=True))
            self._trials = [
                Challenge(index, difficulty, worth.get(index)) for index, difficulty in enumerate(self.difficulties)
            ]
        return self._trials


class KeptRow(Row):
    """The rows as they stay known from turn to turn: somebody looks, and only what has changed is told."""

    @property
    def contracts(self) -> list[Offer]:
        rows.look(self._desk, "contracts")
        lying = self._desk.position.rows.contracts or ()
        vps = (rows.MOST_VP if one == rows.MORE else int(one.partition("-")[2]) for one in lying)
        return [Offer(index, vp) for index, vp in enumerate(vps)]

    def known_side(self, offer: Offer) -> str | None:
        lying = self._desk.position.rows.contracts or ()
        side = lying[offer.index].partition("-")[0]
        return side if side in ("light", "dark") else super().known_side(offer)

    @property
    def difficulties(self) -> list[int]:
        rows.look(self._desk, "trials")
        return [difficulty for difficulty, _ in self._desk.position.rows.trials or ()]

    @property
    def trials(self) -> list[Challenge]:
        rows.look(self._desk, "trials")
        lying = self._desk.position.rows.trials or ()
        return [Challenge(index, difficulty, vp) for index, (difficulty, vp) in enumerate(lying)]


def row_of(desk: Desk) -> Row:
    return Row(desk) if desk.position.one_by_one else KeptRow(desk)


def side_question(offer: Offer) -> Pick:
    params = {"number": offer.index + 1, "vp": offer.vp}
    return Pick(about="ask.contract.side", params=params, options=SIDES, family="alignment")


def brought_fields(desk: Desk, row: Row) -> list[Field]:
    """What the Contract that she is about to complete brings: asked with its die, looked at if she completes it."""
    offer = row.contract(None)
    if offer is None:
        return []
    known = row.known_side(offer)
    asked = [Field("side", side_question(offer))] if known is None else []
    if known == NEITHER or desk.rulings.amb_18 == "nothing":
        return asked
    params = {"number": offer.index + 1, "vp": offer.vp}
    amount = Count(about="ask.contract.brings", params=params, low=0, high=MOST_AMOUNT, default=1)
    return [*asked, Field("amount", amount)]


def complete_contract(desk: Desk, row: Row, told: Mapping[str, Any]) -> None:
    """One Contract (PEN-GUILD-11), without looking at its costs (PEN-GEN-09); the turn goes on (PEN-GUILD-13)."""
    position = desk.position
    offer = row.contract(desk.notes)
    if offer is None:  # only by a switched ruling: PEN-AMB-12
        desk.tell(NoContract(), "PEN-GUILD-10")
        return
    position.contracts.append(offer.vp)
    position.contract_places.append(offer.index + 1)
    at_once = refilled(desk, "contracts")
    desk.tell(Completes(offer.index + 1, offer.vp, at_once), "PEN-GUILD-07", "PEN-GEN-09", "PEN-GEN-11")
    side = str(told["side"]) if "side" in told else row.side(offer)
    row.take_contract(offer, at_once)
    if side == NEITHER:  # always allowed, and it fixes nothing: PEN-AMB-16
        return
    if position.alignment is None:
        fix_alignment(desk, settled_side(desk, side), "PEN-GUILD-05", "PEN-GEN-27")
    gain_sides(desk, side, told)


def gain_sides(desk: Desk, side: str, told: Mapping[str, Any]) -> None:
    """What a card brings, both at once if it says so: the first amount was told with it, the second is asked."""
    for index, one in enumerate(("light", "dark") if side == BOTH else (settled_side(desk, side),)):
        gain_alignment(desk, "light" if one == "light" else "dark", told.get("amount") if index == 0 else None)


def settled_side(desk: Desk, side: str) -> Alignment:
    """A choice of side goes to her own; before she has one, a die decides (PEN-AMB-16)."""
    if side in (EITHER, BOTH):
        if desk.position.alignment is not None:
            return desk.position.alignment
        value = roll(desk, "any")
        desk.tell(Rolled(value), "PEN-AMB-16")
        return "light" if side_of(value) == "left" else "dark"
    return "light" if side == "light" else "dark"


def fix_alignment(desk: Desk, side: Alignment, *clauses: str) -> None:
    desk.position.alignment = side
    desk.tell(Fixed(side), *clauses)


def gain_alignment(desk: Desk, side: Alignment, amount: int | None) -> None:
    """Light and Darkness are the only rewards she gets (PEN-GEN-12, PEN-GEN-13)."""
    if desk.rulings.amb_18 == "nothing":
        return
    position = desk.position
    if amount is None:
        params = {"alignment": term("alignment", side)}
        amount = int(desk.ask(Count(about="ask.alignment", params=params, low=0, high=MOST_AMOUNT, default=1)))
    if amount:
        total = getattr(position, side) + amount
        setattr(position, side, total)
        desk.tell(GainsAlignment(side, amount, total), "PEN-GEN-13", "PEN-GEN-24", "PEN-AMB-18")


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


def pass_trial(desk: Desk, row: Row) -> None:
    """It always succeeds (PEN-TRIAL-07), and no die is placed for it (PEN-TRIAL-12)."""
    position = desk.position
    trial = choose_trial(row.trials, position.level, desk.notes)
    assert trial is not None  # the line would have been passed over: PEN-TRIAL-04
    vp = _vp(trial)
    position.trials.append(vp)
    position.trial_places.append(trial.index + 1)
    rows.take(position, "trials", trial.index, refilled=True)
    desk.tell(Passes(trial.index + 1, vp), "PEN-TRIAL-05", "PEN-TRIAL-07", "PEN-TRIAL-08")
    if desk.rulings.amb_18 == "nothing":
        return
    told = desk.ask(trial_form(trial))
    side = str(told["side"])
    if side == NEITHER:
        return
    if position.alignment is None and desk.rulings.amb_17 == "fixes":
        side = side if side == BOTH else settled_side(desk, side)
        fix_alignment(desk, settled_side(desk, side), "PEN-AMB-17")
    gain_sides(desk, side, told)


def trial_form(trial: Challenge) -> Form:
    """Light or Darkness that a Trial brings, most often none."""
    fields = (
        Field("side", Pick(about="ask.trial.side", options=SIDES, family="alignment", default=NEITHER)),
        Field("amount", Count(about="ask.trial.amount", low=0, high=MOST_AMOUNT, default=1)),
    )
    params = {"number": trial.index + 1, "vp": _vp(trial)}
    return Form(about="ask.trial.brings", params=params, fields=fields)
