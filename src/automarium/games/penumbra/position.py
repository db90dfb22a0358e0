"""The position: the Automa's board with its stacks, its Marks, what it keeps. The rest of the table is asked."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Annotated, ClassVar, Literal, TypeAlias

import msgspec

from automarium.engine.content.pack import Pack
from automarium.engine.play import desk
from automarium.engine.play.event import of
from automarium.games.penumbra.boards.board import AutomaBoard
from automarium.games.penumbra.boards.line import SLOTS
from automarium.games.penumbra.rulings import Rulings

Side: TypeAlias = Literal["human", "automa"]
Alignment: TypeAlias = Literal["light", "dark"]
Colour: TypeAlias = Annotated[str, of("colour")]
Die: TypeAlias = Annotated[str, of("die")]
SlotName: TypeAlias = Annotated[str, of("slot")]
Location: TypeAlias = Annotated[str, of("location")]
MarketSide: TypeAlias = Annotated[str, of("side")]  # the left or the right card of a market
AlignmentName: TypeAlias = Annotated[Alignment, of("alignment")]

FOLDER = os.path.dirname(__file__)
PRINTED = Pack.of_folder(os.path.join(FOLDER, "pack"))  # without values that an owner entered
_facts = PRINTED.printed

BONE = "bone"  # the colour of what has none: PEN-AMB-21
SPARK = "spark"
TOME = "tome"  # instead of a symbol: PEN-SPECIAL-09
UNSEEN = "unseen"  # the colour of a card that was not looked at
MOST_ARCANA: int = _facts["numbers"]["arcana"]["most"]  # PEN-AMB-32
CLASS_DIE_SHOWS: int = _facts["numbers"]["class_die"]["shows"]  # PEN-SCHOOL-08
LAST_LEFT: int = _facts["numbers"]["market"]["last_left"]  # PEN-GEN-29
DIE = 6  # the most that a die shows


class Card(msgspec.Struct, frozen=True):
    """A card of the Artifact deck. ``symbol`` is the number of its slot from the left, None for a Tome; ``id`` is
    that of our house deck, None for a card of the person's own."""

    colour: str
    symbol: int | None
    id: int | None = None


class Artifacts(msgspec.Struct):
    """The Artifact deck. The content of the person's own (``physical``) is unknown. In ``pile``, the house deck, the
    top card is last, and the first ``known`` cards were seen when they went under the deck."""

    physical: bool = True
    pile: list[int] = []
    known: int = 0

    def draw(self) -> int | None:
        if not self.pile:
            return None
        card = self.pile.pop()
        if len(self.pile) < self.known:
            self.known -= 1
        return card

    def put_under(self, *cards: int) -> None:
        """Put the cards under the deck, one after the other."""
        self.pile[:0] = reversed(cards)
        self.known += len(cards)

    @property
    def coming(self) -> list[int]:
        """Return the cards that can come next: all that were not seen yet; if there are none, the top card."""
        return sorted(self.pile[self.known :]) or self.pile[-1:]


class Rows(msgspec.Struct):
    """The common rows as the person reported them last, left first; None before the first report. A Contract is its
    side and VP, ``light-3``, ``dark-2``, ``other-1``; a Trial its difficulty and VP, None if it is too hard.
    ``told`` names the rows reported in this turn that have not changed since: they are not asked again."""

    contracts: list[str] | None = None
    trials: list[tuple[int, int | None]] | None = None
    told: list[str] = []


class Tally(msgspec.Struct, frozen=True):
    """VP of the Automa by the normal rulebook, counted by hand."""

    arcana: int
    experience: int
    goals: int
    board: int
    alignment: int
    extra: int = 0  # how often the condition of the board was met


def every_slot_holds(cards: Iterable[int], *, exactly_one: bool) -> bool:
    """Return whether every slot holds a card or more; by a switched ruling exactly one (PEN-REST-02)."""
    return all(number == 1 for number in cards) if exactly_one else all(cards)


class Position(msgspec.Struct):
    unhashed: ClassVar = ("followed", "earlier")

    board: AutomaBoard
    start: str  # the Automa's starting Discipline
    marks: list[str]
    character: str = "beginner"
    sparks: int = 1
    arcana: int = 0
    light: int = 0
    dark: int = 0
    alignment: Alignment | None = None
    slots: list[list[Card]] = msgspec.field(default_factory=lambda: [[] for _ in range(SLOTS)])
    cards: int = 0  # Discipline cards gained, without the starting spell
    class_cards: list[tuple[str, str]] = []  # of which Class each was, and on which side of its market it lay
    contracts: list[int] = []  # VP of each one completed
    contract_places: list[int] = []  # where each lay, counted from the left; 0: unknown
    trials: list[int] = []  # VP of each one passed
    trial_places: list[int] = []
    laid: dict[str, list[str]] = {}  # the dice the Automa placed so far, by location: "red 4"
    deeds: dict[str, int] = {}  # how often the person did something for the Automa's that no other field shows
    classes: dict[str, bool] = {}  # whether a Class of this colour is in play, as far as it was reported
    rows: Rows = msgspec.field(default_factory=Rows)
    ahead: list[Card | None] = []  # cards reported with an earlier form of this turn; None: the deck is empty
    colours: tuple[str, ...] = ()
    artifacts: Artifacts = msgspec.field(default_factory=Artifacts)
    own_dice: bool = False  # dice are rolled on the table and reported
    exactly_one: bool = False  # by a switched ruling the Automa rests only with exactly one card in every slot
    artifacts_score: bool = False  # by a switched ruling Artifacts in the Automa's slots bring their Experience symbols
    starts: Side = "human"
    to_move: Side = "human"
    turn: int = 0  # Automa turns begun
    ordinal: int = 0  # of the Instruction, within the Automa's turn
    placed: int = 0  # dice the Automa placed in this turn
    regular: int = 0  # regular Instructions still to come in this turn
    followed: list[tuple[int, int]] = []  # slot and line of each Instruction of its last turn, for the picture alone
    earlier: list[list[Card]] = []  # her slots before her last turn, for the picture alone
    gaps: list[str] = []  # empty places to be refilled at the end of the Automa's turn, by a switched ruling: shop-left
    over: bool = False
    tally: Tally | None = None
    human_vp: int | None = None

    @property
    def level(self) -> int:
        return len(self.marks)  # PEN-GEN-22: whatever their colours; Spark marks are none (PEN-GEN-23)

    @property
    def free_marks(self) -> int:
        return self.board.mark_places - len(self.marks)

    @property
    def will_rest(self) -> bool:
        """Return whether the Automa's next turn is a Rest, as the slots are now (PEN-REST-01)."""
        return every_slot_holds(map(len, self.slots), exactly_one=self.exactly_one)

    @property
    def scoring_artifacts(self) -> int:
        """Return how many Artifacts in its slots bring Experience symbols: none, or all but Tomes (PEN-SCORE-10,
        PEN-AMB-20). Cards of the app's own deck are no Artifacts."""
        real = (card for stack in self.slots for card in stack if card.id is None and card.symbol is not None)
        return sum(1 for _ in real) if self.artifacts_score else 0

    def count_deed(self, deed: str, times: int = 1) -> None:
        """Count what the person does for the Automa; the names are in ``layout.DEEDS``."""
        self.deeds[deed] = self.deeds.get(deed, 0) + times


Desk: TypeAlias = desk.Desk[Position, Rulings]


def build_house_cards(pack: Pack) -> dict[int, Card]:
    """Return the house Artifact deck by id: colours and symbols as often as the pack says, bone cards, Tomes."""
    facts = pack.house["deck"]["artifacts"]
    kinds = [(colour, symbol) for colour in facts["colours"] for symbol in range(SLOTS)] * facts["each"]
    kinds += [(BONE, symbol) for symbol in range(SLOTS)] * facts["bone_each"]
    tomes = [(colour, None) for colour in facts["tomes"]]
    return {id_: Card(colour, symbol, id_) for id_, (colour, symbol) in enumerate([*kinds, *tomes], 1)}


HOUSE_CARDS = build_house_cards(PRINTED)


def get_colours(pack: Pack) -> tuple[str, ...]:
    """Return the colours of Disciplines and dice; the owner may correct them."""
    return tuple(pack.printed["dice"]["colours"]["list"])
