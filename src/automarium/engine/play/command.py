"""Commands: what the player may report or ask for. A command is a class with its fields, questions and rules.

    class Go(Command[Position, Rulings], frozen=True, tag="go"):
        reported = True
        to: Annotated[str, of("place")]

        @classmethod
        def fields(cls, position: Position, given: Given) -> Iterable[Field]:
            yield Field("to", Pick(about="ask.go", options=PLACES, family="place"))

        def carry_out(self, desk: Desk) -> None:
            desk.position.human = self.to

A field that may be left out has the default ``None`` in the class (``count: int | None = None``). If its question has a
default, that is what ``carry_out`` finds; the record has the field only if it was given. A field that is ``aside`` and
left out stays None.

Its tag is its name. Its words are among the game's messages: ``command.<name>`` is what the player types,
``tell.<name>`` the label of its button, ``help.<name>`` what it is for, and ``input.<name>`` what was done, as undo
names it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import nullcontext
from types import ModuleType
from typing import Any, ClassVar, Generic, Literal, TypeAlias, TypeGuard, TypeVar

import msgspec

from automarium.engine.content.rulings import RulingBook
from automarium.engine.message import Message, Refused, refuse
from automarium.engine.play.desk import Desk
from automarium.engine.play.event import get_params
from automarium.engine.question import Answer, Field, check

P = TypeVar("P")
R = TypeVar("R", bound=RulingBook)

When: TypeAlias = Literal["play", "end", "always"]
Given: TypeAlias = Mapping[str, Any]  # the fields with a value so far, by name

NEXT = "next"  # the command that goes on with the game


class Input(msgspec.Struct, frozen=True, tag_field="do", forbid_unknown_fields=True, omit_defaults=True):
    """A line of a record: a command, or the answer to a question."""

    @classmethod
    def name(cls) -> str:
        return str(cls.__struct_config__.tag)

    def describe(self) -> Message:
        """Return a few words for the input, used by undo."""
        return Message(f"input.{self.name()}", get_params(self))

    def describe_from(self, position: Any) -> Message:
        """Return the same, given the position before the input, on which the wording may depend."""
        return self.describe()


class Command(Input, Generic[P, R], frozen=True):
    """``when``: whether it is allowed in play, once the game is over, or always. ``asks_known``: a player who enters
    only its name is also asked for values that are known (a score sheet is checked line by line). ``reported``: the
    player has made all its changes on the table already; where only a part is theirs, ``carry_out`` makes it inside
    ``with desk.reported():``."""

    when: ClassVar[When] = "play"
    asks_known: ClassVar[bool] = False
    reported: ClassVar[bool] = False

    @classmethod
    def fields(cls, position: P, given: Given) -> Iterable[Field]:
        """Yield its fields one after the other, given the position and the fields with a value so far. Raise Refused if
        the command is not possible now."""
        return ()

    @classmethod
    def matters(cls, position: P) -> bool:
        """Return whether an interface offers it now; it can be entered in any case."""
        return True

    def refusal(self, refused: Refused, position: P) -> Refused:
        """Return the refusal to raise when a field is refused; a command may replace it with a message of its own."""
        return refused

    def check(self, position: P) -> None:
        """Raise Refused if the complete command is not possible now. Not called for a stand-in, which follows the
        rules."""

    def carry_out(self, desk: Desk[P, R]) -> None:
        raise NotImplementedError


class Respond(Input, frozen=True, tag="answer"):
    """The answer to the open question. ``ours``: it is Automarium's value, used in this game for a printed fact that
    the player did not enter."""

    to: int | str | list[int | str] | dict[str, Any]
    ours: bool = False

    def describe(self) -> Message:
        return Message("input.answer.none") if self.to == [] else Message("input.answer", {"answer": self.to})


AnyCommand: TypeAlias = Command[Any, Any]


def collect_commands(*modules: ModuleType) -> dict[str, type[AnyCommand]]:
    """Return all commands that these modules define, by name, in the order of their definitions."""
    found: dict[str, type[AnyCommand]] = {}
    for module in modules:
        for thing in vars(module).values():
            if _is_own(thing, module):
                found[thing.name()] = thing
    return found


def _is_own(thing: object, module: ModuleType) -> TypeGuard[type[AnyCommand]]:
    """Return whether a module defines this command itself; one whose name begins with an underscore is a base class."""
    if not isinstance(thing, type) or not issubclass(thing, Command):
        return False
    return thing.__module__ == module.__name__ and not thing.__name__.startswith("_")


def find_missing_field(fields: Iterable[Field], given: Given) -> Field | None:
    """Return the first field without a value."""
    return next((field for field in fields if field.name not in given), None)


def find_next_field(command: type[Command[P, R]], position: P, given: Given) -> Field | None:
    """Return the next field that a command needs; None if it is complete."""
    return find_missing_field((field for field in command.fields(position, given) if not field.aside), given)


def find_field(command: type[Command[P, R]], position: P, given: Given) -> Field | None:
    """Return the next field that a command may have, including those that are never asked for."""
    return find_missing_field(command.fields(position, given), given)


def check_fields(command: Command[P, R], position: P) -> Command[P, R]:
    """Return a command with the defaults of fields that were left out. Raise Refused unless every field answers its
    question."""
    named = dict(zip(command.__struct_encode_fields__, command.__struct_fields__, strict=True))
    given: dict[str, Answer | None] = {}
    left_out: dict[str, Answer] = {}
    while (field := find_field(type(command), position, given)) is not None:
        value = getattr(command, named[field.name])
        if field.aside and value is None:
            given[field.name] = None
            continue
        known = field.question.default
        if value is None and known is not None:
            left_out[named[field.name]] = value = known
        given[field.name] = check(field.question, value, field.name)
    for encoded, name in named.items():
        if encoded not in given and getattr(command, name) != _get_default(type(command), name):
            raise refuse("command.unused", encoded, name=encoded)
    return msgspec.structs.replace(command, **left_out) if left_out else command


def _get_default(type_: type[msgspec.Struct], name: str) -> object:
    for one in msgspec.structs.fields(type_):
        if one.name == name:
            return one.default if one.default_factory is msgspec.NODEFAULT else one.default_factory()
    return msgspec.NODEFAULT


def is_available(command: type[AnyCommand], over: bool) -> bool:
    return command.when == "always" or (command.when == "end") == over


def perform(command: Command[P, R], desk: Desk[P, R], is_over: Callable[[P], bool]) -> None:
    """Check a command from a player or a program, then carry it out; raise Refused if it is not possible."""
    over = is_over(desk.position)
    if not is_available(type(command), over):
        raise refuse("next.over" if over else "tell.end")
    try:
        complete = check_fields(command, desk.position)
    except Refused as refused:
        raise command.refusal(refused, desk.position) from None
    complete.check(desk.position)
    with desk.reported() if complete.reported else nullcontext():
        complete.carry_out(desk)
