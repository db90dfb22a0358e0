"""The work of the lab in chunks: each is a function of the plan and its number, wherever and how often it runs."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import msgspec

from automarium.kernel.reading import known
from automarium.lab import rows
from automarium.lab.configuration import Plan
from automarium.lab.watching import Ready, record, watch


def encoded(plan: Plan) -> bytes:
    """A plan as it is sent to whoever plays a part of it."""
    return msgspec.json.encode(plan)


def play_chunk(plan_: bytes, chunk: int) -> bytes:
    """The rows of a chunk, as CSV without a header."""
    plan, _ = _ready(plan_)
    every = plan.explain
    return rows.encode(
        watch(ready, seed, number, index, explain=every > 0 and index % every == 0)
        for ready, seed, number, index in _games(plan_, chunk)
    )


def records_of(plan_: bytes, chunk: int) -> list[tuple[int, bytes]]:
    """The records of a chunk, each with the number of its game."""
    return [(number, record(ready, seed)) for ready, seed, number, _ in _games(plan_, chunk)]


def _games(plan_: bytes, chunk: int) -> Iterator[tuple[Ready, int, int, int]]:
    """The games of a chunk: what is played with which seed, its number and its index."""
    plan, ready = _ready(plan_)
    for number in plan.numbers(chunk):
        place, index = divmod(number, plan.games)
        yield ready[place], plan.seed_of(plan.seeds or ready[place].digest, index), number, index


@lru_cache(maxsize=4)
def _ready(plan_: bytes) -> tuple[Plan, tuple[Ready, ...]]:
    plan = msgspec.json.decode(plan_, type=known(Plan))
    return plan, tuple(Ready(configuration) for configuration in plan.configurations)
