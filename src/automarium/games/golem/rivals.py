"""Simulated players for the lab, and what it can take away from the Automa.

The Automa looks at no piece of theirs, so they only answer questions about the table: most at random, :class:`Keeper`
from a table of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Annotated, Any, ClassVar, TypeAlias, TypeVar

import msgspec

from automarium.engine.content.component import is_thing_form
from automarium.engine.content.pack import Entries, Pack
from automarium.engine.definition import AutomaPart, Lab
from automarium.engine.message import Message, message
from automarium.engine.play.chance import Chance
from automarium.engine.play.command import Given, Input
from automarium.engine.question import Answer, AnyQuestion, Count, Form, Pick, Series, Several
from automarium.games.golem.commands import Next, Tally, TieBreak
from automarium.games.golem.events import Reveal, SpaceShown
from automarium.games.golem.position import (
    BOOK_COLOURS,
    CARDS_A_ROUND,
    COLOURS,
    DISPLAY,
    DISTRICTS,
    NEIGHBOURHOODS,
    ROUNDS,
    ROWS,
    SPARE_TILES,
    Position,
)
from automarium.games.golem.printed_cards import list_house_cards
from automarium.games.golem.rules.golems import SPACES
from automarium.games.golem.score import break_tie, count_totals, find_leaders, list_humans

PLACES = 1 << 20  # finer than any question
MOST = 12  # above the lowest, where a number is asked for
GO_ON = Next()


class RandomRival:
    """Throws marbles, takes some and places rabbis at random, as it could be on a real table."""

    def __init__(self, _: Pack, chance: Chance) -> None:
        self._chance = chance
        self._place: float = 0  # of the Automa's rabbi among those possible, when a round is over

    def answer(self, question: AnyQuestion) -> Answer:
        return ANSWERS[type(question)](self, question)

    def pick(self, question: Pick) -> Answer:
        return self._chance.pick(question.options)

    def count(self, question: Count) -> int:
        low, high = question.low, question.high
        if question.about == "ask.order":
            return low + int(self._place * (high - low + 1))
        return low + self._chance.below(min(high - low, MOST) + 1)

    def turn(self, look: Callable[[], Position]) -> Iterator[Input]:
        position = look()
        if position.stage == "evening" and position.rabbi != 1:
            self._place = self._chance.below(PLACES) / PLACES
        return iter((GO_ON,))

    def form(self, form: Form) -> Answer:
        """Answer field by field; all marbles are thrown at once, and tiles are not named."""
        match form.about:
            case "form.rabbi":
                return {field.name: self.answer(field.question) for field in form.fields}
            case "form.rows":
                return self._thrown(form.fields[0].question)
            case "ask.display":
                return self._display(form)
            case "form.neighbourhoods":
                return {field.name: [] for field in form.fields}
            case _:
                rows = [field.question for field in form.fields if field.question.about == "ask.row"]
                thrown: dict[str, object] = dict(self._thrown(rows[0])) if rows else {}
                rest = [field for field in form.fields if field.name not in thrown]
                return {**thrown, **{field.name: self.answer(field.question) for field in rest}}

    def marbles(self) -> int:
        """Return how many marbles the humans have taken since the Automa looked last."""
        return self._chance.below(3)

    def series(self, question: Series) -> list[int]:
        numbers = list(range(question.low, question.high + 1))
        self._chance.shuffle(numbers)
        count = question.exactly
        if count is None:
            count = max(self._chance.below(min(question.most, len(numbers)) + 1), int(question.filled))
        chosen = numbers[:count]
        return sorted(chosen) if question.rising else chosen

    def several(self, question: Several) -> list[str]:
        if question.about == "ask.tiles":  # tiles are named only when they matter
            return []
        if question.about == "ask.gone":  # another participant takes a marble now and then
            there: list[str] = []
            for option, number in question.limits.items():
                there += (option,) * number
            self._chance.shuffle(there)
            return there[: self.marbles()]
        count = question.exactly
        if count is None:
            count = max(self._chance.below(min(question.most, 3) + 1), int(question.filled))
        pool = [option for option in question.options for _ in range(question.limits.get(option, question.most))]
        self._chance.shuffle(pool)
        return pool[:count]

    def _thrown(self, row: AnyQuestion) -> dict[str, list[str]]:
        """Throw all marbles, each into any of the five rows."""
        assert isinstance(row, Several)
        marbles: list[str] = []
        for colour in COLOURS:
            marbles += (colour,) * row.limits[colour]
        rows: dict[str, list[str]] = {row: [] for row in ROWS}
        for marble, fallen in zip(marbles, self._chance.picks(ROWS, len(marbles)), strict=True):
            rows[fallen].append(marble)
        return rows

    def _display(self, form: Form) -> dict[str, str]:
        """Return five books at random."""
        first = form.fields[0].question
        assert isinstance(first, Pick)
        books: list[str] = []
        for option in first.options:
            books += (str(option),) * len(form.fields)
        self._chance.shuffle(books)
        return {field.name: book for field, book in zip(form.fields, books, strict=False)}


# What is asked, by its kind.
ANSWERS: dict[type, Callable[[RandomRival, Any], Answer]] = {
    Form: RandomRival.form,
    Pick: RandomRival.pick,
    Count: RandomRival.count,
    Series: RandomRival.series,
    Several: RandomRival.several,
}


Natural: TypeAlias = Annotated[int, msgspec.Meta(ge=0)]


class Assumptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The points that a rival is assumed to make: about ``vp``, at most ``spread`` more or fewer."""

    vp: Natural
    spread: Natural


def read_assumptions(pack: Pack) -> dict[str, Assumptions]:
    return {name: pack.typed(Assumptions, "rival", name, "house") for name in pack.house["rival"]}


class Novice(RandomRival):
    """Takes a marble now and then. Its points are assumed: see the house pack."""

    name: ClassVar[str] = "novice"

    def __init__(self, pack: Pack, chance: Chance) -> None:
        super().__init__(pack, chance)
        self._assumed = pack.once(read_assumptions)[self.name]

    def marbles(self) -> int:
        return self._chance.below(2)

    def end(self, look: Callable[[], Position]) -> Iterator[Input]:
        humans = list_humans(look())
        for side in humans:
            yield Tally(side, self.vp())
        highest, position = self._chance.pick(("automa", *humans)), look()
        if break_tie(position, find_leaders(count_totals(position))) is None:
            yield TieBreak(highest)

    def vp(self) -> int:
        """Return the points of a human."""
        return self._chance.around(self._assumed.vp, self._assumed.spread)


class Regular(Novice):
    name = "regular"

    def marbles(self) -> int:
        return 1


class Owner(Regular):
    """Plays like the regular, and makes the points of one of the owner's finished games."""

    def __init__(self, pack: Pack, chance: Chance, results: Sequence[int]) -> None:
        super().__init__(pack, chance)
        self._results = results

    def vp(self) -> int:
        return self._chance.pick(self._results)


class Expert(Novice):
    """Takes two marbles before each of the Automa's turns, if there are two."""

    name = "expert"

    def marbles(self) -> int:
        return 2


T = TypeVar("T")

LOWEST = 9  # where the rabbi of a human stands who went to the lowest space: below every tile
RARELY = 8  # one in eight actions of a human buries a golem or takes a menorah token
OFTEN = 3  # one in three buys a book


class Keeper(RandomRival):
    """Keeps a real table for as many humans as play."""

    def __init__(self, pack: Pack, chance: Chance) -> None:
        super().__init__(pack, chance)
        self._pack = pack
        tiles: dict[str, dict[str, list[str]]] = pack.printed["action_tile"]
        self._kills = next((int(id_) for id_, tile in tiles.items() if "kill" in tile["effects"]), 0)
        self._characters = self._shuffled(pack.printed["character"])
        self._missing = {district: self._tiles_left_out() for district in DISTRICTS}
        counts = {colour: pack.printed["books"][colour]["cards"] for colour in BOOK_COLOURS}
        books = [f"{colour}-{number}" for colour, count in counts.items() for number in range(1, count + 1)]
        self._books: list[str] = self._shuffled(books)
        self._shelf: list[str] = [self._books.pop() for _ in range(DISPLAY)]
        self._entered: dict[str, str] = {}  # an owner's books: the number under which each was entered
        self._gaps = 0  # places of the display that were refilled after the Automa bought, and that it has not seen
        self._graves: set[int] = set()
        self._menorahs = list(DISTRICTS)
        self._tiles: list[int] = []
        self._rows: dict[str, list[str]] = {row: [] for row in ROWS}
        self._gone: list[str] = []
        self._rabbis: list[int] = []
        self._automas_spot: int | str | None = None  # where the Automa's own stands
        self._deeds: list[list[str]] = []  # of each human: those of the round still to come
        self._ahead: list[bool] = []  # whether a human is before the Automa in turn order

    def _shuffled(self, things: Iterable[T]) -> list[T]:
        mixed = list(things)
        self._chance.shuffle(mixed)
        return mixed

    def _tiles_left_out(self) -> list[int]:
        return sorted(self._shuffled(range(1, NEIGHBOURHOODS + SPARE_TILES + 1))[:SPARE_TILES])

    # ----------------------------------------------------------------------------------------------- what happens there

    def turn(self, look: Callable[[], Position]) -> Iterator[Input]:
        """Repeat on this table what the Automa did; then the humans act until it is its turn."""
        position = look()
        if position.stage == "round":
            self._new_round(position)
        else:
            self._do_as_she_did(position)
            turn = CARDS_A_ROUND if position.stage == "evening" else len(position.types)
            for human, deeds in enumerate(self._deeds):
                done = CARDS_A_ROUND if position.stage == "evening" else turn + self._ahead[human]
                while len(deeds) > CARDS_A_ROUND - done:
                    self._act(deeds.pop(), position)
        yield Next()

    def _new_round(self, position: Position) -> None:
        """Throw the marbles, deal the tiles, replace the oldest book."""
        self._rows = {row: [] for row in ROWS}
        for colour, count in self._pack.printed["marbles"][str(position.participants)].items():
            for _ in range(count):
                self._rows[self._chance.pick(ROWS)].append(colour)
        tiles = self._shuffled(self._pack.printed["action_tile"])
        self._tiles = [int(id_) for id_ in tiles[: position.participants + 1]]
        self._rabbis, self._gone, self._gaps = [], [], 0
        self._shelf = [*self._shelf[1:], self._books.pop()]
        self._deeds = [self._shuffled(["marble", "marble", "rabbi"]) for _ in range(position.humans)]
        self._ahead = [self._chance.below(2) == 1 for _ in range(position.humans)]

    def _do_as_she_did(self, position: Position) -> None:
        self._automas_spot = position.rabbi
        if position.rows is not None:  # as the Automa knows it, but for what was taken since
            self._rows = {row: list(there) for row, there in position.rows.items()}
            for taken in self._gone:
                row, _, colour = taken.partition("-")
                self._rows[row].remove(colour)
        unseen = position.display.count(None)
        if unseen > self._gaps:
            self._refill([str(book) for book in position.display if book is not None])
            self._gaps = unseen

    def _refill(self, colours: Sequence[str]) -> None:
        """Leave books of these colours, the last of each colour, and add new ones."""
        there = {colour: [one for one in self._shelf if find_colour(one) == colour] for colour in colours}
        last = {colour: books[len(books) - colours.count(colour) :] for colour, books in there.items()}
        left = [last[colour].pop(0) for colour in colours]
        self._shelf = [*left, *(self._books.pop() for _ in range(DISPLAY - len(left)))]

    def _act(self, deed: str, position: Position) -> None:
        """Carry out one action of a human."""
        if deed == "marble":
            there = [f"{row}-{colour}" for row in ROWS for colour in self._rows[row]]
            taken = self._chance.pick(there)
            row, _, colour = taken.partition("-")
            self._rows[row].remove(colour)
            self._gone.append(taken)
        else:
            free = [spot for spot in range(1, len(self._tiles) + 1) if spot not in (*self._rabbis, position.rabbi)]
            self._rabbis.append(self._chance.pick([*free, LOWEST]))
        if self._chance.below(OFTEN) == 0:
            del self._shelf[self._chance.below(DISPLAY)]
            self._shelf.append(self._books.pop())
        if self._chance.below(RARELY) == 0:
            self._graves.add(1 + self._chance.below(SPACES))
        if position.round == ROUNDS and self._menorahs and self._chance.below(RARELY) == 0:
            self._menorahs.pop()

    # ---------------------------------------------------------------------------------------------------- what is asked

    def answer(self, question: AnyQuestion) -> Answer:
        if question.hole is not None:
            return super().answer(question)
        match question:
            case Form(about="form.round" | "form.rows" | "form.turn" | "form.marbles" | "form.rabbi"):
                return {field.name: self.answer(field.question) for field in question.fields}
            case Several(about="ask.row"):
                self._gone = []
                return list(self._rows[str(question.place)])
            case Several(about="ask.tiles"):
                return [str(tile) for tile in self._tiles]
            case Form(about="form.neighbourhoods"):
                return {str(district): missing for district, missing in self._missing.items()}
            case Form(about="ask.display"):
                return self._shown(question)
            case Form() if is_thing_form(question):
                self._enter_books(question)
                return super().answer(question)
            case Several(about="ask.gone"):
                gone, self._gone = self._gone, []
                return list(gone)
            case Series(about="ask.occupied"):
                return sorted(spot for spot in self._rabbis if spot != LOWEST)
            case Count(about="ask.kill-tile"):
                spot = self._tiles.index(self._kills) + 1 if self._kills in self._tiles else 0
                return 0 if spot in self._rabbis else spot
            case Count(about="ask.cemetery"):
                return self._grave(question)
            case Count(about="ask.order"):
                return self._automas_place()
            case Pick():
                return self._picked(question)
            case _:
                return super().answer(question)

    def _picked(self, question: Pick) -> Answer:
        match question.about:
            case "ask.character-card":
                return next(int(id_) for id_ in self._characters if int(id_) in question.options)
            case "ask.first-free":
                free: list[int] = [spot for spot in question.params["numbers"] if spot not in self._rabbis]
                return self._tiles[free[0] - 1]
            case "ask.action-tile":
                return self._tiles[int(question.params["number"]) - 1]
            case "ask.book.looks":
                return self._find_book(question)
            case "ask.menorah":
                district = str(question.place).partition("-")[0]
                return "yes" if district in self._menorahs else "no"
            case _:
                return super().answer(question)

    def _shown(self, form: Form) -> dict[str, str]:
        """Return the row; if the Automa has just bought a book, it has been shifted and refilled."""
        known = [str(field.question.default) for field in form.fields if field.question.default is not None]
        if known and DISPLAY - len(known) > self._gaps:
            self._refill(known)
        self._gaps = 0
        return {field.name: find_colour(book) for field, book in zip(form.fields, self._shelf, strict=True)}

    def _find_book(self, question: Pick) -> Answer:
        """Return the number of the book of that colour on the display; if it was not entered, none of them."""
        colour = find_colour(str(question.options[0]))
        taken = next(book for book in self._shelf if find_colour(book) == colour)
        known = self._entered.get(taken)
        return known if known in question.options else question.options[-1]

    def _enter_books(self, form: Form) -> None:
        """Remember the numbers under which the books of the display are entered."""
        holes = [field.question.hole for field in form.fields if field.question.hole is not None]
        for number in dict.fromkeys(hole.split(".")[1] for hole in holes if hole.startswith("book.")):
            new = [one for one in self._shelf if one not in self._entered and find_colour(one) == find_colour(number)]
            self._entered |= dict.fromkeys(new[:1], number)

    def _grave(self, question: Count) -> int:
        free = [space for space in range(1, question.high + 1) if space not in self._graves]
        self._graves |= set(free[:1])
        return free[0] if free else 0

    def _automas_place(self) -> int:
        """Return its place after all rabbis above the Automa's; a human on the same lowest space came later."""
        lowest = self._automas_spot if isinstance(self._automas_spot, int) else LOWEST
        return 1 + sum(1 for spot in self._rabbis if spot < lowest)


def find_colour(book: str) -> str:
    return book.partition("-")[0]


class GolemLab(Lab[Position]):
    rivals = {"random": RandomRival, "novice": Novice, "regular": Regular, "expert": Expert, "table": Keeper}

    owner = Owner

    def assumptions(self, pack: Pack, rival: str) -> Message | None:
        assumed = pack.once(read_assumptions).get(rival)
        return None if assumed is None else message("assumed.points", points=assumed.vp, spread=assumed.spread)

    def parts(self, pack: Pack, options: Given) -> list[AutomaPart]:
        return list(list_parts(pack, options))

    def pace(self, position: Position) -> int:
        """Return tens of VP."""
        return max(position.vp, 0) // 10


def list_parts(pack: Pack, _: Given) -> Iterator[AutomaPart]:
    for id_, card in list_house_cards(pack).items():
        if card.bonus != "none":
            without = {"card": {str(id_): {"bonus": "none"}}}
            yield AutomaPart("card", str(id_), message("taken.card", card=id_), without, "house", shown=Reveal(card, 1))
    for id_, space in pack.house["golem_space"].items():
        if space["income"]:
            income: Entries = {"golem_space": {id_: {"income": []}}}
            words, shown = message("taken.space", number=int(id_)), SpaceShown(int(id_), tuple(space["income"]))
            yield AutomaPart("number", id_, words, income, "house", shown=shown)
