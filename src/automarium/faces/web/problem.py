"""What went wrong, as problem details (RFC 9457) for programs and as a page for people."""

from __future__ import annotations

from http import HTTPStatus
from pathlib import Path
from traceback import format_exception

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from automarium.companion.store import Conflict, Full, Missing, Unavailable
from automarium.kernel.saying import Refused, Saying

# Refusals about what an address names: there is no such page.
NOT_FOUND = frozenset({"game.unknown", "rules.unknown", "rules.missing", "oracle.ask", "web.no-step", "web.no-input"})
MEDIA_TYPE = "application/problem+json"


def status_of(refused: Refused) -> int:
    match refused:
        case Conflict():
            return HTTPStatus.CONFLICT
        case Missing():
            return HTTPStatus.NOT_FOUND
        case Full():
            return HTTPStatus.INSUFFICIENT_STORAGE
        case Unavailable():
            return HTTPStatus.SERVICE_UNAVAILABLE
    if refused.message.key in NOT_FOUND and refused.where != "record":  # what an address names is not there
        return HTTPStatus.NOT_FOUND
    return HTTPStatus.UNPROCESSABLE_ENTITY


def problem(
    status: int, detail: str, /, headers: dict[str, str] | None = None, *, where: str | None = None, **more: object
) -> Response:
    """``type`` is about:blank: the status says what kind of problem it is, ``detail`` what happened here, ``where`` in
    which field, if it is one."""
    body = {"type": "about:blank", "title": HTTPStatus(status).phrase, "status": int(status), "detail": detail, **more}
    if where is not None:
        body["where"] = where
    return JSONResponse(body, status, headers=headers, media_type=MEDIA_TYPE)


def without_folders(message: Saying) -> Saying:
    """Where things lie on this machine is nobody's business on the page: a file goes by its name."""
    return Saying(message.key, {name: _name_of(value) for name, value in message.params.items()})


def _name_of(value: object) -> object:
    if isinstance(value, Saying):
        return without_folders(value)
    return Path(value).name if isinstance(value, str) and Path(value).is_absolute() else value


def traced(fault: Exception, request: Request) -> str:
    """All that is known of a fault of ours, for the log: but for the key of the game, which is the right to play it."""
    told = "".join(format_exception(fault))
    key = request.path_params.get("key")
    return told.replace(key, f"{key[:4]}…") if isinstance(key, str) and key else told


def wants_page(request: Request) -> bool:
    return "text/html" in request.headers.get("accept", "")
