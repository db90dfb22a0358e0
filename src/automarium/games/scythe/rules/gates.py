"""The optional gates: a combat card is revealed before a piece is moved or placed (SCY-VAR-04, SCY-VAR-05)."""

from __future__ import annotations

from automarium.games.scythe.events import GATE_SHUTS, Gate, Gated
from automarium.games.scythe.position import HIGHEST_CARD, Desk
from automarium.kernel.question import Count


def opens(desk: Desk, what: Gated, clause: str) -> bool:
    """The combat cards are the person's own: they reveal one and say its value, 0 if there is none."""
    value: int = desk.ask(Count(about="ask.gate", low=0, high=HIGHEST_CARD))
    if desk.heard:
        desk.tell(Gate(value, what), clause)
    return value < GATE_SHUTS
