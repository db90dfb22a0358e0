"""The map alone, for the page: signs instead of patterns and letters."""

from __future__ import annotations

from automarium.games.scythe.atlas import LABEL, TERRAIN, TERRITORIES, TUNNELS
from automarium.games.scythe.position import Position
from automarium.games.scythe.rulings import Rulings
from automarium.games.scythe.signs import TERRAINS, field, figure, house, sea, stream, token, tunnel
from automarium.games.scythe.svg import (
    BARE_LETTERS,
    BASES,
    CANVAS,
    CENTRE,
    END_OF_MAP,
    HEAD,
    KINDS,
    RIVERS,
    Sheet,
    base_of,
    in_words,
    pieces,
    river_between,
)
from automarium.games.scythe.text import standing
from automarium.kernel.drawing import signs
from automarium.kernel.drawing.hexes import SIZE, wave
from automarium.kernel.drawing.scene import Scene
from automarium.kernel.drawing.svg import LegendEntry, element, place, text, theme
from automarium.kernel.saying import Say


def draw(scene: Scene[Position, Rulings]) -> str:
    colours = scene.colours
    sheet = Sheet(scene.position, scene.say, colours, {}, bare=True)
    water = element("rect", x=-CANVAS, y=-CANVAS, width=CANVAS * 3, height=CANVAS * 3, fill=sea(colours))
    return scene.board(
        (0, HEAD - 8, CANVAS, END_OF_MAP - HEAD + 12),
        BARE_LETTERS,
        water,
        *(_field(id_, sheet) for id_ in TERRITORIES),
        *(river_between(one, other, colours) for one, other in RIVERS),
        *(base_of(name, sheet) for name in BASES),
    )


def _field(id_: str, sheet: Sheet) -> str:
    """A territory with its name, the sign of its terrain, and who stands there."""
    (x, y), colours, position = CENTRE[id_], sheet.colours, sheet.position
    taken = any(standing(side, id_) for side in (position.automa, position.human))
    marked = id_ in TUNNELS or id_ in position.encounters
    land_at = (x - 27, y + 29, 22) if taken else (x - 20, y + 14, 30) if marked else (x, y + 12, 30)
    sign = signs.placed(TERRAIN[id_], *land_at, colours.faint)
    token_at = (x + 26, y + 29) if taken else (x + 20, y + 14)
    there = tunnel(token_at, colours) if id_ in TUNNELS else ""
    there = token(token_at, colours, BARE_LETTERS) if id_ in position.encounters else there
    return place(
        id_,
        in_words(id_, sheet),
        (x, y),
        SIZE,
        field(CENTRE[id_], TERRAIN[id_], colours),
        text(LABEL[id_], x, y - 22, BARE_LETTERS, colours.ink, bold=True),
        sign,
        there,
        house((x + 36, y - 24), colours) if id_ in position.human.structures else "",
        pieces(sheet, id_, id_, (x, y + 1)),
    )


def legend(position: Position, say: Say, dark: bool) -> list[LegendEntry]:
    """What the signs of the map mean."""
    colours, middle = theme(dark), (0.0, 0.0)
    entries = [LegendEntry(say(f"draw.{one}"), signs.placed(one, 0, 0, 34, colours.ink)) for one in TERRAINS]
    entries.append(LegendEntry(say("draw.river"), stream(wave((-26, 0), (26, 0), 5), colours)))
    entries.append(LegendEntry(say("draw.tunnel"), tunnel(middle, colours)))
    entries.append(LegendEntry(say("draw.token"), token(middle, colours, BARE_LETTERS)))
    for kind in KINDS:
        both = figure(kind, (-16, 0), 13, True, 1, colours, BARE_LETTERS)
        entries.append(
            LegendEntry(say(f"unit.{kind}"), both + figure(kind, (16, 0), 13, False, 1, colours, BARE_LETTERS))
        )
    if position.human.structures:
        entries.append(LegendEntry(say("draw.structure"), house(middle, colours)))
    return [*entries, LegendEntry(say("draw.sides"))]
