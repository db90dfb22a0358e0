"""From the page's worker to the application and back. The worker (``shell/worker.js``) calls ``begin`` once and
``answer`` for each request; it keeps what has changed before it lets the answer go.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import unquote, urlsplit

import anyio.to_thread
import msgspec
from starlette.types import Message

from automarium.companion import home
from automarium.companion.keeping import open_store
from automarium.faces.alone.jar import Jar
from automarium.faces.web import guard
from automarium.faces.web.app import Settings, make_app

T = TypeVar("T")

POLICY = guard.POLICY.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'")
NEAR = ("127.0.0.1", 0)  # whoever asks sits at this very machine


async def directly(function: Callable[..., T], *args: Any, **_: Any) -> T:
    """In place of a thread: a page has none."""
    return function(*args)


class Answer(msgspec.Struct, frozen=True):
    """``changed``: something must be kept before anybody hears of it. ``game`` has moved on to ``revision``."""

    status: int
    headers: list[tuple[str, str]]
    body: bytes
    changed: bool
    game: str = ""
    revision: int = 0


class Bridge:
    def __init__(self, host: str) -> None:
        self._folder = home.folder()
        self._folder.mkdir(parents=True, exist_ok=True)
        self._jar = Jar(self._folder / "jar.json")
        self._store = open_store()
        self._app = make_app(Settings(alone=True, names=(host,), rate=0), self._store)

    async def answer(self, method: str, url: str, headers: list[tuple[str, str]], body: bytes) -> Answer:
        before = stamps(self._folder)
        sent: list[Message] = []
        fed = False

        async def receive() -> Message:
            nonlocal fed
            if fed:
                return {"type": "http.disconnect"}
            fed = True
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: Message) -> None:
            sent.append(message)

        await self._app(self._scope(method, url, headers, len(body)), receive, send)
        raw = [(name.decode("latin-1"), value.decode("latin-1")) for name, value in sent[0]["headers"]]
        self._jar.take([value for name, value in raw if name == "set-cookie"])
        shown = [(name, value) for name, value in raw if name not in ("set-cookie", "content-security-policy")]
        content = b"".join(message.get("body", b"") for message in sent[1:])
        game, revision = self._moved(method, url)
        return Answer(
            sent[0]["status"],
            [*shown, ("content-security-policy", POLICY)],
            content,
            stamps(self._folder) != before,
            game,
            revision,
        )

    def _scope(self, method: str, url: str, headers: list[tuple[str, str]], length: int) -> dict[str, Any]:
        to = urlsplit(url)
        given = [*headers, ("host", to.netloc), ("cookie", self._jar.header), ("content-length", str(length))]
        return {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": to.scheme,
            "path": unquote(to.path),
            "raw_path": to.path.encode(),
            "root_path": "",
            "query_string": to.query.encode(),
            "headers": [(name.lower().encode("latin-1"), value.encode("latin-1", "replace")) for name, value in given],
            "client": NEAR,
            "server": (to.hostname, to.port),
        }

    def _moved(self, method: str, url: str) -> tuple[str, int]:
        """The game that a change was about, and where it stands: other windows want to know."""
        _, place, key, *_ = [*urlsplit(url).path.split("/"), "", ""]
        if method == "GET" or place != "g":
            return "", 0
        return key, self._store.revisions([key]).get(key, 0)


def stamps(folder: Path) -> list[tuple[str, int, int]]:
    """Which files there are, when each was written, and how long it is."""
    found = [(path, path.stat()) for path in sorted(folder.rglob("*")) if path.is_file()]
    return [(str(path), stat.st_mtime_ns, stat.st_size) for path, stat in found]


def begin(host: str) -> Bridge:
    """In the page's worker, once."""
    anyio.to_thread.run_sync = directly  # type: ignore[assignment]
    return Bridge(host)


async def answer(bridge: Bridge, method: str, url: str, headers: str, body: Any) -> Answer:
    """The same for the worker, which hands over JSON and a buffer of its own."""
    return await bridge.answer(method, url, msgspec.json.decode(headers, type=list[tuple[str, str]]), body.to_bytes())
