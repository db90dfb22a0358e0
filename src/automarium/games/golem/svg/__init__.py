"""Her table as a picture, and a decision on it: strategy column, tracks, synagogue, districts, board, books and cards.

Our own drawing, not the printed board, as wide as a telephone. Where a decision is drawn, the part of the table that it
is about comes first, each candidate with its mark; then the rules one by one; then the rest of the table.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from automarium.games.golem import signs
from automarium.games.golem.position import ROMAN, Position
from automarium.games.golem.rulings import Rulings
from automarium.games.golem.signs import CANVAS, FAR, INNER, MARGIN, Drawn, place, rect, shape
from automarium.games.golem.svg.bare import draw as bare_board
from automarium.games.golem.svg.board import districts, synagogue
from automarium.games.golem.svg.cards import cards, resources, strategy
from automarium.games.golem.svg.mat import books, pieces, upgrades
from automarium.games.golem.svg.sheet import Sheet
from automarium.games.golem.svg.strips import rules
from automarium.games.golem.text import overview
from automarium.kernel.choice import Trace
from automarium.kernel.drawing import narrowing
from automarium.kernel.drawing.svg import Entry, document, element, legend, moved, text, theme
from automarium.kernel.room import Say, capital
from automarium.kernel.saying import term

WORDS = 0.52  # the legend is made for boards twice as wide
# The parts of the table from the top, and what can be chosen there.
PARTS: dict[Callable[[Sheet, float], Drawn], tuple[str, ...]] = {
    strategy: (),
    resources: (),
    cards: ("card-column",),
    synagogue: ("marble", "row", "tile"),
    districts: ("golem", "student", "district"),
    pieces: (),
    upgrades: ("upgrade", "area"),
    books: ("display", "column", "book"),
}


def draw_table(
    position: Position,
    rulings: Rulings,
    say: Say,
    trace: Trace | None = None,
    origin: str | None = None,
    dark: bool = False,
    bare: bool = False,
) -> str:
    """Her table as SVG. With ``trace`` the decision on it; where somebody came from the trace itself says."""
    if bare:
        return bare_board(position, say, dark)
    colours, chosen = theme(dark), rulings.chosen()
    sheet = Sheet(position, say, colours, chosen, trace)
    if trace is not None:
        sheet.marks.update(narrowing.marks(trace, lambda one: f"{sheet.kind}:{one}"))
        sheet.counts.update({f"{sheet.kind}:{one}": count for one, count in narrowing.numbers(trace).items()})
    title = narrowing.heading(trace, say)
    drawn, y = _title(title, sheet)
    about = [part for part, kinds in PARTS.items() if sheet.kind in kinds]
    for part in (*about, *([rules] if trace else []), *(part for part in PARTS if part not in about)):
        markup, y = part(sheet, y)
        drawn += markup
    words, height = legend(_blocks(sheet), 0, CANVAS / WORDS, colours)
    said = [capital(say(one.key, **one.params)) for one in overview(position)]
    return document(
        title,
        " ".join([*(f"{one}." for one in said), *narrowing.in_words(trace, say, chosen)]),
        CANVAS,
        y + height * WORDS,
        colours,
        element("defs", narrowing.hatches(colours), signs.patterns(colours)),
        drawn,
        moved(element("g", words, transform=f"scale({WORDS})"), 0, y),
    )


def _title(words: str, sheet: Sheet) -> Drawn:
    """The title, then the level, the round and her points."""
    position, say, colours = sheet.position, sheet.say, sheet.colours
    drawn, y = signs.lines(words, MARGIN, 8, INNER, 17, colours.ink, bold=True)
    words = say("overview.level", level=term("level", position.level), round=ROMAN[position.round] or "–")
    drawn += text(capital(words), MARGIN, y + 15, 13, colours.ink, anchor="start", fit=INNER - 90)
    drawn += text(say("draw.vp", number=position.vp), FAR, y + 16, 17, colours.ink, bold=True, anchor="end")
    return drawn, y + 26


def _blocks(sheet: Sheet) -> list[tuple[list[Entry], int]]:
    """What the signs mean; those of the decision first."""
    say, colours = sheet.say, sheet.colours
    marks = narrowing.signs(sheet.trace, say, colours, way=False, border=narrowing.box(110, 90)) if sheet.trace else []
    return [(marks, 1), (_meanings(sheet), 2), ([Entry(say("draw.letters"))], 1)]


def _meanings(sheet: Sheet) -> list[Entry]:
    """The signs of the table, for the legend, which is drawn at half its size."""
    say, colours = sheet.say, sheet.colours

    def twice(sign: str) -> str:
        return element("g", sign, transform="scale(1.7)")

    cell: dict[str, Any] = {"stroke": colours.faint, "stroke_width": 1}
    toll, red = (rect(-12, -10, 24, 20, fill=f"url(#{name}-{colours.name})", **cell) for name in ("toll", "red-zone"))
    return [
        Entry(say("draw.standing"), twice(signs.golem(False, colours))),
        Entry(say("draw.lying"), twice(signs.golem(True, colours))),
        Entry(say("draw.student"), twice(signs.student(colours))),
        Entry(say("draw.rabbi"), twice(shape("rabbi", colours.automa))),
        Entry(say("draw.toll"), twice(toll)),
        Entry(say("draw.red-zone"), twice(red)),
        Entry(say("draw.half"), twice(signs.half_rabbi(1, colours))),
        Entry(say("draw.made"), twice(place("", 24, 18, colours, made=True))),
    ]
