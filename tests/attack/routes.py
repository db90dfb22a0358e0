"""The routes of the application, found in it, so that a new one is attacked as well."""

from __future__ import annotations

import re
from typing import Any

from starlette.applications import Starlette
from starlette.routing import Route

from automarium.interfaces.web.security.request_guard import RequestGuard

PARTS = {
    "game": "scythe",
    "ask": "move",
    "clause": "SCY-WORKER-08",
    "kind": "none",
    "id": "none",
    "key": "x" * 22,
    "name": "next",
    "place": "r3c5",
    "run": "1",
    "step": "1",
    "what": "stop",
    "word": "none",
}


def list_routes(app: Any) -> dict[str, Route]:
    """Return every route by its method and path."""
    assert isinstance(app, RequestGuard)
    assert isinstance(app.app, Starlette)
    found: dict[str, Route] = {}
    for route in app.app.routes:
        assert isinstance(route, Route)
        assert route.methods is not None
        for method in route.methods - {"HEAD"}:
            found[f"{method} {route.path}"] = route
    return found


def fill_path(path: str, **parts: str) -> str:
    """Return the path with a value for every part."""
    return re.sub(r"\{(\w+)(?::\w+)?\}", lambda found: {**PARTS, **parts}[found[1]], path)
