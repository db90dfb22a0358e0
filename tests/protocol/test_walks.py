"""The table depends only on the position: walks with undo, redo and corrections that come back see the same table, and
hands carried out literally lead from each table to the next, the supply included."""

from __future__ import annotations

import json
from random import Random

import pytest

from tests.contract.kit import definitions
from tests.proof import PROOF, scale
from tests.protocol.mirror_table import Plain
from tests.protocol.random_client import RandomClient

WALKS = scale(12, 2000)
LINES = 60 if PROOF else 40
HEADERS: dict[str, list[Plain]] = {
    "expeditions": [{}, {"level": 4, "card": "printed"}, {"deck": "mine"}],
    "golem": [{}, {"own": "mine"}],
    "penumbra": [{}],
    "scythe": [{}, {"deck": "mine"}],
}


class Walker(RandomClient):
    """Goes to and fro, and remembers the table of each position that it has seen."""

    def __init__(self, header: Plain, seed: int) -> None:
        self.seen: dict[str, list[Plain]] = {}
        super().__init__(header, seed)
        self.remember()

    def took(self, line: Plain, answer: Plain) -> None:
        super().took(line, answer)
        self.remember()

    def remember(self) -> None:
        """Compare the table with that of the same position before. While a question is open ``then`` is that of the
        position before the turn, so what has been told since belongs to it."""
        place = self.last["then"]
        if self.last["question"] is not None:
            place += json.dumps([self.look("position"), self.last["question"]])
        assert self.seen.setdefault(place, self.table) == self.table

    def walk(self, lines: int) -> None:
        while len(self.lines) < lines and not self.last["over"]:
            match self.random.random():
                case chance if chance < 0.25 and not self.refused({"do": "undo"}):
                    pass
                case chance if chance < 0.4 and not self.refused({"do": "redo"}):
                    pass
                case _ if self.last["question"] is not None:
                    self.answer()
                case chance if chance < 0.75:
                    self.tell()
                case _:
                    self.refused({"do": "next"})


@pytest.mark.parametrize("game", definitions())
def test_a_walk_that_comes_back_sees_the_same_table(game: str) -> None:
    returned = 0
    for seed in range(WALKS // len(definitions()) or 1):
        header = Random(seed).choice(HEADERS.get(game, [{}]))
        walker = Walker({"game": game, "options": header, "seed": seed}, seed)
        walker.walk(LINES)
        returned += len(walker.lines) - len(walker.seen)
    assert returned, "some of them came back"
