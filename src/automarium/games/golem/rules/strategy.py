"""The strategy column: it breaks ties, and what is used up goes to its bottom (GOL-STRAT, GOL-GOLEM-12, GOL-ART-12)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import TypeAlias

from automarium.games.golem.position import ARTIFACTS, UPGRADES, Desk, District
from automarium.games.golem.rewards import Exhausted

Order: TypeAlias = Sequence[District]


def top_first(order: Order) -> Mapping[District, int]:
    """Rank by the strategy column: the highest coloured tile is 0."""
    return _ranks(tuple(order))


def bottom_first(order: Order) -> Mapping[District, int]:
    """The other way round, where something moves backward (GOL-STRAT-07)."""
    return _ranks_from_below(tuple(order))


@cache
def _ranks(order: tuple[District, ...]) -> Mapping[District, int]:
    return {colour: rank for rank, colour in enumerate(order)}


@cache
def _ranks_from_below(order: tuple[District, ...]) -> Mapping[District, int]:
    return {colour: -rank for rank, colour in enumerate(order)}


# --------------------------------------------------------------------------------------------------------- exhaustion


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
        if desk.heard:
            desk.tell(Exhausted(colour), clause, "GOL-STRAT-09")
