"""Limits of connections: number, duration, and which client address counts."""

from __future__ import annotations

import asyncio
import logging
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from starlette.testclient import TestClient

from automarium.interfaces.web import app, event_stream
from automarium.interfaces.web.app import Settings
from automarium.interfaces.web.security import ownership, request_guard
from automarium.interfaces.web.security.connection_limits import (
    ConnectionSlots,
    LimitedProtocol,
    LogThrottle,
    raise_descriptor_limit,
)
from automarium.interfaces.web.security.request_guard import group_address
from automarium.storage.store import Limits, Store
from automarium.storage.store_factory import open_store
from tests.attack.asgi import Request, start_server
from tests.attack.kit import A_LONG_TIME, fail_if_late
from tests.interfaces.web.kit import begin, browser


@pytest.fixture
def store() -> Iterator[Store]:
    """One database is enough: the store itself is not tested here."""
    opened = open_store()
    yield opened
    opened.close()


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2::9", "2001:db8:1:2::"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("testclient", "testclient"),
    ],
)
def test_a_household_is_one_address(address: str, counted: str) -> None:
    assert group_address(address) == counted


def test_places_of_one_and_of_all() -> None:
    slots = ConnectionSlots(per_address=2, total=4, free="127.0.0.1")
    assert [slots.take("192.0.2.1") for _ in range(3)] == [True, True, False]
    assert [slots.take("127.0.0.1") for _ in range(3)] == [True, True, False], "a proxy is bounded by all alone"
    assert not slots.take("192.0.2.2")
    slots.release("192.0.2.1")
    assert slots.take("192.0.2.2")
    assert len(slots) == 4


def test_fewer_connections_than_descriptors() -> None:
    import resource

    most = raise_descriptor_limit()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    assert most < soft <= hard


def test_the_same_trouble_is_logged_once_in_a_while(caplog: pytest.LogCaptureFixture) -> None:
    now = [0.0]
    complain = LogThrottle(lambda: now[0])
    loop = asyncio.new_event_loop()
    with caplog.at_level(logging.ERROR, "automarium.web"):
        for _ in range(1000):
            complain(loop, {"message": "socket.accept() out of system resource", "exception": OSError(24, "Too many")})
        now[0] = 61.0
        complain(loop, {"message": "socket.accept() out of system resource"})
    loop.close()
    assert [record.getMessage().partition(":")[0] for record in caplog.records] == [
        "socket.accept() out of system resource (1 times)",
        "socket.accept() out of system resource (1000 times)",
    ]


# ------------------------------------------------------------------------------------------------------- time limits


@contextmanager
def listening(store: Store, door: type[LimitedProtocol]) -> Iterator[int]:
    """The application behind real sockets, in a thread."""
    config = uvicorn.Config(
        lambda: app.make_app(Settings(rate=0), store),
        factory=True,
        http=door,
        port=0,
        log_level="critical",
        lifespan="off",
    )
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        sock.listen()
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, args=([sock],))
        thread.start()
        try:
            yield int(sock.getsockname()[1])
        finally:
            server.should_exit = True
            thread.join()


def told(port: int, words: bytes) -> bytes:
    """Return everything that the server sends until it closes."""
    with fail_if_late(), socket.create_connection(("127.0.0.1", port), timeout=A_LONG_TIME) as client:
        client.sendall(words)
        got = b""
        try:
            while more := client.recv(65536):
                got += more
        except ConnectionResetError:
            pass
        return got


@pytest.mark.parametrize("words", [b"", b"GET / HTTP/1.1\r\nHost: loc"])
def test_a_head_that_never_ends_is_not_waited_for(store: Store, words: bytes) -> None:
    class Hasty(LimitedProtocol):
        slots = ConnectionSlots(10, 10)
        seconds = 0.05

    with listening(store, Hasty) as port:
        assert told(port, words) == b""
        assert len(Hasty.slots) == 0, "whoever has gone has left their place"


def test_who_finds_no_place_is_shown_the_door_and_the_others_stay(store: Store) -> None:
    class Narrow(LimitedProtocol):
        slots = ConnectionSlots(2, 10)

    with listening(store, Narrow) as port, fail_if_late():
        held = [socket.create_connection(("127.0.0.1", port), timeout=A_LONG_TIME) for _ in range(2)]
        for client in held:
            client.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert client.recv(12) == b"HTTP/1.1 200"
        assert told(port, b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n") == b""
        for client in held:
            client.close()


def test_a_body_that_trickles_is_not_waited_for(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request_guard, "BODY_SECONDS", 0.05)

    class Open(LimitedProtocol):
        slots = ConnectionSlots(10, 10)

    head = b"POST /settings HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n"
    with listening(store, Open) as port:
        answer = told(port, head + b"Content-Type: application/x-www-form-urlencoded\r\n\r\nx")
    assert answer.startswith(b"HTTP/1.1 408")
    assert b"content-security-policy" in answer


# --------------------------------------------------------------------------------------------------------- listeners


def test_listeners_of_one_address_are_bounded(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(event_stream, "MOST_OF_ONE", 2)
    stream_of = event_stream.EventStream(store)

    async def listen() -> None:
        streams = [stream_of.listen("x" * 22, 0, "192.0.2.1") for _ in range(2)]
        for stream in streams:
            await anext(stream)
        assert stream_of.is_full("192.0.2.1")
        assert not stream_of.is_full("192.0.2.2")
        await streams[0].aclose()
        assert not stream_of.is_full("192.0.2.1")
        await streams[1].aclose()
        await stream_of.close()

    asyncio.run(listen())


def test_to_ask_about_events_is_not_to_listen(store: Store) -> None:
    client = browser(store)
    key = begin(client, "expeditions")
    with start_server(store) as server, fail_if_late():
        answer = server.send(Request("HEAD", f"/g/{key}/events"))
    assert (answer.status, answer.body) == (200, b"")
    assert answer.headers["content-type"].startswith("text/event-stream")


# -------------------------------------------------------------------------------------------------------- odd requests

FORM = b"application/x-www-form-urlencoded"
PARTS = b"multipart/form-data; boundary=x"
PART = b'content-disposition: form-data; name="lang"\r\n\r\nuk\r\n--x--\r\n'


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        (Request(headers=((b"host", b"[1]"),)), 421),
        (Request(headers=((b"host", b"["),)), 421),
        (Request("POST", "/settings", headers=((b"origin", b"http://["),)), 403),
        (Request("POST", "/settings", headers=((b"origin", b"null"),)), 403),
        (Request(path=f"/g/{'x' * 22}/why/{'9' * 5000}/1"), 414),
        (Request(path=f"/g/{'x' * 22}/why/{'9' * 400}/1"), 404),
        (Request("POST", "/settings", headers=((b"content-type", FORM + b"; charset=undefined"),), body=b"a=%ff"), 303),
        (
            Request(
                "POST",
                "/settings",
                headers=((b"content-type", PARTS + b"; charset=undefined"),),
                body=b"--x\r\n" + PART,
            ),
            400,
        ),
        (Request("POST", "/api/decide", b"", ((b"content-type", b"application/json"),), b'{"game": "\\ud800"}'), 422),
    ],
    ids=str,
)
def test_odd_requests_are_answered_calmly(store: Store, request_: Request, status: int) -> None:
    with start_server(store) as server:
        answer = server.send(request_)
    assert (answer.status, answer.fault()) == (status, None)


def test_the_key_of_a_game_is_in_no_log(
    store: Store, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    client = browser(store)
    key = begin(client, "expeditions")

    def broken(*_: Any, **__: Any) -> Any:
        raise RuntimeError(f"while looking at {key}")

    monkeypatch.setattr("automarium.interfaces.web.routes.game_pages.tables.render_table", broken)
    with caplog.at_level(logging.INFO, "automarium.web"):
        assert client.get(f"/g/{key}").status_code == 500
    assert "while looking at" in caplog.text
    assert key not in caplog.text
    assert f"/g/{key[:4]}…" in caplog.text


def test_no_folder_of_this_machine_is_named_on_the_page(
    store: Store, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = home / "own" / "expeditions.toml"
    file.parent.mkdir(parents=True)
    file.write_text("= broken")
    answer = browser(open_store()).get("/new/expeditions")
    assert answer.status_code == 422
    assert "expeditions.toml" in answer.text
    assert str(home) not in answer.text


# ---------------------------------------------------------------------------------------------------------- whose it is

PHONE = "192.0.2.9"


def from_(address: str, **headers: str) -> tuple[tuple[bytes, bytes], ...]:
    return tuple((name.replace("_", "-").encode(), value.encode()) for name, value in headers.items())


def names_all_games(store: Store, settings: Settings, address: str, **headers: str) -> bool:
    with start_server(store, settings) as server:
        answer = server.send(Request(headers=(*from_(address, **headers), (b"accept", b"text/html"))), address)
    assert answer.status == 200
    return b"/g/" in answer.body


@pytest.mark.parametrize(
    ("settings", "address", "headers", "theirs"),
    [
        (Settings(rate=0), "127.0.0.1", {}, True),
        (Settings(rate=0, lan=True), PHONE, {}, False),
        (Settings(rate=0), "127.0.0.1", {"x_forwarded_for": PHONE}, False),
        (Settings(rate=0), "127.0.0.1", {"x_real_ip": PHONE}, False),
        (Settings(rate=0), "127.0.0.1", {"via": "1.1 proxy"}, False),
        (Settings(rate=0, names=("games.example",)), "127.0.0.1", {"host": "games.example"}, False),
        (Settings(rate=0, public=True), "127.0.0.1", {}, False),
        (Settings(rate=0, public=True, proxy="127.0.0.1"), "127.0.0.1", {"x_forwarded_for": "127.0.0.1"}, False),
    ],
)
def test_who_is_the_owner(settings: Settings, address: str, headers: dict[str, str], theirs: bool) -> None:
    store = open_store()
    begin(browser(store), "expeditions")
    assert names_all_games(store, settings, address, **headers) is theirs
    by_pass = {**headers, "cookie": f"{ownership.COOKIE}={ownership.load_owner_pass()}"}
    assert names_all_games(store, settings, address, **by_pass), "whoever has the pass is the owner everywhere"
    store.close()


def test_the_owners_link_makes_a_phone_the_owners(store: Store, home: Path) -> None:
    client = browser(store)
    wrong = client.get("/owner/none", follow_redirects=False)
    assert wrong.status_code == 404
    right = client.get(f"/owner/{ownership.load_owner_pass()}", follow_redirects=False)
    assert right.status_code == 303
    assert "HttpOnly" in right.headers["set-cookie"]
    assert (home / "owner-pass").stat().st_mode & 0o777 == 0o600


def test_games_of_strangers_leave_room_for_the_owner() -> None:
    store = open_store(None, Limits(games=1, guests=1))
    with start_server(store, Settings(rate=0, lan=True)) as server:
        new = Request("POST", "/new/expeditions", headers=((b"content-type", FORM),), body=b"level=2&starts=human")
        assert [server.send(new, PHONE).status for _ in range(2)] == [303, 507]
        assert [server.send(new).status for _ in range(2)] == [303, 507]
    store.close()


def test_a_proxy_speaks_for_others_only_if_it_is_ours(store: Store) -> None:
    asked = Request(headers=from_(PHONE, x_forwarded_for="203.0.113.5, 192.0.2.44"))
    for proxy, statuses in (("127.0.0.1", [200, 200, 200]), (None, [200, 429, 429])):
        with start_server(store, Settings(rate=0.25, public=True, names=("localhost",), proxy=proxy)) as server:
            answers = [server.send(asked).status, server.send(Request()).status]
            answers.append(server.send(Request(headers=from_(PHONE, x_forwarded_for="192.0.2.45"))).status)
        assert answers == statuses


def test_cookies_of_a_named_server_travel_by_https_alone(store: Store) -> None:
    client: TestClient = browser(store, Settings(rate=0, public=True, names=("localhost",)))
    begun = client.post("/new/expeditions", data={"level": "2", "starts": "human"}, follow_redirects=False)
    assert "; Secure" in begun.headers["set-cookie"]
    here = browser(store).post("/new/expeditions", data={"level": "2", "starts": "human"}, follow_redirects=False)
    assert "Secure" not in here.headers["set-cookie"]
