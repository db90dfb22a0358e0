"""Means, shares and medians of many games with their 95 % confidence intervals."""

from __future__ import annotations

from collections import Counter
from math import ceil, sqrt
from typing import TypeAlias

import msgspec

from automarium.engine.message import Say

MOST_DIGITS = 6
NO_SHARE = 1e-9  # below it a share is a rounding error
# Quantiles of the normal distribution: of 97.5 %, for intervals of 95 %, and of 80 %, for enough games to detect a
# difference four times out of five.
Z, POWER = 1.9599639845400536, 0.8416212335729144


class Interval(msgspec.Struct, frozen=True):
    """A figure with its 95 % confidence interval."""

    value: float
    low: float
    high: float

    @property
    def settled(self) -> bool:
        """Whether the interval excludes zero."""
        return self.low > 0 or self.high < 0

    def scale(self, factor: float) -> Interval:
        return Interval(self.value * factor, self.low * factor, self.high * factor)


def format_number(number: float, say: Say, digits: int = 1, sign: str = "") -> str:
    """Format a number as the language of ``say`` writes it; with the sign ``+`` if it is a difference."""
    text = f"{number:{sign}.{digits}f}"
    return text.replace("-", "−").replace(".", say("number.decimal"))


def format_interval(interval: Interval, say: Say, digits: int = 1, sign: str = "") -> str:
    """Format an interval: ``89.2 (88.4 … 90.1)``."""
    value, low, high = (format_number(one, say, digits, sign) for one in (interval.value, interval.low, interval.high))
    return f"{value} ({low} … {high})"


def format_percent(interval: Interval, say: Say) -> str:
    """Format the interval of a share: ``91.6 % (88.8 … 93.7)``, with as many digits as it takes to tell its end from
    nothing or from everything: ``0.0 % (0.0 … 0.004)``."""
    low, high = (format_share(end, say).removesuffix(" %") for end in (interval.low, interval.high))
    return f"{format_share(interval.value, say)} ({low} … {high})"


def format_share(share: float, say: Say) -> str:
    """Format a share: ``91.6 %``."""
    rest = min(share, 1 - share)
    digits = 1
    while rest > NO_SHARE and rest * 100 < 0.5 * 10**-digits and digits < MOST_DIGITS:
        digits += 1
    return f"{format_number(100 * share, say, digits)} %"


class Moments:
    """Running count, mean and deviation (Welford's algorithm)."""

    def __init__(self) -> None:
        self.count = 0
        self.mean = 0.0
        self._squares = 0.0

    def add(self, number: float) -> None:
        self.count += 1
        away = number - self.mean
        self.mean += away / self.count
        self._squares += away * (number - self.mean)

    @property
    def deviation(self) -> float:
        return sqrt(self._squares / (self.count - 1)) if self.count > 1 else 0.0

    def interval(self) -> Interval:
        half = Z * self.deviation / sqrt(self.count) if self.count else 0.0
        return Interval(self.mean, self.mean - half, self.mean + half)

    def interval_of_wins(self) -> Interval:
        """Return the interval of differences between games won and lost, each −1, 0 or 1. Half a game is added to
        each of the four ways in which a pair can end (Agresti and Min), so that pairs that never differed in a few
        games are not said never to differ."""
        size = self.count + 2
        gained = self.count * self.mean
        changed = self._squares + gained * self.mean
        half = Z * sqrt(changed + 1 - gained * gained / size) / size
        return Interval(self.mean, max(gained / size - half, -1.0), min(gained / size + half, 1.0))

    def games_to_settle(self) -> int | None:
        """Return how many such numbers would show that their mean is not zero; None if it may be zero."""
        if not self.deviation or not self.mean:
            return None
        return ceil(((Z + POWER) * self.deviation / self.mean) ** 2)


Reach: TypeAlias = tuple[int, int, int]  # the 10 % quantile, the median and the 90 % quantile


class Distribution:
    """Counts of integers, with exact quantiles."""

    def __init__(self) -> None:
        self.counts: Counter[int] = Counter()
        self.moments = Moments()

    def add(self, number: int) -> None:
        self.counts[number] += 1
        self.moments.add(number)

    @property
    def count(self) -> int:
        return self.moments.count

    def quantile(self, share: float) -> int:
        """Return the smallest number that is at least as large as this share of the numbers."""
        return self._at(ceil(share * self.count))

    def reach(self) -> Reach:
        return self.quantile(0.1), self.quantile(0.5), self.quantile(0.9)

    def median(self) -> Interval:
        """Return the median with the interval of its order statistics."""
        half = Z * sqrt(self.count) / 2
        low, high = int(self.count / 2 - half), ceil(self.count / 2 + half) + 1
        return Interval(self.quantile(0.5), self._at(low), self._at(high))

    def _at(self, rank: int) -> int:
        rank = min(max(rank, 1), self.count)
        seen = 0
        for number in sorted(self.counts):
            seen += self.counts[number]
            if seen >= rank:
                return number
        return 0


def compute_share(hits: float, count: int) -> Interval:
    """Return a share with its Wilson interval, which stays within 0 and 1."""
    if not count:
        return Interval(0, 0, 1)
    part, square = hits / count, Z * Z
    middle = (part + square / (2 * count)) / (1 + square / count)
    half = Z * sqrt(part * (1 - part) / count + square / (4 * count * count)) / (1 + square / count)
    return Interval(part, max(0.0, middle - half), min(1.0, middle + half))


class Strength(msgspec.Struct, frozen=True):
    """How often the Automa wins against a human who makes so many points on average."""

    points: float
    wins: Interval


class WinBand(msgspec.Struct, frozen=True):
    """The Automa's wins over a range of human strength, the weakest human first, and the points with which a human
    would win every other game. ``human``: the points of the stand-in, on which both rest; ``curve``: the same strengths
    and those from there to the even one."""

    human: float
    strengths: tuple[Strength, ...]
    curve: tuple[Strength, ...]
    even: Interval


BAND = (-0.2, -0.1, 0.0, 0.1, 0.2)  # more or fewer points than the stand-in, as parts of its own
MOST_STEPS = 20  # of a tenth of the stand-in's points, from the band to the even strength


def find_win_band(leads: Distribution, human: float, tied: float = 0.5) -> WinBand:
    """Return the wins against humans who make some points more or fewer than the stand-in in the same games. ``leads``
    are the Automa's points minus the human's; ``tied`` is the share of equal scores that it wins."""

    def measure(part: float) -> Strength:
        more = round(abs(human) * part)
        won = sum(count * (lead > more) + count * (lead == more) * tied for lead, count in leads.counts.items())
        return Strength(human + more, compute_share(won, leads.count))

    found = tuple(map(measure, BAND))
    middle = leads.median()
    even = Interval(*(human + end for end in (middle.value, middle.low, middle.high)))
    curve = [*found]
    for step in range(1, MOST_STEPS):
        if curve[-1].points < even.value:
            curve.append(measure(BAND[-1] + step / 10))
        elif curve[0].points > even.value:
            curve.insert(0, measure(BAND[0] - step / 10))
    return WinBand(human, found, tuple(curve), even)
