"""The table of finished games as CSV."""

from __future__ import annotations

import csv
import io

import pytest

from automarium.interfaces.web.pages.my_games import format_csv
from automarium.storage.store import StoredGame, Summary


@pytest.mark.parametrize("sign", "=+-@\t\r")
def test_no_text_of_the_table_is_taken_for_a_formula(sign: str) -> None:
    """A spreadsheet would carry out ``=cmd|…`` in the name of a game. Numbers stay numbers."""
    summary = Summary("expeditions", 9, True, {"human": -3, "automa": 5}, options={f"{sign}x": 1})
    text = format_csv([StoredGame("k" * 22, 1, f"{sign}1+1", 4, 0.0, 1.0, summary)])
    [row] = csv.DictReader(io.StringIO(text, newline=""))
    assert row["name"] == f"'{sign}1+1"
    assert row["options"] == f"'{sign}x=1"
    assert row["you"] == "-3"
