"""Stand-ins for the human in the lab, each with a house table of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any, ClassVar

from automarium.games.penumbra.commands import Counted, Ended, Next, Sparked, Total
from automarium.games.penumbra.house_table import HouseTable
from automarium.games.penumbra.position import HOUSE_CARDS, SPARK, TOME, Position
from automarium.games.penumbra.rewards import IN_CLASS
from automarium.games.penumbra.rules.dice import FULL, NO_DIE
from automarium.games.penumbra.rules.rows import AFTER, MORE, NAMED_VP
from automarium.games.penumbra.rules.school import OCCUPIED
from automarium.kernel.chance import Chance
from automarium.kernel.command import Input
from automarium.kernel.pack import Pack
from automarium.kernel.question import Answer, AnyQuestion, Count, Form, Pick, Series, Several
from automarium.kernel.room import Rivals

SPARK_EVERY = 4  # so much Light and Darkness together brings a Spark mark
MOST_VP = 60
KINDS = tuple(HOUSE_CARDS.values())
NEXT = Next()
WITH_THE_DIE = frozenset(("mark", "colour", "symbol", "side", "amount", AFTER))  # names of fields
STILL_TURNS = 30  # of a game where nobody but her does anything


class RandomRival:
    """Answers from the house table, plays a human of no particular skill, and ends the game with the Fate deck."""

    def __init__(self, pack: Pack, chance: Chance) -> None:
        self._chance = chance
        self._pack = pack
        self._symbol: int | None = None  # of the card whose colour was told last
        self._taken = 0  # Contracts that she completed, as far as the row knows
        self._no_die = False  # what was asked with a die that is not there does not happen

    @cached_property
    def table(self) -> HouseTable:
        return HouseTable(self._pack, self._chance)

    # --------------------------------------------------------------------------------------------------------- answers

    def answer(self, question: AnyQuestion) -> Answer:
        if type(question) is Form:
            return self._form(question)
        answer = self._ANSWERS.get(question.about)
        return self._at_random(question) if answer is None else answer(self, question)

    def _form(self, form: Form) -> dict[str, Answer]:
        """Field by field, as on the table: what happens only if a die is placed does not happen without it."""
        self._no_die = False
        answers = self._ANSWERS
        told: dict[str, Answer] = {}
        for field in form.fields:
            name = field.name
            if self._no_die and name in WITH_THE_DIE:
                continue
            if name == "mark" and told[SPARK] != OCCUPIED:
                continue
            question = field.question
            answer = answers.get(question.about)
            told[name] = self._at_random(question) if answer is None else answer(self, question)
        return told

    def _at_random(self, question: AnyQuestion) -> Answer:
        match question:
            case Pick():
                return self._chance.pick(question.options)
            case Count():
                low = max(1, question.low)
                return low + self._chance.below(question.high - low + 1)
            case _:
                raise AssertionError(f"nothing here asks so: {question.about}")

    def _place(self, question: Pick) -> Answer:
        params = question.params
        colour = params["colour"].value if "colour" in params else ""
        seen = self.table.put(params["location"].value, colour, params["die"].value)
        self._no_die = seen == NO_DIE
        return seen

    def _spark_place(self, question: Pick) -> Answer:
        seen = self.table.put(SPARK, question.params["colour"].value, SPARK)
        self._no_die = seen == NO_DIE
        return OCCUPIED if seen == FULL else seen

    def _card_colour(self, question: Pick) -> Answer:
        card = self._chance.pick(KINDS)  # decks and the Shop's market are not followed card by card
        self._symbol = card.symbol
        return card.colour if card.colour in question.options else str(question.options[0])

    def _card_symbol(self, question: Pick) -> Answer:
        return TOME if self._symbol is None else str(question.options[self._symbol])

    def _is_class(self, question: Pick) -> Answer:
        return "yes" if question.params["colour"].value in self.table.classes else "no"

    def _classes(self, question: Several) -> Answer:
        return [colour for colour in question.options if colour in self.table.classes]

    def _contract_side(self, question: Pick) -> Answer:
        number: int = question.params["number"]
        return self.table.contracts[number - 1].side

    def _contract_brings(self, question: Count) -> Answer:
        """It is completed."""
        self._taken += 1
        return self.table.take_contract(question.params["number"] - 1).amount

    def _contracts(self, question: Several) -> Answer:
        return [one.name if one.vp < NAMED_VP or one.name in question.options else MORE for one in self.table.contracts]

    def _trials_vp(self, question: Series) -> Answer:
        """Of those that can be passed."""
        return [self.table.trials[number - 1].vp for number in question.params["numbers"]]

    _ANSWERS: ClassVar[dict[str, Callable[[Any, Any], Answer]]] = {
        **dict.fromkeys(("ask.place", *(f"ask.place.{section}" for section in IN_CLASS)), _place),
        "ask.spark-place": _spark_place,
        **dict.fromkeys(
            ("ask.card.colour", "ask.next.colour", "ask.shop.colour", "ask.shop.named.colour"), _card_colour
        ),
        "ask.card.symbol": _card_symbol,
        "ask.is-class": _is_class,
        "ask.classes": _classes,
        "ask.contract.side": _contract_side,
        "ask.contract.brings": _contract_brings,
        "ask.contracts.row": _contracts,
        "ask.contracts.then": _contracts,
        "ask.contracts": lambda self, _: [contract.vp for contract in self.table.contracts],
        "ask.trials": lambda self, _: [trial.difficulty for trial in self.table.trials],
        "ask.trials.all-vp": lambda self, _: [trial.vp for trial in self.table.trials],
        "ask.trials.vp": _trials_vp,
        "ask.trial.side": lambda *_: "none",
        "ask.trial.amount": lambda *_: 1,
    }

    # ----------------------------------------------------------------------------------------------------------- turns

    def turn(self, look: Callable[[], Position]) -> Iterator[Input]:
        position = look()
        if self.ended(position):
            yield self.tally(position)
            yield Total(self.vp())
            yield Ended()
            return
        if position.to_move == "human":
            self.human()
        filled, trials = all(position.slots), len(position.trials)
        yield NEXT
        now = look()
        if len(now.contract_places) > self._taken or len(now.trials) > trials:
            self._follow(now, trials)
        if filled and not any(now.slots):
            self.table.rest(now.level, now.sparks)
        if (now.light + now.dark) // SPARK_EVERY >= now.sparks:
            yield Sparked()

    def _follow(self, position: Position, trials: int) -> None:
        """The rows after her turn: a Trial ended it; a Contract was taken already if anybody asked what it brings."""
        for place in position.contract_places[self._taken :]:
            self.table.take_contract(place - 1)
            self._taken += 1
        if len(position.trials) > trials:
            self.table.pass_trial(position.trial_places[-1] - 1)

    def ended(self, _: Position) -> bool:
        return self.table.ended

    def human(self) -> None:
        self.table.human_turn()

    def vp(self) -> int:
        """The human's own points."""
        return self._chance.below(MOST_VP)

    def tally(self, position: Position) -> Counted:
        """Her points by the house rates."""
        rates = self._pack.house["table"]["scoring"]
        goals = sum((position.level >= 5, len(position.contracts) >= 4, len(position.trials) >= 3))
        own = getattr(position, position.alignment) if position.alignment else 0
        return Counted(
            arcana=position.arcana * rates["arcana"],
            experience=(position.cards + 1) * rates["experience"],
            goals=goals * rates["goals"],
            board=position.level * rates["mark"],
            alignment=own * rates["alignment"],
        )


class StillRival(RandomRival):
    """Does nothing but let the Automa play: for timing her turns alone. Nobody else brings the end about, so it comes
    after as many turns as a long game has."""

    def ended(self, position: Position) -> bool:
        return self.table.ended or position.turn >= STILL_TURNS

    def human(self) -> None:
        pass


class Novice(RandomRival):
    """Rests every ``rests`` turns, takes on a Trial every ``tries``, places ``dice`` in the others. Points are not
    played: about ``points`` at the end, at most ``spread`` more or fewer."""

    rests: ClassVar[int] = 3
    tries: ClassVar[int] = 8
    dice: ClassVar[int] = 1
    points: ClassVar[int] = 50
    spread: ClassVar[int] = 20

    def human(self) -> None:
        self.table.human_turn(self.rests, self.tries, self.dice)

    def vp(self) -> int:
        return self._chance.around(self.points, self.spread)


class Regular(Novice):
    rests = 4
    tries = 5
    dice = 2
    points = 85


class Expert(Novice):
    """Goes for Trials and seldom rests: the Fate deck runs out sooner, and the places are full."""

    rests = 6
    tries = 3
    dice = 3
    points = 120
    spread = 25


RIVALS: Rivals = {"random": RandomRival, "novice": Novice, "regular": Regular, "expert": Expert, "still": StillRival}
