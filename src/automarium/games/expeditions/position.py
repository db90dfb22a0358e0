"""The position: the Automa's cards, tracks and mechs, the two rows of tiles, and the human's mech."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Annotated, Literal, TypeAlias

import msgspec

from automarium.engine.content.pack import Pack
from automarium.engine.definition import AddedLevel
from automarium.engine.play import desk
from automarium.engine.play.deck import Deck
from automarium.engine.play.event import of
from automarium.engine.validation import convert
from automarium.games.expeditions.rulings import Rulings

Mech: TypeAlias = Literal["north", "central"]
Side: TypeAlias = Literal["human", "automa"]
Place: TypeAlias = Annotated[str, of("place")]
MechName: TypeAlias = Annotated[Mech, of("mech")]
Whole: TypeAlias = Annotated[int, msgspec.Meta(ge=0)]

FOLDER = os.path.dirname(__file__)
PRINTED = Pack.of_folder(os.path.join(FOLDER, "pack"))  # without an owner's values
_facts = PRINTED.printed

SPECIAL: int = _facts["board"]["corruption"]["special"]  # the value of the special corruption token
GLORY_TOKENS: int = _facts["glory"]["card"]["tokens"]  # EXP-SETUP-16
MOST_CORRUPTION: int = _facts["board"]["corruption"]["in_bag"] + 1  # with the special token
HUMAN_GLORY_TO_END: int = _facts["human"]["glory"]["end_at"]  # EXP-END-01

NORTH: tuple[str, ...] = tuple(_facts["board"]["rows"]["north"])
CENTRAL: tuple[str, ...] = tuple(_facts["board"]["rows"]["central"])
SOUTH: tuple[str, ...] = tuple(_facts["board"]["rows"]["south"])
BASECAMP = "basecamp"
ROWS = NORTH + CENTRAL
PLACES = (*NORTH, *CENTRAL, *SOUTH, BASECAMP)

# Each row is a ring: the north mech goes round it left to right, the central one right to left (EXP-MOVE-01…06).
_RINGS: dict[Mech, tuple[str, ...]] = {"north": NORTH, "central": CENTRAL[::-1]}
START: dict[Mech, str] = {mech: ring[0] for mech, ring in _RINGS.items()}  # EXP-SETUP-04, EXP-SETUP-05
AHEAD = {
    place: ring[index:] + ring[:index] for ring in _RINGS.values() for index, place in enumerate(ring)
}  # from a place once around its row in the mech's direction; the wrap is an ordinary step (EXP-MOVE-07)


NO_TARGET = "none"


class Target(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The target line. ``glory_required`` is None if the symbol has no number (EXP-AMB-03)."""

    glory_required: Annotated[int, msgspec.Meta(ge=0, le=GLORY_TOKENS)] | None
    kind: Literal["map_token", "corruption", "corruption20"]
    count: Annotated[int, msgspec.Meta(ge=1)]


class Section(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One mech's part of a decision card (EXP-CARD-03…05)."""

    sweep: bool
    target: Target | None
    distance: Whole


class DecisionCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Three sections (EXP-CARD-02). The id has no effect on play (EXP-CARD-06)."""

    id: int
    advances_progress: bool
    north: Section
    central: Section
    confidence: object = None


class Coins(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The three rates of a progress card (EXP-SCORE-04)."""

    map_token: Whole
    corruption_token: Whole
    glory_token: Whole


class ProgressCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A level: its track, counted from START = 0, and its rates. The last fields are notes."""

    level: Annotated[int, msgspec.Meta(ge=1)] | str
    spaces_including_start: Annotated[int, msgspec.Meta(ge=2)]
    glory_spaces: tuple[Annotated[int, msgspec.Meta(ge=1)], ...]
    coins: Coins
    name: object = None
    name_uk: object = None
    found: object = None
    start_index: object = None
    steps_to_8th_glory: object = None
    confidence: object = None

    @property
    def is_added(self) -> bool:
        """Whether a pack adds this level."""
        return isinstance(self.level, str)

    @property
    def last_space(self) -> int:
        return self.spaces_including_start - 1

    def glory_at(self, space: int) -> int:
        """Return how many glory tokens the track has given when the token is on ``space``."""
        return min(GLORY_TOKENS, sum(1 for ahead in set(self.glory_spaces) if ahead <= space))

    def to_glory(self, space: int) -> int | None:
        """Return how many spaces it is from here to the next glory; None if there is no more ahead."""
        return min((ahead - space for ahead in self.glory_spaces if ahead > space), default=None)


class NewLevel(AddedLevel, frozen=True, kw_only=True):
    """A level that a pack adds: its progress card."""

    spaces_including_start: Annotated[int, msgspec.Meta(ge=2)]
    glory_spaces: tuple[Annotated[int, msgspec.Meta(ge=1)], ...]
    coins: Coins

    def make_card(self, level: str) -> ProgressCard:
        return ProgressCard(level, self.spaces_including_start, self.glory_spaces, self.coins)


class Tile(msgspec.Struct):
    """A tile of the two rows; ``corruption`` from the top."""

    closed: bool = True
    map: bool = True
    corruption: list[int] = []


class Position(msgspec.Struct):
    """The Automa's side of the table and what its rules use of the map."""

    card: ProgressCard
    tiles: dict[str, Tile]
    mechs: dict[Mech, str]
    human: str = BASECAMP
    glory: int = 0
    progress: int = 0
    maps: int = 0
    tokens: list[int] = []  # corruption the Automa holds, without the special token; 0 where the value is not known
    special: bool = False  # the Automa holds the special token
    swept: dict[str, int] = {}  # how often the cards around a location were swept
    shuffled: int = 0  # how often the person shuffled the Automa's deck, if it is on the table
    coin_change: int = 0
    house: bool = False  # the progress card is not a printed one
    deck: Deck = msgspec.field(default_factory=lambda: Deck(cards=()))
    entered: list[str] = []  # closed tiles that the human's mech stopped on, of which nothing more was reported
    human_glory: int = 0
    human_tokens: list[int] = []  # corruption the human took, without the special token
    human_special: bool = False  # the human holds the special token
    boxed: list[str] = []  # those of the four cards that refer to another player that have come up (EXP-GEN-05)
    to_move: Side = "human"
    starts: Side = "human"
    turn: int = 0  # Automa turns begun
    ended_by: str | None = None  # whose glory token brought the end about
    final_turns: list[Side] = []  # the turns left once the end was brought about, by side
    over: bool = False
    human_coins: int | None = None  # the human's own sum
    human_parts: dict[str, int] = {}  # or its parts, without the coins for glory

    def stand(self, place: str) -> None:
        """Move the human's mech here. A closed tile stops it (EXP-MOVE-21), so this one was explored; its tokens are
        reported next, or asked for when they decide something."""
        self.human = place
        if place in self.tiles and self.tiles[place].closed and place not in self.entered:
            self.entered.append(place)

    def see(self, place: str, closed: bool, map_token: bool, corruption: Sequence[int]) -> None:
        """Set a tile to what was reported."""
        tile = self.tiles[place]
        tile.closed, tile.map, tile.corruption = closed, map_token, list(corruption)
        if place in self.entered:
            self.entered.remove(place)

    @property
    def corruption(self) -> int:
        """The number of tokens the Automa holds, without the special one."""
        return len(self.tokens)


Desk: TypeAlias = desk.Desk[Position, Rulings]


def read_cards(pack: Pack) -> dict[int, DecisionCard]:
    """Return the 14 decision cards (EXP-CARD-01), with the owner's corrections."""
    return {int(id_): _read_card(pack, id_) for id_ in pack.printed["decision"]}


def _read_card(pack: Pack, id_: str) -> DecisionCard:
    data = pack.entry("decision", id_)
    # TOML has no null: a section without a target line leaves it out. The lab takes a target away.
    sections = {mech: {"target": None, **data[mech]} for mech in ("north", "central")}
    for section in sections.values():
        if section["target"] == NO_TARGET:
            section["target"] = None
    return convert(DecisionCard, {**data, **sections}, f"decision.{id_}")
