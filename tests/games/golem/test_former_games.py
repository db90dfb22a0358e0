"""Games of earlier versions, told again with the questions of today: she does what she did."""

from __future__ import annotations

from pathlib import Path

import pytest

from automarium.engine.content.rulings import settle
from automarium.engine.game.migrations import as_far
from automarium.engine.game.record import decode
from automarium.games.golem.position import PRINTED
from tests.games.golem.kit import DEFINITION

RECORDS = Path(__file__).parents[2] / "records"
VP = {1: 114, 2: 140, 3: 162, 4: 205}  # as those versions counted them


@pytest.mark.parametrize("format_", [1, 2])
@pytest.mark.parametrize("level", VP)
def test_a_former_game_comes_to_the_same_end(level: int, format_: int) -> None:
    """Every answer finds its question: one that went astray would change a marble, a tile or a grave."""
    record = decode((RECORDS / str(format_) / f"golem-level-{level}.jsonl").read_bytes())
    converted = as_far(record, DEFINITION, PRINTED)
    assert converted.fault is None
    end = converted.game.position
    assert end.over
    assert DEFINITION.scoring.score(end, settle(DEFINITION.rulings, {})).totals == {"automa": VP[level]}
