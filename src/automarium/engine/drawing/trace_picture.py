"""The trace of a decision as a picture: marks on the candidates, and the rules beside as strips that show which
candidates each one kept."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Mapping, Sequence
from math import dist
from typing import TypeAlias

import msgspec

from automarium.engine.choice.trace import Stage, Trace
from automarium.engine.drawing.hexes import Point, corners, offset_point, step_towards
from automarium.engine.drawing.svg import (
    LETTER,
    LegendEntry,
    Theme,
    circle,
    element,
    group,
    number,
    pattern,
    polygon,
    shift,
    text,
)
from automarium.engine.message import Say, term

Border: TypeAlias = Callable[[Point, float], list[Point]]  # the corners of a place, and so much further inside
SCORING = ("most", "least", "first")


class Mark(msgspec.Struct, frozen=True):
    """What became of one candidate: the clause that threw it out (``compared``: by a score); its last score first."""

    candidate: object
    clause: str | None
    compared: bool
    scores: tuple[str, ...]

    @property
    def chosen(self) -> bool:
        return self.clause is None

    @property
    def short(self) -> str:
        return strip_prefix(self.clause) if self.clause else ""


def strip_prefix(clause: str) -> str:
    """Return a clause id without the prefix of its game: ``WORKER-07``."""
    return clause.partition("-")[2]


def build_marks(trace: Trace, place: Callable[[object], str] = str) -> dict[str, list[Mark]]:
    """Return the marks of all candidates, by the place where each is drawn."""
    found: dict[str, list[Mark]] = {}
    for candidate in trace.candidates:
        found.setdefault(place(candidate), []).append(_mark(candidate, trace.stages))
    return found


def _mark(candidate: object, stages: Sequence[Stage]) -> Mark:
    scores: list[str] = []
    for stage in stages:
        if candidate in stage.scores:
            scores[:0] = format_score(candidate, stage)
        if candidate not in stage.kept:
            return Mark(candidate, stage.clause, stage.verb in SCORING, tuple(scores))
    return Mark(candidate, None, False, tuple(scores))


def format_score(candidate: object, stage: Stage) -> list[str]:
    """Return the score of a candidate; of an order its rank, if there was more than one candidate."""
    if stage.verb != "first":
        return [str(stage.scores[candidate])]
    ranks = sorted(stage.scores.values())
    return [f"#{ranks.index(stage.scores[candidate]) + 1}"] if len(ranks) > 1 else []


def find_deciding_stages(trace: Trace) -> list[Stage]:
    """Return the stages that threw a candidate out or compared several."""
    before: Sequence[object] = trace.candidates
    found = []
    for stage in trace.stages:
        if len(stage.kept) < len(before) or (stage.scores and len(before) > 1):
            found.append(stage)
        before = stage.kept
    return found


def format_reason(clause: str, say: Say, rulings: Mapping[str, str]) -> str:
    """Return a clause in short words, or the ruling that replaces it."""
    key = f"ruling.{clause}.{rulings[clause]}" if clause in rulings else f"clause.{clause}"
    words = say(key)
    return strip_prefix(clause) if words == key else say("draw.rule", id=strip_prefix(clause), short=words)


def describe_trace(trace: Trace | None, say: Say, rulings: Mapping[str, str]) -> list[str]:
    """Return the lines of the narrowing for a screen reader."""
    if trace is None:
        return []
    lines, before = [], trace.candidates
    for stage in trace.stages:
        out = [candidate for candidate in before if candidate not in stage.kept]
        before = stage.kept
        if out:
            lines.append(say("why.out", reason=format_reason(stage.clause, say, rulings), out=term(trace.family, out)))
    return [f"{line}." for line in [*lines, format_outcome(trace, say)]]


def format_outcome(trace: Trace, say: Say) -> str:
    return say("draw.nobody") if trace.chosen is None else say("why.chosen", chosen=term(trace.family, trace.chosen))


def format_heading(trace: Trace | None, say: Say) -> str:
    """Return the title of the picture: the question and its answer, or what is shown."""
    return say("draw.title") if trace is None else f"{say(f'draw.title.{trace.about}')} {format_outcome(trace, say)}"


# ------------------------------------------------------------------------------------------------------------ drawing


def draw_hatches(colours: Theme) -> str:
    """Return the patterns that mark candidates that were thrown out."""
    return "".join(
        pattern(
            f"{name}-{colours.name}",
            space,
            element("path", d=f"M0 0V{space}", stroke=colours.out, stroke_width=wide, opacity=0.6),
            turn=45,
        )
        for name, space, wide in (("out", 7, 3), ("beaten", 18, 3))
    )


def draw_outline(at: Point, here: Sequence[Mark], colours: Theme, border: Border = corners) -> str:
    """Return the hatched outline of a place that was thrown out; empty for the chosen one."""
    if any(mark.chosen for mark in here):
        return ""
    compared = any(mark.compared for mark in here)
    return polygon(
        border(at, 0.92),
        fill=f"url(#{'beaten' if compared else 'out'}-{colours.name})",
        stroke=colours.mark if compared else colours.out,
        stroke_width=3,
        stroke_dasharray=None if compared else "7 5",
    )


def draw_choice(start: Point | None, end: Point, colours: Theme) -> str:
    """Return the double ring around the chosen place, with an arrow from ``start`` if that is another place."""
    return element("g", draw_ring(end, colours), draw_arrow(start, end, colours) if start not in (None, end) else "")


def draw_ring(at: Point, colours: Theme, border: Border = corners) -> str:
    """Return the double ring of the chosen candidate."""
    return "".join(
        polygon(border(at, scale), fill="none", stroke=colours.mark, stroke_width=wide, stroke_linejoin="round")
        for scale, wide in ((1.0, 5), (0.865, 3))
    )


def draw_arrow(start: Point, end: Point, colours: Theme) -> str:
    """Return a curved arrow between two hexes; it leaves the middle of both free."""
    high = 26 + (dist(start, end) * 0.2 if start[1] == end[1] else 0)  # within a row it would cross everything
    bend = offset_point(start, end, 0.5, high if end[0] >= start[0] else -high)
    out, back = step_towards(start, bend), step_towards(end, bend)
    tail = (start[0] + out[0] * 28, start[1] + out[1] * 28)
    head = (end[0] + back[0] * 44, end[1] + back[1] * 44)
    neck = (head[0] + back[0] * 18, head[1] + back[1] * 18)
    way = f"M{_at(tail)}Q{_at(bend)} {_at(neck)}"
    sides = [(neck[0] - back[1] * side, neck[1] + back[0] * side) for side in (11, -11)]
    return "".join(
        element("path", d=way, fill="none", stroke=colour, stroke_width=wide, stroke_linecap="round")
        + polygon([head, *sides], fill=colour, stroke=colour, stroke_width=wide - 5, stroke_linejoin="round")
        for colour, wide in ((colours.paper, 11.0), (colours.mark, 6.0))
    )


def _at(point: Point) -> str:
    return f"{number(point[0])} {number(point[1])}"


class NoteSpace(msgspec.Struct, frozen=True):
    """Where the notes of a place go: a line for the clause, a spot for the score."""

    line: float  # how far the foot of the line is under the centre
    fit: float  # how wide it may be
    spot: Point
    spot_size: float
    spot_fit: float


def draw_notes(
    at: Point, here: Sequence[Mark], colours: Theme, halo: str, space: NoteSpace, name: Callable[[object], str]
) -> str:
    """Return the clause that threw a candidate out and its scores. ``name`` tells several in one place apart."""
    (x, y), ink = at, colours.ink
    if len(here) > 1:  # the ring shows the chosen one; there is only room for the others
        lines = [_all(mark, name) for mark in here if not mark.chosen]
        return "".join(
            text(line, x, y + space.line + n * 15, 17, ink, halo=halo, bold=True, fit=space.fit - n * 20)
            for n, line in enumerate(lines)
        )
    (mark,) = here
    drawn = text(mark.short, x, y + space.line, 20, ink, halo=halo, bold=True, fit=space.fit) if mark.short else ""
    counted = "·".join(mark.scores)
    if counted:
        spot = (x + space.spot[0], y + space.spot[1])
        drawn += text(counted, *spot, space.spot_size, ink, halo=halo, bold=True, fit=space.spot_fit)
    return drawn


def _all(mark: Mark, name: Callable[[object], str]) -> str:
    return " ".join(part for part in (name(mark.candidate), mark.short, "·".join(mark.scores)) if part)


def build_legend(
    trace: Trace | None, say: Say, rulings: Mapping[str, str], colours: Theme, *, way: bool
) -> list[tuple[list[LegendEntry], int]]:
    """Return the legend of a decision: the marks, then the rules in order, each block with its number of columns."""
    if trace is None:
        return []
    rules = [LegendEntry(format_reason(stage.clause, say, rulings)) for stage in find_deciding_stages(trace)]
    return [(list_legend_entries(trace, say, colours, way=way), 2), (rules, 1)]


def list_legend_entries(
    trace: Trace, say: Say, colours: Theme, *, way: bool, border: Border = corners
) -> list[LegendEntry]:
    """Return the meaning of the marks that a decision has."""
    here = [mark for group in build_marks(trace).values() for mark in group]
    found: list[LegendEntry] = []
    if trace.chosen is not None:
        found.append(LegendEntry(say("draw.chosen"), _small(draw_ring((0, 0), colours, border))))
    if way:
        found.append(LegendEntry(say("draw.way"), _small(draw_arrow((-80, 10), (84, 10), colours))))
    for key, compared in (("draw.out", False), ("draw.beaten", True)):
        losers = [mark for mark in here if not mark.chosen and mark.compared is compared]
        if losers:
            found.append(LegendEntry(say(key), _small(draw_outline((0, 0), losers, colours, border))))
    if any(mark.scores for mark in here):
        found.append(LegendEntry(say("draw.counted"), text("3·2", 0, 7, 19, colours.ink, bold=True)))
    return found


def _small(sign: str) -> str:
    return element("g", sign, transform="scale(.36)")


FINE = 0.4  # the marks of a hex, on something much smaller
INSET = 40.0  # of a box: what the scale of a border takes off on each side
BADGE = 7.0


class Sample(msgspec.Struct, frozen=True):
    """How a game shows a candidate in a strip: its sign around (0, 0), its name, and their size."""

    sign: Callable[[object], str]
    name: Callable[[object], str]
    wide: float
    high: float


def make_border(wide: float, high: float) -> Border:
    """Return the border of a rectangle."""

    def border(at: Point, scale: float) -> list[Point]:
        x, y = (side / 2 - (1 - scale) * INSET for side in (wide, high))
        return [(at[0] - x, at[1] - y), (at[0] + x, at[1] - y), (at[0] + x, at[1] + y), (at[0] - x, at[1] + y)]

    return border


def number_candidates(trace: Trace) -> dict[object, int]:
    """Return, for each candidate that was thrown out, the number of the rule that did it, from 1."""
    found: dict[object, int] = {}
    before: Sequence[object] = trace.candidates
    for count, stage in enumerate(find_deciding_stages(trace), 1):
        found |= {candidate: count for candidate in before if candidate not in stage.kept}
        before = stage.kept
    return found


def draw_badge(count: int, at: Point, colours: Theme) -> str:
    """Return the disc with the number of a rule."""
    disc = circle(*at, BADGE, fill=colours.paper, stroke=colours.mark, stroke_width=1.4)
    return disc + text(str(count), at[0], at[1] + 3.8, 10.5, colours.ink, bold=True)


def draw_framed(item: str, at: Point, size: Point, mark: Mark, count: int | None, colours: Theme) -> str:
    """Return a small item with its mark: hatched and numbered if it is out, in a double ring if it is chosen."""
    border = make_border(size[0] / FINE, size[1] / FINE)
    drawn = draw_ring((0, 0), colours, border) if mark.chosen else draw_outline((0, 0), [mark], colours, border)
    fine = shift(element("g", drawn, transform=f"scale({FINE})"), *at)
    corner = (at[0] + size[0] / 2 - 2, at[1] - size[1] / 2 + 2)
    return fine + item + (draw_badge(count, corner, colours) if count else "")


def draw_strips(
    trace: Trace,
    sample: Sample,
    at: Point,
    width: float,
    colours: Theme,
    say: Say,
    rulings: Mapping[str, str],
    size: float,
) -> tuple[str, float]:
    """Return the narrowing rule by rule, each with its words and candidates, and the y where the drawing ends."""
    (x, y), drawn = at, []
    stages = find_deciding_stages(trace)
    before: Sequence[object] = trace.candidates
    for count, stage in enumerate(stages, 1):
        lines = textwrap.wrap(
            format_reason(stage.clause, say, rulings), int((width - 22) / (size * LETTER)), break_on_hyphens=False
        )
        drawn.append(draw_badge(count, (x + BADGE, y + size * 0.6), colours))
        for line in lines:
            drawn.append(text(line, x + 22, y + size, size, colours.ink, anchor="start"))
            y += size * 1.3
        markup, y = _strip(before, stage, sample, (x, y + 5), width, colours)
        drawn.append(markup)
        before = stage.kept
    if not stages:  # there was nothing to compare
        markup, y = _strip(before, None, sample, at, width, colours)
        drawn.append(markup)
    return "".join(drawn), y


def _strip(
    before: Sequence[object], stage: Stage | None, sample: Sample, at: Point, width: float, colours: Theme
) -> tuple[str, float]:
    """Return the candidates of one rule: hatched if it threw them out, with the ring if one is left."""
    each = max(1, int(width // sample.wide))
    scored = stage is not None and bool(stage.scores)
    high = sample.high + (13 if scored else 4)
    drawn = []
    for index, candidate in enumerate(before):
        row, column = divmod(index, each)
        middle = (at[0] + (column + 0.5) * sample.wide, at[1] + row * high + sample.high / 2)
        kept = stage is None or candidate in stage.kept
        last = kept and (stage is None or len(stage.kept) == 1)
        item = shift(sample.sign(candidate), *middle)
        if last or not kept:
            mark = Mark(candidate, None if last or stage is None else stage.clause, scored, ())
            item = draw_framed(item, middle, (sample.wide - 4, sample.high), mark, None, colours)
        counted = "".join(format_score(candidate, stage)) if stage is not None and candidate in stage.scores else ""
        if counted:
            item += text(counted, middle[0], middle[1] + sample.high / 2 + 10, 10.5, colours.ink, bold=True)
        drawn.append(group(sample.name(candidate), item, data_candidate=str(candidate)))
    return "".join(drawn), at[1] + -(-len(before) // each) * high + 6
