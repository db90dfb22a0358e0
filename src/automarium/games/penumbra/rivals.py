"""Simulated players for the lab, and what it can take away from the Automa, each with a house table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import Annotated, Any, ClassVar, Literal, TypeAlias

import msgspec

from automarium.engine.content.pack import Pack
from automarium.engine.definition import AutomaPart, Lab
from automarium.engine.message import Message, message, refuse, term
from automarium.engine.play.chance import Chance
from automarium.engine.play.command import Given, Input
from automarium.engine.question import Answer, AnyQuestion, Count, Form, Pick, Series, Several
from automarium.engine.validation import convert
from automarium.games.penumbra.boards.line import Entry, write_line
from automarium.games.penumbra.commands import Counted, Ended, Next, Sparked, Total
from automarium.games.penumbra.events import IN_CLASS, ListShown
from automarium.games.penumbra.position import BONE, HOUSE_CARDS, SPARK, TOME, Position
from automarium.games.penumbra.rules.dice import FREE, FULL, NO_DIE
from automarium.games.penumbra.rules.rows import AFTER, MORE, NAMED_VP
from automarium.games.penumbra.rules.school import OCCUPIED
from automarium.games.penumbra.setup import Options, find_board

HUMAN_RESTS = 4  # a random human rests about every fourth turn
HUMAN_REST = (3, 1)  # dice and Spark dice that leave the table then
HUMAN_TRIES = 5  # and takes on a Trial about every fifth


class Contract(msgspec.Struct, frozen=True):
    vp: int
    side: str
    amount: int
    name: str  # in a reported row


class Trial(msgspec.Struct, frozen=True):
    difficulty: int
    vp: int


class HouseFacts(msgspec.Struct, frozen=True):
    """What the pack says of the table."""

    colours: tuple[str, ...]
    classes: int
    supply: dict[str, int]
    places: dict[str, int]
    contracts: tuple[Contract, ...]
    contract_row: int
    fate: tuple[Trial | None, ...]  # None: an Event
    trial_row: int


Natural: TypeAlias = Annotated[int, msgspec.Meta(ge=0)]
Positive: TypeAlias = Annotated[int, msgspec.Meta(ge=1)]


class Dice(msgspec.Struct, frozen=True):
    each_colour: Natural
    bone: Natural
    spark: Natural


class Places(msgspec.Struct, frozen=True):
    guild: Natural
    shop: Natural
    brewery: Natural
    card: Natural
    mark: Natural
    classes: Positive


class Contracts(msgspec.Struct, frozen=True):
    row: Natural
    vp: tuple[Natural, ...]
    alignment: tuple[Natural, ...]


class Trials(msgspec.Struct, frozen=True):
    row: Positive
    difficulty: tuple[Natural, ...]
    vp: tuple[Natural, ...]
    events: Annotated[int, msgspec.Meta(ge=0, le=60)]  # with more, games need hundreds of turns


def read_house_facts(pack: Pack) -> HouseFacts:
    """Raise Refused if no game can be played with them."""
    colours = convert(tuple[str, ...], pack.house["deck"]["artifacts"]["colours"], "deck.artifacts.colours")
    dice, places = pack.typed(Dice, "table", "dice", "house"), pack.typed(Places, "table", "places", "house")
    contracts = pack.typed(Contracts, "table", "contracts", "house")
    trials = pack.typed(Trials, "table", "trials", "house")
    _check_length("deck.artifacts.colours", colours, places.classes)
    _check_length("table.contracts.alignment", contracts.alignment, len(contracts.vp), len(contracts.vp))
    _check_length("table.trials.difficulty", trials.difficulty, trials.row)
    _check_length("table.trials.vp", trials.vp, len(trials.difficulty), len(trials.difficulty))
    return HouseFacts(
        colours=colours,
        classes=places.classes,
        supply={**dict.fromkeys(colours, dice.each_colour), BONE: dice.bone, SPARK: dice.spark},
        places={**msgspec.structs.asdict(places), SPARK: 1},
        contracts=tuple(
            Contract(vp, side, amount, f"{side}-{vp}")
            for vp, amount in zip(contracts.vp, contracts.alignment, strict=True)
            for side in ("light", "dark")
        ),
        contract_row=contracts.row,
        fate=(*map(Trial, trials.difficulty, trials.vp), *(None,) * trials.events),
        trial_row=trials.row,
    )


def _check_length(where: str, values: Sequence[object], low: int, high: int | None = None) -> None:
    """Raise Refused if a list is too short or too long."""
    if len(values) < low:
        raise refuse("read.short", where, count=low)
    if high is not None and len(values) > high:
        raise refuse("read.long", where, count=high)


class HouseTable:
    """The shared table of a two-player game: what the Automa asks about, and what its turns change on it."""

    def __init__(self, pack: Pack, chance: Chance) -> None:
        self._chance = chance
        self._facts = facts = pack.once(read_house_facts)
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
        """Refill the row on the right."""
        while len(self.contracts) < self._facts.contract_row:
            if not self._contracts:
                if not self._gone:
                    return
                self._contracts, self._gone = self._gone, []
                self._chance.shuffle(self._contracts)
            self.contracts.append(self._contracts.pop())

    def new_contracts(self) -> None:
        """Refresh by the normal rules: discard the leftmost Contract and refill the row."""
        if self.contracts:
            self._gone.append(self.contracts.pop(0))
        self.refresh_contracts()

    def take_contract(self, index: int) -> Contract:
        taken = self.contracts.pop(index)
        self.refresh_contracts()
        return taken

    def pass_trial(self, index: int) -> None:
        """Remove a passed Trial, reveal a Fate card and refresh the Guild."""
        self.trials.pop(index)
        self.reveal_fate()
        self.new_contracts()

    def reveal_fate(self) -> None:
        """Reveal a Fate card: an Event, or a Trial for the row, which loses its oldest if it is full."""
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
        """Place a die if that is possible, and return what the person reports."""
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
        """Return as many dice to the supply as asked for, or all there are (PEN-REST-10, PEN-REST-11)."""
        for spark, count in ((False, dice), (True, spark_dice)):
            there = [index for index, (_, _, die) in enumerate(self.lying) if (die == SPARK) == spark]
            self._chance.shuffle(there)
            for index in sorted(there[:count], reverse=True):
                location, colour, die = self.lying.pop(index)
                self.supply[die] += 1
                self._used[location, colour] -= 1

    def rest(self, dice: int, spark_dice: int) -> None:
        """Remove dice and refresh Contracts and Fate, as a Rest does."""
        self.remove(dice, spark_dice)
        self.new_contracts()
        self.reveal_fate()

    def human_turn(self, rests: int = HUMAN_RESTS, tries: int = HUMAN_TRIES, dice: int = 2) -> None:
        """Place dice of any colour anywhere, sometimes complete a Contract, take a Trial or rest."""
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


SPARK_EVERY = 4  # so much Light and Darkness together brings a Spark mark
MOST_VP = 60
KINDS = tuple(HOUSE_CARDS.values())
NEXT = Next()
WITH_THE_DIE = frozenset(("mark", "colour", "symbol", "side", "amount", AFTER))  # names of fields
STILL_TURNS = 30  # of a game in which only the Automa acts


class RandomRival:
    """Answers from the house table, plays a human of no particular skill, and ends the game with the Fate deck."""

    def __init__(self, pack: Pack, chance: Chance) -> None:
        self._chance = chance
        self._pack = pack
        self._symbol: int | None = None  # of the card whose colour was reported last
        self._taken = 0  # Contracts that the Automa completed, as far as the row knows
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
        """Answer field by field: what depends on a placed die does not happen without it."""
        self._no_die = False
        answers = self._ANSWERS
        chosen: dict[str, Answer] = {}
        for field in form.fields:
            name = field.name
            if self._no_die and name in WITH_THE_DIE:
                continue
            if name == "mark" and chosen[SPARK] != OCCUPIED:
                continue
            question = field.question
            answer = answers.get(question.about)
            chosen[name] = self._at_random(question) if answer is None else answer(self, question)
        return chosen

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
        self._taken += 1
        return self.table.take_contract(question.params["number"] - 1).amount

    def _contracts(self, question: Several) -> Answer:
        return [one.name if one.vp < NAMED_VP or one.name in question.options else MORE for one in self.table.contracts]

    def _trials_vp(self, question: Series) -> Answer:
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
        """Update the rows after the Automa's turn; a Contract was taken already if the turn asked what it brings."""
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
        """Return the human's points."""
        return self._chance.below(MOST_VP)

    def tally(self, position: Position) -> Counted:
        """Return the Automa's points by the house rates."""
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
    """Does nothing: for timing the Automa's turns alone. The game ends after as many turns as a long game has."""

    def ended(self, position: Position) -> bool:
        return self.table.ended or position.turn >= STILL_TURNS

    def human(self) -> None:
        pass


class Assumptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The points that a rival is assumed to make: about ``vp``, at most ``spread`` more or fewer. It
    rests in one of ``rests`` turns, takes on a Trial in one of ``tries``, and places ``dice`` in the others."""

    vp: Natural
    spread: Natural
    rests: Positive
    tries: Positive
    dice: Natural


def read_assumptions(pack: Pack) -> dict[str, Assumptions]:
    return {name: pack.typed(Assumptions, "rival", name, "house") for name in pack.house["rival"]}


class Novice(RandomRival):
    """Plays at the pace, and makes the points, that the house pack assumes."""

    name: ClassVar[str] = "novice"

    def __init__(self, pack: Pack, chance: Chance) -> None:
        super().__init__(pack, chance)
        self._assumed = pack.once(read_assumptions)[self.name]

    def human(self) -> None:
        self.table.human_turn(self._assumed.rests, self._assumed.tries, self._assumed.dice)

    def vp(self) -> int:
        return self._chance.around(self._assumed.vp, self._assumed.spread)


class Regular(Novice):
    name = "regular"


class Owner(Regular):
    """Plays like the regular, and makes the points of one of the owner's finished games."""

    def __init__(self, pack: Pack, chance: Chance, results: Sequence[int]) -> None:
        super().__init__(pack, chance)
        self._results = results

    def vp(self) -> int:
        return self._chance.pick(self._results)


class Expert(Novice):
    """Goes for Trials and seldom rests: the Fate deck runs out sooner, and the places are full."""

    name = "expert"


class PenumbraLab(Lab[Position]):
    rivals = {"random": RandomRival, "novice": Novice, "regular": Regular, "expert": Expert, "still": StillRival}

    owner = Owner

    def assumptions(self, pack: Pack, rival: str) -> Message | None:
        if rival in ("random", "still"):
            return message("assumed.random", most=MOST_VP - 1)
        assumed = pack.once(read_assumptions).get(rival)
        return None if assumed is None else message("assumed.points", points=assumed.vp, spread=assumed.spread)

    def parts(self, pack: Pack, options: Given) -> list[AutomaPart]:
        return list(list_parts(pack, options))

    def pace(self, position: Position) -> int:
        """Return the Marks on the Automa's board."""
        return position.level

    def list_lines(self, position: Position) -> dict[str, int]:
        return {slot: len(lines) for slot, lines in zip(position.board.slots, position.board.lists, strict=True)}

    def list_followed(self, position: Position) -> list[tuple[str, int]]:
        return [(position.board.slots[slot], line + 1) for slot, line in position.followed]


# Instead of a last line: a list needs one that always applies (PEN-INSTR-12). A unique effect moves nothing here.
NOTHING = {"do": {"effect": "unique", "note": "–"}}


def list_parts(pack: Pack, options: Given) -> Iterator[AutomaPart]:
    chosen = Options(**options)
    board = find_board(pack, chosen.level, chosen.source)
    layer: Literal["house", "printed"] = "house" if board.house else "printed"

    def leave(slot: str, lines: list[Any]) -> dict[str, Any]:
        return {"board": {board.id: {"lists": {slot: lines}}}}

    lists = dict(zip(board.slots, board.lists, strict=True))
    for slot, lines in lists.items():
        for index, line in enumerate(lines):
            written: list[Any] = [write_line(one) for one in lines]
            written[index : index + 1] = [NOTHING] if line is lines[-1] else []
            words = _describe_line("taken.line", slot, index + 1, line)
            shown = _show_list(slot, lines, index + 1)
            yield AutomaPart("line", f"{slot}.{index + 1}", words, leave(slot, written), layer, shown=shown)
    for slot, lines in lists.items():
        words, shown = message("taken.slot", slot=term("slot", slot)), _show_list(slot, lines)
        yield AutomaPart("slot", slot, words, leave(slot, [NOTHING]), layer, shown=shown)


def _show_list(slot: str, lines: Sequence[Entry], number: int | None = None) -> ListShown:
    said = [_describe_line("list.line", slot, place, line) for place, line in enumerate(lines, 1)]
    return ListShown(slot, tuple(said), number)


def _describe_line(key: str, slot: str, number: int, line: Entry) -> Message:
    when = line.when
    conditions = [message(f"when.{one}") for one in (when.cards, when.order) if one is not None]
    if when.min_level is not None:
        conditions.append(message("when.level", level=when.min_level))
    named = {"slot": term("slot", slot), "number": number, "effects": [effect.short() for effect in line.do]}
    if not conditions:
        return Message(key, named)
    return Message(f"{key}.when", {**named, "when": conditions})
