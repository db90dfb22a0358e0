"""What each decision looks at, and how it is settled."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

from automarium.games.penumbra.events import Line, NoLine, Rest
from automarium.games.penumbra.lines import ALWAYS, SLOTS, Cards, Effect, Entry, Order, When
from automarium.games.penumbra.position import DIE, Alignment
from automarium.games.penumbra.rewards import Completes, Passes
from automarium.games.penumbra.rules.alignment import NEITHER
from automarium.games.penumbra.rules.dice import side_of
from automarium.games.penumbra.rules.guild import Offer, choose_contract
from automarium.games.penumbra.rules.lists import find_line
from automarium.games.penumbra.rules.rest import rests
from automarium.games.penumbra.rules.school import choose_class
from automarium.games.penumbra.rules.trials import Challenge, choose_trial
from automarium.games.penumbra.rulings import Rulings
from automarium.kernel.ask import Facts, Verdict, asks
from automarium.kernel.choice import Notes
from automarium.kernel.saying import refuse, saying, term
from automarium.kernel.table import Table

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


def rest(facts: RestFacts, rulings: Rulings, table: Table) -> Verdict:
    notes: Notes = []
    if not rests(facts.slots, rulings, notes):
        return Verdict({"rest": False}, tuple(notes), (saying("no-rest"),))
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


class Given:
    """The facts of a request, as the conditions of a list look at them."""

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


def instruction(facts: InstructionFacts, rulings: Rulings, table: Table) -> Verdict:
    entries = [line.entry() for line in facts.lines]
    if not entries or entries[-1].when != ALWAYS:
        where = f"facts.list[{len(entries) - 1}].when" if entries else "facts.list"
        raise refuse("board.no-end", where)
    notes: Notes = []
    found = find_line(0, entries, Given(facts, rulings), rulings, notes)
    said = NoLine("any") if found is None else Line("any", found + 1, entries[found].do)
    return Verdict(found, tuple(notes), (said,))


# -------------------------------------------------------------------------------------------------- contract and trial


class ContractFacts(Facts, frozen=True):
    contracts: list[ContractCard]
    level: Whole
    alignment: Alignment | None


def contract(facts: ContractFacts, rulings: Rulings, table: Table) -> Verdict:
    notes: Notes = []
    found = _contract(facts.contracts, facts.level, facts.alignment, rulings, notes)
    if found is None:
        return Verdict(None, tuple(notes), (saying("contract.none"),))
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


def trial(facts: TrialFacts, rulings: Rulings, table: Table) -> Verdict:
    notes: Notes = []
    trials = [Challenge(index, trial.difficulty, trial.vp) for index, trial in enumerate(facts.trials)]
    found = choose_trial(trials, facts.level, notes)
    if found is None:
        return Verdict(None, tuple(notes), (saying("trial.none"),))
    return Verdict(found.index, tuple(notes), (Passes(found.index + 1, found.vp or 0),))


# ------------------------------------------------------------------------------------------------------ class and take


class ClassFacts(Facts, frozen=True):
    card: Word
    classes: list[Word]
    start: Word


def school_class(facts: ClassFacts, rulings: Rulings, table: Table) -> Verdict:
    if facts.start not in facts.classes:
        start, classes = term("colour", facts.start), term("colour", facts.classes)
        raise refuse("facts.start", "facts.start", start=start, classes=classes)
    notes: Notes = []
    found = choose_class(facts.card, facts.classes, facts.start, notes)
    return Verdict(found, tuple(notes), (saying("class.chosen", colour=term("colour", found)),))


class TakeFacts(Facts, frozen=True):
    die: Annotated[int, asks("ask.die", low=1, high=DIE)]


def take(facts: TakeFacts, rulings: Rulings, table: Table) -> Verdict:
    notes: Notes = []
    side = side_of(facts.die, notes)
    return Verdict(side, tuple(notes), (saying("take.side", side=term("side", side)),))
