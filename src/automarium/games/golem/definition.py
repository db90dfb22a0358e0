"""Where the game stands, and what going on brings."""

from __future__ import annotations

from dataclasses import replace

from automarium.engine.definition import GameDefinition, Status, later
from automarium.engine.furniture import furnished
from automarium.engine.message import message, term
from automarium.engine.play.command import NEXT
from automarium.games.golem import components, layout, page, rivals, text
from automarium.games.golem.position import CARDS_A_ROUND, Position, is_over
from automarium.games.golem.rulings import Rulings


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
        stage=message(f"coming.{position.stage}" if position.under_way else f"stage.{position.stage}", **told),
        coming=message(f"coming.{position.stage}", **told),
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


DEFINITION: GameDefinition[Position, Rulings] = replace(
    furnished(__package__, Position, Rulings),
    svg=later("automarium.games.golem.picture.drawing", "draw"),
    over=is_over,
    rivals={**rivals.RIVALS, "table": rivals.Keeper},
    group=layout.group,
    groups=layout.GROUPS,
    aside=layout.aside,
    waits=layout.SUMS,
    joint=layout.joint,
    chip=layout.chip,
    reads=layout.reads,
    details=text.details,
    stems={"effect": components.STEMS},
    card=page.card,
    colours=page.COLOUR_FAMILIES,
    rows={"marble-in-row": ("row", "marble")},
)
