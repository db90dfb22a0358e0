"""Places on a ring, in a line or on hexes: their order, neighbours and distances, for rules that look them up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, TypeAlias

PlaceKind: TypeAlias = Literal["ring", "line", "hex"]
FAR = 999  # between places that are not connected


class PlaceMap:
    """``places`` in reading order, which is also the order of a ring (clockwise) or a line. ``hexes`` has the column
    and the row of each place, for hexes with a corner at the top and odd rows shifted to the right. All tables are
    computed once."""

    def __init__(
        self, kind: PlaceKind, places: Iterable[str], hexes: Mapping[str, tuple[int, int]] | None = None
    ) -> None:
        self.kind, self.places, self.hexes = kind, tuple(places), hexes or {}
        self.order = {place: index for index, place in enumerate(self.places)}
        self.neighbours = {place: self._find_neighbours(place) for place in self.places}
        self._distances = {place: self._measure(place) for place in self.places}

    def distance(self, one: str | None, other: str | None) -> int:
        """Return the number of steps between two places."""
        return self._distances.get(one or "", {}).get(other or "", FAR)

    def steps_ahead(self, one: str | None, other: str | None) -> int:
        """Return the number of steps forward from one place to another: clockwise on a ring."""
        if one not in self.order or other not in self.order:
            return FAR
        ahead = self.order[other] - self.order[one]
        return ahead % len(self.places) if self.kind == "ring" else ahead if ahead >= 0 else FAR

    def within(self, one: str | None, steps: int) -> tuple[str, ...]:
        """Return the places at most this many steps away, in reading order."""
        away = self._distances.get(one or "", {})
        return tuple([place for place in self.places if away.get(place, FAR) <= steps])

    def ahead(self, one: str | None, steps: int) -> tuple[str, ...]:
        """Return the places reached with at most this many steps forward, the nearest first."""
        if one not in self.order:
            return ()
        start, count = self.order[one], len(self.places)
        if self.kind == "ring":
            return tuple(self.places[(start + step) % count] for step in range(min(steps, count - 1) + 1))
        return self.places[start : start + max(steps, -1) + 1]

    def _find_neighbours(self, place: str) -> tuple[str, ...]:
        if self.kind == "hex":
            column, row = self.hexes[place]
            aside = column + (row % 2) - 1
            around = {(column - 1, row), (column + 1, row)}
            around |= {(aside + step, row + up) for step in (0, 1) for up in (-1, 1)}
            return tuple(other for other in self.places if self.hexes[other] in around)
        index, count = self.order[place], len(self.places)
        if self.kind == "ring":
            beside = sorted({(index - 1) % count, (index + 1) % count} - {index})
        else:
            beside = [other for other in (index - 1, index + 1) if 0 <= other < count]
        return tuple(self.places[other] for other in beside)

    def _measure(self, start: str) -> dict[str, int]:
        """Return the distance of every connected place from one."""
        found, ring, away = {start: 0}, [start], 0
        while ring:
            away += 1
            ring = list(dict.fromkeys(near for one in ring for near in self.neighbours[one] if near not in found))
            found |= dict.fromkeys(ring, away)
        return found
