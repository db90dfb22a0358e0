"""The board in a page: cropped to what matters now, with the changes of the turn drawn on it.

The SVG of a game is used as it is: it contains no script, style or link.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from html import escape
from types import MappingProxyType

from automarium.engine.drawing.svg import number as n
from automarium.interfaces.web.board.board_picture import (
    BOX,
    PHONE,
    PLACE,
    SIDE,
    BoardPicture,
    DrawnBox,
    Rectangle,
    Spot,
    crop,
    find_boxes,
)
from automarium.interfaces.web.board.marks import (
    FreeSpace,
    find_number_place,
    render_badge,
    render_fights,
    render_marks,
    render_threats,
)
from automarium.interfaces.web.html import Attribute, Markup, h
from automarium.views.turn_lines import Line

OVERVIEW = (0.31, 0.36)  # the width and height of the overview in widths of a board 296 pixels wide, the narrowest
NARROW = 18.0  # pixels: half the width of a place that a ring fits into
NO_THREATS: Mapping[str, str] = MappingProxyType({})
_NAMED = re.compile(r"\s*(?:<title\b[^>]*>.*?</title>|<desc\b[^>]*>.*?</desc>)+", re.DOTALL)


def render_board(
    board: BoardPicture,
    *,
    lines: Sequence[Line] = (),
    offered: Collection[str] = (),
    marked: Collection[str] = (),
    numbered: Sequence[tuple[int, str]] = (),
    leads: Callable[[str], str] | None = None,
    threats: Mapping[str, str] = NO_THREATS,
    height: float = 256,
    overview: str = "",
    back: bool = False,
    under_sheet: bool = False,
    moving: bool = False,
) -> Markup:
    """Return the board as a figure.

    ``offered`` places answer the open question, ``marked`` ones are its subject, ``numbered`` ones belong to a list
    beside the board, ``threats`` are places with a few words. ``leads`` maps a place to the address of a tap,
    ``overview`` names the small board beside a cropped one, ``back`` says that the lines are put back, ``under_sheet``
    that a form may cover the lower part, ``moving`` that a piece goes to one of the offered places.
    """
    hands = [hand for line in lines for hand in line.hands]
    spots = [spot for hand in hands for spot in board.spots_of(hand) if spot is not None]
    spots += [spot for place in (*marked, *offered) if (spot := board.spot(place, "human")) is not None]
    spots += [spot for _, place in numbered if (spot := board.spot(place)) is not None]
    shown = crop(board, spots, height)
    unit = shown[2] / PHONE
    space = FreeSpace(board, shown, unit)
    fights = render_fights(board, offered, space) if moving else []
    struck = render_threats(board, threats, space)
    pins = [
        render_badge(at, number, unit)
        for number, place in numbered
        if (spot := board.spot(place)) is not None and (at := find_number_place(board, spot, space)) is not None
    ]
    subjects = {place: spot for place in marked if (spot := board.spot(place, "human")) is not None}
    outlined = {place for place, spot in subjects.items() if _is_outlined(board, spot, unit)}
    rings = [
        h("circle", cx=n(spot.x), cy=n(spot.y), r=n(spot.reach * 0.92), stroke_width=n(4 * unit), class_="ring")
        for place, spot in subjects.items()
        if place not in outlined
    ]
    glows = [_render_glow(board, place) for place in offered]
    inside = Markup(board.inside)
    if offered or outlined:
        inside = Markup(PLACE.sub(lambda found: _add_class(found, offered, outlined), inside))
    if leads is not None:
        inside = _link_places(inside, offered or board.places, leads)
    whole = " ".join(map(n, board.box))
    head = BOX.sub(f'viewBox="{" ".join(map(n, shown))}"', board.head)
    if leads is not None:
        head = head.replace('role="img"', 'role="group"')
    on_top = [*glows, *rings, *pins, *struck, *fights]
    over = h("g", *on_top, class_="marks") if on_top else ""
    named = _NAMED.match(inside)  # what the picture is called stays where it is looked for
    words, rest = (named[0], inside[named.end() :]) if named is not None else ("", inside)
    marks = render_marks(board, lines, shown, space, back=back)
    drawn = Markup(f'{head}{words}<g id="board">{rest}</g>{over}{marks}</svg>')
    cropped = shown != board.box
    more: dict[str, Attribute] = {"data_whole": whole} if cropped else {}
    kinds = {"tappable": leads is not None, "cropped": cropped, "moving": moving}
    kind = " ".join(["board", *(name for name, holds in kinds.items() if holds)])
    small = None
    if cropped:
        corner = _find_free_corner(shown, [*find_boxes(marks), *map(_make_box, spots), *board.boxes], under_sheet)
        middles = [(spot.x, spot.y) for place in offered if (spot := board.spot(place, "human")) is not None]
        covered = [_get_overview(shown, one) for one in corner.split(" up-")]
        # all places that can be tapped are shown: leave it out rather than cover one of them
        if not any(box.overlaps(DrawnBox("middle", x, y, 0, 0)) for box in covered for x, y in middles):
            small = _render_overview(board, shown, overview, corner)
    return h("figure", drawn, small, class_=kind, **more)


def _make_box(spot: Spot) -> DrawnBox:
    return DrawnBox("spot", spot.x - spot.reach / 2, spot.y - spot.reach / 2, spot.reach, spot.reach)


def _find_free_corner(shown: Rectangle, boxes: Sequence[DrawnBox], upper: bool) -> str:
    """Return the corner of the picture where the overview covers the fewest boxes; ``upper``: one of the two upper
    ones."""

    def count(corner: str) -> tuple[int, int, int]:
        """Return how many marks, spots and other boxes the overview would cover there."""
        covered = [box.kind for box in _get_overview(shown, corner).find_overlapping(boxes)]
        return covered.count("mark"), covered.count("spot"), len(covered)

    best = min(("right", "left") if upper else ("right low", "left low", "right", "left"), key=count)
    # in a low window the form covers the lower part too
    return f"{best} up-{_find_free_corner(shown, boxes, True)}" if "low" in best else best


def _get_overview(shown: Rectangle, corner: str) -> DrawnBox:
    """Return the box of the overview in a corner of the picture."""
    left, top, width, height = shown
    wide, high = OVERVIEW[0] * width, OVERVIEW[1] * width
    x, y = left + width - wide if "right" in corner else left, top + height - high if "low" in corner else top
    return DrawnBox("overview", x, y, wide, high)


def _render_overview(board: BoardPicture, shown: Rectangle, words: str, corner: str) -> Markup:
    """Return the whole board in small with a frame around the part shown; a tap shows the whole."""
    left, top, width, height = map(n, shown)
    part = h("rect", x=left, y=top, width=width, height=height, class_="part", stroke_width=n(board.box[2] / 36))
    box = " ".join(map(n, board.box))
    small = h("svg", h("use", href="#board"), part, viewBox=box, class_="small", aria_hidden="true", focusable="false")
    return h("button", small, h("span", words, class_="unseen"), type="button", class_=f"over script {corner}")


def _is_outlined(board: BoardPicture, spot: Spot, unit: float) -> bool:
    """Return whether to mark the outline of a place, because a ring would cross names on the board."""
    return board.is_of_a_side(spot) or spot.in_a_row or spot.lane is not None or spot.reach < NARROW * unit


def _add_class(found: re.Match[str], offered: Collection[str], outlined: Collection[str]) -> str:
    """Return the start tag of a place with the class of offered or outlined places."""
    side = SIDE.search(found[3])
    if side is not None and side[1] == "automa":
        return found[0]
    class_ = "offered" if found[1] in offered else "marked" if found[1] in outlined else ""
    return found[0].replace("<g ", f'<g class="{class_}" ', 1) if class_ else found[0]


def _render_glow(board: BoardPicture, place: str) -> Markup | None:
    """Return the outline of an offered place above everything that is drawn, so that no neighbour covers it."""
    spot, outline = board.spot(place, "human"), board.find_outline(place, "human")
    if spot is None or not outline:
        return None
    x, y = n(spot.x), n(spot.y)
    inwards = f"translate({x} {y}) scale(.95) translate({n(-spot.x)} {n(-spot.y)})"
    strokes = [Markup(f'<{outline} class="{name}"/>') for name in ("halo", "glow")]
    return h("g", *strokes, class_="glows", transform=inwards)


_GROUP = re.compile(r'<g (?:class="[^"]*" )?data-place="([^"]*)"[^>]*>|<g\b[^>]*?(/?)>|</g>')


def _link_places(inside: Markup, places: Collection[str], leads: Callable[[str], str]) -> Markup:
    """Make every place that can be tapped a link. Keyboards use the buttons beside the board."""
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
        is_automa = 'data-side="automa"' in found[0]
        if found[1] in places and closes < 0 and not is_automa:
            parts.append(f'<a href="{escape(leads(found[1]))}" tabindex="-1">')
            closes = depth
        parts.append(found[0])
        depth += 0 if found[2] else 1
    return Markup("".join([*parts, inside[end:]]))
