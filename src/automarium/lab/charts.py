"""Charts as standalone SVG: no style sheet, no script, text in the colour of the surrounding text.

The colours have a medium lightness, so they are visible on white and on black. Lines also differ in their dashes and
names, never in colour alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil

import msgspec

from automarium.engine.drawing.svg import SvgValue, element, escape_text
from automarium.lab.statistics import Distribution, Interval

WIDTH = 720.0
LEFT, RIGHT = 190.0, 24.0
FONT = 13.0
COLOURS = ("#3a7bd5", "#c8641e", "#2f8f4e", "#9a5bd0", "#d04a4a", "#1f8f96", "#96703a", "#7a7f87")
DASHES = (None, "7 4", "2 3", "9 3 2 3", "12 4", "4 2", "1 4", "7 2 2 2 2 2")
MOST_CURVES = len(COLOURS)  # in one chart
STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000, 10_000)
Scale = Callable[[float], float]


class Curve(msgspec.Struct, frozen=True):
    """For each mark the median turn in which it was reached, and the 10 % and 90 % quantiles."""

    name: str
    points: tuple[tuple[int, int, int, int], ...]  # mark, 10 %, median, 90 %


def draw_histograms(title: str, rows: Sequence[tuple[str, Distribution]], median: Callable[[int], str]) -> str:
    """Return histograms on one scale, a row for each configuration, with a line and a label at the median."""
    tall, gap = 62.0, 16.0
    low = min(min(spread.counts) for _, spread in rows)
    high = max(max(spread.counts) for _, spread in rows)
    width = _bin_width(low, high)
    x = _scale(low, high + width)
    drawn: list[str] = []
    for index, (name, spread) in enumerate(rows):
        foot = (index + 1) * (tall + gap)
        bins: dict[int, int] = {}
        for number, count in spread.counts.items():
            start = low + (number - low) // width * width
            bins[start] = bins.get(start, 0) + count
        most = max(bins.values())
        for start, count in sorted(bins.items()):
            height = tall * count / most
            bar = {"x": x(start) + 0.5, "width": max(x(start + width) - x(start) - 1, 0.6)}
            drawn.append(element("rect", **bar, y=foot - height, height=height, fill=_colour(index)))
        middle = spread.quantile(0.5)
        at = x(middle + width / 2 if width == 1 else middle)
        drawn.append(_line(at, foot - tall - 4, at, foot, stroke="currentColor", stroke_width=2))
        drawn.append(_row_name(name, foot - tall / 2 - 8))
        drawn.append(_text(LEFT - 12, foot - 8, median(middle), anchor="end", size=12))
        drawn.append(_line(LEFT, foot, WIDTH - RIGHT, foot, stroke="currentColor", stroke_opacity=0.5))
    foot = len(rows) * (tall + gap)
    drawn += _ticks(low, high, x, foot, 6)
    return _wrap_svg(title, foot + 30, drawn)


def draw_curves(title: str, lines: Sequence[Curve], across: str) -> str:
    """Return a chart of when the marks are reached: a line for each configuration through the medians, with the
    quantiles."""
    tall, head = 300.0, 16.0
    last = max((point[3] for line in lines for point in line.points), default=1)
    marks = max((point[0] for line in lines for point in line.points), default=1)
    x = _scale(0, max(last, 1))

    def y(mark: float) -> float:
        return head + tall * (marks - mark) / max(marks, 1)

    drawn: list[str] = []
    step = _step(marks, 8)
    for mark in range(step, marks + 1, step):
        drawn.append(_line(LEFT, y(mark), WIDTH - RIGHT, y(mark), stroke="currentColor", stroke_opacity=0.15))
        drawn.append(_text(LEFT - 8, y(mark) + 4, str(mark), anchor="end"))
    for index, line in enumerate(lines):
        colour, dash = _colour(index), DASHES[index % len(DASHES)]
        shift = (index - (len(lines) - 1) / 2) * 3  # keeps the spans of two lines apart
        for mark, early, _, late in line.points:
            at = y(mark) + shift
            drawn.append(_line(x(early), at, x(late), at, stroke=colour, stroke_width=3, stroke_opacity=0.35))
        middles = [(x(middle), y(mark) + shift) for mark, _, middle, _ in line.points]
        way = "M" + "L".join(f"{at:.1f} {down:.1f}" for at, down in middles)
        drawn.append(element("path", d=way, fill="none", stroke=colour, stroke_width=2.5, stroke_dasharray=dash))
        drawn += [element("circle", cx=at, cy=down, r=3.5, fill=colour) for at, down in middles]
        key = head + 12 + index * 20
        drawn.append(_line(8, key, 44, key, stroke=colour, stroke_width=2.5, stroke_dasharray=dash))
        drawn.append(_text(50, key + 4, _short(line.name, 17), size=12))
    drawn += _ticks(0, last, x, head + tall, 8)
    drawn.append(_text(WIDTH - RIGHT, head + tall + 36, across, anchor="end", size=12))
    return _wrap_svg(title, head + tall + 44, drawn)


def draw_dots(title: str, rows: Sequence[tuple[str, Interval]]) -> str:
    """Return a chart of figures with their intervals, a row each."""
    tall = 24.0
    low = min(0.0, *(interval.low for _, interval in rows))
    high = max(1.0, *(interval.high for _, interval in rows))
    x = _scale(low, high)
    drawn: list[str] = []
    for index, (name, interval) in enumerate(rows):
        at = index * tall + 14
        drawn.append(_line(LEFT, at, WIDTH - RIGHT, at, stroke="currentColor", stroke_opacity=0.12))
        ends = x(interval.low), x(interval.high)
        drawn.append(_line(ends[0], at, ends[1], at, stroke=COLOURS[0], stroke_width=5, stroke_opacity=0.5))
        drawn.append(element("circle", cx=x(interval.value), cy=at, r=5, fill=COLOURS[0]))
        drawn.append(_row_name(name, at))
    foot = len(rows) * tall + 6
    drawn.append(_line(x(0), 2, x(0), foot, stroke="currentColor", stroke_opacity=0.6))
    drawn += _ticks(low, high, x, foot, 6)
    return _wrap_svg(title, foot + 30, drawn)


def draw_stacks(title: str, rows: Sequence[tuple[str, Sequence[tuple[str, float]]]], names: Sequence[str]) -> str:
    """Return stacked bars, a row for each configuration, with the number of each part where it fits."""
    tall, gap = 26.0, 14.0
    most = max(1.0, *(sum(max(value, 0) for _, value in parts) for _, parts in rows))
    x = _scale(0, most)
    drawn: list[str] = []
    for index, (name, parts) in enumerate(rows):
        top, start = index * (tall + gap), 0.0
        for what, value in parts:
            if value <= 0:
                continue
            left, right = x(start), x(start + value)
            colour = COLOURS[list(names).index(what) % len(COLOURS)]
            drawn.append(element("rect", x=left, y=top, width=max(right - left - 1, 0.5), height=tall, fill=colour))
            if right - left > 34:
                drawn.append(_text((left + right) / 2, top + 18, f"{value:.0f}", anchor="middle", fill="#ffffff"))
            start += value
        drawn.append(_row_name(name, top + tall / 2))
    foot = len(rows) * (tall + gap)
    drawn += _ticks(0, most, x, foot - 6, 6)
    across, down = LEFT, foot + 30
    for number, what in enumerate(names):
        wide = 24 + len(what) * 7.2 + 14
        if across + wide > WIDTH:
            across, down = LEFT, down + 20
        drawn.append(element("rect", x=across, y=down - 10, width=12, height=12, fill=COLOURS[number % len(COLOURS)]))
        drawn.append(_text(across + 17, down, what, size=12))
        across += wide
    return _wrap_svg(title, down + 12, drawn)


# ------------------------------------------------------------------------------------------------------------ elements


def _wrap_svg(title: str, height: float, drawn: Sequence[str]) -> str:
    head = element("title", escape_text(title))
    return element(
        "svg",
        head,
        *drawn,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH:.0f} {ceil(height)}",
        role="img",
        font_family="system-ui, sans-serif",
        font_size=FONT,
        aria_label=title,
    )


def _colour(index: int) -> str:
    return COLOURS[index % len(COLOURS)]


def _scale(low: float, high: float) -> Scale:
    span = high - low or 1
    return lambda value: LEFT + (WIDTH - LEFT - RIGHT) * (value - low) / span


def _step(span: float, most: int) -> int:
    return next((step for step in STEPS if span / step <= most), STEPS[-1])


def _bin_width(low: int, high: int) -> int:
    return _step(high - low + 1, 60)


def _ticks(low: float, high: float, x: Scale, foot: float, most: int) -> list[str]:
    step = _step(high - low, most)
    first = ceil(low / step) * step
    found = []
    value = first
    while value <= high:
        found.append(_line(x(value), foot, x(value), foot + 5, stroke="currentColor"))
        found.append(_text(x(value), foot + 20, f"{value}".replace("-", "−"), anchor="middle"))
        value += step
    return found


def _line(x1: float, y1: float, x2: float, y2: float, **attributes: SvgValue) -> str:
    return element("line", x1=x1, y1=y1, x2=x2, y2=y2, **attributes)


def _text(
    x: float, y: float, text: str, *, anchor: str | None = None, size: float = FONT, fill: str = "currentColor"
) -> str:
    return element("text", escape_text(text), x=x, y=y, text_anchor=anchor, font_size=size, fill=fill)


def _row_name(name: str, at: float) -> str:
    words = name.split(" ")
    if len(name) <= 24 or len(words) == 1:
        return _text(LEFT - 12, at + 4, _short(name, 27), anchor="end")
    half = ceil(len(words) / 2)
    first, second = " ".join(words[:half]), " ".join(words[half:])
    return _text(LEFT - 12, at - 3, _short(first, 27), anchor="end") + _text(
        LEFT - 12, at + 13, _short(second, 27), anchor="end"
    )


def _short(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"
