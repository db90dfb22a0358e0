"""Rulings: where a rulebook is silent or contradicts itself, an id, its choices and a default that can be switched.

A game writes its rulings as a class, one field per ruling, its choices as a literal type with the default first:

    class Rulings(RulingBook, frozen=True):
        prefix: ClassVar[str] = "EXP"
        amb_01: Annotated[Literal["alone", "any"], rests("EXP-TARGET-11")]

``desk.rulings.amb_01 == "alone"`` is then checked by the type checker: a choice that does not exist is an error there,
not a branch that is silently never taken.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, ClassVar, Literal, TypeVar, get_args, get_origin, get_type_hints

import msgspec

from automarium.engine.message import refuse


class Ruling(msgspec.Struct, frozen=True):
    """``choices`` has the catalogue's default first. ``clauses`` are those that rest on it as a whole.

    Where a clause rests on it only in part, the rules name the ruling's id itself in the place of a clause.

    A ruling with a single choice cannot be switched; it is listed so that a reader finds it.
    """

    id: str
    choices: tuple[str, ...]
    clauses: tuple[str, ...] = ()

    @property
    def default(self) -> str:
        return self.choices[0]


def rests(*clauses: str) -> msgspec.Meta:
    """Return the mark for the clauses that depend on a ruling."""
    return msgspec.Meta(extra={"clauses": clauses})


class RulingBook(msgspec.Struct, frozen=True, cache_hash=True):
    """The rulings of a game with the choice for each; ``settle`` makes one."""

    prefix: ClassVar[str] = ""

    @classmethod
    def rulings(cls) -> tuple[Ruling, ...]:
        return _rulings(cls)

    @classmethod
    def id_of(cls, field: str) -> str:
        """``amb_01`` is EXP-AMB-01, ``a01`` SCY-A01."""
        return f"{cls.prefix}-{field.upper().replace('_', '-')}"

    def chosen(self) -> dict[str, str]:
        """Return the choice for every ruling by its id, for records and explanations."""
        return dict(zip(_ids(type(self)), msgspec.structs.astuple(self), strict=True))


@cache
def _ids(book: type[RulingBook]) -> tuple[str, ...]:
    return tuple(map(book.id_of, book.__struct_fields__))


@cache
def _rulings(book: type[RulingBook]) -> tuple[Ruling, ...]:
    hints = get_type_hints(book, include_extras=True)
    return tuple(_ruling(book.id_of(field), hints[field]) for field in book.__struct_fields__)


def _ruling(id_: str, hint: object) -> Ruling:
    clauses: tuple[str, ...] = ()
    if get_origin(hint) is not Literal:
        hint, meta = get_args(hint)
        clauses = meta.extra["clauses"]
    return Ruling(id_, get_args(hint), clauses)


R = TypeVar("R", bound=RulingBook)


@cache
def _defaults(book: type[RulingBook]) -> Any:
    return book(*(ruling.default for ruling in book.rulings()))


def settle(book: type[R], chosen: Mapping[str, str], where: str = "rulings") -> R:
    """Every ruling's choice: the chosen one or its default."""
    if not chosen:
        default: R = _defaults(book)
        return default
    known = {ruling.id: ruling for ruling in book.rulings()}
    for id_, choice in chosen.items():
        if id_ not in known:
            raise refuse("ruling.unknown", f"{where}.{id_}", given=id_, options=sorted(known))
        if choice not in known[id_].choices:
            options = list(known[id_].choices)
            raise refuse("ruling.choice", f"{where}.{id_}", given=choice, options=options)
    return book(*(chosen.get(ruling.id, ruling.default) for ruling in known.values()))
