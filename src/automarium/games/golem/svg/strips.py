"""The rules of a decision one by one, each with the candidates that it looked at."""

from __future__ import annotations

from typing import Any

from automarium.games.golem import signs
from automarium.games.golem.position import ROMAN
from automarium.games.golem.signs import INNER, MARGIN, SHAPES, SMALL, Drawn, heading, place, shape
from automarium.games.golem.svg.sheet import Sheet
from automarium.kernel.drawing.strips import Sample, strips
from automarium.kernel.drawing.svg import circle, moved, text
from automarium.kernel.saying import term

_ROOM = {"golem": (46, 42), "marble": (62, 42), "book": (54, 28), "upgrade": (76, 32), "column": (44, 32)}


def rules(sheet: Sheet, y: float) -> Drawn:
    """The rules that did something, each with those it looked at."""
    assert sheet.trace is not None
    name, y = heading(sheet.say("draw.rules"), y, sheet.colours)
    wide, high = _ROOM.get("column" if sheet.kind == "display" else sheet.kind, (76, 42))
    sample = Sample(lambda one: _sign(one, sheet, wide), lambda one: _name(one, sheet), wide, high)
    at = (MARGIN, y)
    drawn, y = strips(sheet.trace, sample, at, INNER, sheet.colours, sheet.say, sheet.rulings, 12)
    return name + drawn, y + 4


def _name(one: object, sheet: Sheet) -> str:
    """A candidate of any kind, in words."""
    assert sheet.trace is not None
    return sheet.say("candidate", candidate=term(sheet.trace.family, one))


def _sign(one: Any, sheet: Sheet, wide: float) -> str:
    """The thing itself where it has its name on it, else with a word under it."""
    say, colours, words = sheet.say, sheet.colours, _name(one, sheet)
    match sheet.kind:
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
