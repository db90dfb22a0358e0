"""Guests who fill the store, from one address and from many: the owner and other guests still find room."""

from __future__ import annotations

import time

from automarium.box.box import checked_pack
from automarium.sessions.session import add_record
from automarium.storage.sql_store import UNPLAYED_FOR
from automarium.storage.store import Full, Limits, Store, Summary
from automarium.storage.store_factory import open_store
from tests.attack.attack_result import AttackResult
from tests.attack.foreign_records import encode_lines
from tests.attack.mutations import definitions, list_option_sets, make_record

GAME = Summary("expeditions")


def attack(count: int) -> AttackResult:
    """``count`` games of one greedy address, some of them padded, then games of others."""
    result = AttackResult("exhausted quotas")
    share = max(2, count // 10)
    limits = Limits(guests=2 * share, share=share)
    store = open_store(None, limits)
    now = time.time()
    kept = refused = 0
    for number in range(count):
        try:
            # The first half is a week old.
            age = 7 * UNPLAYED_FOR if number < count // 2 else 0.0
            store.create([b"1\n"], GAME, guest=True, address="192.0.2.1", times=(now, now - age))
            kept += 1
        except Full as full:
            refused += 1
            result.judge("the words", full.message.key == "store.share", full.message.key)
    result.judge("its share", _count(store) == share, f"{_count(store)} games are kept, not {share}")
    result.judge("refusals", refused > 0, "nothing was refused")
    for number in range(share):
        result.attempt("another guest", _begin, store, f"198.51.100.{number % 250}")
    result.attempt("the owner", lambda: None if store.create([b"1\n"], GAME) else "no key")
    result.attempt("a padded record", _pad, store)
    store.close()
    result.note = f"of {count} games of one address {kept} were taken, {refused} refused, {share} are kept at most"
    return result


def _count(store: Store) -> int:
    return sum(one.guest for one in store.games(most=store.limits.all))


def _begin(store: Store, address: str) -> str | None:
    store.create([b"1\n"], GAME, guest=True, address=address)
    return None


def _pad(store: Store) -> str | None:
    definition = definitions()[0]
    content = encode_lines(make_record(definition, next(list_option_sets(definition, checked_pack(definition, {}))), 4))
    padded = content.replace(b"{", b"{" + b" " * 900_000, 1)
    kept = store.read(add_record(store, padded).key).content
    return None if len(kept) <= len(content) else f"{len(kept)} bytes are kept of {len(content)}"
