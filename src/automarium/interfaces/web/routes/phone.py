"""The page that opens access for phones in the local network, for the owner."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from automarium.engine.message import Refused
from automarium.interfaces.web.lan import Network, find_own_address
from automarium.interfaces.web.page import Notice
from automarium.interfaces.web.pages.share import render_phone
from automarium.interfaces.web.preferences import make_page_context
from automarium.interfaces.web.routes.route_kinds import PageRoute
from automarium.interfaces.web.security.ownership import Ownership


class PhoneRoutes:
    def __init__(self, network: Network, ownership: Ownership) -> None:
        self.network = network
        self.ownership = ownership

    def routes(self) -> list[Route]:
        return [PageRoute("/phone", self.show), Route("/phone", self.open, methods=["POST"])]

    def is_offered(self, request: Request) -> bool:
        return self.network.is_offered and self.ownership.owns(request)

    def show(self, request: Request) -> Response:
        self._check_owner(request)
        return HTMLResponse(render_phone(make_page_context(request), self._find_address(request)))

    async def open(self, request: Request) -> Response:
        self._check_owner(request)
        try:
            await self.network.open(int(request.scope["server"][1]))
        except Refused as fault:
            page = make_page_context(request)
            notice = Notice(page.translator.sentence(fault.message), wrong=True)
            return HTMLResponse(render_phone(page, None, notice), 409)
        return RedirectResponse("/phone", 303)

    def _check_owner(self, request: Request) -> None:
        if not self.is_offered(request):
            raise HTTPException(404)

    def _find_address(self, request: Request) -> str | None:
        if not self.network.is_open:
            return None
        return f"http://{find_own_address()}:{request.scope['server'][1]}/owner/{self.ownership.owner_pass}"
