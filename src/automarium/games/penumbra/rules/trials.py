"""Trials, and the Light or Darkness of a Contract or a Trial (PEN-TRIAL, PEN-GEN, PEN-GUILD)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import msgspec

from automarium.engine.choice.choose import choose, first, most, only
from automarium.engine.choice.trace import Notes
from automarium.engine.message import Message, message, term
from automarium.engine.play.command import Given
from automarium.engine.question import Count, Field, Form, Pick
from automarium.games.penumbra.events import Fixed, GainsAlignment, Passes, Rolled
from automarium.games.penumbra.position import Alignment, Desk
from automarium.games.penumbra.rules import rows
from automarium.games.penumbra.rules.dice import find_side, roll

MOST_AMOUNT = 9  # of Light or Darkness that one card brings
# A card that offers a choice of side, brings Light and Darkness at once, or has no side: PEN-AMB-16.
EITHER, BOTH, NEITHER = "either", "both", "none"
SIDES = ("light", "dark", EITHER, BOTH, NEITHER)
BRINGS = SIDES[:-1]  # the sides of a card that brings something


def make_amount(about: str, params: dict[str, object]) -> Count:
    """Return the question how much Light or Darkness a card gives."""
    return Count(about=about, params=params, low=0, high=MOST_AMOUNT, default=1)


def gain_sides(desk: Desk, side: str, answers: Given) -> None:
    """Gain what a card gives; of both sides the first amount is in ``answers``, the second is asked."""
    for index, one in enumerate(("light", "dark") if side == BOTH else (settle_side(desk, side),)):
        gain_alignment(desk, "light" if one == "light" else "dark", answers.get("amount") if index == 0 else None)


def settle_side(desk: Desk, side: str) -> Alignment:
    """Return the side of a card; a choice goes to its own, and before it has one a die decides (PEN-AMB-16)."""
    if side in (EITHER, BOTH):
        if desk.position.alignment is not None:
            return desk.position.alignment
        value = roll(desk, "any")
        desk.emit(Rolled, "PEN-AMB-16", value)
        return "light" if find_side(value) == "left" else "dark"
    return "light" if side == "light" else "dark"


def fix_alignment(desk: Desk, side: Alignment, *clauses: str) -> None:
    desk.position.alignment = side
    desk.emit(Fixed, clauses, side)


def gain_alignment(desk: Desk, side: Alignment, amount: int | None) -> None:
    """Gain Light or Darkness, the only rewards the Automa gets (PEN-GEN-12, PEN-GEN-13)."""
    if desk.rulings.amb_18 == "nothing":
        return
    position = desk.position
    if amount is None:
        amount = int(desk.ask(make_amount("ask.alignment", {"alignment": term("alignment", side)})))
    if amount:
        total = getattr(position, side) + amount
        setattr(position, side, total)
        desk.emit(GainsAlignment, ("PEN-GEN-13", "PEN-GEN-24", "PEN-AMB-18"), side, amount, total)


class Challenge(msgspec.Struct, frozen=True):
    """A Trial in the row, left first; ``vp`` is None where it is unknown."""

    index: int
    difficulty: int
    vp: int | None

    def describe(self) -> Message:
        if self.vp is None:
            return message("offer.trial.closed", number=self.index + 1, difficulty=self.difficulty)
        return message("offer.trial", number=self.index + 1, difficulty=self.difficulty, vp=self.vp)

    def __str__(self) -> str:
        return str(self.index)


def _vp(trial: Challenge) -> int:
    return trial.vp or 0


def _from_the_right(trial: Challenge) -> int:
    return -trial.index


def choose_trial(trials: Sequence[Challenge], level: int, notes: Notes | None) -> Challenge | None:
    """Return the Trial below its Level with the most VP, furthest right (PEN-TRIAL-01, PEN-TRIAL-05, -06, -13)."""
    return choose(
        trials,
        only(lambda trial: trial.difficulty < level, "PEN-TRIAL-01"),
        most(_vp, "PEN-TRIAL-05"),
        first(_from_the_right, "PEN-TRIAL-06"),
        notes=notes,
        about="trial",
    )


def pass_trial(desk: Desk, trials: Sequence[Challenge]) -> None:
    """Pass a Trial: it always succeeds (PEN-TRIAL-07), and no die is placed for it (PEN-TRIAL-12)."""
    position = desk.position
    trial = choose_trial(trials, position.level, desk.notes)
    assert trial is not None  # the line would have been passed over: PEN-TRIAL-04
    vp = _vp(trial)
    position.trials.append(vp)
    position.trial_places.append(trial.index + 1)
    rows.take_from_row(position, "trials", trial.index, refilled=True)
    desk.emit(Passes, ("PEN-TRIAL-05", "PEN-TRIAL-07", "PEN-TRIAL-08"), trial.index + 1, vp)
    if desk.rulings.amb_18 == "nothing":
        return
    answers = desk.ask(make_trial_form(trial))
    side = str(answers["side"])
    if side == NEITHER:
        return
    if position.alignment is None and desk.rulings.amb_17 == "fixes":
        side = side if side == BOTH else settle_side(desk, side)
        fix_alignment(desk, settle_side(desk, side), "PEN-AMB-17")
    gain_sides(desk, side, answers)


@lru_cache(maxsize=1024)
def make_trial_form(trial: Challenge) -> Form:
    """Return the form for the Light or Darkness that a Trial brings, most often none."""
    fields = (
        Field("side", Pick(about="ask.trial.side", options=SIDES, family="alignment", default=NEITHER)),
        Field("amount", make_amount("ask.trial.amount", {}), needs=("side", BRINGS)),
    )
    params = {"number": trial.index + 1, "vp": _vp(trial)}
    return Form(about="ask.trial.brings", params=params, fields=fields)
