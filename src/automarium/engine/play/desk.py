"""The desk: what the rules of a game work on.

Rules are plain functions of a desk. They read ``position``, ``pack`` and ``rulings``, ``ask`` for facts that only the
person at the table knows, and ``emit`` events. A change that the person has made already (their own move, an answer) is
made inside ``with desk.reported():`` and is left out of the hands (see ``engine/layout.py``). A change that only
records what lay on the table all along is made inside ``with desk.observed():``; undo does not ask to take it back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any, Generic, ParamSpec, TypeVar

from automarium.engine.choice.trace import Notes
from automarium.engine.content.pack import Pack
from automarium.engine.content.rulings import RulingBook
from automarium.engine.layout import Change, Layout, changes
from automarium.engine.play.chance import Chance
from automarium.engine.play.event import Event, Step
from automarium.engine.question import Answer, AnyQuestion, Form, check

Q = ParamSpec("Q")


class Unanswered(Exception):
    """A live game cannot go on before this is known."""

    def __init__(self, question: AnyQuestion) -> None:
        super().__init__(question.about)
        self.question = question


class Table:
    """Answers come from a list, then from the stand-in if there is one; what is told is kept.

    ``listening``: whether steps are recorded. Where they are not (the lab) ``emit`` makes no event; and without
    ``explain`` no narrowing is written down."""

    __slots__ = ("_answers", "_stand_in", "chance", "listening", "notes", "steps")

    def __init__(
        self,
        chance: Chance,
        answers: Iterable[Answer] = (),
        *,
        stand_in: Callable[[AnyQuestion], Answer] | None = None,
        explain: bool = True,
        listening: bool = True,
    ) -> None:
        self.chance = chance
        self.listening = listening
        self.notes: Notes | None = [] if explain else None
        self.steps: list[Step] = []
        self._answers = iter(answers)
        self._stand_in = stand_in

    def share(self, table: Table) -> None:
        """Sit at the same table: the same chance, the same answers, the same ears."""
        self.chance = table.chance
        self.listening = table.listening
        self.notes = table.notes
        self.steps = table.steps
        self._answers = table._answers
        self._stand_in = table._stand_in

    def ask(self, question: AnyQuestion, shown: Callable[[], AnyQuestion] | None = None) -> Any:
        """The answer. Where a question offers what was told last, it is made once without, and ``shown`` makes it as a
        person sees it; a stand-in does not look at what is offered."""
        for answer in self._answers:
            return _own(check(question if shown is None else shown(), answer))
        if self._stand_in is None:
            raise Unanswered(question if shown is None else shown())
        answer = self._stand_in(question)
        # A stand-in keeps to the question, so nobody checks; what it leaves out of a form is filled in as for a person.
        if type(answer) is dict:
            return _filled(question, answer, shown)
        return answer.copy() if type(answer) is list else answer

    def emit(
        self, event: Callable[Q, Event], clauses: str | tuple[str, ...], /, *args: Q.args, **fields: Q.kwargs
    ) -> None:
        """Record that an event happened, with the clauses it follows. ``event`` is the event's class, called with
        ``args`` and ``fields`` only if this table is listening: a silent game of the lab makes no events."""
        if self.listening:
            self.add_step(event(*args, **fields), (clauses,) if isinstance(clauses, str) else clauses)

    def add_step(self, event: Event, clauses: tuple[str, ...]) -> None:
        """Append a step for an event. The traces noted since the last step belong to it."""
        notes = self.notes
        if notes:
            self.steps.append(Step(event, clauses, tuple(notes)))
            notes.clear()
        else:
            self.steps.append(Step(event, clauses, ()))


def _filled(form: AnyQuestion, answer: dict[str, Any], shown: Callable[[], AnyQuestion] | None) -> dict[str, Any]:
    """What a stand-in has filled in is the rules' own from now on; what it leaves out is as for a person."""
    assert type(form) is Form
    if len(answer) == len(form.fields):
        return answer
    if shown is not None:
        return _filled(shown(), answer, None)
    filled = {}
    for field in form.fields:
        name = field.name
        told = answer.get(name, field.question.default)
        filled[name] = told.copy() if type(told) is list or type(told) is dict else told
    return filled


def _own(answer: object) -> Any:
    """Rules may go on working with a list; what was answered stays as it was said."""
    return answer.copy() if isinstance(answer, (list, dict)) else answer


P = TypeVar("P")
R = TypeVar("R", bound=RulingBook)


class _Nothing:
    """A context in which nothing happens. Rules enter it often, so neither end of it is a call of a Python function: an
    empty text, whatever is put into it, is empty."""

    __slots__ = ()
    __enter__ = __exit__ = "".format


_NOBODY_ASKS: Any = _Nothing()


class Desk(Table, Generic[P, R]):
    """A table with a position on it. ``layout`` is given where somebody wants to know what was told.

    ``depth`` is for rules that set each other off: how many are under way, so that circles come to an end. ``facts``
    are those of the pack as this game reads them, where a room has looked them up once."""

    __slots__ = ("_layout", "_said", "_seen", "depth", "facts", "pack", "position", "rulings")

    def __init__(
        self, position: P, pack: Pack, rulings: R, table: Table, layout: Callable[[P], Layout] | None = None
    ) -> None:
        self.share(table)
        self.position = position
        self.pack = pack
        self.rulings = rulings
        self.depth = 0
        self.facts: Any = None
        self._layout = layout
        self._said: list[Change] = []
        self._seen: list[Change] = []

    @property
    def said(self) -> list[Change]:
        """What the person has told so far, as changes of the table; what they have seen is part of it."""
        return self._said

    @property
    def only_seen(self) -> list[Change]:
        """The part of it that lies there whether or not the app knows."""
        return self._seen

    def reported(self) -> AbstractContextManager[None]:
        """What changes in here the person has done themselves."""
        return _NOBODY_ASKS if self._layout is None else self._telling(self._layout, self._said)

    def observed(self) -> AbstractContextManager[None]:
        """What changes in here nobody has done: it lay there, and the app learns of it."""
        return _NOBODY_ASKS if self._layout is None else self._telling(self._layout, self._said, self._seen)

    @contextmanager
    def _telling(self, layout: Callable[[P], Layout], *lists: list[Change]) -> Iterator[None]:
        before = layout(self.position)
        yield
        changed = changes(before, layout(self.position))
        for one in lists:
            one += changed
