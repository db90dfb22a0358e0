"""The resource track and the ledger: every resource moves the marker, all VP have a line (GOL-RES, GOL-DISC)."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec

from automarium.engine.play.event import Event
from automarium.games.golem.events import Points, Resources
from automarium.games.golem.position import HIGH, LOW, Desk, Entry, Position
from automarium.games.golem.printed_facts import get_fact
from automarium.games.golem.rulings import Rulings

Q = ParamSpec("Q")

USUAL = {True: ("GOL-RES-02",), False: ("GOL-RES-03",)}
OVERFLOW = {True: ("overflow", "GOL-RES-07"), False: ("shortage", "GOL-RES-06")}


def move_marker(marker: int, amount: int, rulings: Rulings) -> tuple[int, int]:
    """Return where the marker ends and the VP for the steps it could not make (GOL-RES-05…08)."""
    wanted = marker + amount
    reached = LOW if wanted < LOW else HIGH if wanted > HIGH else wanted
    over = wanted - reached
    if rulings.a26 == "per-payment":
        over = (over > 0) - (over < 0)
    return reached, over


def gain(desk: Desk, amount: int, reason: str, *clauses: str) -> None:
    """Move the marker by coins, clay or knowledge alike (GOL-RES-01, GOL-RES-02). A negative amount is a payment."""
    if not amount:
        return
    position = desk.position
    reached, vp = position.marker + amount, 0
    if not LOW <= reached <= HIGH:
        reached, vp = move_marker(position.marker, amount, desk.rulings)
        what, clause = OVERFLOW[vp > 0]
        position.ledger.append(Entry(position.round, what, vp, clause))
        clauses = (*(clauses or USUAL[amount > 0]), clause)
    position.marker = reached
    desk.emit(Resources, clauses or USUAL[amount > 0], amount, reached, vp, reason)


def pay(desk: Desk, amount: int, reason: str, *clauses: str) -> None:
    """Pay an amount; what is missing costs VP (GOL-RES-03, GOL-RES-09)."""
    gain(desk, -amount, reason, *clauses)


def pay_discounted(desk: Desk, cost: int, discount: int, reason: str) -> None:
    """Pay the price less the discount; the rest of a larger discount is given out (GOL-DISC-03, GOL-DISC-04)."""
    clause = "GOL-DISC-03" if discount > cost else "GOL-DISC-04" if discount else "GOL-RES-03"
    gain(desk, discount - cost, reason, clause)


def compensate(desk: Desk, discount: int, reason: str) -> bool:
    """Give the discount of an effect that cannot be applied as resources (GOL-DISC-01, GOL-FAIL-10)."""
    gain(desk, discount, reason, "GOL-DISC-01")
    return discount > 0 and desk.rulings.a33 == "resources-only"


def score(desk: Desk, vp: int, reason: str, *clauses: str) -> None:
    """Score VP with a line in the ledger."""
    if vp:
        position = desk.position
        position.ledger.append(Entry(position.round, reason, vp, clauses[0]))
        desk.emit(_make_points, clauses, vp, position, reason)


def _make_points(vp: int, position: Position, reason: str) -> Points:
    """Return the event; only where it is made the VP are added up."""
    return Points(vp, position.vp, reason)


def score_useless(desk: Desk, event: Callable[Q, Event], clause: str, /, *args: Q.args, **fields: Q.kwargs) -> None:
    """Emit an event of an effect without benefit and score its 2 VP (GOL-FAIL)."""
    desk.emit(event, clause, *args, **fields)
    score(desk, 2, "useless", clause)


def is_in_red(desk: Desk) -> bool:
    """Return whether the marker is in the red zone of the Automa's level (GOL-RES-10, GOL-RES-11)."""
    position = desk.position
    zone = position.added.red_zone if position.added else get_fact(desk, "red_zone.spaces", position.level)
    return position.marker in zone
