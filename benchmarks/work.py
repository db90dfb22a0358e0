"""What instructions are counted for: turns in the lab, the decisions in them, turns of a live game, and pages.

Each kind is prepared for a room and a seed, and gives what is counted: a function that does it and says how often.
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
from automarium.interfaces.web.board import board_picture
from automarium.interfaces.web.page import PageContext
from automarium.interfaces.web.pages.game_frame import GameContext
from automarium.interfaces.web.pages.table import render_table
from automarium.interfaces.web.translations import get_translator
from automarium.lab import lab_game
from automarium.views.game import View
from benchmarks.contests import CONTESTS, Contest

GAMES = 2  # of each level
TURNS = 4  # of a live game
ROOMS = tuple(dict.fromkeys(contest.definition for contest in CONTESTS))
Work = Callable[[], int]


def silent(definition: str, seed: int, *, explain: bool = False, moving: bool = False) -> Work:
    played = [one.games(explain=explain, moving=moving, seed=seed) for one in CONTESTS if one.definition == definition]
    for one in played:
        next(one)  # the first game reads the pack
    return lambda: sum(sum(islice(one, GAMES)) for one in played)


def moving(definition: str, seed: int) -> Work:
    return silent(definition, seed, moving=True)


def explained(definition: str, seed: int) -> Work:
    return silent(definition, seed, explain=True)


class _Noted(list[Trace]):
    """What is noted, and how much there was in all: the table forgets it with every turn."""

    count_of_all = 0

    def append(self, trace: Trace) -> None:
        self.count_of_all += 1
        super().append(trace)

    def __iadd__(self, traces: Iterable[Trace]) -> Self:  # type: ignore[override, misc]
        for trace in traces:
            self.append(trace)
        return self


def narrowings(definition: str, seed: int) -> int:
    """How many decisions there are in the turns of :func:`silent`. A game is the same whether or not it is explained,
    so they are counted in one that is."""
    noted = _Noted()

    def table(*given: Any, **named: Any) -> Table:
        made = Table(*given, **named)
        made.notes = noted
        return made

    with patch.object(lab_game, "Table", table):
        play = explained(definition, seed)
        before = noted.count_of_all
        play()
    return noted.count_of_all - before


def live(definition: str, seed: int) -> Work:
    """With undo, hands and every reason, as at a table; the set-up is not counted."""
    begun = [_begun(contest, seed) for contest in CONTESTS if contest.definition == definition]
    return lambda: sum(sum(1 for _ in islice(_turns(game, rival), TURNS)) for game, rival in begun)


def pages(definition: str, seed: int) -> Work:
    """The page after each of the first turns, as a browser gets it."""
    contest = next(one for one in CONTESTS if one.definition == definition)
    shown: list[Playthrough] = []
    for turns in range(1, TURNS + 1):
        game, rival = _begun(contest, seed)
        for _ in islice(_turns(game, rival), turns):
            pass
        shown.append(game)
    return lambda: sum(1 for game in shown if _page(game))


NARROWING = "a narrowing"
WORK: dict[str, Callable[[str, int], Work]] = {
    "a turn": silent,
    "a turn, moving human": moving,
    "a turn, explained": explained,
    NARROWING: silent,  # of which only the decisions are counted
    "a turn, live": live,
    "a page": pages,
}


def _begun(contest: Contest, seed: int) -> tuple[Playthrough, Rival]:
    definition = plugins.load_definition(contest.definition)
    pack = Pack.of_folder(os.path.join(definition.folder, "pack"))
    rival = contest.still(pack, Chance(seed))
    game = Playthrough(definition, dict(contest.options), {}, seed, pack)
    _answer(game, rival)
    return game, rival


def _turns(game: Playthrough, rival: Rival) -> Iterator[None]:
    while not game.definition.is_over(game.position):
        for told in rival.turn(lambda: game.position):
            game.put(told)
            _answer(game, rival)
        yield


def _answer(game: Playthrough, rival: Rival) -> None:
    while game.question is not None:
        game.put(Respond(rival.answer(game.question)))


def _page(game: Playthrough) -> str:
    page = PageContext(get_translator("en", game.definition.name))
    context = GameContext(page, "k" * 22, 1, View(game, page.translator))
    return render_table(context, board_picture.load_board(context.view, dark=page.dark))
