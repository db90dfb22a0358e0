"""The tiles that the Automa begins with (GOL-SETUP-07, -11, -18…20)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from automarium.engine.question import Pick, Series
from automarium.games.golem.components import TOGETHER
from automarium.games.golem.events import StartingTile
from automarium.games.golem.position import ARTIFACTS, DISPLAY, PRINTED, TOLLS, Desk
from automarium.games.golem.printed_cards import recognise
from automarium.games.golem.printed_facts import ask_things, get_effects
from automarium.games.golem.rules.effects import carry_out_whole
from automarium.games.golem.rules.golems import SPACES

STARTING_TILES = tuple(int(id_) for id_ in PRINTED.printed["starting_tile"])
ARTIFACT_TILES = tuple(int(id_) for id_ in PRINTED.printed["artifact_tile"])


def take_tiles(desk: Desk) -> None:
    """Take the Automa's artifact tile, then the bonuses of its starting tiles."""
    take_artifact_tile(desk)
    take_starting_tiles(desk)


def take_artifact_tile(desk: Desk) -> None:
    """Take the tile that no player chose (GOL-SETUP-11)."""
    if desk.position.own_board and desk.position.recognises:
        desk.position.artifact_tile = recognise(desk, "artifact_tile", "ask.artifact-tile", ARTIFACT_TILES)
    elif desk.position.own_board:
        asked = Pick(about="ask.artifact-tile", options=ARTIFACT_TILES)
        desk.position.artifact_tile = desk.ask(asked)
    else:
        desk.position.artifact_tile = desk.chance.pick(ARTIFACT_TILES)


def take_starting_tiles(desk: Desk) -> None:
    """Take as many as the Automa's level, all their bonuses by its own rules (GOL-SETUP-07, -18…20)."""
    numbers: Iterable[int] = draw_starting_tiles(desk)
    if desk.position.asks_things and desk.position.own_board:
        numbers = list(numbers)
        ask_board(desk, numbers)
    for number in numbers:
        effects = get_effects(desk, "starting_tile.effects", number)
        desk.emit(StartingTile, ("GOL-SETUP-19", "GOL-SETUP-20"), number, effects)
        carry_out_whole(desk, effects, "starting-tile")


def ask_board(desk: Desk, tiles: Sequence[int]) -> None:
    """Ask for what is printed on the owner's board and mats once, before the first round. What the first round needs in
    any game must be entered: the Automa's tiles, and the numbers on the board."""
    position = desk.position
    needed = [
        *(f"starting_tile.{tile}.effects" for tile in tiles),
        *(f"{track}_track.whole.spaces" for track in ("golem", "study")),
        *(f"golem_space.{position.golem_track}.{field}" for field in ("level", "steps")),
        *(() if position.added else (f"red_zone.{position.level}.spaces",)),
        *(f"toll.{section}.knowledge" for section in TOLLS),
        *(f"library.{place}.cost" for place in range(1, DISPLAY + 1)),
        *(f"cauldron.{artifact}.ingots" for artifact in range(1, ARTIFACTS + 1)),
        *(f"cemetery.{space}.reward" for space in range(1, SPACES + 1)),
        "lowest.space.effects",
        f"artifact_tile.{position.artifact_tile}.benefit_1",
    ]
    ask_things(desk, needed, (*TOGETHER, f"artifact_tile.{position.artifact_tile}"))


def draw_starting_tiles(desk: Desk) -> Iterator[int]:
    """Yield the Automa's tiles: drawn by the app, or those on the person's table."""
    count = desk.position.starting_tiles
    if not desk.position.own_board:
        tiles = list(STARTING_TILES)
        desk.chance.shuffle(tiles)
        yield from tiles[:count]
    elif desk.position.recognises:
        left = list(STARTING_TILES)
        for _ in range(count):
            tile = recognise(desk, "starting_tile", "ask.starting-tile", left)
            left.remove(tile)
            yield tile
    else:
        yield from desk.ask(
            Series(
                about="ask.starting-tiles",
                params={"count": count},
                low=STARTING_TILES[0],
                high=STARTING_TILES[-1],
                most=count,
                exactly=count,
                once=STARTING_TILES,
            )
        )
