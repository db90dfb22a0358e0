"""The rules of a decision one by one, each with the candidates that it looked at."""

from __future__ import annotations

from typing import Any

from automarium.games.golem import signs
from automarium.games.golem.position import ROMAN
from automarium.games.golem.signs import INNER, MARGIN, SHAPES, SMALL, Drawn, heading, place, shape
from automarium.games.golem.svg.canvas import Canvas
from automarium.kernel.drawing.strips import Sample, strips
from automarium.kernel.drawing.svg import circle, moved, text
from automarium.kernel.saying import term

_ROOM = {"golem": (46, 42), "marble": (62, 42), "book": (54, 28), "upgrade": (76, 32), "column": (44, 32)}


def rules(canvas: Canvas, y: float) -> Drawn:
    """The rules that did something, each with those it looked at."""
    assert canvas.trace is not None
    name, y = heading(canvas.say("draw.rules"), y, canvas.colours)
    wide, high = _ROOM.get("column" if canvas.kind == "display" else canvas.kind, (76, 42))
    sample = Sample(lambda one: _sign(one, canvas, wide), lambda one: _name(one, canvas), wide, high)
    at = (MARGIN, y)
    drawn, y = strips(canvas.trace, sample, at, INNER, canvas.colours, canvas.say, canvas.rulings, 12)
    return name + drawn, y + 4


def _name(one: object, canvas: Canvas) -> str:
    """A candidate of any kind, in words."""
    assert canvas.trace is not None
    return canvas.say("candidate", candidate=term(canvas.trace.family, one))


def _sign(one: Any, canvas: Canvas, wide: float) -> str:
    """The thing itself where it has its name on it, else with a word under it."""
    say, colours, words = canvas.say, canvas.colours, _name(one, canvas)
    match canvas.kind:
        case "book":
            return signs.book(one.colour, signs.book_name(one, say), 46, 18, colours)
        case "upgrade":
            return place(signs.upgrade_name(one.id, say), 70, 24, colours)
        case "golem":
            sign, words = (
                signs.golem(one.lying, colours, 0.9),
                f"{signs.letter(one.district, say)} {ROMAN[one.section]}",
            )
        case "marble":
            sign, words = signs.marble(one.colour, 10, say, colours), say(f"row.{one.row}")
        case "district":
            sign = signs.seal(one, 9, say, colours)
        case "student":
            sign = moved(signs.student(colours, 0.85), -9, 0) + moved(signs.seal(one, 8, say, colours), 11, 0)
        case _ if isinstance(one, int):
            return place(words, 30, 24, colours)
        case _:
            plain = circle(0, 0, 8, fill="none", stroke=colours.ink, stroke_width=2.4)  # a marble, or nothing
            sign = shape(one, colours.ink, 0.85) if one in SHAPES else plain
    return moved(sign, 0, -8) + text(words, 0, 16, SMALL, colours.ink, fit=wide - 6, halo=colours.paper)
