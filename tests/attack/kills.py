"""``kill -9`` while writing, of a process at the store and of the whole server. Acknowledged inputs stay."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path

from automarium.sessions.session import open_session
from automarium.storage import user_folder
from automarium.storage.store_factory import open_store
from tests.attack.attack_result import AttackResult
from tests.attack.kit import A_LONG_TIME

ROUNDS_A_GAME = 10  # each process continues what the killed one left


def attack(players: int, servers: int, database: str | None = None, seed: int = 16) -> AttackResult:
    result = AttackResult("kill -9")
    _kill_players(result, players, database, seed)
    if servers:
        _kill_servers(result, servers, seed)
    result.note = f"{players} players, {servers} servers"
    return result


# ------------------------------------------------------------------------------------------------------------- players


def _kill_players(result: AttackResult, kills: int, database: str | None, seed: int) -> None:
    command = [sys.executable, "-c", KILLER, database or "", str(kills), str(ROUNDS_A_GAME), str(seed)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=A_LONG_TIME * 20)
    assert done.returncode == 0, done.stderr
    rounds = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(rounds) == kills
    assert sum(one["last"] > one["first"] for one in rounds) > kills / 2, "most were killed while they wrote"
    # At most the line that was being written may follow the last acknowledged one.
    following = {id(one): next_ for one, next_ in pairwise(rounds) if one["key"] == next_["key"]}
    for number, one in enumerate(rounds):
        found = following.get(id(one), {"first": one["last"]})["first"]
        right = one["last"] <= found <= one["last"] + 1
        result.judge(f"kill {number}", right, f"lost after {one}")
    last = {one["key"]: one["last"] for one in rounds}
    afresh = open_store(database)
    for kept in afresh.games():
        journal = afresh.read(kept.key)
        assert last[kept.key] <= journal.revision <= last[kept.key] + 1
        assert kept.revision == journal.revision
        again = open_session(afresh, kept.key)
        assert again.words == [], "every line gives the position that it gave when it was played"
        assert kept.summary.turn == again.definition.status(again.game.position).turn, (
            "the list says what the journal says"
        )
        again.undo()
    afresh.close()


# One process forks players, so that a round takes milliseconds. A player opens the store itself
# and prints each revision when it is stored; it is killed at a random
# moment after a few of them.
KILLER = """
import json, os, random, signal, sys, time
from automarium.games import plugins
from automarium.storage.store_factory import open_store
from automarium.sessions.session import new_session, open_session
from automarium.engine.game.playthrough import parse_input

url, kills, rounds = sys.argv[1] or None, int(sys.argv[2]), int(sys.argv[3])
random.seed(int(sys.argv[4]))
definition = plugins.load_definition("expeditions")


def play(key, pipe):
    session = open_session(open_store(url), key)
    os.write(pipe, b"%d\\n" % session.revision)
    while True:
        for act in ("go", "undo", "redo", "go", "undo"):
            if act == "go":
                session.put(parse_input(definition, {"do": "go", "to": random.choice(["N3", "N4", "S2"])}))
            else:
                getattr(session, act)()
            os.write(pipe, b"%d\\n" % session.revision)


for kill in range(kills):
    if kill % rounds == 0:
        store = open_store(url)
        key = new_session(store, definition, {"level": 2, "starts": "human"}, {}, kill).key
        store.close()
    ear, mouth = os.pipe()
    player = os.fork()
    if player == 0:
        try:
            play(key, mouth)
        except BaseException:
            import traceback
            traceback.print_exc()
        os._exit(1)
    os.close(mouth)
    with os.fdopen(ear) as said:
        first = last = int(said.readline())
        for _ in range(random.randrange(6)):
            last = int(said.readline())
        time.sleep(random.uniform(0, 0.004))
        os.kill(player, signal.SIGKILL)
        words = said.read()
    _, status = os.waitpid(player, 0)
    assert os.WTERMSIG(status) == signal.SIGKILL, "the player fell over by itself"
    last = max([last, *map(int, words.split())])
    print(json.dumps({"key": key, "first": first, "last": last}))
"""


# ------------------------------------------------------------------------------------------------------------- servers


def _kill_servers(result: AttackResult, kills: int, seed: int) -> None:
    """A client presses on while its server is killed again and again."""
    dice = random.Random(seed)
    key, acknowledged = "", 0
    for number in range(kills):
        with run_server() as (process, port):
            if not key:
                key = _begin(port)
            found = _revision(port, key)
            right = found >= acknowledged
            what = f"{acknowledged} lines acknowledged, {found} there"
            result.judge(f"server {number}", right, what)
            acknowledged = found
            for _ in range(dice.randint(1, 6)):
                acknowledged = _press(port, key, acknowledged)
            killer = subprocess.Popen(
                [sys.executable, "-S", "-c", DELAYED, str(process.pid), str(dice.uniform(0, 0.03))]
            )
            try:
                while True:
                    acknowledged = _press(port, key, acknowledged)
            except OSError:
                killer.wait()


DELAYED = "import os, signal, sys, time; time.sleep(float(sys.argv[2])); os.kill(int(sys.argv[1]), signal.SIGKILL)"


@contextmanager
def run_server(
    *arguments: str,
    log: str = "served.log",
    program: Sequence[str] = ("-m", "automarium"),
    prepare: Callable[[], None] | None = None,
) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """Yield a server of this home folder and its port; kill it at the end. ``prepare`` runs in its process first."""
    folder: Path = user_folder.folder()
    folder.mkdir(parents=True, exist_ok=True)
    out = folder / f"{log}.out"
    command = [sys.executable, *program, "serve", "--no-browser", "--rate", "0", "--port", "0", *arguments]
    with out.open("wb") as said, (folder / log).open("ab") as wrote:
        process = subprocess.Popen(command, stdout=said, stderr=wrote, preexec_fn=prepare)
    try:
        deadline = time.monotonic() + A_LONG_TIME
        while time.monotonic() < deadline and process.poll() is None:
            found = re.search(r"http://127\.0\.0\.1:(\d+)/", out.read_text("utf-8"))
            if found and _answers(int(found[1])):
                yield process, int(found[1])
                return
            time.sleep(0.02)
        raise AssertionError((folder / log).read_text())
    finally:
        if process.poll() is None:
            os.kill(process.pid, signal.SIGKILL)
        process.wait()


def _answers(port: int) -> bool:
    try:
        return bool(_get(port, "/health"))
    except OSError:
        return False


def _get(port: int, path: str) -> str:
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", headers={"accept": "text/html"})
    with urllib.request.urlopen(request, timeout=A_LONG_TIME) as answer:
        text: str = answer.read().decode()
    return text


def _begin(port: int) -> str:
    body = urllib.parse.urlencode({"level": "2", "starts": "human"}).encode()
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/new/expeditions", body, timeout=A_LONG_TIME) as answer:
        found = re.search(r"/g/([\w-]{22})", answer.url)
    assert found is not None
    return found[1]


def _revision(port: int, key: str) -> int:
    found = re.search(r'data-revision="(\d+)"', _get(port, f"/g/{key}"))
    assert found is not None
    return int(found[1])


def _press(port: int, key: str, revision: int) -> int:
    """Send a change at a revision: one more line if it was acknowledged."""
    body = urllib.parse.urlencode({"do": "go", "f.to": "N3" if revision % 2 else "N4", "revision": revision}).encode()
    try:
        urllib.request.urlopen(f"http://127.0.0.1:{port}/g/{key}/do", body, timeout=A_LONG_TIME).close()
    except urllib.error.HTTPError as error:
        raise AssertionError(f"status {error.code}: {error.read()[:200]!r}") from None
    return revision + 1
