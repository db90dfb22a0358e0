"""Stars, and the end: the sixth star of either side ends the game at once (SCY-TURN-02, SCY-STAR-08)."""

from __future__ import annotations

from automarium.games.scythe.events import GoesOn, Over, Star, StarReason
from automarium.games.scythe.position import STARS, Desk, Side


class SixthStar(Exception):
    """A side has placed its sixth star: nothing further of the card is executed (SCY-TURN-08)."""

    def __init__(self, side: Side) -> None:
        super().__init__(side)
        self.side: Side = side


def place_star(desk: Desk, reason: StarReason, clause: str) -> None:
    """Emit a star of the Automa's that the position already counts; raise :class:`SixthStar` if it is the sixth."""
    desk.emit(Star, clause, reason)
    if desk.position.stars >= STARS:
        raise SixthStar("automa")


def place_human_star(desk: Desk) -> None:
    """Count a star that the human has placed; raise :class:`SixthStar` if it is the sixth."""
    human = desk.position.human
    with desk.reported():
        human.stars += 1
    if human.stars >= STARS:
        raise SixthStar("human")


def end_game(desk: Desk, sixth: SixthStar) -> None:
    """End the game. An earlier score sheet of the human's is dropped: they count now."""
    desk.position.over = True
    desk.position.human_score = None
    desk.emit(Over, ("SCY-TURN-02", "SCY-STAR-08"), sixth.side)


def resume_play(desk: Desk) -> None:
    """Let the human go on if a correction has taken the sixth star back."""
    position = desk.position
    if position.over and max(position.stars, position.human.stars) < STARS:
        position.over = False
        position.to_move = "human"
        desk.emit(GoesOn, "SCY-TURN-02")
