"""Headers in several lines: what an attacker puts before the lines of the proxy counts for nothing."""

from __future__ import annotations

import random
from unittest.mock import patch

from automarium.interfaces.web.app import Settings
from automarium.interfaces.web.security.request_guard import RateLimit
from automarium.storage.store_factory import open_store
from tests.attack.asgi import Request, Server, start_server
from tests.attack.attack_result import AttackResult

PROXY = "127.0.0.1"
HOST, OTHER = "localhost", "evil.example"
FORGED = ["203.0.113.5", PROXY, "::1", "", ",", "unknown", "192.0.2.1, 127.0.0.1", "\x00", "1" * 400]


def attack(times: int, seed: int = 29) -> AttackResult:
    result = AttackResult("headers given twice")
    dice = random.Random(seed)
    store = open_store()
    seen: list[str] = []

    def note(_: RateLimit, address: str) -> bool:
        seen.append(address)
        return True

    with (
        patch.object(RateLimit, "allows", note),
        start_server(store, Settings(public=True, names=(HOST,), proxy=PROXY)) as server,
    ):
        for number in range(times):
            result.attempt(f"forged address {number} of {seed}", _forge_address, server, dice, seen)
            result.attempt(f"forged host or origin {number} of {seed}", _forge_origin, server, dice)
    store.close()
    return result


def _forge_address(server: Server, dice: random.Random, seen: list[str]) -> str | None:
    true = f"198.51.100.{dice.randrange(256)}"
    lines = [dice.choice(FORGED) for _ in range(dice.randint(1, 3))]
    last = true if dice.random() < 0.5 else f"{dice.choice(FORGED)}, {true}"
    server.send(Request(headers=tuple((b"x-forwarded-for", line.encode()) for line in [*lines, last])), PROXY)
    return None if seen[-1] == true else f"{seen[-1]} instead of {true} from {[*lines, last]}"


def _forge_origin(server: Server, dice: random.Random) -> str | None:
    """The server's own name in a first line does not hide a foreign one in the last."""
    name, own, foreign, status = dice.choice(
        [
            ("host", HOST, OTHER, 421),
            ("origin", f"http://{HOST}", f"http://{OTHER}", 403),
            ("sec-fetch-site", "same-origin", dice.choice(["cross-site", "same-site"]), 403),
        ]
    )
    lines = [*[own] * dice.randint(1, 3), foreign]
    sent = tuple((name.encode(), line.encode()) for line in lines)
    answer = server.send(Request("POST", "/settings", headers=sent), PROXY)
    return None if answer.status == status else f"status {answer.status} for {lines}"
