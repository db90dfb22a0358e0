"""A ready-made board: places on a ring, in a row or as hexes, each with its name, numbers and the pieces on it.

A game that draws its own board needs none of this; it uses ``svg.place`` for what can be tapped.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import cos, pi, sin
from typing import Any

import msgspec

from automarium.engine.drawing.hexes import WIDTH, Point, corners, middle
from automarium.engine.drawing.scene import Scene
from automarium.engine.drawing.svg import SvgValue, circle, disc, element, group, label, number, place, polygon, text
from automarium.engine.layout import Side

LETTERS = 22.0
REACH = WIDTH * 0.46  # from the middle of a round place to its rim
MARGIN = 58.0
HEADING = 50.0
LINE = 30.0  # from row to row below the board
PIECE = 14.0
IN_A_ROW = 4  # places of a row that is long


class Piece(msgspec.Struct, frozen=True):
    """A piece on a place: a letter in the colours of its side. ``name`` is its name in the layout, so that the page can
    animate it; ``title`` is the text for screen readers."""

    side: Side
    letter: str
    name: str = ""
    title: str = ""


class Tokens(msgspec.Struct, frozen=True):
    """A number of identical things on a place, as it is written there; ``name`` is their name in the layout."""

    side: Side
    name: str
    words: str


def ring_points(places: Sequence[str]) -> dict[str, Point]:
    """Return the middles of places on a ring, clockwise from the top."""
    radius = max(WIDTH * 1.3, WIDTH * 1.15 / (2 * sin(pi / max(len(places), 3))))
    turn = 2 * pi / max(len(places), 1)
    return {one: (radius * sin(n * turn), -radius * cos(n * turn)) for n, one in enumerate(places)}


def row_points(places: Sequence[str]) -> dict[str, Point]:
    """Return the middles of places in a row, from left to right; a long row continues below in the opposite direction,
    so that neighbours stay next to each other and letters are large enough on a phone."""
    wide = IN_A_ROW if len(places) > IN_A_ROW + 1 else max(len(places), 1)
    points = {}
    for index, one in enumerate(places):
        row, column = divmod(index, wide)
        points[one] = ((wide - 1 - column if row % 2 else column) * WIDTH * 1.15, row * WIDTH * 1.15)
    return points


def hex_points(rows: Sequence[Sequence[str]]) -> dict[str, Point]:
    """Return the middles of hexes in rows; every second row is shifted by half a hex to the right."""
    return {one: middle(column, row) for row, places in enumerate(rows) for column, one in enumerate(places) if one}


def list_neighbours(points: Mapping[str, Point], place: str) -> list[str]:
    """Return the hexes that touch one."""
    x, y = points[place]
    return [one for one, (a, b) in points.items() if one != place and (a - x) ** 2 + (b - y) ** 2 < (WIDTH * 1.1) ** 2]


def draw_place_board(
    scene: Scene[Any, Any],
    points: Mapping[str, Point],
    *,
    titles: Mapping[str, str],
    numbers: Mapping[str, int | str | Sequence[Tokens]],
    pieces: Mapping[str, Sequence[Piece]],
    links: Iterable[tuple[str, str]] = (),
    hexes: bool = False,
    rows: Sequence[tuple[str, str]] = (),
) -> str:
    """Return a picture of places at ``points``. Of each place ``titles`` has what a screen reader says, ``numbers``
    what is written on it, ``pieces`` what is there. ``links`` are lines between places, ``rows`` what is not on a
    place, each with its value."""
    colours = scene.colours
    left = min((x for x, _ in points.values()), default=0.0) - MARGIN
    right = max((x for x, _ in points.values()), default=440.0) + MARGIN
    top = min((y - MARGIN for _, y in points.values()), default=0.0)
    bottom = max((y + MARGIN for _, y in points.values()), default=0.0)
    parts = [
        element("line", x1=x, y1=y, x2=a, y2=b, stroke=colours.faint, stroke_width=4)
        for (x, y), (a, b) in [(points[one], points[other]) for one, other in links]
    ]
    for one, at in points.items():
        given = numbers.get(one, "")
        tokens = (
            given if not isinstance(given, (int, str)) else [] if given == "" else [Tokens("table", "", str(given))]
        )
        parts.append(_draw_place(scene, one, at, titles.get(one, one), tokens, pieces.get(one, ()), hexes))
    for index, (words, value) in enumerate(rows):
        y = bottom + (index + 0.7) * LINE
        parts.append(label(words, left + 20, y, LETTERS, colours.ink, anchor="start", fit=right - left - 120))
        parts.append(label(value, right - 20, y, LETTERS + 2, colours.ink, bold=True, anchor="end"))
    box = (left, top, right - left, bottom - top + len(rows) * LINE + (10 if rows else 0))
    if scene.bare:
        return scene.board(box, LETTERS, *parts)
    inside = element("g", *parts, transform=f"translate({number(-left)} {number(HEADING - top)})")
    return scene.document((box[2], box[3] + HEADING + 10), 20, "", inside)


def _draw_place(
    scene: Scene[Any, Any],
    id_: str,
    at: Point,
    title: str,
    tokens: Sequence[Tokens],
    pieces: Sequence[Piece],
    is_hex: bool,
) -> str:
    (x, y), colours, trace = at, scene.colours, scene.trace
    is_chosen = trace is not None and trace.chosen == id_
    is_candidate = trace is not None and id_ in trace.candidates
    look: dict[str, SvgValue] = {
        "fill": colours.paper,
        "stroke": colours.mark if is_chosen or is_candidate else colours.faint,
        "stroke_width": 6.0 if is_chosen else 3.5 if is_candidate else 2.0,
        "stroke_dasharray": "6 5" if is_candidate and not is_chosen else None,
    }
    shape = polygon(corners(at, 0.95), **look) if is_hex else circle(x, y, REACH, **look)
    parts = [shape, label(id_, x, y - 22, LETTERS, colours.ink, fit=60)]
    # How far below the middle pieces and numbers are, and how wide the place is there.
    pieces_at, low, wide = (-1, 34, 82.0) if is_hex else (4, 38, 58.0)
    room = min(wide / max(len(tokens), 1), 38.0)
    for index, one in enumerate(tokens):
        along = x + (index - (len(tokens) - 1) / 2) * room
        drawn = label(one.words, along, y + low, 20, colours.ink, bold=True, fit=room - 4)
        parts.append(element("g", drawn, data_piece=f"{one.side}.{one.name}") if one.name else drawn)
    r = min(PIECE, REACH * 0.9 / max(len(pieces), 1) - 1)
    for index, piece in enumerate(pieces):
        parts.append(_draw_piece(scene, piece, (x + (index - (len(pieces) - 1) / 2) * (2 * r + 3), y + pieces_at), r))
    return place(id_, title, at, REACH, *parts)


def _draw_piece(scene: Scene[Any, Any], piece: Piece, at: Point, r: float) -> str:
    colours, (x, y) = scene.colours, at
    fills = {"automa": (colours.automa, colours.on_automa), "human": (colours.human, colours.ink)}
    fill, ink = fills.get(piece.side, (colours.faint, colours.paper))
    letter = text(piece.letter, x, y + r * 0.43, r * 1.15, ink, bold=True, fit=r * 1.7)
    parts = [circle(x, y, r, fill=fill, stroke=colours.ink, stroke_width=2), letter]
    inside = group(piece.title, *parts) if piece.title else "".join(parts)
    return disc("piece", at, r + 1, inside, data_piece=f"{piece.side}.{piece.name}" if piece.name else None)
