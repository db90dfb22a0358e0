"""Sets of places as whole numbers: on a board every place is a bit, the first in its order the lowest.

``near & ~taken`` are the places near that are not taken, ``one | other`` is the union, without a loop in Python. A
place has four bits, so that sets can be added up: the sum has the number of sets that hold a place at its bits.
Three kinds of values are made of sets:

- *sums* score places by how many sets hold each.
- *tiers* score places: tier 0 holds those that score 0, tier 1 those that score 1, and so on. The rings around a place
  are tiers of distance.
- a *board* knows the places and their order, and chooses among them. The rules of
  :mod:`automarium.engine.choice.choose` take sets, sums, tiers and a board as they take functions of a place.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache, reduce
from itertools import zip_longest
from operator import or_
from typing import Any, TypeAlias, cast

from automarium.engine.choice.choose import GIVEN, LEAST, ONLY, PREFER, SCORING, VERBS, Rule, get_single, keep_best
from automarium.engine.choice.trace import Notes, Stage, Trace, lazy_trace

Places: TypeAlias = int
Sums: TypeAlias = int
Tiers: TypeAlias = tuple[int, ...]
PlaceRule: TypeAlias = tuple[int, "Places | Sums | Tiers | Board", str]  # a rule on sets of places
PlaceRules: TypeAlias = tuple[Rule[str] | PlaceRule, ...]

NOWHERE: Places = 0
BITS = 4  # of a place
DIGITS = range(BITS - 1, -1, -1)


class Board:
    """Places in their order. ``bit`` has the set of each place alone; ``beside`` are names that may be given where a
    place is (a base, a mat) and are in no set."""

    def __init__(self, places: Iterable[str], beside: Iterable[str] = ()) -> None:
        names = tuple(places)
        self._index: dict[str, int] = {place: index for index, place in enumerate(names)}
        self._at: dict[Places, str] = {1 << BITS * index: place for index, place in enumerate(names)}
        self._all: Places = sum(self._at)
        self.bit: dict[str, Places] = {place: bit for bit, place in self._at.items()} | dict.fromkeys(beside, NOWHERE)

    def holding(self, places: Iterable[str]) -> Places:
        """Return the set of these places."""
        return reduce(or_, map(self.bit.__getitem__, places), NOWHERE)

    def places(self, among: Places) -> tuple[str, ...]:
        """Return the places of a set, in order."""
        names = []
        while among:
            lowest = among & -among
            names.append(self._at[lowest])
            among ^= lowest
        return tuple(names)

    def first(self, among: Places) -> str | None:
        """Return the first place of a set in the board's order."""
        return self._at[among & -among] if among else None

    def counting(self, counts: Sums) -> Places:
        """Return the places that count more than 0."""
        return (counts | counts >> 1 | counts >> 2 | counts >> 3) & self._all

    def counts(self, among: Places, counts: Sums) -> dict[str, int]:
        """Return the count of each place of a set."""
        index = self._index
        return {place: counts >> BITS * index[place] & 15 for place in self.places(among)}

    def tiers(self, scores: Mapping[str, int]) -> Tiers:
        """Return the tiers of the scores of all places."""
        tiers = [NOWHERE] * (max(scores.values()) + 1)
        for place, score in scores.items():
            tiers[score] |= self.bit[place]
        return tuple(tiers)

    def scores(self, among: Places, tiers: Tiers, lowest: bool) -> dict[str, int]:
        """Return the score of each place of a set. A place in several tiers has the lowest of their scores, or the
        highest."""
        found = dict.fromkeys(self.places(among), 0)
        for score in range(len(tiers)) if lowest else range(len(tiers) - 1, -1, -1):
            if here := among & tiers[score]:
                found.update(dict.fromkeys(self.places(here), score))
                among ^= here
                if not among:
                    break
        return found

    def choose(
        self,
        places: Places,
        *rules: Rule[str] | PlaceRule,
        notes: Notes | None = None,
        about: str = "",
        family: str = "place",
    ) -> str | None:
        """Return the one place that the rules leave, or None if the choice is impossible. Raise Undecided if they leave
        several.

        A rule has a set, sums, tiers, this board, or a function of a place where a question may be asked about each. A
        comparison calls its function only if several places are left.
        """
        if notes is None:
            return self._narrow(places, rules)
        if any(callable(key) for _, key, _ in rules):  # it may ask, and that must be now
            trace = self.note(places, rules, about, family)
        else:
            chosen = self._narrow(places, rules)
            trace = lazy_trace(about, chosen, family, _note_places, self, places, rules, about, family)
        notes.append(trace)
        return cast("str | None", trace.chosen)

    def _narrow(self, left: Places, rules: PlaceRules) -> str | None:
        for verb, key, _ in rules:
            if verb == ONLY and type(key) is int:
                left &= key
            elif key is self:
                return self.first(left)
            elif left & (left - 1) or verb in (ONLY, GIVEN):  # one place alone needs no comparing
                left = self._keep(verb, key, left)
        return get_single(self.places(left))

    def _keep(self, verb: int, key: Any, left: Places) -> Places:
        """Return the places that a rule keeps."""
        if verb == GIVEN:
            return left if key else NOWHERE
        if type(key) is int:
            if verb == ONLY:
                return left & key
            if verb == PREFER:
                return left & key or left
            return fewest(left, key) if verb == LEAST else highest(left, key)
        if type(key) is tuple:
            for tier in key if verb == LEAST else reversed(key):
                if best := left & tier:
                    return int(best)
            return left
        if key is self:
            return left & -left
        names = self.places(left)
        return self.holding(keep_best(verb, names, [key(one) for one in names])) if names else left

    def note(self, candidates: Places, rules: PlaceRules, about: str, family: str) -> Trace:
        """Return the trace of a choice."""
        left = candidates
        stages: list[Stage] = []
        for verb, key, clause in cast("tuple[tuple[int, Any, str], ...]", rules):
            if not left and stages:  # without any candidate the first rule still has a stage
                break
            scores: dict[str, Any] = {}
            if key is self:
                scores = {place: self._index[place] for place in self.places(left)}
            elif type(key) is tuple:
                scores = self.scores(left, key, verb == LEAST)
            elif callable(key):  # each place is asked about once; one place alone needs no comparing
                found = {place: key(place) for place in self.places(left)} if verb == ONLY or left & (left - 1) else {}
                scores, key = found if verb in SCORING else {}, found.__getitem__ if found else NOWHERE
            elif verb in SCORING:
                scores = self.counts(left, key)
            left = self._keep(verb, key, left)
            stages.append(Stage(VERBS[verb], clause, self.places(left), scores))
        return Trace(about, self.places(candidates), tuple(stages), get_single(self.places(left)), family)


_note_places = lru_cache(1 << 8)(Board.note)  # every field of a lazy trace is read from a whole one


def counted(sets: Iterable[Places]) -> Sums:
    """Return how many of the sets hold each place; at most 15 sets."""
    return sum(sets)


def fewest(among: Places, counts: Sums) -> Places:
    """Return the places of a set with the lowest count: digit by digit, from the highest."""
    for digit in DIGITS:
        among = among & ~(counts >> digit) or among
    return among


def highest(among: Places, counts: Sums) -> Places:
    """Return the places of a set with the highest count."""
    for digit in DIGITS:
        among = among & (counts >> digit) or among
    return among


def nearest(rings: Iterable[Tiers]) -> Tiers:
    """Return the tiers of the distance to the nearest of several places, from the rings around each."""
    return tuple([reduce(or_, ring) for ring in zip_longest(*rings, fillvalue=NOWHERE)])
