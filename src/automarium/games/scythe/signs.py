"""The signs of our map: terrains, rivers, tokens and pieces, each by its shape, pattern or letter, not colour alone."""

from __future__ import annotations

from functools import cache

from automarium.games.scythe.atlas import TERRAIN
from automarium.games.scythe.position import Kind
from automarium.kernel.drawing import signs
from automarium.kernel.drawing.hexes import Point, corners, shared_edge, wave
from automarium.kernel.drawing.svg import SvgValue, Theme, circle, element, pattern, polygon, text

TERRAINS = tuple(dict.fromkeys(TERRAIN.values()))

# Path data on a tile of 24 by 24.
_GRAIN = {
    "mountain": "M2 10L7 2L12 10M14 22L19 14L24 22",
    "farm": "M0 4H24M0 12H24M0 20H24",
    "village": "M3 10V5L6.5 2L10 5V10ZM15 22V17L18.5 14L22 17V22Z",
    "forest": "M6 2L10 9H2ZM6 9V11M18 14L22 21H14ZM18 21V23",
    "tundra": "M5 3V9M2.4 4.5L7.6 7.5M7.6 4.5L2.4 7.5M17 15V21M14.4 16.5L19.6 19.5M19.6 16.5L14.4 19.5",
    "lake": "M0 6Q3 1 6 6T12 6T18 6T24 6M0 18Q3 13 6 18T12 18T18 18T24 18",
    "factory": "M0 0L24 24M24 0L0 24",
}
_TINT = {  # by day and by night
    "mountain": ("#e2dcd6", "#3b3733"),
    "farm": ("#f7ebbd", "#453d1c"),
    "village": ("#f6dccb", "#4b3226"),
    "forest": ("#d5e8cb", "#23391f"),
    "tundra": ("#e6eef0", "#303a3f"),
    "lake": ("#cfe5f7", "#173552"),
    "factory": ("#dcd9e6", "#37344a"),
}


def tint(terrain: str, colours: Theme) -> str:
    return _TINT[terrain][colours.name == "dark"]


def sea(colours: Theme) -> str:
    """What lies around the map."""
    return "#b3d3ee" if colours.name == "light" else "#10283f"


def grains(colours: Theme) -> str:
    """The patterns of the terrains, to be defined once."""
    return "".join(
        pattern(
            f"{terrain}-{colours.name}",
            24,
            element(
                "path",
                d=data,
                fill="none",
                stroke=colours.water if terrain == "lake" else colours.faint,
                stroke_width=1.2,
                opacity=0.65,
            ),
        )
        for terrain, data in _GRAIN.items()
    )


@cache
def field(at: Point, terrain: str, colours: Theme) -> str:
    """A hex of this terrain without its grain: quieter under pieces and marks."""
    return polygon(corners(at), fill=tint(terrain, colours), stroke=colours.paper, stroke_width=1.5)


def land(at: Point, terrain: str, colours: Theme, scale: float = 1.0) -> str:
    """A hex of this terrain."""
    shape = corners(at, scale)
    grain = f"url(#{terrain}-{colours.name})"
    return polygon(shape, fill=tint(terrain, colours)) + polygon(
        shape, fill=grain, stroke=colours.faint, stroke_width=1.5
    )


def river(one: Point, other: Point, colours: Theme) -> str:
    """On the edge between two territories: thick and wavy, with a light line in it, a river without its colour, too."""
    return stream(wave(*shared_edge(one, other), height=4), colours)


def stream(data: str, colours: Theme) -> str:
    return element(
        "g",
        element("path", d=data, stroke=colours.water, stroke_width=8),
        element("path", d=data, stroke=colours.paper, stroke_width=1.6),
        fill="none",
        stroke_linecap="round",
    )


def tunnel(at: Point, colours: Theme) -> str:
    ring = circle(*at, 10, fill=colours.paper, stroke=colours.ink, stroke_width=3)
    return ring + circle(*at, 4.5, fill=colours.ink)


def token(at: Point, colours: Theme, letter: float = 17) -> str:
    """An encounter."""
    question = text("?", at[0], at[1] + letter * 0.35, letter, colours.ink, bold=True)
    return circle(*at, letter * 0.6, fill=colours.paper, stroke=colours.ink, stroke_width=2) + question


def gear(at: Point, colours: Theme, r: float = 42) -> str:
    """The Factory."""
    return circle(
        *at, r, fill="none", stroke=colours.faint, stroke_width=r / 5, stroke_dasharray=f"{r / 4} {r / 4}", opacity=0.7
    )


def house(at: Point, colours: Theme) -> str:
    """A structure of the human's."""
    x, y = at
    walls = [(x - 7, y + 7), (x - 7, y - 1), (x, y - 8), (x + 7, y - 1), (x + 7, y + 7)]
    return polygon(walls, fill=colours.human, stroke=colours.ink, stroke_width=2.5, stroke_linejoin="round")


def piece(kind: Kind, at: Point, r: float, hers: bool, letter: str, colours: Theme) -> str:
    """A piece with its letter."""
    size = r * (1.2 if len(letter) == 1 else 0.95)
    ink = colours.on_automa if hers else colours.ink
    return _body(kind, at, r, hers, colours) + text(letter, at[0], at[1] + size * 0.36, size, ink, bold=True)


def figure(kind: Kind, at: Point, r: float, hers: bool, colours: Theme) -> str:
    """A piece with its sign."""
    ink = colours.on_automa if hers else colours.ink
    return _body(kind, at, r, hers, colours) + signs.placed(kind, *at, r * 1.3, ink)


def _body(kind: Kind, at: Point, r: float, hers: bool, colours: Theme) -> str:
    """A diamond for the character, a square for a mech, a disc for a worker; hers filled, the human's outlined."""
    x, y = at
    fill = colours.automa if hers else colours.human
    look: dict[str, SvgValue] = {"fill": fill, "stroke": colours.paper if hers else colours.ink, "stroke_width": 2.5}
    if kind == "character":
        reach = r * 1.22
        return polygon([(x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y)], **look)
    if kind == "mech":
        half = r * 0.93
        return element("rect", x=x - half, y=y - half, width=half * 2, height=half * 2, rx=4, **look)
    return circle(x, y, r, **look)
