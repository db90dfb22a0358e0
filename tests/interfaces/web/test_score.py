"""The score sheet at the end of a game: one table for both sides, filled in, counted, corrected."""

from __future__ import annotations

import re
from urllib.parse import urlencode

import pytest
from starlette.testclient import TestClient

from automarium.interfaces.terminal.screen import build_score_table
from automarium.interfaces.web.pages.score_table import field_name
from automarium.interfaces.web.preferences import get_translator
from automarium.sessions.session import open_session
from automarium.storage.store import Store
from automarium.views.game import View
from automarium.views.score_sheet import Sheet, build_sheet
from tests.interfaces.web.kit import GAMES, begin, browser, do, revision, whole_game
from tests.interfaces.web.test_pages import check_page


@pytest.fixture
def database() -> None:
    """SQLite only: the sheets do not depend on the store."""


@pytest.fixture
def client(store: Store) -> TestClient:
    return browser(store)


def sheet_at_the_end(client: TestClient, store: Store, game: str) -> tuple[str, Sheet]:
    """A whole game of which nothing was told at its end, and its sheet."""
    key = begin(client, game, seed="3")
    session = open_session(store, key)
    for input_ in whole_game(store, key):
        if session.game.position is None or not session.definition.is_over(session.game.position):
            session.put(input_)
    view = View(session.game, get_translator("en", game))
    return key, build_sheet(view, view.score(), telling=True)


@pytest.mark.parametrize("game", GAMES)
def test_score_sheet_of_both_sides_is_filled_in_and_counted(client: TestClient, store: Store, game: str) -> None:
    key, sheet = sheet_at_the_end(client, store, game)
    cells = [(side, cell) for row in sheet.rows for side, cell in row.cells.items()] + list(sheet.totals.items())
    fields = {field_name(cell.part, cell.field): cell.field for _, cell in cells if cell.field is not None}
    page = client.get(f"/g/{key}").text
    check_page(page)
    assert page.count('class="score"') == 1
    for name in fields:
        assert page.count(f'name="{name}"') == 1, "every number has one place"
    assert any(side == "automa" and cell.adjust for side, cell in cells), "hers can be corrected"
    for cell in (cell for _, cell in cells if cell.adjust):
        given = urlencode({f"f.{name}": value for name, value in (cell.adjust or {}).items()})
        assert client.get(f"/g/{key}/tell/adjust?{given}").is_success
    known = {name: field.question.default for name, field in fields.items()}
    sent = {name: "3" if value is None else str(value) for name, value in known.items()}
    tried = client.post(f"/g/{key}/try", data={"revision": revision(page), "do": "count", **sent})
    assert 'id="preview"' in tried.text
    assert 'class="figures"' in tried.text
    assert revision(client.get(f"/g/{key}").text) == revision(page), "trying changes nothing"
    do(client, key, {"do": "count", **sent})
    session = open_session(store, key)
    score = session.definition.scoring.score(session.game.position, session.game.rulings)
    assert score.verdict is not None
    assert set(score.totals) == set(sheet.sides)
    counted = client.get(f"/g/{key}").text
    check_page(counted)
    for name, value in sent.items():
        assert re.search(rf'name="{re.escape(name)}" value="{value}"', counted), "it can be corrected from there"
    view = View(session.game, get_translator("en", game))
    name, *rows, total = build_score_table(view, view.score())
    assert name.split() == ["Automa", "You"]
    assert total.split() == ["Total", str(score.totals["automa"]), str(score.totals["human"])]
    assert len({len(row) for row in (name, *rows, total)}) == 1, "in the terminal it is a table, too"
    again = open_session(store, key).revision
    do(client, key, {"do": "count", **sent})
    assert open_session(store, key).revision == again, "what says nothing new is not told twice"


def test_sheet_with_a_wrong_number_changes_nothing(client: TestClient, store: Store) -> None:
    key, sheet = sheet_at_the_end(client, store, "penumbra")
    before = open_session(store, key).revision
    total, tally = sheet.parts
    sent = {field_name(0, total.fields[0]): "50"} | {field_name(1, field): "999999" for field in tally.fields}
    assert do(client, key, {"do": "count", **sent}).status_code == 422
    assert open_session(store, key).revision == before


def test_tie_break_is_asked_only_in_a_tie(client: TestClient, store: Store) -> None:
    """Regression: "Whose rabbi is uppermost" was offered before a number was entered."""
    key, _ = sheet_at_the_end(client, store, "golem")
    page = client.get(f"/g/{key}").text
    assert "/tell/adjust" in page
    assert "/tell/tie" not in page


def test_totals_of_header_and_sheet_agree(client: TestClient, store: Store) -> None:
    """Regression: it said what she had before the final scoring."""
    key, _ = sheet_at_the_end(client, store, "golem")
    view = View(open_session(store, key).game, get_translator("en", "golem"))
    assert view.points is None
    assert "The game is over</" in client.get(f"/g/{key}").text
