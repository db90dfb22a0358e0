"""The Automa's turn, in the order of the rulebook: deck, card, progress, north mech, central mech (EXP-TURN-02)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from automarium.games.expeditions.events import (
    Cleanse,
    Cleanse20,
    Draw,
    Explore,
    Move,
    Progress,
    Refill,
    Reshuffle,
    Stay,
    Sweep,
    TurnedUp,
)
from automarium.games.expeditions.position import (
    AHEAD,
    GLORY_TOKENS,
    PLACES,
    ROWS,
    SPECIAL,
    DecisionCard,
    Mech,
    Position,
    Section,
    Target,
    Tile,
)
from automarium.kernel.choice import Notes, Rule, choose, first, given, only
from automarium.kernel.table import Series, Table

REACH = 3  # EXP-TARGET-01: the mech's own location and up to three ahead


class View(NamedTuple):
    """What a mech has before it, for one place of its own and one of the human's mech."""

    ahead: tuple[str, ...]  # once around the row
    counted: tuple[str, ...]  # the same without the human's location, which uses up no step: EXP-MOVE-13
    windows: tuple[tuple[str, ...], ...]  # what a search up to 0, 1, 2, 3 steps comes across: EXP-TARGET-05
    # The rules that depend on nothing else, made once:
    not_the_humans: Rule[str]
    skip_the_human: Rule[str]
    nearest: Rule[str]


def _view(here: str, human: str) -> View:
    ahead = AHEAD[here]
    counted = tuple(place for place in ahead if place != human)
    steps = {place: step for step, place in enumerate(counted)}
    return View(
        ahead,
        counted,
        windows=tuple(ahead[: ahead.index(counted[reach]) + 1] for reach in range(REACH + 1)),
        not_the_humans=only(human.__ne__, "EXP-TARGET-04"),
        skip_the_human=only(human.__ne__, "EXP-MOVE-12"),
        nearest=first(steps.__getitem__, "EXP-TARGET-16"),
    )


VIEWS = {(here, human): _view(here, human) for here in ROWS for human in PLACES if here != human}


def automa_turn(position: Position, cards: dict[int, DecisionCard], table: Table) -> None:
    """One whole turn: the top card decides it alone (EXP-TURN-09)."""
    position.turn += 1
    play_card(position, cards[draw_card(position, table)], table)


def draw_card(position: Position, table: Table) -> int:
    deck = position.deck
    if deck.left == 0:  # EXP-TURN-05, EXP-TURN-06: looked at only now, not when the last card was drawn
        deck.shuffle_all(table.chance)
        table.tell(Reshuffle(deck.physical), "EXP-TURN-03", "EXP-TURN-04")
    card = deck.draw(table, "ask.card")
    table.tell(Draw(card, deck.left), "EXP-TURN-09")
    return card


def play_card(position: Position, card: DecisionCard, table: Table) -> None:
    """Steps 3 to 5 of the turn. This is all that the oracle's ``turn`` asks for."""
    glory_before = position.glory
    if card.advances_progress:  # EXP-PROG-03
        advance_progress(position, table)
    if glory_before < GLORY_TOKENS == position.glory and table.rulings["EXP-AMB-02"] == "at-once":
        return  # otherwise both mechs still act: EXP-END-04
    act(position, "north", card.north, table)  # EXP-TURN-11
    act(position, "central", card.central, table)  # EXP-TURN-12
    if (card.north.sweep or card.central.sweep) and table.rulings["EXP-AMB-06"] == "end-of-turn":
        table.tell(Refill(), "EXP-AMB-06")


def advance_progress(position: Position, table: Table) -> None:
    track = position.card.track
    position.progress, beyond = track.step(position.progress)  # EXP-PROG-02
    if beyond:
        if table.rulings["EXP-AMB-10"] == "ignore":
            return  # EXP-PROG-13
        position.progress = track.low
    if position.progress in track.marked and position.glory < GLORY_TOKENS:  # EXP-PROG-05, EXP-PROG-09
        position.glory += 1  # EXP-PROG-06: the tokens leave in order, so the total is the number of the last one
        table.tell(Progress(position.progress, position.glory), "EXP-PROG-02", "EXP-PROG-05", "EXP-PROG-07")
    else:
        table.tell(Progress(position.progress), "EXP-PROG-02")


def act(
    position: Position,
    mech: Mech,
    section: Section,
    table: Table,
    find: Callable[[Position, Mech, Target, Table], str | None] | None = None,
    deeds: Mapping[str, Callable[[Position, Mech, Target, Table], None]] | None = None,
) -> None:
    """The mech procedure: sweep, then the target, otherwise the distance (EXP-MECH-01).

    ``find`` and ``deeds`` are the search and the three actions; "just ask" brings its own, which ask less.
    """
    if section.sweep:  # from where it stands before it moves: EXP-MECH-05
        table.tell(Sweep(mech, position.mechs[mech]), "EXP-MECH-03", "EXP-MECH-05")
        if table.rulings["EXP-AMB-06"] == "at-once":
            table.tell(Refill(), "EXP-AMB-06")
    target = section.target
    if target is None:
        move_by_distance(position, mech, section.distance, table, "EXP-MECH-21")
        return
    found = (find or search)(position, mech, target, table)
    if found is None:
        enough = position.glory >= glory_needed(target, table)
        move_by_distance(position, mech, section.distance, table, "EXP-MECH-16" if enough else "EXP-MECH-15")
        return
    move(position, mech, found, table, "EXP-MECH-13")  # EXP-MECH-14: the distance line is ignored
    (deeds or DEEDS)[target.kind](position, mech, target, table)


def glory_needed(target: Target, table: Table) -> int:
    """The number in the glory symbol; a symbol without one asks for nothing, or is no target at all (EXP-AMB-03)."""
    if target.glory_required is not None:
        return target.glory_required
    return 0 if table.rulings["EXP-AMB-03"] == "zero" else GLORY_TOKENS + 1


def search(position: Position, mech: Mech, target: Target, table: Table, reach: int = REACH) -> str | None:
    """The nearest location that matches the target line, if there is glory enough for it."""
    enough = position.glory >= glory_needed(target, table)
    if not enough and table.notes is None:
        return None  # nobody wants to hear who was not looked at
    view = VIEWS[position.mechs[mech], position.human]
    return choose(
        view.windows[reach],  # EXP-TARGET-01, EXP-TARGET-02, EXP-TARGET-03
        given(enough, "EXP-MECH-09" if target.glory_required is not None else "EXP-AMB-03"),
        view.not_the_humans,
        *matching(target, position.tiles, table),
        view.nearest,
        notes=table.notes,
        about="target",
    )


def matching(target: Target, tiles: dict[str, Tile], table: Table) -> tuple[Rule[str], ...]:
    """What the symbol of the target line looks for; its multiplier has no say in this (EXP-TARGET-14)."""
    if target.kind == "map_token":
        with_map: Rule[str] = only(lambda place: tiles[place].map, "EXP-TARGET-08")
        if table.rulings["EXP-AMB-11"] == "any":
            return (with_map,)
        return (with_map, only(lambda place: tiles[place].closed, "EXP-AMB-11"))
    if target.kind == "corruption":  # any token but the special one, which exists once: EXP-TARGET-13
        return (only(lambda place: tiles[place].corruption not in ([], [SPECIAL]), "EXP-TARGET-12"),)
    with_special: Rule[str] = only(lambda place: SPECIAL in tiles[place].corruption, "EXP-TARGET-09")
    if table.rulings["EXP-AMB-01"] == "any":
        return (with_special,)
    return (with_special, only(lambda place: len(tiles[place].corruption) == 1, "EXP-TARGET-11"))


def move_by_distance(position: Position, mech: Mech, distance: int, table: Table, why: str) -> None:
    """Advance by the distance line, in full; then the mech does nothing more (EXP-MECH-17, EXP-MECH-18)."""
    human = position.human
    view = VIEWS[position.mechs[mech], human]
    skipped = table.rulings["EXP-AMB-05"] == "skipped"
    counted = view.counted if skipped else view.ahead
    landing = counted[distance % len(counted)]
    if landing == human:  # counted, but never a place to end on: EXP-MOVE-12
        landing = counted[(distance + 1) % len(counted)]
    if table.notes is not None:
        note_walk(view, human, landing, distance, skipped, table.notes)
    if landing == position.mechs[mech]:  # only once around the whole row, or no step at all
        table.tell(Stay(mech, landing), why)
    else:
        move(position, mech, landing, table, why)


def note_walk(view: View, human: str, landing: str, distance: int, skipped: bool, notes: Notes) -> None:
    """Counting steps leaves nothing to choose; for those who listen it is told as a narrowing all the same."""
    walk = view.windows[distance] if distance <= REACH else view.ahead
    counting = "EXP-MECH-17" if human not in walk else "EXP-MOVE-13" if skipped else "EXP-AMB-05"
    landed = choose(walk, view.skip_the_human, only(landing.__eq__, counting), notes=notes, about="distance")
    assert landed == landing


def move(position: Position, mech: Mech, to: str, table: Table, why: str) -> None:
    """Closed tiles are passed and stay closed, and map tokens stay where they are (EXP-MOVE-08…11)."""
    here = position.mechs[mech]
    if to != here:
        position.mechs[mech] = to
        table.tell(Move(mech, here, to), why)


def explore(position: Position, mech: Mech, _: Target, table: Table) -> None:
    """Take the map token, open the tile, put corruption on it as usual; nothing else (EXP-EXPLORE-04…06)."""
    at = position.mechs[mech]
    tile = position.tiles[at]
    tile.map = False
    position.maps += 1  # EXP-EXPLORE-01, EXP-EXPLORE-07
    table.tell(Explore(mech, at), "EXP-EXPLORE-01", "EXP-EXPLORE-02", "EXP-EXPLORE-03")
    if tile.closed:  # an open tile with a map token is looked for only by a switched ruling (EXP-AMB-11)
        tile.closed = False
        open_tile(position, at, table)


def open_tile(position: Position, at: str, table: Table) -> None:
    """Ask what was put on the tile that was just turned up (EXP-EXPLORE-03, EXP-EXPLORE-08)."""
    tokens: list[int] = table.ask(turned_up(position, at))
    position.tiles[at].corruption = list(tokens)
    table.tell(TurnedUp(at, list(tokens)), "EXP-EXPLORE-03", *(("EXP-EXPLORE-08",) if SPECIAL in tokens else ()))


def turned_up(position: Position, at: str) -> Series:
    """Which tokens lie on the opened tile, from the top. The bag may run out, so none is an answer (EXP-AMB-12)."""
    special = special_may_come(position, at)
    about, high = ("ask.turned-up", SPECIAL) if special else ("ask.turned-up.ordinary", SPECIAL - 1)
    return Series(about=about, params={"at": at}, place=at, low=1, high=high, most=12, once=(SPECIAL,), default=[])


def special_may_come(position: Position, at: str) -> bool:
    """The special token exists once (EXP-LAIR-04)."""
    if position.special or position.human_special:
        return False
    return not any(SPECIAL in tile.corruption and place != at for place, tile in position.tiles.items())


def cleanse(position: Position, mech: Mech, target: Target, table: Table) -> None:
    """Take ordinary corruption from the top, xN tokens or as many as there are (EXP-CLEANSE-01…03)."""
    count = target.count
    at = position.mechs[mech]
    tile = position.tiles[at]
    taken = [token for token in tile.corruption if token != SPECIAL][:count]
    left = list(tile.corruption)
    for token in taken:
        left.remove(token)  # the topmost of that value: those not taken keep their order (EXP-CLEANSE-07)
    tile.corruption = left
    position.corruption += len(taken)
    table.tell(
        Cleanse(mech, at, taken), "EXP-CLEANSE-01", "EXP-CLEANSE-02" if len(taken) == count else "EXP-CLEANSE-03"
    )


def cleanse_special(position: Position, mech: Mech, _: Target, table: Table) -> None:
    """Take the special token and no other (EXP-LAIR-01, EXP-LAIR-02)."""
    at = position.mechs[mech]
    position.tiles[at].corruption.remove(SPECIAL)
    position.special = True
    table.tell(Cleanse20(mech, at), "EXP-LAIR-01")


DEEDS = {"map_token": explore, "corruption": cleanse, "corruption20": cleanse_special}
