"""Stars, and the end: the sixth star of either side ends the game at once (SCY-TURN-02, SCY-STAR-08)."""

from __future__ import annotations

from automarium.games.scythe.events import Over, Star
from automarium.games.scythe.position import STARS, Position
from automarium.kernel.table import Table


class SixthStar(Exception):
    """Nothing further of the card is executed (SCY-TURN-08)."""

    def __init__(self, side: str) -> None:
        super().__init__(side)
        self.side = side


def automa_star(position: Position, reason: str, table: Table, clause: str) -> None:
    """She has just placed a star; it is counted already."""
    table.tell(Star(reason), clause)
    if position.stars >= STARS:
        raise SixthStar("automa")


def human_star(position: Position) -> None:
    position.human.stars += 1
    if position.human.stars >= STARS:
        raise SixthStar("human")


def end(position: Position, sixth: SixthStar, table: Table) -> None:
    position.over = True
    table.tell(Over(sixth.side), "SCY-TURN-02", "SCY-STAR-08")
