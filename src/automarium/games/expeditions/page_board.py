"""The board for the page: three rows of tiles with signs on them, readable at the width of a phone."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from automarium.engine.drawing import svg
from automarium.engine.drawing.hexes import ROW, SIZE, WIDTH, Point, corners
from automarium.engine.drawing.scene import Scene
from automarium.engine.drawing.svg import (
    LegendEntry,
    SvgValue,
    Theme,
    boxed,
    circle,
    element,
    label,
    number,
    place,
    polygon,
    text,
    theme,
)
from automarium.engine.message import Say, capitalise
from automarium.games.expeditions.picture import NOTHING, RowsBoard, describe_place, draw_back
from automarium.games.expeditions.position import BASECAMP, CENTRAL, NORTH, SOUTH, Position
from automarium.games.expeditions.rulings import Rulings

LETTERS = 31.0  # the names of the tiles and the tokens: twelve pixels even on a phone of 320
MARGIN = 6.0
CANVAS = MARGIN * 2 + WIDTH * (len(NORTH) + 0.5)
# The Automa's mechs go in one direction; their arrows run between the signs of a row and the names of the next.
LANES = {"N": "36 1", "C": "36 -1", "S": "36 1"}
MECH, MAP = 41.0, 36.0  # widths
HIGH = 38.0  # of a mech
TOKEN = 15.0  # from the middle of a token to its rim
APART = 2.5  # between two tokens
GAP, EDGE = 2.0, 4.5  # between two signs; of the tokens under a token
ACROSS = 95.0  # a row of signs in a tile
SQUEEZED = 0.8  # how much smaller a long row may be; a longer one becomes two
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
    name = label(at, x, y - 24, LETTERS, colours.ink, halo=fill, bold=True)
    return polygon(shape, fill=fill, stroke=colours.faint, stroke_width=2) + pattern + name


def _draw_signs(at: str, rows: RowsBoard) -> str:
    """Return the mechs and tokens of a tile, side by side; many are smaller, in one row or in two."""
    (x, y), position, colours = CENTRE[at], rows.position, rows.colours
    tile = position.tiles.get(at, NOTHING)
    mechs = [
        Sign(draw_mech(is_automa=True, colours=colours), MECH, f"automa.mech-{name}")
        for name, place_ in position.mechs.items()
        if place_ == at
    ]
    if at == position.human:
        mechs.append(Sign(draw_mech(is_automa=False, colours=colours), MECH, "human.mech"))
    tokens = [Sign(_draw_map(colours), MAP, "table.map")] if tile.map else []
    if tile.corruption:
        room = ACROSS - _measure([*mechs, *tokens]) - GAP if mechs or tokens else ACROSS
        tokens.append(_draw_tokens(tile.corruption, colours, room))
    if _measure([*mechs, *tokens]) * SQUEEZED <= ACROSS:
        return _draw_row([*mechs, *tokens], x, y + 7)
    return _draw_row(mechs, x, y - 4, SQUEEZED) + _draw_row(tokens, x, y + 28, SQUEEZED)


class Sign(NamedTuple):
    """Markup around (0, 0), its width, and the pieces that it shows, as in the layout."""

    drawn: str
    wide: float
    pieces: str


def _measure(things: list[Sign]) -> float:
    return sum(thing.wide for thing in things) + (len(things) - 1) * GAP


def _draw_row(things: list[Sign], x: float, y: float, most: float = 1.0) -> str:
    """Return the signs side by side, at ``most`` so large."""
    scale = min(most, ACROSS / max(_measure(things), 1.0))
    left = x - _measure(things) * scale / 2
    placed = []
    for thing in things:
        wide, high = thing.wide * scale, HIGH * scale
        move = f"translate({number(left + wide / 2)} {number(y)}) scale({scale:.2f})"
        drawn = element("g", thing.drawn, transform=move)
        placed.append(boxed("piece", (left, y - high / 2, wide, high), 6, drawn, data_piece=thing.pieces))
        left += wide + GAP * scale
    return "".join(placed)


def draw_mech(*, is_automa: bool, colours: Theme) -> str:
    fill, ink = (colours.automa, colours.on_automa) if is_automa else (colours.human, colours.human_edge)
    edge = colours.paper if is_automa else colours.human_edge
    box = element("rect", x=-19, y=-19, width=38, height=38, rx=8, fill=fill, stroke=edge, stroke_width=3.5)
    return box + svg.draw_icon("mech", 0, 0, 26, ink)


def _draw_map(colours: Theme) -> str:
    ground = element(
        "rect", x=-17, y=-17, width=34, height=34, rx=6, fill=colours.paper, stroke=colours.ink, stroke_width=2.5
    )
    return ground + svg.draw_icon("map", 0, 0, 24, colours.ink)


def _draw_tokens(tokens: list[int], colours: Theme, room: float) -> Sign:
    """Return corruption from the top, left to right, as many as there is room for (one at least); of the others the
    edges."""
    r = [TOKEN if token < 10 else TOKEN * 1.3 for token in tokens]

    def measure(many: int) -> tuple[float, int]:
        """Return the width with so many tokens side by side, and how many edges it has."""
        under = min(len(tokens) - many, 3)
        return 2 * sum(r[:many]) + (many - 1) * APART + under * EDGE, under

    many = next((many for many in range(len(tokens), 1, -1) if measure(many)[0] <= room), 1)
    wide, under = measure(many)
    middles = [2 * sum(r[:n]) + r[n] + n * APART - wide / 2 for n in range(many)]
    edges = [circle(middles[-1] + n * EDGE, 0, r[many - 1], **_style_disc(colours)) for n in range(under, 0, -1)]
    discs = [
        circle(at, 0, size, **_style_disc(colours))
        + text(str(token), at, LETTERS * 0.36, LETTERS, colours.paper, bold=token < 10)
        for token, at, size in zip(tokens, middles, r, strict=False)
    ]
    return Sign("".join([*edges, *discs]), wide, " ".join(f"table.corruption-{token}" for token in tokens[:many]))


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
    name = label(capitalise(rows.say(f"place.{BASECAMP}")), x - 30, y + 11, LETTERS, colours.ink, bold=True)
    mech = _draw_row([Sign(draw_mech(is_automa=False, colours=colours), MECH, "human.mech")], x + 108, y)
    return place(BASECAMP, describe_place(BASECAMP, rows), (x, y), 28, box, name, mech)


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
        LegendEntry(say("draw.rims"), _draw_tokens([4, 3, 3, 3], colours, room=4.5 * TOKEN + 2 * EDGE).drawn),
        LegendEntry(say("draw.hers"), draw_mech(is_automa=True, colours=colours)),
        LegendEntry(say("draw.yours"), draw_mech(is_automa=False, colours=colours)),
    ]
