"""Packs: printed facts as data. ``printed`` has the facts that could be established, ``house`` has Automarium's own
design, ``own`` the player's values.

A pack is TOML: sections of entries (``[progress.4]``), each with its fields and how certain they are. A field that is
not published is a *hole*, written ``"?"``. The player who owns the game is asked for it once; the answer goes into
their own pack, whose values replace those of the printed one. The own pack may also correct a printed value.

An own pack inside a record is not trusted: it is measured before anything is done with it, and must have the shape of
the printed pack.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from automarium.engine.compiled_files import is_newer
from automarium.engine.message import Refused, clean, message, refuse, term

if TYPE_CHECKING:
    from automarium.engine.play.desk import Table
from automarium.engine.question import UNKNOWN, AnyQuestion, check
from automarium.engine.validation import convert, get_kind, join_path

_provided: dict[str, dict[str, Any]] = {}


def provide_file(path: str, content: dict[str, Any]) -> None:
    """Provide the content of a file that is not on disk, named without its ending."""
    _provided[path] = content


def remove_files(folder: str) -> None:
    """Remove all files in memory that are in this folder."""
    for path in [path for path in _provided if path.startswith(folder + os.sep)]:
        del _provided[path]


def load_file(path: str) -> dict[str, Any]:
    """Return the content of a TOML file, named without its ending, or that of its compiled form
    (``printed-1.toml.json``). Raise FileNotFoundError."""
    found = _provided.get(path)
    return _load_file(path) if found is None else found


@cache
def _load_file(path: str) -> dict[str, Any]:
    edited, compiled = f"{path}.toml", f"{path}.toml.json"
    if is_newer(edited, compiled):
        import tomllib  # only while facts are being written, and for games of other packages

        with open(edited, "rb") as file:
            return tomllib.load(file)
    with open(compiled, "rb") as file:
        return msgspec.json.decode(file.read(), type=dict[str, object])


T = TypeVar("T")

FIRST_PACKS = {"printed": "printed-1", "house": "house-1"}  # of the first release
HOLE = UNKNOWN
NEW_LEVELS = "level"  # the section of levels that a designer's or an own pack adds to the game
Entries = dict[str, Any]

# How much an own pack may hold. What is printed on the components of any game is far less.
MOST_BYTES = 64_000  # as JSON
MOST_LINES = 40  # of a list
MOST_LETTERS = 300  # of a text or a name
MOST_NUMBER = 10_000
DEEPEST = 8


class Pack:
    """The facts of one game: ``printed`` (with the player's own values over them) and ``house`` (with a designer's
    changes over it). ``names`` are those of both packs."""

    def __init__(
        self,
        printed: Entries,
        house: Entries,
        own: Entries | None = None,
        names: dict[str, str] | None = None,
        changes: Entries | None = None,
    ) -> None:
        self.own = own or {}
        self.changes = changes or {}
        self.names = names or FIRST_PACKS
        self.as_printed = printed
        self.as_house = house
        self.printed = overlay(printed, self.own)
        self.house = overlay(house, self.changes)
        self._made: dict[Callable[[Pack], object], Any] = {}

    @classmethod
    def of_folder(
        cls,
        folder: str,
        own: Entries | None = None,
        names: Mapping[str, str] | None = None,
        changes: Entries | None = None,
    ) -> Pack:
        """Return the packs with these names; by default the packs of the first release."""
        chosen = {**FIRST_PACKS, **(names or {})}
        for kind in chosen:
            if kind not in FIRST_PACKS:
                raise refuse("read.unknown", f"packs.{kind}", options=sorted(FIRST_PACKS))
        printed, house = (_load(folder, kind, chosen[kind]) for kind in ("printed", "house"))
        return cls(printed, house, own, chosen, changes)

    def entry(self, section: str, id_: object, kind: str = "printed") -> Entries:
        """Return one entry as plain data, without its sources and notes."""
        layer = self.printed if kind == "printed" else self.house
        return {name: value for name, value in layer[section][str(id_)].items() if name not in ABOUT}

    def typed(self, type_: type[T], section: str, id_: object, kind: str = "printed") -> T:
        return convert(type_, self.entry(section, id_, kind), f"{section}.{id_}")

    def new_levels(self, type_: type[T]) -> dict[str, T]:
        """Return the levels added by a designer's pack or an own pack, by the name that is typed and shown."""
        added = {**self.house.get(NEW_LEVELS, {}), **self.own.get(NEW_LEVELS, {})}
        return {id_: convert(type_, fields, f"{NEW_LEVELS}.{id_}") for id_, fields in added.items()}

    def once(self, make: Callable[[Pack], T]) -> T:
        """Return the result of ``make`` for this pack; it is called only once."""
        try:
            made: T = self._made[make]
        except KeyError:
            made = self._made[make] = make(self)
        return made

    def fact(self, question: AnyQuestion, table: Table) -> Any:
        """Return the printed fact that ``question.hole`` names (``progress.4.glory_spaces``); ask if it is a hole."""
        assert question.hole is not None
        value: Any = self.printed
        for key in question.hole.split("."):
            value = value[key]
        return table.ask(question) if value == HOLE else check(question, value, question.hole)

    def published(self, path: str) -> object:
        """Return a fact as published, without the own pack; ``HOLE`` or None if it is not published."""
        return fact_at(self.as_printed, path)

    def holes(self) -> Iterator[str]:
        """Yield the paths of all facts that are still unknown."""
        return _holes(self.printed, ())

    def check_own(self, sections: Sequence[str], *, levels: bool = False) -> None:
        """Raise Refused if the own pack has sections other than these, or a different structure from the printed pack.
        ``levels``: it may add levels."""
        check_layer(self.own, self.as_printed, sections, levels=levels)

    def check_changes(self, *, levels: bool = False) -> None:
        """Raise Refused if a designer's changes have a different structure from the house pack."""
        sections = [name for name, entries in self.as_house.items() if isinstance(entries, dict)]
        check_layer(self.changes, self.as_house, sections, levels=levels)
        check_kinds(self.changes, self.as_house)


def fact_at(facts: Entries, path: str) -> object:
    """Return the value at a path, None if there is none."""
    value: object = facts
    for key in path.split("."):
        value = value.get(key) if isinstance(value, dict) else None
    return value


def check_layer(over: Entries, under: Entries, sections: Sequence[str], *, levels: bool = False) -> None:
    """Raise Refused if ``over`` has other sections than these, or entries, fields or shapes that ``under`` has not.
    With ``levels`` it may add levels, which the game checks."""
    for section, entries in over.items():
        if levels and section == NEW_LEVELS and isinstance(entries, dict):
            for id_, fields in entries.items():
                if "." in id_ or not isinstance(fields, dict):
                    raise refuse("pack.level-name", f"{section}.{id_}", given=id_)
            continue
        if section not in sections or not isinstance(entries, dict):
            raise refuse("pack.section", section, options=list(sections))
        known = under[section]
        for id_, fields in entries.items():
            if id_ not in known or not isinstance(fields, dict):
                raise refuse("pack.entry", f"{section}.{id_}", options=sorted(known))
            for field in fields:
                if field not in known[id_]:
                    raise refuse("read.unknown", f"{section}.{id_}.{field}", options=sorted(known[id_]))
            _check_shape(fields, known[id_], f"{section}.{id_}")


def check_kinds(over: Mapping[str, object], under: Mapping[str, object], where: str = "") -> None:
    """Raise Refused if a value of ``over`` is of another kind than the one that it replaces."""
    for key, value in over.items():
        known = under.get(key, HOLE)
        path = join_path(where, key)
        if isinstance(value, dict) and isinstance(known, dict):
            check_kinds(value, known, path)
        elif isinstance(value, list) and isinstance(known, list):
            kinds = {get_kind(one) for one in known}
            for index, one in enumerate(value):
                if kinds and get_kind(one) not in kinds:
                    raise _wrong_kind(one, min(kinds), join_path(path, index))
        elif known != HOLE and value != HOLE and get_kind(value) != get_kind(known):
            raise _wrong_kind(value, get_kind(known), path)


def _wrong_kind(value: object, wanted: str, where: str) -> Refused:
    return refuse("read.kind", where, kind=term("kind", get_kind(value)), wanted=message(f"kind.{wanted}"))


def check_size(own: object) -> None:
    """Raise Refused if an own pack is too large or not plain data."""
    if not isinstance(own, dict):
        raise refuse("oracle.plain", type=type(own).__name__)
    _check_size(own, "", 0)
    if len(msgspec.json.encode(own)) > MOST_BYTES:
        raise refuse("pack.large", count=MOST_BYTES)


def _check_size(value: object, where: str, depth: int) -> None:
    match value:
        case _ if depth > DEEPEST:
            raise refuse("oracle.deep", where)
        case dict():
            for key, inner in value.items():
                if not isinstance(key, str):
                    raise refuse("oracle.plain", where, type=type(key).__name__)
                _check_text(key, where)
                _check_size(inner, join_path(where, key), depth + 1)
        case list():
            if len(value) > MOST_LINES:
                raise refuse("read.long", where, count=MOST_LINES)
            for index, inner in enumerate(value):
                _check_size(inner, join_path(where, index), depth + 1)
        case str():
            _check_text(value, where)
        case bool():
            pass
        case int() | float():
            if not -MOST_NUMBER <= value <= MOST_NUMBER:  # false for NaN
                raise refuse("read.range", where, given=value, low=-MOST_NUMBER, high=MOST_NUMBER)
        case _:
            raise refuse("oracle.plain", where, type=type(value).__name__)


def _check_text(text: str, where: str) -> None:
    if len(text) > MOST_LETTERS:
        raise refuse("answer.letters", where, count=MOST_LETTERS)
    if clean(text) != text:
        raise refuse("read.signs", where, given=text)


def _check_shape(own: Entries, printed: Entries, where: str) -> None:
    """Raise Refused if only one of both packs has an object or a list at a place. The game checks single values."""
    for key, value in own.items():
        known = printed.get(key, HOLE)
        if known == HOLE:
            continue
        kinds = [get_kind(one) if isinstance(one, (dict, list)) else "" for one in (value, known)]
        if kinds[0] != kinds[1]:
            raise _wrong_kind(value, get_kind(known), join_path(where, key))
        if isinstance(value, dict):
            _check_shape(value, known, join_path(where, key))


# Fields of an entry that are about it, not part of it.
ABOUT = frozenset({"confidence", "sources", "note"})


def with_fact(own: Entries, path: str, value: object) -> Entries:
    """Return the own pack with one more fact."""
    key, _, rest = path.partition(".")
    return {**own, key: with_fact(own.get(key, {}), rest, value) if rest else value}


def _holes(facts: Entries, path: tuple[str, ...]) -> Iterator[str]:
    for key, value in facts.items():
        if value == HOLE:
            yield ".".join((*path, key))
        elif isinstance(value, dict):
            yield from _holes(value, (*path, key))


def overlay(under: Entries, over: Entries) -> Entries:
    merged = dict(under)
    for key, value in over.items():
        known = merged.get(key)
        merged[key] = overlay(known, value) if isinstance(known, dict) and isinstance(value, dict) else value
    return merged


def _load(folder: str, kind: str, name: str) -> Entries:
    if not re.fullmatch(rf"{kind}-[1-9][0-9]{{0,3}}", name):  # it becomes part of a path
        raise refuse("pack.unknown", "packs", given=name)
    try:
        return load_file(os.path.join(folder, name))
    except FileNotFoundError:
        raise refuse("pack.unknown", "packs", given=name) from None
