"""Warnings about boards that can be played but look wrong, found by trying every case that a list can meet."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import msgspec

from automarium.engine.message import Message, message, term
from automarium.games.penumbra.boards.board import AutomaBoard, find_circle
from automarium.games.penumbra.boards.line import Cards, EffectName, Entry

MANY = 3  # cards: more make no difference to any condition
COUNTS: dict[Cards, tuple[int, ...]] = {"==1": (1,), "==2": (2,), ">=2": (2, MANY)}


class Case(msgspec.Struct, frozen=True):
    """What the conditions of a list look at: cards by slot, the ordinal, the Automa's Level, and what is possible."""

    cards: dict[int, int]
    ordinal: int
    level: int
    possible: dict[EffectName, bool]


def find_oddities(board: AutomaBoard) -> list[Message]:
    found: list[Message] = []
    for slot in range(len(board.slots)):
        found += _unreached(board, slot)
        found += _after_a_trial(board, slot)
    if way := find_circle(board):
        found.append(message("board.round", slots=term("slot", [*way, way[0]])))
    if any(_buys_on(board, level) for level in range(1, board.mark_places + 1)):
        found.append(message("board.endless"))
    return found


# ------------------------------------------------------------------------------------------------ lines never reached


def _unreached(board: AutomaBoard, slot: int) -> Iterator[Message]:
    """Yield warnings of lines whose conditions never hold, or only where a line above applies."""
    lines = board.lists[slot]
    first: dict[int, set[int]] = {
        number: set() for number in range(len(lines))
    }  # the lines that apply first where it does
    for case in _cases(board, slot):
        holding = [number for number, line in enumerate(lines) if _applies(board, line, slot, case)]
        for number in holding:
            first[number].add(holding[0])
    for number, takers in first.items():
        said = {"slot": term("slot", board.slots[slot]), "number": number + 1}
        needed = lines[number].when.min_level or 0
        if needed > board.mark_places:
            yield message("board.level", level=needed, count=board.mark_places, **said)
        elif not takers:
            yield message("board.never", **said)
        elif number not in takers:
            above = sorted(taker + 1 for taker in takers)
            yield message("board.unreached", above=above if len(above) > 1 else above[0], count=len(above), **said)


def _cases(board: AutomaBoard, slot: int) -> Iterator[Case]:
    """Yield every case that the conditions of the list can tell apart; the new card is in its slot."""
    whens = [line.when for line in board.lists[slot]]
    named = sorted({board.named(when.slot) for when in whens if when.slot is not None} - {slot})
    stacks = [range(1, MANY + 1), *(range(MANY + 1) for _ in named)]
    most = board.mark_places
    steps = {0, most - 1, *((when.min_level or 0) - 1 for when in whens)}  # where something changes with the next Level
    levels = sorted({level for step in steps for level in (step, step + 1) if 1 <= level <= most})
    for counts in product(*stacks):
        cards = dict(zip((slot, *named), counts, strict=True))
        for ordinal, level, contract, trial in product((1, 2), levels, (True, False), (True, False)):
            yield Case(cards, ordinal, level, {"mark_and_card": level < most, "contract": contract, "trial": trial})


def _applies(board: AutomaBoard, line: Entry, slot: int, case: Case) -> bool:
    when = line.when
    if when.cards is not None:
        at = slot if when.slot is None else board.named(when.slot)
        if case.cards[at] not in COUNTS[when.cards]:
            return False
    if when.order is not None and (when.order == "first") != (case.ordinal == 1):
        return False
    if case.level < (when.min_level or 0):
        return False
    return all(case.possible[effect] for effect in line.doubtful)


# ------------------------------------------------------------------------------------------------------------- effects


def _after_a_trial(board: AutomaBoard, slot: int) -> Iterator[Message]:
    """Yield warnings of effects after a Trial, which ends the turn (PEN-TRIAL-09)."""
    for number, line in enumerate(board.lists[slot], 1):
        names = [effect.effect for effect in line.do]
        if "trial" in names[:-1]:
            yield message("board.after-trial", slot=term("slot", board.slots[slot]), number=number)


def _buys_on(board: AutomaBoard, level: int) -> bool:
    """Return whether at this Level every card leads to buying, with high stacks, late in the turn, and neither Contract
    nor Trial possible."""
    cards = dict.fromkeys(range(len(board.slots)), MANY)
    free = level < board.mark_places
    case = Case(cards, 2, level, {"mark_and_card": free, "contract": False, "trial": False})
    return all(_buys(board, slot, case) for slot in range(len(board.slots)))


def _buys(board: AutomaBoard, slot: int, case: Case) -> bool:
    """Return whether a card leads to buying, also by Substitutions; it never returns to a slot (PEN-AMB-37)."""
    lain = [slot]
    while True:
        line = next((one for one in board.lists[lain[-1]] if _applies(board, one, lain[-1], case)), None)
        if line is None:
            return False
        if line.needs("buy_artifact"):
            return True
        onward = [board.named(effect.slot) for effect in line.do if effect.effect == "substitution"]
        if not onward or onward[0] in lain:
            return False
        lain.append(onward[0])
