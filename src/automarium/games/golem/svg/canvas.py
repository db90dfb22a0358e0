"""What all parts of the picture look at, and where a decision's candidates are marked on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from automarium.games.golem.facts import known
from automarium.games.golem.position import PRINTED, Position
from automarium.kernel.choice import Trace
from automarium.kernel.drawing import strips
from automarium.kernel.drawing.hexes import Point
from automarium.kernel.drawing.narrowing import Mark
from automarium.kernel.drawing.svg import Theme, element
from automarium.kernel.pack import HOLE
from automarium.kernel.saying import Say

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
    """The table, the words and the decision. Candidates go by kind and name: ``golem:red 4``, ``column:2``."""

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
        """What the candidates are, and so where they lie."""
        return KIND.get(self.trace.about, self.trace.about) if self.trace else ""

    def marked(self, key: str, item: str, at: Point, size: Point) -> str:
        """A thing with what the decision says about it."""
        if key not in self.marks:
            return item
        count = self.counts.get(key)
        framed = strips.framed(item, at, size, self.marks[key][0], count, self.colours)
        return element("g", framed, data_mark=key, data_fate=str(count or "chosen"))

    def fact(self, path: str) -> Any:
        """A printed fact if it is known here; the person's own pack is not at hand."""
        found = known(self.position, PRINTED, path)
        return None if found == HOLE else found
