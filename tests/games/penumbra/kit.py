"""Helpers that build positions of Penumbra and play the Automa's turns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from automarium.engine.choice.trace import Trace
from automarium.engine.content.rulings import settle
from automarium.engine.play.chance import Chance
from automarium.engine.play.command import Command, perform
from automarium.engine.play.desk import Desk, Table
from automarium.engine.play.event import Event, Step
from automarium.engine.question import Answer, AnyQuestion, Form, Pick, check
from automarium.games import plugins
from automarium.games.penumbra.boards.board import AutomaBoard, read_board, read_house_boards
from automarium.games.penumbra.commands import Next
from automarium.games.penumbra.position import PRINTED, TOME, Artifacts, Card, Position
from automarium.games.penumbra.rulings import Rulings
from automarium.i18n.translator import Translator

DEFINITION = plugins.load_definition("penumbra")

E = TypeVar("E", bound=Event)

COLOURS = ("red", "orange", "yellow", "green", "violet")
HOUSE = read_house_boards(PRINTED)
TRANSLATOR = Translator("en", [DEFINITION.folder])
PLAIN = ["arcana"]

# What the person sees if nothing else is said: every place is free, every die is there, every Class in play.
USUAL: dict[str, Answer] = {
    "ask.place": "yes",
    "ask.place.card": "yes",
    "ask.place.mark": "yes",
    "ask.spark-place": "yes",
    "ask.is-class": "yes",
    "ask.alignment": 1,
    "ask.trial.side": "none",
    "ask.trials": [],
    "ask.trials.vp": [],
    "ask.shows": 0,  # it is asked for when it is rolled
}
# Fields of a form that ask what was asked alone.
SAME = {
    "ask.contract.brings": "ask.alignment",
    "ask.trial.amount": "ask.alignment",
    "ask.trials.all-vp": "ask.trials.vp",
}


def board(
    one: Sequence[Any] = PLAIN,
    two: Sequence[Any] = PLAIN,
    three: Sequence[Any] = PLAIN,
    four: Sequence[Any] = PLAIN,
    *,
    tome: str = "d",
    marks: int = 9,
    scoring: tuple[str, int] = ("contract", 1),
    instructions: tuple[int, int] = (1, 2),
) -> AutomaBoard:
    """Return a board with the slots a, b, c, d; a list that is not given is Arcana alone."""
    lists = {"a": list(one), "b": list(two), "c": list(three), "d": list(four)}
    table = {
        "slots": list(lists),
        "tome_slot": tome,
        "mark_places": marks,
        "scoring": {"per": scoring[0], "vp": scoring[1]},
        "instructions": {"first": instructions[0], "later": instructions[1]},
        "lists": lists,
    }
    return read_board("test", table)


def card(text: str) -> Card:
    """Return a red card with the symbol of slot a for ``red a`` or ``a``, a Tome for ``red tome``."""
    colour, _, symbol = text.rpartition(" ")
    return Card(colour or "red", None if symbol == TOME else "abcd".index(symbol))


def position(
    on: AutomaBoard | None = None,
    *,
    level: int = 1,
    slots: Sequence[int | Sequence[Card]] = (0, 0, 0, 0),
    **fields: Any,
) -> Position:
    """Return a position before her second turn, unless ``turn`` is given; ``slots`` are stacks or their heights."""
    stacks = [
        [Card("red", index)] * stack if isinstance(stack, int) else list(stack) for index, stack in enumerate(slots)
    ]
    fields.setdefault("start", "green")
    fields.setdefault("marks", ["green"] * level)
    fields.setdefault("turn", 1)
    return Position(board=on or board(), slots=stacks, colours=COLOURS, **fields)


class Person:
    """Answers questions: cards and rolls in order, ``said`` by question, otherwise what is usual."""

    def __init__(self, cards: Sequence[Card], rolls: Sequence[int], said: Mapping[str, Any]) -> None:
        self._cards, self._rolls = list(cards), list(rolls)
        self._said: dict[str, list[Answer]] = {
            about: list(one) if isinstance(one, tuple) else [one] for about, one in said.items()
        }
        self._card: Card | None = None  # whose colour was answered last
        self.asked: list[AnyQuestion] = []  # of a form its fields
        self.forms: list[Form] = []

    def answer(self, question: AnyQuestion) -> Answer:
        if isinstance(question, Form):
            self.forms.append(question)
            return check(question, {field.name: self._asked(field.question) for field in question.fields})
        return self._asked(question)

    def _asked(self, question: AnyQuestion) -> Answer:
        self.asked.append(question)
        return check(question, self._answer(question))

    def _answer(self, question: AnyQuestion) -> Answer:
        about = question.about
        if about.endswith(".colour"):
            self._card = self._cards.pop(0) if self._cards else None
            return self._card.colour if self._card is not None else "none" if "shop" in about else "empty"
        if about == "ask.card.symbol":
            assert isinstance(question, Pick)
            if self._card is None:
                return "none"
            return TOME if self._card.symbol is None else question.options[self._card.symbol]
        if about == "ask.roll":
            assert self._rolls, "no roll is left"
            return self._rolls.pop(0)
        if about == "ask.classes":
            return list(COLOURS) if self._said.get("ask.is-class", ["yes"])[0] == "yes" else []
        if about in ("ask.contracts.row", "ask.contracts.then"):
            return [one if isinstance(one, str) else f"other-{one}" for one in self._told("ask.contracts", [])]
        name = SAME.get(about, about)
        assert name in self._said or name in USUAL, f"unexpected question: {about} {question.params}"
        told: Answer = self._told(name, USUAL.get(name))
        return told

    def _told(self, name: str, usual: Any) -> Any:
        """Return the next answer given, the last again and again; without one the usual."""
        given = self._said.get(name, [usual])
        return given.pop(0) if len(given) > 1 else given[0]

    @property
    def cards_left(self) -> int:
        return len(self._cards)


class Played:
    """The result: the position, the steps, and everything that was asked."""

    def __init__(self, position: Position, steps: Sequence[Step], person: Person) -> None:
        self.position = position
        self.steps = list(steps)
        self.person = person

    @property
    def events(self) -> list[Event]:
        return [step.event for step in self.steps]

    @property
    def asked(self) -> list[str]:
        return [question.about for question in self.person.asked]

    @property
    def tags(self) -> list[str]:
        return [str(event.__struct_config__.tag) for event in self.events]

    def all(self, kind: type[E]) -> list[E]:
        return [event for event in self.events if isinstance(event, kind)]

    def the(self, kind: type[E]) -> E:
        (found,) = self.all(kind)
        return found

    def step(self, kind: type[Event]) -> Step:
        (found,) = [step for step in self.steps if isinstance(step.event, kind)]
        return found

    def clauses(self, kind: type[Event]) -> tuple[str, ...]:
        return self.step(kind).clauses

    def trace(self, about: str) -> Trace:
        (found,) = [trace for step in self.steps for trace in step.traces if trace.about == about]
        return found

    def said(self, kind: type[Event]) -> str:
        return TRANSLATOR.sentence(self.the(kind))


def tell(
    on: Position,
    command: Command[Position, Rulings],
    *,
    cards: Sequence[str] = (),
    rolls: Sequence[int] = (),
    rulings: Mapping[str, str] | None = None,
    **said: Any,
) -> Played:
    """Carry out a command; ``said`` are answers by the names in ``ABOUTS``, a tuple gives them one after the other."""
    on.own_dice = True
    person = Person([card(one) for one in cards], rolls, {ABOUTS[name]: one for name, one in said.items()})
    desk = desk_for(on, rulings, stand_in=person.answer)
    perform(command, desk, DEFINITION.is_over)
    return Played(on, desk.steps, person)


def desk_for(
    on: Position, rulings: Mapping[str, str] | None = None, seed: int = 0, **more: Any
) -> Desk[Position, Rulings]:
    """Return a desk with this position, for a test that answers without ``Person``."""
    return Desk(on, PRINTED, settle(Rulings, rulings or {}), Table(Chance(seed), **more), DEFINITION.table.layout)


ABOUTS = {
    "place": "ask.place",
    "card_place": "ask.place.card",
    "mark_place": "ask.place.mark",
    "spark_place": "ask.spark-place",
    "contracts": "ask.contracts",
    "sides": "ask.contract.side",
    "amount": "ask.alignment",
    "trials": "ask.trials",
    "trial_vps": "ask.trials.vp",
    "trial_side": "ask.trial.side",
    "is_class": "ask.is-class",
    "side": "ask.side",
}


def turn(on: Position, *cards: str, **said: Any) -> Played:
    """Play the Automa's turn with these cards on top of the Artifact deck, each ``"red a"``."""
    return tell(on, Next(), cards=cards, **said)


def app_deck(*ids: int) -> Artifacts:
    """Return the house deck with these cards, the first on top."""
    return Artifacts(physical=False, pile=list(reversed(ids)))
