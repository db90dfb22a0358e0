"""The map as an SVG with terrain, rivers, tokens and pieces, and with a decision drawn on it.

Our own drawing, not the printed board. Its pieces are filled, the human's outlined; kinds differ by shape and letter.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import msgspec

from automarium.engine.drawing import svg, trace_picture
from automarium.engine.drawing.hexes import ROW, SIZE, WIDTH, Point, corners, shared_edge, wave
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
    text,
)
from automarium.engine.drawing.trace_picture import Mark, NoteSpace
from automarium.engine.message import Say, capitalise
from automarium.games.scythe.map import BASE, FACTORY, LABEL, MAT, ORDER, PRINTED, TERRAIN, TERRITORIES, TUNNELS
from automarium.games.scythe.position import UNITS, Automa, Human, Kind, Position
from automarium.games.scythe.rulings import Rulings
from automarium.games.scythe.text import count_pieces, describe_land, describe_sides, list_pieces

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
TINT = {  # by day and by night
    "mountain": ("#e2dcd6", "#3b3733"),
    "farm": ("#f7ebbd", "#453d1c"),
    "village": ("#f6dccb", "#4b3226"),
    "forest": ("#d5e8cb", "#23391f"),
    "tundra": ("#e6eef0", "#303a3f"),
    "lake": ("#cfe5f7", "#173552"),
    "factory": ("#dcd9e6", "#37344a"),
}


def get_tint(terrain: str, colours: Theme) -> str:
    return TINT[terrain][colours.name == "dark"]


def get_sea_colour(colours: Theme) -> str:
    """Return the colour around the map."""
    return "#b3d3ee" if colours.name == "light" else "#10283f"


def render_grains(colours: Theme) -> str:
    """Return the definitions of the terrain patterns."""
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
def render_field(at: Point, terrain: str, colours: Theme) -> str:
    """Return a hex of this terrain without its pattern."""
    return polygon(corners(at), fill=get_tint(terrain, colours), stroke=colours.paper, stroke_width=1.5)


def render_land(at: Point, terrain: str, colours: Theme, scale: float = 1.0) -> str:
    """Return a hex of this terrain with its pattern."""
    shape = corners(at, scale)
    grain = f"url(#{terrain}-{colours.name})"
    return polygon(shape, fill=get_tint(terrain, colours)) + polygon(
        shape, fill=grain, stroke=colours.faint, stroke_width=1.5
    )


def render_river(one: Point, other: Point, colours: Theme) -> str:
    """Return a river on the edge between two territories: a thick wave with a light line, to be told without colour."""
    return render_stream(wave(*shared_edge(one, other), height=4), colours)


def render_stream(data: str, colours: Theme) -> str:
    return element(
        "g",
        element("path", d=data, stroke=colours.water, stroke_width=8),
        element("path", d=data, stroke=colours.paper, stroke_width=1.6),
        fill="none",
        stroke_linecap="round",
    )


def render_tunnel(at: Point, colours: Theme) -> str:
    ring = circle(*at, 10, fill=colours.paper, stroke=colours.ink, stroke_width=3)
    return ring + circle(*at, 4.5, fill=colours.ink)


def render_token(at: Point, colours: Theme, letter: float = 17) -> str:
    """Return an encounter token."""
    question = text("?", at[0], at[1] + letter * 0.35, letter, colours.ink, bold=True)
    return circle(*at, letter * 0.6, fill=colours.paper, stroke=colours.ink, stroke_width=2) + question


def render_gear(at: Point, colours: Theme, r: float = 42) -> str:
    """Return the sign of the Factory."""
    return circle(
        *at, r, fill="none", stroke=colours.faint, stroke_width=r / 5, stroke_dasharray=f"{r / 4} {r / 4}", opacity=0.7
    )


def render_house(at: Point, colours: Theme) -> str:
    """Return a structure of the human's."""
    x, y = at
    walls = [(x - 7, y + 7), (x - 7, y - 1), (x, y - 8), (x + 7, y - 1), (x + 7, y + 7)]
    return polygon(walls, fill=colours.human, stroke=colours.human_edge, stroke_width=2.5, stroke_linejoin="round")


def render_piece(kind: Kind, at: Point, r: float, is_automa: bool, letter: str, colours: Theme) -> str:
    """Return a piece with its letter."""
    size = r * (1.2 if len(letter) == 1 else 0.95)
    ink = colours.on_automa if is_automa else colours.human_edge
    return _render_body(kind, at, r, is_automa, colours) + text(
        letter, at[0], at[1] + size * 0.36, size, ink, bold=True
    )


def render_figure(kind: Kind, at: Point, r: float, is_automa: bool, colours: Theme) -> str:
    """Return a piece with its icon."""
    ink = colours.on_automa if is_automa else colours.human_edge
    return _render_body(kind, at, r, is_automa, colours) + svg.draw_icon(kind, *at, r * 1.3, ink)


def _render_body(kind: Kind, at: Point, r: float, is_automa: bool, colours: Theme) -> str:
    """Return a diamond for the character, a square for a mech, a disc for a worker; the Automa's are filled."""
    x, y = at
    fill = colours.automa if is_automa else colours.human
    edge = (colours.automa_edge or colours.paper) if is_automa else colours.human_edge
    look: dict[str, SvgValue] = {"fill": fill, "stroke": edge, "stroke_width": 2.5}
    if kind == "character":
        reach = r * 1.22
        return polygon([(x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y)], **look)
    if kind == "mech":
        half = r * 0.93
        return element("rect", x=x - half, y=y - half, width=half * 2, height=half * 2, rx=4, **look)
    return circle(x, y, r, **look)


MARGIN = 14.0
BARE_LETTERS = 27.5  # letter size of the page's map: twelve pixels on a phone
HEAD = 46.0  # height of the heading
COLUMNS, ROWS = 8, 9
CANVAS = COLUMNS * WIDTH + 2 * MARGIN
END_OF_MAP = HEAD + SIZE * 2 + (ROWS - 1) * ROW + 4
# Where the scores of a decision are written: in the middle, or below pieces and beside a token.
IN_HEX = NoteSpace(line=30, fit=78, spot=(0, 6), spot_size=24, spot_fit=78)
UNDER_PIECES = NoteSpace(line=30, fit=78, spot=(0, 47), spot_size=18, spot_fit=36)
BESIDE_TOKEN = NoteSpace(line=30, fit=78, spot=(12, 46), spot_size=18, spot_fit=24)
CHOSEN_PIECES = NoteSpace(line=30, fit=78, spot=(0, 28), spot_size=18, spot_fit=64)
CHOSEN_BASE = NoteSpace(line=36, fit=70, spot=(0, 39), spot_size=18, spot_fit=60)
ON_BASE = NoteSpace(line=36, fit=70, spot=(0, 52), spot_size=18, spot_fit=40)

_facts = PRINTED.printed


def _find_centre(facts: Mapping[str, int]) -> Point:
    """Return the centre of a territory or base; even rows are shifted right by half a hex."""
    row, column = facts["row"], facts["column"]
    shift = 0.0 if row % 2 else 0.5
    return MARGIN + (column + shift + 0.5) * WIDTH, HEAD + SIZE + row * ROW


CENTRE: dict[str, Point] = {id_: _find_centre(facts) for id_, facts in _facts["territory"].items()}
BASES: dict[str, Point] = {name: _find_centre(facts) for name, facts in _facts["faction"].items()}
RIVERS: tuple[tuple[str, str], ...] = tuple(
    (one, other)
    for one, facts in _facts["territory"].items()
    for other in facts.get("across", ())
    if ORDER[one] < ORDER[other]
)


class Sheet(msgspec.Struct, frozen=True):
    """What the parts of the picture are made from."""

    position: Position
    say: Say
    colours: Theme
    marks: dict[str, list[Mark]]

    def name(self, candidate: object) -> str:
        """Return the letter of a piece, which tells several candidates in one place apart."""
        return self.say(f"letter.{candidate.kind}") if hasattr(candidate, "kind") else ""

    def at(self, place: str) -> Point:
        """Return the centre of a place. ``base`` is the Automa's: only its pieces are candidates."""
        return BASES[self.position.automa.faction] if place == BASE else CENTRE[place]


def draw(scene: Scene[Position, Rulings]) -> str:
    """Return the map as SVG, with a ``trace`` the decision on it; ``origin`` is the former place of the piece."""
    if scene.bare:
        from automarium.games.scythe import page_board  # it imports this module

        return page_board.draw(scene)
    say, colours, trace, origin = scene.say, scene.colours, scene.trace, scene.origin
    sheet = Sheet(scene.position, say, colours, trace_picture.build_marks(trace, _find_place) if trace else {})
    start = None if origin in (None, MAT) else sheet.at(str(origin))
    end = None if trace is None or trace.chosen is None else sheet.at(_find_place(trace.chosen))
    blocks = trace_picture.build_legend(
        trace, say, scene.chosen, colours, way=start is not None and end not in (None, start)
    )
    below, height = legend([*blocks, *_make_legend(sheet)], END_OF_MAP, CANVAS, colours)
    return scene.document(
        (CANVAS, height),
        MARGIN,
        element("defs", render_grains(colours), trace_picture.draw_hatches(colours)),
        *(_render_territory(id_, sheet) for id_ in TERRITORIES),
        *(render_border(one, other, colours) for one, other in RIVERS),
        *(_render_base(name, sheet) for name in BASES),
        trace_picture.draw_choice(start, end, colours) if end else "",
        below,
    )


def _find_place(candidate: object) -> str:
    """Return the place of a candidate: that of a piece, or the territory itself."""
    return str(getattr(candidate, "at", candidate))


# ---------------------------------------------------------------------------------------------------- the map's parts


def _render_territory(id_: str, sheet: Sheet) -> str:
    at, colours, here = CENTRE[id_], sheet.colours, sheet.marks.get(id_, [])
    halo = get_tint(TERRAIN[id_], colours)
    name = f"{LABEL[id_]} {sheet.say(f'letter.{TERRAIN[id_]}')}"
    definition = _find_note_space(id_, sheet)
    return group(
        describe_territory(id_, sheet),
        render_land(at, TERRAIN[id_], colours),
        render_gear(at, colours) if id_ == FACTORY else "",
        trace_picture.draw_outline(at, here, colours) if here else "",
        text(name, at[0], at[1] - 23, 21, colours.ink, halo=halo, bold=True),
        _render_feature(id_, sheet, definition),
        render_house((at[0] + 38, at[1] - 23), colours) if id_ in sheet.position.human.structures else "",
        _render_pieces(sheet, id_, id_, (at[0], at[1] - 2)),
        trace_picture.draw_notes(at, here, colours, halo, definition, sheet.name) if definition else "",
        data_place=id_,
    )


def _find_note_space(id_: str, sheet: Sheet) -> NoteSpace | None:
    """Return the space for the notes of the decision in this hex; None if it has none."""
    here, position = sheet.marks.get(id_, []), sheet.position
    if not here:
        return None
    if not any(count_pieces(side, id_) for side in (position.automa, position.human)):
        return IN_HEX
    if here[0].chosen:
        return CHOSEN_PIECES
    marked = id_ in TUNNELS or id_ in position.encounters
    return BESIDE_TOKEN if marked and here[0].scores else UNDER_PIECES


@cache
def render_border(one: str, other: str, colours: Theme) -> str:
    return element("g", render_river(CENTRE[one], CENTRE[other], colours), data_river=f"{one} {other}")


def _render_feature(id_: str, sheet: Sheet, definition: NoteSpace | None) -> str:
    """Return a tunnel or an encounter token, low in the hex and beside the notes of a decision."""
    x, y = CENTRE[id_]
    at = (x, y + 33) if definition is None else (x - 9, y + 40) if definition is BESIDE_TOKEN else (x, y + 42)
    if id_ in TUNNELS:
        return render_tunnel(at, sheet.colours)
    return render_token(at, sheet.colours) if id_ in sheet.position.encounters else ""


def find_owner(faction: str, position: Position) -> Automa | Human | None:
    """Return the side whose base it is; None if neither plays this faction."""
    return next((side for side in (position.automa, position.human) if side.faction == faction), None)


def describe_base(faction: str, sheet: Sheet) -> str:
    """Return the accessible text of a base."""
    owner = find_owner(faction, sheet.position)
    name = f"{sheet.say('draw.base')}: {sheet.say(f'faction.{faction}')}"
    return "; ".join([name, *(_describe_pieces(owner, BASE, sheet) if owner else [])])


def _render_base(faction: str, sheet: Sheet) -> str:
    """Return a base as a disc, with the mark of its owner on the rim."""
    (x, y), colours, position = BASES[faction], sheet.colours, sheet.position
    owner = find_owner(faction, position)
    here = sheet.marks.get(BASE, []) if owner is position.automa else []
    ink, foot = (colours.ink, y - 10) if owner else (colours.faint, y + 6)
    inside = [
        circle(x, y, 46, fill=colours.paper, stroke=colours.ink, stroke_width=3 if owner else 1.5),
        text(sheet.say(f"faction.{faction}"), x, foot, 17, ink, bold=True, fit=80),
    ]
    if owner is not None:
        is_automa = owner is position.automa
        definition = CHOSEN_BASE if any(mark.chosen for mark in here) else ON_BASE
        mark = sheet.say("mark.automa" if is_automa else "mark.human")
        inside += [
            render_piece("worker", (x, y - 40), 13, is_automa, mark, colours),
            _render_pieces(sheet, BASE, faction, (x, y + 8), owner),
            trace_picture.draw_notes((x, y), here, colours, colours.paper, definition, sheet.name) if here else "",
        ]
    return group(describe_base(faction, sheet), *inside, data_base=faction)


# ------------------------------------------------------------------------------------------------------------- pieces


def _render_pieces(sheet: Sheet, place: str, id_: str, at: Point, owner: Automa | Human | None = None) -> str:
    """Return the pieces in a place in a row, many of both sides in two smaller ones."""
    position = sheet.position
    owners = (position.automa, position.human) if owner is None else (owner,)
    rows = [[(side, kind, count) for kind, count in count_pieces(side, place).items()] for side in owners]
    if sum(map(len, rows)) <= len(UNITS):
        rows = [[standing_there for row in rows for standing_there in row]]
    drawn = []
    for n, row in enumerate(rows):
        r = 9.5 if len(rows) > 1 else 13.5 if len(row) > 2 else 15 if owner else 17
        y = at[1] + (n - (len(rows) - 1) / 2) * 19.5
        for m, (side, kind, count) in enumerate(row):
            x = at[0] + (m - (len(row) - 1) / 2) * r * 2.15
            letter = f"{sheet.say(f'letter.{kind}')}{count if count > 1 else ''}"
            drawn.append(render_piece(kind, (x, y), r, side is position.automa, letter, sheet.colours))
    return element("g", *drawn, data_pieces=id_) if drawn else ""


# -------------------------------------------------------------------------------------------------------------- words


def describe_territory(id_: str, sheet: Sheet) -> str:
    """Return the accessible text of a territory."""
    position = sheet.position
    built = id_ in position.human.structures
    land = describe_land(id_, sheet.say, token=id_ in position.encounters, built=built)
    return "; ".join(
        [land, *_describe_pieces(position.automa, id_, sheet), *_describe_pieces(position.human, id_, sheet)]
    )


def _describe_pieces(side: Automa | Human, place: str, sheet: Sheet) -> list[str]:
    pieces = list_pieces(side, place)
    key = "draw.hers" if side is sheet.position.automa else "draw.yours"
    return [sheet.say(key, pieces=pieces)] if pieces else []


def _make_legend(sheet: Sheet) -> list[tuple[list[LegendEntry], int]]:
    """Return the blocks below the map: tracks and mats, then the legend."""
    say = sheet.say
    beside = [LegendEntry(capitalise(say(one.key, **one.params))) for one in describe_sides(sheet.position)]
    return [(beside, 1), (_list_signs(sheet), 3), ([LegendEntry(say("draw.sides"))], 1)]


def _list_signs(sheet: Sheet) -> list[LegendEntry]:
    say, colours = sheet.say, sheet.colours
    middle: Point = (0.0, 0.0)
    entries = [LegendEntry(say(f"draw.{terrain}"), _render_sample(terrain, sheet)) for terrain in TERRAINS]
    entries.append(LegendEntry(say("draw.river"), render_stream(wave((-20, 0), (20, 0), 4), colours)))
    entries.append(LegendEntry(say("draw.tunnel"), render_tunnel(middle, colours)))
    entries.append(LegendEntry(say("draw.token"), render_token(middle, colours)))
    for kind in UNITS:
        letter = say(f"letter.{kind}")
        both = render_piece(kind, (-14, 0), 11, True, letter, colours) + render_piece(
            kind, (12, 0), 11, False, letter, colours
        )
        entries.append(LegendEntry(say(f"unit.{kind}"), both))
    if sheet.position.human.structures:
        entries.append(LegendEntry(say("draw.structure"), render_house(middle, colours)))
    return entries


def _render_sample(terrain: str, sheet: Sheet) -> str:
    letter = sheet.say(f"letter.{terrain}")
    halo = get_tint(terrain, sheet.colours)
    return render_land((0, 0), terrain, sheet.colours, 0.36) + text(
        letter, 0, 7, 20, sheet.colours.ink, halo=halo, bold=True
    )
