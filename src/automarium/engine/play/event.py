"""Events: what happens at the table, as data. Each names the families of its fields, so that voice can say it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import ClassVar, get_args, get_type_hints

import msgspec

from automarium.engine.choice.trace import Trace
from automarium.engine.layout import Way
from automarium.engine.message import Term


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


def _family(hint: object) -> Iterator[str]:
    """The first family that a type names, also inside ``list[…]`` and ``… | None``."""
    for meta in getattr(hint, "__metadata__", ()):
        if isinstance(meta, msgspec.Meta) and meta.extra and "family" in meta.extra:
            yield meta.extra["family"]
    for inner in get_args(hint):
        if not isinstance(inner, (str, int)):
            yield from _family(inner)


def told_fields(thing: msgspec.Struct) -> dict[str, object]:
    """The fields of an event or a command as parameters of a message, terms with their families."""
    named = families(type(thing))
    told: dict[str, object] = {}
    for name, encoded in zip(thing.__struct_fields__, thing.__struct_encode_fields__, strict=True):
        value = getattr(thing, name)
        told[encoded] = Term(named[encoded], value) if encoded in named else value
    return told


class Event(msgspec.Struct, frozen=True, tag_field="do", gc=False):
    """Something that happens at the table. Its tag is the message key of its sentence, its fields fill it.

    ``remark``: moves nothing on the table, and the person must hear it all the same (the end of the game is near).
    ``done_now``: a remark that is to be done before the turn goes on, so that it is said beside a question, too.
    ``turns_on``: the field that names the card (or the list) which a turn is played by; the lab counts by it.
    ``worded``: the field whose value chooses between wordings ("over.human"). ``either``: a field, the key where it
    holds, and the one where it does not. ``counted``: the field whose number, or length, the sentence bends to."""

    remark: ClassVar[bool] = False
    done_now: ClassVar[bool] = False
    turns_on: ClassVar[str] = ""
    worded: ClassVar[str] = ""
    either: ClassVar[tuple[str, str, str] | None] = None
    counted: ClassVar[str] = ""

    def key(self) -> str:
        """The message key; events whose wording depends on more than one field choose here."""
        if self.either is not None:
            field, held, otherwise = self.either
            return held if getattr(self, field) else otherwise
        tag = str(self.__struct_config__.tag)
        return f"{tag}.{getattr(self, self.worded)}" if self.worded else tag

    def params(self) -> dict[str, object]:
        """What fills the message."""
        told = told_fields(self)
        if self.counted:
            much = getattr(self, self.counted)
            told["count"] = much if isinstance(much, int) else len(much)
        return told

    def ways(self) -> Sequence[Way]:
        """The pieces that this moves, each from where it came."""
        return ()


class SidedEvent(Event, frozen=True):
    """An event that reads differently for each side; ``side`` is whose it is."""

    worded = "side"
    side: str


class Step(msgspec.Struct, frozen=True, gc=False):
    """An event, the clauses it follows and the narrowings that led to it: everything that "why?" shows."""

    event: Event
    clauses: tuple[str, ...]
    traces: tuple[Trace, ...]
