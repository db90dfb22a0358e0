"""The bridge between the worker (``python_worker.js``) and the application.

The worker calls ``begin`` once and ``answer`` for each request, and saves changed files before it sends the answer.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus
from http.cookies import CookieError, SimpleCookie
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import unquote, urljoin, urlsplit

import anyio.to_thread
import msgspec
from starlette.types import Message

from automarium.engine.message import Refused
from automarium.games import plugins
from automarium.interfaces.offline.start_page import prefix_address, prefix_page, strip_root
from automarium.interfaces.web.app import Settings, make_app
from automarium.interfaces.web.security import request_guard
from automarium.storage import user_folder
from automarium.storage.store_factory import open_store
from automarium.storage.user_folder import write_atomically


class CookieJar:
    def __init__(self, file: Path) -> None:
        self._file = file
        try:
            self._kept = msgspec.json.decode(file.read_bytes(), type=dict[str, str])
        except (OSError, msgspec.MsgspecError):  # lost preferences are not reported
            self._kept = {}

    @property
    def header(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self._kept.items())

    def update(self, headers: list[str]) -> None:
        """Store the cookies of ``set-cookie`` headers. Their age is ignored."""
        before = dict(self._kept)
        for header in headers:
            try:
                found = SimpleCookie(header)
            except CookieError:
                continue
            for name, morsel in found.items():
                if morsel["max-age"] == "0":
                    self._kept.pop(name, None)
                else:
                    self._kept[name] = morsel.value
        if self._kept != before:
            write_atomically(self._file, msgspec.json.encode(self._kept).decode())


T = TypeVar("T")

POLICY = request_guard.POLICY.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'")
OURS = ("set-cookie", "content-security-policy")  # headers that are replaced
AHEAD = 50  # pages of SQLite's log before a checkpoint: the log is saved with every change
NEAR = ("127.0.0.1", 0)  # every request is local
MOST_DOCUMENTS = 8  # opened documents that are saved


async def run_directly(function: Callable[..., T], *args: object, **_: object) -> T:
    """Run a function in place of a thread: a browser has none."""
    return function(*args)


class Reply(msgspec.Struct, frozen=True):
    """``changed``: files must be saved before the answer is sent. ``game`` is now at ``revision``."""

    status: int
    headers: list[tuple[str, str]]
    body: bytes
    changed: bool
    game: str = ""
    revision: int = 0


class OpenedDocuments:
    """The documents that were opened last, in a file: every page may be answered by a Python that was just started."""

    def __init__(self, file: Path) -> None:
        self._file = file
        try:
            self._texts = msgspec.json.decode(file.read_bytes(), type=dict[str, str])
        except (OSError, msgspec.MsgspecError):  # they can be opened again
            self._texts = {}

    def restore(self, path: str) -> None:
        """Load the document that a path names."""
        for name in path.split("/"):
            if name in self._texts and not plugins.is_document(name):
                with suppress(Refused):  # this version cannot read it any more
                    plugins.add_document(self._texts[name])

    def save(self, path: str) -> None:
        """Save the document that a redirect leads to."""
        name = path.rpartition("/")[2]
        if plugins.is_document(name) and name not in self._texts:
            self._texts[name] = plugins.load_definition(name).document
            self._texts = dict(list(self._texts.items())[-MOST_DOCUMENTS:])
            write_atomically(self._file, msgspec.json.encode(self._texts).decode())


class Bridge:
    """``root`` is the folder of the site on ``host``."""

    def __init__(self, host: str, root: str = "/") -> None:
        self._root = root
        self._folder = user_folder.folder()
        self._folder.mkdir(parents=True, exist_ok=True)
        self._cookies = CookieJar(self._folder / "jar.json")
        self._documents = OpenedDocuments(self._folder / "documents.json")
        self._store = open_store(ahead=AHEAD)
        self._app = make_app(Settings(offline=True, root=root, names=(host,), rate=0), self._store)

    async def answer(
        self, method: str, url: str, headers: list[tuple[str, str]], body: bytes, *, follow: bool = False
    ) -> Reply:
        """Return the answer to a request. ``follow``: answer a redirect with the page that it leads to, whose address
        is in ``content-location``."""
        before = stamp_files(self._folder)
        self._documents.restore(unquote(urlsplit(url).path))
        status, shown, content = await self._ask(method, url, headers, body)
        where = dict(shown).get("location", "")
        self._documents.save(where)
        if follow and status == HTTPStatus.SEE_OTHER and where.startswith("/"):
            plain = [one for one in headers if one[0] != "content-type"]
            status, shown, content = await self._ask("GET", urljoin(url, where), plain, b"")
            shown.append(("content-location", where))
        game, revision = self._find_moved(method, url)
        return Reply(status, shown, content, stamp_files(self._folder) != before, game, revision)

    async def _ask(
        self, method: str, url: str, headers: list[tuple[str, str]], body: bytes
    ) -> tuple[int, list[tuple[str, str]], bytes]:
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
        self._cookies.update([value for name, value in raw if name == "set-cookie"])
        content = b"".join(message.get("body", b"") for message in sent[1:])
        shown, content = self._prefix([one for one in raw if one[0] not in OURS], content)
        return sent[0]["status"], [*shown, ("content-security-policy", POLICY)], content

    def _scope(self, method: str, url: str, headers: list[tuple[str, str]], length: int) -> dict[str, object]:
        to = urlsplit(url)
        given = [*headers, ("host", to.netloc), ("cookie", self._cookies.header), ("content-length", str(length))]
        return {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": to.scheme,
            "path": unquote(strip_root(self._root, to.path)),
            "raw_path": strip_root(self._root, to.path).encode(),
            "root_path": "",
            "query_string": to.query.encode(),
            "headers": [(name.lower().encode("latin-1"), value.encode("latin-1", "replace")) for name, value in given],
            "client": NEAR,
            "server": (to.hostname, to.port),
        }

    def _prefix(self, headers: list[tuple[str, str]], content: bytes) -> tuple[list[tuple[str, str]], bytes]:
        if self._root == "/":
            return headers, content
        if dict(headers).get("content-type", "").startswith("text/html"):
            content = prefix_page(self._root, content.decode()).encode()
            headers = [(name, str(len(content)) if name == "content-length" else value) for name, value in headers]
        return [
            (name, prefix_address(self._root, value) if name == "location" else value) for name, value in headers
        ], content

    def _find_moved(self, method: str, url: str) -> tuple[str, int]:
        """Return the game that a change was about and its revision, for other windows."""
        _, place, key, *_ = [*strip_root(self._root, urlsplit(url).path).split("/"), "", ""]
        if method == "GET" or place != "g":
            return "", 0
        return key, self._store.revisions([key]).get(key, 0)


def stamp_files(folder: Path) -> list[tuple[str, int, int]]:
    """Return path, time and length of every file."""
    found = []
    for place, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(place, name)
            about = os.stat(path)
            found.append((path, about.st_mtime_ns, about.st_size))
    return found


def begin(host: str, root: str) -> Bridge:
    """Start the application; called once by the worker."""
    anyio.to_thread.run_sync = run_directly  # type: ignore[assignment]
    return Bridge(host, root)


async def answer(bridge: Bridge, method: str, url: str, headers: str, body: Any, follow: bool) -> Reply:
    """Answer a request of the worker, which passes JSON and a buffer."""
    sent = msgspec.json.decode(headers, type=list[tuple[str, str]])
    return await bridge.answer(method, url, sent, body.to_bytes(), follow=follow)


def load_next() -> bool:
    """Load one more game definition; return whether there are others left."""
    waiting = [name for name in plugins.names() if not plugins.is_loaded(name)]
    for name in waiting[:1]:
        plugins.load_definition(name)
    return len(waiting) > 1
