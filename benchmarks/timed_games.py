"""The games that are timed: every game at every level, with a human who does nothing and one who moves."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import count
from typing import Any

from automarium.engine.content.pack import Pack
from automarium.engine.definition import Rival
from automarium.engine.play.chance import Chance
from automarium.games import plugins as games
from automarium.games.expeditions import rivals as expeditions
from automarium.games.golem import rivals as golem
from automarium.games.penumbra import rivals as penumbra
from automarium.games.scythe import rivals as scythe
from automarium.lab.simulated_game import play_game

MakeRival = Callable[[Pack, Chance], Rival]


@dataclass(frozen=True)
class TimedGame:
    """A game at a level. ``still`` only lets the Automa play, ``moving`` plays at random."""

    definition: str
    options: Mapping[str, Any]
    still: MakeRival
    moving: MakeRival
    target: float  # turns per second / Catanatron's steps per second, silent, human still

    @property
    def name(self) -> str:
        return f"{self.definition.capitalize()} {self.options['level']}"

    def games(self, *, moving: bool = False, explain: bool = False, seed: int = 1) -> Iterator[int]:
        """Yield the turns of one whole game after another, set-up included, with increasing seeds."""
        definition = games.load_definition(self.definition)
        pack = Pack.of_folder(os.path.join(definition.folder, "pack"))  # without the user's own values
        rival = self.moving if moving else self.still
        for one in count(seed):
            yield definition.status(play_game(definition, self.options, one, pack, rival=rival, explain=explain)).turn


TIMED_GAMES = [
    *(
        TimedGame(
            "expeditions",
            {"level": level, "starts": "automa"},
            expeditions.StillRival,
            expeditions.RandomRival,
            4,
        )
        for level in range(1, 6)
    ),
    # Each level with another pair of factions.
    *(
        TimedGame(
            "scythe",
            {"level": level, "faction": faction, "human": human},
            scythe.StillRival,
            scythe.RandomRival,
            1.3 if level == "ultimaszyna" else 2,
        )
        for level, faction, human in (
            ("autometta", "crimea", "nordic"),
            ("automa", "rusviet", "saxony"),
            ("automaszyna", "polania", "rusviet"),
            ("ultimaszyna", "nordic", "crimea"),
        )
    ),
    *(
        TimedGame("penumbra", {"level": level, "deck": "app"}, penumbra.StillRival, penumbra.RandomRival, 0.85)
        for level in ("beginner", "standard", "contracts", "trials")
    ),
    # The Automa does not look at the humans, so one rival serves as both.
    *(
        TimedGame("golem", {"level": level, "humans": 1}, golem.RandomRival, golem.RandomRival, 0.42)
        for level in range(1, 5)
    ),
]
