"""The workloads whose instructions are counted: turns in the lab, their decisions, turns of a live game, and pages.

Each function takes a game and a seed and returns the work: a function that does it and returns how often.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any, Self
from unittest.mock import patch

from automarium.engine.choice.trace import Trace
from automarium.engine.content.pack import Pack
from automarium.engine.definition import Rival
from automarium.engine.game.playthrough import Playthrough
from automarium.engine.play.chance import Chance
from automarium.engine.play.command import Respond
from automarium.engine.play.desk import Table
from automarium.games import plugins
from automarium.interfaces.web.board.board_picture import load_board
from automarium.interfaces.web.page import PageContext
from automarium.interfaces.web.pages.game_frame import GameContext
from automarium.interfaces.web.pages.table import render_table
from automarium.interfaces.web.preferences import get_translator
from automarium.lab import simulated_game
from automarium.views.game import View
from benchmarks.timed_games import TIMED_GAMES, TimedGame

GAMES = 2  # of each level
TURNS = 4  # of a live game
GAME_NAMES = tuple(dict.fromkeys(timed.definition for timed in TIMED_GAMES))
Work = Callable[[], int]


def prepare_silent(definition: str, seed: int, *, explain: bool = False, moving: bool = False) -> Work:
    played = [
        one.games(explain=explain, moving=moving, seed=seed) for one in TIMED_GAMES if one.definition == definition
    ]
    for one in played:
        next(one)  # the first game loads the pack
    return lambda: sum(sum(islice(one, GAMES)) for one in played)


def prepare_moving(definition: str, seed: int) -> Work:
    return prepare_silent(definition, seed, moving=True)


def prepare_explained(definition: str, seed: int) -> Work:
    return prepare_silent(definition, seed, explain=True)


class _CountingList(list[Trace]):
    """A list that counts all items ever added; the table empties it with every turn."""

    count_of_all = 0

    def append(self, trace: Trace) -> None:
        self.count_of_all += 1
        super().append(trace)

    def __iadd__(self, traces: Iterable[Trace]) -> Self:  # type: ignore[override, misc]
        for trace in traces:
            self.append(trace)
        return self


def count_narrowings(definition: str, seed: int) -> int:
    """Return the number of decisions in the turns of :func:`prepare_silent`. They are counted in explained games, which
    are the same games."""
    noted = _CountingList()

    def render_table(*given: Any, **named: Any) -> Table:
        made = Table(*given, **named)
        made.notes = noted
        return made

    with patch.object(simulated_game, "Table", render_table):
        play = prepare_explained(definition, seed)
        before = noted.count_of_all
        play()
    return noted.count_of_all - before


def prepare_live(definition: str, seed: int) -> Work:
    """With undo, hands and all reasons, as at a table; the set-up is not counted."""
    begun = [_begin(timed, seed) for timed in TIMED_GAMES if timed.definition == definition]
    return lambda: sum(sum(1 for _ in islice(_play_turns(game, rival), TURNS)) for game, rival in begun)


def prepare_pages(definition: str, seed: int) -> Work:
    """The page after each of the first turns."""
    timed = next(one for one in TIMED_GAMES if one.definition == definition)
    shown: list[Playthrough] = []
    for turns in range(1, TURNS + 1):
        game, rival = _begin(timed, seed)
        for _ in islice(_play_turns(game, rival), turns):
            pass
        shown.append(game)
    return lambda: sum(1 for game in shown if _render_page(game))


NARROWING = "a narrowing"
WORK: dict[str, Callable[[str, int], Work]] = {
    "a turn": prepare_silent,
    "a turn, moving human": prepare_moving,
    "a turn, explained": prepare_explained,
    NARROWING: prepare_silent,  # only the decisions are counted
    "a turn, live": prepare_live,
    "a page": prepare_pages,
}


def _begin(timed: TimedGame, seed: int) -> tuple[Playthrough, Rival]:
    definition = plugins.load_definition(timed.definition)
    pack = Pack.of_folder(os.path.join(definition.folder, "pack"))
    rival = timed.still(pack, Chance(seed))
    game = Playthrough(definition, dict(timed.options), {}, seed, pack)
    _answer(game, rival)
    return game, rival


def _play_turns(game: Playthrough, rival: Rival) -> Iterator[None]:
    while not game.definition.is_over(game.position):
        for input_ in rival.turn(lambda: game.position):
            game.put(input_)
            _answer(game, rival)
        yield


def _answer(game: Playthrough, rival: Rival) -> None:
    while game.question is not None:
        game.put(Respond(rival.answer(game.question)))


def _render_page(game: Playthrough) -> str:
    page = PageContext(get_translator("en", game.definition.name))
    context = GameContext(page, "k" * 22, 1, View(game, page.translator))
    return render_table(context, load_board(context.view, dark=page.dark))
