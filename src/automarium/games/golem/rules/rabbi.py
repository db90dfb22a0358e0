"""The rabbi action: which tile the Automa's rabbi goes to, and what it lets it do (GOL-RABBI)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

import msgspec

from automarium.engine.choice.choose import Rule, choose, decision, first, for_rest, only
from automarium.engine.choice.trace import Notes
from automarium.engine.content.pack import Pack
from automarium.engine.message import refuse
from automarium.engine.play.command import Given
from automarium.engine.question import Count, Field, Form, Pick, Series, Several
from automarium.games.golem.events import NoTile, PlaceRabbi, TileAction
from automarium.games.golem.position import TOLLS, Card, Desk, Golem, Position
from automarium.games.golem.printed_facts import get_effects
from automarium.games.golem.rules.effects import carry_out_whole
from automarium.games.golem.rules.golems import build_grave_question
from automarium.games.golem.rulings import Rulings

LOWEST = "lowest"
NO_TILE = 0
TILES, OCCUPIED = "tiles", "occupied"


class ActionSpot(NamedTuple):
    """What the choice looks at of an action tile."""

    occupied: bool
    kills: bool


def seeks_kill(golems: Iterable[Golem], rulings: Rulings) -> bool:
    """Return whether the Automa looks for a kill: with a golem in VIII–X (GOL-RABBI-02, GOL-KILL-07); by the other
    text with exactly 1 (C12)."""
    far = 0
    for golem in golems:
        if golem.section >= TOLLS[0]:
            far += 1
    return far == 1 if rulings.c12 == "ua" else far > 0


def choose_tile(
    numbers: Sequence[int], tiles: Sequence[ActionSpot], golems: Iterable[Golem], rulings: Rulings, notes: Notes | None
) -> int | str | None:
    """Return where the rabbi goes: a position counted from 1, the lowest space, or None."""
    seeks, by_column = seeks_kill(golems, rulings), rulings.a20 == "grey-order"
    return _tile(tuple(numbers), tuple(tiles), seeks, by_column, notes=notes)


@decision
def _tile(
    numbers: Sequence[int], tiles: Sequence[ActionSpot], seeks: bool, by_column: bool, *, notes: Notes | None = None
) -> int | str | None:
    positions = range(1, len(tiles) + 1)
    free = {position for position in positions if not tiles[position - 1].occupied}
    if seeks:
        killing: set[int | str] = {position for position in positions if tiles[position - 1].kills}
        order = _by_numbers(numbers) if by_column else int
        return choose(
            (*positions, LOWEST),
            only(lambda spot: spot in free or spot == LOWEST, "GOL-RABBI-11"),
            for_rest(lambda left: _where_to_kill(left, killing)),
            first(lambda spot: 0 if spot == LOWEST else order(int(spot)), "GOL-A20"),
            notes=notes,
            about="rabbi",
            family="place",
        )
    return choose(
        tuple(dict.fromkeys(numbers)),
        only(positions.__contains__, "GOL-RABBI-08"),
        only(free.__contains__, "GOL-RABBI-07"),
        first(numbers.index, "GOL-RABBI-05"),
        notes=notes,
        about="rabbi",
        family="place",
    )


def _where_to_kill(left: Sequence[int | str], killing: set[int | str]) -> Rule[int | str]:
    """Return the rule for a tile that lets the Automa kill; if none is free, the lowest space, which always does
    (GOL-RABBI-03)."""
    there = [spot for spot in left if spot in killing] or [LOWEST]
    return only(there.__contains__, "GOL-RABBI-02")


def _by_numbers(numbers: Sequence[int]) -> Callable[[int], int]:
    return lambda position: numbers.index(position) if position in numbers else len(numbers) + position


def play_rabbi_turn(desk: Desk, card: Card) -> None:
    """Place the rabbi by the grey column and do the tile's action (GOL-RABBI-01, GOL-RABBI-10)."""
    position = desk.position
    look = look_at_tiles(desk, card.rabbi)
    spot = choose_tile(card.rabbi, look.tiles, position.golems, desk.rulings, desk.notes)
    if spot is None:  # GOL-RABBI-12
        desk.emit(NoTile, "GOL-RABBI-12")
        return
    if look.tile is not None:
        with desk.observed():
            position.actions[int(spot)] = look.tile
    position.rabbi = spot
    kills = seeks_kill(position.golems, desk.rulings)
    clause = "GOL-RABBI-03" if spot == LOWEST else "GOL-RABBI-02" if kills else "GOL-RABBI-05"
    desk.emit(PlaceRabbi, clause, spot)
    if spot == LOWEST:
        carry_out_whole(desk, ("kill", *get_effects(desk, "lowest.effects", "space")), "rabbi")  # GOL-RABBI-04
    else:
        number = find_action_tile(desk, int(spot))
        desk.emit(TileAction, "GOL-RABBI-10", number)
        carry_out_whole(desk, get_effects(desk, "action_tile.effects", number), "rabbi")
    position.grave = None


class TilesSeen(msgspec.Struct, frozen=True, gc=False):
    """What was reported about the action tiles; ``tile`` is the one that its rabbi goes to, if it was asked."""

    tiles: Sequence[ActionSpot]
    tile: int | None


def look_at_tiles(desk: Desk, numbers: Sequence[int]) -> TilesSeen:
    """Ask for the humans' rabbis, and on the same screen for what comes next: the tile that its rabbi comes to, or if
    it seeks a kill, where that tile lies and where the golem is buried (GOL-RABBI-02, -08). What was reported before
    is not asked."""
    position = desk.position
    positions = count_tiles(position)
    if is_asked_with_card(position):
        seeks, lying = seeks_kill(position.golems, desk.rulings), sorted(position.actions.items())
        tiles = [ActionSpot(spot in position.occupied, seeks and lets_kill(desk, tile)) for spot, tile in lying]
        return TilesSeen(tiles, None)
    named = _named(tuple(numbers), positions)
    fields = [build_occupied_field(position)]
    killing: int = NO_TILE
    if seeks_kill(position.golems, desk.rulings):
        killing = next((spot for spot, tile in position.actions.items() if lets_kill(desk, tile)), NO_TILE)
        if not killing:
            fields.append(_kill_tile(positions))
        if (grave := build_grave_question(desk)) is not None:
            fields.append(Field("cemetery", grave))
    elif len(named) > position.humans and position.actions.keys().isdisjoint(named[: position.humans + 1]):
        # One of these is free; if a tile of theirs was reported, the rest is asked for when the rabbi comes there.
        fields.append(_first_free(named, list_tiles_left(desk)))
    answers: Given = desk.ask(Form(about="form.rabbi", fields=tuple(fields)))
    position.occupied = list(answers[OCCUPIED])
    killing = answers.get("kill-tile", killing)
    position.grave = answers.get("cemetery")
    if "kill-tile" in answers and killing in position.actions:
        raise refuse("rabbi.tile-told", "to.kill-tile", number=killing)
    if killing and len(known := find_kill_tiles(desk)) == 1:
        with desk.observed():
            position.actions[killing] = known[0]
    return TilesSeen(_spots(positions, tuple(position.occupied), killing), answers.get("tile"))


@cache
def _spots(positions: int, occupied: tuple[int, ...], killing: int) -> tuple[ActionSpot, ...]:
    """Return each tile from the top as it was reported."""
    return tuple(ActionSpot(number in occupied, number == killing) for number in range(1, positions + 1))


@cache
def _named(numbers: tuple[int, ...], positions: int) -> tuple[int, ...]:
    """Return the tiles that a grey column names, in its order."""
    return tuple(dict.fromkeys(number for number in numbers if number <= positions))


@cache
def _kill_tile(positions: int) -> Field:
    return Field("kill-tile", Count(about="ask.kill-tile", low=NO_TILE, high=positions))


def count_tiles(position: Position) -> int:
    """Return how many action tiles there are (GOL-A32)."""
    return position.participants + 1


def is_asked_with_card(position: Position) -> bool:
    """Return whether the rabbis are asked for with each card: its cards are drawn by the person, who has named all
    tiles of the round."""
    own_deck = position.deck.physical and position.one_screen
    return own_deck and len(position.actions) == count_tiles(position)


def build_tiles_field(desk: Desk) -> Field:
    """Return the field for all action tiles of the round from the top; it may be left empty."""
    count, options = count_tiles(desk.position), tuple(str(tile) for tile in list_tiles_left(desk))
    limits = dict.fromkeys(options, 1)
    asked = Several(
        about="ask.tiles",
        params={"count": count},
        options=options,
        most=count,
        limits=limits,
        family="action_tile",
        default=[],
    )
    return Field(TILES, asked)


def build_occupied_field(position: Position) -> Field:
    """Return the field for the humans' rabbis; the default is those reported this round."""
    return _occupied(count_tiles(position), position.humans, tuple(position.occupied))


@cache
def _occupied(high: int, humans: int, known: tuple[int, ...]) -> Field:
    asked = Series(about="ask.occupied", low=1, high=high, most=humans, rising=True, default=list(known))
    return Field(OCCUPIED, asked)


@lru_cache(512)
def _first_free(named: tuple[int, ...], left: tuple[int, ...]) -> Field:
    """Return the field for the tile at the first free one of these numbers."""
    asked = Pick(about="ask.first-free", params={"numbers": list(named)}, options=left, family="action_tile")
    return Field("tile", asked)


def find_kill_tiles(desk: Desk) -> list[int]:
    """Return the action tiles that let the Automa kill a golem; only one of the twelve does (GOL-A20)."""
    return [tile for tile in desk.pack.once(_action_tiles) if lets_kill(desk, tile)]


def lets_kill(desk: Desk, tile: int) -> bool:
    return "kill" in get_effects(desk, "action_tile.effects", tile)


def list_tiles_left(desk: Desk) -> tuple[int, ...]:
    """Return the action tiles whose place was not reported this round."""
    tiles, known = desk.pack.once(_action_tiles), desk.position.actions
    return tuple(tile for tile in tiles if tile not in known.values()) if known else tiles


def _action_tiles(pack: Pack) -> tuple[int, ...]:
    return tuple(map(int, pack.printed["action_tile"]))


def find_action_tile(desk: Desk, spot: int) -> int:
    """Return the action tile of a position; it is asked for once a round."""
    actions = desk.position.actions
    if spot not in actions:
        options = list_tiles_left(desk)
        tile = desk.ask(Pick(about="ask.action-tile", params={"number": spot}, options=options, family="action_tile"))
        with desk.observed():
            actions[spot] = tile
    return actions[spot]
