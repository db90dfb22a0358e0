"""The page as an app on the home screen: its name, its colours, its icons."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from automarium.interfaces.web.page import NAME, PageContext
from automarium.interfaces.web.request_preferences import page_context
from automarium.interfaces.web.static_files import url_of

MEDIA_TYPE = "application/manifest+json"
PAPER, TABLE = "#fffaf0", "#ece3d2"  # as in static/style


def manifest_file(request: Request) -> Response:
    return JSONResponse(manifest(page_context(request)), media_type=MEDIA_TYPE)


def manifest(look: PageContext) -> dict[str, object]:
    """Its addresses begin where it lies: at the root of the pages, wherever that is."""
    return {
        "name": NAME,
        "short_name": NAME,
        "description": look.say("web.about"),
        "lang": look.lang,
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": TABLE,
        "theme_color": PAPER,
        "icons": [
            _icon("icon-192.png", "192x192"),
            _icon("icon-512.png", "512x512"),
            {**_icon("icon-maskable.png", "512x512"), "purpose": "maskable"},
        ],
    }


def _icon(name: str, sizes: str) -> dict[str, str]:
    return {"src": f".{url_of(name)}", "sizes": sizes, "type": "image/png"}
