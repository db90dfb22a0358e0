"""Boards that are not published: an owner enters one once, question by question, or imports it as a TOML file.

A game whose opponents are printed boards offers a :class:`BoardEditor` as ``boards``: it says which question comes next
and makes an entry of the pack from the answers. The interfaces only show the questions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

import msgspec

from automarium.engine.content.pack import Pack
from automarium.engine.message import Message
from automarium.engine.question import Answer, AnyQuestion


class BoardField(msgspec.Struct, frozen=True):
    """One thing to be filled in: its name, the question, and a word beforehand where a new part begins."""

    name: str
    question: AnyQuestion
    may_end: bool = False  # an empty line of words ends a list of lines
    heading: Message | None = None


class SheetPart(msgspec.Struct, frozen=True):
    """One thing of the board as it lies before the owner, all at once. ``column`` counts from 0 where it belongs to
    one; ``heading`` is its name, ``lines`` are the lines below it, one after the other in a text of several lines."""

    name: str
    question: AnyQuestion
    column: int | None = None
    heading: bool = False
    lines: bool = False


class Chips(msgspec.Struct, frozen=True):
    """What a line is built from: conditions (``when``) or what is done. ``$1`` in what a chip adds stands for the name
    of the first column. Of a group marked ``one`` a line has one at most."""

    title: Message
    when: bool
    chips: tuple[tuple[str, Message], ...]
    one: bool = False


class BoardEditor(Protocol):
    """What a game offers for its boards. ``entry`` is always the plain data of a pack (``[board.<name>]``).

    ``family`` is where the names of boards are found; nothing else is, so that any name may be a file's own."""

    section: str
    family: str

    def names(self, pack: Pack) -> Mapping[str, bool]:
        """Return the printed boards, and whether each has been entered."""

    def house(self, pack: Pack) -> Sequence[str]:
        """Return the names of boards of the house design."""

    def entry(self, name: str, pack: Pack) -> dict[str, object]:
        """Return a board, printed or house, as far as it is known."""

    def field(self, given: Mapping[str, object], known: Mapping[str, object]) -> BoardField | None:
        """The next question; ``known`` are the answers that an entry gives already. Raise Refused for an answer that
        is not possible: the interface then asks again."""

    def heard(self, name: str, answer: Answer, given: Mapping[str, object], say: Callable[..., str]) -> Answer:
        """Return an answer as it is kept: text in the person's language becomes that of packs."""

    def answers(self, entry: Mapping[str, object]) -> dict[str, object]:
        """Return the answers that lead to an entry, as far as it is known."""

    def made(self, given: Mapping[str, object]) -> dict[str, object]:
        """Return the entry that the answers make."""

    def check(self, name: str, entry: Mapping[str, object]) -> Sequence[Message]:
        """Raise Refused for a board that cannot be played; return messages about what is possible but odd."""

    def show(self, name: str, entry: Mapping[str, object], say: Callable[..., str]) -> Sequence[str]:
        """Return the board as lines of text."""

    def sheet(self, entry: Mapping[str, object]) -> Sequence[SheetPart]:
        """Return all parts of a board with what an entry knows already, for an interface that shows the whole board."""

    def chips(self) -> Sequence[Chips]:
        """What the lines of a sheet are built from."""

    def entered(self, given: Mapping[str, object], say: Callable[..., str]) -> dict[str, object]:
        """The entry that a sheet makes; refused with the name of the part that is wrong."""

    def schema(self) -> dict[str, object]:
        """The JSON schema of an entry, for the editors of text files."""
