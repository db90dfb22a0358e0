"""The forms that a person fills in for a decision: one for most, four at the very most for a line of a list."""

from __future__ import annotations

from collections.abc import Sequence

from automarium.games.penumbra.asks.facts import (
    ClassFacts,
    ContractCard,
    ContractFacts,
    RestFacts,
    TrialCard,
    TrialFacts,
)
from automarium.games.penumbra.boards import CHARACTERS, AutomaBoard, house_boards, printed_board, printed_boards
from automarium.games.penumbra.events import Line, NoLine
from automarium.games.penumbra.lines import MOST_MARKS, SLOTS
from automarium.games.penumbra.position import BONE, Alignment, Card, Desk, Position, colours_of
from automarium.games.penumbra.rules.alignment import BOTH, EITHER, NEITHER, SIDES
from automarium.games.penumbra.rules.guild import Offer, Row
from automarium.games.penumbra.rules.lists import lists_of, read_list, seen_from
from automarium.games.penumbra.rules.rows import LONGEST_ROW, numbers
from automarium.games.penumbra.rules.school import YES_NO
from automarium.games.penumbra.rulings import Rulings
from automarium.kernel import desk as kernel
from automarium.kernel.ask import Verdict
from automarium.kernel.pack import Pack
from automarium.kernel.question import Count, Field, Form, Pick, Series, Several
from automarium.kernel.saying import refuse, term
from automarium.kernel.table import Table

MOST_CARDS = 20


def rest(table: Table, pack: Pack, rulings: Rulings) -> RestFacts:
    fields = (
        Field("slots", Series(about="ask.slots-cards", low=0, high=MOST_CARDS, most=SLOTS, exactly=SLOTS)),
        Field("marks", Count(about="ask.level", low=0, high=MOST_MARKS, default=1)),
        Field("sparks", Count(about="ask.sparks", low=0, high=MOST_MARKS, default=1)),
    )
    return RestFacts(**table.ask(Form(about="ask.rest", fields=fields)))


# --------------------------------------------------------------------------------------------------------- instruction


def instruction(table: Table, pack: Pack, rulings: Rulings) -> Verdict:
    """Board and slot give the list; then one form of what its lines look at, and a row if one of them needs it."""
    boards = _boards(pack)
    fields = (
        Field("board", Pick(about="ask.board", options=tuple(boards), family="board-name")),
        Field("slot", Pick(about="ask.slot", options=tuple(range(1, SLOTS + 1)), family="slot")),
    )
    chosen = table.ask(Form(about="ask.instruction", fields=fields))
    board, slot = boards[chosen["board"]], chosen["slot"] - 1
    desk = kernel.Desk(Position(board=board, start="", marks=[], colours=colours_of(pack)), pack, rulings, table)
    _look(desk, slot)
    found = read_list(lists_of(board, rulings)[slot], seen_from(desk, slot, _Row(desk)), desk.notes)
    name = board.slots[slot]
    said = NoLine(name) if found is None else Line(name, found + 1, board.lists[slot][found].do)
    return Verdict(found, tuple(desk.notes or ()), (said,))


def _boards(pack: Pack) -> dict[str, AutomaBoard]:
    """Ours, and the printed ones that were entered."""
    boards = {board.id: board for board in pack.once(house_boards).values()}
    for character in CHARACTERS:
        id_ = printed_boards(pack)[character]
        entered = printed_board(pack, id_)
        if entered is not None:
            boards[id_] = entered
    return boards


def _look(desk: Desk, slot: int) -> None:
    """What the lines of a list look at on her side, as one form."""
    position = desk.position
    board = position.board
    lines = board.lists[slot]
    whens = [line.when for line in lines if line.when.cards]
    stacks = dict.fromkeys(slot if when.slot is None else board.named(when.slot) for when in whens)
    fields = [_stack(board, index, 1 if index == slot else 0) for index in stacks]
    if any(line.when.order for line in lines):
        fields.append(Field("ordinal", Count(about="ask.ordinal", low=1, high=MOST_CARDS, default=1)))
    fields.append(Field("level", Count(about="ask.level", low=0, high=board.mark_places, default=1)))
    if any(line.needs("contract") for line in lines):
        fields.append(Field("alignment", _her_side()))
    params = {"slot": term("slot", board.slots[slot])}
    told = desk.ask(Form(about="ask.list", params=params, fields=tuple(fields)))
    for index in stacks:
        position.slots[index] = [Card("", slot)] * told[f"cards-{index + 1}"]
    position.ordinal = told.get("ordinal", 1)
    position.marks = [""] * told["level"]
    position.alignment = _alignment(told.get("alignment", NEITHER))


def _stack(board: AutomaBoard, index: int, low: int) -> Field:
    params = {"slot": term("slot", board.slots[index])}
    asked = Count(about="ask.cards", params=params, low=low, high=MOST_CARDS, default=low)
    return Field(f"cards-{index + 1}", asked)


class _Row(Row):
    """The row of Contracts with all its alignments as one form."""

    @property
    def contracts(self) -> Sequence[Offer]:
        if self._contracts is None:
            told = self._desk.ask(Form(about="ask.contract-row", fields=_contracts()))
            self.lay_out(told["contracts"], _as_many(told["sides"], told["contracts"], self._desk.position.alignment))
        return super().contracts


# -------------------------------------------------------------------------------------------------- contract and trial


def contract(table: Table, pack: Pack, rulings: Rulings) -> ContractFacts:
    """A Contract that offers a choice of side, or has both, counts as one of her side (PEN-AMB-16)."""
    fields = (Field("level", _level()), Field("alignment", _her_side()), *_contracts())
    told = table.ask(Form(about="ask.contract", fields=fields))
    hers = _alignment(told["alignment"])
    sides = _as_many(told["sides"], told["contracts"], hers)
    cards = [
        ContractCard(vp, hers if side in (EITHER, BOTH) else _alignment(side))
        for vp, side in zip(told["contracts"], sides, strict=True)
    ]
    return ContractFacts(cards, told["level"], hers)


def trial(table: Table, pack: Pack, rulings: Rulings) -> TrialFacts:
    fields = (
        Field("level", _level()),
        Field("difficulties", numbers("ask.trials", [])),
        Field("vps", numbers("ask.trials.all-vp", [])),
    )
    told = table.ask(Form(about="ask.trial", fields=fields))
    if len(told["vps"]) != len(told["difficulties"]):
        raise refuse("ask.as-many", "to.vps", count=len(told["difficulties"]))
    pairs = zip(told["difficulties"], told["vps"], strict=True)
    return TrialFacts([TrialCard(difficulty, vp) for difficulty, vp in pairs], told["level"])


def _level() -> Count:
    return Count(about="ask.level", low=0, high=MOST_MARKS)


def _her_side() -> Pick:
    return Pick(about="ask.her-alignment", options=("light", "dark", NEITHER), family="alignment", default=NEITHER)


def _contracts() -> tuple[Field, Field]:
    sides = Several(about="ask.contract.sides", options=SIDES, most=LONGEST_ROW, family="alignment", default=[])
    return Field("contracts", numbers("ask.contracts", [])), Field("sides", sides)


def _as_many(sides: list[str], vps: list[int], hers: Alignment | None) -> list[str]:
    """An alignment for each Contract; before hers is fixed nobody needs them (PEN-GUILD-04)."""
    if hers is None and not sides:
        return [NEITHER] * len(vps)
    if len(sides) != len(vps):
        raise refuse("ask.as-many", "to.sides", count=len(vps))
    return sides


def _alignment(side: str) -> Alignment | None:
    return "light" if side == "light" else "dark" if side == "dark" else None


# -------------------------------------------------------------------------------------------------------------- class


def school_class(table: Table, pack: Pack, rulings: Rulings) -> ClassFacts:
    colours = colours_of(pack)
    fields = (
        Field("start", Pick(about="ask.start", options=colours, family="colour")),
        Field("card", Pick(about="ask.card-colour", options=(*colours, BONE), family="colour")),
        Field("there", Pick(about="ask.is-class.its", options=YES_NO, family="answer", default="yes")),
    )
    told = table.ask(Form(about="ask.class", fields=fields))
    card, start = told["card"], told["start"]
    return ClassFacts(card, [start, card] if told["there"] == "yes" and card != BONE else [start], start)
