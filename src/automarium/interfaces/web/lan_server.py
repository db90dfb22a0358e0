"""A second uvicorn server in the event loop of the first."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import uvicorn
from starlette.types import ASGIApp

from automarium.interfaces.web.security.connection_limits import LimitedProtocol


class LanServer(uvicorn.Server):
    """A server without signal handlers and lifespan: the first server has those."""

    def __init__(self, app: ASGIApp) -> None:
        config = uvicorn.Config(
            app,
            http=LimitedProtocol,
            lifespan="off",
            access_log=False,
            log_level="warning",
            server_header=False,
            proxy_headers=False,
            timeout_graceful_shutdown=2,
        )
        super().__init__(config)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield
