"""The table: where rules ask what only the table knows, and tell what the Automa does.

Rules are straight-line functions that get a :class:`Table`. ``ask`` gives the answer or, in a live game that has none
yet, raises :class:`Unanswered`; the answer then becomes an input and the same rules run again from their start.
A question is data, so every face can show every question of every game with the same few widgets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import pairwise
from typing import Any, ClassVar, TypeAlias, get_args, get_type_hints

import msgspec

from automarium.kernel.chance import Chance
from automarium.kernel.choice import Notes, Trace
from automarium.kernel.hands import Way
from automarium.kernel.saying import Refused, Saying, Term, clean, refuse, term

# A whole number, an option or a text, a list of numbers or options, or a form's answers by the names of its fields.
Answer: TypeAlias = int | str | list[Any] | dict[str, Any]


class Question(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", gc=False):
    """``about`` is the message key of the wording, ``params`` fill it; ``place`` is where on the board it belongs.

    ``hole`` names a printed fact that nobody published (``progress.4.spaces``): the answer is asked once and kept in
    the person's own pack. ``default`` is what a face may offer for an empty answer.
    """

    about: str
    params: dict[str, Any] = {}
    place: str | None = None
    hole: str | None = None
    default: Answer | None = None


class Pick(Question, frozen=True, kw_only=True, tag="pick"):
    """One of ``options``. ``family`` names the terms that the options belong to (mechs, places …), for their words.

    ``likely``: those that a face offers, where a room knows which can be meant; the others can be said all the same.
    ``barred``: what looks like an option and is none now, with what to say to whoever names it. ``looks``: what is to
    be seen on an option that nothing else tells apart, a card without a number, say.
    """

    options: tuple[str | int, ...]
    family: str = ""
    looks: dict[str, Saying] = {}
    likely: tuple[str | int, ...] = ()
    barred: dict[str, Saying] = {}


class Count(Question, frozen=True, kw_only=True, tag="count"):
    """A whole number from ``low`` to ``high``."""

    low: int
    high: int


class Series(Question, frozen=True, kw_only=True, tag="series"):
    """Up to ``most`` whole numbers from ``low`` to ``high``, in order; those in ``once`` at most one time.

    ``rising``: each larger than the one before. ``exactly``: how many there must be, if that is fixed.
    """

    low: int
    high: int
    most: int
    once: tuple[int, ...] = ()
    rising: bool = False
    exactly: int | None = None


class Several(Question, frozen=True, kw_only=True, tag="several"):
    """Up to ``most`` of ``options``, in order, a thing as often as it is there; ``limits`` says how often at most.

    ``exactly``: how many there must be, if that is fixed. ``family`` as in :class:`Pick`.
    """

    options: tuple[str, ...]
    most: int
    limits: dict[str, int] = {}
    exactly: int | None = None
    family: str = ""


class Words(Question, frozen=True, kw_only=True, tag="words"):
    """A line of words, at most ``most`` letters: printed names and texts are free."""

    most: int = 300


class Form(Question, frozen=True, kw_only=True, tag="form"):
    """Several questions on one screen, answered with one "Done". A field that is left out takes its default, which is
    what is known ("unchanged"); one that may turn out not to apply has a default too, and is not looked at then."""

    fields: tuple[Field, ...]


class Field(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """One thing to be filled in, of a command, the options or a form: a name and the question that asks for it.

    ``aside``: an option that follows from another, or what a command may say besides. Who names it is heard; nobody
    else is asked, the default of an option is taken, and a command leaves it out.
    """

    name: str
    question: AnyQuestion
    aside: bool = False


AnyQuestion: TypeAlias = Pick | Count | Series | Several | Words | Form


def check(question: AnyQuestion, answer: Answer, where: str = "") -> Answer:
    """The answer, if it is one for this question; otherwise a refusal that says what would be right. Of a form the
    fields that were left out come filled in."""
    match question:
        case Form():
            return _check_form(question, answer, where)
        case Words():
            _check_words(question, answer, where)
        case Pick():
            if isinstance(answer, str) and answer in question.barred:
                raise Refused(question.barred[answer], where)
            if answer not in question.options or isinstance(answer, bool):
                raise refuse("answer.option", where, given=answer, options=list(question.options))
        case Count():
            _check_number(answer, question.low, question.high, where)
        case Series():
            _check_series(question, answer, where)
        case Several():
            _check_several(question, answer, where)
    return answer


def _check_form(question: Form, answer: object, where: str) -> dict[str, Any]:
    if not isinstance(answer, dict):
        raise refuse("answer.form", where, given=answer, options=[field.name for field in question.fields])
    names = {field.name for field in question.fields}
    for name in answer:
        if name not in names:
            raise refuse("answer.field", _inside(where, name), given=name, options=sorted(names))
    filled: dict[str, Any] = {}
    for field in question.fields:
        value = answer.get(field.name, field.question.default)
        if value is None:
            raise refuse("answer.missing", _inside(where, field.name), name=field.name)
        filled[field.name] = check(field.question, value, _inside(where, field.name))
    return filled


def _inside(where: str, name: str) -> str:
    return f"{where}.{name}" if where else str(name)


def _check_words(question: Words, answer: object, where: str) -> None:
    if not isinstance(answer, str):
        raise refuse("answer.words", where, given=answer)
    if len(answer) > question.most:
        raise refuse("answer.letters", where, count=question.most)
    if clean(answer) != answer:
        raise refuse("read.signs", where, given=answer)


def _check_number(number: object, low: int, high: int, where: str) -> None:
    if not isinstance(number, int) or isinstance(number, bool) or not low <= number <= high:
        raise refuse("answer.number", where, given=number, low=low, high=high)


def _check_length(question: Series | Several, answer: object, where: str) -> list[Any]:
    if not isinstance(answer, list):
        raise refuse("answer.list", where, given=answer)
    if len(answer) > question.most:
        raise refuse("answer.long", where, count=question.most)
    if question.exactly is not None and len(answer) != question.exactly:
        raise refuse("answer.exactly", where, count=question.exactly)
    return answer


def _check_several(question: Several, given: object, where: str) -> None:
    answer = _check_length(question, given, where)
    for index, one in enumerate(answer):
        if one not in question.options:
            raise refuse("answer.option", f"{where}[{index}]" if where else "", given=one, options=question.options)
    for option, limit in question.limits.items():
        if answer.count(option) > limit:
            named: str | Term = term(question.family, option) if question.family else option
            raise refuse("answer.limit", where, what=named, count=limit)


def _check_series(question: Series, given: object, where: str) -> None:
    answer = _check_length(question, given, where)
    for index, number in enumerate(answer):
        _check_number(number, question.low, question.high, f"{where}[{index}]" if where else "")
    for number in question.once:
        if answer.count(number) > 1:
            raise refuse("answer.once", where, number=number)
    if question.rising and any(later <= earlier for earlier, later in pairwise(answer)):
        raise refuse("answer.rising", where)


def of(family: str) -> msgspec.Meta:
    """Marks a field of an event or a command as a term: ``at: Annotated[str, of("place")]``."""
    return msgspec.Meta(extra={"family": family})


@cache
def families(type_: type[msgspec.Struct]) -> dict[str, str]:
    """The families of a struct's fields, by their names in JSON."""
    encoded = dict(zip(type_.__struct_fields__, type_.__struct_encode_fields__, strict=True))
    found = {}
    for name, hint in get_type_hints(type_, include_extras=True).items():
        family = next(_family(hint), None)
        if name in encoded and family is not None:
            found[encoded[name]] = family
    return found


def _family(hint: Any) -> Iterator[str]:
    """The first family that a type names, also inside ``list[…]`` and ``… | None``."""
    for meta in getattr(hint, "__metadata__", ()):
        if isinstance(meta, msgspec.Meta) and meta.extra and "family" in meta.extra:
            yield meta.extra["family"]
    for inner in get_args(hint):
        if not isinstance(inner, (str, int)):
            yield from _family(inner)


def told_fields(thing: msgspec.Struct) -> dict[str, Any]:
    """The fields of an event or a command as parameters of a message, terms with their families."""
    named = families(type(thing))
    told: dict[str, Any] = {}
    for name, encoded in zip(thing.__struct_fields__, thing.__struct_encode_fields__, strict=True):
        value = getattr(thing, name)
        told[encoded] = Term(named[encoded], value) if encoded in named else value
    return told


class Event(msgspec.Struct, frozen=True, tag_field="do", gc=False):
    """Something that happens at the table. Its tag is the message key of its sentence, its fields fill it.

    ``remark``: moves nothing on the table, and the person must hear it all the same (the end of the game is near).
    ``turns_on``: the field that names the card (or the list) which a turn is played by; the lab counts by it."""

    remark: ClassVar[bool] = False
    turns_on: ClassVar[str] = ""

    def key(self) -> str:
        """The message key; events with several wordings choose here."""
        return str(self.__struct_config__.tag)

    def params(self) -> dict[str, Any]:
        """What fills the message."""
        return told_fields(self)

    def ways(self) -> Sequence[Way]:
        """The pieces that this moves, each from where it came."""
        return ()


class SidedEvent(Event, frozen=True):
    """An event that reads differently for each side; ``side`` is whose it is."""

    side: str

    def key(self) -> str:
        return f"{self.__struct_config__.tag}.{self.side}"


class Step(msgspec.Struct, frozen=True, gc=False):
    """An event, the clauses it follows and the narrowings that led to it: everything that "why?" shows."""

    event: Event
    clauses: tuple[str, ...]
    traces: tuple[Trace, ...]


class Unanswered(Exception):
    """A live game cannot go on before this is known."""

    def __init__(self, question: AnyQuestion) -> None:
        super().__init__(question.about)
        self.question = question


class Table:
    """Answers come from a list, then from the stand-in if there is one; what is told is kept."""

    __slots__ = ("_answers", "_formerly", "_stand_in", "chance", "notes", "steps")

    def __init__(
        self,
        chance: Chance,
        answers: Iterable[Answer] = (),
        *,
        stand_in: Callable[[AnyQuestion], Answer] | None = None,
        explain: bool = True,
        formerly: bool = False,
    ) -> None:
        self.chance = chance
        self.notes: Notes | None = [] if explain else None
        self.steps: list[Step] = []
        self._answers = iter(answers)
        self._stand_in = stand_in
        self._formerly = formerly

    def share(self, table: Table) -> None:
        """Sit at the same table: the same chance, the same answers, the same ears."""
        self.chance = table.chance
        self.notes = table.notes
        self.steps = table.steps
        self._answers = table._answers
        self._stand_in = table._stand_in
        self._formerly = table._formerly

    def ask(self, question: AnyQuestion) -> Any:
        for answer in self._answers:
            return _own(check(question, answer))
        if self._stand_in is None:
            raise Unanswered(question)
        answer = self._stand_in(question)
        # A stand-in keeps to the question, so nobody checks; what it leaves out of a form is filled in as for a person.
        return _filled(question, answer) if isinstance(answer, dict) else _own(answer)

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


def _filled(form: AnyQuestion, answer: dict[str, Any]) -> dict[str, Any]:
    assert isinstance(form, Form)
    return {field.name: _own(answer.get(field.name, field.question.default)) for field in form.fields}


def _own(answer: Any) -> Any:
    """Rules may go on working with a list; what was answered stays as it was said."""
    return answer.copy() if isinstance(answer, (list, dict)) else answer
