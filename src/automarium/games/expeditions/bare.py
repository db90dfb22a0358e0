"""The board alone, for the page: three rows of tiles with signs on them, readable on a phone at its full width."""

from __future__ import annotations

from functools import lru_cache

from automarium.games.expeditions.position import BASECAMP, CENTRAL, NORTH, SOUTH, Position
from automarium.games.expeditions.rulings import Rulings
from automarium.games.expeditions.signs import back
from automarium.games.expeditions.svg import NOTHING, RowsBoard, in_words
from automarium.games.expeditions.text import SHOWN_TOKENS
from automarium.kernel.drawing import signs
from automarium.kernel.drawing.hexes import ROW, SIZE, WIDTH, Point, corners
from automarium.kernel.drawing.scene import Scene
from automarium.kernel.drawing.svg import LegendEntry, Theme, circle, element, place, polygon, text, theme
from automarium.kernel.saying import Say, capital

LETTERS = 25.2  # the names of the tiles: twelve pixels where the whole board is as wide as a phone
MARGIN = 6.0
CANVAS = MARGIN * 2 + WIDTH * (len(NORTH) + 0.5)
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
        element("defs", back(colours)),
        *(_tile(at, rows) for at in CENTRE if at != BASECAMP),
        _camp(rows),
    )


def _tile(at: str, rows: RowsBoard) -> str:
    tile = rows.position.tiles.get(at, NOTHING)
    land = _land(at, rows.ground(at), tile.closed, rows.colours)
    return place(at, in_words(at, rows), CENTRE[at], SIZE, land, _there(at, rows))


@lru_cache(4 * len(CENTRE))  # open and closed, by day and by night
def _land(at: str, fill: str, closed: bool, colours: Theme) -> str:
    """A tile with its name and nothing on it."""
    x, y = CENTRE[at]
    shape = corners((x, y), 0.97)
    pattern = polygon(shape, fill=f"url(#closed-{colours.name})") if closed else ""
    name = text(at, x, y - 24, LETTERS, colours.ink, halo=fill, bold=True)
    return polygon(shape, fill=fill, stroke=colours.faint, stroke_width=2) + pattern + name


def _there(at: str, rows: RowsBoard) -> str:
    """Who stands on a tile, and what lies there: mechs above, tokens below where both are."""
    (x, y), position, colours = CENTRE[at], rows.position, rows.colours
    tile = position.tiles.get(at, NOTHING)
    hers, mine = at in position.mechs.values(), at == position.human
    standing = [mech(hers=who, colours=colours) for who, here in ((True, hers), (False, mine)) if here]
    lying = [_map(colours)] if tile.map else []
    if tile.corruption:
        lying.append(_tokens(tile.corruption, colours, alone=not standing and not tile.map))
    above = [*standing, *lying[:-1]] if standing or tile.map else []
    if tile.corruption and above:  # side by side they would be too small to read
        return _row(above, x, y - 1, 40) + _row(lying[-1:], x, y + 32, 0)
    return _row([*standing, *lying], x, y + 10, 42)


def _row(things: list[str], x: float, y: float, step: float) -> str:
    left = x - (len(things) - 1) / 2 * step
    return "".join(
        element("g", thing, transform=f"translate({left + n * step:.1f} {y:.1f})") for n, thing in enumerate(things)
    )


def mech(*, hers: bool, colours: Theme) -> str:
    """Hers filled, the human's outlined."""
    fill, ink = (colours.automa, colours.on_automa) if hers else (colours.human, colours.ink)
    edge = colours.paper if hers else colours.ink
    box = element("rect", x=-19, y=-19, width=38, height=38, rx=8, fill=fill, stroke=edge, stroke_width=3.5)
    return box + signs.placed("mech", 0, 0, 26, ink)


def _map(colours: Theme) -> str:
    ground = element(
        "rect", x=-17, y=-17, width=34, height=34, rx=6, fill=colours.paper, stroke=colours.ink, stroke_width=2.5
    )
    return ground + signs.placed("map", 0, 0, 24, colours.ink)


def _tokens(tokens: list[int], colours: Theme, *, alone: bool) -> str:
    """Corruption from the top, left to right; of a high stack the rest is counted."""
    r, most = (17.0, SHOWN_TOKENS - 1) if alone else (15.5, 1)
    shown = tokens if len(tokens) <= most else tokens[:most]
    rest = len(tokens) - len(shown)
    left = -(len(shown) - 1) / 2 * r * 1.9 - (r * 0.6 if rest else 0)
    drawn = []
    for n, token in enumerate(shown):
        at = left + n * r * 1.9
        drawn.append(circle(at, 0, r, fill=colours.ink, stroke=colours.paper, stroke_width=2))
        drawn.append(text(str(token), at, LETTERS * 0.36, LETTERS, colours.paper, bold=len(str(token)) < 2))
    if rest:
        at = left + len(shown) * r * 1.9
        drawn.append(text(f"+{rest}", at, LETTERS * 0.36, LETTERS, colours.ink, bold=True))
    return "".join(drawn)


def _camp(rows: RowsBoard) -> str:
    """The base camp is shown while the human's mech is there: nobody goes back."""
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
    name = text(capital(rows.say(f"place.{BASECAMP}")), x - 30, y + 9, LETTERS, colours.ink, bold=True)
    mine = _row([mech(hers=False, colours=colours)], x + 108, y, 0)
    return place(BASECAMP, in_words(BASECAMP, rows), (x, y), 28, box, name, mine)


def legend(position: Position, say: Say, dark: bool) -> list[LegendEntry]:
    """What the signs of the board mean."""
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
        LegendEntry(say("draw.map"), _map(colours)),
        LegendEntry(say("draw.stack"), _tokens([4, 3], colours, alone=True)),
        LegendEntry(say("draw.hers"), mech(hers=True, colours=colours)),
        LegendEntry(say("draw.yours"), mech(hers=False, colours=colours)),
    ]
