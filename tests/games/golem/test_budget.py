"""How much work a whole game is, against a stand-in that keeps a table of its own: questions, lines, and true answers.

A screen with one "Done" is one question; what is asked about printed components is counted apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from automarium.box.box import find_holes
from automarium.engine.game.playthrough import Playthrough
from automarium.engine.play.chance import Chance
from automarium.engine.play.command import Respond
from automarium.engine.question import AnyQuestion
from automarium.games.golem.position import PRINTED, Position
from automarium.games.golem.rivals import Keeper
from automarium.i18n.translator import Translator
from automarium.lab.simulated_game import play_game
from automarium.views.game import View
from automarium.views.turn import build_turn
from tests.games.golem.kit import DEFINITION
from tests.proof import scale

GAMES = scale(4, 60)
HOUSE: dict[str, Any] = {"own": "house", "cards": "house", "board": "house", "deck": "app"}
LINES = 12  # of an evening or a morning in all, of a turn at once
ENGLISH = Translator("en", [DEFINITION.folder])


def runs(options: dict[str, Any], seed: int) -> Iterator[tuple[str, Playthrough, list[AnyQuestion]]]:
    """A whole game, input by input: the stage before it, the game after it, what was asked for it."""
    live = Playthrough(DEFINITION, {**HOUSE, **options}, {}, seed, PRINTED)
    keeper = Keeper(PRINTED, Chance(seed + 1))
    while not live.position.over:
        stage = live.position.stage
        for input_ in keeper.turn(lambda: live.position):
            live.put(input_)
            asked = []
            while live.question is not None:
                asked.append(live.question)
                live.put(Respond(keeper.answer(live.question)))
            yield stage, live, asked


@pytest.mark.parametrize(
    ("options", "budget"),
    [({"level": level, "humans": 1 + level % 3}, 2.0) for level in (1, 2, 3, 4)]
    + [({"level": 2, "deck": "mine"}, 2.4)],
    ids=lambda one: str(one),
)
def test_few_questions_a_turn_and_few_lines(options: dict[str, Any], budget: float) -> None:
    """For her twelve turns, mornings and evenings included; one's own deck takes one more screen now and then."""
    counts, turns = [], 0
    for seed in range(GAMES):
        for stage, live, asked in runs(options, seed):
            counts.append(sum(1 for one in asked if not find_holes(one)))
            told = build_turn(View(live, ENGLISH), len(live.runs) - 1)
            assert (len(told.lines) if stage != "turns" else told.at_once) <= LINES
        turns += live.position.turn
    assert sum(counts) / turns <= budget
    assert sum(1 for count in counts if count > 4) * 100 <= len(counts)


@pytest.mark.parametrize("seed", range(6))
def test_the_stand_in_tells_what_a_table_can_show(seed: int) -> None:
    """Marbles only go, at most two to each participant; a grave is never free again."""
    options = {"level": seed % 4 + 1, "humans": seed % 3 + 1, "deck": ("app", "mine")[seed % 2]}
    graves: list[int] = []
    before: Counter[str] | None = None
    for stage, live, asked in runs(options, seed):
        position: Position = live.position
        graves += [position.buried_at or 0 for one in asked if one.about == "ask.cemetery"]
        if stage == "round":
            before = None
        if position.rows is not None and position.stage == "turns":
            now = Counter(f"{row} {colour}" for row, there in position.rows.items() for colour in there)
            assert before is None or now <= before
            thrown = sum(PRINTED.printed["marbles"][str(position.participants)].values())
            assert thrown - now.total() <= 2 * position.humans + len(position.taken)
            before = now
    told = [grave for grave in graves if grave]
    assert told == sorted(set(told))


def test_the_lab_plays_whole_games_with_it() -> None:
    for seed in range(scale(6, 60)):
        end = play_game(
            DEFINITION, {**HOUSE, "level": seed % 4 + 1, "humans": seed % 3 + 1}, seed, PRINTED, rival=Keeper
        )
        assert (end.round, end.turn) == (4, 12)
