"""Fingerprints of positions: every line of a record carries one, so that a replay knows when it has gone astray."""

from __future__ import annotations

import contextlib
import copy
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Any, TypeVar, Union, cast

import msgspec

from automarium.engine.content.pack import Pack
from automarium.engine.content.rulings import settle
from automarium.engine.definition import AnyDefinition
from automarium.engine.layout import Change, Hand, Layout, Way, done, hands, hands_back, lost
from automarium.engine.message import refuse
from automarium.engine.play.chance import Chance
from automarium.engine.play.command import Command, Input, Respond, perform
from automarium.engine.play.desk import Desk, Table, Unanswered
from automarium.engine.play.event import Step
from automarium.engine.question import Answer, AnyQuestion, check
from automarium.engine.validation import known, read


def fingerprint(position: object, *, asked: bool) -> str:
    """A few letters that depend only on the position, and on whether a question is open."""
    from hashlib import sha256

    essential = [essence(position), asked]
    return sha256(msgspec.json.encode(essential, order="deterministic")).hexdigest()[:12]


def essence(value: object) -> object:
    """A position as plain data without what is as by default: a field that a later version adds changes nothing in
    the fingerprints of games that do not use it."""
    if isinstance(value, msgspec.Struct):
        told = {}
        for name, encoded, default, factory in _fields(type(value)):
            one = getattr(value, name)
            if one != (default if factory is None else factory()):
                told[encoded] = essence(one)
        return told
    if isinstance(value, dict):
        return {str(key): essence(one) for key, one in value.items()}  # a fingerprint is of JSON
    if isinstance(value, (list, tuple)):
        return [essence(one) for one in value]
    return value


@cache
def _fields(type_: type[msgspec.Struct]) -> tuple[tuple[str, str, object, Callable[[], object] | None], ...]:
    """Name, name in JSON, default and its maker of each field, kept because msgspec works them out every time. What a
    struct calls ``beside`` is remembered only to say more to the person: it is not part of the fingerprint."""
    fields = []
    beside = getattr(type_, "beside", ())
    for one in msgspec.structs.fields(type_):
        if one.name in beside:
            continue
        factory = None if one.default_factory is msgspec.NODEFAULT else one.default_factory
        fields.append((one.name, one.encode_name, one.default, factory))
    return tuple(fields)


T = TypeVar("T")

_FIXED: set[type] = {int, str, bool, float, bytes, type(None), tuple, frozenset}


def fresh(value: T) -> T:
    """The same value; whoever changes the copy does not change the original."""
    return value if type(value) in _FIXED else _copied(value)


def _copied(value: Any) -> Any:
    kind = type(value)
    if kind is list:
        return [one if type(one) in _FIXED else _copied(one) for one in value]
    if kind is dict:
        return {key: one if type(one) in _FIXED else _copied(one) for key, one in value.items()}
    if not isinstance(value, msgspec.Struct):
        return copy.deepcopy(value)
    if kind.__struct_config__.frozen:
        _FIXED.add(kind)
        return value
    copied = copy.copy(value)
    for name in kind.__struct_fields__:
        one = getattr(value, name)
        if type(one) not in _FIXED:
            setattr(copied, name, _copied(one))
    return copied


class Leg(msgspec.Struct, frozen=True):
    """A stretch of a run, up to a question or to its end: how many steps the run had by then, what was left to be done
    since the leg before, and the table as it lay then, by which those hands are said."""

    steps: int
    hands: tuple[Hand, ...]
    shown: Any = None


class Run(msgspec.Struct):
    """One input with its answers, where it began, and what happened. ``question`` is open if it has not finished."""

    input: Input | None
    answers: list[Respond]
    start: Any
    chance: bytes
    steps: list[Step] = []
    question: AnyQuestion | None = None
    halfway: Any = None  # the table where the question stopped the run, to look at only
    said: list[Change] = []  # what the person told in it, as changes of the table
    legs: tuple[Leg, ...] = ()


class Playthrough:
    """A game in progress. ``put``, ``undo`` and ``redo`` either work whole or raise and change nothing."""

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
        self.position: Any = None
        self.runs: list[Run] = []
        self.undone: list[Input] = []
        self.hands: list[Hand] = []  # what the last input left the person to do
        self._rest = Layout()  # what hands left on the table that the room does not list
        self._answered: list[tuple[Respond, AnyQuestion]] = []
        self._chance = Chance(seed)
        self._carry_out(Run(None, [], None, self._chance.state()), again=False)

    @property
    def question(self) -> AnyQuestion | None:
        """What must be answered before the game goes on."""
        return self.runs[-1].question

    def question_of(self, input_: Input) -> AnyQuestion | None:
        """What an answer of this game answered, even one that is undone: its words belong to the question."""
        return next((question for one, question in reversed(self._answered) if one is input_), None)

    def before(self, input_: Input) -> Any:
        """The table as it lay before a command of this game, or before the one that was undone last; None if nobody
        knows it."""
        if self.undone and self.undone[-1] is input_:
            return self.position
        return next((run.start for run in reversed(self.runs) if run.input is input_), None)

    @property
    def at_start(self) -> Any:
        """The table as the set-up left it."""
        return self.runs[1].start if len(self.runs) > 1 else self.position

    @property
    def shown(self) -> Any:
        """The table as it lies before the person now: in the middle of a turn while a question is open."""
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

    def chance_state(self) -> bytes:
        """Where chance stands: whoever goes on from there draws the same."""
        return self._chance.state()

    def layout(self) -> Layout:
        """What lies on the table as it is shown; nothing before the set-up is done.

        What no room speaks of: a piece that was told and undone then lies in the supply, its counter stands at 0.
        Whoever does what they are told has them there.
        """
        return self._listed().with_rest(self._rest)

    def _listed(self) -> Layout:
        return Layout() if self.shown is None else self.definition.table.layout(self.shown)

    def put(self, input_: Input) -> list[Step]:
        """Take an input; what happened since is returned (after an answer: only what is new)."""
        before, known = self.layout(), self._said_before(input_)
        steps = self._put(input_)
        self.undone.clear()
        listed = self._listed()
        start, self.hands = self._leg(before, known, steps, listed)
        self._keep_rest(start, listed)
        return steps

    def redo(self) -> Input:
        if not self.undone:
            raise refuse("redo.nothing")
        again = self.undone[-1]
        before, known = self.layout(), self._said_before(again)
        steps = self._put(again)
        listed = self._listed()
        self._leg(before, known, steps, listed)
        # with what it had told: that was put back as well
        self.hands = _hands_since(before, steps, listed.with_rest(self._rest))
        self._keep_rest(before, listed)
        return self.undone.pop()

    def undo(self) -> Input:
        """Drop the last input and return it."""
        before, told = self.layout(), self.runs[-1].steps
        dropped = self._drop()
        self.undone.append(dropped)
        listed = self._listed()
        still = len(self.runs[-1].steps) if isinstance(dropped, Respond) else 0
        self.hands = hands_back(before, listed.with_rest(self._rest), _ways(told[still:]))
        self._keep_rest(before, listed)
        return dropped

    @contextlib.contextmanager
    def tried(self, input_: Input) -> Iterator[list[Step]]:
        """What an input would bring: inside, the game is as if it had been put; afterwards as if it never was."""
        undone, left, rest = list(self.undone), self.hands, self._rest
        steps = self.put(input_)
        try:
            yield steps
        finally:
            self._drop()
            self.undone, self.hands, self._rest = undone, left, rest

    def _said_before(self, input_: Input) -> int:
        """How much the run of an answer has told already."""
        return len(self.runs[-1].said) if isinstance(input_, Respond) else 0

    def _leg(self, before: Layout, known: int, steps: Iterable[Step], listed: Layout) -> tuple[Layout, list[Hand]]:
        """The table once the person has done what they told, and what is left to do then; the run remembers it."""
        run = self.runs[-1]
        told = run.said[known:]
        taken = lost(told)
        start = before.with_changes(told).with_rest(taken)
        found = _hands_since(start, steps, listed.with_rest(self._rest.with_rest(taken)))
        run.legs = (*run.legs, Leg(len(run.steps), tuple(found), self.shown))
        return start, found

    def _keep_rest(self, before: Layout, listed: Layout) -> None:
        """What lies on the table of somebody who has done everything, beyond what the room lists."""
        self._rest = before.with_changes(done(self.hands)).beyond(listed)

    def _drop(self) -> Input:
        last = self.runs[-1]
        if last.answers:
            dropped: Input = last.answers[-1]
            self.runs.pop()
            self._carry_out(msgspec.structs.replace(last, answers=last.answers[:-1], legs=last.legs[:-1]))
        elif last.input is not None:
            dropped = last.input
            self.runs.pop()
            self.position = last.start
            self._chance.restore(last.chance)
        else:
            raise refuse("undo.nothing")
        return dropped

    def digest(self) -> str:
        """A short fingerprint of the position: the same inputs must always give the same one."""
        return fingerprint(self.position, asked=self.question is not None)

    def _put(self, input_: Input) -> list[Step]:
        last = self.runs[-1]
        if isinstance(input_, Respond):
            if last.question is None:
                raise refuse("answer.unasked")
            check(last.question, input_.to, "to")
            self._answered.append((input_, last.question))
            self.runs.pop()
            try:
                return self._carry_out(msgspec.structs.replace(last, answers=[*last.answers, input_]))[
                    len(last.steps) :
                ]
            except BaseException:
                self.runs.append(last)
                raise
        if last.question is not None:
            raise refuse("answer.first")
        return self._carry_out(Run(input_, [], self.position, self._chance.state()), again=False)

    def _carry_out(self, run: Run, *, again: bool = True) -> list[Step]:
        """Carry a run out from its start; if the rules refuse it nothing has changed. ``again``: chance may stand
        elsewhere by now."""
        before = self.position
        if again:
            self._chance.restore(run.chance)
        table = Table(self._chance, [answer.to for answer in run.answers])
        run.question = None
        said: list[Change] = []
        try:
            if run.input is None:
                self.position = self.definition.setup.set_up(self.options, self.pack, self.rulings, table)
            else:
                self.position = fresh(run.start)  # the start stays as it was, for an answer and for undo
                assert isinstance(run.input, Command)
                desk = Desk(self.position, self.pack, self.rulings, table, self.definition.table.layout)
                said = desk.said
                perform(run.input, desk, self.definition.is_over)
        except Unanswered as unanswered:
            run.question = unanswered.question
            run.halfway = None if run.input is None else self.position
            self.position = run.start
        except BaseException:
            self.position = before
            self._chance.restore(run.chance)
            raise
        run.steps = table.steps
        run.said = said
        self.runs.append(run)
        return run.steps


def _hands_since(before: Layout, steps: Iterable[Step], after: Layout) -> list[Hand]:
    return hands(before, after, _ways(steps))


def _ways(steps: Iterable[Step]) -> list[Way]:
    return [way for step in steps for way in step.event.ways()]


@cache
def _line(types: tuple[type[Input], ...]) -> type[Input]:
    return cast("type[Input]", Union[types])  # noqa: UP007


def read_input(definition: AnyDefinition, data: object, where: str = "") -> Input:
    """An input from its plain data (one line of a record, a request from a page)."""
    named = data.get("do") if isinstance(data, dict) else None
    if isinstance(named, str) and named in definition.commands:
        # As what it says it is; if it is not, what would be right is said of all inputs together.
        with contextlib.suppress(msgspec.ValidationError, UnicodeEncodeError):
            return msgspec.convert(data, known(definition.commands[named]))
    return read(_line((Respond, *definition.commands.values())), data, where)
