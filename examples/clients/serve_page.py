"""Serve a page of another program beside Automarium's own, so that both have one origin: serve_page.py [PORT]."""

from __future__ import annotations

import sys
from pathlib import Path

import uvicorn
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Receive, Scope, Send

from automarium.interfaces.web.app import Settings, make_app

PAGE = StaticFiles(directory=Path(__file__).parent / "page", html=True)


def make_client_app(automarium: ASGIApp) -> ASGIApp:
    """Return an application that serves the folder ``page`` under ``/client/`` and everything else by Automarium."""

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        path = scope.get("path", "")
        if scope["type"] == "http" and path.startswith("/client/"):
            await PAGE({**scope, "path": path.removeprefix("/client")}, receive, send)
        else:
            await automarium(scope, receive, send)

    return app


if __name__ == "__main__":
    port = int(sys.argv[1]) if len(sys.argv) > 1 else 8020
    uvicorn.run(make_client_app(make_app(Settings())), host="127.0.0.1", port=port)
