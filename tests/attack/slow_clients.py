"""Hundreds of clients that hold connections: endless headers, slow bodies, event listeners, unread answers.

They use addresses of the loopback range only, are bounded in number, and disconnect at the end.
"""

from __future__ import annotations

import http.client
import re
import socket
import time
import urllib.parse
from contextlib import ExitStack, suppress
from statistics import quantiles

from tests.attack.attack_result import AttackResult
from tests.attack.kills import run_server
from tests.attack.kit import A_LONG_TIME

SETTLING = 20  # requests of other clients before the measurement
PATIENT = 0.2  # seconds; p99 of other clients at full size


def attack(hostile: int, asked: int, *, timed: bool = False) -> AttackResult:
    """While the slow clients hold their connections, another client sends so many requests."""
    result = AttackResult("hostile connections")
    with run_server() as (process, port), ExitStack() as held:
        key = begin_game(port)
        for number in range(hostile):
            held.enter_context(suppress(OSError))
            result.attempt(f"connection {number}", _hold, held, port, key, number)
        for _ in range(SETTLING):  # their pages are rendered first; only holding the connection counts
            _ask(port, key)
        took = []
        for number in range(asked):
            begun = time.perf_counter()
            result.attempt(f"other people {number}", _ask, port, key)
            took.append(time.perf_counter() - begun)
        slowest = quantiles(took, n=100)[98]
        result.note = f"other people's p99: {slowest * 1000:.0f} ms"
        if timed:
            result.judge("p99", slowest < PATIENT, f"{slowest:.3f} s")
        result.judge("the server", process.poll() is None, "has ended")
    return result


def _hold(held: ExitStack, port: int, key: str, number: int) -> None:
    client = held.enter_context(socket.socket())
    client.settimeout(A_LONG_TIME)
    client.bind((f"127.0.{1 + number % 8}.{1 + number // 8 % 250}", 0))
    client.connect(("127.0.0.1", port))
    host = f"Host: 127.0.0.1:{port}\r\n"
    kinds = (
        "GET / HTTP/1.1\r\nHost: 127",
        f"POST /settings HTTP/1.1\r\n{host}Content-Length: 60000\r\nContent-Type: application/json\r\n\r\nx",
        f"GET /g/{key}/events HTTP/1.1\r\n{host}\r\n",
        f"HEAD /g/{key}/events HTTP/1.1\r\n{host}\r\n",
        f"GET /g/{key} HTTP/1.1\r\n{host}\r\n",
    )
    with suppress(OSError):
        client.sendall(kinds[number % len(kinds)].encode())


def begin_game(port: int) -> str:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=A_LONG_TIME)
    body = urllib.parse.urlencode({"level": "2", "starts": "human"})
    connection.request("POST", "/new/expeditions", body, {"content-type": "application/x-www-form-urlencoded"})
    found = re.search(r"/g/([\w-]{22})", connection.getresponse().headers["location"])
    connection.close()
    assert found is not None
    return found[1]


def _ask(port: int, key: str) -> str | None:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=A_LONG_TIME)
    connection.request("GET", f"/g/{key}", headers={"accept": "text/html"})
    status = connection.getresponse().status
    connection.close()
    return None if status == 200 else f"status {status}"
