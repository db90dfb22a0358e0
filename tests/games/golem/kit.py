"""Helpers that build a table of Golem, carry out rules on it and read the events."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from automarium.engine.choice.trace import Trace
from automarium.engine.content.pack import Pack
from automarium.engine.content.rulings import settle
from automarium.engine.game.playthrough import Playthrough
from automarium.engine.message import Term
from automarium.engine.play.chance import Chance
from automarium.engine.play.command import Command, Input, Respond
from automarium.engine.play.command import perform as checked_and_done
from automarium.engine.play.deck import Deck
from automarium.engine.play.desk import Desk as AnyDesk
from automarium.engine.play.desk import Table, Unanswered
from automarium.engine.play.event import Event, Step
from automarium.engine.question import Answer, AnyQuestion, Form, check
from automarium.games import plugins
from automarium.games.golem.position import (
    AREAS,
    BOOK_COLOURS,
    DISTRICTS,
    PRINTED,
    Bonus,
    Book,
    BookColour,
    Card,
    Character,
    Colour,
    Criterion,
    Desk,
    District,
    Golem,
    Position,
    TurnType,
)
from automarium.games.golem.rulings import Rulings
from automarium.games.golem.setup import CARDS
from automarium.i18n.translator import Translator
from tests.answers import is_valid

DEFINITION = plugins.load_definition("golem")

E = TypeVar("E", bound=Event)

ORDER: tuple[District, ...] = ("red", "yellow", "blue")
# The catalogue's table: for each strength the price of one to four golems, and how many work if enough stand.
WORK_TABLE = {
    1: ((0, 2, 4, 7), 2),
    2: ((-1, 1, 3, 6), 2),
    3: ((-2, 0, 2, 5), 3),
    4: ((-3, -1, 1, 4), 3),
    5: ((-4, -2, 0, 3), 3),
    6: ((-5, -3, -1, 2), 4),
}


def golem(named: str, number: int = 0) -> Golem:
    """Return a golem from "red 4" or "red 4 lying"."""
    district, section, *lying = named.split()
    return Golem(msgspec.convert(district, District), int(section), bool(lying), number)


def golems(*named: str) -> list[Golem]:
    """Return several golems, each with a number of its own."""
    return [golem(one, number) for number, one in enumerate(named, 1)]


def card(
    marble: Sequence[Criterion] = ("most", "left", "right", "black", "white"),
    rabbi: Sequence[int] = (1, 2, 3, 4, 5),
    books: Sequence[int] = (1, 2, 3, 4, 5),
    *,
    bonus: Bonus = "none",
    level: int = 1,
    first: TurnType = "marble",
    left_half: bool = False,
    right_half: bool = False,
    id_: int = 99,
) -> Card:
    return Card(id_, bonus, level, first, tuple(marble), tuple(rabbi), tuple(books), left_half, right_half)


def character(
    left: Colour = "red", right: Colour = "yellow", steps: int = 1, cost: int = 3, *effects: str
) -> Character:
    return Character(1, left, right, steps, cost, effects or ("gold-1",))


def book(
    colour: BookColour = "red", number: int = 1, left: Sequence[str] = ("gain-1",), right: Sequence[str] = ()
) -> Book:
    return Book(f"{colour}-{number}", colour, tuple(left), tuple(right))


def position(*named: str, level: int = 2, order: Sequence[District] = ORDER, **fields: Any) -> Position:
    """Return a position with house values, in round 1, with these golems; the supply follows unless it is given."""
    students = {**dict.fromkeys(DISTRICTS, 1), **fields.pop("students", {})}
    upgrades = {**{area: [] for area in AREAS}, **fields.pop("upgrades", {})}
    there = golems(*named)
    built = Position(
        level=level,
        order=list(order),
        golems=there,
        supply=fields.pop("supply", max(0, min(4, 6 - len(there)))),
        students=students,
        upgrades=upgrades,
        menorah_count=dict.fromkeys(AREAS, 0),
        columns=fields.pop("columns", [[] for _ in range(4)]),
        artifact_tile=fields.pop("artifact_tile", 1),
        round=fields.pop("round", 1),
        stage=fields.pop("stage", "turns"),
        neighbourhoods_asked=fields.pop("neighbourhoods_asked", True),
        character=fields.pop("character", character()),
        deck=fields.pop("deck", Deck(cards=CARDS)),
        **fields,
    )
    if not built.deck.pile:
        built.deck.shuffle_all(Chance(1))
    return built


def rulings(**chosen: str) -> Rulings:
    """Return all rulings, some switched: ``A07="mirror"``."""
    return settle(Rulings, {f"GOL-{name}": choice for name, choice in chosen.items()})


def pack(**own: Mapping[str, Mapping[str, Any]]) -> Pack:
    """Return the pack with house values changed: ``pack(toll={"8": {"knowledge": 4}})``."""
    house = {section: dict(entries) for section, entries in PRINTED.house.items() if isinstance(entries, dict)}
    for section, entries in own.items():
        for id_, fields in entries.items():
            known = house.setdefault(section, {}).get(id_, {})
            house[section][id_] = {**known, **fields}
    return Pack(PRINTED.printed, house)


def nobody_asked(question: AnyQuestion) -> Answer:
    raise AssertionError(f"asked {question.about} {question.params}")


def single(question: AnyQuestion) -> list[AnyQuestion]:
    """Yield the questions of a screen, one by one."""
    return [field.question for field in question.fields] if isinstance(question, Form) else [question]


class Told:
    """The steps of a table, by the tags of their events."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.position = desk.position
        self.steps: list[Step] = desk.steps

    @property
    def tags(self) -> list[str]:
        return [str(step.event.__struct_config__.tag) for step in self.steps]

    @property
    def events(self) -> list[Event]:
        return [step.event for step in self.steps]

    def all(self, tag: str) -> list[Step]:
        return [step for step in self.steps if step.event.__struct_config__.tag == tag]

    def of(self, kind: type[E]) -> list[E]:
        """Return the events of a kind."""
        return [event for event in self.events if isinstance(event, kind)]

    def one(self, tag: str) -> Step:
        found = self.all(tag)
        assert len(found) == 1, (tag, self.tags)
        return found[0]

    def data(self, tag: str) -> dict[str, Any]:
        """Return the only event of a kind as plain data."""
        found: dict[str, Any] = msgspec.to_builtins(self.one(tag).event)
        return found

    def trace(self, about: str) -> Trace:
        """Return the only narrowing about something."""
        found = [trace for step in self.steps for trace in step.traces if trace.about == about]
        found += [trace for trace in self.desk.notes or () if trace.about == about]
        assert len(found) == 1, (about, found)
        return found[0]

    @property
    def clauses(self) -> set[str]:
        """Return every clause that was cited."""
        return {clause for step in self.steps for clause in step.clauses}

    @property
    def vp(self) -> int:
        """Return the VP gained and lost since the table was built."""
        return sum(entry.vp for entry in self.position.ledger)


def carry(
    table: Position,
    deed: Callable[[Desk], Any],
    answers: Sequence[Answer] = (),
    *,
    facts: Pack = PRINTED,
    stand_in: Callable[[AnyQuestion], Answer] | None = nobody_asked,
    **switched: str,
) -> Told:
    """Carry out ``deed(desk)`` on a table: answers are given in order, then ``stand_in`` is asked."""
    desk = desk_for(table, facts, answers, stand_in, **switched)
    deed(desk)
    return Told(desk)


def desk_for(
    table: Position,
    facts: Pack = PRINTED,
    answers: Sequence[Answer] = (),
    stand_in: Callable[[AnyQuestion], Answer] | None = nobody_asked,
    **switched: str,
) -> Desk:
    return AnyDesk(table, facts, rulings(**switched), Table(Chance(0), stand_in=InTurn(answers, stand_in)))


class InTurn:
    """Answers in order, then those of another stand-in. A form takes one for each field that it fits, or a whole row at
    once."""

    def __init__(self, answers: Sequence[Answer], others: Callable[[AnyQuestion], Answer] | None) -> None:
        self.left = list(answers)
        self.others = others

    def __call__(self, question: AnyQuestion) -> Answer:
        if isinstance(question, Form) and self.left and not isinstance(self.left[0], dict):
            return filled(question, self.left)
        if self.left:
            return check(question, self.left.pop(0))
        if self.others is None:
            raise Unanswered(question)
        return self.others(question)


def filled(form: Form, left: list[Any]) -> dict[str, Any]:
    """Return the answer of a form from single answers: each goes to the next field that it fits."""
    row = left[0]
    if isinstance(row, list) and len(row) == len(form.fields) and is_valid(form.fields[0].question, row[0]):
        del left[0]
        return {field.name: one for field, one in zip(form.fields, row, strict=True)}
    told = {}
    for field in form.fields:
        if left and is_valid(field.question, left[0]):
            told[field.name] = left.pop(0)
    return told


def perform(desk: Desk, command: Command[Position, Rulings]) -> None:
    """Check a command and carry it out."""
    checked_and_done(command, desk, DEFINITION.is_over)


def plain(event: Event) -> dict[str, Any]:
    """Return the params of an event's sentence, terms by their values."""
    return {name: one.value if isinstance(one, Term) else one for name, one in event.params().items()}


def kept(trace: Trace, clause: str) -> tuple[str, ...]:
    """Return the candidates left after the (first) stage of a clause."""
    return tuple(str(one) for one in next(stage.kept for stage in trace.stages if stage.clause == clause))


def game(options: Mapping[str, Any] | None = None, seed: int = 1, **switched: str) -> Playthrough:
    chosen = {"level": 2, **(options or {})}
    return Playthrough(DEFINITION, chosen, {f"GOL-{name}": choice for name, choice in switched.items()}, seed, PRINTED)


def tell(live: Playthrough, *said: Input | Answer) -> list[Step]:
    """Give inputs and plain answers to a live game; return all its steps."""
    told: list[Step] = []
    left: list[Any] = list(said)
    while left:
        if isinstance(live.question, Form) and not isinstance(left[0], (Input, dict)):
            told += live.put(Respond(filled(live.question, left)))
        else:
            one = left.pop(0)
            told += live.put(one if isinstance(one, Input) else Respond(one))
    return told


def shown(clause: str, table: Position | None = None) -> str:
    """Return what the checklist says in English under a clause; some item must cite it."""
    items = DEFINITION.setup.checklist(table or position("red 1", "yellow 1"), rulings())
    texts = [Translator("en", [DEFINITION.folder]).sentence(said) for said, cited in items if clause in cited]
    assert texts, f"nothing on the checklist cites {clause}"
    return " ".join(texts)


def whole_game(options: Mapping[str, Any], seed: int, **switched: str) -> Iterator[tuple[Position, list[Step]]]:
    """Yield a random game, input by input: the position after each, and its steps."""
    chance = Chance(seed)
    rival = DEFINITION.lab.rival(PRINTED, chance)
    desk = new_desk(options, Table(chance, stand_in=rival.answer, explain=False), PRINTED, **switched)
    built = desk.position
    yield built, list(desk.steps)
    while not built.over:
        desk.steps.clear()
        for input_ in rival.turn(lambda: built):
            assert isinstance(input_, Command)
            input_.carry_out(desk)
        yield built, list(desk.steps)


def new_desk(options: Mapping[str, Any], table: Table, facts: Pack = PRINTED, **switched: str) -> Desk:
    """Return the desk of a game that has just been set up; answers of its stand-in are not checked."""
    chosen = rulings(**switched)
    return AnyDesk(DEFINITION.setup.set_up({"level": 2, **options}, facts, chosen, table), facts, chosen, table)


def replies(**known: Answer) -> Callable[[AnyQuestion], Answer]:
    """Return a stand-in by what is asked: ``replies(row_work=["red"], occupied=[])``; the rest by default."""

    def answer(question: AnyQuestion) -> Answer:
        about = "ask.action-tile" if question.about == "ask.first-free" else question.about
        name = about.removeprefix("ask.").replace("-", "_")
        place = f"{name}_{question.place}".replace("-", "_")
        if isinstance(question, Form):
            if name in known:
                return filled(question, [known[name]])
            return {field.name: answer(field.question) for field in question.fields}
        if place not in known and name not in known and question.default is None:
            raise AssertionError(f"asked {question.about} {question.params}")
        given = known.get(place, known.get(name, question.default))
        assert given is not None
        return check(question, list(given) if isinstance(given, list) else given)

    return answer


# Every upgrade of each type, an artifact cell by its name (artifact tile 1).
ALL_UPGRADES: dict[str, list[str]] = {
    "golem": ["leg-2", "leg-3", "control", "cemetery", "work", "plain"],
    "artifact": ["right-1", "right-2", "left-2", "right-3", "right-4", "large"],
    "study": ["column-resources", "column-vp", "column-double", "column-gold", "plain", "track"],
}


def plain_books(**own: Mapping[str, Mapping[str, Any]]) -> Pack:
    """Return a pack with books that cost 2 and have no effect; other facts as in ``pack``."""
    counts = {colour: PRINTED.printed["books"][colour]["cards"] for colour in BOOK_COLOURS}
    ids = [f"{colour}-{number}" for colour in counts for number in range(1, counts[colour] + 1)]
    nothing: dict[str, Any] = {"immediate": [], "left": [], "right": []}
    return pack(book={id_: nothing if "black" in id_ else {**nothing, "cost": 2} for id_ in ids}, **own)
