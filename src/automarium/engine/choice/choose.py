"""Every decision of the Automa is a narrowing: candidates, then rules, then one is left.

    destination = choose(
        ring_ahead,
        only(is_free, "EXP-TARGET-04"),
        first(steps_away, "EXP-TARGET-16"),
        notes=table.notes,
    )

Each rule has the id of its clause. With ``notes`` the narrowing is appended to them as a :class:`Trace`, from which
sentences, pictures and the log are made. Without ``notes`` no trace is built.

There are six ways to narrow: :func:`choose`, :func:`left_by` where several may be left, :class:`Ranking` for rules that
look at nothing but the candidate, :func:`read_down` for a list with conditions line by line, :func:`decision` for a
choice that is remembered by its facts, and ``Board.choose`` for sets of places.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import lru_cache, wraps
from itertools import compress
from operator import neg, not_
from typing import TYPE_CHECKING, Any, Generic, ParamSpec, TypeAlias, TypeVar, cast, overload

from automarium.engine.choice.trace import Notes, Stage, Trace, lazy_trace

if TYPE_CHECKING:
    from automarium.engine.choice.places import Board, PlaceRule, Places, Sums, Tiers

T = TypeVar("T")
S = TypeVar("S")
P = ParamSpec("P")

ONLY, PREFER, MOST, LEAST, FIRST, GIVEN, FOR_REST, IN_TURN = range(8)
VERBS = ("only", "prefer", "most", "least", "first", "given")
SCORING = frozenset((MOST, LEAST, FIRST))

# (verb, key, clause). Rules are made for each decision, and a plain tuple is the cheapest value to make.
Rule: TypeAlias = tuple[int, Callable[[T], object], str]


class Undecided(Exception):
    """The rules left more than one candidate. That is a fault of the rules in code, not of the position."""


# --------------------------------------------------------------------------------------------------------------- rules


def given(condition: bool, clause: str) -> Rule[object]:
    """Return a condition of the whole choice (enough glory, enough power): if it does not hold, no candidate is
    left."""
    key: Any = condition
    return (GIVEN, key, clause)


@overload
def only(test: Callable[[T], bool], clause: str) -> Rule[T]: ...
@overload
def only(test: Places, clause: str) -> PlaceRule: ...
def only(test: object, clause: str) -> tuple[int, object, str]:
    """Keep the candidates that pass; if none passes, the choice is impossible."""
    return (ONLY, test, clause)


@overload
def prefer(test: Callable[[T], bool], clause: str) -> Rule[T]: ...
@overload
def prefer(test: Places, clause: str) -> PlaceRule: ...
def prefer(test: object, clause: str) -> tuple[int, object, str]:
    """Keep the candidates that pass; if none passes, skip this rule."""
    return (PREFER, test, clause)


@overload
def most(key: Callable[[T], int], clause: str) -> Rule[T]: ...
@overload
def most(key: Sums | Tiers, clause: str) -> PlaceRule: ...
def most(key: object, clause: str) -> tuple[int, object, str]:
    """Keep the candidates with the highest score."""
    return (MOST, key, clause)


@overload
def least(key: Callable[[T], int], clause: str) -> Rule[T]: ...
@overload
def least(key: Sums | Tiers, clause: str) -> PlaceRule: ...
def least(key: object, clause: str) -> tuple[int, object, str]:
    """Keep the candidates with the lowest score."""
    return (LEAST, key, clause)


@overload
def first(order: Callable[[T], object], clause: str) -> Rule[T]: ...
@overload
def first(order: Board, clause: str) -> PlaceRule: ...
def first(order: object, clause: str) -> tuple[int, object, str]:
    """Keep the first candidate of a total order. This is the last rule of a choice."""
    return (FIRST, order, clause)


def for_rest(make: Callable[[Sequence[T]], Rule[T] | None]) -> Rule[T]:
    """Return a rule that depends on the remaining candidates: ``make`` gets them and returns the rule, or None for no
    rule."""
    key: Any = make
    return (FOR_REST, key, "")


def in_turn(criteria: Iterable[Rule[T]]) -> Rule[T]:
    """Apply criteria one after the other until one candidate is left. A criterion that no candidate meets is skipped.
    The criteria may come from a generator, which is read only as far as needed."""
    key: Any = criteria
    return (IN_TURN, key, "")


# ------------------------------------------------------------------------------------------------------------- choices


def choose(
    candidates: Iterable[T], *rules: Rule[T], notes: Notes | None = None, about: str = "", family: str = ""
) -> T | None:
    """Return the one candidate that the rules leave, or None if the choice is impossible.

    Raise Undecided if they leave several. ``about`` is the subject of the trace, ``family`` that of candidates that are
    plain ids.
    """
    if notes is not None:
        trace = _narrow_noting(tuple(candidates), rules, about, family)
        notes.append(trace)
        return cast("T | None", trace.chosen)
    left: Any = candidates
    key: Any
    for rule in rules:
        verb, key, _ = rule
        if verb == ONLY:
            left = filter(key, left)
        elif verb == FIRST:
            return min(left, key=key, default=None)
        elif verb == GIVEN:
            if not key:
                return None
        elif verb > GIVEN:
            left = left_by(left, rule)
        elif len(left := list(left)) > 1:
            left = keep_best(verb, left, list(map(key, left)))
    return get_single(list(left))


def left_by(candidates: Iterable[T], *rules: Rule[T]) -> list[T]:
    """Return all candidates that the rules leave."""
    left = list(candidates)
    key: Any
    for verb, key, _ in rules:
        if verb == ONLY:
            left = list(filter(key, left))
        elif verb == GIVEN:
            left = left if key else []
        elif verb == FOR_REST:
            made = key(left)
            left = left if made is None else left_by(left, made)
        elif len(left) < 2:  # no comparing
            continue
        elif verb == IN_TURN:
            for criterion in key:
                passing = filter(criterion[1], left) if criterion[0] == ONLY else left_by(left, criterion)
                left = list(passing) or left
                if len(left) == 1:
                    break
        else:
            left = keep_best(verb, left, list(map(key, left)))
    return left


def keep_best(verb: int, candidates: Sequence[T], scores: list[Any]) -> list[T]:
    """Return the candidates that a rule keeps, from what its key returned for each of them."""
    if verb in SCORING:
        best = max(scores) if verb == MOST else min(scores)
        if scores.count(best) == 1:
            return [candidates[scores.index(best)]]
        scores = [score == best for score in scores]
    passing = list(compress(candidates, scores))
    return passing if passing or verb != PREFER else list(candidates)


def get_single(left: Sequence[T]) -> T | None:
    """Return the only candidate, or None if there is none. Raise Undecided if there are several."""
    if len(left) > 1:
        raise Undecided(left)
    return left[0] if left else None


def _narrow_noting(candidates: tuple[T, ...], rules: tuple[Rule[T], ...], about: str, family: str) -> Trace:
    left = candidates
    stages: list[Stage] = []
    for rule in rules:
        if not left and stages:  # without any candidate the first rule still has a stage
            break
        left = _note_rule(left, rule, stages)
    return Trace(about, candidates, tuple(stages), get_single(left), family)


def _note_rule(left: tuple[T, ...], rule: Rule[T], stages: list[Stage]) -> tuple[T, ...]:
    """Return the candidates that a rule leaves, and append its stage."""
    verb, key, clause = cast("tuple[int, Any, str]", rule)
    if verb == FOR_REST:
        made = key(left)
        return left if made is None else _note_rule(left, made, stages)
    if verb == IN_TURN:
        noted = len(stages)
        for criterion in key:
            if len(left) == 1 and len(stages) > noted:
                break
            if left_by(left, criterion):
                left = _note_rule(left, criterion, stages)
        return left
    scored: dict[Any, Any] = {}
    if verb == GIVEN:
        left = left if key else ()
    else:
        scores = list(map(key, left))
        if verb in SCORING:
            scored = dict(zip(left, scores, strict=True))
        if left:
            left = tuple(keep_best(verb, left, scores))
    stages.append(Stage(VERBS[verb], clause, left, scored))
    return left


# A condition of one candidate in what it looks at, and its clause.
Condition: TypeAlias = tuple[Callable[[T, S], bool], str]


class Ranking(Generic[T]):
    """Rules that look only at the candidate, applied in advance to ``everyone`` that can be a candidate.

    Candidates with the same value of ``alike`` count as one candidate, the first of them; ``everyone`` needs only one
    of them. The rules are ``only``, ``prefer``, ``most``, ``least``, ``first``, and a ``given`` that holds.
    """

    def __init__(self, everyone: Iterable[T], *rules: Rule[T], alike: Callable[[T], Hashable] | None = None) -> None:
        self._everyone, self._rules, self._alike = tuple(everyone), rules, alike
        keys = [(verb, key) for verb, key, _ in rules if verb != GIVEN]
        columns = [_list_standings(verb, map(key, self._everyone)) for verb, key in keys]
        standings = dict(zip(self._everyone, zip(*columns, strict=True), strict=True))
        order = {standing: rank for rank, standing in enumerate(sorted(set(standings.values())))}
        ranks = {one: order[standing] for one, standing in standings.items()}
        failing = [column for column, (verb, _) in zip(columns, keys, strict=True) if verb == ONLY]
        passing = [one for one, *fails in zip(self._everyone, *failing, strict=True) if not any(fails)]
        self._highest = len(order)
        self._failing = set(ranks.values()).difference(map(ranks.__getitem__, passing))
        self._in_order = tuple(sorted(passing, key=ranks.__getitem__))
        self._ranks = ranks if alike is None else _RanksOfAlike(ranks, alike)

    def choose(
        self, candidates: Sequence[T], notes: Notes | None = None, about: str = "", family: str = ""
    ) -> T | None:
        """Return what :func:`choose` returns for these candidates and the rules, and note the same trace."""
        ranks, lowest, chosen = self._ranks, self._highest, None
        for one in candidates:  # min() with a key takes twice as long
            rank = ranks[one]
            if rank < lowest:
                lowest, chosen = rank, one
        if lowest in self._failing:  # a candidate that passes would have a lower rank
            chosen = None
        if notes is not None:
            notes.append(lazy_trace(about, chosen, family, _note_ranked, self, tuple(candidates), about, family))
        return chosen

    def search(
        self,
        conditions: Iterable[Condition[T, S]],
        sight: S,
        notes: Notes | None = None,
        about: str = "",
        family: str = "",
    ) -> T | None:
        """Return the first of everyone that meets conditions in ``sight``, which are rules before the last one. The
        others may be ``given`` and ``only``."""
        chosen = None
        for one in self._in_order:
            for holds, _ in conditions:
                if not holds(one, sight):
                    break
            else:
                chosen = one
                break
        if notes is not None:
            left, met = self._in_order, []
            for holds, clause in conditions:
                left = tuple([one for one in left if holds(one, sight)])
                met.append((left, clause))
            notes.append(lazy_trace(about, chosen, family, _note_search, self, tuple(met), about, family))
        return chosen

    def note(self, candidates: tuple[T, ...], about: str, family: str) -> Trace:
        different: Iterable[T] = dict.fromkeys(candidates)
        if self._alike is not None:  # from the last to the first, which stays
            different = {self._alike(one): one for one in reversed(candidates)}.values()
        return _narrow_noting(tuple(different), self._rules, about, family)

    def note_search(self, met: tuple[tuple[tuple[T, ...], str], ...], about: str, family: str) -> Trace:
        conditions = [only(left.__contains__, clause) for left, clause in met]
        return _narrow_noting(self._everyone, (*self._rules[:-1], *conditions, self._rules[-1]), about, family)


# Every field of a lazy trace is read from a whole one.
_note_ranked = lru_cache(1 << 8)(Ranking.note)
_note_search = lru_cache(1 << 8)(Ranking.note_search)


def _list_standings(verb: int, scores: Iterable[Any]) -> list[Any]:
    """Return the scores of all candidates by a rule so that less is better."""
    if verb in (ONLY, PREFER):
        return list(map(not_, scores))
    return list(map(neg, scores) if verb == MOST else scores)


class _RanksOfAlike(dict[T, int]):
    """Ranks by candidate. A new candidate has the rank of those that it is alike."""

    def __init__(self, ranks: dict[T, int], alike: Callable[[T], Hashable]) -> None:
        super().__init__(ranks)
        self._alike, self._known = alike, {alike(one): rank for one, rank in ranks.items()}

    def __missing__(self, one: T) -> int:
        rank = self[one] = self._known[self._alike(one)]
        return rank


def read_down(
    lines: Iterable[tuple[T, Iterable[Condition[T, S]]]],
    sight: S,
    clause: str,
    *,
    notes: Notes | None = None,
    about: str = "",
    family: str = "",
) -> T | None:
    """Return the first candidate whose conditions hold, or None. A line is a candidate with conditions of its own.

    All conditions look at ``sight``, one after the other. Lines after the chosen one are not read: no question is asked
    for them, and the trace does not contain them. ``clause`` is the clause by which the first line is chosen.
    """
    if notes is not None:
        return _read_noting(lines, sight, clause, notes, about, family)
    for one, conditions in lines:
        for holds, _ in conditions:
            if not holds(one, sight):
                break
        else:
            return one
    return None


def _read_noting(
    lines: Iterable[tuple[T, Iterable[Condition[T, S]]]], sight: S, clause: str, notes: Notes, about: str, family: str
) -> T | None:
    read: list[T] = []
    out: dict[str, list[T]] = {}  # the candidates that each clause threw out, in the order in which clauses were met
    chosen: T | None = None
    for one, conditions in lines:
        read.append(one)
        for holds, reason in conditions:
            thrown = out.setdefault(reason, [])
            if not holds(one, sight):
                thrown.append(one)
                break
        else:
            chosen = one
            break
    left = read
    stages: list[Stage] = []
    for reason, thrown in out.items():
        if not left:
            break
        left = [one for one in left if one not in thrown]
        stages.append(Stage(VERBS[ONLY], reason, tuple(left), {}))
    if chosen is not None:
        stages.append(Stage(VERBS[FIRST], clause, (chosen,), {chosen: len(read) - 1}))
    notes.append(Trace(about, tuple(read), tuple(stages), chosen, family))
    return chosen


def decision(choice: Callable[P, T]) -> Callable[P, T]:
    """Remember what a choice returns, and its traces, by its facts.

    ``choice`` is a function of hashable facts, passed by position, and of ``notes``, passed by keyword, None if left
    out.
    """
    function: Any = choice  # called with facts by position and notes by keyword
    silent: Any = lru_cache(1 << 14)(choice)

    @lru_cache(1 << 12)  # a trace is larger than what is chosen
    def noting(*facts: Any) -> tuple[T, Notes]:
        notes: Notes = []
        return function(*facts, notes=notes), notes

    @wraps(choice)
    def decide(*facts: Any, notes: Notes | None = None) -> T:
        if notes is None:
            return silent(*facts)  # type: ignore[no-any-return]
        found, noted = noting(*facts)
        notes += noted
        return found

    return cast("Callable[P, T]", decide)
