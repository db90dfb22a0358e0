"""What ``automa.toml`` may contain. Sizes are bounded here; :mod:`automarium.documents.document` checks the meaning.

A *text* is a string, or a string per language. A *noun* is a text whose strings may be tables of forms
(``{ nom = "чапля", acc = "чаплю" }``). An *expression* is a string of :mod:`automarium.documents.expressions`.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta

from automarium.engine.layout import Side
from automarium.engine.place_map import PlaceKind

MOST_BYTES = 64_000
MOST_NUMBER = 10_000

Sentence: TypeAlias = Annotated[str, Meta(max_length=600)]
WrittenText: TypeAlias = Sentence | dict[str, Sentence]
Noun: TypeAlias = Sentence | dict[str, Sentence | dict[str, Sentence]]
Source: TypeAlias = Annotated[str, Meta(max_length=300)]  # an expression
Small: TypeAlias = Annotated[int, Meta(ge=0, le=MOST_NUMBER)]
Whole: TypeAlias = Annotated[int, Meta(ge=-MOST_NUMBER, le=MOST_NUMBER)]
NumberSource: TypeAlias = Source | Whole  # a number may be written without quotes


class Strict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pass


class Game(Strict, frozen=True):
    """``turns``: the game ends after so many turns of the Automa. ``round``: turns in a round; a document with phases
    has them there. ``end``: the condition that ends the game, looked at after each turn. ``clause`` is cited for it."""

    name: str
    prefix: str
    title: Noun
    about: WrittenText
    languages: tuple[str, ...] = ("en",)
    turns: Small = 0
    round: Small = 0
    end: Source = "no"
    clause: str = ""
    setup_clause: str = ""


class PlacesSection(Strict, frozen=True):
    """``list`` in reading order, which is also the order of a ring (clockwise) or a line. ``hexes``: instead of the
    list, each place with its column and row of a board of hexes with a corner at the top, odd rows moved right."""

    kind: PlaceKind
    list: Annotated[tuple[str, ...], Meta(max_length=120)] = ()
    hexes: Annotated[dict[str, tuple[Small, Small]], Meta(max_length=120)] = {}
    groups: Annotated[dict[str, tuple[str, ...]], Meta(max_length=40)] = {}
    names: dict[str, Noun] = {}


class Phase(Strict, frozen=True):
    """A part of every round: so many turns of the Automa."""

    name: Noun
    turns: Annotated[int, Meta(ge=1, le=99)]
    clause: str = ""


class PieceEntry(Strict, frozen=True):
    """``start``: a place, a mat, or ``out`` for a piece that is not on the board. A marker that belongs to neither side
    has the side ``table``."""

    side: Side
    name: Noun
    start: str = "out"
    letter: Annotated[str, Meta(max_length=2)] = ""


class Counter(Strict, frozen=True):
    """Things that are counted: on places, and on ``mats`` beside the board. ``start``: on every place; ``unknown``: the
    places where the number is not known until it is asked for. ``most``: at one place. ``supply``: how many are beside
    the board at the start; without it there are always enough. ``side`` is whose things they are. ``letter``: before
    their number on the board, where there are several counters."""

    name: Noun
    start: Small = 0
    starts: dict[str, Small] = {}
    unknown: tuple[str, ...] = ()
    most: Annotated[int, Meta(ge=1, le=999)] = 20
    supply: Small | None = None
    mats: dict[str, Noun] = {}
    side: Side = "table"
    letter: Annotated[str, Meta(max_length=2)] = ""


class Track(Strict, frozen=True):
    side: Side
    name: Noun
    start: Whole = 0
    low: Whole = 0
    high: Whole = 999


class Level(Strict, frozen=True):
    """``name`` and any numbers, read as ``level.<number>``."""

    name: Noun
    numbers: dict[str, Whole] = {}


class Cards(Strict, frozen=True):
    """A deck. ``fields``: for each field ``number``, ``place``, ``text``, the choices ``a|b|c``, or ``list of a|b|c``.
    ``list``: the values of each card by its number; ``"?"`` is a fact that was never published. ``reshuffle``: whether
    the discarded cards are shuffled again when none is left to draw. ``name`` is needed where there are several."""

    fields: Annotated[dict[str, str], Meta(max_length=20)]
    list: Annotated[dict[str, dict[str, Any]], Meta(min_length=1, max_length=200)]
    name: Noun = ""
    names: dict[str, Noun] = {}
    reshuffle: bool = True


class RuleEntry(Strict, frozen=True):
    """One rule of a choice: one of ``only``, ``prefer``, ``most``, ``least``, ``first``, or ``criteria``: an expression
    for a list of names of ``[criteria]``. ``when``: the rule applies only if this holds."""

    only: Source | None = None
    prefer: Source | None = None
    most: Source | None = None
    least: Source | None = None
    first: Source | None = None
    criteria: Source | None = None
    clause: str = ""
    when: Source | None = None


Rules: TypeAlias = Annotated[tuple[RuleEntry, ...], Meta(max_length=30)]


class StepEntry(Strict, frozen=True):
    """One step: exactly one verb with its other fields (see ``VERBS`` in :mod:`automarium.documents.rules`)."""

    draw: bool | str | None = None
    keep: str | None = None
    discard: str | None = None
    shuffle: str | None = None
    choose: str | None = None
    among: Source | None = None
    rules: Rules | None = None
    move: str | None = None
    take: str | None = None
    put: str | None = None
    remove: str | None = None
    reveal: str | None = None
    advance: str | None = None
    score: NumberSource | None = None
    ask: str | None = None
    low: NumberSource | None = None
    high: NumberSource | None = None
    say: str | None = None
    again: bool | None = None
    end_turn: bool | None = None
    end_game: bool | None = None
    python: str | None = None
    to: Source | None = None
    at: Source | None = None
    from_: Source | None = msgspec.field(name="from", default=None)
    by: NumberSource | None = None
    count: NumberSource | None = None
    when: Source | None = None
    clause: str = ""
    words: str = ""


Steps: TypeAlias = Annotated[tuple[StepEntry, ...], Meta(max_length=80)]


class HumanMove(Strict, frozen=True):
    """``to``: a condition of the places ``it`` that the piece may be moved to."""

    to: Source = "yes"


class HumanTake(Strict, frozen=True):
    """``from``: the place; ``to``: the mat; ``most``: how many at most."""

    from_: Source = msgspec.field(name="from")
    to: str
    most: NumberSource = 99


class Human(Strict, frozen=True):
    """What the player reports: ``move`` a piece, ``take`` things, ``look`` at unknown numbers, ``set`` tracks."""

    move: dict[str, HumanMove] = {}
    take: dict[str, HumanTake] = {}
    look: tuple[str, ...] = ()
    set: tuple[str, ...] = ()


class ScoreEntry(Strict, frozen=True):
    side: Literal["automa", "human"]
    name: Noun
    amount: NumberSource
    each: Whole = 1
    clause: str = ""


class TieBreak(Strict, frozen=True):
    """Compared if both sides have the same number of points: the side with more wins."""

    automa: NumberSource
    human: NumberSource
    clause: str = ""


class Identified(Strict, frozen=True):
    id: str


class ClauseEntry(Identified, frozen=True):
    """``text`` is the rule, ``short`` its few words under "why"."""

    text: WrittenText
    short: WrittenText = ""


class ChoiceEntry(Strict, frozen=True):
    id: str
    text: WrittenText
    changes: WrittenText
    short: WrittenText = ""


class RulingEntry(Identified, frozen=True):
    """An open point: ``choices`` with the default first."""

    question: WrittenText
    choices: Annotated[tuple[ChoiceEntry, ...], Meta(min_length=2, max_length=8)]
    reason: WrittenText
    clauses: tuple[str, ...] = ()


class DocumentFile(Strict, frozen=True):
    game: Game
    turn: Annotated[tuple[StepEntry, ...], Meta(min_length=1, max_length=80)]
    clause: Annotated[tuple[ClauseEntry, ...], Meta(min_length=1, max_length=200)]
    score: Annotated[tuple[ScoreEntry, ...], Meta(min_length=1, max_length=40)]
    levels: Annotated[dict[str, Level], Meta(min_length=1, max_length=12)]
    places: PlacesSection | None = None
    pieces: Annotated[dict[str, PieceEntry], Meta(max_length=60)] = {}
    counters: Annotated[dict[str, Counter], Meta(max_length=20)] = {}
    tracks: Annotated[dict[str, Track], Meta(max_length=40)] = {}
    cards: Cards | None = None
    decks: Annotated[dict[str, Cards], Meta(max_length=8)] = {}
    phases: Annotated[dict[str, Phase], Meta(max_length=12)] = {}
    criteria: Annotated[dict[str, RuleEntry], Meta(max_length=40)] = {}
    round: Steps = ()
    human: Human = Human()
    stand_in: Steps = ()
    ruling: Annotated[tuple[RulingEntry, ...], Meta(max_length=40)] = ()
    tie_break: Annotated[tuple[TieBreak, ...], Meta(max_length=10)] = ()
    tie: Literal["automa", "human", "both"] = "automa"
    chapters: dict[str, WrittenText] = {}
    words: dict[str, dict[str, Sentence | tuple[Sentence, ...]]] = {}
