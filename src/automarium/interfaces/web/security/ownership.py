"""Who is the owner: requests from this machine, and browsers that have opened the owner's link.

``automarium serve`` prints the link (``/owner/…``) and shows it as a QR code; the pass is kept in a cookie. All others
are guests: their games are limited separately, and their answers do not change the box.
"""

from __future__ import annotations

import hmac
import ipaddress
import secrets

from starlette.requests import Request

from automarium.interfaces.web.security.request_guard import get_client
from automarium.storage import user_folder

COOKIE = "owner"
LOCAL_NAMES = frozenset({"localhost", "127.0.0.1", "[::1]"})
# Headers of proxies: with one, the address of the connection is not the client's.
PASSED_ON = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip")


def load_owner_pass() -> str:
    """Return the owner's secret; create it if there is none."""
    file = user_folder.folder() / "owner-pass"
    try:
        known = file.read_text("ascii").strip()
    except (OSError, ValueError):
        known = ""
    if len(known) < 16:
        known = secrets.token_urlsafe(16)
        user_folder.write_atomically(file, known + "\n", mode=0o600)
    return known


class Ownership:
    """``public``: a server with a name, where requests from this machine are not the owner's. ``offline``: every
    request is the owner's."""

    def __init__(self, *, public: bool, offline: bool = False) -> None:
        self._public = public
        self._offline = offline
        self._pass = load_owner_pass()

    def is_pass(self, text: str) -> bool:
        return hmac.compare_digest(text.encode("utf-8", "replace"), self._pass.encode())

    def owns(self, request: Request) -> bool:
        near = self._offline or (not self._public and is_local(request))
        return near or self.is_pass(request.cookies.get(COOKIE, ""))

    @property
    def owner_pass(self) -> str:
        return self._pass


def is_local(request: Request) -> bool:
    """Return whether a request comes from this machine by a local name, without a proxy."""
    address = get_client(request.scope)
    try:
        near = ipaddress.ip_address(address).is_loopback
    except ValueError:
        near = address == "testclient"
    host = request.headers.get("host", "").rpartition(":")[0] or request.headers.get("host", "")
    return near and host.lower() in LOCAL_NAMES and not any(name in request.headers for name in PASSED_ON)
