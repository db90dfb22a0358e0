"""The Automa's turn: a Rest, or one or two Instructions, each with a card of its own (PEN-INSTR)."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from automarium.games.penumbra.events import (
    Bought,
    DeckEmpty,
    Line,
    NoContract,
    NoLine,
    NoMarkPlace,
    NoTrial,
    Refill,
    Reveal,
    TurnEnds,
    Unique,
)
from automarium.games.penumbra.lines import Effect, EffectName
from automarium.games.penumbra.position import Card, Desk, Position
from automarium.games.penumbra.rules import rows
from automarium.games.penumbra.rules.cards import AHEAD, EMPTY, all_under, card_fields, discard_all, slot_of, turn_up
from automarium.games.penumbra.rules.dice import MissingDie, Spot, place, place_field, shows_field, together
from automarium.games.penumbra.rules.guild import Row, brought_fields, complete_contract, pass_trial, row_of
from automarium.games.penumbra.rules.lists import IMPOSSIBLE, can_be_done, find_line
from automarium.games.penumbra.rules.rest import refresh, rest, rests
from automarium.games.penumbra.rules.school import buy_artifact, gain_card, gain_mark_and_card, refresh_potions
from automarium.games.penumbra.rules.special import (
    Current,
    InstructionOver,
    TurnOver,
    fill,
    gain_arcana,
    move_card,
    play_joker,
)
from automarium.games.penumbra.rulings import Rulings
from automarium.kernel.table import Event, Field


def automa_turn(desk: Desk) -> None:
    position = desk.position
    position.turn += 1
    position.ordinal = position.placed = 0
    position.rows.told = []  # since then the human had a turn
    if rests([len(slot) for slot in position.slots], desk.rulings):  # only now, not in the middle: PEN-REST-04
        rest(desk)
    else:
        try:
            instructions(desk)
        except TurnOver:
            pass
        else:
            if desk.rulings.amb_24 == "every-turn":
                refresh(desk, "turn", "PEN-AMB-24")
    if position.gaps:
        fill_up(desk)
    position.ordinal = position.regular = 0
    position.rows.told = []


def fill_up(desk: Desk) -> None:
    """What was taken in this turn, by a switched ruling only now."""
    gaps = list(dict.fromkeys(desk.position.gaps))
    for market in gaps:
        desk.position.did(f"refill-{market}")
    desk.tell(Refill(gaps), "PEN-AMB-25")
    desk.position.gaps = []


# -------------------------------------------------------------------------------------------------------- Instructions


def regular_instructions(position: Position, rulings: Rulings) -> int:
    """One in her first turn, two later, unless the board says otherwise, for some Levels perhaps (PEN-INSTR-01…03)."""
    first = position.turn == 1
    if rulings.amb_23 == "game-first":
        first = first and position.starts == "automa"
    return position.board.regular.of(first, position.level)


def instructions(desk: Desk) -> None:
    """Each with a new card; additional ones come in between (PEN-INSTR-13, PEN-INSTR-14)."""
    position = desk.position
    number = regular_instructions(position, desk.rulings)
    for index in range(number):
        position.regular = number - index - 1
        looked_at = rows.may_look_at(position, position.ordinal + 1, position.level)
        card = turn_up(desk, [*rows.open_classes(position), *rows.open_fields(position, looked_at)])
        if card is None:
            desk.tell(DeckEmpty(), "PEN-AMB-27")
            raise TurnOver
        carry_out(desk, card, _revealed)


QUIET: tuple[EffectName, ...] = ("arcana",)  # asks nothing and touches neither deck nor rows


def next_card(desk: Desk, current: Current, effect: Effect) -> list[Field]:
    """The card of the next regular Instruction, asked together with the die of this one, where it comes for certain.
    With it the rows that it may look at."""
    position = desk.position
    if not (position.regular and current.last and position.artifacts.physical and desk.rulings.amb_03 == "counts"):
        return []
    card = card_fields(position, "ask.next", EMPTY, before=AHEAD)
    level = position.level + (effect.effect == "mark_and_card")
    looked_at = rows.may_look_at(position, position.ordinal + 1, level)
    if effect.effect != "contract" or "contracts" not in looked_at or "contracts" not in position.rows.told:
        return [*card, *rows.open_fields(position, looked_at)]
    if position.ordinal == 1:
        return []  # first the row is filled up; only a long turn puts everything into one form
    taken = current.row.contract(None)
    row = rows.after(position, None if taken is None else taken.index)
    return [*card, row, *rows.open_fields(position, looked_at)]


def _revealed(card: Card, slot: str, ordinal: int) -> Event:
    return Reveal(card.colour, slot, ordinal, card.symbol is None, card.id)


def _bought(card: Card, slot: str, ordinal: int) -> Event:
    return Bought(card.colour, slot, ordinal, card.symbol is None)


def carry_out(
    desk: Desk, card: Card, event: Callable[[Card, str, int], Event] = _revealed, *, last: bool = True
) -> None:
    """One Instruction, regular or additional: the card into its slot, then the list under it (PEN-INSTR-05). It is the
    ``last`` thing before the next regular one, unless a line that it came from has more to do."""
    position = desk.position
    position.ordinal += 1  # additional ones count too: PEN-COND-06
    slot = slot_of(position, card)
    position.slots[slot].append(card)
    tome = card.symbol is None
    desk.tell(
        event(card, position.board.slots[slot], position.ordinal),
        "PEN-CARD-01" if event is _revealed else "PEN-SHOP-04",
        "PEN-SPECIAL-09" if tome else "PEN-CARD-03",
    )
    if tome and desk.rulings.amb_01 == "no-list":
        return
    with suppress(InstructionOver):
        follow_list(desk, Current(card, slot, [slot], row_of(desk), last))


class Seen:
    """What the conditions of a list look at, with the rows of Contracts and Trials asked when they are needed."""

    def __init__(self, desk: Desk, slot: int, row: Row) -> None:
        position = desk.position
        self._position, self._slot, self._row = position, slot, row
        self._named = desk.rulings.amb_08 == "named"
        self.ordinal = position.placed + 1 if desk.rulings.amb_33 == "placements" else position.ordinal
        self.level = position.level
        self.free_marks = position.free_marks

    def count(self, slot: str | None) -> int:
        """Only the number counts, not the symbols, and the card just placed is among them (PEN-INSTR-09, -10)."""
        at = self._slot if slot is None or not self._named else self._position.board.named(slot)
        return len(self._position.slots[at])

    def contract_allowed(self) -> bool:
        return self._row.contract(None) is not None

    def trial_allowed(self) -> bool:
        return self._row.trial_allowed()


def follow_list(desk: Desk, current: Current) -> None:
    """The first line that applies, and no other (PEN-INSTR-06, PEN-INSTR-07)."""
    slot, last = current.slot, current.last
    board = desk.position.board
    entries = board.lists[slot]
    start = 0
    while True:
        seen = Seen(desk, slot, current.row)
        found = find_line(slot, entries, seen, desk.rulings, desk.notes, start)
        if found is None:
            desk.tell(NoLine(board.slots[slot]), "PEN-INSTR-19")
            raise InstructionOver
        entry = entries[found]
        desk.tell(Line(board.slots[slot], found + 1, entry.do), "PEN-INSTR-06")
        try:
            for number, effect in enumerate(entry.do, 1):  # in printed order: PEN-INSTR-20
                current.last = last and all(one.effect in QUIET for one in entry.do[number:])
                # One of several may have changed what can be done for the next.
                if len(entry.do) > 1 and not can_be_done(effect.effect, Seen(desk, slot, current.row), desk.rulings):
                    tell_impossible(desk, effect.effect)
                else:
                    apply_effect(desk, current, effect)
            return
        except MissingDie:
            start = found + 1
            if desk.rulings.amb_03 == "counts" or start == len(entries):
                raise InstructionOver from None  # also for what comes after a Substitution in the line before


def tell_impossible(desk: Desk, effect: EffectName) -> None:
    """An effect of several that cannot be carried out, or no longer."""
    events: dict[EffectName, Event] = {"mark_and_card": NoMarkPlace(), "contract": NoContract(), "trial": NoTrial()}
    desk.tell(events[effect], IMPOSSIBLE[effect])


def apply_effect(desk: Desk, current: Current, effect: Effect) -> None:
    card = current.card
    match effect.effect:
        case "mark_and_card":
            gain_mark_and_card(desk, card, effect, next_card(desk, current, effect))
        case "card":
            gain_card(desk, card, effect, next_card(desk, current, effect))
        case "refresh_potions":
            refresh_potions(desk, card, effect, next_card(desk, current, effect))
        case "buy_artifact":
            looked_at = rows.may_look_at(desk.position, desk.position.ordinal + 1, desk.position.level)
            bought = buy_artifact(desk, card, effect, rows.open_fields(desk.position, looked_at))
            if bought is not None:  # at once, before the next regular one: PEN-SHOP-05…08
                completed = len(desk.position.contracts)
                carry_out(desk, bought, _bought, last=current.last)
                if len(desk.position.contracts) > completed:
                    current.row.forget_contracts()
        case "contract":
            spot = Spot("guild")
            die = [place_field(desk, spot, card.colour), *shows_field(desk, card.colour, decides=False)]
            besides = [*brought_fields(desk, current.row), *next_card(desk, current, effect)]
            told = together(desk, effect, [*die, *besides], spot.location)
            place(desk, spot, card.colour, told, decides=False)  # its value decides nothing: PEN-GUILD-12
            complete_contract(desk, current.row, told)
            rows.keep_after(desk.position, told)
        case "trial":
            pass_trial(desk, current.row)
            desk.tell(TurnEnds(), "PEN-TRIAL-09", "PEN-TRIAL-10")
            refresh(desk, "trial", "PEN-TRIAL-11", "PEN-GEN-33")
            raise TurnOver
        case "substitution":
            move_card(desk, current, desk.position.board.named(effect.slot), "substitution")
            if desk.rulings.amb_01 == "no-list":
                raise InstructionOver
            follow_list(desk, current)  # PEN-SPECIAL-03
        case "joker":
            play_joker(desk, current)
            follow_list(desk, current)  # PEN-SPECIAL-05
        case "fill":
            fill(desk, next_card(desk, current, effect))
        case "arcana":
            gain_arcana(desk)
        case "discard_all":
            desk.tell(all_under(discard_all(desk.position)), "PEN-CARD-08", "PEN-CARD-09")
        case "unique":
            desk.position.did(f"unique-{effect.note}")
            desk.tell(Unique(effect.note), "PEN-INSTR-17")
