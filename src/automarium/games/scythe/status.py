"""Where the game stands, and what going on brings."""

from __future__ import annotations

from automarium.games.scythe.commands import pending_fights
from automarium.games.scythe.position import Position
from automarium.kernel.room import Status
from automarium.kernel.saying import saying, term


def status(position: Position) -> Status:
    """Turns are counted in pairs: hers is the one after the human's."""
    whose = position.to_move
    stage = saying(f"stage.{whose}", turn=position.turn + (whose == "human"), scheme=position.scheme)
    waiting = pending_fights(position) if whose == "human" else ()
    coming = saying("coming.fight", at=term("place", waiting[0])) if waiting else saying("coming.automa")
    does = {"do": "fight", "at": waiting[0]} if waiting else None
    names = saying(
        "names", hers=term("faction", position.automa.faction), yours=term("faction", position.human.faction)
    )
    return Status(whose, position.over, position.turn, stage, coming, does, names)
