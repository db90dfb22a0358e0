"""The Automa's table as a picture, and a decision on it. Our own drawing, not the printed board, as wide as a phone.
With a decision, the part of the table that it is about comes first, with its candidates marked; then the rules one by
one; then the rest of the table."""

from __future__ import annotations

from collections.abc import Callable

from automarium.engine.drawing import trace_picture
from automarium.engine.drawing import trace_picture as small
from automarium.engine.drawing.scene import Scene
from automarium.engine.drawing.svg import LegendEntry, document, element, legend, shift, text
from automarium.engine.message import capitalise, term
from automarium.games.golem import page_board
from automarium.games.golem.picture import icons
from automarium.games.golem.picture.board import draw_books, draw_districts, draw_pieces, draw_synagogue, draw_upgrades
from automarium.games.golem.picture.canvas import Canvas, rules
from automarium.games.golem.picture.cards import draw_cards, draw_resources, draw_strategy
from automarium.games.golem.picture.icons import CANVAS, FAR, INNER, MARGIN, Drawn, draw_place, draw_rect, draw_shape
from automarium.games.golem.position import ROMAN, Position
from automarium.games.golem.rulings import Rulings

WORDS = 0.52  # the legend is made for boards twice as wide
# The parts of the table from the top, and what can be chosen there.
PARTS: dict[Callable[[Canvas, float], Drawn], tuple[str, ...]] = {
    draw_strategy: (),
    draw_resources: (),
    draw_cards: ("card-column",),
    draw_synagogue: ("marble", "row", "tile"),
    draw_districts: ("golem", "student", "district"),
    draw_pieces: (),
    draw_upgrades: ("upgrade", "area"),
    draw_books: ("display", "column", "book"),
}


def draw(scene: Scene[Position, Rulings]) -> str:
    """Return the table as SVG; with a ``trace``, the decision on it."""
    if scene.bare:
        return page_board.draw(scene)
    say, colours, trace, title = scene.say, scene.colours, scene.trace, scene.title
    canvas = Canvas(scene.position, say, colours, scene.chosen, trace)
    if trace is not None:
        canvas.marks.update(trace_picture.build_marks(trace, lambda one: f"{canvas.kind}:{one}"))
        canvas.counts.update({f"{canvas.kind}:{one}": count for one, count in small.number_candidates(trace).items()})
    drawn, y = _title(title, canvas)
    about = [part for part, kinds in PARTS.items() if canvas.kind in kinds]
    for part in (*about, *([rules] if trace else []), *(part for part in PARTS if part not in about)):
        markup, y = part(canvas, y)
        drawn += markup
    words, height = legend(_blocks(canvas), 0, CANVAS / WORDS, colours)
    return document(
        title,
        scene.in_words(end="."),
        CANVAS,
        y + height * WORDS,
        colours,
        element("defs", trace_picture.draw_hatches(colours), icons.define_patterns(colours)),
        drawn,
        shift(element("g", words, transform=f"scale({WORDS})"), 0, y),
    )


def _title(words: str, canvas: Canvas) -> Drawn:
    """Return the title with the level, the round and the Automa's points."""
    position, say, colours = canvas.position, canvas.say, canvas.colours
    drawn, y = icons.wrap_lines(words, MARGIN, 8, INNER, 17, colours.ink, bold=True)
    words = say("overview.level", level=term("level", position.level), round=ROMAN[position.round] or "–")
    drawn += text(capitalise(words), MARGIN, y + 15, 13, colours.ink, anchor="start", fit=INNER - 90)
    drawn += text(say("draw.vp", number=position.vp), FAR, y + 16, 17, colours.ink, bold=True, anchor="end")
    return drawn, y + 26


def _blocks(canvas: Canvas) -> list[tuple[list[LegendEntry], int]]:
    """Return the legend; signs of the decision first."""
    say, colours = canvas.say, canvas.colours
    marks = (
        trace_picture.list_legend_entries(canvas.trace, say, colours, way=False, border=small.make_border(110, 90))
        if canvas.trace
        else []
    )
    return [(marks, 1), (_meanings(canvas), 2), ([LegendEntry(say("draw.letters"))], 1)]


def _meanings(canvas: Canvas) -> list[LegendEntry]:
    """Return the signs of the table for the legend, which is drawn at half its size."""
    say, colours = canvas.say, canvas.colours

    def twice(sign: str) -> str:
        return element("g", sign, transform="scale(1.7)")

    toll, red = (
        draw_rect(-12, -10, 24, 20, fill=f"url(#{name}-{colours.name})", stroke=colours.faint, stroke_width=1)
        for name in ("toll", "red-zone")
    )
    return [
        LegendEntry(say("draw.standing"), twice(icons.draw_golem(False, colours))),
        LegendEntry(say("draw.lying"), twice(icons.draw_golem(True, colours))),
        LegendEntry(say("draw.student"), twice(icons.draw_student(colours))),
        LegendEntry(say("draw.rabbi"), twice(draw_shape("rabbi", colours.automa))),
        LegendEntry(say("draw.toll"), twice(toll)),
        LegendEntry(say("draw.red-zone"), twice(red)),
        LegendEntry(say("draw.half"), twice(icons.draw_half_rabbi(1, colours))),
        LegendEntry(say("draw.made"), twice(draw_place("", 24, 18, colours, made=True))),
    ]
