"""The search space of the tuner: numbers of a pack that may vary, and the pack that their values make.

    progress.4.coins.glory_token=4..8      one number
    progress.4.glory_spaces=~2             every number of a list, two up or down
    card.*.level=1..4                      of every entry

A list that rises in our pack rises in every design: its numbers are sorted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from random import Random
from typing import Any

import msgspec

from automarium.engine.content.pack import Entries, Pack
from automarium.engine.definition import AnyDefinition
from automarium.engine.message import Refused, refuse
from automarium.lab.configuration import Design
from automarium.lab.designer_packs import check_pack

RANGE = re.compile(r"(-?\d{1,5})\.\.(-?\d{1,5})")
ABOUT = re.compile(r"~(\d{1,4})")
MOST_FREE = 200
TRIES = 100  # random designs to try before the ranges are refused


class FreeNumber(msgspec.Struct, frozen=True):
    """A number that may vary: its path (in a list with the index at the end), its range and its current value."""

    path: str
    low: int
    high: int
    now: int

    @property
    def keys(self) -> list[str]:
        return self.path.split(".")

    @property
    def start(self) -> int:
        return min(max(self.now, self.low), self.high)


class SearchSpace:
    """All numbers of a design that may vary."""

    def __init__(self, definition: AnyDefinition, base: Design, under: Entries, texts: Sequence[str]) -> None:
        self.definition = definition
        self.base = base
        self._under = under
        found: dict[str, FreeNumber] = {}
        for text in texts:
            for one in _parse_free(text, under):
                found[one.path] = one
        self.free = list(found.values())
        if len(self.free) > MOST_FREE:
            raise refuse("free.many", "--free", count=MOST_FREE)

    def build_design(self, numbers: Mapping[str, int]) -> Design:
        """Return the design with these numbers. Raise Refused if it is no valid pack."""
        facts: dict[str, object] = msgspec.json.decode(msgspec.json.encode(self.base.facts))
        lists: dict[str, list[int]] = {}
        for one in self.free:
            *way, last = one.keys
            if isinstance(_get(self._under, way), list):
                whole = lists.setdefault(".".join(way), list(_get(self._under, way)))
                whole[int(last)] = numbers[one.path]
            else:
                _put(facts, one.keys, numbers[one.path])
        for path, whole in lists.items():
            keys = path.split(".")
            _put(facts, keys, _make_rising(whole) if _is_rising(_get(self._under, keys)) else whole)
        design = msgspec.structs.replace(self.base, facts=facts)
        check_pack(self.definition, design)
        return design

    def start(self) -> dict[str, int]:
        """Return the current numbers, clipped to their ranges."""
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
            numbers = {one.path: chance.randint(one.low, one.high) for one in self.free}
        assert last is not None
        raise refuse("free.no-pack", f"--free {last.where}", fault=last.message)


def get_layer(pack: Pack, design: Design) -> Entries:
    """Return the facts that a design overrides, with its own values applied."""
    return pack.house if design.kind == "house" else pack.printed


def _parse_free(text: str, under: Entries) -> Iterator[FreeNumber]:
    path, equals, range_ = text.partition("=")
    exact, about = RANGE.fullmatch(range_.strip()), ABOUT.fullmatch(range_.strip())
    if not equals or not (exact or about):
        raise refuse("free.syntax", "--free", given=text)
    found = list(_find_numbers(under, path.strip().split("."), ()))
    if not found:
        raise refuse("free.path", "--free", given=path.strip())
    for keys, now in found:
        if exact:
            low, high = int(exact[1]), int(exact[2])
        else:
            assert about is not None
            low, high = now - int(about[1]), now + int(about[1])
        if low > high:
            raise refuse("free.range", "--free", given=text)
        yield FreeNumber(".".join(keys), low, high, now)


def _find_numbers(facts: object, wanted: Sequence[str], way: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], int]]:
    """Yield every integer below a path with its own path; ``*`` is any key."""
    if isinstance(facts, bool):
        return
    if isinstance(facts, int) and not wanted:
        yield way, facts
    elif isinstance(facts, dict):
        for key, inner in facts.items():
            if not wanted or wanted[0] in ("*", key):
                yield from _find_numbers(inner, wanted[1:], (*way, key))
    elif isinstance(facts, list):
        for index, inner in enumerate(facts):
            if not wanted or wanted[0] in ("*", str(index)):
                yield from _find_numbers(inner, wanted[1:], (*way, str(index)))


def _get(facts: Any, keys: Sequence[str]) -> Any:
    for key in keys:
        facts = facts[int(key)] if isinstance(facts, list) else facts[key]
    return facts


def _put(facts: dict[str, Any], keys: Sequence[str], value: object) -> None:
    for key in keys[:-1]:
        facts = facts.setdefault(key, {})
    facts[keys[-1]] = value


def _is_rising(numbers: Sequence[int]) -> bool:
    return all(one < two for one, two in pairwise(numbers))


def _make_rising(numbers: Sequence[int]) -> list[int]:
    found: list[int] = []
    for number in sorted(numbers):
        found.append(max(number, found[-1] + 1) if found else number)
    return found
