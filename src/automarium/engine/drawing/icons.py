"""Signs of our own for pieces, resources, cards and what a face needs: each on a square of 24, in the colour of the
text around it. Shapes are plain, so that they are told apart at the size of a line, without colour.

A room names the sign of each of its things (``Room.signs``); what has none gets the plain one.
"""

from __future__ import annotations

import os
from functools import cache

from automarium.engine.content.pack import facts_in
from automarium.engine.drawing.svg import element

PLAIN = "thing"
BOX = 24


@cache
def _outlines() -> dict[str, str]:
    return facts_in(os.path.join(os.path.dirname(__file__), "icons"))


def list_names() -> frozenset[str]:
    return frozenset(_outlines())


@cache
def get_shape(name: str) -> str:
    """The markup of a sign on its square; the plain one where there is none of this name."""
    outlines = _outlines()
    return element("path", d=outlines.get(name, outlines[PLAIN]), fill_rule="evenodd")


def draw_icon(name: str, x: float, y: float, size: float, fill: str) -> str:
    """A sign in a picture, its middle at (x, y)."""
    scale = size / BOX
    left, top = x - size / 2, y - size / 2
    return element("g", get_shape(name), transform=f"translate({left:.1f} {top:.1f}) scale({scale:.3f})", fill=fill)
