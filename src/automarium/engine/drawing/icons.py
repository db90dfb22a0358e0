"""Icons for pieces, resources, cards and controls, each on a square of 24 in the colour of the text around it. The
shapes are distinct at the size of a line, without colour.

A game names the icon of each of its things (``signs``); others get the plain one.
"""

from __future__ import annotations

import os
from functools import cache

from automarium.engine.content.pack import load_file
from automarium.engine.drawing.svg import element

PLAIN = "thing"
BOX = 24


@cache
def _outlines() -> dict[str, str]:
    return load_file(os.path.join(os.path.dirname(__file__), "icons"))


def list_names() -> frozenset[str]:
    return frozenset(_outlines())


def get_shape(name: str) -> str:
    """Return the markup of an icon on its square, or of the plain one if the name is unknown."""
    outlines = _outlines()
    return element("path", d=outlines.get(name, outlines[PLAIN]), fill_rule="evenodd")


def draw_icon(name: str, x: float, y: float, size: float, fill: str) -> str:
    """Return an icon in a picture, centred at (x, y)."""
    scale = size / BOX
    left, top = x - size / 2, y - size / 2
    return element("g", get_shape(name), transform=f"translate({left:.1f} {top:.1f}) scale({scale:.3f})", fill=fill)
