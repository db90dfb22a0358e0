"""The board for the page: three rows of tiles with signs on them, readable at the width of a phone."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from automarium.engine.drawing import icons
from automarium.engine.drawing.hexes import ROW, SIZE, WIDTH, Point, corners
from automarium.engine.drawing.scene import Scene
from automarium.engine.drawing.svg import LegendEntry, SvgValue, Theme, circle, element, place, polygon, text, theme
from automarium.engine.message import Say, capitalise
from automarium.games.expeditions.picture import NOTHING, RowsBoard, describe_place, draw_back
from automarium.games.expeditions.position import BASECAMP, CENTRAL, NORTH, SOUTH, Position
from automarium.games.expeditions.rulings import Rulings

LETTERS = 31.0  # the names of the tiles and the tokens: twelve pixels even on a phone of 320
MARGIN = 6.0
CANVAS = MARGIN * 2 + WIDTH * (len(NORTH) + 0.5)
# Her mechs go in one direction; their arrows run between the signs of a row and the names of the next.
LANES = {"N": "36 1", "C": "36 -1", "S": "36 1"}
MECH, MAP = 41.0, 36.0  # widths
TOKEN = 16.0  # from the middle of a token to its rim
GAP, EDGE = 2.0, 4.5  # between two signs; of the tokens under a token
CAMP = 92.0  # from the middle of the base camp to its sides
CENTRE: dict[str, Point] = {
    at: (MARGIN + (column + shift + 0.5) * WIDTH, MARGIN + SIZE + row * ROW)
    for row, (places, shift) in enumerate(((NORTH, 0.0), (CENTRAL, 0.5), (SOUTH, 1.0)))
    for column, at in enumerate(places)
}
CENTRE[BASECAMP] = (CANVAS / 2, MARGIN * 2 + SIZE * 2 + ROW * 2 + 26)


def draw(scene: Scene[Position, Rulings]) -> str:
    position, colours = scene.position, scene.colours
    rows = RowsBoard(position, scene.say, colours, {})
    camp = position.human == BASECAMP
    height = CENTRE[BASECAMP][1] + 34 if camp else MARGIN * 2 + SIZE * 2 + ROW * 2
    return scene.board(
        (0, 0, CANVAS, height),
        LETTERS,
        element("defs", draw_back(colours)),
        *(_draw_tile(at, rows) for at in CENTRE if at != BASECAMP),
        _draw_camp(rows),
    )


def _draw_tile(at: str, rows: RowsBoard) -> str:
    tile = rows.position.tiles.get(at, NOTHING)
    land = _draw_land(at, rows.ground(at), tile.closed, rows.colours)
    lane = LANES.get(at[0])
    return place(at, describe_place(at, rows), CENTRE[at], SIZE, land, _draw_signs(at, rows), data_lane=lane)


@lru_cache(4 * len(CENTRE))  # open and closed, by day and by night
def _draw_land(at: str, fill: str, closed: bool, colours: Theme) -> str:
    x, y = CENTRE[at]
    shape = corners((x, y), 0.97)
    pattern = polygon(shape, fill=f"url(#closed-{colours.name})") if closed else ""
    name = text(at, x, y - 24, LETTERS, colours.ink, halo=fill, bold=True)
    return polygon(shape, fill=fill, stroke=colours.faint, stroke_width=2) + pattern + name


def _draw_signs(at: str, rows: RowsBoard) -> str:
    """Return the mechs and tokens of a tile, side by side."""
    (x, y), position, colours = CENTRE[at], rows.position, rows.colours
    tile = position.tiles.get(at, NOTHING)
    hers, mine = at in position.mechs.values(), at == position.human
    things = [Sign(draw_mech(hers=who, colours=colours), MECH) for who, here in ((True, hers), (False, mine)) if here]
    if tile.map:
        things.append(Sign(_draw_map(colours), MAP))
    if tile.corruption:
        things.append(_draw_tokens(tile.corruption, colours, most=max(1, 3 - len(things))))
    return _draw_row(things, x, y + 7)


class Sign(NamedTuple):
    """Markup around (0, 0), and its width."""

    drawn: str
    wide: float


def _draw_row(things: list[Sign], x: float, y: float) -> str:
    left = x - (sum(thing.wide for thing in things) + (len(things) - 1) * GAP) / 2
    placed = []
    for thing in things:
        placed.append(element("g", thing.drawn, transform=f"translate({left + thing.wide / 2:.1f} {y:.1f})"))
        left += thing.wide + GAP
    return "".join(placed)


def draw_mech(*, hers: bool, colours: Theme) -> str:
    fill, ink = (colours.automa, colours.on_automa) if hers else (colours.human, colours.ink)
    edge = colours.paper if hers else colours.ink
    box = element("rect", x=-19, y=-19, width=38, height=38, rx=8, fill=fill, stroke=edge, stroke_width=3.5)
    return box + icons.draw_icon("mech", 0, 0, 26, ink)


def _draw_map(colours: Theme) -> str:
    ground = element(
        "rect", x=-17, y=-17, width=34, height=34, rx=6, fill=colours.paper, stroke=colours.ink, stroke_width=2.5
    )
    return ground + icons.draw_icon("map", 0, 0, 24, colours.ink)


def _draw_tokens(tokens: list[int], colours: Theme, most: int) -> Sign:
    """Return corruption from the top, left to right; of a high stack the edges of the tokens underneath."""
    shown, under = tokens[:most], min(len(tokens) - most, 3)
    r = [TOKEN if token < 10 else TOKEN * 1.3 for token in shown]
    apart = [0.0, *(0.82 * (one + next_) for one, next_ in pairwise(r))]
    middles = [sum(apart[: n + 1]) for n in range(len(shown))]
    wide = r[0] + middles[-1] + r[-1] + max(under, 0) * EDGE
    left = r[0] - wide / 2
    edges = [circle(left + middles[-1] + n * EDGE, 0, r[-1], **_style_disc(colours)) for n in range(under, 0, -1)]
    discs = [
        circle(left + at, 0, size, **_style_disc(colours))
        + text(str(token), left + at, LETTERS * 0.36, LETTERS, colours.paper, bold=token < 10)
        for token, at, size in zip(shown, middles, r, strict=True)
    ]
    return Sign("".join([*edges, *reversed(discs)]), wide)


def _style_disc(colours: Theme) -> dict[str, SvgValue]:
    return {"fill": colours.ink, "stroke": colours.paper, "stroke_width": 2}


def _draw_camp(rows: RowsBoard) -> str:
    """Return the base camp while the human's mech is there; it does not go back."""
    if rows.position.human != BASECAMP:
        return ""
    (x, y), colours = CENTRE[BASECAMP], rows.colours
    box = element(
        "rect",
        x=x - CAMP * 1.6,
        y=y - 24,
        width=CAMP * 3.2,
        height=50,
        rx=14,
        fill=rows.ground(BASECAMP),
        stroke=colours.faint,
        stroke_width=2,
    )
    name = text(capitalise(rows.say(f"place.{BASECAMP}")), x - 30, y + 11, LETTERS, colours.ink, bold=True)
    mine = _draw_row([Sign(draw_mech(hers=False, colours=colours), MECH)], x + 108, y)
    return place(BASECAMP, describe_place(BASECAMP, rows), (x, y), 28, box, name, mine)


def build_legend(position: Position, say: Say, dark: bool) -> list[LegendEntry]:
    """Return what the signs of the board mean."""
    colours = theme(dark)
    rows = RowsBoard(position, say, colours, {})
    hexagon = corners((0, 0), 0.36)
    closed = next((at for at, tile in position.tiles.items() if tile.closed), None)
    tiles = [LegendEntry(say("draw.open"), polygon(hexagon, fill=rows.ground(SOUTH[0]), stroke=colours.faint))]
    if closed is not None:
        pattern = polygon(hexagon, fill=f"url(#closed-{colours.name})", stroke=colours.faint)
        tiles.insert(0, LegendEntry(say("draw.closed"), polygon(hexagon, fill=rows.ground(closed)) + pattern))
    return [
        *tiles,
        LegendEntry(say("draw.map"), _draw_map(colours)),
        LegendEntry(say("draw.rims"), _draw_tokens([4, 3, 3, 3], colours, most=2).drawn),
        LegendEntry(say("draw.hers"), draw_mech(hers=True, colours=colours)),
        LegendEntry(say("draw.yours"), draw_mech(hers=False, colours=colours)),
    ]
