"""Compare two configurations played with the same seeds, game by game."""

from __future__ import annotations

from array import array
from collections.abc import Iterable

import msgspec

from automarium.engine.message import refuse
from automarium.lab.result_rows import Row
from automarium.lab.statistics import Interval, Moments

MEASURES = ("automa", "wins", "turns", "human")


class Difference(msgspec.Struct, frozen=True):
    """A measure of both configurations and its difference. ``more``: games that would settle it, None if unknown."""

    measure: str
    first: float
    second: float
    difference: Interval
    games: int
    more: int | None


def compare(rows: Iterable[Row]) -> list[Difference]:
    """Return the differences from the rows of a paired plan: all games of the first configuration, then all of the
    second."""
    first: dict[str, array[float]] = {measure: array("d") for measure in MEASURES}
    pairs = {measure: (Moments(), Moments(), Moments()) for measure in MEASURES}
    configuration = ""
    place = 0
    for row in rows:
        configuration = configuration or row.configuration
        place = place + 1 if row.index else 0
        for measure in MEASURES:
            value = _value(row, measure)
            if row.configuration == configuration:
                first[measure].append(value)
                continue
            if place >= len(first[measure]):
                raise refuse("lab.unpaired")
            before = first[measure][place]
            if value == value and before == before:  # NaN: unknown in this game
                one, two, more = pairs[measure]
                one.add(before)
                two.add(value)
                more.add(value - before)
    return [_difference(measure, *pairs[measure]) for measure in MEASURES if pairs[measure][0].count]


def _value(row: Row, measure: str) -> float:
    match measure:
        case "automa":
            return row.automa
        case "turns":
            return row.turns
        case "wins":
            return float(row.winner == "automa") if row.winner else float("nan")
        case _:
            return row.human if row.human is not None else float("nan")


def _difference(measure: str, one: Moments, two: Moments, more: Moments) -> Difference:
    interval = more.interval()
    needed = None if interval.settled else more.games_to_settle()
    left = None if needed is None else max(needed - more.count, 1)
    return Difference(measure, one.mean, two.mean, interval, more.count, 0 if interval.settled else left)
