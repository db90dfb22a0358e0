"""Every game has golden games, and they come out as before."""

from __future__ import annotations

import re

import pytest

from automarium.games import plugins
from tests.golden import FIRST, FOLDER, get_record_file, get_text_file, list_cases, play, render_game


@pytest.mark.parametrize(("game", "level"), list(list_cases()))
def test_a_golden_game_comes_out_as_it_did(game: str, level: str | int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert play(game, level) == get_record_file(game, level).read_bytes(), "`make golden`, then look at the difference"
    assert render_game(get_record_file(game, level)) == get_text_file(game, level).read_text("utf-8")


@pytest.mark.parametrize(("game", "level"), list(list_cases()))
def test_a_golden_game_has_the_commands_of_format_1(game: str, level: str | int) -> None:
    """The rival's inputs are the same to the byte; only the form of questions may differ."""
    told = [
        _commands(content) for content in (play(game, level), (FIRST / get_record_file(game, level).name).read_bytes())
    ]
    assert told[0] == told[1]


def _commands(content: bytes) -> list[bytes]:
    lines = [re.sub(rb',"then":"[0-9a-f]{12}"', b"", line) for line in content.splitlines()[1:]]
    return [line for line in lines if b'"do":"answer"' not in line]


def test_every_level_of_every_game_has_one_and_no_others() -> None:
    expected = {file.name for case in list_cases() for file in (get_record_file(*case), get_text_file(*case))}
    assert {file.name for file in FOLDER.iterdir() if file.suffix in (".jsonl", ".txt")} == expected
    assert {name for name, _ in list_cases()} == set(plugins.names())
