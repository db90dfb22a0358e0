"""The file of the balance baseline, and what it says about a player: it needs nothing that plays games."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from statistics import NormalDist, fmean

import msgspec

from automarium.engine.message import Refused, refuse
from automarium.engine.validation import convert
from automarium.lab import FOLDER

FILE = Path(FOLDER, "baseline.json")
RIVAL = "regular"  # the stand-in of its games


class Figure(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A mean and the standard deviation of single games."""

    mean: float
    deviation: float


class Baseline(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    game: str
    level: str
    rival: str
    games: int
    figures: dict[str, Figure]


def read_baseline(file: Path) -> list[Baseline]:
    try:
        return convert(list[Baseline], msgspec.json.decode(file.read_bytes()), os.fspath(file))
    except (OSError, msgspec.DecodeError) as error:
        raise refuse("lab.unreadable", str(file), detail=str(error)) from None


def write_baseline(file: Path, kept: Sequence[Baseline]) -> None:
    """Write a line for each level, so that a diff is readable."""
    lines = ",\n".join(msgspec.json.encode(one).decode() for one in kept)
    try:
        file.write_text(f"[\n{lines}\n]\n", "utf-8")
    except OSError as error:
        raise refuse("store.unwritable", "--file", file=str(file), detail=error.strerror) from None


def estimate_wins(game: str, level: str, points: Sequence[int]) -> float | None:
    """Return the share of games that a player with these points would win at a level, by the Automa's points in the
    baseline; None if it has no such level. The Automa's points are taken to be normally distributed."""
    found = next((one for one in _load_baseline() if (one.game, one.level) == (game, level)), None)
    if found is None or not points:
        return None
    automa = found.figures["automa"]
    spread = NormalDist(automa.mean, max(automa.deviation, 0.5))
    return fmean(spread.cdf(one) for one in points)


@cache
def _load_baseline() -> list[Baseline]:
    try:
        return read_baseline(FILE)
    except Refused:  # a package without the file
        return []
