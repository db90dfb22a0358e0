"""The web app manifest."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from automarium.games import plugins
from automarium.interfaces.web.page import NAME, PageContext
from automarium.interfaces.web.preferences import game_name, make_page_context
from automarium.interfaces.web.static_files import file_url

MEDIA_TYPE = "application/manifest+json"
PAPER, TABLE = "#fffaf0", "#ece3d2"  # as in static/style


def serve_manifest(request: Request) -> Response:
    return JSONResponse(build_manifest(make_page_context(request)), media_type=MEDIA_TYPE)


def build_manifest(page: PageContext) -> dict[str, object]:
    """Return the manifest. Its addresses are relative to the root of the site."""
    return {
        "name": NAME,
        "short_name": NAME,
        "description": page.say("web.about"),
        "lang": page.lang,
        "id": "automarium",  # the same app in every language
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": TABLE,
        "theme_color": PAPER,
        "icons": [
            _describe_icon("icon-192.png", "192x192"),
            _describe_icon("icon-512.png", "512x512"),
            {**_describe_icon("icon-maskable.png", "512x512"), "purpose": "maskable"},
        ],
        "screenshots": [
            {
                **_describe_icon("screenshot-phone.png", "390x844"),
                "form_factor": "narrow",
                "label": page.say("web.screenshot"),
            },
            {
                **_describe_icon("screenshot-wide.png", "1280x800"),
                "form_factor": "wide",
                "label": page.say("web.screenshot"),
            },
        ],
        "shortcuts": [
            {"name": page.say("web.new-of", game=game_name(page.translator, name)), "url": f"./new/{name}"}
            for name in plugins.names()
        ],
    }


def _describe_icon(name: str, sizes: str) -> dict[str, str]:
    return {"src": f".{file_url(name)}", "sizes": sizes, "type": "image/png"}
