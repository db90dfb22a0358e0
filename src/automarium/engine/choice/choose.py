"""Every Automa decision is a narrowing: candidates, then rules, then one is left.

    destination = choose(
        ring_ahead,
        only(free_of_the_human, "EXP-TARGET-04"),
        first(steps_away, "EXP-TARGET-16"),
        notes=table.notes,
    )

Each rule carries the clause it comes from. With ``notes`` the narrowing is written down as a :class:`Trace`, a plain
value from which the sentences, the pictures, the log and the test vectors are made. Without ``notes`` nothing is built.

On a board the candidates can be a set of places. Then the same verbs take sets: who
passes as a set, who scores what as tiers, and the last word is the board's own order.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import lru_cache
from itertools import compress
from typing import Any, TypeAlias, TypeVar, cast, overload

from automarium.engine.choice.places import NOWHERE, Board, Places, Sums, Tiers, fewest, highest
from automarium.engine.choice.trace import Notes, Stage, Trace, written_later

T = TypeVar("T")

ONLY, PREFER, MOST, LEAST, FIRST, GIVEN, FOREMOST, SEEING, ACCEPTING = range(9)
VERBS = ("only", "prefer", "most", "least", "first", "given", "first")
SCORING = frozenset((MOST, LEAST, FIRST, FOREMOST))

# A plain tuple (verb, key, clause): rules are made for each decision, and a tuple is the cheapest thing to make.
Rule: TypeAlias = tuple[int, Callable[[T], object], str]
PlaceRule: TypeAlias = tuple[int, "Places | Sums | Tiers | Board", str]  # the same on sets of places


def anybody(_: object) -> bool:
    """The test of ``given`` where the condition holds."""
    return True


def nobody(_: object) -> bool:
    return False


def given(condition: bool, clause: str) -> Rule[object]:
    """What the whole choice depends on (glory enough, power enough): if it does not hold, nobody is left."""
    return (GIVEN, anybody if condition else nobody, clause)


@overload
def only(test: Callable[[T], bool], clause: str) -> Rule[T]: ...
@overload
def only(test: Places, clause: str) -> PlaceRule: ...
def only(test: object, clause: str) -> tuple[int, object, str]:
    """Keep what passes; if nothing passes the choice is impossible."""
    return (ONLY, test, clause)


@overload
def prefer(test: Callable[[T], bool], clause: str) -> Rule[T]: ...
@overload
def prefer(test: Places, clause: str) -> PlaceRule: ...
def prefer(test: object, clause: str) -> tuple[int, object, str]:
    """Keep what passes if anything does; otherwise skip this rule."""
    return (PREFER, test, clause)


@overload
def most(key: Callable[[T], int], clause: str) -> Rule[T]: ...
@overload
def most(key: Sums | Tiers, clause: str) -> PlaceRule: ...
def most(key: object, clause: str) -> tuple[int, object, str]:
    """Keep those with the highest score."""
    return (MOST, key, clause)


@overload
def least(key: Callable[[T], int], clause: str) -> Rule[T]: ...
@overload
def least(key: Sums | Tiers, clause: str) -> PlaceRule: ...
def least(key: object, clause: str) -> tuple[int, object, str]:
    """Keep those with the lowest score."""
    return (LEAST, key, clause)


@overload
def first(order: Callable[[T], object], clause: str) -> Rule[T]: ...
@overload
def first(order: Board, clause: str) -> PlaceRule: ...
def first(order: object, clause: str) -> tuple[int, object, str]:
    """The last word: a total order, so exactly one is left."""
    return (FIRST, order, clause)


def foremost(order: Callable[[T], object], clause: str) -> Rule[T]:
    """The last word where the candidates come in that order already: nobody looks beyond the first that is left."""
    return (FOREMOST, order, clause)


def seeing(make: Callable[[Sequence[T]], Rule[T] | None]) -> Rule[T]:
    """A rule that depends on who is left: ``make`` sees them and gives the rule, or None if it has none for them."""
    key: Any = make
    return (SEEING, key, "")


def accepting(criteria: Iterable[Rule[T]]) -> Rule[T]:
    """Criteria one after the other: one that accepts none of those left is passed over, and once a single candidate is
    left the others are not looked at. Where nobody listens they are not even made, if they come one by one."""
    key: Any = criteria
    return (ACCEPTING, key, "")


class Undecided(Exception):
    """The rules left more than one candidate: the rules code is wrong, not the table."""


def choose(
    candidates: Iterable[T], *rules: Rule[T], notes: Notes | None = None, about: str = "", family: str = ""
) -> T | None:
    """The one candidate that the rules leave, or None if the choice is impossible."""
    if notes is not None:
        return _choose_noting(tuple(candidates), rules, notes, about, family)
    return chosen_by(rules, candidates)


def chosen_by(rules: tuple[Rule[T], ...], candidates: Iterable[T]) -> T | None:
    """The same where nobody listens and the rules are already together."""
    kept: Any = candidates
    key: Any
    for verb, key, _ in rules:
        if verb == ONLY:
            kept = filter(key, kept)  # lazily: nothing is looked at before somebody must know
        elif verb <= LEAST:  # prefer, most, least
            if type(kept) is not list:
                kept = list(kept)
            if len(kept) > 1:
                kept = list(filter(key, kept)) or kept if verb == PREFER else narrow(verb, kept, list(map(key, kept)))
        elif verb == FIRST:
            if type(kept) is list and len(kept) == 1:  # one alone needs no comparing
                break
            return min(kept, key=key, default=None)
        elif verb == FOREMOST:
            return next(iter(kept), None)
        elif verb == GIVEN:
            if key is nobody:
                return None
        elif verb == SEEING:
            kept = list(kept)
            made = key(kept)
            kept = kept if made is None else left_by(kept, made)
        else:  # accepting
            kept = list(kept)
            if len(kept) > 1:
                for rule in key:
                    kept = (list(filter(rule[1], kept)) if rule[0] == ONLY else left_by(kept, rule)) or kept
                    if len(kept) == 1:
                        break
    return the_one(kept if type(kept) is list else list(kept))


def decided(choice: Callable[..., T], *facts: Hashable, notes: Notes | None) -> T:
    """The outcome of a choice that depends on these facts alone: ``choice(*facts, notes)``. The same facts are looked
    at once, and whoever listens hears again what was noted then."""
    found: T
    if notes is None:
        found = _decided_before(choice, *facts)
    else:
        found, noted = _noted_before(choice, *facts)
        notes += noted
    return found


@lru_cache(1 << 14)
def _decided_before(choice: Callable[..., Any], *facts: Hashable) -> Any:
    return choice(*facts, None)


@lru_cache(1 << 12)  # a trace is larger than what comes of it
def _noted_before(choice: Callable[..., Any], *facts: Hashable) -> tuple[Any, Notes]:
    notes: Notes = []
    return choice(*facts, notes), notes


def left_by(candidates: Iterable[T], *rules: Rule[T]) -> list[T]:
    """All that the rules leave, where that may be several: for what depends on how far a choice has come."""
    left = list(candidates)
    key: Any
    for verb, key, _ in rules:
        if verb == ONLY:
            left = list(filter(key, left))
        elif verb == SEEING:
            made = key(left)
            left = left if made is None else left_by(left, made)
        elif verb == ACCEPTING:
            for criterion in key:
                left = left_by(left, criterion) or left
        elif left:
            left = narrow(verb, left, list(map(key, left)))
    return left


def narrow(verb: int, kept: Sequence[T], scores: list[Any]) -> list[T]:
    """Those of ``kept`` that a rule keeps, seeing what each scored."""
    if verb in SCORING:
        best = max(scores) if verb == MOST else min(scores)
        alike = scores.count(best)
        if alike == 1:
            return [kept[scores.index(best)]]
        return list(kept) if alike == len(scores) else list(compress(kept, [score == best for score in scores]))
    passing = list(compress(kept, scores))
    return passing if passing or verb != PREFER else list(kept)


def the_one(kept: Sequence[T]) -> T | None:
    if len(kept) > 1:
        raise Undecided(kept)
    return kept[0] if kept else None


def _choose_noting(
    candidates: tuple[T, ...], rules: tuple[Rule[T], ...], notes: Notes, about: str, family: str
) -> T | None:
    kept = candidates
    stages: list[Stage] = []
    for rule in rules:
        if not kept and stages:  # even where nobody is a candidate the first rule speaks
            break
        kept = _note_criteria(kept, rule, stages) if rule[0] == ACCEPTING else _note_rule(kept, rule, stages)
    chosen = the_one(kept)
    notes.append(Trace(about, candidates, tuple(stages), chosen, family))
    return chosen


def _note_rule(kept: tuple[T, ...], rule: Rule[T], stages: list[Stage]) -> tuple[T, ...]:
    """Those that a rule leaves, with a stage more."""
    made: Any = rule[1](kept) if rule[0] == SEEING else rule  # type: ignore[arg-type]
    if made is None:
        return kept
    verb, key, clause = made
    scores = list(map(key, kept))
    if verb in SCORING:
        scored = dict(zip(kept, scores, strict=True))
        if len(scores) > 1:  # one alone needs no comparing
            kept = tuple(narrow(verb, kept, scores))
        stages.append(Stage(VERBS[verb], clause, kept, scored))
    else:
        passing = tuple(compress(kept, scores))
        kept = passing if passing or verb != PREFER else kept
        stages.append(Stage(VERBS[verb], clause, kept, {}))
    return kept


def _note_criteria(kept: tuple[T, ...], rule: Rule[T], stages: list[Stage]) -> tuple[T, ...]:
    criteria: Any = rule[1]
    accepted = False
    for criterion in criteria:
        if accepted and len(kept) == 1:
            break
        if left_by(kept, criterion):
            accepted = True
            kept = _note_rule(kept, criterion, stages)
    return kept


S = TypeVar("S")  # what conditions look at

# A condition of one candidate, seeing what it looks at, and its clause.
Condition: TypeAlias = tuple[Callable[[T, S], bool], str]


def read_down(
    candidates: Iterable[tuple[T, Iterable[Condition[T, S]]]],
    sight: S,
    clause: str,
    *,
    notes: Notes | None = None,
    about: str = "",
    family: str = "",
) -> T | None:
    """Candidates are read in their order, as a list is from the top, each with conditions of its own, looked at one
    after the other; all look at ``sight``.

    The first that meets all of its own is chosen by ``clause``. Nobody looks at those after it, so nothing is asked on
    their account, and the trace knows only of those that were read.
    """
    if notes is not None:
        return _read_noting(candidates, sight, clause, notes, about, family)
    for one, conditions in candidates:
        for met, _ in conditions:
            if not met(one, sight):
                break
        else:
            return one
    return None


def _read_noting(
    candidates: Iterable[tuple[T, Iterable[Condition[T, S]]]],
    sight: S,
    clause: str,
    notes: Notes,
    about: str,
    family: str,
) -> T | None:
    read: list[T] = []
    out: dict[str, list[T]] = {}  # whom each clause threw out, in the order in which the clauses were met
    chosen: T | None = None
    for one, conditions in candidates:
        read.append(one)
        for met, reason in conditions:
            thrown = out.setdefault(reason, [])
            if not met(one, sight):
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


def first_meeting(candidates: Iterable[T], conditions: Iterable[Condition[T, S]], sight: S) -> T | None:
    """The first that meets the conditions, where all have the same ones: candidates that come in the order of the last
    rule need no further comparing."""
    # The loop of read_down once more: through it a turn of Expeditions would cost 16 % more.
    for one in candidates:
        for met, _ in conditions:
            if not met(one, sight):
                break
        else:
            return one
    return None


def stage_by_stage(
    candidates: tuple[T, ...], conditions: Iterable[Condition[T, S]], sight: S
) -> tuple[tuple[tuple[T, ...], str], ...]:
    """Who is left after each condition, with its clause."""
    stages = []
    for met, clause in conditions:
        candidates = tuple([one for one in candidates if met(one, sight)])
        stages.append((candidates, clause))
    return tuple(stages)


PlaceRules: TypeAlias = tuple[Rule[str] | PlaceRule, ...]


def choose_place(
    board: Board,
    candidates: Places,
    *rules: Rule[str] | PlaceRule,
    notes: Notes | None = None,
    about: str = "",
    family: str = "place",
) -> str | None:
    """The one place that the rules leave, or None if the choice is impossible. Rules are sets where sets are known, and
    functions of a place where somebody must be asked about each."""
    return place_chosen_by(rules, board, candidates, notes, about, family)


def place_chosen_by(
    rules: PlaceRules,
    board: Board,
    candidates: Places,
    notes: Notes | None,
    about: str,
    family: str = "place",
) -> str | None:
    """The same where the rules are already together."""
    if notes is None:
        return _chosen(rules, board, candidates)
    if any(map(_must_ask, rules)):
        trace = _written(board, candidates, rules, about, family)
    else:
        chosen = _chosen(rules, board, candidates)
        trace = written_later(about, chosen, family, _read_again, board, candidates, rules, about, family)
    notes.append(trace)
    return cast("str | None", trace.chosen)


def _chosen(rules: PlaceRules, board: Board, kept: Places) -> str | None:
    for verb, key, _ in rules:
        if verb == ONLY:  # may throw out who is left alone
            kept = kept & key if type(key) is int else _narrow_places(board, verb, key, kept)
        elif key is board:
            return board.first(kept)
        elif verb == GIVEN:
            if key is nobody:
                return None
        elif kept & (kept - 1):  # one alone needs no comparing
            kept = _narrow_places(board, verb, key, kept)
    return the_one(board.places(kept))


def _must_ask(rule: Rule[str] | PlaceRule) -> bool:
    """Whether a rule looks at each place by a function: who may be asked then is asked at once."""
    return callable(rule[1]) and rule[0] != GIVEN


def _narrow_places(board: Board, verb: int, key: Any, kept: Places) -> Places:
    """Those of ``kept`` that a rule keeps."""
    best: Places
    if type(key) is int:
        if verb == ONLY:
            return kept & key
        if verb == PREFER:
            return kept & key or kept
        return fewest(kept, key) if verb == LEAST else highest(kept, key)
    if type(key) is tuple:
        for tier in key if verb == LEAST else reversed(key):
            best = kept & tier
            if best:
                return best
        return kept
    if key is board:
        return kept & -kept
    if verb == GIVEN:
        return NOWHERE if key is nobody else kept
    left = board.places(kept)
    return board.holding(narrow(verb, left, [key(one) for one in left])) if left else kept


def _written(board: Board, candidates: Places, rules: PlaceRules, about: str, family: str) -> Trace:
    """The trace of a choice among these places."""
    kept = candidates
    stages: list[Stage] = []
    for rule in rules:
        if not kept and stages:  # even where nobody is a candidate the first rule speaks
            break
        kept, stage = _asked(board, rule, kept) if _must_ask(rule) else _stage(board, rule, kept)
        stages.append(stage)
    return Trace(about, board.places(candidates), tuple(stages), the_one(board.places(kept)), family)


_read_again = lru_cache(1 << 8)(_written)  # whoever looks at a trace looks at all of it


@lru_cache(1 << 14)
def _stage(board: Board, rule: PlaceRule, kept: Places) -> tuple[Places, Stage]:
    """Whom a rule keeps, and the stage that says so; the same rules meet the same places again and again."""
    verb, key, clause = rule
    scores: dict[str, int] = {}
    if isinstance(key, tuple):
        scores = board.scores(kept, key, verb == LEAST)
    elif isinstance(key, Board):
        scores = board.places_before(kept)
    elif verb in SCORING:
        scores = board.counts(kept, key)
    left = _narrow_places(board, verb, key, kept)
    return left, Stage(VERBS[verb], clause, board.places(left), scores)


def _asked(board: Board, rule: Any, kept: Places) -> tuple[Places, Stage]:
    """The same by a function of a place: whoever must be asked about a place is asked once."""
    verb, key, clause = rule
    found = {place: key(place) for place in board.places(kept)}
    left = _narrow_places(board, verb, found.__getitem__, kept)
    return left, Stage(VERBS[verb], clause, board.places(left), found if verb in SCORING else {})


def ranks(candidates: Iterable[T], *rules: Rule[T]) -> dict[T, int]:
    """The rank of each by ``only``, ``prefer``, ``most``, ``least`` and ``first``; equal where they make no difference.
    If the lowest does not pass (:func:`passes`), the rules leave nobody: one that passes would be lower."""
    standings = {one: tuple([_standing(verb, key(one)) for verb, key, _ in rules]) for one in candidates}
    order = {standing: rank for rank, standing in enumerate(sorted(set(standings.values())))}
    return {one: order[standing] for one, standing in standings.items()}


def _standing(verb: int, score: Any) -> Any:
    return not score if verb in (ONLY, PREFER) else -score if verb == MOST else score


def passes(one: T, *rules: Rule[T]) -> bool:
    """Whether all rules allow this one that throw out whoever does not pass."""
    return all(key(one) for verb, key, _ in rules if verb == ONLY)
