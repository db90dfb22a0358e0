"""The board alone, for the page: the three districts with her golems and students, as wide as a phone."""

from __future__ import annotations

from automarium.games.golem import signs
from automarium.games.golem.position import ROMAN, SECTIONS, TOLLS, District, Position
from automarium.games.golem.signs import ground, rect
from automarium.games.golem.text import overview
from automarium.kernel.drawing.svg import Theme, board, element, moved, place, text, theme
from automarium.kernel.room import Say, capital
from automarium.kernel.saying import term

CANVAS, MARGIN = 400.0, 6.0
LETTERS = 13.5  # twelve pixels where the board is as wide as a phone
LABEL, HEAD, STREET, GAP = 36.0, 18.0, 54.0, 4.0
CELL = (CANVAS - 2 * MARGIN - LABEL) / SECTIONS


def draw(position: Position, say: Say, dark: bool) -> str:
    colours = theme(dark)
    heads = [text(ROMAN[section], _x(section), MARGIN + 11, LETTERS, colours.ink) for section in range(1, SECTIONS + 1)]
    streets = [
        _street(district, MARGIN + HEAD + n * (STREET + GAP), position, say, colours)
        for n, district in enumerate(position.order)
    ]
    said = [capital(say(one.key, **one.params)) for one in overview(position)]
    return board(
        say("draw.districts"),
        " ".join(f"{one}." for one in said),
        (0, 0, CANVAS, MARGIN * 2 + HEAD + len(position.order) * (STREET + GAP) - GAP),
        LETTERS,
        colours,
        element("defs", signs.patterns(colours)),
        *heads,
        *streets,
    )


def _x(section: int) -> float:
    return MARGIN + LABEL + (section - 0.5) * CELL


def _street(district: District, y: float, position: Position, say: Say, colours: Theme) -> str:
    seal = moved(signs.seal(district, 13, say, colours), MARGIN + 14, y + STREET / 2)
    return seal + "".join(_section(district, n, y, position, say, colours) for n in range(1, SECTIONS + 1))


def _section(district: District, section: int, y: float, position: Position, say: Say, colours: Theme) -> str:
    """Golems above, the student below; a toll is dotted."""
    x = _x(section)
    left, wide = x - CELL / 2 + 1, CELL - 2
    cell = [rect(left, y, wide, STREET, fill=ground(district, colours), stroke=colours.faint, stroke_width=1)]
    if section in TOLLS:
        cell.append(rect(left, y, wide, STREET, fill=f"url(#toll-{colours.name})"))
    here = [one for one in position.golems if (one.district, one.section) == (district, section)]
    alike = {str(one): one for one in sorted(here, key=lambda one: one.lying)}
    for n, (key, one) in enumerate(alike.items()):
        count = sum(1 for other in here if str(other) == key)
        scale = 0.62 if len(alike) > 1 else 1.0
        at = (x + (n - (len(alike) - 1) / 2) * 16, y + 16)
        cell.append(moved(signs.golem(one.lying, colours, scale, count), *at))
    words = [say("draw.section", district=term("district", district), section=ROMAN[section])]
    words += [say("draw.lying" if one.lying else "draw.standing") for one in here]
    if position.students[district] == section:
        cell.append(moved(signs.student(colours, 0.85), x, y + 42))
        words.append(say("draw.student"))
    return place(f"{district}-{section}", "; ".join(words), (x, y + STREET / 2), CELL / 2, *cell)
