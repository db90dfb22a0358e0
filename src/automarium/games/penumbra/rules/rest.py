"""Rest: the whole turn, if every slot holds a card at its start (PEN-REST)."""

from __future__ import annotations

from collections.abc import Iterable

from automarium.engine.choice.choose import choose, given
from automarium.engine.choice.trace import Notes
from automarium.games.penumbra.events import Refresh, Rest
from automarium.games.penumbra.position import Desk, every_slot_holds
from automarium.games.penumbra.rules.cards import describe_under, discard_all
from automarium.games.penumbra.rulings import Rulings


def is_rest(slots: Iterable[int], rulings: Rulings, notes: Notes | None = None) -> bool:
    """Return whether every slot holds a card, one or more (PEN-REST-01…03)."""
    holds = every_slot_holds(slots, exactly_one=rulings.amb_06 == "exactly-one")
    return choose(("rest",), given(holds, "PEN-REST-02"), notes=notes, about="rest", family="turn") is not None


def rest(desk: Desk) -> None:
    """Rest, the whole turn (PEN-REST-13): as many dice as its Marks and Spark marks, of the human's choice, leave the
    locations (PEN-REST-05…11), all Automa cards go under the deck, a refresh."""
    position, whose = desk.position, desk.rulings.amb_07
    kind = "rest-her" if whose == "hers" else "rest"
    position.count_deed(f"{kind}-dice", position.level)
    position.count_deed(f"{kind}-spark", position.sparks)
    desk.emit(
        Rest,
        ("PEN-REST-01", "PEN-REST-02", "PEN-REST-05", "PEN-REST-08", "PEN-REST-10"),
        position.level,
        position.sparks,
        whose,
    )
    under = discard_all(position)
    desk.emit(describe_under, "PEN-REST-12", under)
    refresh(desk, "rest", "PEN-REST-14", "PEN-GEN-33")


def refresh(desk: Desk, after: str, *clauses: str) -> None:
    """Have Contracts, Fate or the Guild refreshed by the normal rules."""
    desk.position.count_deed(f"refresh-{after}")
    desk.emit(Refresh, clauses, after)
