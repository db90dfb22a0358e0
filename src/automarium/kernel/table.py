"""The table: where rules ask what only the table knows, and tell what the Automa does.

Rules are straight-line functions that get a :class:`Table`. ``ask`` gives the answer or, in a live game that has none
yet, raises :class:`Unanswered`; the answer then becomes an input and the same rules run again from their start.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from automarium.kernel.chance import Chance
from automarium.kernel.choice import Notes
from automarium.kernel.event import Event, Step
from automarium.kernel.question import Answer, AnyQuestion, Form, check


class Unanswered(Exception):
    """A live game cannot go on before this is known."""

    def __init__(self, question: AnyQuestion) -> None:
        super().__init__(question.about)
        self.question = question


class Table:
    """Answers come from a list, then from the stand-in if there is one; what is told is kept.

    ``heard``: somebody wants to know what happens. Where nobody does (the lab) no event is even made, so rules tell
    only ``if desk.heard``; and without ``explain`` no narrowing is written down."""

    __slots__ = ("_answers", "_formerly", "_stand_in", "chance", "heard", "notes", "steps")

    def __init__(
        self,
        chance: Chance,
        answers: Iterable[Answer] = (),
        *,
        stand_in: Callable[[AnyQuestion], Answer] | None = None,
        explain: bool = True,
        heard: bool = True,
        formerly: bool = False,
    ) -> None:
        self.chance = chance
        self.heard = heard
        self.notes: Notes | None = [] if explain else None
        self.steps: list[Step] = []
        self._answers = iter(answers)
        self._stand_in = stand_in
        self._formerly = formerly

    def share(self, table: Table) -> None:
        """Sit at the same table: the same chance, the same answers, the same ears."""
        self.chance = table.chance
        self.heard = table.heard
        self.notes = table.notes
        self.steps = table.steps
        self._answers = table._answers
        self._stand_in = table._stand_in
        self._formerly = table._formerly

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

    def formerly(self, question: AnyQuestion) -> None:
        """What earlier versions asked here and nobody asks any more. Their records have the answer all the same: where
        one is converted it is asked once again, so that no other question gets it."""
        if self._formerly:
            self.ask(question)

    def tell(self, event: Event, *clauses: str) -> None:
        """Say what happens; the narrowings noted since the last event belong to it."""
        notes = self.notes
        if notes:
            self.steps.append(Step(event, clauses, tuple(notes)))
            notes.clear()
        else:
            self.steps.append(Step(event, clauses, ()))


def _filled(form: AnyQuestion, answer: dict[str, Any], shown: Callable[[], AnyQuestion] | None) -> dict[str, Any]:
    """In the order of the form, whatever the order of the answers, as for a person."""
    assert isinstance(form, Form)
    if shown is not None and len(answer) < len(form.fields):
        return _filled(shown(), answer, None)
    filled = {}
    for field in form.fields:
        name = field.name
        told = answer.get(name, field.question.default)
        filled[name] = told.copy() if isinstance(told, (list, dict)) else told
    return filled


def _own(answer: object) -> Any:
    """Rules may go on working with a list; what was answered stays as it was said."""
    return answer.copy() if isinstance(answer, (list, dict)) else answer
