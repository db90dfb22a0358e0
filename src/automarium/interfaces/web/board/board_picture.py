"""The SVG of a board: where its places are (``data-at``), and which part of it to show."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from html import unescape
from typing import TypeAlias

import msgspec

from automarium.engine.drawing.svg import CACHE_SIZE
from automarium.engine.drawing.svg import number as n
from automarium.engine.game.playthrough import Run
from automarium.engine.game.undo import rebuild_position
from automarium.engine.layout import Hand
from automarium.views.game import View
from automarium.views.turn_lines import Line

Rectangle: TypeAlias = tuple[float, float, float, float]  # left, top, width, height
PHONE = 366.0  # pixels: width of a board on a phone
SHORT = 180.0  # pixels: height of a board above a long list
LEAST = 12.0  # pixels: smallest letters
GOOD = 17.5  # pixels: letters that are easy to read
LITTLE = 1.2  # how much wider a part may get to include a base
HIGHEST = 330.0  # pixels: largest height of a whole board
_OPEN = re.compile(r"<svg [^>]*>")
BOX = re.compile(r'viewBox="([-\d. ]+)"')
_LETTER = re.compile(r'data-letter="([\d.]+)"')
PLACE = re.compile(r'<g data-place="([^"]*)" data-at="([-\d. ]+)"([^>]*)>')
SIDE = re.compile(r'data-side="(\w+)"')
_FIGHT = re.compile(r'data-fight="([^"]*)"')
_BOXES = re.compile(r'data-box="(\w+) ([-\d. ]+)"')
_SHAPE = re.compile(r'<title>[^<]*</title><((?:polygon|rect|circle)(?: [a-z-]+="[^"]*")*)')
_LOOK = re.compile(r' (?:fill|stroke|stroke-width|stroke-dasharray)="[^"]*"')
_LANE = re.compile(r'data-lane="([\d.]+) (-?1)"')


class DrawnBox(msgspec.Struct, frozen=True):
    """A rectangle with rounded corners that nothing else may cover, and what ``kind`` of thing it is."""

    kind: str
    left: float
    top: float
    width: float
    height: float
    rounded: float = 0.0

    @property
    def right(self) -> float:
        return self.left + self.width

    @property
    def bottom(self) -> float:
        return self.top + self.height

    def overlaps(self, other: DrawnBox) -> bool:
        """Return whether two boxes have more than a point in common."""
        near = self.rounded + other.rounded  # the distance at which the middles of two corners touch
        dx = max(self.left - other.right, other.left - self.right) + near
        if dx >= near:
            return False
        dy = max(self.top - other.bottom, other.top - self.bottom) + near
        if dy >= near:
            return False
        return dx <= 0 or dy <= 0 or dx**2 + dy**2 < near**2

    def find_overlapping(self, others: Iterable[DrawnBox]) -> list[DrawnBox]:
        """Return the boxes that this one overlaps. Most of many boxes are far away: that is found out first."""
        left, top, right, bottom = self.left, self.top, self.right, self.bottom
        return [
            box
            for box in others
            if box.left < right
            and box.top < bottom
            and left < box.left + box.width
            and top < box.top + box.height
            and self.overlaps(box)
        ]


def find_boxes(svg: str) -> list[DrawnBox]:
    """Return everything in a drawing that nothing else may cover."""
    return [_read_box(kind, numbers) for kind, numbers in _BOXES.findall(svg)]


@lru_cache(CACHE_SIZE)  # most boxes and places of a board are the same in every picture of it
def _read_box(kind: str, numbers: str) -> DrawnBox:
    return DrawnBox(kind, *map(float, numbers.split()))


class Lane(msgspec.Struct, frozen=True):
    """Where arrows run along a row of places: ``below`` their middles. The Automa's pieces go ``onward`` only (1 to the
    right, -1 to the left) and from the last place to the first."""

    below: float
    onward: int


class Spot(msgspec.Struct, frozen=True):
    """The middle of a place and its radius."""

    x: float
    y: float
    reach: float
    in_a_row: bool = False  # its numbers stand side by side, because the other corners are full
    lane: Lane | None = None


@lru_cache(CACHE_SIZE)
def _read_place(at: str, more: str) -> tuple[str, Spot, str | None]:
    """Return the side of a place (empty: of none), its spot, and the word for a fight there, from its attributes."""
    side, along, fight = SIDE.search(more), _LANE.search(more), _FIGHT.search(more)
    x, y, reach = map(float, at.split())
    lane = None if along is None else Lane(float(along[1]), int(along[2]))
    spot = Spot(x, y, reach, "data-abreast" in more, lane)
    return side[1] if side else "", spot, unescape(fight[1]) if fight else None


class BoardPicture:
    """The SVG of a board with the spots of its places, the boxes of what is drawn, and the places with an enemy."""

    def __init__(self, svg: str) -> None:
        head = _OPEN.match(svg)
        assert head is not None
        self.inside = svg[head.end() : svg.rindex("</svg>")]
        self.head = head[0]
        box, letter = BOX.search(self.head), _LETTER.search(self.head)
        assert box is not None
        left, top, width, height = map(float, box[1].split())
        self.box: Rectangle = (left, top, width, height)
        self.letter = float(letter[1]) if letter else LEAST
        self.boxes = find_boxes(self.inside)
        self.fights: dict[str, str] = {}
        self._spots: dict[tuple[str, str], Spot] = {}
        self._ends: dict[tuple[str, str], int] = {}
        for found in PLACE.finditer(self.inside):
            place, at, more = found.groups()
            side, spot, fight = _read_place(at, more)
            if fight is not None:
                self.fights[place] = fight
            self._ends[side, place] = found.end()
            self._spots[side, place] = spot

    @property
    def places(self) -> frozenset[str]:
        """The places that can be tapped."""
        return frozenset(place for side, place in self._spots if side in ("", "human"))

    def spot(self, place: object, side: str = "") -> Spot | None:
        """Return the spot of a place; of a base, the one of ``side``."""
        if not isinstance(place, str):
            return None
        return self._spots.get(("", place)) or self._spots.get((side, place))

    def find_outline(self, place: str, side: str = "") -> str:
        """Return the shape of a place, the start of its tag without colours; empty if it has none."""
        end = self._ends.get(("", place)) or self._ends.get((side, place))
        shape = None if end is None else _SHAPE.match(self.inside, end)
        return "" if shape is None else _LOOK.sub("", shape[1])

    @property
    def bases(self) -> list[Spot]:
        """The spots of places that each side has of its own."""
        return [spot for (side, _), spot in self._spots.items() if side]

    def is_of_a_side(self, spot: Spot) -> bool:
        return spot in self.bases

    def spots_of(self, hand: Hand) -> tuple[Spot | None, Spot | None]:
        """Return where a hand begins and ends, None for what is not on the board."""
        if hand.track:  # a counter of one place bears its name
            here = self.spot(hand.track, hand.side) or self.spot(hand.track.partition("-")[2], hand.side)
            return here, here
        if hand.at:
            here = self.spot(hand.at, hand.side)
            return here, here
        return self.spot(hand.from_, hand.side), self.spot(hand.to, hand.side)


def crop(board: BoardPicture, spots: Sequence[Spot], height: float) -> Rectangle:
    """Return the part to show on a phone, ``height`` pixels high. A base at its edge is included if that costs
    little."""
    window = _find_part(board, spots, height)
    for base in board.bases:
        wider = _find_part(board, [*spots, base], height) if spots and _is_cut(base, window) else window
        kept = all(_is_within(spot, wider) for spot in spots if _is_within(spot, window))
        if kept and wider[2] <= LITTLE * window[2] and not _is_cut(base, wider):
            spots, window = [*spots, base], wider
    return window


def _is_cut(base: Spot, window: Rectangle) -> bool:
    """Return whether an edge of the window cuts the disc of a base or its wider name plate."""
    left, top, width, height = window
    right, bottom, wide, high = left + width, top + height, 1.3 * base.reach, 1.05 * base.reach
    seen = left - wide < base.x < right + wide and top - high < base.y < bottom + high
    return seen and not (left + wide <= base.x <= right - wide and top + high <= base.y <= bottom - high)


def _find_part(board: BoardPicture, spots: Sequence[Spot], height: float) -> Rectangle:
    """Return the part of the board with the spots.

    The whole board if it is low and its letters stay readable, or if the spots are spread widely; beside a long list
    the window with most spots.
    """
    left, top, width, tall = board.box
    most = min(width, board.letter * PHONE / LEAST)
    if not spots or (width <= most and tall * PHONE / width <= HIGHEST):
        return board.box
    good = min(width, board.letter * PHONE / GOOD)
    low_x, high_x = _find_range((spot.x, spot.reach) for spot in spots)
    low_y, high_y = _find_range((spot.y, spot.reach) for spot in spots)
    wide = max(good, high_x - low_x, (high_y - low_y) * PHONE / height)
    if wide >= most and height > SHORT:
        return board.box
    middles = [((low_x + high_x) / 2, (low_y + high_y) / 2)] if wide <= most else [(spot.x, spot.y) for spot in spots]
    wide = min(wide, most)
    high = min(tall, wide * height / PHONE)
    windows: list[Rectangle] = [
        (_clamp(x - wide / 2, left, left + width - wide), _clamp(y - high / 2, top, top + tall - high), wide, high)
        for x, y in middles
    ]
    return max(windows, key=lambda window: sum(_is_within(spot, window) for spot in spots))


def _is_within(spot: Spot, window: Rectangle) -> bool:
    left, top, width, height = window
    return left <= spot.x <= left + width and top <= spot.y <= top + height


def _find_range(ends: Iterable[tuple[float, float]]) -> tuple[float, float]:
    both = [(at - 1.4 * reach, at + 1.4 * reach) for at, reach in ends]
    return min(low for low, _ in both), max(high for _, high in both)


def _clamp(value: float, low: float, high: float) -> float:
    return max(low, min(value, high))


def find_zooms(board: BoardPicture, lines: Sequence[Line], height: float) -> dict[int, str]:
    """Return the part of the board that each line is about, where it is not the whole."""
    found = {}
    for line in lines:
        spots = [spot for hand in line.hands for spot in board.spots_of(hand) if spot is not None]
        part = crop(board, spots, height)
        if spots and part != board.box:
            found[line.number] = " ".join(map(n, part))
    return found


def load_board(view: View, *, dark: bool, at_start: bool = False) -> BoardPicture | None:
    """Return the current board, or the one after the setup (``at_start``); None before the setup is done."""
    game = view.game
    shown = game.at_start if at_start else game.shown
    if shown is None:
        return None
    return BoardPicture(game.definition.draw(shown, game.rulings, view.translator.say, dark=dark, bare=True))


def draw_board(view: View, *, dark: bool, bare: bool = True) -> str:
    """Return the current board as SVG; not ``bare``: with heading and legend."""
    game = view.game
    return game.definition.draw(game.shown, game.rulings, view.translator.say, dark=dark, bare=bare)


def draw_decision(view: View, run: Run, number: int, *, dark: bool) -> str | None:
    """Return the last narrowing behind a step, drawn on the table of that moment."""
    game, step = view.game, run.steps[number - 1]
    before = rebuild_position(game, run, number)
    if before is None or not step.traces:
        return None
    origin = next((way.from_ for way in step.event.moves()), None)
    return game.definition.draw(before, game.rulings, view.translator.say, step.traces[-1], origin=origin, dark=dark)
