"""Sets of places as values: on a board every place is a bit, the first in its order the lowest.

A set of places is then a whole number. ``near & ~taken`` is everybody near that is not taken, ``one | other`` is both,
and no loop runs in Python. Two kinds of values are made of sets:

- *tiers* score places: tier 0 holds those that score 0, tier 1 those that score 1, and so on. The rings around a place
  are tiers of distance.
- a *board* knows the places and their order.

The verbs of :mod:`automarium.kernel.choice` take them as they take functions of a place.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from itertools import zip_longest
from operator import or_
from typing import TypeAlias

Places: TypeAlias = int
Tiers: TypeAlias = Sequence[int]

NOWHERE: Places = 0
EVERYWHERE: Places = -1


class Board:
    """Places in their order. ``bit`` has the set of each place alone; ``beside`` are names that may stand where a place
    does (a base, a mat) and lie in no set."""

    __slots__ = ("_at", "_eights", "_index", "bit")

    def __init__(self, places: Iterable[str], beside: Iterable[str] = ()) -> None:
        names = tuple(places)
        self._index: dict[str, int] = {place: index for index, place in enumerate(names)}
        self._at: dict[Places, str] = {1 << index: place for index, place in enumerate(names)}
        self.bit: dict[str, Places] = {place: bit for bit, place in self._at.items()} | dict.fromkeys(beside, NOWHERE)
        # All sets of each eight places in a row, written out: a set is put into names eight places at a time.
        self._eights = [_all_sets(names[start : start + 8]) for start in range(0, len(names), 8)]

    def holding(self, places: Iterable[str]) -> Places:
        """The set of these places."""
        return reduce(or_, map(self.bit.__getitem__, places), NOWHERE)

    def places(self, among: Places) -> tuple[str, ...]:
        """The places of a set, in order."""
        if not among & (among - 1):  # one alone, or none
            return (self._at[among],) if among else ()
        found: tuple[str, ...] = ()
        for sets in self._eights:
            if eight := among & 255:
                found += sets[eight]
            among >>= 8
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

    def tiers(self, scores: Mapping[str, int]) -> Tiers:
        """The tiers of what every place scores."""
        tiers = [NOWHERE] * (max(scores.values()) + 1)
        for place, score in scores.items():
            tiers[score] |= self.bit[place]
        return tuple(tiers)

    def scores(self, among: Places, tiers: Tiers, *, lowest: bool) -> dict[str, int]:
        """What each place of a set scores. One that lies in several tiers has the lowest score or the highest."""
        found = dict.fromkeys(self.places(among), 0)
        for score in range(len(tiers)) if lowest else range(len(tiers) - 1, -1, -1):
            if here := among & tiers[score]:
                found.update(dict.fromkeys(self.places(here), score))
                among ^= here
                if not among:
                    break
        return found


def _all_sets(names: Sequence[str]) -> list[tuple[str, ...]]:
    """Every set of a few places, at the number that it is."""
    found: list[tuple[str, ...]] = [()]
    for name in names:
        found += [(*one, name) for one in found]
    return found


def layers(sets: Iterable[Places]) -> list[Places]:
    """How many of the sets hold a place, as tiers for ``most``: layer 2 is what at least two of them hold."""
    found = [EVERYWHERE]
    for one in sets:
        for index in range(1, len(found)):
            found[index], one = found[index] | one, found[index] & one  # what was there already goes one up
            if not one:
                break
        else:
            if one:
                found.append(one)
    return found


def exactly(sets: Iterable[Places]) -> list[Places]:
    """How many of the sets hold a place, as tiers for ``least``, too: tier 2 is what two of them hold, and no third."""
    found = layers(sets)
    return [one & ~more for one, more in zip(found, (*found[1:], NOWHERE), strict=True)]


def nearest(rings: Iterable[Tiers]) -> Tiers:
    """How far a place is from the nearest of several, for ``least``: their rings laid over each other."""
    return [reduce(or_, ring) for ring in zip_longest(*rings, fillvalue=NOWHERE)]
