"""The box: what is printed on the person's own components, as far as they entered it.

A box is a value: it is read whole, changed by a function and kept whole (``Packs.change``), by one process at a time.
"""

from __future__ import annotations

import math
import os
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from hashlib import sha256
from typing import TypeAlias, cast

import msgspec

from automarium.engine.content.pack import HOLE, Entries, Pack, check_size, fact_at, with_fact
from automarium.engine.definition import AnyDefinition
from automarium.engine.game.playthrough import Playthrough
from automarium.engine.game.record import Header, Record, replay
from automarium.engine.message import Refused, message, refuse
from automarium.engine.question import UNKNOWN, Answer, AnyQuestion, Form, check
from automarium.engine.validation import convert
from automarium.games import plugins

Fact: TypeAlias = tuple[str, object]  # its path in the pack, and its value

ABOUT = "box"  # the table of a kept box that is no section of facts
FORMAT = 1


class About(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a kept box holds beside its facts; ``game`` and ``note`` are in a file that is handed on."""

    format: int = FORMAT
    game: str = ""
    note: str = ""
    ours: tuple[str, ...] = ()
    given: dict[str, str] = {}


class Box(msgspec.Struct, frozen=True):
    """``house``: paths of facts for which the house value is used unasked. ``sources``: by path the game in which
    a fact was answered, hashed; when the answer is undone there, the fact goes again."""

    facts: Entries = {}
    house: tuple[str, ...] = ()
    sources: dict[str, str] = {}

    def get(self, path: str) -> object:
        """Return a fact, or None."""
        return fact_at(self.facts, path)

    def with_facts(self, facts: Iterable[Fact], source: str = "") -> Box:
        """Return the box with more facts; what is known already stays."""
        own, sources = self.facts, dict(self.sources)
        for path, value in facts:
            if fact_at(own, path) is None:
                own = with_fact(own, path, value)
                if source:
                    sources[path] = source
        return msgspec.structs.replace(self, facts=own, sources=sources)

    def without_facts_of(self, source: str, facts: Iterable[Fact]) -> Box:
        """Return the box without those of these facts that were answered in this game."""
        gone = [path for path, value in facts if self.sources.get(path) == source and self.get(path) == value]
        return self.corrected(dict.fromkeys(gone)) if gone else self

    def corrected(self, facts: Mapping[str, object]) -> Box:
        """Return the box with these facts in place of what was known; None takes one out. No game undoes it."""
        own = self.facts
        for path, value in facts.items():
            own = drop_fact(own, path) if value is None else with_fact(own, path, value)
        sources = {path: source for path, source in self.sources.items() if path not in facts}
        house = tuple(path for path in self.house if facts.get(path) is None)
        return Box(own, house, sources)

    def with_house(self, paths: Iterable[str], *, ours: bool) -> Box:
        """Return the box with the house values for these facts (``ours``), or with these facts asked again."""
        named = dict.fromkeys(paths)
        rest = [path for path in self.house if path not in named]
        return msgspec.structs.replace(self, house=(*rest, *(named if ours else ())))

    def data(self) -> Entries:
        """Return the box as it is kept."""
        about = msgspec.to_builtins(About(ours=self.house, given=self.sources))
        return {**self.facts, ABOUT: about} if about else dict(self.facts)


class Packs(ABC):
    """Where the boxes of a person are kept, one for each game."""

    @abstractmethod
    def box(self, game: str) -> Box: ...

    @abstractmethod
    def change(self, game: str, edit: Callable[[Box], Box]) -> Box:
        """Keep the box as ``edit`` makes it and return it; other processes wait. What ``edit`` refuses is not kept."""

    @abstractmethod
    def where(self, game: str) -> str:
        """Return the place of a box, for messages."""

    def own(self, game: str) -> Entries:
        """Return the facts of a box."""
        return self.box(game).facts


def parse_box(data: Mapping[str, object]) -> Box:
    """Return the box that was kept as this data. Its facts are not checked: see ``checked_pack``."""
    facts = {name: value for name, value in data.items() if name != ABOUT}
    about = parse_about(data)
    return Box(facts, about.ours, dict(about.given))


def parse_about(data: Mapping[str, object]) -> About:
    about = convert(About, data.get(ABOUT, {}), ABOUT)
    if about.format > FORMAT:
        raise refuse("box.newer", ABOUT, version=about.format, known=FORMAT)
    return about


def hash_game_key(key: str) -> str:
    """Return the name of a game in ``Box.sources``; the key itself is the right to play it."""
    return sha256(key.encode()).hexdigest()[:12]


# --------------------------------------------------------------------------------------------------------------- facts


def drop_fact(facts: Entries, path: str) -> Entries:
    """Return the facts without one of them; a table that is left empty goes with it."""
    key, _, rest = path.partition(".")
    if key not in facts:
        return facts
    inner = drop_fact(facts[key], rest) if rest and isinstance(facts[key], dict) else {}
    left = {name: value for name, value in facts.items() if name != key}
    return {**facts, key: inner} if inner else left


def list_facts(facts: Mapping[str, object], path: str = "") -> Iterator[Fact]:
    """Yield every single fact with its path."""
    for key, value in facts.items():
        if isinstance(value, dict) and value:
            yield from list_facts(value, f"{path}{key}.")
        else:
            yield f"{path}{key}", value


def find_holes(question: AnyQuestion) -> list[str]:
    """Return the paths of the printed facts that a question asks for."""
    if isinstance(question, Form):
        return [path for field in question.fields for path in find_holes(field.question)]
    return [] if question.hole is None else [question.hole]


def find_needed_holes(question: AnyQuestion) -> list[str]:
    """Return the same without those that may stay unknown."""
    if isinstance(question, Form):
        return [path for field in question.fields for path in find_needed_holes(field.question)]
    return [] if question.hole is None or question.default == UNKNOWN else [question.hole]


def find_answered_facts(question: AnyQuestion | None, answer: Answer) -> list[tuple[str, Answer]]:
    """Return the printed facts in an answer: of a hole, or of those among the fields of a form. What was left out of a
    form was not answered."""
    if isinstance(question, Form) and isinstance(answer, dict):
        inner = [(field.question, answer[field.name]) for field in question.fields if field.name in answer]
        facts = [fact for one, value in inner for fact in find_answered_facts(one, value)]
        return [(path.format_map(answer), value) for path, value in facts]
    if question is None or question.hole is None or answer == HOLE:
        return []
    return [(question.hole, answer)]


def find_house_answer(question: AnyQuestion, pack: Pack) -> Answer | None:
    """Return the house values for what a question about printed components asks, or None: it also asks something else,
    or there is none that fits. Of facts that may stay unknown, those are added that belong to the same things."""
    if isinstance(question, Form):
        sections = {find_section(one.question) for one in question.fields if one.question.default != HOLE}
        asked = [one for one in question.fields if find_section(one.question) in sections]
        found = {field.name: find_house_answer(field.question, pack) for field in asked}
        known = {field.name: field.question.default for field in asked}
        whole = {name: known[name] if value is None else value for name, value in found.items()}
        whole = {field.name: whole[field.name] for field in asked if field.is_asked(whole)}
        if None in whole.values() or all(value is None for value in found.values()):
            return None
        answer: Answer = whole
    else:
        value = None if question.hole is None else fact_at(pack.house, question.hole)
        if value is None or value == HOLE:
            return None
        answer = cast(Answer, value)  # whether it is one is asked now
    try:
        return check(question, answer)
    except Refused:
        return None


def find_section(question: AnyQuestion) -> str:
    """Return the section of the pack that a question asks a fact of; none if it asks something else."""
    return (question.hole or "").partition(".")[0]


# --------------------------------------------------------------------------------------------------------------- packs


def correct(packs: Packs, definition: AnyDefinition, facts: Mapping[str, object]) -> Box:
    """Put these facts into the box, None takes one out, and return it. Raise Refused if no game can be played then."""

    def edit(known: Box) -> Box:
        changed = known.corrected(facts)
        checked_pack(definition, changed.facts)
        return changed

    return packs.change(definition.name, edit)


def open_box(definition: AnyDefinition, packs: Packs) -> tuple[Box, Pack]:
    """Return the person's box of a game and the facts of the game with those of the box over them, checked."""
    kept = packs.box(definition.name)
    try:
        return kept, checked_pack(definition, kept.facts)
    except Refused as fault:
        if not fault.where:
            raise
        raise refuse("pack.wrong", fault.where, file=packs.where(definition.name), fault=fault.message) from None


def pack_of(definition: AnyDefinition, packs: Packs) -> Pack:
    """Return the facts of a game with the person's own over them, checked."""
    return open_box(definition, packs)[1]


def checked_pack(
    definition: AnyDefinition,
    own: Entries,
    names: Mapping[str, str] | None = None,
    house: Mapping[str, object] | None = None,
) -> Pack:
    """Return the facts of a game with an owner's over them, from the packs of these names, and with a designer's
    changes to the ``house`` pack: a record holds all three. Without names they are those of new games. Raise Refused if
    no game can be played with the facts."""
    changes = house or {}
    check_size(own)
    check_size(changes)
    chosen = definition.content.packs if names is None else names
    own_facts, changed = (msgspec.json.encode(facts, order="deterministic") for facts in (own, changes))
    return _checked_pack(definition.name, own_facts, tuple(sorted(chosen.items())), changed)


def pack_of_record(definition: AnyDefinition, header: Header) -> Pack:
    """Return the facts that a recorded game was played with, checked."""
    return checked_pack(definition, header.own, header.packs, header.house)


@lru_cache(maxsize=32)
def _checked_pack(game: str, own: bytes, names: tuple[tuple[str, str], ...], changed: bytes) -> Pack:
    """Cached: reading a pack takes longer than a turn, and most games of a kind have the same one."""
    definition = plugins.load_definition(game)
    folder, levels = os.path.join(definition.folder, "pack"), definition.content.new_level is not None
    pack = Pack.of_folder(folder, msgspec.json.decode(own), dict(names), msgspec.json.decode(changed))
    pack.check_own(definition.content.own_sections, levels=levels)
    pack.check_changes(levels=levels)
    definition.content.check_pack(pack)
    return pack


class OutOfTime(Refused):
    """Replaying a record takes longer than it may."""


def replay_record(
    record: Record, seconds: float = math.inf, clock: Callable[[], float] = time.monotonic
) -> tuple[Playthrough, int | None]:
    """Return the game of a record, played with the facts in its header, and the first line whose fingerprint differs.
    Raise OutOfTime if it takes longer than ``seconds``."""
    until = clock() + seconds

    def check_time(*_: object) -> None:
        if clock() > until:
            raise OutOfTime(message("record.time", count=round(seconds)))

    definition = plugins.load_recorded(record.header.game, record.header.document)
    return replay(record, definition, pack_of_record(definition, record.header), check_time)
