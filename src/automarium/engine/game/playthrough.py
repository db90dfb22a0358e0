"""A game in progress: its inputs, and what each of them led to.

A :class:`Playthrough` carries out inputs at a desk and keeps a :class:`Run` for each, so that it can undo them. Nothing
but options, rulings, seed and inputs is saved (see :mod:`automarium.engine.game.record`): they always lead to the same
position, which ``digest`` proves.
"""

from __future__ import annotations

import contextlib
import copy
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Any, TypeVar, Union, cast

import msgspec

from automarium.engine.content.pack import Pack
from automarium.engine.content.rulings import settle
from automarium.engine.definition import AnyDefinition, AnyDesk
from automarium.engine.layout import Change, Hand, Layout, find_hands, find_hands_back
from automarium.engine.message import refuse
from automarium.engine.play.chance import Chance
from automarium.engine.play.command import Command, Input, Respond, perform
from automarium.engine.play.desk import Desk, Table, Unanswered
from automarium.engine.play.event import Step, list_moves
from automarium.engine.question import Answer, AnyQuestion, check
from automarium.engine.validation import convert, prepare_type

T = TypeVar("T")


class Segment(msgspec.Struct, frozen=True):
    """The part of a run up to a question or to its end."""

    steps: int  # of the run up to here
    hands: tuple[Hand, ...]  # what the player has to do since the segment before
    shown: Any = None  # the position at its end


class Run(msgspec.Struct):
    """One input with its answers, the position and the state of chance before it, and what happened. Without an
    ``input`` it is the setup. It is finished if no ``question`` is open."""

    input: Input | None
    answers: list[Respond]
    start: Any
    chance: bytes
    steps: list[Step] = []
    question: AnyQuestion | None = None
    halfway: Any = None  # the position at the open question, for display only
    changes: list[tuple[Change, ...]] = []  # what each step changed on the table
    reported_changes: list[Change] = []  # what the player has changed or observed on the table
    observed_changes: list[Change] = []  # the part of it that was there before
    segments: tuple[Segment, ...] = ()

    @property
    def last_input(self) -> Input | None:
        """The last answer, or the input itself."""
        return self.answers[-1] if self.answers else self.input


class Playthrough:
    """A game in progress. If ``put``, ``undo`` or ``redo`` raises an exception, nothing has changed."""

    def __init__(
        self,
        definition: AnyDefinition,
        options: Mapping[str, Answer],
        rulings: dict[str, str],
        seed: int,
        pack: Pack,
    ) -> None:
        self.definition = definition
        self.options = options
        self.rulings = settle(definition.rulings, rulings)
        self.pack = pack
        self._layout_shown: tuple[Any, Layout] = (None, Layout())  # of the position it was made for
        self.position: Any = None
        self.runs: list[Run] = []
        self.undone_runs: list[Run] = []  # for each undone input: its run before the undo
        self.hands: list[Hand] = []  # what the player has to do after the last input
        self._answered: list[tuple[Respond, AnyQuestion]] = []
        self._chance = Chance(seed)
        self._carry_out(Run(None, [], None, self._chance.state()), again=False)

    @property
    def question(self) -> AnyQuestion | None:
        """The question that must be answered before the game goes on."""
        return self.runs[-1].question

    @property
    def undone(self) -> list[Input]:
        """The inputs that can be redone, the next one last."""
        return [run.last_input for run in self.undone_runs if run.last_input is not None]

    def find_question(self, input_: Input) -> AnyQuestion | None:
        """Return the question that an answer of this game answered, also if it was undone; None for any other."""
        return next((question for one, question in reversed(self._answered) if one is input_), None)

    def find_position_before(self, input_: Input) -> Any:
        """Return the position before a command of this game, or before the one that was undone last; None for any
        other."""
        if self.undone_runs and self.undone_runs[-1].last_input is input_:
            return self.position
        return next((run.start for run in reversed(self.runs) if run.input is input_), None)

    @property
    def at_start(self) -> Any:
        """The position after the setup."""
        return self.runs[1].start if len(self.runs) > 1 else self.position

    @property
    def shown(self) -> Any:
        """The position to display: in the middle of a turn while a question is open, None during the setup."""
        last = self.runs[-1]
        return self.position if last.question is None or last.halfway is None else last.halfway

    @property
    def inputs(self) -> list[Input]:
        """All inputs in force, commands and answers, in order."""
        flat: list[Input] = []
        for run in self.runs:
            if run.input is not None:
                flat.append(run.input)
            flat.extend(run.answers)
        return flat

    def layout(self) -> Layout:
        """Return the table. It depends only on the position shown, and is empty during the setup."""
        shown, (known, layout) = self.shown, self._layout_shown
        if shown is not known:
            layout = Layout() if shown is None else self.definition.table.layout(shown)
            self._layout_shown = (shown, layout)
        return layout

    def put(self, input_: Input) -> list[Step]:
        """Carry out an input and return its steps (of an answer: only the new ones). Raise Refused if the rules or the
        open question do not allow it."""
        with self.atomic():
            begun, before, known = self.shown is not None, self.layout(), self._count_reported(input_)
            steps = self._put(input_)
            self.undone_runs = []
            self.hands = self._add_segment(before, known, steps, begun=begun)
            return steps

    def redo(self) -> Input:
        """Carry out the input that was undone last again and return it."""
        if not self.undone:
            raise refuse("redo.nothing")
        with self.atomic():
            again = self.undone[-1]
            begun, before, known = self.shown is not None, self.layout(), self._count_reported(again)
            steps = self._put(again)
            self._add_segment(before, known, steps, begun=begun)
            # Including what it reported: that was put back as well.
            self.hands = find_hands(before, self.layout(), list_moves(steps)) if begun else []
            self.undone_runs = self.undone_runs[:-1]
            return again

    def undo(self) -> Input:
        """Drop the last input and return it."""
        with self.atomic():
            before, last = self.layout(), self.runs[-1]
            dropped = self._drop()
            self.undone_runs = [*self.undone_runs, last]
            still = len(self.runs[-1].steps) if isinstance(dropped, Respond) else 0
            back = list_moves(last.steps[still:])
            self.hands = [] if self.shown is None else find_hands_back(before, self.layout(), back)
            return dropped

    @contextlib.contextmanager
    def atomic(self) -> Iterator[None]:
        """Return a context that puts the game back as it was if the ``with`` block raises an exception."""
        put_back = self._save()
        try:
            yield
        except BaseException:
            put_back()
            raise

    @contextlib.contextmanager
    def tried(self, input_: Input) -> Iterator[list[Step]]:
        """Put an input for the time of a ``with`` block, which gets its steps; afterwards the game is as before."""
        put_back = self._save()
        try:
            yield self.put(input_)
        finally:
            put_back()

    def _save(self) -> Callable[[], None]:
        """Return a function that puts the game back as it is now. Runs and positions are never changed once they are
        part of the game, so only the lists are copied."""
        position, runs, answered = self.position, list(self.runs), list(self._answered)
        undone, hands, chance = self.undone_runs, self.hands, self._chance.state()

        def put_back() -> None:
            self.position, self.runs, self._answered = position, runs, answered
            self.undone_runs, self.hands = undone, hands
            self._chance.restore(chance)

        return put_back

    def _count_reported(self, input_: Input) -> int:
        """Return how many reported changes the run of an answer has already."""
        return len(self.runs[-1].reported_changes) if isinstance(input_, Respond) else 0

    def _add_segment(self, before: Layout, known: int, steps: Iterable[Step], *, begun: bool) -> list[Hand]:
        """Add a segment to the last run and return its hands: from the table with what the player reported to the one
        shown now. While the setup is not complete (``begun``) there are none: the player follows the checklist."""
        run, hands = self.runs[-1], list[Hand]()
        if begun:
            start = before.with_changes(run.reported_changes[known:])
            hands = find_hands(start, self.layout(), list_moves(steps))
        run.segments = (*run.segments, Segment(len(run.steps), tuple(hands), self.shown))
        return hands

    def _drop(self) -> Input:
        """Remove the last input from the runs and return it."""
        last = self.runs[-1]
        if last.answers:
            dropped: Input = last.answers[-1]
            self.runs.pop()
            self._carry_out(msgspec.structs.replace(last, answers=last.answers[:-1], segments=last.segments[:-1]))
        elif last.input is not None:
            dropped = last.input
            self.runs.pop()
            self.position = last.start
            self._chance.restore(last.chance)
        else:
            raise refuse("undo.nothing")
        return dropped

    def digest(self) -> str:
        """Return a fingerprint of the position. The same inputs always lead to the same one."""
        return compute_fingerprint(self.position, asked=self.question is not None)

    def _put(self, input_: Input) -> list[Step]:
        last = self.runs[-1]
        if isinstance(input_, Respond):
            if last.question is None:
                raise refuse("answer.unasked")
            check(last.question, input_.to, "to")
            self._answered.append((input_, last.question))
            self.runs.pop()
            steps = self._carry_out(msgspec.structs.replace(last, answers=[*last.answers, input_]))
            return steps[len(last.steps) :]
        if last.question is not None:
            raise refuse("answer.first")
        return self._carry_out(Run(input_, [], self.position, self._chance.state()), again=False)

    def _carry_out(self, run: Run, *, again: bool = True) -> list[Step]:
        """Carry out a run from its start, append it and return its steps. ``again``: it was carried out before, so the
        state of chance has to be restored."""
        if again:
            self._chance.restore(run.chance)
        table = Table(self._chance, [answer.to for answer in run.answers])
        run.question = None
        desk: AnyDesk | None = None
        try:
            if run.input is None:
                self.position = self.definition.setup.set_up(self.options, self.pack, self.rulings, table)
            else:
                self.position = copy_mutable(run.start)  # the start stays as it was, for an answer and for undo
                assert isinstance(run.input, Command)
                desk = Desk(self.position, self.pack, self.rulings, table, self.definition.table.layout)
                perform(run.input, desk, self.definition.is_over)
        except Unanswered as unanswered:
            run.question = unanswered.question
            run.halfway = None if run.input is None else self.position
            self.position = run.start
        run.steps = table.steps
        if desk is None:  # the setup changes no earlier table
            run.changes = [()] * len(run.steps)
        else:
            desk.flush_changes()
            if desk.changes and desk.last_layout is not None:
                self._layout_shown = (desk.position, desk.last_layout)
            run.changes = desk.changes
            run.reported_changes, run.observed_changes = desk.reported_changes, desk.observed_changes
        self.runs.append(run)
        return run.steps


@cache
def _make_union(types: tuple[type[Input], ...]) -> type[Input]:
    return cast("type[Input]", Union[types])  # noqa: UP007


def parse_input(definition: AnyDefinition, data: object, where: str = "") -> Input:
    """Return an input from its JSON data (a line of a record, a request of a page); raise Refused if it is none."""
    named = data.get("do") if isinstance(data, dict) else None
    if isinstance(named, str) and named in definition.commands:
        # Only the named command is tried here. What is wrong is found below, among all inputs.
        with contextlib.suppress(msgspec.ValidationError, UnicodeEncodeError):
            return msgspec.convert(data, prepare_type(definition.commands[named]))
    return convert(_make_union((Respond, *definition.commands.values())), data, where)


_FIXED: set[type] = {int, str, bool, float, bytes, type(None), tuple, frozenset}


def copy_mutable(value: T) -> T:
    """Return a copy of a value that shares only what cannot be changed with it."""
    return value if type(value) in _FIXED else _copy_deep(value)


def _copy_deep(value: Any) -> Any:
    kind = type(value)
    if kind is list:
        return [one if type(one) in _FIXED else _copy_deep(one) for one in value]
    if kind is dict:
        return {key: one if type(one) in _FIXED else _copy_deep(one) for key, one in value.items()}
    if not isinstance(value, msgspec.Struct):
        return copy.deepcopy(value)
    if kind.__struct_config__.frozen:
        _FIXED.add(kind)
        return value
    copied = copy.copy(value)
    for name in kind.__struct_fields__:
        one = getattr(value, name)
        if type(one) not in _FIXED:
            setattr(copied, name, _copy_deep(one))
    return copied


def compute_fingerprint(position: object, *, asked: bool) -> str:
    """Return twelve letters that depend only on the position and on whether a question is open."""
    from hashlib import sha256

    essential = [strip_defaults(position), asked]
    return sha256(msgspec.json.encode(essential, order="deterministic")).hexdigest()[:12]


def strip_defaults(value: object) -> object:
    """Return a value as plain data without fields that have their default, so that a field which a later version adds
    does not change the fingerprints of games that do not use it."""
    if isinstance(value, msgspec.Struct):
        data = {}
        for name, encoded, default, factory in _get_fields(type(value)):
            one = getattr(value, name)
            if one != (default if factory is None else factory()):
                data[encoded] = strip_defaults(one)
        return data
    if isinstance(value, dict):
        return {str(key): strip_defaults(one) for key, one in value.items()}  # a fingerprint is of JSON
    if isinstance(value, (list, tuple)):
        return [strip_defaults(one) for one in value]
    return value


@cache
def _get_fields(type_: type[msgspec.Struct]) -> tuple[tuple[str, str, object, Callable[[], object] | None], ...]:
    """Return name, name in JSON, default and default factory of each field: msgspec works them out at each call. Fields
    that a struct lists in ``unhashed`` only add to what the player reads: they are not part of the fingerprint."""
    fields = []
    unhashed = getattr(type_, "unhashed", ())
    for one in msgspec.structs.fields(type_):
        if one.name in unhashed:
            continue
        factory = None if one.default_factory is msgspec.NODEFAULT else one.default_factory
        fields.append((one.name, one.encode_name, one.default, factory))
    return tuple(fields)
