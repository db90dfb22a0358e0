"""Helpers for the lab tests: small plans, and a runner that is interrupted."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

from automarium.lab.configuration import Plan, make_configuration, make_plan
from automarium.lab.simulation import SerialRunner, simulate

T = TypeVar("T")


def small_plan(games: int = 250, seed: int = 3, **more: Any) -> Plan:
    levels = [
        make_configuration("expeditions", {"level": level}, rival="regular", label=f"level={level}") for level in (3, 4)
    ]
    return make_plan(levels[: 1 if games > 200 else 2], games, seed, **more)


class InterruptedRunner:
    """A runner that raises KeyboardInterrupt after so many chunks."""

    workers = 1

    def __init__(self, after: int) -> None:
        self._after = after

    def run(self, function: Callable[..., T], jobs: Sequence[tuple[Any, ...]]) -> Iterator[tuple[int, T]]:
        for number, job in reversed(list(enumerate(jobs))):  # in another order, as parallel workers would
            if len(jobs) - number > self._after:
                raise KeyboardInterrupt
            yield number, function(*job)


def read_results(asked: Plan, out: Path) -> bytes:
    simulate(asked, out, SerialRunner())
    return out.read_bytes()
