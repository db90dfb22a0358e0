"""The signs of the picture, most drawn around (0, 0), told apart by shape, pattern or letter and not by colour alone.
Marbles are round, districts square, books have a spine; each colour has its letter."""

from __future__ import annotations

import textwrap

from automarium.engine.drawing.svg import (
    BOLD_LETTER,
    LETTER,
    SvgValue,
    Theme,
    circle,
    element,
    ink_on,
    number,
    pattern,
    polygon,
    text,
)
from automarium.engine.message import Say
from automarium.games.golem.position import Book

Drawn = tuple[str, float]  # the markup of a part, and where it ends

CANVAS = 400.0
MARGIN = 10.0
INNER = CANVAS - 2 * MARGIN
FAR = CANVAS - MARGIN
SMALL = 10.5  # the smallest letters that can be read on a phone

# The same by day and by night.
_SOLID = {
    "red": "#c62828",
    "yellow": "#f4c430",
    "blue": "#1565c0",
    "green": "#2e7d32",
    "black": "#26262a",
    "white": "#ffffff",
}
_GROUND = {  # by day and by night
    "red": ("#f8ddd7", "#43211f"),
    "yellow": ("#faeec6", "#40361a"),
    "blue": ("#d9e8f8", "#1a304a"),
    "grey": ("#e6e3de", "#323234"),
    "none": ("#f5f1e8", "#212226"),
}
_GOLEM = "M-3.6 -11H3.6V-5.6H8V3.6H4.9V11H.9V4.6H-.9V11H-4.9V3.6H-8V-5.6H-3.6Z"
SHAPES = {
    "golem": _GOLEM,
    "work": "M-8 -9H8V-2.5H2V10H-2V-2.5H-8Z",
    "artifact": "M-7 -10H7C7 -2 3.6 1 1.6 2V6H5.5V9.5H-5.5V6H-1.6V2C-3.6 1 -7 -2 -7 -10Z",
    "study": "M0 -5.5C-2.5 -8 -7 -8 -10 -7V7C-7 6 -2.5 6 0 8.5C2.5 6 7 6 10 7V-7C7 -8 2.5 -8 0 -5.5ZM0 -5.5V8.5",
    "mirror": "M0 -10.5A7 7 0 0 1 0 3.5A7 7 0 0 1 0 -10.5ZM-1.2 3.5H1.2V10.5H-1.2Z",
    "rabbi": "M-5 -4.5V-10.5H5V-4.5H9.5V-1.8H-9.5V-4.5ZM-5.5 .6H5.5C6 6 3 9 0 11C-3 9 -6 6 -5.5 .6Z",
    "student": "M-10 -7.5L0 -11.5L10 -7.5L4.6 -5.4V-2Q4.6 0 3 1.2Q7.5 4 7.5 11H-7.5Q-7.5 4 -3 1.2Q-4.6 0 -4.6 -2V-5.4Z",
    "ingot": "M-7.5 5L-4.5 -5H4.5L7.5 5Z",
    "grave": "M-7 10V-4C-7 -8.5 -4 -11 0 -11C4 -11 7 -8.5 7 -4V10ZM-3.5 -4H3.5M-3.5 0H3.5M-3.5 4H1",
    "coins": "M-9 3A6 6 0 1 1 3 3A6 6 0 1 1 -9 3ZM1 -8.5A6 6 0 1 1 3.6 2.6",
    "bonus": "M0 -10L2.6 -3.4L9.6 -3L4.2 1.4L6 8.2L0 4.4L-6 8.2L-4.2 1.4L-9.6 -3L-2.6 -3.4Z",
    "left": "M-9 -7H9V7H-9ZM-6.5 -4.5H0V4.5H-6.5Z",
    "right": "M-9 -7H9V7H-9ZM0 -4.5H6.5V4.5H0Z",
    "lowest": "M0 9L-7 1H-2.5V-9H2.5V1H7Z",
}
_HOLLOW = ("mirror", "study", "grave", "coins", "left", "right")  # lines rather than solid shapes


def get_ground(name: str, colours: Theme) -> str:
    """Return the background of a district, a column of a card or an empty place."""
    return _GROUND[name][colours.name == "dark"]


def define_patterns(colours: Theme) -> str:
    """Return the dots of sections with a toll and the stripes of the red zone; to be defined once."""
    dots = circle(2, 2, 0.9, fill=colours.faint) + circle(6, 6, 0.9, fill=colours.faint)
    stripe = element("path", d="M0 0V6", stroke=colours.automa, stroke_width=2.6, opacity=0.5)
    return pattern(f"toll-{colours.name}", 8, dots) + pattern(f"red-zone-{colours.name}", 6, stripe, turn=-45)


def get_letter(colour: str, say: Say) -> str:
    """Return the letter of a colour; no two colours have the same."""
    return say(f"draw.letter.{colour}")


def draw_shape(name: str, colour: str, scale: float = 1.0) -> str:
    """Draw one of the signs; 22 units high at most."""
    look: dict[str, SvgValue] = {"fill": colour}
    if name in _HOLLOW:
        look = {"fill": "none", "stroke": colour, "stroke_width": 1.8, "stroke_linejoin": "round"}
    drawn = element("path", d=SHAPES[name], **look)
    return drawn if scale == 1 else element("g", drawn, transform=f"scale({scale:.2f})")


def draw_golem(lying: bool, colours: Theme, scale: float = 1.0, count: int = 1) -> str:
    """Draw a figure on its feet or on its back; several alike are one, with their number."""
    edge: dict[str, SvgValue] = {"stroke": colours.paper, "stroke_width": 1.2, "paint_order": "stroke"}
    figure = element("path", d=_GOLEM, fill=colours.automa, **edge)
    if lying:
        floor = element("path", d="M-12 10H12", stroke=colours.ink, stroke_width=1.6)
        figure = element("g", figure, transform="rotate(-90)") + floor
    drawn = element("g", figure, transform=f"scale({scale:.2f})")
    return drawn + (text(f"×{count}", 0, 22, 13.5, colours.ink, bold=True) if count > 1 else "")


def draw_student(colours: Theme, scale: float = 1.0) -> str:
    """Draw a pawn with a flat cap."""
    edge: dict[str, SvgValue] = {"stroke": colours.paper, "stroke_width": 1.2, "paint_order": "stroke"}
    figure = element("path", d=SHAPES["student"], fill=colours.automa, **edge)
    return element("g", figure, transform=f"scale({scale:.2f})")


def draw_goblet(done: bool, colours: Theme) -> str:
    """Draw an artifact, filled when it is completed."""
    fill, edge = (colours.automa, colours.automa) if done else ("none", colours.ink)
    return element("path", d=SHAPES["artifact"], fill=fill, stroke=edge, stroke_width=1.6, stroke_linejoin="round")


def get_solid(colour: str) -> tuple[str, str]:
    """Return a colour, and that of the letters on it."""
    return _SOLID[colour], ink_on(_SOLID[colour])


def draw_marble(colour: str, r: float, say: Say, colours: Theme) -> str:
    fill, ink = get_solid(colour)
    words = get_letter(colour, say)
    disc = circle(0, 0, r, fill=fill, stroke=colours.ink, stroke_width=1.2)
    return disc + text(words, 0, r * 0.37, r * 1.08, ink, bold=True, fit=r * 1.6)


def draw_seal(colour: str, half: float, say: Say, colours: Theme) -> str:
    """Draw the square of a district and of its strategy tile."""
    fill, ink = get_solid(colour)
    body = draw_rect(-half, -half, half * 2, half * 2, 3, fill=fill, stroke=colours.ink, stroke_width=1.2)
    return body + text(get_letter(colour, say), 0, half * 0.4, half * 1.15, ink, bold=True, fit=half * 1.7)


def draw_book(colour: str, words: str, wide: float, high: float, colours: Theme) -> str:
    """Draw a book with a band near its spine, its letter and number."""
    fill, ink = get_solid(colour)
    body = draw_rect(-wide / 2, -high / 2, wide, high, 3, fill=fill, stroke=colours.ink, stroke_width=1.2)
    band = element("path", d=f"M{number(7 - wide / 2)} {number(-high / 2)}v{number(high)}", stroke=ink)
    return body + band + text(words, 3, 4, 11.5, ink, bold=True, fit=wide - 16)


def draw_arrow(x: float, y: float, ahead: int, colours: Theme) -> str:
    """Draw a step from the middle of a section to the next one."""
    start, end = x + 15 * ahead, x + 28 * ahead
    head = [(end + 8 * ahead, y), (end, y - 6), (end, y + 6)]
    line = f"M{number(start)} {number(y)}H{number(end)}"
    return "".join(
        element("path", d=line, stroke=colour, stroke_width=wide)
        + polygon(head, fill=colour, stroke=colour, stroke_width=wide - 3)
        for colour, wide in ((colours.paper, 6.0), (colours.mark, 3.0))
    )


def draw_half_rabbi(sweep: int, colours: Theme) -> str:
    """Draw half a figure on the edge of a card; two halves make a rabbi."""
    return element("path", d=f"M0 -8A8 8 0 0 {sweep} 0 8Z", fill=colours.ink)


# -------------------------------------------------------------------------------------------- frames, headings, words


def draw_rect(x: float, y: float, wide: float, high: float, rx: float = 4, **look: SvgValue) -> str:
    return element("rect", x=x, y=y, width=wide, height=high, rx=rx, **look)


def draw_place(
    words: str, wide: float, high: float, colours: Theme, *, made: bool = False, dashed: bool = False
) -> str:
    """Draw a small box with a word or number in it; filled if it is made or taken."""
    fill, ink = (colours.automa, colours.on_automa) if made else ("none", colours.ink)
    edge = colours.faint if dashed else colours.ink
    dashes = "3 3" if dashed else None
    body = draw_rect(
        -wide / 2, -high / 2, wide, high, fill=fill, stroke=edge, stroke_width=1.2, stroke_dasharray=dashes
    )
    return body + text(words, 0, 4, 11.5, ink, bold=made, fit=wide - 6, halo=None if made else colours.paper)


def wrap_lines(words: str, x: float, y: float, wide: float, size: float, colour: str, *, bold: bool = False) -> Drawn:
    """Draw words wrapped to a width."""
    found = textwrap.wrap(words, max(4, int(wide / (size * (BOLD_LETTER if bold else LETTER)))))
    drawn = [
        text(line, x, y + size + n * size * 1.25, size, colour, bold=bold, anchor="start")
        for n, line in enumerate(found)
    ]
    return "".join(drawn), y + len(found) * size * 1.25 + 3


def draw_heading(words: str, y: float, colours: Theme, x: float = MARGIN, wide: float = INNER) -> Drawn:
    """Draw the name of a part, over a line."""
    line = element("path", d=f"M{number(x)} {number(y + 20)}h{number(wide)}", stroke=colours.faint, stroke_width=0.8)
    return text(words, x, y + 15, 12.5, colours.ink, bold=True, anchor="start", fit=wide) + line, y + 27


def name_upgrade(id_: str, say: Say) -> str:
    """Return a few letters for a small tile; a cell is named by its side and its artifact."""
    side, _, level = id_.partition("-")
    return say(f"draw.cell.{side}", number=level) if side in ("left", "right") else say(f"draw.upgrade.{id_}")


def name_book(one: Book, say: Say) -> str:
    return f"{get_letter(one.colour, say)} {one.id.rpartition('-')[2]}"
