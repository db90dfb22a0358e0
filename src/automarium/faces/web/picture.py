"""The room's board in a page: cropped to what matters now, with the changes of the turn drawn on it.

Its markup is used as it is: our drawings have no script, style or link in them. Where a place is, the drawing itself
says (``data-at``); this module knows no board.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from html import escape
from math import hypot
from types import MappingProxyType
from typing import TypeAlias

import msgspec

from automarium.companion.turn import Line
from automarium.companion.view import View
from automarium.faces.web.html import Attribute, Inside, Markup, h
from automarium.kernel.drawing.svg import number as n
from automarium.kernel.game import Run, table_before
from automarium.kernel.hands import Hand

Box: TypeAlias = tuple[float, float, float, float]  # left, top, width, height

PHONE = 366.0  # pixels that a board has on the narrowest phone we promise
NO_THREATS: Mapping[str, str] = MappingProxyType({})
LEAST = 12.0  # pixels of the smallest letters there
GOOD = 14.5  # pixels of letters that are easy to read
_OPEN = re.compile(r"<svg [^>]*>")
_BOX = re.compile(r'viewBox="([-\d. ]+)"')
_LETTER = re.compile(r'data-letter="([\d.]+)"')
_PLACE = re.compile(r'<g data-place="([^"]*)" data-at="([-\d. ]+)"([^>]*)>')
_NAMED = re.compile(r"\s*(?:<title\b[^>]*>.*?</title>|<desc\b[^>]*>.*?</desc>)+", re.DOTALL)
_SIDE = re.compile(r'data-side="(\w+)"')


class Spot(msgspec.Struct, frozen=True):
    """Where a place is, and how far it reaches."""

    x: float
    y: float
    reach: float


class Board:
    """A drawing of a board, taken apart."""

    def __init__(self, svg: str) -> None:
        head = _OPEN.match(svg)
        assert head is not None
        self.inside = svg[head.end() : svg.rindex("</svg>")]
        self.head = head[0]
        box, letter = _BOX.search(self.head), _LETTER.search(self.head)
        assert box is not None
        left, top, width, height = map(float, box[1].split())
        self.box: Box = (left, top, width, height)
        self.letter = float(letter[1]) if letter else LEAST
        self._spots: dict[tuple[str, str], Spot] = {}
        for place, at, more in _PLACE.findall(self.inside):
            side = _SIDE.search(more)
            self._spots[side[1] if side else "", place] = Spot(*map(float, at.split()))

    @property
    def places(self) -> frozenset[str]:
        """The places that can be tapped."""
        return frozenset(place for side, place in self._spots if side in ("", "human"))

    def spot(self, place: object, side: str = "") -> Spot | None:
        """Where a place is; one that each side has of its own (a base) is that of the side."""
        if not isinstance(place, str):
            return None
        return self._spots.get(("", place)) or self._spots.get((side, place))

    def spots_of(self, hand: Hand) -> tuple[Spot | None, Spot | None]:
        """Where a thing comes from and where it goes, as far as that is on the board."""
        if hand.track:  # a counter of one place bears its name
            here = self.spot(hand.track, hand.side) or self.spot(hand.track.partition("-")[2], hand.side)
            return here, here
        if hand.at:
            here = self.spot(hand.at, hand.side)
            return here, here
        return self.spot(hand.from_, hand.side), self.spot(hand.to, hand.side)


# ------------------------------------------------------------------------------------------------------------- the crop


def crop(board: Board, spots: Sequence[Spot], height: float) -> Box:
    """The part to show on a phone, ``height`` pixels high: everything if its letters stay readable, otherwise what
    happened and what is around it."""
    left, top, width, tall = board.box
    most = board.letter * PHONE / LEAST
    if not spots or width <= most:
        return board.box
    good = min(width, board.letter * PHONE / GOOD)
    low_x, high_x = _around((spot.x, spot.reach) for spot in spots)
    low_y, high_y = _around((spot.y, spot.reach) for spot in spots)
    wide = max(good, high_x - low_x, (high_y - low_y) * PHONE / height)
    if wide > most:
        return board.box
    high = min(tall, wide * height / PHONE)
    return (
        _held((low_x + high_x - wide) / 2, left, left + width - wide),
        _held((low_y + high_y - high) / 2, top, top + tall - high),
        wide,
        high,
    )


def _around(ends: Iterable[tuple[float, float]]) -> tuple[float, float]:
    """From the first to the last, with half a place beside each."""
    both = [(at - 1.4 * reach, at + 1.4 * reach) for at, reach in ends]
    return min(low for low, _ in both), max(high for _, high in both)


def _held(value: float, low: float, high: float) -> float:
    return max(low, min(value, high))


# --------------------------------------------------------------------------------------------------------------- marks


def marks(board: Board, lines: Sequence[Line], unit: float) -> Markup:
    """Arrows and numbers: what the lines say, on the board. ``unit`` is a pixel of a phone."""
    arrows: list[Markup] = []
    badges: list[Markup] = []
    taken: dict[Spot, int] = {}
    for line in lines:
        start, end = board.spots_of(line.hand)
        if start is not None and end is not None and start != end:
            arrows.append(_arrow(start, end, unit, line.number))
            at = _along(start, end)
        elif (spot := end or start) is not None:
            nth = taken.get(spot, 0)
            taken[spot] = nth + 1
            dx, dy = ((0.62, -0.62), (-0.62, -0.62), (0.72, 0.55), (-0.72, 0.55))[nth % 4]
            at = (spot.x + dx * spot.reach, spot.y + dy * spot.reach)
        else:
            continue
        badges.append(_badge(at, line.number, unit))
    return h("g", *arrows, *badges, class_="marks", aria_hidden="true")


def _bend(start: Spot, end: Spot) -> tuple[float, float]:
    """Where an arrow bows to, so that a long one does not cover what it passes."""
    dx, dy = end.x - start.x, end.y - start.y
    away = hypot(dx, dy) or 1.0
    bow = 0.0 if away < 2.6 * start.reach else min(0.3 * away, 1.5 * start.reach)
    side = 1 if dx >= 0 else -1  # always upwards
    return (start.x + end.x) / 2 + dy / away * bow * side, (start.y + end.y) / 2 - dx / away * bow * side


def _along(start: Spot, end: Spot) -> tuple[float, float]:
    """Where the number of an arrow stands: on its shaft, or before its start where the way is short."""
    away = hypot(end.x - start.x, end.y - start.y)
    if away < 2.6 * start.reach:
        share = -0.36 * start.reach / away
        return start.x + (end.x - start.x) * share, start.y + (end.y - start.y) * share
    bend = _bend(start, end)
    return (start.x + 2 * bend[0] + end.x) / 4, (start.y + 2 * bend[1] + end.y) / 4


def _arrow(start: Spot, end: Spot, unit: float, number: int) -> Markup:
    bend = _bend(start, end)
    first = _towards((start.x, start.y), bend, start.reach * 0.3)
    last = _towards((end.x, end.y), bend, end.reach * 0.36)
    tip = 13 * unit
    neck = _towards(last, bend, tip)
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


def _towards(start: tuple[float, float], end: tuple[float, float], by: float) -> tuple[float, float]:
    away = hypot(end[0] - start[0], end[1] - start[1]) or 1.0
    return start[0] + (end[0] - start[0]) / away * by, start[1] + (end[1] - start[1]) / away * by


def _badge(at: tuple[float, float], number: int, unit: float) -> Markup:
    return h(
        "g",
        h("circle", cx=n(at[0]), cy=n(at[1]), r=n(11 * unit), stroke_width=n(2 * unit)),
        h("text", str(number), x=n(at[0]), y=n(at[1] + 5 * unit), font_size=n(14 * unit)),
        class_="badge",
        data_line=number,
    )


# ----------------------------------------------------------------------------------------------------------- in a page


def framed(
    board: Board,
    *,
    lines: Sequence[Line] = (),
    offered: Collection[str] = (),
    marked: Collection[str] = (),
    numbered: Sequence[tuple[int, str]] = (),
    leads: Callable[[str], str] | None = None,
    threats: Mapping[str, str] = NO_THREATS,
    height: float = 256,
    overview: str = "",
    tools: Inside = None,
) -> Markup:
    """The board in its frame. ``offered`` places answer the open question, ``marked`` ones it is about, ``numbered``
    ones belong to a list beside it, ``threats`` are places with a few words; ``leads`` is where a tap on a place goes,
    ``overview`` what the small board beside a cropped one is called."""
    spots = [spot for line in lines for spot in board.spots_of(line.hand) if spot is not None]
    spots += [spot for place in (*marked, *offered) if (spot := board.spot(place, "human")) is not None]
    shown = crop(board, spots, height)
    unit = shown[2] / PHONE
    pins = [
        _badge((spot.x + spot.reach * 0.6, spot.y - spot.reach * 0.6), number, unit)
        for number, place in numbered
        if (spot := board.spot(place)) is not None
    ]
    rings = [
        h("circle", cx=n(spot.x), cy=n(spot.y), r=n(spot.reach * 0.92), stroke_width=n(4 * unit), class_="ring")
        for place in marked
        if (spot := board.spot(place, "human")) is not None
    ]
    inside = Markup(_PLACE.sub(lambda found: _classed(found, offered), board.inside))
    if leads is not None:
        inside = _linked(inside, offered or board.places, leads)
    whole = " ".join(map(n, board.box))
    head = _BOX.sub(f'viewBox="{" ".join(map(n, shown))}"', board.head)
    if leads is not None:
        head = head.replace('role="img"', 'role="group"')
    over = h("g", *rings, *pins, *_threats(board, threats, unit), class_="marks") if rings or pins or threats else ""
    named = _NAMED.match(inside)  # what the picture is called stays where it is looked for
    words, rest = (named[0], inside[named.end() :]) if named is not None else ("", inside)
    drawn = Markup(f'{head}{words}<g id="board">{rest}</g>{over}{marks(board, lines, unit)}</svg>')
    cropped = shown != board.box
    more: dict[str, Attribute] = {"data_whole": whole} if cropped else {}
    kind = f"board{' tappable' if leads is not None else ''}{' cropped' if cropped else ''}"
    small = _overview(board, shown, overview, _free_corner(shown, spots)) if cropped else None
    return h("figure", drawn, small, tools, class_=kind, **more)


def _free_corner(shown: Box, spots: Sequence[Spot]) -> str:
    """A corner of the picture where nothing of this turn is."""
    left, top, width, height = shown

    def within(spot: Spot, right: bool, low: bool) -> bool:
        x, y = (spot.x - left) / width, (spot.y - top) / height
        return (x > 0.66 if right else x < 0.34) and (y > 0.5 if low else y < 0.5)

    corners = {"right low": (True, True), "left low": (False, True), "right": (True, False), "left": (False, False)}
    return min(corners, key=lambda name: sum(within(spot, *corners[name]) for spot in spots))


def _overview(board: Board, shown: Box, words: str, corner: str) -> Markup:
    """The whole board small, and where the part that is shown lies; a tap shows the whole."""
    left, top, width, height = map(n, shown)
    part = h("rect", x=left, y=top, width=width, height=height, class_="part", stroke_width=n(board.box[2] / 36))
    box = " ".join(map(n, board.box))
    small = h("svg", h("use", href="#board"), part, viewBox=box, class_="small", aria_hidden="true", focusable="false")
    return h("button", small, h("span", words, class_="unseen"), type="button", class_=f"over script {corner}")


def _threats(board: Board, threats: Mapping[str, str], unit: float) -> list[Markup]:
    """Where she may strike, with how many of the cards."""
    found = []
    for place, words in threats.items():
        spot = board.spot(place, "human")
        if spot is not None:
            x, y = spot.x, spot.y + spot.reach * 0.55
            ring = h("circle", cx=n(spot.x), cy=n(spot.y), r=n(spot.reach * 0.86), stroke_width=n(3 * unit))
            wide = (len(words) * 7.2 + 10) * unit
            sack = h("rect", x=n(x - wide / 2), y=n(y - 10 * unit), width=n(wide), height=n(20 * unit), rx=n(10 * unit))
            text = h("text", words, x=n(x), y=n(y + 4.5 * unit), font_size=n(12.5 * unit))
            found.append(h("g", ring, sack, text, class_="threat"))
    return found


def zooms(board: Board, lines: Sequence[Line], height: float) -> dict[int, str]:
    """The part of the board that each line is about, where that is a part."""
    found = {}
    for line in lines:
        spots = [spot for spot in board.spots_of(line.hand) if spot is not None]
        part = crop(board, spots, height)
        if spots and part != board.box:
            found[line.number] = " ".join(map(n, part))
    return found


def _classed(found: re.Match[str], offered: Collection[str]) -> str:
    side = _SIDE.search(found[3])
    hers = side is not None and side[1] == "automa"
    return found[0] if hers or found[1] not in offered else found[0].replace("<g ", '<g class="offered" ', 1)


_GROUP = re.compile(r'<g (?:class="[^"]*" )?data-place="([^"]*)"[^>]*>|<g\b[^>]*?(/?)>|</g>')


def _linked(inside: Markup, places: Collection[str], leads: Callable[[str], str]) -> Markup:
    """Every place that can be tapped becomes a link; the keyboard has the same as buttons beside the board."""
    parts: list[str] = []
    end, depth, closes = 0, 0, -1
    for found in _GROUP.finditer(inside):
        parts.append(inside[end : found.start()])
        end = found.end()
        if found[0] == "</g>":
            depth -= 1
            parts.append("</g></a>" if depth == closes else "</g>")
            closes = -1 if depth == closes else closes
            continue
        hers = 'data-side="automa"' in found[0]
        if found[1] in places and closes < 0 and not hers:
            parts.append(f'<a href="{escape(leads(found[1]))}" tabindex="-1">')
            closes = depth
        parts.append(found[0])
        depth += 0 if found[2] else 1
    return Markup("".join([*parts, inside[end:]]))


# ------------------------------------------------------------------------------------------------------- from the room


def board_of(view: View, *, dark: bool, at_start: bool = False) -> Board | None:
    """The table as it lies before the person now, or as the set-up left it; None before the set-up is done."""
    game = view.game
    shown = game.at_start if at_start else game.shown
    if shown is None:
        return None
    return Board(game.room.draw(shown, game.rulings, view.voice.say, dark=dark, bare=True))


def drawn(view: View, *, dark: bool, bare: bool = True) -> str:
    """The same as a picture of its own; not ``bare``: with its heading and what its signs mean."""
    game = view.game
    return game.room.draw(game.shown, game.rulings, view.voice.say, dark=dark, bare=bare)


def decision(view: View, run: Run, number: int, *, dark: bool) -> str | None:
    """The last narrowing behind a step, on the table as it was when it was decided."""
    game, step = view.game, run.steps[number - 1]
    before = table_before(game, run, number)
    if before is None or not step.traces:
        return None
    origin = next((way.from_ for way in step.event.ways()), None)
    return game.room.draw(before, game.rulings, view.voice.say, step.traces[-1], origin=origin, dark=dark)
