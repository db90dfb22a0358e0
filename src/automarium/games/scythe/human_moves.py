"""Where the human's pieces can go, as far as the app knows their abilities: what a face offers for a move.

Nobody is held to it: abilities that lead farther (Township, Underpass, Wayfare, a Factory card …) are the human's own
affair, and any other place can be told just as well.
"""

from __future__ import annotations

from collections.abc import Collection

from automarium.games.scythe.map import BASE, JOINED, TERRAIN, TERRITORIES, Rivers, near_of_human
from automarium.games.scythe.position import Automa, Human, Position

SWIMMERS = "nordic"  # their workers cross rivers


def places_of(human: Human, unit: str) -> list[str]:
    """Where the human has pieces of a kind."""
    return {"character": [human.character], "mech": human.mechs, "worker": human.workers}.get(unit, [])


def occupied(side: Automa | Human) -> set[str]:
    """Where a side's pieces stand, its base and her mat included."""
    return {side.character, *side.mechs, *side.workers}


def in_reach(position: Position, unit: str, here: str) -> tuple[str, ...]:
    """The places a piece can enter, in reading order. A way ends where her pieces stand; workers shun them."""
    human, hers = position.human, occupied(position.automa)
    found = _walked(human, unit, here, steps=2 if unit != "worker" and human.speed else 1, stops=hers)
    if unit == "worker":
        found -= hers
    return tuple(at for at in TERRITORIES if at in found and at != here)


def _walked(human: Human, unit: str, here: str, *, steps: int, stops: Collection[str]) -> set[str]:
    alone = unit == "worker"  # no ability of a mech is theirs
    rivers: Rivers = human.riverwalk
    if alone:
        rivers = "all" if human.faction == SWIMMERS else False
    near = near_of_human(human.faction, rivers, human.lakes and not alone, True)
    found: set[str] = set()
    starts = {here}
    for _ in range(steps):
        ring = {to for at in starts for to in (JOINED[human.faction] if at == BASE else near[at])}
        starts = ring - found - set(stops)
        found |= ring
    return found


def where_built(position: Position) -> tuple[str, ...]:
    """The territories with a worker of the human's, where mechs are deployed and structures built."""
    human, hers = position.human, occupied(position.automa)
    places = {at for at in human.workers if at != BASE and at not in hers and TERRAIN[at] != "lake"}
    return tuple(at for at in TERRITORIES if at in places)


def held(position: Position) -> set[str]:
    """The territories that the human controls: by a piece, or by a structure alone."""
    human, hers = position.human, occupied(position.automa)
    return (occupied(human) - {BASE}) | (set(human.structures) - hers)
