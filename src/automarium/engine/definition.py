"""The options a game is begun with, completed: what is given is checked, what is not takes its default."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeAlias, TypeVar

import msgspec

from automarium.engine.choice.trace import Trace
from automarium.engine.content.board_editor import BoardEditor
from automarium.engine.content.component import Components, Stems, no_components
from automarium.engine.content.pack import Pack
from automarium.engine.content.rulings import RulingBook
from automarium.engine.display import Card, Chip, Gauge, Joint
from automarium.engine.layout import Hand, Layout, PlacedPieces, TrackValue
from automarium.engine.message import Message, Say, refuse
from automarium.engine.play.chance import Chance
from automarium.engine.play.command import Command, Given, Input, next_missing
from automarium.engine.play.decision import Decisions
from automarium.engine.play.desk import Desk, Table
from automarium.engine.play.event import Event
from automarium.engine.play.odds import Odds, Threat
from automarium.engine.play.score import Counting, ScoreSheet
from automarium.engine.question import Answer, AnyQuestion, Field, check

if TYPE_CHECKING:
    from automarium.engine.drawing.scene import Scene
    from automarium.engine.drawing.svg import LegendEntry


P = TypeVar("P")
R = TypeVar("R", bound=RulingBook)

Checklist: TypeAlias = Sequence[tuple[Message, tuple[str, ...]]]


class Status(msgspec.Struct, frozen=True):
    """Where the game stands: who is to move, and whether anything can still happen.

    ``stage`` says it in a few words ("Round II, her turn 2 of 3"), ``coming`` what going on brings ("Her turn",
    "Evening of round II"); without them a face says whose turn it is. ``does`` is the command that goes on, where it is
    not ``next`` ("Fight on E2"); ``names`` says who plays ("Nordic v. Crimea"), for a list of games.
    """

    to_move: str
    over: bool
    turn: int
    stage: Message | None = None
    coming: Message | None = None
    does: Given | None = None
    names: Message | None = None


class Rival(Protocol):
    """A stand-in for the human in the lab: answers what the table asks, and plays the human's side."""

    def answer(self, question: AnyQuestion) -> Answer: ...
    def turn(self, look: Callable[[], Any]) -> Iterator[Input]:
        """One human turn, command by command; ``look`` shows the table as it is then."""

    # A stand-in may also have ``end(look)``: what it tells once the game is over, its own score above all.


Rivals: TypeAlias = Mapping[str, Callable[[Pack, Chance], Rival]]


def later(module: str, name: str) -> Any:
    """A function that is loaded when it is first called: only those who want a picture pay for it."""

    def called(*args: object, **more: object) -> Any:
        return getattr(import_module(module), name)(*args, **more)

    return called


def _no_details(event: Event, pack: Pack) -> Sequence[Message]:
    return ()


def _no_words(position: object, hand: Hand) -> Message | None:
    return None


def _no_card(event: Event, position: object, pack: Pack, turn: Sequence[Event]) -> Card | None:
    return None


def _no_countings(position: object) -> Sequence[Counting]:
    return ()


def _no_pace(position: object) -> int:
    return 0


def _no_gauges(position: object, pack: Pack) -> Sequence[Gauge]:
    return ()


def _no_correction(position: object, thing: PlacedPieces | TrackValue) -> Given | None:
    return None


def _no_group(hand: Hand) -> str:
    return ""


def _no_aside(hand: Hand, events: Sequence[Event]) -> Message | None:
    return None


def _no_reading(thing: TrackValue) -> Message | None:
    return None


def _no_joint(position: object, hand: Hand) -> Joint | None:
    return None


def _no_chip(hand: Hand) -> Chip | None:
    return None


def no_threats(position: object, odds: Odds) -> Sequence[Threat]:
    return ()


def _no_hints(position: object, question: AnyQuestion, pack: Pack, rulings: object) -> Sequence[Message]:
    return ()


def _no_legend(position: object, say: Say, dark: bool) -> Sequence[LegendEntry]:
    return ()


def _no_reminders(position: object, rulings: object) -> Checklist:
    return ()


@dataclass(frozen=True, kw_only=True)
class GameDefinition(Generic[P, R]):
    """The parts a game is made of. Positions are the room's own type and opaque outside it.

    ``folder`` is where its pack and its messages lie; ``legend`` says what the signs of its bare board mean (by night:
    True); ``own_sections`` are the sections of the pack that a person may fill or correct; ``details`` tell what stands
    on the card that an event shows; ``countings`` are what a person tells of the score sheet; ``overview`` is the table
    in a few sentences, ``text`` as lines that fit a width, ``svg`` as a picture; ``hand_words`` says a hand in words
    other than "piece: from → to". ``components`` are the things whose print is not published, ``stems`` the signs that
    long lists of options are built from (see :mod:`automarium.engine.content.component`).

    What a page needs to look like this game: ``card`` is the card that an event shows (with all events of the turn once
    it is over, so that what she did not use can be struck out), ``gauges`` what of hers is always in sight,
    ``corrects`` the fields of ``adjust`` that a thing on the table is corrected with, ``reminders`` those items of the
    checklist that are only good to know; ``group`` names the heading that a hand stands under in a long list (its
    words are ``group.<name>``; none: ""), ``groups`` the headings in their order, ``aside`` a small line under a hand
    that says what a sum is made of, ``waits`` the tracks whose marker is moved once, when a turn with questions is over
    (nobody looks at them before), ``joint`` what is done with others in one go, ``chip`` how its thing looks where it
    has a colour, ``reads`` what stands on a track where that is not a number; ``threats`` the places where her next
    card may strike, ``hints`` what is worth knowing before a question is answered; ``signs`` name the signs of pieces,
    tracks and commands (see :mod:`automarium.engine.drawing.icons`), ``colours`` those of options by their family,
    ``rows`` the families whose options are a thing in a row (``work-red``), each with the families of both, ``accent``
    the game's own colour by day and by night.

    ``packs`` are those that new games are played with, where they are not the first ones: ``{"house": "house-2"}``.
    ``pace`` is how far she has come by what a designer follows (glory tokens, stars): the lab notes the turn in which
    it first reads 1, 2, 3 … ``pace.mark`` is its wording. ``over`` says the same as ``status`` without the words of it:
    the lab asks after every turn.
    """

    name: str
    folder: str
    rulings: type[R]
    commands: Mapping[str, type[Command[P, R]]]
    decisions: Decisions
    options: type[msgspec.Struct]
    option_fields: Callable[[Given, R, Pack], Iterable[Field]]
    set_up: Callable[[Mapping[str, object], Pack, R, Table], P]
    checklist: Callable[[P, R], Checklist]
    status: Callable[[P], Status]
    layout: Callable[[P], Layout]
    score: Callable[[P, R], ScoreSheet]
    countings: Callable[[P], Sequence[Counting]] = _no_countings
    odds: Callable[[P, Pack, R], Odds]
    overview: Callable[[P], Sequence[Message]]
    text: Callable[[P, R, Say, int], Sequence[str]]
    svg: Callable[[Scene[P, R]], str]
    legend: Callable[[P, Say, bool], Sequence[LegendEntry]] = _no_legend
    rivals: Rivals
    own_sections: Sequence[str]
    packs: Mapping[str, str] = field(default_factory=dict)
    check_pack: Callable[[Pack], object]
    details: Callable[[Event, Pack], Sequence[Message]] = _no_details
    hand_words: Callable[[P, Hand], Message | None] = _no_words
    boards: BoardEditor | None = None
    components: Components = no_components
    stems: Stems = field(default_factory=dict)
    card: Callable[[Event, P, Pack, Sequence[Event]], Card | None] = _no_card
    gauges: Callable[[P, Pack], Sequence[Gauge]] = _no_gauges
    corrects: Callable[[P, PlacedPieces | TrackValue], Given | None] = _no_correction
    reminders: Callable[[P, R], Checklist] = _no_reminders
    pace: Callable[[P], int] = _no_pace
    over: Callable[[P], bool] | None = None
    group: Callable[[Hand], str] = _no_group
    groups: Sequence[str] = ()
    aside: Callable[[Hand, Sequence[Event]], Message | None] = _no_aside
    waits: Sequence[str] = ()
    joint: Callable[[P, Hand], Joint | None] = _no_joint
    chip: Callable[[Hand], Chip | None] = _no_chip
    reads: Callable[[TrackValue], Message | None] = _no_reading
    threats: Callable[[P, Odds], Sequence[Threat]] = no_threats
    hints: Callable[[P, AnyQuestion, Pack, R], Sequence[Message]] = _no_hints
    signs: Mapping[str, str] = field(default_factory=dict)
    colours: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    rows: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    accent: tuple[str, str] = ("#4a4036", "#d8cbb8")

    @property
    def setup(self) -> GameDefinition[P, R]:
        return self

    @property
    def table(self) -> GameDefinition[P, R]:
        return self

    @property
    def scoring(self) -> GameDefinition[P, R]:
        return self

    @property
    def words(self) -> GameDefinition[P, R]:
        return self

    @property
    def page(self) -> GameDefinition[P, R]:
        return self

    @property
    def lab(self) -> GameDefinition[P, R]:
        return self

    @property
    def content(self) -> GameDefinition[P, R]:
        return self

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

    def draw(
        self,
        position: P,
        rulings: R,
        say: Say,
        trace: Trace | None = None,
        origin: str | None = None,
        dark: bool = False,
        bare: bool = False,
    ) -> str:
        """The board as SVG; what is to be seen on it stands in :class:`automarium.engine.drawing.scene.Scene`."""
        from automarium.engine.drawing.scene import Scene

        words = self.overview(position)
        return self.svg(Scene(position, rulings, say, words, trace=trace, origin=origin, dark=dark, bare=bare))

    def is_over(self, position: P) -> bool:
        return self.status(position).over if self.over is None else self.over(position)


AnyDefinition: TypeAlias = GameDefinition[Any, Any]
AnyDesk: TypeAlias = Desk[Any, Any]


def enter_chooses(field: Field) -> Answer | None:
    """What a person gets who simply presses Enter."""
    return field.question.default


def filled_options(
    definition: AnyDefinition,
    given: Mapping[str, Answer | None],
    rulings: object,
    pack: Pack,
    default: Callable[[Field], Answer | None] = enter_chooses,
) -> dict[str, Answer]:
    """Every option, the given one or its default, in the order in which they are asked."""
    for name in given:
        if name not in definition.option_names:
            raise refuse("option.unknown", f"options.{name}", options=list(definition.option_names))
    options: dict[str, Answer] = {}
    while (field := next_missing(definition.option_fields(options, rulings, pack), options)) is not None:
        value = given.get(field.name, default(field))
        if value is None:
            raise refuse("answer.missing", f"options.{field.name}", name=field.name)
        options[field.name] = check(field.question, value, f"options.{field.name}")
    for name in given:
        if name not in options:
            raise refuse("option.unused", f"options.{name}")
    return options
