"""The decisions that can be asked alone: ``rest``, ``instruction``, ``contract``, ``trial``, ``class`` and ``take``.

A program gives all facts (``facts``). A person fills in a form or two (``forms``): the board and the slot first, then
what that list looks at.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal, TypeAlias

import msgspec

from automarium.engine.choice.trace import Notes
from automarium.engine.content.pack import Pack
from automarium.engine.message import message, refuse, term
from automarium.engine.play.decision import Decision, Decisions, Facts, Verdict, asks
from automarium.engine.play.desk import Desk as GameDesk
from automarium.engine.play.desk import Table
from automarium.engine.question import Count, Field, Form, Pick, Series, Several
from automarium.games.penumbra.boards.board import (
    CHARACTERS,
    AutomaBoard,
    list_printed_boards,
    read_house_boards,
    read_printed_board,
)
from automarium.games.penumbra.boards.line import ALWAYS, MOST_MARKS, SLOTS, Cards, Effect, Entry, Order, When
from automarium.games.penumbra.events import Completes, Line, NoLine, Passes, Rest
from automarium.games.penumbra.position import BONE, DIE, Alignment, Card, Desk, Position, get_colours
from automarium.games.penumbra.rules.dice import find_side
from automarium.games.penumbra.rules.guild import Offer, Row, choose_contract
from automarium.games.penumbra.rules.lists import find_line, make_seen, read_list, read_lists
from automarium.games.penumbra.rules.rows import LONGEST_ROW, make_series
from automarium.games.penumbra.rules.school import YES_NO, choose_class
from automarium.games.penumbra.rules.trials import BOTH, EITHER, NEITHER, SIDES, Challenge, choose_trial
from automarium.games.penumbra.rules.turn import is_rest
from automarium.games.penumbra.rulings import Rulings

Whole: TypeAlias = Annotated[int, msgspec.Meta(ge=0)]
Positive: TypeAlias = Annotated[int, msgspec.Meta(ge=1)]
Word: TypeAlias = Annotated[str, msgspec.Meta(min_length=1)]
Plain: TypeAlias = Literal[
    "mark_and_card", "card", "refresh_potions", "buy_artifact", "contract", "trial", "joker", "fill", "arcana"
]


class RestFacts(Facts, frozen=True):
    slots: Annotated[list[Whole], msgspec.Meta(min_length=SLOTS, max_length=SLOTS)]
    marks: Whole
    sparks: Whole


def decide_rest(facts: RestFacts, rulings: Rulings, table: Table) -> Verdict:
    notes: Notes = []
    if not is_rest(facts.slots, rulings, notes):
        return Verdict({"rest": False}, tuple(notes), (message("no-rest"),))
    answer = {"rest": True, "dice": facts.marks, "spark_dice": facts.sparks}
    return Verdict(answer, tuple(notes), (Rest(facts.marks, facts.sparks, rulings.amb_07),))


# --------------------------------------------------------------------------------------------------------- instruction


class Conditions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    cards: Cards | msgspec.UnsetType = msgspec.UNSET
    order: Order | msgspec.UnsetType = msgspec.UNSET
    min_level: Whole | msgspec.UnsetType = msgspec.UNSET

    def when(self) -> When:
        cards = None if self.cards is msgspec.UNSET else self.cards
        order = None if self.order is msgspec.UNSET else self.order
        level = None if self.min_level is msgspec.UNSET else self.min_level
        return When(cards=cards, order=order, min_level=level)


class Substitution(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    effect: Literal["substitution"]
    slot: Annotated[int, msgspec.Meta(ge=0, le=SLOTS - 1)]


class LineFacts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    when: Conditions
    do: Plain | Substitution | Annotated[list[Plain | Substitution], msgspec.Meta(min_length=1)]

    def entry(self) -> Entry:
        several = self.do if isinstance(self.do, list) else [self.do]
        effects = [
            Effect(one) if isinstance(one, str) else Effect("substitution", str(one.slot + 1)) for one in several
        ]
        return Entry(tuple(effects), self.when.when())


class ContractCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    vp: Whole
    alignment: Alignment | None


class TrialCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    difficulty: Whole
    vp: Whole


class InstructionFacts(Facts, frozen=True):
    lines: list[LineFacts] = msgspec.field(name="list")
    cards: Positive
    ordinal: Positive
    level: Whole
    alignment: Alignment | None
    free_marks: Whole
    contracts: list[ContractCard]
    trials: list[TrialCard]


class GivenSight:
    """What the conditions of a list look at, from the facts of a request."""

    def __init__(self, facts: InstructionFacts, rulings: Rulings) -> None:
        self._facts, self._rulings = facts, rulings
        self.above, self.ordinal = facts.cards, facts.ordinal
        self.level, self.free_marks = facts.level, facts.free_marks

    def count(self, _: str) -> int:
        return self._facts.cards

    def contract_allowed(self) -> bool:
        facts = self._facts
        return _contract(facts.contracts, facts.level, facts.alignment, self._rulings, None) is not None

    def trial_allowed(self) -> bool:
        return any(trial.difficulty < self.level for trial in self._facts.trials)


def decide_instruction(facts: InstructionFacts, rulings: Rulings, table: Table) -> Verdict:
    entries = [line.entry() for line in facts.lines]
    if not entries or entries[-1].when != ALWAYS:
        where = f"facts.list[{len(entries) - 1}].when" if entries else "facts.list"
        raise refuse("board.no-end", where)
    notes: Notes = []
    found = find_line(0, entries, GivenSight(facts, rulings), rulings, notes)
    said = NoLine("any") if found is None else Line("any", found + 1, entries[found].do)
    return Verdict(found, tuple(notes), (said,))


# -------------------------------------------------------------------------------------------------- contract and trial


class ContractFacts(Facts, frozen=True):
    contracts: list[ContractCard]
    level: Whole
    alignment: Alignment | None


def decide_contract(facts: ContractFacts, rulings: Rulings, table: Table) -> Verdict:
    notes: Notes = []
    found = _contract(facts.contracts, facts.level, facts.alignment, rulings, notes)
    if found is None:
        return Verdict(None, tuple(notes), (message("contract.none"),))
    return Verdict(found.index, tuple(notes), (Completes(found.index + 1, found.vp),))


def _contract(
    contracts: list[ContractCard],
    level: int,
    alignment: Alignment | None,
    rulings: Rulings,
    notes: Notes | None,
) -> Offer | None:
    offers = [Offer(index, contract.vp) for index, contract in enumerate(contracts)]
    sides = {index: contract.alignment or NEITHER for index, contract in enumerate(contracts)}
    return choose_contract(offers, level, alignment, sides, rulings, notes, eager=True)


class TrialFacts(Facts, frozen=True):
    trials: list[TrialCard]
    level: Whole


def decide_trial(facts: TrialFacts, rulings: Rulings, table: Table) -> Verdict:
    notes: Notes = []
    trials = [Challenge(index, trial.difficulty, trial.vp) for index, trial in enumerate(facts.trials)]
    found = choose_trial(trials, facts.level, notes)
    if found is None:
        return Verdict(None, tuple(notes), (message("trial.none"),))
    return Verdict(found.index, tuple(notes), (Passes(found.index + 1, found.vp or 0),))


# ------------------------------------------------------------------------------------------------------ class and take


class ClassFacts(Facts, frozen=True):
    card: Word
    classes: list[Word]
    start: Word


def decide_class(facts: ClassFacts, rulings: Rulings, table: Table) -> Verdict:
    if facts.start not in facts.classes:
        start, classes = term("colour", facts.start), term("colour", facts.classes)
        raise refuse("facts.start", "facts.start", start=start, classes=classes)
    notes: Notes = []
    found = choose_class(facts.card, tuple(facts.classes), facts.start, notes=notes)
    return Verdict(found, tuple(notes), (message("class.chosen", colour=term("colour", found)),))


class TakeFacts(Facts, frozen=True):
    die: Annotated[int, asks("ask.die", low=1, high=DIE)]


def decide_take(facts: TakeFacts, rulings: Rulings, table: Table) -> Verdict:
    notes: Notes = []
    side = find_side(facts.die, notes=notes)
    return Verdict(side, tuple(notes), (message("take.side", side=term("side", side)),))


MOST_CARDS = 20


def ask_rest(table: Table, pack: Pack, rulings: Rulings) -> RestFacts:
    fields = (
        Field("slots", Series(about="ask.slots-cards", low=0, high=MOST_CARDS, most=SLOTS, exactly=SLOTS)),
        Field("marks", Count(about="ask.level", low=0, high=MOST_MARKS, default=1)),
        Field("sparks", Count(about="ask.sparks", low=0, high=MOST_MARKS, default=1)),
    )
    return RestFacts(**table.ask(Form(about="ask.rest", fields=fields)))


# --------------------------------------------------------------------------------------------------------- instruction


def ask_instruction(table: Table, pack: Pack, rulings: Rulings) -> Verdict:
    """Ask for board and slot, then in one form for what the lines of that list look at, then for a row if needed."""
    boards = _boards(pack)
    fields = (
        Field("board", Pick(about="ask.board", options=tuple(boards), family="board-name")),
        Field("slot", Pick(about="ask.slot", options=tuple(range(1, SLOTS + 1)), family="slot")),
    )
    chosen = table.ask(Form(about="ask.instruction", fields=fields))
    board, slot = boards[chosen["board"]], chosen["slot"] - 1
    desk = GameDesk(Position(board=board, start="", marks=[], colours=get_colours(pack)), pack, rulings, table)
    _look(desk, slot)
    found = read_list(read_lists(board, rulings)[slot], make_seen(desk, slot, _Row(desk)), desk.notes)
    name = board.slots[slot]
    said = NoLine(name) if found is None else Line(name, found + 1, board.lists[slot][found].do)
    return Verdict(found, tuple(desk.notes or ()), (said,))


def _boards(pack: Pack) -> dict[str, AutomaBoard]:
    """Return our boards and the printed ones that were entered."""
    boards = {board.id: board for board in pack.once(read_house_boards).values()}
    for character in CHARACTERS:
        id_ = list_printed_boards(pack)[character]
        entered = read_printed_board(pack, id_)
        if entered is not None:
            boards[id_] = entered
    return boards


def _look(desk: Desk, slot: int) -> None:
    """Ask in one form for what the lines of a list look at on the Automa's side, and set it on the desk."""
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
        fields.append(Field("alignment", _automas_side()))
    params = {"slot": term("slot", board.slots[slot])}
    answers = desk.ask(Form(about="ask.list", params=params, fields=tuple(fields)))
    for index in stacks:
        position.slots[index] = [Card("", slot)] * answers[f"cards-{index + 1}"]
    position.ordinal = answers.get("ordinal", 1)
    position.marks = [""] * answers["level"]
    position.alignment = _alignment(answers.get("alignment", NEITHER))


def _stack(board: AutomaBoard, index: int, low: int) -> Field:
    params = {"slot": term("slot", board.slots[index])}
    asked = Count(about="ask.cards", params=params, low=low, high=MOST_CARDS, default=low)
    return Field(f"cards-{index + 1}", asked)


class _Row(Row):
    """The row of Contracts, asked with all alignments in one form."""

    @property
    def contracts(self) -> Sequence[Offer]:
        if self._contracts is None:
            answers = self._desk.ask(Form(about="ask.contract-row", fields=_contracts()))
            self.lay_out(
                answers["contracts"], _as_many(answers["sides"], answers["contracts"], self._desk.position.alignment)
            )
        return super().contracts


# -------------------------------------------------------------------------------------------------- contract and trial


def ask_contract(table: Table, pack: Pack, rulings: Rulings) -> ContractFacts:
    """Ask for a row; a Contract with a choice of side, or both, counts as one of the Automa's (PEN-AMB-16)."""
    fields = (Field("level", _level()), Field("alignment", _automas_side()), *_contracts())
    answers = table.ask(Form(about="ask.contract", fields=fields))
    alignment = _alignment(answers["alignment"])
    sides = _as_many(answers["sides"], answers["contracts"], alignment)
    cards = [
        ContractCard(vp, alignment if side in (EITHER, BOTH) else _alignment(side))
        for vp, side in zip(answers["contracts"], sides, strict=True)
    ]
    return ContractFacts(cards, answers["level"], alignment)


def ask_trial(table: Table, pack: Pack, rulings: Rulings) -> TrialFacts:
    fields = (
        Field("level", _level()),
        Field("difficulties", make_series("ask.trials", [])),
        Field("vps", make_series("ask.trials.all-vp", [])),
    )
    answers = table.ask(Form(about="ask.trial", fields=fields))
    if len(answers["vps"]) != len(answers["difficulties"]):
        raise refuse("ask.as-many", "to.vps", count=len(answers["difficulties"]))
    pairs = zip(answers["difficulties"], answers["vps"], strict=True)
    return TrialFacts([TrialCard(difficulty, vp) for difficulty, vp in pairs], answers["level"])


def _level() -> Count:
    return Count(about="ask.level", low=0, high=MOST_MARKS)


def _automas_side() -> Pick:
    return Pick(about="ask.her-alignment", options=("light", "dark", NEITHER), family="alignment", default=NEITHER)


def _contracts() -> tuple[Field, Field]:
    sides = Several(about="ask.contract.sides", options=SIDES, most=LONGEST_ROW, family="alignment", default=[])
    return Field("contracts", make_series("ask.contracts", [])), Field("sides", sides)


def _as_many(sides: list[str], vps: list[int], alignment: Alignment | None) -> list[str]:
    """Return an alignment for each Contract; before the Automa's is fixed they may be left out (PEN-GUILD-04)."""
    if alignment is None and not sides:
        return [NEITHER] * len(vps)
    if len(sides) != len(vps):
        raise refuse("ask.as-many", "to.sides", count=len(vps))
    return sides


def _alignment(side: str) -> Alignment | None:
    return "light" if side == "light" else "dark" if side == "dark" else None


# -------------------------------------------------------------------------------------------------------------- class


def ask_class(table: Table, pack: Pack, rulings: Rulings) -> ClassFacts:
    colours = get_colours(pack)
    fields = (
        Field("start", Pick(about="ask.start", options=colours, family="colour")),
        Field("card", Pick(about="ask.card-colour", options=(*colours, BONE), family="colour")),
        Field("there", Pick(about="ask.is-class.its", options=YES_NO, family="answer", default="yes")),
    )
    answers = table.ask(Form(about="ask.class", fields=fields))
    card, start = answers["card"], answers["start"]
    return ClassFacts(card, [start, card] if answers["there"] == "yes" and card != BONE else [start], start)


ASKS: Decisions = {
    "rest": Decision(RestFacts, decide_rest, ask_rest),
    "instruction": Decision(InstructionFacts, decide_instruction, ask_instruction),
    "contract": Decision(ContractFacts, decide_contract, ask_contract),
    "trial": Decision(TrialFacts, decide_trial, ask_trial),
    "class": Decision(ClassFacts, decide_class, ask_class),
    "take": Decision(TakeFacts, decide_take),
}
