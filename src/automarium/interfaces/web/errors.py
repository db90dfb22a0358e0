"""Errors as answers: HTML pages for browsers, problem details for programs, tracebacks for a log without secrets."""

from __future__ import annotations

import logging
import re
import sys
import threading
from http import HTTPStatus
from pathlib import Path
from traceback import format_exception

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from automarium.engine.message import Message, Refused
from automarium.games import plugins
from automarium.interfaces.web.html import h, link
from automarium.interfaces.web.page import render_page
from automarium.interfaces.web.preferences import make_page_context
from automarium.storage.store import Conflict, Full, Missing, Unavailable

log = logging.getLogger("automarium.web")

# A key has 22 letters, and others may be next to it ("\\n" before it in a repr). Names of functions are as long, but
# have neither digits nor capitals; every key has one of them (storage/store.py).
_SECRET = re.compile(r"(?=[a-z_-]*[A-Z0-9])[A-Za-z0-9_-]{22,}")


def hide_keys(text: str) -> str:
    """Return the text with keys shortened to their first letters."""
    return _SECRET.sub(lambda found: f"{found[0][:4]}…", text)


class RedactedRecord(logging.LogRecord):
    """A line of the log without keys, in its message and in its traceback, for every handler."""

    def __init__(self, *args: object, **more: object) -> None:
        super().__init__(*args, **more)  # type: ignore[arg-type]
        if self.exc_info and self.exc_info[0] is not None:  # a formatter takes the text if there is one
            self.exc_text = hide_keys("".join(format_exception(*self.exc_info)).rstrip("\n"))
        if self.stack_info:
            self.stack_info = hide_keys(self.stack_info)

    def getMessage(self) -> str:  # noqa: N802
        return hide_keys(super().getMessage())


def redact_log() -> None:
    """Hide keys in every line that this process logs, and log what would be printed otherwise."""
    logging.setLogRecordFactory(RedactedRecord)
    logging.captureWarnings(True)
    sys.unraisablehook = lambda found: log.error("Ignored in %s", type(found.object).__name__, exc_info=found.exc_value)
    threading.excepthook = lambda found: log.error("In a thread", exc_info=found.exc_value)


# Refusals about what an address names: there is no such page.
NOT_FOUND = frozenset(
    {"game.unknown", "document.gone", "rules.unknown", "rules.missing", "oracle.ask", "web.no-step", "web.no-input"}
)
MEDIA_TYPE = "application/problem+json"


def find_status(refused: Refused) -> int:
    match refused:
        case Conflict():
            return HTTPStatus.CONFLICT
        case Missing():
            return HTTPStatus.NOT_FOUND
        case Full():
            return HTTPStatus.INSUFFICIENT_STORAGE
        case Unavailable():
            return HTTPStatus.SERVICE_UNAVAILABLE
    if refused.message.key in NOT_FOUND and refused.where != "record":  # the address names nothing
        return HTTPStatus.NOT_FOUND
    return HTTPStatus.UNPROCESSABLE_ENTITY


def make_problem(
    status: int, detail: str, /, headers: dict[str, str] | None = None, *, where: str | None = None, **more: object
) -> Response:
    """Return problem details (RFC 9457); ``where`` is the field that is wrong."""
    body = {"type": "about:blank", "title": HTTPStatus(status).phrase, "status": int(status), "detail": detail, **more}
    if where is not None:
        body["where"] = where
    return JSONResponse(body, status, headers=headers, media_type=MEDIA_TYPE)


def strip_folders(message: Message) -> Message:
    """Return the message with file names instead of absolute paths, which the page must not reveal."""
    return Message(message.key, {name: _strip_folder(value) for name, value in message.params.items()})


def _strip_folder(value: object) -> object:
    if isinstance(value, Message):
        return strip_folders(value)
    return Path(value).name if isinstance(value, str) and Path(value).is_absolute() else value


def accepts_html(request: Request) -> bool:
    return "text/html" in request.headers.get("accept", "")


log = logging.getLogger("automarium.web")


def handle_refused(request: Request, fault: Exception) -> Response:
    assert isinstance(fault, Refused)
    page = make_page_context(request, _find_game(request))
    status = find_status(fault)
    response = _make_answer(request, status, page.translator.sentence(strip_folders(fault.message)), fault.where)
    if status == HTTPStatus.SERVICE_UNAVAILABLE:
        response.headers["retry-after"] = "5"
    return response


def _find_game(request: Request) -> str | None:
    game = request.path_params.get("game", "")
    return game if game in plugins.names() else None


def handle_http_error(request: Request, fault: Exception) -> Response:
    assert isinstance(fault, HTTPException)
    keys = {408: "late", 404: "not-found", 405: "no-method", 413: "too-much", 429: "too-many", 503: "busy"}
    words = make_page_context(request).say(f"web.{keys.get(fault.status_code, 'not-taken')}")
    response = _make_answer(request, fault.status_code, words)
    response.headers.update(fault.headers or {})
    return response


def handle_crash(request: Request, fault: Exception) -> Response:
    """Answer an unexpected error and log it."""
    log.error("%s %s\n%s", request.method, redact_path(request.url.path), hide_keys("".join(format_exception(fault))))
    return _make_answer(request, 500, make_page_context(request).say("web.broken"))


def _make_answer(request: Request, status: int, words: str, where: str = "") -> Response:
    if not accepts_html(request):
        return make_problem(status, words, where=where or None)
    page = make_page_context(request)
    back = h("p", link(page.say("web.home"), "/", "b strong"))
    return HTMLResponse(
        render_page(page, page.say("web.sorry"), h("p", words, class_="lead", role="alert"), back), status
    )


_SECRET_PATH = re.compile(r"(?P<kept>/g/[A-Za-z0-9_-]{4}|/owner/)[^/?]+")


def redact_path(path: str) -> str:
    """Return a path for the log: printable, and without keys and passes."""
    plain = "".join(letter if letter.isprintable() and letter != " " else "?" for letter in path[:200])
    return _SECRET_PATH.sub(r"\g<kept>…", plain)
