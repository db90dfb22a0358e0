"""Call the application without a server or a client, so that every byte of a request can be chosen."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import msgspec

from automarium.interfaces.web.app import Settings, make_app
from automarium.interfaces.web.security.request_guard import HEADERS
from automarium.storage.store import Store
from tests.attack.kit import A_LONG_TIME


class Request(msgspec.Struct, frozen=True):
    method: str = "GET"
    path: str = "/"
    query: bytes = b""
    headers: tuple[tuple[bytes, bytes], ...] = ()
    body: bytes = b""


class Answer(msgspec.Struct, frozen=True):
    status: int
    headers: Mapping[str, str]
    body: bytes

    def fault(self) -> str | None:
        """Return what is wrong with an answer, if anything."""
        if self.status >= 500:
            return f"status {self.status}: {self.body[:200]!r}"
        if missing := [name for name in HEADERS if name not in self.headers]:
            return f"without {missing[0]}"
        return "a traceback" if b"Traceback (most recent call last)" in self.body else None


class Server:
    def __init__(self, store: Store, settings: Settings | None = None) -> None:
        self._app = make_app(settings or Settings(rate=0), store)
        self._runner = asyncio.Runner()

    def send(self, request: Request, address: str = "127.0.0.1") -> Answer:
        return self._runner.run(self._send(request, address))

    async def _send(self, request: Request, address: str) -> Answer:
        headers = request.headers
        raw = request.path.encode("utf-8", "replace")  # a server never passes on other characters
        if not any(name == b"host" for name, _ in headers):
            headers = ((b"host", b"localhost"), *headers)
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": request.method,
            "scheme": "http",
            "path": raw.decode(),
            "raw_path": raw,
            "query_string": request.query,
            "root_path": "",
            "headers": list(headers),
            "client": (address, 1),
            "server": ("127.0.0.1", 80),
            "state": {},
        }
        sent = iter([{"type": "http.request", "body": request.body, "more_body": False}])
        got: list[Any] = []
        gone = asyncio.Event()

        async def receive() -> Any:
            for message in sent:
                return message
            await gone.wait()
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            got.append(message)
            if message["type"] == "http.response.body" and not message.get("more_body", False):
                gone.set()
            elif len(got) > 1 and any(value.startswith(b"text/event-stream") for _, value in got[0]["headers"]):
                gone.set()  # disconnect after the first event

        async with asyncio.timeout(A_LONG_TIME):
            await self._app(scope, receive, send)
        start = got[0]
        named = {name.decode().lower(): value.decode("latin-1") for name, value in start["headers"]}
        return Answer(start["status"], named, b"".join(one.get("body", b"") for one in got[1:]))

    def close(self) -> None:
        self._runner.close()


@contextmanager
def start_server(store: Store, settings: Settings | None = None) -> Iterator[Server]:
    server = Server(store, settings)
    try:
        yield server
    finally:
        server.close()
