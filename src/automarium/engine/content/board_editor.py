"""Boards that are not published: an owner enters one once, question by question, or imports it as a TOML file.

A game whose opponents are printed boards offers a :class:`BoardEditor` as ``boards``: it says which question comes next
and makes an entry of the pack from the answers. The interfaces only show the questions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Literal, Protocol

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


class SheetLine(msgspec.Struct, frozen=True):
    """One line of a column as the texts of its chips. ``$1`` in a text stands for the first column, whatever its name
    is."""

    when: tuple[str, ...] = ()
    do: tuple[str, ...] = ()


class SheetPart(msgspec.Struct, frozen=True):
    """One part of the board with all its fields.

    ``column`` counts from 0 where it belongs to one; ``heading`` is its name, with the ``offer`` of another board;
    ``lines`` are the lines below it, in a text one after the other. ``of_columns``: the options are numbers of columns.
    ``optional``: it may be left out. ``needs``: another part and its option without which it is not asked for. Parts of
    one ``group`` stand together under the words of the group.
    """

    name: str
    question: AnyQuestion
    column: int | None = None
    heading: bool = False
    offer: str = ""
    lines: tuple[SheetLine, ...] | None = None
    of_columns: bool = False
    optional: bool = False
    needs: tuple[str, str] | None = None
    group: Message | None = None


class LineChip(msgspec.Struct, frozen=True):
    """What a tap adds to a line, and its words in a sentence. ``short`` are those on the key. In ``typed`` the player
    enters a number or a text in the place of ``…``. ``column`` counts from 1 where a condition looks at one."""

    text: str
    words: Message
    short: Message | None = None
    typed: Literal["", "number", "text"] = ""
    column: int = 0


class Chips(msgspec.Struct, frozen=True):
    """Chips of one kind: conditions (``when``) or what is done. Of a group marked ``one`` a line has one at most.
    Groups with the same ``tab`` are shown together."""

    tab: Message
    title: Message
    when: bool
    chips: tuple[LineChip, ...]
    one: bool = False


class Way(msgspec.Struct, frozen=True):
    """A way out of a remark: the lines that the column would have then."""

    words: Message
    lines: tuple[SheetLine, ...]


class Remark(msgspec.Struct, frozen=True):
    """What the check says about a part, or about a line of it, counted from 0. ``missing``: not entered yet; ``wrong``:
    it cannot be saved; ``odd``: it can."""

    words: Message
    part: str = ""
    line: int | None = None
    kind: Literal["missing", "wrong", "odd"] = "wrong"
    ways: tuple[Way, ...] = ()


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
        """Return an answer as it is kept: text in the player's language becomes that of packs."""

    def answers(self, entry: Mapping[str, object]) -> dict[str, object]:
        """Return the answers that lead to an entry, as far as it is known."""

    def made(self, given: Mapping[str, object]) -> dict[str, object]:
        """Return the entry that the answers make."""

    def check(self, name: str, entry: Mapping[str, object]) -> Sequence[Message]:
        """Raise Refused for a board that cannot be played; return messages about what is possible but odd."""

    def show(self, name: str, entry: Mapping[str, object], say: Callable[..., str]) -> Sequence[str]:
        """Return the board as lines of text."""

    def offered(self, name: str, pack: Pack) -> dict[str, object]:
        """Return answers of other boards that are likely to be those of this one, too: the names of its columns."""

    def sheet(self, entry: Mapping[str, object], offered: Mapping[str, object]) -> Sequence[SheetPart]:
        """Return all parts of a board with what an entry knows already, for an interface that shows the whole board."""

    def chips(self) -> Sequence[Chips]:
        """What the lines of a sheet are built from."""

    def split_lines(self, given: Mapping[str, object], column: int, say: Callable[..., str]) -> Sequence[SheetLine]:
        """Return the lines of a filled-in column; one that cannot be read is a single text."""

    def review(self, given: Mapping[str, object], say: Callable[..., str]) -> Sequence[Remark]:
        """Return everything that is missing, wrong or odd on a sheet, each at its part and line."""

    def entered(self, given: Mapping[str, object], say: Callable[..., str]) -> dict[str, object]:
        """The entry that a sheet makes, if ``review`` finds nothing missing or wrong."""

    def schema(self) -> dict[str, object]:
        """The JSON schema of an entry, for the editors of text files."""
