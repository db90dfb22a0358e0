"""Stand-ins for the human in the lab, with a house table: dice, places, rows and markets of our own design."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import ClassVar

import msgspec

from automarium.games.penumbra.commands import Counted, Ended, Next, Sparked, Total
from automarium.games.penumbra.position import BONE, HOUSE_CARDS, SPARK, TOME, Position
from automarium.games.penumbra.rules.dice import FREE, FULL, NO_DIE
from automarium.games.penumbra.rules.rows import AFTER, MORE
from automarium.games.penumbra.rules.school import OCCUPIED
from automarium.kernel.chance import Chance
from automarium.kernel.command import Input
from automarium.kernel.pack import Pack
from automarium.kernel.room import Rival
from automarium.kernel.table import Answer, AnyQuestion, Count, Form, Pick, Series, Several

SPARK_EVERY = 4  # so much Light and Darkness together brings a Spark mark
HUMAN_RESTS = 4  # a random human rests about every fourth turn
HUMAN_REST = (3, 1)  # dice and Spark dice that leave the table then
HUMAN_TRIES = 5  # and takes on a Trial about every fifth
MOST_VP = 60
KINDS = tuple(HOUSE_CARDS.values())


class Contract(msgspec.Struct, frozen=True):
    vp: int
    side: str
    amount: int


class Trial(msgspec.Struct, frozen=True):
    difficulty: int
    vp: int


class HouseTable:
    """The shared table of a two-player game: what the Automa asks about, and what her turns change on it."""

    def __init__(self, pack: Pack, chance: Chance) -> None:
        facts = pack.house["table"]
        self._chance = chance
        self._facts = facts
        colours = list(pack.house["deck"]["artifacts"]["colours"])
        chance.shuffle(colours)
        self.classes = set(colours[: facts["places"]["classes"]])
        self.supply = dict.fromkeys(colours, facts["dice"]["each_colour"])
        self.supply |= {BONE: facts["dice"]["bone"], SPARK: facts["dice"]["spark"]}
        self.lying: list[tuple[str, str, str]] = []  # location, colour of the Class, die
        contracts = facts["contracts"]
        self._contracts = [
            Contract(vp, side, amount)
            for vp, amount in zip(contracts["vp"], contracts["alignment"], strict=True)
            for side in ("light", "dark")
        ]
        trials = facts["trials"]
        fate: list[Trial | None] = [Trial(*pair) for pair in zip(trials["difficulty"], trials["vp"], strict=True)]
        fate += [None] * trials["events"]  # Events
        chance.shuffle(self._contracts)
        chance.shuffle(fate)
        self._fate = fate
        self._gone: list[Contract] = []
        self.contracts: list[Contract] = []
        self.trials: list[Trial] = []
        self.refresh_contracts()
        while len(self.trials) < trials["row"]:
            self.reveal_fate()

    @property
    def ended(self) -> bool:
        """The game ends when the Fate deck has run out."""
        return not self._fate

    # ------------------------------------------------------------------------------------------------------------ rows

    def refresh_contracts(self) -> None:
        """The row is filled up from the left; new ones come on the right."""
        while len(self.contracts) < self._facts["contracts"]["row"]:
            if not self._contracts:
                if not self._gone:
                    return
                self._contracts, self._gone = self._gone, []
                self._chance.shuffle(self._contracts)
            self.contracts.append(self._contracts.pop())

    def new_contracts(self) -> None:
        """A refresh by the normal rules: the leftmost Contract goes, the row is filled up."""
        if self.contracts:
            self._gone.append(self.contracts.pop(0))
        self.refresh_contracts()

    def take_contract(self, index: int) -> Contract:
        taken = self.contracts.pop(index)
        self.refresh_contracts()
        return taken

    def pass_trial(self, index: int) -> None:
        """It is hers; then a new Fate card, and the Guild is refreshed."""
        self.trials.pop(index)
        self.reveal_fate()
        self.new_contracts()

    def reveal_fate(self) -> None:
        """The next Fate card: a Trial for the row, whose oldest goes if it is full, or an Event."""
        if not self._fate:
            return
        card = self._fate.pop()
        if card is not None:
            if len(self.trials) >= self._facts["trials"]["row"]:
                self.trials.pop(0)
            self.trials.append(card)

    # ------------------------------------------------------------------------------------------------------------ dice

    def places(self, location: str) -> int:
        return 1 if location == SPARK else int(self._facts["places"][location])

    def free(self, location: str, colour: str = "") -> bool:
        used = sum(1 for place, of, _ in self.lying if (place, of) == (location, colour))
        return used < self.places(location)

    def put(self, location: str, colour: str, die: str) -> str:
        """What the person sees when a die is to be placed; if it can be, it lies there now."""
        if not self.free(location, colour):
            return FULL
        if not self.supply.get(die):
            return NO_DIE
        self.supply[die] -= 1
        self.lying.append((location, colour, die))
        return FREE

    def remove(self, dice: int, spark_dice: int) -> None:
        """As many as asked for, or all there are; they go back to the supply (PEN-REST-10, PEN-REST-11)."""
        for spark, count in ((False, dice), (True, spark_dice)):
            there = [index for index, (_, _, die) in enumerate(self.lying) if (die == SPARK) == spark]
            self._chance.shuffle(there)
            for index in sorted(there[:count], reverse=True):
                self.supply[self.lying.pop(index)[2]] += 1

    def rest(self, dice: int, spark_dice: int) -> None:
        """What a Rest does to the table: dice leave it, Contracts and Fate are refreshed."""
        self.remove(dice, spark_dice)
        self.new_contracts()
        self.reveal_fate()

    def human_turn(self, rests: int = HUMAN_RESTS, tries: int = HUMAN_TRIES, dice: int = 2) -> None:
        """Dice of any colour on places anywhere, now and then a Contract, a Trial or a Rest."""
        chance = self._chance
        if chance.below(rests) == 0:
            self.rest(*HUMAN_REST)
            return
        if chance.below(tries) == 0 and self.trials:
            self.trials.pop(chance.below(len(self.trials)))
            self.reveal_fate()
            return
        for _ in range(dice):
            location = chance.pick(("guild", "shop", "brewery", "card", "mark", SPARK))
            colour = chance.pick(sorted(self.classes)) if location in ("card", "mark", SPARK) else ""
            die = SPARK if location == SPARK else colour or chance.pick([*sorted(self.classes), BONE])
            if self.put(location, colour, die) == FREE and location == "guild" and self.contracts:
                self.take_contract(chance.below(len(self.contracts)))


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
        match question:
            case Form():
                return self._form(question)
            case Pick():
                return self._pick(question)
            case Count():
                return self._count(question)
            case Series():
                return self._row(question)
            case Several(family="colour"):
                return [colour for colour in question.options if colour in self.table.classes]
            case Several():
                return [self._named(contract, question) for contract in self.table.contracts]
            case _:
                raise AssertionError(f"nothing here asks so: {question.about}")

    def _form(self, form: Form) -> dict[str, Answer]:
        """Field by field, as on the table: what happens only if a die is placed does not happen without it."""
        self._no_die = False
        told: dict[str, Answer] = {}
        for name, question in ((field.name, field.question) for field in form.fields):
            if self._no_die and name in ("mark", "colour", "symbol", "side", "amount", AFTER):
                continue
            if name == "mark" and told[SPARK] != OCCUPIED:
                continue
            told[name] = self.answer(question)
            if told[name] == NO_DIE and isinstance(question, Pick) and question.family in ("seen", "spark-place"):
                self._no_die = True
        return told

    def _pick(self, question: Pick) -> Answer:
        table, params = self.table, question.params
        match question.about:
            case "ask.card.colour" | "ask.next.colour" | "ask.shop.colour" | "ask.shop.named.colour":
                card = self._chance.pick(KINDS)  # decks and the Shop's market are not followed card by card
                self._symbol = card.symbol
                return card.colour if card.colour in question.options else question.options[0]
            case "ask.card.symbol":
                return TOME if self._symbol is None else question.options[self._symbol]
            case "ask.is-class":
                return "yes" if params["colour"].value in table.classes else "no"
            case "ask.spark-place":
                seen = table.put(SPARK, params["colour"].value, SPARK)
                return OCCUPIED if seen == FULL else seen
            case "ask.contract.side":
                return str(table.contracts[params["number"] - 1].side)
            case "ask.trial.side":
                return "none"
            case about if about.startswith("ask.place"):
                colour = params["colour"].value if "colour" in params else ""
                return table.put(params["location"].value, colour, params["die"].value)
        return self._chance.pick(question.options)

    def _count(self, question: Count) -> int:
        match question.about:
            case "ask.contract.brings":  # it is completed
                self._taken += 1
                return self.table.take_contract(question.params["number"] - 1).amount
            case "ask.trial.amount":
                return 1
        return max(1, question.low) + self._chance.below(question.high - max(1, question.low) + 1)

    def _row(self, question: Series) -> list[int]:
        table = self.table
        match question.about:
            case "ask.contracts":
                return [contract.vp for contract in table.contracts]
            case "ask.trials":
                return [trial.difficulty for trial in table.trials]
            case "ask.trials.all-vp":
                return [trial.vp for trial in table.trials]
            case _:
                return [table.trials[number - 1].vp for number in question.params["numbers"]]

    def _named(self, contract: Contract, question: Several) -> str:
        named = f"{contract.side}-{contract.vp}"
        return named if named in question.options else MORE

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
        filled, dice, spark_dice = all(position.slots), position.level, position.sparks
        trials = len(position.trials)
        yield Next()
        now = look()
        self._follow(now, trials)
        if filled and not any(now.slots):
            self.table.rest(dice, spark_dice)
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
    rests: ClassVar[int] = 4
    tries: ClassVar[int] = 5
    dice: ClassVar[int] = 2
    points: ClassVar[int] = 85


class Expert(Novice):
    """Goes for Trials and seldom rests: the Fate deck runs out sooner, and the places are full."""

    rests: ClassVar[int] = 6
    tries: ClassVar[int] = 3
    dice: ClassVar[int] = 3
    points: ClassVar[int] = 120
    spread: ClassVar[int] = 25


RIVALS: dict[str, Callable[[Pack, Chance], Rival]] = {
    "random": RandomRival,
    "novice": Novice,
    "regular": Regular,
    "expert": Expert,
    "still": StillRival,
}
