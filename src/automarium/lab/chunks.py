"""The work of the lab in chunks: each is a function of the plan and its number, wherever and how often it runs."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from automarium.lab import rows
from automarium.lab.configuration import Plan
from automarium.lab.watching import record, watch


@lru_cache(maxsize=4)
def _plan(encoded: bytes) -> Plan:
    return msgspec.json.decode(encoded, type=Plan)


def encoded(plan: Plan) -> bytes:
    """A plan as it is sent to whoever plays a part of it."""
    return msgspec.json.encode(plan)


def play_chunk(plan_: bytes, chunk: int) -> bytes:
    """The rows of a chunk, as CSV without a header."""
    plan = _plan(plan_)
    played = []
    for number in plan.numbers(chunk):
        place, index = divmod(number, plan.games)
        configuration = plan.configurations[place]
        explain = plan.explain > 0 and index % plan.explain == 0
        played.append(watch(configuration, plan.seed_of(configuration, index), number, index, explain=explain))
    return rows.encode(played)


def records_of(plan_: bytes, chunk: int) -> list[tuple[int, bytes]]:
    """The records of a chunk, each with the number of its game."""
    plan = _plan(plan_)
    found = []
    for number in plan.numbers(chunk):
        place, index = divmod(number, plan.games)
        configuration = plan.configurations[place]
        found.append((number, record(configuration, plan.seed_of(configuration, index))))
    return found
