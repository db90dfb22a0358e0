"""Every game has golden games, and they come out as before."""

from __future__ import annotations

import pytest

from automarium.games import plugins
from tests.golden import FOLDER, get_record_file, get_text_file, list_cases, play, render_game


@pytest.mark.parametrize(("game", "level"), list(list_cases()))
def test_a_golden_game_comes_out_as_it_did(game: str, level: str | int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert play(game, level) == get_record_file(game, level).read_bytes(), "`make golden`, then look at the difference"
    assert render_game(get_record_file(game, level)) == get_text_file(game, level).read_text("utf-8")


def test_every_level_of_every_game_has_one_and_no_others() -> None:
    expected = {file.name for case in list_cases() for file in (get_record_file(*case), get_text_file(*case))}
    assert {file.name for file in FOLDER.iterdir() if file.suffix in (".jsonl", ".txt")} == expected
    assert {name for name, _ in list_cases()} == set(plugins.names())
