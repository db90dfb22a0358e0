"""The search for a mech's target (EXP-TARGET)."""

from __future__ import annotations

from typing import TypeAlias

from automarium.engine.choice.choose import Condition, choose, given
from automarium.engine.message import term
from automarium.engine.play.decision import YES_NO
from automarium.engine.question import Field, Form, Pick
from automarium.games.expeditions.events import TurnedUp
from automarium.games.expeditions.position import GLORY_TOKENS, SPECIAL, Desk, Mech, Target, Tile
from automarium.games.expeditions.rules.actions import ask_tokens
from automarium.games.expeditions.rules.movement import REACH, list_windows, rank_nearest
from automarium.games.expeditions.rulings import Rulings

Sought: TypeAlias = Condition[str, dict[str, Tile]]  # a condition on a location


def find_target(desk: Desk, mech: Mech, target: Target, enough: bool) -> str | None:
    """Return the target or None. A closed tile that the human entered, tokens not reported, may be asked about."""
    found = search(desk, mech, target, enough)
    while enough and desk.position.entered and (unclear := _find_unclear(desk, mech, target, found)) is not None:
        if ask_entered(desk, unclear):
            found = search(desk, mech, target, enough)
    return found


def _find_unclear(desk: Desk, mech: Mech, target: Target, found: str | None) -> str | None:
    """Return the first entered tile that may match instead of ``found``: closed it matches itself, open it may hold
    corruption."""
    position = desk.position
    for place in list_windows(position.mechs[mech], position.human)[REACH]:
        if place in position.entered and place != position.human and (place == found or target.kind != "map_token"):
            return place
        if place == found:
            return None
    return None


def ask_entered(desk: Desk, at: str) -> bool:
    """Ask whether the human turned this tile up, and its tokens; return whether they did."""
    fields = (
        Field("turned", Pick(about="ask.entered.turned", options=YES_NO, family="answer", default="yes")),
        Field("tokens", ask_tokens(desk.position, at)),
    )
    answers = desk.ask(Form(about="ask.entered", params={"at": term("place", at)}, place=at, fields=fields))
    if answers["turned"] == "no":
        desk.position.entered.remove(at)
        return False
    with desk.reported():
        desk.position.see(at, closed=False, map_token=False, corruption=answers["tokens"])
    desk.emit(TurnedUp, (), at, answers["tokens"])
    return True


def get_glory_needed(desk: Desk, target: Target) -> int:
    """Return the number in the glory symbol; without one no glory is needed, or it is no target at all (EXP-AMB-03)."""
    if target.glory_required is not None:
        return target.glory_required
    return 0 if desk.rulings.amb_03 == "zero" else GLORY_TOKENS + 1


# Conditions of the symbols; the multiplier does not matter (EXP-TARGET-14).
WITH_MAP: Sought = ((lambda place, tiles: tiles[place].map), "EXP-TARGET-08")
CLOSED: Sought = ((lambda place, tiles: tiles[place].closed), "EXP-AMB-11")
# Any token but the special one, which exists once: EXP-TARGET-13.
NOT_ORDINARY: tuple[list[int], ...] = ([], [SPECIAL])
ORDINARY: Sought = ((lambda place, tiles: tiles[place].corruption not in NOT_ORDINARY), "EXP-TARGET-12")
WITH_SPECIAL: Sought = ((lambda place, tiles: SPECIAL in tiles[place].corruption), "EXP-TARGET-09")
ALONE: Sought = ((lambda place, tiles: len(tiles[place].corruption) == 1), "EXP-TARGET-11")


def list_conditions(target: Target, rulings: Rulings) -> tuple[Sought, ...]:
    if target.kind == "corruption":
        return (ORDINARY,)
    if target.kind == "map_token":
        return (WITH_MAP,) if rulings.amb_11 == "any" else (WITH_MAP, CLOSED)
    return (WITH_SPECIAL,) if rulings.amb_01 == "any" else (WITH_SPECIAL, ALONE)


def search(desk: Desk, mech: Mech, target: Target, enough: bool) -> str | None:
    """Return the nearest location that matches the target line; None without ``enough`` glory or a match."""
    position, notes = desk.position, desk.notes
    if notes is None and not enough:
        return None
    here, human = position.mechs[mech], position.human
    clause = "EXP-AMB-03" if target.glory_required is None else "EXP-MECH-09"
    if not enough:
        windows = list_windows(here, human)
        return choose(windows[REACH], given(False, clause), notes=notes, about="target", family="place")
    conditions = list_conditions(target, desk.rulings)
    return rank_nearest(here, human, clause).search(conditions, position.tiles, notes, "target", "place")
