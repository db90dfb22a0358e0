"""The search space of the tuner: numbers and lines of a pack that may vary, and the pack that their values make.

    progress.4.coins.glory_token=4..8                  one number
    progress.4.glory_spaces=~2                         every number of a list, two up or down, as far as is legal
    card.*.level=1..4                                  of every entry
    board.lantern.lists.3.2=arcana|card|to 1           a text: these are tried in its place, and the one that is there

A list that rises in Automarium's pack rises in every design: its numbers are sorted. A text that makes a valid pack
only as the last of its list ends the list: the texts after it are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import pairwise
from math import prod
from random import Random
from typing import Any, TypeAlias

import msgspec

from automarium.engine.content.pack import Entries, Pack
from automarium.engine.definition import AnyDefinition
from automarium.engine.message import Refused, refuse
from automarium.lab.configuration import Design
from automarium.lab.designer_packs import check_pack

RANGE = re.compile(r"(-?\d{1,5})\.\.(-?\d{1,5})")
ABOUT = re.compile(r"~(\d{1,4})")
MOST_FREE = 200
MOST_LINES = 40  # texts to try in one place
TRIES = 100  # random designs to try before the ranges are refused
Value: TypeAlias = int | str
Values: TypeAlias = Mapping[str, Value]


class FreeValue(msgspec.Struct, frozen=True):
    """A value that may vary: its path (in a list with the index at the end), its current value, and the values to try
    in order. ``about``: the range was given as ``~N``."""

    path: str
    values: tuple[Value, ...]
    now: Value
    about: bool = False

    @property
    def keys(self) -> list[str]:
        return self.path.split(".")

    @property
    def is_number(self) -> bool:
        return isinstance(self.now, int)

    @property
    def start(self) -> Value:
        """The current value, or the nearest one of the range."""
        if self.now in self.values or not isinstance(self.now, int):
            return self.now
        return self.values[0] if self.now < int(self.values[0]) else self.values[-1]

    def steps(self, value: Value) -> list[Value]:
        """Return the values one step away: a number up or down, any other text."""
        if not self.is_number:
            return [one for one in self.values if one != value]
        at = self.values.index(value)
        return [self.values[one] for one in (at - 1, at + 1) if 0 <= one < len(self.values)]


class SearchSpace:
    """All values of a design that may vary."""

    def __init__(self, definition: AnyDefinition, base: Design, under: Entries, texts: Sequence[str]) -> None:
        self.definition = definition
        self.base = base
        self._under = under
        found: dict[str, FreeValue] = {}
        for text in texts:
            for one in _parse_free(text, under):
                found[one.path] = one
        self.free = list(found.values())
        if len(self.free) > MOST_FREE:
            raise refuse("free.many", "--free", count=MOST_FREE)
        self.free = [self._clip_to_legal(one) if one.about else one for one in self.free]

    def _clip_to_legal(self, one: FreeValue) -> FreeValue:
        """Return the value without those ends of its range that make no valid pack by themselves."""
        start = {each.path: each.now for each in self.free}
        at = one.values.index(one.now)
        legal = [one.now]
        for way, ordered in ((-1, reversed(one.values[:at])), (1, iter(one.values[at + 1 :]))):
            for value in ordered:
                try:
                    self.build_design({**start, one.path: value})
                except Refused:
                    break
                legal.insert(0 if way < 0 else len(legal), value)
        return msgspec.structs.replace(one, values=tuple(legal))

    def build_design(self, numbers: Values) -> Design:
        """Return the design with these values. Raise Refused if it is no valid pack."""
        facts: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(self.base.facts))
        lists: dict[str, list[Any]] = {}
        last: list[tuple[str, int]] = []  # changed texts in lists, each of which may have to be the last
        for one in self.free:
            *way, key = one.keys
            if isinstance(_get(self._under, way), list):
                path = ".".join(way)
                whole = lists.setdefault(path, list(_get(self._under, way)))
                whole[int(key)] = numbers[one.path]
                if not one.is_number and numbers[one.path] != one.now:
                    last.append((path, int(key) + 1))
            else:
                _put(facts, one.keys, numbers[one.path])
        for path, whole in lists.items():
            keys = path.split(".")
            _put(facts, keys, _make_rising(whole) if _is_rising(_get(self._under, keys)) else whole)
        try:
            return self._check(facts)
        except Refused as fault:
            for path, length in last:
                _put(facts, path.split("."), lists[path][:length])
                with suppress(Refused):
                    return self._check(facts)
                _put(facts, path.split("."), lists[path])
            raise fault from None

    def _check(self, facts: Entries) -> Design:
        design = msgspec.structs.replace(self.base, facts=facts)
        check_pack(self.definition, design)
        return design

    @property
    def size(self) -> int:
        """How many combinations of values there are."""
        return prod(len(one.values) for one in self.free)

    def start(self) -> dict[str, Value]:
        """Return the current values, clipped to their ranges."""
        return {one.path: one.start for one in self.free}

    def check(self, seed: int) -> None:
        """Raise Refused if the ranges make no valid pack."""
        chance = Random(seed)
        numbers = self.start()
        last: Refused | None = None
        for _ in range(TRIES):
            try:
                self.build_design(numbers)
            except Refused as fault:
                last = fault
            else:
                return
            numbers = {one.path: chance.choice(one.values) for one in self.free}
        assert last is not None
        raise refuse("free.no-pack", f"--free {last.where}", fault=last.message)


def get_layer(pack: Pack, design: Design) -> Entries:
    """Return the facts that a design overrides, with its own values applied."""
    return pack.house if design.kind == "house" else pack.printed


def _parse_free(text: str, under: Entries) -> Iterator[FreeValue]:
    """Yield the values of the facts ``under`` that one ``--free`` lets vary. Raise Refused if there are none."""
    path, equals, range_ = (part.strip() for part in text.partition("="))
    exact, about = RANGE.fullmatch(range_), ABOUT.fullmatch(range_)
    found = list(find_values(under, path.split(".")))
    texts = [(keys, now) for keys, now in found if isinstance(now, str)]
    numbers = [(keys, now) for keys, now in found if isinstance(now, int)]
    if equals and range_ and not (exact or about) and ("|" in range_ or (texts and not numbers)):
        lines = [one.strip() for one in range_.split("|")]
        if not all(lines) or len(lines) > MOST_LINES:
            raise refuse("free.syntax", "--free", given=text)
        if not texts:
            raise refuse("free.no-text", "--free", given=path)
        for keys, line in texts:
            yield FreeValue(".".join(keys), tuple(dict.fromkeys((line, *lines))), line)
        return
    if not equals or not (exact or about):
        raise refuse("free.syntax", "--free", given=text)
    if not numbers:
        raise refuse("free.path", "--free", given=path)
    for keys, now in numbers:
        if exact:
            low, high = int(exact[1]), int(exact[2])
        else:
            assert about is not None
            low, high = now - int(about[1]), now + int(about[1])
        if low > high:
            raise refuse("free.range", "--free", given=text)
        yield FreeValue(".".join(keys), tuple(range(low, high + 1)), now, about=about is not None)


def find_values(
    facts: object, wanted: Sequence[str], way: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], Value]]:
    """Yield every integer and text below a path with its own path; ``*`` is any key."""
    if isinstance(facts, bool):
        return
    if isinstance(facts, int | str) and not wanted:
        yield way, facts
    elif isinstance(facts, dict):
        for key, inner in facts.items():
            if not wanted or wanted[0] in ("*", key):
                yield from find_values(inner, wanted[1:], (*way, key))
    elif isinstance(facts, list):
        for index, inner in enumerate(facts):
            if not wanted or wanted[0] in ("*", str(index)):
                yield from find_values(inner, wanted[1:], (*way, str(index)))


def _get(facts: Any, keys: Sequence[str]) -> Any:
    for key in keys:
        facts = facts[int(key)] if isinstance(facts, list) else facts[key]
    return facts


def _put(facts: dict[str, Any], keys: Sequence[str], value: object) -> None:
    for key in keys[:-1]:
        facts = facts.setdefault(key, {})
    facts[keys[-1]] = value


def _is_rising(values: Sequence[object]) -> bool:
    numbers = [one for one in values if isinstance(one, int)]
    return len(numbers) == len(values) and all(one < two for one, two in pairwise(numbers))


def _make_rising(numbers: Sequence[int]) -> list[int]:
    found: list[int] = []
    for number in sorted(numbers):
        found.append(max(number, found[-1] + 1) if found else number)
    return found
