"""The board of the page: the three districts with the Automa's golems and students, as wide as a phone."""

from __future__ import annotations

from functools import lru_cache

from automarium.engine.drawing.scene import Scene
from automarium.engine.drawing.svg import LegendEntry, Theme, board, boxed, element, label, place, shift, theme
from automarium.engine.message import Say, term
from automarium.games.golem.picture import icons
from automarium.games.golem.picture.icons import draw_rect, get_ground
from automarium.games.golem.position import ROMAN, SECTIONS, TOLLS, District, Golem, Position
from automarium.games.golem.rulings import Rulings

CANVAS, MARGIN = 400.0, 6.0
LETTERS = 16.3  # twelve pixels on the narrowest phone
LABEL, HEAD, STREET, GAP = 36.0, 20.0, 54.0, 4.0
SEAL = 14.2  # from the middle of the sign of a district to its sides
STANDING = (-8.0, -11.0, 16.0, 22.0)  # the box of a golem around its middle
LYING = (-12.0, -8.5, 24.0, 19.5)
STUDENT = (17.0, 20.0)
COUNT = 13.5  # the letters of a number beside a golem
CELL = (CANVAS - 2 * MARGIN - LABEL) / SECTIONS


def draw(scene: Scene[Position, Rulings]) -> str:
    position, say, colours = scene.position, scene.say, scene.colours
    heads = [
        label(ROMAN[section], _x(section), MARGIN + 13, LETTERS, colours.ink) for section in range(1, SECTIONS + 1)
    ]
    streets = [
        _street(district, MARGIN + HEAD + n * (STREET + GAP), position, say, colours)
        for n, district in enumerate(position.order)
    ]
    return board(
        say("draw.districts"),
        scene.in_words(end="."),
        (0, 0, CANVAS, MARGIN * 2 + HEAD + len(position.order) * (STREET + GAP) - GAP),
        LETTERS,
        colours,
        element("defs", icons.define_patterns(colours)),
        *heads,
        *streets,
    )


def _x(section: int) -> float:
    return MARGIN + LABEL + (section - 0.5) * CELL


def _street(district: District, y: float, position: Position, say: Say, colours: Theme) -> str:
    drawn = shift(icons.draw_seal(district, SEAL, say, colours), MARGIN + 15, y + STREET / 2)
    box = (MARGIN + 15 - SEAL, y + STREET / 2 - SEAL, 2 * SEAL, 2 * SEAL)
    seal = boxed("label", box, 3, drawn)
    there = [golem for golem in position.golems if golem.district == district]
    student = position.students[district]
    sections = [
        _section(district, n, y, tuple([one for one in there if one.section == n]), student == n, say, colours)
        for n in range(1, SECTIONS + 1)
    ]
    return seal + "".join(sections)


@lru_cache(2048)  # most sections are empty or unchanged
def _section(
    district: District, section: int, y: float, here: tuple[Golem, ...], student: bool, say: Say, colours: Theme
) -> str:
    """Return a section: golems above, the student below, a toll dotted."""
    x = _x(section)
    left, wide = x - CELL / 2 + 1, CELL - 2
    cell = [draw_rect(left, y, wide, STREET, fill=get_ground(district, colours), stroke=colours.faint, stroke_width=1)]
    if section in TOLLS:
        cell.append(draw_rect(left, y, wide, STREET, fill=f"url(#toll-{colours.name})"))
    alike = {str(one): one for one in sorted(here, key=lambda one: one.lying)}
    for n, (key, one) in enumerate(alike.items()):
        count = sum(1 for other in here if str(other) == key)
        cell.append(_golems(one, count, (x + (n - (len(alike) - 1) / 2) * CELL / 2, y), len(alike) > 1, colours))
    words = [say("draw.section", district=term("district", district), section=ROMAN[section])]
    words += [say("draw.lying" if one.lying else "draw.standing") for one in here]
    if student:
        drawn = shift(icons.draw_student(colours, 0.85), x, y + 42)
        wide, high = STUDENT
        box = (x - wide / 2, y + 42 - high / 2, wide, high)
        cell.append(boxed("piece", box, 4, drawn, data_piece=f"automa.student-{district}"))
        words.append(say("draw.student"))
    return place(f"{district}-{section}", "; ".join(words), (x, y + STREET / 2), CELL / 2, *cell)


def _golems(one: Golem, count: int, at: tuple[float, float], beside: bool, colours: Theme) -> str:
    """Return golems of one state in the upper half of a section, ``beside`` those of the other state: several are one
    figure above or before its number."""
    (x, y), size = at, 0.62 if beside or count > 1 else 1.0
    middle = y + (10 if beside and count > 1 else 16)
    written = f"{count}" if beside else f"×{count}"
    x, foot = (x, y + 31) if beside else (x - (CELL / 4 if count > 1 else 0), y + 21)
    figure = shift(icons.draw_golem(one.lying, colours, size), x, middle)
    left, top, wide, high = (side * size for side in (LYING if one.lying else STANDING))
    box = (x + left, middle + top, wide, high)
    drawn = boxed("piece", box, 2, figure)
    if count > 1:
        drawn += label(written, x if beside else x + CELL / 2 - 1, foot, COUNT, colours.ink, bold=True)
    return element("g", drawn, data_piece="automa.golem", data_count=count)


def build_legend(position: Position, say: Say, dark: bool) -> list[LegendEntry]:
    """Return what the signs of the districts mean."""
    colours = theme(dark)
    toll = draw_rect(-16, -16, 32, 32, fill=f"url(#toll-{colours.name})", stroke=colours.faint)
    return [
        LegendEntry(say("draw.standing"), icons.draw_golem(False, colours, 1.4, 1)),
        LegendEntry(say("draw.lying"), icons.draw_golem(True, colours, 1.4, 1)),
        LegendEntry(say("draw.student"), icons.draw_student(colours, 1.4)),
        LegendEntry(say("draw.toll"), toll),
        LegendEntry(say("draw.letters")),
    ]
