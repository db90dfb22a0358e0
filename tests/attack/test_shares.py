"""Heavy work goes through its limiter: a share for each address, and pages that never wait behind it."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.exceptions import HTTPException
from starlette.requests import Request as WebRequest
from starlette.routing import Route

from automarium.interfaces.web.app import Settings, make_app
from automarium.interfaces.web.routes.game_request import FormRoute, HeavyRoute, PageRoute
from automarium.interfaces.web.security import thread_shares
from automarium.interfaces.web.security.thread_shares import HEAVY_THREADS, PAGES, WAITING, AddressShares, ThreadShares
from automarium.storage.store import Store
from automarium.storage.store_factory import open_store
from tests.attack.asgi import Request, start_server
from tests.attack.kit import fail_if_late
from tests.attack.routes import fill_path, list_routes

GUEST = "192.0.2.9"
PUBLIC = Settings(rate=0, public=True, names=("localhost",))

HEAVY = {
    "GET /ask/{game}/{ask}",
    "GET /backup.jsonl",
    "GET /box/{game}/import",
    "GET /lab/run/{run}/audit.html",
    "GET /lab/run/{run}/report.html",
    "GET /lab/run/{run}/results.csv",
    "POST /api/decide",
    "POST /api/table",
    "POST /backup",
    "POST /box/{game}/import",
    "POST /box/{game}/take",
    "POST /box/{game}/{kind}/{id}/check",
    "POST /document",
    "POST /lab/new/{game}",
    "POST /open",
}
# Routes whose work is not done in threads, or that use those for pages.
OTHERS = {
    "GET /g/{key}/events",
    "GET /static/{name}",
    "POST /g/{key}/do",
    "POST /g/{key}/drop",
    "POST /phone",
}


@pytest.fixture
def store() -> Iterator[Store]:
    opened = open_store()
    yield opened
    opened.close()


def test_every_route_says_where_its_work_is_done(store: Store) -> None:
    routes = list_routes(make_app(PUBLIC, store))
    kinds = {name: type(route) for name, route in routes.items()}
    assert {name for name, kind in kinds.items() if kind is HeavyRoute} == HEAVY
    assert {name for name, kind in kinds.items() if kind is Route} == OTHERS
    assert set(kinds.values()) == {HeavyRoute, PageRoute, FormRoute, Route}
    assert all(asyncio.iscoroutinefunction(route.endpoint) for route in routes.values()), (
        "a plain function has no share"
    )


def test_only_heavy_routes_are_refused_when_the_share_is_used_up(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(AddressShares, "is_full", lambda *_: True)
    with start_server(store, PUBLIC) as server:
        for name, route in list_routes(make_app(PUBLIC, store)).items():
            method, path = name.split()
            answer = server.send(Request(method, fill_path(path)), GUEST)
            assert (answer.status == 429) == isinstance(route, HeavyRoute), (name, answer)
            if answer.status == 429:
                assert answer.headers["retry-after"] == thread_shares.RETRY["retry-after"]
        assert server.send(Request("POST", "/api/table"), GUEST).status == 429
    with start_server(store) as server:
        assert server.send(Request("POST", "/api/table")).status == 415, "the owner is exempt"


class Crowd:
    """Requests that hold their threads until they are let go."""

    def __init__(self) -> None:
        self.threads = ThreadShares(lambda request: request.client is None)
        self.go = threading.Event()
        self.running = 0
        self._turn = threading.Lock()

    def work(self, *_: object) -> str:
        with self._turn:
            self.running += 1
        assert self.go.wait(30)
        return "done"

    def heavy(self, address: str | None) -> asyncio.Task[Any]:
        return asyncio.ensure_future(self.threads.run_heavy(request_of(address), self.work))

    def page(self, address: str | None) -> asyncio.Task[Any]:
        return asyncio.ensure_future(self.threads.run(request_of(address), self.work))

    async def settle(self, running: int) -> None:
        while self.running < running:
            await asyncio.sleep(0.001)
        for _ in range(20):
            await asyncio.sleep(0.001)
        assert self.running == running


def request_of(address: str | None) -> WebRequest:
    async def receive() -> Any:
        return {"type": "http.request", "body": b"", "more_body": False}

    client = None if address is None else (address, 1)
    return WebRequest({"type": "http", "method": "POST", "headers": [], "client": client}, receive)


async def refused(task: asyncio.Task[Any]) -> bool:
    await asyncio.wait([task])
    fault = task.exception()
    return isinstance(fault, HTTPException) and (fault.status_code, fault.headers) == (429, thread_shares.RETRY)


def test_of_one_address_one_runs_a_few_wait_and_others_are_refused() -> None:
    async def crowd() -> None:
        made = Crowd()
        # A network of 64 bits is one address.
        first = [made.heavy(f"2001:db8::{number + 1:x}") for number in range(50)]
        await made.settle(1)
        assert [await refused(task) for task in first[1 + WAITING :]] == [True] * (49 - WAITING)
        others = [made.heavy(f"192.0.2.{number}") for number in range(HEAVY_THREADS)]
        await made.settle(HEAVY_THREADS)
        pages = [made.page(f"192.0.2.{number}") for number in range(20)]
        await made.settle(HEAVY_THREADS + 20)
        owner = [made.heavy(None) for _ in range(9)]
        await made.settle(HEAVY_THREADS + 29)
        made.go.set()
        assert set(await asyncio.gather(*first[: 1 + WAITING], *others, *pages, *owner)) == {"done"}
        again = made.heavy("2001:db8::1")
        assert await again == "done", "the share is free again"

    with fail_if_late():
        asyncio.run(crowd())


def test_pages_of_one_address_wait_for_each_other_and_are_never_refused() -> None:
    async def crowd() -> None:
        made = Crowd()
        pages = [made.page("192.0.2.1") for _ in range(50)]
        await made.settle(PAGES)
        other = made.page("192.0.2.2")
        await made.settle(PAGES + 1)
        made.go.set()
        assert set(await asyncio.gather(*pages, other)) == {"done"}

    with fail_if_late():
        asyncio.run(crowd())
