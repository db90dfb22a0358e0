"""The result of a game as a picture to share: wide for a message or a link, upright for a phone's whole screen.

It is always light, and nothing on it is smaller than a phone can show: the wide one is seen about 350 pixels wide.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Literal, TypeAlias

import msgspec

from automarium.engine.drawing.svg import (
    FONT,
    LIGHT,
    SvgValue,
    circle,
    draw_icon,
    element,
    escape_text,
    number,
    text,
    text_width,
)

PictureShape: TypeAlias = Literal["wide", "upright"]
SIZES: dict[PictureShape, tuple[int, int]] = {"wide": (1200, 630), "upright": (1080, 1920)}
SERIF = "Georgia, 'Noto Serif', 'DejaVu Serif', serif"
PAPER, SHEET, SAND, LINE = "#fffaf0", "#ffffff", "#ece3d3", "#cfc3ad"
INK, SOFT = LIGHT.ink, "#555046"
ICON = 24.0
STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 500)
NAME = "Automarium"
SMALLEST = 0.6  # of the size of a heading


class PictureSide(msgspec.Struct, frozen=True):
    """A side with its total. ``pips`` are what it has of the things with the icon ``pip``. ``course`` are its points by
    the number of the turn in the list of turns; with ``counted_last`` the last of them is what was counted at the
    end, the others what was known before. ``ring``: its points are rings, otherwise squares."""

    name: str
    total: int
    colour: str
    ring: bool
    course: tuple[tuple[int, int], ...] = ()
    counted_last: bool = False
    pips: int = 0
    pip: str = ""


class ResultPicture(msgspec.Struct, frozen=True):
    """What is on the picture, in words of one language. ``board`` is the SVG of the last position."""

    accent: str
    sign: str
    heading: str
    game: str
    about: str
    chips: tuple[str, ...]
    sides: tuple[PictureSide, ...]
    turns: tuple[int, ...]
    course: str
    counted: str
    date: str
    board: str = ""


def draw_result(picture: ResultPicture, shape: PictureShape) -> str:
    """Return the picture as standalone SVG of its size in pixels."""
    width, height = SIZES[shape]
    drawn = _draw_wide(picture) if shape == "wide" else _draw_upright(picture)
    words = f"{picture.game}. {picture.heading}. " + ", ".join(f"{one.name} {one.total}" for one in picture.sides)
    return element(
        "svg",
        element("title", escape_text(words)),
        _box(0, 0, width, height, PAPER),
        _box(0, 0, width, 18 if shape == "wide" else 28, picture.accent),
        *drawn,
        xmlns="http://www.w3.org/2000/svg",
        width=width,
        height=height,
        viewBox=f"0 0 {width} {height}",
        role="img",
        font_family=FONT,
    )


def _draw_wide(picture: ResultPicture) -> Iterable[str]:
    yield draw_icon(picture.sign, 79, 88, 66, picture.accent)
    yield _serif(picture.heading, 126, 104, 46, fit=370)
    yield from _draw_sides(picture.sides, (48, 486), (172, 315, 350), 150, 24)
    yield _serif(picture.game, 48, 434, 33, fit=480)
    yield text(picture.about, 48, 474, 26, SOFT, anchor="start", fit=480)
    yield from _draw_chips(picture.chips, (48, 494), 480, 23)
    yield from _draw_chart(picture, (556, 58, 600, 474), 22)
    yield from _draw_foot(picture, (1200, 630), 66, 24)


def _draw_upright(picture: ResultPicture) -> Iterable[str]:
    yield draw_icon(picture.sign, 540, 146, 118, picture.accent)
    yield _serif(picture.heading, 540, 292, 92, anchor="middle", fit=900)
    yield _serif(picture.game, 540, 364, 46, anchor="middle", fit=900)
    yield text(picture.about, 540, 416, 36, SOFT, fit=900)
    yield from _draw_sides(picture.sides, (96, 984), (492, 716, 772), 250, 40)
    yield from _draw_chips(picture.chips, (80, 822), 920, 34, middle=540)
    high = 1344 if picture.board else 1740
    yield from _draw_chart(picture, (80, 924, 920, high - 924), 31)
    if picture.board:
        yield _draw_board(picture.board, (80, 1380, 920, 394))
    yield from _draw_foot(picture, (1080, 1920), 110, 36)


def _box(x: float, y: float, width: float, height: float, fill: str, round_: float = 0, line: str | None = None) -> str:
    return element(
        "rect",
        x=x,
        y=y,
        width=width,
        height=height,
        rx=round_ or None,
        fill=fill,
        stroke=line,
        stroke_width=2 if line else None,
    )


def _serif(words: str, x: float, y: float, size: float, fill: str = INK, anchor: str = "start", fit: float = 0) -> str:
    if fit:  # long words are first set smaller, then narrower
        size = min(size, max(SMALLEST * size, fit / text_width(words, 1, bold=True)))
    drawn = text(words, x, y, size, fill, bold=True, anchor=anchor, fit=fit or None)
    return element("g", drawn, font_family=SERIF)


def _draw_mark(one: PictureSide, x: float, y: float, size: float) -> str:
    if one.ring:
        return circle(x, y, size * 0.42, fill=SHEET, stroke=one.colour, stroke_width=size * 0.2)
    return _box(x - size / 2, y - size / 2, size, size, one.colour)


def _draw_sides(
    sides: Sequence[PictureSide],
    across: tuple[float, float],
    rows: tuple[float, float, float],
    size: float,
    letter: float,
) -> Iterable[str]:
    """Yield name, total and pips of each side. ``across``: from where to where; ``rows``: their three baselines."""
    left, right = across
    wide = (right - left) / len(sides)
    named, totalled, pipped = rows
    longest = max(text_width(_format(one.total), 1, bold=True) for one in sides)
    fitting = min(size, (wide - letter) / longest)
    totalled -= (size - fitting) * 0.35  # small figures stand in the middle
    letter *= 1 if len(sides) == 2 else 0.85
    for at, one in enumerate(sides):
        x = left + at * wide
        yield _draw_mark(one, x + letter * 0.5, named - letter * 0.36, letter * 0.9)
        yield text(one.name, x + letter * 1.3, named, letter, INK, bold=True, anchor="start", fit=wide - letter * 2.4)
        yield _serif(_format(one.total), x, totalled, fitting, one.colour)
        step = min(letter * 1.1, (wide - letter) / max(1, one.pips))
        yield from (
            draw_icon(one.pip, x + step * (pip + 0.5), pipped - 6, step * 0.95, one.colour) for pip in range(one.pips)
        )


def _format(total: int) -> str:
    return str(total).replace("-", "−")


def _draw_chips(
    words: Sequence[str], at: tuple[float, float], most: float, size: float, middle: float | None = None
) -> Iterable[str]:
    """Yield small labels in a row, around the ``middle`` if there is one; smaller where they are too long."""
    gap = 0.6

    def measure(letter: float) -> list[float]:
        return [text_width(one, letter) + letter * 1.5 for one in words]

    whole = sum(measure(size)) + gap * size * (len(words) - 1)
    size, whole = size * min(1, most / whole), min(whole, most)
    widths = measure(size)
    x, y = at if middle is None else (middle - whole / 2, at[1])
    for one, wide in zip(words, widths, strict=True):
        yield _box(x, y, wide, size * 2.05, SAND, size * 0.6)
        yield text(one, x + wide / 2, y + size * 1.38, size, INK, fit=wide - size)
        x += wide + gap * size


def _draw_foot(picture: ResultPicture, size: tuple[int, int], high: float, letter: float) -> Iterable[str]:
    width, height = size
    top = height - high
    yield _box(0, top, width, high, SAND)
    yield element("path", d=f"M0 {number(top)}H{width}", stroke=LINE, stroke_width=2)
    base = top + high / 2 + letter * 0.35
    yield text(picture.date, letter * 2.1, base, letter, SOFT, anchor="start")
    yield _serif(NAME, width - letter * 2.1, base, letter, anchor="end")


def _draw_board(svg: str, box: tuple[float, float, float, float]) -> str:
    """Return a board in a frame with round corners; of a high one its middle."""
    x, y, width, height = box
    found = re.match(r'<svg [^>]*viewBox="[-\d.]+ [-\d.]+ ([\d.]+) ([\d.]+)"', svg)
    assert found is not None
    sizes = f'<svg x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}"'
    part = "meet" if float(found[1]) > 1.5 * float(found[2]) else "slice"
    inner = f'{sizes} preserveAspectRatio="xMidYMid {part}" {svg.removeprefix("<svg ")}'
    clip = element("clipPath", _box(x, y, width, height, INK, 26), id="board-frame")
    ground, frame = _box(x, y, width, height, SHEET, 26), _box(x, y, width, height, "none", 26, LINE)
    return clip + ground + element("g", inner, clip_path="url(#board-frame)") + frame


def _draw_chart(picture: ResultPicture, box: tuple[float, float, float, float], size: float) -> Iterable[str]:
    """Yield the points of both sides turn by turn, in a frame."""
    x, y, width, height = box
    yield _box(x, y, width, height, SHEET, size * 0.8, LINE)
    yield text(picture.course, x + size, y + size * 1.75, size, INK, bold=True, anchor="start", fit=width - size * 2)
    values = [value for one in picture.sides for _, value in one.course]
    low, high = min([0, *values]), max([1, *values])
    late = any(one.counted_last for one in picture.sides)
    left, right = x + size * 3.1, x + width - size * 2
    top, bottom = y + size * 4.6, y + height - size * (3.4 if late else 2.1)
    last = max(1, len(picture.turns) - 1)

    def at(index: int, value: int) -> tuple[float, float]:
        return left + (right - left) * index / last, top + (bottom - top) * (high - value) / (high - low)

    yield from _draw_key(picture.sides, x + size, y + size * 3.3, size, width - size * 2)
    step = next((one for one in STEPS if (high - low) / one <= 4), STEPS[-1])
    for value in range(low - low % step, high + 1, step):
        level = at(0, value)[1]
        yield element("path", d=f"M{number(left)} {number(level)}H{number(right)}", stroke=LINE, stroke_width=2)
        yield text(_format(value), left - size * 0.5, level + size * 0.33, size * 0.92, SOFT, anchor="end")
    every = max(1, round(len(picture.turns) / 5))
    for index, turn in enumerate(picture.turns):
        if index == last or (index % every == 0 and last - index >= every):
            yield text(str(turn), at(index, 0)[0], bottom + size * 1.35, size * 0.92, SOFT)
    for one in picture.sides:
        yield from _draw_course(one, at, size)
    if late:
        yield text(
            picture.counted, x + size, y + height - size * 0.75, size * 0.92, SOFT, anchor="start", fit=width - size * 2
        )


def _draw_key(sides: Sequence[PictureSide], x: float, y: float, size: float, width: float) -> Iterable[str]:
    each = width / len(sides)
    for one in sides:
        yield _draw_mark(one, x + size * 0.45, y - size * 0.34, size * 0.75)
        yield text(one.name, x + size * 1.2, y, size, one.colour, bold=True, anchor="start", fit=each - size * 1.6)
        x += min(each, text_width(one.name, size, bold=True) + size * 3)


def _draw_course(one: PictureSide, at: Callable[[int, int], tuple[float, float]], size: float) -> Iterable[str]:
    places = [at(index, value) for index, value in one.course]
    known = places[:-1] if one.counted_last else places
    stroke: dict[str, SvgValue] = {
        "fill": "none",
        "stroke": one.colour,
        "stroke_width": size * 0.22,
        "stroke_linejoin": "round",
    }
    dashes = None if one.ring else f"{number(size * 0.65)} {number(size * 0.32)}"
    if len(known) > 1:
        yield element("path", d=_join(known), stroke_dasharray=dashes, **stroke)
    if one.counted_last:
        dots = f"0 {number(size * 0.45)}"
        way = places[-2:] if known else [(at(0, 0)[0], places[-1][1]), places[-1]]  # nothing known before: a level
        yield element("path", d=_join(way), stroke_dasharray=dots, stroke_linecap="round", **stroke)
    yield from (_draw_mark(one, x, y, size * 0.5) for x, y in places)


def _join(places: Iterable[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in places)
