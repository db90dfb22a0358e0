"""Speed compared with other engines. Shared by all measurements: rounds, ratios within a round, targets.

Machines are never idle, so single figures mean little: everything that is compared is measured in the same round and
only the ratio within a round counts. A slow second slows both sides, and the median drops outliers.
"""

from __future__ import annotations

import gc
import statistics
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar


@dataclass(frozen=True)
class Target:
    """What a ratio must reach (a rate) or not exceed (a cost)."""

    limit: float
    at_least: bool

    def met(self, ratio: float) -> bool:
        return ratio >= self.limit if self.at_least else ratio <= self.limit

    def __str__(self) -> str:
        return f"{'≥' if self.at_least else '≤'} {self.limit:g}×"


@dataclass(frozen=True)
class Figure:
    """A line of the table: the values of every round and their ratios to the peer in the same round."""

    name: str
    unit: str
    values: Sequence[float]
    peer: str = ""
    ratios: Sequence[float] = ()  # empty: the peer itself
    target: Target | None = None  # None: for information

    @property
    def value(self) -> float:
        return statistics.median(self.values)

    @property
    def ratio(self) -> float | None:
        return statistics.median(self.ratios) if self.ratios else None

    @property
    def spread(self) -> tuple[float, float] | None:
        """The middle half of the ratios: where a run on a busy machine may end up."""
        if len(self.ratios) < 2:
            return None
        low, _, high = statistics.quantiles(self.ratios, n=4, method="inclusive")
        return low, high

    @property
    def missed(self) -> bool:
        return self.target is not None and self.ratio is not None and not self.target.met(self.ratio)


T = TypeVar("T")
Measure = Callable[[], float]


def interleave(title: str, measures: Mapping[str, Callable[[], T]], rounds: int) -> dict[str, list[T]]:
    """Measure A B C A B C … and drop a first round that warms up."""
    values: dict[str, list[T]] = {name: [] for name in measures}
    for round_ in range(rounds + 1):
        progress(title, round_, rounds)
        for name, measure in measures.items():
            gc.collect()  # so that no measurement collects another's garbage
            value = measure()
            if round_:
                values[name].append(value)
    return values


def compute_ratios(values: Sequence[float], peers: Sequence[float]) -> list[float]:
    return [value / peer for value, peer in zip(values, peers, strict=True)]


def progress(title: str, round_: int, rounds: int) -> None:
    """Show the progress: one updated line on a terminal, every tenth round in a log."""
    text = f"{title}: round {round_} of {rounds}" if round_ else f"{title}: warming up"
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\x1b[K{text}" + ("\n" if round_ == rounds else ""))
        sys.stderr.flush()
    elif round_ % 10 == 0 or round_ == rounds:
        print(text, file=sys.stderr, flush=True)
