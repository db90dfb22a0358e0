"""The middleware before every request: host names, origin, rate and size limits, security headers, log.

A game is reached by its secret key and no cookie grants rights to it, so a forged request could steal nothing; these
checks are a second defence. Limits are counted per process.
"""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import re
import time
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from automarium.interfaces.web.errors import make_problem, redact_path

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
    "referrer-policy": "same-origin",  # the address contains the key of the game
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "accept-ch": "Sec-CH-Prefers-Color-Scheme",  # the server draws pictures for light or dark
    "critical-ch": "Sec-CH-Prefers-Color-Scheme",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), screen-wake-lock=(self)",
}
_HOST = re.compile(r"(\[(?P<six>[0-9a-fA-F:.]+)\]|(?P<name>[A-Za-z0-9._-]+))(:\d{1,5})?", re.ASCII)
# The headers that the application sees; docs/security.md lists them. Of one that is given twice the last line counts.
HONOURED = (
    "accept",
    "accept-encoding",
    "accept-language",
    "content-length",
    "content-type",
    "cookie",
    "forwarded",
    "host",
    "origin",
    "sec-ch-prefers-color-scheme",
    "sec-fetch-site",
    "user-agent",
    "via",
    "x-forwarded-for",
    "x-forwarded-host",
    "x-forwarded-proto",
    "x-real-ip",
)
LONGEST_PATH = 500
BODY_SECONDS = 30.0  # from the end of a head to the end of its body
ENDS = {"connection": "close"}  # do not wait for the rest of the body


class AllowedHosts:
    """The host names that are answered. Others are refused, against DNS rebinding."""

    def __init__(self, names: Collection[str] = (), *, lan: bool = False) -> None:
        self.names = {"localhost", *(name.lower() for name in names)}
        self.lan = lan

    def __contains__(self, host: str) -> bool:
        found = _HOST.fullmatch(host)
        if found is None:
            return False
        name = (found["six"] or found["name"]).lower()
        if name in self.names:
            return True
        try:
            address = ipaddress.ip_address(name)
        except ValueError:
            return False
        return self.lan or address.is_loopback


def is_same_origin(headers: Headers) -> bool:
    """Return whether a change comes from this server's pages, or from a program that is no browser."""
    site = headers.get("sec-fetch-site")
    if site is not None and site not in ("same-origin", "none"):
        return False
    origin = headers.get("origin")
    if origin is None:
        return True
    scheme, _, place = origin.partition("://")
    return scheme in ("http", "https") and place.lower() == headers.get("host", "").lower()


def keep_honoured(headers: Iterable[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """Return the headers that the application sees, each once."""
    last = dict(headers)
    return [(name, last[name]) for name in map(str.encode, HONOURED) if name in last]


def group_address(address: str) -> str:
    """Return what counts as one address: of IPv6 the 64-bit network."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return address
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, 64), strict=False).network_address)


class RateLimit:
    """A token bucket per address: so many requests a second, and a burst. Old addresses are dropped."""

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


class RequestGuard:
    """The outermost middleware.

    ``proxy`` is the address whose X-Forwarded-For is trusted; ``secure``: clients use https.
    """

    def __init__(
        self,
        app: ASGIApp,
        hosts: AllowedHosts,
        rate: RateLimit,
        most_body: Callable[[str], int],
        proxy: str | None = None,
        *,
        secure: bool = False,
    ) -> None:
        self.app, self.hosts, self.rate, self.most_body = app, hosts, rate, most_body
        self.proxy, self.secure = proxy, secure

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        begun = time.perf_counter()
        status = 0
        scope["headers"] = keep_honoured(scope["headers"])
        if self.proxy is not None and get_client(scope) == self.proxy:
            scope["client"] = (_read_forwarded(Headers(scope=scope)) or self.proxy, 0)
        if self.secure:
            scope["scheme"] = "https"

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
            await self._pass_on(scope, receive, sending)
        finally:
            ms = (time.perf_counter() - begun) * 1000
            log.info("%s %s %s %.1f ms %s", scope["method"], redact_path(scope["path"]), status, ms, get_client(scope))

    async def _pass_on(self, scope: Scope, receive: Receive, send: Send) -> None:
        refused = self._refusal(scope)
        if refused is not None:
            await refused(scope, receive, send)
            return
        most = self.most_body(scope["path"])
        taken, whole = 0, False
        until = asyncio.get_running_loop().time() + BODY_SECONDS

        async def receiving() -> Message:
            nonlocal taken, whole
            if whole:  # only the disconnect follows, without a time limit
                return await receive()
            try:
                async with asyncio.timeout_at(until):
                    message = await receive()
            except TimeoutError:
                raise HTTPException(408, headers=ENDS) from None
            whole = not message.get("more_body", False)
            taken += len(message.get("body", b""))
            if taken > most:
                raise HTTPException(413, headers=ENDS)
            return message

        await self.app(scope, receiving, send)

    def _refusal(self, scope: Scope) -> Response | None:
        """Return the answer to a request that is refused unread, or None."""
        headers = Headers(scope=scope)
        if len(scope["path"]) > LONGEST_PATH:
            return make_problem(414, f"An address here has at most {LONGEST_PATH} letters.", ENDS)
        if headers.get("host", "") not in self.hosts:
            return make_problem(421, "This server does not answer to that host name (see automarium serve --name).")
        if not self.rate.allows(group_address(get_client(scope))):
            return make_problem(429, "Too many requests; wait a second.", {"retry-after": "1"})
        if scope["method"] not in SAFE_METHODS and not is_same_origin(headers):
            return make_problem(403, "A change must come from a page of this server.")
        length = headers.get("content-length", "0")
        if not length.isdecimal() or len(length) > 15:
            return make_problem(400, "The content length is not a number.", ENDS)
        if int(length) > self.most_body(scope["path"]):
            return make_problem(413, f"At most {self.most_body(scope['path'])} bytes are taken here.", ENDS)
        return None


def _read_forwarded(headers: Headers) -> str | None:
    """Return the last address that the proxy has added, or None."""
    address = headers.get("x-forwarded-for", "").rpartition(",")[2].strip()
    try:
        return str(ipaddress.ip_address(address))
    except ValueError:
        return None


def get_client(scope: Scope) -> str:
    return str(scope["client"][0]) if scope.get("client") else "-"
