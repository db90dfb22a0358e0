"""Where the game stands, and what going on brings."""

from __future__ import annotations

from automarium.games.golem.position import CARDS_A_ROUND, Position
from automarium.kernel.command import NEXT
from automarium.kernel.room import Status
from automarium.kernel.saying import saying, term


def status(position: Position) -> Status:
    """The humans say when it goes on, so it is always theirs to move; only between two rounds nobody has a turn, and
    where the turn order is known she begins a round or ends it."""
    coming_round = position.round + (position.stage == "round" and not position.under_way)
    told = {
        "round": term("roman", coming_round),
        "number": position.acting or len(position.types) + 1,
        "all": CARDS_A_ROUND,
    }
    return Status(
        "human",
        position.over,
        position.turn,
        stage=saying(f"coming.{position.stage}" if position.under_way else f"stage.{position.stage}", **told),
        coming=saying(f"coming.{position.stage}", **told),
        does=None if _is_a_humans(position) else {"do": NEXT},
    )


def _is_a_humans(position: Position) -> bool:
    """Whether one of the humans comes before what is next, as far as that is known."""
    match position.stage:
        case "round":
            return False
        case "turns" if not position.types:
            return position.order_place != 1
        case "evening":
            return position.order_place != position.participants
        case _:
            return True
