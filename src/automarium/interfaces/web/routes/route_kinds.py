"""The kinds of routes. Each says in which threads its work is done (security/thread_shares.py)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from automarium.interfaces.web.routes.game_request import read_form
from automarium.interfaces.web.security.thread_shares import ThreadShares


def get_threads(request: Request) -> ThreadShares:
    threads: ThreadShares = request.app.state.threads
    return threads


class PageRoute(Route):
    """A page or a picture, as people need them who play."""

    def __init__(self, path: str, work: Callable[[Request], Response]) -> None:
        async def endpoint(request: Request) -> Response:
            return await get_threads(request).run(request, work, request)

        super().__init__(path, endpoint)


class FormRoute(Route):
    """A change by a form."""

    def __init__(self, path: str, work: Callable[[Request, Mapping[str, str]], Response]) -> None:
        async def endpoint(request: Request) -> Response:
            return await get_threads(request).run(request, work, request, await read_form(request))

        super().__init__(path, endpoint, methods=["POST"])


class HeavyRoute(Route):
    """Work that can take long, in one of the few threads for it. ``read`` reads the body of a POST, which is passed to
    ``work``; without it the route takes GET."""

    def __init__(
        self, path: str, work: Callable[..., Response], read: Callable[[Request], Awaitable[object]] | None = None
    ) -> None:
        async def endpoint(request: Request) -> Response:
            return await get_threads(request).run_heavy(request, work, read)

        super().__init__(path, endpoint, methods=None if read is None else ["POST"])
