"""The Automa's turn: a Rest, or one or two Instructions, each with a card of its own (PEN-REST, PEN-INSTR)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress

from automarium.games.penumbra.cards import discard_all, slot_of, turn_up
from automarium.games.penumbra.dice import MissingDie, Spot, place
from automarium.games.penumbra.events import (
    AllUnder,
    Bought,
    DeckEmpty,
    Line,
    NoLine,
    Refill,
    Refresh,
    Rest,
    Reveal,
    TurnEnds,
    Unique,
)
from automarium.games.penumbra.guild import Row, complete_contract, pass_trial
from automarium.games.penumbra.lines import Effect
from automarium.games.penumbra.lists import can_be_done, find_line
from automarium.games.penumbra.position import Card, Named, Position
from automarium.games.penumbra.school import buy_artifact, gain_card, gain_mark_and_card, refresh_potions
from automarium.games.penumbra.special import (
    Current,
    InstructionOver,
    TurnOver,
    fill,
    gain_arcana,
    move_card,
    play_joker,
)
from automarium.kernel.choice import Notes, choose, given
from automarium.kernel.table import Event, Table


def automa_turn(position: Position, table: Table) -> None:
    position.turn += 1
    position.ordinal = position.placed = 0
    if rests([len(slot) for slot in position.slots], table.rulings):  # only now, not in the middle: PEN-REST-04
        rest(position, table)
    else:
        try:
            instructions(position, table)
        except TurnOver:
            pass
        else:
            if table.rulings["PEN-AMB-24"] == "every-turn":
                table.tell(Refresh("turn"), "PEN-AMB-24")
    if position.gaps:
        table.tell(Refill(list(dict.fromkeys(position.gaps))), "PEN-AMB-25")
        position.gaps = []
    position.ordinal = 0


# ---------------------------------------------------------------------------------------------------------------- Rest


def rests(slots: Sequence[int], rulings: Mapping[str, str], notes: Notes | None = None) -> bool:
    """Every slot holds a card, one or more (PEN-REST-01…03)."""
    exactly = rulings["PEN-AMB-06"] == "exactly-one"
    holds = all(cards == 1 for cards in slots) if exactly else all(slots)
    return choose((Named("turn", "rest"),), given(holds, "PEN-REST-02"), notes=notes, about="rest") is not None


def rest(position: Position, table: Table) -> None:
    """The whole turn (PEN-REST-13): dice leave the locations, all Automa cards go under the deck, a refresh.

    The human chooses the dice, as many as her Marks and her Spark marks (PEN-REST-05…11).
    """
    table.tell(
        Rest(position.level, position.sparks, table.rulings["PEN-AMB-07"]),
        "PEN-REST-01",
        "PEN-REST-02",
        "PEN-REST-05",
        "PEN-REST-08",
        "PEN-REST-10",
    )
    table.tell(AllUnder(discard_all(position)), "PEN-REST-12")
    table.tell(Refresh("rest"), "PEN-REST-14", "PEN-GEN-33")


# -------------------------------------------------------------------------------------------------------- Instructions


def regular_instructions(position: Position, rulings: Mapping[str, str]) -> int:
    """One in her first turn, two later, unless the board says otherwise (PEN-INSTR-01…03)."""
    first = position.turn == 1
    if rulings["PEN-AMB-23"] == "game-first":
        first = first and position.starts == "automa"
    return position.board.regular.first if first else position.board.regular.later


def instructions(position: Position, table: Table) -> None:
    """Each with a new card; additional ones come in between (PEN-INSTR-13, PEN-INSTR-14)."""
    for _ in range(regular_instructions(position, table.rulings)):
        card = turn_up(position, table)
        if card is None:
            table.tell(DeckEmpty(), "PEN-AMB-27")
            raise TurnOver
        carry_out(position, card, table, _revealed)


def _revealed(card: Card, slot: str, ordinal: int) -> Event:
    return Reveal(card.colour, slot, ordinal, card.symbol is None, card.id)


def _bought(card: Card, slot: str, ordinal: int) -> Event:
    return Bought(card.colour, slot, ordinal, card.symbol is None)


def carry_out(
    position: Position, card: Card, table: Table, event: Callable[[Card, str, int], Event] = _revealed
) -> None:
    """One Instruction, regular or additional: the card into its slot, then the list under it (PEN-INSTR-05)."""
    position.ordinal += 1  # additional ones count too: PEN-COND-06
    slot = slot_of(position, card)
    position.slots[slot].append(card)
    tome = card.symbol is None
    where = "PEN-SPECIAL-09" if tome else "PEN-CARD-03"
    table.tell(
        event(card, position.board.slots[slot], position.ordinal),
        "PEN-CARD-01" if event is _revealed else "PEN-SHOP-04",
        where,
    )
    if tome and table.rulings["PEN-AMB-01"] == "no-list":
        return
    with suppress(InstructionOver):
        follow_list(position, Current(card, slot, [slot], Row(position, table)), table)


class Seen:
    """What the conditions of a list look at, with the rows of Contracts and Trials asked when they are needed."""

    def __init__(self, position: Position, slot: int, row: Row, table: Table) -> None:
        self._position, self._slot, self._row = position, slot, row
        self._named = table.rulings["PEN-AMB-08"] == "named"
        self.ordinal = position.placed + 1 if table.rulings["PEN-AMB-33"] == "placements" else position.ordinal
        self.level = position.level
        self.free_marks = position.free_marks

    def count(self, slot: str | None) -> int:
        """Only the number counts, not the symbols, and the card just placed is among them (PEN-INSTR-09, -10)."""
        at = self._slot if slot is None or not self._named else self._position.board.named(slot)
        return len(self._position.slots[at])

    def contract_allowed(self) -> bool:
        return self._row.contract(None) is not None

    def trial_allowed(self) -> bool:
        return any(difficulty < self.level for difficulty in self._row.difficulties)  # PEN-TRIAL-03


def follow_list(position: Position, current: Current, table: Table) -> None:
    """The first line that applies, and no other (PEN-INSTR-06, PEN-INSTR-07)."""
    slot = current.slot
    entries = position.board.lists[slot]
    name = position.board.slots[slot]
    start = 0
    while True:
        seen = Seen(position, slot, current.row, table)
        found = find_line(slot, entries, seen, table.rulings, table.notes, start)
        if found is None:
            table.tell(NoLine(name), "PEN-INSTR-19")
            raise InstructionOver
        entry = entries[found]
        table.tell(Line(name, found + 1, entry.do), "PEN-INSTR-06")
        try:
            for effect in entry.do:  # in printed order: PEN-INSTR-20
                if len(entry.do) == 1 or can_be_done(effect.effect, seen, table.rulings):
                    apply_effect(position, current, effect, table)
            return
        except MissingDie:
            start = found + 1
            if table.rulings["PEN-AMB-03"] == "counts" or start == len(entries):
                raise InstructionOver from None  # also for what stands behind a Substitution in the line before


def apply_effect(position: Position, current: Current, effect: Effect, table: Table) -> None:
    card = current.card
    match effect.effect:
        case "mark_and_card":
            gain_mark_and_card(position, card, table)
        case "card":
            gain_card(position, card, table)
        case "refresh_potions":
            refresh_potions(position, card, table)
        case "buy_artifact":
            bought = buy_artifact(position, card, table)
            if bought is not None:  # at once, before the next regular one: PEN-SHOP-05…08
                carry_out(position, bought, table, _bought)
        case "contract":
            place(position, Spot("guild"), card.colour, table)  # its value decides nothing: PEN-GUILD-12
            complete_contract(position, current.row, table)
        case "trial":
            pass_trial(position, current.row, table)
            table.tell(TurnEnds(), "PEN-TRIAL-09", "PEN-TRIAL-10")
            table.tell(Refresh("trial"), "PEN-TRIAL-11", "PEN-GEN-33")
            raise TurnOver
        case "substitution":
            move_card(position, current, position.board.named(effect.slot), "substitution", table)
            if table.rulings["PEN-AMB-01"] == "no-list":
                raise InstructionOver
            follow_list(position, current, table)  # PEN-SPECIAL-03
        case "joker":
            play_joker(position, current, table)
            follow_list(position, current, table)  # PEN-SPECIAL-05
        case "fill":
            fill(position, table)
        case "arcana":
            gain_arcana(position, table)
        case "unique":
            table.tell(Unique(effect.note), "PEN-INSTR-17")
