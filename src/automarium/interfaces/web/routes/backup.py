"""Backup and restore of everything, for the owner."""

from __future__ import annotations

import io
import time
from collections.abc import Callable, Sequence

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from automarium.engine.game.record import REPLAY_SECONDS
from automarium.interfaces.web.html import h, link
from automarium.interfaces.web.page import PageContext, render_page
from automarium.interfaces.web.preferences import make_page_context, set_cookie
from automarium.interfaces.web.routes.game_request import read_file
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
    told = request.cookies.get(COOKIE, "")
    saved = float(told) if told.isdecimal() and len(told) < 12 else min((one.created for one in kept), default=now)
    return now - saved > A_WEEK and any(one.changed > saved for one in kept)
