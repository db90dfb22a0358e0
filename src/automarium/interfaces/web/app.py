"""The application: routes, and what every answer has in common."""

from __future__ import annotations

import contextlib
import logging
import os
import time
from collections.abc import AsyncIterator, Mapping

import msgspec
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp

from automarium.engine.message import Refused
from automarium.engine.validation import prepare_type
from automarium.games import plugins as games
from automarium.i18n.languages import LANGUAGES
from automarium.interfaces.web import static_files
from automarium.interfaces.web.errors import broken, not_served, refused
from automarium.interfaces.web.event_stream import EventStream
from automarium.interfaces.web.lan import Network
from automarium.interfaces.web.manifest import manifest_file
from automarium.interfaces.web.page import THEMES, Notice
from automarium.interfaces.web.pages.ask import asking, asks
from automarium.interfaces.web.pages.home import home as home_page
from automarium.interfaces.web.pages.my_games import as_csv, games_page
from automarium.interfaces.web.pages.rules import rule, rules
from automarium.interfaces.web.request_preferences import keep, local_path, own_games, page_context
from automarium.interfaces.web.routes import api
from automarium.interfaces.web.routes.api import LARGE, Programs
from automarium.interfaces.web.routes.backup import MOST_BACKUP, Backups, reminder
from automarium.interfaces.web.routes.box import MOST_UPLOAD, Boxes, is_upload
from automarium.interfaces.web.routes.game_changes import GameChanges
from automarium.interfaces.web.routes.game_pages import GamePages
from automarium.interfaces.web.routes.handler import SMALL, Endpoint, GameChange, changing, read_form
from automarium.interfaces.web.routes.lab import Laboratory
from automarium.interfaces.web.routes.new_game import Beginnings
from automarium.interfaces.web.routes.phone import Phones
from automarium.interfaces.web.security.ownership import COOKIE, Ownership
from automarium.interfaces.web.security.request_guard import Guard, Hosts, Rate, client, neighbourhood
from automarium.sessions.session_cache import Sessions
from automarium.storage.store import Limits, Missing, Store, StoredGame, is_key
from automarium.storage.store_factory import open_store

log = logging.getLogger("automarium.web")

MOST_KEPT = 1000  # games in a list
EVENTS = "text/event-stream"
FOREVER = "public, max-age=31536000, immutable"


class Settings(msgspec.Struct, frozen=True):
    """How the server was started; it reaches the worker processes through the environment."""

    database: str | None = None
    lan: bool = False
    alone: bool = False  # inside a page: there is nobody else (interfaces/offline)
    root: str = "/"  # the folder of its host that it lies in: for links that others get
    public: bool = False  # reached by a name from elsewhere: then nobody is shown the games of others
    names: tuple[str, ...] = ()  # host names that it answers to
    rate: float = 60  # requests a second from one address; 0 is without limit
    games_a_minute: float = 30
    most_games: int = 10_000
    proxy: str | None = None  # whose word about other people's addresses counts


VARIABLE = "AUTOMARIUM_SERVE"


def from_environment() -> ASGIApp:
    """What a worker process runs."""
    from automarium.interfaces.web.security.connection_limits import open_doors  # only who listens has doors

    write_log()
    settings = msgspec.json.decode(os.environ[VARIABLE], type=prepare_type(Settings))
    open_doors(settings.proxy)
    return make_app(settings)


def write_log() -> None:
    """A line for each request, on standard error."""
    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(message)s", "%Y-%m-%d %H:%M:%S"))
    log.addHandler(handler)
    log.setLevel(logging.INFO)
    log.propagate = False
    logging.getLogger("python_multipart").setLevel(logging.ERROR)  # what strangers send badly is no news


def make_app(settings: Settings, store: Store | None = None) -> ASGIApp:
    store = store or open_store(settings.database, Limits(games=settings.most_games))
    hosts = Hosts(settings.names, lan=settings.lan)
    network = Network(hosts, offered=not (settings.public or settings.alone))
    web = Web(settings, store, network)
    app = Starlette(
        routes=web.routes(),
        exception_handlers={Refused: refused, HTTPException: not_served, Exception: broken},
        lifespan=web.lifespan,
    )
    app.state.alone = settings.alone
    app.state.root = settings.root
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=5)
    bodies = {
        "/open": store.limits.size + SMALL,
        "/backup": MOST_BACKUP,
        "/api/decide": LARGE,
        "/api/table": api.LONGEST,
    }
    rate = Rate(settings.rate, settings.rate * 4)

    def most(path: str) -> int:
        return MOST_UPLOAD if is_upload(path) else bodies.get(path, SMALL)

    network.app = Guard(app, hosts, rate, most, settings.proxy, secure=settings.public)
    return network.app


class Web:
    """The pages that belong to no single game, and the way to those that do."""

    def __init__(self, settings: Settings, store: Store, network: Network) -> None:
        self.settings = settings
        self.store = store
        self.network = network
        self.sessions = Sessions(store)
        self.ownership = Ownership(public=settings.public, alone=settings.alone)
        self.phones = Phones(network, self.ownership)
        self.game_pages = GamePages(self.sessions, network, self._kept)
        self.game_changes = GameChanges(self.sessions, self.ownership)
        self.programs = Programs(store)
        self.event_stream = EventStream(store)
        self.boxes = Boxes(store, self.sessions, self.ownership.owns)
        self.backups = Backups(store, self._is_owner, self.boxes.after_opening)
        self.laboratory = Laboratory(self._is_owner)
        a_minute = settings.games_a_minute if settings.rate > 0 else None
        self.beginnings = Beginnings(store, self.sessions, self.ownership, self._kept, a_minute)

    def routes(self) -> list[Route]:
        return [
            Route("/", self.home),
            *self.beginnings.routes(),
            Route("/ask/{game}", self.asks),
            Route("/ask/{game}/{ask}", self.asking),
            Route("/rules/{game}", self.rules),
            Route("/rules/{game}/{clause}", self.rule),
            Route("/games", self.games),
            Route("/games.csv", self.games_csv),
            *self.boxes.routes(),
            *([] if self.settings.alone else self.laboratory.routes()),
            Route("/owner/{word}", self.owner),
            *self.phones.routes(),
            Route("/settings", changing(self.settle), methods=["POST"]),
            Route("/backup.jsonl", self.backups.out),
            Route("/backup", self.backups.come_in, methods=["POST"]),
            Route("/g/{key}/do", self.to_table),
            *self.game_pages.routes(),
            *self.game_changes.routes(self.moving),
            Route("/g/{key}/events", self.events),
            *self.programs.routes(),
            Route("/manifest.webmanifest", manifest_file),
            Route("/static/{name}", static_file),
        ]

    @contextlib.asynccontextmanager
    async def lifespan(self, _: Starlette) -> AsyncIterator[None]:
        yield
        await self.network.close()
        await self.event_stream.close()
        self.store.close()

    # ----------------------------------------------------------------------------------------------- pages for all

    def home(self, request: Request) -> Response:
        """For the owner every game; for others only those that this browser has seen."""
        everything, kept = self._is_owner(request), self._kept(request)
        look, now = page_context(request), time.time()
        due = reminder(request, kept, now) if look.alone else False
        phone = self.phones.offered(request)
        notices = self.store.notices if everything else []
        notice = Notice(" ".join(map(look.translator.sentence, notices))) if notices else None
        return HTMLResponse(home_page(look, kept, now, all_of_them=everything, notice=notice, remind=due, phone=phone))

    def _kept(self, request: Request) -> list[StoredGame]:
        return self.store.games(None if self._is_owner(request) else own_games(request), most=MOST_KEPT)

    def _is_owner(self, request: Request) -> bool:
        return self.ownership.owns(request) and not self.store.shared

    def games(self, request: Request) -> Response:
        return HTMLResponse(games_page(page_context(request), self._kept(request)))

    def games_csv(self, request: Request) -> Response:
        headers = {"content-disposition": 'attachment; filename="automarium-games.csv"'}
        return Response(as_csv(self._kept(request)), media_type="text/csv; charset=utf-8", headers=headers)

    def owner(self, request: Request) -> Response:
        """The owner's own link, for their other devices."""
        if not self.ownership.is_pass(request.path_params["word"]):
            raise HTTPException(404)
        response = RedirectResponse("/", 303)
        keep(request, response, COOKIE, self.ownership.value)
        return response

    def asks(self, request: Request) -> Response:
        definition = games.load_definition(request.path_params["game"])
        return HTMLResponse(asks(page_context(request, definition.name), definition))

    def asking(self, request: Request) -> Response:
        definition = games.load_definition(request.path_params["game"])
        sent = dict(request.query_params.items())
        name = request.path_params["ask"]
        return HTMLResponse(asking(page_context(request, definition.name), definition, name, sent, self.store.packs))

    def rules(self, request: Request) -> Response:
        definition = games.load_definition(request.path_params["game"])
        return HTMLResponse(
            rules(page_context(request, definition.name), definition, request.query_params.get("q", "")[:100])
        )

    def rule(self, request: Request) -> Response:
        definition = games.load_definition(request.path_params["game"])
        return HTMLResponse(rule(page_context(request, definition.name), definition, request.path_params["clause"]))

    def settle(self, request: Request, sent: Mapping[str, str]) -> Response:
        """Language and theme."""
        response = RedirectResponse(local_path(sent.get("back", "/")), 303)
        if sent.get("lang") in LANGUAGES:
            keep(request, response, "lang", sent["lang"])
        if sent.get("theme") in THEMES:
            keep(request, response, "theme", sent["theme"], script=True)
        return response

    def to_table(self, request: Request) -> Response:
        """Somebody reloads the answer to a change."""
        return RedirectResponse(request.url.path.removesuffix("/do"), 303)

    # ------------------------------------------------------------------------------------------------------- the wires

    def moving(self, change: GameChange) -> Endpoint:
        """A change of a game: whoever else has it open is told."""

        async def endpoint(request: Request) -> Response:
            response, revision = await run_in_threadpool(change, request, await read_form(request))
            self.event_stream.tell(request.path_params["key"], revision)
            return response

        return endpoint

    async def events(self, request: Request) -> Response:
        if self.settings.alone:  # nobody listens; windows tell each other
            return Response(status_code=204)
        key = request.path_params["key"]
        found = await run_in_threadpool(self.store.revisions, [key]) if is_key(key) else {}
        if key not in found:
            raise Missing
        headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
        if request.method == "HEAD":
            return Response(media_type=EVENTS, headers=headers)
        address = neighbourhood(client(request.scope))
        if self.event_stream.is_full(address):
            raise HTTPException(503, headers={"retry-after": "5"})
        since = request.query_params.get("since", "")
        last = int(since) if since.isdecimal() and len(since) < 10 else -1
        return StreamingResponse(self.event_stream.listen(key, last, address), media_type=EVENTS, headers=headers)


def static_file(request: Request) -> Response:
    found = static_files.files().get(request.path_params["name"])
    if found is None:
        raise HTTPException(404)
    content, kind = found
    return Response(content, media_type=kind, headers={"cache-control": FOREVER})
