"""What all parts of the picture read, and where the candidates of a decision are marked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from automarium.engine.choice.trace import Trace
from automarium.engine.content.pack import HOLE
from automarium.engine.drawing import trace_picture
from automarium.engine.drawing.hexes import Point
from automarium.engine.drawing.svg import Theme, circle, element, shift, text
from automarium.engine.drawing.trace_picture import Mark, Sample, draw_strips
from automarium.engine.message import Say, term
from automarium.games.golem.picture import icons
from automarium.games.golem.picture.icons import (
    INNER,
    MARGIN,
    SHAPES,
    SMALL,
    Drawn,
    draw_heading,
    draw_place,
    draw_shape,
)
from automarium.games.golem.position import PRINTED, ROMAN, Position
from automarium.games.golem.printed_facts import find_known

# What the candidates of a decision are, and so where they are marked; what lies nowhere is only in the strips.
KIND = {
    **dict.fromkeys(("step-forward", "step-backward", "step-either", "step-or-stay"), "golem"),
    **dict.fromkeys(("worker", "neighbour", "victim"), "golem"),
    **dict.fromkeys(("student-forward", "student-backward"), "student"),
    "create": "district",
    "mirror": "row",
    "rabbi": "tile",
    "turn-type": "card-column",
    "upgrade-type": "area",
    "book": "display",
    "own-book": "book",
}


class Canvas(msgspec.Struct, frozen=True):
    """The position, the words and the decision. Candidates are keyed by kind and name: ``golem:red 4``,
    ``column:2``."""

    position: Position
    say: Say
    colours: Theme
    rulings: Mapping[str, str]
    trace: Trace | None
    marks: dict[str, list[Mark]] = {}
    counts: dict[str, int] = {}

    @property
    def candidates(self) -> Sequence[Any]:
        return self.trace.candidates if self.trace else ()

    @property
    def kind(self) -> str:
        """Return what the candidates are."""
        return KIND.get(self.trace.about, self.trace.about) if self.trace else ""

    def marked(self, key: str, item: str, at: Point, size: Point) -> str:
        """Return a drawn thing with its mark in the decision."""
        if key not in self.marks:
            return item
        count = self.counts.get(key)
        framed = trace_picture.draw_framed(item, at, size, self.marks[key][0], count, self.colours)
        return element("g", framed, data_mark=key, data_fate=str(count or "chosen"))

    def fact(self, path: str) -> Any:
        """Return a printed fact if it is known here; the owner's pack is not available."""
        found = find_known(self.position, PRINTED, path)
        return None if found == HOLE else found


_ROOM = {"golem": (46, 42), "marble": (62, 42), "book": (54, 28), "upgrade": (76, 32), "column": (44, 32)}


def rules(canvas: Canvas, y: float) -> Drawn:
    """Return the rules that narrowed, each with its candidates."""
    assert canvas.trace is not None
    name, y = draw_heading(canvas.say("draw.rules"), y, canvas.colours)
    wide, high = _ROOM.get("column" if canvas.kind == "display" else canvas.kind, (76, 42))
    sample = Sample(lambda one: _sign(one, canvas, wide), lambda one: _name(one, canvas), wide, high)
    at = (MARGIN, y)
    drawn, y = draw_strips(canvas.trace, sample, at, INNER, canvas.colours, canvas.say, canvas.rulings, 12)
    return name + drawn, y + 4


def _name(one: object, canvas: Canvas) -> str:
    """Return a candidate of any kind in words."""
    assert canvas.trace is not None
    return canvas.say("candidate", candidate=term(canvas.trace.family, one))


def _sign(one: Any, canvas: Canvas, wide: float) -> str:
    """Return a sign: the thing itself where its name is on it, else with a word under it."""
    say, colours, words = canvas.say, canvas.colours, _name(one, canvas)
    match canvas.kind:
        case "book":
            return icons.draw_book(one.colour, icons.name_book(one, say), 46, 18, colours)
        case "upgrade":
            return draw_place(icons.name_upgrade(one.id, say), 70, 24, colours)
        case "golem":
            sign, words = (
                icons.draw_golem(one.lying, colours, 0.9),
                f"{icons.get_letter(one.district, say)} {ROMAN[one.section]}",
            )
        case "marble":
            sign, words = icons.draw_marble(one.colour, 10, say, colours), say(f"row.{one.row}")
        case "district":
            sign = icons.draw_seal(one, 9, say, colours)
        case "student":
            sign = shift(icons.draw_student(colours, 0.85), -9, 0) + shift(icons.draw_seal(one, 8, say, colours), 11, 0)
        case _ if isinstance(one, int):
            return draw_place(words, 30, 24, colours)
        case _:
            plain = circle(0, 0, 8, fill="none", stroke=colours.ink, stroke_width=2.4)  # a marble, or nothing
            sign = draw_shape(one, colours.ink, 0.85) if one in SHAPES else plain
    return shift(sign, 0, -8) + text(words, 0, 16, SMALL, colours.ink, fit=wide - 6, halo=colours.paper)
