"""Marks on a board: the numbers of lines, the ways of moved pieces, what was removed, threats and fights.

A mark has a place of its own: it covers no label, no piece, no token and no other mark of the drawing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain, pairwise
from math import cos, dist, pi, sin

import msgspec

from automarium.engine.drawing.svg import draw_icon
from automarium.engine.drawing.svg import number as n
from automarium.interfaces.web.board.board_picture import BoardPicture, DrawnBox, Rectangle, Spot
from automarium.interfaces.web.html import Markup, h
from automarium.views.turn_lines import Line

Point = tuple[float, float]
RADIUS = 8.5  # pixels of a number, with its rim
NUMBER = 12.0  # pixels of its letters
CORNERS = ((0.62, -0.5), (-0.62, -0.5), (0.62, 0.5), (-0.62, 0.5))  # of a place, for its numbers
ON_RIM = ((0.75, 0.75), (-0.75, 0.75), (0.95, 0.3), (-0.95, 0.3))  # of a base: lower right first
BESIDE = 24.0  # pixels: a number that is nearer to the middle covers the name of the place
DOT, STEP = 2.4, 6.0  # pixels: width of the dots of a way, and from one to the next
LEFT = 10.0  # pixels: half the outline of a piece where it stood before
PILL = 15.0  # pixels: height of a few words
LETTER = 7.4  # pixels: width of a letter in them
BOWS = (0.0, 0.16, -0.16, 0.3, -0.3)  # how far a way may bow aside, in its lengths


class FreeSpace:
    """What is still free on the visible part of a board. ``unit`` is a pixel of a phone."""

    def __init__(self, board: BoardPicture, shown: Rectangle, unit: float) -> None:
        self._board, self._shown, self.unit = board, shown, unit
        self._taken: list[DrawnBox] = list(board.boxes)

    def find_free(self, points: Sequence[Point], around: float) -> list[Point]:
        """Return the points where a disc of this radius covers nothing."""
        if not points:
            return []
        across, down = [x for x, _ in points], [y for _, y in points]
        left, top, margin = min(across), min(down), 2 * around  # a wide margin: rounded sums leave nothing out
        wide, high = max(across) - left + 2 * margin, max(down) - top + 2 * margin
        near = DrawnBox("", left - margin, top - margin, wide, high).find_overlapping(self._taken)
        free = []
        for x, y in points:
            disc = DrawnBox("", x - around, y - around, 2 * around, 2 * around, around)
            if not disc.find_overlapping(near):
                free.append((x, y))
        return free

    def is_seen(self, at: Point) -> bool:
        return _is_within(at, self._shown)

    def take(self, spot: Spot, half: Point, wanted: Iterable[Point], reach: float) -> Point | None:
        """Take the first of the ``wanted`` points where something of this ``half`` size is free, else the nearest one
        within ``reach``; None if there is none. A disc has equal sides."""
        limits = self._shown if _is_within((spot.x, spot.y), self._shown) else self._board.box
        left, top, width, height = limits
        right, bottom = left + width, top + height
        far_x, far_y = reach + half[0], reach + half[1]
        near = DrawnBox("", spot.x - far_x, spot.y - far_y, 2 * far_x, 2 * far_y).find_overlapping(self._taken)
        rounded, wide, high = min(half), 2 * half[0], 2 * half[1]
        for x, y in chain(wanted, _spiral(spot, reach, self.unit)):
            low_x, low_y = x - half[0], y - half[1]
            if left <= low_x and low_x + wide <= right and top <= low_y and low_y + high <= bottom:
                box = DrawnBox("mark", low_x, low_y, wide, high, rounded)
                if not box.find_overlapping(near):
                    self._taken.append(box)
                    return x, y
        return None


def _spiral(spot: Spot, reach: float, unit: float) -> Iterator[Point]:
    """Yield points around a spot, the nearest first."""
    away = 0.0
    while away <= reach:
        for across, down in _get_directions(max(1, int(away / (2 * unit)))):
            yield spot.x + away * across, spot.y + away * down
        away += 3 * unit


@cache
def _get_directions(many: int) -> tuple[Point, ...]:
    """Return the points of a circle with radius 1, at equal distances."""
    angles = [2 * pi * nth / many - pi / 4 for nth in range(many)]
    return tuple((cos(angle), sin(angle)) for angle in angles)


def _is_within(at: Point, part: Rectangle) -> bool:
    left, top, width, height = part
    return left <= at[0] <= left + width and top <= at[1] <= top + height


class MovePath(msgspec.Struct, frozen=True):
    """The way of a piece as points; more than one stretch where it leaves the board on one side and enters it again on
    the other."""

    stretches: tuple[tuple[Point, ...], ...]

    @property
    def points(self) -> list[Point]:
        return [point for stretch in self.stretches for point in stretch]

    def format(self) -> str:
        """Return the points for the script."""
        return " / ".join(" ".join(f"{n(x)} {n(y)}" for x, y in stretch) for stretch in self.stretches)


def render_marks(
    board: BoardPicture,
    lines: Sequence[Line],
    shown: Rectangle,
    space: FreeSpace,
    *,
    back: bool = False,
) -> Markup:
    """Return the numbers and ways of the lines. ``back``: things are put where they were before."""
    unit = space.unit
    ways: list[Markup] = []
    badges: list[Markup] = []
    hands = [(line, hand, *board.spots_of(hand)) for line in lines for hand in line.hands]
    for line, _, start, end in hands:  # numbers first: each needs a place, outlines and dots only where there is room
        spot = end or start
        if spot is not None and (at := find_number_place(board, spot, space)) is not None:
            badges.append(render_badge(at, line.number, unit))
    for line, hand, start, end in hands:
        piece = f"{hand.side}.{hand.piece}" if hand.piece and not hand.at else ""
        moved = start is not None and end is not None and start != end
        inside: list[Markup | None] = []
        points = ""
        if start is not None and end is not None and moved:
            way = find_lane(start, end, shown, is_automa=hand.side == "automa", back=back) or find_way(
                start, end, space
            )
            points = way.format()
            inside = [_render_origin(start, space), _render_dots(way, space)]
        elif piece and start is not None and end is None:
            inside = [_render_removed(start, line.sign, space)]
        to = hand.to if end is not None else hand.from_
        ways.append(
            h(
                "g",
                *inside,
                class_="way",
                data_line=line.number,
                data_piece=piece or None,
                data_to=str(to) if piece else None,
                data_many=hand.count if piece else None,
                data_way=points or None,
                data_track=hand.track or None,
            )
        )
    return h("g", *ways, *badges, class_="marks", aria_hidden="true")


def find_number_place(board: BoardPicture, spot: Spot, space: FreeSpace) -> Point | None:
    """Return where the next number of a place stands: in one of its corners, or near it."""
    unit = space.unit
    wanted = [
        (spot.x + (1 if dx > 0 else -1) * max(abs(dx) * spot.reach, BESIDE * unit), spot.y + dy * spot.reach)
        for dx, dy in (ON_RIM if board.is_of_a_side(spot) else CORNERS)
    ]
    if spot.reach < BESIDE * unit:  # a narrow place: within it
        wanted = []
    if spot.in_a_row:
        wanted = [(spot.x + (BESIDE + nth) * unit, spot.y - 0.62 * spot.reach) for nth in range(0, 60, 4)]
    return space.take(spot, (RADIUS * unit, RADIUS * unit), wanted, 3 * spot.reach)


def find_lane(start: Spot, end: Spot, shown: Rectangle, *, is_automa: bool, back: bool) -> MovePath | None:
    """Return the way along the lane of both places, None without one. The Automa's pieces follow its direction
    (``back``: against it) and leave the board at its end, a person's go straight."""
    if start.lane is None or start.lane != end.lane or start.y != end.y:
        return None
    onward = -start.lane.onward if back else start.lane.onward
    onward = onward if is_automa else (1 if end.x > start.x else -1)
    y = start.y + start.lane.below
    first, last = (start.x, y), (end.x, y)
    if (end.x - start.x) * onward > 0:
        return MovePath((((start.x, start.y), first, last, (end.x, end.y)),))
    left, right = shown[0], shown[0] + shown[2]
    leaves, enters = (right, left) if onward > 0 else (left, right)
    return MovePath((((start.x, start.y), first, (leaves, y)), ((enters, y), last, (end.x, end.y))))


def find_way(start: Spot, end: Spot, space: FreeSpace) -> MovePath:
    """Return the curve between two places that meets the least of what is drawn and stays in the visible part."""
    ways = [_bow(start, end, aside) for aside in BOWS]
    seen = [at for way in ways for at in way.points[1:-1] if space.is_seen(at)]
    free = set(space.find_free(seen, DOT * space.unit))
    return max(ways, key=lambda way: sum(at in free for at in way.points[1:-1]))


def _bow(start: Spot, end: Spot, aside: float, steps: int = 12) -> MovePath:
    dx, dy = end.x - start.x, end.y - start.y
    bend = ((start.x + end.x) / 2 + 2 * aside * dy, (start.y + end.y) / 2 - 2 * aside * dx)
    points = []
    for nth in range(steps + 1):
        t = nth / steps
        one, two, three = (1 - t) ** 2, 2 * t * (1 - t), t**2
        points.append((one * start.x + two * bend[0] + three * end.x, one * start.y + two * bend[1] + three * end.y))
    return MovePath((tuple(points),))


def _render_dots(way: MovePath, space: FreeSpace) -> Markup | None:
    """Return the way as dots, without those that would touch something."""
    unit = space.unit
    dots = [
        f"M{n(x)} {n(y)}h.01"
        for stretch in way.stretches
        for x, y in space.find_free(list(_pace(stretch, STEP * unit)), (DOT / 2 + 1) * unit)
    ]
    if not dots:
        return None
    path = "".join(dots)
    return h(
        "g",
        h("path", d=path, class_="halo", stroke_width=n((DOT + 1.6) * unit)),
        h("path", d=path, class_="shaft", stroke_width=n(DOT * unit)),
        class_="dots",
    )


def _pace(stretch: Sequence[Point], step: float) -> Iterator[Point]:
    """Yield points at equal distances along a line."""
    left = step / 2
    for one, other in pairwise(stretch):
        length = dist(one, other)
        while left <= length:
            share = left / length
            yield one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share
            left += step
        left -= length


def _render_origin(spot: Spot, space: FreeSpace) -> Markup | None:
    """Return the dashed outline of a piece where it stood before, if there is room for it."""
    half = LEFT * space.unit
    at = space.take(spot, (half, half), [(spot.x, spot.y + 0.08 * spot.reach)], 0.3 * spot.reach)
    if at is None:
        return None
    x, y, size = n(at[0] - 0.9 * half), n(at[1] - 0.9 * half), n(1.8 * half)
    return h(
        "rect", x=x, y=y, width=size, height=size, rx=n(half / 2), stroke_width=n(1.5 * space.unit), class_="origin"
    )


def _render_removed(spot: Spot, sign: str, space: FreeSpace) -> Markup | None:
    """Return what has left the board, beside what stands there now: pale, and crossed out."""
    unit, half = space.unit, 7 * space.unit
    at = space.take(spot, (half, half), [(spot.x, spot.y)], 0.9 * spot.reach)
    if at is None:
        return None
    x, y = at
    pale = Markup(draw_icon(sign, x, y, 2 * half, "currentColor")) if sign else None
    half *= 0.8
    across = "".join(f"M{n(x - half)} {n(y - up)}L{n(x + half)} {n(y + up)}" for up in (half, -half))
    strokes = [
        h("path", d=across, class_=name, stroke_width=n(wide * unit)) for name, wide in (("halo", 4), ("shaft", 2))
    ]
    return h("g", h("g", pale, class_="pale"), *strokes, class_="gone", data_box=_format_box(at, (half, half), half))


def render_badge(at: Point, number: int, unit: float) -> Markup:
    r = (RADIUS - 1) * unit
    return h(
        "g",
        h("circle", cx=n(at[0]), cy=n(at[1]), r=n(r), stroke_width=n(1.5 * unit)),
        h("text", str(number), x=n(at[0]), y=n(at[1] + 0.36 * NUMBER * unit), font_size=n(NUMBER * unit)),
        class_="badge",
        data_line=number,
        data_box=_format_box(at, (RADIUS * unit, RADIUS * unit), RADIUS * unit),
    )


def render_threats(board: BoardPicture, threats: Mapping[str, str], space: FreeSpace) -> list[Markup]:
    """Return where the Automa may strike, with how many of the cards."""
    found = []
    for place, words in threats.items():
        spot = board.spot(place, "human")
        if spot is not None:
            ring = None
            if not board.is_of_a_side(spot):  # there it would cross the name of the base
                r, wide = n(spot.reach * 0.86), n(3 * space.unit)
                ring = h("circle", cx=n(spot.x), cy=n(spot.y), r=r, stroke_width=wide)
            found.append(h("g", ring, _render_pill(spot, words, space), class_="threat"))
    return found


def render_fights(board: BoardPicture, offered: Iterable[str], space: FreeSpace) -> list[Markup]:
    """Return the word "fight" at the offered places where an enemy waits."""
    fights = [(board.spot(place), board.fights[place]) for place in offered if place in board.fights]
    return [h("g", _render_pill(spot, words, space), class_="fight") for spot, words in fights if spot is not None]


def _render_pill(spot: Spot, words: str, space: FreeSpace) -> Markup | None:
    """Return a few words in a place, below its pieces if there is room."""
    unit = space.unit
    half = ((len(words) * LETTER + 7) * unit / 2, PILL * unit / 2)
    below = spot.y + (0.6 * spot.reach if spot.lane is None else spot.lane.below)
    at = space.take(spot, half, [(spot.x, below + up * unit) for up in (0, -2, -3, -4, 3)], 3 * spot.reach)
    if at is None:
        return None
    x, y = at
    sack = h(
        "rect",
        x=n(x - half[0]),
        y=n(y - half[1]),
        width=n(2 * half[0]),
        height=n(2 * half[1]),
        rx=n(half[1]),
        stroke_width=n(unit),
    )
    text = h("text", words, x=n(x), y=n(y + 0.36 * NUMBER * unit), font_size=n(NUMBER * unit))
    return h("g", sack, text, class_="pill", data_box=_format_box(at, half, half[1]))


def _format_box(at: Point, half: Point, rounded: float) -> str:
    return f"mark {' '.join(map(n, (at[0] - half[0], at[1] - half[1], 2 * half[0], 2 * half[1], rounded)))}"
