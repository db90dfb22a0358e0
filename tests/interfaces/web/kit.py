"""Tools for tests of the web interface without a browser: a client in this process, and a rival that fills in forms."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import msgspec
from starlette.testclient import TestClient

from automarium.engine.play.chance import Chance
from automarium.engine.play.command import Command, Input, Respond, find_next_field
from automarium.games import plugins
from automarium.interfaces.web.app import Settings, make_app
from automarium.interfaces.web.forms.form_data import encode_answer
from automarium.interfaces.web.pages.game_frame import FIELD
from automarium.sessions.session import Session, open_session
from automarium.storage.store import Store

PAGE = {"accept": "text/html"}


def browser(store: Store, settings: Settings | None = None, **options: Any) -> TestClient:
    """A browser at this machine. Faults of the server are answers here, not exceptions."""
    app = make_app(settings or Settings(rate=0), store)
    return TestClient(
        app, base_url="http://localhost", headers=PAGE, raise_server_exceptions=False, follow_redirects=True, **options
    )


def begin(client: TestClient, game: str, **sent: str) -> str:
    """Begin a game and return its key."""
    answer = client.post(f"/new/{game}", data=sent, follow_redirects=False)
    assert answer.status_code == 303, answer.text
    found = re.fullmatch(r"/g/([\w-]{22})(/setup)?", answer.headers["location"])
    assert found is not None
    return found[1]


def revision(page: str) -> str:
    found = re.search(r'data-revision="(\d+)"', page)
    assert found is not None
    return found[1]


def words(page: str) -> str:
    """What a person reads."""
    body = re.sub(r"<(script|svg|title)\b.*?</\1>", " ", page, flags=re.DOTALL)
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", body)))


def form_of(input_: Input) -> dict[str, str]:
    """What the page would send to tell this."""
    data = msgspec.to_builtins(input_)
    do = data.pop("do")
    if isinstance(input_, Respond):
        return {"do": "answer", **encode_answer(data["to"], "to")}
    sent = {"do": do}
    for name, value in data.items():
        if value not in (None, []):
            sent |= encode_answer(value, FIELD + name)
    return sent


def do(client: TestClient, key: str, sent: dict[str, str], at: str | None = None, **options: Any) -> Any:
    """One change at the revision that the table shows."""
    at = at or revision(client.get(f"/g/{key}").text)
    return client.post(f"/g/{key}/do", data={"revision": at, **sent}, **options)


def whole_game(store: Store, key: str, seed: int = 3) -> Iterator[Input]:
    """The inputs of a stand-in, each to be carried out before the next is asked for, until the game is over."""
    session: Session = open_session(store, key)
    definition, pack = session.definition, session.game.pack
    rival = definition.lab.rival(pack, Chance(seed))

    def answers() -> Iterator[Input]:
        session.refresh()
        while session.game.question is not None:
            yield Respond(rival.answer(session.game.question))
            session.refresh()

    yield from answers()
    while not definition.status(session.game.position).over:
        for input_ in rival.turn(lambda: session.game.position):
            yield said_in_full(input_, session.game.position)
            yield from answers()


def said_in_full(input_: Input, position: Any) -> Input:
    """The same with what a stand-in leaves as known: the page asks for it."""
    if not isinstance(input_, Command):
        return input_
    data = msgspec.to_builtins(input_)
    given: dict[str, Any] = {}
    while (field := find_next_field(type(input_), position, given)) is not None:
        known = data.get(field.name)
        given[field.name] = field.question.default if known is None else known
    return msgspec.convert({**data, **given}, type(input_))


GAMES = plugins.names()
