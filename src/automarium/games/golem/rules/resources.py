"""The resource track and the ledger: every resource moves the marker, every VP is written down (GOL-RES, GOL-DISC)."""

from __future__ import annotations

from automarium.games.golem.events import Points, Resources
from automarium.games.golem.facts import fact
from automarium.games.golem.position import HIGH, LOW, Desk, Entry
from automarium.games.golem.rulings import Rulings
from automarium.kernel.table import Event

OVERFLOW = {True: ("overflow", "GOL-RES-07"), False: ("shortage", "GOL-RES-06")}


def moved(marker: int, amount: int, rulings: Rulings) -> tuple[int, int]:
    """Where the marker ends and the VP for the steps it could not make (GOL-RES-05…08)."""
    wanted = marker + amount
    reached = LOW if wanted < LOW else HIGH if wanted > HIGH else wanted
    over = wanted - reached
    if rulings.a26 == "per-payment":
        over = (over > 0) - (over < 0)
    return reached, over


def gain(desk: Desk, amount: int, reason: str, *clauses: str) -> None:
    """Coins, clay and knowledge are all the same to her (GOL-RES-01, GOL-RES-02)."""
    if amount:
        _move(desk, amount, reason, *(clauses or ("GOL-RES-02",)))


def pay(desk: Desk, amount: int, reason: str, *clauses: str) -> None:
    """She can always pay: what is missing costs VP (GOL-RES-03, GOL-RES-09)."""
    if amount:
        _move(desk, -amount, reason, *(clauses or ("GOL-RES-03",)))


def _move(desk: Desk, amount: int, reason: str, *clauses: str) -> None:
    position = desk.position
    position.marker, vp = moved(position.marker, amount, desk.rulings)
    if vp:
        what, clause = OVERFLOW[vp > 0]
        position.ledger.append(Entry(position.round, what, vp, clause))
        clauses = (*clauses, clause)
    desk.tell(Resources(amount, position.marker, vp, reason), *clauses)


def pay_discounted(desk: Desk, cost: int, discount: int, reason: str) -> None:
    """The price less the discount; a larger discount is given out (GOL-DISC-03, GOL-DISC-04)."""
    if discount > cost:
        gain(desk, discount - cost, reason, "GOL-DISC-03")
    else:
        pay(desk, cost - discount, reason, *(("GOL-DISC-04",) if discount else ("GOL-RES-03",)))


def compensate(desk: Desk, discount: int, reason: str) -> bool:
    """The effect cannot be applied: the discount comes as resources (GOL-DISC-01, GOL-FAIL-10)."""
    gain(desk, discount, reason, "GOL-DISC-01")
    return discount > 0 and desk.rulings.a33 == "resources-only"


def score(desk: Desk, vp: int, reason: str, *clauses: str) -> None:
    """VP with a line in the ledger, so that the log explains every one of them."""
    if vp:
        position = desk.position
        position.ledger.append(Entry(position.round, reason, vp, clauses[0]))
        desk.tell(Points(vp, position.vp, reason), *clauses)


def useless(desk: Desk, event: Event, *clauses: str) -> None:
    """An effect without benefit: 2 VP (GOL-FAIL)."""
    desk.tell(event, *clauses)
    score(desk, 2, "useless", *clauses)


def in_red(desk: Desk) -> bool:
    """Is the marker in the red zone of her level now (GOL-RES-10, GOL-RES-11)?"""
    return desk.position.marker in fact(desk, f"red_zone.{desk.position.level}.spaces")
