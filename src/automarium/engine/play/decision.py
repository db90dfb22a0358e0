"""Decisions: one decision alone, for a program that has all the facts, or for a player who is asked for them.

Facts are a struct with a question per field. The oracle fills it from JSON; for a player a field asks when it is first
read, so that nothing is asked that the decision does not look at:

    class PayFacts(Facts, frozen=True):
        marker: Annotated[int, asks("just.marker", low=LOW, high=HIGH)]

A decision may ask a player other questions than its fields (``forms``): a few forms instead of many single facts.
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
    """The answer of the oracle: plain data, the traces behind it, and the messages of its sentences."""

    answer: object
    traces: tuple[Trace, ...]
    sentences: tuple[Event | Message, ...]


class Facts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The facts that a decision depends on."""


F = TypeVar("F", bound=Facts)
R = TypeVar("R", bound=RulingBook)


class Decision(msgspec.Struct, Generic[F, R], frozen=True):
    """``settle`` decides from facts and rulings and may emit steps at the table. ``forms`` asks the player other
    questions and returns the facts, or the verdict if it does not follow from the facts alone."""

    facts: type[F]
    settle: Callable[[F, R, Table], Verdict]
    forms: Callable[[Table, Pack, R], F | Verdict] | None = None

    def ask_person(self, table: Table, pack: Pack, rulings: R) -> Verdict:
        """Return the verdict for a player, who is asked for the facts at the table."""
        facts = ask_facts(self.facts, table) if self.forms is None else self.forms(table, pack, rulings)
        return facts if isinstance(facts, Verdict) else self.settle(facts, rulings, table)


AnyDecision: TypeAlias = Decision[Any, Any]
Decisions: TypeAlias = Mapping[str, AnyDecision]  # by name; each has facts of its own


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
    """Return the question of a field as its mark. ``low`` and ``high`` bound the number and ``most`` the length of a
    list, also in JSON; ``up_to`` bounds the question alone."""
    extra = {"ask": about, "family": family, "default": default, "up_to": up_to}
    if most is not None:
        return msgspec.Meta(max_length=most, extra={**extra, "low": low, "high": high})
    return msgspec.Meta(ge=low, le=high, extra=extra)


def ask_facts(facts: type[F], table: Table) -> F:
    """Return facts for which the player is asked, each when it is first read."""
    return cast(F, _AskedFacts(facts, table))


class _AskedFacts:
    """A substitute for a struct of facts, and for the structs in its fields, that asks when a field is read."""

    def __init__(self, facts: type[msgspec.Struct], table: Table) -> None:
        self._facts, self._table = facts, table

    def __getattr__(self, name: str) -> Any:
        hint = _get_hints(self._facts)[name]
        inner = _get_struct(hint)
        value: object = _AskedFacts(inner, self._table) if inner is not None else self._answer(hint)
        self.__dict__[name] = value
        return value

    def _answer(self, hint: object) -> object:
        answer = self._table.ask(build_question(hint))
        return answer == "yes" if _strip_metadata(hint) is bool else answer


def make_form(facts: type[F], about: str) -> Callable[[Table, Pack, object], F]:
    """Return a function that asks for all facts in one form, for a decision that always needs all of its few facts."""

    def gather(table: Table, pack: Pack, rulings: object) -> F:
        answers = table.ask(Form(about=about, fields=tuple(build_fields(facts, *_get_hints(facts)))))
        for name, hint in _get_hints(facts).items():
            if _strip_metadata(hint) is bool:
                answers[name] = answers[name] == "yes"
        return facts(**answers)

    return gather


def build_fields(facts: type[msgspec.Struct], *names: str) -> list[Field]:
    """Return the fields of a form for some facts."""
    hints = _get_hints(facts)
    return [Field(name, build_question(hints[name])) for name in names]


@cache
def _get_hints(facts: type[msgspec.Struct]) -> dict[str, object]:
    return get_type_hints(facts, include_extras=True)


def _get_struct(hint: object) -> type[msgspec.Struct] | None:
    bare = _strip_metadata(hint)
    return bare if isinstance(bare, type) and issubclass(bare, msgspec.Struct) else None


def _strip_metadata(hint: object) -> object:
    return hint.__origin__ if hasattr(hint, "__metadata__") and hasattr(hint, "__origin__") else hint


def build_question(hint: object) -> AnyQuestion:
    """Return the question for a field of facts from its type and its ``asks``, also if it may be left out."""
    if not hasattr(hint, "__metadata__"):  # ``Annotated[…] | UnsetType``
        hint = next(one for one in get_args(hint) if hasattr(one, "__metadata__"))
    assert hasattr(hint, "__metadata__"), hint
    meta = next(one for one in hint.__metadata__ if one.extra and "ask" in one.extra)
    about, family, default = meta.extra["ask"], meta.extra["family"], meta.extra["default"]
    default = list(default) if isinstance(default, list) else default  # rules may change an answer
    bare = _strip_metadata(hint)
    if bare is bool:
        return Pick(about=about, options=YES_NO, family=family or "answer", default=default or "no")
    if bare is int:
        high = meta.extra["up_to"] if meta.le is None else meta.le
        return Count(about=about, low=meta.ge, high=high, default=default)
    if get_origin(bare) is list:
        element = _strip_metadata(get_args(bare)[0])
        if element is int:
            low, high = meta.extra["low"], meta.extra["high"]
            return Series(about=about, low=low, high=high, most=meta.max_length, default=default)
        options = tuple(map(str, _list_literals(element)))
        return Several(about=about, options=options, most=meta.max_length, family=family, default=default)
    return Pick(about=about, options=tuple(_list_literals(bare)), family=family, default=default)


def _list_literals(hint: object) -> list[str | int]:
    if get_origin(hint) in (Union, UnionType):
        return [value for member in get_args(hint) for value in _list_literals(_strip_metadata(member))]
    assert get_origin(hint) is Literal, hint
    return list(get_args(hint))
