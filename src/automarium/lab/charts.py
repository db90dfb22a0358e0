"""Charts as standalone SVG: no style sheet, no script, text in the colour of the surrounding text.

All are drawn for the width of a phone, with names above what they name, so that they need no other drawing anywhere:
a wide page has several beside each other. The colours have a medium lightness, so they are visible on white and on
black. Lines also differ in their dashes and names, never in colour alone. A mark can be focused; its values are shown
while it is, or while the pointer is on it, where the page's style allows (``.mark:focus .chart-value``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import ceil

import msgspec

from automarium.engine.drawing.svg import SvgValue, element, escape_text
from automarium.engine.message import Say
from automarium.lab.statistics import (
    Distribution,
    Interval,
    Reach,
    WinBand,
    format_interval,
    format_number,
    format_percent,
)
from automarium.lab.summary import NamedSummaries

WIDTH = 340.0
LEFT, RIGHT = 8.0, 12.0
FONT = 13.0
SMALL = 12.4
CHARACTER = 7.4  # the width of one
KEY = 36  # characters of a line with a name and a figure
NAME = 20.0  # the height of a line with a name
BAR = 36.0  # the height of a bar with its name
AUTOMA_COLOUR, HUMAN_COLOUR, EVEN = "#c2384a", "#3a7bd5", "#8a55c8"
SIDES = (AUTOMA_COLOUR, HUMAN_COLOUR)
COLOURS = (HUMAN_COLOUR, "#c8641e", "#2f8f4e", "#9a5bd0", "#d04a4a", "#1f8f96", "#96703a", "#7a7f87")
DASHES = (None, "7 4", "2 3", "9 3 2 3", "12 4", "4 2", "1 4", "7 2 2 2 2 2")
MOST_CURVES = len(COLOURS)  # in one chart
STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000, 10_000)
Scale = Callable[[float], float]


class CourseTurn(msgspec.Struct, frozen=True):
    """The points of the Automa and of the human after a turn; None where they are unknown."""

    turn: int
    sides: tuple[Reach | None, Reach | None]

    @property
    def reach(self) -> list[int]:
        return [end for spread in self.sides if spread is not None for end in (spread[0], spread[2])]


class Course(msgspec.Struct, frozen=True):
    """The points of both sides turn by turn, and the medians at the end."""

    turns: tuple[CourseTurn, ...]
    automa: int
    human: int | None


def draw_histograms(title: str, rows: Sequence[tuple[str, Distribution]], say: Say) -> str:
    """Return histograms on one scale, a row for each configuration, with a line and a label at the median."""
    return _draw_histograms(title, rows, say, lambda row, _: _colour(row))


def draw_leads(named: NamedSummaries, say: Say) -> str:
    """Return histograms of the Automa's points minus the human's: what is above zero is the Automa's. Empty if no human
    has points."""
    rows = [(name, one.leads) for name, one in named if one.leads.count]

    def choose_colour(_: int, lead: int) -> str:
        return AUTOMA_COLOUR if lead >= 0 else HUMAN_COLOUR

    return _draw_histograms(say("report.leads"), rows, say, choose_colour, zero=True) if rows else ""


def _draw_histograms(
    title: str,
    rows: Sequence[tuple[str, Distribution]],
    say: Say,
    choose_colour: Callable[[int, int], str],
    *,
    zero: bool = False,
) -> str:
    """Return histograms. ``choose_colour``: from the number of the row and the number at which a bar starts; ``zero``:
    the scale includes zero, with a line there."""
    tall, gap = 44.0, 10.0
    low = min(min(spread.counts) for _, spread in rows)
    high = max(max(spread.counts) for _, spread in rows)
    if zero:
        low, high = min(low, 0), max(high, 0)
    width = _step(high - low + 1, 48)
    low = low // width * width  # so that no bar crosses zero
    x = _scale(low, high + width)
    drawn: list[str] = []
    foot = 0.0
    for index, (name, spread) in enumerate(rows):
        top = foot + (gap if index else 0)
        foot = top + NAME + tall
        bins: dict[int, int] = {}
        for number, count in spread.counts.items():
            start = number // width * width
            bins[start] = bins.get(start, 0) + count
        most = max(bins.values())
        bars = []
        for start, count in sorted(bins.items()):
            height = tall * count / most
            bar = {"x": x(start) + 0.3, "width": max(x(start + width) - x(start) - 0.6, 0.6)}
            numbers = f"{start}" if width == 1 else f"{start} … {start + width - 1}"
            tip = element("title", escape_text(f"{_minus(numbers)}: {count}"))
            bars.append(element("rect", tip, **bar, y=foot - height, height=height, fill=choose_colour(index, start)))
        early, middle, late = spread.reach()
        at = x(middle + width / 2 if width == 1 else middle)
        median, said = _minus(say("report.median", number=middle)), f"{early} … {late}"
        drawn.append(
            _mark(
                f"{name}: {median} ({_minus(said)})",
                *bars,
                _line(at, foot - tall - 3, at, foot, stroke="currentColor", stroke_width=2),
                _value(x(low) + 4, foot - tall + 10, f"80 %: {_minus(said)}"),
            )
        )
        drawn += _name_row(name, top + 14, median)
        drawn.append(_line(LEFT, foot, WIDTH - RIGHT, foot, stroke="currentColor", stroke_opacity=0.5))
        if zero:
            drawn.append(_line(x(0), foot - tall, x(0), foot + 3, stroke="currentColor", stroke_dasharray="2 2"))
    drawn += _ticks(low, high, x, foot, 6)
    return _wrap_svg(title, foot + 26, drawn)


def draw_sides(named: NamedSummaries, say: Say) -> str:
    """Return the Automa's points above the human's, a row for each configuration: the median and 8 games of 10. Empty
    if no human has points."""
    rows = [(name, one.automa.reach(), one.human.reach()) for name, one in named if one.human.count]
    if not rows:
        return ""
    low = min(0, *(reach[0] for _, *both in rows for reach in both))
    high = max(reach[2] for _, *both in rows for reach in both)
    x = _scale(low, high)
    drawn: list[str] = []
    foot = 0.0
    for index, (name, *both) in enumerate(rows):
        top = foot + (8 if index else 0)
        drawn += _name_row(name, top + 14, "")
        for number, (side, (early, middle, late)) in enumerate(zip(_name_sides(say), both, strict=True)):
            at = top + NAME + 10 + number * 22
            said = f"{side}: {middle} ({early} … {late})"
            has_room = x(early) > LEFT + 90  # left of the band
            place, anchor = (x(early) - 7, "end") if has_room else (x(late) + 9, None)
            words = _text(place, at + 4.5, f"{middle} {side}", size=SMALL, weight=600, anchor=anchor)
            drawn.append(
                _mark(
                    f"{name}: {_minus(said)}",
                    _line(LEFT, at, WIDTH - RIGHT, at, stroke="currentColor", stroke_opacity=0.12),
                    _line(x(early), at, x(late), at, stroke=SIDES[number], stroke_width=9, stroke_opacity=0.35),
                    _draw_side(number, x(middle), at, 5),
                    words,
                    _value(WIDTH, top + 14, f"80 %: {_minus(f'{early} … {late}')}", side=LEFT),
                )
            )
        foot = top + NAME + 48
    drawn += _ticks(low, high, x, foot, 6)
    return _wrap_svg(say("report.sides"), foot + 26, drawn)


def draw_bands(named: NamedSummaries, say: Say) -> str:
    """Return charts of how often the Automa wins, over the points that the human usually makes: a curve for each
    configuration with its 95 % interval, and the points at which both win every other game. Empty if no human has
    points."""
    rows = [(name, band) for name, one in named if (band := one.win_band) is not None]
    return "".join(_draw_bands(rows[at : at + MOST_CURVES], say) for at in range(0, len(rows), MOST_CURVES))


def _draw_bands(rows: Sequence[tuple[str, WinBand]], say: Say) -> str:
    evens = [f"{band.even.value:.0f} ({band.even.low:.0f} … {band.even.high:.0f})" for _, band in rows]
    labels = [say("report.even", points=even) for even in evens]
    lines = 2 if any(len(name) + len(said) > KEY for (name, _), said in zip(rows, labels, strict=True)) else 1
    tall, side, head = 150.0, 48.0, 10.0 + NAME * len(rows) * lines
    points = [strength.points for _, band in rows for strength in band.curve]
    low, high = min(points), max(points)
    x = _scale(low, high, side)

    def y(share: float) -> float:
        return head + tall * (1 - share)

    drawn: list[str] = []
    for share in (0.0, 0.5, 1.0):
        drawn.append(_line(side, y(share), WIDTH - RIGHT, y(share), stroke="currentColor", stroke_opacity=0.2))
        drawn.append(_text(side - 6, y(share) + 4, f"{share:.0%}".replace("%", " %"), anchor="end", size=SMALL))
    for index, (name, band) in enumerate(rows):
        colour, dash = (AUTOMA_COLOUR if len(rows) == 1 else _colour(index)), DASHES[index % len(DASHES)]
        upper = [(x(one.points), y(one.wins.high)) for one in band.curve]
        lower = [(x(one.points), y(one.wins.low)) for one in reversed(band.curve)]
        drawn.append(_area([*upper, *lower], colour, 0.22))
        drawn.append(_path([(x(one.points), y(one.wins.value)) for one in band.curve], colour, dash))
        for one in band.curve:
            said = f"{100 * one.wins.value:.0f} % ({100 * one.wins.low:.0f} … {100 * one.wins.high:.0f})"
            shown = y(one.wins.value) - 9 if one.wins.value < 0.9 else y(one.wins.value) + 18
            drawn.append(
                _mark(
                    f"{name}, {one.points:.0f}: {said}",
                    element("circle", cx=x(one.points), cy=y(one.wins.value), r=4.5, fill=colour),
                    _value(x(one.points), shown, said, side),
                )
            )
        key = 14 + index * NAME * lines
        drawn.append(_line(LEFT, key - 4, LEFT + 30, key - 4, stroke=colour, stroke_width=2.5, stroke_dasharray=dash))
        drawn.append(_text(LEFT + 36, key, _short(name, KEY), size=SMALL))
        below = key + NAME * (lines - 1)
        drawn.append(_text(WIDTH - RIGHT, below, labels[index], anchor="end", size=SMALL, weight=600))
        if low <= band.even.value <= high:
            at = x(band.even.value)
            drawn.append(_line(at, y(0.5), at, y(0), stroke=EVEN, stroke_width=2, stroke_dasharray="3 3"))
            drawn.append(element("circle", cx=at, cy=y(0.5), r=5.5, fill=EVEN))
    foot = head + tall
    drawn += _ticks(low, high, x, foot, 5, say("report.strength"))
    return _wrap_svg(say("report.bands"), foot + 44, drawn)


def draw_pace(named: NamedSummaries, say: Say) -> str:
    """Return charts of when the marks are reached: a line for each configuration through the medians, with the
    quantiles. Empty if no mark is."""
    rows = [(name, one.marks) for name, one in named if one.marks]
    return "".join(_draw_pace(rows[at : at + MOST_CURVES], say) for at in range(0, len(rows), MOST_CURVES))


def _draw_pace(rows: Sequence[tuple[str, Mapping[int, Reach]]], say: Say) -> str:
    tall, side, head = 220.0, 26.0, 10.0 + NAME * len(rows)
    last = max(late for _, reached in rows for _, _, late in reached.values())
    marks = max(mark for _, reached in rows for mark in reached)
    x = _scale(0, max(last, 1), side)

    def y(mark: float) -> float:
        return head + tall * (marks - mark) / max(marks, 1)

    drawn: list[str] = []
    step = _step(marks, 8)
    for mark in range(step, marks + 1, step):
        drawn.append(_line(side, y(mark), WIDTH - RIGHT, y(mark), stroke="currentColor", stroke_opacity=0.15))
        drawn.append(_text(side - 6, y(mark) + 4, str(mark), anchor="end", size=SMALL))
    for index, (name, reached) in enumerate(rows):
        colour, dash = _colour(index), DASHES[index % len(DASHES)]
        shift = (index - (len(rows) - 1) / 2) * 3  # keeps the spans of two lines apart
        spans = [
            _line(
                x(early), y(mark) + shift, x(late), y(mark) + shift, stroke=colour, stroke_width=3, stroke_opacity=0.35
            )
            for mark, (early, _, late) in reached.items()
        ]
        middles = [(x(middle), y(mark) + shift) for mark, (_, middle, _) in reached.items()]
        values = [f"{mark}: {middle}" for mark, (_, middle, _) in reached.items()]
        dots = [
            element("circle", element("title", escape_text(value)), cx=at, cy=down, r=3.5, fill=colour)
            for (at, down), value in zip(middles, values, strict=True)
        ]
        drawn.append(_mark(f"{name}: {', '.join(values)}", *spans, _path(middles, colour, dash), *dots))
        key = 14 + index * NAME
        drawn.append(_line(LEFT, key - 4, LEFT + 34, key - 4, stroke=colour, stroke_width=2.5, stroke_dasharray=dash))
        drawn.append(_text(LEFT + 40, key, _short(name, 40), size=SMALL))
    drawn += _ticks(0, last, x, head + tall, 8, say("report.turn"))
    return _wrap_svg(say("report.pace"), head + tall + 44, drawn)


def draw_course(title: str, course: Course, say: Say) -> str:
    """Return the points of both sides turn by turn: lines through the medians with 8 games of 10, and the points at the
    end behind them."""
    tall, side, head = 150.0, 30.0, 12.0
    names, across = _name_sides(say), say("report.turn")
    last = course.turns[-1].turn
    high = max([course.automa, course.human or 0, *(end for one in course.turns for end in one.reach)])
    low = min([0, *(end for one in course.turns for end in one.reach)])
    x = _scale(course.turns[0].turn, last + max(2, last // 8), side)

    def y(points: float) -> float:
        return head + tall * (high - points) / max(high - low, 1)

    drawn: list[str] = []
    step = _step(high - low, 5)
    for value in range(-(-low // step) * step, high + 1, step):
        drawn.append(_line(side, y(value), WIDTH - RIGHT, y(value), stroke="currentColor", stroke_opacity=0.15))
        drawn.append(_text(side - 5, y(value) + 4, _minus(str(value)), anchor="end", size=SMALL))
    end = x(last + max(2, last // 8)) - 4
    for number, colour in enumerate(SIDES):
        known = [(one.turn, spread) for one in course.turns if (spread := one.sides[number]) is not None]
        if known:
            upper = [(x(turn), y(spread[2])) for turn, spread in known]
            lower = [(x(turn), y(spread[0])) for turn, spread in reversed(known)]
            drawn.append(_area([*upper, *lower], colour, 0.2))
            drawn.append(_path([(x(turn), y(spread[1])) for turn, spread in known], colour, DASHES[number]))
        total = (course.automa, course.human)[number]
        if total is not None:
            if known:
                start = x(known[-1][0]), y(known[-1][1][1])
                drawn.append(_line(*start, end, y(total), stroke=colour, stroke_width=2, stroke_dasharray="2 3"))
            drawn.append(_mark(f"{names[number]}: {total}", _draw_side(number, end, y(total), 5)))
    every = max(1, len(course.turns) // 6)
    for one in course.turns[::every]:
        values = [
            f"{name} {_minus(str(spread[1]))}"
            for name, spread in zip(names, one.sides, strict=True)
            if spread is not None
        ]
        both = [spread[1] for spread in one.sides if spread is not None]
        lead = f" ({_minus(f'{both[0] - both[1]:+d}')})" if len(both) > 1 else ""
        said = f"{one.turn}: {', '.join(values)}{lead}"
        area = element("rect", x=x(one.turn) - 9, y=head, width=18, height=tall, fill="currentColor", fill_opacity=0)
        middle = one.sides[0]
        assert middle is not None
        dot = _draw_side(0, x(one.turn), y(middle[1]), 3)
        drawn.append(_mark(f"{across} {said}", area, dot, _value(x(one.turn), head + 8, said, side)))
    foot = head + tall
    drawn += _ticks(course.turns[0].turn, last, x, foot, 8, across)
    key = foot + 58
    for number, (left, total) in enumerate(((LEFT, course.automa), (WIDTH / 2, course.human))):
        if total is not None:
            drawn.append(_draw_side(number, left + 6, key - 4, 6))
            drawn.append(_text(left + 17, key, f"{names[number]} {total}", size=SMALL, weight=600))
    return _wrap_svg(title, key + 8, drawn)


def draw_bars(title: str, rows: Sequence[tuple[str, Interval]], say: Say) -> str:
    """Return figures as bars from zero with their 95 % intervals as whiskers, a row each."""
    low = min(0.0, *(interval.low for _, interval in rows))
    high = max(0.0, *(interval.high for _, interval in rows)) or 1.0
    return _draw_bars(title, [(*row, format_interval(row[1], say)) for row in rows], _scale(low, high))


def draw_shares(
    title: str, rows: Sequence[tuple[str, Interval]], say: Say, target: tuple[float, float] | None = None
) -> str:
    """Return shares of all as such bars, with a band behind them from one end of a target to the other."""
    x = _scale(0, 1)
    band = ""
    if target is not None:
        left, right = x(target[0]) - 1, x(target[1]) + 1
        place = {"x": left, "width": right - left, "y": 0, "height": len(rows) * BAR}
        band = element("rect", **place, fill=EVEN, fill_opacity=0.2)
    return _draw_bars(title, [(*row, format_percent(row[1], say)) for row in rows], x, band)


def _draw_bars(title: str, rows: Sequence[tuple[str, Interval, str]], x: Scale, behind: str = "") -> str:
    drawn = [behind]
    for index, (name, interval, said) in enumerate(rows):
        top = index * BAR
        drawn.append(_mark(f"{name}: {said}", *_bar(interval, x, top + 25)))
        drawn += _name_row(name, top + 14, said)
    foot = len(rows) * BAR
    drawn.append(_line(x(0), 2, x(0), foot, stroke="currentColor", stroke_opacity=0.4))
    return _wrap_svg(title, foot + 4, drawn)


def draw_bar(interval: Interval, low: float, high: float, said: str) -> str:
    """Return one bar with its whisker, on a scale that it shares with others."""
    x = _scale(min(low, 0.0), max(high, 0.0))
    zero = _line(x(0), 0, x(0), 36, stroke="currentColor", stroke_opacity=0.4, stroke_width=2)
    return _wrap_svg(said, 36, [zero, *_bar(interval, x, 18, 10)])


def _bar(interval: Interval, x: Scale, at: float, half: float = 5) -> list[str]:
    ends = sorted((x(0), x(interval.value)))
    settled = 0.85 if interval.settled else 0.35
    bar = {"x": ends[0], "width": max(ends[1] - ends[0], 0.5), "y": at - half, "height": 2 * half}
    low, high = x(interval.low), x(interval.high)
    return [
        element("rect", **bar, fill=AUTOMA_COLOUR, fill_opacity=settled, rx=2),
        _line(low, at, high, at, stroke="currentColor", stroke_width=half / 3),
        *(_line(end, at - half, end, at + half, stroke="currentColor", stroke_width=half / 3) for end in (low, high)),
    ]


def draw_stacks(
    title: str, rows: Sequence[tuple[str, Sequence[tuple[str, float]]]], names: Sequence[str], say: Say
) -> str:
    """Return stacked bars, a row for each configuration, with the number of each part where it fits."""
    tall, gap = 24.0, 8.0
    most = max(1.0, *(sum(max(value, 0) for _, value in parts) for _, parts in rows))
    x = _scale(0, most)
    drawn: list[str] = []
    for index, (name, parts) in enumerate(rows):
        top, start = index * (NAME + tall + gap) + NAME, 0.0
        boxes = []
        for what, value in parts:
            if value <= 0:
                continue
            left, right = x(start), x(start + value)
            colour = COLOURS[list(names).index(what) % len(COLOURS)]
            tip = element("title", escape_text(f"{what}: {format_number(value, say)}"))
            boxes.append(
                element("rect", tip, x=left, y=top, width=max(right - left - 1, 0.5), height=tall, fill=colour)
            )
            if right - left > 26:
                boxes.append(_text((left + right) / 2, top + 17, f"{value:.0f}", anchor="middle", fill="#ffffff"))
            start += value
        said = "; ".join(f"{what} {format_number(value, say)}" for what, value in parts)
        drawn.append(_mark(f"{name}: {said}", *boxes))
        drawn += _name_row(name, top - 6, format_number(start, say))
    foot = len(rows) * (NAME + tall + gap)
    across, down = LEFT, foot + 12
    for number, what in enumerate(names):
        wide = 24 + len(what) * 7.0 + 10
        if across > LEFT and across + wide > WIDTH:
            across, down = LEFT, down + 20
        drawn.append(element("rect", x=across, y=down - 10, width=12, height=12, fill=COLOURS[number % len(COLOURS)]))
        drawn.append(_text(across + 17, down, _short(what, 42), size=SMALL))
        across += wide
    return _wrap_svg(title, down + 10, drawn)


# ------------------------------------------------------------------------------------------------------------ elements


def _wrap_svg(title: str, height: float, drawn: Sequence[str]) -> str:
    return element(
        "svg",
        *drawn,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH:.0f} {ceil(height)}",
        role="group",
        font_family="system-ui, sans-serif",
        font_size=FONT,
        aria_label=title,
    )


def _mark(said: str, *inside: str) -> str:
    """Return a part of a chart that can be focused, with its values in words."""
    return element("g", *inside, class_="mark", tabindex="0", role="img", aria_label=said)


def _value(x: float, y: float, text: str, side: float | None = None) -> str:
    """Return values that are shown only while their mark has the focus or the pointer: centred, as far as there is room
    between ``side`` and the right end, or else from ``x`` on."""
    if side is not None:
        half = len(text) * CHARACTER / 2
        x = max(min(x, WIDTH - RIGHT - half), side + half)
    return element(
        "text", escape_text(text), x=x, y=y, text_anchor="middle" if side is not None else None, font_size=SMALL,
        opacity=0, class_="chart-value",
        fill="currentColor", font_weight=600,
    )  # fmt: skip


def _minus(text: str) -> str:
    return text.replace("-", "−")


def _colour(index: int) -> str:
    return COLOURS[index % len(COLOURS)]


def _scale(low: float, high: float, left: float = LEFT) -> Scale:
    span = high - low or 1
    return lambda value: left + (WIDTH - left - RIGHT) * (value - low) / span


def _step(span: float, most: int) -> int:
    return next((step for step in STEPS if span / step <= most), STEPS[-1])


def _ticks(low: float, high: float, x: Scale, foot: float, most: int, across: str = "") -> list[str]:
    """Return at most about so many marks of a scale below a chart; ``across`` is what they measure."""
    step = _step(high - low, most)
    drawn = []
    value = ceil(low / step) * step
    while value <= high:
        anchor = "start" if x(value) < 16 else "end" if x(value) > WIDTH - 16 else "middle"
        drawn.append(_line(x(value), foot, x(value), foot + 5, stroke="currentColor"))
        drawn.append(_text(x(value), foot + 19, _minus(f"{value}"), anchor=anchor, size=SMALL))
        value += step
    return [*drawn, _text(WIDTH - RIGHT, foot + 38, across, anchor="end", size=SMALL)] if across else drawn


def _name_sides(say: Say) -> tuple[str, str]:
    return say("report.hers"), say("report.yours")


def _draw_side(number: int, x: float, y: float, radius: float) -> str:
    """Return a square for the Automa, a circle for the human."""
    if number:
        return element("circle", cx=x, cy=y, r=radius, fill=SIDES[number])
    return element("rect", x=x - radius, y=y - radius, width=2 * radius, height=2 * radius, fill=SIDES[number])


def _path(points: Iterable[tuple[float, float]], colour: str, dash: str | None) -> str:
    way = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    return element("path", d=way, fill="none", stroke=colour, stroke_width=2.5, stroke_dasharray=dash)


def _area(points: Iterable[tuple[float, float]], colour: str, opacity: float) -> str:
    outline = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return element("polygon", points=outline, fill=colour, fill_opacity=opacity)


def _line(x1: float, y1: float, x2: float, y2: float, **attributes: SvgValue) -> str:
    return element("line", x1=x1, y1=y1, x2=x2, y2=y2, **attributes)


def _text(
    x: float,
    y: float,
    text: str,
    *,
    anchor: str | None = None,
    size: float = FONT,
    fill: str = "currentColor",
    weight: int | None = None,
) -> str:
    return element(
        "text", escape_text(text), x=x, y=y, text_anchor=anchor, font_size=size, fill=fill, font_weight=weight
    )


def _name_row(name: str, at: float, right: str) -> list[str]:
    """Return a line with a name at the left and a figure at the right."""
    room = 35 - len(right)
    found = [_text(LEFT, at, _short(name, room), weight=600)]
    return [*found, _text(WIDTH - RIGHT, at, right, anchor="end", size=SMALL)] if right else found


def _short(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"
