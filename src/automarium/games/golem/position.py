"""The position: the Automa's side of the table, and what was reported of the shared one."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Annotated, ClassVar, Literal, TypeAlias, TypeVar, get_args

import msgspec

from automarium.engine.content.pack import Pack
from automarium.engine.definition import AddedLevel
from automarium.engine.message import Message, message, term
from automarium.engine.play import desk
from automarium.engine.play.deck import Deck
from automarium.games.golem.rulings import Rulings

FOLDER = os.path.dirname(__file__)
PRINTED = Pack.of_folder(os.path.join(FOLDER, "pack"))

District: TypeAlias = Literal["red", "yellow", "blue"]
Colour: TypeAlias = Literal["red", "yellow", "blue", "black", "white"]
BookColour: TypeAlias = Literal["red", "yellow", "blue", "green", "black"]
Row: TypeAlias = Literal["work", "golem", "artifact", "study", "mirror"]
Action: TypeAlias = Literal["work", "golem", "artifact", "study"]
Area: TypeAlias = Literal["golem", "artifact", "study"]
Criterion: TypeAlias = Literal["most", "work", "strategy", "black", "white", "left", "right", "neither"]
TurnType: TypeAlias = Literal["marble", "rabbi"]
Side: TypeAlias = Literal["left", "right"]
Bonus: TypeAlias = Literal["none", "gold", "study", "student", "golem-1", "golem-2", "shuffle"]
Stage: TypeAlias = Literal["round", "turns", "evening", "over"]

DISTRICTS: tuple[District, ...] = get_args(District)
COLOURS: tuple[Colour, ...] = get_args(Colour)
BOOK_COLOURS: tuple[BookColour, ...] = get_args(BookColour)
ROWS: tuple[Row, ...] = get_args(Row)  # from top to bottom
AREAS: tuple[Area, ...] = get_args(Area)
CRITERIA: tuple[Criterion, ...] = get_args(Criterion)
TURN_TYPES: tuple[TurnType, ...] = get_args(TurnType)
BONUSES: tuple[Bonus, ...] = get_args(Bonus)

# GOL-STRAT-03…05: what a coloured tile stands for.
AREA_OF: dict[District, Area] = {"red": "golem", "yellow": "artifact", "blue": "study"}
COLOUR_OF: dict[str, District] = {"golem": "red", "artifact": "yellow", "study": "blue"}

_facts = PRINTED.printed
ROUNDS: int = _facts["game"]["length"]["rounds"]
SECTIONS: int = _facts["board"]["district"]["sections"]
NEIGHBOURHOODS: int = _facts["board"]["district"]["neighbourhoods"]
SPARE_TILES = 3  # 7 of a district's 10 neighbourhood tiles lie there, rising from left to right (base game)
TOLLS = (8, 9, 10)
MENORAH_SECTION = TOLLS[0]  # where the menorah token of a district lies
GOLEMS: int = _facts["pieces"]["side"]["golems"]
STARTING_GOLEMS: int = _facts["pieces"]["side"]["starting_golems"]
UPGRADES: int = _facts["pieces"]["side"]["upgrades"]
COLUMNS: int = _facts["pieces"]["side"]["columns"]
COLUMN_LIMIT: int = _facts["pieces"]["side"]["column_limit"]
ARTIFACTS: int = _facts["pieces"]["side"]["artifacts"]
LOW: int = _facts["track"]["resources"]["low"]
HIGH: int = _facts["track"]["resources"]["high"]
START_VP: int = _facts["track"]["vp"]["start"]
LEAST_VP, MOST_VP = -99, 400  # that can be reported
GOALS, MOST_GOALS = 3, 27  # at the start (GOL-SETUP-08), and in the box
_thrown: list[dict[str, int]] = list(_facts["marbles"].values())  # by the number of participants
MOST_MARBLES = max(sum(marbles.values()) for marbles in _thrown)
MARBLES = sum(max(marbles[colour] for marbles in _thrown) for colour in COLOURS)  # in the box
CARDS_A_ROUND: int = _facts["game"]["length"]["cards"]
DISPLAY: int = _facts["board"]["library"]["display"]
ACTION_POSITIONS = 5  # GOL-RABBI-06: positions are counted 1 to 5
LARGE = "large"  # the artifact upgrade that lies in no cell
UPGRADE_TILES: dict[Area, tuple[str, ...]] = {  # those with a name; the others are named by the cell they fill
    "golem": tuple(_facts["golem_upgrade"]),
    "artifact": (LARGE,),
    "study": tuple(_facts["study_upgrade"]),
}
CEMETERY = "cemetery"

ROMAN = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X")


class Golem(msgspec.Struct, frozen=True, cache_hash=True, gc=False):
    """One of its golems on the board. ``number`` tells the pieces of a game apart; 0 where that is not needed."""

    district: District
    section: int
    lying: bool = False
    number: int = 0

    def __str__(self) -> str:
        return f"{self.district} {self.section}{' lying' if self.lying else ''}"

    def describe(self) -> Message:
        posture = "lying" if self.lying else "standing"
        return message(f"golem.{posture}", district=term("district", self.district), section=ROMAN[self.section])

    @property
    def at(self) -> str:
        """Return its place: ``red-4``."""
        return name_place(self.district, self.section)

    @property
    def far(self) -> bool:
        """Return whether it is in VIII–X, where the Automa seeks to kill it (GOL-KILL-07)."""
        return self.section >= TOLLS[0]


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """An Automa card (GOL-CARD-03…05). ``first`` is the leftmost of the grey and yellow columns."""

    id: int
    bonus: Bonus
    level: int
    first: TurnType
    marble: tuple[Criterion, ...]
    rabbi: tuple[int, ...]
    books: tuple[int, ...]
    left_half: bool
    right_half: bool

    @classmethod
    def of_hole(cls, id_: int) -> Card:
        """Return a card whose columns are not known yet."""
        return cls(id_, "none", 1, "marble", (), (), (), left_half=False, right_half=False)


class Character(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """The character card of a round."""

    id: int
    left: Colour
    right: Colour
    steps: int
    cost: int
    effects: tuple[str, ...]

    @property
    def colours(self) -> tuple[Colour, Colour]:
        return (self.left, self.right)


class Book(msgspec.Struct, frozen=True, gc=False):
    """A book on the Automa's board: its active bonus, or two with a "/" between them."""

    id: str
    colour: BookColour
    left: tuple[str, ...]
    right: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.id

    def describe(self) -> Message:
        return message("book.named", book=term("book", self.colour), number=int(self.id.rpartition("-")[2]))


class Entry(msgspec.Struct, frozen=True, gc=False):
    """A line of the ledger, which lists all the Automa's VP."""

    round: int
    what: str
    vp: int
    clause: str


class NewLevel(AddedLevel, frozen=True, kw_only=True):
    """A level that a pack adds: the numbers in which levels differ. ``bonus``: bonuses up to this number are taken."""

    starting_tiles: Annotated[int, msgspec.Meta(ge=0, le=8)]
    goal_vp: Annotated[int, msgspec.Meta(ge=0, le=30)]
    bonus: Annotated[int, msgspec.Meta(ge=0, le=4)]
    red_zone: tuple[Annotated[int, msgspec.Meta(ge=LOW, le=HIGH)], ...]


class Position(msgspec.Struct):
    """``order`` is the coloured strategy tiles from the top. ``order_place`` is its place in the turn order, None if
    only the rabbis show it. ``rows``, ``occupied``, ``actions`` and ``display`` were reported this round;
    ``neighbourhoods`` and ``learned``, the printed facts asked for in the game, hold for the whole game."""

    unhashed: ClassVar[tuple[str, ...]] = ("added",)

    level: int | str
    humans: int = 1
    own_cards: bool = False  # the person's own printed cards, not the house deck
    own_board: bool = False  # the person's own components, not house values
    recognises: bool = False  # own things are found by what is on them, never by a number, which is not printed
    one_screen: bool = False  # a card of the person's own deck is named together with the marbles
    own_characters: bool = False  # character cards are the person's own
    asks_things: bool = False  # a printed component is asked for as a whole, on one screen
    uses_house: bool = False  # what is not known of own components is taken from the house
    order: list[District] = []
    marker: int = 0
    ledger: list[Entry] = []
    golems: list[Golem] = []
    supply: int = GOLEMS - STARTING_GOLEMS
    buried: int = 0
    buried_lying: int = 0  # how many of them lay when they died
    students: dict[District, int] = {}
    golem_track: int = 3
    study_track: int = 0
    study_vp: int = 0  # what its space is worth at the end, as far as it is known
    upgrades: dict[Area, list[str]] = {}  # made ones, in order; an artifact cell is "right-1"
    menorah_count: dict[Area, int] = {}  # on the upgrades made, and the tokens
    cells: dict[str, str] = {}  # artifact cell → the kind of tile on it
    artifact_tile: int | None = None
    ingots: int = 0
    artifacts: int = 0  # completed, from the lowest
    columns: list[list[Book]] = []
    goals: int = GOALS
    menorahs: list[District] = []  # menorah tokens the Automa's students took
    menorahs_gone: list[District] = []  # those taken by another side before
    exhausted: list[District] = []  # coloured tiles that were sent lowest
    deck: Deck = msgspec.field(default_factory=lambda: Deck(cards=()))
    round: int = 0
    stage: Stage = "round"
    turn: int = 0  # Automa turns begun, in the whole game
    acting: int = 0  # which of the Automa's turns of the round is under way; 0: none
    under_way: bool = False  # a morning or an evening is being carried out
    cards: list[Card] = []  # revealed this round
    types: list[TurnType] = []  # what the Automa's turns of this round were
    character: Character | None = None
    characters: list[int] = []  # of the rounds so far
    taken: list[Colour] = []  # the Automa's marbles of this round
    rows: dict[Row, list[Colour]] | None = None
    looked: int = -1  # the Automa's turn in which the marbles were reported last
    occupied: list[int] = []  # action tiles with a rabbi on them
    actions: dict[int, int] = {}  # position → action tile, as far as reported this round
    display: list[BookColour | Literal["none"] | None] = []  # the books as last reported; None: not yet
    offered: tuple[int, BookColour] | None = None  # the book the Automa is buying: its place of the display, its colour
    rabbi: int | str | None = None
    reshuffle: bool = False
    control_free: bool = False
    books_seen: list[str] = []
    order_place: int | None = 1
    buried_at: int | None = None  # the last cemetery space reported; 0: only the unlimited one is left
    grave: int | None = None  # reported for the next burial
    neighbourhoods: dict[str, int] = {}
    neighbourhoods_asked: bool = False  # for all of them at once
    learned: dict[str, int | str | list[int | str]] = {}
    human_vp: dict[str, int] = {}
    tie: str | None = None
    added: NewLevel | None = None  # a level of a designer's or an own pack

    @property
    def strength(self) -> int:
        """Return the number of a printed level. Of an added one: up to which number bonuses are taken."""
        return self.level if isinstance(self.level, int) else self.added.bonus if self.added else 0

    @property
    def starting_tiles(self) -> int:
        return self.added.starting_tiles if self.added else self.strength  # GOL-SETUP-18

    @property
    def participants(self) -> int:
        return self.humans + 1  # GOL-GEN-01, GOL-GEN-03

    @property
    def vp(self) -> int:
        return START_VP + sum([entry.vp for entry in self.ledger])

    def count_standing(self) -> int:
        standing = 0
        for golem in self.golems:
            if not golem.lying:
                standing += 1
        return standing

    @property
    def built(self) -> int:
        """Return how many golems were built, killed ones included, the starting two not (GOL-A24)."""
        return GOLEMS - STARTING_GOLEMS - self.supply

    @property
    def book_columns(self) -> int:
        return len(self.columns) - self.columns.count([])

    @property
    def upgrades_made(self) -> int:
        return sum(len(made) for made in self.upgrades.values())

    @property
    def last_card(self) -> Card | None:
        return self.cards[-1] if self.cards else None

    @property
    def over(self) -> bool:
        return self.stage == "over"


Desk: TypeAlias = desk.Desk[Position, Rulings]

T = TypeVar("T")


def one_of(known: Sequence[T], name: object) -> T:
    """Return the name with its type: ``one_of(DISTRICTS, "red")``."""
    return known[known.index(name)]


def name_place(district: District, section: int) -> str:
    """Return the name of a section: ``red-4``."""
    return STREETS[district][section]


STREETS: dict[District, tuple[str, ...]] = {
    district: tuple(f"{district}-{section}" for section in range(SECTIONS + 1)) for district in DISTRICTS
}


def name_cell(side: str, level: int) -> str:
    return f"{side}-{level}"
