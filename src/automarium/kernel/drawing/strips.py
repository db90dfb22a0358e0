"""A decision where places are small: numbers on what fell out, and the rules beside as strips, who was still in and who
fell out. The marks are those of :mod:`automarium.kernel.drawing.narrowing`, much smaller."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Mapping, Sequence

import msgspec

from automarium.kernel.choice import Stage, Trace
from automarium.kernel.drawing.hexes import Point
from automarium.kernel.drawing.narrowing import Border, Mark, outline, reason, ring, score, telling
from automarium.kernel.drawing.svg import (
    LETTER,
    Theme,
    circle,
    element,
    group,
    moved,
    text,
)
from automarium.kernel.saying import Say

FINE = 0.4  # the marks of a hex, on something much smaller
INSET = 40.0  # of a box: what the scale of a border takes off on each side
BADGE = 7.0


class Sample(msgspec.Struct, frozen=True):
    """How a room shows a candidate in a strip: its sign around (0, 0), its name, and the room both need."""

    sign: Callable[[object], str]
    name: Callable[[object], str]
    wide: float
    high: float


def box(wide: float, high: float) -> Border:
    """An upright rectangle."""

    def border(at: Point, scale: float) -> list[Point]:
        x, y = (side / 2 - (1 - scale) * INSET for side in (wide, high))
        return [(at[0] - x, at[1] - y), (at[0] + x, at[1] - y), (at[0] + x, at[1] + y), (at[0] - x, at[1] + y)]

    return border


def numbers(trace: Trace) -> dict[object, int]:
    """Which of the rules that did something threw a candidate out, counted from 1."""
    found: dict[object, int] = {}
    before: Sequence[object] = trace.candidates
    for count, stage in enumerate(telling(trace), 1):
        found |= {candidate: count for candidate in before if candidate not in stage.kept}
        before = stage.kept
    return found


def badge(count: int, at: Point, colours: Theme) -> str:
    """The number of a rule, on what it threw out and before its words."""
    disc = circle(*at, BADGE, fill=colours.paper, stroke=colours.mark, stroke_width=1.4)
    return disc + text(str(count), at[0], at[1] + 3.8, 10.5, colours.ink, bold=True)


def framed(item: str, at: Point, size: Point, mark: Mark, count: int | None, colours: Theme) -> str:
    """Something small with its mark: hatched and numbered if it is out, in a double ring if it is chosen."""
    border = box(size[0] / FINE, size[1] / FINE)
    drawn = ring((0, 0), colours, border) if mark.chosen else outline((0, 0), [mark], colours, border)
    fine = moved(element("g", drawn, transform=f"scale({FINE})"), *at)
    corner = (at[0] + size[0] / 2 - 2, at[1] - size[1] / 2 + 2)
    return fine + item + (badge(count, corner, colours) if count else "")


def strips(
    trace: Trace,
    sample: Sample,
    at: Point,
    width: float,
    colours: Theme,
    say: Say,
    rulings: Mapping[str, str],
    size: float,
) -> tuple[str, float]:
    """The narrowing rule by rule: its words, then those it looked at as it left them; the markup, and where it ends."""
    (x, y), drawn = at, []
    told = telling(trace)
    before: Sequence[object] = trace.candidates
    for count, stage in enumerate(told, 1):
        lines = textwrap.wrap(
            reason(stage.clause, say, rulings), int((width - 22) / (size * LETTER)), break_on_hyphens=False
        )
        drawn.append(badge(count, (x + BADGE, y + size * 0.6), colours))
        for line in lines:
            drawn.append(text(line, x + 22, y + size, size, colours.ink, anchor="start"))
            y += size * 1.3
        markup, y = _strip(before, stage, sample, (x, y + 5), width, colours)
        drawn.append(markup)
        before = stage.kept
    if not told:  # there was nothing to compare
        markup, y = _strip(before, None, sample, at, width, colours)
        drawn.append(markup)
    return "".join(drawn), y


def _strip(
    before: Sequence[object], stage: Stage | None, sample: Sample, at: Point, width: float, colours: Theme
) -> tuple[str, float]:
    """Those a rule looked at. What is not kept is hatched; what alone is left has the ring."""
    each = max(1, int(width // sample.wide))
    scored = stage is not None and bool(stage.scores)
    high = sample.high + (13 if scored else 4)
    drawn = []
    for index, candidate in enumerate(before):
        row, column = divmod(index, each)
        middle = (at[0] + (column + 0.5) * sample.wide, at[1] + row * high + sample.high / 2)
        kept = stage is None or candidate in stage.kept
        last = kept and (stage is None or len(stage.kept) == 1)
        item = moved(sample.sign(candidate), *middle)
        if last or not kept:
            mark = Mark(candidate, None if last or stage is None else stage.clause, scored, ())
            item = framed(item, middle, (sample.wide - 4, sample.high), mark, None, colours)
        counted = "".join(score(candidate, stage)) if stage is not None and candidate in stage.scores else ""
        if counted:
            item += text(counted, middle[0], middle[1] + sample.high / 2 + 10, 10.5, colours.ink, bold=True)
        drawn.append(group(sample.name(candidate), item, data_candidate=str(candidate)))
    return "".join(drawn), at[1] + -(-len(before) // each) * high + 6
