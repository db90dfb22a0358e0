"""What one request to the API may cost: bytes of its answer and memory, without a clock."""

from __future__ import annotations

import json
import tracemalloc

import pytest

from automarium.interfaces.web.routes import api
from tests.attack.crowds import make_tables

LINES = 1_000
MOST_MEMORY = 60_000_000  # bytes beyond what was there before


@pytest.mark.parametrize("number", range(len(make_tables(4))))
def test_a_request_to_the_table_is_bounded(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api, "SECONDS", 1e6)
    body = json.dumps({"lines": make_tables(LINES)[number]}).encode()
    api.answer_table(b'{"lines": [{"game": "expeditions", "seed": 1}]}')  # loaded before
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    answer = api.answer_table(body)
    peak = tracemalloc.get_traced_memory()[1] - before
    tracemalloc.stop()
    assert answer.status_code == 200
    answers = json.loads(bytes(answer.body))["answers"]
    assert len(answers) == len(json.loads(body)["lines"])
    refused = sum(len(json.dumps(one)) + 2 for one in answers if "error" in one)
    assert len(answer.body) <= api.MOST_BYTES + refused + 2 * len(answers) + 20
    assert peak < MOST_MEMORY


def test_growing_answers_reach_the_bound() -> None:
    """Otherwise the test above would show nothing."""
    lines = make_tables(LINES)[0]
    answers = json.loads(bytes(api.answer_table(json.dumps({"lines": lines}).encode()).body))["answers"]
    cut = [number for number, one in enumerate(answers, 1) if "error" in one]
    assert cut == list(range(cut[0], len(lines) + 1)), "that line and all later ones"
    assert "4000000" in answers[-1]["error"]["message"].replace(",", "").replace("\u202f", "")
