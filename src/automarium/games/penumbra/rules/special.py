"""Special effects: Substitution, Joker, Fill, Arcana, and what only one board has (PEN-SPECIAL)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from automarium.engine.choice.choose import choose, decision, first, only
from automarium.engine.choice.trace import Notes
from automarium.engine.message import Message, message, term
from automarium.engine.question import Field
from automarium.games.penumbra.boards.line import SLOTS
from automarium.games.penumbra.events import (
    ArcanaFull,
    DeckEmpty,
    Discarded,
    Fills,
    FillsNothing,
    GainsArcana,
    Moves,
    Stays,
)
from automarium.games.penumbra.position import MOST_ARCANA, Card, Desk, Position
from automarium.games.penumbra.rules.cards import discard_all, put_under, reveal
from automarium.games.penumbra.rules.guild import Row
from automarium.games.penumbra.rulings import Rulings


class InstructionOver(Exception):
    """The current Instruction ends here; the turn goes on."""


class TurnOver(Exception):
    """A Trial, or an empty deck: nothing more happens in this turn."""


class Current(msgspec.Struct):
    """The Automa card that is being carried out: its slot, the slots it was in during this Instruction, the rows that
    it looks at, and whether the current effect is the last before the next regular Instruction."""

    card: Card
    slot: int
    lain: list[int]
    row: Row
    last: bool = True


class Slot(msgspec.Struct, frozen=True):
    """A candidate: one of the four slots, by its number from the left and its name."""

    index: int
    name: str

    def describe(self) -> Message:
        return message("slot-name", slot=term("slot", self.name))

    def __str__(self) -> str:
        return self.name


def find_empty_slot(position: Position, notes: Notes | None, clause: str) -> int | None:
    """Return the leftmost empty slot; that of the current card is never empty (PEN-SPECIAL-19)."""
    return _leftmost_empty(position.board.slots, tuple(map(bool, position.slots)), clause, notes=notes)


@decision
def _leftmost_empty(
    names: Sequence[str], filled: Sequence[bool], clause: str, *, notes: Notes | None = None
) -> int | None:
    found = choose(
        map(Slot, range(SLOTS), names),
        only(lambda slot: not filled[slot.index], clause),
        first(lambda slot: slot.index, clause),
        notes=notes,
        about="slot",
    )
    return None if found is None else found.index


def find_destination(position: Position, card: Card, to: int, rulings: Rulings) -> int:
    """Return where an effect puts a card: ``to``, but by a switched ruling a Tome goes into its own slot."""
    tome = card.symbol is None and rulings.amb_35 == "tome-slot"
    return position.board.tome if tome else to


def move_card(desk: Desk, current: Current, to: int, by: str) -> None:
    """Move the card whatever its symbol (PEN-SPECIAL-01, PEN-SPECIAL-02); never back to a slot where it was."""
    position = desk.position
    clause = "PEN-SPECIAL-01" if by == "substitution" else "PEN-SPECIAL-04"
    if (there := find_destination(position, current.card, to, desk.rulings)) != to:
        to, clause = there, "PEN-AMB-35"
    lying = find_card(position, current)
    if to in current.lain:
        desk.emit(Stays, "PEN-SPECIAL-21", position.board.slots[current.slot])
        raise InstructionOver
    del position.slots[current.slot][lying]  # it no longer counts there: PEN-SPECIAL-08
    position.slots[to].append(current.card)
    current.slot = to
    current.lain.append(to)
    desk.emit(Moves, (clause, "PEN-SPECIAL-08"), position.board.slots[to], by)
    if desk.rulings.amb_01 == "next-ordinal":
        position.ordinal += 1


def find_card(position: Position, current: Current) -> int:
    """Return where the card is in its stack; one bought in between may be on it. Raise InstructionOver if it was
    discarded with all others."""
    stack = position.slots[current.slot]
    for index in range(len(stack) - 1, -1, -1):
        if stack[index] is current.card:
            return index
    raise InstructionOver


def play_joker(desk: Desk, current: Current) -> None:
    """Move the card to the leftmost empty slot; without one discard it and end the Instruction (PEN-SPECIAL-04…07)."""
    position = desk.position
    empty = find_empty_slot(position, desk.notes, "PEN-SPECIAL-04")
    if empty is not None:
        move_card(desk, current, empty, "joker")
        return
    if desk.rulings.amb_02 == "all-cards":
        cards = discard_all(position)
    else:
        del position.slots[current.slot][find_card(position, current)]
        put_under(position, [current.card])
        cards = [current.card]
    app = any(card.id is not None for card in cards)
    desk.emit(Discarded, ("PEN-SPECIAL-06", "PEN-SPECIAL-07"), len(cards), app)
    raise InstructionOver


def fill(desk: Desk, also: Callable[[], Sequence[Field]]) -> None:
    """Put a new card into the leftmost empty slot, whatever its symbol, without an Instruction (PEN-SPECIAL-13…17). It
    need not be looked at."""
    position = desk.position
    empty = find_empty_slot(position, desk.notes, "PEN-SPECIAL-13")
    if empty is None and desk.rulings.amb_13 == "nothing":
        desk.emit(FillsNothing, "PEN-SPECIAL-17")
        return
    matters = desk.rulings.amb_35 == "tome-slot" or position.artifacts_score  # whether it is a Tome
    card = reveal(desk, also, matters=matters)
    if card is None:
        desk.emit(DeckEmpty, "PEN-AMB-27")
        raise TurnOver
    if empty is None:
        put_under(position, [card])
        desk.emit(FillsNothing, "PEN-SPECIAL-17", revealed=True, app=card.id is not None)
        return
    to = find_destination(position, card, empty, desk.rulings)
    position.slots[to].append(card)
    desk.emit(Fills, ("PEN-SPECIAL-13", "PEN-SPECIAL-14", "PEN-SPECIAL-15"), position.board.slots[to], card.colour)


def gain_arcana(desk: Desk) -> None:
    """Gain one Arcana, up to the limit (PEN-SPECIAL-18, PEN-AMB-32)."""
    position = desk.position
    if position.arcana >= MOST_ARCANA and desk.rulings.amb_32 == "limit":
        desk.emit(ArcanaFull, "PEN-AMB-32", MOST_ARCANA)
        return
    position.arcana += 1
    desk.emit(GainsArcana, "PEN-SPECIAL-18", position.arcana)
