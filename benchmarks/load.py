"""``python -m benchmarks.load``: a server with many games at once.

One worker process of ``automarium serve`` with a fresh database. The games are at all stages from set-up to end, and
each has a page that listens to its events. At a steady rate a client presses "next" (or answers a question) and fetches
the page that follows, as a browser does: two requests. A finished game is replaced by a new one. Every game is pressed
once before the measurement starts.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import random
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import httpx2

from automarium.engine.content.pack import Pack
from automarium.engine.game.playthrough import parse_input
from automarium.engine.play.chance import Chance
from automarium.engine.play.command import Input, Respond
from automarium.engine.question import Answer
from automarium.games import plugins
from automarium.sessions.session import Session, open_session
from automarium.storage.store import Store
from automarium.storage.store_factory import open_store

GAMES = 200
RATE = 50  # requests per second
SECONDS = 60
P99 = 100  # milliseconds
MOST_LINES = 50  # lines of the longest game at the start
GROWTH = 1.10  # of memory over the second half of the run

BIN = Path(sys.executable).parent


@dataclass
class Measurements:
    """Milliseconds of every request by kind, and megabytes of the server at the milestones."""

    turns: list[float] = field(default_factory=list)
    pages: list[float] = field(default_factory=list)
    memory: dict[str, float] = field(default_factory=dict)
    heard: int = 0
    seconds: float = 0.0
    work: float = 0.0  # CPU seconds of the server
    late: float = 0.0  # largest delay of the driver itself, in milliseconds

    @property
    def rate(self) -> float:
        return (len(self.turns) + len(self.pages)) / self.seconds


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.load", description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--rate", type=float, default=RATE, help="requests per second")
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--database", metavar="URL", help="a PostgreSQL server instead of SQLite in a fresh folder")
    parsed = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        os.environ["AUTOMARIUM_HOME"] = home
        measured = asyncio.run(drive(parsed.games, parsed.rate, parsed.seconds, parsed.database))
    return report(measured, parsed.games)


def report(measured: Measurements, many: int) -> int:
    load = os.getloadavg()[0]
    print(
        f"{many} games, {len(plugins.names())} kinds, one worker, {measured.rate:.0f} requests per second,"
        f" load {load:.1f}"
    )
    print(f"  {'':28}{'median':>9}{'p95':>9}{'p99':>9}{'longest':>9}   ms")
    for name, values in (("a turn of the Automa (POST)", measured.turns), ("the page after it (GET)", measured.pages)):
        cells = "".join(f"{one:9.1f}" for one in (quantile(values, q) for q in (0.5, 0.95, 0.99, 1)))
        print(f"  {name:28}{cells}   {len(values):,} times")
    print("  memory of the worker: " + ", ".join(f"{name} {size:.0f} MB" for name, size in measured.memory.items()))
    requests = len(measured.turns) + len(measured.pages)
    share = 100 * measured.work / measured.seconds
    print(f"  work of the worker: {1000 * measured.work / requests:.1f} ms per request, {share:.0f} % of one core")
    print(f"  events heard: {measured.heard:,}; the driver was late by {measured.late:.0f} ms at worst")
    p99 = quantile(measured.turns, 0.99)
    growth = measured.memory["end"] / measured.memory["middle"]
    missed = [f"p99 of a turn {p99:.1f} ms > {P99} ms"] if p99 > P99 else []
    missed += [f"memory grew {growth:.2f}× > {GROWTH}×"] if growth > GROWTH else []
    print(f"MISSED: {', '.join(missed)}" if missed else f"All targets met: p99 ≤ {P99} ms, memory ≤ {GROWTH}×.")
    return 1 if missed else 0


def quantile(values: Sequence[float], q: float) -> float:
    ordered = sorted(values)
    return ordered[min(int(q * len(ordered)), len(ordered) - 1)]


# ----------------------------------------------------------------------------------------------------------- the server


@contextlib.contextmanager
def start_server(database: str | None) -> Iterator[tuple[str, int]]:
    """Yield the address and the process id of a server."""
    with socket.socket() as trial:
        trial.bind(("127.0.0.1", 0))
        port = trial.getsockname()[1]
    at = [] if database is None else ["--database", database]
    command = [str(BIN / "automarium"), "serve", "--no-browser", "--rate", "0", "--port", str(port), *at]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield f"http://127.0.0.1:{port}", process.pid
    finally:
        process.terminate()
        process.wait(10)


def get_megabytes(process: int) -> float:
    """Return the memory that a process holds."""
    for line in Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    return 0.0


def get_cpu_seconds(process: int) -> float:
    """Return the CPU time of a process, the figure that other load changes least."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


# ----------------------------------------------------------------------------------------------------------- the driver


async def drive(many: int, rate: float, seconds: float, database: str | None) -> Measurements:
    measured = Measurements()
    with start_server(database) as (address, process):
        connections = httpx2.Limits(max_connections=2 * many + 50, max_keepalive_connections=2 * many + 50)
        async with httpx2.AsyncClient(base_url=address, limits=connections, timeout=30) as client:
            await _answers(client)
            measured.memory["start"] = get_megabytes(process)
            store = open_store(database)
            tables = [await OpenGame.begun(client, store, number, many) for number in range(many)]
            await _press(tables, rate, 2 * many / rate, Measurements())
            for table in tables:
                table.measured = measured
            measured.memory["all games at hand"] = get_megabytes(process)
            halves = (("middle", seconds / 2), ("end", seconds / 2))
            begun, worked = time.perf_counter(), get_cpu_seconds(process)
            for name, share in halves:
                await _press(tables, rate, share, measured)
                measured.memory[name] = get_megabytes(process)
            measured.seconds = time.perf_counter() - begun
            measured.work = get_cpu_seconds(process) - worked
            for table in tables:
                table.leave()
            store.close()
    return measured


async def _answers(client: httpx2.AsyncClient) -> None:
    for _ in range(200):
        with contextlib.suppress(httpx2.TransportError):
            (await client.get("/health")).raise_for_status()
            return
        await asyncio.sleep(0.05)
    raise RuntimeError("the server does not answer")


async def _press(tables: list[OpenGame], rate: float, seconds: float, measured: Measurements) -> None:
    """Press by the clock, whether or not the server keeps up."""
    chance = random.Random(1)
    order = list(range(len(tables)))
    begun = time.perf_counter()
    pressing: set[asyncio.Task[None]] = set()
    for number in range(int(seconds * rate / 2)):
        if number % len(order) == 0:
            chance.shuffle(order)
        due = begun + number * 2 / rate
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        measured.late = max(measured.late, 1000 * (time.perf_counter() - due))
        pressing.add(asyncio.create_task(tables[order[number % len(order)]].press()))
        pressing = {task for task in pressing if not task.done() or task.result()}
    await asyncio.gather(*pressing)


class OpenGame:
    """A game open in one page. What to press is read from the store, at no cost to the server."""

    def __init__(self, client: httpx2.AsyncClient, store: Store, kind: str) -> None:
        self.client, self.store, self.kind = client, store, kind
        definition = plugins.load_definition(kind)
        self.rival = definition.lab.rival(Pack.of_folder(os.path.join(definition.folder, "pack")), Chance(1))
        self.measured = Measurements()
        self.session: Session
        self._listening: asyncio.Task[None] | None = None
        self._pressing = asyncio.Lock()  # one client per game, which waits for its answer

    @classmethod
    async def begun(cls, client: httpx2.AsyncClient, store: Store, number: int, many: int) -> OpenGame:
        """Return a game; the first one is only set up, the last one almost over."""
        names = plugins.names()
        table = cls(client, store, names[number % len(names)])
        await table.begin()
        for _ in range(MOST_LINES * number // many):
            if table.over:
                await table.begin()
            table.session.put(table.input())
        return table

    @property
    def over(self) -> bool:
        game = self.session.game
        return game.question is None and game.definition.status(game.position).over

    def input(self) -> Input:
        """Return the next input of the player."""
        question = self.session.game.question
        if question is None:
            return parse_input(self.session.definition, {"do": "next"})
        return Respond(self.rival.answer(question))

    async def begin(self) -> None:
        self.leave()
        answer = await self.client.post(f"/new/{self.kind}", data={})
        assert answer.status_code == 303, answer.text
        self.session = open_session(self.store, answer.headers["location"].split("/")[2])
        self._listening = asyncio.create_task(self._listen())

    def leave(self) -> None:
        if self._listening is not None:
            self._listening.cancel()

    async def _listen(self) -> None:
        address = f"/g/{self.session.key}/events"
        with contextlib.suppress(httpx2.TransportError):
            async with self.client.stream(
                "GET", address, params={"since": self.session.revision}, timeout=None
            ) as news:
                async for line in news.aiter_lines():
                    self.measured.heard += line.startswith("event: revision")

    async def press(self) -> None:
        async with self._pressing:
            await self._press()

    async def _press(self) -> None:
        session = self.session
        session.refresh()
        if self.over:
            await self.begin()
            session = self.session
        input_ = self.input()
        sent = {"do": "answer", **_list_fields(input_.to)} if isinstance(input_, Respond) else {"do": "next"}
        begun = time.perf_counter()
        moved = await self.client.post(f"/g/{session.key}/do", data={**sent, "revision": str(session.revision)})
        done = time.perf_counter()
        assert moved.status_code == 303, moved.text
        page = await self.client.get(moved.headers["location"])
        assert page.status_code == 200, page.text
        self.measured.turns.append(1000 * (done - begun))
        self.measured.pages.append(1000 * (time.perf_counter() - done))


def _list_fields(answer: Answer) -> dict[str, str]:
    """Return an answer as the page sends it: that to a form field by field."""
    if isinstance(answer, dict):
        return {f"to.{name}": _text(one) for name, one in answer.items()}
    return {"to": _text(answer)}


def _text(answer: Answer) -> str:
    return " ".join(map(str, answer)) if isinstance(answer, list) else str(answer)


if __name__ == "__main__":
    sys.exit(main())
