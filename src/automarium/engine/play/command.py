"""Commands: what the person may tell. A command is a class that says everything about itself.

    class Go(Command[Position, Rulings], frozen=True, tag="go"):
        to: Annotated[str, of("place")]

        @classmethod
        def fields(cls, position: Position, given: Given) -> Iterable[Field]:
            yield Field("to", Pick(about="ask.go", options=PLACES, family="place"))

        def carry_out(self, desk: Desk) -> None:
            with desk.reported():
                desk.position.human = self.to

Its tag is its name; ``when`` says in which part of a game it can be told. Its words lie in the room's messages:
``command.<name>`` is what is typed, ``tell.<name>`` what a button says, ``help.<name>`` what it is for, and
``input.<name>`` what was done, the name under which it is undone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import ModuleType
from typing import Any, ClassVar, Generic, Literal, TypeAlias, TypeGuard, TypeVar

import msgspec

from automarium.engine.content.rulings import RulingBook
from automarium.engine.message import Message, Refused, refuse
from automarium.engine.play.desk import Desk
from automarium.engine.play.event import told_fields
from automarium.engine.question import Answer, Field, check

P = TypeVar("P")
R = TypeVar("R", bound=RulingBook)

When: TypeAlias = Literal["play", "end", "always"]
Given: TypeAlias = Mapping[str, Any]  # the fields that are filled in already, by name

NEXT = "next"  # the command that goes on with the game


class Input(msgspec.Struct, frozen=True, tag_field="do", forbid_unknown_fields=True):
    """A line of a record: a command, or the answer to a question."""

    @classmethod
    def name(cls) -> str:
        return str(cls.__struct_config__.tag)

    def said(self) -> Message:
        """What was told, in a few words: the name under which it is undone."""
        return Message(f"input.{self.name()}", told_fields(self))

    def said_before(self, position: Any) -> Message:
        """The same for somebody who sees the table as it lay before: what going on brought may depend on it."""
        return self.said()


class Command(Input, Generic[P, R], frozen=True):
    """``when``: while the game is played, once it is over, or always. ``asks_known``: whoever only names it is
    also asked for what is known (a score sheet is looked through line by line)."""

    when: ClassVar[When] = "play"
    asks_known: ClassVar[bool] = False

    @classmethod
    def fields(cls, position: P, given: Given) -> Iterable[Field]:
        """What it must say, one field after the other, seeing the table and what is given. May refuse: then nothing
        of the kind can be told now."""
        return ()

    @classmethod
    def matters(cls, position: P) -> bool:
        """Whether a face offers it now, without being asked; it can be told all the same."""
        return True

    def refusal(self, refused: Refused, position: P) -> Refused:
        """What is said when one of its fields is refused; here a command may say it in the words of its game."""
        return refused

    def check(self, position: P) -> None:
        """Refuse what is complete and yet cannot be told now. Who keeps to the rules (a stand-in) is not held up."""

    def carry_out(self, desk: Desk[P, R]) -> None:
        raise NotImplementedError


class Respond(Input, frozen=True, tag="answer", omit_defaults=True):
    """The answer to the question that is open. ``ours``: what is printed was not told, our own value stands for it in
    this game."""

    to: int | str | list[int | str] | dict[str, Any]
    ours: bool = False

    def said(self) -> Message:
        return Message("input.answer.none") if self.to == [] else Message("input.answer", {"answer": self.to})


AnyCommand: TypeAlias = Command[Any, Any]


def registry(*modules: ModuleType) -> dict[str, type[AnyCommand]]:
    """All commands that these modules define, by name, in the order in which they are written."""
    found: dict[str, type[AnyCommand]] = {}
    for module in modules:
        for thing in vars(module).values():
            if _is_own(thing, module):
                found[thing.name()] = thing
    return found


def _is_own(thing: object, module: ModuleType) -> TypeGuard[type[AnyCommand]]:
    """Whether a module defines this command itself; one that begins with an underscore is only built upon."""
    if not isinstance(thing, type) or not issubclass(thing, Command):
        return False
    return thing.__module__ == module.__name__ and not thing.__name__.startswith("_")


def next_missing(fields: Iterable[Field], given: Given) -> Field | None:
    """The first field that is not given yet."""
    return next((field for field in fields if field.name not in given), None)


def next_field(command: type[Command[P, R]], position: P, given: Given) -> Field | None:
    """The next thing a command must say, seeing what is given; None when it is complete."""
    return next_missing((field for field in command.fields(position, given) if not field.aside), given)


def next_heard(command: type[Command[P, R]], position: P, given: Given) -> Field | None:
    """The next thing a command may say, also what nobody asks for."""
    return next_missing(command.fields(position, given), given)


def check_filled(command: Command[P, R], position: P) -> None:
    """Everything a command says must be an answer to the question that asks for it; what it leaves out (None) is as
    known, if the question knows."""
    named = dict(zip(command.__struct_encode_fields__, command.__struct_fields__, strict=True))
    given: dict[str, Answer | None] = {}
    while (field := next_heard(type(command), position, given)) is not None:
        value = getattr(command, named[field.name])
        if field.aside and value is None:
            given[field.name] = None
            continue
        known = field.question.default
        given[field.name] = check(field.question, known if value is None and known is not None else value, field.name)
    for encoded, name in named.items():
        if encoded not in given and getattr(command, name) != _default(type(command), name):
            raise refuse("command.unused", encoded, name=encoded)


def _default(type_: type[msgspec.Struct], name: str) -> object:
    for one in msgspec.structs.fields(type_):
        if one.name == name:
            return one.default if one.default_factory is msgspec.NODEFAULT else one.default_factory()
    return msgspec.NODEFAULT


def can_be_told(command: type[AnyCommand], over: bool) -> bool:
    return command.when == "always" or (command.when == "end") == over


def perform(command: Command[P, R], desk: Desk[P, R], is_over: Callable[[P], bool]) -> None:
    """Check what a person (or a program) told, then carry it out."""
    over = is_over(desk.position)
    if not can_be_told(type(command), over):
        raise refuse("next.over" if over else "tell.end")
    try:
        check_filled(command, desk.position)
    except Refused as refused:
        raise command.refusal(refused, desk.position) from None
    command.check(desk.position)
    command.carry_out(desk)
