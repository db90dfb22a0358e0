"""The routes that create a game: with options, or from an uploaded record."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from automarium.box import box, sharing
from automarium.engine.content.pack import Pack
from automarium.engine.content.rulings import settle
from automarium.engine.definition import AnyDefinition
from automarium.engine.game.record import REPLAY_SECONDS
from automarium.engine.message import Refused
from automarium.games import plugins
from automarium.interfaces.web.forms.form_data import encode_answer
from automarium.interfaces.web.pages.new_game import RULING, fill_options, read_rulings, read_seed, render_new_game
from automarium.interfaces.web.preferences import make_page_context, remember_game
from automarium.interfaces.web.routes.game_request import FormRoute, HeavyRoute, PageRoute, read_file
from automarium.interfaces.web.security.ownership import Ownership
from automarium.interfaces.web.security.request_guard import RateLimit, get_client, group_address
from automarium.sessions.session import Session, add_record, new_session
from automarium.sessions.session_cache import Sessions
from automarium.storage.store import Store, StoredGame


def _find_address(request: Request) -> str:
    return group_address(get_client(request.scope))


class NewGameRoutes:
    """``find_kept``: the games that a request may see; ``a_minute``: how many games an address may create, None for any
    number."""

    def __init__(
        self,
        store: Store,
        sessions: Sessions,
        ownership: Ownership,
        find_kept: Callable[[Request], list[StoredGame]],
        a_minute: float | None,
    ) -> None:
        self.store = store
        self.sessions = sessions
        self.ownership = ownership
        self._find_kept = find_kept
        self._rate_limit = None if a_minute is None else RateLimit(a_minute / 60, a_minute)

    def routes(self) -> list[Route]:
        return [
            PageRoute("/new/{game}", self.new),
            FormRoute("/new/{game}", self.create),
            HeavyRoute("/open", self.open, self._read_record),
        ]

    def new(self, request: Request) -> Response:
        definition = plugins.load_definition(request.path_params["game"])
        sent = dict(request.query_params.items())
        last = {} if set(definition.setup.option_names) & set(sent) else self._find_last_choices(request, definition)
        page, pack = make_page_context(request, definition.name), self._load_pack(definition)
        owns = "own" in definition.setup.option_names and pack.own and not self._is_guest(request)
        likely = {"own": "mine"} if owns else {}
        return HTMLResponse(render_new_game(page, definition, {**likely, **last, **sent}, pack, as_last=bool(last)))

    def _find_last_choices(self, request: Request, definition: AnyDefinition) -> dict[str, str]:
        """Return the options of the last game that can still be chosen, without those that follow from others."""
        last = next((one for one in self._find_kept(request) if one.summary.game == definition.name), None)
        if last is None:
            return {}
        options = {
            key: text for name, to in last.summary.options.items() for key, text in encode_answer(to, name).items()
        }
        rulings = {RULING + id_: choice for id_, choice in last.summary.rulings.items()}
        try:
            settled = settle(definition.rulings, read_rulings(definition, rulings))
        except Refused:  # of another version
            settled, rulings = settle(definition.rulings, {}), {}
        fields, fault = fill_options(definition, options, settled, self._load_pack(definition))
        following = {field.name for field, _ in fields if field.aside}
        chosen = {name: text for name, text in options.items() if name not in following}
        return {**chosen, **rulings} if fault is None else rulings

    def create(self, request: Request, sent: Mapping[str, str]) -> Response:
        definition = plugins.load_definition(request.path_params["game"])
        self._check_rate(request)
        rulings = read_rulings(definition, sent)
        pack = self._load_pack(definition)
        options, fault = fill_options(definition, sent, settle(definition.rulings, rulings), pack)
        if fault is not None:
            return HTMLResponse(
                render_new_game(make_page_context(request, definition.name), definition, sent, pack), 422
            )
        chosen = {field.name: answer for field, answer in options}
        guest = self._is_guest(request)
        session = new_session(
            self.store, definition, chosen, rulings, read_seed(sent), guest=guest, address=_find_address(request)
        )
        self.sessions.add(session)
        rest = "/setup" if session.game.position is not None else ""
        response = RedirectResponse(f"/g/{session.key}{rest}", 303)
        remember_game(request, response, session.key)
        return response

    def _load_pack(self, definition: AnyDefinition) -> Pack:
        return box.pack_of(definition, self.store.packs)

    def _is_guest(self, request: Request) -> bool:
        return not self.ownership.owns(request)

    def _check_rate(self, request: Request) -> None:
        if self._rate_limit is not None and not self._rate_limit.allows(_find_address(request)):
            raise HTTPException(429, headers={"retry-after": "60"})

    async def _read_record(self, request: Request) -> bytes:
        self._check_rate(request)
        return await read_file(request, "record")

    def open(self, request: Request, content: bytes) -> Response:
        """Create a game from an uploaded record."""
        session = self._add_record(content, self._is_guest(request), _find_address(request))
        self.sessions.add(session)
        response = RedirectResponse(f"/g/{session.key}", 303)
        remember_game(request, response, session.key)
        return response

    def _add_record(self, content: bytes, guest: bool, address: str) -> Session:
        try:
            session = add_record(self.store, content, guest=guest, address=address, seconds=REPLAY_SECONDS)
        except Refused as fault:
            raise fault if type(fault) is not Refused else Refused(fault.message, "record") from None
        if not guest:
            facts = sharing.facts_of_game(session.game, session.header.own)
            session.words += sharing.find_news(self.store.packs, session.definition, facts)
        return session
