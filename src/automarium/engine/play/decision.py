"""Asks: one decision alone, for a program that has all the facts, or for a person who is asked only what it needs.

Facts are a struct with a question per field. The oracle fills it from JSON; for a person a field asks when it is first
read, so that nothing is asked that the decision does not look at:

    class PayFacts(Facts, frozen=True):
        marker: Annotated[int, asks("just.marker", low=LOW, high=HIGH)]

An ask may give a person other questions than its fields (``forms``): a few forms instead of many single facts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from types import UnionType
from typing import Any, Generic, Literal, TypeAlias, TypeVar, Union, cast, get_args, get_origin, get_type_hints

import msgspec

from automarium.engine.choice.trace import Trace
from automarium.engine.content.pack import Pack
from automarium.engine.content.rulings import RulingBook
from automarium.engine.message import Message
from automarium.engine.play.desk import Table
from automarium.engine.play.event import Event
from automarium.engine.question import Answer, AnyQuestion, Count, Field, Form, Pick, Series, Several

YES_NO = ("no", "yes")


class Verdict(msgspec.Struct, frozen=True):
    """What the oracle answers: plain data, the narrowing behind it, and what would be said."""

    answer: object
    traces: tuple[Trace, ...]
    said: tuple[Event | Message, ...]


class Facts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a decision looks at."""


F = TypeVar("F", bound=Facts)
R = TypeVar("R", bound=RulingBook)


class Decision(msgspec.Struct, Generic[F, R], frozen=True):
    """``settle`` decides from facts and rulings; at ``table`` it may tell steps on the way. ``forms`` asks a person in
    its own way and gives the facts, or the verdict where facts alone cannot say it."""

    facts: type[F]
    settle: Callable[[F, R, Table], Verdict]
    forms: Callable[[Table, Pack, R], F | Verdict] | None = None

    def of_person(self, table: Table, pack: Pack, rulings: R) -> Verdict:
        """The decision for a person: what it needs is asked at the table."""
        facts = asked(self.facts, table) if self.forms is None else self.forms(table, pack, rulings)
        return facts if isinstance(facts, Verdict) else self.settle(facts, rulings, table)


AnyAsk: TypeAlias = Decision[Any, Any]
Decisions: TypeAlias = Mapping[str, AnyAsk]  # by name; each has facts of its own


def asks(
    about: str,
    *,
    low: int | None = None,
    high: int | None = None,
    up_to: int | None = None,
    most: int | None = None,
    family: str = "",
    default: Answer | None = None,
) -> msgspec.Meta:
    """The question of a field; ``low`` and ``high`` bound the number, ``most`` the length of a list, for JSON too.
    ``up_to`` bounds the question alone, where JSON has no bound."""
    extra = {"ask": about, "family": family, "default": default, "up_to": up_to}
    if most is not None:
        return msgspec.Meta(max_length=most, extra={**extra, "low": low, "high": high})
    return msgspec.Meta(ge=low, le=high, extra=extra)


def asked(facts: type[F], table: Table) -> F:
    """Facts that a person is asked for, each when it is first read."""
    return cast(F, _Asked(facts, table))


class _Asked:
    """Stands for a struct of facts; a field that holds a struct of its own is asked in the same way."""

    def __init__(self, facts: type[msgspec.Struct], table: Table) -> None:
        self._facts, self._table = facts, table

    def __getattr__(self, name: str) -> Any:
        hint = _hints(self._facts)[name]
        inner = _struct_of(hint)
        value: object = _Asked(inner, self._table) if inner is not None else self._answer(hint)
        self.__dict__[name] = value
        return value

    def _answer(self, hint: object) -> object:
        answer = self._table.ask(question_of(hint))
        return answer == "yes" if _bare(hint) is bool else answer


def one_form(facts: type[F], about: str) -> Callable[[Table, Pack, object], F]:
    """All facts on one screen: for asks whose facts are few and all looked at."""

    def gather(table: Table, pack: Pack, rulings: object) -> F:
        answers = table.ask(Form(about=about, fields=tuple(fields_of(facts, *_hints(facts)))))
        for name, hint in _hints(facts).items():
            if _bare(hint) is bool:
                answers[name] = answers[name] == "yes"
        return facts(**answers)

    return gather


def fields_of(facts: type[msgspec.Struct], *names: str) -> list[Field]:
    """The questions that some facts declare themselves, for a form."""
    hints = _hints(facts)
    return [Field(name, question_of(hints[name])) for name in names]


@cache
def _hints(facts: type[msgspec.Struct]) -> dict[str, object]:
    return get_type_hints(facts, include_extras=True)


def _struct_of(hint: object) -> type[msgspec.Struct] | None:
    bare = _bare(hint)
    return bare if isinstance(bare, type) and issubclass(bare, msgspec.Struct) else None


def _bare(hint: object) -> object:
    return hint.__origin__ if hasattr(hint, "__metadata__") and hasattr(hint, "__origin__") else hint


def question_of(hint: object) -> AnyQuestion:
    """The question that a field's type and its ``asks`` make; a field that may be left out is asked like any."""
    if not hasattr(hint, "__metadata__"):  # ``Annotated[…] | UnsetType``
        hint = next(one for one in get_args(hint) if hasattr(one, "__metadata__"))
    assert hasattr(hint, "__metadata__"), hint
    meta = next(one for one in hint.__metadata__ if one.extra and "ask" in one.extra)
    about, family, default = meta.extra["ask"], meta.extra["family"], meta.extra["default"]
    default = list(default) if isinstance(default, list) else default  # whoever takes it may change it
    bare = _bare(hint)
    if bare is bool:
        return Pick(about=about, options=YES_NO, family=family or "answer", default=default or "no")
    if bare is int:
        high = meta.extra["up_to"] if meta.le is None else meta.le
        return Count(about=about, low=meta.ge, high=high, default=default)
    if get_origin(bare) is list:
        element = _bare(get_args(bare)[0])
        if element is int:
            low, high = meta.extra["low"], meta.extra["high"]
            return Series(about=about, low=low, high=high, most=meta.max_length, default=default)
        options = tuple(map(str, _literals(element)))
        return Several(about=about, options=options, most=meta.max_length, family=family, default=default)
    return Pick(about=about, options=tuple(_literals(bare)), family=family, default=default)


def _literals(hint: object) -> list[str | int]:
    if get_origin(hint) in (Union, UnionType):
        return [value for member in get_args(hint) for value in _literals(_bare(member))]
    assert get_origin(hint) is Literal, hint
    return list(get_args(hint))
