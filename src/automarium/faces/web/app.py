"""The application: routes, and what every answer has in common."""

from __future__ import annotations

import contextlib
import logging
import os
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp

from automarium import __version__, games
from automarium.companion import box, sharing
from automarium.companion.keeping import open_store
from automarium.companion.session import Session, add_record, new_session
from automarium.companion.sessions import Sessions
from automarium.companion.store import Kept, Limits, Missing, Store, is_key
from automarium.faces.web import api, static
from automarium.faces.web.answers import as_sent
from automarium.faces.web.backing_up import MOST_BACKUP, Backups, reminder
from automarium.faces.web.boxes import MOST_UPLOAD, Boxes, is_upload
from automarium.faces.web.faults import broken, not_served, refused
from automarium.faces.web.forms import SMALL, read_form, sent_form
from automarium.faces.web.guard import Guard, Hosts, Rate, client, neighbourhood
from automarium.faces.web.laboratory import Laboratory
from automarium.faces.web.live import Herald
from automarium.faces.web.looking import keep, keep_game, local_path, look_of, own_games
from automarium.faces.web.manifest import manifest_file
from automarium.faces.web.network import Network
from automarium.faces.web.owner import COOKIE, Ownership
from automarium.faces.web.page import THEMES
from automarium.faces.web.pages.asking import asking, asks
from automarium.faces.web.pages.games import as_csv, games_page
from automarium.faces.web.pages.home import home as home_page
from automarium.faces.web.pages.new import filled_options, new_game, sent_rulings, sent_seed
from automarium.faces.web.pages.rules import rule, rules
from automarium.faces.web.phoning import Phones
from automarium.faces.web.playing import Playing
from automarium.faces.web.problem import problem
from automarium.kernel.pack import Pack
from automarium.kernel.room import AnyRoom
from automarium.kernel.ruling import settle
from automarium.kernel.saying import Refused
from automarium.voice import LANGUAGES

log = logging.getLogger("automarium.web")

LARGE = 256 * 1024  # of a decision's facts
UPLOAD_SECONDS = 10.0  # of replaying a record from elsewhere
MOST_KEPT = 1000  # games in a list
EVENTS = "text/event-stream"
FOREVER = "public, max-age=31536000, immutable"


class Settings(msgspec.Struct, frozen=True):
    """How the server was started; it reaches the worker processes through the environment."""

    database: str | None = None
    lan: bool = False
    alone: bool = False  # inside a page: there is nobody else (faces/alone)
    public: bool = False  # reached by a name from elsewhere: then nobody is shown the games of others
    names: tuple[str, ...] = ()  # host names that it answers to
    rate: float = 60  # requests a second from one address; 0 is without limit
    games_a_minute: float = 30
    most_games: int = 10_000
    proxy: str | None = None  # whose word about other people's addresses counts


VARIABLE = "AUTOMARIUM_SERVE"


def from_environment() -> ASGIApp:
    """What a worker process runs."""
    from automarium.faces.web.connections import open_doors  # only who listens has doors

    write_log()
    settings = msgspec.json.decode(os.environ[VARIABLE], type=Settings)
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
        self.playing = Playing(self.sessions, self.ownership, network)
        self.herald = Herald(store)
        self.boxes = Boxes(store, self.sessions, self.ownership.owns)
        self.backups = Backups(store, self._is_owner, self.boxes.after_opening)
        self.laboratory = Laboratory(self._is_owner)
        self.new_games = Rate(settings.games_a_minute / 60, settings.games_a_minute)

    def routes(self) -> list[Route]:
        playing = self.playing
        return [
            Route("/", self.home),
            Route("/new/{game}", self.new),
            Route("/new/{game}", self.changing(self.begin), methods=["POST"]),
            Route("/ask/{game}", self.asks),
            Route("/ask/{game}/{ask}", self.asking),
            Route("/rules/{game}", self.rules),
            Route("/rules/{game}/{clause}", self.rule),
            Route("/games", self.games),
            Route("/games.csv", self.games_csv),
            *self.boxes.routes(self.changing),
            *([] if self.settings.alone else self.laboratory.routes(self.changing)),
            Route("/owner/{word}", self.owner),
            *self.phones.routes(),
            Route("/settings", self.changing(self.settle), methods=["POST"]),
            Route("/open", self.open, methods=["POST"]),
            Route("/backup.jsonl", self.backups.out),
            Route("/backup", self.backups.come_in, methods=["POST"]),
            Route("/g/{key}", playing.table),
            Route("/g/{key}/do", self.to_table),
            Route("/g/{key}/do", self.moving(playing.do), methods=["POST"]),
            Route("/g/{key}/try", self.changing(playing.try_out), methods=["POST"]),
            Route("/g/{key}/drop", self.moving(playing.drop), methods=["POST"]),
            Route("/g/{key}/tell/{name}", playing.tell),
            Route("/g/{key}/at/{place}", playing.at),
            Route("/g/{key}/my-turn", playing.my_turn),
            Route("/g/{key}/her-turn", playing.her_turn),
            Route("/g/{key}/mine", playing.mine),
            Route("/g/{key}/board.svg", playing.board),
            Route("/g/{key}/signs", playing.signs),
            Route("/g/{key}/why/{run:int}/{step:int}", playing.why),
            Route("/g/{key}/why/{run:int}/{step:int}.svg", playing.decision),
            Route("/g/{key}/log", playing.log),
            Route("/g/{key}/odds", playing.odds),
            Route("/g/{key}/score", playing.score),
            Route("/g/{key}/setup", playing.setup),
            Route("/g/{key}/share", playing.share),
            Route("/g/{key}/record.jsonl", playing.record),
            Route("/g/{key}/events", self.events),
            Route("/api/decide", self.decide, methods=["POST"]),
            Route("/api/table", self.table, methods=["POST"]),
            Route("/openapi.json", self.openapi),
            Route("/health", self.health),
            Route("/manifest.webmanifest", manifest_file),
            Route("/static/{name}", static_file),
        ]

    @contextlib.asynccontextmanager
    async def lifespan(self, _: Starlette) -> AsyncIterator[None]:
        yield
        await self.network.close()
        await self.herald.close()
        self.store.close()

    # ----------------------------------------------------------------------------------------------- pages for all

    def home(self, request: Request) -> Response:
        """For the owner every game; for others only those that this browser has seen."""
        everything, kept = self._kept(request)
        look, now = look_of(request), time.time()
        due = reminder(request, kept, now) if look.alone else False
        phone = self.phones.offered(request)
        return HTMLResponse(home_page(look, kept, now, all_of_them=everything, remind=due, phone=phone))

    def _kept(self, request: Request) -> tuple[bool, list[Kept]]:
        everything = self._is_owner(request)
        return everything, self.store.games(None if everything else own_games(request), most=MOST_KEPT)

    def _is_owner(self, request: Request) -> bool:
        return self.ownership.owns(request) and not self.store.shared

    def games(self, request: Request) -> Response:
        return HTMLResponse(games_page(look_of(request), self._kept(request)[1]))

    def games_csv(self, request: Request) -> Response:
        headers = {"content-disposition": 'attachment; filename="automarium-games.csv"'}
        return Response(as_csv(self._kept(request)[1]), media_type="text/csv; charset=utf-8", headers=headers)

    def owner(self, request: Request) -> Response:
        """The owner's own link, for their other devices."""
        if not self.ownership.is_pass(request.path_params["word"]):
            raise HTTPException(404)
        response = RedirectResponse("/", 303)
        keep(request, response, COOKIE, self.ownership.value)
        return response

    def new(self, request: Request) -> Response:
        room = games.room(request.path_params["game"])
        sent = dict(request.query_params.items())
        if not set(room.option_names) & set(sent):
            sent = {**self._last_choices(request, room), **sent}
        return HTMLResponse(new_game(look_of(request, room.name), room, sent, self._pack(room)))

    def _last_choices(self, request: Request, room: AnyRoom) -> dict[str, str]:
        """What was chosen the last time, if it can still be chosen."""
        last = next((one for one in self._kept(request)[1] if one.summary.game == room.name), None)
        options = last.summary.options if last is not None else {}
        sent = {key: text for name, value in options.items() for key, text in as_sent(value, name).items()}
        fault = filled_options(room, sent, settle(room.rulings, {}), self._pack(room))[1]
        return sent if fault is None else {}

    def begin(self, request: Request, sent: Mapping[str, str]) -> Response:
        room = games.room(request.path_params["game"])
        self._may_begin(request)
        rulings = sent_rulings(room, sent)
        pack = self._pack(room)
        options, fault = filled_options(room, sent, settle(room.rulings, rulings), pack)
        if fault is not None:
            page_ = new_game(look_of(request, room.name), room, sent, pack)
            return HTMLResponse(page_, 422)
        chosen = {field.name: answer for field, answer in options}
        session = new_session(self.store, room, chosen, rulings, sent_seed(sent), guest=self._guest(request))
        self.sessions.add(session)
        rest = "/setup" if session.game.position is not None else ""
        response = RedirectResponse(f"/g/{session.key}{rest}", 303)
        keep_game(request, response, session.key)
        return response

    def _pack(self, room: AnyRoom) -> Pack:
        return box.pack_of(room, self.store.packs)

    def _guest(self, request: Request) -> bool:
        return not self.ownership.owns(request)

    def _may_begin(self, request: Request) -> None:
        if self.settings.rate > 0 and not self.new_games.allows(neighbourhood(client(request.scope))):
            raise HTTPException(429, headers={"retry-after": "60"})

    async def open(self, request: Request) -> Response:
        """A record from elsewhere becomes a new game; it is data, and measured before it is read."""
        self._may_begin(request)
        form = await sent_form(request, max_files=1, max_fields=4)
        upload = form.get("record")
        content = b"" if upload is None or isinstance(upload, str) else await upload.read()
        await form.close()
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
            session.words += sharing.news_of(self.store.packs, session.room, facts)
        return session

    def asks(self, request: Request) -> Response:
        room = games.room(request.path_params["game"])
        return HTMLResponse(asks(look_of(request, room.name), room))

    def asking(self, request: Request) -> Response:
        room = games.room(request.path_params["game"])
        sent = dict(request.query_params.items())
        name = request.path_params["ask"]
        return HTMLResponse(asking(look_of(request, room.name), room, name, sent, self.store.packs))

    def rules(self, request: Request) -> Response:
        room = games.room(request.path_params["game"])
        return HTMLResponse(rules(look_of(request, room.name), room, request.query_params.get("q", "")[:100]))

    def rule(self, request: Request) -> Response:
        room = games.room(request.path_params["game"])
        return HTMLResponse(rule(look_of(request, room.name), room, request.path_params["clause"]))

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

    def changing(self, change: Callable[[Request, Mapping[str, str]], Response]) -> Endpoint:
        """A form is read here, and what it changes is done in a thread."""

        async def endpoint(request: Request) -> Response:
            return await run_in_threadpool(change, request, await read_form(request))

        return endpoint

    def moving(self, change: Callable[[Request, Mapping[str, str]], tuple[Response, int]]) -> Endpoint:
        """The same for a game; whoever else has it open is told."""

        async def endpoint(request: Request) -> Response:
            response, revision = await run_in_threadpool(change, request, await read_form(request))
            self.herald.tell(request.path_params["key"], revision)
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
        if self.herald.is_full(address):
            raise HTTPException(503, headers={"retry-after": "5"})
        since = request.query_params.get("since", "")
        last = int(since) if since.isdecimal() and len(since) < 10 else -1
        return StreamingResponse(self.herald.listen(key, last, address), media_type=EVENTS, headers=headers)

    async def decide(self, request: Request) -> Response:
        return await self._program(request, api.decide)

    async def table(self, request: Request) -> Response:
        return await self._program(request, api.table)

    async def _program(self, request: Request, answer: Callable[[bytes], tuple[int, dict[str, Any]]]) -> Response:
        """Another program asks in JSON."""
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind != "application/json":
            return problem(415, "The body must be application/json.")
        status, data = await run_in_threadpool(answer, await request.body())
        return JSONResponse(data) if status == 200 else problem(status, data["detail"], where=data["where"])

    def openapi(self, _: Request) -> Response:
        return JSONResponse(api.description())

    def health(self, _: Request) -> Response:
        self.store.revisions(["-" * 22])
        return JSONResponse({"status": "ok", "version": __version__})


Endpoint = Callable[[Request], Awaitable[Response]]


def static_file(request: Request) -> Response:
    found = static.files().get(request.path_params["name"])
    if found is None:
        raise HTTPException(404)
    content, kind = found
    return Response(content, media_type=kind, headers={"cache-control": FOREVER})
