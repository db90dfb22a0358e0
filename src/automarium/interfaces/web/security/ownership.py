"""Whose things these are. Somebody at this very machine is the owner, and so is whoever came by the owner's link.

The link (``/owner/…``) is printed by ``automarium serve`` and is what its QR code holds; a browser that has been there
keeps the pass in a cookie. Everybody else is a guest: their games have a place of their own, and what they answer about
printed components stays in their game.
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
# What somebody in between adds: then the address at the other end is not that of the person.
PASSED_ON = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip")


def load_owner_pass() -> str:
    """The secret of this home; made when it is first wanted."""
    file = user_folder.folder() / "owner-pass"
    try:
        known = file.read_text("ascii").strip()
    except (OSError, ValueError):
        known = ""
    if len(known) < 16:
        known = secrets.token_urlsafe(16)
        user_folder.write_whole(file, known + "\n", mode=0o600)
    return known


class Ownership:
    """``public``: reached from elsewhere by a name, so that nearness says nothing. ``alone``: there is nobody else."""

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
        """What the owner's browser keeps."""
        return self._pass


def is_local(request: Request) -> bool:
    """Whether somebody at this very machine asks, by its own name, and nobody in between."""
    address = get_client(request.scope)
    try:
        near = ipaddress.ip_address(address).is_loopback
    except ValueError:
        near = address == "testclient"
    host = request.headers.get("host", "").rpartition(":")[0] or request.headers.get("host", "")
    return near and host.lower() in LOCAL_NAMES and not any(name in request.headers for name in PASSED_ON)
