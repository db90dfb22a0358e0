"""How a handler is reached: what a form changes is done in a thread."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import TypeAlias

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from automarium.faces.web.forms import read_form

Endpoint: TypeAlias = Callable[[Request], Awaitable[Response]]
FormChange: TypeAlias = Callable[[Request, Mapping[str, str]], Response]
GameChange: TypeAlias = Callable[[Request, Mapping[str, str]], tuple[Response, int]]  # with its revision then


def changing(change: FormChange) -> Endpoint:
    """The form is read here; what it changes is done in a thread."""

    async def endpoint(request: Request) -> Response:
        return await run_in_threadpool(change, request, await read_form(request))

    return endpoint
