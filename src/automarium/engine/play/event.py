"""Events: what happens at the table, as data. An event names the families of its fields, for their words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import ClassVar, get_args, get_type_hints

import msgspec

from automarium.engine.choice.trace import Trace
from automarium.engine.layout import PieceMove
from automarium.engine.message import Term


def of(family: str) -> msgspec.Meta:
    """Return the mark of a field of an event or a command as a term: ``at: Annotated[str, of("place")]``."""
    return msgspec.Meta(extra={"family": family})


@cache
def get_families(type_: type[msgspec.Struct]) -> dict[str, str]:
    """Return the families of a struct's fields by their names in JSON."""
    encoded = dict(zip(type_.__struct_fields__, type_.__struct_encode_fields__, strict=True))
    found = {}
    for name, hint in get_type_hints(type_, include_extras=True).items():
        family = next(_find_families(hint), None)
        if name in encoded and family is not None:
            found[encoded[name]] = family
    return found


def _find_families(hint: object) -> Iterator[str]:
    """Yield the families that a type names, also inside ``list[…]`` and ``… | None``."""
    for meta in getattr(hint, "__metadata__", ()):
        if isinstance(meta, msgspec.Meta) and meta.extra and "family" in meta.extra:
            yield meta.extra["family"]
    for inner in get_args(hint):
        if not isinstance(inner, (str, int)):
            yield from _find_families(inner)


def get_params(thing: msgspec.Struct) -> dict[str, object]:
    """Return the fields of an event or a command as parameters of a message, terms with their families."""
    named = get_families(type(thing))
    params: dict[str, object] = {}
    for name, encoded in zip(thing.__struct_fields__, thing.__struct_encode_fields__, strict=True):
        value = getattr(thing, name)
        params[encoded] = Term(named[encoded], value) if encoded in named else value
    return params


class Event(msgspec.Struct, frozen=True, tag_field="do"):
    """Something that happens at the table. Its tag is the message key of its sentence, and its fields are the
    parameters.

    ``remark``: shown to the player although it moves nothing (the end of the game is near). ``done_now``: a remark that
    the player acts on before the turn continues, so it is also shown with an open question. ``turns_on``: the field
    that names the card (or the list) by which a turn is played; the lab counts by it. ``worded``: the field whose value
    selects a wording ("over.human"). ``either``: a field, the key if it is true and the key if it is not. ``counted``:
    the field whose number, or length, selects the plural form."""

    remark: ClassVar[bool] = False
    done_now: ClassVar[bool] = False
    turns_on: ClassVar[str] = ""
    worded: ClassVar[str] = ""
    either: ClassVar[tuple[str, str, str] | None] = None
    counted: ClassVar[str] = ""

    def key(self) -> str:
        """Return the message key. An event whose wording depends on several fields overrides this."""
        if self.either is not None:
            field, held, otherwise = self.either
            return held if getattr(self, field) else otherwise
        tag = str(self.__struct_config__.tag)
        return f"{tag}.{getattr(self, self.worded)}" if self.worded else tag

    def params(self) -> dict[str, object]:
        """Return the parameters of the message."""
        params = get_params(self)
        if self.counted:
            much = getattr(self, self.counted)
            params["count"] = much if isinstance(much, int) else len(much)
        return params

    def moves(self) -> Sequence[PieceMove]:
        """Return the moves of pieces, each with its start and end."""
        return ()


class SidedEvent(Event, frozen=True):
    """An event with a wording for each ``side``."""

    worded = "side"
    side: str


class Step(msgspec.Struct, frozen=True):
    """An event, the clauses it follows and the traces that led to it: everything that "why?" shows."""

    event: Event
    clauses: tuple[str, ...]
    traces: tuple[Trace, ...]


def list_moves(steps: Iterable[Step]) -> list[PieceMove]:
    """Return the moves of pieces in all steps."""
    return [move for step in steps for move in step.event.moves()]
