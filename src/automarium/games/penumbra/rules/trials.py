"""Trials: which one the Automa takes on, and what it brings (PEN-TRIAL)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import msgspec

from automarium.engine.choice.choose import choose, first, most, only
from automarium.engine.choice.trace import Notes
from automarium.engine.message import Message, message
from automarium.engine.question import Field, Form, Pick
from automarium.games.penumbra.events import Passes
from automarium.games.penumbra.position import Desk
from automarium.games.penumbra.rules import rows
from automarium.games.penumbra.rules.alignment import (
    BOTH,
    NEITHER,
    SIDES,
    fix_alignment,
    gain_sides,
    make_amount,
    settle_side,
)


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
    told = desk.ask(make_trial_form(trial))
    side = str(told["side"])
    if side == NEITHER:
        return
    if position.alignment is None and desk.rulings.amb_17 == "fixes":
        side = side if side == BOTH else settle_side(desk, side)
        fix_alignment(desk, settle_side(desk, side), "PEN-AMB-17")
    gain_sides(desk, side, told)


@lru_cache(maxsize=1024)
def make_trial_form(trial: Challenge) -> Form:
    """Return the form for the Light or Darkness that a Trial brings, most often none."""
    fields = (
        Field("side", Pick(about="ask.trial.side", options=SIDES, family="alignment", default=NEITHER)),
        Field("amount", make_amount("ask.trial.amount", {})),
    )
    params = {"number": trial.index + 1, "vp": _vp(trial)}
    return Form(about="ask.trial.brings", params=params, fields=fields)
