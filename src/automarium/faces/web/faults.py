"""What goes wrong, as an answer: a page for people, problem details for programs, everything for the log."""

from __future__ import annotations

import logging

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from automarium import games
from automarium.faces.web.guard import shown
from automarium.faces.web.html import h, link
from automarium.faces.web.page import page
from automarium.faces.web.problem import problem, status_of, traced, wants_page, without_folders
from automarium.faces.web.visitor import look_of
from automarium.kernel.saying import Refused

log = logging.getLogger("automarium.web")


def refused(request: Request, fault: Exception) -> Response:
    assert isinstance(fault, Refused)
    look = look_of(request, _game_of(request))
    return _answer(request, status_of(fault), look.voice.sentence(without_folders(fault.message)), fault.where)


def _game_of(request: Request) -> str | None:
    game = request.path_params.get("game", "")
    return game if game in games.names() else None


def not_served(request: Request, fault: Exception) -> Response:
    assert isinstance(fault, HTTPException)
    keys = {
        408: "web.late",
        404: "web.not-found",
        405: "web.no-method",
        413: "web.too-much",
        429: "web.too-many",
        503: "web.busy",
    }
    words = look_of(request).say(keys.get(fault.status_code, "web.not-taken"))
    response = _answer(request, fault.status_code, words)
    response.headers.update(fault.headers or {})
    return response


def broken(request: Request, fault: Exception) -> Response:
    """A fault of ours. The log has all of it; whoever asked is told that the game is safe."""
    log.error("%s %s\n%s", request.method, shown(request.url.path), traced(fault, request))
    return _answer(request, 500, look_of(request).say("web.broken"))


def _answer(request: Request, status: int, words: str, where: str = "") -> Response:
    if not wants_page(request):
        return problem(status, words, where=where or None)
    look = look_of(request)
    back = h("p", link(look.say("web.home"), "/", "b strong"))
    return HTMLResponse(page(look, look.say("web.sorry"), h("p", words, class_="lead", role="alert"), back), status)
