"""Imports at once, and imports that are killed: afterwards every game of the backup is there once, whole."""

from __future__ import annotations

import io
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import automarium
from automarium.games import plugins
from automarium.sessions.backup import export, import_file
from automarium.sessions.session import new_session
from automarium.storage.store_factory import open_store
from tests.attack.attack_result import AttackResult

PROCESSES = 4


def attack(rounds: int, games: int, seed: int = 29) -> AttackResult:
    """Import one backup in several processes at once, and kill some of them."""
    result = AttackResult("imports at once, killed")
    dice = random.Random(seed)
    with tempfile.TemporaryDirectory(prefix="automarium-imports-") as folder:
        whole = _make_backup(Path(folder), games)
        for number in range(rounds):
            result.attempt(f"round {number}", _import_at_once, Path(folder), number, whole, dice)
    return result


def _make_backup(folder: Path, games: int) -> dict[str, bytes]:
    """Write a backup of new games and return their contents by key."""
    store = open_store(f"sqlite:{folder / 'source.db'}")
    definition = plugins.load_definition("expeditions")
    for seed in range(games):
        new_session(store, definition, {"level": 2, "starts": "human"}, {}, seed)
    with (folder / "all.backup").open("wb") as target:
        export(store, target)
    whole = {one.key: store.read(one.key).content for one in store.games(most=games)}
    store.close()
    return whole


def _import_at_once(folder: Path, number: int, whole: dict[str, bytes], dice: random.Random) -> str | None:
    database = f"sqlite:{folder / f'{number}.db'}"
    command = [sys.executable, "-m", "automarium", "import", str(folder / "all.backup"), "--database", database]
    environment = {**os.environ, "PYTHONPATH": str(Path(automarium.__file__).parents[1]), "AUTOMARIUM_LANG": "en"}
    started = [
        subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=environment)
        for _ in range(PROCESSES)
    ]
    killed = started[: dice.randrange(PROCESSES)]
    time.sleep(dice.random())
    for one in killed:
        one.kill()
    for one in started:
        _, said = one.communicate(timeout=120)
        if one not in killed and (one.returncode or said):
            return f"exit status {one.returncode}: {said[-500:]!r}"
    store = open_store(database)
    list(import_file(store, io.BytesIO((folder / "all.backup").read_bytes()), ""))
    kept = {one.key: store.read(one.key).content for one in store.games(most=10 * len(whole))}
    count = len(store.games(most=10 * len(whole)))
    store.close()
    return None if kept == whole and count == len(whole) else f"{count} games of {len(whole)}"
