"""A board is data: four slots, under each a list of lines, a slot for Tomes, places for Marks, extra scoring.

A line has conditions and effects. It is written as a table ``{ when = { cards = "==1" }, do = ["contract"] }`` or,
shorter, as text: ``"=1 first L3: contract"``. Both mean the same, in a pack, in a file and in the editor.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Annotated, Literal, TypeAlias

import msgspec

from automarium.engine.content.pack import HOLE, Pack
from automarium.engine.message import refuse, term
from automarium.engine.validation import convert, join_path
from automarium.games.penumbra.boards.line import (
    ALWAYS,
    EFFECTS,
    MOST_INSTRUCTIONS,
    MOST_MARKS,
    RESERVED,
    SLOTS,
    Effect,
    EffectName,
    Entry,
    When,
    Whole,
    Word,
    check_effect,
    find_slot_index,
    read_line,
)

Per: TypeAlias = Literal["discipline_card", "contract", "trial", "other"]
Number: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=MOST_INSTRUCTIONS)]
Level: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=MOST_MARKS)]  # as many Marks


class Scoring(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The additional condition of a board (PEN-SCORE-03), with those that are printed beside it (``also``). Three are
    known; for any ``other`` the person counts ``what`` the board says."""

    per: Per
    vp: Whole
    what: str = ""
    also: tuple[Scoring, ...] = ()

    @property
    def all(self) -> tuple[Scoring, ...]:
        return (self, *self.also)

    @property
    def other(self) -> Scoring | None:
        """The condition that the person counts, if there is one."""
        return next((one for one in self.all if one.per == "other"), None)


class FromLevel(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The number of Instructions from this Level on."""

    level: Level
    count: Number


class Regular(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The number of Instructions of its turns (PEN-INSTR-01…03). From a Level on, ``levels`` may replace ``later``."""

    first: Number = 1
    later: Number = 2
    levels: tuple[FromLevel, ...] = ()

    def of(self, first_turn: bool, level: int) -> int:
        if first_turn:
            return self.first
        if not self.levels:
            return self.later
        reached = [step for step in self.levels if step.level <= level]
        return max(reached, key=lambda step: step.level).count if reached else self.later


REGULAR = Regular()


def read_levels(text: str) -> tuple[FromLevel, ...]:
    """Read ``4: 3, 6: 4``: three Instructions from Level 4 on, four from Level 6."""
    found = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        numbers = re.fullmatch(r"\D*(\d{1,2})\s*[:=]\s*(\d)", part)
        if numbers is None:
            raise refuse("board.levels", "levels", given=part)
        found.append(FromLevel(int(numbers[1]), int(numbers[2])))
    return tuple(convert(list[FromLevel], msgspec.to_builtins(found), "levels"))


class AutomaBoard(msgspec.Struct, frozen=True, cache_hash=True):
    """``tome`` is the number of a slot, counted from the left; ``lists`` are in the order of the slots."""

    id: str
    slots: tuple[str, ...]
    tome: int
    mark_places: int
    scoring: Scoring
    lists: tuple[tuple[Entry, ...], ...]
    regular: Regular = REGULAR
    house: bool = False

    def named(self, slot: str | None) -> int:
        return self.slots.index(str(slot))


# ------------------------------------------------------------------------------------------------- as it is written


class EntryTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    do: EffectName | Effect | list[EffectName | Effect]
    when: When = ALWAYS


class BoardTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A board as a table of a pack or a file."""

    slots: Annotated[list[Word], msgspec.Meta(min_length=SLOTS, max_length=SLOTS)]
    tome_slot: Word
    mark_places: Level
    scoring: Scoring
    lists: dict[str, list[str | EntryTable]]
    instructions: Regular = REGULAR
    name: str = ""
    difficulty: int = 0
    focus: str = ""


def read_board(id_: str, table: object, where: str = "", *, house: bool = False) -> AutomaBoard:
    """Return a board from its table. Raise Refused with the path of what is wrong."""
    written = convert(BoardTable, table, where)
    slots = tuple(slot.strip() for slot in written.slots)
    folded = [slot.casefold() for slot in slots]
    for index, slot in enumerate(slots):
        if not is_slot_name(slot):
            raise refuse("board.slot-name", join_path(join_path(where, "slots"), index), slot=slot)
        if folded.index(folded[index]) < index:
            raise refuse("board.slot-twice", join_path(join_path(where, "slots"), index), slot=slot)
    tome = find_slot_index(written.tome_slot, slots, join_path(where, "tome_slot"))
    at = join_path(where, "lists")
    for name in written.lists:
        find_slot_index(name, slots, join_path(at, name))
    for slot in slots:
        if slot not in written.lists:
            raise refuse("board.no-list", at, slot=term("slot", slot))
    lists = tuple(
        tuple(
            _entry(line, slots, join_path(join_path(at, slot), number))
            for number, line in enumerate(written.lists[slot])
        )
        for slot in slots
    )
    board = AutomaBoard(id_, slots, tome, written.mark_places, written.scoring, lists, written.instructions, house)
    for slot, lines in zip(slots, lists, strict=True):
        _check_list(lines, join_path(at, slot))
    if found := find_circle(board, certain=True):
        raise refuse("board.circle", at, slots=term("slot", [*found, found[0]]))
    _check_scoring(board.scoring, join_path(where, "scoring"))
    return _one_of_its_kind(board)


def _check_scoring(scoring: Scoring, where: str) -> None:
    """Raise Refused unless every condition is another one, and just the ``other`` has words."""
    for number, one in enumerate(scoring.all):
        at = join_path(join_path(where, "also"), number - 1) if number else where
        if (one.per == "other") != bool(one.what.strip()):
            raise refuse("board.scoring-what", join_path(at, "what"))
        if number and (one.also or one.per in [before.per for before in scoring.all[:number]]):
            raise refuse("board.scoring-twice", at)


def is_slot_name(name: str) -> bool:
    return bool(name) and not any(letter in name for letter in ",:@") and name.casefold() not in RESERVED


@lru_cache(maxsize=64)
def _one_of_its_kind(board: AutomaBoard) -> AutomaBoard:
    """Return one object for equal boards, so that caches by board work across games."""
    return board


def _check_list(lines: tuple[Entry, ...], where: str) -> None:
    """Raise Refused unless the last line, and only it, has no condition (PEN-INSTR-12)."""
    if not lines or lines[-1].when != ALWAYS:
        raise refuse("board.no-end", join_path(where, len(lines) - 1) if lines else where)
    for number, line in enumerate(lines[:-1]):
        if is_certain(line):
            raise refuse("board.early-end", join_path(where, number), number=number + 1)


def is_certain(line: Entry) -> bool:
    """Return whether a line always applies, so that no line below it is reached (PEN-INSTR-12)."""
    return line.when == ALWAYS and not line.doubtful


def find_circle(board: AutomaBoard, *, certain: bool = False) -> list[str]:
    """Return the slots of a circle of Substitutions (PEN-AMB-37), or nothing.

    The ordinal is the same within one Instruction, so a circle that needs both first and later is none. With
    ``certain`` only lists count whose first line always applies.
    """
    for order in ("first", "second+"):
        ways = [[board.named(slot) for line in lines for slot in _ways(line, order)] for lines in board.lists]
        if certain:
            ways = [way if lines and is_certain(lines[0]) else [] for way, lines in zip(ways, board.lists, strict=True)]
        for start in range(SLOTS):
            if found := _way_back(start, [start], ways):
                return [board.slots[slot] for slot in found]
    return []


def _ways(line: Entry, order: str) -> list[str | None]:
    fits = line.when.order in (None, order)
    return [effect.slot for effect in line.do if effect.effect == "substitution"] if fits else []


def _way_back(start: int, way: list[int], ways: list[list[int]]) -> list[int]:
    for slot in ways[way[-1]]:
        if slot == start:
            return way
        if slot not in way and (found := _way_back(start, [*way, slot], ways)):
            return found
    return []


def _entry(line: str | EntryTable, slots: tuple[str, ...], where: str) -> Entry:
    if isinstance(line, str):
        return read_line(line, slots, where)
    several = line.do if isinstance(line.do, list) else [line.do]
    effects = tuple(one if isinstance(one, Effect) else Effect(one) for one in several)
    if not effects:
        raise refuse("board.no-effect", join_path(where, "do"), options=list(EFFECTS))
    for effect in effects:
        check_effect(effect, slots, join_path(where, "do"))
    if line.when.slot is not None:
        find_slot_index(line.when.slot, slots, join_path(join_path(where, "when"), "slot"))
        if line.when.cards is None:
            raise refuse("board.slot-alone", join_path(where, "when"))
    return Entry(effects, line.when)


# ------------------------------------------------------------------------------------------------------ the boards

CHARACTERS = ("beginner", "standard", "contracts", "trials")  # PEN-SETUP-08…11


def list_printed_boards(pack: Pack) -> dict[str, str]:
    """Return the id of the printed board of each character."""
    return {facts["focus"]: id_ for id_, facts in pack.printed["board"].items()}


def read_house_boards(pack: Pack) -> dict[str, AutomaBoard]:
    """Return our own boards by their characters."""
    entries = pack.house["board"]
    return {
        facts["focus"]: read_board(id_, pack.entry("board", id_, "house"), f"board.{id_}", house=True)
        for id_, facts in entries.items()
    }


def read_printed_board(pack: Pack, id_: str) -> AutomaBoard | None:
    """Return a printed board, None if its owner has not entered it."""
    entry = pack.entry("board", id_)
    if HOLE in entry.values():
        return None
    return read_board(id_, entry, f"board.{id_}")
