"""The map alone, for the page: signs instead of patterns and letters."""

from __future__ import annotations

from automarium.games.scythe.atlas import LABEL, TERRAIN, TERRITORIES, TUNNELS
from automarium.games.scythe.signs import field, house, sea, token, tunnel
from automarium.games.scythe.svg import (
    BASES,
    CANVAS,
    CENTRE,
    END_OF_MAP,
    HEAD,
    RIVERS,
    Sheet,
    base_of,
    in_words,
    pieces,
    river_between,
)
from automarium.games.scythe.text import overview, standing
from automarium.kernel.drawing import signs
from automarium.kernel.drawing.hexes import SIZE
from automarium.kernel.drawing.svg import board, element, place, text
from automarium.kernel.room import capital

LABELS = 20.0  # the smallest letters of the map alone


def draw(sheet: Sheet) -> str:
    """The map alone: signs instead of patterns and letters."""
    colours, say = sheet.colours, sheet.say
    water = element("rect", x=-CANVAS, y=-CANVAS, width=CANVAS * 3, height=CANVAS * 3, fill=sea(colours))
    said = [capital(say(one.key, **one.params)) for one in overview(sheet.position)]
    return board(
        say("draw.title"),
        " ".join(said),
        (0, HEAD - 8, CANVAS, END_OF_MAP - HEAD + 12),
        LABELS,
        colours,
        water,
        *(_field(id_, sheet) for id_ in TERRITORIES),
        *(river_between(one, other, colours) for one, other in RIVERS),
        *(base_of(name, sheet) for name in BASES),
    )


def _field(id_: str, sheet: Sheet) -> str:
    """A territory with its name, the sign of its terrain, and who stands there."""
    (x, y), colours, position = CENTRE[id_], sheet.colours, sheet.position
    taken = any(standing(side, id_) for side in (position.automa, position.human))
    land_at = (x - 27, y + 29, 22) if taken else (x, y + 4, 30)
    sign = signs.placed(TERRAIN[id_], *land_at, colours.faint)
    token_at = (x + 26, y + 30) if taken else (x, y + 36)
    there = tunnel(token_at, colours) if id_ in TUNNELS else ""
    there = token(token_at, colours) if id_ in position.encounters else there
    return place(
        id_,
        in_words(id_, sheet),
        (x, y),
        SIZE,
        field(CENTRE[id_], TERRAIN[id_], colours),
        text(LABEL[id_], x, y - 24, LABELS, colours.ink, bold=True),
        sign,
        there,
        house((x + 36, y - 24), colours) if id_ in position.human.structures else "",
        pieces(sheet, id_, id_, (x, y + 1)),
    )
