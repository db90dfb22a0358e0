"""Headers given twice, and the list of those that the server honours."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from automarium.interfaces.web.app import Settings
from automarium.interfaces.web.security import ownership, request_guard
from automarium.interfaces.web.security.request_guard import HONOURED, keep_honoured
from automarium.storage.store_factory import open_store
from tests.attack.asgi import Request, start_server

ROOT = Path(__file__).parents[2]


def test_the_documents_list_the_headers_that_are_honoured() -> None:
    text = (ROOT / "docs" / "security.md").read_text()
    table = text.partition("## Headers")[2].partition("\n## ")[0]
    listed = [
        name.lower() for row in re.findall(r"^\| (`.*?) \|", table, re.M) for name in re.findall(r"`([^`]+)`", row)
    ]
    assert sorted(listed) == sorted(HONOURED)


def test_the_code_reads_no_other_headers() -> None:
    """The application sees only those, and reads each of them."""
    assert set(ownership.PASSED_ON) <= set(HONOURED)
    code = "\n".join(path.read_text() for path in (ROOT / "src/automarium/interfaces/web").rglob("*.py"))
    read = set(re.findall(r'(?<!response\.)headers(?:\.get\(|\[)["\']([a-z-]+)["\']', code))
    by_libraries = {"accept-encoding", "cookie", "content-type", "content-length"}
    assert read | by_libraries | set(ownership.PASSED_ON) == set(HONOURED)


def test_of_a_header_given_twice_the_last_line_counts() -> None:
    given = [(b"x-forwarded-for", b"1.1.1.1"), (b"x-other", b"x"), (b"x-forwarded-for", b"2.2.2.2"), (b"host", b"a")]
    assert keep_honoured(given) == [(b"host", b"a"), (b"x-forwarded-for", b"2.2.2.2")]


@pytest.mark.parametrize(
    ("lines", "counted"),
    [
        (["203.0.113.5", "192.0.2.44"], "192.0.2.44"),
        (["203.0.113.5, 198.51.100.7", "198.51.100.8, 192.0.2.44"], "192.0.2.44"),
        (["192.0.2.44", "no address"], "127.0.0.1"),
        (["192.0.2.44"], "192.0.2.44"),
    ],
)
def test_the_last_address_of_the_last_line_is_the_clients(
    lines: list[str], counted: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[str] = []

    def note(_: request_guard.RateLimit, address: str) -> bool:
        seen.append(address)
        return True

    monkeypatch.setattr(request_guard.RateLimit, "allows", note)
    settings = Settings(public=True, names=("localhost",), proxy="127.0.0.1")
    store = open_store()
    with start_server(store, settings) as server:
        headers = tuple((b"x-forwarded-for", line.encode()) for line in lines)
        assert server.send(Request(headers=headers)).status == 200
    store.close()
    assert seen == [counted]


@pytest.mark.parametrize(
    ("method", "headers", "status"),
    [
        ("GET", [("host", "localhost"), ("host", "evil.example")], 421),
        ("POST", [("origin", "http://localhost"), ("origin", "http://evil.example")], 403),
        ("POST", [("sec-fetch-site", "same-origin"), ("sec-fetch-site", "cross-site")], 403),
        ("POST", [("content-length", "1"), ("content-length", "99999999")], 413),
    ],
)
def test_a_first_line_gets_nothing_past_the_guard(method: str, headers: list[tuple[str, str]], status: int) -> None:
    store = open_store()
    with start_server(store) as server:
        sent = tuple((name.encode(), value.encode()) for name, value in headers)
        path = "/" if method == "GET" else "/settings"
        assert server.send(Request(method, path, headers=sent)).status == status
    store.close()
