"""The places of a document as a board: order, distances, neighbours and centres."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin

from automarium.documents.schema import PlacesSection
from automarium.engine.drawing.hexes import ROW, WIDTH, Point

FAR = 999  # between places that are not connected


class DocumentBoard:
    """``places`` in reading order. Tables are made once, so that a rule only looks them up."""

    def __init__(self, given: PlacesSection | None) -> None:
        self.kind = "" if given is None else given.kind
        hexes = {} if given is None else given.hexes
        self.places: tuple[str, ...] = () if given is None else tuple(given.list or hexes)
        self.order = {place: index for index, place in enumerate(self.places)}
        self.hexes = hexes
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
        """Return the places at most so many steps away, in reading order."""
        away = self._distances.get(one or "", {})
        return tuple([place for place in self.places if away.get(place, FAR) <= steps])

    def ahead(self, one: str | None, steps: int) -> tuple[str, ...]:
        """Return the places that are reached with so many steps forward or fewer, the nearest first."""
        if one not in self.order:
            return ()
        start, count = self.order[one], len(self.places)
        if self.kind == "ring":
            return tuple(self.places[(start + step) % count] for step in range(min(steps, count - 1) + 1))
        return self.places[start : start + max(steps, -1) + 1]

    def centres(self) -> dict[str, Point]:
        """Return where each place is drawn; neighbours are a little more than ``WIDTH`` apart."""
        count = len(self.places)
        if self.kind == "ring":
            radius = max(WIDTH * 1.3, WIDTH * 1.15 / (2 * sin(pi / max(count, 3))))
            return {
                place: (radius * sin(2 * pi * index / count), -radius * cos(2 * pi * index / count))
                for place, index in self.order.items()
            }
        if self.kind == "hex":
            return {place: ((column + row % 2 / 2) * WIDTH, row * ROW) for place, (column, row) in self.hexes.items()}
        row = 7 if count > 9 else max(count, 1)  # a long line goes on below
        return {place: (index % row * WIDTH * 1.15, index // row * WIDTH * 1.3) for place, index in self.order.items()}

    def _find_neighbours(self, place: str) -> tuple[str, ...]:
        if self.kind == "hex":
            column, row = self.hexes[place]
            aside = column + (row % 2) - 1
            around = {(column - 1, row), (column + 1, row)}
            around |= {(aside + step, row + up) for step in (0, 1) for up in (-1, 1)}
            return tuple(other for other in self.places if self.hexes[other] in around)
        index, count = self.order[place], len(self.places)
        if self.kind == "ring":
            beside: Sequence[int] = sorted({(index - 1) % count, (index + 1) % count} - {index})
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
