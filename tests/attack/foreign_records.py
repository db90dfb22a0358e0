"""Uploads: own packs and records with odd values, and records made to be expensive."""

from __future__ import annotations

import json
import random
import resource
import time
from collections.abc import Iterator
from typing import Any

from automarium.box.box import checked_pack
from automarium.engine.definition import AnyDefinition
from automarium.engine.message import Refused
from automarium.games import plugins
from automarium.i18n.languages import LANGUAGES
from automarium.i18n.translator import Translator
from automarium.sessions.session import add_record, open_session
from automarium.storage.store import Limits, Store
from automarium.storage.store_factory import open_store
from tests.attack.attack_result import AttackResult
from tests.attack.mutations import definitions, fill_own, list_option_sets, make_record, mutate, mutate_own, try_own

SECONDS = 10.0  # that the page allows for an upload


def attack_packs(count: int, seed: int = 16) -> AttackResult:
    result = AttackResult("mutated packs")
    dice = random.Random(seed)
    known = definitions()
    for number in range(count):
        definition = dice.choice(known)
        own = mutate_own(definition, dice)
        result.attempt(f"pack {number} of {definition.name}", _tried, definition, own)
    return result


def _tried(definition: AnyDefinition, own: dict[str, Any]) -> None:
    try_own(definition, own)


def attack_records(count: int, seed: int = 16) -> AttackResult:
    result = AttackResult("mutated records")
    dice = random.Random(seed)
    store = open_store(None, Limits(games=1_000_000))
    records = list(_records())
    for number in range(count):
        lines = mutate(dice.choice(records), dice)
        content = json.dumps(lines).encode() if not isinstance(lines, list) else encode_lines(lines)
        if dice.random() < 0.3:
            at = dice.randrange(len(content) + 1)
            content = content[:at] + bytes(dice.randrange(256) for _ in range(dice.randint(0, 9))) + content[at + 3 :]
        result.attempt(f"record {number}", take_record, store, content)
    store.close()
    return result


def _records() -> Iterator[list[Any]]:
    for definition in definitions():
        for own in ({}, fill_own(definition)):
            for options in list_option_sets(definition, checked_pack(definition, own)):
                try:
                    yield make_record(definition, options, 6, own)
                except Refused:  # a board that the facts do not include
                    continue


def encode_lines(lines: list[Any]) -> bytes:
    return b"".join(json.dumps(line).encode() + b"\n" for line in lines)


def take_record(store: Store, content: bytes) -> str | None:
    try:
        added = add_record(store, content, guest=True, seconds=SECONDS)
    except Refused as refused:
        for lang in LANGUAGES:
            Translator(lang, plugins.folders()).refusal(refused)
        return None
    again = open_session(store, added.key).game.digest()
    store.delete(added.key)
    return None if again == added.game.digest() else "comes out differently when it is opened again"


def attack_bombs(inputs: int) -> AttackResult:
    """Records just below the size limit, made as expensive as possible."""
    result = AttackResult("record bombs")
    store = open_store(None, Limits(games=1_000_000))
    worst = 0.0
    for name, content in _bombs(inputs):
        before = time.process_time()
        result.attempt(name, take_record, store, content)
        worst = max(worst, time.process_time() - before)
    store.close()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    result.note = f"the worst took {worst:.1f} s of one core; {peak} MB at the most"
    return result


def _bombs(inputs: int) -> Iterator[tuple[str, bytes]]:
    for definition in definitions():
        options = next(list_option_sets(definition, checked_pack(definition, {})))
        header, *lines = make_record(definition, options, 8)
        yield (
            f"{definition.name}: many inputs",
            encode_lines([header, *lines, *[{"do": "next"}, {"do": "undo"}] * inputs]),
        )
        yield (
            f"{definition.name}: undo and redo",
            encode_lines([header, *lines, *[{"do": "undo"}, {"do": "redo"}] * inputs]),
        )
        long = {section: {str(n): {"x": "y" * 200} for n in range(4000)} for section in definition.content.own_sections}
        yield f"{definition.name}: a long own pack", encode_lines([{**header, "own": long}, *lines])
        keys = {f"k{number}": 1 for number in range(24_000)}
        yield f"{definition.name}: many keys", encode_lines([{**header, "options": keys}, *lines])
        yield f"{definition.name}: a long list", encode_lines([header, {"do": "answer", "to": [1] * 200_000}])
        deep = b'{"do":"answer","to":' + b"[" * 100_000 + b"]" * 100_000 + b"}\n"
        yield f"{definition.name}: nested deep", encode_lines([header]) + deep
        twice = b'{"do":"go",' + b",".join(b'"k%d":1' % n for n in range(24_000)) + b',"do":"go"}\n'
        yield f"{definition.name}: a key twice", encode_lines([header]) + twice
