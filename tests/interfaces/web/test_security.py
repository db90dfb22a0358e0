"""Stale pages, other origins and hosts, floods, and malformed data."""

from __future__ import annotations

import asyncio
import json
import threading
from functools import partial
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from automarium import decide
from automarium.games import plugins
from automarium.interfaces.web import app
from automarium.interfaces.web.app import Settings
from automarium.interfaces.web.event_stream import EventStream
from automarium.interfaces.web.routes import api, new_game
from automarium.interfaces.web.security.request_guard import AllowedHosts, RateLimit
from automarium.protocol.stream import encode_answers
from automarium.sessions.session import open_session
from automarium.storage.store import Limits, Store
from automarium.storage.store_factory import open_store
from tests.interfaces.web.kit import GAMES, begin, browser, do, form_of, revision, whole_game, words
from tests.proof import scale

GAME = GAMES[0]
FUZZED = settings(deadline=None, max_examples=scale(20, 60), suppress_health_check=list(HealthCheck))


@pytest.fixture
def client(store: Store) -> TestClient:
    return browser(store)


def problem(answer: Any, status: int) -> dict[str, Any]:
    """Problem details (RFC 9457), and nothing else."""
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    details: dict[str, Any] = answer.json()
    assert details["status"] == status
    assert details["title"]
    assert details["detail"]
    return details


JSON = {"accept": "application/json"}


# ------------------------------------------------------------------------------------------------ one clear outcome


def test_a_double_tap_draws_one_card(client: TestClient, store: Store) -> None:
    for game in GAMES:
        key = begin(client, game)
        for input_ in whole_game(store, key):
            if form_of(input_) == {"do": "next"}:
                break
            do(client, key, form_of(input_))
        at = revision(client.get(f"/g/{key}").text)
        assert do(client, key, {"do": "next"}, at).status_code == 200
        after = open_session(store, key)
        again = do(client, key, {"do": "next"}, at)
        assert again.status_code == 409
        assert "your tap was ignored" in words(again.text)
        assert revision(again.text) == str(after.revision), "the page shows the table as it stands"
        details = problem(do(client, key, {"do": "next"}, at, headers=JSON), 409)
        assert details["revision"] == after.revision
        assert open_session(store, key).game.digest() == after.game.digest()


def test_two_clients_press_at_once(client: TestClient, store: Store) -> None:
    """Of ten presses on the same table one is accepted."""
    key = begin(client, GAME)
    at = revision(client.get(f"/g/{key}").text)
    outcomes: list[int] = []

    def press() -> None:
        with TestClient(client.app, base_url="http://localhost") as other:
            outcomes.append(do(other, key, {"do": "next"}, at, follow_redirects=False).status_code)

    people = [threading.Thread(target=press) for _ in range(10)]
    for one in people:
        one.start()
    for one in people:
        one.join()
    assert sorted(outcomes) == [303] + [409] * 9


def test_refusal_is_shown_above_the_same_question(client: TestClient, store: Store) -> None:
    key = begin(client, GAME)
    at = revision(client.get(f"/g/{key}").text)
    answer = do(client, key, {"do": "answer", "to": "1"}, at)
    assert answer.status_code == 422
    assert "There is no question to answer" in words(answer.text)
    assert problem(do(client, key, {"do": "redo"}, at, headers=JSON), 422)["detail"] == "There is nothing to redo."
    assert do(client, key, {"do": "no such thing"}, at).status_code == 404
    for revision_ in ("", "x", "-1", "9" * 50):
        assert client.post(f"/g/{key}/do", data={"do": "next", "revision": revision_}).status_code == 422
    assert open_session(store, key).revision == int(at), "nothing of it was kept"


# ------------------------------------------------------------------------------------------------------------ strangers


def test_change_from_another_origin_is_refused(client: TestClient) -> None:
    key = begin(client, GAME)
    for headers in (
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"origin": "http://localhost:9"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ):
        problem(do(client, key, {"do": "next"}, headers=headers), 403)
        problem(client.post("/settings", data={"lang": "uk"}, headers=headers), 403)
    mine = {"origin": "http://localhost", "sec-fetch-site": "same-origin"}
    assert do(client, key, {"do": "next"}, headers=mine).status_code == 200


@pytest.mark.parametrize(
    ("host", "near", "lan"),
    [
        ("localhost:8765", True, True),
        ("127.0.0.1:8765", True, True),
        ("[::1]:8765", True, True),
        ("192.168.1.7:8765", False, True),
        ("evil.example", False, False),
        ("127.0.0.1.evil.example", False, False),
        ("localhost@evil.example", False, False),
        ("evil.example#localhost", False, False),
        ("", False, False),
        ("table.example", False, False),
    ],
)
def test_allowed_hosts(host: str, near: bool, lan: bool) -> None:
    """A page whose name was made to point here (DNS rebinding) gets nothing."""
    assert (host in AllowedHosts()) is near
    assert (host in AllowedHosts(lan=True)) is lan
    assert "table.example:443" in AllowedHosts(["Table.example"])


def test_other_host_names_are_refused(client: TestClient) -> None:
    problem(client.get("/", headers={"host": "evil.example"}), 421)


def test_every_answer_has_security_headers(client: TestClient) -> None:
    key = begin(client, GAME)
    for path in ("/", f"/g/{key}", "/nowhere", "/openapi.json", "/health"):
        headers = client.get(path).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "same-origin"
        assert "no-store" in headers["cache-control"]


def test_static_files_are_cached_for_ever(client: TestClient) -> None:
    import re

    for path in re.findall(r'(?:href|src)="(/static/[^"]+)"', client.get("/").text):
        answer = client.get(path)
        assert answer.status_code == 200
        assert "immutable" in answer.headers["cache-control"]
    for path in ("/static/companion.css", "/static/__init__.py", "/static/..%2fapp.py", "/static/../app.py"):
        assert client.get(path).status_code == 404


def test_large_bodies_are_refused(store: Store) -> None:
    client = browser(store)
    key = begin(client, GAME)
    problem(client.post(f"/g/{key}/do", data={"do": "x" * 100_000}), 413)

    def endless() -> Any:
        for _ in range(1000):
            yield b"x" * 10_000

    problem(client.post("/api/decide", content=endless(), headers={"content-type": "application/json", **JSON}), 413)
    problem(client.post("/open", files={"record": b"x" * 3_000_000}), 413)


def still(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock of all limits stands, however long the requests take."""
    for module in (app, new_game):
        monkeypatch.setattr(module, "RateLimit", partial(RateLimit, clock=lambda: 0.0))


def test_rate_limit_of_requests(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    still(monkeypatch)
    client = browser(store, Settings(rate=5))
    answers = [client.get("/health").status_code for _ in range(40)]
    assert answers == [200] * 20 + [429] * 20
    now = 0.0
    rate = RateLimit(1, 2, lambda: now)
    assert [rate.allows("a") for _ in range(3)] == [True, True, False]
    assert rate.allows("b"), "others are not held up"
    now = 1.0
    assert [rate.allows("a") for _ in range(2)] == [True, False]


def test_rate_limit_of_new_games(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    still(monkeypatch)
    client = browser(store, Settings(rate=1000, games_a_minute=3))
    statuses = [client.post(f"/new/{GAME}", follow_redirects=False).status_code for _ in range(6)]
    assert statuses == [303, 303, 303, 429, 429, 429]


def test_full_store_is_reported(home: Any) -> None:
    store = open_store(None, Limits(games=2))
    client = browser(store)
    statuses = [client.post(f"/new/{GAME}", headers=JSON, follow_redirects=False).status_code for _ in range(3)]
    assert statuses == [303, 303, 507]
    store.close()


def test_full_share_of_a_guest_is_reported_in_true_words(home: Any) -> None:
    """Regression: "10000 are kept already", with 264 kept."""
    store = open_store(None, Limits(share=2))
    client = browser(store)
    guest = {**JSON, "x-forwarded-for": "192.0.2.1"}  # a request through a proxy is not the owner's
    answers = [client.post(f"/new/{GAME}", headers=guest, follow_redirects=False) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [303, 303, 507]
    assert "games that haven't been played for a day are removed" in problem(answers[-1], 507)["detail"]
    store.close()


def test_backup_uploaded_on_the_page_gets_new_keys(home: Any) -> None:
    """Whoever made the file knows the keys in it."""
    store = open_store(None)  # a shared store has no backup on the page
    client = browser(store)
    key = begin(client, GAME)
    backup = client.get("/backup.jsonl").content
    assert key.encode() in backup
    store.delete(key)
    client.post("/backup", files={"record": ("all.backup", backup)})
    [kept] = store.games()
    assert kept.key != key
    store.close()


# ---------------------------------------------------------------------------------------------- data from strangers


@FUZZED
@given(content=st.binary(max_size=400))
def test_random_bytes_are_no_record(content: bytes, home: Any) -> None:
    store = open_store(None)
    answer = browser(store).post("/open", files={"record": content}, headers=JSON)
    assert 400 <= answer.status_code < 500
    store.close()


@FUZZED
@given(data=st.data())
def test_mutated_records_are_refused_or_played(data: st.DataObject, home: Any) -> None:
    """A record with bytes changed, cut out or doubled gives a clear refusal or a game, never a fault of ours."""
    store = open_store(None)
    client = browser(store)
    whole = bytearray(record_of(data.draw(st.sampled_from(GAMES))))
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(whole) - 1))
        kind = data.draw(st.sampled_from(("change", "cut", "double", "number")))
        if kind == "change":
            whole[at] = data.draw(st.integers(0, 255))
        elif kind == "cut":
            del whole[at : at + data.draw(st.integers(1, 80))]
            whole = whole or bytearray(b"x")
        elif kind == "double":
            whole[at:at] = whole[at : at + data.draw(st.integers(1, 80))]
        else:
            whole[at:at] = str(data.draw(st.integers(-(10**30), 10**30))).encode()
    answer = client.post("/open", files={"record": bytes(whole)}, headers=JSON)
    assert answer.status_code in (200, 413, 422), answer.text
    if answer.status_code == 200:
        assert client.get(answer.url.path, headers={"accept": "text/html"}).status_code == 200
    store.close()


_records: dict[str, bytes] = {}


def record_of(game: str) -> bytes:
    if game not in _records:
        store = open_store(None)
        client = browser(store)
        key = begin(client, game)
        for input_, _ in zip(whole_game(store, key), range(12), strict=False):
            do(client, key, form_of(input_))
        _records[game] = client.get(f"/g/{key}/record.jsonl").content
        store.close()
    return _records[game]


ANYTHING = st.text(max_size=40).map(lambda text: quote(text.encode("utf-8", "replace"), safe=""))


@FUZZED
@given(
    path=st.one_of(
        ANYTHING.map("/g/{}".format),
        ANYTHING.map(f"/g/{'x' * 22}/tell/{{}}".format),
        st.builds("/rules/{}/{}".format, st.sampled_from(GAMES), ANYTHING),
        st.builds("/ask/{}/{}".format, st.sampled_from(GAMES), st.one_of(ANYTHING, st.sampled_from(["turn", "score"]))),
        ANYTHING.map("/new/{}".format),
        ANYTHING.map("/{}".format),
    ),
    query=st.lists(st.tuples(st.sampled_from(["q", "a", "r.x", "level", "ask"]), st.text(max_size=30)), max_size=4),
)
def test_random_addresses(path: str, query: list[tuple[str, str]], home: Any) -> None:
    store = open_store(None)
    answer = browser(store).request("GET", path, params=tuple(query))
    assert answer.status_code < 500
    store.close()


@FUZZED
@given(data=st.data())
def test_random_changes(data: st.DataObject, home: Any) -> None:
    """Any field with any text in any form of a game."""
    store = open_store(None)
    client = browser(store)
    game = data.draw(st.sampled_from(GAMES))
    key = begin(client, game)
    names = [*plugins.load_definition(game).commands, "answer", "undo", "redo"]
    fields = st.dictionaries(
        st.sampled_from(["to", "f.to", "f.at", "f.what", "f.unit", "f.from", "f.tokens", "f.count", "f.coins"]),
        st.one_of(
            st.text(max_size=20), st.integers(-5, 100).map(str), st.sampled_from(["N4", "r4c3", "mech", "worker"])
        ),
        max_size=4,
    )
    for _ in range(6):
        sent = {"do": data.draw(st.sampled_from(names)), **data.draw(fields)}
        answer = do(client, key, sent)
        assert answer.status_code < 500, answer.text
        assert client.get(f"/g/{key}").status_code == 200
    store.close()


# ------------------------------------------------------------------------------------------------------------ the API


def test_decide_answers_like_the_oracle(client: TestClient) -> None:
    for game in GAMES:
        asked = {"game": game, "ask": "score", "facts": {}}
        expected = decide(asked)
        answer = client.post("/api/decide", json=asked, headers=JSON)
        if "error" in expected:
            details = problem(answer, 422)
            assert details["detail"] == expected["error"]["message"]
            assert details["where"] == expected["error"]["where"]
        else:
            assert answer.json() == expected
    problem(client.post("/api/decide", content=b"{", headers={"content-type": "application/json"}), 400)
    problem(client.post("/api/decide", content=b"{}", headers={"content-type": "text/plain"}), 415)
    assert problem(client.get("/api/decide", headers=JSON), 405)


def test_problems_for_programs_and_pages_for_people(client: TestClient) -> None:
    problem(client.get("/nowhere", headers=JSON), 404)
    problem(client.get(f"/g/{'x' * 22}", headers=JSON), 404)
    problem(client.get("/g/../../etc/passwd", headers=JSON), 404)
    page = client.get("/nowhere")
    assert page.status_code == 404
    assert "There is no such page" in words(page.text)


def test_health(client: TestClient, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    assert client.get("/health").json()["status"] == "ok"


def test_unexpected_error_is_answered_and_logged(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("automarium.interfaces.web.pages.game_info.render_score_table", broken)
    key = begin(client, GAME)
    answer = client.get(f"/g/{key}/score")
    assert answer.status_code == 500
    assert "Traceback" not in answer.text
    assert client.get(f"/g/{key}").status_code == 200


# ------------------------------------------------------------------------------------------------------ several devices


def test_event_stream_sends_changes_of_all_processes(store: Store) -> None:
    client = browser(store)
    key = begin(client, GAME)
    other = open_session(store, key)  # stands for another process: the herald is not told

    async def listen() -> list[bytes]:
        event_stream = EventStream(store)
        stream = event_stream.listen(key, 1)
        heard = [await anext(stream)]
        event_stream.notify(key, 2)
        heard.append(await anext(stream))
        other.put(_next_input(other))
        other.undo()
        heard.append(await asyncio.wait_for(anext(stream), 5))
        await stream.aclose()
        await event_stream.close()
        return heard

    heard = asyncio.run(listen())
    assert heard[0].startswith(b"retry:")
    assert heard[1] == b"event: revision\ndata: 2\n\n"
    assert heard[2] == b"event: revision\ndata: 3\n\n"


def test_late_listener_gets_the_current_revision(store: Store) -> None:
    """A page that was loaded before a change and listens only after it is told all the same."""
    key = begin(browser(store), GAME)
    session = open_session(store, key)

    async def listen() -> bytes:
        event_stream = EventStream(store)
        early = event_stream.listen(key, 1)
        await anext(early)
        session.put(_next_input(session))
        event_stream.notify(key, 2)
        late = event_stream.listen(key, 1)
        await anext(late)
        heard = await asyncio.wait_for(anext(late), 5)
        await early.aclose()
        await late.aclose()
        await event_stream.close()
        return heard

    assert asyncio.run(listen()) == b"event: revision\ndata: 2\n\n"


def _next_input(session: Any) -> Any:
    return session.definition.commands["next"]()


def test_events_of_an_unknown_game_are_refused(client: TestClient) -> None:
    assert client.get(f"/g/{'x' * 22}/events").status_code == 404


def test_a_whole_table_over_http(client: TestClient) -> None:
    """Lines that fail are errors in their place; a body that is no list of lines is a problem."""
    sent = {"lines": [{"game": GAMES[0], "seed": 7}, {"do": "no such thing"}, {"look": "table"}]}
    answer = client.post("/api/table", json=sent)
    assert answer.status_code == 200
    first, second, third = answer.json()["answers"]
    assert first["revision"] == 1
    assert second["error"]["where"].startswith("line 2")
    assert third["table"]
    assert answer.json()["answers"] == [json.loads(one) for one in encode_answers(sent["lines"], 10, 10**9)]
    for body in (b"[]", b"{}", b'{"lines": {}}', b'{"lines": [], "more": 1}', b"\xff", b'{"lines": [], "lines": []}'):
        answer = client.post("/api/table", content=body, headers={"content-type": "application/json"})
        assert answer.status_code == 400, body
        assert answer.headers["content-type"] == "application/problem+json"
    assert client.post("/api/table", json={"lines": ["x" * 1_000_000]}).status_code == 413
    assert client.post("/api/table", json={"lines": [0] * (api.MOST_LINES + 1)}).status_code == 413
    assert client.post("/api/table", content=b"{}").status_code == 415


def test_long_table_request_is_cut_off() -> None:
    clock = iter(range(100))
    lines: list[object] = [{"game": GAMES[0], "seed": 7}, *[{"look": "table"}] * 9]
    answers = [json.loads(one) for one in encode_answers(lines, 3, 10**9, lambda: next(clock))]
    assert ["error" in one for one in answers] == [False] * 3 + [True] * 7
    assert answers[-1]["error"]["where"] == "line 10"
