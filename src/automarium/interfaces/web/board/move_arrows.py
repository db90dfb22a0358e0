"""Arrows, numbers and threats drawn on a board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import dist, hypot

import msgspec

from automarium.engine.drawing.icons import draw_icon
from automarium.engine.drawing.svg import number as n
from automarium.interfaces.web.board.board_picture import BoardPicture, Rectangle, Spot
from automarium.interfaces.web.html import Markup, h
from automarium.views.turn_lines import Line

TIP = 10.0  # pixels of an arrow's head
BEGINS = 21.0  # pixels from the middle of the first place: between it and the next


class LanePath(msgspec.Struct, frozen=True):
    """A path from one place of a row to another, ``onward`` to the right (1) or to the left (-1)."""

    start: Spot
    end: Spot
    y: float
    onward: int

    @property
    def goes_round(self) -> bool:
        return (self.end.x - self.start.x) * self.onward < 0


def find_lane(start: Spot, end: Spot, *, hers: bool, back: bool) -> LanePath | None:
    """Return the path along the lane of both places, None without one. The Automa's pieces follow its direction
    (``back``: against it), a person's go straight."""
    if start.lane is None or start.lane != end.lane or start.y != end.y:
        return None
    onward = -start.lane.onward if back else start.lane.onward
    straight = 1 if end.x > start.x else -1
    return LanePath(start, end, start.y + start.lane.below, onward if hers else straight)


def render_lane_arrow(way: LanePath, unit: float, shown: Rectangle, number: int) -> Markup:
    """Return an arrow from the corner of the first place down to the lane and along it to the last."""
    left, _, width, _ = shown
    edges = (left, left + width) if way.onward < 0 else (left + width, left)  # where it leaves and enters again
    aside, turn = BEGINS * unit * way.onward, 4 * unit * way.onward
    x, tip = way.start.x + aside, way.end.x
    neck = tip - TIP * unit * way.onward
    corner = f"V{n(way.y - abs(turn))}Q{n(x)} {n(way.y)} {n(x + turn)} {n(way.y)}"
    first = f"M{n(x)} {n(way.start.y - way.start.reach * 0.62)}{corner}"
    path = f"{first}H{n(edges[0])}M{n(edges[1])} {n(way.y)}H{n(neck)}" if way.goes_round else f"{first}H{n(neck)}"
    half = TIP * unit * 0.62
    head = f"{n(tip)},{n(way.y)} {n(neck)},{n(way.y - half)} {n(neck)},{n(way.y + half)}"
    return h(
        "g",
        h("path", d=path, class_="halo", stroke_width=n(7 * unit)),
        h("path", d=path, class_="shaft", stroke_width=n(4 * unit)),
        h("polygon", points=head, class_="tip"),
        class_="arrow",
        data_line=number,
    )


CORNERS = ((0.62, -0.62), (-0.62, -0.62), (0.72, 0.55), (-0.72, 0.55))  # of a place, for its numbers
UNDER_BASE = ((0.0, 1.1), (0.72, 0.95), (-0.72, 0.95), (0.0, 1.5))  # of a base: below its pieces
BESIDE = 21.0  # pixels: a number that is nearer to the middle covers the name of the place
RADIUS = 11.0  # pixels of a number


def render_marks(
    board: BoardPicture, lines: Sequence[Line], unit: float, shown: Rectangle, *, back: bool = False
) -> Markup:
    """Return the arrows and numbers of the lines. ``unit`` is a pixel of a phone, ``shown`` the visible part; ``back``:
    arrows lead to where things were before."""
    arrows: list[Markup] = []
    signs = {line.number: line.sign for line in lines}
    badges: list[tuple[tuple[float, float], int]] = []
    for number, hand in [(line.number, hand) for line in lines for hand in line.hands]:
        start, end = board.spots_of(hand)
        if start is not None and end is not None and start != end:
            way = find_lane(start, end, hers=hand.side == "automa", back=back)
            if way is not None:
                arrows.append(render_lane_arrow(way, unit, shown, number))
                at = _find_lane_place(way, unit)
            else:
                arrows.append(
                    _render_arrow(start, end, unit, number, [board.is_of_a_side(one) for one in (start, end)])
                )
                no_room = board.is_of_a_side(start) and _is_short(start, end)  # for its number: it goes under the base
                at = _find_free_corner(board, start, unit, badges) if no_room else _find_number_place(start, end)
        elif hand.piece and start is not None and end is None:
            arrows.append(_render_removed(start, signs.get(number, ""), unit, number))
            at = _find_free_corner(board, start, unit, badges)
        elif (spot := end or start) is not None:
            at = _find_free_corner(board, spot, unit, badges)
        else:
            continue
        badges.append((keep_inside(at, shown, unit), number))
    return h(
        "g", *arrows, *(render_badge(at, number, unit) for at, number in badges), class_="marks", aria_hidden="true"
    )


def _find_free_corner(
    board: BoardPicture, spot: Spot, unit: float, badges: Sequence[tuple[tuple[float, float], int]]
) -> tuple[float, float]:
    """Return the first corner of a place without another number near it."""
    corners = UNDER_BASE if board.is_of_a_side(spot) else CORNERS
    tried = [find_corner(spot, nth, unit, corners) for nth in range(len(corners))]
    return next((at for at in tried if all(dist(at, other) >= 1.6 * RADIUS * unit for other, _ in badges)), tried[-1])


def find_corner(
    spot: Spot, nth: int, unit: float, corners: Sequence[tuple[float, float]] = CORNERS
) -> tuple[float, float]:
    """Return where the ``nth`` number of a place stands."""
    dx, dy = corners[0 if spot.in_a_row else nth % len(corners)]
    aside = max(abs(dx) * spot.reach, BESIDE * unit) if dx else 0.0
    beside = nth * 2.1 * RADIUS * unit if spot.in_a_row else 0.0
    return spot.x + (aside if dx > 0 else -aside) + beside, spot.y + dy * spot.reach


def keep_inside(at: tuple[float, float], shown: Rectangle, unit: float) -> tuple[float, float]:
    """Return the point moved inside the visible part; a point outside of it stays."""
    left, top, width, height = shown
    rim = (RADIUS + 1) * unit
    x, y = at
    if not (left - rim <= x <= left + width + rim and top - rim <= y <= top + height + rim):
        return at
    return min(max(x, left + rim), left + width - rim), min(max(y, top + rim), top + height - rim)


def _bend(start: Spot, end: Spot) -> tuple[float, float]:
    """Where an arrow bows to, so that a long one does not cover what it passes."""
    dx, dy = end.x - start.x, end.y - start.y
    away = hypot(dx, dy) or 1.0
    bow = 0.0 if _is_short(start, end) else min(0.3 * away, 1.5 * start.reach)
    side = 1 if dx >= 0 else -1  # always upwards
    return (start.x + end.x) / 2 + dy / away * bow * side, (start.y + end.y) / 2 - dx / away * bow * side


def _is_short(start: Spot, end: Spot) -> bool:
    return hypot(end.x - start.x, end.y - start.y) < 2.6 * start.reach


def _find_number_place(start: Spot, end: Spot) -> tuple[float, float]:
    """Where the number of an arrow stands: on its shaft, or before its start where the way is short."""
    if _is_short(start, end):
        share = -0.36 * start.reach / hypot(end.x - start.x, end.y - start.y)
        return start.x + (end.x - start.x) * share, start.y + (end.y - start.y) * share
    bend = _bend(start, end)
    return (start.x + 2 * bend[0] + end.x) / 4, (start.y + 2 * bend[1] + end.y) / 4


def _find_lane_place(way: LanePath, unit: float) -> tuple[float, float]:
    """Where the number of an arrow along a lane stands: at the corner of the first place, where the arrow begins."""
    return find_corner(way.start, 0 if way.onward > 0 else 1, unit)


def _render_arrow(start: Spot, end: Spot, unit: float, number: int, at_rim: Sequence[bool]) -> Markup:
    """From a place to another; from or to the rim of a base, whose name and pieces it would cover."""
    bend = _bend(start, end)
    first = _move_towards((start.x, start.y), bend, start.reach * (0.95 if at_rim[0] else 0.3))
    last = _move_towards((end.x, end.y), bend, end.reach * (0.95 if at_rim[1] else 0.36))
    tip = 13 * unit
    neck = _move_towards(last, bend, tip)
    dx, dy = (last[0] - neck[0]) / tip, (last[1] - neck[1]) / tip
    head = " ".join(
        f"{n(x)},{n(y)}"
        for x, y in (
            last,
            (neck[0] - dy * tip * 0.62, neck[1] + dx * tip * 0.62),
            (neck[0] + dy * tip * 0.62, neck[1] - dx * tip * 0.62),
        )
    )
    way = f"M{n(first[0])} {n(first[1])}Q{n(bend[0])} {n(bend[1])} {n(neck[0])} {n(neck[1])}"
    halo = h("path", d=way, class_="halo", stroke_width=n(8 * unit))
    shaft = h("path", d=way, class_="shaft", stroke_width=n(4.5 * unit))
    return h("g", halo, shaft, h("polygon", points=head, class_="tip"), class_="arrow", data_line=number)


def _render_removed(spot: Spot, sign: str, unit: float, number: int) -> Markup:
    """What has left the board, where it stood: pale, and crossed out; in a row with a lane under what stands there now,
    which would be crossed out with it."""
    half = (11 if spot.lane is None else 7) * unit
    x, y = spot.x, spot.y + (0.0 if spot.lane is None else spot.lane.below)
    pale = Markup(draw_icon(sign, x, y, 2 * half, "currentColor")) if sign else None
    across = [f"M{n(x - half)} {n(y - up)}L{n(x + half)} {n(y + up)}" for up in (half, -half)]
    lines = [
        h("path", d="".join(across), class_=name, stroke_width=n(wide * unit))
        for name, wide in (("halo", 6), ("shaft", 3))
    ]
    return h("g", h("g", pale, class_="pale"), *lines, class_="gone", data_line=number)


def _move_towards(start: tuple[float, float], end: tuple[float, float], by: float) -> tuple[float, float]:
    away = hypot(end[0] - start[0], end[1] - start[1]) or 1.0
    return start[0] + (end[0] - start[0]) / away * by, start[1] + (end[1] - start[1]) / away * by


def render_badge(at: tuple[float, float], number: int, unit: float) -> Markup:
    return h(
        "g",
        h("circle", cx=n(at[0]), cy=n(at[1]), r=n(RADIUS * unit), stroke_width=n(2 * unit)),
        h("text", str(number), x=n(at[0]), y=n(at[1] + 5.4 * unit), font_size=n(15 * unit)),
        class_="badge",
        data_line=number,
    )


def render_threats(board: BoardPicture, threats: Mapping[str, str], unit: float) -> list[Markup]:
    """Where she may strike, with how many of the cards."""
    found = []
    for place, words in threats.items():
        spot = board.spot(place, "human")
        if spot is not None:
            x, y = spot.x, spot.y + (spot.reach * 0.55 if spot.lane is None else spot.lane.below)
            high = (20 if spot.lane is None else 16) * unit
            ring = h("circle", cx=n(spot.x), cy=n(spot.y), r=n(spot.reach * 0.86), stroke_width=n(3 * unit))
            wide = (len(words) * 7.2 + 10) * unit
            sack = h("rect", x=n(x - wide / 2), y=n(y - high / 2), width=n(wide), height=n(high), rx=n(high / 2))
            text = h("text", words, x=n(x), y=n(y + 4.5 * unit), font_size=n(12.5 * unit))
            found.append(h("g", ring, sack, text, class_="threat"))
    return found
