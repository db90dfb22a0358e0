"""The desk: what the rules of a game work on.

Rules are plain functions of a desk. They read ``position``, ``pack`` and ``rulings``, ``ask`` for facts that only the
person at the table knows, and ``emit`` events. A change that the player has made already (their own move, an answer) is
made inside ``with desk.reported():`` and is left out of the hands (see ``engine/layout.py``). A change that only
records what was on the table before is made inside ``with desk.observed():``; undo does not ask to take it back.

A :class:`Table` is the part without a position, which setups and single decisions use.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any, Generic, ParamSpec, TypeVar

from automarium.engine.choice.trace import Notes
from automarium.engine.content.pack import Pack
from automarium.engine.content.rulings import RulingBook
from automarium.engine.layout import Change, Layout, find_changes
from automarium.engine.play.chance import Chance
from automarium.engine.play.event import Event, Step
from automarium.engine.question import Answer, AnyQuestion, Form, check

P = TypeVar("P")
Q = ParamSpec("Q")
R = TypeVar("R", bound=RulingBook)

_DO_NOTHING = nullcontext()


class Unanswered(Exception):
    """The rules asked a question that has no answer yet."""

    def __init__(self, question: AnyQuestion) -> None:
        super().__init__(question.about)
        self.question = question


class Table:
    """Answers questions and records steps.

    Answers are taken from ``answers``, then from the ``stand_in`` if there is one. ``listening`` says whether steps are
    recorded; if not (in the lab), ``emit`` makes no event. Without ``explain`` no trace is noted."""

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
        """Use the chance, the answers and the list of steps of another table."""
        self.chance = table.chance
        self.listening = table.listening
        self.notes = table.notes
        self.steps = table.steps
        self._answers = table._answers
        self._stand_in = table._stand_in

    def ask(self, question: AnyQuestion, shown: Callable[[], AnyQuestion] | None = None) -> Any:
        """Return the answer to a question; raise :class:`Unanswered` if there is none.

        ``shown`` makes the question as a player sees it, if its defaults depend on earlier answers; a stand-in is asked
        the plain ``question``."""
        for answer in self._answers:
            return _copy_answer(check(question if shown is None else shown(), answer))
        if self._stand_in is None:
            raise Unanswered(question if shown is None else shown())
        answer = self._stand_in(question)
        # A stand-in keeps to the question, so its answer is not checked; only fields that it left out are filled in.
        if type(answer) is dict:
            return _fill_form(question, answer, shown)
        return answer.copy() if type(answer) is list else answer

    def emit(
        self, event: Callable[Q, Event], clauses: str | tuple[str, ...], /, *args: Q.args, **fields: Q.kwargs
    ) -> None:
        """Record that an event happened, with the clauses it follows. ``event`` is the class of the event. It is called
        with ``args`` and ``fields`` only if this table is listening; silent games in the lab make no events."""
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


def _fill_form(form: AnyQuestion, answer: dict[str, Any], shown: Callable[[], AnyQuestion] | None) -> dict[str, Any]:
    """Return a stand-in's answer to a form with the defaults of the fields that it left out."""
    assert type(form) is Form
    if len(answer) == len(form.fields):
        return answer
    if shown is not None:
        return _fill_form(shown(), answer, None)
    filled: dict[str, Any] = {}
    for field in form.fields:
        if field.name in answer or field.is_asked(filled):
            filled[field.name] = _copy_answer(answer.get(field.name, field.question.default))
    return filled


def _copy_answer(answer: Any) -> Any:
    """Return an answer that the rules may change without changing the recorded one."""
    return answer.copy() if type(answer) is list or type(answer) is dict else answer


class Desk(Table, Generic[P, R]):
    """A table with a position. With a ``layout`` it records what each step changes on the table, and which of these
    changes the player reported or observed; silent games have none.

    ``depth`` counts rules that trigger each other and are not finished, so that loops can be stopped. ``facts`` are the
    facts of the pack as the game reads them, for games that look them up once."""

    __slots__ = (
        "_layout",
        "changes",
        "depth",
        "facts",
        "last_layout",
        "observed_changes",
        "pack",
        "position",
        "reported_changes",
        "rulings",
    )

    def __init__(
        self, position: P, pack: Pack, rulings: R, table: Table, layout: Callable[[P], Layout] | None = None
    ) -> None:
        self.share(table)
        self.position = position
        self.pack = pack
        self.rulings = rulings
        self.depth = 0
        self.facts: Any = None
        self.changes: list[tuple[Change, ...]] = []  # of each step
        self.reported_changes: list[Change] = []  # includes those observed
        self.observed_changes: list[Change] = []
        self._layout = layout
        self.last_layout = None if layout is None else layout(position)  # at the last step, or after a flush

    def add_step(self, event: Event, clauses: tuple[str, ...]) -> None:
        super().add_step(event, clauses)
        if self._layout is not None:
            self.changes.append(self._find_changes(self._layout))

    def flush_changes(self) -> None:
        """Add the changes since the last step to that step, because the rules have ended or wait for an answer."""
        if self._layout is not None and self.changes:
            self.changes[-1] += self._find_changes(self._layout)

    def _find_changes(self, layout: Callable[[P], Layout]) -> tuple[Change, ...]:
        assert self.last_layout is not None
        before, self.last_layout = self.last_layout, layout(self.position)
        return tuple(find_changes(before, self.last_layout))

    def reported(self) -> AbstractContextManager[None]:
        """Return a context for changes that the player has made on the table already."""
        return _DO_NOTHING if self._layout is None else self._compare(self._layout, self.reported_changes)

    def observed(self) -> AbstractContextManager[None]:
        """Return a context for changes that record what was on the table before."""
        if self._layout is None:
            return _DO_NOTHING
        return self._compare(self._layout, self.reported_changes, self.observed_changes)

    @contextmanager
    def _compare(self, layout: Callable[[P], Layout], *lists: list[Change]) -> Iterator[None]:
        before = layout(self.position)
        try:
            yield
        finally:  # also where a question is left open
            found = find_changes(before, layout(self.position))
            for one in lists:
                one += found
