"""Almost valid requests: addresses, headers, forms and JSON with something odd in them."""

from __future__ import annotations

import json
import logging
import random
from urllib.parse import urlencode

from automarium.box.box import checked_pack
from automarium.engine.content.rulings import settle
from automarium.engine.definition import fill_options
from automarium.games import plugins
from automarium.sessions.session import new_session
from automarium.storage.store import Store
from automarium.storage.store_factory import open_store
from tests.attack.asgi import Request, Server, start_server
from tests.attack.attack_result import AttackResult
from tests.attack.mutations import ODD, mutate

HOSTS = [
    b"localhost",
    b"127.0.0.1:80",
    b"[1]",
    b"[::1]",
    b"[",
    b"]",
    b"localhost:99999",
    b"a" * 300,
    b"",
    b"\xff",
    b"x y",
]
ORIGINS = [b"http://localhost", b"http://[", b"null", b"http://evil.example", b"", b"\xff\xfe", b"http://[::1", b"://"]
FORM = b"application/x-www-form-urlencoded"
TYPES = [
    FORM,
    FORM + b"; charset=nonsense",
    FORM + b"; charset=utf-16",
    b"multipart/form-data",
    b"multipart/form-data; boundary=x; charset=undefined",
    b"multipart/form-data; boundary=" + b"y" * 300,
    b"application/json",
    b"application/json; charset=koi8-r",
    b"text/plain\xff",
    b"",
]
TEXTS = [one for one in ODD if isinstance(one, str)]
LOOKS = [
    "",
    "/setup",
    "/log",
    "/odds",
    "/score",
    "/share",
    "/mine",
    "/my-turn",
    "/her-turn",
    "/record.jsonl",
    "/events",
]
PAGES = ["/", "/games", "/games.csv", "/health", "/openapi.json", "/open", "/settings", "/static/x", "/owner/x"]
DIGITS = "9" * 5000


def attack(count: int, seed: int = 16) -> AttackResult:
    """Run against one store with a game of every kind, which is played meanwhile."""
    result = AttackResult("mutated requests")
    logging.getLogger("python_multipart").setLevel(logging.ERROR)
    dice = random.Random(seed)
    store = open_store()
    keys = {name: _begun(store, name) for name in plugins.names()}
    with start_server(store) as server:
        for number in range(count):
            request = _odd(dice, keys)
            result.attempt(f"request {number}: {request}", _fault, server, request)
    store.close()
    return result


def _fault(server: Server, request: Request) -> str | None:
    return server.send(request).fault()


def _begun(store: Store, name: str) -> str:
    definition = plugins.load_definition(name)
    options = fill_options(definition, {}, settle(definition.rulings, {}), checked_pack(definition, {}))
    return new_session(store, definition, options, {}, 7).key


def _odd(dice: random.Random, keys: dict[str, str]) -> Request:
    make = dice.choice([_page, _game_page, _change, _json, _upload])
    request = make(dice, keys)
    headers = [*request.headers]
    if dice.random() < 0.1:
        headers.append((b"host", dice.choice(HOSTS)))
    if dice.random() < 0.1:
        headers.append((b"origin", dice.choice(ORIGINS)))
    if dice.random() < 0.2:
        headers.append((b"accept", b"text/html"))
    if dice.random() < 0.1:
        headers.append(
            (
                b"cookie",
                urlencode({"games": _text(dice), "lang": _text(dice)}, errors="replace").replace("&", "; ").encode(),
            )
        )
    if dice.random() < 0.05:
        headers.append((b"content-length", dice.choice([b"-1", b"x", b"9" * 30, b"0", "٣".encode()])))
    return Request(request.method, request.path, request.query, tuple(headers), request.body)


def _text(dice: random.Random) -> str:
    return dice.choice([*TEXTS, "N4", "r4c3", "mech", "next", DIGITS, str(dice.randint(-5, 99))])


def _fields(dice: random.Random, names: list[str]) -> dict[str, str]:
    return {dice.choice(names): _text(dice) for _ in range(dice.randint(0, 5))}


def _page(dice: random.Random, _: dict[str, str]) -> Request:
    game = dice.choice([*plugins.names(), _text(dice)])
    kinds = [
        f"/new/{game}",
        f"/ask/{game}",
        f"/ask/{game}/{_text(dice)}",
        f"/rules/{game}",
        f"/rules/{game}/{_text(dice)}",
    ]
    path = dice.choice([*PAGES, *kinds, f"/{_text(dice)}"])
    query = urlencode(_fields(dice, ["q", "level", "ask", "seed", "r.x", "a", "theme"]), errors="replace").encode()
    return Request(dice.choice(["GET", "GET", "HEAD", "OPTIONS", "DELETE", "PUT"]), path, query)


def _game_page(dice: random.Random, keys: dict[str, str]) -> Request:
    key = dice.choice([*keys.values(), _text(dice)])
    numbers = f"{dice.choice(['0', '1', '2', DIGITS, '-1'])}/{dice.choice(['0', '1', DIGITS, 'x'])}"
    rest = dice.choice(
        [*LOOKS, f"/why/{numbers}", f"/why/{numbers}.svg", f"/tell/{_text(dice)}", "/tell/go", f"/at/{_text(dice)}"]
    )
    query = urlencode(
        _fields(dice, ["f.to", "f.what", "f.unit", "ask", "since", "why", "theme", "page"]), errors="replace"
    )
    return Request(dice.choice(["GET", "HEAD"]), f"/g/{key}{rest}", query.encode())


def _change(dice: random.Random, keys: dict[str, str]) -> Request:
    game, key = dice.choice(list(keys.items()))
    do = dice.choice([*plugins.load_definition(game).commands, "answer", "undo", "redo", "undo-answer", _text(dice)])
    fields = {"do": do, "revision": dice.choice(["1", "2", "3", DIGITS, "x", "-1"])}
    fields |= _fields(dice, ["to", "to.star", "f.to", "f.at", "f.what", "f.unit", "f.from", "f.count", "lang", "back"])
    path = dice.choice([f"/g/{key}/do", f"/g/{key}/do", "/settings", f"/new/{game}", f"/g/{_text(dice)}/drop"])
    kind = FORM if dice.random() < 0.8 else dice.choice(TYPES)
    return Request("POST", path, b"", ((b"content-type", kind),), urlencode(fields, errors="replace").encode())


SCORE = {"game": "expeditions", "ask": "score", "facts": {"level": 2, "glory": 6, "maps": 5, "corruption": 7}}
LINES = {"lines": [{"game": "scythe", "seed": 1}, {"do": "next"}, {"look": "table"}, {"do": "undo"}]}


def _json(dice: random.Random, _: dict[str, str]) -> Request:
    path, right = dice.choice([("/api/decide", SCORE), ("/api/table", LINES)])
    body = json.dumps(mutate(right, dice)).encode()
    if dice.random() < 0.1:
        body = dice.choice([b"", b"{", b"[" * 5000, b'"\\ud800"', b"\xff", b'{"a":1,"a":2}', body[: len(body) // 2]])
    kind = b"application/json" if dice.random() < 0.9 else dice.choice(TYPES)
    return Request("POST", path, b"", ((b"content-type", kind),), body)


def _upload(dice: random.Random, _: dict[str, str]) -> Request:
    record = bytes(dice.randrange(256) for _ in range(dice.randint(0, 60)))
    part = b'--x\r\ncontent-disposition: form-data; name="record"; filename="\xff"\r\n\r\n' + record + b"\r\n--x--\r\n"
    body = part if dice.random() < 0.7 else part[: dice.randrange(len(part))]
    kind = b"multipart/form-data; boundary=x" if dice.random() < 0.8 else dice.choice(TYPES)
    return Request("POST", "/open", b"", ((b"content-type", kind),), body)
