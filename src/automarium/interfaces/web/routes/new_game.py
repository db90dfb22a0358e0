"""Beginning a game: a new one, or one from elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from automarium.box import box, sharing
from automarium.engine.content.pack import Pack
from automarium.engine.content.rulings import settle
from automarium.engine.definition import AnyDefinition
from automarium.engine.message import Refused
from automarium.games import plugins
from automarium.interfaces.web.forms.form_data import as_sent
from automarium.interfaces.web.pages.new_game import RULING, filled_options, new_game, sent_rulings, sent_seed
from automarium.interfaces.web.request_preferences import keep_game, page_context
from automarium.interfaces.web.routes.handler import changing, sent_file
from automarium.interfaces.web.security.ownership import Ownership
from automarium.interfaces.web.security.request_guard import Rate, client, neighbourhood
from automarium.sessions.session import Session, add_record, new_session
from automarium.sessions.session_cache import Sessions
from automarium.storage.store import Store, StoredGame

UPLOAD_SECONDS = 10.0  # of replaying a record from elsewhere


class Beginnings:
    """``kept``: the games that whoever asks may see; ``a_minute``: how many one address may begin, None: any number."""

    def __init__(
        self,
        store: Store,
        sessions: Sessions,
        ownership: Ownership,
        kept: Callable[[Request], list[StoredGame]],
        a_minute: float | None,
    ) -> None:
        self.store = store
        self.sessions = sessions
        self.ownership = ownership
        self._kept = kept
        self.new_games = None if a_minute is None else Rate(a_minute / 60, a_minute)

    def routes(self) -> list[Route]:
        return [
            Route("/new/{game}", self.new),
            Route("/new/{game}", changing(self.begin), methods=["POST"]),
            Route("/open", self.open, methods=["POST"]),
        ]

    def new(self, request: Request) -> Response:
        definition = plugins.load_definition(request.path_params["game"])
        sent = dict(request.query_params.items())
        if not set(definition.setup.option_names) & set(sent):
            sent = {**self._last_choices(request, definition), **sent}
        return HTMLResponse(new_game(page_context(request, definition.name), definition, sent, self._pack(definition)))

    def _last_choices(self, request: Request, definition: AnyDefinition) -> dict[str, str]:
        """What was chosen the last time, if it can still be chosen; what follows from it may follow otherwise today."""
        last = next((one for one in self._kept(request) if one.summary.game == definition.name), None)
        if last is None:
            return {}
        options = {key: text for name, to in last.summary.options.items() for key, text in as_sent(to, name).items()}
        rulings = {RULING + id_: choice for id_, choice in last.summary.rulings.items()}
        try:
            settled = settle(definition.rulings, sent_rulings(definition, rulings))
        except Refused:  # of another version
            settled, rulings = settle(definition.rulings, {}), {}
        fields, fault = filled_options(definition, options, settled, self._pack(definition))
        following = {field.name for field, _ in fields if field.aside}
        chosen = {name: text for name, text in options.items() if name not in following}
        return {**chosen, **rulings} if fault is None else rulings

    def begin(self, request: Request, sent: Mapping[str, str]) -> Response:
        definition = plugins.load_definition(request.path_params["game"])
        self._may_begin(request)
        rulings = sent_rulings(definition, sent)
        pack = self._pack(definition)
        options, fault = filled_options(definition, sent, settle(definition.rulings, rulings), pack)
        if fault is not None:
            return HTMLResponse(new_game(page_context(request, definition.name), definition, sent, pack), 422)
        chosen = {field.name: answer for field, answer in options}
        session = new_session(self.store, definition, chosen, rulings, sent_seed(sent), guest=self._guest(request))
        self.sessions.add(session)
        rest = "/setup" if session.game.position is not None else ""
        response = RedirectResponse(f"/g/{session.key}{rest}", 303)
        keep_game(request, response, session.key)
        return response

    def _pack(self, definition: AnyDefinition) -> Pack:
        return box.pack_of(definition, self.store.packs)

    def _guest(self, request: Request) -> bool:
        return not self.ownership.owns(request)

    def _may_begin(self, request: Request) -> None:
        if self.new_games is not None and not self.new_games.allows(neighbourhood(client(request.scope))):
            raise HTTPException(429, headers={"retry-after": "60"})

    async def open(self, request: Request) -> Response:
        """A record from elsewhere becomes a new game; it is data, and measured before it is read."""
        self._may_begin(request)
        content = await sent_file(request, "record")
        session = await run_in_threadpool(self._add, content, self._guest(request))
        self.sessions.add(session)
        response = RedirectResponse(f"/g/{session.key}", 303)
        keep_game(request, response, session.key)
        return response

    def _add(self, content: bytes, guest: bool) -> Session:
        try:
            session = add_record(self.store, content, guest=guest, seconds=UPLOAD_SECONDS)
        except Refused as fault:
            raise fault if type(fault) is not Refused else Refused(fault.message, "record") from None
        if not guest:
            facts = sharing.facts_of_game(session.game, session.header.own)
            session.words += sharing.find_news(self.store.packs, session.definition, facts)
        return session
