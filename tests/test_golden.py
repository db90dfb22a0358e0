"""No game without a golden playthrough, and each comes out as it did."""

from __future__ import annotations

import re

import pytest

from automarium.games import plugins
from tests.golden import FIRST, FOLDER, cases, play, record_file, told, told_file


@pytest.mark.parametrize(("game", "level"), list(cases()))
def test_a_golden_game_comes_out_as_it_did(game: str, level: str | int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert play(game, level) == record_file(game, level).read_bytes(), "`make golden`, then look at the difference"
    assert told(record_file(game, level)) == told_file(game, level).read_text("utf-8")


@pytest.mark.parametrize(("game", "level"), list(cases()))
def test_a_golden_game_has_the_commands_of_format_1(game: str, level: str | int) -> None:
    """What the stand-in tells is the same to the byte; only answers may be asked for in other words."""
    told = [_commands(content) for content in (play(game, level), (FIRST / record_file(game, level).name).read_bytes())]
    assert told[0] == told[1]


def _commands(content: bytes) -> list[bytes]:
    lines = [re.sub(rb',"then":"[0-9a-f]{12}"', b"", line) for line in content.splitlines()[1:]]
    return [line for line in lines if b'"do":"answer"' not in line]


def test_every_level_of_every_game_has_one_and_no_others() -> None:
    expected = {file.name for case in cases() for file in (record_file(*case), told_file(*case))}
    assert {file.name for file in FOLDER.iterdir() if file.suffix in (".jsonl", ".txt")} == expected
    assert {name for name, _ in cases()} == set(plugins.names())
