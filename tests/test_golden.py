"""No game without a golden playthrough, and each comes out as it did."""

from __future__ import annotations

import pytest

from automarium.games import plugins
from tests.golden import FOLDER, cases, play, record_file, told, told_file


@pytest.mark.parametrize(("game", "level"), list(cases()))
def test_a_golden_game_comes_out_as_it_did(game: str, level: str | int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert play(game, level) == record_file(game, level).read_bytes(), "`make golden`, then look at the difference"
    assert told(record_file(game, level)) == told_file(game, level).read_text("utf-8")


def test_every_level_of_every_game_has_one_and_no_others() -> None:
    expected = {file.name for case in cases() for file in (record_file(*case), told_file(*case))}
    assert {file.name for file in FOLDER.iterdir() if file.suffix in (".jsonl", ".txt")} == expected
    assert {name for name, _ in cases()} == set(plugins.names())
