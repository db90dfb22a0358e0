"""The Automa's turn: a Rest, or one or two Instructions, each with a card of its own (PEN-INSTR)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import lru_cache
from typing import TypeAlias

from automarium.engine.choice.choose import choose, given
from automarium.engine.choice.trace import Notes
from automarium.engine.play.event import Event
from automarium.engine.question import Field
from automarium.games.penumbra.boards.board import AutomaBoard
from automarium.games.penumbra.boards.line import Effect, EffectName, Entry
from automarium.games.penumbra.events import (
    Bought,
    DeckEmpty,
    Line,
    NoContract,
    NoLine,
    NoMarkPlace,
    NoTrial,
    Refill,
    Refresh,
    Rest,
    Reveal,
    TurnEnds,
    Unique,
)
from automarium.games.penumbra.position import Card, Desk, Position, every_slot_holds
from automarium.games.penumbra.rules import rows
from automarium.games.penumbra.rules.cards import (
    AHEAD,
    EMPTY,
    SYMBOL,
    describe_under,
    discard_all,
    find_slot,
    make_card_fields,
    reveal,
)
from automarium.games.penumbra.rules.dice import GUILD, MissingDie, ask_together, make_die_fields, place
from automarium.games.penumbra.rules.guild import KeptRow, complete_contract, make_reward_fields
from automarium.games.penumbra.rules.lists import (
    IMPOSSIBLE,
    ReadLine,
    Test,
    make_seen,
    make_test,
    read_list,
    read_lists,
)
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
from automarium.games.penumbra.rules.trials import pass_trial
from automarium.games.penumbra.rulings import Rulings


def is_rest(slots: Iterable[int], rulings: Rulings, notes: Notes | None = None) -> bool:
    """Return whether every slot holds a card, one or more (PEN-REST-01…03)."""
    holds = every_slot_holds(slots, exactly_one=rulings.amb_06 == "exactly-one")
    return choose(("rest",), given(holds, "PEN-REST-02"), notes=notes, about="rest", family="turn") is not None


def rest(desk: Desk) -> None:
    """Rest, the whole turn (PEN-REST-13): as many dice as its Marks and Spark marks, of the human's choice, leave the
    locations (PEN-REST-05…11), all Automa cards go under the deck, a refresh."""
    position, whose = desk.position, desk.rulings.amb_07
    kind = "rest-her" if whose == "hers" else "rest"
    position.count_deed(f"{kind}-dice", position.level)
    position.count_deed(f"{kind}-spark", position.sparks)
    desk.emit(
        Rest,
        ("PEN-REST-01", "PEN-REST-02", "PEN-REST-05", "PEN-REST-08", "PEN-REST-10"),
        position.level,
        position.sparks,
        whose,
    )
    under = discard_all(position)
    desk.emit(describe_under, "PEN-REST-12", under)
    refresh(desk, "rest", "PEN-REST-14", "PEN-GEN-33")


def refresh(desk: Desk, after: str, *clauses: str) -> None:
    """Have Contracts, Fate or the Guild refreshed by the normal rules."""
    desk.position.count_deed(f"refresh-{after}")
    desk.emit(Refresh, clauses, after)


def play_turn(desk: Desk) -> None:
    position = desk.position
    position.turn += 1
    position.ordinal = position.placed = 0
    position.rows.told = []  # the human had a turn since
    position.followed = []
    position.earlier = [list(stack) for stack in position.slots]
    if is_rest(map(len, position.slots), desk.rulings):  # only now, not in the middle: PEN-REST-04
        rest(desk)
    else:
        passed = len(position.trials)
        with suppress(TurnOver):
            play_instructions(desk)
        if desk.rulings.amb_24 == "every-turn" and len(position.trials) == passed:  # a Trial has its own refresh
            refresh(desk, "turn", "PEN-AMB-24")
    if position.gaps:
        refill_gaps(desk)
    position.ordinal = position.regular = 0
    position.rows.told, position.ahead = [], []  # a deck that ran empty may leave a card reported ahead


def refill_gaps(desk: Desk) -> None:
    """Refill at the end of the turn what was taken in it, by a switched ruling."""
    markets = list(dict.fromkeys(gap.partition("-")[0] for gap in desk.position.gaps))
    for market in markets:
        desk.position.count_deed(f"refill-{market}")
    desk.emit(Refill, "PEN-AMB-25", markets)
    desk.position.gaps = []


# -------------------------------------------------------------------------------------------------------- Instructions


def count_instructions(position: Position, rulings: Rulings) -> int:
    """Return one in the Automa's first turn, two later, unless the board says otherwise (PEN-INSTR-01…03)."""
    first = position.turn == 1
    if rulings.amb_23 == "game-first":
        first = first and position.starts == "automa"
    return position.board.regular.of(first, len(position.marks))


def play_instructions(desk: Desk) -> None:
    """Carry out the regular Instructions, each with a new card (PEN-INSTR-13, PEN-INSTR-14)."""
    position = desk.position
    number = count_instructions(position, desk.rulings)
    for index in range(number):
        position.regular = number - index - 1
        card = reveal(desk, lambda: [*rows.find_open_classes(position), *_open_rows(position, SYMBOL)])
        if card is None:
            desk.emit(DeckEmpty, "PEN-AMB-27")
            raise TurnOver
        carry_out(desk, card, _revealed)


def _open_rows(position: Position, symbol: str) -> list[Field]:
    """Return fields for the rows that the next card may look at, depending on the field of its ``symbol``."""
    ordinal, level = position.ordinal + 1, position.level
    wanted = rows.find_rows_needed(position, ordinal, level)
    return rows.find_open_rows(position, wanted, (symbol, ordinal, level))


QUIET: tuple[EffectName, ...] = ("arcana",)  # asks nothing and touches neither deck nor rows


def make_next_fields(desk: Desk, current: Current, effect: Effect) -> list[Field]:
    """Return fields for the card of the next regular Instruction, asked together with the die of this one where it
    comes for certain, and for the rows that it may look at."""
    position = desk.position
    if not (position.regular and current.last and position.artifacts.physical and desk.rulings.amb_03 == "counts"):
        return []
    card = make_card_fields(position, "ask.next", EMPTY, before=AHEAD)
    level = position.level + (effect.effect == "mark_and_card")
    looked_at = rows.find_rows_needed(position, position.ordinal + 1, level)
    is_changed = effect.effect == "contract" and desk.rulings.amb_25 == "at-once"
    for_card = (f"{AHEAD}{SYMBOL}", position.ordinal + 1, level)
    if not is_changed or "contracts" not in looked_at or "contracts" not in position.rows.told:
        return [*card, *rows.find_open_rows(position, looked_at, for_card)]
    if position.ordinal == 1:
        return []  # first the row is refilled; only a long turn puts everything into one form
    taken = current.row.find_contract(None)
    row = rows.make_after_field(position, None if taken is None else taken.index)
    return [*card, row, *rows.find_open_rows(position, looked_at, for_card)]


def _revealed(card: Card, slot: str, ordinal: int) -> Event:
    return Reveal(card.colour, slot, ordinal, card.symbol is None, card.id)


def _bought(card: Card, slot: str, ordinal: int) -> Event:
    return Bought(card.colour, slot, ordinal, card.symbol is None)


def carry_out(
    desk: Desk, card: Card, event: Callable[[Card, str, int], Event] = _revealed, *, last: bool = True
) -> None:
    """Carry out an Instruction, regular or additional: the card into its slot, then the list under it (PEN-INSTR-05).
    ``last``: nothing else happens before the next regular one."""
    position = desk.position
    position.ordinal += 1  # additional ones count too: PEN-COND-06
    slot = find_slot(position, card)
    position.slots[slot].append(card)
    tome = card.symbol is None
    desk.emit(
        event,
        ("PEN-CARD-01" if event is _revealed else "PEN-SHOP-04", "PEN-SPECIAL-09" if tome else "PEN-CARD-03"),
        card,
        position.board.slots[slot],
        position.ordinal,
    )
    if tome and desk.rulings.amb_01 == "no-list":
        return
    try:
        follow_list(desk, Current(card, slot, [slot], KeptRow(desk), last))
    except InstructionOver:
        return


def follow_list(desk: Desk, current: Current) -> None:
    """Carry out the first line that applies, and no other (PEN-INSTR-06, PEN-INSTR-07)."""
    slot, last, rulings = current.slot, current.last, desk.rulings
    board = desk.position.board
    lines, orders = prepare_lists(board, rulings)[slot]
    left = lines
    while True:
        seen = make_seen(desk, slot, current.row)
        found = read_list(left, seen, desk.notes)
        if found is None:
            desk.emit(NoLine, "PEN-INSTR-19", board.slots[slot])
            raise InstructionOver
        entry = board.lists[slot][found]
        desk.position.followed.append((slot, found))
        desk.emit(Line, "PEN-INSTR-06", board.slots[slot], found + 1, entry.do)
        try:
            for effect, is_last, possible in orders[found]:
                current.last = last and is_last
                if possible is None or possible(lines[found][0], seen):
                    APPLY[effect.effect](desk, current, effect)
                else:
                    report_impossible(desk, effect.effect)
            return
        except MissingDie:
            left = lines[found + 1 :]
            if not left or rulings.amb_03 == "counts":
                raise InstructionOver from None  # also for what comes after a Substitution in the line before


InOrder: TypeAlias = tuple[tuple[Effect, bool, Test | None], ...]


@lru_cache(maxsize=128)
def prepare_lists(board: AutomaBoard, rulings: Rulings) -> list[tuple[tuple[ReadLine, ...], list[InOrder]]]:
    """Return for each list of a board how its lines are read, and what each of them does."""
    orders = [[order_effects(entry, rulings) for entry in entries] for entries in board.lists]
    return list(zip(read_lists(board, rulings), orders, strict=True))


def order_effects(entry: Entry, rulings: Rulings) -> InOrder:
    """Return the effects of a line in printed order (PEN-INSTR-20), each with whether only quiet ones come after it and
    with a test of whether it can be carried out: one of several may have changed that."""
    several = len(entry.do) > 1
    return tuple(
        (
            effect,
            all(one.effect in QUIET for one in entry.do[number:]),
            make_test(effect.effect, rulings) if several else None,
        )
        for number, effect in enumerate(entry.do, 1)
    )


def report_impossible(desk: Desk, effect: EffectName) -> None:
    """Emit that an effect of several cannot be carried out (any more)."""
    events: dict[EffectName, type[Event]] = {"mark_and_card": NoMarkPlace, "contract": NoContract, "trial": NoTrial}
    desk.emit(events[effect], IMPOSSIBLE[effect])


def _mark_and_card(desk: Desk, current: Current, effect: Effect) -> None:
    gain_mark_and_card(desk, current.card, effect, make_next_fields(desk, current, effect))


def _card(desk: Desk, current: Current, effect: Effect) -> None:
    gain_card(desk, current.card, effect, make_next_fields(desk, current, effect))


def _refresh_potions(desk: Desk, current: Current, effect: Effect) -> None:
    refresh_potions(desk, current.card, effect, make_next_fields(desk, current, effect))


def _buy_artifact(desk: Desk, current: Current, effect: Effect) -> None:
    """Buy an Artifact and carry it out at once, before the next regular Instruction (PEN-SHOP-05…08)."""
    bought = buy_artifact(desk, current.card, effect, _open_rows(desk.position, SYMBOL))
    if bought is not None:
        completed = len(desk.position.contracts)
        carry_out(desk, bought, _bought, last=current.last)
        if len(desk.position.contracts) > completed:
            current.row.forget_contracts()


def _contract(desk: Desk, current: Current, effect: Effect) -> None:
    """Complete a Contract; the value of its die decides nothing (PEN-GUILD-12)."""
    colour, row = current.card.colour, current.row
    fields = (*make_die_fields(desk, GUILD, colour, decides=False), *make_reward_fields(desk, row))
    answers = ask_together(desk, effect, fields, GUILD.location, make_next_fields(desk, current, effect))
    place(desk, GUILD, colour, answers, decides=False)
    complete_contract(desk, row, answers)
    rows.keep_after(desk.position, answers)


def _trial(desk: Desk, current: Current, _: Effect) -> None:
    pass_trial(desk, current.row.trials)
    desk.emit(TurnEnds, ("PEN-TRIAL-09", "PEN-TRIAL-10"))
    refresh(desk, "trial", "PEN-TRIAL-11", "PEN-GEN-33")
    raise TurnOver


def _substitution(desk: Desk, current: Current, effect: Effect) -> None:
    move_card(desk, current, desk.position.board.named(effect.slot), "substitution")
    if desk.rulings.amb_01 == "no-list":
        raise InstructionOver
    follow_list(desk, current)  # PEN-SPECIAL-03


def _joker(desk: Desk, current: Current, _: Effect) -> None:
    play_joker(desk, current)
    follow_list(desk, current)  # PEN-SPECIAL-05


def _fill(desk: Desk, current: Current, effect: Effect) -> None:
    fill(desk, lambda: make_next_fields(desk, current, effect))


def _arcana(desk: Desk, _: Current, __: Effect) -> None:
    gain_arcana(desk)


def _discard_all(desk: Desk, _: Current, __: Effect) -> None:
    under = discard_all(desk.position)
    desk.emit(describe_under, ("PEN-CARD-08", "PEN-CARD-09"), under)


def _unique(desk: Desk, _: Current, effect: Effect) -> None:
    desk.position.count_deed(f"unique-{effect.note}")
    desk.emit(Unique, "PEN-INSTR-17", effect.note)


APPLY: dict[EffectName, Callable[[Desk, Current, Effect], None]] = {
    "mark_and_card": _mark_and_card,
    "card": _card,
    "refresh_potions": _refresh_potions,
    "buy_artifact": _buy_artifact,
    "contract": _contract,
    "trial": _trial,
    "substitution": _substitution,
    "joker": _joker,
    "fill": _fill,
    "arcana": _arcana,
    "discard_all": _discard_all,
    "unique": _unique,
}
