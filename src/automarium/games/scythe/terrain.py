"""How terrains look on our map: a tint and a pattern each, so that no terrain is told by its colour alone."""

from __future__ import annotations

from automarium.games.scythe.atlas import TERRAIN
from automarium.kernel.hexes import Point, corners
from automarium.kernel.svg import Theme, element, pattern, polygon

TERRAINS = tuple(dict.fromkeys(TERRAIN.values()))

# Path data on a tile of 24 by 24.
_GRAIN = {
    "mountain": "M2 10L7 2L12 10M14 22L19 14L24 22",
    "farm": "M0 4H24M0 12H24M0 20H24",
    "village": "M3 10V5L6.5 2L10 5V10ZM15 22V17L18.500 14L22 17V22Z",
    "forest": "M6 2L10 9H2ZM6 9V11M18 14L22 21H14ZM18 21V23",
    "tundra": "M5 3V9M2.400 4.500L7.600 7.500M7.600 4.500L2.400 7.500M17 15V21M14.400 16.500L19.600 19.500M19.600 16.500L14.400 19.500",
    "lake": "M0 6Q3 1 6 6T12 6T18 6T24 6M0 18Q3 13 6 18T12 18T18 18T24 18",
    "factory": "M0 0L24 24M24 0L0 24",
}
_TINTS = {
    "light": {
        "mountain": "#e2dcd6",
        "farm": "#f7ebbd",
        "village": "#f6dccb",
        "forest": "#d5e8cb",
        "tundra": "#e6eef0",
        "lake": "#cfe5f7",
        "factory": "#dcd9e6",
    },
    "dark": {
        "mountain": "#3b3733",
        "farm": "#453d1c",
        "village": "#4b3226",
        "forest": "#23391f",
        "tundra": "#303a3f",
        "lake": "#173552",
        "factory": "#37344a",
    },
}
_GRAINS = {
    "light": dict.fromkeys(TERRAINS, "#8d8578") | {"lake": "#5f9bd0"},
    "dark": dict.fromkeys(TERRAINS, "#857d70") | {"lake": "#4f8fc4"},
}


def tint(terrain: str, colours: Theme) -> str:
    return _TINTS[colours.name][terrain]


def grains(colours: Theme) -> str:
    """The patterns, to be defined once."""
    return "".join(
        pattern(
            f"{terrain}-{colours.name}",
            24,
            element(
                "path", d=data, fill="none", stroke=_GRAINS[colours.name][terrain], stroke_width=1.2, opacity=0.75
            ),
        )
        for terrain, data in _GRAIN.items()
    )


def land(at: Point, terrain: str, colours: Theme, scale: float = 1.0) -> str:
    """A hex of this terrain."""
    shape = corners(at, scale)
    return polygon(shape, fill=tint(terrain, colours)) + polygon(
        shape, fill=f"url(#{terrain}-{colours.name})", stroke=colours.faint, stroke_width=1.5
    )
