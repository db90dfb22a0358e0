"""Resources on the map, only as far as she puts them there or takes them away: she owns none (SCY-RES)."""

from __future__ import annotations

from automarium.games.scythe.events import ClearResources, PlaceResources
from automarium.games.scythe.map import BASE, PRINTED, TERRAIN
from automarium.games.scythe.position import RESOURCE_BOX, Desk, Position

AT_HOME = frozenset((BASE,))
PRODUCES: dict[str, str] = PRINTED.printed["terrain"]["produces"]


def clear_resources(desk: Desk, at: str) -> None:
    """All of them go back to the supply (SCY-RES-09)."""
    take_off(desk.position, at)
    desk.emit(ClearResources, "SCY-RES-09", at)


def take_off(position: Position, at: str) -> None:
    """Tokens that we had put there are known; of any others we can only keep that they were removed."""
    if position.resources.get(at):
        position.resources[at] = 0
    else:
        position.cleared[at] = position.cleared.get(at, 0) + 1
    _forget(position, at)


def remember_places(position: Position) -> None:
    """Where the human stands, they may leave resources behind."""
    human, been = position.human, position.been
    standing = (human.character, *human.mechs, *human.workers)
    if not AT_HOME.union(been).issuperset(standing):  # seldom anywhere new
        for at in standing:
            if at != BASE and at not in been:
                been.append(at)


def _forget(position: Position, at: str) -> None:
    if at in position.been:
        position.been.remove(at)


def pass_over(desk: Desk, at: str) -> None:
    """A plain move onto tokens that we had put there, or to where the human has been: whatever is left there is removed
    (SCY-RES-10)."""
    position = desk.position
    if position.resources.get(at):
        clear_resources(desk, at)
    elif at in position.been:
        _forget(position, at)
        position.swept[at] = position.swept.get(at, 0) + 1
        desk.emit(ClearResources, ("SCY-RES-09", "SCY-RES-10"), at)


def place_resources(desk: Desk, at: str) -> None:
    """As many as the resource box of the last main card says, of the terrain's kind (SCY-RES-01…06)."""
    position = desk.position
    card = position.last_card  # remembered through every shuffle: SCY-RES-06
    if desk.rulings.a22 == "top-of-pile":
        card = position.main_discard[-1] if position.main_discard else None
    box = RESOURCE_BOX[card] if card is not None else 0
    what = PRODUCES.get(TERRAIN[at])
    if what is not None and box:
        position.resources[at] = position.resources.get(at, 0) + box
        desk.emit(PlaceResources, ("SCY-RES-01", "SCY-RES-02", "SCY-RES-03"), at, what, box)
