"""The list under a slot: the first line whose conditions hold and that can be carried out (PEN-INSTR, PEN-COND)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

import msgspec

from automarium.games.penumbra.lines import Cards, EffectName, Entry
from automarium.games.penumbra.rulings import Rulings
from automarium.kernel.choice import Met, Notes, read_down
from automarium.kernel.saying import Saying, saying


class Sight(Protocol):
    """What the conditions look at."""

    @property
    def ordinal(self) -> int: ...
    @property
    def level(self) -> int: ...
    @property
    def free_marks(self) -> int: ...
    def count(self, slot: str | None) -> int:
        """Automa cards in the slot above the list, or in the one that a condition names."""

    def contract_allowed(self) -> bool: ...
    def trial_allowed(self) -> bool: ...


class ListLine(msgspec.Struct, frozen=True):
    """A candidate: one line of the list under ``slot``. Programs count from 0, people from 1."""

    slot: int
    index: int

    def said(self) -> Saying:
        return saying("list-line", number=self.index + 1)

    def __str__(self) -> str:
        return str(self.index)


COUNTS: dict[Cards, tuple[Callable[[int], bool], str]] = {
    "==1": (lambda cards: cards == 1, "PEN-COND-01"),
    "==2": (lambda cards: cards == 2, "PEN-COND-02"),
    ">=2": (lambda cards: cards >= 2, "PEN-COND-03"),
}
IMPOSSIBLE: dict[EffectName, str] = {
    "mark_and_card": "PEN-SCHOOL-04",
    "contract": "PEN-GUILD-10",
    "trial": "PEN-TRIAL-04",
}


def find_line(
    slot: int, entries: Sequence[Entry], sight: Sight, rulings: Rulings, notes: Notes | None, start: int = 0
) -> int | None:
    """The number of the line to carry out, counted from 0; None if even the last cannot be (PEN-INSTR-19).

    Line by line from the top, so that nothing is asked about lines below the one carried out (PEN-INSTR-07).
    """
    found = read_down(
        (ListLine(slot, index) for index in range(start, len(entries))),
        lambda line: conditions(entries[line.index], sight, rulings),
        "PEN-INSTR-06",
        notes=notes,
        about="list",
    )
    return None if found is None else found.index


def conditions(entry: Entry, sight: Sight, rulings: Rulings) -> Iterator[Met]:
    """What a line must meet: first what is known without asking, then what only the table can tell."""
    when = entry.when
    if when.cards is not None:
        holds, clause = COUNTS[when.cards]
        yield holds(sight.count(when.slot)), clause
    if when.order == "first":
        yield sight.ordinal == 1, "PEN-COND-04"
    elif when.order == "second+":
        yield sight.ordinal >= 2, "PEN-COND-05"
    if when.min_level is not None:
        needed = when.min_level + (1 if rulings.amb_15 == "more-than" else 0)
        yield sight.level >= needed, "PEN-INSTR-11"
    if len(entry.do) > 1 and rulings.amb_36 == "some":
        yield any(can_be_done(one.effect, sight, rulings) for one in entry.do), "PEN-INSTR-20"
        return
    for effect in entry.doubtful:
        yield can_be_done(effect, sight, rulings), IMPOSSIBLE[effect]


def can_be_done(effect: EffectName, sight: Sight, rulings: Rulings) -> bool:
    """Only Marks, Contracts and Trials can be impossible; a missing die does not count here (PEN-INSTR-06)."""
    match effect:
        case "mark_and_card":
            return sight.free_marks > 0 or rulings.amb_09 == "no-effect"
        case "contract":
            return rulings.amb_12 == "place-die" or sight.contract_allowed()
        case "trial":
            return sight.trial_allowed()
        case _:
            return True
