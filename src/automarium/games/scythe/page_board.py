"""The map as an SVG for the page: icons instead of patterns and letters."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import msgspec

from automarium.engine.drawing import svg
from automarium.engine.drawing.hexes import SIZE, Point, wave
from automarium.engine.drawing.scene import Scene
from automarium.engine.drawing.svg import (
    LegendEntry,
    SvgValue,
    Theme,
    boxed,
    circle,
    disc,
    element,
    group,
    label,
    place,
    text,
    text_width,
    theme,
)
from automarium.engine.message import Say
from automarium.games.scythe.map import BASE, LABEL, TERRAIN, TERRITORIES, TUNNELS
from automarium.games.scythe.page import PALETTE
from automarium.games.scythe.picture import (
    BARE_LETTERS,
    BASES,
    CANVAS,
    CENTRE,
    END_OF_MAP,
    HEAD,
    RIVERS,
    TERRAINS,
    Sheet,
    describe_base,
    describe_territory,
    find_owner,
    get_sea_colour,
    render_border,
    render_field,
    render_figure,
    render_house,
    render_stream,
    render_tunnel,
)
from automarium.games.scythe.picture import render_token as encounter
from automarium.games.scythe.position import UNITS, Automa, Human, Kind, Position, find_occupied
from automarium.games.scythe.rulings import Rulings
from automarium.games.scythe.text import count_pieces, describe_land

DISC = 46.0  # the radius of a base
WIDEST = 136.0  # the plate with its name: a wider one would cover the name of a territory
ON_DISC, ACROSS = 80.0, 96.0  # a row of pieces on the disc itself, and in a hex
LARGE, SMALL, TINY = 17.0, 14.0, 9.5  # the radius of pieces
GAP = 5.0  # between two of them
BELOW = 41.0  # from the middle of a hex to the token under its pieces
TOKEN = 14.0  # the radius of a token there
HOUSE = 8.5  # from the middle of a structure to its sides


def draw(scene: Scene[Position, Rulings]) -> str:
    position, colours = scene.position, scene.colours
    sheet = Sheet(position, scene.say, _colour_sides(colours, position), {})
    water = element("rect", x=-CANVAS, y=-CANVAS, width=CANVAS * 3, height=CANVAS * 3, fill=get_sea_colour(colours))
    taken = find_occupied(position.automa) | find_occupied(position.human) | set(position.human.structures)
    return scene.board(
        (0, HEAD - 8, CANVAS, END_OF_MAP - HEAD + 12),
        BARE_LETTERS,
        water,
        *(
            _render_field(id_, sheet)
            if id_ in taken
            else _render_empty(id_, scene.say, colours, id_ in position.encounters)
            for id_ in TERRITORIES
        ),
        *(render_border(one, other, colours) for one, other in RIVERS),
        *(_render_base(name, sheet) for name in BASES),
    )


def _colour_sides(colours: Theme, position: Position) -> Theme:
    """Return the theme with both sides in the colours of their factions."""
    night = colours.name == "dark"
    fill, ink, edge = PALETTE[position.automa.faction][night]
    human = PALETTE[position.human.faction][night][2]
    return msgspec.structs.replace(
        colours, automa=fill, on_automa=ink, automa_edge="" if edge == fill else edge, human_edge=human
    )


def _render_field(id_: str, sheet: Sheet) -> str:
    """Return a territory with pieces or a structure."""
    (x, y), colours, position = CENTRE[id_], sheet.colours, sheet.position
    there = _render_on_land(id_, sheet)
    built = _render_structure((x + 36, y - 24), colours) if id_ in position.human.structures else ""
    met = id_ in (position.automa.character, *position.automa.mechs)
    return _render_land(
        id_,
        describe_territory(id_, sheet),
        colours,
        built + there,
        token=id_ in position.encounters,
        taken=bool(there),
        data_fight=sheet.say("draw.fight") if met else None,  # the page writes it where a combat unit may go
    )


def _render_structure(at: Point, colours: Theme) -> str:
    box = (at[0] - HOUSE, at[1] - HOUSE, 2 * HOUSE, 2 * HOUSE)
    return boxed("piece", box, 0, render_house(at, colours), data_piece="human.structure")


@lru_cache(8 * len(TERRITORIES))
def _render_empty(id_: str, say: Say, colours: Theme, token_there: bool) -> str:
    """Return an empty territory. Cached: most are empty and look the same turn after turn."""
    return _render_land(id_, describe_land(id_, say, token=token_there), colours, "", token=token_there, taken=False)


def _render_land(
    id_: str, words: str, colours: Theme, there: str, *, token: bool, taken: bool, **attributes: SvgValue
) -> str:
    """Return a territory with its name, the icon of its terrain and ``there``. If it is ``taken`` the icons are smaller
    and lower."""
    x, y = CENTRE[id_]
    marked = id_ in TUNNELS or token
    land_at = (x - 30, y + 29, 20) if taken else (x - 20, y + 14, 30) if marked else (x, y + 12, 30)
    sign = svg.draw_icon(TERRAIN[id_], *land_at, colours.faint)
    token_at, r = ((x, y + BELOW), TOKEN) if taken else ((x + 20, y + 14), BARE_LETTERS * 0.6)
    mark = disc("token", token_at, 11.5, render_tunnel(token_at, colours)) if id_ in TUNNELS else ""
    if token:
        mark = disc("token", token_at, r + 1, encounter(token_at, colours, r / 0.6), data_piece="table.encounter")
    name = label(LABEL[id_], x, y - 22, BARE_LETTERS, colours.ink, bold=True)
    land = render_field(CENTRE[id_], TERRAIN[id_], colours)
    return place(id_, words, (x, y), SIZE, land, name, sign, mark, there, **attributes)


def _render_base(faction: str, sheet: Sheet) -> str:
    """Return a base as a disc with its faction on a plate and the pieces there. One without an owner is dashed and has
    no name."""
    (x, y), colours, position = BASES[faction], sheet.colours, sheet.position
    owner, words = find_owner(faction, position), describe_base(faction, sheet)
    if owner is None:
        free = circle(x, y, DISC, fill=colours.paper, stroke=colours.faint, stroke_width=2.5, stroke_dasharray="9 7")
        return group(words, free, data_base=faction)
    name = sheet.say(f"faction.{faction}")
    wide, high = min(text_width(name, BARE_LETTERS) + 18, WIDEST), BARE_LETTERS + 7
    middle = _keep_inside(x, wide)
    plate = _render_plate((x, y - 26), wide, high, colours)
    written = text(name, middle, y - 26 + BARE_LETTERS * 0.35, BARE_LETTERS, colours.ink, fit=wide - 14)
    return place(
        BASE,
        words,
        (x, y),
        DISC,
        circle(x, y, DISC, fill=colours.paper, stroke=PALETTE[faction][colours.name == "dark"][2], stroke_width=4),
        _render_at_base(owner, faction, (x, y + 13), sheet),
        boxed("label", (middle - wide / 2, y - 26 - high / 2, wide, high), 8, plate, written),
        data_base=faction,
        data_side="automa" if owner is position.automa else "human",
    )


def _render_at_base(owner: Automa | Human, faction: str, at: Point, sheet: Sheet) -> str:
    """Return the pieces on a base in a row; a long row is on a plate of its own."""
    there = _list_groups(sheet.position, BASE, owner)
    if not there:
        return ""
    r = LARGE if _measure(there, LARGE) < ON_DISC else SMALL
    wide = _measure(there, r)
    plate = _render_plate(at, wide + 2 * GAP, 2 * r + 8, sheet.colours) if wide > ON_DISC else ""
    middle = (_keep_inside(at[0], wide + 2 * GAP), at[1]) if plate else at
    return plate + element("g", *_render_row(there, middle, r, sheet.colours), data_pieces=faction)


def _render_on_land(id_: str, sheet: Sheet) -> str:
    """Return the pieces on a territory, in one row or in two smaller ones."""
    there, (x, y) = _list_groups(sheet.position, id_), CENTRE[id_]
    if not there:
        return ""
    r = next((size for size in (LARGE, SMALL) if _measure(there, size) <= ACROSS), TINY)
    rows: list[list[_PieceGroup]] = [[]]
    for one in there:
        if rows[-1] and _measure([*rows[-1], one], r) > ACROSS:
            rows.append([])
        rows[-1].append(one)
    top = y + 1 if len(rows) == 1 else y - 20 + 1.25 * r  # below the name
    drawn = [_render_row(row, (x, top + n * 2.35 * r), r, sheet.colours) for n, row in enumerate(rows)]
    return element("g", *(one for row in drawn for one in row), data_pieces=id_)


class _PieceGroup(msgspec.Struct, frozen=True):
    """Pieces of one kind and side in one place."""

    kind: Kind
    count: int
    hers: bool

    def across(self, r: float) -> float:
        """Return the width of one of them; a character is a diamond."""
        return 2.5 * r if self.kind == "character" else 2.2 * r

    def wide(self, r: float) -> float:
        return self.across(r) + (
            GAP / 2 + text_width(str(self.count), BARE_LETTERS, bold=True) if self.count > 1 else 0
        )


def _list_groups(position: Position, at: str, owner: Automa | Human | None = None) -> list[_PieceGroup]:
    owners = (position.automa, position.human) if owner is None else (owner,)
    return [
        _PieceGroup(kind, count, side is position.automa)
        for side in owners
        for kind, count in count_pieces(side, at).items()
    ]


def _measure(there: Sequence[_PieceGroup], r: float) -> float:
    return sum(one.wide(r) for one in there) + GAP * (len(there) - 1)


def _render_row(there: Sequence[_PieceGroup], at: Point, r: float, colours: Theme) -> list[str]:
    """Return pieces side by side. A number is beside its piece, so that nothing covers it."""
    (x, y), drawn = at, []
    x -= _measure(there, r) / 2
    for one in there:
        figure, count = _render_boxed(one, (x + one.across(r) / 2, y), r, colours), ""
        if one.count > 1:
            beside = x + (one.across(r) + GAP / 2 + one.wide(r)) / 2
            count = label(str(one.count), beside, y + BARE_LETTERS * 0.36, BARE_LETTERS, colours.ink, bold=True)
        side = "automa" if one.hers else "human"
        drawn.append(element("g", figure, count, data_piece=f"{side}.{one.kind}", data_count=one.count))
        x += one.wide(r) + GAP
    return drawn


def _render_boxed(one: _PieceGroup, at: Point, r: float, colours: Theme) -> str:
    """Return a piece with its box, slightly within its outline."""
    figure = render_figure(one.kind, at, r, one.hers, colours)
    if one.kind == "mech":
        half = 0.93 * r
        return boxed("piece", (at[0] - half, at[1] - half, 2 * half, 2 * half), 4, figure)
    return disc("piece", at, 1.22 * r if one.kind == "character" else r, figure)


def _render_plate(at: Point, wide: float, high: float, colours: Theme) -> str:
    """Return a plate of this size, moved inwards where it would cross the edge of the map."""
    x = _keep_inside(at[0], wide)
    return element(
        "rect",
        x=x - wide / 2,
        y=at[1] - high / 2,
        width=wide,
        height=high,
        rx=8,
        fill=colours.paper,
        stroke=colours.ink,
        stroke_width=2.5,
    )


def _keep_inside(x: float, wide: float) -> float:
    """Return ``x`` moved so that something this wide around it stays on the map."""
    return min(max(x, wide / 2 + 2), CANVAS - wide / 2 - 2)


def build_legend(position: Position, say: Say, dark: bool) -> list[LegendEntry]:
    """Return the legend of the icons."""
    colours, middle = _colour_sides(theme(dark), position), (0.0, 0.0)
    entries = [LegendEntry(say(f"draw.{one}"), svg.draw_icon(one, 0, 0, 34, colours.ink)) for one in TERRAINS]
    entries.append(LegendEntry(say("draw.river"), render_stream(wave((-26, 0), (26, 0), 5), colours)))
    entries.append(LegendEntry(say("draw.tunnel"), render_tunnel(middle, colours)))
    entries.append(LegendEntry(say("draw.token"), encounter(middle, colours, BARE_LETTERS)))
    for kind in UNITS:
        both = render_figure(kind, (-16, 0), 13, True, colours)
        entries.append(LegendEntry(say(f"unit.{kind}"), both + render_figure(kind, (16, 0), 13, False, colours)))
    if position.human.structures:
        entries.append(LegendEntry(say("draw.structure"), render_house(middle, colours)))
    return [*entries, LegendEntry(say("draw.sides"))]
