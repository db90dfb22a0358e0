"""Light and Darkness: what a Contract or a Trial brings the Automa, and how its side is fixed (PEN-GEN, PEN-GUILD)."""

from __future__ import annotations

from automarium.engine.message import term
from automarium.engine.play.command import Given
from automarium.engine.question import Count
from automarium.games.penumbra.events import Fixed, GainsAlignment, Rolled
from automarium.games.penumbra.position import Alignment, Desk
from automarium.games.penumbra.rules.dice import find_side, roll

MOST_AMOUNT = 9  # of Light or Darkness that one card brings
# A card that offers a choice of side, brings Light and Darkness at once, or has no side: PEN-AMB-16.
EITHER, BOTH, NEITHER = "either", "both", "none"
SIDES = ("light", "dark", EITHER, BOTH, NEITHER)


def make_amount(about: str, params: dict[str, object]) -> Count:
    """Return the question how much Light or Darkness a card gives."""
    return Count(about=about, params=params, low=0, high=MOST_AMOUNT, default=1)


def gain_sides(desk: Desk, side: str, told: Given) -> None:
    """Gain what a card gives; of both sides the first amount is in ``told``, the second is asked."""
    for index, one in enumerate(("light", "dark") if side == BOTH else (settle_side(desk, side),)):
        gain_alignment(desk, "light" if one == "light" else "dark", told.get("amount") if index == 0 else None)


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
