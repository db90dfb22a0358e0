"""Marks put into everything that users and files can supply come back escaped or not at all."""

from __future__ import annotations

import json
import re
from collections import deque
from html import unescape
from urllib.parse import quote

from automarium.box.box import checked_pack
from automarium.engine.message import Refused
from automarium.games import plugins
from automarium.sessions.session import add_record
from automarium.storage.store import Store
from automarium.storage.store_factory import open_store
from tests.attack.asgi import Request, start_server
from tests.attack.attack_result import AttackResult
from tests.attack.mutations import definitions, fill_own, find_spots, list_option_sets, make_record, replace_at

MARK = "<i id=mark>\"'&"
RAW = b"<i id=mark>"
LINKS = re.compile(r'(?:href|src|action|data)="(/[^"#]*)')
PAGE = ((b"accept", b"text/html"),)


def attack(most: int) -> AttackResult:
    """Follow all links from the home page and from addresses with the mark in them."""
    result = AttackResult("crawled pages")
    store = open_store()
    names = _marked_games(store)
    waiting = deque(["/", *(f"/g/{key}" for key in names), *_marked_addresses()])
    seen: set[str] = set()
    with start_server(store) as server:
        while waiting and result.tried < most:
            address = waiting.popleft()
            if address in seen or address.endswith("/events"):
                continue
            seen.add(address)
            path, _, query = address.partition("?")
            answer = server.send(Request("GET", path, query.encode(), PAGE))
            # Other types are downloads.
            shown = any(kind in answer.headers.get("content-type", "") for kind in ("html", "svg"))
            wrong = answer.fault() or ("repeats what it was told unescaped" if shown and RAW in answer.body else None)
            result.judge(address, wrong is None, str(wrong))
            if "html" in answer.headers.get("content-type", ""):
                waiting.extend(unescape(link) for link in LINKS.findall(answer.body.decode()))
    store.close()
    result.note = f"{len(names)} games with the mark in their names and facts"
    return result


def _marked_addresses() -> list[str]:
    mark = quote(MARK)
    per_game = [
        f"/{what}/{game}{rest}"
        for game in plugins.names()
        for what, rest in (("rules", f"?q={mark}"), ("rules", f"/{mark}"))
    ]
    return [
        *per_game,
        *(f"/new/{game}?level={mark}&seed={mark}" for game in plugins.names()),
        f"/{mark}",
        f"/new/{mark}",
    ]


def _marked_games(store: Store) -> list[str]:
    """Return games of every kind named by the mark, with the mark in those own facts that accept it."""
    keys = []
    for definition in definitions():
        own = fill_own(definition)
        options = list(list_option_sets(definition, checked_pack(definition, own)))
        header, *lines = make_record(definition, options[0], 6)
        content = b"".join(json.dumps(line).encode() + b"\n" for line in [header, *lines])
        keys.append(add_record(store, content, MARK).key)
        for spot in [spot for spot in find_spots(own) if isinstance(_at(own, spot), str)][:12]:
            marked = {**header, "own": replace_at(own, spot, MARK)}
            content = b"".join(json.dumps(line).encode() + b"\n" for line in [marked, *lines])
            try:
                keys.append(add_record(store, content, MARK).key)
            except Refused:
                continue
    return keys


def _at(value: object, path: tuple[object, ...]) -> object:
    for step in path:
        value = value[step]  # type: ignore[index]
    return value
