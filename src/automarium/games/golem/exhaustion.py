"""When everything of a colour is made, its tile goes under the others (GOL-GOLEM-12, GOL-ART-12)."""

from __future__ import annotations

from automarium.games.golem.facts import Desk
from automarium.games.golem.position import ARTIFACTS, UPGRADES, District
from automarium.games.golem.rewards import Exhausted


def look_at_golems(desk: Desk) -> None:
    """All golem upgrades made and all golems created."""
    position = desk.position
    if position.supply == 0 and len(position.upgrades["golem"]) == UPGRADES:
        send_lowest(desk, "red", "GOL-GOLEM-12")


def look_at_artifacts(desk: Desk) -> None:
    """All artifact upgrades made and all artifacts completed."""
    if desk.position.artifacts == ARTIFACTS and len(desk.position.upgrades["artifact"]) == UPGRADES:
        send_lowest(desk, "yellow", "GOL-ART-12")


def send_lowest(desk: Desk, colour: District, clause: str) -> None:
    """Once, at the moment when it becomes true; the one sent later lies lowest (GOL-STRAT-08…10, GOL-A30)."""
    position = desk.position
    if colour not in position.exhausted:
        position.exhausted.append(colour)
        position.order.remove(colour)
        position.order.append(colour)
        desk.table.tell(Exhausted(colour), clause, "GOL-STRAT-09")
