"""A ready-made board: places on a ring, in a row or as hexes, each with its name, a number and the pieces on it.

A game that draws its own board needs none of this; it uses ``svg.place`` for what can be tapped.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import cos, pi, sin
from typing import Any

import msgspec

from automarium.engine.drawing.hexes import ROW, SIZE, WIDTH, Point, corners
from automarium.engine.drawing.scene import Scene
from automarium.engine.drawing.svg import circle, element, place, polygon, text
from automarium.engine.layout import Side

LETTERS = 26.0
REACH = 42.0  # from the middle of a round place to its rim
MARGIN = 8.0
HEADING = 48.0
PIECE = 16.0


class Piece(msgspec.Struct, frozen=True):
    """A piece on a place: a letter in the colours of its side."""

    side: Side
    letter: str


def ring_points(places: Sequence[str]) -> dict[str, Point]:
    """Return the middles of places on a ring, clockwise from the top."""
    radius = max(REACH * 2.4 / (2 * sin(pi / max(len(places), 3))), 110.0)
    turn = 2 * pi / len(places)
    return {one: (radius * sin(n * turn), -radius * cos(n * turn)) for n, one in enumerate(places)}


def row_points(places: Sequence[str]) -> dict[str, Point]:
    """Return the middles of places in a row, from left to right."""
    return {one: (n * REACH * 2.3, 0.0) for n, one in enumerate(places)}


def hex_points(rows: Sequence[Sequence[str]]) -> dict[str, Point]:
    """Return the middles of hexes in rows; every second row is shifted by half a hex to the right."""
    return {
        one: ((column + row % 2 / 2) * WIDTH, row * ROW)
        for row, places in enumerate(rows)
        for column, one in enumerate(places)
        if one
    }


def list_neighbours(points: Mapping[str, Point], place: str) -> list[str]:
    """Return the hexes that touch one."""
    x, y = points[place]
    return [one for one, (a, b) in points.items() if one != place and (a - x) ** 2 + (b - y) ** 2 < (WIDTH * 1.1) ** 2]


def draw_place_board(
    scene: Scene[Any, Any],
    points: Mapping[str, Point],
    *,
    titles: Mapping[str, str],
    numbers: Mapping[str, int | str],
    pieces: Mapping[str, Sequence[Piece]],
    links: Iterable[tuple[str, str]] = (),
    hexes: bool = False,
) -> str:
    """Return a picture of places at ``points``. Of each place ``titles`` has what a screen reader says, ``numbers``
    what is written on it, ``pieces`` what is there. ``links`` are lines between places."""
    colours = scene.colours
    across, down = (WIDTH / 2, SIZE) if hexes else (REACH + PIECE, REACH + PIECE)
    top = MARGIN + down + (0 if scene.bare else HEADING)
    left = MARGIN + across - min(x for x, _ in points.values())
    shift = top - min(y for _, y in points.values())
    middle = {one: (x + left, y + shift) for one, (x, y) in points.items()}
    width = max(x for x, _ in middle.values()) + across + MARGIN
    height = max(y for _, y in middle.values()) + down + MARGIN
    lines = [
        element(
            "line",
            x1=middle[one][0],
            y1=middle[one][1],
            x2=middle[other][0],
            y2=middle[other][1],
            stroke=colours.faint,
            stroke_width=4,
        )
        for one, other in links
    ]
    drawn = [
        _draw_place(scene, one, at, titles.get(one, one), str(numbers.get(one, "")), pieces.get(one, ()), hexes)
        for one, at in middle.items()
    ]
    if scene.bare:
        return scene.board((0, 0, width, height), LETTERS, *lines, *drawn)
    return scene.document((width, height), MARGIN, "", *lines, *drawn)


def _draw_place(
    scene: Scene[Any, Any], id_: str, at: Point, title: str, number: str, pieces: Sequence[Piece], is_hex: bool
) -> str:
    (x, y), colours = at, scene.colours
    is_chosen = scene.trace is not None and scene.trace.chosen == id_
    edge, wide = (colours.mark, 6) if is_chosen else (colours.water, 3)
    shape = (
        polygon(corners(at, 0.96), fill=colours.paper, stroke=edge, stroke_width=wide)
        if is_hex
        else circle(x, y, REACH, fill=colours.paper, stroke=edge, stroke_width=wide)
    )
    parts = [
        shape,
        text(id_, x, y - (21 if is_hex else 12), LETTERS, colours.faint, fit=REACH * 1.5),
        text(number, x, y + (7 if is_hex else 17), LETTERS, colours.ink, bold=True, fit=REACH * 1.5),
    ]
    for index, piece in enumerate(pieces):
        fill, ink = (colours.automa, colours.on_automa) if piece.side == "automa" else (colours.human, colours.ink)
        along = x + ((index - (len(pieces) - 1) / 2) * PIECE * 2.1 if is_hex else index * PIECE * 2.1 - REACH * 0.7)
        below = y + (32 if is_hex else REACH * 0.85)
        parts.append(circle(along, below, PIECE, fill=fill, stroke=colours.ink, stroke_width=2))
        parts.append(text(piece.letter, along, below + 9, LETTERS, ink, bold=True, fit=PIECE * 1.7))
    return place(id_, title, at, SIZE * 0.85 if is_hex else REACH, *parts)
