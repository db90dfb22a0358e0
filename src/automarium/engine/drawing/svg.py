"""SVG markup: the elements that drawings use (each function returns the element of its name), two colour themes, and
the legend.

A drawing is standalone: no style sheet, font, script or link, so it can be sent as a file, embedded or printed. Colours
only repeat what shapes, patterns and letters say.
"""

from __future__ import annotations

import os
import textwrap
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from html import escape
from math import ceil

import msgspec

from automarium.engine.content.pack import load_file
from automarium.engine.message import clean

FONT = "system-ui, sans-serif"
LETTER = 0.58  # average width of a letter in heights, to wrap and squeeze text in any font
BOLD_LETTER = 0.7
NARROW = " ·.,:;-–!()ijlI|'"  # half as wide
CAPITAL = 0.74  # height of a capital letter
MILD = 0.84

SvgValue = str | float | None


class Theme(msgspec.Struct, frozen=True):
    """The colours that all drawings share. Terrains and tiles have their own."""

    name: str
    paper: str
    ink: str
    faint: str
    water: str
    automa: str  # fill of the Automa's pieces, with letters in ``on_automa``
    on_automa: str
    human: str  # fill of the human's pieces
    human_edge: str  # their outline and what is on them
    mark: str  # marks of a decision: outlines, the double ring, the arrow
    out: str
    automa_edge: str = ""  # outline of the Automa's pieces, where it is not ``paper``


LIGHT = Theme(
    "light",
    paper="#fffdf8",
    ink="#1d1d1f",
    faint="#77726a",
    water="#1565c0",
    automa="#8a1538",
    on_automa="#ffffff",
    human="#ffffff",
    human_edge="#1b3f7a",
    mark="#5b0f9c",
    out="#6b6560",
)
DARK = Theme(
    "dark",
    paper="#17181b",
    ink="#f2efe9",
    faint="#a39e95",
    water="#5eb0ff",
    automa="#ff8fae",
    on_automa="#2a0612",
    human="#17181b",
    human_edge="#9cc0ff",
    mark="#d6a8ff",
    out="#b3aca2",
)


def ink_on(ground: str) -> str:
    """Return a readable text colour for a background ``#rrggbb``: white on dark, nearly black on bright."""
    red, green, blue = ((int(ground[at : at + 2], 16) / 255) ** 2.2 for at in (1, 3, 5))
    return "#ffffff" if 0.2126 * red + 0.7152 * green + 0.0722 * blue < 0.2 else "#1d1d1f"


def theme(dark: bool) -> Theme:
    return DARK if dark else LIGHT


# Most of a picture is the same every time, so formatted numbers, texts and attributes are cached, enough for several
# boards in both themes.
CACHE_SIZE = 8192


@lru_cache(CACHE_SIZE)
def number(value: float) -> str:
    """Format a coordinate with at most one decimal."""
    return f"{value + 0.0:.1f}".removesuffix(".0")  # 0.0 and -0.0 are equal, so they are written alike


def escape_text(words: str) -> str:
    """Escape any text for XML."""
    return escape("\n".join(map(clean, words.split("\n"))))


@lru_cache(CACHE_SIZE)
def _format_attributes(*attributes: tuple[str, SvgValue]) -> str:
    given = [(name.rstrip("_").replace("_", "-"), value) for name, value in attributes if value is not None]
    return "".join(
        f' {name}="{escape_text(value) if isinstance(value, str) else number(value)}"' for name, value in given
    )


def element(tag: str, *inside: str, **attributes: SvgValue) -> str:
    """Return an element. ``stroke_width=3`` becomes ``stroke-width="3"``, None omits an attribute, ``inside`` is
    markup."""
    written = _format_attributes(*attributes.items())
    return f"<{tag}{written}>{''.join(inside)}</{tag}>" if inside else f"<{tag}{written}/>"


def group(title: str, *inside: str, **attributes: SvgValue) -> str:
    """Return a group with a tooltip."""
    return element("g", element("title", escape_text(title)), *inside, **attributes)


def place(id_: str, title: str, at: tuple[float, float], reach: float, *inside: str, **attributes: SvgValue) -> str:
    """Return the group of a place that can be tapped and marked, with its centre and radius as data attributes."""
    middle = " ".join(map(number, (*at, reach)))
    return group(title, *inside, data_place=id_, data_at=middle, **attributes)


def boxed(
    kind: str, box: tuple[float, float, float, float], rounded: float, *inside: str, **attributes: SvgValue
) -> str:
    """Return a group that nothing may cover: a ``kind`` of thing (label, piece, token) with its box (left, top, width,
    height) and the radius of its corners as a data attribute. A disc is as round as half its width."""
    return element("g", *inside, data_box=" ".join([kind, *map(number, (*box, rounded))]), **attributes)


def disc(kind: str, at: tuple[float, float], r: float, *inside: str, **attributes: SvgValue) -> str:
    """Return a round thing that nothing may cover."""
    return boxed(kind, (at[0] - r, at[1] - r, 2 * r, 2 * r), r, *inside, **attributes)


def label(
    words: str,
    x: float,
    y: float,
    size: float,
    fill: str,
    *,
    bold: bool = False,
    anchor: str = "middle",
    fit: float | None = None,
    halo: str | None = None,
) -> str:
    """Return a text that nothing may cover."""
    wide = text_width(words, size, bold=bold)
    wide = wide if fit is None else min(wide, fit)
    left = x - {"start": 0.0, "middle": wide / 2, "end": wide}[anchor]
    box = (left, y - CAPITAL * size, wide, CAPITAL * size)
    return boxed("label", box, 0, text(words, x, y, size, fill, bold=bold, anchor=anchor, fit=fit, halo=halo))


def shift(markup: str, x: float, y: float) -> str:
    """Return markup drawn around (0, 0), moved to (x, y)."""
    return element("g", markup, transform=f"translate({number(x)} {number(y)})")


def circle(x: float, y: float, r: float, **attributes: SvgValue) -> str:
    """Return a circle around (x, y)."""
    return element("circle", cx=x, cy=y, r=r, **attributes)


def polygon(points: Iterable[tuple[float, float]], **attributes: SvgValue) -> str:
    """Return a polygon with these corners."""
    return element("polygon", points=" ".join(f"{number(x)},{number(y)}" for x, y in points), **attributes)


def text(
    words: str,
    x: float,
    y: float,
    size: float,
    fill: str,
    *,
    halo: str | None = None,
    bold: bool = False,
    anchor: str = "middle",
    fit: float | None = None,
) -> str:
    """Return text with its baseline at (x, y). ``halo`` outlines the letters; ``fit`` is the largest width."""
    wide = text_width(words, size, bold=bold)
    if fit is not None and wide * MILD <= fit < wide:  # slightly too wide: smaller letters
        size, wide = size * fit / wide, fit
    look: dict[str, SvgValue] = {"font_size": size, "font_weight": "bold" if bold else None, "fill": fill}
    if halo is not None:
        look |= {"stroke": halo, "stroke_width": 5.0, "stroke_linejoin": "round", "paint_order": "stroke"}
    if fit is None or wide <= fit:
        return element("text", escape_text(words), x=x, y=y, text_anchor=anchor, **look)
    # Much too wide: narrower letters. Not by textLength, which not every program supports, and anchored at the start,
    # because some programs centre before they squeeze.
    left = x - fit / 2 if anchor == "middle" else x
    return element(
        "text",
        escape_text(words),
        transform=f"translate({number(left)} {number(y)}) scale({fit / wide:.2f} 1)",
        **look,
    )


def text_width(words: str, size: float, *, bold: bool = False) -> float:
    """Return the approximate width of a text in any font."""
    letters = sum(0.5 if letter in NARROW else 1.1 if letter.isupper() else 1 for letter in words)
    return letters * size * (BOLD_LETTER if bold else LETTER)


def pattern(id_: str, size: float, *inside: str, turn: float = 0) -> str:
    """Return a repeating pattern."""
    return element(
        "pattern",
        *inside,
        id=id_,
        width=size,
        height=size,
        patternUnits="userSpaceOnUse",
        patternTransform=f"rotate({number(turn)})" if turn else None,
    )


def document(title: str, description: str, width: float, height: float, colours: Theme, *inside: str) -> str:
    """Return the whole picture, as wide as its container. Title and description are for screen readers."""
    height = ceil(height)  # else half a line of pixels has no background
    return element(
        "svg",
        element("title", escape_text(title)),
        element("desc", escape_text(description)),
        element("rect", width=width, height=height, fill=colours.paper),
        *inside,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(width)} {number(height)}",
        role="img",
        font_family=FONT,
    )


def board(
    title: str, description: str, box: tuple[float, float, float, float], letter: float, colours: Theme, *inside: str
) -> str:
    """Return a board alone: the part of the drawing inside ``box`` (left, top, width, height). The page may crop it
    further where the smallest letters, ``letter`` high, would become too small."""
    return element(
        "svg",
        element("title", escape_text(title)),
        element("desc", escape_text(description)),
        *inside,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=" ".join(map(number, box)),
        role="img",
        font_family=FONT,
        data_letter=letter,
    )


# -------------------------------------------------------------------------------------------------------------- legend

SIZE = 22.0  # still nine pixels high on a phone
LINE = 27.0
SIGN = 60.0  # width of the sign before an entry


class LegendEntry(msgspec.Struct, frozen=True):
    """A line of the legend: a sign, drawn around (0, 0), and its meaning; without a sign, a sentence."""

    words: str
    sign: str = ""


def legend(
    blocks: Iterable[tuple[Sequence[LegendEntry], int]], y: float, width: float, colours: Theme
) -> tuple[str, float]:
    """Return the markup of blocks of entries, each in so many columns, and the y where it ends."""
    drawn: list[str] = []
    for entries, columns in blocks:
        markup, y = _block(entries, columns, y, width, colours)
        drawn.append(markup)
        y += 14
    return "".join(drawn), y + 6


def _block(entries: Sequence[LegendEntry], columns: int, y: float, width: float, colours: Theme) -> tuple[str, float]:
    each = -(-len(entries) // columns)
    wide = width / columns
    drawn: list[str] = []
    lowest = y
    for column in range(columns):
        at = y
        for entry in entries[column * each : (column + 1) * each]:
            markup, height = _entry(entry, column * wide, at, wide, colours)
            drawn.append(markup)
            at += height
        lowest = max(lowest, at)
    return "".join(drawn), lowest


def _entry(entry: LegendEntry, x: float, y: float, wide: float, colours: Theme) -> tuple[str, float]:
    left = x + (SIGN + 6 if entry.sign else 14)
    space = int((x + wide - left - 8) / (SIZE * LETTER))
    lines = textwrap.wrap(entry.words, space, break_on_hyphens=False) or [""]
    height = max(len(lines) * LINE, 40.0 if entry.sign else 0) + (6 if entry.sign else 2)
    top = y + (height - len(lines) * LINE) / 2 + SIZE * 0.85
    words = [text(line, left, top + n * LINE, SIZE, colours.ink, anchor="start") for n, line in enumerate(lines)]
    sign = shift(entry.sign, x + SIGN / 2, y + height / 2) if entry.sign else ""
    return sign + "".join(words), height


PLAIN = "thing"
BOX = 24


@cache
def _outlines() -> dict[str, str]:
    return load_file(os.path.join(os.path.dirname(__file__), "icons"))


def list_names() -> frozenset[str]:
    return frozenset(_outlines())


def get_shape(name: str) -> str:
    """Return the markup of an icon on its square, or of the plain one if the name is unknown."""
    outlines = _outlines()
    return element("path", d=outlines.get(name, outlines[PLAIN]), fill_rule="evenodd")


def draw_icon(name: str, x: float, y: float, size: float, fill: str) -> str:
    """Return an icon in a picture, centred at (x, y)."""
    scale = size / BOX
    left, top = x - size / 2, y - size / 2
    return element("g", get_shape(name), transform=f"translate({left:.1f} {top:.1f}) scale({scale:.3f})", fill=fill)
