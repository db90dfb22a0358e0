"""Resources that lie on the map only as far as she takes them off it: she owns none (SCY-GEN-08)."""

from __future__ import annotations

from automarium.games.scythe.events import ClearResources
from automarium.games.scythe.position import Position
from automarium.kernel.table import Table


def clear_resources(position: Position, at: str, table: Table) -> None:
    """All of them go back to the supply (SCY-RES-09)."""
    table.tell(ClearResources(at), "SCY-RES-09")
    if at in position.resources:
        position.resources.remove(at)


def pass_over(position: Position, at: str, table: Table) -> None:
    """A plain move onto tokens that we had put there: whatever is left of them is removed (SCY-RES-10)."""
    if at in position.resources:
        clear_resources(position, at, table)
