"""The picture of a document's board: places, pieces, numbers, the decision; tracks below."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from automarium.documents.rules import Position
from automarium.engine.drawing import svg
from automarium.engine.drawing.hexes import WIDTH, Point, corners
from automarium.engine.drawing.scene import Scene
from automarium.engine.drawing.svg import Theme
from automarium.engine.message import term

if TYPE_CHECKING:
    from automarium.documents.document import Document

REACH = WIDTH * 0.46
LINE = 30.0
MARGIN = 70.0
LETTERS = 19.0


def draw_board(document: Document, scene: Scene[Position, Any]) -> str:
    """Return the board as SVG."""
    centres = document.board.centres()
    left = min((x for x, _ in centres.values()), default=0.0) - MARGIN
    top = min((y for _, y in centres.values()), default=0.0) - MARGIN
    right = max((x for x, _ in centres.values()), default=440.0) + MARGIN
    bottom = max((y for _, y in centres.values()), default=top) + MARGIN if centres else top
    parts = [_draw_place(document, scene, place, at) for place, at in centres.items()]
    rows = list(_list_rows(document, scene))
    for index, (words, value) in enumerate(rows):
        y = bottom + (index + 0.7) * LINE
        parts.append(svg.text(words, left + 20, y, LETTERS, scene.colours.ink, anchor="start", fit=right - left - 120))
        parts.append(svg.text(value, right - 20, y, LETTERS + 2, scene.colours.ink, bold=True, anchor="end"))
    box = (left, top, right - left, bottom - top + len(rows) * LINE + (10 if rows else 0))
    if scene.bare:
        return scene.board(box, LETTERS, *parts)
    inside = svg.element("g", *parts, transform=f"translate({svg.number(-left)} {svg.number(50 - top)})")
    return scene.document((box[2], box[3] + 60), 20, "", inside)


def _list_rows(document: Document, scene: Scene[Position, Any]) -> Sequence[tuple[str, str]]:
    """Return what is not on a place: tracks and mats, with their values. On the page the Automa's tracks are gauges."""
    position, say = scene.position, scene.say
    rows = [
        (say("document.name", name=term("track", name)), str(value))
        for name, value in position.tracks.items()
        if not (scene.bare and document.board.places and document.tracks[name].side == "automa")
    ]
    for name, counter in document.counters.items():
        for mat in counter.mats:
            named = say("document.on-mat", name=term("counter", name), at=term("place", mat))
            rows.append((named, str(position.counts[name].get(mat) or 0)))
    return rows


def _draw_place(document: Document, scene: Scene[Position, Any], place: str, at: Point) -> str:
    position, colours = scene.position, scene.colours
    x, y = at
    trace = scene.trace
    chosen = trace is not None and trace.chosen == place
    considered = trace is not None and place in trace.candidates
    edge = colours.mark if chosen or considered else colours.faint
    look: dict[str, svg.SvgValue] = {
        "fill": colours.paper,
        "stroke": edge,
        "stroke_width": 6.0 if chosen else 3.5 if considered else 2.0,
        "stroke_dasharray": "6 5" if considered and not chosen else None,
    }
    hexes = document.board.kind == "hex"
    ground = svg.polygon(corners(at, 0.95), **look) if hexes else svg.circle(x, y, REACH, **look)
    parts = [ground, svg.text(place, x, y - 24, 17, colours.ink, halo=colours.paper, fit=64)]
    numbers = _find_numbers(document, position, place)
    for index, number in enumerate(numbers):
        parts.append(svg.text(number, x + (index - (len(numbers) - 1) / 2) * 30, y + 40, 20, colours.ink, bold=True))
    pieces = [name for name, where in position.at.items() if where == place]
    for index, name in enumerate(pieces):
        parts.append(_draw_piece(document, name, x + (index - (len(pieces) - 1) / 2) * 32, y + 4, colours, scene))
    return svg.place(place, scene.say("document.name", name=term("place", place)), at, REACH, *parts)


def _find_numbers(document: Document, position: Position, place: str) -> list[str]:
    shown = []
    for name in document.counters:
        number = position.counts[name].get(place, 0)
        if number is None or number:
            shown.append("?" if number is None else str(number))
    return shown


def _draw_piece(document: Document, name: str, x: float, y: float, colours: Theme, scene: Scene[Position, Any]) -> str:
    piece = document.pieces[name]
    hers = piece.side == "automa"
    words = scene.say("document.name", name=term("piece", name))
    disc = svg.circle(x, y, 14, fill=colours.automa if hers else colours.human, stroke=colours.ink, stroke_width=2)
    ink = colours.on_automa if hers else colours.ink
    return svg.group(words, disc, svg.text(piece.letter or name[:1].upper(), x, y + 6, 16, ink, bold=True))
