"""The rival ``table`` keeps a real table: few questions a turn, an attack is one form."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from automarium.engine.game.playthrough import Playthrough, Run
from automarium.engine.play.chance import Chance
from automarium.engine.play.command import Respond
from automarium.games.scythe.commands import Fought, Next
from automarium.games.scythe.events import Attack
from automarium.games.scythe.map import PRINTED
from automarium.games.scythe.position import LEVELS
from automarium.games.scythe.rivals import Keeper
from tests.games.scythe.kit import DEFINITION
from tests.proof import scale


def runs(level: str, deck: str, seed: int) -> Iterator[Run]:
    """A whole live game with the stand-in, run by run."""
    game = Playthrough(
        DEFINITION, {"level": level, "human": "polania", "faction": "rusviet", "deck": deck}, {}, seed, PRINTED
    )
    keeper = Keeper(PRINTED, Chance(seed + 1))
    while not game.position.over:
        for told in keeper.turn(lambda: game.position):
            game.put(told)
            while game.question is not None:
                game.put(Respond(keeper.answer(game.question)))
            yield game.runs[-1]
            if game.position.over:
                break


@pytest.mark.parametrize(("deck", "most"), [("app", 1.0), ("mine", 2.0)])
def test_questions_a_turn_keep_to_the_budget(deck: str, most: float) -> None:
    """Those of one's own fights are counted with her turns."""
    own_card = deck == "mine"
    turns = questions = 0
    for level in LEVELS:
        for seed in range(scale(3, 20)):
            for run in runs(level, deck, seed):
                asked = len(run.answers)
                questions += asked
                if isinstance(run.input, Next):
                    turns += 1
                    attacks = sum(isinstance(step.event, Attack) for step in run.steps)
                    assert asked <= own_card + 2 * attacks + 1, (
                        "the Automa's card, what each attack needs, a recruit's sixth star"
                    )
                elif isinstance(run.input, Fought):
                    assert asked == 2, "I am set, and one form"
                else:
                    assert asked == 0
    assert questions / turns <= most
