"""Reading the bodies of requests, with limits."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import TypeAlias

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from automarium.interfaces.web.preferences import strip_prefix

SMALL = 64 * 1024  # of a form


async def parse_form(request: Request, *, max_files: int, max_fields: int) -> FormData:
    """Return the parsed form. Raise HTTPException 400 if it cannot be decoded."""
    try:
        return await request.form(max_files=max_files, max_fields=max_fields, max_part_size=SMALL)
    except (LookupError, UnicodeError, ValueError):
        raise HTTPException(400) from None


async def read_file(request: Request, name: str, most: int = -1) -> bytes:
    """Return the content of an uploaded file, at most ``most`` bytes; empty without one."""
    form = await parse_form(request, max_files=1, max_fields=4)
    upload = form.get(name)
    content = b"" if upload is None or isinstance(upload, str) else await upload.read(most)
    await form.close()
    return content


async def read_form(request: Request) -> dict[str, str]:
    """Return the fields of a plain form; of several with one name the last."""
    form = await parse_form(request, max_files=0, max_fields=200)
    return strip_prefix([(name, value) for name, value in form.multi_items() if isinstance(value, str)])


Endpoint: TypeAlias = Callable[[Request], Awaitable[Response]]
FormChange: TypeAlias = Callable[[Request, Mapping[str, str]], Response]
GameChange: TypeAlias = Callable[[Request, Mapping[str, str]], tuple[Response, int]]  # with its revision then


def as_endpoint(change: FormChange) -> Endpoint:
    """Return an endpoint that reads the form and runs the change in a thread."""

    async def endpoint(request: Request) -> Response:
        return await run_in_threadpool(change, request, await read_form(request))

    return endpoint
