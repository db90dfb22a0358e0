"""What stands before every request: which names we answer to, who may change things, how much and how fast.

A game is reached by its key alone and no cookie gives a right to anything, so there is nothing to steal by a forged
request; the checks here are the second wall. Limits are counted per process and forgotten with it.
"""

from __future__ import annotations

import ipaddress
import logging
import re
import time
from collections import OrderedDict
from collections.abc import Callable, Collection
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from automarium.faces.web.problem import problem

log = logging.getLogger("automarium.web")

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",  # a game's key stands in its address
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "accept-ch": "Sec-CH-Prefers-Color-Scheme",  # pictures are drawn here: light or dark must be known
    "critical-ch": "Sec-CH-Prefers-Color-Scheme",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), screen-wake-lock=(self)",
}
_KEY = re.compile(r"(?<=/g/)([A-Za-z0-9_-]{4})[A-Za-z0-9_-]+")


class Hosts:
    """The names we answer to. A page that had its own name point to this machine (DNS rebinding) is not among them."""

    def __init__(self, names: Collection[str] = (), *, lan: bool = False) -> None:
        self.names = {"localhost", *(name.lower() for name in names)}
        self.lan = lan

    def __contains__(self, host: str) -> bool:
        name = (urlsplit(f"//{host}").hostname or "") if _plain(host) else ""
        if name in self.names:
            return True
        try:
            address = ipaddress.ip_address(name)
        except ValueError:
            return False
        return self.lan or address.is_loopback


def _plain(host: str) -> bool:
    return re.fullmatch(r"\[[0-9a-fA-F:.]+\](:\d{1,5})?|[A-Za-z0-9._-]+(:\d{1,5})?", host) is not None


def same_origin(headers: Headers) -> bool:
    """Every browser says on a change where it comes from; a program that says nothing is no browser."""
    site = headers.get("sec-fetch-site")
    if site is not None and site not in ("same-origin", "none"):
        return False
    origin = headers.get("origin")
    return origin is None or urlsplit(origin).netloc.lower() == headers.get("host", "").lower()


class Rate:
    """So many a second for each address, with a reserve for a burst. The addresses longest silent are forgotten."""

    MOST = 10_000

    def __init__(self, a_second: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.a_second, self.burst, self.clock = a_second, burst, clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allows(self, address: str) -> bool:
        if self.a_second <= 0:
            return True
        now = self.clock()
        left, since = self._left.pop(address, (self.burst, now))
        left = min(self.burst, left + (now - since) * self.a_second)
        allowed = left >= 1
        self._left[address] = (left - 1 if allowed else left, now)
        while len(self._left) > self.MOST:
            self._left.popitem(last=False)
        return allowed


class Guard:
    """The outermost layer: checks, headers, and a line in the log for each request."""

    def __init__(self, app: ASGIApp, hosts: Hosts, rate: Rate, most_body: Callable[[str], int]) -> None:
        self.app, self.hosts, self.rate, self.most_body = app, hosts, rate, most_body

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        begun = time.perf_counter()
        status = 0

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                headers.setdefault("cache-control", "no-store")
            await send(message)

        try:
            await self._pass(scope, receive, sending)
        finally:
            took = (time.perf_counter() - begun) * 1000
            path = _KEY.sub(r"\1…", shown(scope["path"]))
            log.info("%s %s %s %.1f ms %s", scope["method"], path, status, took, client(scope))

    async def _pass(self, scope: Scope, receive: Receive, send: Send) -> None:
        refused = self._refusal(scope)
        if refused is not None:
            await refused(scope, receive, send)
            return
        most = self.most_body(scope["path"])
        taken = 0

        async def receiving() -> Message:
            nonlocal taken
            message = await receive()
            taken += len(message.get("body", b""))
            if taken > most:
                raise HTTPException(413)
            return message

        await self.app(scope, receiving, send)

    def _refusal(self, scope: Scope) -> Response | None:
        """Why a request is not even looked at."""
        headers = Headers(scope=scope)
        if headers.get("host", "") not in self.hosts:
            return problem(421, "This server does not answer to that host name (see automarium serve --name).")
        if not self.rate.allows(client(scope)):
            return problem(429, "Too many requests; wait a second.", {"retry-after": "1"})
        if scope["method"] not in SAFE_METHODS and not same_origin(headers):
            return problem(403, "A change must come from a page of this server.")
        length = headers.get("content-length", "0")
        if not length.isdecimal() or len(length) > 15:
            return problem(400, "The content length is no number.")
        if int(length) > self.most_body(scope["path"]):
            return problem(413, f"At most {self.most_body(scope['path'])} bytes are taken here.")
        return None


def shown(path: str) -> str:
    """A path that cannot forge a line of the log."""
    return "".join(letter if letter.isprintable() and letter != " " else "?" for letter in path[:200])


def client(scope: Scope) -> str:
    return str(scope["client"][0]) if scope.get("client") else "-"


def is_own(request: Request) -> bool:
    """Whether somebody at this very machine asks, and nobody in between."""
    address = client(request.scope)
    try:
        near = ipaddress.ip_address(address).is_loopback
    except ValueError:
        near = address == "testclient"
    return near and not {"forwarded", "x-forwarded-for"} & set(request.headers.keys())
