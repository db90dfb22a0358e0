"""The board as a picture, and a decision on it: three rows of tiles, what lies and stands there, the progress track.

Our own drawing, not the printed board. Her mechs are filled, the human's is outlined; a closed tile has a pattern.
"""

from __future__ import annotations

import msgspec

from automarium.games.expeditions.position import BASECAMP, CENTRAL, NORTH, SOUTH, Position, Tile
from automarium.games.expeditions.rulings import Rulings
from automarium.games.expeditions.signs import back, map_token, mech, stack, star
from automarium.games.expeditions.text import TRACK_LINE
from automarium.kernel.drawing import narrowing
from automarium.kernel.drawing.hexes import ROW, SIZE, WIDTH, Point, corners
from automarium.kernel.drawing.narrowing import Mark, NoteSpace
from automarium.kernel.drawing.scene import Scene
from automarium.kernel.drawing.svg import (
    LegendEntry,
    SvgValue,
    Theme,
    element,
    group,
    legend,
    moved,
    polygon,
    text,
)
from automarium.kernel.saying import Say, capital

MARGIN = 14.0
HEAD = 46.0  # the room of the heading
NAMES = 92.0  # the room of the rows' names
CANVAS = MARGIN * 2 + NAMES + WIDTH * (len(NORTH) + 0.5)
TRACK_CELL = (CANVAS - 2 * MARGIN) / TRACK_LINE
TRACK_ROW = 46.0
# What was counted is written in the middle; where something is there already, under it.
TILE = NoteSpace(line=31, fit=78, spot=(0, 7), spot_size=24, spot_fit=78)
UNDER = NoteSpace(line=31, fit=78, spot=(0, 49), spot_size=17, spot_fit=28)
CHOSEN = NoteSpace(line=31, fit=78, spot=(0, 33), spot_size=20, spot_fit=64)

NOTHING = Tile(closed=False, map=False)  # the south row, which she never looks at
_OPEN = ("#f3ecd9", "#35322a")  # by day and by night
_CLOSED = ("#d8d2c4", "#24241f")
_ROWS = (("north", NORTH, 0.0), ("central", CENTRAL, 0.5), ("south", SOUTH, 1.0))
CENTRE: dict[str, Point] = {
    place: (MARGIN + NAMES + (column + shift + 0.5) * WIDTH, HEAD + SIZE + row * ROW)
    for row, (_, places, shift) in enumerate(_ROWS)
    for column, place in enumerate(places)
}
CENTRE[BASECAMP] = (MARGIN + NAMES + 4 * WIDTH, HEAD + SIZE * 2 + 2 * ROW + 32)
END_OF_BOARD = CENTRE[BASECAMP][1] + 28


class RowsBoard(msgspec.Struct, frozen=True):
    """What all parts of the picture look at."""

    position: Position
    say: Say
    colours: Theme
    marks: dict[str, list[Mark]]

    def ground(self, place: str) -> str:
        """The colour of a tile."""
        pair = _CLOSED if self.position.tiles.get(place, NOTHING).closed else _OPEN
        return pair[self.colours.name == "dark"]


def draw(scene: Scene[Position, Rulings]) -> str:
    """The board as SVG. With ``trace`` the decision on it, ``origin`` is where the mech came from."""
    if scene.bare:
        from automarium.games.expeditions import bare  # it draws with the parts of this one

        return bare.draw(scene)
    say, colours, trace, origin = scene.say, scene.colours, scene.trace, scene.origin
    board = RowsBoard(scene.position, say, colours, narrowing.marks(trace) if trace else {})
    start = None if origin is None else CENTRE[origin]
    end = None if trace is None or trace.chosen is None else CENTRE[trace.chosen]
    blocks = narrowing.blocks(trace, say, scene.chosen, colours, way=start is not None and end not in (None, start))
    track, y = _track(board, scene.rulings)
    below, height = legend([*blocks, (_signs(board), 2)], y + 12, CANVAS, colours)
    return scene.document(
        (CANVAS, height),
        MARGIN,
        element("defs", narrowing.hatches(colours), back(colours)),
        *(_row_name(name, places[0], board) for name, places, _ in _ROWS),
        *(_tile(place, board) for _, places, _ in _ROWS for place in places),
        _basecamp(board),
        narrowing.choice(start, end, colours) if end else "",
        track,
        below,
    )


# -------------------------------------------------------------------------------------------------------------- tiles


def _row_name(name: str, first: str, board: RowsBoard) -> str:
    x, y = CENTRE[first]
    words = board.say(f"row.{name}")
    return text(words, MARGIN, y + 8, 19, board.colours.ink, bold=True, anchor="start", fit=x - WIDTH / 2 - MARGIN - 8)


def _tile(place: str, board: RowsBoard) -> str:
    at, colours, here = CENTRE[place], board.colours, board.marks.get(place, [])
    halo = board.ground(place)
    middle = _middle(place, board)
    body = polygon(corners(at), fill=halo, stroke=colours.faint, stroke_width=1.5)
    if board.position.tiles.get(place, NOTHING).closed:
        body += polygon(corners(at), fill=f"url(#closed-{colours.name})")
    if here:
        body += narrowing.outline(at, here, colours)
    body += text(place, at[0], at[1] - 27, 20, colours.ink, halo=halo, bold=True) + middle
    if here:
        room = TILE if not middle else CHOSEN if here[0].chosen else UNDER
        body += narrowing.notes(at, here, colours, halo, room, str)
    return group(in_words(place, board), body, data_place=place)


def _basecamp(board: RowsBoard) -> str:
    (x, y), colours = CENTRE[BASECAMP], board.colours
    box = element(
        "rect", x=x - 105, y=y - 22, width=210, height=44, rx=12, fill="none", stroke=colours.faint, stroke_width=1.5
    )
    name = text(board.say(f"place.{BASECAMP}"), x - 28, y + 7, 20, colours.ink, bold=True, fit=140)
    here = moved(mech(False, board.say, colours), x + 76, y) if board.position.human == BASECAMP else ""
    return group(in_words(BASECAMP, board), box, name, here, data_place=BASECAMP)


def _middle(place: str, board: RowsBoard) -> str:
    """Who stands on a tile, its map token and its corruption, side by side."""
    (x, y), position, say, colours = CENTRE[place], board.position, board.say, board.colours
    y -= 3
    signs = [mech(True, say, colours)] if place in position.mechs.values() else []
    signs += [mech(False, say, colours)] if place == position.human else []
    tile = position.tiles.get(place, NOTHING)
    signs += [map_token(say, colours)] if tile.map else []
    if not tile.corruption:
        return "".join(moved(sign, x + (n - (len(signs) - 1) / 2) * 36, y) for n, sign in enumerate(signs))
    if not signs:
        return moved(stack(tile.corruption, 12.5, colours), x, y)
    pile = stack(tile.corruption, 9.5, colours)  # beside what is there, or under it
    drawn = "".join(moved(sign, x - 24 + n * 38, y) for n, sign in enumerate(signs))
    return drawn + (moved(pile, x + 22, y) if len(signs) == 1 else moved(pile, x, y + 31))


def in_words(place: str, board: RowsBoard) -> str:
    """What the pointer reads out on a tile."""
    say, position = board.say, board.position
    tile = position.tiles.get(place)
    parts = [capital(say(f"place.{BASECAMP}")) if place == BASECAMP else place]
    if tile is not None:
        parts.append(say("draw.closed" if tile.closed else "draw.open"))
        parts += [say("draw.map")] if tile.map else []
        parts += [say("draw.corruption", tokens=tile.corruption)] if tile.corruption else []
    parts += [say("draw.hers")] if place in position.mechs.values() else []
    parts += [say("draw.yours")] if place == position.human else []
    return "; ".join(parts)


# ------------------------------------------------------------------------------------------------ the track and words


def _track(board: RowsBoard, rulings: Rulings) -> tuple[str, float]:
    """The progress track in reading order, or snaking if that ruling is switched (EXP-PROG-04, EXP-AMB-09)."""
    card, colours = board.position.card, board.colours
    top = END_OF_BOARD + 30
    drawn = [text(board.say("board.track"), MARGIN, top - 6, 22, colours.ink, bold=True, anchor="start")]
    for space in range(card.spaces_including_start):
        line, column = divmod(space, TRACK_LINE)
        if rulings.amb_09 == "snake" and line % 2:
            column = TRACK_LINE - 1 - column
        at = (MARGIN + (column + 0.5) * TRACK_CELL, top + (line + 0.5) * TRACK_ROW + 4)
        drawn.append(_space(space, at, board))
    lines = -(-card.spaces_including_start // TRACK_LINE)
    return "".join(drawn), top + lines * TRACK_ROW + 8


def _space(space: int, at: Point, board: RowsBoard) -> str:
    """A space of the track: a star for glory, filled where the token stands."""
    (x, y), colours, position = at, board.colours, board.position
    here, glory = space == position.progress, space in position.card.glory_spaces
    fill, ink = (colours.automa, colours.on_automa) if here else ("none", colours.ink)
    wide = TRACK_CELL - 8
    box = element(
        "rect", x=x - wide / 2, y=y - 19, width=wide, height=38, rx=8, fill=fill, stroke=colours.faint, stroke_width=2
    )
    words = [board.say("draw.space", at_space=space)]
    words += [board.say("draw.glory")] if glory else []
    words += [board.say("draw.token")] if here else []
    signs = text(str(space), x + (14 if glory else 0), y + 8, 22, ink, bold=here)
    return group("; ".join(words), box, moved(star(13, ink), x - 16, y) if glory else "", signs, data_space=space)


def _signs(board: RowsBoard) -> list[LegendEntry]:
    say, colours = board.say, board.colours
    middle: Point = (0.0, 0.0)
    night = colours.name == "dark"
    hexes: dict[str, SvgValue] = {"stroke": colours.faint, "stroke_width": 1.5}
    closed = polygon(corners(middle, 0.36), fill=_CLOSED[night]) + polygon(
        corners(middle, 0.36), fill=f"url(#closed-{colours.name})", **hexes
    )
    return [
        LegendEntry(say("draw.closed"), closed),
        LegendEntry(say("draw.open"), polygon(corners(middle, 0.36), fill=_OPEN[night], **hexes)),
        LegendEntry(say("draw.map"), map_token(say, colours)),
        LegendEntry(say("draw.stack"), stack([4, 3], 11, colours)),
        LegendEntry(say("draw.hers"), mech(True, say, colours)),
        LegendEntry(say("draw.yours"), mech(False, say, colours)),
        LegendEntry(say("draw.glory"), star(15, colours.ink)),
        LegendEntry(
            say("draw.token"),
            element("rect", x=-22, y=-16, width=44, height=32, rx=8, fill=colours.automa),
        ),
    ]
