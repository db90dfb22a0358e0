"""The table of a stand-in: dice, places, rows and markets of our own design, and what both sides do to them."""

from __future__ import annotations

import msgspec

from automarium.games.penumbra.position import BONE, SPARK
from automarium.games.penumbra.rules.dice import FREE, FULL, NO_DIE
from automarium.kernel.chance import Chance
from automarium.kernel.pack import Pack

HUMAN_RESTS = 4  # a random human rests about every fourth turn
HUMAN_REST = (3, 1)  # dice and Spark dice that leave the table then
HUMAN_TRIES = 5  # and takes on a Trial about every fifth


class Contract(msgspec.Struct, frozen=True):
    vp: int
    side: str
    amount: int
    name: str  # as a row is told


class Trial(msgspec.Struct, frozen=True):
    difficulty: int
    vp: int


class HouseFacts(msgspec.Struct, frozen=True):
    """What the pack says of the table, read once."""

    colours: tuple[str, ...]
    classes: int
    supply: dict[str, int]
    places: dict[str, int]
    contracts: tuple[Contract, ...]
    contract_row: int
    fate: tuple[Trial | None, ...]  # None: an Event
    trial_row: int


def house_facts(pack: Pack) -> HouseFacts:
    facts = pack.house["table"]
    colours = tuple(pack.house["deck"]["artifacts"]["colours"])
    dice, contracts, trials = facts["dice"], facts["contracts"], facts["trials"]
    return HouseFacts(
        colours=colours,
        classes=facts["places"]["classes"],
        supply={**dict.fromkeys(colours, dice["each_colour"]), BONE: dice["bone"], SPARK: dice["spark"]},
        places={**facts["places"], SPARK: 1},
        contracts=tuple(
            Contract(vp, side, amount, f"{side}-{vp}")
            for vp, amount in zip(contracts["vp"], contracts["alignment"], strict=True)
            for side in ("light", "dark")
        ),
        contract_row=contracts["row"],
        fate=(*map(Trial, trials["difficulty"], trials["vp"]), *(None,) * trials["events"]),
        trial_row=trials["row"],
    )


class HouseTable:
    """The shared table of a two-player game: what the Automa asks about, and what her turns change on it."""

    def __init__(self, pack: Pack, chance: Chance) -> None:
        self._chance = chance
        self._facts = facts = pack.once(house_facts)
        colours = list(facts.colours)
        chance.shuffle(colours)
        self.classes = set(colours[: facts.classes])
        self.supply = facts.supply.copy()
        self.lying: list[tuple[str, str, str]] = []  # location, colour of the Class, die
        self._used: dict[tuple[str, str], int] = {}  # how many lie in a location
        self._contracts = list(facts.contracts)
        self._fate = list(facts.fate)
        chance.shuffle(self._contracts)
        chance.shuffle(self._fate)
        self.ended = False  # the game ends when the Fate deck has run out
        self._gone: list[Contract] = []
        self.contracts: list[Contract] = []
        self.trials: list[Trial] = []
        self.refresh_contracts()
        while len(self.trials) < facts.trial_row:
            self.reveal_fate()

    # ------------------------------------------------------------------------------------------------------------ rows

    def refresh_contracts(self) -> None:
        """The row is refilled from the left; new ones come on the right."""
        while len(self.contracts) < self._facts.contract_row:
            if not self._contracts:
                if not self._gone:
                    return
                self._contracts, self._gone = self._gone, []
                self._chance.shuffle(self._contracts)
            self.contracts.append(self._contracts.pop())

    def new_contracts(self) -> None:
        """A refresh by the normal rules: the leftmost Contract goes, the row is refilled."""
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
        self.ended = not self._fate
        if card is not None:
            if len(self.trials) >= self._facts.trial_row:
                self.trials.pop(0)
            self.trials.append(card)

    # ------------------------------------------------------------------------------------------------------------ dice

    def put(self, location: str, colour: str, die: str) -> str:
        """What the person sees when a die is to be placed; if it can be, it lies there now."""
        place, supply = (location, colour), self.supply
        used = self._used.get(place, 0)
        if used >= self._facts.places[location]:
            return FULL
        if not supply.get(die):
            return NO_DIE
        supply[die] -= 1
        self.lying.append((location, colour, die))
        self._used[place] = used + 1
        return FREE

    def remove(self, dice: int, spark_dice: int) -> None:
        """As many as asked for, or all there are; they go back to the supply (PEN-REST-10, PEN-REST-11)."""
        for spark, count in ((False, dice), (True, spark_dice)):
            there = [index for index, (_, _, die) in enumerate(self.lying) if (die == SPARK) == spark]
            self._chance.shuffle(there)
            for index in sorted(there[:count], reverse=True):
                location, colour, die = self.lying.pop(index)
                self.supply[die] += 1
                self._used[location, colour] -= 1

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
