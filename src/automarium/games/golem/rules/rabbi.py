"""The rabbi action: which tile he goes to, and what it lets her do (GOL-RABBI)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from automarium.games.golem.events import NoTile, PlaceRabbi, TileAction
from automarium.games.golem.facts import effects_of
from automarium.games.golem.position import Card, Desk, Golem
from automarium.games.golem.rules.carrying import whole
from automarium.games.golem.rules.cemetery import grave_question
from automarium.games.golem.rulings import Rulings
from automarium.kernel.choice import Notes, Rule, choose, first, only, seeing
from automarium.kernel.table import Count, Field, Form, Pick, Series

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
    look = look_at_tiles(desk, card.rabbi)
    spot = choose_tile(card.rabbi, look.tiles, position.golems, desk.rulings, desk.notes)
    if spot is None:  # GOL-RABBI-12
        desk.tell(NoTile(), "GOL-RABBI-12")
        return
    if look.tile is not None:
        with desk.told():
            position.actions[int(spot)] = look.tile
    position.rabbi = spot
    kills = seeks_kill(position.golems, desk.rulings)
    desk.tell(PlaceRabbi(spot), "GOL-RABBI-03" if spot == LOWEST else "GOL-RABBI-02" if kills else "GOL-RABBI-05")
    if spot == LOWEST:
        whole(desk, ("kill", *effects_of(desk, "lowest.space.effects")), "rabbi")  # GOL-RABBI-04
    else:
        number = action_tile(desk, int(spot))
        desk.tell(TileAction(number), "GOL-RABBI-10")
        whole(desk, effects_of(desk, f"action_tile.{number}.effects"), "rabbi")
    position.grave = None


class Look(NamedTuple):
    """What she was told of the action tiles; ``tile`` is the one that her rabbi goes to, if that was told."""

    tiles: list[ActionSpot]
    tile: int | None


def look_at_tiles(desk: Desk, numbers: Sequence[int]) -> Look:
    """Which tiles have a rabbi on them, and on the same screen what she needs then: the tile that she comes to, or if
    she seeks a kill, where that tile lies and where the golem is buried (GOL-RABBI-02, -08)."""
    position = desk.position
    positions = position.participants + 1  # GOL-A32
    named = [number for number in dict.fromkeys(numbers) if number <= positions]
    occupied = Series(about="ask.occupied", low=1, high=positions, most=position.humans, rising=True, default=[])
    fields = [Field("occupied", occupied)]
    if seeks_kill(position.golems, desk.rulings):
        fields.append(Field("kill-tile", Count(about="ask.kill-tile", low=NO_TILE, high=positions)))
        if (grave := grave_question(desk)) is not None:
            fields.append(Field("cemetery", grave))
    elif len(named) > position.humans and not set(named) <= set(position.actions):  # one of them is free, whatever
        first_free = Pick(
            about="ask.first-free", params={"numbers": named}, options=tiles_left(desk), family="action_tile"
        )
        fields.append(Field("tile", first_free))
    told: dict[str, Any] = desk.ask(Form(about="form.rabbi", fields=tuple(fields)))
    position.occupied = list(told["occupied"])
    killing = told.get("kill-tile", NO_TILE)
    position.grave = told.get("cemetery")
    if killing and len(known := kill_tiles(desk)) == 1:
        with desk.told():
            position.actions[killing] = known[0]
    spots = [ActionSpot(number in position.occupied, number == killing) for number in range(1, positions + 1)]
    return Look(spots, told.get("tile"))


def kill_tiles(desk: Desk) -> list[int]:
    """Only one of the twelve lets her kill a golem: where it lies is then all that must be told (GOL-A20)."""
    tiles = desk.pack.printed["action_tile"]
    return [int(id_) for id_ in tiles if "kill" in effects_of(desk, f"action_tile.{id_}.effects")]


def tiles_left(desk: Desk) -> tuple[int, ...]:
    """Those of the twelve action tiles whose place was not told this round."""
    told = desk.position.actions.values()
    return tuple(int(id_) for id_ in desk.pack.printed["action_tile"] if int(id_) not in told)


def action_tile(desk: Desk, spot: int) -> int:
    """Which of the twelve action tiles lies on a position; told once a round."""
    actions = desk.position.actions
    if spot not in actions:
        options = tiles_left(desk)
        tile = desk.ask(Pick(about="ask.action-tile", params={"number": spot}, options=options, family="action_tile"))
        with desk.told():
            actions[spot] = tile
    return actions[spot]
