"""What the picture of a game is made of: a ready-made board of places, SVG elements, icons, hexes."""

from __future__ import annotations

from automarium.engine.drawing.hexes import corners, shared_edge
from automarium.engine.drawing.place_board import (
    Piece,
    Tokens,
    draw_place_board,
    hex_points,
    list_neighbours,
    ring_points,
    row_points,
)
from automarium.engine.drawing.scene import Scene
from automarium.engine.drawing.svg import (
    LegendEntry,
    Theme,
    circle,
    draw_icon,
    element,
    group,
    ink_on,
    pattern,
    place,
    polygon,
    shift,
    text,
    text_width,
)

__all__ = [
    "LegendEntry",
    "Piece",
    "Scene",
    "Theme",
    "Tokens",
    "circle",
    "corners",
    "draw_icon",
    "draw_place_board",
    "element",
    "group",
    "hex_points",
    "ink_on",
    "list_neighbours",
    "pattern",
    "place",
    "polygon",
    "ring_points",
    "row_points",
    "shared_edge",
    "shift",
    "text",
    "text_width",
]
