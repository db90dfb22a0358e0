"""My box on the page: looking, entering, handing on. Only the owner changes it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from automarium.box import box, sharing
from automarium.box.box import Box
from automarium.box.items import Item, Items, corrections, find_open_paths
from automarium.engine.content.component import HEAD
from automarium.engine.content.pack import Entries, Pack
from automarium.engine.definition import AnyDefinition
from automarium.engine.message import Refused, refuse
from automarium.games import plugins
from automarium.interfaces.web.html import Markup, h, link
from automarium.interfaces.web.page import Notice, PageContext
from automarium.interfaces.web.pages.box import (
    ASK,
    CLEAR,
    OURS,
    box_page,
    box_url,
    brought_page,
    sent_facts,
    share_page,
    thing_page,
)
from automarium.interfaces.web.pages.box_board import board_page, checked, need_editor, sent_board
from automarium.interfaces.web.request_preferences import page_context
from automarium.interfaces.web.routes.handler import changing, sent_file
from automarium.sessions.session_cache import Sessions
from automarium.storage.store import Store, is_key

TAKE = "take."  # before the id of a thing that is to be taken
MOST_UPLOAD = 16 << 20  # bytes: what is far too large for a box is still told so in words


def is_upload(path: str) -> bool:
    return path.startswith("/box/") and path.endswith("/import")


class Boxes:
    """``is_owner``: whether whoever asks may change the boxes here."""

    def __init__(self, store: Store, sessions: Sessions, is_owner: Callable[[Request], bool]) -> None:
        self._store = store
        self._sessions = sessions
        self._is_owner = is_owner

    def routes(self) -> list[Route]:
        return [
            Route("/box/{game}", self.shown),
            Route("/box/{game}/share", self.share),
            Route("/box/{game}/box.toml", self.file),
            Route("/box/{game}/import", self.code),
            Route("/box/{game}/import", self.come_in, methods=["POST"]),
            Route("/box/{game}/take", changing(self.take), methods=["POST"]),
            Route("/box/{game}/{kind}/{id}", self.thing),
            Route("/box/{game}/{kind}/{id}", changing(self.keep), methods=["POST"]),
            Route("/box/{game}/{kind}/{id}/check", changing(self.check), methods=["POST"]),
        ]

    def _things(self, request: Request) -> tuple[PageContext, Items]:
        definition = plugins.load_definition(request.path_params["game"])
        look = page_context(request, definition.name)
        return look, Items(definition, *box.open_box(definition, self._store.packs), look.translator)

    def _check_owner(self, request: Request) -> None:
        if not self._is_owner(request):
            raise HTTPException(403)

    # -------------------------------------------------------------------------------------------------------- looking

    def shown(self, request: Request) -> Response:
        look, things = self._things(request)
        kept = request.query_params.get("kept")
        notice = Notice(look.say("web.box.kept")) if kept else None
        offer = self._offer(look, things, request.query_params.get("from", ""))
        return HTMLResponse(box_page(look, things, owner=self._is_owner(request), offer=offer, notice=notice))

    def _offer(self, look: PageContext, things: Items, key: str) -> Markup | None:
        """What a game's record knows that this box does not."""
        if not is_key(key):
            return None
        facts = self._facts_of(key, things.definition)
        found = sharing.compare_boxes(things.definition, things.box.facts, facts) if facts else []
        if not found:
            return None
        words = look.say("web.box.record", count=len(found))
        code = sharing.encode_facts(things.definition, facts)
        way = link(look.say("web.box.look"), f"{box_url(things.definition, 'import')}?code={code}", "b strong")
        return h("div", h("p", words), way, link(look.say("web.go-on"), f"/g/{key}", "b"), class_="notice tellers")

    def after_opening(self, key: str) -> str:
        """Where somebody who has opened a record goes: to what it offers, if it knows something new, or to the game."""
        with self._sessions.using(key) as session:
            facts = sharing.facts_of_game(session.game, session.header.own)
            news = sharing.find_news(self._store.packs, session.definition, facts)
            return f"{box_url(session.definition)}?from={key}" if news else f"/g/{key}"

    def _facts_of(self, key: str, definition: AnyDefinition) -> Entries:
        with self._sessions.using(key) as session:
            if session.definition.name != definition.name:
                return {}
            return sharing.facts_of_game(session.game, session.header.own)

    def thing(self, request: Request) -> Response:
        look, things = self._things(request)
        one = _named(request, things)
        owner = self._is_owner(request)
        notice = Notice(look.say("web.box.kept")) if request.query_params.get("kept") else None
        shown = board_page if one.component.entry else thing_page
        return HTMLResponse(shown(look, things, one, owner=owner, notice=notice))

    def share(self, request: Request) -> Response:
        look, things = self._things(request)
        host = f"{request.url.scheme}://{request.headers['host']}{request.app.state.root.removesuffix('/')}"
        return HTMLResponse(share_page(look, things, host))

    def file(self, request: Request) -> Response:
        look, things = self._things(request)
        text = sharing.format_file(things.definition, things.box, look.translator)
        headers = {"content-disposition": f'attachment; filename="{things.definition.name}-box.toml"'}
        return Response(text, media_type="application/toml; charset=utf-8", headers=headers)

    # ------------------------------------------------------------------------------------------------------- entering

    def keep(self, request: Request, sent: Mapping[str, str]) -> Response:
        """What was told of a thing; then the next of its kind that waits."""
        self._check_owner(request)
        look, things = self._things(request)
        one = _named(request, things)
        try:
            kept = self._keep(look, things, one, sent)
        except Refused as refused:
            notice = Notice(look.translator.refusal(refused), wrong=True)
            if one.component.entry:
                again = board_page(look, things, one, owner=True, sent=sent, notice=notice)
            else:
                again = thing_page(look, things, one, owner=True, notice=notice)
            return HTMLResponse(again, 422)
        return RedirectResponse(self._next(things, kept, one, sent), 303)

    def _keep(self, look: PageContext, things: Items, one: Item, sent: Mapping[str, str]) -> Box:
        definition, packs = things.definition, self._store.packs
        match sent.get("do"):
            case "ours" | "ask" as do:
                paths = find_open_paths(one.component, things.pack)
                return packs.change(definition.name, lambda known: known.with_house(paths, ours=do == OURS))
            case "clear":
                entry = one.component.entry
                told = [entry] if entry else [part.part.path for part in one.parts]
                return box.correct(packs, definition, dict.fromkeys(told))
            case _ if one.component.entry:
                editor = need_editor(definition)
                made = sent_board(editor, one, sent, things.pack, look)
                editor.check(one.component.id, {**editor.entry(one.component.id, things.pack), **made})
                return box.correct(packs, definition, {one.component.entry: made})
            case _:
                return self._keep_parts(things, one, sent)

    def _keep_parts(self, things: Items, one: Item, sent: Mapping[str, str]) -> Box:
        """What stands at the head decides what else there is: how many spaces a track has."""
        definition = things.definition
        head = corrections(one.component, sent_facts(one, sent, HEAD), things.pack)
        first = things.box.corrected(head)
        seen = Items(definition, first, _possible_pack(definition, first.facts), things.translator)
        long = seen.find_item(one.kind.name, one.component.id)
        told = corrections(long.component, sent_facts(long, sent), seen.pack)
        after = first.corrected(told)
        whole = Items(definition, after, box.checked_pack(definition, after.facts), things.translator)
        missing = whole.find_item(one.kind.name, one.component.id).missing
        if one.kind.whole and missing:
            fields = [part.asked.text.removeprefix(f"{one.name}: ").rstrip("?") for part in missing]
            raise refuse("web.box.half", what=one.name, fields=fields)
        return box.correct(self._store.packs, definition, {**head, **told})

    def _next(self, before: Items, kept: Box, one: Item, sent: Mapping[str, str]) -> str:
        definition = before.definition
        things = Items(definition, kept, box.checked_pack(definition, kept.facts), before.translator)
        again = one.kind.shape == "rows" and not one.kind.whole and things.find_item(one.kind.name, one.component.id)
        if again and len(again.parts) > len(one.parts):  # now that its length is known
            return f"{box_url(definition, one.kind.name, one.component.id)}?kept=1"
        following = None if sent.get("do") in (ASK, CLEAR) else things.next_open(one)
        if following is None:
            return f"{box_url(definition)}?kept=1#{one.kind.name}"
        return f"{box_url(definition, following.kind.name, following.component.id)}?kept=1"

    def check(self, request: Request, sent: Mapping[str, str]) -> Response:
        look, things = self._things(request)
        return HTMLResponse(checked(look, things.definition, _named(request, things), sent, things.pack))

    # -------------------------------------------------------------------------------------------------------- sharing

    def code(self, request: Request) -> Response:
        """What a link brings."""
        look, things = self._things(request)
        code = request.query_params.get("code", "")
        _, theirs = sharing.read_code(code, things.definition.name)
        return HTMLResponse(self._brought(request, look, things, theirs))

    async def come_in(self, request: Request) -> Response:
        """A file: a box, or a record that has one inside. Nothing is kept yet."""
        content = await sent_file(request, "box", sharing.MOST_BYTES + 1)
        return await run_in_threadpool(self._come_in, request, content)

    def _come_in(self, request: Request, content: bytes) -> Response:
        look, things = self._things(request)
        try:
            _, theirs = sharing.read_file(content, things.definition.name)
        except Refused as refused:
            notice = Notice(look.translator.refusal(refused), wrong=True)
            return HTMLResponse(box_page(look, things, owner=self._is_owner(request), notice=notice), 422)
        return HTMLResponse(self._brought(request, look, things, theirs))

    def _brought(self, request: Request, look: PageContext, things: Items, theirs: Entries) -> str:
        found = sharing.compare_boxes(things.definition, things.box.facts, theirs)
        code = sharing.encode_facts(things.definition, theirs)
        return brought_page(look, things.definition, found, code, owner=self._is_owner(request))

    def take(self, request: Request, sent: Mapping[str, str]) -> Response:
        self._check_owner(request)
        look, things = self._things(request)
        _, theirs = sharing.read_code(sent.get("code", ""), things.definition.name)
        chosen = {name.removeprefix(TAKE) for name in sent if name.startswith(TAKE)}
        count = sharing.take_items(self._store.packs, things.definition, theirs, chosen)
        _, now = self._things(request)
        return HTMLResponse(box_page(look, now, owner=True, notice=Notice(look.say("box.taken", count=count))))


def _named(request: Request, things: Items) -> Item:
    return things.find_item(request.path_params["kind"], request.path_params["id"])


def _possible_pack(definition: AnyDefinition, facts: Entries) -> Pack:
    """The pack with these facts if a game can be played with them; otherwise the facts of the head alone decide, which
    are checked then."""
    try:
        return box.checked_pack(definition, facts)
    except Refused:
        return box.checked_pack(definition, {})
