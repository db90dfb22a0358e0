"""Fifty requests at once from one address to every route, and what other people notice of it.

The server trusts the attacker as its proxy, so that addresses can be chosen; it may use so much memory and no more. The
crowd is a process of its own: ``python -m tests.attack.crowds PORT``.
"""

from __future__ import annotations

import http.client
import json
import re
import resource
import subprocess
import sys
import threading
import time
from base64 import b64decode, b64encode
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import quantiles

import msgspec

from automarium.box.box import open_box
from automarium.box.items import Items
from automarium.games import plugins
from automarium.games.expeditions.commands import Go
from automarium.i18n.translator import Translator
from automarium.interfaces.web.app import Settings, make_app
from automarium.sessions.session import new_session
from automarium.storage.store_factory import open_store
from tests.attack.attack_result import AttackResult
from tests.attack.kills import run_server
from tests.attack.kit import A_LONG_TIME
from tests.attack.routes import fill_path, list_routes
from tests.attack.web_requests import SCORE

HOST = "games.example"
ATTACKER, OTHER = "198.51.100.1", "192.0.2.7"
ADDRESS_SPACE = 3 << 30  # bytes that the server may map
MOST_RESIDENT = 400  # MB of a worker
LARGEST = 6_000_000  # bytes of an answer
PATIENT, LONGEST = 0.2, 0.5  # seconds: p99 and maximum of other people
LEAST = 2  # requests of other people during a crowd
HONEST = (503, 507)
JSON = "application/json"
FORM = "application/x-www-form-urlencoded"


class Shot(msgspec.Struct, frozen=True):
    method: str
    path: str
    kind: str = ""
    body: str = ""  # in base64


def attack(at_once: int, lines: int, *, timed: bool = False) -> AttackResult:
    """Send so many requests at once to every route; ``lines`` is the length of games and requests."""
    result = AttackResult("crowds of one address")
    long, short = _make_games(lines)
    took: list[float] = []
    largest = 0
    with run_server("--name", HOST, "--proxy", "127.0.0.1", log="crowds.log", prepare=_limit) as (process, port):
        crowd = Crowd(port)
        ask(port, f"/g/{short}")
        for shot in list_shots(long, lines):
            answers, waits = crowd.send([shot] * at_once, short)
            took += waits
            wrong = [status for status, _ in answers if status >= 500 and status not in HONEST]
            size = max(size for _, size in answers)
            largest = max(largest, size)
            name = f"{shot.method} {shot.path}"
            result.judge(name, not wrong and size <= LARGEST, f"status {wrong[:1]}, {size} bytes")
            if timed:
                slow = f"others waited {max(waits):.3f} s"
                result.judge(f"others during {name}", max(waits) <= LONGEST, slow)
        crowd.close()
        resident = _read_resident(process.pid)
        result.judge("memory", resident < MOST_RESIDENT, f"{resident} MB")
        result.judge("the server", process.poll() is None, "has ended")
    slowest = quantiles(took, n=100)[98]
    if timed:
        result.judge("p99", slowest <= PATIENT, f"{slowest:.3f} s")
    result.note = (
        f"{resident} MB; others p99 {slowest * 1000:.0f} ms, max {max(took) * 1000:.0f} ms; answers to {largest} bytes"
    )
    return result


def _limit() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE))


def _read_resident(process: int) -> int:
    """Return the most megabytes that a process had in memory."""
    found = re.search(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{process}/status").read_text())
    assert found is not None
    return int(found[1]) // 1000


def _make_games(lines: int) -> tuple[str, str]:
    """Return the key of a game of so many lines, and of one without."""
    store, definition = open_store(), plugins.load_definition("expeditions")
    games = [new_session(store, definition, {"level": 2, "starts": "human"}, {}, 29) for _ in range(2)]
    for number in range(min(lines, 2_900)):
        games[0].put(Go(("N5", "C5")[number % 2]))
    store.close()
    return games[0].key, games[1].key


def list_shots(key: str, lines: int) -> list[Shot]:
    """Return a request for every route, with the largest body that it takes where there is one."""
    store = open_store()
    names = list_routes(make_app(Settings(public=True), store))
    record = store.read(key).content
    store.close()
    shots = []
    for name in names:
        method, path = name.split()
        if path.endswith(("/events", "/drop")):
            continue  # listeners are held by slow_clients; the game is needed
        filled = fill_path(path, game="expeditions", key=key, name="go", place="N5", run=str(min(lines, 40)))
        if method == "GET":
            shots.append(Shot(method, filled))
        else:
            shots += [
                Shot(method, filled, kind, b64encode(body).decode()) for kind, body in _make_bodies(path, record, lines)
            ]
    shots += [Shot("GET", f"/g/{key}/log?why=1"), Shot("GET", f"/rules/scythe?q={'a' * 99}")]
    shots.append(Shot("POST", "/api/decide", JSON, b64encode(json.dumps(SCORE).encode()).decode()))
    return [*shots, *_list_box_shots()]


def _list_box_shots() -> list[Shot]:
    """Return the pages of a decision of every game, and of a component of every kind, with its check."""
    shots, store = [], open_store()
    for name in plugins.names():
        definition = plugins.load_definition(name)
        shots += [Shot("GET", f"/ask/{name}/{ask}") for ask in list(definition.decisions)[:2]]
        things = Items(definition, *open_box(definition, store.packs), Translator("en", [definition.folder]))
        for kind in things.kinds():
            page = f"/box/{name}/{kind.kind.name}/{kind.items[0].component.id}"
            shots += [Shot("GET", page), Shot("POST", f"{page}/check", FORM, b64encode(b"f=1").decode())]
    store.close()
    return shots


def _make_bodies(path: str, record: bytes, lines: int) -> list[tuple[str, bytes]]:
    if path == "/api/table":
        return [(JSON, json.dumps({"lines": made}).encode()[:1_000_000]) for made in make_tables(lines)]
    if path == "/api/decide":
        facts = {"x" * 8 + str(number): [0] * 10 for number in range(min(lines, 5_000))}
        return [(JSON, json.dumps({"game": "scythe", "ask": "move", "facts": facts}).encode())]
    if path in ("/open", "/backup"):
        return [_make_upload("record", record)]
    if path.endswith("/import"):
        toml = "\n".join(f"k{number} = {number}" for number in range(min(lines * 4, 15_000)))
        return [_make_upload("box", record), _make_upload("box", toml.encode())]
    return [(FORM, "&".join(f"f{number}=1" for number in range(190)).encode())]


def make_tables(lines: int) -> list[list[object]]:
    """Return lines whose answers grow: the record after every move, boards, turns with their reasons, wrong lines."""
    header = {"game": "expeditions", "seed": 1, "why": True, "options": {"starts": "human"}}
    moves = [{"do": "go", "to": ("N5", "C5")[number % 2]} for number in range(lines)]
    turns = [{"do": ("next", "undo")[number % 2]} for number in range(lines)]
    looks = [{"look": "record"}] * lines
    return [
        [header, *moves[: lines // 2], *looks[: lines // 2]],
        [header, *turns, *looks][: 2 * lines],
        [header, *turns],
        [*[{**header, "game": game, "options": {}} for game in plugins.names()] * (lines // 4)],
        [header, *[{"look": "board"}] * lines],
        [0] * lines,
    ]


def _make_upload(name: str, content: bytes) -> tuple[str, bytes]:
    head = f'--x\r\ncontent-disposition: form-data; name="{name}"; filename="x"\r\n\r\n'.encode()
    return "multipart/form-data; boundary=x", head + content + b"\r\n--x--\r\n"


class Crowd:
    """The process that sends the requests of the crowd."""

    def __init__(self, port: int) -> None:
        command = [sys.executable, "-m", "tests.attack.crowds", str(port)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self._port = port

    def send(self, shots: list[Shot], key: str) -> tuple[list[tuple[int, int]], list[float]]:
        """Return status and bytes of each answer to the crowd, and how long another person waited meanwhile."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(msgspec.json.encode(shots) + b"\n")
        self._process.stdin.flush()
        answers: list[tuple[int, int]] = []
        said = self._process.stdout
        reader = threading.Thread(target=lambda: answers.extend(json.loads(said.readline())))
        reader.start()
        waits: list[float] = []
        while reader.is_alive() or len(waits) < LEAST:
            begun = time.perf_counter()
            status, _ = ask(self._port, f"/g/{key}")
            waits.append(time.perf_counter() - begun)
            assert status == 200, status
            time.sleep(0.005)
        return answers, waits

    def close(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()


def ask(port: int, path: str) -> tuple[int, int]:
    return send(port, Shot("GET", path), OTHER)


def send(port: int, shot: Shot, address: str) -> tuple[int, int]:
    """Return status and bytes of the answer."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=A_LONG_TIME * 5)
    headers = {"host": HOST, "x-forwarded-for": address, "accept": "text/html"}
    if shot.kind:
        headers["content-type"] = shot.kind
    try:
        connection.request(shot.method, shot.path, b64decode(shot.body) or None, headers)
        answer = connection.getresponse()
        return answer.status, len(answer.read())
    finally:
        connection.close()


def send_at_once(port: int, shots: list[Shot]) -> list[tuple[int, int]]:
    with ThreadPoolExecutor(len(shots)) as threads:
        return list(threads.map(lambda shot: send(port, shot, ATTACKER), shots))


def main() -> None:
    """Send the requests of each line of standard input at once; write what came back."""
    for line in sys.stdin.buffer:
        print(json.dumps(send_at_once(int(sys.argv[1]), msgspec.json.decode(line, type=list[Shot]))), flush=True)


if __name__ == "__main__":
    main()
