"""The ASGI application: settings, routes and middleware."""

from __future__ import annotations

import contextlib
import logging
import os
import sys
import time
from collections.abc import AsyncIterator, Mapping

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp

from automarium.engine.definition import AnyDefinition
from automarium.engine.message import Refused, message
from automarium.engine.validation import prepare_type
from automarium.games import plugins
from automarium.i18n.languages import LANGUAGES
from automarium.interfaces.web import static_files
from automarium.interfaces.web.errors import handle_crash, handle_http_error, handle_refused, redact_log
from automarium.interfaces.web.event_stream import EventStream
from automarium.interfaces.web.lan import Network
from automarium.interfaces.web.manifest import serve_manifest
from automarium.interfaces.web.page import SWITCHES, THEMES, Notice, PageContext
from automarium.interfaces.web.pages.ask import render_asking, render_asks
from automarium.interfaces.web.pages.home import render_home
from automarium.interfaces.web.pages.my_games import format_csv, render_games
from automarium.interfaces.web.pages.rules import render_rule, render_rules
from automarium.interfaces.web.preferences import check_local_path, make_page_context, read_own_games, set_cookie
from automarium.interfaces.web.routes import api
from automarium.interfaces.web.routes.api import LARGE, ApiRoutes
from automarium.interfaces.web.routes.box import MOST_UPLOAD, BoxRoutes, is_upload
from automarium.interfaces.web.routes.document import DocumentRoutes
from automarium.interfaces.web.routes.game_changes import GameChangeRoutes
from automarium.interfaces.web.routes.game_pages import GamePageRoutes
from automarium.interfaces.web.routes.game_request import (
    SMALL,
    Endpoint,
    FormRoute,
    GameChange,
    HeavyRoute,
    PageRoute,
    get_threads,
    read_form,
)
from automarium.interfaces.web.routes.lab import LabRoutes
from automarium.interfaces.web.routes.new_game import NewGameRoutes
from automarium.interfaces.web.routes.owner import MOST_BACKUP, BackupRoutes, PhoneRoutes, is_backup_due
from automarium.interfaces.web.security.ownership import COOKIE, Ownership
from automarium.interfaces.web.security.request_guard import (
    AllowedHosts,
    RateLimit,
    RequestGuard,
    get_client,
    group_address,
)
from automarium.interfaces.web.security.thread_shares import ThreadShares
from automarium.sessions.session import restore_documents
from automarium.sessions.session_cache import Sessions
from automarium.storage.store import Limits, Missing, Store, StoredGame, is_key
from automarium.storage.store_factory import open_store

log = logging.getLogger("automarium.web")

MOST_KEPT = 1000  # games in a list
SWITCH_SECONDS = 0.001  # until a page gets its turn beside heavy work, several times for each page (``make attack``)
EVENTS = "text/event-stream"
FOREVER = "public, max-age=31536000, immutable"


class Settings(msgspec.Struct, frozen=True):
    """How the server was started. Worker processes read it from the environment."""

    database: str | None = None
    lan: bool = False
    offline: bool = False  # run in the browser (interfaces/offline)
    root: str = "/"  # the folder of the site on its host, for links
    public: bool = False  # a server with a name: clients see only their own games
    names: tuple[str, ...] = ()  # host names that it answers to
    rate: float = 60  # requests a second from one address; 0 is without limit
    games_a_minute: float = 30
    most_games: int = 10_000
    proxy: str | None = None  # the proxy whose X-Forwarded-For is trusted


VARIABLE = "AUTOMARIUM_SERVE"


def make_worker_app() -> ASGIApp:
    """Return the application of a worker process, configured by the environment."""
    from automarium.interfaces.web.security.connection_limits import set_connection_limits  # needs uvicorn

    configure_log()
    settings = msgspec.json.decode(os.environ[VARIABLE], type=prepare_type(Settings))
    set_connection_limits(settings.proxy)
    sys.setswitchinterval(SWITCH_SECONDS)
    return make_app(settings)


def configure_log() -> None:
    """Write a line per request to standard error, without the keys of games."""
    redact_log()
    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(message)s", "%Y-%m-%d %H:%M:%S"))
    log.addHandler(handler)
    logging.getLogger("py.warnings").addHandler(handler)
    log.setLevel(logging.INFO)
    log.propagate = False
    logging.getLogger("python_multipart").setLevel(logging.ERROR)  # malformed uploads are not logged


def make_app(settings: Settings, store: Store | None = None) -> ASGIApp:
    store = store or open_store(settings.database, Limits(games=settings.most_games))
    hosts = AllowedHosts(settings.names, lan=settings.lan)
    network = Network(hosts, offered=not (settings.public or settings.offline))
    web = WebApp(settings, store, network)
    app = Starlette(
        routes=web.routes(),
        exception_handlers={Refused: handle_refused, HTTPException: handle_http_error, Exception: handle_crash},
        lifespan=web.lifespan,
    )
    app.state.offline = settings.offline
    app.state.root = settings.root
    app.state.threads = ThreadShares(web.ownership.owns)
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=5)
    bodies = {
        "/open": store.limits.size + SMALL,
        "/backup": MOST_BACKUP,
        "/api/decide": LARGE,
        "/document": MOST_UPLOAD,
        "/api/table": api.LONGEST,
    }
    rate = RateLimit(settings.rate, settings.rate * 4)

    def find_body_limit(path: str) -> int:
        return MOST_UPLOAD if is_upload(path) else bodies.get(path, SMALL)

    network.app = RequestGuard(app, hosts, rate, find_body_limit, settings.proxy, secure=settings.public)
    return network.app


class WebApp:
    """The routes of the site: pages without a game, and the routes of all parts."""

    def __init__(self, settings: Settings, store: Store, network: Network) -> None:
        self.settings = settings
        self.store = store
        self.network = network
        self.sessions = Sessions(store)
        self.ownership = Ownership(public=settings.public, offline=settings.offline)
        self.phone_routes = PhoneRoutes(network, self.ownership)
        self.game_page_routes = GamePageRoutes(self.sessions, network, self._find_kept)
        self.game_change_routes = GameChangeRoutes(self.sessions, self.ownership)
        self.api_routes = ApiRoutes(store)
        self.event_stream = EventStream(store)
        self.box_routes = BoxRoutes(store, self.sessions, self.ownership.owns, network)
        self.backup_routes = BackupRoutes(store, self._is_owner, self.box_routes.find_opened_url)
        self.lab_routes = LabRoutes(self._is_owner, self.store.packs, self._find_kept)
        a_minute = settings.games_a_minute if settings.rate > 0 else None
        self.new_game_routes = NewGameRoutes(store, self.sessions, self.ownership, self._find_kept, a_minute)

    def routes(self) -> list[Route]:
        return [
            PageRoute("/", self.home),
            *self.new_game_routes.routes(),
            *DocumentRoutes().routes(),
            PageRoute("/ask/{game}", self.list_decisions),
            HeavyRoute("/ask/{game}/{ask}", self.ask),
            PageRoute("/rules/{game}", self.rules),
            PageRoute("/rules/{game}/{clause}", self.rule),
            PageRoute("/games", self.games),
            PageRoute("/games.csv", self.games_csv),
            *self.box_routes.routes(),
            *([] if self.settings.offline else self.lab_routes.routes()),
            PageRoute("/owner/{word}", self.owner),
            *self.phone_routes.routes(),
            FormRoute("/settings", self.save_settings),
            HeavyRoute("/backup.jsonl", self.backup_routes.download),
            HeavyRoute("/backup", self.backup_routes.upload, self.backup_routes.read_upload),
            PageRoute("/g/{key}/do", self.redirect_to_table),
            *self.game_page_routes.routes(),
            *self.game_change_routes.routes(self.as_game_change),
            Route("/g/{key}/events", self.events),
            *self.api_routes.routes(),
            PageRoute("/manifest.webmanifest", serve_manifest),
            Route("/static/{name}", serve_static_file),
        ]

    @contextlib.asynccontextmanager
    async def lifespan(self, _: Starlette) -> AsyncIterator[None]:
        static_files.load_files()
        yield
        await self.network.close()
        await self.event_stream.close()
        self.store.close()

    def home(self, request: Request) -> Response:
        """Show the home page: to the owner with every game, to others with the games of this browser."""
        everything, kept = self._is_owner(request), self._find_kept(request)
        page, now = make_page_context(request), time.time()
        due = is_backup_due(request, kept, now) if page.offline else False
        phone = self.phone_routes.is_offered(request)
        notices = self.store.notices if everything else []
        if page.offline and notices:  # there is no file that a person could open
            notices = [message("web.older-store")]
        notice = Notice(" ".join(map(page.translator.sentence, notices))) if notices else None
        return HTMLResponse(
            render_home(page, kept, now, all_of_them=everything, notice=notice, remind=due, phone=phone)
        )

    def _find_kept(self, request: Request) -> list[StoredGame]:
        found = self.store.games(None if self._is_owner(request) else read_own_games(request), most=MOST_KEPT)
        restore_documents(self.store, found)
        return found

    def _is_owner(self, request: Request) -> bool:
        return self.ownership.owns(request) and not self.store.shared

    def games(self, request: Request) -> Response:
        return HTMLResponse(render_games(make_page_context(request), self._find_kept(request)))

    def games_csv(self, request: Request) -> Response:
        headers = {"content-disposition": 'attachment; filename="automarium-games.csv"'}
        return Response(format_csv(self._find_kept(request)), media_type="text/csv; charset=utf-8", headers=headers)

    def owner(self, request: Request) -> Response:
        """Make this browser the owner's, if the link is right."""
        if not self.ownership.is_pass(request.path_params["word"]):
            raise HTTPException(404)
        response = RedirectResponse("/", 303)
        set_cookie(request, response, COOKIE, self.ownership.owner_pass)
        return response

    def list_decisions(self, request: Request) -> Response:
        return HTMLResponse(render_asks(*_load_game(request)))

    def ask(self, request: Request) -> Response:
        sent = dict(request.query_params.items())
        return HTMLResponse(render_asking(*_load_game(request), request.path_params["ask"], sent, self.store.packs))

    def rules(self, request: Request) -> Response:
        return HTMLResponse(render_rules(*_load_game(request), request.query_params.get("q", "")[:100]))

    def rule(self, request: Request) -> Response:
        return HTMLResponse(render_rule(*_load_game(request), request.path_params["clause"]))

    def save_settings(self, request: Request, sent: Mapping[str, str]) -> Response:
        response = RedirectResponse(check_local_path(sent.get("back", "/")), 303)
        if sent.get("lang") in LANGUAGES:
            set_cookie(request, response, "lang", sent["lang"])
        if sent.get("theme") in THEMES:
            set_cookie(request, response, "theme", sent["theme"], script=True)
        for switch in SWITCHES:
            if sent.get(switch) in ("on", "off"):
                set_cookie(request, response, switch, sent[switch])
        return response

    def redirect_to_table(self, request: Request) -> Response:
        """Redirect a reload of the answer to a change."""
        return RedirectResponse(request.url.path.removesuffix("/do"), 303)

    def as_game_change(self, change: GameChange) -> Endpoint:
        """Return an endpoint that changes a game and notifies the other devices that show it."""

        async def endpoint(request: Request) -> Response:
            response, revision = await get_threads(request).run(request, change, request, await read_form(request))
            self.event_stream.notify(request.path_params["key"], revision)
            return response

        return endpoint

    async def events(self, request: Request) -> Response:
        if self.settings.offline:  # windows notify each other
            return Response(status_code=204)
        key = request.path_params["key"]
        found = await get_threads(request).run(request, self.store.revisions, [key]) if is_key(key) else {}
        if key not in found:
            raise Missing
        headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
        if request.method == "HEAD":
            return Response(media_type=EVENTS, headers=headers)
        address = group_address(get_client(request.scope))
        if self.event_stream.is_full(address):
            raise HTTPException(503, headers={"retry-after": "5"})
        since = request.query_params.get("since", "")
        last = int(since) if since.isdecimal() and len(since) < 10 else -1
        return StreamingResponse(self.event_stream.listen(key, last, address), media_type=EVENTS, headers=headers)


def _load_game(request: Request) -> tuple[PageContext, AnyDefinition]:
    definition = plugins.load_definition(request.path_params["game"])
    return make_page_context(request, definition.name), definition


async def serve_static_file(request: Request) -> Response:
    """Return a file from memory, without a thread: threads may wait for the store."""
    found = static_files.load_files().get(request.path_params["name"])
    if found is None:
        raise HTTPException(404)
    content, kind = found
    return Response(content, media_type=kind, headers={"cache-control": FOREVER})
