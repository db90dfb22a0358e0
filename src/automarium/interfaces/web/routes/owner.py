"""The routes for the owner: backup and restore of everything, and access for phones in the local network."""

from __future__ import annotations

import io
import time
from collections.abc import Callable, Sequence

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from automarium.engine.game.record import REPLAY_SECONDS
from automarium.engine.message import Refused
from automarium.interfaces.web.html import h, link
from automarium.interfaces.web.lan import Network, find_own_address
from automarium.interfaces.web.page import Notice, PageContext, render_page
from automarium.interfaces.web.pages.share import render_phone
from automarium.interfaces.web.preferences import make_page_context, set_cookie
from automarium.interfaces.web.routes.game_request import PageRoute, read_file
from automarium.interfaces.web.security.ownership import Ownership
from automarium.sessions.backup import ImportResult, export, import_file
from automarium.storage.store import Store, StoredGame

MOST_BACKUP = 1 << 26  # bytes of a whole backup
COOKIE = "saved"  # when the last backup was made
A_WEEK = 7 * 24 * 3600


class BackupRoutes:
    """``is_owner``: whether a request is the owner's; ``find_url``: where a single restored record is shown."""

    def __init__(
        self, store: Store, is_owner: Callable[[Request], bool], find_url: Callable[[str], str] = "/g/{}".format
    ) -> None:
        self._store = store
        self._is_owner = is_owner
        self._find_url = find_url

    def download(self, request: Request) -> Response:
        self._check(request)
        target = io.BytesIO()
        export(self._store, target)
        name = time.strftime("automarium-%Y%m%d-%H%M%S.jsonl")
        headers = {"content-disposition": f'attachment; filename="{name}"'}
        response = Response(target.getvalue(), media_type="application/jsonl", headers=headers)
        set_cookie(request, response, COOKIE, str(int(time.time())))
        return response

    async def read_upload(self, request: Request) -> bytes:
        self._check(request)
        return await read_file(request, "record")

    def upload(self, request: Request, content: bytes) -> Response:
        """Restore a backup or a single record."""
        came = self._import(content)
        if len(came) == 1 and came[0].key:
            return RedirectResponse(self._find_url(came[0].key), 303)
        if len(came) == 1 and came[0].fault is not None:
            raise came[0].fault
        return HTMLResponse(_render_imported(make_page_context(request), came))

    def _import(self, content: bytes) -> list[ImportResult]:
        """Import with new keys: the author of the file must not know the keys of games here."""
        return list(import_file(self._store, io.BytesIO(content), "", keeps_keys=False, seconds=REPLAY_SECONDS))

    def _check(self, request: Request) -> None:
        if not self._is_owner(request):
            raise HTTPException(403)


def _render_imported(page: PageContext, came: Sequence[ImportResult]) -> str:
    rows = [h("li", _describe(page, one)) for one in came]
    back = h("p", link(page.say("web.home"), "/", "b strong"))
    return render_page(page, page.say("web.backup"), h("ul", *rows, class_="came"), back)


def _describe(page: PageContext, came: ImportResult) -> str:
    if came.fault is not None:
        return page.say("import.bad", name=came.name, fault=page.translator.refusal(came.fault))
    return page.say(f"import.{came.what}", name=came.name)


def is_backup_due(request: Request, kept: Sequence[StoredGame], now: float) -> bool:
    """Return whether a game has changed since the last backup, a week ago or more."""
    sent = request.cookies.get(COOKIE, "")
    saved = float(sent) if sent.isdecimal() and len(sent) < 12 else min((one.created for one in kept), default=now)
    return now - saved > A_WEEK and any(one.changed > saved for one in kept)


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
