"""Everything in one file, out and in again, for the owner: between a server and a page that is its own, say."""

from __future__ import annotations

import io
import time
from collections.abc import Callable, Sequence

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from automarium.interfaces.web.html import h, link
from automarium.interfaces.web.page import PageContext, page
from automarium.interfaces.web.request_preferences import keep, page_context
from automarium.interfaces.web.routes.handler import sent_file
from automarium.sessions.backup import ImportResult, export, import_file
from automarium.storage.store import Store, StoredGame

MOST_BACKUP = 1 << 26  # bytes of a whole backup
COOKIE = "saved"  # when the last backup was made
A_WEEK = 7 * 24 * 3600


class Backups:
    """``is_owner``: whether whoever asks may have everything; ``opened``: where a single record leads."""

    def __init__(
        self, store: Store, is_owner: Callable[[Request], bool], opened: Callable[[str], str] = "/g/{}".format
    ) -> None:
        self._store = store
        self._is_owner = is_owner
        self._opened = opened

    def out(self, request: Request) -> Response:
        self._check(request)
        target = io.BytesIO()
        export(self._store, target)
        name = time.strftime("automarium-%Y%m%d-%H%M%S.jsonl")
        headers = {"content-disposition": f'attachment; filename="{name}"'}
        response = Response(target.getvalue(), media_type="application/jsonl", headers=headers)
        keep(request, response, COOKIE, str(int(time.time())))
        return response

    async def come_in(self, request: Request) -> Response:
        """A backup, or a single record; then the game itself is shown."""
        self._check(request)
        content = await sent_file(request, "record")
        came = await run_in_threadpool(lambda: list(import_file(self._store, io.BytesIO(content), "")))
        if len(came) == 1 and came[0].key:
            return RedirectResponse(await run_in_threadpool(self._opened, came[0].key), 303)
        if len(came) == 1 and came[0].fault is not None:
            raise came[0].fault
        return HTMLResponse(_came_page(page_context(request), came))

    def _check(self, request: Request) -> None:
        if not self._is_owner(request):
            raise HTTPException(403)


def _came_page(look: PageContext, came: Sequence[ImportResult]) -> str:
    """What became of each thing."""
    rows = [h("li", _words(look, one)) for one in came]
    back = h("p", link(look.say("web.home"), "/", "b strong"))
    return page(look, look.say("web.backup"), h("ul", *rows, class_="came"), back)


def _words(look: PageContext, came: ImportResult) -> str:
    if came.fault is not None:
        return look.say("import.bad", name=came.name, fault=look.translator.refusal(came.fault))
    return look.say(f"import.{came.what}", name=came.name)


def reminder(request: Request, kept: Sequence[StoredGame], now: float) -> bool:
    """Whether there is something to lose: a game that has moved on since the last backup, a week ago or more."""
    told = request.cookies.get(COOKIE, "")
    saved = float(told) if told.isdecimal() and len(told) < 12 else min((one.created for one in kept), default=now)
    return now - saved > A_WEEK and any(one.changed > saved for one in kept)
