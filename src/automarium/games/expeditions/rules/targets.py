"""How a mech searches for its target (EXP-TARGET)."""

from __future__ import annotations

from automarium.games.expeditions.events import TurnedUp
from automarium.games.expeditions.position import GLORY_TOKENS, SPECIAL, Desk, Mech, Target
from automarium.games.expeditions.rules.actions import turned_up
from automarium.games.expeditions.rules.movement import OUTLOOKS, REACH
from automarium.kernel.ask import YES_NO
from automarium.kernel.choice import Rule, choose, given, only
from automarium.kernel.saying import term
from automarium.kernel.table import Field, Form, Pick


def find(desk: Desk, mech: Mech, target: Target) -> str | None:
    """The target, once everything on the way to it is known: a closed tile that the human entered without telling what
    came of it is asked for where the search stops at it."""
    found = search(desk, mech, target)
    while desk.position.entered and (unclear := _unclear(desk, mech, target, found)) is not None:
        if ask_entered(desk, unclear):
            found = search(desk, mech, target)
    return found


def _unclear(desk: Desk, mech: Mech, target: Target, found: str | None) -> str | None:
    """The first entered tile that may be the match instead of what was found: as a closed one it is found itself, as an
    open one it may hold corruption."""
    position = desk.position
    if position.glory < glory_needed(desk, target):
        return None
    for place in OUTLOOKS[position.mechs[mech], position.human].windows[REACH]:
        if place in position.entered and place != position.human and (place == found or target.kind != "map_token"):
            return place
        if place == found:
            return None
    return None


def ask_entered(desk: Desk, at: str) -> bool:
    """Whether the human turned this tile up; then what lies there is known."""
    fields = (
        Field("turned", Pick(about="ask.entered.turned", options=YES_NO, family="answer", default="yes")),
        Field("tokens", turned_up(desk.position, at)),
    )
    told = desk.ask(Form(about="ask.entered", params={"at": term("place", at)}, place=at, fields=fields))
    if told["turned"] == "no":
        desk.position.entered.remove(at)
        return False
    with desk.told():
        desk.position.see(at, closed=False, map_token=False, corruption=told["tokens"])
    desk.tell(TurnedUp(at, told["tokens"]))
    return True


def glory_needed(desk: Desk, target: Target) -> int:
    """The number in the glory symbol; a symbol without one asks for nothing, or is no target at all (EXP-AMB-03)."""
    if target.glory_required is not None:
        return target.glory_required
    return 0 if desk.rulings.amb_03 == "zero" else GLORY_TOKENS + 1


def search(desk: Desk, mech: Mech, target: Target, reach: int = REACH) -> str | None:
    """The nearest location that matches the target line, if there is glory enough for it."""
    enough = desk.position.glory >= glory_needed(desk, target)
    if not enough and desk.notes is None:
        return None  # nobody wants to hear who was not looked at
    outlook = OUTLOOKS[desk.position.mechs[mech], desk.position.human]
    return choose(
        outlook.windows[reach],  # EXP-TARGET-01, EXP-TARGET-02, EXP-TARGET-03
        given(enough, "EXP-MECH-09" if target.glory_required is not None else "EXP-AMB-03"),
        outlook.not_the_humans,
        *matching(desk, target),
        outlook.nearest,
        notes=desk.notes,
        about="target",
        family="place",
    )


def matching(desk: Desk, target: Target) -> tuple[Rule[str], ...]:
    """What the symbol of the target line looks for; its multiplier has no say in this (EXP-TARGET-14)."""
    tiles = desk.position.tiles
    if target.kind == "map_token":
        with_map: Rule[str] = only(lambda place: tiles[place].map, "EXP-TARGET-08")
        if desk.rulings.amb_11 == "any":
            return (with_map,)
        return (with_map, only(lambda place: tiles[place].closed, "EXP-AMB-11"))
    if target.kind == "corruption":  # any token but the special one, which exists once: EXP-TARGET-13
        return (only(lambda place: tiles[place].corruption not in ([], [SPECIAL]), "EXP-TARGET-12"),)
    with_special: Rule[str] = only(lambda place: SPECIAL in tiles[place].corruption, "EXP-TARGET-09")
    if desk.rulings.amb_01 == "any":
        return (with_special,)
    return (with_special, only(lambda place: len(tiles[place].corruption) == 1, "EXP-TARGET-11"))
