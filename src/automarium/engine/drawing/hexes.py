"""Geometry of boards of hexes with a corner at the top: centres, corners and edges."""

from __future__ import annotations

from math import cos, dist, pi, sin

Point = tuple[float, float]

WIDTH = 100.0  # from flat side to flat side
SIZE = WIDTH / 3**0.5  # from the centre to a corner, and as long as an edge
ROW = SIZE * 1.5  # from row to row

_DIRECTIONS = [(cos(angle), sin(angle)) for angle in (pi * (2 * n - 3) / 6 for n in range(6))]  # the top corner first


def middle(column: int, row: int) -> Point:
    """Return the middle of a hex; odd rows are moved right by half a hex."""
    return (column + row % 2 / 2) * WIDTH, row * ROW


def corners(at: Point, scale: float = 1.0) -> list[Point]:
    """Return the six corners of the hex around a point, from the top."""
    return [(at[0] + x * SIZE * scale, at[1] + y * SIZE * scale) for x, y in _DIRECTIONS]


def shared_edge(one: Point, other: Point) -> tuple[Point, Point]:
    """Return the edge between two neighbours, given their centres."""
    middle = ((one[0] + other[0]) / 2, (one[1] + other[1]) / 2)
    along = step_towards(one, other)
    return (
        (middle[0] - along[1] * SIZE / 2, middle[1] + along[0] * SIZE / 2),
        (middle[0] + along[1] * SIZE / 2, middle[1] - along[0] * SIZE / 2),
    )


def step_towards(start: Point, end: Point) -> Point:
    """Return the point one unit from ``start`` in the direction of ``end``."""
    away = dist(start, end) or 1.0
    return (end[0] - start[0]) / away, (end[1] - start[1]) / away


def offset_point(start: Point, end: Point, share: float, aside: float) -> Point:
    """Return the point after ``share`` of the way, ``aside`` units to its left."""
    along = step_towards(start, end)
    return (
        start[0] + (end[0] - start[0]) * share + along[1] * aside,
        start[1] + (end[1] - start[1]) * share - along[0] * aside,
    )


def wave(start: Point, end: Point, height: float, bows: int = 4) -> str:
    """Return a wavy line as path data."""
    data = [f"M{_pair(start)}"]
    for bow in range(bows):
        bend = offset_point(start, end, (bow + 0.5) / bows, height if bow % 2 else -height)
        data.append(f"Q{_pair(bend)} {_pair(offset_point(start, end, (bow + 1) / bows, 0))}")
    return "".join(data)


def _pair(point: Point) -> str:
    return f"{point[0]:.1f} {point[1]:.1f}"
