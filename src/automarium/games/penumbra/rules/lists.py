"""The list under a slot: the first line whose conditions hold and that can be carried out (PEN-INSTR, PEN-COND)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from operator import eq, ge
from typing import Protocol, TypeAlias

import msgspec

from automarium.engine.choice.choose import Condition, read_down
from automarium.engine.choice.trace import Notes
from automarium.engine.message import Message, message
from automarium.games.penumbra.boards.board import AutomaBoard
from automarium.games.penumbra.boards.line import Cards, EffectName, Entry, When
from automarium.games.penumbra.position import Desk, Position
from automarium.games.penumbra.rules.guild import Row
from automarium.games.penumbra.rulings import Rulings


class Sight(Protocol):
    """What the conditions look at. ``above`` is the number of Automa cards in the slot above the list."""

    @property
    def above(self) -> int: ...
    @property
    def ordinal(self) -> int: ...
    @property
    def level(self) -> int: ...
    @property
    def free_marks(self) -> int: ...
    def count(self, slot: str) -> int:
        """Return the number of Automa cards in a slot that a condition names."""

    def contract_allowed(self) -> bool: ...
    def trial_allowed(self) -> bool: ...


class Seen(msgspec.Struct):
    """What the conditions of a list look at in a turn; the rows of Contracts and Trials are asked when needed. The
    symbols of the cards above the list do not count; the card just placed does (PEN-INSTR-09, PEN-INSTR-10)."""

    position: Position
    row: Row
    above: int
    ordinal: int
    level: int

    @property
    def free_marks(self) -> int:
        position = self.position
        return position.board.mark_places - len(position.marks)

    def count(self, slot: str) -> int:
        position = self.position
        return len(position.slots[position.board.named(slot)])

    def contract_allowed(self) -> bool:
        return self.row.find_contract(None) is not None

    def trial_allowed(self) -> bool:
        return self.row.trial_allowed()


def make_seen(desk: Desk, slot: int, row: Row) -> Seen:
    position = desk.position
    ordinal = position.placed + 1 if desk.rulings.amb_33 == "placements" else position.ordinal
    return Seen(position, row, len(position.slots[slot]), ordinal, len(position.marks))


class ListLine(msgspec.Struct, frozen=True):
    """A candidate: one line of the list under ``slot``. Programs count from 0, people from 1."""

    slot: int
    index: int

    def describe(self) -> Message:
        return message("list-line", number=self.index + 1)

    def __str__(self) -> str:
        return str(self.index)


Test: TypeAlias = Callable[[ListLine, Sight], bool]
Met: TypeAlias = Condition[ListLine, Sight]
ReadLine: TypeAlias = tuple[ListLine, tuple[Met, ...]]

COUNTS: dict[Cards, tuple[Callable[[int, int], bool], int, str]] = {
    "==1": (eq, 1, "PEN-COND-01"),
    "==2": (eq, 2, "PEN-COND-02"),
    ">=2": (ge, 2, "PEN-COND-03"),
}
IMPOSSIBLE: dict[EffectName, str] = {
    "mark_and_card": "PEN-SCHOOL-04",
    "contract": "PEN-GUILD-10",
    "trial": "PEN-TRIAL-04",
}


def find_line(slot: int, entries: Sequence[Entry], sight: Sight, rulings: Rulings, notes: Notes | None) -> int | None:
    """Return the number of the line to carry out, from 0; None if even the last cannot be (PEN-INSTR-19)."""
    return read_list(_lines(slot, entries, rulings), sight, notes)


def read_list(lines: Sequence[ReadLine], sight: Sight, notes: Notes | None) -> int | None:
    """Return the first line that applies; nothing is asked about the lines below it (PEN-INSTR-07)."""
    found = read_down(lines, sight, "PEN-INSTR-06", notes=notes, about="list")
    return None if found is None else found.index


@lru_cache(maxsize=128)
def read_lists(board: AutomaBoard, rulings: Rulings) -> tuple[tuple[ReadLine, ...], ...]:
    """Return the lists of a board with the conditions of each line."""
    return tuple(_lines(slot, entries, rulings) for slot, entries in enumerate(board.lists))


def _lines(slot: int, entries: Iterable[Entry], rulings: Rulings) -> tuple[ReadLine, ...]:
    return tuple((ListLine(slot, index), tuple(list_conditions(entry, rulings))) for index, entry in enumerate(entries))


def list_conditions(entry: Entry, rulings: Rulings) -> Iterator[Met]:
    """Yield what a line must meet: first what is known without asking, then what the person is asked."""
    when = entry.when
    if when.cards is not None:
        yield _as_many(when, when.cards, rulings)
    if when.order == "first":
        yield (lambda _, sight: sight.ordinal == 1), "PEN-COND-04"
    elif when.order == "second+":
        yield (lambda _, sight: sight.ordinal >= 2), "PEN-COND-05"
    if when.min_level is not None:
        needed = when.min_level + (1 if rulings.amb_15 == "more-than" else 0)
        yield (lambda _, sight: sight.level >= needed), "PEN-INSTR-11"
    if len(entry.do) > 1 and rulings.amb_36 == "some":
        several = [make_test(one.effect, rulings) for one in entry.do]
        yield (lambda line, sight: any(can_be_done(line, sight) for can_be_done in several)), "PEN-INSTR-20"
        return
    for effect in entry.doubtful:
        yield make_test(effect, rulings), IMPOSSIBLE[effect]


def _as_many(when: When, cards: Cards, rulings: Rulings) -> Met:
    """Compare the number of cards (PEN-INSTR-09) in the slot above or in the one that is named (PEN-COND-08)."""
    holds, number, clause = COUNTS[cards]
    slot = when.slot if rulings.amb_08 == "named" else None
    if slot is None:
        return (lambda _, sight: holds(sight.above, number)), clause
    return (lambda _, sight: holds(sight.count(slot), number)), clause


def make_test(effect: EffectName, rulings: Rulings) -> Test:
    """Return a test of whether an effect is possible; a missing die does not count here (PEN-INSTR-06)."""
    if effect == "mark_and_card" and rulings.amb_09 == "passed-over":
        return lambda _, sight: sight.free_marks > 0
    if effect == "contract" and rulings.amb_12 == "passed-over":
        return lambda _, sight: sight.contract_allowed()
    if effect == "trial":
        return lambda _, sight: sight.trial_allowed()
    return lambda *_: True
