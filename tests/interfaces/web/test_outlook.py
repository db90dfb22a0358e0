"""The result page says how a player like the owner fares at the next level, from the owner's own games alone."""

from __future__ import annotations

import json

import pytest

from automarium.storage.store import Store, Summary
from tests.interfaces.web.kit import browser, do, words
from tests.interfaces.web.test_table import played

SAID = "A player like you wins about"


def keep(store: Store, points: int, *, guest: bool) -> None:
    totals = {"automa": 50, "human": points}
    summary = Summary("scythe", over=True, totals=totals, winner="human", options={"level": "autometta"})
    store.create([json.dumps({"points": points}).encode() + b"\n"], summary, guest=guest)


@pytest.mark.parametrize("guest", [False, True])
def test_the_next_level_is_estimated_from_own_games(store: Store, guest: bool) -> None:
    client = browser(store)
    for points in (55, 60, 62, 64):
        keep(store, points, guest=guest)
    session = played(client, store, "scythe")
    sent = {f"f.{name}": "0" for name in ("popularity", "territories", "resources", "bonus", "stars")}
    before = words(client.get(f"/g/{session.key}").text)
    page = words(do(client, session.key, {"do": "tally", "f.coins": "61", **sent}).text)
    assert SAID not in before, "nothing is said before the points are counted"
    own = not guest and not store.shared  # on a server nobody knows whose games they are
    assert (SAID in page) == own, "four games of guests and one of the owner are too few"
    if own:
        assert "at the next level, Automa: an estimate from 5 finished games of yours" in page
