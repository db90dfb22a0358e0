"""Every Automa decision is a narrowing: candidates, then rules, then one is left.

    destination = choose(
        ring_ahead,
        only(free_of_the_human, "EXP-TARGET-04"),
        first(steps_away, "EXP-TARGET-16"),
        notes=table.notes,
    )

Each rule carries the clause it comes from. With ``notes`` the narrowing is written down as a :class:`Trace`, a plain
value from which the sentences, the pictures, the log and the test vectors are made. Without ``notes`` nothing is built.

On a board the candidates can be a set of places (:mod:`automarium.kernel.placing`). Then the same verbs take sets: who
passes as a set, who scores what as tiers, and the last word is the board's own order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import compress
from typing import Any, TypeAlias, TypeVar, cast, overload

import msgspec

from automarium.kernel.places import Board, Places, Tiers

T = TypeVar("T")

ONLY, PREFER, MOST, LEAST, FIRST, GIVEN, FOREMOST, SEEING = range(8)
VERBS = ("only", "prefer", "most", "least", "first", "given", "first")

# A plain tuple (verb, key, clause): rules are made anew for each decision, and a tuple is the cheapest thing to make.
Rule: TypeAlias = tuple[int, Callable[[T], Any], str]
Met: TypeAlias = tuple[bool, str]  # a condition of one candidate, and its clause
PlaceRule: TypeAlias = tuple[int, "Places | Tiers | Board", str]  # the same on sets of places


def given(condition: bool, clause: str) -> Rule[Any]:
    """What the whole choice depends on (glory enough, power enough): if it does not hold, nobody is left."""
    return (GIVEN, _anybody if condition else _nobody, clause)


@overload
def only(test: Callable[[T], bool], clause: str) -> Rule[T]: ...
@overload
def only(test: Places, clause: str) -> PlaceRule: ...
def only(test: Any, clause: str) -> Any:
    """Keep what passes; if nothing passes the choice is impossible."""
    return (ONLY, test, clause)


@overload
def prefer(test: Callable[[T], bool], clause: str) -> Rule[T]: ...
@overload
def prefer(test: Places, clause: str) -> PlaceRule: ...
def prefer(test: Any, clause: str) -> Any:
    """Keep what passes if anything does; otherwise skip this rule."""
    return (PREFER, test, clause)


@overload
def most(key: Callable[[T], int], clause: str) -> Rule[T]: ...
@overload
def most(key: Tiers, clause: str) -> PlaceRule: ...
def most(key: Any, clause: str) -> Any:
    """Keep those with the highest score."""
    return (MOST, key, clause)


@overload
def least(key: Callable[[T], int], clause: str) -> Rule[T]: ...
@overload
def least(key: Tiers, clause: str) -> PlaceRule: ...
def least(key: Any, clause: str) -> Any:
    """Keep those with the lowest score."""
    return (LEAST, key, clause)


@overload
def first(order: Callable[[T], Any], clause: str) -> Rule[T]: ...
@overload
def first(order: Board, clause: str) -> PlaceRule: ...
def first(order: Any, clause: str) -> Any:
    """The last word: a total order, so exactly one is left."""
    return (FIRST, order, clause)


def foremost(order: Callable[[T], Any], clause: str) -> Rule[T]:
    """The last word where the candidates come in that order already: nobody looks beyond the first that is left."""
    return (FOREMOST, order, clause)


def seeing(make: Callable[[Sequence[T]], Rule[T] | None]) -> Rule[T]:
    """A rule that depends on who is left: ``make`` sees them and gives the rule, or None if it has none for them."""
    return (SEEING, cast(Any, make), "")


def _anybody(_: object) -> bool:
    return True


def _nobody(_: object) -> bool:
    return False


class Stage(msgspec.Struct, frozen=True, gc=False):
    """What one rule did: who was kept, and what each candidate scored (only rules that score)."""

    verb: str
    clause: str
    kept: tuple[Any, ...]
    scores: dict[Any, Any]


class Trace(msgspec.Struct, frozen=True, gc=False):
    """A whole narrowing: who was in, and stage by stage who fell out. ``chosen`` is None if nobody was left.

    ``family`` is that of candidates that are plain ids (places above all); others say their name themselves."""

    about: str
    candidates: tuple[Any, ...]
    stages: tuple[Stage, ...]
    chosen: Any
    family: str = ""


Notes: TypeAlias = list[Trace]


class Undecided(Exception):
    """The rules left more than one candidate: the rules code is wrong, not the table."""


def choose(
    candidates: Iterable[T], *rules: Rule[T], notes: Notes | None = None, about: str = "", family: str = ""
) -> T | None:
    """The one candidate that the rules leave, or None if the choice is impossible."""
    if notes is not None:
        return _choose_noting(tuple(candidates), rules, notes, about, family)
    kept: Any = candidates
    key: Any
    for verb, key, _ in rules:
        if verb == ONLY:
            kept = filter(key, kept)  # lazily: nothing is looked at before somebody must know
        elif verb == FIRST:
            return min(kept, key=key, default=None)
        elif verb == FOREMOST:
            return next(iter(kept), None)
        elif verb == GIVEN:
            if key is _nobody:
                return None
        else:
            kept = list(kept)
            if verb == SEEING:
                made = key(kept)
                kept = kept if made is None else left_by(kept, made)
            elif len(kept) > 1:
                kept = narrow(verb, kept, list(map(key, kept)))
    return the_one(list(kept))


def left_by(candidates: Iterable[T], *rules: Rule[T]) -> list[T]:
    """All that the rules leave, where that may be several: for what depends on how far a choice has come."""
    left = list(candidates)
    key: Any
    for verb, key, _ in rules:
        if verb == SEEING:
            made = key(left)
            left = left if made is None else left_by(left, made)
        elif left:
            left = narrow(verb, left, list(map(key, left)))
    return left


def narrow(verb: int, kept: Sequence[T], scores: list[Any]) -> list[T]:
    """Those of ``kept`` that a rule keeps, seeing what each scored."""
    if verb in (MOST, LEAST, FIRST, FOREMOST):
        best = max(scores) if verb == MOST else min(scores)
        if scores.count(best) == 1:
            return [kept[scores.index(best)]]
        return [one for one, score in zip(kept, scores, strict=True) if score == best]
    passing = list(compress(kept, scores))
    return passing if passing or verb != PREFER else list(kept)


def the_one(kept: Sequence[T]) -> T | None:
    if len(kept) > 1:
        raise Undecided(kept)
    return kept[0] if kept else None


def _choose_noting(
    candidates: tuple[T, ...], rules: tuple[Rule[T], ...], notes: Notes, about: str, family: str
) -> T | None:
    kept: Sequence[T] = candidates
    stages: list[Stage] = []
    for rule in rules:
        if not kept and stages:  # of nobody at all the first rule still speaks
            break
        made: Any = cast(Any, rule[1])(kept) if rule[0] == SEEING else rule
        if made is None:
            continue
        verb, key, clause = made
        scores = list(map(key, kept))
        scored = {} if verb in (ONLY, PREFER, GIVEN) else dict(zip(kept, scores, strict=True))
        if len(scores) > 1 or verb in (ONLY, GIVEN):  # one alone needs no comparing
            kept = narrow(verb, kept, scores)
        stages.append(Stage(VERBS[verb], clause, tuple(kept), scored))
    chosen = the_one(kept)
    notes.append(Trace(about, candidates, tuple(stages), chosen, family))
    return chosen


def read_down(
    candidates: Iterable[T],
    conditions: Callable[[T], Iterable[Met]],
    clause: str,
    *,
    notes: Notes | None = None,
    about: str = "",
    family: str = "",
) -> T | None:
    """Candidates are read in their order, as a list is from the top, each with conditions of its own, looked at one
    after the other: whether it is met, and its clause.

    The first that meets all of its own is chosen by ``clause``. Nobody looks at those after it, so nothing is asked on
    their account, and the trace knows only of those that were read.
    """
    if notes is not None:
        return _read_noting(candidates, conditions, clause, notes, about, family)
    for one in candidates:
        for met, _ in conditions(one):
            if not met:
                break
        else:
            return one
    return None


def _read_noting(
    candidates: Iterable[T],
    conditions: Callable[[T], Iterable[Met]],
    clause: str,
    notes: Notes,
    about: str,
    family: str,
) -> T | None:
    read: list[T] = []
    out: dict[str, list[T]] = {}  # whom each clause threw out, in the order in which the clauses were met
    chosen: T | None = None
    for one in candidates:
        read.append(one)
        for met, reason in conditions(one):
            thrown = out.setdefault(reason, [])
            if not met:
                thrown.append(one)
                break
        else:
            chosen = one
            break
    notes.append(Trace(about, tuple(read), tuple(_stages_read(read, out, chosen, clause)), chosen, family))
    return chosen


def _stages_read(read: Sequence[T], out: dict[str, list[T]], chosen: T | None, clause: str) -> list[Stage]:
    kept = list(read)
    stages: list[Stage] = []
    for reason, thrown in out.items():
        if not kept:
            break
        kept = [one for one in kept if one not in thrown]
        stages.append(Stage(VERBS[ONLY], reason, tuple(kept), {}))
    if chosen is not None:
        stages.append(Stage(VERBS[FIRST], clause, (chosen,), {chosen: len(read) - 1}))
    return stages
