"""The rabbi action: which tile he goes to, and what it lets her do (GOL-RABBI)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from automarium.games.golem.events import NoTile, PlaceRabbi, TileAction
from automarium.games.golem.facts import effects_of
from automarium.games.golem.position import Card, Desk, Golem
from automarium.games.golem.rules.carrying import whole
from automarium.games.golem.rulings import Rulings
from automarium.kernel.choice import Notes, Rule, choose, first, only, seeing
from automarium.kernel.table import Count, Pick, Series

LOWEST = "lowest"
NO_TILE = 0


class ActionSpot(NamedTuple):
    """An action tile, as far as the rabbi looks at it."""

    occupied: bool
    kills: bool


def seeks_kill(golems: Iterable[Golem], rulings: Rulings) -> bool:
    """A golem in VIII–X: she seeks to kill it (GOL-RABBI-02, GOL-KILL-07); the other text says exactly one (C12)."""
    far = sum(1 for golem in golems if golem.far)
    return far == 1 if rulings.c12 == "ua" else far >= 1


def choose_tile(
    numbers: Sequence[int], tiles: Sequence[ActionSpot], golems: Iterable[Golem], rulings: Rulings, notes: Notes | None
) -> int | str | None:
    """Where the rabbi goes: a position counted from 1, the lowest space, or nowhere."""
    positions = range(1, len(tiles) + 1)
    free = {position for position in positions if not tiles[position - 1].occupied}
    if seeks_kill(golems, rulings):
        killing: set[int | str] = {position for position in positions if tiles[position - 1].kills}
        order = _by_numbers(numbers) if rulings.a20 == "grey-order" else int
        return choose(
            (*positions, LOWEST),
            only(lambda spot: spot in free or spot == LOWEST, "GOL-RABBI-11"),
            seeing(lambda left: _where_to_kill(left, killing)),
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
    """A tile that lets her kill; if none is available, the lowest space, which always does (GOL-RABBI-03)."""
    there = [spot for spot in left if spot in killing] or [LOWEST]
    return only(there.__contains__, "GOL-RABBI-02")


def _by_numbers(numbers: Sequence[int]) -> Callable[[int], int]:
    return lambda position: numbers.index(position) if position in numbers else len(numbers) + position


def rabbi_turn(desk: Desk, card: Card) -> None:
    """The grey column decides the tile; its action as usual (GOL-RABBI-01, GOL-RABBI-10)."""
    position = desk.position
    tiles = look_at_tiles(desk)
    spot = choose_tile(card.rabbi, tiles, position.golems, desk.rulings, desk.notes)
    if spot is None:  # GOL-RABBI-12
        desk.tell(NoTile(), "GOL-RABBI-12")
        return
    position.rabbi = spot
    kills = seeks_kill(position.golems, desk.rulings)
    desk.tell(PlaceRabbi(spot), "GOL-RABBI-03" if spot == LOWEST else "GOL-RABBI-02" if kills else "GOL-RABBI-05")
    if spot == LOWEST:
        whole(desk, ("kill", *effects_of(desk, "lowest.space.effects")), "rabbi")  # GOL-RABBI-04
        return
    number = action_tile(desk, int(spot))
    desk.tell(TileAction(number), "GOL-RABBI-10")
    whole(desk, effects_of(desk, f"action_tile.{number}.effects"), "rabbi")


def look_at_tiles(desk: Desk) -> list[ActionSpot]:
    """Which tiles have a rabbi on them; where the kill tile lies only if she seeks a kill (GOL-RABBI-02, -08)."""
    position = desk.position
    positions = position.participants + 1  # GOL-A32
    position.occupied = desk.ask(
        Series(about="ask.occupied", low=1, high=positions, most=position.humans, rising=True, default=[])
    )
    killing = 0
    if seeks_kill(position.golems, desk.rulings):
        killing = desk.ask(Count(about="ask.kill-tile", low=NO_TILE, high=positions))
        if killing and len(known := kill_tiles(desk)) == 1:
            with desk.told():
                position.actions[killing] = known[0]
    return [ActionSpot(number in position.occupied, number == killing) for number in range(1, positions + 1)]


def kill_tiles(desk: Desk) -> list[int]:
    """Only one of the twelve lets her kill a golem: where it lies is then all that must be told (GOL-A20)."""
    tiles = desk.pack.printed["action_tile"]
    return [int(id_) for id_ in tiles if "kill" in effects_of(desk, f"action_tile.{id_}.effects")]


def action_tile(desk: Desk, spot: int) -> int:
    """Which of the twelve action tiles lies on a position; told once a round."""
    actions = desk.position.actions
    if spot not in actions:
        options = tuple(int(id_) for id_ in desk.pack.printed["action_tile"] if int(id_) not in actions.values())
        tile = desk.ask(Pick(about="ask.action-tile", params={"number": spot}, options=options, family="action_tile"))
        with desk.told():
            actions[spot] = tile
    return actions[spot]
