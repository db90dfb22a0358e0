"""The map alone, for the page: signs instead of patterns and letters."""

from __future__ import annotations

from functools import lru_cache

from automarium.games.scythe.atlas import LABEL, TERRAIN, TERRITORIES, TUNNELS
from automarium.games.scythe.position import UNITS, Position
from automarium.games.scythe.reach import occupied
from automarium.games.scythe.rulings import Rulings
from automarium.games.scythe.signs import TERRAINS, field, figure, house, sea, stream, tunnel
from automarium.games.scythe.signs import token as encounter
from automarium.games.scythe.svg import (
    BARE_LETTERS,
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
from automarium.games.scythe.text import land_in_words
from automarium.kernel.drawing import signs
from automarium.kernel.drawing.hexes import SIZE, wave
from automarium.kernel.drawing.scene import Scene
from automarium.kernel.drawing.svg import LegendEntry, Theme, element, place, text, theme
from automarium.kernel.saying import Say


def draw(scene: Scene[Position, Rulings]) -> str:
    position, colours = scene.position, scene.colours
    sheet = Sheet(position, scene.say, colours, {}, bare=True)
    water = element("rect", x=-CANVAS, y=-CANVAS, width=CANVAS * 3, height=CANVAS * 3, fill=sea(colours))
    taken = occupied(position.automa) | occupied(position.human) | set(position.human.structures)
    return scene.board(
        (0, HEAD - 8, CANVAS, END_OF_MAP - HEAD + 12),
        BARE_LETTERS,
        water,
        *(
            _field(id_, sheet) if id_ in taken else _empty(id_, scene.say, colours, id_ in position.encounters)
            for id_ in TERRITORIES
        ),
        *(river_between(one, other, colours) for one, other in RIVERS),
        *(base_of(name, sheet) for name in BASES),
    )


def _field(id_: str, sheet: Sheet) -> str:
    """A territory that somebody has built on or stands on."""
    (x, y), colours, position = CENTRE[id_], sheet.colours, sheet.position
    there = pieces(sheet, id_, id_, (x, y + 1))
    built = house((x + 36, y - 24), colours) if id_ in position.human.structures else ""
    return _land(id_, in_words(id_, sheet), colours, built + there, token=id_ in position.encounters, taken=bool(there))


@lru_cache(8 * len(TERRITORIES))
def _empty(id_: str, say: Say, colours: Theme, token_there: bool) -> str:
    """An empty territory: most of them are, and they look the same turn after turn."""
    return _land(id_, land_in_words(id_, say, token=token_there), colours, "", token=token_there, taken=False)


def _land(id_: str, words: str, colours: Theme, there: str, *, token: bool, taken: bool) -> str:
    """A territory with its name, the sign of its terrain, and what is there; signs make room for pieces."""
    x, y = CENTRE[id_]
    marked = id_ in TUNNELS or token
    land_at = (x - 27, y + 29, 22) if taken else (x - 20, y + 14, 30) if marked else (x, y + 12, 30)
    sign = signs.placed(TERRAIN[id_], *land_at, colours.faint)
    token_at = (x + 26, y + 29) if taken else (x + 20, y + 14)
    mark = tunnel(token_at, colours) if id_ in TUNNELS else ""
    mark = encounter(token_at, colours, BARE_LETTERS) if token else mark
    name = text(LABEL[id_], x, y - 22, BARE_LETTERS, colours.ink, bold=True)
    return place(id_, words, (x, y), SIZE, field(CENTRE[id_], TERRAIN[id_], colours), name, sign, mark, there)


def legend(position: Position, say: Say, dark: bool) -> list[LegendEntry]:
    """What the signs of the map mean."""
    colours, middle = theme(dark), (0.0, 0.0)
    entries = [LegendEntry(say(f"draw.{one}"), signs.placed(one, 0, 0, 34, colours.ink)) for one in TERRAINS]
    entries.append(LegendEntry(say("draw.river"), stream(wave((-26, 0), (26, 0), 5), colours)))
    entries.append(LegendEntry(say("draw.tunnel"), tunnel(middle, colours)))
    entries.append(LegendEntry(say("draw.token"), encounter(middle, colours, BARE_LETTERS)))
    for kind in UNITS:
        both = figure(kind, (-16, 0), 13, True, 1, colours, BARE_LETTERS)
        entries.append(
            LegendEntry(say(f"unit.{kind}"), both + figure(kind, (16, 0), 13, False, 1, colours, BARE_LETTERS))
        )
    if position.human.structures:
        entries.append(LegendEntry(say("draw.structure"), house(middle, colours)))
    return [*entries, LegendEntry(say("draw.sides"))]
