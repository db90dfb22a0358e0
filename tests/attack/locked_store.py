"""A PostgreSQL server whose table is locked: answers come in time, and files do not wait for the store."""

from __future__ import annotations

import http.client
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from automarium.storage.postgres import PAUSE
from tests.attack.attack_result import AttackResult
from tests.attack.kills import run_server
from tests.attack.kit import A_LONG_TIME
from tests.attack.slow_clients import begin_game
from tests.databases import Server

AT_ONCE = 50  # requests that wait for the locked table
SLOW = 0.5  # seconds for a file


def attack(asked: int, *, timed: bool = False) -> AttackResult:
    """Lock the table of games, let requests wait for it, and ask for a file so many times meanwhile."""
    result = AttackResult("locked PostgreSQL")
    if missing := Server.missing():
        result.judge("PostgreSQL", True, "")
        result.note = missing
        return result
    database = Server()
    try:
        _attack(result, database, asked, timed=timed)
    finally:
        database.stop()
    return result


def _attack(result: AttackResult, database: Server, asked: int, *, timed: bool) -> None:
    place = database.new_place()
    with run_server("--database", place, log="locked.log") as (process, port):
        key = begin_game(port)
        file = f"/static/{_find_file(port, key)}"
        took: list[float] = []
        with lock_games(place):
            wait = ("locked", _wait, port, key)
            waiting = [threading.Thread(target=result.attempt, args=wait) for _ in range(AT_ONCE)]
            for thread in waiting:
                thread.start()
            for number in range(asked):
                begun = time.monotonic()
                status, _ = ask(port, file)
                took.append(time.monotonic() - begun)
                result.judge(f"file {number}", status == 200, f"status {status}")
            for thread in waiting:
                thread.join()
        time.sleep(PAUSE)
        status, _ = ask(port, f"/g/{key}")
        result.judge("afterwards", status == 200, f"status {status}")
        result.judge("the server", process.poll() is None, "has ended")
    result.note = f"slowest file: {max(took) * 1000:.0f} ms"
    if timed:
        result.judge("files", max(took) < SLOW, f"{max(took):.3f} s")


def _wait(port: int, key: str) -> str | None:
    status, headers = ask(port, f"/g/{key}")
    return None if status == 503 and headers.get("retry-after") else f"status {status}"


@contextmanager
def lock_games(place: str) -> Iterator[None]:
    """Hold a lock on the table that every page reads."""
    import psycopg

    with psycopg.connect(place) as connection:
        connection.execute("LOCK TABLE game IN ACCESS EXCLUSIVE MODE")
        yield
        connection.rollback()


def ask(port: int, path: str) -> tuple[int, http.client.HTTPMessage]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=A_LONG_TIME)
    try:
        connection.request("GET", path, headers={"accept": "text/html"})
        answer = connection.getresponse()
        answer.read()
        return answer.status, answer.headers
    finally:
        connection.close()


def _find_file(port: int, key: str) -> str:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=A_LONG_TIME)
    connection.request("GET", f"/g/{key}", headers={"accept": "text/html"})
    page = connection.getresponse().read().decode()
    connection.close()
    return page.partition("/static/")[2].partition('"')[0]
