"""Automa turns per second beside the steps per second of Catanatron, a board-game engine in plain Python."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

from automarium import games
from automarium.games.expeditions import rival as expeditions
from automarium.games.golem import rival as golem
from automarium.games.penumbra import rival as penumbra
from automarium.games.scythe import rival as scythe
from automarium.kernel.chance import Chance
from automarium.kernel.pack import Pack
from automarium.kernel.room import Rival
from automarium.lab.playing import play_game
from benchmarks import Figure, Measure, Target, interleave, ratios

PEER = "Catanatron, four random bots"
SHARE = 0.15  # processor seconds that each contender gets of a round: several whole games, yet a round stays one moment


@dataclass(frozen=True)
class Contest:
    """One way to play a game; a next game adds its entries to ``CONTESTS`` and nothing else."""

    name: str
    room: str
    options: Sequence[Mapping[str, Any]]  # each is played equally often
    rival: Callable[[Pack, Chance], Rival]
    explain: bool
    target: Target | None = None


PENUMBRA = [{"level": level, "deck": "app"} for level in ("beginner", "standard", "contracts", "trials")]
EXPEDITIONS = [{"level": level, "starts": "automa"} for level in range(1, 6)]
# Each level with other neighbours; the human stands still or walks about at random.
SCYTHE = [
    {"level": "autometta", "faction": "crimea", "human": "nordic"},
    {"level": "automa", "faction": "rusviet", "human": "saxony"},
    {"level": "automaszyna", "faction": "polania", "human": "rusviet"},
    {"level": "ultimaszyna", "faction": "nordic", "human": "crimea"},
]

GOLEM = [{"level": level, "humans": 1} for level in range(1, 5)]

CONTESTS = [
    Contest("Expeditions, silent", "expeditions", EXPEDITIONS, expeditions.StillRival, False, Target(3, at_least=True)),
    Contest(
        "Expeditions, explained", "expeditions", EXPEDITIONS, expeditions.StillRival, True, Target(1, at_least=True)
    ),
    Contest("Expeditions, silent, random human", "expeditions", EXPEDITIONS, expeditions.RandomRival, False),
    Contest("Expeditions, explained, random human", "expeditions", EXPEDITIONS, expeditions.RandomRival, True),
    Contest("Scythe, silent", "scythe", SCYTHE, scythe.StillRival, False, Target(1, at_least=True)),
    Contest("Scythe, explained", "scythe", SCYTHE, scythe.StillRival, True),
    Contest("Scythe, silent, random human", "scythe", SCYTHE, scythe.RandomRival, False),
    Contest("Golem, silent", "golem", GOLEM, golem.RandomRival, False),
    Contest("Golem, explained", "golem", GOLEM, golem.RandomRival, True),
    Contest("Penumbra, silent", "penumbra", PENUMBRA, penumbra.StillRival, False),
    Contest("Penumbra, explained", "penumbra", PENUMBRA, penumbra.StillRival, True),
    Contest("Penumbra, silent, random human", "penumbra", PENUMBRA, penumbra.RandomRival, False),
]


def measure(rounds: int, share: float = SHARE) -> list[Figure]:
    measures: dict[str, Measure] = {contest.name: _rate(_games(contest), share) for contest in CONTESTS}
    measures[PEER] = _rate(_catanatron_games(), share)
    found = interleave("turns", measures, rounds)
    peers = found[PEER]
    figures = [
        Figure(one.name, "turns/s", found[one.name], PEER, ratios(found[one.name], peers), one.target)
        for one in CONTESTS
    ]
    return [*figures, Figure(PEER, "steps/s", peers)]


def _rate(played: Iterator[int], share: float) -> Measure:
    """Whole games, set-up included, until the share of the round is used up; what came out, per second.

    Seconds of the processor, not of the clock on the wall: nothing here waits, and other programs then do not count.
    """

    def rate() -> float:
        done = 0
        start = time.process_time()
        end = start + share
        while (now := time.process_time()) < end:
            done += next(played)
        return done / (now - start)

    return rate


def _games(contest: Contest) -> Iterator[int]:
    """The turns of one game after another. All options take part in every item: a short game must not be left out."""
    room = games.room(contest.room)
    pack = Pack.of_folder(os.path.join(room.folder, "pack"))  # the printed one, without anybody's own values
    for seed in count(1):
        turns = 0
        for options in contest.options:
            position = play_game(room, options, seed, pack, rival=contest.rival, explain=contest.explain)
            turns += room.status(position).turn
        yield turns


def _catanatron_games() -> Iterator[int]:
    """The steps of one game after another. Seeds from 1: Catanatron takes 0 for "any"."""
    from catanatron import Color, Game, RandomPlayer

    colours = (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)
    for seed in count(1):
        game = Game([RandomPlayer(colour) for colour in colours], seed=seed)
        game.play()
        yield len(game.state.actions)  # every decision that was carried out, in 3.2.1
