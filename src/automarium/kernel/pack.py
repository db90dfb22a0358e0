"""Packs: printed facts as data. ``printed`` is what could be established, ``house`` is our own design, ``own`` theirs.

A pack is TOML: sections of entries (``[progress.4]``), each with its fields and how sure we are of them. A field that
nobody published is a *hole*, written ``"?"``. A hole is asked once from the person who owns the game; the answer goes
into their own pack, which lies over the printed one. The own pack may also correct a printed value that is wrong.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

from automarium.kernel.reading import read
from automarium.kernel.saying import refuse
from automarium.kernel.table import AnyQuestion, Table, check

T = TypeVar("T")

FIRST_PACKS = {"printed": "printed-1", "house": "house-1"}  # those of records of format 1
HOLE = "?"
Entries = dict[str, Any]


class Pack:
    """The facts of one game: printed (with the person's own values over it) and house; ``names`` tells which."""

    def __init__(
        self, printed: Entries, house: Entries, own: Entries | None = None, names: dict[str, str] | None = None
    ) -> None:
        self.own = own or {}
        self.names = names or FIRST_PACKS
        self.house = house
        self._as_printed = printed
        self.printed = _overlay(printed, self.own)
        self._made: dict[Callable[[Pack], Any], Any] = {}

    @classmethod
    def of_folder(cls, folder: str, own: Entries | None = None, names: dict[str, str] | None = None) -> Pack:
        """The packs of these names, otherwise those of the first release."""
        chosen = {**FIRST_PACKS, **(names or {})}
        return cls(_load(folder, chosen["printed"]), _load(folder, chosen["house"]), own, chosen)

    def entry(self, section: str, id_: object, kind: str = "printed") -> Entries:
        """One entry as plain data, without the words about it."""
        layer = self.printed if kind == "printed" else self.house
        return {name: value for name, value in layer[section][str(id_)].items() if name not in ABOUT}

    def typed(self, type_: type[T], section: str, id_: object, kind: str = "printed") -> T:
        return read(type_, self.entry(section, id_, kind), f"{section}.{id_}")

    def once(self, make: Callable[[Pack], T]) -> T:
        """What ``make`` makes of this pack, made the first time only."""
        try:
            made: T = self._made[make]
        except KeyError:
            made = self._made[make] = make(self)
        return made

    def fact(self, question: AnyQuestion, table: Table) -> Any:
        """The printed fact that ``question.hole`` names (``progress.4.glory_spaces``), asked only if it is a hole."""
        assert question.hole is not None
        value: Any = self.printed
        for key in question.hole.split("."):
            value = value[key]
        return table.ask(question) if value == HOLE else check(question, value, question.hole)

    def holes(self) -> Iterator[str]:
        """The paths of all facts that are still unknown."""
        return _holes(self.printed, ())

    def check_own(self, sections: Sequence[str]) -> None:
        """The own pack may only fill or correct what the printed pack has, in these sections."""
        for section, entries in self.own.items():
            if section not in sections or not isinstance(entries, dict):
                raise refuse("pack.section", section, options=list(sections))
            known = self._as_printed[section]
            for id_, fields in entries.items():
                if id_ not in known or not isinstance(fields, dict):
                    raise refuse("pack.entry", f"{section}.{id_}", options=sorted(known))
                for field in fields:
                    if field not in known[id_]:
                        raise refuse("read.unknown", f"{section}.{id_}.{field}", options=sorted(known[id_]))


# Fields of an entry that speak about it and are no part of it.
ABOUT = frozenset({"confidence", "sources", "note"})


def filled(own: Entries, path: str, value: Any) -> Entries:
    """The own pack with one more fact in it."""
    key, _, rest = path.partition(".")
    return {**own, key: filled(own.get(key, {}), rest, value) if rest else value}


def _holes(facts: Entries, path: tuple[str, ...]) -> Iterator[str]:
    for key, value in facts.items():
        if value == HOLE:
            yield ".".join((*path, key))
        elif isinstance(value, dict):
            yield from _holes(value, (*path, key))


def _overlay(under: Entries, over: Entries) -> Entries:
    merged = dict(under)
    for key, value in over.items():
        known = merged.get(key)
        merged[key] = _overlay(known, value) if isinstance(known, dict) and isinstance(value, dict) else value
    return merged


def _load(folder: str, name: str) -> Entries:
    try:
        with open(os.path.join(folder, f"{os.path.basename(name)}.toml"), "rb") as file:
            return tomllib.load(file)
    except FileNotFoundError:
        raise refuse("pack.unknown", "packs", given=name) from None
