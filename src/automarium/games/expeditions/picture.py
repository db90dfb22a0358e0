"""The board as a picture, with a decision on it: three rows of tiles with tokens and mechs, the progress track.

Our own drawing, not the printed board. Its mechs are filled, the human's is outlined; a closed tile has a pattern.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from automarium.engine.drawing import trace_picture
from automarium.engine.drawing.hexes import ROW, SIZE, WIDTH, Point, corners
from automarium.engine.drawing.scene import Scene
from automarium.engine.drawing.svg import (
    LegendEntry,
    SvgValue,
    Theme,
    circle,
    element,
    group,
    legend,
    pattern,
    polygon,
    shift,
    text,
)
from automarium.engine.drawing.trace_picture import Mark, NoteSpace
from automarium.engine.message import Say, capitalise
from automarium.games.expeditions.position import BASECAMP, CENTRAL, NORTH, SOUTH, Position, Tile
from automarium.games.expeditions.rulings import Rulings
from automarium.games.expeditions.text import SHOWN_TOKENS, TRACK_LINE


def draw_back(colours: Theme) -> str:
    """Return the pattern of a closed tile."""
    grain = element("path", d="M0 8L8 0L16 8L8 16Z", fill="none", stroke=colours.faint, stroke_width=1.2, opacity=0.7)
    return pattern(f"closed-{colours.name}", 16, grain)


def draw_mech(is_automa: bool, say: Say, colours: Theme) -> str:
    fill, ink = (colours.automa, colours.on_automa) if is_automa else (colours.human, colours.human_edge)
    edge = colours.paper if is_automa else colours.human_edge
    box = element("rect", x=-17, y=-15, width=34, height=30, rx=6, fill=fill, stroke=edge, stroke_width=2.5)
    return box + text(say("mark.automa" if is_automa else "mark.human"), 0, 7, 19, ink, bold=True, fit=29)


def draw_map(say: Say, colours: Theme) -> str:
    sheet = [(-13, -15), (6, -15), (13, -8), (13, 15), (-13, 15)]
    body = polygon(sheet, fill=colours.paper, stroke=colours.ink, stroke_width=2, stroke_linejoin="round")
    return body + text(say("mark.map"), 0, 7, 19, colours.ink, bold=True)


def draw_stack(tokens: Sequence[int], r: float, colours: Theme) -> str:
    """Return corruption from the top, left to right; the rest of a high stack is a number."""
    shown = tokens if len(tokens) <= SHOWN_TOKENS else tokens[: SHOWN_TOKENS - 1]
    rest = len(tokens) - len(shown)
    step = r * 2
    left = -(len(shown) - (0 if rest else 1)) / 2 * step
    drawn = []
    for n, token in enumerate(shown):
        drawn.append(circle(left + n * step, 0, r, fill=colours.ink, stroke=colours.paper, stroke_width=1.5))
        drawn.append(text(str(token), left + n * step, r * 0.5, r * 1.4, colours.paper, bold=True, fit=r * 1.6))
    if rest:
        drawn.append(text(f"+{rest}", left + len(shown) * step, r * 0.5, r * 1.4, colours.ink, bold=True, fit=r * 1.9))
    return element("g", *drawn, data_stack=" ".join(map(str, tokens)))


def draw_star(r: float, colour: str) -> str:
    """Return a star of five points."""
    outer = [(0, -1), (0.951, -0.309), (0.588, 0.809), (-0.588, 0.809), (-0.951, -0.309)]
    inner = [(0.225, -0.309), (0.363, 0.118), (0, 0.382), (-0.363, 0.118), (-0.225, -0.309)]
    points = [point for pair in zip(outer, inner, strict=True) for point in pair]
    return polygon([(x * r, y * r) for x, y in points], fill=colour)


MARGIN = 14.0
HEAD = 46.0  # height of the heading
NAMES = 92.0  # width of the rows' names
CANVAS = MARGIN * 2 + NAMES + WIDTH * (len(NORTH) + 0.5)
TRACK_CELL = (CANVAS - 2 * MARGIN) / TRACK_LINE
TRACK_ROW = 46.0
# What was counted is written in the middle, or under what is there already.
TILE = NoteSpace(line=31, fit=78, spot=(0, 7), spot_size=24, spot_fit=78)
UNDER = NoteSpace(line=31, fit=78, spot=(0, 49), spot_size=17, spot_fit=28)
CHOSEN = NoteSpace(line=31, fit=78, spot=(0, 33), spot_size=20, spot_fit=64)

NOTHING = Tile(closed=False, map=False)  # the south row, which the Automa does not use
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
    """What all parts of the picture need."""

    position: Position
    say: Say
    colours: Theme
    marks: dict[str, list[Mark]]

    def ground(self, place: str) -> str:
        pair = _CLOSED if self.position.tiles.get(place, NOTHING).closed else _OPEN
        return pair[self.colours.name == "dark"]


def draw(scene: Scene[Position, Rulings]) -> str:
    """Return the board as SVG, with the decision of ``scene.trace`` and the mech's way from ``scene.origin``."""
    if scene.bare:
        from automarium.games.expeditions import page_board  # it draws with the parts of this one

        return page_board.draw(scene)
    say, colours, trace, origin = scene.say, scene.colours, scene.trace, scene.origin
    board = RowsBoard(scene.position, say, colours, trace_picture.build_marks(trace) if trace else {})
    start = None if origin is None else CENTRE[origin]
    end = None if trace is None or trace.chosen is None else CENTRE[trace.chosen]
    blocks = trace_picture.build_legend(
        trace, say, scene.chosen, colours, way=start is not None and end not in (None, start)
    )
    track, y = _draw_track(board, scene.rulings)
    below, height = legend([*blocks, (_list_signs(board), 2)], y + 12, CANVAS, colours)
    return scene.document(
        (CANVAS, height),
        MARGIN,
        element("defs", trace_picture.draw_hatches(colours), draw_back(colours)),
        *(_draw_row_name(name, places[0], board) for name, places, _ in _ROWS),
        *(_draw_tile(place, board) for _, places, _ in _ROWS for place in places),
        _draw_basecamp(board),
        trace_picture.draw_choice(start, end, colours) if end else "",
        track,
        below,
    )


# -------------------------------------------------------------------------------------------------------------- tiles


def _draw_row_name(name: str, first: str, board: RowsBoard) -> str:
    x, y = CENTRE[first]
    words = board.say(f"row.{name}")
    return text(words, MARGIN, y + 8, 19, board.colours.ink, bold=True, anchor="start", fit=x - WIDTH / 2 - MARGIN - 8)


def _draw_tile(place: str, board: RowsBoard) -> str:
    at, colours, here = CENTRE[place], board.colours, board.marks.get(place, [])
    halo = board.ground(place)
    middle = _draw_middle(place, board)
    body = polygon(corners(at), fill=halo, stroke=colours.faint, stroke_width=1.5)
    if board.position.tiles.get(place, NOTHING).closed:
        body += polygon(corners(at), fill=f"url(#closed-{colours.name})")
    if here:
        body += trace_picture.draw_outline(at, here, colours)
    body += text(place, at[0], at[1] - 27, 20, colours.ink, halo=halo, bold=True) + middle
    if here:
        definition = TILE if not middle else CHOSEN if here[0].chosen else UNDER
        body += trace_picture.draw_notes(at, here, colours, halo, definition, str)
    return group(describe_place(place, board), body, data_place=place)


def _draw_basecamp(board: RowsBoard) -> str:
    (x, y), colours = CENTRE[BASECAMP], board.colours
    box = element(
        "rect", x=x - 105, y=y - 22, width=210, height=44, rx=12, fill="none", stroke=colours.faint, stroke_width=1.5
    )
    name = text(board.say(f"place.{BASECAMP}"), x - 28, y + 7, 20, colours.ink, bold=True, fit=140)
    here = shift(draw_mech(False, board.say, colours), x + 76, y) if board.position.human == BASECAMP else ""
    return group(describe_place(BASECAMP, board), box, name, here, data_place=BASECAMP)


def _draw_middle(place: str, board: RowsBoard) -> str:
    """Return the mechs, the map token and the corruption of a tile, side by side."""
    (x, y), position, say, colours = CENTRE[place], board.position, board.say, board.colours
    y -= 3
    signs = [draw_mech(True, say, colours)] if place in position.mechs.values() else []
    signs += [draw_mech(False, say, colours)] if place == position.human else []
    tile = position.tiles.get(place, NOTHING)
    signs += [draw_map(say, colours)] if tile.map else []
    if not tile.corruption:
        return "".join(shift(sign, x + (n - (len(signs) - 1) / 2) * 36, y) for n, sign in enumerate(signs))
    if not signs:
        return shift(draw_stack(tile.corruption, 12.5, colours), x, y)
    pile = draw_stack(tile.corruption, 9.5, colours)  # beside what is there, or under it
    drawn = "".join(shift(sign, x - 24 + n * 38, y) for n, sign in enumerate(signs))
    return drawn + (shift(pile, x + 22, y) if len(signs) == 1 else shift(pile, x, y + 31))


def describe_place(place: str, board: RowsBoard) -> str:
    """Return the title of a tile: its state, tokens and mechs in words."""
    say, position = board.say, board.position
    tile = position.tiles.get(place)
    parts = [capitalise(say(f"place.{BASECAMP}")) if place == BASECAMP else place]
    if tile is not None:
        parts.append(say("draw.closed" if tile.closed else "draw.open"))
        parts += [say("draw.map")] if tile.map else []
        parts += [say("draw.corruption", tokens=tile.corruption)] if tile.corruption else []
    parts += [say("draw.hers")] if place in position.mechs.values() else []
    parts += [say("draw.yours")] if place == position.human else []
    return "; ".join(parts)


# ------------------------------------------------------------------------------------------------ the track and words


def _draw_track(board: RowsBoard, rulings: Rulings) -> tuple[str, float]:
    """Return the progress track and where it ends: in reading order, or snaking (EXP-PROG-04, EXP-AMB-09)."""
    card, colours = board.position.card, board.colours
    top = END_OF_BOARD + 30
    drawn = [text(board.say("board.track"), MARGIN, top - 6, 22, colours.ink, bold=True, anchor="start")]
    for space in range(card.spaces_including_start):
        line, column = divmod(space, TRACK_LINE)
        if rulings.amb_09 == "snake" and line % 2:
            column = TRACK_LINE - 1 - column
        at = (MARGIN + (column + 0.5) * TRACK_CELL, top + (line + 0.5) * TRACK_ROW + 4)
        drawn.append(_draw_space(space, at, board))
    lines = -(-card.spaces_including_start // TRACK_LINE)
    return "".join(drawn), top + lines * TRACK_ROW + 8


def _draw_space(space: int, at: Point, board: RowsBoard) -> str:
    """Return a space of the track: a star for glory, filled where the token is."""
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
    return group("; ".join(words), box, shift(draw_star(13, ink), x - 16, y) if glory else "", signs, data_space=space)


def _list_signs(board: RowsBoard) -> list[LegendEntry]:
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
        LegendEntry(say("draw.map"), draw_map(say, colours)),
        LegendEntry(say("draw.stack"), draw_stack([4, 3], 11, colours)),
        LegendEntry(say("draw.hers"), draw_mech(True, say, colours)),
        LegendEntry(say("draw.yours"), draw_mech(False, say, colours)),
        LegendEntry(say("draw.glory"), draw_star(15, colours.ink)),
        LegendEntry(
            say("draw.token"),
            element("rect", x=-22, y=-16, width=44, height=32, rx=8, fill=colours.automa),
        ),
    ]
