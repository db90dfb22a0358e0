"""A room: what a game must offer so that every face can run it. The same furniture in every room.

A room is a value: its parts are functions and declarations of its own modules, put together in ``room.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

import msgspec

from automarium.kernel.ask import Ask
from automarium.kernel.boards import BoardEditor
from automarium.kernel.chance import Chance
from automarium.kernel.choice import Trace
from automarium.kernel.command import Command, Given, Input
from automarium.kernel.component import Components, Stems, no_components
from automarium.kernel.desk import Desk
from automarium.kernel.hands import Hand, Layout, Lies, Reads
from automarium.kernel.pack import Pack
from automarium.kernel.ruling import RulingBook
from automarium.kernel.saying import Saying
from automarium.kernel.table import Answer, AnyQuestion, Event, Field, Table

P = TypeVar("P")
R = TypeVar("R", bound=RulingBook)

Say: TypeAlias = Callable[..., str]
Checklist: TypeAlias = Sequence[tuple[Saying, tuple[str, ...]]]


class Status(msgspec.Struct, frozen=True):
    """Where the game stands: who is to move, and whether anything can still happen.

    ``stage`` says it in a few words ("Round II, her turn 2 of 3"), ``coming`` what going on brings ("Her turn",
    "Evening of round II"); without them a face says whose turn it is. ``does`` is the command that goes on, where it is
    another than ``next`` ("Fight on E2"); ``names`` says who plays ("Nordic v. Crimea") and ``kind`` with which choices
    ("Automaszyna, Crimea"), for a list of games.
    """

    to_move: str
    over: bool
    turn: int
    stage: Saying | None = None
    coming: Saying | None = None
    does: Mapping[str, Any] | None = None
    names: Saying | None = None
    kind: Saying | None = None


class ScoreLine(msgspec.Struct, frozen=True):
    """One way a side came to its points. ``amount`` is how many things, ``each`` their worth."""

    side: str
    what: str
    amount: int
    each: int
    clause: str

    @property
    def points(self) -> int:
        return self.amount * self.each


class ScoreSheet(msgspec.Struct, frozen=True):
    """``winner`` is the side that has won, "both" if neither, None as long as the verdict is open."""

    lines: tuple[ScoreLine, ...]
    totals: dict[str, int]
    verdict: Saying | None = None
    winner: str | None = None


class Icon(msgspec.Struct, frozen=True):
    """Something on a card: a sign with a number beside it, and what it says. Without a sign the words are shown."""

    words: Saying
    sign: str = ""
    beside: str = ""


class Cell(msgspec.Struct, frozen=True):
    """A part of a card: what it is about, and what stands there; nothing is shown as a dash."""

    about: Saying
    icons: tuple[Icon, ...]


class Card(msgspec.Struct, frozen=True):
    """A card as one sees it: what stands in its corner, a word under that, and its parts."""

    corner: str
    under: Saying | None
    cells: tuple[Cell, ...]


class Gauge(msgspec.Struct, frozen=True):
    """A number of hers that is always in sight: what it reads, its most where that matters, and the thing on the table
    that it counts. Its words are ``gauge.<name>``, its sign is that of the room under this name."""

    name: str
    at: int | str
    thing: Lies | Reads
    most: int | None = None


class Chances(msgspec.Struct, frozen=True):
    """One outcome of the next card, and the cards that bring it."""

    outcome: tuple[Event, ...]
    cards: tuple[int, ...]


class Odds(msgspec.Struct, frozen=True):
    """Over all cards that can come next: what each would do now. ``tallies`` count one event each over all of them."""

    cards: tuple[int, ...]
    by_card: dict[int, tuple[Event, ...]]
    tallies: tuple[Chances, ...]

    @classmethod
    def counted(cls, by_card: dict[int, tuple[Event, ...]]) -> Odds:
        """Every event with the cards that bring it, the likeliest first."""
        found: dict[str, tuple[Event, dict[int, None]]] = {}
        for card, events in by_card.items():
            for event in events:
                found.setdefault(repr(event), (event, {}))[1][card] = None
        ranked = sorted(found.values(), key=lambda tally: -len(tally[1]))
        return cls(tuple(by_card), by_card, tuple(Chances((event,), tuple(cards)) for event, cards in ranked))


class Threat(msgspec.Struct, frozen=True):
    """A place where she can strike with her next card, and the cards that do."""

    at: str
    cards: tuple[int, ...]


class Rival(Protocol):
    """A stand-in for the human in the lab: answers what the table asks, and plays the human's side."""

    def answer(self, question: AnyQuestion) -> Answer: ...
    def turn(self, look: Callable[[], Any]) -> Iterator[Input]:
        """One human turn, command by command; ``look`` shows the table as it is then."""

    # A stand-in may also have ``end(look)``: what it tells once the game is over, its own score above all.


Shown = TypeVar("Shown", contravariant=True)


class Draw(Protocol[Shown]):
    """The board as SVG. With ``trace`` the decision is drawn on it, and with ``origin`` the way from there to what was
    chosen. ``bare``: the board alone, without heading, legend and totals, its letters large enough for a phone. A place
    is a group with ``data-place`` and ``data-at``, its middle and its reach."""

    def __call__(
        self,
        position: Shown,
        rulings: Any,
        say: Say,
        trace: Trace | None = None,
        origin: str | None = None,
        dark: bool = False,
        bare: bool = False,
    ) -> str: ...


def capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


def later(module: str, name: str) -> Any:
    """A function that is loaded when it is first called: only who wants a picture pays for it."""

    def called(*args: Any, **more: Any) -> Any:
        return getattr(import_module(module), name)(*args, **more)

    return called


def _no_details(event: Event, pack: Pack) -> Sequence[Saying]:
    return ()


def _no_words(position: Any, hand: Hand) -> Saying | None:
    return None


def _no_card(event: Event, position: Any, pack: Pack) -> Card | None:
    return None


def _no_pace(position: Any) -> int:
    return 0


def _no_gauges(position: Any) -> Sequence[Gauge]:
    return ()


def _no_correction(position: Any, thing: Lies | Reads) -> Given | None:
    return None


def _no_group(position: Any, hand: Hand) -> str:
    return ""


def _no_aside(hand: Hand, events: Sequence[Event]) -> Saying | None:
    return None


def no_threats(position: Any, odds: Odds) -> Sequence[Threat]:
    return ()


def _no_hints(position: Any, question: AnyQuestion, pack: Pack, rulings: Any) -> Sequence[Saying]:
    return ()


def _no_reminders(position: Any, rulings: Any) -> Checklist:
    return ()


@dataclass(frozen=True, kw_only=True)
class Room(Generic[P, R]):
    """The parts a game is made of. Positions are the room's own type and opaque outside it.

    ``folder`` is where its pack and its messages lie; ``own_sections`` are the sections of the pack that a person may
    fill or correct; ``details`` tell what stands on the card that an event shows; ``overview`` is the table in a few
    sentences, ``text`` as lines that fit a width; ``hand_words`` says a hand in other words than "piece: from → to".
    ``components`` are the things whose print is not published, ``stems`` the signs that long lists of options are built
    from (see :mod:`automarium.kernel.component`).

    What a page needs to look like this game: ``card`` is the card that an event shows, ``gauges`` what of hers is
    always in sight, ``corrects`` the fields of ``adjust`` that a thing on the table is corrected with, ``reminders``
    those items of the checklist that are only good to know; ``group`` names the heading that a hand stands under in a
    long list (its words are ``group.<name>``; none: ""), ``aside`` a small line under it that says what a sum is made
    of, ``threats`` the places where her next card may strike, ``hints`` what is worth knowing before a question is
    answered; ``signs`` name the signs of pieces, tracks and commands
    (see :mod:`automarium.kernel.drawing.signs`), ``colours`` those of options by their family, ``accent`` the game's
    own colour by day and by night.

    ``packs`` are those that new games are played with, where they are not the first ones: ``{"house": "house-2"}``.
    ``pace`` is how far she has come by what a designer follows (glory tokens, stars): the lab notes the turn in which
    it first reads 1, 2, 3 … ``pace.mark`` is its wording. ``over`` says the same as ``status`` without the words of it:
    the lab asks after every turn.

    ``earlier`` are options that a game of an earlier version had without saying so.
    """

    name: str
    folder: str
    rulings: type[R]
    commands: Mapping[str, type[Command[P, R]]]
    asks: Mapping[str, Ask[Any]]
    options: type[msgspec.Struct]
    option_fields: Callable[[Given, R, Pack], Iterable[Field]]
    set_up: Callable[[Mapping[str, Any], Pack, R, Table], P]
    checklist: Callable[[P, R], Checklist]
    status: Callable[[P], Status]
    layout: Callable[[P], Layout]
    score: Callable[[P, R], ScoreSheet]
    odds: Callable[[P, Pack, R], Odds]
    overview: Callable[[P], Sequence[Saying]]
    text: Callable[[P, R, Say, int], Sequence[str]]
    draw: Draw[P]
    rivals: Mapping[str, Callable[[Pack, Chance], Rival]]
    own_sections: Sequence[str]
    packs: Mapping[str, str] = field(default_factory=dict)
    check_pack: Callable[[Pack], object]
    details: Callable[[Event, Pack], Sequence[Saying]] = _no_details
    hand_words: Callable[[P, Hand], Saying | None] = _no_words
    boards: BoardEditor | None = None
    components: Components = no_components
    stems: Stems = field(default_factory=dict)
    card: Callable[[Event, P, Pack], Card | None] = _no_card
    gauges: Callable[[P], Sequence[Gauge]] = _no_gauges
    corrects: Callable[[P, Lies | Reads], Given | None] = _no_correction
    reminders: Callable[[P, R], Checklist] = _no_reminders
    pace: Callable[[P], int] = _no_pace
    over: Callable[[P], bool] | None = None
    group: Callable[[P, Hand], str] = _no_group
    aside: Callable[[Hand, Sequence[Event]], Saying | None] = _no_aside
    threats: Callable[[P, Odds], Sequence[Threat]] = no_threats
    hints: Callable[[P, AnyQuestion, Pack, R], Sequence[Saying]] = _no_hints
    signs: Mapping[str, str] = field(default_factory=dict)
    colours: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    accent: tuple[str, str] = ("#4a4036", "#d8cbb8")
    earlier: Mapping[str, Any] = field(default_factory=dict)

    @property
    def prefix(self) -> str:
        """What the ids of its clauses begin with."""
        return self.rulings.prefix

    @property
    def option_names(self) -> tuple[str, ...]:
        return self.options.__struct_fields__

    @property
    def rival(self) -> Callable[[Pack, Chance], Rival]:
        """The stand-in that is taken if nobody names one: the first."""
        return next(iter(self.rivals.values()))

    def is_over(self, position: P) -> bool:
        return self.status(position).over if self.over is None else self.over(position)


AnyRoom: TypeAlias = Room[Any, Any]
AnyDesk: TypeAlias = Desk[Any, Any]
