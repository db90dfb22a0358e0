"""What a game is made of: :class:`GameDefinition` and its parts.

A game is one subclass of :class:`GameDefinition` with one instance, which holds no state of a game being played.
Everything that differs from game to game is a class attribute, a method, or one of seven parts: ``setup``, ``table``,
``scoring``, ``words``, ``page``, ``lab`` and ``content``. Abstract members must be supplied, all others have a default.

``P`` is the type of the game's position, ``R`` the type of its rulings; nothing outside the game looks into a position.
"""

from __future__ import annotations

import os
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic, Literal, Protocol, TypeAlias, TypeVar

import msgspec

from automarium.engine.choice.trace import Trace
from automarium.engine.content.board_editor import BoardEditor
from automarium.engine.content.component import Kind, Stems
from automarium.engine.content.pack import NEW_LEVELS, Entries, Pack
from automarium.engine.content.rulings import RulingBook
from automarium.engine.display import Card, Chip, Combat, DrawnTrack, Gauge, Joint, News, Standing
from automarium.engine.layout import MAT, OUT, SUPPLY, Hand, Layout, PlacedPieces, TrackValue
from automarium.engine.message import Message, Say, message, refuse
from automarium.engine.play.chance import Chance
from automarium.engine.play.command import Command, Given, Input, find_missing_field
from automarium.engine.play.decision import Decisions
from automarium.engine.play.desk import Desk, Table
from automarium.engine.play.event import Event
from automarium.engine.play.odds import Odds, Threat
from automarium.engine.play.score import Counting, ScoreSheet
from automarium.engine.question import Answer, AnyQuestion, Field, Pick, check

if TYPE_CHECKING:
    from automarium.engine.drawing.scene import Scene
    from automarium.engine.drawing.svg import LegendEntry


P = TypeVar("P")
R = TypeVar("R", bound=RulingBook)

Checklist: TypeAlias = Sequence[tuple[Message, tuple[str, ...]]]  # each item with its clauses
NONE: Mapping[str, Any] = MappingProxyType({})
Shades: TypeAlias = tuple[str, str, str]  # of a colour: fill, letters on it, and a line that is seen on paper
SDK_VERSION = "1.0"  # of what games of other packages import (automarium.sdk): incompatible and compatible changes


class Status(msgspec.Struct, frozen=True):
    """Whose turn it is and whether the game is over.

    ``stage`` says it in a few words ("Round II, Automa turn 2 of 3"), ``coming`` what the next press does
    ("Automa's turn", "End of round II"); without them an interface says whose turn it is. ``does`` is the command of
    that press where it is not ``next`` ("Fight on E2"). ``names`` says who plays ("Nordic vs. Crimea"), for a list of
    games.
    """

    to_move: str
    over: bool
    turn: int
    stage: Message | None = None
    coming: Message | None = None
    does: Given | None = None
    names: Message | None = None


class Rival(Protocol):
    """A simulated human for the lab. It may also have ``end(look)``: its inputs once the game is over, such as its
    score."""

    def answer(self, question: AnyQuestion) -> Answer:
        """Return the answer to a question that the rules ask during the Automa's turn."""

    def turn(self, look: Callable[[], Any]) -> Iterator[Input]:
        """Yield the commands of one human turn; ``look`` returns the position as it is then."""


Rivals: TypeAlias = Mapping[str, Callable[[Pack, Chance], Rival]]


class AutomaPart(msgspec.Struct, frozen=True):
    """A part of the Automa that the lab can take away: a card, a slot, a line of a list, a number.

    ``kind`` names the group, ``words`` are those of the part. ``without`` are facts of the ``layer`` of the pack that
    take it away, ``rulings`` the choices that do. ``shown`` is an event that shows it, from which it is drawn."""

    kind: str
    id: str
    words: Message
    without: Entries = {}
    layer: Literal["printed", "house"] = "printed"
    rulings: dict[str, str] = {}
    shown: Event | None = None


def _check_attributes(cls: type, **kinds: type) -> None:
    """Raise TypeError if a class lacks one of these attributes, or has one of another type."""
    for name, kind in kinds.items():
        if not isinstance(getattr(cls, name, None), kind):
            raise TypeError(f"{cls.__module__}.{cls.__qualname__} needs a class attribute {name} ({kind.__name__})")


class Setup(ABC, Generic[P, R]):
    """Options of a game and its setup. ``options`` is the struct that holds all options, with their defaults."""

    options: type[msgspec.Struct]

    def __init_subclass__(cls) -> None:
        _check_attributes(cls, options=type)

    @property
    def option_names(self) -> tuple[str, ...]:
        return self.options.__struct_fields__

    @abstractmethod
    def option_fields(self, given: Given, rulings: R, pack: Pack) -> Iterable[Field]:
        """Return the options to ask for, in order. ``given`` are those chosen so far: which options there are, and
        their defaults, may depend on it. Called again after every choice."""

    @abstractmethod
    def set_up(self, options: Mapping[str, object], pack: Pack, rulings: R, table: Table) -> P:
        """Return the first position of a game. All chance is drawn from ``table.chance``; what only the player knows
        is asked through ``table``. Raise Refused if the options are impossible. Called once at the start of a game, and
        again after every answer to a question that it asks."""

    @abstractmethod
    def checklist(self, position: P, rulings: R) -> Checklist:
        """Return what the player does by hand before the first turn, in order, each item with its clauses. It ends
        with the :meth:`reminders`. Called after the setup; shown as a list to tick, and by the command ``setup``."""

    def describe_pairing(self, options: Given) -> Message | None:
        """Return who plays against whom with these options ("Nordic vs. Crimea"), for the button of a new game."""
        return None

    def reminders(self, position: P, rulings: R) -> Checklist:
        """Return the items of the checklist that are only good to know. Called with it; shown without a box to tick."""
        return ()


class TableLayout(ABC, Generic[P]):
    """Where every piece is on the table, and the words for what the player must move (the hands).

    The layouts before and after a turn are compared; each difference is a :class:`~automarium.engine.layout.Hand`.
    ``groups`` are the headings of a long list of hands in their order, ``waits`` the tracks whose marker is moved once,
    at the end of a turn with questions.
    """

    groups: Sequence[str] = ()
    waits: Sequence[str] = ()

    @abstractmethod
    def layout(self, position: P) -> Layout:
        """Return all pieces and tracks of a position. Called after every step that is shown."""

    def hand_words(self, position: P, hand: Hand) -> Message | None:
        """Return a hand in words; None for "piece: from → to". ``position`` is the one after the move. Called for every
        line of what to move, in all interfaces."""
        return None

    def group(self, hand: Hand) -> str:
        """Return which of the ``groups`` a hand is listed under (its heading is the message ``group.<name>``). Called
        for every line of a turn on the page, if there are groups."""
        return ""

    def aside(self, hand: Hand, events: Sequence[Event]) -> Message | None:
        """Return a small line under a hand, for example what a sum is made of. ``events`` are those of the turn. Called
        for every line of what to move, in all interfaces."""
        return None

    def joint(self, position: P, hand: Hand) -> Joint | None:
        """Return what this hand is part of, if the player does several at once; they become one line. Called for
        every line of what to move."""
        return None

    def chip(self, hand: Hand) -> Chip | None:
        """Return how the piece of a hand looks, where it is known by a colour. Called for every line on the page, which
        shows it before the words."""
        return None

    def reads(self, thing: TrackValue) -> Message | None:
        """Return the value of a track in words, where it is not a number. Called when the page names a track to correct
        it."""
        return None

    def corrects(self, position: P, thing: PlacedPieces | TrackValue) -> Given | None:
        """Return the fields of the command ``adjust`` that correct this piece or track; None if nothing does. Called
        when the player touches it."""
        return None


class Scoring(ABC, Generic[P, R]):
    """The score sheet."""

    @abstractmethod
    def score(self, position: P, rulings: R) -> ScoreSheet:
        """Return the score as it is now, with ``totals`` of both sides. It has a ``verdict`` and a ``winner`` once the
        game is over and the human's part is known. Called by ``score``, at the end of a game, and by the lab after
        every turn."""

    def count_automa(self, position: P, rulings: R) -> int:
        """Return the Automa's total alone. The lab calls it after every turn: override it where the sheet is slow."""
        return self.score(position, rulings).totals["automa"]

    def countings(self, position: P) -> Sequence[Counting]:
        """Return which lines of the score sheet the player reports or corrects, and with which command. Called for the
        score page, where these lines are fields."""
        return ()

    def rates(self, position: P, rulings: R) -> Mapping[tuple[str, str], Message]:
        """Return why lines of the score sheet are worth what they are, by side and name of the line, where something
        else decides it: "6 quests: 10 each". Called for the score sheet, where they stand below the line's name."""
        return {}

    def known_points(self, position: P, last: P) -> int | None:
        """Return the human's points of a position during play as far as they were reported, at the rates of the
        ``last`` position, in which they are counted; None if nothing is known. Called for every turn when the result
        is shown."""
        return None


class GameWords(ABC, Generic[P, R]):
    """The position in words."""

    @abstractmethod
    def overview(self, position: P) -> Sequence[Message]:
        """Return the position in a few sentences. Called by the command ``overview`` and for every picture, which they
        describe for a screen reader."""

    @abstractmethod
    def text(self, position: P, rulings: R, say: Say, width: int) -> Sequence[str]:
        """Return the board as lines of text for a terminal that is ``width`` characters wide. Called by the command
        ``board`` and when a game is opened in the terminal."""

    def details(self, event: Event, pack: Pack) -> Sequence[Message]:
        """Return what is printed on the card that an event shows; empty for an event that shows none. Called for every
        event of a turn; shown under it in the log and in the story of a turn."""
        return ()


class Page(ABC, Generic[P, R]):
    """What the game looks like on the web page.

    ``signs`` names the icons of pieces, tracks and commands (listed under ``automarium.sdk.drawing``); ``colours``
    the colours of options, by their family; ``rows`` the families whose options are a thing in a row (``work-red``),
    each with the families of both; ``accent`` is the game's colour by day and by night; ``palette`` are the colours of
    its sides (factions) by name, each by day and by night; ``strengths`` says how strong each level is, from 1;
    ``undrawn`` are the places of the layout that the picture does not show (``tile-*`` stands for all that begin so).
    """

    signs: Mapping[str, str] = NONE
    colours: Mapping[str, Mapping[str, str]] = NONE
    rows: Mapping[str, tuple[str, str]] = NONE
    accent: tuple[str, str] = ("#4a4036", "#d8cbb8")
    palette: Mapping[str, tuple[Shades, Shades]] = NONE
    strengths: Mapping[str, int] = NONE
    undrawn: Sequence[str] = (SUPPLY, OUT, MAT)

    @abstractmethod
    def svg(self, scene: Scene[P, R]) -> str:
        """Return the board as SVG, every place drawn with :func:`~automarium.engine.drawing.svg.place`, so that it can
        be tapped. Import the module that draws in here: a decision and the lab never load it. If ``scene.bare``, draw
        the board alone, without heading and legend. Called for the board of the page (bare), for the picture behind
        "why?", and by ``automarium draw``."""

    def legend(self, position: P, say: Say, dark: bool) -> Sequence[LegendEntry]:
        """Return what the signs of the bare board mean. Import the module that draws in here, too. Called for the page;
        shown below the board under "Legend"."""
        return ()

    def card(self, event: Event, position: P, pack: Pack, turn: Sequence[Event]) -> Card | None:
        """Return the card that an event shows. ``turn`` are all events of the turn once it is over, so that what was
        not used is struck out; it is empty before. Called for every event of a turn on the page, which shows the card
        above the list of moves."""
        return None

    def gauges(self, position: P, pack: Pack) -> Sequence[Gauge]:
        """Return the numbers and tracks of the Automa that are always in sight. Called for every page of a game; shown
        beside the board."""
        return ()

    def standings(self, position: P) -> Sequence[Standing]:
        """Return both sides, the player's first, where the page shows them above each other. A gauge of the Automa that
        is in its row is not shown a second time."""
        return ()

    def news(self, before: P, after: P) -> Sequence[News]:
        """Return important changes between two positions, which the player must know about."""
        return ()

    def combat(self, position: P, question: AnyQuestion | None, turn: Sequence[Event]) -> Combat | None:
        """Return the combat that a question is about; without a question, the one that the events of a turn end."""
        return None

    def level_track(self, level: str) -> DrawnTrack | None:
        """Return the track that makes a level what it is, drawn small for the choice of a new game."""
        return None

    def hints(self, position: P, question: AnyQuestion, pack: Pack, rulings: R) -> Sequence[Message]:
        """Return what is worth knowing before this question is answered. Called while a question is open; shown above
        it."""
        return ()


class Lab(ABC, Generic[P]):
    """What the lab needs. ``rivals`` are the simulated humans by name; the first is the default. ``owner`` makes one
    that has the points of any of these finished games."""

    rivals: Rivals
    owner: Callable[[Pack, Chance, Sequence[int]], Rival] | None = None

    def __init_subclass__(cls) -> None:
        _check_attributes(cls, rivals=Mapping)

    @property
    def rival(self) -> Callable[[Pack, Chance], Rival]:
        return next(iter(self.rivals.values()))

    def parts(self, pack: Pack, options: Given) -> Sequence[AutomaPart]:
        """Return what a designer may want to know the worth of, grouped by kind; the first kind is the default."""
        return ()

    def assumptions(self, pack: Pack, rival: str) -> Message | None:
        """Return what the points of a rival rest on; None if it has none. The numbers are those of the house pack."""
        return None

    def pace(self, position: P) -> int:
        """Return how far the Automa has come by what a designer follows (glory tokens, stars). The lab notes the turn
        in which it first reads 1, 2, 3 …; its name is the message ``pace.mark``. Called by the lab after every turn."""
        return 0

    @property
    def has_lists(self) -> bool:
        """Whether the Automa reads lists from the top, whose lines the lab can count."""
        return type(self).list_lines is not Lab.list_lines

    def list_lines(self, position: P) -> Mapping[str, int]:
        """Return how many lines each list has that the Automa reads from the top, by the slot of the list."""
        return NONE

    def list_followed(self, position: P) -> Sequence[tuple[str, int]]:
        """Return the lines carried out in the Automa's last turn, each with its slot, counted from 1."""
        return ()


class Content(ABC):
    """The facts of the game: packs, and what their owner may enter.

    ``own_sections`` are the sections of the pack that a player may fill or correct; ``packs`` those that new games use
    where they are not the first ones (``{"house": "house-2"}``); ``stems`` the signs that long lists of options are
    built from (see :mod:`automarium.engine.content.component`); ``boards`` the editor behind ``automarium board``;
    ``new_level`` the type of a level that a pack may add, where the game allows it.
    """

    own_sections: Sequence[str] = ()
    packs: Mapping[str, str] = NONE
    stems: Stems = NONE
    boards: BoardEditor | None = None
    new_level: type[AddedLevel] | None = None

    @abstractmethod
    def check_pack(self, pack: Pack) -> object:
        """Raise Refused if something in the pack is impossible. A missing fact (a hole) is no fault. Called when the
        game is loaded, and whenever a player's own facts are read."""

    def find_oddities(self, pack: Pack) -> Iterable[tuple[str, Message]]:
        """Return what can be played but looks wrong, each with its path: a line that is never reached, a card that no
        level shows."""
        return ()

    def components(self, pack: Pack) -> Sequence[Kind]:
        """Return the components whose print is not published: their owner enters it. Called by ``automarium box`` and
        its page."""
        return ()

    def every_component(self, pack: Pack) -> Sequence[Kind]:
        """Return the same with all parts that a copy may have, where their number is printed as well."""
        return self.components(pack)


class AddedLevel(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Base class of a level that a pack adds. ``pack`` is the name of the pack, where it is not the house pack."""

    pack: str = ""


N = TypeVar("N", bound=AddedLevel)


def level_field(known: Sequence[str | int], default: str | int, added: Mapping[str, AddedLevel], pack: Pack) -> Field:
    """Return the field of a level: those of the game, then those that a pack adds, under the name of the pack."""
    house = pack.names["house"]
    looks = {id_: message("level.added", level=id_, pack=one.pack or house) for id_, one in added.items()}
    options = (*known, *added)
    return Field("level", Pick(about="option.level", options=options, family="level", default=default, looks=looks))


def split_new_level(options: Mapping[str, object], added: Mapping[str, N]) -> tuple[dict[str, object], N | None]:
    """Return the options without a level that a pack adds, and that level; None if it is one of the game's."""
    level = options.get("level")
    if not isinstance(level, str) or level not in added:
        return dict(options), None
    return {name: value for name, value in options.items() if name != "level"}, added[level]


def check_new_levels(pack: Pack, type_: type[AddedLevel], known: Sequence[str | int]) -> None:
    """Raise Refused if a pack adds a level that cannot be read, or one that the game has."""
    for id_ in pack.new_levels(type_):
        if id_ in map(str, known):
            raise refuse("pack.level-known", f"{NEW_LEVELS}.{id_}", given=id_)


class GameDefinition(ABC, Generic[P, R]):
    """One game. ``name`` is also that of its entry point; ``rulings`` is the type of its rulings, ``commands`` are what
    a player may enter (see :func:`automarium.engine.play.command.collect_commands`), ``decisions`` what can be asked
    without a game (see :mod:`automarium.engine.play.decision`); ``bgg_id`` is the number of the game on BoardGameGeek,
    for programs that log plays. ``sdk`` is the version of ``automarium.sdk`` that a game of another package was written
    for.

    The package of the class has beside this module ``clauses.toml``, ``pack/`` and ``locale/``. ``document`` is the
    text that the game was made from, if it is a document: its records hold it.
    """

    document: str = ""

    name: str
    sdk: str = SDK_VERSION
    rulings: type[R]
    commands: Mapping[str, type[Command[P, R]]]
    decisions: Decisions
    bgg_id: int | None = None
    setup: Setup[P, R]
    table: TableLayout[P]
    scoring: Scoring[P, R]
    words: GameWords[P, R]
    page: Page[P, R]
    lab: Lab[P]
    content: Content

    def __init_subclass__(cls) -> None:
        _check_attributes(cls, name=str, rulings=type, commands=Mapping, decisions=Mapping)
        _check_attributes(cls, setup=Setup, table=TableLayout, scoring=Scoring, words=GameWords, page=Page, lab=Lab)
        _check_attributes(cls, content=Content)
        cls.folder = os.path.dirname(sys.modules[cls.__module__].__file__ or "")

    folder: str

    @abstractmethod
    def status(self, position: P) -> Status:
        """Return whose turn it is. Called whenever a game or a list of games is shown."""

    def is_over(self, position: P) -> bool:
        """Return the same as ``status(position).over``. Called after every command: override it where that is slow."""
        return self.status(position).over

    @abstractmethod
    def odds(self, position: P, pack: Pack, rulings: R) -> Odds:
        """Return what each card that may come next would do. It must not change the position. Called by ``odds`` and
        for the odds page. :func:`~automarium.engine.play.odds.try_cards` does it for most games."""

    def threats(self, position: P, odds: Odds) -> Sequence[Threat]:
        """Return the places where the next card may strike. Called when the player asks for them on the page, which
        marks them on the board."""
        return ()

    def find_starter(self, position: P) -> str | None:
        """Return the side that had the first turn of the game; None if no side has it, or it is not known. Called when
        a finished game is shared."""
        return None

    @property
    def prefix(self) -> str:
        """Return what the ids of its clauses begin with."""
        return self.rulings.prefix

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
        """Return the board as SVG. The arguments are those of :class:`automarium.engine.drawing.scene.Scene`."""
        from automarium.engine.drawing.scene import Scene

        words = self.words.overview(position)
        return self.page.svg(Scene(position, rulings, say, words, trace=trace, origin=origin, dark=dark, bare=bare))


AnyDefinition: TypeAlias = GameDefinition[Any, Any]
AnyDesk: TypeAlias = Desk[Any, Any]


def get_default(field: Field) -> Answer | None:
    return field.question.default


def fill_options(
    definition: AnyDefinition,
    given: Mapping[str, Answer | None],
    rulings: object,
    pack: Pack,
    default: Callable[[Field], Answer | None] = get_default,
) -> dict[str, Answer]:
    """Return every option, the given one or its default, in the order in which they are asked. Raise Refused if one is
    unknown, impossible, missing, or not asked for with the others."""
    setup = definition.setup
    for name in given:
        if name not in setup.option_names:
            raise refuse("option.unknown", f"options.{name}", options=list(setup.option_names))
    options: dict[str, Answer] = {}
    while (field := find_missing_field(setup.option_fields(options, rulings, pack), options)) is not None:
        value = given.get(field.name, default(field))
        if value is None:
            raise refuse("answer.missing", f"options.{field.name}", name=field.name)
        options[field.name] = check(field.question, value, f"options.{field.name}")
    for name in given:
        if name not in options:
            raise refuse("option.unused", f"options.{name}")
    return options
