"""``kill -9`` in the middle of writing, again and again on each database: nothing acknowledged is ever lost."""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import pairwise

from automarium.companion.keeping import open_store
from automarium.companion.session import open_session
from automarium.companion.store import Store
from tests.proof import scale

KILLS = scale(20, 200)
ROUNDS_A_GAME = 10  # each player goes on with what the killed one before has left


def test_nothing_acknowledged_is_lost_by_kill_9(store: Store, database: str | None, seed: int) -> None:
    command = [sys.executable, "-c", KILLER, database or "", str(KILLS), str(ROUNDS_A_GAME), str(seed)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=1200)
    assert done.returncode == 0, done.stderr
    rounds = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(rounds) == KILLS
    assert sum(one["last"] > one["first"] for one in rounds) > KILLS / 2, "most were killed while they wrote"
    # After the last line that was acknowledged at most the one that was being written may follow.
    for one, following in pairwise(rounds):
        if one["key"] == following["key"]:
            assert one["last"] <= following["first"] <= one["last"] + 1
    last = {one["key"]: one["last"] for one in rounds}
    assert len(last) == KILLS / ROUNDS_A_GAME
    afresh = open_store(database)
    for kept in afresh.games():
        journal = afresh.read(kept.key)
        assert last[kept.key] <= journal.revision <= last[kept.key] + 1
        assert kept.revision == journal.revision
        again = open_session(afresh, kept.key)
        assert again.words == [], "every line gives the position that it gave when it was played"
        assert kept.summary.turn == again.room.status(again.game.position).turn, "the list says what the journal says"
        again.undo()
    afresh.close()


# One process that starts players by forking, so that a round takes milliseconds. A player opens the store by itself,
# and says each revision when it is kept; it is killed at a random
# moment after a few of its words.
KILLER = """
import json, os, random, signal, sys, time
from automarium import games
from automarium.companion.keeping import open_store
from automarium.companion.session import new_session, open_session
from automarium.kernel.game import read_input

url, kills, rounds = sys.argv[1] or None, int(sys.argv[2]), int(sys.argv[3])
random.seed(int(sys.argv[4]))
room = games.room("expeditions")


def play(key, pipe):
    session = open_session(open_store(url), key)
    os.write(pipe, b"%d\\n" % session.revision)
    while True:
        for act in ("go", "undo", "redo", "go", "undo"):
            if act == "go":
                session.put(read_input(room, {"do": "go", "to": random.choice(["N3", "N4", "S2"])}))
            else:
                getattr(session, act)()
            os.write(pipe, b"%d\\n" % session.revision)


for kill in range(kills):
    if kill % rounds == 0:
        store = open_store(url)
        key = new_session(store, room, {"level": 2, "starts": "human"}, {}, kill).key
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
