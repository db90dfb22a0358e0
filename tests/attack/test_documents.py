"""The limits that docs/security.md names are those of the code."""

from __future__ import annotations

import re
from pathlib import Path

from automarium.documents import rules, schema
from automarium.engine.game.record import REPLAY_SECONDS
from automarium.games import plugins
from automarium.interfaces.web import event_stream
from automarium.interfaces.web.app import Settings
from automarium.interfaces.web.routes import api
from automarium.interfaces.web.routes.game_request import SMALL
from automarium.interfaces.web.security import connection_limits, request_guard, thread_shares
from automarium.storage import postgres
from automarium.storage.store import Limits

TEXT = (Path(__file__).parents[2] / "docs" / "security.md").read_text()


def row(name: str) -> list[int]:
    """Return the numbers in a row of the table of limits."""
    found = re.search(rf"^\| {re.escape(name)} \| (.*) \|$", TEXT, re.MULTILINE)
    assert found is not None, name
    return [int(number.replace(",", "")) for number in re.findall(r"(?<![\w/])\d[\d,]*", found[1])]


def test_limits_in_the_documents() -> None:
    rate = Settings().rate
    assert row("connections per address")[0] == connection_limits.OF_ONE_ADDRESS
    assert row("event listeners per address") == [event_stream.MOST_OF_ONE]
    assert row("time for a request head, for a body") == [connection_limits.HEAD_SECONDS, request_guard.BODY_SECONDS]
    assert row("requests per address") == [rate, rate * 4]
    assert row("pages per address") == [thread_shares.PAGES]
    assert row("heavy work per address") == [thread_shares.HEAVY, thread_shares.WAITING, 429]
    assert row("heavy work in total") == [thread_shares.HEAVY_THREADS]
    assert row("one request to `/api/table`") == [api.LONGEST, api.MOST_LINES, api.SECONDS, api.MOST_BYTES]
    assert row("one request to `/api/decide`") == [api.LARGE // 1024]
    assert row("a statement to PostgreSQL") == [postgres.STATEMENT_SECONDS, postgres.LOCK_SECONDS, 503]
    assert row("a form") == [SMALL // 1024]
    assert row("a document (`automa.toml`)") == [schema.MOST_BYTES, rules.BUDGET, plugins.MOST_DOCUMENTS]
    limits = Limits()
    assert row("a record") == [limits.size >> 20, limits.lines, REPLAY_SECONDS]
