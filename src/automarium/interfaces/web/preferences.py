"""The preferences of a client from its request: language, theme, switches, games; and the cookies that store them."""

from __future__ import annotations

import os
from collections.abc import Iterable
from functools import lru_cache
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import Response

from automarium import lab
from automarium.engine.message import capitalise
from automarium.games import plugins
from automarium.i18n.languages import LANGUAGES
from automarium.i18n.translator import Translator
from automarium.interfaces.web.page import THEMES, PageContext
from automarium.storage import user_folder
from automarium.storage.store import is_key

HERE = os.path.dirname(__file__)  # the page's own messages lie here


@lru_cache(maxsize=64)
def get_translator(lang: str, game: str | None = None) -> Translator:
    """Return a translator with the words of one game over those of the page and the lab; without a game, with the names
    of all games."""
    definitions = plugins.folders() if game is None else [plugins.load_definition(game).folder]
    return Translator(lang, [*definitions, HERE, lab.FOLDER])


def game_name(translator: Translator, game: str) -> str:
    return capitalise(translator.term("game", game))


def short_term(translator: Translator, family: str, value: object) -> str:
    """Return a term up to its first comma or bracket."""
    return capitalise(translator.term(family, value).partition(",")[0].partition(" (")[0])


A_YEAR = 365 * 24 * 3600
MOST_OWN = 40  # games that a browser remembers


def make_page_context(request: Request, game: str | None = None) -> PageContext:
    theme = request.cookies.get("theme", "auto")
    theme = theme if theme in THEMES else "auto"
    here = request.url.path + (f"?{request.url.query}" if request.url.query else "")
    if request.method != "GET":  # a page that answers a change is shown again at its own address
        here = "/" if here == "/open" else here.removesuffix("/do")
    dark = _is_dark(request, theme)
    return PageContext(
        get_translator(find_language(request), game),
        theme,
        dark,
        here,
        offline=request.app.state.offline,
        motion=request.cookies.get("motion") != "off",
        aloud=request.cookies.get("aloud") == "on",
    )


def find_language(request: Request) -> str:
    """Return the chosen language, the browser's, or this machine's."""
    chosen = request.cookies.get("lang", "")
    if chosen in LANGUAGES:
        return chosen
    for wanted in request.headers.get("accept-language", "")[:200].split(","):
        if wanted.strip()[:2].lower() in LANGUAGES:
            return wanted.strip()[:2].lower()
    return user_folder.language()


def _is_dark(request: Request, theme: str) -> bool:
    """Return whether pictures are drawn for the dark theme. With the automatic theme a header or a cookie of the script
    decides."""
    if theme != "auto":
        return theme == "dark"
    scheme = request.headers.get("sec-ch-prefers-color-scheme", "").strip('"') or request.cookies.get("scheme", "")
    return scheme == "dark"


def set_cookie(request: Request, response: Response, name: str, value: str, *, script: bool = False) -> None:
    """Set a cookie; one set over https is secure."""
    secure = request.url.scheme == "https"
    response.set_cookie(name, value, max_age=A_YEAR, httponly=not script, samesite="lax", secure=secure)


def read_own_games(request: Request) -> list[str]:
    """Return the keys of the games that this browser has opened, the last first."""
    return [key for key in request.cookies.get("games", "").split(".")[:MOST_OWN] if is_key(key)]


def remember_game(request: Request, response: Response, key: str) -> None:
    seen = read_own_games(request)
    if key not in seen[:1]:
        set_cookie(request, response, "games", ".".join([key, *(one for one in seen if one != key)][:MOST_OWN]))


def check_local_path(text: str) -> str:
    """Return the path if it is a page of this server, otherwise "/"."""
    parts = urlsplit(text)
    fine = text.startswith("/") and not text.startswith(("//", "/\\")) and not parts.scheme and not parts.netloc
    return text if fine and text.isprintable() and len(text) < 2000 else "/"


def strip_prefix(items: Iterable[tuple[str, str]], prefix: str = "") -> dict[str, str]:
    """Return the values whose names have the prefix, by their names without it."""
    return {name.removeprefix(prefix): value for name, value in items if name.startswith(prefix)}
