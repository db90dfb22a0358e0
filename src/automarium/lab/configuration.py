"""What is played: a configuration is one way to play a game, a plan a number of games of several configurations."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from functools import lru_cache
from hashlib import sha256

import msgspec

from automarium.engine.content.pack import FIRST_PACKS, Entries, Pack, overlay
from automarium.engine.content.rulings import settle
from automarium.engine.definition import AnyDefinition, fill_options
from automarium.engine.message import refuse
from automarium.engine.question import Answer, Field, Pick
from automarium.engine.validation import prepare_type
from automarium.games import plugins as games

CHUNK = 100  # games that a worker plays at once: few enough to lose, enough to be worth sending
MOST_GAMES = 100_000_000
SEEDS = 1 << 63
OWNER = "me"  # the rival with the points of the owner's finished games


class Design(msgspec.Struct, frozen=True):
    """A designer's pack: facts that override ours, of one kind (``house`` or ``printed``)."""

    kind: str
    name: str
    facts: Entries


class Configuration(msgspec.Struct, frozen=True):
    """One way to play a game. ``options`` and ``rulings`` are complete, so later defaults change nothing. ``label``
    distinguishes it in its plan. ``taken`` are facts that take a part of the Automa away, ``results`` the points of
    finished games, which the rival ``me`` makes again, ``levels`` the levels of these games. ``document`` is the text
    of a game that is a document."""

    game: str
    options: dict[str, object]
    rulings: dict[str, str]
    rival: str
    packs: dict[str, str]
    design: Design | None = None
    label: str = ""
    taken: Design | None = None
    results: tuple[int, ...] = ()
    document: str = ""
    levels: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.document:  # in a worker the game is not known yet
            games.add_document(self.document)

    @property
    def digest(self) -> str:
        """A hash of everything that affects play. Fields that were added later count only if they are used."""
        plain = msgspec.structs.replace(self, label="", design=_without_name(self.design))
        later = {name: used for name in LATER_FIELDS if (used := getattr(self, name))}
        return _digest({name: getattr(plain, name) for name in FIRST_FIELDS} | later)

    def with_design(self, design: Design | None) -> Configuration:
        return msgspec.structs.replace(self, design=design)

    @property
    def pack(self) -> Pack:
        packs = tuple(sorted(self.packs.items()))
        return _pack(self.game, packs, msgspec.json.encode([self.design, self.taken], order="sorted"))


LATER_FIELDS = ("taken", "results", "document")
FIRST_FIELDS = tuple(name for name in Configuration.__struct_fields__ if name not in (*LATER_FIELDS, "levels"))


class Plan(msgspec.Struct, frozen=True):
    """``games`` games of each configuration.

    ``seeds``: digest of the configuration whose seeds all configurations use, for paired comparisons; if empty, each
    has its own. One of every ``explain`` games is played with all its reasons, for clauses, steps and hands.
    ``columns`` are further columns of the results: options and rulings, and ``lines``.
    """

    configurations: tuple[Configuration, ...]
    games: int
    seed: int
    seeds: str = ""
    explain: int = 20
    columns: tuple[str, ...] = ()

    @property
    def game(self) -> str:
        return self.configurations[0].game

    @property
    def digest(self) -> str:
        plain = msgspec.to_builtins(self)
        if not self.columns:
            del plain["columns"]
        for one in plain["configurations"]:
            del one["levels"]  # they change no game
        return _digest(plain)

    @property
    def total(self) -> int:
        return self.games * len(self.configurations)

    @property
    def chunks(self) -> int:
        return count_chunks(self.total)

    def numbers(self, chunk: int) -> range:
        """Return the numbers of the games of a chunk, counted through all configurations."""
        return range(chunk * CHUNK, min((chunk + 1) * CHUNK, self.total))

    def seed_of(self, configuration: str, index: int) -> int:
        """Return the seed of a game, from the plan's seed, the configuration's digest and the game's index."""
        digest = sha256(f"{self.seed} {configuration} {index}".encode()).digest()
        return int.from_bytes(digest[:8], "big") % SEEDS


def count_chunks(games: int) -> int:
    """Return in how many chunks so many games are played."""
    return -(-games // CHUNK)


def make_configuration(
    game: str,
    options: Mapping[str, Answer | None] | None = None,
    rulings: Mapping[str, str] | None = None,
    rival: str | None = None,
    design: Design | None = None,
    packs: Mapping[str, str] | None = None,
    label: str = "",
    results: Sequence[int] = (),
    levels: Sequence[str] = (),
) -> Configuration:
    """Return a complete and checked configuration. ``levels`` are those of the games with ``results``. Raise Refused
    if anything is wrong with it."""
    definition = games.load_definition(game)
    if rival is None:
        rival = next(iter(definition.lab.rivals))
    if rival not in definition.lab.rivals and not (rival == OWNER and results and definition.lab.owner):
        raise refuse("lab.rival", "rival", given=rival, options=list(definition.lab.rivals))
    settled = settle(definition.rulings, rulings or {})
    named = {**find_latest_packs(definition), **(packs or {})}
    document = definition.document
    made = Configuration(
        game,
        {},
        settled.chosen(),
        rival,
        named,
        design,
        label,
        results=tuple(results),
        document=document,
        levels=tuple(levels),
    )
    complete = fill_options(definition, options or {}, settled, made.pack, get_lab_default)
    return msgspec.structs.replace(made, options=complete)


def find_latest_packs(definition: AnyDefinition) -> dict[str, str]:
    """Return the packs that a new game uses."""
    return {**FIRST_PACKS, **definition.content.packs}


def list_levels(definition: AnyDefinition, pack: Pack) -> tuple[str | int, ...]:
    """Return the levels of a game, the easiest first; empty if it has none."""
    rulings = settle(definition.rulings, {})
    for field in definition.setup.option_fields({}, rulings, pack):
        if field.name == "level" and isinstance(field.question, Pick):
            return field.question.options
    return ()


def get_lab_default(field: Field) -> Answer | None:
    """Return the default of an option in the lab: the app draws the cards."""
    question = field.question
    in_app = field.name == "deck" and isinstance(question, Pick) and "app" in question.options
    return "app" if in_app else question.default


def make_plan(
    configurations: Sequence[Configuration],
    games_each: int,
    seed: int,
    *,
    paired: bool = False,
    explain: int = 20,
    columns: Sequence[str] = (),
) -> Plan:
    """Return a plan. ``paired``: all with the seeds of the first configuration, and at least two games."""
    least = 2 if paired else 1
    if not least <= games_each <= MOST_GAMES:
        raise refuse("answer.number", "games", given=games_each, low=least, high=MOST_GAMES)
    if not 0 <= seed < SEEDS:
        raise refuse("answer.number", "seed", given=seed, low=0, high=SEEDS - 1)
    if not 0 <= explain <= MOST_GAMES:
        raise refuse("answer.number", "explain", given=explain, low=0, high=MOST_GAMES)
    seeds = configurations[0].digest if paired else ""
    return Plan(tuple(configurations), games_each, seed, seeds, explain, tuple(columns))


def apply_design(pack: Pack, design: Design) -> Pack:
    """Return a pack with a designer's facts over Automarium's."""
    own, changes = (
        overlay(facts, design.facts) if design.kind == kind else facts
        for kind, facts in (("printed", pack.own), ("house", pack.changes))
    )
    return Pack(pack.as_printed, pack.as_house, own, {**pack.names, design.kind: design.name}, changes)


def _without_name(design: Design | None) -> Design | None:
    return None if design is None else msgspec.structs.replace(design, name="")


def _digest(thing: object) -> str:
    return sha256(msgspec.json.encode(thing, order="sorted")).hexdigest()[:12]


@lru_cache(maxsize=64)
def _pack(game: str, packs: tuple[tuple[str, str], ...], designs: bytes) -> Pack:
    definition = games.load_definition(game)
    pack = Pack.of_folder(os.path.join(definition.folder, "pack"), names=dict(packs))
    for design in msgspec.json.decode(designs, type=list[prepare_type(Design) | None]):  # type: ignore[misc]
        if design is not None:
            pack = apply_design(pack, design)
    return pack
