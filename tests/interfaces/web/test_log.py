"""The log of a long game is split into pages without gaps or repetitions."""

from __future__ import annotations

import re
from html import unescape

import pytest

from automarium.games.expeditions.commands import Go
from automarium.interfaces.web.pages.game_info import RUNS_A_PAGE
from automarium.sessions.session import open_session
from automarium.storage.store_factory import open_store
from tests.interfaces.web.kit import begin, browser

INPUTS = 2 * RUNS_A_PAGE + 5


def numbers(page: str) -> range:
    """The runs that a page of the log lists, by their numbers."""
    start = re.search(r'<ol class="log" reversed start="(\d+)">', page)
    assert start is not None
    inside = page[start.end() :]
    shown = len(re.findall(r"<li><b>", inside))
    return range(int(start[1]), int(start[1]) - shown, -1)


@pytest.mark.parametrize("why", ["", "?why=1"])
def test_every_run_of_a_long_game_is_on_one_page_of_its_log(why: str) -> None:
    store = open_store(None)
    client = browser(store)
    key = begin(client, "expeditions", starts="human", seed="1")
    session = open_session(store, key)
    for index in range(INPUTS):
        session.put(Go(("N5", "C5")[index % 2]))
    path, seen = f"/g/{key}/log{why}", list[int]()
    while True:
        page = client.get(path).text
        seen += numbers(page)
        earlier = re.search(r'<a href="([^"]+)"[^>]*>Earlier</a>', page)
        assert ("Later" in page) == (len(seen) > RUNS_A_PAGE)
        if earlier is None:
            break
        path = unescape(earlier[1])
        assert ("why=1" in path) == bool(why), "with its reasons, if they were wanted"
    assert seen == list(range(INPUTS, -1, -1))


@pytest.mark.parametrize("last", ["99999999999", "-1", "x", "9999"])
def test_page_beyond_the_log_is_the_last_one(last: str) -> None:
    store = open_store(None)
    client = browser(store)
    key = begin(client, "expeditions", seed="1")
    assert client.get(f"/g/{key}/log", params={"last": last}).status_code == 200
