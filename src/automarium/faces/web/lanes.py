"""Arrows along the lane of a row: they begin at their number, run under what lies there and go round at the end."""

from __future__ import annotations

import msgspec

from automarium.faces.web.board_picture import Rectangle, Spot
from automarium.faces.web.html import Markup, h
from automarium.kernel.drawing.svg import number as n

TIP = 10.0  # pixels of an arrow's head
BEGINS = 21.0  # pixels from the middle of the first place: between it and the next


class LaneWay(msgspec.Struct, frozen=True):
    """From one place of a row to another, ``onward`` to the right (1) or to the left (-1)."""

    start: Spot
    end: Spot
    y: float
    onward: int

    @property
    def goes_round(self) -> bool:
        return (self.end.x - self.start.x) * self.onward < 0


def lane_between(start: Spot, end: Spot, *, hers: bool, back: bool) -> LaneWay | None:
    """The way along the lane that both places lie on: hers in its direction, ``back`` against it; a person's straight
    on, for they go as they like."""
    if start.lane is None or start.lane != end.lane or start.y != end.y:
        return None
    onward = -start.lane.onward if back else start.lane.onward
    straight = 1 if end.x > start.x else -1
    return LaneWay(start, end, start.y + start.lane.below, onward if hers else straight)


def along(way: LaneWay, unit: float, shown: Rectangle, number: int) -> Markup:
    """From the number at the corner of the first place down to the lane, and on it to the last."""
    left, _, width, _ = shown
    edges = (left, left + width) if way.onward < 0 else (left + width, left)  # where it leaves, and comes again
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
