"""The position: both sides' pieces, the Automa's mat and tracks, tokens, the deck; and the types of cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, ClassVar, Literal, TypeAlias, get_args

import msgspec

from automarium.engine.content.pack import Pack
from automarium.engine.play import desk
from automarium.engine.play.deck import Deck
from automarium.engine.play.event import of
from automarium.engine.validation import convert
from automarium.games.scythe.map import BASE, ENCOUNTERS, FACTIONS, MAT, PRINTED, Rivers
from automarium.games.scythe.rulings import Rulings

Faction: TypeAlias = Literal["nordic", "rusviet", "crimea", "saxony", "polania", "albion", "togawa"]
Level: TypeAlias = Literal["autometta", "automa", "automaszyna", "ultimaszyna"]
Kind: TypeAlias = Literal["worker", "mech", "character"]
Action: TypeAlias = Literal[
    "worker_move", "mech_move", "character_move", "encounter_or_factory", "attack_combat_unit", "attack_workers"
]
SchemeName: TypeAlias = Literal["I", "II"]
Side: TypeAlias = Literal["human", "automa"]
Bonus: TypeAlias = Literal["power", "coin", "popularity", "combat_card"]
# Fields of commands and events that are translated:
Place: TypeAlias = Annotated[str, of("place")]
Unit: TypeAlias = Annotated[Kind, of("unit")]

_facts = PRINTED.printed
ACTIONS: tuple[Action, ...] = get_args(Action)
LEVELS: tuple[Level, ...] = ("autometta", "automa", "automaszyna", "ultimaszyna")
MECHS: int = _facts["pieces"]["side"]["mechs"]
WORKERS: int = _facts["pieces"]["side"]["workers"]
STARS: int = _facts["pieces"]["side"]["stars"]
STRUCTURES: int = _facts["pieces"]["side"]["structures"]
UNITS: tuple[Kind, ...] = ("character", "mech", "worker")
COMBAT_VALUES: dict[int, int] = {int(value): many for value, many in _facts["deck"]["combat"]["values"].items()}
COMBAT_CARDS = sum(COMBAT_VALUES.values())
LOWEST_CARD, HIGHEST_CARD = min(COMBAT_VALUES), max(COMBAT_VALUES)
MOST_COINS = 999  # the most that can be entered; the bank has no limit
MOST_POWER: int = _facts["track"]["power"]["high"]
MOST_DIAL: int = _facts["dial"]["power"]["high"]
COMBAT_STARS = 2  # SCY-STAR-06


class Symbol(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One entry of the move row. ``faction`` is its bracket (SCY-MOVE-07), ``min_power`` the number of an attack."""

    action: Action
    min_power: int | None = None
    faction: Faction | None = None


class Gain(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    gain: Literal["coin", "power", "combat_card", "worker", "character_or_mech"]
    amount: int
    faction: Faction | None = None


class Scheme(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Half of a card: three rows from top to bottom (SCY-DECK-04)."""

    moves: tuple[Symbol, ...]
    gains: tuple[Gain, ...]
    recruit: Bonus | None = None


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An Automa card. ``golden`` moves the cube, ``skip`` is Autometta's symbol, ``spend`` the combat table."""

    id: int
    golden: bool
    skip: bool
    spend: tuple[int, int, int]
    combat_cards: int
    resources: int
    I: Scheme  # noqa: E741
    II: Scheme

    def scheme(self, name: SchemeName) -> Scheme:
        return self.I if name == "I" else self.II


class StarCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A level's star card, its spaces counted from 0 (SCY-LEVEL-03)."""

    spaces: int
    restricted: int
    scheme_two: int
    stars: tuple[int, ...]
    skips: bool

    def stars_at(self, tracker: int) -> int:
        return sum(map(tracker.__ge__, self.stars))


class Automa(msgspec.Struct):
    """The Automa's side. Mechs and workers on the mat are not listed; a character there is on ``mat``."""

    faction: Faction
    power: int = 0
    combat_cards: int = 0
    coins: int = 0
    character: str = MAT
    mechs: list[str] = []
    workers: list[str] = []
    factory_card: bool = False
    power_star: bool = False
    combat_stars: int = 0


class Human(msgspec.Struct):
    """The human's pieces, as far as the Automa sees them, and what the final score needs. ``combat_stars`` only keeps
    impossible stars from being offered."""

    unhashed: ClassVar[tuple[str, ...]] = ("combat_stars",)

    faction: Faction
    character: str = BASE
    mechs: list[str] = []
    workers: list[str] = []
    riverwalk: Rivers = False
    lakes: bool = False
    structures: list[str] = []
    stars: int = 0
    bonus: int | None = None  # coins of the structure bonus, once they are counted
    speed: bool = False  # matters only for the places offered for a move
    combat_stars: int = 0
    recruits: list[Bonus] = []  # empty until one is reported


def get_places(side: Automa | Human, kind: str) -> Sequence[str]:
    """Return where a side has pieces of a kind, base and mat included."""
    return side.workers if kind == "worker" else side.mechs if kind == "mech" else (side.character,)


def find_occupied(side: Automa | Human) -> set[str]:
    """Return where a side has any piece, base and mat included."""
    return {side.character, *side.mechs, *side.workers}


class Variants(msgspec.Struct, frozen=True, cache_hash=True):
    """The optional rules (SCY-VAR). ``coins`` and ``power`` are how much more or less a card gives, 0 for off."""

    skipping: bool = False
    coins: int = 0
    power: int = 0
    move_gate: bool = False
    placement_gate: bool = False
    all_moves: bool = False


NO_VARIANTS = Variants()


class HumanScore(msgspec.Struct, frozen=True):
    """The human's score sheet. ``resources`` are at most six per territory (SCY-SCORE-07); ``units`` and ``power`` are
    asked for only in a tie."""

    coins: int
    popularity: int
    territories: int
    resources: int
    bonus: int
    units: int | None = None
    power: int | None = None


class Position(msgspec.Struct):
    """``been`` and ``swept`` serve messages only: where the human has been since the Automa's last visit, and how often
    it came to such a place. Uncounted resources may be there."""

    unhashed: ClassVar[tuple[str, ...]] = ("been", "swept")

    level: Level
    automa: Automa
    human: Human
    scheme: SchemeName = "I"
    tracker: int = 0
    encounters: list[str] = msgspec.field(default_factory=lambda: list(ENCOUNTERS))
    deck: Deck = msgspec.field(default_factory=lambda: Deck(cards=()))
    resources: dict[str, int] = {}  # tokens placed by the resource box, until the Automa comes there
    cleared: dict[str, int] = {}  # how often uncounted resources were removed from a territory
    dues: dict[str, int] = {}  # how often the human took or gave something that the app does not count
    shuffles: int = 0  # how often the person had to shuffle their own Automa cards
    combat_discard: list[int] = []  # the rest of ``deck.drawn`` is the main discard
    last_card: int | None = None  # of the most recent turn, through every shuffle: SCY-SCHEME-06
    expansion: bool = False  # the expansion's four replacement cards are in the deck
    variants: Variants = NO_VARIANTS
    to_move: Side = "human"
    turn: int = 0
    over: bool = False
    human_score: HumanScore | None = None
    been: list[str] = []
    swept: dict[str, int] = {}

    @property
    def star_card(self) -> StarCard:
        return STAR_CARDS[self.level]

    @property
    def restricted(self) -> bool:
        return self.tracker < STAR_CARDS[self.level].restricted  # SCY-STAR-03: only the cube decides (SCY-NEIGH-14)

    @property
    def main_discard(self) -> list[int]:
        """The cards of turns since the last shuffle, the last on top (SCY-DECK-11)."""
        return [card for card in self.deck.drawn if card not in self.combat_discard]

    @property
    def stars(self) -> int:
        """The number of stars that the Automa has placed (SCY-STAR-04…07)."""
        automa = self.automa
        return STARS_AT[self.level][self.tracker] + automa.power_star + automa.combat_stars


Desk: TypeAlias = desk.Desk[Position, Rulings]


def get_cards(pack: Pack, expansion: bool) -> dict[int, Card]:
    """Return the Automa cards of a game, with the ``expansion``'s replacement cards or without."""
    return pack.once(load_expansion if expansion else load_cards)


def load_star_cards(pack: Pack) -> dict[str, StarCard]:
    return {level: pack.typed(StarCard, "star_card", level) for level in LEVELS}


def load_cards(pack: Pack) -> dict[int, Card]:
    """Return the 19 cards of the base game (SCY-DECK-01)."""
    return {int(id_): pack.typed(Card, "card", id_) for id_ in pack.printed["card"]}


def load_expansion(pack: Pack) -> dict[int, Card]:
    """Return the cards with the expansion's four replacements (SCY-DECK-15)."""
    cards = load_cards(pack)
    for id_ in pack.printed["expansion_card"]:
        changed = {
            name: convert(Scheme, facts, f"expansion_card.{id_}.{name}")
            for name, facts in pack.entry("expansion_card", id_).items()
        }
        cards[int(id_)] = msgspec.structs.replace(cards[int(id_)], **changed)
    return cards


STAR_CARDS = load_star_cards(PRINTED)
STARS_AT = {level: [card.stars_at(tracker) for tracker in range(card.spaces)] for level, card in STAR_CARDS.items()}
RESOURCE_BOX = {int(id_): facts["resources"] for id_, facts in _facts["card"].items()}
assert set(FACTIONS) == set(Faction.__args__)  # type: ignore[attr-defined]
