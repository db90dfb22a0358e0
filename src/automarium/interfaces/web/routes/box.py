"""The routes of the box: show, edit, share. Only the owner changes it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from automarium.box import box, sharing
from automarium.box.box import Box
from automarium.box.items import Item, Items, PartView, corrections, find_open_paths
from automarium.engine.content.component import HEAD
from automarium.engine.content.pack import Entries, Pack
from automarium.engine.definition import AnyDefinition
from automarium.engine.message import Refused, capitalise, refuse
from automarium.games import plugins
from automarium.interfaces.web.html import Markup, h, link
from automarium.interfaces.web.lan import Network
from automarium.interfaces.web.page import Notice, PageContext
from automarium.interfaces.web.pages.box import (
    ASK,
    CLEAR,
    OURS,
    box_url,
    read_facts,
    render_box,
    render_import,
    render_share,
    render_thing_page,
)
from automarium.interfaces.web.pages.box_board import (
    make_parts,
    need_editor,
    read_board,
    render_board_page,
    render_check,
)
from automarium.interfaces.web.preferences import make_page_context
from automarium.interfaces.web.routes.game_request import (
    FormRoute,
    HeavyRoute,
    PageRoute,
    find_host,
    is_only_here,
    read_file,
    read_form,
)
from automarium.sessions.session_cache import Sessions
from automarium.storage.store import Store, is_key

TAKE = "take."  # before the id of a component to take
MOST_UPLOAD = 16 << 20  # bytes: larger than a box, so that the page can refuse it in words


def is_upload(path: str) -> bool:
    return path.startswith("/box/") and path.endswith("/import")


class BoxRoutes:
    """``is_owner``: whether a request may change the boxes."""

    def __init__(self, store: Store, sessions: Sessions, is_owner: Callable[[Request], bool], network: Network) -> None:
        self._store = store
        self._sessions = sessions
        self._is_owner = is_owner
        self._network = network

    def routes(self) -> list[Route]:
        return [
            PageRoute("/box/{game}", self.box),
            PageRoute("/box/{game}/share", self.share),
            PageRoute("/box/{game}/box.toml", self.download),
            HeavyRoute("/box/{game}/import", self.open_link),
            HeavyRoute("/box/{game}/import", self.upload, _read_upload),
            HeavyRoute("/box/{game}/take", self.take, read_form),
            PageRoute("/box/{game}/{kind}/{id}", self.thing),
            FormRoute("/box/{game}/{kind}/{id}", self.save),
            HeavyRoute("/box/{game}/{kind}/{id}/check", self.check, read_form),
        ]

    def _load_things(self, request: Request) -> tuple[PageContext, Items]:
        definition = plugins.load_definition(request.path_params["game"])
        page = make_page_context(request, definition.name)
        return page, Items(definition, *box.open_box(definition, self._store.packs), page.translator)

    def _check_owner(self, request: Request) -> None:
        if not self._is_owner(request):
            raise HTTPException(403)

    def box(self, request: Request) -> Response:
        page, things = self._load_things(request)
        kept = request.query_params.get("kept")
        notice = Notice(page.say("web.box.kept")) if kept else None
        offer = self._render_offer(page, things, request.query_params.get("from", ""))
        return HTMLResponse(render_box(page, things, owner=self._is_owner(request), offer=offer, notice=notice))

    def _render_offer(self, page: PageContext, things: Items, key: str) -> Markup | None:
        """Return an offer of the facts that a game's record has and this box has not."""
        if not is_key(key):
            return None
        facts = self._find_facts(key, things.definition)
        found = sharing.compare_boxes(things.definition, things.box.facts, facts) if facts else []
        if not found:
            return None
        words = page.say("web.box.record", count=len(found))
        code = sharing.encode_facts(things.definition, facts)
        way = link(page.say("web.box.look"), f"{box_url(things.definition, 'import')}?code={code}", "b strong")
        return h("div", h("p", words), way, link(page.say("web.go-on"), f"/g/{key}", "b"), class_="notice tellers")

    def find_opened_url(self, key: str) -> str:
        """Return where an opened record leads: to the box if it has new facts, otherwise to the game."""
        with self._sessions.using(key) as session:
            facts = sharing.facts_of_game(session.game, session.header.own)
            news = sharing.find_news(self._store.packs, session.definition, facts)
            return f"{box_url(session.definition)}?from={key}" if news else f"/g/{key}"

    def _find_facts(self, key: str, definition: AnyDefinition) -> Entries:
        with self._sessions.using(key) as session:
            if session.definition.name != definition.name:
                return {}
            return sharing.facts_of_game(session.game, session.header.own)

    def thing(self, request: Request) -> Response:
        page, things = self._load_things(request)
        one = _find_thing(request, things)
        owner = self._is_owner(request)
        notice = Notice(page.say("web.box.kept")) if request.query_params.get("kept") else None
        shown = render_board_page if one.component.entry else render_thing_page
        return HTMLResponse(shown(page, things, one, owner=owner, notice=notice))

    def share(self, request: Request) -> Response:
        page, things = self._load_things(request)
        root = request.app.state.root.removesuffix("/")
        host = f"{request.url.scheme}://{find_host(request, self._network)}{root}"
        return HTMLResponse(render_share(page, things, None if is_only_here(request, self._network) else host))

    def download(self, request: Request) -> Response:
        page, things = self._load_things(request)
        text = sharing.format_file(things.definition, things.box, page.translator)
        headers = {"content-disposition": f'attachment; filename="{things.definition.name}-box.toml"'}
        return Response(text, media_type="application/toml; charset=utf-8", headers=headers)

    def save(self, request: Request, sent: Mapping[str, str]) -> Response:
        """Save the facts of a component and go to the next one that is incomplete."""
        self._check_owner(request)
        page, things = self._load_things(request)
        one = _find_thing(request, things)
        try:
            kept = self._save(page, things, one, sent)
        except Refused as refused:
            notice = Notice(_describe_refusal(page, one, refused), wrong=True)
            if one.component.entry:
                look = Notice(page.say("web.editor.look"), wrong=True)
                again = render_board_page(page, things, one, owner=True, sent=sent, notice=look)
            else:
                again = render_thing_page(page, things, one, owner=True, sent=sent, notice=notice)
            return HTMLResponse(again, 422)
        return RedirectResponse(self._find_next(things, kept, one, sent), 303)

    def _save(self, page: PageContext, things: Items, one: Item, sent: Mapping[str, str]) -> Box:
        definition, packs = things.definition, self._store.packs
        match sent.get("do"):
            case "ours" | "ask" as do:
                paths = find_open_paths(one.component, things.pack)
                return packs.change(definition.name, lambda known: known.with_house(paths, ours=do == OURS))
            case "clear":
                entry = one.component.entry
                entries = [entry] if entry else [part.part.path for part in one.parts]
                return box.correct(packs, definition, dict.fromkeys(entries))
            case _ if one.component.entry:
                editor = need_editor(definition)
                made = read_board(editor, make_parts(editor, one, things), sent, page)
                editor.check(one.component.id, {**editor.entry(one.component.id, things.pack), **made})
                return box.correct(packs, definition, {one.component.entry: made})
            case _:
                return self._save_parts(things, one, sent)

    def _save_parts(self, things: Items, one: Item, sent: Mapping[str, str]) -> Box:
        """Save the parts of a component. The head goes first: it decides which other parts exist."""
        definition = things.definition
        head = corrections(one.component, read_facts(one, sent, HEAD), things.pack)
        first = things.box.corrected(head)
        seen = Items(definition, first, _playable_pack(definition, first.facts), things.translator)
        long = seen.find_item(one.kind.name, one.component.id)
        entered = corrections(long.component, read_facts(long, sent), seen.pack)
        after = first.corrected(entered)
        whole = Items(definition, after, box.checked_pack(definition, after.facts), things.translator)
        missing = whole.find_item(one.kind.name, one.component.id).missing
        if one.kind.whole and missing:
            fields = [_name_part(one, part) for part in missing]
            raise refuse("web.box.half", what=one.name, fields=fields)
        return box.correct(self._store.packs, definition, {**head, **entered})

    def _find_next(self, before: Items, kept: Box, one: Item, sent: Mapping[str, str]) -> str:
        definition = before.definition
        things = Items(definition, kept, box.checked_pack(definition, kept.facts), before.translator)
        again = one.kind.shape == "rows" and not one.kind.whole and things.find_item(one.kind.name, one.component.id)
        if again and len(again.parts) > len(one.parts):  # its length is known now
            return f"{box_url(definition, one.kind.name, one.component.id)}?kept=1"
        following = None if sent.get("do") in (ASK, CLEAR) else things.next_open(one)
        if following is None:
            return f"{box_url(definition)}?kept=1#{one.kind.name}"
        return f"{box_url(definition, following.kind.name, following.component.id)}?kept=1"

    def check(self, request: Request, sent: Mapping[str, str]) -> Response:
        page, things = self._load_things(request)
        return HTMLResponse(render_check(page, _find_thing(request, things), sent, things))

    def open_link(self, request: Request) -> Response:
        """Show the facts of a link."""
        page, things = self._load_things(request)
        code = request.query_params.get("code", "")
        _, theirs = sharing.read_code(code, things.definition.name)
        return HTMLResponse(self._render_import(request, page, things, theirs))

    def upload(self, request: Request, content: bytes) -> Response:
        """Show the facts of a file, a box or a record. Nothing is saved yet."""
        page, things = self._load_things(request)
        try:
            _, theirs = sharing.read_file(content, things.definition.name)
        except Refused as refused:
            notice = Notice(page.translator.refusal(refused), wrong=True)
            return HTMLResponse(render_box(page, things, owner=self._is_owner(request), notice=notice), 422)
        return HTMLResponse(self._render_import(request, page, things, theirs))

    def _render_import(self, request: Request, page: PageContext, things: Items, theirs: Entries) -> str:
        found = sharing.compare_boxes(things.definition, things.box.facts, theirs)
        code = sharing.encode_facts(things.definition, theirs)
        return render_import(page, things.definition, found, code, owner=self._is_owner(request))

    def take(self, request: Request, sent: Mapping[str, str]) -> Response:
        self._check_owner(request)
        page, things = self._load_things(request)
        _, theirs = sharing.read_code(sent.get("code", ""), things.definition.name)
        chosen = {name.removeprefix(TAKE) for name in sent if name.startswith(TAKE)}
        count = sharing.take_items(self._store.packs, things.definition, theirs, chosen)
        _, now = self._load_things(request)
        return HTMLResponse(render_box(page, now, owner=True, notice=Notice(page.say("box.taken", count=count))))


async def _read_upload(request: Request) -> bytes:
    return await read_file(request, "box", sharing.MOST_BYTES + 1)


def _name_part(one: Item, part: PartView) -> str:
    return part.asked.text.removeprefix(f"{one.name}: ").rstrip("?:")


def _describe_refusal(page: PageContext, one: Item, refused: Refused) -> str:
    """Return why an entry was refused, with the part that it is about."""
    part = next((part for part in one.parts if f"{refused.where}.".startswith(f"{part.part.path}.")), None)
    words = page.translator.sentence(refused.message)
    return page.translator.refusal(refused) if part is None else f"{capitalise(_name_part(one, part))}: {words}"


def _find_thing(request: Request, things: Items) -> Item:
    return things.find_item(request.path_params["kind"], request.path_params["id"])


def _playable_pack(definition: AnyDefinition, facts: Entries) -> Pack:
    """Return the pack with these facts if a game can be played with them, otherwise the pack without them."""
    try:
        return box.checked_pack(definition, facts)
    except Refused:
        return box.checked_pack(definition, {})
