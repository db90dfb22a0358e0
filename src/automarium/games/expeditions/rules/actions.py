"""A mech's actions at its target: explore, cleanse, take the special token (EXP-EXPLORE, -CLEANSE, -LAIR)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import TypeAlias

from automarium.engine.message import term
from automarium.engine.question import Series
from automarium.games.expeditions.events import Cleanse, Cleanse20, Explore, TurnedUp
from automarium.games.expeditions.position import SPECIAL, Desk, Mech, Position, Target


def explore(desk: Desk, mech: Mech, _: Target) -> None:
    """Take the map token, open the tile, put corruption on it as usual; nothing else (EXP-EXPLORE-04…06)."""
    at = desk.position.mechs[mech]
    tile = desk.position.tiles[at]
    tile.map = False
    desk.position.maps += 1  # EXP-EXPLORE-01, EXP-EXPLORE-07
    desk.emit(Explore, ("EXP-EXPLORE-01", "EXP-EXPLORE-02", "EXP-EXPLORE-03"), mech, at)
    if tile.closed:  # an open tile with a map token is looked for only by a switched ruling (EXP-AMB-11)
        desk.position.see(at, closed=False, map_token=False, corruption=())
        open_tile(desk, at)


def open_tile(desk: Desk, at: str) -> None:
    """Ask what was put on the tile that was just turned up (EXP-EXPLORE-03, EXP-EXPLORE-08)."""
    position = desk.position
    tokens: list[int] = desk.ask(_ask_tokens(at, special=True), lambda: ask_tokens(position, at))
    with desk.reported():
        position.tiles[at].corruption = list(tokens)
    desk.emit(TurnedUp, ("EXP-EXPLORE-03", *(("EXP-EXPLORE-08",) if SPECIAL in tokens else ())), at, list(tokens))


def ask_tokens(position: Position, at: str) -> Series:
    """Return the question for the tokens of an opened tile. The bag may run out, so none is an answer (EXP-AMB-12)."""
    return _ask_tokens(at, can_hold_special(position, at))


@cache
def _ask_tokens(at: str, special: bool) -> Series:
    about, high = ("ask.turned-up", SPECIAL) if special else ("ask.turned-up.ordinary", SPECIAL - 1)
    return Series(
        about=about, params={"at": term("place", at)}, place=at, low=1, high=high, most=12, once=(SPECIAL,), default=[]
    )


def can_hold_special(position: Position, at: str) -> bool:
    """Return whether the special token, which exists once (EXP-LAIR-04), can be on this tile."""
    if position.special or position.human_special:
        return False
    lies = [tile for tile in position.tiles.values() if tile.corruption and SPECIAL in tile.corruption]
    return not lies or (len(lies) == 1 and lies[0] is position.tiles[at])


def cleanse(desk: Desk, mech: Mech, target: Target) -> None:
    """Take ordinary corruption from the top, xN tokens or as many as there are (EXP-CLEANSE-01…03)."""
    count = target.count
    at = desk.position.mechs[mech]
    tile = desk.position.tiles[at]
    taken = [token for token in tile.corruption if token != SPECIAL][:count]
    left = list(tile.corruption)
    for token in taken:
        left.remove(token)  # the topmost of that value: those not taken keep their order (EXP-CLEANSE-07)
    tile.corruption = left
    desk.position.tokens += taken
    desk.emit(
        Cleanse, ("EXP-CLEANSE-01", "EXP-CLEANSE-02" if len(taken) == count else "EXP-CLEANSE-03"), mech, at, taken
    )


def cleanse_special(desk: Desk, mech: Mech, _: Target) -> None:
    """Take the special token and no other (EXP-LAIR-01, EXP-LAIR-02)."""
    at = desk.position.mechs[mech]
    desk.position.tiles[at].corruption.remove(SPECIAL)
    desk.position.special = True
    desk.emit(Cleanse20, "EXP-LAIR-01", mech, at)


Actions: TypeAlias = Mapping[str, Callable[[Desk, Mech, Target], None]]
ACTIONS: Actions = {"map_token": explore, "corruption": cleanse, "corruption20": cleanse_special}
