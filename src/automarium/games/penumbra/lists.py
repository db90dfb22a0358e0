"""The list under a slot: the first line whose conditions hold and that can be carried out (PEN-INSTR, PEN-COND)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

import msgspec

from automarium.games.penumbra.lines import MAY_BE_IMPOSSIBLE, Cards, EffectName, Entry
from automarium.kernel.choice import Notes, Rule, choose, first, only
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


Test = Callable[[ListLine], bool]

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
    slot: int, entries: Sequence[Entry], sight: Sight, rulings: Mapping[str, str], notes: Notes | None, start: int = 0
) -> int | None:
    """The number of the line to carry out, counted from 0; None if even the last cannot be (PEN-INSTR-19).

    Line by line from the top, so that nothing is asked about lines below the one carried out (PEN-INSTR-07); only then
    the narrowing is written down, from the lines that were read.
    """
    found = None
    for index in range(start, len(entries)):
        line = ListLine(slot, index)
        if choose((line,), *_rules(entries, (line,), sight, rulings)) is not None:
            found = index
            break
    if notes is not None:
        read = [ListLine(slot, index) for index in range(start, len(entries) if found is None else found + 1)]
        rules = _rules(entries, read, sight, rulings)
        choose(read, *rules, first(_index, "PEN-INSTR-06"), notes=notes, about="list")
    return found


def _rules(
    entries: Sequence[Entry], lines: Sequence[ListLine], sight: Sight, rulings: Mapping[str, str]
) -> list[Rule[ListLine]]:
    """What these lines must pass: first what is known without asking, then what only the table can tell."""
    rules = _conditions(entries, lines, sight, rulings)
    holding = [line for line in lines if all(test(line) for _, test, _ in rules)]
    return rules + _possibilities(entries, holding, sight, rulings) if holding else rules


def _index(line: ListLine) -> int:
    return line.index


def _conditions(
    entries: Sequence[Entry], lines: Sequence[ListLine], sight: Sight, rulings: Mapping[str, str]
) -> list[Rule[ListLine]]:
    """A rule for each kind of condition that these lines have."""
    rules: list[Rule[ListLine]] = []
    whens = {line: entries[line.index].when for line in lines}
    for cards in dict.fromkeys(when.cards for when in whens.values() if when.cards):
        rules.append(only(_counted(entries, cards, sight), COUNTS[cards][1]))
    orders = {when.order for when in whens.values()}
    if "first" in orders:
        rules.append(only(lambda line: whens[line].order != "first" or sight.ordinal == 1, "PEN-COND-04"))
    if "second+" in orders:
        rules.append(only(lambda line: whens[line].order != "second+" or sight.ordinal >= 2, "PEN-COND-05"))
    if any(when.min_level is not None for when in whens.values()):
        more = 1 if rulings["PEN-AMB-15"] == "more-than" else 0

        def high_enough(line: ListLine) -> bool:
            needed = whens[line].min_level
            return needed is None or sight.level >= needed + more

        rules.append(only(high_enough, "PEN-INSTR-11"))
    return rules


def _possibilities(
    entries: Sequence[Entry], holding: Sequence[ListLine], sight: Sight, rulings: Mapping[str, str]
) -> list[Rule[ListLine]]:
    """Rules about what can be carried out, as far as lines whose conditions hold need it (PEN-INSTR-20)."""
    rules: list[Rule[ListLine]] = []
    some = rulings["PEN-AMB-36"] == "some"
    if some and any(len(entries[line.index].do) > 1 for line in holding):
        rules.append(only(lambda line: any_possible(entries[line.index], sight, rulings), "PEN-INSTR-20"))
    for effect in MAY_BE_IMPOSSIBLE:
        if any(entries[line.index].needs(effect) for line in holding):
            rules.append(only(_possible(entries, effect, sight, rulings, some), IMPOSSIBLE[effect]))
    return rules


def _counted(entries: Sequence[Entry], cards: Cards, sight: Sight) -> Test:
    holds = COUNTS[cards][0]

    def test(line: ListLine) -> bool:
        when = entries[line.index].when
        return when.cards != cards or holds(sight.count(when.slot))

    return test


def _possible(
    entries: Sequence[Entry], effect: EffectName, sight: Sight, rulings: Mapping[str, str], some: bool
) -> Test:
    def test(line: ListLine) -> bool:
        entry = entries[line.index]
        if not entry.needs(effect) or (some and len(entry.do) > 1):
            return True
        return can_be_done(effect, sight, rulings)

    return test


def any_possible(entry: Entry, sight: Sight, rulings: Mapping[str, str]) -> bool:
    return any(can_be_done(effect.effect, sight, rulings) for effect in entry.do)


def can_be_done(effect: EffectName, sight: Sight, rulings: Mapping[str, str]) -> bool:
    """Only Marks, Contracts and Trials can be impossible; a missing die does not count here (PEN-INSTR-06)."""
    match effect:
        case "mark_and_card":
            return sight.free_marks > 0 or rulings["PEN-AMB-09"] == "no-effect"
        case "contract":
            return rulings["PEN-AMB-12"] == "place-die" or sight.contract_allowed()
        case "trial":
            return sight.trial_allowed()
        case _:
            return True
