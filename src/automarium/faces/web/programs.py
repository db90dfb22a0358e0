"""For other programs: a decision, a whole game, their description, and whether all is well."""

from __future__ import annotations

from collections.abc import Callable

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from automarium import __version__
from automarium.companion.plain import Plain
from automarium.companion.store import Store
from automarium.faces.web import api
from automarium.faces.web.problem import problem

LARGE = 256 * 1024  # of a decision's facts


class Programs:
    def __init__(self, store: Store) -> None:
        self._store = store

    def routes(self) -> list[Route]:
        return [
            Route("/api/decide", self.decide, methods=["POST"]),
            Route("/api/table", self.table, methods=["POST"]),
            Route("/openapi.json", self.openapi),
            Route("/health", self.health),
        ]

    async def decide(self, request: Request) -> Response:
        return await self._program(request, api.decide)

    async def table(self, request: Request) -> Response:
        return await self._program(request, api.table)

    async def _program(self, request: Request, answer: Callable[[bytes], tuple[int, Plain]]) -> Response:
        """Another program asks in JSON."""
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind != "application/json":
            return problem(415, "The body must be application/json.")
        status, data = await run_in_threadpool(answer, await request.body())
        return JSONResponse(data) if status == 200 else problem(status, data["detail"], where=data["where"])

    def openapi(self, _: Request) -> Response:
        return JSONResponse(api.description())

    def health(self, _: Request) -> Response:
        self._store.revisions(["-" * 22])
        return JSONResponse({"status": "ok", "version": __version__})
