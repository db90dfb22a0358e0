"""Stores with flipped bits and odd values: reported in words, and other games stay usable."""

from __future__ import annotations

import io
import random

from automarium.engine.message import Refused
from automarium.games import plugins
from automarium.games.expeditions.commands import Go
from automarium.i18n.translator import Translator
from automarium.sessions.backup import export
from automarium.sessions.session import new_session, open_session
from automarium.storage import store_factory
from automarium.storage.store_factory import open_store
from tests.attack.attack_result import AttackResult


def attack(count: int, seed: int = 16) -> AttackResult:
    result = AttackResult("damaged stores")
    store = open_store()
    for game in range(3):
        session = new_session(store, plugins.load_definition("expeditions"), {"level": 2, "starts": "human"}, {}, game)
        for place in ("N3", "N4"):
            session.put(Go(place))
    store.close()
    file = store_factory.own_file()
    whole = file.read_bytes()
    dice = random.Random(seed)
    for number in range(count):
        damaged = bytearray(whole)
        for _ in range(dice.randint(1, 6)):
            damaged[dice.randrange(len(damaged))] ^= 1 << dice.randrange(8)
        for more in ("-wal", "-shm"):
            file.with_name(file.name + more).unlink(missing_ok=True)
        file.write_bytes(damaged)
        result.attempt(f"store {number}", _looked_through)
    return result


def _looked_through() -> None:
    translator = Translator("en", plugins.folders())
    try:
        store = open_store()
    except Refused as refused:
        translator.refusal(refused)
        return
    try:
        for one in store.games():
            try:
                open_session(store, one.key)
            except Refused as refused:
                translator.refusal(refused)
                store.rest(one.key)
        export(store, io.BytesIO())
    except Refused as refused:  # whole pages may be lost, with a message
        translator.refusal(refused)
    finally:
        store.close()
