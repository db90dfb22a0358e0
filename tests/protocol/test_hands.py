"""A client that carries out the hands and its own moves has the same table, in whole games."""

from __future__ import annotations

from typing import Any

import pytest

import automarium
from tests.proof import scale
from tests.protocol.mirror_table import Plain
from tests.protocol.simulated_players import PERSONS

MOST_LINES = 1000


@pytest.mark.parametrize("game", PERSONS)
def test_a_person_who_does_what_the_hands_say_has_the_same_table(game: str) -> None:
    for seed in range(scale(3, 40)):
        stream = automarium.table()

        def send(line: Plain, stream: Any = stream) -> Plain:
            answer: Plain = stream.send(line)
            assert "error" not in answer, (line, answer)
            return answer

        last = send({"game": game, "seed": seed})
        person = PERSONS[game](send({"look": "table"})["table"], seed)

        def fields(given: Plain, send: Any = send) -> list[Plain]:
            asked: list[Plain] = send({"look": "inputs", "given": given})["fields"]
            return asked

        lines = 0
        while not last["over"]:
            for line in [None] if last["question"] else person.turn(fields):
                if line is not None:
                    last = send(line)
                    person.do(last["hands"])
                while last["question"] and not last["over"]:
                    last = send({"do": "answer", "to": person.answer(last["question"])})
                    person.do(last["hands"])
                    lines += 1
                assert person.table.difference(send({"look": "table"})["table"]) == "", (seed, line, last)
                lines += 1
                assert lines < MOST_LINES, "no end"
                if last["over"]:
                    break
