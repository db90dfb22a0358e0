"""A board is data: four slots, under each a list of lines, a slot for Tomes, places for Marks, extra scoring.

A line has conditions and effects. It is written as a table ``{ when = { cards = "==1" }, do = ["contract"] }`` or,
shorter, as text: ``"=1 first L3: contract"``. Both mean the same, in a pack, in a file and in the editor. What can be
played but looks like a slip of the pen is found in ``oddities``.
"""

from __future__ import annotations

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
    known_slot,
)
from automarium.games.penumbra.boards.line_notation import read_line

Per: TypeAlias = Literal["discipline_card", "contract", "trial", "other"]
Number: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=MOST_INSTRUCTIONS)]
Level: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=MOST_MARKS)]  # as many Marks


class Scoring(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The additional condition of a board (PEN-SCORE-03). Three are known; of any ``other`` the board says in its own
    words ``what`` is counted, and the person counts it at the end."""

    per: Per
    vp: Whole
    what: str = ""


class FromLevel(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many Instructions from this Level on."""

    level: Level
    count: Number


class Regular(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many Instructions her turns have (PEN-INSTR-01…03). A board may give another number from a Level on
    (``levels``), which then stands for ``later``."""

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


class AutomaBoard(msgspec.Struct, frozen=True, cache_hash=True):
    """``tome`` and the keys of ``lists`` are numbers of slots, counted from the left."""

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
    """A board as it stands in a pack or in a file of its own."""

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
    """A board from its table; refused with the path of what is wrong and what would be right."""
    written = convert(BoardTable, table, where)
    slots = tuple(slot.strip() for slot in written.slots)
    folded = [slot.casefold() for slot in slots]
    for index, slot in enumerate(slots):
        if not slot or any(letter in slot for letter in ",:@") or slot.casefold() in RESERVED:
            raise refuse("board.slot-name", join_path(join_path(where, "slots"), index), slot=slot)
        if folded.index(folded[index]) < index:
            raise refuse("board.slot-twice", join_path(join_path(where, "slots"), index), slot=slot)
    tome = known_slot(written.tome_slot, slots, join_path(where, "tome_slot"))
    at = join_path(where, "lists")
    for name in written.lists:
        known_slot(name, slots, join_path(at, name))
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
    if found := circle(board, certain=True):
        raise refuse("board.circle", at, slots=term("slot", [*found, found[0]]))
    if (board.scoring.per == "other") != bool(board.scoring.what.strip()):
        raise refuse("board.scoring-what", join_path(join_path(where, "scoring"), "what"))
    return _one_of_its_kind(board)


@lru_cache(maxsize=64)
def _one_of_its_kind(board: AutomaBoard) -> AutomaBoard:
    """Equal boards are one object: what was worked out for one is found at once for the next game on it."""
    return board


def _check_list(lines: tuple[Entry, ...], where: str) -> None:
    """The last line, and only it, has no condition (PEN-INSTR-12)."""
    if not lines or lines[-1].when != ALWAYS:
        raise refuse("board.no-end", join_path(where, len(lines) - 1) if lines else where)
    for number, line in enumerate(lines[:-1]):
        if is_certain(line):
            raise refuse("board.early-end", join_path(where, number), number=number + 1)


def is_certain(line: Entry) -> bool:
    """A line without a condition that can always be carried out: nothing below it is ever reached (PEN-INSTR-12)."""
    return line.when == ALWAYS and not line.doubtful


def circle(board: AutomaBoard, *, certain: bool = False) -> list[str]:
    """Substitutions that would send a card round (PEN-AMB-37): the slots of a circle, or nothing.

    Within one Instruction the ordinal stays, so a circle that needs it to be first and later at once is none. With
    ``certain`` only lists count that are nothing but a Substitution: such a board sends every card there round.
    """
    for order in ("first", "second+"):
        ways = [[board.named(slot) for line in lines for slot in _ways(line, order)] for lines in board.lists]
        if certain:
            ways = [way if is_certain(lines[0]) else [] for way, lines in zip(ways, board.lists, strict=True)]
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
        known_slot(line.when.slot, slots, join_path(join_path(where, "when"), "slot"))
        if line.when.cards is None:
            raise refuse("board.slot-alone", join_path(where, "when"))
    return Entry(effects, line.when)


# ------------------------------------------------------------------------------------------------------ the boards

CHARACTERS = ("beginner", "standard", "contracts", "trials")  # PEN-SETUP-08…11


def printed_boards(pack: Pack) -> dict[str, str]:
    """The printed board of each character."""
    return {facts["focus"]: id_ for id_, facts in pack.printed["board"].items()}


def house_boards(pack: Pack) -> dict[str, AutomaBoard]:
    """Our own boards by their characters."""
    entries = pack.house["board"]
    return {
        facts["focus"]: read_board(id_, pack.entry("board", id_, "house"), f"board.{id_}", house=True)
        for id_, facts in entries.items()
    }


def printed_board(pack: Pack, id_: str) -> AutomaBoard | None:
    """A printed board, if its owner has entered what nobody published."""
    entry = pack.entry("board", id_)
    if HOLE in entry.values():
        return None
    return read_board(id_, entry, f"board.{id_}")
