"""The input of a picture: the position, the messages, the colours and optionally a decision."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Generic, TypeVar

from automarium.engine.choice.trace import Trace
from automarium.engine.content.rulings import RulingBook
from automarium.engine.drawing import trace_picture
from automarium.engine.drawing.svg import Theme, board, document, text, theme
from automarium.engine.message import Message, Say, capitalise

P = TypeVar("P")
R = TypeVar("R", bound=RulingBook)


class Scene(Generic[P, R]):
    """One view of the table. ``trace`` is the decision to draw, ``origin`` the start of the way to what was chosen.
    ``bare``: the board alone, without heading, legend and totals, with letters large enough for a phone. A place is a
    group with ``data-place`` and ``data-at``, its centre and radius."""

    def __init__(
        self,
        position: P,
        rulings: R,
        say: Say,
        overview: Sequence[Message],
        *,
        trace: Trace | None = None,
        origin: str | None = None,
        dark: bool = False,
        bare: bool = False,
    ) -> None:
        self.position = position
        self.say = say
        self.rulings = rulings
        self.trace = None if bare else trace
        self.origin = origin
        self.bare = bare
        self.colours: Theme = theme(dark)
        self._overview = overview

    @cached_property
    def chosen(self) -> Mapping[str, str]:
        """Every ruling with its choice."""
        return self.rulings.chosen()

    @property
    def title(self) -> str:
        """The heading of the picture."""
        return trace_picture.format_heading(self.trace, self.say)

    def document(self, size: tuple[float, float], margin: float, defs: str, *inside: str) -> str:
        """Return the whole picture below its title."""
        (width, height), colours = size, self.colours
        title = text(self.title, margin, 33, 26, colours.ink, bold=True, anchor="start", fit=width - 2 * margin)
        return document(self.title, self.in_words(), width, height, colours, defs, title, *inside)

    def board(self, view: tuple[float, float, float, float], letters: float, *inside: str) -> str:
        """Return the board alone; ``letters`` is the size of its smallest letters."""
        return board(self.title, self.in_words(), view, letters, self.colours, *inside)

    def in_words(self, end: str = "") -> str:
        """Return the picture described for screen readers; ``end`` closes sentences without a full stop."""
        said = [capitalise(self.say(one.key, **one.params)) + end for one in self._overview]
        return " ".join([*said, *trace_picture.describe_trace(self.trace, self.say, self.chosen)])
