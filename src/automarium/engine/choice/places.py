"""Sets of places as values: on a board every place is a bit, the first in its order the lowest.

A set of places is then a whole number. ``near & ~taken`` is everybody near that is not taken, ``one | other`` is both,
and no loop runs in Python. A place has room for a number of four bits, so that sets can be added up: the sum has the
number of sets that hold a place where the place is. Three kinds of values are made of sets:

- *sums* score places by how many sets hold each.
- *tiers* score places: tier 0 holds those that score 0, tier 1 those that score 1, and so on. The rings around a place
  are tiers of distance.
- a *board* knows the places and their order.

The verbs of :mod:`automarium.engine.choice.choose` take them as they take functions of a place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache, reduce
from itertools import zip_longest
from operator import or_
from typing import TypeAlias

Places: TypeAlias = int
Sums: TypeAlias = int
Tiers: TypeAlias = tuple[int, ...]

NOWHERE: Places = 0
DEFINITION = 4  # bits of a place
EIGHT = (1 << 8 * DEFINITION) - 1
DIGITS = range(DEFINITION - 1, -1, -1)


class Board:
    """Places in their order. ``bit`` has the set of each place alone; ``beside`` are names that may stand where a place
    does (a base, a mat) and lie in no set."""

    __slots__ = ("_all", "_at", "_eights", "_index", "bit", "places", "scores")

    def __init__(self, places: Iterable[str], beside: Iterable[str] = ()) -> None:
        names = tuple(places)
        self._index: dict[str, int] = {place: index for index, place in enumerate(names)}
        self._at: dict[Places, str] = {1 << DEFINITION * index: place for index, place in enumerate(names)}
        self._all: Places = sum(self._at)
        self.bit: dict[str, Places] = {place: bit for bit, place in self._at.items()} | dict.fromkeys(beside, NOWHERE)
        # All sets of each eight places in a row, written out: a set is put into names eight places at a time.
        self._eights = [_all_sets(names[start : start + 8]) for start in range(0, len(names), 8)]
        # The same sets are named again and again, and score the same.
        self.places: Callable[[Places], tuple[str, ...]] = lru_cache(1 << 13)(self._places)
        self.scores: Callable[[Places, Tiers, bool], dict[str, int]] = lru_cache(1 << 12)(self._scores)

    def holding(self, places: Iterable[str]) -> Places:
        """The set of these places."""
        return reduce(or_, map(self.bit.__getitem__, places), NOWHERE)

    def _places(self, among: Places) -> tuple[str, ...]:
        """``places``: those of a set, in order."""
        if not among & (among - 1):  # one alone, or none
            return (self._at[among],) if among else ()
        found: tuple[str, ...] = ()
        for sets in self._eights:
            if eight := among & EIGHT:
                found += sets[eight]
            among >>= 8 * DEFINITION
            if not among:
                break
        return found

    def first(self, among: Places) -> str | None:
        """The first place of a set in the board's order."""
        return self._at[among & -among] if among else None

    def places_before(self, among: Places) -> dict[str, int]:
        """The order as scores: how many places of the board come before each of a set."""
        index = self._index
        return {place: index[place] for place in self.places(among)}

    def counting(self, counts: Sums) -> Places:
        """The places that count something."""
        return (counts | counts >> 1 | counts >> 2 | counts >> 3) & self._all

    def counts(self, among: Places, counts: Sums) -> dict[str, int]:
        """What each place of a set counts."""
        index = self._index
        return {place: counts >> DEFINITION * index[place] & 15 for place in self.places(among)}

    def tiers(self, scores: Mapping[str, int]) -> Tiers:
        """The tiers of what every place scores."""
        tiers = [NOWHERE] * (max(scores.values()) + 1)
        for place, score in scores.items():
            tiers[score] |= self.bit[place]
        return tuple(tiers)

    def _scores(self, among: Places, tiers: Tiers, lowest: bool) -> dict[str, int]:
        """``scores``: what each place of a set scores. One that lies in several tiers has their lowest score, or the
        highest."""
        found = dict.fromkeys(self.places(among), 0)
        for score in range(len(tiers)) if lowest else range(len(tiers) - 1, -1, -1):
            if here := among & tiers[score]:
                found.update(dict.fromkeys(self.places(here), score))
                among ^= here
                if not among:
                    break
        return found


def _all_sets(names: Sequence[str]) -> dict[Places, tuple[str, ...]]:
    """Every set of a few places, by the number that it is."""
    found: dict[Places, tuple[str, ...]] = {NOWHERE: ()}
    for index, name in enumerate(names):
        found |= {among | 1 << DEFINITION * index: (*one, name) for among, one in found.items()}
    return found


def counted(sets: Iterable[Places]) -> Sums:
    """How many of the sets hold each place; at most 15 sets."""
    return sum(sets)


def fewest(among: Places, counts: Sums) -> Places:
    """Those of a set with the lowest count: digit by digit, from the highest."""
    for digit in DIGITS:
        among = among & ~(counts >> digit) or among
    return among


def highest(among: Places, counts: Sums) -> Places:
    """Those of a set with the highest count."""
    for digit in DIGITS:
        among = among & (counts >> digit) or among
    return among


def nearest(rings: Iterable[Tiers]) -> Tiers:
    """How far a place is from the nearest of several, for ``least``: their rings laid over each other."""
    return tuple([reduce(or_, ring) for ring in zip_longest(*rings, fillvalue=NOWHERE)])
