"""The definition of a game: :class:`GameDefinition` and its parts.

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

    ``stage`` describes it in a few words ("Round II, Automa turn 2 of 3"), and ``coming`` is the label of the button
    that continues ("Automa's turn", "End of round II"); without them an interface says whose turn it is. ``does`` is
    the command of that button if it is not ``next`` ("Fight on E2"). ``names`` says who plays ("Nordic vs. Crimea"),
    for a list of games.
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
    """A part of the Automa that the lab can remove: a card, a slot, a line of a list, a number.

    ``kind`` names the group, and ``words`` describe the part. ``without`` are facts in the ``layer`` of the pack that
    remove it, ``rulings`` are choices that do. ``shown`` is an event from which the part is drawn."""

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
        """Return the options to ask for, in order. ``given`` are the ones chosen so far; which options there are, and
        their defaults, may depend on them. Called again after every choice."""

    @abstractmethod
    def set_up(self, options: Mapping[str, object], pack: Pack, rulings: R, table: Table) -> P:
        """Return the first position of a game. Random values come from ``table.chance``; facts that only the player
        knows are asked for through ``table``. Raise Refused if the options are impossible. Called once at the start of
        a game, and again after every answer to a question that it asks."""

    @abstractmethod
    def checklist(self, position: P, rulings: R) -> Checklist:
        """Return the steps that the player does by hand before the first turn, in order, each with its clauses. It ends
        with the :meth:`reminders`. Called after the setup; shown as a list to tick, and by the command ``setup``."""

    def describe_pairing(self, options: Given) -> Message | None:
        """Return the two sides with these options ("Nordic vs. Crimea"), for the button that starts a new game."""
        return None

    def reminders(self, position: P, rulings: R) -> Checklist:
        """Return the reminders at the end of the checklist, which need no action. Called together with it; shown
        without a box to tick."""
        return ()


class TableLayout(ABC, Generic[P]):
    """Where every piece is on the table, and the words for the moves the player must make (the hands).

    The layouts before and after a turn are compared; each difference is a :class:`~automarium.engine.layout.Hand`.
    ``groups`` are the headings of a long list of hands, in order. ``waits`` are the tracks whose marker is moved only
    once, at the end of a turn with questions.
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
        """Return a small line under a hand, for example the parts of a sum. ``events`` are the events of the turn.
        Called for every line of what to move, in all interfaces."""
        return None

    def joint(self, position: P, hand: Hand) -> Joint | None:
        """Return the group that this hand is part of, if the player makes several moves at once; they become one line.
        Called for every line of what to move."""
        return None

    def chip(self, hand: Hand) -> Chip | None:
        """Return how the piece of a hand looks, if it is identified by a colour. Called for every line on the page,
        which shows it before the words."""
        return None

    def reads(self, thing: TrackValue) -> Message | None:
        """Return the value of a track in words if it is not a number. Called when the page offers a track for
        correction."""
        return None

    def corrects(self, position: P, thing: PlacedPieces | TrackValue) -> Given | None:
        """Return the fields of the command ``adjust`` that correct this piece or track; None if there are none. Called
        when the player taps it."""
        return None


class Scoring(ABC, Generic[P, R]):
    """The score sheet."""

    @abstractmethod
    def score(self, position: P, rulings: R) -> ScoreSheet:
        """Return the current score, with the ``totals`` of both sides. It has a ``verdict`` and a ``winner`` once the
        game is over and the human's score is known. Called by ``score``, at the end of a game, and by the lab after
        every turn."""

    def count_automa(self, position: P, rulings: R) -> int:
        """Return the Automa's total alone. The lab calls it after every turn; override it if the sheet is slow to
        compute."""
        return self.score(position, rulings).totals["automa"]

    def countings(self, position: P) -> Sequence[Counting]:
        """Return the lines of the score sheet that the player enters or corrects, each with its command. Called for the
        score page, where these lines are fields."""
        return ()

    def rates(self, position: P, rulings: R) -> Mapping[tuple[str, str], Message]:
        """Return the reasons for rates that depend on something else, by side and name of the line: "6 quests: 10
        each". Called for the score sheet, which shows them below the name of the line."""
        return {}

    def known_points(self, position: P, last: P) -> int | None:
        """Return the human's points in a position during play, as far as they were reported; None if nothing is known.
        The rates are those of the ``last`` position, in which they are counted. Called for every turn when the result
        is shown."""
        return None


class GameWords(ABC, Generic[P, R]):
    """Descriptions of the position in words."""

    @abstractmethod
    def overview(self, position: P) -> Sequence[Message]:
        """Return the position in a few sentences. Called by the command ``overview``, and to describe every picture for
        a screen reader."""

    @abstractmethod
    def text(self, position: P, rulings: R, say: Say, width: int) -> Sequence[str]:
        """Return the board as lines of text for a terminal that is ``width`` characters wide. Called by the command
        ``board`` and when a game is opened in the terminal."""

    def details(self, event: Event, pack: Pack) -> Sequence[Message]:
        """Return the text of the card that an event shows, or nothing if it shows none. Called for every event of a
        turn; shown under it in the log and in the story."""
        return ()


class Page(ABC, Generic[P, R]):
    """How the game looks on the web page.

    ``signs`` names the icons of pieces, tracks and commands (listed under ``automarium.sdk.drawing``); ``colours`` has
    the colours of options, by family; ``rows`` has the families whose options combine a row and a thing in it
    (``work-red``), each with both families; ``accent`` is the game's colour in light and dark mode; ``palette`` has the
    colours of its sides (factions) by name, for light and dark mode; ``strengths`` is the strength of each level, from
    1; ``undrawn`` lists the places of the layout that the picture does not show (``tile-*`` stands for all that begin
    like this).
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
        """Return the board as SVG. Draw every place with :func:`~automarium.engine.drawing.svg.place`, so that it can
        be tapped. Import the drawing module inside this method, so that decisions and the lab never load it. If
        ``scene.bare``, draw the board alone, without heading and legend. Called for the board of the page (bare), for
        the picture behind "why?", and by ``automarium draw``."""

    def legend(self, position: P, say: Say, dark: bool) -> Sequence[LegendEntry]:
        """Return the meaning of the signs on the bare board. Import the drawing module inside this method, too. Called
        for the page; shown below the board under "Legend"."""
        return ()

    def card(self, event: Event, position: P, pack: Pack, turn: Sequence[Event]) -> Card | None:
        """Return the card that an event shows. ``turn`` are all events of the turn once it is over, so that unused
        parts can be struck out; before that it is empty. Called for every event of a turn on the page, which shows the
        card above the list of moves."""
        return None

    def gauges(self, position: P, pack: Pack) -> Sequence[Gauge]:
        """Return the Automa's numbers and tracks that are always visible. Called for every page of a game; shown beside
        the board."""
        return ()

    def standings(self, position: P) -> Sequence[Standing]:
        """Return both sides, the player's first, if the page shows them one above the other. A gauge that is in the
        Automa's row is not shown again."""
        return ()

    def news(self, before: P, after: P) -> Sequence[News]:
        """Return important changes between two positions, to be announced to the player."""
        return ()

    def combat(self, position: P, question: AnyQuestion | None, turn: Sequence[Event]) -> Combat | None:
        """Return the combat that a question is about; without a question, the one that the events of a turn end."""
        return None

    def level_track(self, level: str) -> DrawnTrack | None:
        """Return the track that characterises a level, drawn small for the options of a new game."""
        return None

    def hints(self, position: P, question: AnyQuestion, pack: Pack, rulings: R) -> Sequence[Message]:
        """Return hints for answering this question. Called while a question is open; shown above it."""
        return ()


class Lab(ABC, Generic[P]):
    """The game's part of the lab. ``rivals`` are the simulated players by name; the first is the default. ``owner``
    makes one whose points are those of the given finished games."""

    rivals: Rivals
    owner: Callable[[Pack, Chance, Sequence[int]], Rival] | None = None

    def __init_subclass__(cls) -> None:
        _check_attributes(cls, rivals=Mapping)

    @property
    def rival(self) -> Callable[[Pack, Chance], Rival]:
        return next(iter(self.rivals.values()))

    def parts(self, pack: Pack, options: Given) -> Sequence[AutomaPart]:
        """Return the parts whose worth a designer may want to measure, grouped by kind; the first kind is the
        default."""
        return ()

    def assumptions(self, pack: Pack, rival: str) -> Message | None:
        """Return the assumptions behind a rival's points; None if it has no points. The numbers come from the house
        pack."""
        return None

    def pace(self, position: P) -> int:
        """Return the Automa's progress as a number that designers follow (glory tokens, stars). The lab notes the
        turn in which it first reaches 1, 2, 3 …; its name is the message ``pace.mark``. Called by the lab after
        every turn."""
        return 0

    @property
    def has_lists(self) -> bool:
        """Whether the Automa reads lists whose lines the lab can count."""
        return type(self).list_lines is not Lab.list_lines

    def list_lines(self, position: P) -> Mapping[str, int]:
        """Return the number of lines of each list that the Automa reads from the top, by slot."""
        return NONE

    def list_followed(self, position: P) -> Sequence[tuple[str, int]]:
        """Return the lines carried out in the Automa's last turn, each with its slot, counted from 1."""
        return ()


class Content(ABC):
    """The facts of the game: its packs, and the facts an owner may enter.

    ``own_sections`` are the sections of the pack that a player may fill or correct; ``packs`` names the packs that new
    games use if they are not the first ones (``{"house": "house-2"}``); ``stems`` are the symbols from which long lists
    of options are built (see :mod:`automarium.engine.content.component`); ``boards`` is the editor behind ``automarium
    board``; ``new_level`` is the type of a level that a pack may add, if the game allows it.
    """

    own_sections: Sequence[str] = ()
    packs: Mapping[str, str] = NONE
    stems: Stems = NONE
    boards: BoardEditor | None = None
    new_level: type[AddedLevel] | None = None

    @abstractmethod
    def check_pack(self, pack: Pack) -> object:
        """Raise Refused if something in the pack is impossible. A missing fact (a hole) is not an error. Called when
        the game is loaded, and whenever a player's own facts are read."""

    def find_oddities(self, pack: Pack) -> Iterable[tuple[str, Message]]:
        """Return values that can be played but look wrong, each with its path: a line that is never reached, a card
        that no level uses."""
        return ()

    def components(self, pack: Pack) -> Sequence[Kind]:
        """Return the components with unpublished facts, which their owner enters. Called by ``automarium box`` and its
        page."""
        return ()

    def every_component(self, pack: Pack) -> Sequence[Kind]:
        """Return the same with all parts that a copy may have, if the number of parts is printed as well."""
        return self.components(pack)


class AddedLevel(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Base class of a level that a pack adds. ``pack`` is the name of the pack, where it is not the house pack."""

    pack: str = ""


N = TypeVar("N", bound=AddedLevel)


def level_field(
    known: Sequence[str | int],
    default: str | int | None,
    added: Mapping[str, AddedLevel],
    pack: Pack,
    about: str = "option.level",
) -> Field:
    """Return the field of a level: those of the game, then those that a pack adds, under the name of the pack."""
    house = pack.names["house"]
    looks = {id_: message("added-level", level=id_, pack=one.pack or house) for id_, one in added.items()}
    options = (*known, *added)
    return Field("level", Pick(about=about, options=options, family="level", default=default, looks=looks))


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

    The package also contains ``clauses.toml``, ``pack/`` and ``locale/``, next to the module of the class. ``document``
    is the text of the document that the game was made from, if there is one; records of the game contain it.
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

    def count_turns(self, position: P) -> int:
        """Return the same as ``status(position).turn``. Called by the lab: override it where that is slow."""
        return self.status(position).turn

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
