"""A board is data: four slots, under each a list of lines, a slot for Tomes, places for Marks, extra scoring.

A line has conditions and effects. It is written as a table ``{ when = { cards = "==1" }, do = ["contract"] }`` or,
shorter, as text: ``"=1 first L3: contract"``. Both mean the same, in a pack, in a file and in the editor.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

from automarium.games.penumbra.lines import (
    ALWAYS,
    EFFECTS,
    MAY_BE_IMPOSSIBLE,
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
    read_line,
)
from automarium.kernel.pack import HOLE, Pack
from automarium.kernel.reading import child, read
from automarium.kernel.saying import Saying, refuse, saying, term

Per: TypeAlias = Literal["discipline_card", "contract", "trial"]


class Scoring(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The additional condition of a board (PEN-SCORE-03)."""

    per: Per
    vp: Whole


class Regular(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many Instructions her turns have (PEN-INSTR-01…03)."""

    first: Annotated[int, msgspec.Meta(ge=1, le=9)] = 1
    later: Annotated[int, msgspec.Meta(ge=1, le=9)] = 2


REGULAR = Regular()


class Board(msgspec.Struct, frozen=True):
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
    mark_places: Annotated[int, msgspec.Meta(ge=1, le=30)]
    scoring: Scoring
    lists: dict[str, list[str | EntryTable]]
    instructions: Regular = REGULAR
    name: str = ""
    difficulty: int = 0
    focus: str = ""


def read_board(id_: str, table: object, where: str = "", *, house: bool = False) -> Board:
    """A board from its table; refused with the path of what is wrong and what would be right."""
    written = read(BoardTable, table, where)
    slots = tuple(slot.strip() for slot in written.slots)
    folded = [slot.casefold() for slot in slots]
    for index, slot in enumerate(slots):
        if not slot or any(letter in slot for letter in ",:@") or slot.casefold() in RESERVED:
            raise refuse("board.slot-name", child(child(where, "slots"), index), slot=slot)
        if folded.index(folded[index]) < index:
            raise refuse("board.slot-twice", child(child(where, "slots"), index), slot=slot)
    tome = known_slot(written.tome_slot, slots, child(where, "tome_slot"))
    at = child(where, "lists")
    for name in written.lists:
        known_slot(name, slots, child(at, name))
    for slot in slots:
        if slot not in written.lists:
            raise refuse("board.no-list", at, slot=term("slot", slot))
    lists = tuple(
        tuple(_entry(line, slots, child(child(at, slot), number)) for number, line in enumerate(written.lists[slot]))
        for slot in slots
    )
    board = Board(id_, slots, tome, written.mark_places, written.scoring, lists, written.instructions, house)
    for slot, lines in zip(slots, lists, strict=True):
        _check_list(lines, child(at, slot))
    if found := circle(board):
        raise refuse("board.circle", at, slots=[*found, found[0]])
    return board


def _check_list(lines: tuple[Entry, ...], where: str) -> None:
    """The last line, and only it, has no condition (PEN-INSTR-12)."""
    if not lines or lines[-1].when != ALWAYS:
        raise refuse("board.no-end", child(where, len(lines) - 1) if lines else where)
    for number, line in enumerate(lines[:-1]):
        if line.when == ALWAYS and not any(map(line.needs, MAY_BE_IMPOSSIBLE)):
            raise refuse("board.early-end", child(where, number), number=number + 1)


def _entry(line: str | EntryTable, slots: tuple[str, ...], where: str) -> Entry:
    if isinstance(line, str):
        return read_line(line, slots, where)
    several = line.do if isinstance(line.do, list) else [line.do]
    effects = tuple(one if isinstance(one, Effect) else Effect(one) for one in several)
    if not effects:
        raise refuse("board.no-effect", child(where, "do"), options=list(EFFECTS))
    for effect in effects:
        check_effect(effect, slots, child(where, "do"))
    if line.when.slot is not None:
        known_slot(line.when.slot, slots, child(child(where, "when"), "slot"))
        if line.when.cards is None:
            raise refuse("board.slot-alone", child(where, "when"))
    return Entry(effects, line.when)


# --------------------------------------------------------------------------------------------------- what is odd


def circle(board: Board) -> list[str]:
    """Substitutions that would send a card round for ever (PEN-AMB-37): the slots of a circle, or nothing.

    Within one Instruction the ordinal stays, so a circle that needs it to be first and later at once is none.
    """
    for order in ("first", "second+"):
        ways = [
            [
                board.named(effect.slot)
                for line in lines
                if line.when.order in (None, order)
                for effect in line.do
                if effect.effect == "substitution"
            ]
            for lines in board.lists
        ]
        for start in range(SLOTS):
            if found := _way_back(start, [start], ways):
                return [board.slots[slot] for slot in found]
    return []


def _way_back(start: int, way: list[int], ways: list[list[int]]) -> list[int]:
    for slot in ways[way[-1]]:
        if slot == start:
            return way
        if slot not in way and (found := _way_back(start, [*way, slot], ways)):
            return found
    return []


def oddities(board: Board) -> list[Saying]:
    """What is possible but looks like a slip of the pen: lines that can never be reached, buying without an end."""
    found: list[Saying] = []
    for slot, lines in zip(board.slots, board.lists, strict=True):
        for number, line in enumerate(lines):
            above = next((n for n, other in enumerate(lines[:number]) if _takes_all(other, line)), None)
            if above is not None:
                found.append(saying("board.unreached", slot=term("slot", slot), number=number + 1, above=above + 1))
    if all(lines[-1].needs("buy_artifact") for lines in board.lists):
        found.append(saying("board.endless"))
    return found


def _takes_all(above: Entry, below: Entry) -> bool:
    """Whether the line above is carried out whenever the one below could be."""
    if any(above.needs(effect) for effect in MAY_BE_IMPOSSIBLE):
        return False
    one, other = above.when, below.when
    cards = one.cards in (None, other.cards) or (one.cards == ">=2" and other.cards == "==2")
    return (
        cards
        and (one.cards is None or one.slot == other.slot)
        and one.order in (None, other.order)
        and (one.min_level or 0) <= (other.min_level or 0)
    )


# ------------------------------------------------------------------------------------------------------ the boards

CHARACTERS = ("beginner", "standard", "contracts", "trials")  # PEN-SETUP-08…11


def printed_boards(pack: Pack) -> dict[str, str]:
    """The printed board of each character."""
    return {facts["focus"]: id_ for id_, facts in pack.printed["board"].items()}


def house_boards(pack: Pack) -> dict[str, Board]:
    """Our own boards by their characters."""
    entries = pack.house["board"]
    return {
        facts["focus"]: read_board(id_, pack.entry("board", id_, "house"), f"board.{id_}", house=True)
        for id_, facts in entries.items()
    }


def printed_board(pack: Pack, id_: str) -> Board | None:
    """A printed board, if its owner has entered what nobody published."""
    entry = pack.entry("board", id_)
    if HOLE in entry.values():
        return None
    return read_board(id_, entry, f"board.{id_}")
