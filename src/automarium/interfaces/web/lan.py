"""Access from the local network: the address of this machine, and a second server that listens there."""

from __future__ import annotations

import asyncio
import socket
import sys
from typing import TYPE_CHECKING

from starlette.types import ASGIApp

from automarium.engine.message import refuse
from automarium.interfaces.web.security.request_guard import AllowedHosts

if TYPE_CHECKING:
    from automarium.interfaces.web.lan_server import LanServer


HERE = "127.0.0.1"


def find_own_address() -> str:
    """Return this machine's address in the local network. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return HERE


class Network:
    """The local network. ``hosts`` are the host names of the guard; ``offered``: the user may open access here."""

    def __init__(self, hosts: AllowedHosts, *, offered: bool) -> None:
        self.hosts = hosts
        self.is_offered = offered
        self.app: ASGIApp | None = None
        self._server: LanServer | None = None
        self._serving: asyncio.Task[None] | None = None

    @property
    def is_open(self) -> bool:
        return self.hosts.lan

    async def open(self, port: int) -> None:
        """Listen at the address in the network. Raise Refused without a network, or if the port is taken."""
        from automarium.interfaces.web.lan_server import LanServer  # needs uvicorn, which the offline app has not

        if self.is_open:
            return
        address = find_own_address()
        if address == HERE:
            raise refuse("web.phone.no-network")
        listening = socket.socket(socket.AF_INET)
        try:
            if sys.platform != "win32":  # where it would let two servers have the same port
                listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listening.bind((address, port))
        except OSError as error:
            listening.close()
            raise refuse("serve.taken", port=port, detail=str(error.strerror or error)) from None
        assert self.app is not None
        self._server = LanServer(self.app)
        self._serving = asyncio.create_task(self._server.serve(sockets=[listening]))
        self.hosts.lan = True

    async def close(self) -> None:
        if self._server is not None and self._serving is not None:
            self._server.should_exit = True
            await self._serving
